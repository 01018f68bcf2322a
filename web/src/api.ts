// SPDX-License-Identifier: MIT
// api.ts - requests, answers and messages of the server as types (docs/api.md is their reference), and from ask.ts what asks for them.

import type { Agreement } from "./agreement";
import type { Failure } from "./ask";
import type { NoteMessage } from "./table/notes";
import type { OpenWindow, PostMessage, Proposal, Question, Team } from "./sides";

export * from "./ask";

export type Lang = "it" | "en";

// ---- Games ----------------------------------------------------------------------------------------------------------

/**
 * One option of a game, such as the map or the number of rounds. Either `values` lists what may be chosen, or `min` and `max`
 * bound a number.
 */
export interface Option {
  readonly key: string;
  readonly text: string;
  readonly values?: readonly string[];
  /** The values in words for people, in the order of `values`. */
  readonly words?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly default: string | number;
}

/** A game as the list of games has it: enough to choose one and to lay a table for it. */
export interface GameHead {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly seats: { readonly min: number; readonly max: number; readonly usual: number };
  readonly options: readonly Option[];
  /** True if a seat knows what others must not: then a shared device needs a curtain between two people. */
  readonly secrets?: boolean;
  /** Has the game windows that close at times of the day? Then no seat has a clock of its own. */
  readonly windows?: boolean;
  /** Has it a guided first round? */
  readonly lesson?: boolean;
  /** The levels of bots that there are here, the weakest first. */
  readonly levels: readonly Level[];
}

/** A kind of move. `set` is the kind of its argument, which is its key in Args; null or "none" where it takes none. */
export interface Verb {
  readonly token: string;
  readonly set: string | null;
  readonly words: string;
  /** True if it is never made for a person without asking, though it may be the only legal move. */
  readonly ask: boolean;
}

/** A kind of event, as a sentence with holes {1}, {2} for its arguments, whose kinds are `args`. */
export interface EventKind {
  readonly event: string;
  readonly args: readonly string[];
  readonly words: string;
  readonly role: Role;
}

/** A thing of the game that moves and events name: a province, a card, a unit. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** All that the page needs of a game: its tables (`data`, in the game's own shape), moves, events, rules and names. */
export interface GameInfo extends GameHead {
  readonly data: unknown;
  readonly verbs: readonly Verb[];
  readonly events: readonly EventKind[];
  readonly rules: readonly { readonly rule: string; readonly text: string }[];
  readonly sets: Readonly<Record<string, readonly Named[]>>;
}

/** A level of bots that a game has; `rating` is Elo, by which the easy one has 1200. */
export interface Level {
  readonly id: string;
  readonly rating: number | null;
  readonly within: number | null; // half of its 95% interval
}

/** The answer to GET /games. */
export interface Games {
  readonly games: readonly GameHead[];
  readonly bots: readonly { readonly id: string; readonly text: string }[];
  readonly version: string;
  readonly url: string; // how others reach the server
  readonly beacon: boolean; // tables may name a public one
  /** No server was reached: the engine in this browser told them. */
  readonly here?: true;
}

// ---- Moves and events -------------------------------------------------------------------------------------------------
/** The faces of a throw: first those of the attacker, then those of the defender. */
export type Dice = readonly [readonly number[], readonly number[]];

/** Keyed by the id of the argument's set: {"province":"italia"}, {"number":3}, {"seat":"A"}, {"dice":[[6,5],[4]]}, {}. */
export type Args = Readonly<Record<string, string | number | Dice>>;

/** A legal move. `m` is its number within the game, which POST /moves takes; `text` is the same as a transcript writes it. */
export interface Move {
  readonly m: number;
  readonly text: string;
  readonly verb: string;
  readonly args: Args;
  readonly words: string;
  /** What the move would bring, in a few words. */
  readonly remark?: string;
  /** What the player should read before making the move, because nothing can mend it afterwards. */
  readonly warning?: string;
}

/** What an event is for a log (table/story.ts): headings ("round", "step"), the news, or details that a log joins or leaves out. */
export type Role = "news" | "round" | "step" | "move" | "routine" | "part" | "tally";

export interface Event {
  readonly event: string;
  readonly args: readonly (string | number | Dice)[];
  readonly words: string;
  readonly role: Role;
}

// ---- Tables -----------------------------------------------------------------------------------------------------------

/** None; chances of what is at hand; the analysis board, too. */
export type Help = "none" | "odds" | "all";

/** The life of a table. "paused": the clocks stand still and no move is taken. */
export type Status = "waiting" | "playing" | "paused" | "over";

