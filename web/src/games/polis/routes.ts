// SPDX-License-Identifier: MIT
// routes.ts - lanes of trade as the map shows them to a side: free, barred, or the way of the shipload at hand.
import type { Facts } from "./facts";
import type { Graph, Side } from "./graph";

export type Lane = "free" | "barred" | "way";

export interface Lanes {
  /** Of the lane between two places of the trade graph; undefined: nothing is to be said of it. */
  of(a: string, b: string): Lane | undefined;
  /** Seas that bar a route. */
  readonly barred: ReadonlySet<string>;
}

/** `market`: that of the shipload at hand. */
export function lanesFor(facts: Facts, graph: Graph, side: Side, market: string | null): Lanes {
  const known = new Map<string, Lane>();
  const barred = new Set<string>();
  const key = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);
  for (const { id } of graph.markets) {
    const route = facts.route(side, id);
    if (!route.free) for (const sea of route.seas) barred.add(sea);
    const stops = route.free ? [graph.portOf(side), ...route.seas, id] : [];
    stops.slice(1).forEach((stop, i) => {
      const lane = key(stops[i]!, stop);
      if (known.get(lane) !== "way") known.set(lane, id === market ? "way" : "free");
    });
  }
  return {
    of: (a, b) => known.get(key(a, b)) ?? (barred.has(a) || barred.has(b) ? "barred" : undefined),
    barred,
  };
}
