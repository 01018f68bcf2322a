// SPDX-License-Identifier: MIT
// land.mjs - the coast: Natural Earth's land, projected, cut to the frame, straits opened, islands enlarged.
import { createRequire } from "node:module";
import { geoConicConformal, geoStream } from "d3-geo";
import polygonClipping from "polygon-clipping";
import { feature } from "topojson-client";
import { roundedRing } from "./lines.mjs";
import { area, centroid, contains } from "./plane.mjs";

/**
 * From degrees to map units, y downwards. The frame is given as the degrees of four points, one on each edge;
 * the frame becomes `input.width` wide, and `tall` draws it out in height.
 */
export function projector(input) {
  const { parallels, centre, frame, tall } = input.projection;
  const raw = geoConicConformal()
    .parallels(parallels)
    .rotate([-centre, 0])
    .center([0, 40])
    .precision(0)
    .scale(1)
    .translate([0, 0]);
  const west = raw(frame.west)[0];
  const north = raw(frame.north)[1];
  const scale = input.width / (raw(frame.east)[0] - west);
  const projection = raw.scale(scale).translate([-west * scale, -north * scale]);
  const upright = ([x, y]) => [x, y * tall];
  const height = Math.round(projection(frame.south)[1] * tall);
  return { projection, upright, project: (degrees) => upright(projection(degrees)), width: input.width, height };
}

/** The rings of a sphere's polygons, projected and cut to a box. */
function cut(object, projection, box) {
  const rings = [];
  const receiver = {
    polygonStart() {},
    polygonEnd() {},
    lineStart: () => rings.push([]),
    lineEnd() {},
    point: (x, y) => rings[rings.length - 1].push([x, y]),
  };
  geoStream(object, projection.clipExtent(box).stream(receiver));
  projection.clipExtent(null);
  return rings.map(distinct).filter((ring) => ring.length > 2);
}

/** A ring around a path at half the given width: what a strait of that width takes from the land. */
function strip(path, width) {
  const parts = path.map((point) => [disc(point, width / 2)]);
  for (let i = 1; i < path.length; i++) {
    const [[x0, y0], [x1, y1]] = [path[i - 1], path[i]];
    const length = Math.hypot(x1 - x0, y1 - y0);
    const [nx, ny] = [((y0 - y1) / length) * (width / 2), ((x1 - x0) / length) * (width / 2)];
    parts.push([
      [
        [x0 + nx, y0 + ny],
        [x1 + nx, y1 + ny],
        [x1 - nx, y1 - ny],
        [x0 - nx, y0 - ny],
      ],
    ]);
  }
  return polygonClipping.union(...parts);
}

function disc([x, y], radius) {
  return Array.from({ length: 16 }, (_, i) => {
    const angle = (i / 16) * 2 * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

/** Islands stand free, so that each may grow and move by itself. */
function change(points, { scale = [1, 1], shift = [0, 0], turn = 0 }, ring = points) {
  const [cx, cy] = centroid(ring);
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  return points.map(([x, y]) => {
    const [dx, dy] = [(x - cx) * cos - (y - cy) * sin, (x - cx) * sin + (y - cy) * cos];
    return [cx + dx * scale[0] + shift[0], cy + dy * scale[1] + shift[1]];
  });
}

/**
 * Rings of the land within the frame, in map units (outer rings only: lakes and inner seas are land here).
 * Land farther than `input.land.reach` beyond the frame is not looked at: shifted islands must come from within.
 * Islands smaller than `input.land.smallest` square units are left out, unless `input.land.islands` names them by a point.
 */
export function coast(input, { projection, upright, project, width, height }) {
  const world = createRequire(import.meta.url)(`world-atlas/${input.land.source}.json`);
  const [west, south, east, north] = input.projection.seen; // degrees: polygons with no point there can't matter
  const { reach } = input.land;
  const box = [
    [-reach, -reach],
    [width + reach, height + reach],
  ];
  const polygons = feature(world, world.objects.land).features.flatMap((f) => f.geometry.coordinates);
  const near = polygons.filter(([outer]) =>
    outer.some(([lon, lat]) => lon > west && lat > south && lon < east && lat < north),
  );
  let land = near
    .flatMap(([outer]) => cut({ type: "Polygon", coordinates: [outer] }, projection, box))
    .map((ring) => [ring.map(upright)]);
  const named = (input.land.islands ?? []).map((island) => ({ ...island, at: project(island.at) }));
  const originals = [];
  land = land.map(([outer]) => {
    const island = named.find(({ at }) => contains(outer, at));
    if (island) originals.push({ ring: outer, island });
    return [roundedRing(island ? change(outer, island) : outer)];
  });
  const least = (ring) =>
    area(ring) > input.land.smallest ||
    originals.some(({ ring: of, island }) => contains(ring, change([centroid(of)], island, of)[0]));
  land = land.filter(([outer]) => least(outer));
  for (const { through, width: w } of input.land.fills ?? [])
    land = polygonClipping.union(land, strip(through.map(project), w));
  for (const { through, width: w } of input.land.straits ?? [])
    land = polygonClipping.difference(land, strip(through.map(project), w));
  land = polygonClipping.intersection(land, [
    [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ],
  ]);
  const move = (point) => {
    const moved = originals.find(({ ring }) => contains(ring, point));
    return moved ? change([point], moved.island, moved.ring)[0] : point;
  };
  return { rings: land.map(([outer]) => outer.slice(0, -1)).filter(least), move };
}

/** Without points that repeat the one before; the last one does not repeat the first. */
const distinct = (ring) => ring.filter(([x, y], i) => x !== ring.at(i - 1)[0] || y !== ring.at(i - 1)[1]);
