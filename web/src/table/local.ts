// SPDX-License-Identifier: MIT
// local.ts - what the engine in the worker answers about a live table at once, of what its viewer was told: why not, and the chances. The
// server stays the judge of moves, and is asked where this fails.
import { apiText, type Odds, type State, type Why } from "../api";
import { askEngine, hasEngine } from "../engine/client";
import type { Who } from "../live";
import { headOf } from "../transcript";
import { lang } from "../words";

/** A seat's view as one question after the other is about it. */
export class Local {
  private readonly transcript: string;
  private constructor(transcript: string) {
    this.transcript = transcript;
  }

  /** For the seat that has this state. Null where the engine can't be had, or does not know the land; it is loaded when this comes. */
  static async open(match: string, who: Who, state: State): Promise<Local | null> {
    if (!hasEngine() || state.scenario) return null;
    const one = new Local(headOf(await apiText(`/matches/${match}/transcript`, who)));
    return one.why(state, "").then(() => one, () => one);
  }

  private about({ view, you }: State) {
    return { transcript: this.transcript, view, viewer: you!, lang: lang.peek() };
  }

  async why(state: State, text: string): Promise<Why> {
    return (await askEngine({ do: "table_why", text, ...this.about(state) })).why;
  }

  async odds(state: State, text: string | undefined, stop: number | undefined): Promise<Odds> {
    return (await askEngine({ do: "table_odds", text, stop: stop ?? 0, ...this.about(state) })).odds;
  }
}
