// SPDX-License-Identifier: MIT
// id.ts - matches of this device: their ids have ten letters and begin with "here"; those of a server have twelve.

/** Is that a match that the engine in this browser holds, and no server knows of? */
export const isHere = (match: string): boolean => /^here[a-z2-7]{6}$/.test(match);

/** The lock of the browser's that the one page holds in which it is played. */
export const lockOf = (match: string): string => `alea.${match}`;

/** A new one: 30 bits, among the few of one device. */
export function newHere(): string {
  const letters = "abcdefghijklmnopqrstuvwxyz234567";
  return `here${[...crypto.getRandomValues(new Uint8Array(6))].map((byte) => letters[byte % 32]).join("")}`;
}

/** Is the path of the API that of such a match? */
export const pathIsHere = (path: string): boolean => isHere(/^\/matches\/([^/]+)/.exec(path)?.[1] ?? "");

/** Paths that any engine answers as a server does: games, lessons, chances. */
export const pathIsOfGames = (path: string): boolean => /^\/games(\/|$)/.test(path);
