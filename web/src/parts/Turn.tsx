// SPDX-License-Identifier: MIT
// Turn.tsx - whose turn it is and what is to be decided: always in sight, always in words; and the choices under it.
import { mine } from "../device";
import { useEffect, useRef, useState } from "preact/hooks";
import type { State } from "../api";
import type { Table } from "../board";
import { isHere } from "../here/id";
import { lazy } from "../lazy";
import type { TableStore } from "../table/store";
import { listing, t } from "../words";
import { Icon } from "./basic";
import { ChoiceList, OrderForm, PickedBar, WhyNot } from "./Choices";
import { OddsPanel } from "./Odds";
import { Ruled, RuleLink } from "./Rule";
import { SeatMark } from "./SeatMark";
import { wide } from "./Sheet";
import { isBot, seatTitle } from "./people";

const fewMoves = 4;

const Explain = lazy(() => import("./Explain").then((part) => part.Explain), { part: true });
const NotesView = lazy(() => import("./NotesView").then((part) => part.NotesView), { part: true });
const Result = lazy(() => import("./Result").then((part) => part.Result), { part: true });

/** Whose turn it is, in one line: "It's your turn", "Anna is to move", "Paused". */
export function turnWords(table: TableStore): string {
  const state = table.now.value;
  if (!state) return "";
  if (state.status === "over") return t("turn_over");
  if (state.status === "paused") return t("turn_paused");
  if (state.status === "waiting") return t("turn_waiting");
  if (table.myTurn.value) return t("your_turn");
  if (state.actor === "chance") return t("turn_chance");
  if (state.actor === "host") return t("turn_host");
  // Of sides that decide in secret nobody is named: which window is open is said elsewhere.
  if (table.board.value?.days) return t("turn_window");
  const names = state.seats.filter(({ seat }) => state.actors.includes(seat)).map(seatTitle);
  return names.length > 0 ? t("turn_of", listing(names)) : "";
}

export function TurnLine({ table }: { table: TableStore }) {
  const state = table.now.value;
  if (!state) return null;
  const named = !table.board.value?.days && state.status === "playing" && state.actors.length === 1;
  const one = named ? state.actors[0]! : null;
  return (
    <p class={table.myTurn.value ? "turn-line mine" : "turn-line"} role="status">
      {one && <SeatMark seat={one} />}
      <strong>{turnWords(table)}</strong>
    </p>
  );
}

export function NoticeLine({ table }: { table: Pick<TableStore, "notice" | "shown"> }) {
  const notice = table.notice.value;
  const game = table.shown.value?.game ?? "";
  return (
    <div class="notice-place" role="status" aria-live="assertive">
      {notice && (
        <p class={`message ${notice.kind === "bad" ? "bad" : "info"}`}>
          <span>
            <Ruled text={notice.text} game={game} />
            {notice.rule && !notice.text.includes(notice.rule) && (
              <>
                {" "}
                <RuleLink game={game} rule={notice.rule} />
              </>
            )}
          </span>
          {notice.offer && (
            <button type="button" class="button small" data-key="offer" onClick={notice.offer.run}>
              {notice.offer.words}
            </button>
          )}
          <button type="button" class="icon-button" aria-label={t("close")} onClick={() => (table.notice.value = null)}>
            <Icon name="close" />
          </button>
        </p>
      )}
    </div>
  );
}

function UndoButton({ table }: { table: TableStore }) {
  const state = table.now.value;
  if (!state?.you || !state.undo || state.status !== "playing") return null;
  // Barred, it still can be pressed: then it says why.
  return (
    <button
      type="button"
      class={wide.value ? "button small" : "icon-button"}
      data-key="undo"
      aria-disabled={!state.undo.ok}
      aria-label={t("undo")}
      title={state.undo.ok ? t("undo") : (state.undo.text ?? "")}
      onClick={() => table.undo()}
    >
      <Icon name="undo" /> {wide.value && t("undo")}
    </button>
  );
}

export function PlaceDetails({ table }: { table: Table & Pick<TableStore, "board" | "game" | "lookedAt" | "shown"> }) {
  const place = table.lookedAt.value;
  const Details = table.board.value?.Place;
  if (!place || !Details || !table.shown.value || !table.game.value) return null;
  return (
    <section class="place-details" aria-label={t("place_details")}>
      <Details table={table} place={place} />
      <button type="button" class="icon-button" aria-label={t("close")} onClick={() => table.look(null)}>
        <Icon name="close" />
      </button>
    </section>
  );
}

function Deciding({ table }: { table: TableStore }) {
  const board = table.board.value;
  const moves = table.moves;
  const Choices = board?.Choices ?? ChoiceList;
  if (table.show.busy.value && (table.myTurn.value || table.show.recalling.value))
    return (
      <button type="button" class="button primary" data-key="skip" onClick={() => table.show.skip()}>
        <Icon name="skip" /> {table.myTurn.value ? t("show_skip") : t("show_now")}
      </button>
    );
  if (table.inRow) return null;
  if (table.sending.value)
    return (
      <p class="soft sending" role="status">
        {t("sending")}
      </p>
    );
  return moves.length > 0 ? <Choices table={table} /> : null;
}

