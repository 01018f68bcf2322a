// SPDX-License-Identifier: MIT
// terms.ts - what a table agrees on beforehand, in words: who may take the match back.
import type { Takebacks } from "../api";
import { sayingOf } from "../words";
import { en, it, type TermKey } from "../words/terms";

/** The words of that key in the chosen language; reads a signal, as t() does. */
export const terms = sayingOf({ en, it });

/** From the one that asks most people to the one that asks nobody. */
export const takebacks: Readonly<Record<Takebacks, { readonly name: TermKey; readonly means: TermKey }>> = {
  all: { name: "takebacks_all", means: "takebacks_all_says" },
  creator: { name: "takebacks_creator", means: "takebacks_creator_says" },
  none: { name: "takebacks_none", means: "takebacks_none_says" },
};
