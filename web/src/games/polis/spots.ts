// SPDX-License-Identifier: MIT
// spots.ts - where things stand on the map: pieces, cities, and the mats of the foreign markets with their shiploads.
import type { Spot } from "../../map/spots";
import type { Market } from "./graph";
import { map, shapeOf } from "./shapes";

/** A shipload on its mat, in units of the map. */
export const CELL = { width: 46, height: 62 } as const;
const TITLE = 20;
const PAD = 4;
const EDGE = 6; // left free between a mat and the frame

export interface MatBox {
  /** Its upper left corner. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The middle of its name. */
  readonly title: Spot;
  /** The middle of each shipload. */
  readonly cells: readonly Spot[];
}

/** The mat of a market, around its point, but within the frame. */
export function matOf(market: Market): MatBox {
  const width = market.shiploads.length * CELL.width + 2 * PAD;
  const height = TITLE + CELL.height + PAD;
  const [cx, cy] = map.markets[market.id] ?? [0, 0];
  const x = Math.min(map.width - width - EDGE, Math.max(EDGE, cx - width / 2));
  const y = Math.min(map.height - height - EDGE, Math.max(EDGE, cy - height / 2));
  const cells = market.shiploads.map((_, i): Spot => [x + PAD + CELL.width * (i + 0.5), y + TITLE + CELL.height / 2]);
  return { x, y, width, height, title: [x + width / 2, y + TITLE / 2 + 1], cells };
}

/** Twice the area of a ring, by its sense of turning; "x y" pairs after M are absolute, the others relative. */
function turning(ring: string): number {
  const numbers = (ring.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
  let [x, y, sum] = [0, 0, 0];
  for (let i = 2; i + 1 < numbers.length; i += 2) {
    sum += x * numbers[i + 1]! - y * numbers[i]!;
    [x, y] = [x + numbers[i]!, y + numbers[i + 1]!];
  }
  return sum;
}

/** A sea without the shores of the islands in it, around which nothing needs to be marked. */
export function outline(d: string): string {
  const rings = d.split(/(?=M)/).map((ring) => ({ ring, area: turning(ring) }));
  const largest = rings.reduce((a, b) => (Math.abs(b.area) > Math.abs(a.area) ? b : a));
  return rings
    .filter(({ area }) => area * largest.area > 0)
    .map(({ ring }) => ring)
    .join("");
}

/** The point by which a place is pointed at: a polis, a region, or a shipload of these markets. */
export function spotOf(place: string, markets: readonly Market[]): Spot {
  const known = map.poleis[place] ?? shapeOf(place)?.force;
  if (known) return known;
  for (const market of markets) {
    const at = market.shiploads.findIndex(({ id }) => id === place);
    if (at >= 0) return matOf(market).cells[at]!;
  }
  return [map.width / 2, map.height / 2];
}
