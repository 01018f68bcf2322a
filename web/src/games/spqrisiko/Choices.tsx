// SPDX-License-Identifier: MIT
// Choices.tsx - how the decisions of this game are laid out: tools, places, numbers, sets, and apart from them the end of the phase.
import { useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Move } from "../../api";
import type { Table } from "../../board";
import { SeatMark } from "../../parts/SeatMark";
import { Amount, Dice } from "./Amount";
import { Glyph, type GlyphName } from "./Glyph";
import { SetCards, worthOf } from "./Hand";
import { modelOf, placeOf, type Model } from "./model";
import { endsTurn } from "./rows";
import type { Word } from "./words";

const FEW = 9; // so many places are listed without being asked for
const SETTLED = 450; // ms after a decision came: a tap on its end may have been meant for the one before, so it needs a second

const TOOL_WORDS: Readonly<Record<string, Word>> = {
  place: "tool_place",
  centre: "tool_centre",
  refund: "tool_refund",
  launch: "tool_launch",
  build_from: "tool_build_from",
};
const TOOL_HELP: Readonly<Record<string, Word>> = { refund: "refund_help", build_from: "build_help" };

export function Choices({ table }: { table: Table }) {
  const model = modelOf(table);
  const { numbers, sets, enemies, bare } = model.choices.value;
  const dice = numbers.length > 0 && numbers[0]!.verb === "roll";
  const stop = bare.get("stop");
  const again = bare.get("again");
  return (
    <div class="spqr-choices">
      <Pending model={model} />
      <Tools model={model} />
      <PlaceChoices table={table} model={model} />
      {dice && <Dice table={table} model={model} moves={numbers} stop={stop} />}
      {numbers.length > 0 && !dice && <Amount key={table.state.ply} table={table} model={model} moves={numbers} />}
      {enemies.length > 0 && <Enemies table={table} moves={enemies} />}
      {again && (
        <div class="spqr-choice-list">
          <One table={table} move={again} strong />
          {stop && <One table={table} move={stop} onClick={() => table.play(stop)} />}
        </div>
      )}
      <Sets table={table} model={model} moves={sets} />
      <Done table={table} model={model} />
    </div>
  );
}

/** A choice as a button: the first tap shows it, the second plays it. */
export function One(props: { table: Table; move: Move; strong?: boolean; onClick?: () => void; children?: ComponentChildren }) {
  const { table, move, strong = false, onClick, children } = props;
  return (
    <button
      type="button"
      class={`choice spqr-choice ${strong ? "strong" : ""}`}
      data-choice={move.m}
      aria-pressed={table.picked?.m === move.m}
      onClick={onClick ?? (() => table.pick(move))}
    >
      {children ?? <span class="choice-words">{move.words}</span>}
      {!children && move.remark && <span class="choice-remark">{move.remark}</span>}
    </button>
  );
}

// ---- What waits to be placed, and the tools for it

function Pending({ model }: { model: Model }) {
  const { pool, pendingCentres, pendingTriremes, phase, step } = model.position.value;
  if (step !== "idle" || !model.choices.value.places.size) return null;
  const rows: [GlyphName, string][] = [];
  if (pool) rows.push(["legionary", model.say("to_place", pool)]);
  if (pendingCentres) rows.push(["centre", model.say("centres_to_build", pendingCentres)]);
  if (pendingTriremes && phase === "reinforce_naval") rows.push(["trireme", model.say("triremes_to_launch", pendingTriremes)]);
  if (!rows.length) return null;
  return (
    <ul class="spqr-pending">
      {rows.map(([name, words]) => (
        <li key={name}>
          <Glyph name={name} /> {words}
        </li>
      ))}
    </ul>
  );
}

function Tools({ model }: { model: Model }) {
  const tools = model.tools.value.filter((verb) => TOOL_WORDS[verb]);
  const inHand = model.tool.value;
  const help = TOOL_HELP[inHand ?? ""];
  return (
    <>
      {tools.length > 1 && (
        <div class="spqr-tools" role="group" aria-label={model.say("on_map")}>
          {tools.map((verb) => (
            <button key={verb} type="button" aria-pressed={verb === inHand} onClick={() => model.useTool(verb)}>
              {model.say(TOOL_WORDS[verb]!)}
            </button>
          ))}
        </div>
      )}
      {help && <p class="spqr-soft">{model.say(help)}</p>}
    </>
  );
}

// ---- Places

function PlaceChoices({ table, model }: { table: Table; model: Model }) {
  const inHand = model.tool.value;
  const moves = useComputed(() => {
    const all = [...(model.choices.value.places.get(model.tool.value ?? "")?.values() ?? [])];
    return all.sort((a, b) => model.nameOf(placeOf(a)!).localeCompare(model.nameOf(placeOf(b)!), model.lang));
  }).value;
  if (!inHand || !moves.length) return null;
  const list = (
    <div class="spqr-choice-list">
      {moves.map((move) => (
        <PlaceChoice key={move.m} table={table} model={model} move={move} />
      ))}
    </div>
  );
  if (moves.length <= FEW) return list;
  return (
    <details class="spqr-all" key={inHand} title={model.say("on_map")}>
      <summary>{model.say("more_places", moves.length)}</summary>
      {list}
    </details>
  );
}

