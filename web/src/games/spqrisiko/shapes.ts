// SPDX-License-Identifier: MIT
// shapes.ts - the drawing of the map (map.json, made by web/map) with its types.
import type { Spot } from "../../map/spots";
import drawing from "./map.json";

export interface Shape {
  readonly d: string;
  readonly label: Spot;
  readonly force?: Spot;
  readonly centre?: Spot;
  readonly fleet?: Spot;
}

interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly provinces: Readonly<Record<string, Shape>>;
  readonly seas: Readonly<Record<string, Shape>>;
  readonly land: string;
  readonly water?: string;
  readonly borders?: string;
  readonly lanes?: string;
  readonly rivers?: string;
  /** Points of the land outside play where a small sign of that kind is drawn. */
  readonly terrain?: Readonly<Record<string, readonly Spot[]>>;
}

export const map = drawing as unknown as Drawing;
export const shapeOf = (place: string): Shape | undefined => map.provinces[place] ?? map.seas[place];

/** Where a place's pieces stand: the point by which it is pointed at. */
export function spotOf(place: string): Spot {
  const shape = shapeOf(place);
  return shape?.force ?? shape?.fleet ?? shape?.label ?? [map.width / 2, map.height / 2];
}
