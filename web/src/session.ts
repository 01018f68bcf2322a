// SPDX-License-Identifier: MIT
// session.ts - the account that is signed in here, if any: asked once, and again when it changes.
import { signal } from "@preact/signals";
import { api, ApiError, type Session } from "./api";

/** null: not asked yet, or the server has no accounts. */
export const session = signal<Session | null>(null);

/** Asks the server who is signed in. Where there are no accounts, or no answer, nobody is. */
export async function refreshSession(): Promise<void> {
  try {
    session.value = await api<Session>("/session");
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    session.value = null;
  }
}
