// SPDX-License-Identifier: MIT
// LogView.tsx - what happened, in words: rounds and steps as headings, throws as dice, rules to be opened, each line a link to its moment.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Dice, Event, PlyMessage } from "../api";
import type { Log } from "../table/log";
import { t } from "../words";
import { DiceRow } from "./Dice";
import { Ruled } from "./Rule";
import { SeatMark, seatIndex } from "./SeatMark";

export interface LogLine {
  readonly kind: "round" | "step" | "line";
  readonly key: string;
  readonly ply: number;
  readonly seat: string | null;
  readonly words: string;
  readonly dice: Dice | null;
  readonly note?: string | undefined;
}

function diceOf(event: Event): Dice | null {
  const found = event.args.find((arg) => Array.isArray(arg));
  return found === undefined ? null : (found as unknown as Dice);
}

/** Several events of one kind, one after the other, make one line. */
function joins(event: Event, last: Event | undefined): boolean {
  return (event.role === "part" || event.role === "tally") && last?.role === event.role && last.event === event.event;
}

/** The lines of a ply. What says no more than that a move was made is told by the move's own words to who knows it. */
export function linesOf(message: PlyMessage): LogLine[] {
  const lines: LogLine[] = [];
  const base = { ply: message.ply, seat: message.seat };
  let last: Event | undefined;
  message.events.forEach((event, i) => {
    const key = `${message.ply}.${i}`;
    if (event.role === "round" || event.role === "step")
      lines.push({ ...base, kind: event.role, key, words: event.words, dice: null });
    else if (joins(event, last)) {
      const line = lines.pop()!;
      lines.push({ ...line, words: `${line.words}; ${event.words}` });
    } else if (event.role !== "routine") {
      const words = event.role === "move" && message.move ? message.move.words : event.words;
      lines.push({ ...base, kind: "line", key, words, dice: diceOf(event) });
    }
    last = event;
  });
  if (message.note) {
    const words = lines.length === 0 && message.move ? message.move.words : "";
    if (words) lines.push({ ...base, kind: "line", key: `${message.ply}.m`, words, dice: null });
    lines.push({ ...base, kind: "line", key: `${message.ply}.n`, words: message.note, dice: null, note: message.note });
  }
  return lines;
}

const linesKept = new WeakMap<PlyMessage, LogLine[]>();
function cachedLines(message: PlyMessage): LogLine[] {
  let lines = linesKept.get(message);
  if (!lines) linesKept.set(message, (lines = linesOf(message)));
  return lines;
}

function Line({ line, game, href }: { line: LogLine; game: string; href: string | null }) {
  if (line.kind === "round")
    return (
      <li class="log-round">
        <h3>{line.words}</h3>
      </li>
    );
  if (line.kind === "step")
    return (
      <li class="log-step">
        <h4>{line.words}</h4>
      </li>
    );
  return (
    <li class={line.note ? "log-line note" : "log-line"}>
      {seatIndex(line.seat) >= 0 ? <SeatMark seat={line.seat} /> : <span class="log-chance" aria-hidden="true" />}
      <span class="log-words">
        {line.dice && (
          <>
            <DiceRow faces={line.dice[0]} side={0} /> <DiceRow faces={line.dice[1]} side={1} />{" "}
          </>
        )}
        <Ruled text={line.words} game={game} />
      </span>
      {href && (
        <a class="log-ply" href={href} aria-label={t("log_to", line.ply)} title={t("log_to", line.ply)}>
          {line.ply}
        </a>
      )}
    </li>
  );
}

const shownAtOnce = 250;

/** `at`: the ply that is looked at in a replay; the line is marked and brought into sight. */
export function LogView(props: { log: Log; game: string; link: (ply: number) => string | null; at?: number }) {
  const { log, game, link, at } = props;
  const box = useRef<HTMLDivElement>(null);
  const stuck = useRef(true);
  const plies = log.plies.value;
  const recent = at === undefined ? plies.slice(-shownAtOnce) : plies.filter((one) => one.ply <= at).slice(-shownAtOnce);
  const lines = recent.flatMap(cachedLines);
  useLayoutEffect(() => {
    if (stuck.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines.length, recent[recent.length - 1]?.ply]);
  const scrolled = () => {
    const one = box.current;
    if (one) stuck.current = one.scrollHeight - one.scrollTop - one.clientHeight < 40;
  };
  return (
    <div class="log scroll" ref={box} onScroll={scrolled} tabIndex={0} role="region" aria-label={t("log")}>
      {log.more.value && (
        <button type="button" class="button small" disabled={log.fetching.value} onClick={() => void log.fetchOlder()}>
          {t("log_older")}
        </button>
      )}
      {lines.length === 0 && <p class="soft">{log.fetching.value ? t("loading") : t("log_empty")}</p>}
      <ol class="log-lines">
        {lines.map((line) => (
          <Line key={line.key} line={line} game={game} href={line.kind === "line" ? link(line.ply) : null} />
        ))}
      </ol>
    </div>
  );
}
