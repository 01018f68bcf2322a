// SPDX-License-Identifier: MIT
// desk.ts - what a live table, a lesson and a replay have in common: what is shown, and what of it was touched.
import { batch, signal, type ReadonlySignal } from "@preact/signals";
import { api, givesOdds, type ApiError, type GameInfo, type Lang, type Move, type Odds, type State, type Why } from "../api";
import type { Board, NextMove, Table } from "../board";
import type { Who } from "../live";
import { lang, t } from "../words";
import type { Near } from "./near";
import { OddsAsker } from "./odds";

/** A line for the person at the table: what went wrong, or why something can't be done. */
export interface Notice {
  readonly kind: "bad" | "info" | "why";
  readonly text: string;
  readonly rule?: string | undefined;
  /** What can be done instead. */
  readonly offer?: { readonly words: string; readonly run: () => void } | undefined;
}

/** What live tables, lessons and replays share: a position to look at, its game and its board; each null until it has been fetched. */
export abstract class Desk implements Table {
  /** The newest state that the server has sent. */
  readonly now = signal<State | null>(null);
  /** The state on the screen: behind `now` while plies are shown one by one, or any ply while one looks back. */
  readonly shown = signal<State | null>(null);
  readonly game = signal<GameInfo | null>(null);
  readonly board = signal<Board | null>(null);
  /** Why there is nothing to see: the page shows this instead of the table. */
  readonly failed = signal<ApiError | null>(null);
  /** Ids of places and pieces that changed lately. */
  readonly marked = signal<ReadonlySet<string>>(new Set());
  readonly lookedAt = signal<string | null>(null);

  get lang(): Lang {
    return lang.value;
  }
  get state(): State {
    return this.shown.value!;
  }
  get info(): GameInfo {
    return this.game.value!;
  }
  get changed(): ReadonlySet<string> {
    return this.marked.value;
  }
  get looked(): string | null {
    return this.lookedAt.value;
  }
  look(place: string | null): void {
    this.lookedAt.value = place;
  }

  reckon(question: string, given: Readonly<Record<string, string>>): Promise<Readonly<Record<string, unknown>>> {
    if (!givesOdds(this.state)) return Promise.reject(new Error("no help"));
    return api(`/games/${this.info.id}/odds/${question}`, { query: given });
  }

  abstract get moves(): readonly Move[];
  abstract get picked(): Move | null;
  abstract get odds(): Odds | null;
  abstract pick(move: Move): void;
  abstract play(move: Move): void;
  abstract unpick(): void;
  abstract playRow(next: NextMove): void;
  abstract get inRow(): boolean;
  abstract get stopAt(): number;
  abstract undo(): void;
  abstract why(text: string): void;
}

/** A desk at which the viewer decides something: a live table or a lesson. */
export abstract class Decision extends Desk {
  readonly pickedMove = signal<Move | null>(null);
  readonly notice = signal<Notice | null>(null);
  readonly asker = new OddsAsker(this);

  /** The path of the API below which `/why` and `/odds` answer. */
  abstract get address(): string;
  /** As whom questions are asked. */
  abstract who(): Who;
  /** The legal moves of the viewer now; empty when it is not their turn. */
  abstract readonly choices: ReadonlySignal<readonly Move[]>;
  abstract readonly myTurn: ReadonlySignal<boolean>;
  /** Called when a question failed. */
  protected abstract unanswered(cause: unknown): void;

  get moves(): readonly Move[] {
    return this.choices.value;
  }
  get picked(): Move | null {
    return this.pickedMove.value;
  }
  get odds(): Odds | null {
    return this.asker.asked.value?.odds ?? null;
  }
  get stopAt(): number {
    return this.asker.stop.value;
  }

  pick(move: Move): void {
    if (this.pickedMove.peek()?.m === move.m) return this.play(move);
    if (!this.choices.peek().some((one) => one.m === move.m)) return; // meant for a decision that is over
    batch(() => {
      this.pickedMove.value = move;
      this.notice.value = null;
    });
    this.asker.about(move);
  }

  unpick(): void {
    this.pickedMove.value = null;
    this.asker.about(null);
  }

  /** Who else may answer what is asked here, at once; null: the server alone does. */
  protected readonly near: Near | null = null;

  askWhy(text: string): Promise<Why> {
    const far = () => api<Why>(`${this.address}/why`, { ...this.who(), query: { text } });
    return this.near ? this.near.ask((one, state) => one.why(state, text), far) : far();
  }
  /** Chances of that move, or of all that is at hand, for an attacker who stops at so many. */
  askOdds(query: { readonly text: string | undefined; readonly stop: number | undefined }, signal: AbortSignal): Promise<Odds> {
    const far = () => api<Odds>(`${this.address}/odds`, { ...this.who(), query, signal });
    return this.near ? this.near.ask((one, state) => one.odds(state, query.text, query.stop), far) : far();
  }

  why(text: string): void {
    void this.askWhy(text)
      .then((why) => {
        const said = why.allowed ? t("why_allowed") : why.text;
        this.notice.value = { kind: "why", text: why.words ? `${why.words}: ${said}` : said, rule: why.rule ?? undefined };
      })
      .catch((cause: unknown) => this.unanswered(cause));
  }
}
