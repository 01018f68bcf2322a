// SPDX-License-Identifier: MIT
// room.ts - where on a map a name can stand without touching a line: all coasts and borders, found by squares of the map.
import type { Ring } from "./outline";

const CELL = 250; // tenths of a unit

/** A box by its middle and half its sides, in units of the map. */
export interface Patch {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** True if the segment has a point in the box. All in tenths. */
function meets(x1: number, y1: number, x2: number, y2: number, left: number, top: number, right: number, bottom: number): boolean {
  if ((x1 < left && x2 < left) || (x1 > right && x2 > right) || (y1 < top && y2 < top) || (y1 > bottom && y2 > bottom)) return false;
  const side = (x: number, y: number): number => (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
  const corners = [side(left, top), side(right, top), side(left, bottom), side(right, bottom)];
  return !(corners.every((one) => one > 0) || corners.every((one) => one < 0));
}

function contains(rings: readonly Ring[], x: number, y: number): boolean {
  let inside = false;
  for (const ring of rings)
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [x1, y1, x2, y2] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!];
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1)) inside = !inside;
    }
  return inside;
}

/** The lines of a map; made once of the shapes of its places. */
export class Room {
  private readonly rings = new Map<string, readonly Ring[]>();
  private readonly lines = new Map<number, number[]>();

  /** `waters`: which of the places are open water, where also places on the coast may have their name. */
  constructor(
    shapes: Iterable<readonly [place: string, rings: readonly Ring[]]>,
    private readonly waters: readonly string[],
  ) {
    for (const [place, rings] of shapes) {
      this.rings.set(place, rings);
      for (const ring of rings)
        for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) this.add(ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!);
    }
  }

  private add(x1: number, y1: number, x2: number, y2: number): void {
    const right = Math.floor(Math.max(x1, x2) / CELL);
    const bottom = Math.floor(Math.max(y1, y2) / CELL);
    for (let x = Math.floor(Math.min(x1, x2) / CELL); x <= right; x++)
      for (let y = Math.floor(Math.min(y1, y2) / CELL); y <= bottom; y++) {
        const key = x * 1000 + y;
        const cell = this.lines.get(key);
        if (cell) cell.push(x1, y1, x2, y2);
        else this.lines.set(key, [x1, y1, x2, y2]);
      }
  }

  /** True if no line runs through the box. */
  isFree({ x, y, w, h }: Patch): boolean {
    const [left, right, top, bottom] = [10 * (x - w), 10 * (x + w), 10 * (y - h), 10 * (y + h)];
    for (let cx = Math.floor(left / CELL); cx <= Math.floor(right / CELL); cx++)
      for (let cy = Math.floor(top / CELL); cy <= Math.floor(bottom / CELL); cy++) {
        const cell = this.lines.get(cx * 1000 + cy) ?? [];
        for (let i = 0; i < cell.length; i += 4)
          if (meets(cell[i]!, cell[i + 1]!, cell[i + 2]!, cell[i + 3]!, left, top, right, bottom)) return false;
      }
    return true;
  }

  /** True if the point lies in the place. */
  isIn(place: string, x: number, y: number): boolean {
    return contains(this.rings.get(place) ?? [], 10 * x, 10 * y);
  }

  isWater(x: number, y: number): boolean {
    return this.waters.some((water) => this.isIn(water, x, y));
  }
}
