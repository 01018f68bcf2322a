// SPDX-License-Identifier: MIT
// say.ts - the words of the analysis board, in the language that is chosen.
import { sayingOf } from "../words";
import { en, it } from "../words/analyse";

/** The words of that key in the chosen language; reads a signal, as t() does. */
export const w = sayingOf({ en, it });
