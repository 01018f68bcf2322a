// SPDX-License-Identifier: MIT
// lines.mjs - the hand-placed lines between places: from a few points of the map to a curve, a natural or a plain one.

/** A curve through all points (centripetal Catmull-Rom), as points about `step` apart. */
export function curve(points, step) {
  if (points.length < 2) throw new Error("a line needs two points");
  const first = extend(points[1], points[0]);
  const last = extend(points[points.length - 2], points[points.length - 1]);
  const all = [first, ...points, last];
  const out = [points[0]];
  for (let i = 1; i + 2 < all.length; i++) {
    const [p0, p1, p2, p3] = all.slice(i - 1, i + 3);
    const count = Math.max(1, Math.round(distance(p1, p2) / step));
    for (let k = 1; k <= count; k++) out.push(k === count ? p2 : catmullRom(p0, p1, p2, p3, k / count));
  }
  return out;
}

const extend = (from, to) => [2 * to[0] - from[0], 2 * to[1] - from[1]];
export const distance = (a, b) => Math.hypot(b[0] - a[0], b[1] - a[1]);

function catmullRom(p0, p1, p2, p3, t) {
  const t1 = Math.sqrt(distance(p0, p1)) || 1e-6;
  const t2 = t1 + (Math.sqrt(distance(p1, p2)) || 1e-6);
  const t3 = t2 + (Math.sqrt(distance(p2, p3)) || 1e-6);
  const at = t1 + (t2 - t1) * t;
  const a1 = blend(p0, p1, 0, t1, at);
  const a2 = blend(p1, p2, t1, t2, at);
  const a3 = blend(p2, p3, t2, t3, at);
  return blend(blend(a1, a2, 0, t2, at), blend(a2, a3, t1, t3, at), t1, t2, at);
}

const blend = (p, q, from, to, at) => [0, 1].map((k) => (p[k] * (to - at) + q[k] * (at - from)) / (to - from));

/** Borders on land wander like rivers and ridges: the same line wanders the same way each time. */
export function wander(points, { height, levels }, seed) {
  let out = points;
  let random = seed;
  for (let level = 0; level < levels; level++) {
    const next = [out[0]];
    for (let i = 1; i < out.length; i++) {
      const [[ax, ay], [bx, by]] = [out[i - 1], out[i]];
      random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
      const aside = ((random >>> 8) / 0xffffff - 0.5) * 2 * height;
      next.push([(ax + bx) / 2 - (by - ay) * aside, (ay + by) / 2 + (bx - ax) * aside], out[i]);
    }
    out = next;
  }
  return rounded(out);
}

/** Two points of a step, a quarter from its ends, but no farther than some units: long straight edges stay. */
function quarters(a, b) {
  const part = Math.min(0.25, 4 / distance(a, b));
  return [part, 1 - part].map((t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]);
}

/** Cuts every corner of a line once (Chaikin). */
const rounded = (points) => [points[0], ...points.slice(1).flatMap((p, i) => quarters(points[i], p)), points.at(-1)];

/** The same for a ring. */
export const roundedRing = (ring) => ring.flatMap((p, i) => quarters(ring.at(i - 1), p));
