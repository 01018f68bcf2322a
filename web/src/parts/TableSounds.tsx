// SPDX-License-Identifier: MIT
// TableSounds.tsx - what is heard of a table: dice, moves as its game says, whose turn it is, talk, refusals, the end.
import { useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { playSound } from "../sounds";
import type { TableStore } from "../table/store";

/** Draws nothing. What was so when the table was opened is not news. */
export function TableSounds({ table }: { table: TableStore }) {
  const heard = useRef<{ ply?: number; turn?: boolean; over?: boolean; line?: number; throw?: string }>({});
  useSignalEffect(() => {
    const fallen = table.show.fallen.value;
    const now = fallen ? `${fallen.ply} ${fallen.rolling}` : "";
    if (fallen && heard.current.throw !== now) playSound(fallen.rolling ? "roll" : "rest");
    heard.current.throw = now;
  });
  useSignalEffect(() => {
    const last = table.log.plies.value.at(-1);
    if (!last || last.ply === heard.current.ply) return;
    const isNews = heard.current.ply !== undefined && last.ply > heard.current.ply;
    heard.current.ply = last.ply;
    const sounds = table.board.peek()?.sounds;
    if (!isNews || !sounds) return;
    const told = [...last.events.map(({ event }) => event), last.move?.verb ?? ""].find((one) => sounds[one]);
    if (told) playSound(sounds[told]!);
  });
  useSignalEffect(() => {
    const turn = table.myTurn.value;
    if (turn && heard.current.turn === false) playSound("turn");
    heard.current.turn = turn;
  });
  useSignalEffect(() => {
    const line = table.chat.value.at(-1)?.n ?? 0;
    if (heard.current.line !== undefined && line > heard.current.line && document.visibilityState === "visible") playSound("message");
    heard.current.line = line;
  });
  useSignalEffect(() => {
    if (table.notice.value?.kind === "bad") playSound("refused");
  });
  useSignalEffect(() => {
    const state = table.shown.value;
    if (!state) return;
    const over = state.status === "over";
    if (over && heard.current.over === false && state.you) playSound(state.result?.places[state.you] === 1 ? "victory" : "defeat");
    heard.current.over = over;
  });
  return null;
}
