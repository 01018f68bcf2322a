// SPDX-License-Identifier: MIT
// lesson.ts - the guided first round of a game, as a table: the learner makes the moves that it asks for, all others are told. The server
// keeps nothing of it; where one stands is a ply of the lesson.
import { batch, computed, signal } from "@preact/signals";
import { api, ApiError, type Move, type PlyMessage, type State } from "../api";
import type { NextMove } from "../board";
import type { Who } from "../live";
import { applyPly, changedBetween } from "../merge";
import { lang, t } from "../words";
import { Decision } from "./desk";
import { loadBoard, loadGame } from "./games";
import { Show } from "./show";

/** A commented match for beginners, and where it stops to be read. */
export interface Lesson {
  readonly game: string;
  readonly seat: string; // the learner's
  readonly plies: number;
  /** `asks`: the learner is asked for the next move there. */
  readonly steps: readonly { readonly ply: number; readonly asks: boolean; readonly text: string }[];
}

/** A lesson at one of its plies, as the learner sees it. */
export interface LessonStep {
  readonly ply: number;
  readonly text: string;
  readonly move: Move | null; // the one asked for
  readonly state: State;
  readonly next: number | null; // ply of the next step
  readonly messages: readonly PlyMessage[]; // what happens until then
}

const mostMarked = 24; // plies: after a longer way there would be nothing without a mark

/** Nothing is taken back in a lesson: one goes back in it. */
function asTaught(state: State): State {
  const { undo: _undo, ...rest } = state;
  return rest;
}

/** A lesson as a table. Steps are numbered from 0; between two of them plies are shown one by one. */
export class LessonStore extends Decision {
  /** The game's id. */
  readonly id: string;
  readonly lesson = signal<Lesson | null>(null);
  /** The step that the learner reads, or has left for the next one. */
  readonly here = signal<LessonStep | null>(null);
  /** True while the plies between two steps are shown. */
  readonly walking = signal(false);
  /** The log of the plies shown so far: the part of TableStore's Log that a lesson needs. */
  readonly log = {
    plies: signal<readonly PlyMessage[]>([]),
    more: signal(false),
    fetching: signal(false),
    fetchOlder: () => Promise.resolve(),
  };
  /** How many plies of the log belong to the last way between two steps. */
  readonly told = signal(0);

  readonly show: Show;
  /** The move that is asked for now. */
  readonly asked = computed(() => (this.walking.value ? null : (this.here.value?.move ?? null)));
  readonly choices = computed<readonly Move[]>(() => (this.asked.value ? (this.shown.value?.moves ?? []) : []));
  readonly myTurn = computed(() => this.asked.value !== null);
  /** The number of the current step, from 0. */
  readonly at = computed(() => {
    const ply = this.here.value?.ply ?? 0;
    return Math.max(0, this.lesson.value?.steps.findIndex((step) => step.ply === ply) ?? 0);
  });
  /** The number of the last step. */
  readonly last = computed(() => (this.lesson.value?.steps.length ?? 1) - 1);

  private kept = new Map<string, Promise<LessonStep>>();
  private wanted = "";

  constructor(id: string) {
    super();
    this.id = id;
    this.show = new Show({
      apply: (message) => this.apply(message),
      throwOf: (message) => this.board.peek()?.throwOf?.(message, this.shown.peek()?.view ?? {}, this) ?? null,
      isOwn: (message) => message === this.here.peek()?.messages[0] && this.here.peek()?.move !== null,
      shown: () => void this.arrive(),
    });
  }

  get address(): string {
    return `/games/${this.id}/lesson/${this.here.value?.ply ?? 0}`;
  }

  who(): Who {
    return { token: null, seat: null };
  }

  // ---- Where one stands --------------------------------------------------------------------------------------------------------

  /** The lesson in the language that is chosen, at the step of that ply or the last one before it. */
  async open(ply: number): Promise<void> {
    const key = `${lang.peek()} ${ply}`;
    this.wanted = key;
    this.halt();
    try {
      const [lesson, info, board] = await Promise.all([
        api<Lesson>(`/games/${this.id}/lesson`),
        loadGame(this.id, lang.peek()),
        loadBoard(this.id),
      ]);
      if (this.wanted !== key) return;
      batch(() => {
        this.lesson.value = lesson;
        this.game.value = info;
        this.board.value = board;
      });
      await this.go(this.stepAt(ply));
    } catch (cause) {
      this.fail(cause);
    }
  }

