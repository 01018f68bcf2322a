// SPDX-License-Identifier: MIT
// shapes.mjs - from the partition of the frame to arcs, each between the same two places, and from arcs to shapes.
import { beside, contains, containsAny, crossing, faces, nearPairs, pieces } from "./plane.mjs";

export const OUT = "~frame"; // what lies beyond the frame
export const FREE_LAND = "~land"; // land and water that no place owns
export const FREE_WATER = "~water";

/** Segments of the frame, the coast and the lines. A line counts only where it runs through its own element. */
export function partition(coastRings, lines, { width, height }) {
  const segments = [];
  const add = (points, kind) => {
    for (let i = 1; i < points.length; i++) segments.push({ from: points[i - 1], to: points[i], kind });
  };
  const step = 5;
  const edge = (a, b) => {
    const count = Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / step);
    return Array.from({ length: count + 1 }, (_, i) => [
      a[0] + ((b[0] - a[0]) * i) / count,
      a[1] + ((b[1] - a[1]) * i) / count,
    ]);
  };
  const corners = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
    [0, 0],
  ];
  for (let i = 1; i < corners.length; i++) add(edge(corners[i - 1], corners[i]), "frame");
  const onFrame = ([ax, ay], [bx, by]) =>
    (near(ax, bx) && (near(ax, 0) || near(ax, width))) || (near(ay, by) && (near(ay, 0) || near(ay, height)));
  for (const ring of coastRings)
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++)
      if (onFrame(ring[j], ring[i])) continue;
      else add(edge(ring[j], ring[i]), "coast");
  for (const { points, element } of lines) add(points, element);
  const kept = pieces(segments).filter(({ from, to, kind }) => {
    if (kind === "frame" || kind === "coast") return true;
    const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    if (middle[0] < 0 || middle[1] < 0 || middle[0] > width || middle[1] > height) return false;
    return containsAny(coastRings, middle) === (kind === "land");
  });
  return withoutLooseEnds(kept);
}

const near = (a, b) => Math.abs(a - b) < 1e-3;
const keyOf = ([x, y]) => `${Math.round(x * 1e4)},${Math.round(y * 1e4)}`;

/** Lines overshoot the coast; what hangs loose bounds nothing. */
function withoutLooseEnds(parts) {
  for (let rest = parts; ;) {
    const degree = new Map();
    for (const { from, to } of rest) for (const p of [from, to]) degree.set(keyOf(p), (degree.get(keyOf(p)) ?? 0) + 1);
    const next = rest.filter(({ from, to }) => degree.get(keyOf(from)) > 1 && degree.get(keyOf(to)) > 1);
    if (next.length === rest.length) return rest;
    rest = next;
  }
}

/**
 * Gives every face its place. `places`: [{id, element, at: [points]}]. Faces smaller than `least` that nobody owns go to the
 * neighbour with the longest common border, of the same element if there is one; greater ones stay free.
 */
export function owned(parts, coastRings, places, least) {
  const { found, halves } = faces(parts);
  for (const face of found) {
    face.element = containsAny(coastRings, beside(face.outer)) ? "land" : "water";
    face.area = face.outer.area + face.holes.reduce((sum, hole) => sum + hole.area, 0);
    face.owner = null;
  }
  for (const { id, element, at } of places)
    for (const point of at) {
      const face = found.find((f) => contains(f.outer.ring, point) && !f.holes.some((h) => contains(h.ring, point)));
      if (!face) throw new Error(`${id}: no face at ${point}`);
      if (face.element !== element) throw new Error(`${id}: ${point} lies in ${face.element}`);
      if (face.owner && face.owner !== id) throw new Error(`${id} and ${face.owner} are not parted by lines`);
      face.owner = id;
    }
  for (const face of found) face.free = !face.owner && face.area >= least;
  for (const face of found) if (face.free) face.owner = face.element === "land" ? FREE_LAND : FREE_WATER;
  const orphans = found.filter((f) => !f.owner);
  for (const sameElement of [true, false]) for (const face of orphans) face.owner ??= longestNeighbour(face, sameElement);
  for (const face of orphans) face.owner ??= face.element === "land" ? FREE_LAND : FREE_WATER;
  return arcsOf(halves);
}

