// SPDX-License-Identifier: MIT
// Amount.tsx - how many: a slider with its ends, steps of one, and what stays and goes; and how many dice.
import { useEffect } from "preact/hooks";
import type { Move } from "../../api";
import type { Table } from "../../board";
import { wide } from "../../parts/Sheet";
import { One } from "./Choices";
import type { Model } from "./model";

/** So few have no slider: on a phone they stand in its foot, which has room for a row. */
const FEW = 4;

const numberOf = (move: Move): number => Number(move.args.number);

/** Shows the choice that one most often wants as soon as the decision comes, so that its chances are there and one tap plays it. */
function usePickAtOnce(table: Table, move: Move | undefined): void {
  useEffect(() => {
    if (move && !table.picked && !table.inRow) table.pick(move);
  }, [table.state.ply, table.inRow]);
}

export function Amount({ table, model, moves }: { table: Table; model: Model; moves: readonly Move[] }) {
  const sorted = [...moves].sort((a, b) => numberOf(a) - numberOf(b));
  const last = sorted[sorted.length - 1]!;
  usePickAtOnce(table, last);
  const shown = sorted.find((move) => move.m === table.picked?.m) ?? last;
  const at = sorted.indexOf(shown);
  const choose = (index: number): void => {
    const move = sorted[Math.min(sorted.length - 1, Math.max(0, index))]!;
    if (move.m !== table.picked?.m) table.pick(move);
  };
  const n = numberOf(shown);
  const end = (index: number) => (
    <button type="button" class="end" aria-pressed={at === index} onClick={() => choose(index)}>
      {numberOf(sorted[index]!)}
    </button>
  );
  const ends = sorted.length > 1 && sorted.length <= FEW;
  return (
    <div class="spqr-amount" role="group" aria-label={model.say("amount")}>
      <div class="spqr-amount-row">
        {ends && end(0)}
        <button type="button" aria-label={model.say("fewer")} disabled={at === 0} onClick={() => choose(at - 1)}>
          −
        </button>
        <output class="spqr-amount-number">{n}</output>
        <button type="button" aria-label={model.say("more")} disabled={at === sorted.length - 1} onClick={() => choose(at + 1)}>
          +
        </button>
        {ends && end(sorted.length - 1)}
      </div>
      {sorted.length > FEW && (
        <div class="spqr-amount-row">
          {end(0)}
          <input
            type="range"
            min={0}
            max={sorted.length - 1}
            value={at}
            aria-label={model.say("amount")}
            aria-valuetext={shown.words}
            onInput={(event) => choose(Number(event.currentTarget.value))}
          />
          {end(sorted.length - 1)}
        </div>
      )}
      <p class="spqr-soft">{outcome(model, shown.verb, n)}</p>
      {shown.verb === "advance" && table.picked && wide.value && <p class="spqr-soft">{model.say("moves_on")}</p>}
      {!table.picked && <One table={table} move={shown} strong />}
    </div>
  );
}

/** "4 stay in Italy, then 6 in Gaul". */
function outcome(model: Model, verb: string, n: number): string {
  const { from, to, legionaries, triremes, active } = model.position.value;
  if (!from || !to) return "";
  const sea = verb === "sail";
  const has = (place: string): number => (sea ? triremes(place, active ?? "") : legionaries(place));
  const stays = model.say("stays", has(from) - n, model.nameOf(from));
  return verb === "commit" ? stays : `${stays}; ${model.say("goes", has(to) + n, model.nameOf(to))}`;
}

/** The most dice first: fewer are seldom wise. And, after a throw, to stop. */
export function Dice(props: { table: Table; model: Model; moves: readonly Move[]; stop: Move | undefined }) {
  const { table, model, moves, stop } = props;
  const sorted = [...moves].sort((a, b) => numberOf(b) - numberOf(a));
  usePickAtOnce(table, sorted[0]);
  const shown = sorted.length > 1 || !table.picked ? sorted : [];
  return (
    <div class="spqr-choice-list">
      {shown.map((move) => (
        <One key={move.m} table={table} move={move}>
          <span class="spqr-pips" aria-hidden="true" title={move.words}>
            {Array.from({ length: numberOf(move) }, (_, i) => (
              <svg key={i} viewBox="0 0 16 16">
                <rect x="1" y="1" width="14" height="14" rx="3" />
                <circle cx="8" cy="8" r="2" />
              </svg>
            ))}
          </span>
          <span class="hidden">{model.say("dice", numberOf(move))}</span>
        </One>
      ))}
      {stop && <One table={table} move={stop} onClick={() => table.play(stop)} />}
    </div>
  );
}
