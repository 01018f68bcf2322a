// SPDX-License-Identifier: MIT
// Choices.tsx - what can be decided now: a list in groups of their verb, for every game; what was picked, to be played; typing.
import { useMemo, useState } from "preact/hooks";
import type { GameInfo, Move, Verb } from "../api";
import type { Table } from "../board";
import type { TableStore } from "../table/store";
import { groupMoves, type Group } from "../table/groups";
import { fill } from "../words/fill";
import { t } from "../words";
import { Icon } from "./basic";
import { Ruled } from "./Rule";
import { SeatMark } from "./SeatMark";

const manyMoves = 12; // from here on a group is searched rather than read

// ---- One choice ------------------------------------------------------------------------------------------------------------------

function label(move: Move, grouped: boolean, info: GameInfo): string {
  if (!grouped) return move.words;
  const [set, value] = Object.entries(move.args)[0] ?? [];
  if (set === undefined) return move.words;
  if (typeof value === "string") {
    const name = info.sets[set]?.find((one) => one.id === value)?.name ?? value;
    return move.words.includes(name) ? name : move.words; // another map has other names
  }
  return typeof value === "number" ? String(value) : move.words;
}

/** One choice as a button: what it does, what it would bring, and the warning if it has one. */
export function Choice({
  move,
  table,
  grouped = false,
  number,
}: {
  move: Move;
  table: Table;
  grouped?: boolean;
  number?: number | undefined;
}) {
  const picked = table.picked?.m === move.m;
  const seat = move.args["seat"];
  return (
    <button
      type="button"
      class="choice"
      data-choice={move.m}
      aria-pressed={picked}
      aria-label={grouped ? move.words + (move.remark ? `, ${move.remark}` : "") : undefined}
      onClick={() => table.pick(move)}
    >
      {number !== undefined && number <= 9 && <kbd aria-hidden="true">{number}</kbd>}
      {typeof seat === "string" && <SeatMark seat={seat} />}
      <span class="choice-words">{label(move, grouped, table.info)}</span>
      {move.remark && <span class="choice-remark">{move.remark}</span>}
    </button>
  );
}

function GroupOfChoices({ group, table, first }: { group: Group; table: Table; first: number }) {
  const [wanted, setWanted] = useState("");
  const numbers = group.moves.every((move) => typeof move.args["number"] === "number");
  const words = wanted.trim().toLowerCase();
  const shown = words ? group.moves.filter((move) => `${move.words} ${move.text}`.toLowerCase().includes(words)) : group.moves;
  const grouped = group.title !== null;
  return (
    <div
      class={`choice-group ${numbers ? "numbers" : group.moves.length === 1 ? "single" : ""}`}
      role={grouped ? "group" : undefined}
      aria-label={group.title ?? undefined}
    >
      {grouped && <h3 class="choice-title">{group.title}</h3>}
      {group.moves.length > manyMoves && !numbers && (
        <input
          type="search"
          class="choice-search"
          placeholder={t("choice_search", group.moves.length)}
          aria-label={t("choice_search", group.moves.length)}
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
      )}
      <div class="choice-list">
        {shown.map((move, i) => (
          <Choice key={move.m} move={move} table={table} grouped={grouped} number={first + i} />
        ))}
      </div>
    </div>
  );
}

/** All choices as a list in groups, for games whose board lays out none. */
export function ChoiceList({ table }: { table: Table }) {
  const moves = table.moves;
  const groups = useMemo(() => groupMoves(moves, table.info.verbs), [moves, table.info]);
  let first = 1;
  return (
    <div class="choices">
      {groups.map((group) => {
        const from = first;
        first += group.moves.length;
        return <GroupOfChoices key={group.verb + group.title} group={group} table={table} first={from} />;
      })}
    </div>
  );
}

/** Picks the choice `step` after the one that is picked, in the order of the server. */
export function pickNext(table: Table, step: number): void {
  const moves = table.moves;
  if (moves.length === 0) return;
  const at = moves.findIndex((move) => move.m === table.picked?.m);
  const next = moves[at < 0 ? (step > 0 ? 0 : moves.length - 1) : (at + step + moves.length) % moves.length];
  if (next && next.m !== table.picked?.m) table.pick(next);
}

