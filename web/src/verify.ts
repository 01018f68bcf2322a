// SPDX-License-Identifier: MIT
// verify.ts - is every throw of a file what its seed gives? Computed from the file alone: no server is asked.
import type { Board } from "./board";
import { commitment, fromHex, packWords, Throw } from "./fair";
import type { Transcript, TranscriptPly } from "./transcript";

/** How a throw was found: as computed; another than computed; of a kind that only the game's own folder could compute. */
export type Verdict = "good" | "bad" | "unknown";

export interface Checked {
  readonly ply: TranscriptPly;
  readonly n: number; // number of the throw, from 1
  readonly verdict: Verdict;
  readonly computed: string | null;
}

export interface Report {
  readonly seed: "good" | "bad" | "sealed" | "by hand";
  readonly commitment: string | null; // computed from the seed
  readonly throws: readonly Checked[];
  /** The file does not follow its own game from this ply on: nothing behind it could be computed. */
  readonly stopped: { readonly ply: TranscriptPly; readonly why: string } | null;
}

const wordsOf = (file: Transcript): Uint8Array => packWords(file.seats.map(({ seat }) => file.words[seat] ?? ""));
const same = (a: string, b: string): boolean => a.trim().split(/\s+/).join(" ") === b.trim().split(/\s+/).join(" ");

function checkSeed(file: Transcript, seed: Uint8Array | null): Pick<Report, "seed" | "commitment"> {
  if (file.dice === "by hand") return { seed: "by hand", commitment: null };
  if (!seed || seed.length !== 32) return { seed: "sealed", commitment: null };
  const computed = commitment(seed);
  return { seed: computed === file.commitment?.toLowerCase() ? "good" : "bad", commitment: computed };
}

/** `progress` is called now and then with the part that is done; the page stays alive in between. */
export async function verify(file: Transcript, board: Board | null, progress: (done: number) => void): Promise<Report> {
  const seed = file.seed ? fromHex(file.seed) : null;
  const head = checkSeed(file, seed);
  if (!seed || head.seed === "sealed" || head.seed === "by hand") return { ...head, throws: [], stopped: null };
  const words = wordsOf(file);
  // Without the game's folder, or with tables of the file's own, nothing is known of what is drawn, or of how many faces a die has.
  const verifier = (file.scenario === null && board?.verifier?.({ ...file.options }, file.seats.length, file.plies)) || null;
  const throws: Checked[] = [];
  for (const [index, ply] of file.plies.entries()) {
    if (index % 200 === 199) {
      progress(index / file.plies.length);
      await new Promise((resolve) => setTimeout(resolve));
    }
    try {
      if (ply.who !== "*") verifier?.move(ply.who, ply.text);
      else {
        const n = throws.length + 1;
        const stream = new Throw(seed, words, n);
        const computed = verifier ? verifier.roll(stream) : null;
        throws.push({ ply, n, computed, verdict: computed === null ? "unknown" : same(computed, ply.text) ? "good" : "bad" });
        verifier?.chance(ply.text);
      }
    } catch (fault) {
      return { ...head, throws, stopped: { ply, why: fault instanceof Error ? fault.message : String(fault) } };
    }
  }
  progress(1);
  return { ...head, throws, stopped: null };
}
