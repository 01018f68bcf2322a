// SPDX-License-Identifier: MIT
// throws.ts - a throw of dice as the page shows it falling: who threw, what each side lost, and what that decided.
import type { Dice, Message, Move, View } from "../../api";
import type { Fighters, Table, Throw } from "../../board";
import { modelOf, placeOf, type Model } from "./model";
import { positionOf, type Position } from "./position";

const ATTACKS: ReadonlySet<string> = new Set(["attack_to", "roll", "assault", "commit", "enemy", "again"]);

/** Choices whose chances are worth knowing before. */
export const isAttack = (move: Move): boolean => ATTACKS.has(move.verb);

/** What a throw itself decides; what else is told with it is already the next turn. */
const DECIDED: ReadonlySet<string> = new Set(["conquered", "eliminated", "assault_failed", "fight_over", "won_last"]);

const faces = (value: unknown): Dice | null =>
  Array.isArray(value) && value.length === 2 && value.every((side) => Array.isArray(side)) ? (value as unknown as Dice) : null;

/** Who fights: the seat in turn, and whose the place or the fleet is that is attacked; `to`: a place that is only looked at. */
function fightersAt(position: Position, to: string | null): Fighters {
  return [position.active, position.enemy ?? (to && position.owner(to)) ?? null];
}

/** Whose chances are told: of the open attack, or of the choice that is shown. */
export function fightersOf(table: Table): Fighters {
  const model = modelOf(table);
  const position = model.position.value;
  const seat = table.picked?.args.seat;
  if (typeof seat === "string") return [position.active, seat];
  return fightersAt(position, position.to ?? placeOf(table.picked));
}

function sidesOf(model: Model, position: Position): [string, string] {
  const { from, to, enemy, active } = position;
  const attacker = active ? model.seatWords(active) : model.say("attacker");
  if (enemy) return [attacker, model.seatWords(enemy)];
  if (!from || !to) return [attacker, model.say("defender")];
  const owner = position.owner(to);
  const defender = owner ? model.seatWords(owner) : model.say("neutral");
  return [`${attacker} · ${model.nameOf(from)}`, `${defender} · ${model.nameOf(to)}`];
}

/** The throw that a message tells of, for the dice on the screen; null if it tells of none. `before`: the view just before it. */
export function throwOf(message: Message, before: View, table: Table): Throw | null {
  if (message.kind !== "ply") return null;
  const thrown = message.events.find((event) => event.event === "thrown");
  const dice = faces(thrown?.args[0]);
  if (!thrown || !dice) return null;
  const model = modelOf(table);
  const position = positionOf(before, model.graph.value, model.seats.value);
  const { from, to } = position;
  const losses: [number, number] = [Number(thrown.args[1]), Number(thrown.args[2])];
  const decided = message.events.filter(({ event }) => DECIDED.has(event)).map(({ words }) => words);
  const lost = model.say("lost", losses[0], losses[1]);
  const at = [from, to].filter((place) => place !== null);
  const told = { sides: sidesOf(model, position), fighters: fightersAt(position, to), at };
  return { dice, ...told, losses, words: decided.length ? decided.join(". ") : lost };
}
