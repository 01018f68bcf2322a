// SPDX-License-Identifier: MIT
// review.ts - the review of a match that is over: computed by the engine in this browser or, where that can't be, fetched and waited for
// while the server makes it; and sorted for the eye. Either computes the same numbers.
import { batch, signal } from "@preact/signals";
import { api, ApiError, apiText, type Lang, type State } from "../api";
import { mineOf, tokenToLook } from "../device";
import { askEngine, hasEngine } from "../engine/client";
import { EngineError, EngineTrap } from "../engine/module";
import { scenarioFor } from "../scenario";
import { loadGame } from "./games";

/** A move named by a review: as a transcript writes it, and in words. */
export interface ReviewMove {
  readonly text: string;
  readonly words: string;
}

/** The review of one seat. Luck and cost are in units of score: 0.01 is a hundredth of a win. */
export interface ReviewSeat {
  readonly seat: string;
  readonly who: string;
  readonly name: string;
  readonly luck: number;
  readonly percentile: number; // 0..100
  readonly cost: number; // 0 or more
  readonly noise: number; // its standard error
  readonly choices: number;
}

/** The review of a finished match. `samples` playouts estimate each position; values and luck are listed by seat. */
export interface Review {
  readonly game: string;
  readonly samples: number;
  readonly seats: readonly ReviewSeat[];
  /** Each seat's chance before the first ply. */
  readonly start: readonly number[];
  readonly mistakes: readonly {
    readonly ply: number;
    readonly round: number;
    readonly seat: string;
    readonly cost: number;
    readonly noise: number;
    readonly played: ReviewMove;
    readonly better: ReviewMove;
  }[];
  readonly battles: readonly {
    readonly first: number;
    readonly last: number;
    readonly round: number;
    readonly seat: string | null;
    readonly luck: readonly number[];
    readonly decision: ReviewMove | null;
  }[];
  readonly plies: readonly {
    readonly ply: number;
    readonly seat: string;
    readonly kind: "choice" | "forced" | "chance" | "host" | "taken_back";
    readonly round: number;
    readonly value: readonly number[];
  }[];
}

interface Coming {
  readonly coming: true;
  readonly done: number;
  readonly all: number;
}

const againAfter = 700; // ms between two questions while the server computes

/** What was computed last: the curve at the end of a match and the view of its review want the same. */
let last: { readonly of: string; readonly review: Review } | null = null;

/** The review of one match. `coming` tells how much of it is done, until `review` is there. */
export class ReviewStore {
  readonly match: string;
  readonly review = signal<Review | null>(null);
  readonly coming = signal<{ done: number; all: number } | null>(null);
  readonly failed = signal<ApiError | null>(null);
  readonly name = signal("");
  /** The seats that are played from this device or by this account: whose mistakes are one's own. */
  readonly own = signal<readonly string[]>([]);
  private asking = 0;
  private aborter = new AbortController();

  constructor(match: string) {
    this.match = match;
  }

  /** The review in that language, from the match's transcript; null: the engine can't make it here. */
  private async compute(lang: Lang): Promise<Review | null> {
    if (!hasEngine()) return null;
    const of = `${this.match} ${lang}`;
    if (last?.of === of) return last.review;
    const transcript = await apiText(`/matches/${this.match}/transcript`, { token: tokenToLook(this.match), lang });
    if (!/^end /m.test(transcript)) return null; // what can't be read to its end is no match that is over
    const scenario = await scenarioFor(transcript, this.match);
    try {
      const progress = (done: number, all: number) => (this.coming.value = { done, all });
      const laid = scenario === null ? {} : { scenario };
      const { review } = await askEngine({ do: "review", transcript, ...laid, lang }, progress, this.aborter.signal);
      last = { of, review };
      return review;
    } catch (fault) {
      if (fault instanceof EngineError || fault instanceof EngineTrap) return null;
      throw fault;
    }
  }