// ---- What was picked ---------------------------------------------------------------------------------------------------------------

/** The choice that a first tap has shown, with the button that plays it. Stays in sight. */
export function PickedBar({ table }: { table: Pick<TableStore, "board" | "info" | "pickedMove" | "play" | "unpick"> }) {
  const move = table.pickedMove.value;
  if (!move) return null;
  return (
    <div class={move.warning ? "picked warned" : "picked"} role="group" aria-label={t("picked")}>
      {move.warning && (
        <p class="picked-warning" role="alert">
          <Icon name="warning" /> <Ruled text={move.warning} game={table.info.id} />
        </p>
      )}
      <button type="button" class="button primary picked-play" data-key="play" onClick={() => table.play(move)}>
        <Icon name="play" />
        <span>
          {move.words}
          {move.remark && !table.board.value && <small> {move.remark}</small>}
        </span>
      </button>
      <button type="button" class="button" onClick={() => table.unpick()}>
        {t("cancel")}
      </button>
    </div>
  );
}

// ---- Typing an order, asking "why not?" ------------------------------------------------------------------------------------------------

function argumentsOf(
  verb: Verb | undefined,
  info: GameInfo,
  seats: readonly string[],
): readonly { id: string; name: string }[] | "number" | null {
  if (!verb || verb.set === null || verb.set === "none") return null;
  if (verb.set === "seat") return seats.map((seat) => ({ id: seat, name: seat }));
  return info.sets[verb.set] ?? "number";
}

/** A form in which any move of the game is put together, to ask the rules why it is not among the choices. */
export function WhyNot({ table }: { table: Pick<TableStore, "game" | "shown" | "why"> }) {
  const info = table.game.value;
  const state = table.shown.value;
  const [token, setToken] = useState("");
  const [what, setWhat] = useState("");
  if (!info || !state) return null;
  const verbs = info.verbs.filter((verb) => verb.set !== "dice");
  const verb = verbs.find((one) => `${one.token} ${one.set}` === token);
  const args = argumentsOf(
    verb,
    info,
    state.seats.map(({ seat }) => seat),
  );
  const ask = (event: Event) => {
    event.preventDefault();
    if (verb) table.why(args ? `${verb.token} ${what || (args === "number" ? "1" : (args[0]?.id ?? ""))}` : verb.token);
  };
  return (
    <form class="why-form" onSubmit={ask}>
      <label>
        {t("why_what")}
        <select value={token} onChange={(event) => (setToken(event.currentTarget.value), setWhat(""))}>
          <option value="">{t("why_choose")}</option>
          {verbs.map((one) => (
            <option key={`${one.token} ${one.set}`} value={`${one.token} ${one.set}`}>
              {fill(one.words.replace(/\{1\}/g, "…"), [2])}
            </option>
          ))}
        </select>
      </label>
      {Array.isArray(args) && (
        <label>
          {t("why_where")}
          <select value={what} onChange={(event) => setWhat(event.currentTarget.value)}>
            {args.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
      )}
      {args === "number" && (
        <label>
          {t("why_number")}
          <input type="text" inputMode="numeric" value={what} onInput={(event) => setWhat(event.currentTarget.value)} />
        </label>
      )}
      <button type="submit" class="button" disabled={!verb}>
        {t("why_ask")}
      </button>
    </form>
  );
}

/** A field in which a move, or a whole order, is typed as in the terminal. */
export function OrderForm({ table }: { table: TableStore }) {
  const [text, setText] = useState("");
  const send = async (event: Event) => {
    event.preventDefault();
    if (text.trim() && (await table.order(text.trim()))) setText("");
  };
  return (
    <form class="order-form" onSubmit={(event) => void send(event)}>
      <label>
        {t("order_label")}
        <input
          type="text"
          value={text}
          maxLength={500}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button" disabled={!text.trim()}>
        {t("order_send")}
      </button>
    </form>
  );
}
