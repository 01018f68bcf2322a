// SPDX-License-Identifier: MIT
// LogView.tsx - what happened, in words: rounds and steps as headings, throws as dice, rules to be opened, each line a link to its moment.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Dice, Event, PlyMessage } from "../api";
import { hasBoard } from "../table/games";
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
  /** A small move of which nothing else is told. */
  readonly quiet: boolean;
}

function diceOf(event: Event): Dice | null {
  const found = event.args.find((arg) => Array.isArray(arg));
  return found === undefined ? null : (found as unknown as Dice);
}

/** Whom an event is about: the first seat that it names, else who moved. */
function subject(event: Event, mover: string | null): string | null {
  const named = event.args.find((arg): arg is string => typeof arg === "string" && seatIndex(arg) >= 0);
  return named ?? mover;
}

/** Several events of one kind, one after the other, make one line. */
function joins(event: Event, last: Event | undefined): boolean {
  return (event.role === "part" || event.role === "tally") && last?.role === event.role && last.event === event.event;
}

/** The lines of a ply: its events, but for what is of use at its moment alone or says no more than the move does. If nothing else is
 * told of it, the move's own words. */
export function linesOf(message: PlyMessage): LogLine[] {
  const lines: LogLine[] = [];
  const base = { ply: message.ply, seat: message.seat, quiet: false, dice: null };
  let last: Event | undefined;
  message.events.forEach((event, i) => {
    const key = `${message.ply}.${i}`;
    if (event.role === "round" || event.role === "step") lines.push({ ...base, kind: event.role, key, words: event.words });
    else if (joins(event, last)) {
      const line = lines.pop()!;
      lines.push({ ...line, words: `${line.words}; ${event.words}` });
    } else if (event.role !== "routine" && !(event.role === "move" && message.move))
      lines.push({ ...base, kind: "line", key, seat: subject(event, message.seat), words: event.words, dice: diceOf(event) });
    last = event;
  });
  const silent = lines.length === 0 || message.seat === "host";
  if (silent && message.move)
    lines.unshift({ ...base, kind: "line", key: `${message.ply}.m`, words: message.move.words, quiet: true });
  if (message.note) lines.push({ ...base, kind: "line", key: `${message.ply}.n`, words: message.note, note: message.note });
  return lines;
}

/** Small moves of one seat, one after the other, make one line; the same ones are counted. `drawn`: the game has a board. */
export function gather(lines: readonly LogLine[], drawn: boolean): LogLine[] {
  const gathered: LogLine[] = [];
  let runs: { words: string; times: number }[] = [];
  for (const line of lines) {
    const last = gathered[gathered.length - 1];
    if (!line.quiet || !last?.quiet || last.seat !== line.seat) {
      gathered.push(line);
      runs = [{ words: line.words, times: 1 }];
      continue;
    }
    const run = runs.find((one) => one.words === line.words);
    if (run) run.times++;
    else runs.push({ words: line.words, times: 1 });
    const words = runs.map((one) => (one.times > 1 ? `${one.words} (×${one.times})` : one.words)).join("; ");
    gathered[gathered.length - 1] = { ...last, ply: line.ply, words };
  }
  return drawn ? gathered.filter((line, i) => !isBeginning(line, gathered[i + 1])) : gathered;
}

/** Where a board draws what a seat is about, the small moves that lead to something told next need no line. */
function isBeginning(line: LogLine, next: LogLine | undefined): boolean {
  return line.quiet && next?.kind === "line" && !next.quiet && next.seat === line.seat;
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
    <li class={`log-line ${line.note ? "note" : line.quiet ? "quiet" : ""}`}>
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
  const lines = gather(recent.flatMap(cachedLines), hasBoard(game));
  useLayoutEffect(() => {
    if (stuck.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines.length, recent[recent.length - 1]?.ply]);
  useEffect(() => {
    const one = box.current;
    if (!one) return;
    const watcher = new ResizeObserver(() => stuck.current && (one.scrollTop = one.scrollHeight));
    watcher.observe(one);
    return () => watcher.disconnect();
  }, []);
  const scrolled = () => {
    const one = box.current;
    if (one) stuck.current = one.scrollHeight - one.scrollTop - one.clientHeight < 40;
  };
  return (
    <div class="log scroll" ref={box} onScroll={scrolled} tabIndex={0} role="region" aria-label={t("log")}>
      <h2 class="hidden">{t("log")}</h2>
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
