// SPDX-License-Identifier: MIT
// shapes.ts - the drawing of the map (map.json, made by web/map) with its types.
import { groundOf, type Drawing } from "../../map/Ground";
import type { Spot } from "../../map/spots";
import drawing from "./map.json";

export interface Shape {
  readonly d: string;
  readonly label: Spot;
  readonly force?: Spot;
  readonly centre?: Spot;
  readonly fleet?: Spot;
}

interface Shapes extends Drawing {
  readonly provinces: Readonly<Record<string, Shape>>;
  readonly seas: Readonly<Record<string, Shape>>;
}

export const map = drawing as unknown as Shapes;
export const ground = groundOf(map, map.provinces, map.seas);
export const shapeOf = (place: string): Shape | undefined => map.provinces[place] ?? map.seas[place];

/** Where a place's pieces stand: the point by which it is pointed at. */
export function spotOf(place: string): Spot {
  const shape = shapeOf(place);
  return shape?.force ?? shape?.fleet ?? shape?.label ?? [map.width / 2, map.height / 2];
}
