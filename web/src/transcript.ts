// SPDX-License-Identifier: MIT
// transcript.ts - reads .alea files (docs/transcript.md): the head, and the lines of the moves. It judges no rules, that is the server's.

/** What stands before the moves: the match as it was before the first of them. */
export function headOf(text: string): string {
  const lines = text.replace(/\r/g, "").split("\n");
  const first = lines.findIndex((line) => /^(\d+ |post |=|end( |$))/.test(line));
  return `${lines.slice(0, first < 0 ? lines.length : first).filter((line) => line && !line.startsWith("#")).join("\n")}\n\n`;
}

/** A line `seat` of the head. */
export interface TranscriptSeat {
  readonly seat: string;
  readonly who: string;
  readonly name: string;
}

/** A line of a move, with its line number in the file for messages. */
export interface TranscriptPly {
  readonly ply: number;
  readonly line: number; // of the file, from 1
  readonly who: string; // a seat, "*" chance, "!" the host
  readonly text: string;
  readonly note: string | null;
  /** Below what each number of a throw was drawn, where a comment tells it: the faces of its dice. */
  faces: readonly number[] | null;
}

/** A line `post`: what somebody said beside the moves, after `ply` of them. */
export interface TranscriptPost {
  readonly number: number;
  readonly line: number; // of the file, from 1
  readonly ply: number; // the last one before it, 0: none
  readonly from: string; // a seat, or "!" the host
  readonly kind: string;
  readonly to: readonly string[] | "all";
  readonly re: number | null;
  readonly answer: string | null;
  readonly order: readonly string[];
  readonly text: string;
}

/** The lines `beacon` of the head; without a signature the round was not out yet. */
export interface TranscriptBeacon {
  readonly chain: string;
  readonly round: number;
  readonly randomness: string | null; // null: not out yet
  readonly signature: string | null;
}

/** The hash that binds a seat's name, and its salt, which is erased with the name. */
export interface TranscriptBound {
  readonly hash: string;
  readonly salt: string | null; // null: erased
}

/** The lines that bind words and names, by seat. */
interface Bonds {
  readonly words: Record<string, string>;
  readonly promises: Record<string, string>;
  readonly bound: Record<string, TranscriptBound>;
  readonly unopened: string[]; // who left an earlier draw unopened
  beacon: TranscriptBeacon | null;
}

export interface Sealed {
  readonly name: string;
  readonly hash: string;
  readonly opened: string;
}

/** A file, read. `scenario`: the tables of the match are not the game's usual ones. */
export interface Transcript extends Readonly<Bonds> {
  readonly game: string;
  readonly version: string;
  readonly options: Readonly<Record<string, string>>;
  readonly scenario: string | null;
  /** Of a sealed one: its name, the commitment to it, and once it is open its bytes (base 64). */
  readonly sealed: Sealed | null;
  readonly seats: readonly TranscriptSeat[];
  readonly dice: "fair" | "by hand";
  readonly commitment: string | null;
  readonly seed: string | null;
  readonly plies: readonly TranscriptPly[];
  readonly posts: readonly TranscriptPost[];
  readonly end: readonly string[] | null;
  /** Comment lines that say that moves were left out: the file of a match that still goes on. */
  readonly partial: boolean;
}

/** The first line that can't be read, and why. */
export class TranscriptFault extends Error {
  readonly line: number;
  constructor(line: number, what: "head" | "line" | "ply" | "post" | "version") {
    super(what);
    this.line = line;
  }
}

export const maxTranscriptBytes = 64 * 1024 * 1024;

const headShape = /^(\S+)(?: (.*))?$/;
const plyShape = /^(\d+) ([A-Z]{1,2}|\*|!) (.+)$/;
const postShape = new RegExp(
  "^post +(\\d+) +([A-Z]{1,2}|!) +(chat|proposal|request|answer|ruling) +to +(\\S+)(?: +re +(\\d+))?" +
    "(?: +(adopted|declined|lapsed|taken_back))?(?: +order ([^|]*)| *)(?:\\| *(.*))?$",
);

interface Head extends Bonds {
  format: number;
  game: string;
  version: string;
  options: Record<string, string>;
  scenario: string | null;
  sealed: Sealed | null;
  seats: TranscriptSeat[];
  dice: "fair" | "by hand";
  commitment: string | null;
  seed: string | null;
}

function readOptions(text: string): Record<string, string> {
  const pairs = text
    .split(" ")
    .filter(Boolean)
    .map((pair) => pair.split("=", 2));
  return Object.fromEntries(pairs.map(([key, value]) => [key ?? "", value ?? ""]));
}

