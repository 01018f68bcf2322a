// SPDX-License-Identifier: MIT
// words.ts - the board's own words in both languages, by part; those of the rules (steps, verbs, names) come from the server.
import type { Lang } from "../../api";
import { fill } from "../../words/fill";
import * as byhand from "./words/byhand";
import * as cards from "./words/cards";
import * as map from "./words/map";
import * as table from "./words/table";

const en = { ...map.en, ...cards.en, ...byhand.en, ...table.en };
const it: Readonly<Record<Word, string>> = { ...map.it, ...cards.it, ...byhand.it, ...table.it };

export type Word = keyof typeof en;
export const tables: Readonly<Record<Lang, Readonly<Record<Word, string>>>> = { en, it };

/** "{1}" is an argument: words/fill.ts. */
export function say(lang: Lang, word: Word, ...args: (string | number)[]): string {
  return fill(tables[lang][word], args);
}

/** "a, b and c". */
export function listed(lang: Lang, items: readonly string[]): string {
  return new Intl.ListFormat(lang, { type: "conjunction" }).format(items);
}