/** A seat of a table. `who` is "human" or a bot such as "bot:greedy"; `deputy`: a bot plays until its person is back. */
export interface Seat {
  readonly seat: string;
  readonly who: string;
  readonly name: string;
  readonly joined: boolean;
  readonly online: boolean;
  readonly deputy: boolean;
  readonly muted: boolean;
  readonly open?: true; // whoever comes may sit down here
  /** Who plays here for its person, until when; null: nobody has taken it yet. */
  readonly lent?: { readonly until: number; readonly name: string | null };
  /** At tables with days for it: how many are left, and until when the person is away; null: is here. */
  readonly vacation?: { readonly days: number; readonly until: number | null };
  /** The game's estimate of how the seat stands, in words; "" where the game makes none. */
  readonly forecast: string;
}

/**
 * How time is counted. Of kind "windows": windows of the game close at its times of the day in `zone`, and nothing else is said here.
 * Else in seconds: each turn has `move` of its own, then the seat's `reserve` for the whole match is used up. */
export interface ClockRules {
  readonly kind: "none" | "live" | "days" | "windows";
  readonly zone?: string;
  readonly reserve?: number;
  readonly move?: number;
  /** Hours, as "HH:MM" in `zone`, that do not count. */
  readonly quiet?: { readonly from: string; readonly to: string; readonly zone: string };
  /** Seconds for which a seat may still move when all its time is gone; after them comes `then`. */
  readonly late?: number;
  readonly then?: string;
  /** Days that each person may be away; of kinds days and windows. */
  readonly vacation?: number;
  /** After so many turns run out a seat has that much of `move` alone, until as many in a row are in time. */
  readonly often?: { readonly times: number; readonly percent: number };
}

/**
 * The clock of one seat. `left` is in milliseconds; `deadline` is a time of the server in milliseconds, null while the clock
 * stands; `misses` counts how often time ran out and ClockRules.then had to act.
 */
export interface SeatClock {
  readonly left: number;
  readonly deadline: number | null;
  readonly late: boolean;
  readonly misses: number;
  /** It was often late. */
  readonly short?: boolean;
}

/** All clocks of a table. `now` is the time of the server in milliseconds, since the clock of a device may be wrong. */
export interface Clock extends ClockRules {
  readonly now: number;
  readonly seats: Readonly<Record<string, SeatClock>>;
}

/** What binds the dice of a match, as docs/fair-dice.md defines it. The seed is null until the match is over. */
export interface DiceInfo {
  readonly kind: "fair" | "by_hand";
  readonly commitment: string;
  readonly seed: string | null;
  readonly words: Readonly<Record<string, string>>;
  readonly promises?: Readonly<Record<string, string>>;
  readonly unopened?: readonly { readonly seat: string; readonly commitment: string }[];
  readonly beacon?: {
    readonly chain: string;
    readonly round: number | null;
    readonly randomness?: string;
    readonly signature?: string;
    readonly fails: boolean;
  };
  /** How far the seats' words are drawn, while the table waits for players. */
  readonly draw?: {
    readonly phase: "promising" | "opening" | "again";
    readonly until: number | null;
    readonly opened: readonly string[];
  };
}

/** Whether the viewer's last move may be taken back; if not, `text` says why. */
export interface Undo {
  readonly ok: boolean;
  readonly text?: string;
}

/** The end of a match: by seat its place from 1, and its score, from 0 to 1, 1 in sum. */
export interface Result {
  readonly places: Readonly<Record<string, number>>;
  readonly score: Readonly<Record<string, number>>;
  readonly text: string;
  /** Where the game tells them: the rule that decided, the end in numbers, and which of them made the difference. */
  readonly rule?: string | null;
  readonly columns?: readonly string[];
  readonly rows?: Readonly<Record<string, readonly number[]>>;
  readonly decided?: number | null;
}

/** What a viewer may know of the position, by the game's own members: scalars, {"italia":5}, ["italia"], or one of these for each seat. */
export type View = Readonly<Record<string, unknown>>;

/** What follows from a view by the rules, as boards show it: members like those of a view. */
export type Facts = Readonly<Record<string, unknown>>;

/** What a seat has ordered beforehand; `why` it, or its passing, has ended. */
export interface StandingOrder {
  readonly pass: boolean;
  readonly until: number;
  readonly left: number;
  readonly why: string | null;
  readonly answers: number;
}

/**
 * A table as one viewer has it, whole: the answer to GET /matches/ID and the first message of a socket. Times are milliseconds of
 * the server.
 */
