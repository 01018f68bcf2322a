// SPDX-License-Identifier: MIT
// rows.ts - several moves by one tap: throwing on, placing many, ending the turn. Each row looks at what stands before its next move.
import { untracked } from "@preact/signals";
import type { Move } from "../../api";
import type { NextMove, Table } from "../../board";
import { placeOf, type Choices, type Model } from "./model";

type Chooses = (choices: Choices) => Move | undefined;

/** As long as `meant` holds, whatever `choose` finds. */
function row(model: Model, meant: () => boolean, choose: Chooses): NextMove {
  return () => untracked(() => (meant() ? choose(model.choices.value) : undefined) ?? null);
}

/** A row that begins with this very move. */
function beginning(first: Move, rest: NextMove): NextMove {
  let begun = false;
  return () => (begun ? rest() : ((begun = true), first));
}

const most = (moves: readonly Move[]): Move | undefined =>
  moves.reduce<Move | undefined>((best, move) => (best && Number(best.args.number) >= Number(move.args.number) ? best : move), undefined);

/** Does whoever attacks still have as many as the rule for stopping wants? By land one legionary stays behind. */
function holds(model: Model, table: Table): boolean {
  const { from, enemy, active, legionaries, triremes } = model.position.value;
  if (!from) return false;
  const force = enemy ? triremes(from, active ?? "") : legionaries(from) - 1;
  return force >= table.stopAt;
}

/** Throws on until the province falls, the dice rule bars the next throw, or the rule for stopping is met: then it stops. */
function throwsOn(model: Model, table: Table, from: string, to: string): NextMove {
  const same = (): boolean => {
    const position = model.position.value;
    return position.step === "roll" && position.from === from && position.to === to;
  };
  return row(model, same, ({ numbers, bare }) => (holds(model, table) ? most(numbers) : bare.get("stop")));
}

/** Fights on at sea until one side has no triremes there, a throw hurts nobody, or the rule for stopping is met. */
function fightsOn(model: Model, table: Table, sea: string): NextMove {
  const same = (): boolean => model.position.value.step === "naval_again" && model.position.value.from === sea;
  return row(model, same, ({ bare }) => bare.get(holds(model, table) ? "again" : "stop"));
}

/** What the choice that is shown begins, up to its end: of an attack by land, or of a fight at sea. Null: it begins none. */
export function toTheEnd(model: Model, table: Table): NextMove | null {
  const { picked } = table;
  const { step, from, to } = model.position.value;
  if (step === "naval_again" && from) return fightsOn(model, table, from);
  if (!picked || !from) return null;
  if (picked.verb === "roll" && to) return throwsOn(model, table, from, to);
  if (picked.verb === "attack_to") return beginning(picked, throwsOn(model, table, from, placeOf(picked)!));
  if (picked.verb === "enemy") return beginning(picked, fightsOn(model, table, from));
  return null;
}

/** How many of them may be made at once: as many as are left to place, or to launch. */
export function manyOf(model: Model, picked: Move | null): number {
  const { pool, pendingTriremes } = model.position.value;
  return picked?.verb === "place" ? pool : picked?.verb === "launch" ? pendingTriremes : 0;
}

/** The same choice n times. With the last legionary the phase ends by itself if nothing else can be done in it, as everybody sees. */
export function severalOf(model: Model, picked: Move, n: number): NextMove {
  const place = placeOf(picked)!;
  const { phase, active } = model.position.value;
  let left = n;
  const same = (): boolean => model.position.value.phase === phase && model.position.value.active === active;
  return row(model, same, ({ places, bare }) => {
    if (left > 0) return left--, places.get(picked.verb)?.get(place);
    const cards = model.position.value.handSize[active ?? ""] ?? 0;
    const nothing = places.size === 0 && cards < model.graph.value.setSize;
    return phase === "reinforce_land" && nothing && left-- === 0 ? bare.get("done") : undefined;
  });
}

/** Ends phase after phase, until it is another's turn. As many as are shown move first into what was conquered. */
export function endsTurn(model: Model, picked: Move | null = null): NextMove {
  const { active } = model.position.value;
  const round = model.round;
  const ends = row(model, () => model.position.value.active === active && model.round === round, ({ bare }) => bare.get("done"));
  return picked?.verb === "advance" ? beginning(picked, ends) : ends;
}
