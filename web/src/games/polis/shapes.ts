// SPDX-License-Identifier: MIT
// shapes.ts - the drawing of the map (map.json, made by web/map) with its types.
import { groundOf, type Drawing as Ground } from "../../map/Ground";
import type { Spot } from "../../map/spots";
import drawing from "./map.json";

export interface LandShape {
  readonly d: string;
  /** Where units stand. */
  readonly force: Spot;
  readonly label: Spot;
  readonly tribute: Spot;
}

export interface SeaShape {
  readonly d: string;
  readonly force: Spot;
  readonly label: Spot;
}

interface Drawing extends Ground {
  readonly regions: Readonly<Record<string, LandShape>>;
  readonly seas: Readonly<Record<string, SeaShape>>;
  readonly poleis: Readonly<Record<string, Spot>>;
  readonly ports: Readonly<Record<string, Spot>>;
  /** The middle of each market's mat. */
  readonly markets: Readonly<Record<string, Spot>>;
  /** Where routes meet at sea. */
  readonly trade: Readonly<Record<string, Spot>>;
  readonly routes: readonly { readonly a: string; readonly b: string; readonly d: string }[];
}

export const map = drawing as unknown as Drawing;
export const ground = groundOf(map, map.regions, map.seas);
export const shapeOf = (region: string): LandShape | SeaShape | undefined => map.regions[region] ?? map.seas[region];
