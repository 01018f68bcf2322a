// SPDX-License-Identifier: MIT
// details.ts - what the server tells of chances in this game's own shape (`detail` of GET /matches/ID/odds), by kind.
import type { Odds } from "../../../api";
import type { Landing } from "./sums";

/** Sums over the faces of the die. `prestige`: what is gained in all, `hoplites`: lost. */
export interface Sums {
  readonly taken: number;
  readonly hoplites: number;
  readonly prestige: number;
}

export interface SiegeDetail {
  readonly kind: "siege";
  readonly polis: string;
  readonly fortification: number;
  readonly hoplites: number;
  readonly die: { readonly faces: number; readonly wins: number; readonly plain: Sums; readonly forced: Sums | null } | null;
  /** After a failed die: what forcing costs now. */
  readonly failed: { readonly roll: number; readonly prestige: number; readonly hoplites: number } | null;
  readonly discs: {
    readonly laid: number;
    readonly needed: number;
    readonly schedules: readonly { readonly turns: number; readonly forced: number; readonly prestige: number; readonly hoplites: number }[];
    readonly spare: number;
    readonly cleared: boolean;
    readonly start: boolean;
  } | null;
}

export interface TradeDetail {
  readonly kind: "trade";
  readonly shipload: string;
  readonly good: string;
  readonly price: number;
  readonly exchange: readonly Landing[];
  readonly bought: readonly Landing[];
}

export interface BattleDetail {
  readonly kind: "battle";
  readonly formations: readonly { readonly formation: string; readonly hand: number; readonly unseen: number; readonly chance: number }[];
}

export type Detail = SiegeDetail | TradeDetail | BattleDetail;

export const detailIn = (odds: Odds | null): Detail | null => (odds?.detail ?? null) as Detail | null;
const ofKind =
  <Kind extends Detail["kind"]>(kind: Kind) =>
  (odds: Odds | null): Extract<Detail, { kind: Kind }> | null => {
    const detail = detailIn(odds);
    return detail?.kind === kind ? (detail as Extract<Detail, { kind: Kind }>) : null;
  };

export const siegeIn = ofKind("siege");
export const tradeIn = ofKind("trade");
export const battleIn = ofKind("battle");
