// SPDX-License-Identifier: MIT
// ground.ts - the land under the map, drawn by a generator: hills, woods, waste around the first ruins, the sea at the rim, rivers from
// hills to the sea. The same map has always the same land. It is ground alone: whatever has a meaning is drawn over it.
import type { Spot } from "../../map/spots";
import type { Land } from "./data";

export interface Scenery {
  /** Closed paths in SVG's notation. */
  readonly sea: string;
  readonly shore: string;
  readonly woods: string;
  readonly hills: string;
  readonly waste: string;
  /** Open ones. */
  readonly rivers: string;
  /** Points on which a small sign stands, by kind. */
  readonly signs: Readonly<Record<"tree" | "hill" | "thorn" | "grass" | "wave", readonly Spot[]>>;
}

// ---- Chance that is always the same --------------------------------------------------------------------------------------------------------

/** Numbers from 0 to 1 by a seed (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number out of the map's own sites: another map, another land. */
export function seedOf(land: Land): number {
  let hash = 2166136261;
  for (const { spot, kind } of land.sites.values())
    for (const n of [spot[0], spot[1], kind.length]) hash = Math.imul(hash ^ Math.round(n * 10), 16777619);
  return hash >>> 0;
}

type Field = (x: number, y: number) => number;

/** Smooth noise from 0 to 1: random values on a lattice of that size, and half as much of one twice as fine. */
function noise(next: () => number, size: number): Field {
  const octave = (): Field => {
    const table = Array.from({ length: 4096 }, next);
    const at = (i: number, j: number): number => table[(((i & 63) << 6) | (j & 63)) & 4095]!;
    const smooth = (t: number): number => t * t * (3 - 2 * t);
    return (x, y) => {
      const [i, j] = [Math.floor(x), Math.floor(y)];
      const [u, v] = [smooth(x - i), smooth(y - j)];
      const top = at(i, j) * (1 - u) + at(i + 1, j) * u;
      const low = at(i, j + 1) * (1 - u) + at(i + 1, j + 1) * u;
      return top * (1 - v) + low * v;
    };
  };
  const [coarse, fine] = [octave(), octave()];
  return (x, y) => (coarse(x / size, y / size) * 2 + fine((x * 2) / size, (y * 2) / size)) / 3;
}

// ---- Where a field is above a level -----------------------------------------------------------------------------------------------------

const CELL = 22; // units

/** The outlines of where the field is above 0, as closed paths: marching squares, walked along and rounded. */
function outlines(field: Field, width: number, height: number): string {
  const [columns, rows] = [Math.ceil(width / CELL) + 2, Math.ceil(height / CELL) + 2];
  // The rim lies outside the map and counts as below, so that every outline closes.
  const value: Field = (i, j) => (i <= 0 || j <= 0 || i >= columns || j >= rows ? -1 : field((i - 1) * CELL, (j - 1) * CELL));
  const grid = Array.from({ length: rows + 1 }, (_, j) => Array.from({ length: columns + 1 }, (_, i) => value(i, j)));
  const next = new Map<string, { at: Spot; to: string }>();
  const put = (from: string, at: Spot, to: string): void => void next.set(from, { at, to });
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const [a, b, c, d] = [grid[j]![i]!, grid[j]![i + 1]!, grid[j + 1]![i + 1]!, grid[j + 1]![i]!];
      const part = (p: number, q: number): number => (p === q ? 0.5 : p / (p - q));
      const map = (x: number, y: number): Spot => [(i + x - 1) * CELL, (j + y - 1) * CELL];
      // Points where the outline crosses the four sides; each side has one name from both of its cells.
      const side = {
        n: { name: `h${i},${j}`, at: map(part(a, b), 0) },
        e: { name: `v${i + 1},${j}`, at: map(1, part(b, c)) },
        s: { name: `h${i},${j + 1}`, at: map(part(d, c), 1) },
        w: { name: `v${i},${j}`, at: map(0, part(a, d)) },
      };
      const link = (from: keyof typeof side, to: keyof typeof side): void => put(side[from].name, side[from].at, side[to].name);
      // What is above lies to the right of the way.
      const ways: Readonly<Record<number, string>> = {
        1: "wn", 2: "ne", 3: "we", 4: "es", 5: "wn es", 6: "ns", 7: "ws", 8: "sw", 9: "sn", 10: "ne sw", 11: "se", 12: "ew", 13: "en", 14: "nw",
      };
      const kind = Number(a > 0) | (Number(b > 0) << 1) | (Number(c > 0) << 2) | (Number(d > 0) << 3);
      for (const way of (ways[kind] ?? "").split(" ").filter(Boolean)) link(way[0] as "n", way[1] as "n");
    }
  let path = "";
  while (next.size) {
    const points: Spot[] = [];
    let name: string | undefined = next.keys().next().value;
    while (name !== undefined) {
      const step = next.get(name);
      if (!step) break;
      next.delete(name);
      points.push(step.at);
      name = step.to;
    }
    if (points.length > 3) path += rounded(points, true);
  }
  return path;
}

