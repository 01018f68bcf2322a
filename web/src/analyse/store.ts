// SPDX-License-Identifier: MIT
// store.ts - the analysis board as a table: the engine in the worker answers for the place in the tree at which one stands, and what
// is played there is added to the tree. No server is asked about it.
import { batch, computed, signal } from "@preact/signals";
import type { Move, Odds, State, View, Why } from "../api";
import type { NextMove } from "../board";
import { askEngine } from "../engine/client";
import { EngineError, EngineTrap } from "../engine/module";
import type { Looked } from "../engine/questions";
import type { Who } from "../live";
import { withHeld, withScenario } from "../laid";
import { changedBetween } from "../merge";
import { Decision } from "../table/desk";
import { loadBoard, loadGame } from "../table/games";
import type { Fallen } from "../table/show";
import { lang } from "../words";
import { w } from "./say";
import { Thinker, type Position } from "./thinker";
import type { Mark, Remark } from "../remarks";
import { Tree, type Node } from "./tree";

/** What one is asked to find: a better move than the one that was made there. */
export interface Task {
  readonly puzzle: string | null; // its id, of those that this browser keeps
  readonly node: Node;
  readonly seat: string;
  readonly played: string; // the move of the match, as transcripts write it
}

/** A match that goes on, as a viewer has it: what is hidden is filled by the guess of a number, from 1; 0: nothing is. */
export interface Running {
  readonly match: string | null; // null: it comes from a file
  readonly view: View;
  readonly viewer: string | null; // a seat; null: a spectator
  readonly guess: number;
}

/** The base of an analysis: a transcript, and the scenario that it was played on. */
export interface Base {
  readonly text: string;
  readonly scenario: string | null;
  /** What was said here about plies of it, beside what its file says. */
  readonly remarks?: readonly Remark[];
  /** The transcript is a head alone: it begins at what one knows of this. */
  readonly running?: Running;
}

const mostKept = 300;
const judged = 12_000; // iterations, by which a tried answer is compared

/** The table as whoever chooses has it, over the position as all eyes see it; one goes back in it rather than taking back. */
function stateOf({ state, all }: Looked, node: Node): State {
  const { ply, view, seats, result } = all;
  const undo = { ok: node.parent !== null, text: "" };
  return { ...state, ply, view, ...(all.facts ? { facts: all.facts } : {}), seats, result, undo };
}

export class AnalysisStore extends Decision {
  readonly tree: Tree;
  /** Counts changes of the tree: what draws it reads this. */
  readonly version = signal(0);
  /** Where one wants to be; `at` follows once it is known what is there. */
  readonly wanted = signal<Node>(null as never);
  readonly at = signal<Node | null>(null);
  readonly found = signal<Looked | null>(null);
  /** Whose choice one makes, where several may; null: the first's. */
  readonly seat = signal<string | null>(null);
  readonly fallen = signal<Fallen | null>(null);
  readonly thinker = new Thinker();
  readonly task = signal<Task | null>(null);
  /** The answer that was tried for the task, until the next is. */
  readonly tried = signal<Node | null>(null);
  /** What was done at every ply that was looked at, in words. */
  readonly made = new Map<Node, string>();
  readonly choices = computed<readonly Move[]>(() => this.shown.value?.moves ?? []);
  readonly myTurn = computed(() => this.choices.value.length > 0);

  /** What is analysed is a match that goes on, and by which guess. */
  readonly running: Running | null;
  readonly guess = signal(0);
  /** Ids of what was guessed. */
  readonly guessed = signal<ReadonlySet<string>>(new Set());

  /** The scenario that it was played on. */
  readonly laid: string | null;
  private readonly kept = new Map<string, Promise<Looked>>();
  private asking = 0;
  private row = false;

  /** Throws TranscriptFault. */
  constructor(base: Base) {
    super();
    this.tree = new Tree(base.text);
    base.remarks?.forEach((remark) => this.tree.remark(remark));
    this.laid = base.scenario;
    this.running = base.running ?? null;
    this.guess.value = this.running?.guess ?? 0;
    this.wanted.value = this.tree.root;
  }

  get address(): string {
    return `/games/${this.tree.file.game}`;
  }
  who(): Who {
    return { token: null, seat: null };
  }

