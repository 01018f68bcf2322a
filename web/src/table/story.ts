// SPDX-License-Identifier: MIT
// story.ts - what happened, as lines of a log: pure, so that it can be tested, and the same for log, replay and screen readers.
import type { Dice, Event, PlyMessage } from "../api";
import { seatIndex } from "../seat";

/** A line of the log. `key` tells lines apart for the renderer; `seat` is whom it is about. */
export interface LogLine {
  readonly kind: "round" | "step" | "line";
  readonly key: string;
  readonly ply: number;
  readonly seat: string | null;
  readonly words: string;
  readonly dice: Dice | null;
  readonly note?: string | undefined;
  /** True for a small move that caused no event worth a line. */
  readonly quiet: boolean;
}

function diceOf(event: Event): Dice | null {
  const found = event.args.find((arg) => Array.isArray(arg));
  return found === undefined ? null : (found as unknown as Dice);
}

/** The seat that an event is about: the first that it names, else the one that moved. */
function subject(event: Event, mover: string | null): string | null {
  const named = event.args.find((arg): arg is string => typeof arg === "string" && seatIndex(arg) >= 0);
  return named ?? mover;
}

/** True if the event continues the line of the one before: parts and tallies of one kind share a line. */
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
  const byHand = message.by_hand === undefined ? "" : ` (${message.by_hand})`;
  if (silent && message.move)
    lines.unshift({ ...base, kind: "line", key: `${message.ply}.m`, words: message.move.words + byHand, quiet: true });
  if (message.note) lines.push({ ...base, kind: "line", key: `${message.ply}.n`, words: message.note, note: message.note });
  return lines;
}

/** Joins small moves of one seat in a row into one line, and counts equal ones. `drawn`: the game has a board. */
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

/** Does a round begin with a ply, or a step, as which a new round counts, too? */
export const begins =
  (what: "step" | "round") =>
  ({ events }: PlyMessage): boolean =>
    events.some(({ role }) => role === "round" || role === what);

/** The headings that the last ply stands under: a round, and a step within it. */
export function headingsOf(plies: readonly PlyMessage[]): string[] {
  let step = "";
  for (let i = plies.length - 1; i >= 0; i--)
    for (const event of [...plies[i]!.events].reverse()) {
      if (event.role === "round") return [event.words, step].filter(Boolean);
      if (event.role === "step") step ||= event.words;
    }
  return step ? [step] : [];
}

/** The heading of the round that the last ply stands in. At a table no step is a heading: it may be over long before another is told. */
export function roundOf(plies: readonly PlyMessage[]): string {
  for (let i = plies.length - 1; i >= 0; i--) {
    const round = plies[i]!.events.findLast(({ role }) => role === "round");
    if (round) return round.words;
  }
  return "";
}
