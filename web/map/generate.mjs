// SPDX-License-Identifier: MIT
// generate.mjs NAME - makes the shapes of a map from NAME.json beside this file, and writes them where that file says.
//
// Coast, stretched areas, hand-placed lines: everything that belongs to one game is in its input file. See README.md.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { coast, projector } from "./land.mjs";
import { curve, wander } from "./lines.mjs";
import { linePath, ringPath } from "./paths.mjs";
import { containsAny, signedArea } from "./plane.mjs";
import { clearance, placed } from "./points.mjs";
import { drawn, FREE_LAND, FREE_WATER, OUT, owned, partition, ringsOf, simplified } from "./shapes.mjs";
import { stretch } from "./stretch.mjs";

/** The lines of the input as points of the map. A point is [lon, lat], or the name of a node where several lines meet. */
function linesOf(input, project) {
  const named = (point) => {
    if (typeof point !== "string") return point;
    if (!input.nodes[point]) throw new Error(`no node ${point}`);
    return input.nodes[point];
  };
  const all = [];
  for (const element of ["land", "water"])
    input.lines[element].forEach(({ through }, index) => {
      let points = curve(
        through.map((p) => project(named(p))),
        element === "land" ? 9 : 3,
      );
      if (element === "land") points = wander(points, input.wander, index + 1);
      all.push({ element, points });
    });
  return all;
}

/**
 * The area that is wished for each owner. Land: a power of the present area (small places grow, great ones shrink), within
 * limits; land and water: times a factor that the input may give. Owners in `as_is` keep what they have.
 */
function wishes(rings, { areas }, elements) {
  const { power, usual, least, most, of, as_is: asIs } = areas;
  return [...rings].map(([owner, own]) => {
    const area = own.reduce((sum, ring) => sum + signedArea(ring), 0);
    const shaped = elements.get(owner) === "land" && owner !== FREE_LAND && !asIs.includes(owner);
    const wish = shaped ? Math.min(Math.max(Math.pow(area / usual, power) * usual, least), most) : area;
    return { owner, rings: own, area, wish: wish * (of[owner] ?? 1) };
  });
}

/** All that is made from an input file: arcs with their drawn points, rings of each owner, rivers and marks of terrain. */
export function generate(input) {
  const view = projector(input);
  const { rings: coastRings, move } = coast(input, view);
  const lines = linesOf(input, view.project);
  const places = Object.values(input.places).flatMap(({ element, of }) =>
    Object.entries(of).map(([id, { at, stand }]) => ({
      id,
      element,
      at: (typeof at[0] === "number" ? [at] : at).map((p) => move(view.project(p))),
      stand: stand && move(view.project(stand)),
    })),
  );
  const elements = new Map(places.map(({ id, element }) => [id, element]));
  elements.set(FREE_LAND, "land").set(FREE_WATER, "water");
  const arcs = owned(partition(coastRings, lines, view), coastRings, places, input.land.merge);
  const rivers = (input.rivers ?? []).flatMap((through) => inLand(curve(through.map(view.project), 2), coastRings));
  const terrain = Object.entries(input.terrain ?? {}).map(([kind, at]) => [kind, at.map(view.project)]);
  const ranges = (input.ranges ?? []).flatMap((through) => inLand(curve(through.map(view.project), 3), coastRings));
  const spots = spotsOf(input, (degrees) => move(view.project(degrees)));
  const routes = routesOf(input, spots, view.project);
  const points = [
    ...new Set([
      ...arcs.flatMap((arc) => arc.points),
      ...rivers.flat(),
      ...ranges.flat(),
      ...terrain.flatMap(([, at]) => at),
      ...spots.map(({ at }) => at),
      ...routes.flatMap(({ points: way }) => way),
      ...places.flatMap(({ stand }) => (stand ? [stand] : [])),
    ]),
  ];
  const first = wishes(ringsOf(arcs), input, elements);
  for (let round = 0; round < input.areas.rounds; round++) {
    const wished = new Map(first.map(({ owner, wish }) => [owner, wish]));
    const now = wishes(ringsOf(arcs), input, elements).map((place) => ({ ...place, wish: wished.get(place.owner) }));
    stretch(points, now, { ...view, cell: 4, blur: input.areas.blur[round] ?? 1 });
  }
  for (const { at, shift } of spots) shift.forEach((by, k) => (at[k] += by));
  tidyEdges(arcs, elements, view);
  drawn(arcs, (arc) => weightOf(arc, kindOf(arc, elements), input.detail), input.detail.blunt);
  return { view, arcs, elements, places, spots, routes, rivers, ranges, terrain, rings: ringsOf(arcs, (arc) => arc.drawn) };
}

