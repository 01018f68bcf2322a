// SPDX-License-Identifier: MIT
// questions.ts - what the engine can be asked, and what it answers: docs/browser-engine.md.
import type { Event, GameInfo, Games, Lang, Message, Move, Odds, State, View, Why } from "../api";
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

/** What `viewer` may know of a match that goes on, whose head `transcript` is. `guess`: by which what is hidden is filled; 0: by none. */
interface OfView {
  readonly view?: View;
  readonly viewer?: string;
  readonly guess?: number;
  /** What is tried there: "A MOVE". */
  readonly plies?: readonly string[];
}

/** At the one table that the engine holds: as the seat `you`, or as a spectator. */
interface AtTable extends Asked {
  readonly match: string;
  readonly you?: string;
  readonly as?: string;
}

/** At that table, where a transcript ends, or at the learner's in the lesson of a game, whose file comes along, at a ply. */
type AtTableOrLesson =
  | AtTable
  | (OfFile & OfView & { readonly seat?: string | undefined })
  | (Asked & { readonly game: string; readonly lesson: string; readonly ply: number });

export type Question =
  | ({
      readonly do: "table_lay";
      readonly match: string;
      readonly name?: string;
      readonly now: number; // ms since 1970
      readonly game?: string;
      readonly seats?: readonly string[];
      readonly names?: readonly string[];
      readonly words?: readonly string[];
      readonly options?: readonly string[];
      readonly scenario?: string;
      readonly scenario_name?: string;
      /** One that was begun, in the place of a game and its seats. */
      readonly transcript?: string;
    } & Asked)
  | ({ readonly do: "table_state"; readonly at?: number; readonly plain?: number } & AtTable)
  | ({ readonly do: "table_events"; readonly since?: number; readonly limit?: number; readonly rev?: number } & AtTable)
  | ({ readonly do: "table_move"; readonly ply: number; readonly m?: number; readonly text?: string } & AtTable)
  | ({ readonly do: "table_undo"; readonly ply: number } & AtTable)
  | ({ readonly do: "table_resign" } & AtTable)
  | ({ readonly do: "table_think"; readonly most_ms?: number; readonly slice_ms?: number; readonly now?: number } & AtTable)
  | ({ readonly do: "table_why"; readonly text: string } & AtTableOrLesson)
  | ({ readonly do: "table_odds"; readonly text?: string | undefined; readonly stop?: number } & AtTableOrLesson)
  | ({ readonly do: "table_words"; readonly what?: string; readonly at?: number } & AtTableOrLesson)
  | ({ readonly do: "table_rules" } & AtTable)
  | ({ readonly do: "table_transcript" } & AtTable)
  | ({ readonly do: "games" } & Asked)
  | ({ readonly do: "game"; readonly game: string } & Asked)
  | ({ readonly do: "lesson"; readonly game: string; readonly lesson: string; readonly ply?: number } & Asked)
  | ({
      readonly do: "chances";
      readonly game: string;
      readonly question?: string;
      readonly given?: Readonly<Record<string, string>>;
    } & Asked)
  | ({ readonly do: "check" } & OfFile)
  | ({ readonly do: "verify" } & OfFile)
  | ({ readonly do: "review"; readonly samples?: number; readonly seed?: number } & OfFile)
  | ({ readonly do: "look"; readonly seat?: string | undefined; readonly made?: 0 | 1 } & OfFile & OfView)
  | ({
      readonly do: "best";
      readonly seat?: string | undefined;
      readonly iterations?: number;
      readonly seed?: number;
      /** 0: single moves are weighed, where the game's bots compare plans too. */
      readonly plans?: number;
    } & OfFile &
      OfView)
  | ({ readonly do: "weights"; readonly game: string; readonly rules_version: number; readonly numbers: readonly number[] } & Asked)
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
  /** So many of the first throws are of an earlier match from which this one goes on: nothing proves them. */
  readonly handed?: number;
  /** So many throws the host has entered: nothing proves them. */
  readonly by_hand?: number;
  readonly throws?: readonly { readonly ply: number; readonly n: number; readonly written: string; readonly computed: string }[];
  /** The file does not follow its rules from there on: nothing behind it was looked at. */
  readonly stopped?: Failure;
}

/** Where a transcript ends: as whoever chooses there has the table, and as all eyes do. */
export interface Looked {
  readonly state: State;
  readonly all: State;
  /** The last ply, if there is one. */
  readonly messages: readonly Message[];
  /** The moves of all plies in words, if they were asked for. */
  readonly made?: readonly string[];
  /** What may fall, where chance is to throw. */
  readonly outcomes: readonly { readonly move: Move; readonly chance: number }[];
}

/** What the game's bots think of the moves of a seat, the best first: `search`, or `plans` of whole plans. */
export interface Weighed {
  readonly seat: string | null; // null: nobody has a choice there
  readonly iterations?: number;
  /** Each is a plan: its line is all that the seat would do. */
  readonly plans?: boolean;
  readonly moves?: readonly {
    readonly move: Move;
    readonly visits: number;
    /** What the seat scores by it, from 0 to 1, as far as was seen; null: it was not tried. */
    readonly value: number | null;
    /** How it expects that to go on: the move itself first. */
    readonly line: readonly { readonly seat: string; readonly move: Move }[];
  }[];
}

/** Games between bots, and one hash over how they ended. */
export interface Series {
  readonly games: number;
  readonly plies: number;
  readonly steps: number;
  readonly unfinished: number;
  readonly signature: string;
}

/** How the engine's table stands: `thinks` is true as long as a bot is to move, `asks` as long as a person is. */
export interface Standing {
  readonly plies: number;
  readonly over: boolean;
  readonly thinks: boolean;
  readonly asks: boolean;
}

interface Played extends Standing {
  readonly ply: number; // as who moved counts
  readonly events: readonly Event[];
}

export interface Answers {
  readonly table_lay: Standing & { readonly game: string };
  readonly table_state: { readonly state: State };
  readonly table_events: { readonly ply: number; readonly rev: number; readonly messages: readonly Message[] };
  readonly table_move: Played;
  readonly table_undo: Played;
  readonly table_resign: Played;
  readonly table_think: Standing;
  readonly table_why: { readonly why: Why };
  readonly table_odds: { readonly odds: Odds };
  readonly table_words: { readonly text: string };
  readonly table_rules: Pick<GameInfo, "rules">;
  readonly table_transcript: { readonly transcript: string };
  readonly games: { readonly games: Games };
  readonly game: { readonly game: GameInfo };
  readonly lesson: { readonly lesson: unknown };
  readonly chances: { readonly chances: unknown };
  readonly check: Checked;
  readonly verify: Verified;
  readonly review: { readonly review: Review };
  readonly look: Looked;
  readonly best: Weighed;
  readonly series: Series;
  readonly weights: object;
}
