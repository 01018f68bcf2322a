// SPDX-License-Identifier: MIT
// verify.ts - is every throw of a file what its seed gives? Computed from the file alone: no server is asked. By the engine where the page
// has it, which also replays the match by its rules; else what the page itself and the game's folder know.
import type { Lang } from "./api";
import { signedBy, type Signed } from "./beacon";
import type { Board, Stream } from "./board";
import { boundName, commitment, fromHex, packBeacon, packWords, promise, randomnessOf, Throw } from "./fair";
import { askEngine, hasEngine } from "./engine/client";
import { EngineTrap } from "./engine/module";
import type { Verified } from "./engine/questions";
import type { Transcript, TranscriptPly } from "./transcript";

/** The verdict on a throw. "good": as computed; "bad": another; "unknown": of a kind that only the game's own folder can compute. */
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
  /** The file does not follow its own game from this ply on: nothing behind it could be computed. */
  readonly stopped: { readonly ply: TranscriptPly; readonly why: string } | null;
}

const wordsOf = (file: Transcript): Uint8Array => packWords(file.seats.map(({ seat }) => file.words[seat] ?? ""));
const same = (a: string, b: string): boolean => a.trim().split(/\s+/).join(" ") === b.trim().split(/\s+/).join(" ");

const nothing = { promises: {}, beacon: null, names: {}, throws: [], stopped: null } as const;

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
function rollByFaces(ply: TranscriptPly, stream: Stream): string | null {
  if (!ply.faces || !/^(dice|die|percent) /.test(ply.text)) return null;
  const faces = [...ply.faces];
  const computed = ply.text.replace(/\d+/g, () => String(1 + stream.below(faces.shift() ?? 1)));
  return faces.length === 0 ? computed : "";
}

/** The plies that lead to where the match stood after the first `count` of them: a host may have taken it back on the way. */
export function wayTo(plies: readonly TranscriptPly[], count: number): TranscriptPly[] {
  const way: TranscriptPly[] = [];
  for (let at = count; at > 0;) {
    const ply = plies[at - 1]!;
    const target = rewoundTo(ply);
    if (target === null) way.push(ply);
    at = target ?? at - 1;
  }
  return way.reverse();
}

/** The ply after which the match stands again, if that is a host's rewind. */
function rewoundTo(ply: TranscriptPly): number | null {
  const target = ply.who === "!" ? /^rewind (\d+)$/.exec(ply.text)?.[1] : undefined;
  return target === undefined || Number(target) >= ply.ply ? null : Number(target);
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
    stopped: stoppedAt(file, found),
  };
}

/**
 * The report of a file, `text`, that was read as `file`. Throws what is wrong with it where no match can be made of it. `board` fetches
 * that of its game, null: none; it is asked only where there is no engine. `progress` is told the part done, from 0 to 1.
 */
export async function verifyText(
  text: string,
  file: Transcript,
  board: () => Promise<Board | null>,
  lang: Lang,
  progress: (done: number) => void,
): Promise<Report> {
  // A file names the scenario that it was played on, and does not hold it: the engine could not replay it.
  if (!hasEngine() || file.scenario !== null) return verify(file, await board(), progress);
  try {
    return await findings(file, await askEngine({ do: "verify", transcript: text, lang }));
  } catch (fault) {
    if (fault instanceof EngineTrap) return verify(file, await board(), progress);
    throw fault;
  }
}

/** Computes every throw of the file again. `progress` is called now and then with the part done, from 0 to 1; the page stays alive. */
export async function verify(file: Transcript, board: Board | null, progress: (done: number) => void): Promise<Report> {
  const seed = file.seed ? fromHex(file.seed) : null;
  const head = checkSeed(file, seed);
  if (!seed || head.seed === "sealed" || head.seed === "by hand") return { ...nothing, ...head };
  const found = { ...head, promises: checkPromises(file), beacon: await checkBeacon(file), names: checkNames(file) };
  const words = wordsOf(file);
  const beacon = file.beacon ? packBeacon(file.beacon.round, fromHex(file.beacon.randomness ?? "") ?? new Uint8Array()) : null;
  // Without the game's folder, or with tables of the file's own, nothing is known of what is drawn, or of how many faces a die has.
  const begin = file.scenario === null ? board?.verifier : undefined;
  let verifier = begin?.({ ...file.options }, file.seats.length, file.plies) ?? null;
  const throws: Checked[] = [];
  for (const [index, ply] of file.plies.entries()) {
    if (index % 200 === 199) {
      progress(index / file.plies.length);
      await new Promise((resolve) => setTimeout(resolve));
    }
    try {
      const target = rewoundTo(ply);
      if (target !== null && begin) {
        const way = wayTo(file.plies, target);
        verifier = begin({ ...file.options }, file.seats.length, [...way, ...file.plies.slice(index + 1)]);
        for (const { who, text } of way) who === "*" ? verifier.chance(text) : verifier.move(who, text);
      } else if (target !== null) continue;
      else if (ply.who !== "*") verifier?.move(ply.who, ply.text);
      else {
        const n = throws.length + 1;
        const stream = new Throw(seed, words, n, beacon);
        const computed = verifier ? verifier.roll(stream) : rollByFaces(ply, stream);
        throws.push({ ply, n, computed, verdict: computed === null ? "unknown" : same(computed, ply.text) ? "good" : "bad" });
        verifier?.chance(ply.text);
      }
    } catch (fault) {
      return { ...found, throws, stopped: { ply, why: fault instanceof Error ? fault.message : String(fault) } };
    }
  }
  progress(1);
  return { ...found, throws, stopped: null };
}