/** While a row of moves is being made: how to end it here. */
function InRow({ table }: { table: TableStore }) {
  if (!table.inRow) return null;
  return (
    <button type="button" class="button" data-key="end-row" onClick={() => table.endRow()}>
      <Icon name="pause" /> {t("row_end")}
    </button>
  );
}

/** Beside the choices, where bots may advise: what one of them would do there, once it is asked. The engine of a browser gives none. */
export function Advice({ address, token }: { address: string; token: string | null }) {
  const [asked, setAsked] = useState(false);
  if (asked) return <Explain address={address} token={token} />;
  return (
    <button type="button" class="button small" data-key="explain" onClick={() => setAsked(true)}>
      {t("explain")}
    </button>
  );
}

/** Before the first move: who is still missing, and where their links are. */
function Missing({ table }: { table: TableStore }) {
  const state = table.now.value;
  if (state?.status !== "waiting") return null;
  const missing = state.seats.filter((one) => !one.joined && !isBot(one.who)).map(seatTitle);
  return (
    <div class="waiting-for">
      {missing.length > 0 && <p>{t("waiting_for", listing(missing))}</p>}
      {mine.value[table.match]?.admin && (
        <a class="button" href={`/a/${table.match}`}>
          {t("links")}
        </a>
      )}
    </div>
  );
}

/** What is to be decided, for whoever decides it. */
function Prompt({ table }: { table: TableStore }) {
  const state = table.shown.value;
  return state?.prompt && table.myTurn.value ? (
    <p class="prompt">
      <Ruled text={state.prompt} game={state.game} />
    </p>
  ) : null;
}

/** What was unfolded by hand comes into sight: on a phone it would open below the edge. */
function showUnfolded({ target }: Event) {
  const fold = target as HTMLDetailsElement;
  if (fold.open && fold.contains(document.activeElement)) fold.scrollIntoView({ block: "nearest" });
}

/** Everything about the decision at hand. On a narrow screen the head of the table says whose turn it is. */
export function TurnBox({ table }: { table: TableStore }) {
  const ready = table.shown.value && table.now.value && table.game.value;
  return ready ? <Turn table={table} state={table.shown.value!} /> : null;
}

function Turn({ table, state }: { table: TableStore; state: State }) {
  const { Hand, Track, Further, days } = table.board.value ?? {};
  const deciding = table.myTurn.value;
  const side = wide.value;
  // On a phone a few choices stand where the thumb is, whatever is said above them.
  const inFoot = !side && !days && table.moves.length > 0 && table.moves.length <= fewMoves;
  const box = useRef<HTMLDivElement>(null);
  const { ply } = state;
  // A new decision begins at its top. What is picked stands in the foot, so that the second tap finds the choice where it was.
  useEffect(() => box.current?.scrollTo(0, 0), [ply, table.notice.value]);
  useEffect(() => box.current?.addEventListener("toggle", showUnfolded, true), []); // an event that does not bubble
  return (
    <div class={deciding ? "turn-box mine" : "turn-box"} data-ply={state.ply}>
      <div class="turn-scroll scroll" ref={box}>
        <h2 class="hidden">{t("tab_play")}</h2>
        <div class="turn-head">
          {side ? <TurnLine table={table} /> : days ? null : <Prompt table={table} />}
          {(!days || state.undo?.ok) && <UndoButton table={table} />}
        </div>
        {side && !days && <Prompt table={table} />}
        {Track && state.status === "playing" && <Track table={table} />}
        <Missing table={table} />
        <NoticeLine table={table} />
        {state.status === "over" && (table.resultClosed.value || (days && !side)) && <Result table={table} />}
        <PlaceDetails table={table} />
        {days ? <days.Today table={table} /> : !inFoot && <Deciding table={table} />}
        {deciding && state.help === "all" && !isHere(table.match) && <Advice key={ply} address={table.address} token={table.who().token} />}
        {Hand && state.you && <Hand table={table} />}
        <NotesView table={table} />
        {(deciding || table.moves.length > 0) && (
          <details class="more-ways">
            <summary>{t("more_ways")}</summary>
            <WhyNot table={table} />
            <OrderForm table={table} />
          </details>
        )}
      </div>
      <div class={inFoot ? "turn-foot deciding" : "turn-foot"}>
        {inFoot && <Deciding table={table} />}
        <OddsPanel table={table} />
        {Further && table.moves.length > 0 && !table.inRow && <Further table={table} />}
        <InRow table={table} />
        <PickedBar table={table} />
      </div>
    </div>
  );
}
