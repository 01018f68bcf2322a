// SPDX-License-Identifier: MIT
// device.ts - what this device remembers, and nothing else is kept anywhere: tokens of seats, what was last seen of a table, preferences.
import { signal } from "@preact/signals";
import type { Lang } from "./api";

// ---- Storage that may be full, forbidden or from another version -----------------------------------------------------------

const kept = new Map<string, string>(); // when the browser keeps nothing: as long as the page is open

function read(storage: "localStorage" | "sessionStorage", key: string): string | null {
  try {
    return window[storage].getItem(key) ?? kept.get(key) ?? null;
  } catch {
    return kept.get(key) ?? null;
  }
}

function write(storage: "localStorage" | "sessionStorage", key: string, value: string | null): boolean {
  try {
    if (value === null) window[storage].removeItem(key);
    else window[storage].setItem(key, value);
    kept.delete(key);
    return true;
  } catch {
    if (value === null) kept.delete(key);
    else kept.set(key, value);
    return false;
  }
}

function readObject<T extends object>(key: string): Partial<T> {
  try {
    const value: unknown = JSON.parse(read("localStorage", key) ?? "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Partial<T>) : {};
  } catch {
    return {};
  }
}

// ---- Preferences -----------------------------------------------------------------------------------------------------------

/** How fast moves of others are shown. */
export type Pace = "instant" | "quick" | "calm";

/** Light or dark, as the system says or always. */
export type Theme = "system" | "light" | "dark";

/** Sizes of text that are offered, in percent of the browser's own. */
export const SIZES: readonly number[] = [90, 100, 115, 130, 150];

/** What a person has chosen for all tables on this device. */
export interface Prefs {
  lang?: Lang;
  pace: Pace;
  keys: boolean; // single-key shortcuts
  text: boolean; // the text view instead of the map
  theme: Theme;
  size: number; // one of SIZES
  patterns: boolean; // places in the whole pattern of their owner, beside the colour
  sounds: boolean;
  notify: boolean;
  name: string; // what I was called last
}

const standard: Prefs = {
  pace: "quick",
  keys: true,
  text: false,
  theme: "system",
  size: 100,
  patterns: false,
  sounds: false,
  notify: false,
  name: "",
};
export const prefs = signal<Prefs>({ ...standard, ...readObject<Prefs>("alea.prefs") });

/** The preferences as they are now; who draws by them reads `prefs`, and is drawn anew when they change. */
export function readPrefs(): Prefs {
  return prefs.peek();
}

/** Changes one preference, for this visit and later ones. */
export function writePref<K extends keyof Prefs>(key: K, value: Prefs[K]): void {
  prefs.value = { ...prefs.peek(), [key]: value };
  write("localStorage", "alea.prefs", JSON.stringify(prefs.peek()));
}

// ---- Tables that I have something to do with --------------------------------------------------------------------------------

/** The token of a seat, which opens it to whoever has it. */
export interface Held {
  token: string;
  seat?: string; // known once the server has said whose it is
}

/** What this device has of one table. `opened` is when it was last opened (Date.now()): the oldest tables are forgotten first. */
export interface Mine {
  game?: string;
  name?: string;
  held: Held[];
  admin?: string;
  /** The token of a Master. */
  master?: string;
  /** The token of a link to what is behind the table, of which the server has not yet said whose it is. */
  arrived?: string | undefined;
  /** The link by which people enrol, and, once this device has done so, the person's own token. */
  enrol?: string | undefined;
  enrolled?: string | undefined;
  /** Links of seats for others, kept so that who made the table can send them again. */
  links?: { seat: string; url: string }[];
  /** The address under which others reach this server. */
  origin?: string;
  /** Several people share this device. */
  hot?: boolean;
  /** The ply last seen as this seat ("-": without one), and when. */
  seen?: Record<string, { ply: number; at: number }>;
  /** By seat: the word that this device has drawn for the dice, and what its person had typed. */
  words?: Record<string, { commitment: string; typed: string; word: string }>;
  /** People whose chat I don't want to read. */
  muted?: string[];
  opened: number;
}

/** A link of a viewer's chain: the hash over all that was heard up to that ply. `who` played it, "?" where that is not known. */
export interface Link {
  readonly ply: number;
  readonly chain: string;
  readonly who: string;
}

const linksKey = (match: string) => `alea.heard.${match}`;

/** The links kept for one viewer of a table, the oldest first. */
export function linksOf(match: string, viewer: string): readonly Link[] {
  const links = readObject<Record<string, Link[]>>(linksKey(match))[viewer];
  return Array.isArray(links) ? links : [];
}

/** Keeps these links of one viewer in place of those kept before. */
export function keepLinks(match: string, viewer: string, links: readonly Link[]): void {
  write("localStorage", linksKey(match), JSON.stringify({ ...readObject(linksKey(match)), [viewer]: links }));
}

/** The puzzles kept here, as they were written (analyse/collection.ts). */
export function keptPuzzles(): readonly unknown[] {
  const { list } = readObject<{ list: unknown[] }>("alea.puzzles");
  return Array.isArray(list) ? list : [];
}
export function keepPuzzles(list: readonly unknown[]): void {
  write("localStorage", "alea.puzzles", JSON.stringify({ list }));
}

const remarksKey = "alea.remarks";
const mostRemarked = 60; // matches

/** What was said here about plies of a match, as lines of its transcript (remarks.ts). */
export function keptRemarks(match: string): readonly string[] {
  const lines = readObject<Record<string, string[]>>(remarksKey)[match];
  return Array.isArray(lines) ? lines.map(String) : [];
}

/** Keeps these in place of those kept before; of the matches that were remarked upon longest ago nothing stays. */
export function keepRemarks(match: string, lines: readonly string[]): void {
  const { [match]: _, ...others } = readObject<Record<string, readonly string[]>>(remarksKey);
  const all = Object.entries({ ...others, ...(lines.length ? { [match]: lines } : {}) });
  write("localStorage", remarksKey, JSON.stringify(Object.fromEntries(all.slice(-mostRemarked))));
}

const tablesKey = "alea.tables";
const mostTables = 200;

function readMine(): Record<string, Mine> {
  const all = readObject<Record<string, Mine>>(tablesKey);
  const sound: Record<string, Mine> = {};
  for (const [match, one] of Object.entries(all))
    if (one && Array.isArray(one.held)) sound[match] = { ...one, opened: Number(one.opened) || 0 };
  return sound;
}

export const mine = signal<Readonly<Record<string, Mine>>>(readMine());

/** Other tabs write too: what they wrote is read again before it is changed, and when they say so. */
window.addEventListener("storage", (event) => {
  if (event.key === tablesKey) mine.value = readMine();
});

/** What is kept of a table as it is now; of one that this device does not know, no seat and never opened. */
export function mineOf(match: string): Mine {
  return mine.peek()[match] ?? { held: [], opened: 0 };
}

/** Changes what is kept of a table; beyond 200 tables those opened longest ago are dropped. */
export function remember(match: string, change: Partial<Mine>): void {
  const all = { ...(kept.has(tablesKey) ? mine.peek() : readMine()) };
  all[match] = { ...(all[match] ?? { held: [], opened: Date.now() }), ...change };
  const names = Object.keys(all);
  if (names.length > mostTables) {
    names.sort((a, b) => all[b]!.opened - all[a]!.opened);
    for (const name of names.slice(mostTables)) {
      delete all[name];
      write("localStorage", linksKey(name), null);
    }
  }
  write("localStorage", tablesKey, JSON.stringify(all));
  mine.value = all;
}

/** Drops all that is kept of a table. Its seats' tokens go, too: only their links lead back to it. */
export function forget(match: string): void {
  const all = { ...readMine() };
  delete all[match];
  write("localStorage", linksKey(match), null);
  keepRemarks(match, []);
  write("localStorage", tablesKey, JSON.stringify(all));
  mine.value = all;
}

/** Adds a seat's token to those that this device holds for the match. */
export function hold(match: string, token: string, seat?: string): void {
  const one = mineOf(match);
  const others = one.held.filter((held) => held.token !== token && (!seat || held.seat !== seat));
  const known = seat ?? one.held.find((held) => held.token === token)?.seat;
  remember(match, { held: [...others, known ? { token, seat: known } : { token }] });
  write("sessionStorage", `alea.as.${match}`, token);
}

/** Forgets the seat that this tab plays with, whose token opens nothing any more. */
export function letGo(match: string): void {
  const dead = tokenOf(match);
  write("sessionStorage", `alea.as.${match}`, null);
  remember(match, { held: mineOf(match).held.filter((one) => one.token !== dead) });
}

/** The token that this tab plays with: of several on the device the one that it opened last. */
export function tokenOf(match: string): string | null {
  const chosen = read("sessionStorage", `alea.as.${match}`);
  const { held } = mineOf(match);
  if (chosen && held.some((one) => one.token === chosen)) return chosen;
  return held[held.length - 1]?.token ?? null;
}

/** The token to look back with. Where several people share the device it is nobody's, since nobody knows who sits before it. */
export function tokenToLook(match: string): string | null {
  const { hot, held } = mineOf(match);
  return hot && held.length > 1 ? null : tokenOf(match);
}

/** Chooses, for this tab, the one of the device's seats that plays. */
export function playAs(match: string, token: string): void {
  write("sessionStorage", `alea.as.${match}`, token);
}

/** Notes that this viewer has seen the table up to that ply, and when. */
export function markSeen(match: string, seat: string | null, ply: number): void {
  const { seen } = mineOf(match);
  const key = seat ?? "-";
  if (seen?.[key]?.ply === ply) return;
  remember(match, { seen: { ...seen, [key]: { ply, at: Date.now() } } });
}

interface Seen {
  readonly ply: number;
  readonly at: number;
}

/** Up to where the match was seen as that seat: on this device, or on another of the same person, as the server tells. */
export function lastSeen(match: string, seat: string | null, elsewhere: Seen | undefined): Seen | undefined {
  const here = mineOf(match).seen?.[seat ?? "-"];
  return here && here.ply >= (elsewhere?.ply ?? 0) ? here : elsewhere;
}

// ---- Lessons: how far one has come, by game -----------------------------------------------------------------------------------

const lessonsKey = "alea.lessons";

/** The ply that the lesson of a game has come to; 0: not begun. */
export function lessonPly(game: string): number {
  return Number(readObject<Record<string, number>>(lessonsKey)[game]) || 0;
}

/** Keeps the ply that a lesson has come to. */
export function rememberLesson(game: string, ply: number): void {
  write("localStorage", lessonsKey, JSON.stringify({ ...readObject<Record<string, number>>(lessonsKey), [game]: ply }));
}

// ---- The host's token: for this tab alone --------------------------------------------------------------------------------------

/** null: whoever sits here has not come as the host. */
export function hostToken(): string | null {
  return read("sessionStorage", "alea.host");
}

/** Keeps the host's token until the tab is closed; null: forgets it. */
export function keepHostToken(token: string | null): void {
  write("sessionStorage", "alea.host", token);
}
