// SPDX-License-Identifier: MIT
// say.ts - the words of the pages around a campaign, in the language that is chosen.
import { lang } from "../words";
import { en, it, type DeskKey } from "../words/desk";
import { fill } from "../words/fill";

const tables = { en, it } as const;

/** The words of that key in the chosen language; reads a signal, as t() does. */
export function w(key: DeskKey, ...args: (string | number)[]): string {
  return fill(tables[lang.value][key], args);
}