function PlaceChoice({ table, model, move }: { table: Table; model: Model; move: Move }) {
  const place = placeOf(move)!;
  const position = model.position.value;
  const isSea = model.graph.value.isSea(place);
  const n = isSea ? position.triremes(place, position.active ?? "") : position.legionaries(place);
  const odds = move.remark && /[%]/.test(move.remark) ? move.remark.replace(/^\d+: /, "") : null;
  return (
    <One table={table} move={move} onClick={() => model.tap(place)}>
      {!isSea && n > 0 && <SeatMark seat={position.owner(place) ?? null} />}
      <span class="choice-words">{model.nameOf(place)}</span>
      {n > 0 && <span class="spqr-chip-number">{n}</span>}
      {odds && <span class="choice-remark">{odds}</span>}
    </One>
  );
}

// ---- Opponents, sets

function Enemies({ table, moves }: { table: Table; moves: readonly Move[] }) {
  return (
    <div class="spqr-choice-list">
      {moves.map((move) => (
        <One key={move.m} table={table} move={move}>
          <SeatMark seat={String(move.args.seat)} />
          <span class="choice-words">{move.words}</span>
          {move.remark && <span class="spqr-chip-number">{move.remark}</span>}
        </One>
      ))}
    </div>
  );
}

function Sets({ table, model, moves }: { table: Table; model: Model; moves: readonly Move[] }) {
  if (!moves.length) return null;
  return (
    <section class="spqr-own-sets">
      <h2>{model.say("sets")}</h2>
      <p class="spqr-soft">{model.say("set_yours")}</p>
      <div class="spqr-choice-list wide">
        {moves.map((move) => {
          const set = model.graph.value.sets.find((one) => one.id === move.args.card_set);
          return (
            <One key={move.m} table={table} move={move}>
              {set && <SetCards model={model} set={set} />}
              <span class="choice-words">
                <span class="hidden">{move.words}: </span>
                {set ? worthOf(model, set) : move.words}
              </span>
            </One>
          );
        })}
      </div>
    </section>
  );
}

// ---- The end of the phase, and of the turn

/** What ending it now throws away, in words. */
function losses(model: Model, turn: boolean): string[] {
  const { phase, pendingCentres, pendingTriremes } = model.position.value;
  const lost: string[] = [];
  if (phase === "reinforce_land" && pendingCentres) lost.push(model.say("centres", pendingCentres));
  if ((turn || phase === "reinforce_naval") && pendingTriremes) lost.push(model.say("triremes", pendingTriremes));
  return lost;
}

function Done({ table, model }: { table: Table; model: Model }) {
  const done = model.choices.value.bare.get("done");
  const { phase, step } = model.position.value;
  const since = useRef(0);
  const decision = `${table.state.round} ${phase} ${step}`;
  useEffect(() => void (since.current = performance.now()), [decision]);
  if (step === "advance" && table.picked)
    return (
      <div class="spqr-ends">
        <EndTurn key={decision} table={table} model={model} />
      </div>
    );
  if (!done) {
    if (step !== "idle" || phase === "setup" || !table.moves.length) return null;
    return (
      <button type="button" class="spqr-done choice" aria-disabled="true" onClick={() => table.why("done")}>
        {model.say("done_not_yet")}
      </button>
    );
  }
  const last = model.lastPhase;
  const lost = losses(model, last);
  const press = (): void => {
    if (last || lost.length > 0 || performance.now() - since.current < SETTLED) table.pick(done);
    else table.play(done);
  };
  const words = lost.length ? model.say(last ? "done_turn_loses" : "done_loses", model.list(lost)) : model.say(last ? "done_turn" : "done");
  return (
    <div class="spqr-ends">
      <button type="button" class={`spqr-done choice ${lost.length ? "loses" : ""}`} data-choice={done.m} data-spqr="done" aria-pressed={table.picked?.m === done.m} onClick={press}>
        {words}
      </button>
      {!last && <EndTurn key={decision} table={table} model={model} />}
    </div>
  );
}

/** All phases at once: what can't be taken back wants a second tap. */
function EndTurn({ table, model }: { table: Table; model: Model }) {
  const [sure, setSure] = useState(false);
  const lost = losses(model, true);
  const moves = Number(table.picked?.verb === "advance" ? table.picked.args.number : 0);
  const ends = moves > 0 ? model.say("done_turn_moves", moves) : model.say("done_turn");
  const words = sure ? model.say("done_turn_sure") : lost.length ? model.say("done_turn_loses", model.list(lost)) : ends;
  const press = (): void => (sure ? table.playRow(endsTurn(model, table.picked)) : setSure(true));
  return (
    <button type="button" class={`spqr-done choice turn ${lost.length ? "loses" : ""}`} data-spqr="end-turn" aria-pressed={sure} onClick={press} onBlur={() => setSure(false)}>
      {words}
    </button>
  );
}
