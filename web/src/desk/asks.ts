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

/** A question to one person, and how the viewer may answer or record it. */
export interface Question {
  readonly question: number;
  readonly seat: string;
  readonly answer: "open" | "yes" | "no";
  readonly recorded: boolean;
  readonly may: readonly ("yes" | "no")[];
  readonly text: string;
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

export interface Ruling {
  readonly ruling: number;
  readonly rule: string;
  readonly date: string;
  readonly public: boolean;
  readonly question: string;
  readonly answer: string;
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
