// SPDX-License-Identifier: MIT
// ledger.ts - what follows from a position by counting: forces, the end of the round, routes of trade, what an event still allows.
import { otherSide, SIDES, type Graph, type Market, type Project, type Side } from "./graph";
import type { Position } from "./position";

// ---- Forces

export interface Forces {
  readonly poleis: number;
  readonly people: number;
  readonly hoplites: number;
  readonly galleys: number;
  /** At markets; those in the Trade Port are position.port(). */
  readonly trading: number;
}

/** What a side has on the board: hoplites in lands, galleys at sea. */
export function forcesOf(position: Position, graph: Graph, side: Side): Forces {
  const count = (regions: readonly string[]): number => regions.reduce((sum, region) => sum + position.units(side, region), 0);
  return {
    poleis: position.own(side).length,
    people: position.own(side).reduce((sum, polis) => sum + position.population(polis), 0),
    hoplites: count(graph.lands),
    galleys: count(graph.seas),
    trading: graph.shiploads.filter((shipload) => position.trader(shipload) === side).length,
  };
}

// ---- Projects

/** What it brings when it is completed; that of Phidias changes with the people of a polis. [POL-EOR-4, 5] */
export function prestigeOf(project: Project, position: Position): number {
  const { prestige } = project;
  return typeof prestige === "number" ? prestige : Math.floor(position.population(prestige.half_population_of) / 2);
}

/** Where the side could start a project of that kind now: one in progress a polis. [POL-PROJ-2, 3] */
export function sitesFor(project: Project, position: Position, graph: Graph, side: Side): readonly string[] {
  return position
    .own(side)
    .filter((polis) => graph.city(polis)?.project_kinds.includes(project.kind) && !position.projectsIn(polis, "progress").length);
}

// ---- The end of the round

/** What is still to come of it: nothing twice while the end of the round is under way. */
export interface Ending {
  /** Wheat for all poleis. [POL-EOR-7] */
  readonly need: number;
  /** What Storage will leave of the stocks that it halves, wheat after Supply. [POL-EOR-18] */
  readonly stored: Readonly<Record<string, number>>;
  /** Prestige of projects in progress, and of poleis above their base. [POL-EOR-4, 16] */
  readonly projects: number;
  readonly megalopolis: number;
}

/** What the end of the round would bring the side if it came now. */
export function endingOf(position: Position, graph: Graph, side: Side): Ending {
  const { step, made, start } = position;
  const isStored = step === "phoros" || step === "over";
  const isFed = isStored || step === "growth" || (step === "supply" && made > 0 && side === start);
  const need = isFed ? 0 : forcesOf(position, graph, side).people;
  const left = (resource: string): number => Math.max(0, position.stock(side, resource) - (resource === "wheat" ? need : 0));
  const large = position.own(side).filter((polis) => position.population(polis) > (graph.city(polis)?.base_population ?? 0));
  const underWay = position.own(side).flatMap((polis) => position.projectsIn(polis, "progress"));
  return {
    need,
    stored: Object.fromEntries((isStored ? [] : graph.constant<string[]>("storage_halved")).map((one) => [one, Math.ceil(left(one) / 2)])),
    projects: underWay.reduce((sum, id) => sum + prestigeOf(graph.project(id)!, position), 0),
    megalopolis: isStored ? 0 : large.length * graph.constant<number>("megalopolis_prestige"),
  };
}

// ---- Trade

/** Seas on the shortest way from the Trade Port to the market; those that bar every way, if there is none. [POL-TRADE-4, 5] */
export interface Route {
  readonly free: boolean;
  readonly seas: readonly string[];
}

/** Of several ways one with the fewest seas. The Trade Port and the market are not among `seas`. */
export function routeOf(position: Position, graph: Graph, side: Side, market: string): Route {
  const barred = (sea: string): boolean => position.control(sea) === otherSide(side);
  const way = (passable: (sea: string) => boolean): readonly string[] | null => {
    const ways: string[][] = [[]];
    const seen = new Set([graph.portOf(side)]);
    for (const seas of ways)
      for (const next of graph.sailing(seas.at(-1) ?? graph.portOf(side))) {
        if (next === market) return seas;
        if (seen.has(next) || !graph.isSea(next) || !passable(next)) continue;
        seen.add(next);
        ways.push([...seas, next]);
      }
    return null;
  };
  const open = way((sea) => !barred(sea));
  return open ? { free: true, seas: open } : { free: false, seas: (way(() => true) ?? []).filter(barred) };
}

export type Berth = "free" | "taken" | "closed" | "later";

/** May a merchant go there, but for its route and its price? [POL-TRADE-2, 3] */
export function berthOf(position: Position, graph: Graph, shipload: string): Berth {
  if (position.trader(shipload)) return "taken";
  if (position.closed.has(shipload)) return "closed";
  return (graph.shipload(shipload)?.number ?? 0) > roundOf(position, graph).number ? "later" : "free";
}

export const marketOf = (graph: Graph, shipload: string): Market | undefined =>
  graph.markets.find(({ shiploads }) => shiploads.some(({ id }) => id === shipload));

// ---- The round and its event

export const roundOf = (position: Position, graph: Graph) => graph.rounds.find(({ id }) => id === position.round)!;

/** Units of both sides together that start a battle, 7 by one event. [POL-BATTLE-1, POL-EVENT-31] */
export function thresholdOf(position: Position, graph: Graph): number {
  const changed = turnsAreOn(position) ? effectsOf(position, graph).find(({ op }) => op === "battle_threshold") : undefined;
  return changed?.value ?? roundOf(position, graph).battle_threshold;
}

/** Operations of events whose effect lasts until both sides have passed; the others are over when the turns begin. [POL-EVENT-8] */
const LASTING: ReadonlySet<string> = new Set([
  "mercenaries",
  "pacifism",
  "free_trade",
  "double_battle_prestige",
  "battle_threshold",
  "collect_limit",
  "close_shipload",
  "tied_exchange_repeats",
]);
const AT_BEGINNING: ReadonlySet<string> = new Set(["project", "event", "remove", "send", "sell", "betray"]);
const AT_END: ReadonlySet<string> = new Set(["return_units", "supply", "growth", "phoros", "over"]);

export const turnsAreOn = ({ step }: Position): boolean => !AT_BEGINNING.has(step) && !AT_END.has(step);

const effectsOf = (position: Position, graph: Graph) => graph.event(position.event ?? "")?.effects ?? [];

export type EventState = "none" | "happening" | "lasting" | "done";

/** Whether the round's event is under way, in force for the turns, or over; "none": a card without effects. [POL-EVENT-8] */
export function eventState(position: Position, graph: Graph): EventState {
  const effects = effectsOf(position, graph);
  if (!effects.length) return "none";
  if (AT_BEGINNING.has(position.step)) return "happening";
  return turnsAreOn(position) && effects.some(({ op }) => LASTING.has(op)) ? "lasting" : "done";
}

/** Is an operation of this round's event in force? */
export const inForce = (position: Position, graph: Graph, op: string): boolean =>
  turnsAreOn(position) && effectsOf(position, graph).some((effect) => effect.op === op);

/** Sides that can still double the Prestige of a battle; null: no event lets them. [POL-EVENT-25] */
export function canStillDouble(position: Position, graph: Graph): readonly Side[] | null {
  return inForce(position, graph, "double_battle_prestige") ? SIDES.filter((side) => !position.hasDoubled(side)) : null;
}

/** The side that is to move has so many actions left, the one begun included. */
export function actionsLeft(position: Position, graph: Graph): number {
  return Math.max(0, graph.constant<number>("actions_per_turn") - position.actions);
}