/** Single points of the map, as {kind, id, box, at, shift}: the stretching carries them, then `shift` moves them by hand. */
const spotsOf = (input, place) =>
  Object.entries(input.spots ?? {}).flatMap(([kind, { box, of }]) =>
    Object.entries(of).map(([id, { at, shift = [0, 0] }]) => ({ kind, id, box, at: place(at), shift })),
  );

/** Ways from one spot over some points in degrees to another. They share the points of their ends with the spots. */
const routesOf = (input, spots, project) =>
  (input.routes ?? []).map(({ a, b, through }) => {
    const [from, to] = [a, b].map((end) => spots.find(({ id }) => id === end));
    if (!from || !to) throw new Error(`no spot ${from ? b : a}`);
    return { a, b, points: [from.at, ...through.map(project), to.at] };
  });

/** What bounds the frame lies on its edges exactly; nothing else comes so near to them that rounding would put it there. */
function tidyEdges(arcs, elements, { width, height }) {
  const onEdge = new Set(arcs.filter((arc) => kindOf(arc, elements) === "frame").flatMap(({ points }) => points));
  for (const point of new Set(arcs.flatMap(({ points }) => points)))
    [width, height].forEach((most, k) => {
      if (!onEdge.has(point)) point[k] = Math.min(Math.max(point[k], 0.3), most - 0.3);
      else if (point[k] < 0.05) point[k] = 0;
      else if (point[k] > most - 0.05) point[k] = most;
    });
}

const kindOf = ({ left, right }, elements) =>
  left === OUT || right === OUT ? "frame" : elements.get(left) === elements.get(right) ? elements.get(left) : "coast";

/** How plainly an arc is drawn; a coast of free land, which nobody taps, may be drawn more plainly than others. */
const weightOf = ({ left, right }, kind, detail) =>
  kind === "coast" && [left, right].includes(FREE_LAND) ? (detail.free ?? detail.coast) : detail[kind];

/** The parts of a line that run through land. */
function inLand(points, coastRings) {
  const runs = [[]];
  for (const point of points)
    if (containsAny(coastRings, point)) runs[runs.length - 1].push(point);
    else if (runs[runs.length - 1].length) runs.push([]);
  return runs.filter((run) => run.length > 3);
}

