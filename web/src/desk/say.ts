// SPDX-License-Identifier: MIT
// say.ts - the words of the pages around a campaign, in the language that is chosen.
import { sayingOf } from "../words";
import { en, it } from "../words/desk";

/** The words of that key in the chosen language; reads a signal, as t() does. */
export const w = sayingOf({ en, it });
