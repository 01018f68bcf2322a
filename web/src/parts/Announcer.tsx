// SPDX-License-Identifier: MIT
// Announcer.tsx - what happens, spoken: the words of the last plies in a region that screen readers follow, a few at a time.
import { useEffect, useState } from "preact/hooks";
import type { TableStore } from "../table/store";
import { linesOf } from "../table/story";

const gather = 700; // what happens within it is said in one breath
const mostLines = 6;

/** The live region of a table. What happens within 700 ms is read in one go, and never more than six lines of it. */
export function Announcer({ table }: { table: TableStore }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    let from = table.shown.peek()?.ply ?? 0;
    let timer = 0;
    const say = () => {
      timer = 0;
      const news = table.log.plies.peek().filter((message) => message.ply > from);
      from = table.shown.peek()?.ply ?? from;
      const lines = news.flatMap(linesOf).map((line) => line.words);
      if (lines.length > 0) setSaid(lines.slice(-mostLines).join(". "));
    };
    const stop = table.shown.subscribe((state) => {
      if (!state) return;
      if (state.ply < from) from = state.ply;
      if (state.ply > from && !timer) timer = window.setTimeout(say, gather);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [table]);
  return (
    <div class="hidden" aria-live="polite" aria-atomic="true">
      {said}
    </div>
  );
}
