// SPDX-License-Identifier: MIT
// sketch.mjs - small pictures of large maps, made when the page is built: paths with fewer points, whole numbers, as SVG text.

import { readFileSync } from "node:fs";

/** The data beside a module, by its path from there. */
export const dataBeside = (module, path) => JSON.parse(readFileSync(new URL(path, module), "utf8"));

/** The rings of a path of relative lines ("M1 2l3 4 5 6z"), each a list of points. */
function rings(d) {
  return d.split("M").slice(1).map((ring) => {
    const numbers = (ring.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    const points = [];
    let [x, y] = [0, 0];
    for (let i = 0; i + 1 < numbers.length; i += 2) {
      [x, y] = [x + numbers[i], y + numbers[i + 1]];
      points.push([x, y]);
    }
    return { points, closed: ring.includes("z") };
  });
}

/** The path with steps of at least `step` units alone, in whole units; rings too small for that are left out. */
export function sketch(d, step) {
  const lines = rings(d).flatMap(({ points, closed }) => {
    const kept = points.filter((point, i) => i === 0 || i === points.length - 1);
    let last = points[0];
    const inner = [];
    for (const point of points.slice(1, -1)) {
      if (Math.hypot(point[0] - last[0], point[1] - last[1]) < step) continue;
      inner.push((last = point));
    }
    const all = [kept[0], ...inner, ...(closed ? [] : kept.slice(1))].map(([x, y]) => [Math.round(x), Math.round(y)]);
    if (closed ? all.length < 4 : all.length < 2) return [];
    const steps = all.slice(1).map(([x, y], i) => `${x - all[i][0]} ${y - all[i][1]}`);
    return [`M${all[0].join(" ")}l${steps.join(" ")}${closed ? "z" : ""}`];
  });
  return lines.join("").replace(/ -/g, "-");
}

/** An SVG picture; `body` is drawn in `box`, of the units of the map. */
export function picture(box, body) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(" ")}">${body.join("")}</svg>`;
}
