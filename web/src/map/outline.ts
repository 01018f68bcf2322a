// SPDX-License-Identifier: MIT
// outline.ts - lines between places, found in their shapes: neighbours share every point of a border, so that a segment which two
// shapes have is the border of both, and what one shape has alone is its rim.

/** Points of a closed line in tenths of the map's unit, x and y by turns; the first is not repeated. */
export type Ring = readonly number[];

/** The rings of a path as web/map writes it: an absolute start, relative steps, one decimal. */
export function ringsOf(d: string): Ring[] {
  return d
    .split(/(?=M)/)
    .filter((part) => part)
    .map((part) => {
      const steps = (part.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map((number) => Math.round(Number(number) * 10));
      for (let i = 2; i < steps.length; i++) steps[i]! += steps[i - 2]!;
      const [x, y] = steps.slice(-2);
      return steps.length > 4 && x === steps[0] && y === steps[1] ? steps.slice(0, -2) : steps;
    });
}

/** A part of a place's line, beside one other place; null: beside none. */
interface Run {
  readonly beside: string | null;
  readonly d: string;
}

const SPAN = 1 << 16; // more than twice the tenths of any map
/** Segments in a plane that cross nowhere are told apart by their middles. */
const middle = (ring: Ring, i: number, next: number): number => (ring[i]! + ring[next]!) * SPAN + ring[i + 1]! + ring[next + 1]!;

/** The borders of all places of a map; made once of their shapes. */
export class Outlines {
  private readonly runs = new Map<string, readonly Run[]>();

  constructor(shapes: readonly (readonly [place: string, rings: readonly Ring[]])[]) {
    const owners = new Map<number, string[]>();
    for (const [place, rings] of shapes)
      for (const ring of rings)
        for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
          const key = middle(ring, j, i);
          const found = owners.get(key);
          if (found) found.push(place);
          else owners.set(key, [place]);
        }
    for (const [place, rings] of shapes) this.runs.set(place, rings.flatMap((ring) => cut(ring, place, owners)));
  }

  /** The line around these places taken together, without the borders between them. */
  around(places: ReadonlySet<string>): string {
    let d = "";
    for (const place of places) for (const run of this.runs.get(place) ?? []) if (!run.beside || !places.has(run.beside)) d += run.d;
    return d;
  }

  /** The borders between any two of these places, each once. */
  between(places: ReadonlySet<string>): string {
    let d = "";
    for (const place of places)
      for (const { beside, d: line } of this.runs.get(place) ?? []) if (beside && place < beside && places.has(beside)) d += line;
    return d;
  }
}

/** A ring in parts, each beside the same place. */
function cut(ring: Ring, place: string, owners: ReadonlyMap<number, readonly string[]>): Run[] {
  const beside: (string | null)[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const [one, other] = owners.get(middle(ring, i, (i + 2) % ring.length))!;
    beside.push((one === place ? other : one) ?? null);
  }
  const count = beside.length;
  // From a corner on, so that no part begins in its middle.
  const first = Math.max(0, beside.findIndex((one, i) => one !== beside.at(i - 1)));
  const runs: Run[] = [];
  for (let at = 0; at < count;) {
    const start = (first + at) % count;
    let length = 1;
    while (at + length < count && beside[(start + length) % count] === beside[start]) length++;
    let d = "";
    for (let n = 0; n <= length; n++) {
      const i = 2 * ((start + n) % count);
      d += `${n ? "L" : "M"}${ring[i]! / 10} ${ring[i + 1]! / 10}`;
    }
    runs.push({ beside: beside[start]!, d });
    at += length;
  }
  return runs;
}
