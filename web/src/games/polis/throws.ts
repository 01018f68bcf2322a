// SPDX-License-Identifier: MIT
// throws.ts - throws of dice in what the server tells: the die of a siege, the dice of a market.
import type { Dice, Event, Message, View } from "../../api";
import type { Fighters, Table, Throw } from "../../board";
import { otherSide, seatOf, type Side } from "./graph";
import { modelOf, type Model } from "./model";
import { positionOf } from "./position";

const faces = (value: unknown): readonly number[] => (Array.isArray(value) && Array.isArray(value[0]) ? (value as unknown as Dice)[0] : []);

const FACES = 4; // of every die of the game

/** What a siege's die decided itself; what else is told with it is already the next thing. */
const DECIDED: ReadonlySet<string> = new Set(["polis_taken", "siege_failed", "siege_population_lost", "gained_prestige"]);

function siege(model: Model, before: View, rolled: Event, events: readonly Event[]): Throw {
  const position = positionOf(before, model.graph.value);
  const [polis, dice, fortification] = rolled.args;
  const name = model.nameOf(String(polis), "polis");
  const owner = position.ownerOf(String(polis));
  const besieger: Side | null = position.active;
  const who = besieger ? model.sideWords(besieger) : "";
  const told = events.slice(events.indexOf(rolled) + 1).filter(({ event }) => DECIDED.has(event));
  const failed = told.some(({ event }) => event === "siege_failed");
  const people = told.find(({ event }) => event === "siege_population_lost");
  const against = owner && besieger && owner === otherSide(besieger) ? model.sideWords(owner) : model.say("neutral");
  return {
    dice: [faces(dice), []],
    faces: FACES,
    fighters: [besieger && seatOf(besieger), owner && seatOf(owner)],
    at: [String(polis)],
    sides: [who, model.say("throw_fortification", `${name} (${against})`, Number(fortification))],
    losses: failed ? [model.facts.value.failure.hoplites, Number(people?.args[1] ?? 0)] : null,
    words: told.map(({ words }) => words).join(". "),
  };
}

/** The market's dice decide where the marker goes: of two the higher counts. [POL-TRADE-8, 10] */
function market(model: Model, before: View, thrown: readonly number[], moved: Event): Throw {
  const position = positionOf(before, model.graph.value);
  const side = position.active;
  const good = model.nameOf(String(moved.args[0]), "resource");
  const sides: [string, string] = [side ? model.sideWords(side) : "", good];
  return { dice: [thrown, []], faces: FACES, fighters: [side && seatOf(side), null], at: [], sides, losses: null, words: moved.words };
}

/** Whose chances are told: of the side in turn, against whoever holds the polis that is picked, or else against the other side. */
export function fightersOf(table: Table): Fighters {
  const { value: position } = modelOf(table).position;
  const { active } = position;
  const polis = table.picked?.args.polis;
  const other = typeof polis === "string" ? position.ownerOf(polis) : active && otherSide(active);
  return [active && seatOf(active), other && seatOf(other)];
}

/** The throw that a message tells of, for the dice on the screen; null if it tells of none. `before`: the view just before it. */
export function throwOf(message: Message, before: View, table: Table): Throw | null {
  if (message.kind !== "ply" || message.move?.verb !== "dice") return null;
  const model = modelOf(table);
  const rolled = message.events.find(({ event }) => event === "siege_rolled");
  if (rolled) return siege(model, before, rolled, message.events);
  const moved = message.events.find(({ event }) => event === "market_moved");
  const thrown = faces(message.move.args.dice);
  return moved && thrown.length ? market(model, before, thrown, moved) : null;
}
