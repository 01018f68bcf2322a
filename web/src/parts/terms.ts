// SPDX-License-Identifier: MIT
// terms.ts - what a table agrees on beforehand, in words: who may take the match back.
import type { Takebacks } from "../api";
import { lang } from "../words";
import { fill } from "../words/fill";
import { en, it, type TermKey } from "../words/terms";

const tables = { en, it } as const;

/** The words of that key in the chosen language; reads a signal, as t() does. */
export function terms(key: TermKey, ...args: (string | number)[]): string {
  return fill(tables[lang.value][key], args);
}

/** From the one that asks most people to the one that asks nobody. */
export const takebacks: Readonly<Record<Takebacks, { readonly name: TermKey; readonly means: TermKey }>> = {
  all: { name: "takebacks_all", means: "takebacks_all_says" },
  creator: { name: "takebacks_creator", means: "takebacks_creator_says" },
  none: { name: "takebacks_none", means: "takebacks_none_says" },
};
