// SPDX-License-Identifier: MIT
// say.ts - the words of the analysis board, in the language that is chosen.
import { lang } from "../words";
import { en, it, type AnalyseKey } from "../words/analyse";
import { fill } from "../words/fill";

const tables = { en, it } as const;

/** The words of that key in the chosen language; reads a signal, as t() does. */
export function w(key: AnalyseKey, ...args: (string | number)[]): string {
  return fill(tables[lang.value][key], args);
}
