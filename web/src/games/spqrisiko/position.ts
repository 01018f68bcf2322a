// SPDX-License-Identifier: MIT
// position.ts - a view of the server as the board reads it: who owns what, what stands where, and what is being decided.
import type { View } from "../../api";
import type { Graph } from "./graph";

type Counts = Readonly<Record<string, number>>;

export interface Position {
  readonly phase: string;
  readonly step: string;
  readonly active: string | null;
  /** The round after which the match ends; 0: no limit. [SPQ-END-3] */
  readonly lastRound: number;
  /** The places that the open action has named so far, as its step means them; of a naval combat `enemy` is the other seat. */
  readonly from: string | null;
  readonly to: string | null;
  readonly enemy: string | null;
  readonly force: number;
  readonly pool: number;
  readonly pendingCentres: number;
  readonly pendingTriremes: number;
  /** Neutral groups still to be placed in the setup. */
  readonly groupsLeft: number;
  readonly points: Counts;
  readonly handSize: Counts;
  readonly deckSize: number;
  readonly discard: Counts;
  readonly conquered: boolean;
  readonly setsPlayed: number;
  readonly fell: Counts;
  readonly seaAttacked: ReadonlySet<string>;
  /** Of the active seat, in this sea: triremes that have moved; whether it has fought there. */
  readonly moved: Counts;
  readonly closed: ReadonlySet<string>;
  /** "A"; null is neutral, and undefined free (before the setup is over). */
  owner(province: string): string | null | undefined;
  legionaries(province: string): number;
  centre(province: string): boolean;
  triremes(sea: string, seat: string): number;
  /** The one seat with most triremes there. [SPQ-GEN-7] */
  control(sea: string): string | null;
  provincesOf(seat: string): readonly string[];
  hand(seat: string): Counts;
}

const counts = (value: unknown): Counts => (value && typeof value === "object" ? (value as Counts) : {});
const list = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);
const number = (value: unknown): number => (typeof value === "number" ? value : 0);
const rows = <Row>(value: unknown): Readonly<Record<string, Row>> =>
  value && typeof value === "object" ? (value as Record<string, Row>) : {};

/** Which of `from` and `to` are places at this step, and of what kind. */
const STEPS: Readonly<Record<string, string>> = {
  refund_to: "sea",
  build_in: "province",
  sail_to: "sea",
  sail: "sea sea",
  enemy: "sea",
  naval_throw: "sea seat",
  naval_again: "sea seat",
  assault: "province",
  commit: "province province",
  sea_throw: "province province",
  attack_to: "province",
  roll: "province province",
  land_throw: "province province",
  advance: "province province",
  move_to: "province",
  move: "province province",
};

/** Reads a view. The server leaves out zeros: what is missing, or of another type, is 0 or none. */
export function positionOf(view: View, graph: Graph, seats: readonly string[]): Position {
  const owners = new Map<string, string>();
  const own = rows<unknown>(view.own);
  for (const seat of seats) for (const province of list(own[seat])) owners.set(province, seat);
  const legionaries = counts(view.legionaries);
  const centres = new Set(list(view.centres));
  const triremes = rows<Counts>(view.triremes);
  const step = String(view.step ?? "idle");
  const [first, second] = (STEPS[step] ?? "").split(" ");
  const place = (kind: string | undefined, index: unknown): string | null =>
    (kind === "sea" ? graph.seas : kind === "province" ? graph.provinces : [])[number(index)] ?? null;
  const ships = (sea: string, seat: string): number => triremes[seat]?.[sea] ?? 0;
  return {
    phase: String(view.phase ?? ""),
    step,
    active: typeof view.active === "string" ? view.active : null,
    lastRound: number(view.last_round),
    from: place(first, view.from),
    to: place(second, view.to),
    enemy: second === "seat" ? (seats[number(view.to)] ?? null) : null,
    force: number(view.force),
    pool: number(view.pool),
    pendingCentres: number(view.pending_centres),
    pendingTriremes: number(view.pending_triremes),
    groupsLeft: number(view.groups_left),
    points: counts(view.vp),
    handSize: counts(view.hand_size),
    deckSize: number(view.deck_size),
    discard: counts(view.discard),
    conquered: number(view.conquered) > 0,
    setsPlayed: number(view.sets_played),
    fell: counts(view.fell),
    seaAttacked: new Set(list(view.sea_attacked)),
    moved: counts(view.moved),
    closed: new Set(list(view.closed)),
    owner: (province) => owners.get(province) ?? (legionaries[province] ? null : undefined),
    legionaries: (province) => legionaries[province] ?? 0,
    centre: (province) => centres.has(province),
    triremes: ships,
    control: (sea) => {
      const most = Math.max(0, ...seats.map((seat) => ships(sea, seat)));
      const first = seats.filter((seat) => most > 0 && ships(sea, seat) === most);
      return first.length === 1 ? first[0]! : null;
    },
    provincesOf: (seat) => list(own[seat]),
    hand: (seat) => counts(rows<unknown>(view.hand)[seat]),
  };
}

/** The largest set of own provinces joined by land. [SPQ-SCORE-3] */
export function largestEmpire(provinces: readonly string[], graph: Graph): number {
  const rest = new Set(provinces);
  let largest = 0;
  for (const start of provinces) {
    if (!rest.delete(start)) continue;
    const empire = [start];
    for (const province of empire)
      for (const next of graph.land.get(province) ?? []) if (rest.delete(next)) empire.push(next);
    largest = Math.max(largest, empire.length);
  }
  return largest;
}
