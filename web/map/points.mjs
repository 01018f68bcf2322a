// SPDX-License-Identifier: MIT
// points.mjs - where a place's badge, name and marks stand: inside its shape and apart from each other.
import { area, contains } from "./plane.mjs";

/** Distance of a point to the nearest edge of the rings, negative outside. */
export function clearance(rings, [x, y]) {
  let inside = false;
  let least = Infinity;
  for (const ring of rings)
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [[ax, ay], [bx, by]] = [ring[j], ring[i]];
      if (by > y !== ay > y && x < ((ax - bx) * (y - by)) / (ay - by) + bx) inside = !inside;
      const [dx, dy] = [bx - ax, by - ay];
      const t = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1), 0), 1);
      least = Math.min(least, (ax + t * dx - x) ** 2 + (ay + t * dy - y) ** 2);
    }
  return (inside ? 1 : -1) * Math.sqrt(least);
}

/** The greatest ring of a shape with the holes in it. */
export function mainPart(rings) {
  const greatest = rings.reduce((a, b) => (area(b) > area(a) ? b : a));
  return [greatest, ...rings.filter((ring) => ring !== greatest && contains(greatest, ring[0]))];
}

/** Free length to the left and to the right of a point: room for a name. */
function room(rings, [x, y]) {
  let [left, right] = [Infinity, Infinity];
  for (const ring of rings)
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [[xi, yi], [xj, yj]] = [ring[i], ring[j]];
      if (yi > y === yj > y) continue;
      const at = ((xj - xi) * (y - yi)) / (yj - yi) + xi;
      if (at < x) left = Math.min(left, x - at);
      else right = Math.min(right, at - x);
    }
  return Math.min(left, right);
}

/**
 * Places for `marks`: [{name, radius, width?, box?, inside?}]; a mark with a width is a name, which wants that much room from
 * side to side; one with a box [width, height] is apart from others by that; `inside` is how far from the edge a mark keeps at
 * least. The first mark stands well inside, or at `stand`, and the others around it, no nearer than their radii; where a shape
 * is too small for that, they stand closer together, in steps, down to half. All are inside the shape, and clear of the boxes
 * of what is `taken`: [{at, box}].
 */
export function placed(rings, marks, { taken, stand }) {
  const part = mainPart(rings);
  const all = marks.map(sized);
  const fixed = taken.map(sized);
  const spots = (stand ? [stand] : grid(part))
    .map((at) => ({ at, clear: clear(part, all[0], at) }))
    .filter((spot) => spot.clear > 3 && fixed.every((other) => apart(all[0], spot.at, other, 1)));
  const good = spots
    .slice()
    .sort((a, b) => b.clear - a.clear)
    .slice(0, Math.ceil(spots.length / 3));
  for (let scale = 1; scale >= 0.5; scale -= 0.1) {
    let best = null;
    for (const spot of good) {
      const done = arranged(part, spot, all, fixed, scale);
      if (done && (!best || done.value > best.value + 1e-9)) best = done;
    }
    if (best) return Object.fromEntries(best.marks.map(({ name, at }) => [name, at.map((v) => Math.round(v * 10) / 10)]));
  }
  throw new Error(`no room for ${marks.map(({ name }) => name)} near ${part[0][0]}`);
}

/** A mark with its radius and how far it reaches from its point: to the sides, up and down. */
function sized({ width, box, ...mark }) {
  const radius = mark.radius ?? box[1] / 2;
  return { ...mark, width, box, radius, half: box ? box.map((side) => side / 2) : [radius, radius] };
}

/** Room around a point: for a circle the distance to the next edge; for a box its radius and what is left around it. */
function clear(part, { box, half, radius }, [x, y]) {
  if (!box) return clearance(part, [x, y]);
  const rim = [-1, -0.5, 0, 0.5, 1].flatMap((u) => [-1, 1].map((v) => [x + u * half[0], y + v * half[1]]));
  return radius + Math.min(...rim.map((point) => clearance(part, point)));
}

const DIRECTIONS = Array.from({ length: 24 }, (_, i) => [Math.sin((i / 12) * Math.PI), -Math.cos((i / 12) * Math.PI)]);

/** The other marks around the first one at a spot, each where it is best; null if one finds no place. */
function arranged(part, { at: first, clear: around }, [main, ...others], fixed, scale) {
  let value = 9 * Math.min(around / main.radius, 1) + Math.min(around / main.radius, 2.2);
  const marks = [{ ...main, at: first }];
  for (const mark of others) {
    let best = null;
    for (const [dx, dy] of DIRECTIONS)
      for (const away of mark.width ? [1, 1.25, 1.5, 1.75, 2] : [1, 1.25, 1.5]) {
        const reach = main.half.map((half, k) => (half + mark.half[k]) * scale * away);
        const at = [first[0] + dx * reach[0], first[1] + dy * reach[1]];
        if (marks.some((other) => !apart(mark, at, other, scale))) continue;
        const free = clearance(part, at);
        if (free < (mark.inside ?? 3) * scale) continue;
        if (fixed.some((other) => !apart(mark, at, other, 1))) continue;
        let worth = 2 * Math.min(free / mark.radius, 1) - 0.6 * (away - 1);
        // Names read best straight above their badge, or else below it.
        if (mark.width)
          worth += 2 * Math.min((2 * room(part, at)) / mark.width, 1) - 0.8 * Math.abs(dx) - (dy > 0 ? 0.25 : 0);
        else worth -= 0.1 * Math.abs(dy);
        if (!best || worth > best.worth + 1e-9) best = { ...mark, at, worth };
      }
    if (!best) return null;
    value += best.worth;
    marks.push(best);
  }
  return { value, marks };
}

/**
 * A name keeps away from a mark by its height above and below, and by a part of its width at the sides; a box by its whole
 * height or width, and from a name by all of that.
 */
function apart(mark, [x, y], other, scale) {
  const [dx, dy] = [Math.abs(x - other.at[0]), Math.abs(y - other.at[1])];
  if (mark.box || other.box) {
    const aside = [mark, other].reduce((sum, { width, half }) => sum + (width ? width / 2 : half[0]), 0);
    return dx >= aside * scale - 1e-9 || dy >= (mark.half[1] + other.half[1]) * scale - 1e-9;
  }
  const reach = (mark.radius + other.radius) * scale;
  if (!mark.width && !other.width) return Math.hypot(dx, dy) >= reach - 1e-9;
  const round = mark.width ? other.radius : mark.radius;
  return dy >= reach - 1e-9 || dx >= ((mark.width ?? other.width) / 2 + round * 0.6) * scale;
}

/** Points about as far apart as gives 1200 of them in the box of the shape. */
function grid([outer]) {
  const [xs, ys] = [outer.map((p) => p[0]), outer.map((p) => p[1])];
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const step = Math.max(1.5, Math.sqrt(((x1 - x0) * (y1 - y0)) / 1200));
  const points = [];
  for (let y = y0 + step / 2; y < y1; y += step) for (let x = x0 + step / 2; x < x1; x += step) points.push([x, y]);
  return points;
}
