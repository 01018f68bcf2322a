// SPDX-License-Identifier: MIT
// say.ts - the words about matches of this device, in the language that is chosen.
import { sayingOf } from "../words";
import { en, it } from "../words/here";

/** The words of that key in the chosen language; reads a signal, as t() does. */
export const w = sayingOf({ en, it });
