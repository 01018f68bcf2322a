// SPDX-License-Identifier: MIT
// sums.ts - what is put together for a decision from what the position and the data say: tribute, payments, faces of a die, an exchange of cards.
import { otherSide, type Graph, type Project, type Side } from "../graph";
import type { Position } from "../position";

// ---- Collection

export interface Row {
  readonly id: string;
  /** What k hoplites on it bring, k = 1, 2, ... [POL-COLL-5] */
  readonly brings: readonly number[];
  readonly hoplites: number;
}

/** What the row brings as it stands. */
export const yieldOf = ({ brings, hoplites }: Row): number => brings[hoplites - 1] ?? 0;

/** The tribute box of a region; with `prestige` its row of Prestige, which takes as many as the capital has people. [POL-EVENT-29] */
export function tributeOf(position: Position, graph: Graph, side: Side, region: string, prestige: boolean): readonly Row[] {
  const yields = graph.region(region)?.yields ?? {};
  const row = (id: string, brings: readonly number[]): Row => ({ id, brings, hoplites: position.rows[id] ?? 0 });
  const box = graph.resources.filter((id) => yields[id]?.length).map((id) => row(id, yields[id]!));
  if (!prestige) return box;
  return [...box, row("prestige", Array.from({ length: position.population(side) }, (_, i) => i + 1))];
}

// ---- Projects

export interface Payment {
  /** Of each good that the tile costs: what is paid in the good itself. */
  readonly goods: Readonly<Record<string, number>>;
  /** In all: of the tile, and for goods. [POL-PROJ-4, 5] */
  readonly silver: number;
}

/** `replaced`: of each good, how many are paid in silver instead, one for one. [POL-PROJ-4] */
export function paymentOf(project: Project, replaced: Readonly<Record<string, number>>): Payment {
  const goods: Record<string, number> = {};
  let silver = 0;
  for (const [resource, n] of Object.entries(project.cost)) {
    if (resource === "silver") silver += n;
    else {
      goods[resource] = n - (replaced[resource] ?? 0);
      silver += replaced[resource] ?? 0;
    }
  }
  return { goods, silver };
}

// ---- Trade

/** Where a marker may go, at which price of the shipload, and how likely that is. */
export interface Landing {
  readonly position: number;
  readonly price: number;
  readonly weight: number;
}

/** Those of one price together, the lowest price first. */
export function landingsByPrice(to: readonly Landing[]): readonly { readonly price: number; readonly weight: number; readonly positions: readonly number[] }[] {
  const prices = [...new Set(to.map(({ price }) => price))].sort((a, b) => a - b);
  return prices.map((price) => {
    const same = to.filter((one) => one.price === price);
    return { price, weight: same.reduce((sum, { weight }) => sum + weight, 0), positions: same.map(({ position }) => position).sort((a, b) => a - b) };
  });
}

// ---- Sieges

/** Faces of the die, and what they do to that Fortification: reached, or how many hoplites are missing. [POL-SIEGE-7, POL-SAC-5] */
export function facesOf(faces: number, fortification: number): readonly { readonly face: number; readonly missing: number }[] {
  return Array.from({ length: faces }, (_, i) => ({ face: i + 1, missing: Math.max(0, fortification - i - 1) }));
}

// ---- Battle

export interface Exchange {
  readonly attacker: Side;
  readonly attack: readonly string[];
  readonly answer: readonly string[];
  /** Units of the defender. */
  readonly losses: number;
  readonly prestige: number;
}

/** The exchange that was decided between two positions of one battle; null: none was. Cards that lie open tell it: those of the
 * second position are already gone from the table, but not from what has been played. [POL-BATTLE-13, 14, 15] */
export function exchangeBetween(before: Position, now: Position): Exchange | null {
  const { attacker, battle } = before;
  const attack = before.attack.filter((card) => card !== null);
  if (!battle || now.battle !== battle || !attacker || attack.length < 2 || now.attack.some((card) => card !== null)) return null;
  const put = Object.entries(now.played).flatMap(([card, n]) => Array.from({ length: n - (before.played[card] ?? 0) }, () => card));
  const answer = [...before.answer.filter((card) => card !== null), ...put];
  const defender = otherSide(attacker);
  return {
    attacker,
    attack,
    answer,
    losses: before.units(defender, battle) - now.units(defender, battle),
    prestige: now.won(attacker) - before.won(attacker),
  };
}
