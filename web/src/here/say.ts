// SPDX-License-Identifier: MIT
// say.ts - the words about matches of this device, in the language that is chosen.
import { lang } from "../words";
import { fill } from "../words/fill";
import { en, it, type HereKey } from "../words/here";

const tables = { en, it } as const;

/** The words of that key in the chosen language; reads a signal, as t() does. */
export function w(key: HereKey, ...args: (string | number)[]): string {
  return fill(tables[lang.value][key], args);
}
