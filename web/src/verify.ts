// SPDX-License-Identifier: MIT
// verify.ts - is every throw of a file what its seed gives? The engine in this browser computes it from the file alone, and replays the
// match by its rules. Where it can't, the server is asked about a match of its own; of other files the page computes what needs no rules.
import { api, ApiError, type Lang } from "./api";
import { signedBy, type Signed } from "./beacon";
import { boundName, commitment, fromHex, packBeacon, packWords, promise, randomnessOf, scenarioHash, Throw } from "./fair";
import { askEngine, hasEngine } from "./engine/client";
import { EngineTrap } from "./engine/module";
import type { Verified } from "./engine/questions";
import type { Transcript, TranscriptPly } from "./transcript";

/** The verdict on a throw. "good": as computed; "bad": another; "unknown": of a kind that only the engine can compute. */
export type Verdict = "good" | "bad" | "unknown";

/** A throw of the file beside the one that was computed, both in words of the transcript. */
export interface Checked {
  readonly ply: TranscriptPly;
  readonly n: number; // number of the throw, from 1
  readonly verdict: Verdict;
  readonly computed: string | null;
}

/** The beacon of the file: whether its randomness follows from its signature, and whether its chain signed that round. */
export interface CheckedBeacon {
  readonly chain: string;
  readonly round: number;
  readonly randomness: "good" | "bad"; // is it the hash of the signature?
  readonly signature: Signed;
}

/** Who computed a report: the engine here, the server, or the page without either. */
export type Computer = "engine" | "server" | "page";

/** Whether a seat's name is still the one that was bound at the start. "erased": the salt is gone, so nobody can tell. */
export type Called = "same" | "otherwise" | "erased";

/** All that a file alone proves about its dice. "sealed": the seed is not open, so nothing could be computed. */
export interface Report {
  readonly seed: "good" | "bad" | "sealed" | "by hand";
  readonly commitment: string | null; // computed from the seed
  readonly promises: Readonly<Record<string, "good" | "bad">>; // of the seats that made one
  readonly beacon: CheckedBeacon | null;
  readonly names: Readonly<Record<string, Called>>;
  readonly throws: readonly Checked[];
  /** So many of the first throws are of an earlier match from which this one goes on: nothing here proves them. */
  readonly handed: number;
  /** So many throws the host has entered: nothing here proves them. Without the engine nobody counts them. */
  readonly entered: number;
  /** The file does not follow its own game from this ply on: nothing behind it could be computed. */
  readonly stopped: { readonly ply: TranscriptPly; readonly why: string } | null;
}

const wordsOf = (file: Transcript): Uint8Array => packWords(file.seats.map(({ seat }) => file.words[seat] ?? ""));
const same = (a: string, b: string): boolean => a.trim().split(/\s+/).join(" ") === b.trim().split(/\s+/).join(" ");

const nothing = { promises: {}, beacon: null, names: {}, throws: [], handed: 0, entered: 0, stopped: null } as const;

/** How many of the first throws the file says to be of an earlier match. */
function handedIn(file: Transcript): number {
  const thrown = file.plies.filter(({ who }) => who === "*");
  const first = thrown.findIndex(({ note }) => note !== "@handed");
  return first < 0 ? thrown.length : first;
}

function checkSeed(file: Transcript, seed: Uint8Array | null): Pick<Report, "seed" | "commitment"> {
  if (file.dice === "by hand") return { seed: "by hand", commitment: null };
  if (!seed || seed.length !== 32 || (file.beacon && !file.beacon.signature)) return { seed: "sealed", commitment: null };
  const computed = commitment(seed);
  return { seed: computed === file.commitment?.toLowerCase() ? "good" : "bad", commitment: computed };
}

function checkPromises(file: Transcript): Report["promises"] {
  const bound = fromHex(file.commitment ?? "") ?? new Uint8Array();
  const good = ({ seat }: { seat: string }, number: number): boolean =>
    promise(bound, number, file.words[seat] ?? "") === file.promises[seat];
  const rows = file.seats.map((seat, number) => [seat.seat, good(seat, number) ? "good" : "bad"] as const);
  return Object.fromEntries(rows.filter(([seat]) => file.promises[seat] !== undefined));
}

function checkNames(file: Transcript): Report["names"] {
  const called = (seat: string, name: string): Called => {
    const salt = fromHex(file.bound[seat]!.salt ?? "");
    if (!salt || salt.length === 0) return "erased";
    return boundName(salt, name) === file.bound[seat]!.hash ? "same" : "otherwise";
  };
  const bound = file.seats.filter(({ seat }) => file.bound[seat]);
  return Object.fromEntries(bound.map(({ seat, name }) => [seat, called(seat, name)]));
}

async function checkBeacon(file: Transcript): Promise<CheckedBeacon | null> {
  if (!file.beacon?.signature) return null;
  const { chain, round, randomness, signature } = file.beacon;
  const good = randomnessOf(fromHex(signature) ?? new Uint8Array()) === randomness?.toLowerCase();
  return { chain, round, randomness: good ? "good" : "bad", signature: await signedBy({ chain, round, signature }) };
}

