// SPDX-License-Identifier: MIT
// asks.ts - what the pages around a campaign ask of the server beside a table: people who enrol, consents, the host's moves (docs/api.md).
import { api, type Args, type Move } from "../api";

/** Somebody who enrolled. `seat`: a wish while it waits, then where the person sits. */
export interface Enrolment {
  readonly enrolment: number;
  readonly status: "waiting" | "seated" | "refused" | "left" | "replaced";
  readonly seat: string | null;
  readonly name: string;
  readonly wishes: string;
  readonly at: number;
}

export interface Enrolments {
  readonly open: boolean;
  readonly enrolments: readonly Enrolment[];
}

/** A move of the host's; with `number` all of its verb, as one; with `reason` refused without a note. */
export interface HostMove extends Move {
  readonly args: Args;
  readonly number?: { readonly min: number; readonly max: number; readonly step: number };
  readonly reason: boolean;
}

/** What the host may do now, and the ply that such a move names. */
export interface Hands {
  readonly ply: number;
  readonly moves: readonly HostMove[];
}

/** Those who would read the same of a move; `others`: whoever looks on, too. */
export interface Reading {
  readonly seats: readonly string[];
  readonly others: boolean;
  readonly text: string;
}

/** Somebody at the table, as the Master waits for them. `seen`: here last (ms); null: not since the server opened the match. */
export interface Person {
  readonly seat: string;
  readonly waited: boolean;
  /** Questions that wait for that person's answer. */
  readonly asked: number;
  readonly online: boolean;
  readonly seen: number | null;
}

/** A moment as everybody counts it: the spectators' plies by "none", each side's by its first seat. */
type Counts = Readonly<Record<string, number>>;

/** A window that opened after that ply. */
export interface Opened {
  readonly ply: number;
  readonly round: number;
  readonly window: { readonly id: string; readonly name: string } | null;
  readonly taken_back: boolean;
  readonly plies: Counts;
}

/** Something that happened. `lanes`: who read it, as in Counts; none of them: nobody. */
export interface Line {
  readonly ply: number;
  readonly round: number;
  readonly lanes: readonly string[];
  readonly role: string;
  readonly words: string;
  readonly note?: string;
  readonly plies: Counts;
}

/** A link that was made, with its secret. */
export interface Made {
  readonly token: string;
  readonly url: string;
}

/** The requests of one viewer of a match. */
export class Asks {
  readonly match: string;
  readonly token: string | null;
  constructor(match: string, token: string | null) {
    this.match = match;
    this.token = token;
  }

  get<T>(path: string, query: Readonly<Record<string, string | number | undefined>> = {}): Promise<T> {
    return api<T>(`/matches/${this.match}${path}`, { token: this.token, query });
  }

  post<T>(path: string, body: unknown): Promise<T> {
    return api<T>(`/matches/${this.match}${path}`, { token: this.token, body });
  }
}
