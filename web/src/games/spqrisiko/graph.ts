// SPDX-License-Identifier: MIT
// graph.ts - what borders what, and the cards: the tables of data/spqrisiko.json as the board uses them.
import type { GameInfo, Named } from "../../api";

type Pair = readonly [string, string];

interface Data {
  readonly land_adjacency: { readonly pairs: readonly Pair[] };
  readonly sea_adjacency: { readonly pairs: readonly Pair[] };
  readonly coast: { readonly pairs: readonly Pair[] };
  readonly sets: { readonly rows: readonly CardSet[] };
  readonly cards: { readonly rows: readonly { readonly id: string; readonly count: number }[] };
  readonly scoring: { readonly rows: readonly { readonly id: string; readonly minimum?: number }[] };
}

export interface CardSet {
  readonly id: string;
  readonly cards: readonly string[];
  readonly legionaries: number;
  readonly triremes: number;
  readonly centres: number;
}

export interface Graph {
  readonly provinces: readonly string[];
  readonly seas: readonly string[];
  readonly cards: readonly string[];
  readonly sets: readonly CardSet[];
  /** Cards of a set: with fewer in hand there is none. */
  readonly setSize: number;
  /** Of a province: provinces that it borders by land, seas that it borders. Of a sea: provinces on its coast, seas beside it. */
  readonly land: ReadonlyMap<string, readonly string[]>;
  readonly water: ReadonlyMap<string, readonly string[]>;
  readonly name: ReadonlyMap<string, string>;
  readonly cardName: ReadonlyMap<string, string>;
  readonly setName: ReadonlyMap<string, string>;
  isSea(place: string): boolean;
  nameOf(place: string): string;
}

const ids = (names: readonly Named[] | undefined): string[] => (names ?? []).map((one) => one.id);
const nameMap = (...lists: (readonly Named[] | undefined)[]): Map<string, string> =>
  new Map(lists.flatMap((list) => (list ?? []).map((one) => [one.id, one.name] as const)));

/** Neighbours in the order of the data; `pairs` are told once and hold both ways. */
function neighbours(pairs: readonly Pair[], into = new Map<string, string[]>()): Map<string, string[]> {
  for (const [a, b] of pairs) {
    (into.get(a) ?? into.set(a, []).get(a)!).push(b);
    (into.get(b) ?? into.set(b, []).get(b)!).push(a);
  }
  return into;
}

/** Takes the game's own data, as GET /games/ID tells it: what a scenario lays over it is not there. */
export function graphOf(info: GameInfo): Graph {
  const data = info.data as Data;
  const seas = ids(info.sets.sea);
  const isSea = new Set(seas);
  const coast = neighbours(data.coast.pairs);
  const land = neighbours(data.land_adjacency.pairs);
  const water = neighbours(data.sea_adjacency.pairs);
  for (const [place, beside] of coast) {
    if (isSea.has(place)) land.set(place, beside);
    else water.set(place, beside);
  }
  const name = nameMap(info.sets.province, info.sets.sea);
  return {
    provinces: ids(info.sets.province),
    seas,
    cards: ids(info.sets.card),
    sets: data.sets.rows,
    setSize: Math.min(...data.sets.rows.map(({ cards }) => cards.length)),
    land,
    water,
    name,
    cardName: nameMap(info.sets.card),
    setName: nameMap(info.sets.card_set),
    isSea: (place) => isSea.has(place),
    nameOf: (place) => name.get(place) ?? place,
  };
}
