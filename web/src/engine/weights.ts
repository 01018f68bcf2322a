// SPDX-License-Identifier: MIT
// weights.ts - what was learned of a game (data/weights/GAME.json) is a file beside the engine, which is handed it before it thinks.
import type { Question } from "./questions";

/** Members of such a file that the engine wants. */
export interface Weights {
  readonly game: string;
  readonly rules_version: number;
  /** Base64 of whole numbers of 16 bits, the low byte first. */
  readonly numbers: string;
}

/** What is thought at, or judged: what else is asked makes no use of them. */
const thinks: ReadonlySet<Question["do"]> = new Set(["best", "review", "series", "table_lay"]);

/** The game that has to be learned before that question; undefined: none. */
export function wanted(question: Question): string | undefined {
  if (!thinks.has(question.do)) return undefined;
  if ("game" in question) return question.game;
  return "transcript" in question ? /^game (\w+)/m.exec(question.transcript ?? "")?.[1] : undefined;
}

export function given({ game, rules_version, numbers }: Weights): Question & { do: "weights" } {
  const bytes = Uint8Array.from(atob(numbers), (letter) => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return { do: "weights", game, rules_version, numbers: Array.from({ length: bytes.length >> 1 }, (_, i) => view.getInt16(2 * i, true)) };
}
