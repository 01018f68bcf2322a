// SPDX-License-Identifier: MIT
// LogView.tsx - what happened, in words: rounds and steps as headings, throws as dice, rules to be opened, each line a link to its moment.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { PlyMessage } from "../api";
import { hasBoard } from "../table/games";
import type { Log } from "../table/log";
import { gather, linesOf, type LogLine } from "../table/story";
import { t } from "../words";
import { DiceRow } from "./Dice";
import { Ruled } from "./Rule";
import { SeatMark, seatIndex } from "./SeatMark";

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

type Told = Pick<Log, "fetching" | "fetchOlder" | "more" | "plies">;

/** `at`: the ply that is looked at in a replay; the line is marked and brought into sight. */
export function LogView(props: { log: Told; game: string; link: (ply: number) => string | null; at?: number }) {
  const { log, game, link, at } = props;
  const box = useRef<HTMLDivElement>(null);
  const stuck = useRef(true);
  const plies = log.plies.value;
  const recent = at === undefined ? plies.slice(-shownAtOnce) : plies.filter((one) => one.ply <= at).slice(-shownAtOnce);
  const lines = gather(recent.flatMap(cachedLines), hasBoard(game));
  const reached = useRef(0); // how far down it has been scrolled
  const toEnd = () => {
    if (!stuck.current || !box.current) return;
    box.current.scrollTop = box.current.scrollHeight;
    reached.current = box.current.scrollTop;
  };
  useLayoutEffect(toEnd, [lines.length, recent[recent.length - 1]?.ply]);
  useEffect(() => {
    const one = box.current;
    if (!one) return;
    const watcher = new ResizeObserver(toEnd);
    watcher.observe(one);
    return () => watcher.disconnect();
  }, []);
  // A scroll is told late, in a background tab very late, when more has been written below: only upwards it is the reader's.
  const scrolled = () => {
    const one = box.current;
    if (!one) return;
    if (one.scrollHeight - one.scrollTop - one.clientHeight < 40) stuck.current = true;
    else if (one.scrollTop < reached.current - 1) stuck.current = false;
    reached.current = one.scrollTop;
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
