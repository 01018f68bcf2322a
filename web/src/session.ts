// SPDX-License-Identifier: MIT
// session.ts - the account that is signed in here, if any: asked once, and again when it changes.
import { signal } from "@preact/signals";
import { api, ApiError, type Status } from "./api";

/** The account of this browser, null where nobody is signed in, and the matches in which it sits. */
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

/** null: not asked yet, or the server has no accounts. */
export const session = signal<Session | null>(null);

/** Asks the server who is signed in. Where there are no accounts, nobody is; without an answer it is as it was. */
export async function refreshSession(): Promise<void> {
  try {
    session.value = await api<Session>("/session");
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    if (!cause.unanswered) session.value = null;
  }
}
