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

/** What the browser did not take: as long as the page is open, and one is asked before it is left. */
const unkept = new Map<string, Kept>();
const askFirst = (event: BeforeUnloadEvent): void => event.preventDefault();

function hold(match: string, one: Kept | null): void {
  if (one) unkept.set(match, one);
  else unkept.delete(match);
  if (unkept.size > 0) addEventListener("beforeunload", askFirst);
  else removeEventListener("beforeunload", askFirst);
}

/** Is it in this page alone? */
export const isHeld = (match: string): boolean => unkept.has(match);

export async function keep(one: Kept): Promise<void> {
  await within("readwrite", (matches) => matches.put(one));
  hold(one.match, null);
}

/** The same of a match that goes on: until it is taken, it is held here. */
export async function keepOn(one: Kept): Promise<void> {
  hold(one.match, one);
  await keep(one);
}

export const find = async (match: string): Promise<Kept | undefined> =>
  unkept.get(match) ?? within<Kept | undefined>("readonly", (matches) => matches.get(match));

export async function drop(match: string): Promise<void> {
  hold(match, null);
  await within("readwrite", (matches) => matches.delete(match));
}
