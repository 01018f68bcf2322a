// SPDX-License-Identifier: MIT
// thinker.ts - what a bot thinks of a decision, growing while one looks: slice after slice, each short enough that whoever asks something
// else meanwhile hardly waits, and of a seed of its own. So several workers think at once, and what they saw adds up.
import { batch, signal } from "@preact/signals";
import type { Lang, Move, View } from "../api";
import { together } from "../engine/crew";
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

/** A move as it is weighed so far, or a whole plan by the move that it begins with. `value`: what its seat scores by it, from 0 to 1; null:
 * it was not tried. */
export interface Weight {
  readonly key: string;
  readonly move: Move;
  readonly visits: number;
  readonly value: number | null;
  /** How the bot expects it to go on, the move itself first. */
  readonly line: readonly { readonly seat: string; readonly move: Move }[];
}

const first = 12; // iterations of the first slice: a plan of a whole day takes hundreds of times as long as a move
const long = 350; // ms: slices that take longer grow no more
const most = 400_000; // iterations

/** Slices of one decision, put together: visits add up, values by their weight. */
export function joined(before: readonly Weight[], slice: Weighed): Weight[] {
  const all = new Map(before.map((one) => [one.key, one]));
  for (const { move, visits, value, line } of slice.moves ?? []) {
    const key = slice.plans ? line.map((step) => step.move.m).join(" ") : String(move.m);
    const known = all.get(key);
    const sum = visits + (known?.visits ?? 0);
    const worth = visits * (value ?? 0) + (known?.visits ?? 0) * (known?.value ?? 0);
    all.set(key, {
      key,
      move,
      visits: sum,
      value: sum ? worth / sum : null,
      line: known && known.line.length >= line.length ? known.line : line,
    });
  }
  const sure = ({ visits, value }: Weight): number => (visits ? (value ?? 0) - 0.5 / Math.sqrt(visits) : -1);
  // A tree tries what is good more often; of plans the first is always tried to the end, so what each brings at least decides.
  const better = (one: Weight, other: Weight): number => other.visits - one.visits || (other.value ?? 0) - (one.value ?? 0);
  return [...all.values()].sort(slice.plans ? (one, other) => sure(other) - sure(one) : better);
}

/** Thinks about one decision at a time; another one, or `stop`, ends it with the slice at hand. */
export class Thinker {
  readonly weights = signal<readonly Weight[]>([]);
  readonly iterations = signal(0);
  /** Whole plans were weighed, not moves. */
  readonly plans = signal(false);
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

  /** Thinks about whoever chooses there, until it is stopped or has seen enough. `moves`: single ones are weighed, whatever the game's bots
   * do. Rejects as askEngine(). */
  async think(about: string, position: Position, seat: string | undefined, enough = most, moves = false): Promise<void> {
    const asking = ++this.asking;
    const mine = () => asking === this.asking;
    const question = { do: "best", seat, ...(moves ? { plans: 0 } : {}), ...position } as const;
    batch(() => {
      this.weights.value = [];
      this.iterations.value = 0;
      this.about.value = about;
      this.running.value = true;
    });
    try {
      await together(async (ask, number, of) => {
        let iterations = first;
        for (let seed = 1 + number; mine() && this.iterations.peek() < enough; seed += of) {
          const began = performance.now();
          const slice = await ask({ ...question, iterations, seed });
          if (!mine() || !slice.moves?.length) return;
          this.take(slice, iterations);
          if (performance.now() - began < long) iterations = Math.min(2 * iterations, 1 << 16);
          await new Promise((resolve) => setTimeout(resolve)); // whoever asked meanwhile comes first
        }
      });
    } finally {
      if (mine()) this.running.value = false;
    }
  }

  private take(slice: Weighed, asked: number): void {
    batch(() => {
      this.weights.value = joined(this.weights.peek(), slice);
      this.plans.value = slice.plans ?? false;
      this.iterations.value += slice.iterations ?? asked;
    });
  }
}