  /** Computes the review in that language, or fetches it, and asks again while the server is still computing it. */
  async load(lang: Lang): Promise<void> {
    this.stop();
    this.aborter = new AbortController();
    const asking = this.asking;
    const ask = { token: tokenToLook(this.match), lang };
    try {
      const state = await api<State>(`/matches/${this.match}`, ask);
      const game = await loadGame(state.game, lang);
      if (asking !== this.asking) return;
      this.name.value = state.name || game.title;
      const own = new Set(mineOf(this.match).held.map(({ seat }) => seat));
      this.own.value = state.seats.map(({ seat }) => seat).filter((seat) => seat === state.you || own.has(seat));
      const computed = await this.compute(lang);
      if (asking !== this.asking) return;
      if (computed) {
        batch(() => ((this.review.value = computed), (this.coming.value = null)));
        return;
      }
      for (;;) {
        const answer = await api<Review | Coming>(`/matches/${this.match}/review`, ask);
        if (asking !== this.asking) return;
        if (!("coming" in answer)) {
          batch(() => ((this.review.value = answer), (this.coming.value = null)));
          return;
        }
        this.coming.value = answer;
        await new Promise((resolve) => setTimeout(resolve, againAfter));
        if (asking !== this.asking) return;
      }
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === "AbortError") return;
      if (!(cause instanceof ApiError)) throw cause;
      if (asking === this.asking) this.failed.value = cause;
    }
  }

  /** Nobody waits for it any more. */
  stop(): void {
    this.asking++;
    this.aborter.abort();
  }
}

// ---- For the eye ---------------------------------------------------------------------------------------------------------------

const mostPoints = 360; // of a curve

/** The chance of seats together over the plies, thinned out, the first and the last among them. */
export function curve(review: Review, seats: readonly number[]): [ply: number, value: number][] {
  const last = review.plies.length;
  const n = Math.min(last, mostPoints);
  const at = (ply: number): [number, number] => {
    const value = (ply ? review.plies[ply - 1]?.value : review.start) ?? [];
    return [ply, seats.reduce((sum, seat) => sum + (value[seat] ?? 0), 0)];
  };
  return Array.from({ length: n + 1 }, (_, i) => at(n ? Math.round((i * last) / n) : 0));
}

/** A round of the reviewed match, as the axis of the plot and the table of rounds need it. */
export interface RoundOfReview {
  readonly round: number;
  /** Where it begins: after so many plies. */
  readonly ply: number;
  readonly end: readonly number[];
  /** True if there is room for its number on the axis. */
  readonly told: boolean;
}

/** The rounds, with each seat's chance at their end. */
export function rounds(review: Review): RoundOfReview[] {
  const list: { round: number; ply: number; end: readonly number[]; told: boolean }[] = [];
  for (const [index, ply] of review.plies.entries()) {
    if (list.at(-1)?.round !== ply.round) list.push({ round: ply.round, ply: index, end: ply.value, told: false });
    list.at(-1)!.end = ply.value;
  }
  let told = -Infinity;
  for (const round of list) {
    if (round.ply - told < review.plies.length / 18) continue;
    round.told = true;
    told = round.ply;
  }
  return list;
}

/** A battle and the luck that it brought, in score, to each seat that it moved. */
export interface Swing {
  readonly battle: Review["battles"][number];
  readonly luck: readonly { readonly seat: string; readonly luck: number }[];
}

const least = 0.005; // score below which luck is not worth a line

/** The battles whose throws moved the chances most, in the order in which they were fought; of each the seats that it moved. */
export function swings(review: Review, most: number): Swing[] {
  const size = (battle: Review["battles"][number]) => Math.max(...battle.luck.map(Math.abs));
  return [...review.battles]
    .filter((battle) => size(battle) >= least)
    .sort((one, other) => size(other) - size(one))
    .slice(0, most)
    .sort((one, other) => one.first - other.first)
    .map((battle) => ({
      battle,
      luck: review.seats
        .map((seat, index) => ({ seat: seat.seat, luck: battle.luck[index] ?? 0 }))
        .filter(({ luck }) => Math.abs(luck) >= least),
    }));
}
