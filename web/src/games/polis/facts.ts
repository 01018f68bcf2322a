// SPDX-License-Identifier: MIT
// facts.ts - what follows from a position by the rules, as the engine tells it beside the view (docs/api.md). None of it is worked out here.
import type { Facts as Told } from "../../api";
import { SIDES, type Graph, type Side } from "./graph";

/** "none": a card without effects; else whether they are under way, in force for the turns, or over. */
export type EventState = "none" | "happening" | "lasting" | "done";

/** Seas on a shortest way from the Trade Port to the market, in their order; of one that is not free those that bar it. */
export interface Route {
  readonly free: boolean;
  readonly seas: readonly string[];
}

export interface Facts {
  /** It is somebody's turn, neither the beginning nor the end of the round. */
  readonly isTurn: boolean;
  /** The one begun included. */
  readonly actionsLeft: number;
  /** Units of both sides together that start a battle. */
  readonly threshold: number;
  readonly event: EventState;
  /** Sides that may still double the Prestige of a battle. */
  readonly mayDouble: readonly Side[];
  /** Prestige that a project brings when it is completed. */
  brings(project: string): number;
  /** Poleis in which the side has no project in progress. */
  builders(side: Side): readonly string[];
  /** With more units there than the other. */
  control(region: string): Side | null;
  /** Is there a battle, or would there be one if the turn ended now? */
  fights(region: string): boolean;
  /** May a merchant go there, but for its way and its price? */
  isOpen(shipload: string): boolean;
  route(side: Side, market: string): Route;
  /** Units that the side may have there beside those it has. */
  room(side: Side, region: string): number;
  moreMerchants(side: Side): number;
  /** Points by which an owned polis may still grow in this round. */
  growth(polis: string): number;
  /** Silver for a civil war of that side there; 0: there can be none. */
  civilWar(side: Side, polis: string): number;
  /** If the game ended now. */
  score(side: Side): number;
  /** What is still to come of the end of the round: wheat of Supply, Prestige, and what it leaves of a stock. */
  need(side: Side): number;
  fromProjects(side: Side): number;
  fromMegalopolis(side: Side): number;
  kept(side: Side, resource: string): number;
  /** Prestige for taking that polis. */
  reward(polis: string): number;
  /** Hoplites that each face of a siege's die, from 1, is short of such a Fortification; 0: it takes the polis. */
  missing(fortification: number): readonly number[];
  /** What a failed siege costs its besieger, and a city of the opponent. */
  readonly failure: { readonly hoplites: number; readonly population: number };
  /** Of forcing a siege, where that is asked. */
  readonly force: Force;
  /** Where rows of tribute are asked: what 1, 2, ... hoplites bring on that one. */
  tribute(row: string): readonly number[];
  /** Where it is asked how much of a good is paid in silver: the whole payment with so much, by resource; null: it isn't told. */
  payment(replaced: number): Readonly<Record<string, number>> | null;
}

export interface Force {
  readonly prestige: number;
  readonly hoplites: number;
  /** That the city loses. */
  readonly population: number;
  /** The polis is taken by it. */
  readonly wins: boolean;
  /** Without it, the siege is over. */
  readonly breaks: boolean;
}

type Row = Readonly<Record<string, unknown>>;

/** Seas in the order in which one sails from a Trade Port: of a shortest way each lies beside the one before, and no other does. */
function sailed(graph: Graph, side: Side, seas: readonly string[]): readonly string[] {
  const left = new Set(seas);
  const way: string[] = [];
  for (let at: string | undefined = graph.portOf(side); at !== undefined && left.size > 0; ) {
    const next: string | undefined = graph.sailing(at).find((sea) => left.has(sea));
    if (next !== undefined) way.push(next);
    if (next !== undefined) left.delete(next);
    at = next;
  }
  return [...way, ...left];
}

/** Reads them; what is missing is 0 or none. */
export function factsOf(told: Told | undefined, graph: Graph): Facts {
  const row = (member: string): Row => (told?.[member] ?? {}) as Row;
  const list = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);
  const number = (value: unknown): number => (typeof value === "number" ? value : 0);
  const of = (member: string, key: string): number => number(row(member)[key]);
  const within = (member: string, one: Side, key: string): number => number((row(member)[one] as Row | undefined)?.[key]);
  const sets = (member: string, key: string): readonly string[] => list(row(member)[key]);
  return {
    isTurn: number(told?.["turn"]) > 0,
    actionsLeft: number(told?.["actions_left"]),
    threshold: number(told?.["battle_threshold"]),
    event: (told?.["event_state"] ?? "none") as EventState,
    mayDouble: list(told?.["may_double"]) as readonly Side[],
    brings: (project) => of("brings", project),
    builders: (side) => sets("builders", side),
    control: (region) => SIDES.find((side) => sets("control", side).includes(region)) ?? null,
    fights: (region) => list(told?.["fights"]).includes(region),
    isOpen: (shipload) => list(told?.["open"]).includes(shipload),
    route: (side, market) => {
      const free = sets("reach", side).includes(market);
      const seas = sets(`route_${side}`, market);
      return { free, seas: free ? sailed(graph, side, seas) : seas };
    },
    room: (side, region) => within("room", side, region),
    moreMerchants: (side) => of("more_merchants", side),
    growth: (polis) => of("growth", polis),
    civilWar: (side, polis) => within("civil_war", side, polis),
    score: (side) => of("score", side),
    need: (side) => of("need", side),
    fromProjects: (side) => of("from_projects", side),
    fromMegalopolis: (side) => of("from_megalopolis", side),
    kept: (side, resource) => within("kept", side, resource),
    reward: (polis) => of("reward", polis),
    missing: (fortification) => row("missing")[fortification] as readonly number[] ?? [],
    failure: { hoplites: number(told?.["failure_hoplites"]), population: number(told?.["failure_population"]) },
    force: {
      prestige: number(told?.["force_prestige"]),
      hoplites: number(told?.["force_hoplites"]),
      population: number(told?.["force_population"]),
      wins: number(told?.["force_wins"]) > 0,
      breaks: number(told?.["siege_breaks"]) > 0,
    },
    tribute: (id) => {
      const brings = (id === "prestige" ? told?.["tribute_prestige"] : row("tribute")[id]) as readonly number[] | undefined;
      return brings?.filter((n) => n > 0) ?? [];
    },
    payment: (replaced) => {
      const paid = row("pays")[replaced] as Readonly<Record<string, number>> | undefined;
      return paid && Object.keys(paid).length > 0 ? paid : null;
    },
  };
}
