// SPDX-License-Identifier: MIT
// Ground.tsx - the drawing of a map (made by web/map) under its places: water, shallows, land outside play, borders, lanes, rivers.
import type { Size } from "./camera";
import type { Spot } from "./spots";

/** A map as web/map has drawn it: paths in SVG's notation, in units of the map. */
export interface Drawing extends Size {
  readonly land: string;
  readonly water?: string;
  readonly borders?: string;
  readonly lanes?: string;
  readonly rivers?: string;
  /** Points of the land outside play where a small sign of that kind is drawn. */
  readonly terrain?: Readonly<Record<string, readonly Spot[]>>;
}

export function Water({ map }: { map: Drawing }) {
  return (
    <g class="map-ground">
      <rect class="map-water" width={map.width} height={map.height} />
      {map.water && <path class="map-water-outside" d={map.water} />}
    </g>
  );
}

/** Mountains, trees, grass and dunes: from the point on which they stand. */
export const TERRAIN: Readonly<Record<string, string>> = {
  mountain: "m-9 3l6-10 4.5 7 2.5-4 5 7m-15-3.5l3.5-2m6 0l2.5-1",
  forest: "m-3 1v-3m0 0h-3l3-6 3 6zm7 4v-3m0 0h-3l3-6 3 6z",
  steppe: "m-5 2l-2-4m2 4v-5m0 5l2-4m6 3l-2-4m2 4v-5m0 5l2-4",
  desert: "m-9 1q4-6 9-1q3-3.5 7-.5m-12 4q5-4 10-.5",
};

/** Shallows along the coasts, under the places on land. A path for each, so that only those near what changed are painted anew. */
export function Land({ map, prefix, coasts }: { map: Drawing; prefix: string; coasts: readonly string[] }) {
  const terrain = Object.entries(map.terrain ?? {}).flatMap(([kind, spots]) => spots.map(([x, y]) => `M${x} ${y}${TERRAIN[kind] ?? ""}`));
  return (
    <g class="map-ground" clip-path={`url(#${prefix}-whole)`}>
      {[map.land, ...coasts].map((coast, i) => (
        <path key={i} class="map-shallows" d={coast} />
      ))}
      <path class="map-land-outside" d={map.land} />
      <path class="map-terrain" d={terrain.join("")} />
    </g>
  );
}

/** The clip path of the whole map, to stand in <defs>: nothing is drawn beside the map. */
export function Whole({ map, prefix }: { map: Drawing; prefix: string }) {
  return (
    <clipPath id={`${prefix}-whole`}>
      <rect width={map.width} height={map.height} />
    </clipPath>
  );
}

export function Lines({ map }: { map: Drawing }) {
  return (
    <g class="map-lines">
      {map.rivers && <path class="map-rivers" d={map.rivers} />}
      {map.lanes && <path class="map-lanes" d={map.lanes} />}
      {map.borders && <path class="map-borders" d={map.borders} />}
      <rect class="map-frame" width={map.width} height={map.height} />
    </g>
  );
}