  /** Goes to the step of that number at once; the log gets the plies that led to it. */
  async go(at: number): Promise<void> {
    const steps = this.lesson.peek()?.steps ?? [];
    const to = Math.max(0, Math.min(steps.length - 1, at));
    const key = `${lang.peek()} step ${to}`;
    this.wanted = key;
    this.halt();
    try {
      const before = to > 0 ? this.fetch(steps[to - 1]!.ply) : null;
      const [from, step] = await Promise.all([before, this.fetch(steps[to]!.ply)]);
      if (this.wanted !== key) return;
      batch(() => {
        this.log.plies.value = from?.messages ?? [];
        this.told.value = from?.messages.length ?? 0;
        this.marked.value = new Set();
        if (from && from.messages.length <= mostMarked) this.mark(from.state, step.state);
        this.settle(step);
      });
    } catch (cause) {
      this.fail(cause);
    }
  }

  /** Shows the plies up to the next step, one by one. */
  onwards(): void {
    const here = this.here.peek();
    if (!here || here.next === null || this.walking.peek()) return;
    this.wanted = "";
    void this.fetch(here.next).catch(() => undefined);
    batch(() => {
      this.walking.value = true;
      this.pickedMove.value = null;
      this.lookedAt.value = null;
      this.notice.value = null;
      this.marked.value = new Set();
      this.told.value = 0;
      this.asker.about(null);
    });
    this.show.add(here.messages);
  }

  stop(): void {
    this.wanted = "";
    this.halt();
  }

  /** The number of the step at which that ply is, or on the way from which. */
  stepAt(ply: number): number {
    const steps = this.lesson.peek()?.steps ?? [];
    return Math.max(0, steps.filter((step) => step.ply <= ply).length - 1);
  }

  private halt(): void {
    this.show.clear();
    this.walking.value = false;
  }

  /** Called when the last ply of the way has been shown: the next step becomes the current one. */
  private async arrive(): Promise<void> {
    const next = this.here.peek()?.next ?? null;
    if (!this.walking.peek() || next === null) return;
    const key = `${lang.peek()} arrive ${next}`;
    if (this.wanted === key) return;
    this.wanted = key;
    try {
      const step = await this.fetch(next);
      if (this.wanted === key) batch(() => this.settle(step));
    } catch (cause) {
      if (this.wanted === key) this.walking.value = false;
      this.fail(cause);
    }
  }

  private settle(step: LessonStep): void {
    const state = asTaught(step.state);
    this.here.value = step;
    this.walking.value = false;
    this.now.value = state;
    this.shown.value = state;
    this.pickedMove.value = null;
    this.failed.value = null;
    this.notice.value = null;
    this.asker.about(null);
    this.asker.refresh();
    if (step.next !== null) void this.fetch(step.next).catch(() => undefined);
  }

  private fetch(ply: number): Promise<LessonStep> {
    const key = `${lang.peek()} ${ply}`;
    const known = this.kept.get(key);
    if (known) return known;
    const asked = api<LessonStep>(`/games/${this.id}/lesson/${ply}`);
    asked.catch(() => this.kept.delete(key));
    this.kept.set(key, asked);
    return asked;
  }

  private fail(cause: unknown): void {
    if (!(cause instanceof ApiError)) throw cause;
    if (this.shown.peek()) this.notice.value = { kind: "bad", text: cause.body.text };
    else this.failed.value = cause;
  }

  // ---- On the way ----------------------------------------------------------------------------------------------------------------

  private apply(message: PlyMessage): void {
    const before = this.shown.peek();
    const after = before && applyPly(before, message);
    if (!after || after === before) return;
    batch(() => {
      this.shown.value = asTaught(after);
      this.log.plies.value = [...this.log.plies.peek(), message];
      this.told.value++;
      if ((this.here.peek()?.messages.length ?? 0) <= mostMarked) this.mark(before, after);
    });
  }

  private mark(before: State, after: State): void {
    this.marked.value = new Set([...this.marked.peek(), ...changedBetween(before.view, after.view)]);
  }

  // ---- What the learner does -----------------------------------------------------------------------------------------------------------

  /** The move that the lesson asks for goes on; for any other a notice says that a real match would allow it. */
  play(move: Move): void {
    const asked = this.asked.peek();
    if (!asked || !this.choices.peek().some((one) => one.m === move.m)) return;
    if (move.m === asked.m) return this.onwards();
    this.unpick();
    this.notice.value = { kind: "info", text: t("lesson_other", move.words, asked.words) };
  }

  /** A lesson is made move by move: of a row the first is asked for. */
  playRow(next: NextMove): void {
    const move = next();
    if (move) this.play(move);
  }
  readonly inRow = false;

  /** Nothing is taken back in a lesson: see asTaught. */
  undo(): void {}

  protected unanswered(cause: unknown): void {
    this.fail(cause);
  }
}