/** What is written: shapes and points of each place, and what is drawn besides them. */
export function output(input) {
  const { view, places, spots, routes, rivers, ranges, terrain, rings } = generate(input);
  const out = { width: view.width, height: view.height };
  const ways = routes.map(({ points, ...ends }) => ({ ...ends, points: curve(points, 9) }));
  const taken = [...spots, ...ways.flatMap(({ points }) => points.map((at) => ({ at, box: [6, 6] })))];
  for (const [kind, { of, marks }] of Object.entries(input.places)) {
    out[kind] = {};
    for (const [id, { width }] of Object.entries(of)) {
      const own = rings.get(id);
      const mine = marks.map((mark) => (mark.width && width ? { ...mark, width } : mark));
      const { stand } = places.find((place) => place.id === id);
      out[kind][id] = { d: ringPath(own), ...placed(own, mine, { taken, stand }) };
    }
  }
  for (const { kind, id, at } of spots) (out[kind] ??= {})[id] = at.map(tenths);
  const plain = (points) => linePath([simplified(points, input.detail.water)]);
  if (ways.length) out.routes = ways.map(({ points, ...ends }) => ({ ...ends, d: plain(points) }));
  out.land = ringPath(rings.get(FREE_LAND) ?? []);
  out.water = ringPath(rings.get(FREE_WATER) ?? []);
  out.rivers = linePath(rivers.map((run) => run.filter((p, i) => i % 2 === 0 || i + 1 === run.length)));
  if (ranges.length) out.ranges = linePath(ranges.map((run) => simplified(run, input.detail.water)));
  const marks = Object.keys(input.places).flatMap((kind) => Object.values(out[kind]).flatMap(({ force, fleet, centre }) => [force, fleet, centre]));
  const isClear = clearOf(rings, elementsOf(input), marks.filter(Boolean), input);
  const signs = new Map([["mountain", []], ...terrain]);
  signs.set("mountain", [...signs.get("mountain"), ...ranges.flatMap(peaksOf)]);
  // From north to south, so that what stands in front is drawn last.
  const placedSigns = [...signs].map(([kind, at]) => [kind, at.filter(isClear).sort((a, b) => a[1] - b[1]).map((p) => p.map(tenths))]);
  out.terrain = Object.fromEntries(placedSigns.filter(([, at]) => at.length));
  return out;
}

const tenths = (value) => Math.round(value * 10) / 10;

const elementsOf = ({ places }) => Object.values(places).filter(({ element }) => element === "land").flatMap(({ of }) => Object.keys(of));

/** Signs of terrain stand on land, with room around them, and off the marks of places: from afar they are a ground for these. */
function clearOf(rings, lands, marks, { land: { mark, off = 22 } }) {
  const grounds = [FREE_LAND, ...lands].map((id) => rings.get(id)).filter(Boolean);
  return (point) =>
    grounds.some((own) => clearance(own, point) >= mark) && marks.every(([x, y]) => Math.hypot(x - point[0], y - point[1]) > off);
}

const PEAK = 13; // units from one peak of a range to the next

/** Peaks along the line of a range, to its left and right by turns. */
function peaksOf(run) {
  const peaks = [];
  let due = PEAK / 2;
  for (let i = 1; i < run.length; i++) {
    const [[x0, y0], [x1, y1]] = [run[i - 1], run[i]];
    const length = Math.hypot(x1 - x0, y1 - y0);
    for (; due <= length; due += PEAK) {
      const aside = [3.5, -3, 0.5][peaks.length % 3];
      peaks.push([x0 + ((x1 - x0) * due - (y1 - y0) * aside) / length, y0 + ((y1 - y0) * due + (x1 - x0) * aside) / length]);
    }
    due -= length;
  }
  return peaks;
}

/** One line for each place, so that a change of the map is a readable difference. */
export function written(out) {
  const lines = Object.entries(out).map(([key, value]) => {
    if (typeof value !== "object" || key === "terrain") return `${JSON.stringify(key)}:${JSON.stringify(value)}`;
    if (Array.isArray(value)) return `${JSON.stringify(key)}:[\n${value.map((item) => JSON.stringify(item)).join(",\n")}\n]`;
    return `${JSON.stringify(key)}:{\n${Object.entries(value)
      .map(([id, shape]) => `${JSON.stringify(id)}:${JSON.stringify(shape)}`)
      .join(",\n")}\n}`;
  });
  return `{${lines.join(",\n")}}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const name = process.argv[2];
  const file = new URL(`./${name}.json`, import.meta.url);
  const input = JSON.parse(readFileSync(file, "utf8"));
  const text = written(output(input));
  writeFileSync(new URL(input.output, file), text);
  console.log(`${name}: ${text.length} bytes`);
}