export interface State {
  readonly kind: "state";
  readonly match: string;
  readonly game: string;
  readonly name: string;
  /** Grows with every change of what this viewer is shown: plies, undos, pauses, people, chat. */
  readonly rev: number;
  /** The number of plies that this viewer has been told of. A move names it, so that one sent twice is made once. */
  readonly ply: number;
  /** The hash over all that this viewer has heard up to `ply` (docs/fair-dice.md): it shows whether the record was changed. */
  readonly chain?: string;
  readonly you: string | null; // a seat, "admin", "master", or null: a spectator
  readonly lent?: string; // the seat whose link the viewer holds, by a loan; `you` is that seat once it is taken
  readonly status: Status;
  readonly actor: string | null;
  readonly actors: readonly string[];
  readonly round: number;
  readonly options: Readonly<Record<string, string | number>>;
  /** Tables that are laid over the game's; `hash`: of their bytes. Missing where there are none. */
  readonly scenario?: { readonly name: string; readonly hash: string; readonly sealed: boolean };
  readonly seats: readonly Seat[];
  /** Who plays together, where the game has names for it. */
  readonly sides?: readonly Side[];
  /** Who sees everything here; missing at a table without a Master. */
  readonly masters?: readonly { readonly master: number; readonly name: string }[];
  /** What people may be told beyond the rules while it lasts. Left out by servers that know no such choice. */
  readonly help?: Help;
  readonly clock: Clock | null;
  /** What that clock does, in sentences. */
  readonly policy?: readonly string[];
  /** Only of games that have windows; null: none is open. */
  readonly window?: OpenWindow | null;
  readonly dice: DiceInfo;
  readonly view: View;
  readonly facts?: Facts; // missing where the game has none
  readonly prompt?: string;
  readonly moves?: readonly Move[];
  readonly undo?: Undo;
  readonly result: Result | null;
  readonly created: number;
  readonly chat: number;
  /** Of games with sides: what concerns the viewer among people. Left out by servers that tell it on being asked alone. */
  readonly team?: Team | null;
  readonly consents?: readonly Question[];
  readonly proposals?: readonly Proposal[];
  readonly posts?: number;
  /** What is asked of the whole table; left out by servers that know nothing of it. */
  readonly agreement?: Agreement | null;
  readonly takebacks?: Takebacks;
  /** Up to where the viewer's seat has seen the match, on whatever device; missing: nothing is known. */
  readonly viewed?: { readonly ply: number; readonly at: number };
  /** The viewer's own, in short; missing: there is none. */
  readonly standing_order?: StandingOrder;
  /** The state is sent because a move was taken back. */
  readonly undone?: boolean;
}

/** Who takes the match back: all people by consent, whoever made the table, too, or nobody. */
export type Takebacks = "all" | "creator" | "none";

/** Those who play together, and what they are called. */
export interface Side {
  readonly side: string;
  readonly name?: string;
  readonly seats: readonly string[];
}

/** May chances be told? By the table's choice they may not, while the match lasts. */
export const givesOdds = ({ help, status }: Pick<State, "help" | "status">): boolean => help !== "none" || status === "over";

/** The seat that is played from here; null: none, as for spectators, the admin and a Master. */
export const seatOf = ({ you }: Pick<State, "you">): string | null => (you && you !== "admin" && you !== "master" ? you : null);

/** One ply as the viewer may know it. `changes` holds the members of the view that differ from before; null empties one. */
export interface PlyMessage {
  readonly kind: "ply";
  readonly ply: number;
  readonly chain?: string;
  readonly rev: number;
  readonly seat: string | null; // a seat, "chance" or "host"; null: of several who could have, and the viewer may not know
  readonly move: Omit<Move, "remark" | "warning"> | null;
  readonly note?: string;
  readonly by_hand?: string; // "thrown by hand": the host entered what fell at a real table
  readonly events: readonly Event[];
  readonly changes: Readonly<Record<string, unknown>>;
  readonly facts?: Facts; // those that changed
  readonly actor: string | null;
  readonly actors: readonly string[];
  readonly round: number;
  readonly status: Status;
  readonly prompt?: string;
  readonly moves?: readonly Move[];
  readonly undo?: Undo;
  readonly seats?: readonly Seat[];
  readonly clock?: Clock | null;
  readonly window?: OpenWindow | null;
  readonly result?: Result | null;
  readonly dice?: DiceInfo; // at the end: the seed is open
  readonly team?: Team | null;
  readonly consents?: readonly Question[];
  readonly proposals?: readonly Proposal[];
}

/** A change of the table between two plies: somebody sat down or left, a pause, a clock. */
export interface TableMessage {
  readonly kind: "table";
  readonly rev: number;
  readonly status: Status;
  readonly seats: readonly Seat[];
  readonly clock: Clock | null;
  readonly window?: OpenWindow | null;
  readonly agreement?: Agreement | null;
  readonly dice?: DiceInfo;
}

