// SPDX-License-Identifier: MIT
// odds.ts - the exact chances of what was picked, or of the decision at hand, asked before anything is declared.
import { signal } from "@preact/signals";
import { ApiError, givesOdds, type Move, type Odds } from "../api";
import { EngineError } from "../engine/module";
import type { Decision } from "./desk";

/** A question about chances, and its answer when it has come. */
export interface Asked {
  readonly move: Move | null; // null: the decision at hand
  readonly odds: Odds | null; // null: not answered yet
}

/** Asks for chances when there is something to be chanced, one question at a time: a newer one cancels the older. */
export class OddsAsker {
  readonly asked = signal<Asked | null>(null);
  /** The viewer's rule for stopping: kept as long as the combat lasts that it was chosen for. */
  readonly stop = signal(0);
  private waiting: AbortController | null = null;
  private shownFor = ""; // ply and choice: not asked twice
  private readonly table: Decision;

  constructor(table: Decision) {
    this.table = table;
  }

  /** Asks about the choice that was picked; null: none is, and nothing is shown. */
  about(move: Move | null): void {
    this.waiting?.abort();
    this.shownFor = "";
    const board = this.table.board.peek();
    if (!move) this.asked.value = null;
    else if (!board || board.isAttack?.(move)) void this.ask(move);
    else this.asked.value = null;
  }

  /** Asks the same question for an attacker who gives up at so many units. */
  stopAt(stop: number): void {
    const asked = this.asked.peek();
    this.stop.value = stop;
    if (asked) void this.ask(asked.move);
  }

  /** Asks without a pick where the decision at hand is a combat that goes on: few choices, one of them an attack. */
  refresh(): void {
    const board = this.table.board.peek();
    const attack = board?.isAttack;
    if (!attack || this.table.pickedMove.peek()) return;
    if (!this.table.myTurn.peek()) return this.forget();
    const moves = this.table.choices.peek();
    const key = `${this.table.now.peek()?.ply}`;
    if (this.shownFor === key) return;
    if (moves.length > 0 && moves.length <= 8 && moves.some(attack)) {
      this.shownFor = key;
      void this.ask(null);
    } else this.forget();
  }

  private forget(): void {
    this.asked.value = null;
    this.stop.value = 0;
  }

  private async ask(move: Move | null): Promise<void> {
    const state = this.table.now.peek();
    if (state && !givesOdds(state)) return;
    const stop = this.stop.peek();
    this.waiting?.abort();
    const control = new AbortController();
    this.waiting = control;
    const before = this.asked.peek();
    const same = before?.move?.m === move?.m ? (before?.odds ?? null) : null;
    this.asked.value = { move, odds: same };
    try {
      const query = { text: move?.text, stop: stop > 0 ? stop : undefined };
      const odds = await this.table.askOdds(query, control.signal);
      if (this.waiting !== control) return;
      this.asked.value = odds.battle || odds.words || odds.detail ? { move, odds } : null;
    } catch (cause) {
      if (this.waiting === control && (cause instanceof ApiError || cause instanceof EngineError)) this.asked.value = null;
    }
  }
}
