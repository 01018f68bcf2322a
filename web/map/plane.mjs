// SPDX-License-Identifier: MIT
// plane.mjs - the geometry of rings and the partition of the frame by lines: pieces between crossings, cycles, faces.

/** Rings are lists of [x, y], not closed. Positive area is clockwise on the screen (y downwards). */
export function signedArea(ring) {
  let twice = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) twice += ring[j][0] * ring[i][1] - ring[i][0] * ring[j][1];
  return twice / 2;
}

export const area = (ring) => Math.abs(signedArea(ring));

export function centroid(ring) {
  let [x, y] = [0, 0];
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const cross = ring[j][0] * ring[i][1] - ring[i][0] * ring[j][1];
    x += (ring[j][0] + ring[i][0]) * cross;
    y += (ring[j][1] + ring[i][1]) * cross;
  }
  const six = 6 * signedArea(ring);
  return [x / six, y / six];
}

export function contains(ring, [x, y]) {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [[xi, yi], [xj, yj]] = [ring[i], ring[j]];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}

/** Inside an odd number of the rings. */
export const containsAny = (rings, point) => rings.reduce((odd, ring) => odd !== contains(ring, point), false);

/** Where two segments cross or touch, or null. Parallel ones never do: those on one line share an end here, or nothing. */
export function crossing([ax, ay], [bx, by], [cx, cy], [dx, dy]) {
  const along = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
  if (Math.abs(along) < 1e-12) return null;
  const t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / along;
  const u = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / along;
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? { t, u } : null;
}

/** Calls back with each pair of segments whose boxes share a cell of a grid, once. */
export function nearPairs(segments, cell, visit) {
  const cells = new Map();
  segments.forEach(([[ax, ay], [bx, by]], index) => {
    for (let cx = Math.floor(Math.min(ax, bx) / cell); cx <= Math.floor(Math.max(ax, bx) / cell); cx++)
      for (let cy = Math.floor(Math.min(ay, by) / cell); cy <= Math.floor(Math.max(ay, by) / cell); cy++) {
        const key = cx * 65536 + cy;
        if (!cells.has(key)) cells.set(key, []);
        cells.get(key).push(index);
      }
  });
  const seen = new Set();
  for (const members of cells.values())
    for (let i = 0; i < members.length; i++)
      for (let j = i + 1; j < members.length; j++) {
        const pair = members[i] * segments.length + members[j];
        if (seen.has(pair)) continue;
        seen.add(pair);
        visit(members[i], members[j]);
      }
}

const GRID = 1e4; // points closer than one part of this are one point
const keyOf = ([x, y]) => `${Math.round(x * GRID)},${Math.round(y * GRID)}`;
const snap = ([x, y]) => [Math.round(x * GRID) / GRID, Math.round(y * GRID) / GRID];

/** Cuts segments {from, to, ...} at all their crossings; what else they carry is handed on to the pieces. */
export function pieces(segments) {
  const cuts = segments.map(() => []);
  nearPairs(
    segments.map(({ from, to }) => [from, to]),
    8,
    (i, j) => {
      if (segments[i].kind === "coast" && segments[j].kind === "coast") return;
      const met = crossing(segments[i].from, segments[i].to, segments[j].from, segments[j].to);
      if (!met) return;
      const [[ax, ay], [bx, by]] = [segments[i].from, segments[i].to];
      const point = snap([ax + (bx - ax) * met.t, ay + (by - ay) * met.t]);
      cuts[i].push({ at: met.t, point });
      cuts[j].push({ at: met.u, point });
    },
  );
  return segments.flatMap((segment, i) => {
    const stops = [snap(segment.from), ...cuts[i].sort((a, b) => a.at - b.at).map((c) => c.point), snap(segment.to)];
    return stops.slice(1).flatMap((to, k) => (keyOf(to) === keyOf(stops[k]) ? [] : [{ ...segment, from: stops[k], to }]));
  });
}

/** The faces of a partition, {outer, holes} with cycles of half-edges, and all half-edges: two for every piece. */
export function faces(parts) {
  const halves = halfEdges(parts);
  const cycles = [];
  for (const start of halves) {
    if (start.cycle) continue;
    const cycle = { steps: [], ring: [] };
    for (let half = start; !half.cycle; half = half.next()) {
      half.cycle = cycle;
      cycle.steps.push(half);
      cycle.ring.push(half.from);
    }
    cycle.area = signedArea(cycle.ring);
    cycles.push(cycle);
  }
  const found = cycles.filter((c) => c.area > 1e-6).map((outer) => ({ outer, holes: [] }));
  for (const hole of cycles.filter((c) => c.area <= 1e-6)) {
    const around = found.filter((f) => f.outer.area > -hole.area + 1e-6 && contains(f.outer.ring, beside(hole)));
    around.sort((a, b) => a.outer.area - b.outer.area);
    if (around.length) around[0].holes.push(hole);
  }
  for (const face of found)
    for (const cycle of [face.outer, ...face.holes]) for (const half of cycle.steps) half.face = face;
  return { found, halves };
}

/** A point just to the left of a cycle's longest step, where "left" is the side that the cycle goes round. */
export function beside(cycle) {
  const longest = cycle.steps.reduce((a, b) => (b.length > a.length ? b : a));
  const [[ax, ay], [bx, by]] = [longest.from, longest.to];
  const [nx, ny] = [-(by - ay) / longest.length, (bx - ax) / longest.length];
  const step = Math.min(0.02, longest.length / 50);
  return [(ax + bx) / 2 + nx * step, (ay + by) / 2 + ny * step];
}

function halfEdges(parts) {
  const out = new Map();
  const halves = [];
  const seen = new Set();
  for (const part of parts) {
    const [a, b] = [keyOf(part.from), keyOf(part.to)];
    const both = a < b ? `${a} ${b}` : `${b} ${a}`;
    if (seen.has(both)) continue;
    seen.add(both);
    const there = half(part, part.from, part.to, a, b);
    const back = half(part, part.to, part.from, b, a);
    there.twin = back;
    back.twin = there;
    halves.push(there, back);
  }
  for (const h of halves) {
    if (!out.has(h.start)) out.set(h.start, []);
    out.get(h.start).push(h);
  }
  for (const around of out.values()) {
    around.sort((a, b) => a.angle - b.angle);
    around.forEach((h, i) => (h.turn = around[(i + 1) % around.length]));
  }
  return halves;
}

function half(part, from, to, start, end) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  return {
    part,
    from,
    to,
    start,
    end,
    angle: Math.atan2(dy, dx),
    length: Math.hypot(dx, dy),
    cycle: null,
    face: null,
    twin: null,
    turn: null,
    // The next step round the face on the left hand (right on the screen): the one before our way back.
    next() {
      let back = this.twin;
      while (back.turn !== this.twin) back = back.turn;
      return back;
    },
  };
}