  /** What is there to look at, in the language that is chosen. Rejects with what is wrong: ApiError, EngineError, EngineTrap. */
  async start(node: Node, seat: string | null = null): Promise<void> {
    const { game } = this.tree.file;
    const [info, board, whole] = await Promise.all([
      loadGame(game, lang.peek()),
      loadBoard(game),
      this.fetch(this.tree.played.at(-1)!, null, 1),
    ]);
    this.name(whole);
    batch(() => {
      this.game.value = info;
      this.board.value = board;
    });
    await this.go(node, seat);
    if (!this.shown.peek()) throw new EngineTrap(this.notice.peek()?.text ?? "");
  }

  stop(): void {
    this.asking++;
    this.thinker.stop();
  }

  private name({ made = [] }: Looked): void {
    made.forEach((words, i) => this.made.set(this.tree.played[i + 1]!, words));
  }

  private fetch(node: Node, seat: string | null, made: 0 | 1 = 0): Promise<Looked> {
    const key = `${this.tree.placeOf(node)} ${seat ?? ""} ${made} ${lang.peek()} ${this.guess.peek()}`;
    const known = this.kept.get(key);
    if (known) return known;
    const asked = askEngine({ do: "look", seat: seat ?? undefined, made, ...this.about(node) });
    asked.catch(() => this.kept.delete(key));
    this.kept.set(key, asked);
    if (this.kept.size > mostKept) this.kept.delete(this.kept.keys().next().value!);
    return asked;
  }

  private about(node: Node): Position {
    const position = { lang: lang.peek(), ...(this.laid === null ? {} : { scenario: this.laid }) };
    if (!this.running) return { transcript: this.tree.transcript(node), ...position };
    const { view, viewer } = this.running;
    const plies = this.tree.lineOf(node).map(({ who, text }) => `${who} ${text}`);
    const transcript = this.tree.transcript(this.tree.root);
    return { transcript, view, guess: this.guess.peek(), plies, ...(viewer ? { viewer } : {}), ...position };
  }

  /** All of it as a file: the match, what was tried, and what both take beside the transcript. */
  async file(): Promise<string> {
    const { running, guess } = this;
    const known = running && JSON.stringify({ view: running.view, viewer: running.viewer, guess: guess.peek() });
    return withHeld(await withScenario(this.tree.write(), this.laid), "known", known);
  }

  /** What is hidden is filled by another guess; what was tried stays, and may be refused now. */
  async guessAgain(): Promise<void> {
    this.guess.value++;
    this.thinker.forget();
    await this.go(this.tree.root, this.running?.viewer ?? null);
  }

  // ---- Where one is ----------------------------------------------------------------------------------------------------------------

  async go(node: Node, seat: string | null = null): Promise<void> {
    const asking = ++this.asking;
    const before = this.shown.peek();
    const from = this.at.peek();
    this.thinker.stop();
    this.wanted.value = node;
    try {
      const looked = await this.fetch(node, seat);
      if (asking !== this.asking) return;
      const state = stateOf(looked, node);
      const last = looked.messages.at(-1);
      if (last?.kind === "ply" && last.move) this.made.set(node, last.move.words);
      const forward = before && last && node.parent === from;
      const thrown = forward ? (this.board.peek()?.throwOf?.(last, before.view, this) ?? null) : null;
      const near = before && (node.parent === from || from?.parent === node);
      batch(() => {
        this.at.value = node;
        this.seat.value = seat;
        this.found.value = looked;
        this.now.value = state;
        this.shown.value = state;
        if (this.running && !node.parent) this.guessed.value = changedBetween(this.running.view, state.view);
        this.marked.value = !node.parent ? this.guessed.value : near ? changedBetween(before.view, state.view) : new Set();
        this.fallen.value = thrown && { thrown, ply: node.ply, rolling: false };
        this.pickedMove.value = null;
        this.notice.value = null;
      });
      this.asker.about(null);
      this.asker.refresh();
    } catch (cause) {
      if (asking === this.asking) this.unanswered(cause);
    }
  }

  /** What comes next is not to be seen yet: one is asked to find it. */
  hides(node: Node): boolean {
    return this.task.value?.node === node && this.tried.value === null;
  }

  /** The place after this one: along the match, or along what was tried first. */
  next(node: Node = this.wanted.value): Node | null {
    return this.hides(node) ? null : (node.kids[0] ?? null);
  }

  /** The end of the line on which one stands. */
  end(): Node {
    let node = this.wanted.peek();
    for (let next = this.next(node); next; next = this.next(node)) node = next;
    return node;
  }