/** A line of the table's chat. `n` counts from 1; `at` is a time of the server in milliseconds. */
export interface ChatMessage {
  readonly kind: "chat";
  readonly n: number;
  /** A seat; "host"; or "table" for what the server itself announces. */
  readonly seat: string;
  readonly at: number;
  readonly text: string;
}

/** The answer to a move that was sent over the socket with that `id`. */
export interface AnswerMessage {
  readonly kind: "answer";
  readonly id: string | number;
  readonly ply?: number;
  readonly events?: readonly Event[];
}

/** A refusal over the socket; without an `id` it concerns the connection itself. */
export interface ErrorMessage extends Failure {
  readonly kind: "error";
  readonly id?: string | number;
}

/** The last message of a socket: the server closes it, and says why. */
export interface ByeMessage {
  readonly kind: "bye";
  readonly text: string;
}

/** Everything that a socket, or a poll of /events, may bring. */
export type Message =
  State | PlyMessage | TableMessage | ChatMessage | PostMessage | NoteMessage | AnswerMessage | ErrorMessage | ByeMessage;

/** The answer to POST /matches, with the links that whoever made the table hands on to the other seats. */
export interface Created {
  readonly match: string;
  readonly commitment: string;
  readonly admin: string;
  readonly admin_url: string;
  readonly master?: string; // of a table that was made with one
  readonly url: string;
  readonly seats: readonly {
    readonly seat: string;
    readonly token: string | null;
    readonly url: string | null;
    readonly who: string;
  }[];
  readonly status: Status;
  readonly ply: number;
}

/** A row of the list of matches. `status` and `ply` are null where even the row of the match can't be read. */
export interface Listed {
  readonly match: string;
  readonly game: string;
  readonly name: string;
  readonly status: Status | null;
  readonly ply: number | null;
  readonly seats: readonly { readonly seat: string; readonly who: string; readonly name: string; readonly open?: true }[];
  readonly created: number;
  readonly changed: number;
  readonly actor: string | null;
  /** Why the server can't open the match. */
  readonly unreadable?: string;
}

/** The exact chances of a combat. `attackers_left[n]` is the chance that n attackers are left; all chances are from 0 to 1. */
export interface Battle {
  readonly attackers: number;
  readonly defenders: number;
  readonly win: number;
  readonly exact: boolean;
  readonly attackers_left: readonly number[];
  readonly defenders_left: readonly number[];
  readonly expected_attackers_left: number;
  readonly expected_defenders_left: number;
}

/** A question about chances that a position asks by itself, what it is given, and its answer by the names of docs/odds.md. */
export interface AtHand {
  readonly question: string;
  /** One of several things that may be chosen; else it has begun, or comes of the move. */
  readonly choice: boolean;
  /** By the name of its set; nobody: empty. */
  readonly about: Readonly<Record<string, string>>;
  readonly given: Readonly<Record<string, number | string | readonly (number | string)[]>>;
  /** null: there is none. */
  readonly answer: Readonly<Record<string, unknown>> | null;
  /** What else has to be known, in sentences; missing: nothing. */
  readonly notes?: readonly string[];
}

/** The answer to GET /odds. `words` is "" and the rest null where there are no chances to show. */
export interface Odds {
  readonly words: string;
  readonly battle: Battle | null;
  /** All questions that are at hand, for the game's own board. */
  readonly detail?: readonly AtHand[] | null;
}

// ---- Reviews ------------------------------------------------------------------------------------------------------------

/** The answer to GET /why: whether a move is allowed, and the rule that forbids it. */
export interface Why {
  readonly allowed: boolean;
  readonly rule?: string | null;
  readonly text: string;
  readonly words: string;
}

/** A table to be made. `start`: "joined" waits for every person, "drawn" for the first promise of a word for the dice. */
export interface Plan {
  game: string;
  options?: Record<string, string>;
  seats: string[];
  clock?: ClockRules;
  name?: string;
  listed?: boolean;
  open?: string[];
  master?: boolean;
  help?: Help;
  takebacks?: Takebacks;
  scenario?: unknown;
  sealed?: unknown;
  start?: "now" | "joined" | "drawn";
  words?: string[];
  names?: string[];
  /** Of which the next round enters the dice: the hash of its chain. */
  beacon?: { chain: string };
  /** Of a match that was begun elsewhere, and goes on at the new table; `scenario` is then its file as it is, a string. */
  transcript?: string;
}