function readHeadLine(head: Head, key: string, rest: string, line: number): void {
  const [first = "", ...more] = rest.split(" ");
  switch (key) {
    case "alea":
      if (!/^[1234]$/.test(first)) throw new TranscriptFault(line, "version");
      head.format = Number(first);
      return;
    case "game":
      head.game = first;
      head.version = more[0] ?? "";
      return;
    case "options":
      head.options = readOptions(rest);
      return;
    case "scenario":
      head.scenario = rest;
      return;
    case "sealed":
      head.scenario = rest;
      head.sealed = { name: first, hash: more[0] ?? "", opened: "" };
      return;
    case "opened":
      if (head.sealed) head.sealed = { ...head.sealed, opened: head.sealed.opened + first };
      return;
    case "seat":
      head.seats.push({ seat: first, who: more[0] ?? "", name: more.slice(1).join(" ") });
      return;
    case "dice":
      head.dice = rest === "by hand" ? "by hand" : "fair";
      return;
    case "commitment":
      head.commitment = first;
      return;
    case "seed":
      head.seed = first;
      return;
    case "word":
      head.words[first] = more.join(" ");
      return;
    case "promise":
      head.promises[first] = (more[0] ?? "").toLowerCase();
      return;
    case "bound":
      head.bound[first] = { hash: (more[0] ?? "").toLowerCase(), salt: more[1] ?? null };
      return;
    case "unopened":
      head.unopened.push(first);
      return;
    case "beacon":
      head.beacon = { chain: first, round: Number(more[0]), randomness: more[1] ?? null, signature: more[2] ?? null };
      return;
    default:
      throw new TranscriptFault(line, "head");
  }
}

/** Several lines that were written as one, since format 3. */
function unescape(words: string, format: number, line: number): string {
  if (format < 3) return words;
  if (/^(?:[^\\]|\\[\\n])*$/.test(words)) return words.replace(/\\(.)/g, (_, letter: string) => (letter === "n" ? "\n" : letter));
  throw new TranscriptFault(line, "line");
}

function readPost(text: string, line: number, format: number, ply: number, posts: readonly TranscriptPost[]): TranscriptPost {
  const found = postShape.exec(text);
  if (!found || format < 3) throw new TranscriptFault(line, "line");
  const number = Number(found[1]);
  if (number !== posts.length + 1) throw new TranscriptFault(line, "post");
  return {
    number,
    line,
    ply,
    from: found[2]!,
    kind: found[3]!,
    to: found[4] === "all" ? "all" : found[4] === "-" ? [] : found[4]!.split(","),
    re: found[5] ? Number(found[5]) : null,
    answer: found[6] ?? null,
    order: (found[7] ?? "").split(";").map((move) => move.trim()).filter(Boolean),
    text: unescape(found[8] ?? "", format, line),
  };
}

function readPly(text: string, line: number, format: number, plies: readonly TranscriptPly[]): TranscriptPly {
  const found = plyShape.exec(text);
  if (!found) throw new TranscriptFault(line, "line");
  const ply = Number(found[1]);
  if (ply !== (plies[plies.length - 1]?.ply ?? 0) + 1) throw new TranscriptFault(line, "ply");
  const [move = "", ...behind] = found[3]!.split(" | ");
  const note = behind.length ? unescape(behind.join(" | "), format, line) : null;
  return { ply, line, who: found[2]!, text: move.trim(), note, faces: null };
}

/** Reads a transcript. Throws TranscriptFault at the first line that can't be read. */
export function readTranscript(text: string): Transcript {
  const head: Head = {
    format: 1,
    game: "",
    version: "",
    options: {},
    scenario: null,
    sealed: null,
    seats: [],
    dice: "fair",
    commitment: null,
    seed: null,
    words: {},
    promises: {},
    bound: {},
    unopened: [],
    beacon: null,
  };
  const plies: TranscriptPly[] = [];
  const posts: TranscriptPost[] = [];
  let inHead = true;
  let end: readonly string[] | null = null;
  let partial = false;
  text.split("\n").forEach((raw, index) => {
    const line = raw.replace(/\r$/, "").replace(/\t/g, " ").trim();
    const faces = /^# of((?: \d+)+)$/.exec(line)?.[1];
    const last = plies[plies.length - 1];
    if (faces && last) last.faces = faces.trim().split(" ").map(Number);
    else if (line.startsWith("#")) partial ||= !inHead && /^# \d+( \S+)?( \.\.\.)?$/.test(line);
    else if (line === "") inHead &&= head.seats.length === 0;
    else if (inHead) {
      const [, key = "", rest = ""] = headShape.exec(line) ?? [];
      readHeadLine(head, key, rest, index + 1);
    } else if (line.startsWith("end")) end = line.split(" ").slice(1);
    else if (/^post( |$)/.test(line)) posts.push(readPost(line, index + 1, head.format, last?.ply ?? 0, posts));
    else if (!line.startsWith("=")) plies.push(readPly(line, index + 1, head.format, plies));
  });
  if (!head.game || head.seats.length === 0) throw new TranscriptFault(1, "head");
  const { format: _, ...rest } = head;
  return { ...rest, plies, posts, end, partial };
}
