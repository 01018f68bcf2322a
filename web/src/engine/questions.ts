// SPDX-License-Identifier: MIT
// questions.ts - what the engine can be asked, and what it answers: docs/browser-engine.md.
import type { Lang } from "../api";
import type { Review } from "../table/review";

/** What is wrong with a question, or with what it was about. */
export interface Failure {
  readonly error: string;
  readonly text: string;
  readonly where?: string;
  readonly ply?: number; // from 1
  readonly line?: number; // of the file, from 1
}

interface Asked {
  readonly lang?: Lang;
}

/** A transcript, and the scenario that its head names. */
interface OfFile extends Asked {
  readonly transcript: string;
  readonly name?: string;
  readonly scenario?: string;
  readonly scenario_name?: string;
}

export type Question =
  | ({ readonly do: "check" } & OfFile)
  | ({ readonly do: "verify" } & OfFile)
  | ({ readonly do: "review"; readonly samples?: number; readonly seed?: number } & OfFile)
  | ({
      readonly do: "series";
      readonly game: string;
      readonly bots: readonly string[];
      readonly options?: readonly string[];
      readonly games?: number;
      readonly first?: number;
      readonly seed?: number;
      readonly scenario?: string;
    } & Asked);

/** All that is wrong with a transcript, and the match as far as it is sound. */
export interface Checked {
  readonly faults: readonly Failure[];
  readonly game?: string;
  readonly seats?: number;
  readonly plies?: number;
  readonly over?: boolean;
  readonly hash?: string;
  readonly options?: string;
}

/** What the dice of a match prove. Without an open seed there is `seed` alone. */
export interface Verified {
  readonly seed: "good" | "bad" | "sealed" | "by hand";
  readonly commitment?: string;
  readonly promises?: Readonly<Record<string, "good" | "bad">>;
  readonly names?: Readonly<Record<string, "same" | "otherwise" | "erased">>;
  readonly beacon?: "good" | "bad"; // is its randomness the hash of its signature?
  readonly throws?: readonly { readonly ply: number; readonly n: number; readonly written: string; readonly computed: string }[];
  /** The file does not follow its rules from there on: nothing behind it was looked at. */
  readonly stopped?: Failure;
}

/** Games between bots, and one hash over how they ended. */
export interface Series {
  readonly games: number;
  readonly plies: number;
  readonly steps: number;
  readonly unfinished: number;
  readonly signature: string;
}

export interface Answers {
  readonly check: Checked;
  readonly verify: Verified;
  readonly review: { readonly review: Review };
  readonly series: Series;
}
