// SPDX-License-Identifier: MIT
// sums.ts - what is put together for a decision from what is told: rows of tribute, a marker's places by price, an exchange of cards.
import type { Facts } from "../facts";
import { otherSide, type Side } from "../graph";
import type { Position } from "../position";

// ---- Collection

export interface Row {
  readonly id: string;
  /** What k hoplites on it bring, k = 1, 2, ... */
  readonly brings: readonly number[];
  readonly hoplites: number;
}

/** What the row brings as it stands. */
export const yieldOf = ({ brings, hoplites }: Row): number => brings[hoplites - 1] ?? 0;

/** The tribute box that is being filled: the rows of what the region gives, and of Prestige where there is one. */
export const tributeOf = (position: Position, facts: Facts, resources: readonly string[]): readonly Row[] =>
  [...resources, "prestige"].flatMap((id) => {
    const brings = facts.tribute(id);
    return brings.length > 0 ? [{ id, brings, hoplites: position.rows[id] ?? 0 }] : [];
  });

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