const p = (x: number, y: number): string => `${Math.round(x)} ${Math.round(y)}`;

/** A curve through the middles of a line's parts. */
function rounded(points: readonly Spot[], closed: boolean): string {
  const middle = (a: Spot, b: Spot): Spot => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const at = (i: number): Spot => points[i % points.length]!;
  const start = closed ? middle(at(points.length - 1), at(0)) : at(0);
  let path = `M${p(...start)}`;
  const n = closed ? points.length : points.length - 1;
  for (let i = closed ? 0 : 1; i < n; i++) path += `Q${p(...at(i))} ${p(...middle(at(i), at(i + 1)))}`;
  return closed ? `${path}Z` : `${path}L${p(...at(points.length - 1))}`;
}

// ---- The land ---------------------------------------------------------------------------------------------------------------------------------

const RIM = 92; // units of land around the outermost sites, more or less
const FREE = 27; // no sign stands nearer to a site
const FREE_LINE = 13; // nor to a line

function toLine([x, y]: Spot, [ax, ay]: Spot, [bx, by]: Spot): number {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}

/** How near, from 1 (there) to 0 (that far or farther), the nearest of the spots is. */
const nearness = (spots: readonly Spot[], far: number): Field => (x, y) => {
  let least = far * far;
  for (const [a, b] of spots) least = Math.min(least, (a - x) * (a - x) + (b - y) * (b - y));
  return 1 - Math.sqrt(least) / far;
};

/** Down the slope from a spring to the sea. */
function river(spring: Spot, height: Field, ground: Field, next: () => number): Spot[] {
  const way: Spot[] = [spring];
  let [x, y] = spring;
  let heading = next() * 2 * Math.PI;
  for (let i = 0; i < 90 && ground(x, y) > -0.02; i++) {
    const turns = Array.from({ length: 9 }, (_, k) => heading + (k - 4) * 0.32);
    const falls = turns.map((turn) => height(x + Math.cos(turn) * 30, y + Math.sin(turn) * 30));
    heading = turns[falls.indexOf(Math.min(...falls))]!;
    x += Math.cos(heading) * 15;
    y += Math.sin(heading) * 15;
    // What comes back to where it was would be a lake.
    if (way.slice(0, -4).some(([a, b]) => Math.hypot(a - x, b - y) < 32)) break;
    way.push([x, y]);
  }
  return way;
}

