// SPDX-License-Identifier: MIT
// local.ts - what the engine in the worker answers about a live table at once, of what its viewer was told: why not, and the chances. The
// server stays the judge of moves, and is asked where this fails.
import { apiText, type Odds, type State, type Why } from "../api";
import { askEngine, hasEngine } from "../engine/client";
import type { Who } from "../live";
import { scenarioFor } from "../scenario";
import { headOf } from "../transcript";
import { lang } from "../words";

/** A seat's view as one question after the other is about it. */
export class Local {
  private readonly file: { readonly transcript: string; readonly scenario?: string };
  private constructor(transcript: string, scenario: string | null) {
    this.file = { transcript, ...(scenario === null ? {} : { scenario }) };
  }

  /** For the seat that has this state. Null where the engine can't be had, or the scenario is sealed; it is loaded when this comes. */
  static async open(match: string, who: Who, state: State): Promise<Local | null> {
    if (!hasEngine() || state.scenario?.sealed) return null;
    const transcript = headOf(await apiText(`/matches/${match}/transcript`, who));
    const one = new Local(transcript, await scenarioFor(transcript, match));
    return one.why(state, "").then(() => one, () => one);
  }

  private about({ view, you }: State) {
    return { ...this.file, view, viewer: you!, lang: lang.peek() };
  }

  async why(state: State, text: string): Promise<Why> {
    return (await askEngine({ do: "table_why", text, ...this.about(state) })).why;
  }

  async odds(state: State, text: string | undefined, stop: number | undefined): Promise<Odds> {
    return (await askEngine({ do: "table_odds", text, stop: stop ?? 0, ...this.about(state) })).odds;
  }
}
