// SPDX-License-Identifier: MIT
// groups.ts - choices by their verb, for games whose folder lays out none.
import type { Move, Verb } from "../api";
import { fill } from "../words/fill";

/** Moves of one verb under one heading. */
export interface Group {
  readonly verb: string;
  readonly title: string | null; // null: single moves need no heading
  readonly moves: readonly Move[];
}

/** Groups moves by verb and kind of argument, in the order in which they came. */
export function groupMoves(moves: readonly Move[], verbs: readonly Verb[]): Group[] {
  const groups = new Map<string, Move[]>();
  for (const move of moves) {
    // Verbs may share a token if their arguments differ in kind.
    const key = `${move.verb} ${Object.keys(move.args).join()}`;
    const known = groups.get(key);
    if (known) known.push(move);
    else groups.set(key, [move]);
  }
  return [...groups.values()].map((some) => {
    const verb = verbs.find(
      (one) => one.token === some[0]!.verb && (one.set === null || one.set === "none" || one.set in some[0]!.args),
    );
    const words = verb ? fill(verb.words.replace(/\{1\}/g, "…"), [2]).replace(/\s*…\s*$/, "…") : "";
    return { verb: some[0]!.verb, title: some.length > 1 && words !== "…" && words !== "" ? words : null, moves: some };
  });
}
