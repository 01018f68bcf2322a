// SPDX-License-Identifier: MIT
// api.ts - what the server says and hears, as types (docs/api.md), and the client that asks over plain HTTP.

export type Lang = "it" | "en";

// ---- Games ----------------------------------------------------------------------------------------------------------

export interface Option {
  readonly key: string;
  readonly text: string;
  readonly values?: readonly string[];
  /** Of the values, in their order: for people. */
  readonly words?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly default: string | number;
}

export interface GameHead {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly seats: { readonly min: number; readonly max: number; readonly usual: number };
  readonly options: readonly Option[];
  /** Does a seat know what others must not? Then a shared device needs a curtain. */
  readonly secrets?: boolean;
  /** Is there a guided first round? */
  readonly lesson?: boolean;
}

export interface Verb {
  readonly token: string;
  readonly set: string | null;
  readonly words: string;
  readonly ask: boolean;
}

export interface EventKind {
  readonly event: string;
  readonly args: readonly string[];
  readonly words: string;
  readonly role: Role;
}

export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface GameInfo extends GameHead {
  readonly data: unknown;
  readonly verbs: readonly Verb[];
  readonly events: readonly EventKind[];
  readonly rules: readonly { readonly rule: string; readonly text: string }[];
  readonly sets: Readonly<Record<string, readonly Named[]>>;
}

export interface Games {
  readonly games: readonly GameHead[];
  readonly bots: readonly { readonly id: string; readonly text: string }[];
  readonly version: string;
}

// ---- Moves and events -------------------------------------------------------------------------------------------------

/** The faces of a throw: attacker's, defender's. */
export type Dice = readonly [readonly number[], readonly number[]];

/** Keyed by the id of the argument's set: {"province":"italia"}, {"number":3}, {"seat":"A"}, {"dice":[[6,5],[4]]}, {}. */
export type Args = Readonly<Record<string, string | number | Dice>>;

export interface Move {
  readonly m: number;
  readonly text: string;
  readonly verb: string;
  readonly args: Args;
  readonly words: string;
  readonly remark?: string;
  /** What should be heard before it is made, since it can't be mended afterwards. */
  readonly warning?: string;
}

export type Role = "news" | "round" | "step" | "move" | "routine" | "part" | "tally";

export interface Event {
  readonly event: string;
  readonly args: readonly (string | number | Dice)[];
  readonly words: string;
  readonly role: Role;
}

// ---- Tables -----------------------------------------------------------------------------------------------------------

export type Status = "waiting" | "playing" | "paused" | "over";

export interface Seat {
  readonly seat: string;
  readonly who: string;
  readonly name: string;
  readonly joined: boolean;
  readonly online: boolean;
  readonly deputy: boolean;
  readonly muted: boolean;
  readonly forecast: string;
}

export interface ClockRules {
  readonly kind: "none" | "live" | "days";
  readonly reserve?: number;
  readonly move?: number;
  readonly quiet?: { readonly from: string; readonly to: string; readonly zone: string };
  readonly late?: number;
  readonly then?: string;
}

export interface SeatClock {
  readonly left: number;
  readonly deadline: number | null;
  readonly late: boolean;
  readonly misses: number;
}

export interface Clock extends ClockRules {
  readonly now: number;
  readonly seats: Readonly<Record<string, SeatClock>>;
}

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
  /** While the table waits: how far its seats' words are drawn. */
  readonly draw?: {
    readonly phase: "promising" | "opening" | "again";
    readonly until: number | null;
    readonly opened: readonly string[];
  };
}

export interface Undo {
  readonly ok: boolean;
  readonly text?: string;
}

export interface Result {
  readonly places: Readonly<Record<string, number>>;
  readonly score: Readonly<Record<string, number>>;
  readonly text: string;
}

/** Members of a position as its game names them: scalars, {"italia":5}, ["italia"], or one such a seat. */
export type View = Readonly<Record<string, unknown>>;

