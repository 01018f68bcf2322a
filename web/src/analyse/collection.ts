// SPDX-License-Identifier: MIT
// collection.ts - the dearest mistakes of one's own matches, kept in this browser alone, to be solved.
import { signal } from "@preact/signals";
import { keptPuzzles, keepPuzzles } from "../device";
import type { Review } from "../table/review";
import { withScenario } from "../laid";
import { scenarioFor } from "../scenario";
import { pack } from "../pack";
import { Tree } from "./tree";

/** A place at which a better move was to be found. */
export interface Puzzle {
  readonly id: string; // match and ply
  readonly game: string;
  readonly name: string; // of the table
  readonly seat: string;
  readonly ply: number; // of the mistake, from 1
  readonly cost: number; // what it gave away, in score
  readonly words: string; // the move that was made
  readonly packed: string; // the match up to there, and that move
  readonly found: string; // when it came, as a date
  /** How much better than the move of the match what was tried did, in score; null: nothing was tried yet. */
  readonly best: number | null;
}

const most = 60; // the oldest go first

const isPuzzle = (one: unknown): one is Puzzle =>
  typeof one === "object" && one !== null && ["id", "game", "seat", "packed"].every((key) => typeof (one as never)[key] === "string");

export const puzzles = signal<readonly Puzzle[]>(keptPuzzles().filter(isPuzzle));

function keep(list: readonly Puzzle[]): void {
  puzzles.value = list.slice(-most);
  keepPuzzles(puzzles.peek());
}

/** Takes the mistakes of those seats into the collection; those that are there stay as they are. */
export async function collect(match: string, name: string, review: Review, seats: readonly string[], transcript: string): Promise<void> {
  const known = new Set(puzzles.peek().map(({ id }) => id));
  const fresh = review.mistakes.filter(({ seat, ply }) => seats.includes(seat) && !known.has(`${match}.${ply}`));
  if (fresh.length === 0) return;
  const tree = new Tree(transcript);
  const scenario = await scenarioFor(transcript, match);
  const made: Puzzle[] = [];
  for (const { ply, seat, cost, played } of fresh) {
    const node = tree.played[ply];
    if (!node || (tree.file.scenario !== null && scenario === null)) continue; // nobody could replay it
    made.push({
      id: `${match}.${ply}`,
      game: review.game,
      name,
      seat,
      ply,
      cost,
      words: played.words || played.text,
      packed: await pack(await withScenario(tree.transcript(node), scenario)),
      found: new Date().toISOString().slice(0, 10),
      best: null,
    });
  }
  keep([...puzzles.peek(), ...made]);
}

/** The best of what was tried counts. */
export function solved(id: string, better: number): void {
  keep(puzzles.peek().map((one) => (one.id === id ? { ...one, best: Math.max(one.best ?? -1, better) } : one)));
}

export function dropPuzzle(id: string): void {
  keep(puzzles.peek().filter((one) => one.id !== id));
}
