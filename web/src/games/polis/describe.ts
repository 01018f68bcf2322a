// SPDX-License-Identifier: MIT
// describe.ts - a place of the map in words: what a sighted player sees of it at a glance.
import { SIDES } from "./graph";
import { berthOf, marketOf, roundOf } from "./ledger";
import type { Model } from "./model";

function ofPolis(model: Model, polis: string): string[] {
  const position = model.position.value;
  const city = model.graph.value.city(polis)!;
  const say = model.say.bind(model);
  const population = position.population(polis);
  const names = (ids: readonly string[]): string => model.list(ids.map((id) => model.nameOf(id, "project")));
  const parts = [say("in_region", model.nameOf(city.region, "region")), model.ownerWords(polis)];
  if (city.capital_of) parts.push(say("capital_of", model.nameOf(city.capital_of, "side")));
  parts.push(say("population_is", population, city.base_population, city.max_population));
  if (position.ownerOf(polis) && population > city.base_population) parts.push(say("megalopolis"));
  parts.push(say("fortification", city.fortification));
  for (const side of SIDES) {
    const discs = position.discs(side, polis);
    if (discs) parts.push(say("siege_discs", model.nameOf(side, "side"), discs, city.fortification));
  }
  for (const side of SIDES)
    if (position.proxenos(side) === polis)
      parts.push(say(position.isCaptive(side) ? "proxenos_captive_of" : "proxenos_of", model.nameOf(side, "side")));
  for (const place of ["progress", "completed"] as const) {
    const projects = position.projectsIn(polis, place);
    if (projects.length) parts.push(say(place === "progress" ? "in_progress" : "completed", names(projects)));
  }
  return parts;
}

function ofRegion(model: Model, region: string): string[] {
  const position = model.position.value;
  const graph = model.graph.value;
  const say = model.say.bind(model);
  const isSea = graph.isSea(region);
  const limit = roundOf(position, graph).stack_limit;
  const parts: string[] = [];
  for (const side of SIDES) {
    const n = position.units(side, region);
    if (!n) continue;
    const units = say("units_of", model.nameOf(side, "side"), say(isSea ? "n_galleys" : "n_hoplites", n));
    parts.push(n >= limit ? say("units_full", units) : units);
  }
  if (!parts.length) parts.push(say("no_units_there"));
  const control = model.facts.value.control(region);
  if (control) parts.push(say("controls", model.nameOf(control, "side")));
  if (model.facts.value.fights(region)) parts.push(say("fight_there"));
  if (position.tribute.has(region)) parts.push(say("tribute_done"));
  const poleis = graph.poleisIn(region);
  const called = (polis: string): string => say("polis_with", model.nameOf(polis, "polis"), model.ownerWords(polis), position.population(polis));
  if (poleis.length) parts.push(say("poleis_of", model.list(poleis.map(called))));
  return parts;
}

function ofShipload(model: Model, id: string): string[] {
  const position = model.position.value;
  const graph = model.graph.value;
  const say = model.say.bind(model);
  const shipload = graph.shipload(id)!;
  const side = model.mine.value ?? position.decider;
  const stock = (n: number, what: string): string => say("n_stock", n, model.nameOf(what, "resource"));
  const price = graph.price(shipload, position.market[shipload.good] ?? 0);
  const parts = [say("price_gives", stock(price, shipload.good), stock(shipload.number, shipload.gives))];
  if (shipload.purchase) parts.push(say("or_silver", shipload.number));
  const trader = position.trader(id);
  const berth = berthOf(position, model.facts.value, id);
  if (trader) parts.push(say("berth_taken", model.nameOf(trader, "side")));
  else if (berth === "closed") parts.push(say("berth_closed"));
  else if (berth === "later") parts.push(say("berth_later", graph.rounds.find(({ number }) => number >= shipload.number)!.number));
  const market = marketOf(graph, id);
  if (side && market && berth === "free") {
    const route = model.facts.value.route(side, market.id);
    const seas = model.list(route.seas.map((sea) => model.nameOf(sea, "region")));
    parts.push(say(route.free ? "route_free" : "route_barred", model.nameOf(side, "side"), seas));
  }
  return parts;
}

/** What never changes of a place: its neighbours, its harbours. */
function around(model: Model, place: string): string {
  const graph = model.graph.value;
  const names = (ids: readonly string[]): string => model.list(ids.map((id) => model.nameOf(id, "region")));
  const city = graph.city(place);
  if (city) return city.ports.length ? model.say("ports_of", names(city.ports)) : "";
  return graph.region(place) ? model.say("beside", names(graph.beside(place))) : "";
}

/** A place's name, what stands there, whether it can be chosen, and what lies beside it. */
export function describe(model: Model, place: string): string {
  const graph = model.graph.value;
  const parts = [model.nameOf(place, graph.city(place) ? "polis" : undefined)];
  parts.push(...(graph.city(place) ? ofPolis(model, place) : graph.region(place) ? ofRegion(model, place) : ofShipload(model, place)));
  if (model.isChoice(place)) parts.push(model.say("can_choose"));
  if (model.subject.value === place) parts.push(model.say("at_hand"));
  const beside = around(model, place);
  if (beside) parts.push(beside);
  return parts.join("; ");
}