export interface State {
  readonly kind: "state";
  readonly match: string;
  readonly game: string;
  readonly name: string;
  readonly rev: number;
  /** Plies that this viewer heard of: what a move must answer. */
  readonly ply: number;
  readonly chain?: string; // what was heard by then
  readonly you: string | null; // a seat, "admin", or null: a spectator
  readonly status: Status;
  readonly actor: string | null;
  readonly actors: readonly string[];
  readonly round: number;
  readonly options: Readonly<Record<string, string | number>>;
  readonly seats: readonly Seat[];
  readonly clock: Clock | null;
  readonly dice: DiceInfo;
  readonly view: View;
  readonly prompt?: string;
  readonly moves?: readonly Move[];
  readonly undo?: Undo;
  readonly result: Result | null;
  readonly created: number;
  readonly chat: number;
  readonly undone?: boolean;
}

export interface PlyMessage {
  readonly kind: "ply";
  readonly ply: number;
  readonly chain?: string;
  readonly rev: number;
  readonly seat: string | null; // a seat, "chance" or "host"; null: of several who could have, and the viewer may not know
  readonly move: Omit<Move, "remark" | "warning"> | null;
  readonly note?: string;
  readonly events: readonly Event[];
  readonly changes: Readonly<Record<string, unknown>>;
  readonly actor: string | null;
  readonly actors: readonly string[];
  readonly round: number;
  readonly status: Status;
  readonly prompt?: string;
  readonly moves?: readonly Move[];
  readonly undo?: Undo;
  readonly seats?: readonly Seat[];
  readonly clock?: Clock | null;
  readonly result?: Result | null;
  readonly dice?: DiceInfo; // at the end: the seed is open
}

// ---- Lessons --------------------------------------------------------------------------------------------------------------

/** A commented match for beginners, and where it stops to be read. */
export interface Lesson {
  readonly game: string;
  readonly seat: string; // the learner's
  readonly plies: number;
  /** `asks`: the learner is asked for the next move there. */
  readonly steps: readonly { readonly ply: number; readonly asks: boolean; readonly text: string }[];
}

/** It at one of its plies, as the learner sees it. */
export interface LessonStep {
  readonly ply: number;
  readonly text: string;
  readonly move: Move | null; // the one asked for
  readonly state: State;
  readonly next: number | null; // ply of the next step
  readonly messages: readonly PlyMessage[]; // what happens until then
}

export interface TableMessage {
  readonly kind: "table";
  readonly rev: number;
  readonly status: Status;
  readonly seats: readonly Seat[];
  readonly clock: Clock | null;
  readonly dice?: DiceInfo;
}

export interface ChatMessage {
  readonly kind: "chat";
  readonly n: number;
  /** Or "host"; or "table", which speaks for itself. */
  readonly seat: string;
  readonly at: number;
  readonly text: string;
}

export interface AnswerMessage {
  readonly kind: "answer";
  readonly id: string | number;
  readonly ply?: number;
  readonly events?: readonly Event[];
}

export interface ErrorMessage extends Failure {
  readonly kind: "error";
  readonly id?: string | number;
}

export interface ByeMessage {
  readonly kind: "bye";
  readonly text: string;
}

export type Message = State | PlyMessage | TableMessage | ChatMessage | AnswerMessage | ErrorMessage | ByeMessage;

