// SPDX-License-Identifier: MIT
// sides.ts - games in which people play in sides: windows of decision, what is asked of single people, put before a side, said beside
// the moves. As the server tells it (docs/api.md).

/** The window that is open, of the sides of `seats`; times of the server in milliseconds, null where it does not close by itself. */
export interface OpenWindow {
  readonly id: string;
  readonly name?: string;
  readonly seats: readonly string[];
  readonly opened: number | null;
  readonly closes: number | null;
  readonly local: string | null;
  readonly text?: string; // "today 20:30", by the clocks of the table's zone
  readonly paused: boolean;
}

/** A question to one person: what a General asks ("team"), or a Master offers ("host"), say. `may`: what the viewer may answer, or record
 * for them. */
export interface Question {
  readonly question: number;
  readonly seat: string;
  readonly answer: "open" | "yes" | "no";
  readonly recorded: boolean;
  readonly by: "team" | "host";
  readonly may: readonly ("yes" | "no")[];
  readonly text: string;
  readonly said?: string; // the words of whoever asks, of `GET /consents` alone, for whom it is put to
}

/** A whole order that somebody puts before the own side. */
export interface Proposal {
  readonly proposal: number;
  readonly from: string;
  readonly status: "open" | "adopted" | "declined" | "taken_back" | "lapsed";
  readonly by?: string | null;
  readonly text: string;
  readonly moves: readonly (string | { readonly text: string; readonly words: string })[];
}

/** One's side: who of it is waited for in the open window, or has answered there. */
export interface Team {
  readonly seats: readonly string[];
  readonly waited: readonly string[];
  readonly answered: readonly string[];
}

/** Something said beside the moves that the viewer may read: a line to one's side, a proposal, a ruling. */
export interface PostMessage {
  readonly kind: "post";
  readonly post: string; // "ruling", say
  readonly n: number;
  readonly rev?: number;
  readonly rule?: string; // of a ruling
  readonly question?: string;
  readonly proposals?: readonly Proposal[];
}
