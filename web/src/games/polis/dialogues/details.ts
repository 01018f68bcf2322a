// SPDX-License-Identifier: MIT
// details.ts - the questions of this game that are at hand (`detail` of GET /matches/ID/odds), as boards draw them.
import type { AtHand, Odds } from "../../../api";
import type { Facts } from "../facts";
import type { Landing } from "./sums";

/** On average. `prestige`: what is gained in all, `hoplites`: lost. */
export interface Means {
  readonly taken: number;
  readonly hoplites: number;
  readonly prestige: number;
}

export interface Schedule {
  readonly turns: number;
  readonly forced: number;
  readonly prestige: number;
  readonly hoplites: number;
}

export interface SiegeDetail {
  readonly kind: "siege";
  readonly mode: string;
  readonly polis: string;
  readonly fortification: number;
  readonly hoplites: number;
  /** `forced`: what a failed roll leads to may be forced, and is. */
  readonly die: { readonly plain: Means; readonly forced: Means | null } | null;
  /** Prestige for taking it. */
  readonly reward: number;
  /** Hoplites that each face of the die is short of, from 1. */
  readonly faces: readonly number[];
  readonly discs: {
    readonly laid: number;
    readonly needed: number;
    /** What may break it before it ends. */
    readonly risks: readonly string[];
    readonly schedules: readonly Schedule[];
  } | null;
}

/** Several that may be chosen. */
export interface TargetsDetail {
  readonly kind: "targets";
  readonly sieges: readonly SiegeDetail[];
}

export interface TradeDetail {
  readonly kind: "trade";
  readonly shipload: string;
  /** Of the marker now. */
  readonly position: number;
  readonly exchange: readonly Landing[];
  readonly bought: readonly Landing[];
}

export interface BattleDetail {
  readonly kind: "battle";
  readonly formations: readonly { readonly formation: string; readonly unseen: number; readonly chance: number }[];
}

export type Detail = SiegeDetail | TargetsDetail | TradeDetail | BattleDetail;

const number = (from: Readonly<Record<string, unknown>> | null, name: string): number => Number(from?.[name] ?? 0);
const word = (from: Readonly<Record<string, unknown>>, name: string): string => String(from[name] ?? "");
const list = <Item>(from: Readonly<Record<string, unknown>> | null, name: string): readonly Item[] => (from?.[name] ?? []) as readonly Item[];

function meansOf({ answer }: AtHand, reward: number): Means {
  const taken = number(answer, "value");
  return {
    taken,
    hoplites: number(answer, "expected_hoplites_lost"),
    prestige: taken * reward - number(answer, "expected_prestige_spent"),
  };
}

/** All that is asked about one polis. */
function siegeOf(asked: readonly AtHand[], facts: Facts): SiegeDetail {
  const { about, given, answer } = asked[0]!;
  const fortification = number(given, "fortification");
  const roll = number(given, "roll");
  const plain = asked.find(({ given }) => given["objective"] === "never") ?? asked[0]!;
  const forced = asked.find((one) => one !== plain);
  const schedules = answer && "frontier" in answer ? list<Schedule>(answer, "frontier") : null;
  const laid = number(given, "discs");
  const reward = facts.reward(word(about, "polis"));
  return {
    kind: "siege",
    mode: word(given, "mode"),
    polis: word(about, "polis"),
    fortification,
    hoplites: number(given, "hoplites"),
    reward,
    faces: facts.missing(fortification),
    die: schedules || roll ? null : { plain: meansOf(plain, reward), forced: forced ? meansOf(forced, reward) : null },
    discs: schedules && { laid, needed: fortification, risks: asked[0]!.notes ?? [], schedules },
  };
}

function siegesOf(asked: readonly AtHand[], facts: Facts): SiegeDetail | TargetsDetail {
  const poleis = [...new Set(asked.map(({ about }) => about["polis"]))];
  const sieges = poleis.map((polis) => siegeOf(asked.filter(({ about }) => about["polis"] === polis), facts));
  return sieges.length === 1 ? sieges[0]! : { kind: "targets", sieges };
}

function tradeOf(asked: readonly AtHand[]): TradeDetail {
  const { given } = asked[0]!;
  const paid = (way: string): readonly Landing[] => {
    const outcomes = list<Omit<Landing, "weight"> & { readonly value: number }>(asked.find(({ given }) => given["paid"] === way)?.answer ?? null, "outcomes");
    return outcomes.map(({ position, price, value }) => ({ position, price, weight: value }));
  };
  return {
    kind: "trade",
    shipload: word(given, "shipload"),
    position: number(given, "position"),
    exchange: paid("exchange"),
    bought: paid("purchase"),
  };
}

/** The other side may hold as many cards of a formation as nobody has seen. */
const battleOf = (asked: readonly AtHand[]): BattleDetail => ({
  kind: "battle",
  formations: asked.map(({ given, answer }) => ({
    formation: word(given, "formation"),
    unseen: Math.max(0, list(answer, "cards").length - 1),
    chance: number(answer, "value"),
  })),
});

const readers: Readonly<Record<string, (asked: readonly AtHand[], facts: Facts) => Detail>> = { siege: siegesOf, market: tradeOf, cards: battleOf };

/** What is at hand is of one kind. */
export function detailIn(odds: Odds | null, facts: Facts): Detail | null {
  const asked = odds?.detail ?? [];
  const read = readers[asked[0]?.question ?? ""];
  return read ? read(asked, facts) : null;
}