export interface Created {
  readonly match: string;
  readonly commitment: string;
  readonly admin: string;
  readonly admin_url: string;
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

export interface Listed {
  readonly match: string;
  readonly game: string;
  readonly name: string;
  readonly status: Status | null;
  readonly ply: number | null;
  readonly seats: readonly { readonly seat: string; readonly who: string; readonly name: string }[];
  readonly created: number;
  readonly changed: number;
  readonly actor: string | null;
  /** Why the server can't open it. */
  readonly unreadable?: string;
}

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

export interface Odds {
  readonly words: string;
  readonly battle: Battle | null;
  /** The same and more in the game's own shape: for its board. */
  readonly detail?: Readonly<Record<string, unknown>> | null;
}

// ---- Reviews ------------------------------------------------------------------------------------------------------------

export interface ReviewMove {
  readonly text: string;
  readonly words: string;
}

/** Luck and cost are in score: 0.01 is a hundredth of a win. */
export interface ReviewSeat {
  readonly seat: string;
  readonly who: string;
  readonly name: string;
  readonly luck: number;
  readonly percentile: number; // 0..100
  readonly cost: number;
  readonly choices: number;
}

export interface Review {
  readonly game: string;
  readonly samples: number;
  readonly seats: readonly ReviewSeat[];
  /** Each seat's chance before the first ply. */
  readonly start: readonly number[];
  readonly mistakes: readonly {
    readonly ply: number;
    readonly round: number;
    readonly seat: string;
    readonly cost: number;
    readonly played: ReviewMove;
    readonly better: ReviewMove;
  }[];
  readonly battles: readonly {
    readonly first: number;
    readonly last: number;
    readonly round: number;
    readonly seat: string | null;
    readonly luck: readonly number[];
    readonly decision: ReviewMove | null;
  }[];
  readonly plies: readonly {
    readonly ply: number;
    readonly seat: string;
    readonly kind: "choice" | "forced" | "chance" | "host";
    readonly round: number;
    readonly value: readonly number[];
  }[];
}

export interface Why {
  readonly allowed: boolean;
  readonly rule?: string | null;
  readonly text: string;
  readonly words: string;
}

export interface Session {
  readonly account: { readonly name: string } | null;
  readonly matches: readonly {
    readonly match: string;
    readonly seat: string | null;
    readonly name: string;
    readonly game: string;
    readonly status: Status | null;
    readonly your_turn: boolean | null;
    readonly unreadable?: string;
  }[];
}

export interface Plan {
  game: string;
  options?: Record<string, string>;
  seats: string[];
  clock?: ClockRules;
  name?: string;
  listed?: boolean;
  start?: "now" | "joined" | "drawn";
  words?: string[];
  names?: string[];
}

// ---- Asking -------------------------------------------------------------------------------------------------------------

export interface Failure {
  readonly error: string;
  readonly text: string;
  readonly rule?: string;
  readonly ply?: number;
  readonly retry_after?: number;
  readonly where?: string;
}

/** The server refused, or could not be reached ("offline"). */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Failure;
  constructor(status: number, body: Failure) {
    super(body.text);
    this.name = "ApiError";
    this.status = status;
    this.body = body;
  }
  /** Nobody answered: asking again may help, the server was not told no. */
  get unanswered(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

export interface Ask {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly token?: string | null;
  readonly seat?: string | null;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly signal?: AbortSignal;
  readonly lang?: Lang;
}

const base = "/api/v1";
const offline: Readonly<Record<Lang, string>> = {
  it: "Il server non risponde.",
  en: "The server does not answer.",
};

let language: Lang = "en";
/** The language in which the server is asked to speak. */
export function setApiLang(lang: Lang): void {
  language = lang;
}

export function apiUrl(path: string, query?: Ask["query"], lang: Lang = language): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(key, String(value));
  search.set("lang", lang);
  return `${base}${path}?${search}`;
}

async function failure(answer: Response, lang: Lang): Promise<ApiError> {
  try {
    const body = (await answer.json()) as Failure;
    if (typeof body.error === "string") return new ApiError(answer.status, body);
  } catch {
    // Not JSON: a proxy answered in the server's place.
  }
  return new ApiError(answer.status, { error: "internal", text: `${offline[lang]} (${answer.status})` });
}

async function send(path: string, ask: Ask): Promise<Response> {
  const lang = ask.lang ?? language;
  const headers: Record<string, string> = {};
  if (ask.token) headers["Authorization"] = `Bearer ${ask.token}`;
  if (ask.seat) headers["Alea-Seat"] = ask.seat;
  if (ask.body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(apiUrl(path, ask.query, lang), {
      method: ask.method ?? (ask.body === undefined ? "GET" : "POST"),
      headers,
      credentials: "same-origin",
      ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
      ...(ask.signal ? { signal: ask.signal } : {}),
    });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new ApiError(0, { error: "offline", text: offline[lang] });
  }
  if (!answer.ok) throw await failure(answer, lang);
  return answer;
}

export async function api<T>(path: string, ask: Ask = {}): Promise<T> {
  const answer = await send(path, ask);
  return (answer.status === 204 ? null : await answer.json()) as T;
}

export async function apiText(path: string, ask: Ask = {}): Promise<string> {
  return (await send(path, ask)).text();
}