/** The move that a throw of plain dice must be, where the file says how many faces they have. Null: no such throw. */
function rollByFaces(ply: TranscriptPly, stream: Throw): string | null {
  if (!ply.faces || !/^(dice|die|percent) /.test(ply.text)) return null;
  const faces = [...ply.faces];
  const computed = ply.text.replace(/\d+/g, () => String(1 + stream.below(faces.shift() ?? 1)));
  return faces.length === 0 ? computed : "";
}

/** True if everything that can be computed here is as it was promised. */
export function isGood(report: Report): boolean {
  const { seed, promises, beacon, throws, stopped } = report;
  const kept = Object.values(promises).every((one) => one === "good");
  const signed = !beacon || (beacon.randomness === "good" && beacon.signature !== "bad");
  return seed === "good" && kept && signed && !stopped && throws.every((one) => one.verdict !== "bad");
}

/** The ply of the file at which the engine stopped. */
function stoppedAt(file: Transcript, { stopped }: Verified): Report["stopped"] {
  if (!stopped) return null;
  const { ply, line } = stopped;
  const at = file.plies.find((one) => (ply ? one.ply === ply : line !== undefined && one.line >= line)) ?? file.plies.at(-1);
  if (!at) throw new Error(stopped.text);
  return { ply: at, why: stopped.text };
}

/** What the engine finds, beside what only the page knows: the keys of beacons. */
async function findings(file: Transcript, found: Verified): Promise<Report> {
  if (!found.throws) return { ...nothing, seed: found.seed, commitment: null };
  const plies = new Map(file.plies.map((ply) => [ply.ply, ply]));
  const throws = found.throws.flatMap(({ ply, n, written, computed }): Checked[] => {
    const at = plies.get(ply);
    return at ? [{ ply: at, n, computed, verdict: computed === written ? "good" : "bad" }] : [];
  });
  const beacon = await checkBeacon(file);
  return {
    seed: found.seed,
    commitment: found.commitment ?? null,
    promises: found.promises ?? {},
    beacon: beacon && { ...beacon, randomness: found.beacon ?? beacon.randomness },
    names: found.names ?? {},
    throws,
    handed: found.handed ?? 0,
    entered: found.by_hand ?? 0,
    stopped: stoppedAt(file, found),
  };
}

/** Is the sealed scenario of a file what was committed to? null: none was sealed. */
export function checkSealed({ sealed }: Transcript): "good" | "bad" | "sealed" | null {
  if (!sealed) return null;
  if (!sealed.opened) return "sealed";
  try {
    // All lines but the last hold whole groups of three bytes: together they are one text.
    const bytes = Uint8Array.from(atob(sealed.opened), (sign) => sign.charCodeAt(0));
    return scenarioHash(bytes) === sealed.hash ? "good" : "bad";
  } catch {
    return "bad"; // no base 64
  }
}

/** A file, what it was read as, and what else is known of it. */
export interface Sheet {
  readonly text: string;
  readonly file: Transcript;
  /** A match of the server that gave the file. */
  readonly match: string | null;
  /** The scenario that it was played on, where that is at hand. */
  readonly scenario: string | null;
}

/**
 * The report of a file. Throws what is wrong with it where no match can be made of it. `progress` is told the part done, from 0 to 1.
 * `by`: who computed it.
 */
export async function verify(sheet: Sheet, lang: Lang, progress: (done: number) => void): Promise<Report & { by: Computer }> {
  const { text, file, match, scenario } = sheet;
  if (hasEngine() && (file.scenario === null || scenario !== null)) {
    try {
      const given = scenario === null ? {} : { scenario };
      return { ...(await findings(file, await askEngine({ do: "verify", transcript: text, lang, ...given }))), by: "engine" };
    } catch (fault) {
      if (!(fault instanceof EngineTrap)) throw fault;
    }
  }
  try {
    if (match) return { ...(await findings(file, await api<Verified>(`/matches/${match}/verify`, { lang }))), by: "server" };
  } catch (fault) {
    if (!(fault instanceof ApiError)) throw fault;
  }
  return { ...(await verifyHere(file, progress)), by: "page" };
}

/** What the page alone can compute of the file: of its throws those of plain dice whose faces the file tells. The page stays alive. */
export async function verifyHere(file: Transcript, progress: (done: number) => void): Promise<Report> {
  const seed = file.seed ? fromHex(file.seed) : null;
  const head = checkSeed(file, seed);
  if (!seed || head.seed === "sealed" || head.seed === "by hand") return { ...nothing, ...head };
  const found = { ...head, promises: checkPromises(file), beacon: await checkBeacon(file), names: checkNames(file) };
  const words = wordsOf(file);
  const beacon = file.beacon ? packBeacon(file.beacon.round, fromHex(file.beacon.randomness ?? "") ?? new Uint8Array()) : null;
  const throws: Checked[] = [];
  const handed = handedIn(file);
  let n = 0;
  for (const [index, ply] of file.plies.entries()) {
    if (index % 200 === 199) {
      progress(index / file.plies.length);
      await new Promise((resolve) => setTimeout(resolve));
    }
    if (ply.who !== "*") continue;
    if (++n <= handed) continue;
    const computed = rollByFaces(ply, new Throw(seed, words, n, beacon));
    throws.push({ ply, n, computed, verdict: computed === null ? "unknown" : same(computed, ply.text) ? "good" : "bad" });
  }
  progress(1);
  return { ...found, throws, handed, entered: 0, stopped: null };
}
