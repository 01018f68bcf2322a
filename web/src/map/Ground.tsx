// SPDX-License-Identifier: MIT
// Ground.tsx - the drawing of a map (made by web/map) under its places: water, shallows, land, mountains and woods, borders, lanes, rivers.
import type { Size } from "./camera";
import { Outlines, ringsOf } from "./outline";
import { Room } from "./room";
import type { Spot } from "./spots";

/** A map as web/map has drawn it: paths in SVG's notation, in units of the map. */
export interface Drawing extends Size {
  readonly land: string;
  readonly water?: string;
  readonly rivers?: string;
  /** Lines of mountain ranges. */
  readonly ranges?: string;
  /** Points of the land where a small sign of that kind is drawn. */
  readonly terrain?: Readonly<Record<string, readonly Spot[]>>;
}

/** What is found in a drawing once, when the board is loaded. */
export interface Ground {
  readonly outlines: Outlines;
  readonly room: Room;
  /** Borders between places on land, and between those on water. */
  readonly borders: string;
  readonly lanes: string;
  /** Where land ends, along which the water is shallow: without borders between places, which the land would cover. */
  readonly coasts: string;
  /** The land places, whose beds, coasts and shapes are drawn. */
  readonly lands: readonly string[];
}

type Shapes = Readonly<Record<string, { readonly d: string }>>;

const OPEN = "~water"; // water that is no place

/** Finds the lines of a drawing by its places on land and on water. */
export function groundOf(map: Drawing, lands: Shapes, waters: Shapes): Ground {
  const rings = (shapes: Shapes) => Object.entries(shapes).map(([place, { d }]) => [place, ringsOf(d)] as const);
  const all = [...rings(lands), ...rings(waters), [OPEN, ringsOf(map.water ?? "")] as const];
  const outlines = new Outlines(all);
  return {
    outlines,
    room: new Room([...all, ["~land", ringsOf(map.land)]], [...Object.keys(waters), OPEN]),
    borders: outlines.between(new Set(Object.keys(lands))),
    lanes: outlines.between(new Set([...Object.keys(waters), OPEN])),
    coasts: map.land + outlines.around(new Set(Object.keys(lands))),
    lands: Object.values(lands).map(({ d }) => d),
  };
}

/** Signs of terrain, from the point on which they stand: what is filled, and the strokes on it. */
export const TERRAIN: Readonly<Record<string, readonly [body: string, strokes: string]>> = {
  mountain: ["m-8 4l5.6-10.4 2.9 4.6 1.8-2.6 5.7 8.4z", "m-2.4-6.4l-1 5 1.8 1.6-.6 3.6m4.5-8.2l-.6 2.6 1.4 1.6"],
  forest: ["m-6 2l3-6.4 3 6.4zm5.6 1.6l3-6.4 3 6.4z", "m-3 2v2m5.6-.4v2"],
  steppe: ["", "m-5 2l-2-4m2 4v-5m0 5l2-4m6 3l-2-4m2 4v-5m0 5l2-4"],
  desert: ["", "m-9 1q4-6 9-1q3-3.5 7-.5m-12 4q5-4 10-.5"],
};

const signs = (map: Drawing, part: 0 | 1): string =>
  Object.entries(map.terrain ?? {})
    .filter(([kind]) => TERRAIN[kind]?.[part])
    .flatMap(([kind, spots]) => spots.map(([x, y]) => `M${x} ${y}${TERRAIN[kind]![part]}`))
    .join("");

/** Widths of the strokes by which a range of mountains rises: the more of them, the softer. */
const SLOPES = [30, 25, 20, 15, 10, 6];

/** All that never changes: water with shallows along the coasts, land, and what grows and rises on it. */
export function Land({ map, ground, prefix }: { map: Drawing; ground: Ground; prefix: string }) {
  return (
    <g clip-path={`url(#${prefix}-whole)`}>
      <clipPath id={`${prefix}-whole`}>
        <rect width={map.width} height={map.height} />
      </clipPath>
      <rect class="map-water" width={map.width} height={map.height} />
      {map.water && <path class="map-water-outside" d={map.water} />}
      <path class="map-shallows wide" d={ground.coasts} />
      <path class="map-shallows" d={ground.coasts} />
      <path class="map-land-outside" d={map.land} />
      <path class="map-bed" d={ground.lands.join("")} />
      {map.ranges && SLOPES.map((width) => <path key={width} class="map-range" d={map.ranges} stroke-width={width} />)}
      {map.rivers && <path class="map-rivers" d={map.rivers} />}
      <path class="map-terrain body" d={signs(map, 0)} />
      <path class="map-terrain" d={signs(map, 1)} />
    </g>
  );
}

export function Lines({ map, ground }: { map: Drawing; ground: Ground }) {
  return (
    <g class="map-lines">
      <path class="map-lanes" d={ground.lanes} />
      <path class="map-borders" d={ground.borders} />
      <rect class="map-frame" width={map.width} height={map.height} />
    </g>
  );
}
