// SPDX-License-Identifier: MIT
// ledger.ts - what a board counts of a position: forces by kind, and the tables' rows that it points at.
import type { Facts } from "./facts";
import type { Graph, Market, Project, Side } from "./graph";
import type { Position } from "./position";

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

/** Where the side could start that project now. */
export const sitesFor = (project: Project, facts: Facts, graph: Graph, side: Side): readonly string[] =>
  facts.builders(side).filter((polis) => graph.city(polis)?.project_kinds.includes(project.kind));

export type Berth = "free" | "taken" | "closed" | "later";

/** How a shipload stands for a merchant, but for its way and its price. */
export function berthOf(position: Position, facts: Facts, shipload: string): Berth {
  if (position.trader(shipload)) return "taken";
  if (position.closed.has(shipload)) return "closed";
  return facts.isOpen(shipload) ? "free" : "later";
}

export const marketOf = (graph: Graph, shipload: string): Market | undefined =>
  graph.markets.find(({ shiploads }) => shiploads.some(({ id }) => id === shipload));

export const roundOf = (position: Position, graph: Graph) => graph.rounds.find(({ id }) => id === position.round)!;
