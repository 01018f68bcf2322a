// SPDX-License-Identifier: MIT
// keep.ts - matches of this device in IndexedDB: each as its transcript, and what a list says of it.
import type { State } from "../api";

/** What a list tells of a match without asking the engine. */
export type Standing = Pick<State, "status" | "actors" | "seats">;

export interface Kept {
  readonly match: string;
  readonly name: string;
  readonly created: number; // ms since 1970
  readonly changed: number;
  readonly transcript: string;
  /** The scenario's file, of a match on one. */
  readonly scenario?: string;
  readonly standing: Standing;
}

const store = "matches";

/** Opened for one thing and closed: another release may want to change its shape. */
function open(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const asked = indexedDB.open("alea", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(store, { keyPath: "match" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error ?? new Error("IndexedDB"));
  });
}

async function within<T>(mode: IDBTransactionMode, ask: (matches: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const base = await open();
  try {
    return await new Promise<T>((done, fail) => {
      const work = base.transaction(store, mode, { durability: "strict" });
      const asked = ask(work.objectStore(store));
      work.oncomplete = () => done(asked.result);
      work.onerror = work.onabort = () => fail(work.error ?? new Error("IndexedDB"));
    });
  } finally {
    base.close();
  }
}

export const keep = (one: Kept): Promise<unknown> => within("readwrite", (matches) => matches.put(one));
export const find = (match: string): Promise<Kept | undefined> => within("readonly", (matches) => matches.get(match));
export const drop = (match: string): Promise<unknown> => within("readwrite", (matches) => matches.delete(match));