function draw(land: Land): Scenery {
  const next = chance(seedOf(land));
  const { width, height } = land;
  const sites = [...land.sites.values()];
  const spots = sites.map(({ spot }) => spot);
  const of = (kind: string): Spot[] => sites.filter((site) => site.kind === kind).map(({ spot }) => spot);
  // However small a map is, it has a bit of everything.
  const size = Math.min(1, 0.4 + Math.min(width, height) / 1400);
  const [rough, wood, rise, dry] = [noise(next, 150 * size), noise(next, 190 * size), noise(next, 230 * size), noise(next, 170 * size)];
  const inland = nearness(spots, 2 * RIM); // 0.5 at the rim
  // Each field is above 0 where its kind of land is.
  const ground: Field = (x, y) => inland(x, y) - 0.5 + (rough(x, y) - 0.46) * 0.55;
  const ruins = nearness(of("ruin"), 230 * size);
  const homes = nearness(of("settlement"), 200 * size);
  const wasted: Field = (x, y) => Math.min(ground(x, y) - 0.07, ruins(x, y) * 0.75 + dry(x, y) - 0.86);
  const wooded: Field = (x, y) => Math.min(ground(x, y) - 0.07, wood(x, y) - 0.53 - ruins(x, y) * 0.25);
  const hilly: Field = (x, y) => Math.min(ground(x, y) - 0.07, rise(x, y) - 0.55 - homes(x, y) * 0.08);
  const fall: Field = (x, y) => ground(x, y) + rise(x, y) * 0.7 - 0.32;

  const clear = ([x, y]: Spot): boolean =>
    spots.every(([a, b]) => Math.hypot(a - x, b - y) > FREE) &&
    land.lines.every(({ from, to }) => toLine([x, y], land.sites.get(from)!.spot, land.sites.get(to)!.spot) > FREE_LINE);
  const signs: Record<keyof Scenery["signs"], Spot[]> = { tree: [], hill: [], thorn: [], grass: [], wave: [] };
  const taken: Spot[] = [];
  const tries = Math.round((width * height) / 420);
  for (let i = 0; i < tries; i++) {
    const spot: Spot = [Math.round(next() * width), Math.round(next() * height)];
    const luck = next();
    const sea = ground(...spot) < -0.16;
    const kind = sea ? "wave" : hilly(...spot) > 0 ? "hill" : wasted(...spot) > 0 ? "thorn" : wooded(...spot) > 0 ? "tree" : "grass";
    const wanted = { wave: 0.18, hill: 1, thorn: 0.6, tree: 1, grass: ground(...spot) > 0.05 ? 0.14 : 0 }[kind];
    const room = { wave: 46, hill: 27, thorn: 25, tree: 17, grass: 40 }[kind];
    if (luck > wanted || !clear(spot) || taken.some(([a, b]) => Math.hypot(a - spot[0], b - spot[1]) < room)) continue;
    taken.push(spot);
    signs[kind].push(spot);
  }
  // Springs: the highest of some points inland, far from each other.
  const springs: Spot[] = [];
  const points = Array.from({ length: 60 }, (): Spot => [next() * width, next() * height]);
  for (const point of points.filter(([x, y]) => ground(x, y) > 0.2).sort((a, b) => fall(...b) - fall(...a)))
    if (springs.length < 4 && springs.every(([a, b]) => Math.hypot(a - point[0], b - point[1]) > 260)) springs.push(point);
  return {
    sea: `M0 0H${width}V${height}H0Z`,
    shore: outlines(ground, width, height),
    woods: outlines(wooded, width, height),
    hills: outlines(hilly, width, height),
    waste: outlines(wasted, width, height),
    rivers: springs.map((spring) => rounded(river(spring, fall, ground, next), false)).join(""),
    signs,
  };
}

const drawn = new WeakMap<Land, Scenery>();

/** The scenery of a map, drawn once. */
export function sceneryOf(land: Land): Scenery {
  const known = drawn.get(land);
  if (known) return known;
  const made = draw(land);
  drawn.set(land, made);
  return made;
}

/** Signs of the land, from the point on which they stand. */
export const SIGNS: Readonly<Record<keyof Scenery["signs"], string>> = {
  tree: "m0 5v-4m-4.5 0h9l-4.5-9z",
  hill: "m-12 5q5-13 11-13 6 0 12 13m-13-7q2-3 4-3",
  thorn: "m-5 4q1-6-2-9m5 9q-2-7 3-11m0 11q-1-5 4-7",
  grass: "m-4 2l-2-4m2 4v-5m0 5l2-4m5 5l-1-4m1 4l2-4",
  wave: "m-9 0q3-4 6 0 3 4 6 0 3-4 6 0",
};
