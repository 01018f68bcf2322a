// SPDX-License-Identifier: MIT
// Seats.tsx - who sits here: mark, name, whose turn, clock, score by the game's board, and the forecast: what is coming if nothing changes.
import { signal } from "@preact/signals";
import { Fragment } from "preact";
import { useEffect } from "preact/hooks";
import type { Clock, Level, Seat, State } from "../api";
import type { Board, Table } from "../board";
import { duration, t } from "../words";
import { Icon } from "./basic";
import { namesRule, Ruled } from "./Rule";
import { SeatMark, seatKey } from "./SeatMark";
import { botRated, isBot, ratingOf, seatTitle } from "./people";

// ---- Clocks -----------------------------------------------------------------------------------------------------------------------

const tick = signal(Date.now());
let watchers = 0;
let timer = 0;

/** Counts seconds as long as somebody looks. */
export function useTick(): number {
  useEffect(() => {
    if (watchers++ === 0) timer = window.setInterval(() => (tick.value = Date.now()), 1000);
    return () => {
      if (--watchers === 0) clearInterval(timer);
    };
  }, []);
  return tick.value;
}

/** The clock of a seat; `offset`: how far the server is ahead, in milliseconds. */
export function ClockFace({ clock, seat, running, offset }: { clock: Clock; seat: string; running: boolean; offset: number }) {
  const now = Math.max(useTick() + offset, clock.now); // the tick may be older than what the server told
  const one = clock.seats[seat];
  if (!one) return null;
  const left = running && one.deadline !== null ? one.deadline - now : one.left;
  const state = one.late ? "late" : running && left < 60_000 ? "short" : running ? "running" : "still";
  return (
    <span class={`clock ${state}`} title={one.misses > 0 ? t("clock_misses", one.misses) : undefined}>
      <span class="hidden">{t("clock")}: </span>
      {one.late ? t("clock_late") : duration(left)}
      {one.short && <small> {t("clock_short")}</small>}
    </span>
  );
}

// ---- Forecasts ---------------------------------------------------------------------------------------------------------------------

/** Of a forecast's clauses those that name a rule are warnings: a seat could lose by it. */
function Clauses({ clauses, game }: { clauses: readonly string[]; game: string | null }) {
  return (
    <>
      {clauses.map((clause, i) => (
        <Fragment key={i}>
          {i > 0 && "; "}
          <span class={namesRule(clause) ? "forecast-warning" : undefined}>
            {namesRule(clause) && <Icon name="warning" />}
            {game === null ? clause : <Ruled text={clause} game={game} />}
          </span>
        </Fragment>
      ))}
    </>
  );
}

const clausesOf = (forecast: string): string[] => forecast.split("; ");

/** The forecast of the viewer's own seat in one line, where the seats are out of sight: warnings first, the rest if there is room. */
export function ForecastLine({ state, onOpen }: { state: State; onOpen: () => void }) {
  const forecast = state.seats.find(({ seat }) => seat === state.you)?.forecast;
  if (!forecast) return null;
  const clauses = clausesOf(forecast).sort((a, b) => Number(namesRule(b)) - Number(namesRule(a)));
  return (
    <button type="button" class={namesRule(forecast) ? "forecast-line warns" : "forecast-line"} data-key="forecast" onClick={onOpen}>
      <span class="hidden">{t("forecast_title")}: </span>
      <span class="forecast-clauses">
        <span aria-hidden="true">{t("forecast_short")} </span>
        <Clauses clauses={clauses} game={null} />
      </span>
    </button>
  );
}

// ---- Rows --------------------------------------------------------------------------------------------------------------------------

function marksOf(seat: Seat, state: State, levels: readonly Level[]): string[] {
  const marks: string[] = [];
  if (seat.seat === state.you) marks.push(t("seat_you"));
  if (isBot(seat.who)) marks.push(seat.name ? botRated(seat.who, levels) : (ratingOf(seat.who, levels) ?? ""));
  else if (seat.deputy) marks.push(t("seat_deputy"));
  else if (!seat.joined) marks.push(t("seat_open"));
  else if (!seat.online && seat.seat !== state.you) marks.push(t("seat_away"));
  return marks.filter(Boolean);
}

function Row({ seat, table, board, offset }: { seat: Seat; table: Table; board: Board | null; offset: number }) {
  const state = table.state;
  const turn = state.status === "playing" && state.actors.includes(seat.seat);
  const Score = board?.Seat;
  const Side = board?.Side;
  const place = state.status === "over" ? state.result?.places[seat.seat] : undefined;
  return (
    <li class={turn ? "seat-row turn" : "seat-row"} data-seat={seatKey(seat.seat)} aria-current={turn ? "true" : undefined}>
      <SeatMark seat={seat.seat} />
      <div class="seat-main">
        <span class="seat-line">
          <span class="seat-name">{seatTitle(seat)}</span>
          {Side && <Side table={table} seat={seat.seat} />}
          {marksOf(seat, state, table.info.levels).map((mark) => (
            <span key={mark} class="tag">
              {mark}
            </span>
          ))}
          {turn && (
            <span class="tag turn-tag">
              <span class="turn-arrow" aria-hidden="true">
                ▶
              </span>
              <span class="turn-words">{t("seat_turn")}</span>
            </span>
          )}
          {place !== undefined && <span class="tag">{t("place_n", place)}</span>}
        </span>
        {Score && <Score table={table} seat={seat.seat} />}
        {!seat.forecast && Score && <span class="forecast none" />}
        {seat.forecast && (
          <span class="forecast" title={t("forecast_title")}>
            <span class="hidden">{t("forecast_title")}: </span>
            <span aria-hidden="true">{t("forecast_short")} </span>
            <Clauses clauses={clausesOf(seat.forecast)} game={state.game} />
          </span>
        )}
      </div>
      {state.clock && state.clock.kind !== "none" && (
        <ClockFace clock={state.clock} seat={seat.seat} running={turn} offset={offset} />
      )}
    </li>
  );
}

/** The window that is open, and until when: of whom is waited for there nothing is said. */
function WindowLine({ state, offset }: { state: State; offset: number }) {
  const now = useTick() + offset;
  const open = state.window;
  if (!open || state.status === "waiting" || state.status === "over") return null;
  const left = open.closes === null ? null : open.closes - now;
  const when = open.paused ? t("window_paused") : left === null ? t("window_open") : t("window_until", open.text ?? "");
  return (
    <p class="window-line" data-key="window">
      <strong>{open.name ?? open.id}</strong> {when}
      {left !== null && left > 0 && <span class={left < 3_600_000 ? "clock short" : "clock still"}>{duration(left)}</span>}
    </p>
  );
}

export function SeatsView({ table, board, offset = 0 }: { table: Table; board: Board | null; offset?: number }) {
  const seats = table.state.seats;
  return (
    <>
      {table.state.window && <WindowLine state={table.state} offset={offset} />}
      <ul class="seats" aria-label={t("seats")}>
        {seats.map((seat) => (
          <Row key={seat.seat} seat={seat} table={table} board={board} offset={offset} />
        ))}
      </ul>
    </>
  );
}
