// SPDX-License-Identifier: MIT
// starts.ts - which actions a player may think of at a place. Which of them can be begun the engine says, and why the others cannot.
import { otherSide, SIDES, type Graph, type Side } from "./graph";
import type { Position } from "./position";

export interface Start {
  readonly action: string;
  /** The place is its object; without, the action needs no place. */
  readonly here: boolean;
}

/** What the side could begin at a polis, a region or a shipload, by the position alone; nothing for a spectator (null). */
export function actionsAt(position: Position, graph: Graph, side: Side | null, place: string): readonly Start[] {
  if (!side) return [];
  const found = graph.city(place)
    ? inPolis(position, graph, side, place)
    : graph.region(place)
      ? inRegion(position, graph, side, place)
      : position.port(side) > 0 && !position.trader(place)
        ? ["trade"]
        : [];
  return found.map((action) => ({ action, here: action !== "civil_war" && action !== "redeem_proxenos" }));
}

function inPolis(position: Position, graph: Graph, side: Side, polis: string): string[] {
  const city = graph.city(polis)!;
  const owner = position.ownerOf(polis);
  const agents = SIDES.filter((one) => position.proxenos(one) === polis);
  const actions: string[] = [];
  if (owner === side) {
    if (!graph.isSea(city.region)) actions.push("create_hoplites");
    if (city.ports.length) actions.push("create_galleys");
    if (city.commercial_of === side) actions.push("create_merchants");
  }
  if (owner !== side && city.besiegeable) actions.push("besiege");
  if (agents.includes(side) && position.isCaptive(side)) actions.push("redeem_proxenos");
  else if (agents.includes(side) && owner !== side && !city.capital_of) actions.push("civil_war");
  if (!agents.length && city.capital_of !== otherSide(side)) actions.push("move_proxenos");
  return actions;
}

function inRegion(position: Position, graph: Graph, side: Side, region: string): string[] {
  if (graph.isSea(region)) return ["move_galleys"];
  const collects = position.units(side, region) > 0 && !position.tribute.has(region);
  return collects ? ["collect", "move_hoplites"] : ["move_hoplites"];
}