function longestNeighbour(face, sameElement) {
  const borders = new Map();
  for (const cycle of [face.outer, ...face.holes])
    for (const { twin, length } of cycle.steps) {
      const owner = twin.face?.owner;
      if (owner && (twin.face.element === face.element) === sameElement)
        borders.set(owner, (borders.get(owner) ?? 0) + length);
    }
  return [...borders].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

const ownerOf = (half) => half.face?.owner ?? OUT;

/** The longest runs of steps with the same owners left and right: {left, right, points}. */
function arcsOf(halves) {
  const kept = halves.filter((half) => ownerOf(half) !== ownerOf(half.twin));
  const out = new Map();
  for (const half of kept) {
    if (!out.has(half.start)) out.set(half.start, []);
    out.get(half.start).push(half);
  }
  const follow = (half) => {
    const next = out.get(half.end).filter((other) => other !== half.twin);
    return next.length === 1 && ownerOf(next[0]) === ownerOf(half) && ownerOf(next[0].twin) === ownerOf(half.twin)
      ? next[0]
      : null;
  };
  const done = new Set();
  const arcs = [];
  for (const half of kept) {
    if (done.has(half) || done.has(half.twin)) continue;
    let first = half;
    for (let back = follow(first.twin); back && back.twin !== half; back = follow(first.twin)) first = back.twin;
    const points = [[...first.from]];
    for (let at = first; at && !done.has(at); at = follow(at)) {
      done.add(at);
      points.push([...at.to]);
    }
    arcs.push({ left: ownerOf(first), right: ownerOf(first.twin), points });
  }
  return joined(arcs);
}

/** Ends that meet become one point, so that a stretching moves them together. */
function joined(arcs) {
  const ends = new Map();
  for (const { points } of arcs)
    for (const i of [0, points.length - 1]) {
      const key = keyOf(points[i]);
      if (!ends.has(key)) ends.set(key, points[i]);
      points[i] = ends.get(key);
    }
  return arcs;
}

/** Every owner's closed rings, in the order of travel that keeps the owner on the left. */
export function ringsOf(arcs, read = (arc) => arc.points) {
  const starts = new Map();
  const put = (owner, points) => {
    if (!starts.has(owner)) starts.set(owner, new Map());
    const key = keyOf(points[0]);
    const mine = starts.get(owner);
    if (mine.has(key)) throw new Error(`${owner} touches itself at ${points[0].map((v) => v.toFixed(1))}`);
    mine.set(key, points);
  };
  for (const arc of arcs) {
    const points = read(arc);
    put(arc.left, points);
    put(arc.right, points.slice().reverse());
  }
  const rings = new Map();
  for (const [owner, mine] of starts) {
    if (owner === OUT) continue;
    const list = [];
    while (mine.size) {
      const [first] = mine.keys();
      const ring = [];
      for (let key = first; mine.has(key);) {
        const points = mine.get(key);
        mine.delete(key);
        ring.push(...points.slice(0, -1));
        key = keyOf(points[points.length - 1]);
      }
      list.push(ring);
    }
    rings.set(owner, list);
  }
  return rings;
}

/**
 * Leaves out points of small weight (Visvalingam); `weight` is the area of the triangle that a point makes. With `blunt`, up to
 * 1, a sharp corner weighs less than a flat one of the same area: spikes go first.
 */
export function simplified(points, weight, blunt = 0) {
  const kept = points.slice();
  const closed = points[0] === points[points.length - 1];
  const triangle = (a, b, c) => {
    const area = Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
    const [ux, uy, vx, vy] = [a[0] - b[0], a[1] - b[1], c[0] - b[0], c[1] - b[1]];
    return area * (1 - (blunt * (ux * vx + uy * vy)) / (Math.hypot(ux, uy) * Math.hypot(vx, vy) || 1));
  };
  const weights = kept.map((p, i) => (i && i + 1 < kept.length ? triangle(kept[i - 1], p, kept[i + 1]) : Infinity));
  while (kept.length > (closed ? 5 : 2)) {
    let least = 0;
    for (let i = 1; i < weights.length; i++) if (weights[i] < weights[least]) least = i;
    if (!(weights[least] < weight)) break;
    const gone = weights[least];
    kept.splice(least, 1);
    weights.splice(least, 1);
    for (const i of [least - 1, least])
      if (i > 0 && i + 1 < kept.length) weights[i] = Math.max(gone, triangle(kept[i - 1], kept[i], kept[i + 1]));
  }
  return kept;
}

/**
 * Simplifies all arcs and rounds them to tenths. Arcs that would then cross something are simplified less, or more where
 * that is what a coast of fine fingers needs, until none does.
 */
export function drawn(arcs, weightOf, blunt) {
  const factors = [1, 0.5, 0.25, 1.5, 2, 3, 0.1, 4.5, 6, 9];
  const tries = arcs.map(() => 0);
  for (;;) {
    arcs.forEach((arc, i) => (arc.drawn = rounded(simplified(arc.points, weightOf(arc) * factors[tries[i]], blunt))));
    const bad = crossed(arcs);
    if (!bad.size) return arcs;
    for (const [i, at] of bad)
      if (++tries[i] === factors.length)
        throw new Error(`the line between ${arcs[i].left} and ${arcs[i].right} crosses something at ${at}`);
  }
}

function rounded(points) {
  const tenths = points.map((point) => point.map((v) => Math.round(v * 10) / 10));
  return tenths.filter((point, i) => i === 0 || !same(point, tenths[i - 1]));
}

const same = (p, q) => p[0] === q[0] && p[1] === q[1];

/** Arcs (by number, with a point) that cross, touch or lie on another one, or on themselves, but for common ends. */
function crossed(arcs) {
  const segments = [];
  const owner = [];
  arcs.forEach(({ drawn: points }, index) => {
    for (let i = 1; i < points.length; i++) {
      segments.push([points[i - 1], points[i]]);
      owner.push(index);
    }
  });
  const bad = new Map();
  nearPairs(segments, 6, (i, j) => {
    const [[a, b], [c, d]] = [segments[i], segments[j]];
    const shared = [
      [a, c, b, d],
      [a, d, b, c],
      [b, c, a, d],
      [b, d, a, c],
    ].filter(([p, q]) => same(p, q));
    if (shared.length === 1) {
      const [[at, , p, q]] = shared; // neighbours: they must not fold back on each other
      const [ux, uy, vx, vy] = [p[0] - at[0], p[1] - at[1], q[0] - at[0], q[1] - at[1]];
      if (Math.abs(ux * vy - uy * vx) > 1e-9 || ux * vx + uy * vy < 0) return;
    } else if (!shared.length && !crossing(a, b, c, d)) return;
    bad.set(owner[i], a);
    bad.set(owner[j], c);
  });
  return bad;
}
