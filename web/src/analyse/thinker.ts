// SPDX-License-Identifier: MIT
// thinker.ts - what a bot thinks of a decision, growing while one looks: slice after slice in the worker, each short enough that whoever
// asks something else meanwhile hardly waits.
import { batch, signal } from "@preact/signals";
import type { Lang, Move, View } from "../api";
import { askEngine } from "../engine/client";
import type { Weighed } from "../engine/questions";

/** What the engine is asked about: where a transcript ends, or what is tried from a guess. */
export interface Position {
  readonly transcript: string;
  readonly lang: Lang;
  readonly scenario?: string;
  readonly view?: View;
  readonly viewer?: string;
  readonly guess?: number;
  readonly plies?: readonly string[];
}

/** A move as it is weighed so far. `value`: what its seat scores by it, from 0 to 1; null: it was not tried. */
export interface Weight {
  readonly move: Move;
  readonly visits: number;
  readonly value: number | null;
  /** How the bot expects it to go on, the move itself first. */
  readonly line: readonly { readonly seat: string; readonly move: Move }[];
}

const first = 200; // iterations of the first slice
const long = 350; // ms: slices that take longer grow no more
const most = 400_000; // iterations

/** Slices of one decision, put together: visits add up, values by their weight. */
export function joined(before: readonly Weight[], slice: Weighed): Weight[] {
  const all = new Map(before.map((one) => [one.move.m, one]));
  for (const { move, visits, value, line } of slice.moves ?? []) {
    const known = all.get(move.m);
    const sum = visits + (known?.visits ?? 0);
    const worth = visits * (value ?? 0) + (known?.visits ?? 0) * (known?.value ?? 0);
    all.set(move.m, {
      move,
      visits: sum,
      value: sum ? worth / sum : null,
      line: known && known.line.length >= line.length ? known.line : line,
    });
  }
  return [...all.values()].sort((one, other) => other.visits - one.visits || (other.value ?? 0) - (one.value ?? 0));
}

/** Thinks about one decision at a time; another one, or `stop`, ends it with the slice at hand. */
export class Thinker {
  readonly weights = signal<readonly Weight[]>([]);
  readonly iterations = signal(0);
  readonly running = signal(false);
  /** About which it has thought: whoever shows it compares. */
  readonly about = signal("");
  private asking = 0;

  /** What it thought is about something else than what is there now. */
  forget(): void {
    this.stop();
    this.about.value = "";
  }

  stop(): void {
    this.asking++;
    this.running.value = false;
  }

  /** Thinks about whoever chooses there, until it is stopped or has seen enough. Rejects as askEngine(). */
  async think(about: string, position: Position, seat: string | undefined, enough = most): Promise<void> {
    const asking = ++this.asking;
    const mine = () => asking === this.asking;
    batch(() => {
      this.weights.value = [];
      this.iterations.value = 0;
      this.about.value = about;
      this.running.value = true;
    });
    try {
      let iterations = first;
      for (let seed = 1; this.iterations.peek() < enough; seed++) {
        const began = performance.now();
        const slice = await askEngine({ do: "best", seat, iterations, seed, ...position });
        if (!mine()) return;
        if (!slice.moves?.length) break;
        batch(() => {
          this.weights.value = joined(this.weights.peek(), slice);
          this.iterations.value += slice.iterations ?? iterations;
        });
        if (performance.now() - began < long) iterations = Math.min(2 * iterations, 1 << 16);
        await new Promise((resolve) => setTimeout(resolve)); // whoever asked meanwhile comes first
        if (!mine()) return;
      }
    } finally {
      if (mine()) this.running.value = false;
    }
  }
}
