// SPDX-License-Identifier: MIT
// paths.mjs - rings and lines as SVG path data: absolute start, relative steps, one decimal.

const number = (tenths) => {
  const text = String(Math.abs(tenths) / 10).replace(/^0\./, ".");
  return tenths < 0 ? `-${text}` : text;
};

function steps(points) {
  const tenths = points.map(([x, y]) => [Math.round(x * 10), Math.round(y * 10)]);
  let text = `M${number(tenths[0][0])} ${number(tenths[0][1])}l`;
  for (let i = 1; i < tenths.length; i++) {
    const [dx, dy] = [number(tenths[i][0] - tenths[i - 1][0]), number(tenths[i][1] - tenths[i - 1][1])];
    text += `${i > 1 && !dx.startsWith("-") ? " " : ""}${dx}${dy.startsWith("-") ? "" : " "}${dy}`;
  }
  return text;
}

export const linePath = (lines) => lines.map(steps).join("");
export const ringPath = (rings) => rings.map((ring) => `${steps(ring)}z`).join("");

/** Reads what the two above write (and any M, L, l, z with numbers) back into rings. */
export function readPath(text) {
  const rings = [];
  let at = [0, 0];
  for (const [, command, rest] of text.matchAll(/([MmLlZz])([^MmLlZz]*)/g)) {
    const numbers = (rest.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    if (numbers.length % 2) throw new Error(`odd numbers in ${text.slice(0, 40)}`);
    for (let i = 0; i < numbers.length; i += 2) {
      const relative = command === "l" || command === "m";
      at = [numbers[i] + (relative ? at[0] : 0), numbers[i + 1] + (relative ? at[1] : 0)].map(
        (v) => Math.round(v * 10) / 10,
      );
      if (command === "M" || command === "m") rings.push([at]);
      else rings[rings.length - 1].push(at);
    }
  }
  return rings;
}