  async speak(): Promise<void> {
    const { game } = this.tree.file;
    this.game.value = await loadGame(game, lang.peek());
    const whole = await this.fetch(this.tree.played.at(-1)!, null, 1);
    this.name(whole);
    this.redraw();
    await this.go(this.wanted.peek(), this.seat.peek());
  }

  // ---- What is tried -----------------------------------------------------------------------------------------------------------------

  private redraw(): void {
    this.version.value++;
  }

  private async add(who: string, text: string): Promise<void> {
    const from = this.at.peek();
    if (!from || from !== this.wanted.peek()) return;
    const node = this.tree.add(from, who, text);
    if (this.task.peek()?.node === from) this.tried.value = node;
    this.redraw();
    await this.go(node);
    if (this.tried.peek() === node && this.at.peek() === node) void this.thinking(from, judged);
    // Refused after all: nothing of it stays.
    if (this.wanted.peek() === node && this.at.peek() !== node && !this.made.has(node)) {
      this.wanted.value = this.tree.remove(node);
      this.tried.value = null;
      this.redraw();
    }
  }

  play(move: Move): void {
    const you = this.shown.peek()?.you;
    if (you && this.choices.peek().some((one) => one.m === move.m)) void this.add(you, move.text);
  }

  /** Lets that fall. */
  fall(outcome: Move): void {
    void this.add("*", outcome.text);
  }

  /** Lets fall what chance brings, by its weights. */
  roll(): void {
    const outcomes = this.found.peek()?.outcomes ?? [];
    let left = Math.random() * outcomes.reduce((sum, { chance }) => sum + chance, 0);
    const fallen = outcomes.find(({ chance }) => (left -= chance) < 0) ?? outcomes.at(-1);
    if (fallen) this.fall(fallen.move);
  }

  get inRow(): boolean {
    return this.row;
  }

  playRow(next: NextMove): void {
    const walk = async () => {
      this.row = true;
      try {
        for (let move = next(); move; move = next()) {
          const from = this.at.peek();
          const you = this.shown.peek()?.you;
          if (!you || !this.choices.peek().some((one) => one.m === move!.m)) return;
          await this.add(you, move.text);
          if (this.at.peek() === from) return;
        }
      } finally {
        this.row = false;
      }
    };
    void walk();
  }

  /** Nothing is taken back here: one goes back, and what was tried stays. */
  undo(): void {
    const parent = this.wanted.peek().parent;
    if (parent) void this.go(parent);
  }

  remove(node: Node): void {
    const left = this.tree.remove(node);
    this.kept.clear(); // places have other names
    this.redraw();
    if (this.tree.lineOf(this.wanted.peek()).includes(node)) void this.go(left);
  }

  note(node: Node, mark: Mark, comment: string): void {
    node.mark = mark;
    node.comment = comment;
    this.redraw();
  }

  // ---- What is asked -------------------------------------------------------------------------------------------------------------------

  override async askWhy(text: string): Promise<Why> {
    const seat = this.shown.peek()?.you ?? undefined;
    return (await askEngine({ do: "table_why", text, seat, ...this.about(this.wanted.peek()) })).why;
  }

  override askOdds(query: { readonly text: string | undefined; readonly stop: number | undefined }, signal: AbortSignal): Promise<Odds> {
    const { text, stop } = query;
    const seat = this.shown.peek()?.you ?? undefined;
    const asked = askEngine({ do: "table_odds", text, stop: stop ?? 0, seat, ...this.about(this.wanted.peek()) });
    return new Promise((tell, fail) => {
      signal.addEventListener("abort", () => fail(new DOMException("", "AbortError")), { once: true });
      asked.then(({ odds }) => tell(odds), fail);
    });
  }

  /** The bot thinks about the decision at which one stands. */
  think(): Promise<void> {
    return this.thinking(this.wanted.peek());
  }

  /** Or about the moves of another: `enough` iterations. */
  private thinking(node: Node, enough?: number): Promise<void> {
    const seat = this.seat.peek() ?? undefined;
    return this.thinker
      .think(this.tree.placeOf(node), this.about(node), seat, enough, enough !== undefined)
      .catch((cause: unknown) => this.unanswered(cause));
  }

  protected unanswered(cause: unknown): void {
    if (cause instanceof DOMException && cause.name === "AbortError") return;
    if (!(cause instanceof EngineError || cause instanceof EngineTrap)) throw cause;
    this.notice.value = { kind: "bad", text: cause instanceof EngineError ? cause.body.text : w("broke") };
  }
}
