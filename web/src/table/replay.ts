// SPDX-License-Identifier: MIT
// replay.ts - a table looked back at: any ply, through the eyes that may see it. What was fetched is kept; neighbours come ahead.
import { batch, signal } from "@preact/signals";
import { Tree } from "../analyse/tree";
import { api, ApiError, apiText, type Message, type Move, type PlyMessage, type State } from "../api";
import type { Past, Table } from "../board";
import { tokenToLook } from "../device";
import type { Who } from "../live";
import { changedBetween } from "../merge";
import { withScenario } from "../laid";
import { scenarioFor } from "../scenario";
import { saveText } from "../parts/save";
import { withRemark, type Remark } from "../remarks";
import { lang } from "../words";
import { Desk } from "./desk";
import { loadBoard, loadGameOf, openTable } from "./games";
import { keep, remarksOf } from "./remarks";
import type { Fallen } from "./show";
import { begins } from "./story";
import { pastOf, Told } from "./told";

const mostKept = 400; // states, the oldest of which are dropped first
const ahead = 4; // plies fetched beyond the one that is looked at

/** What one goes by: single plies, or from heading to heading. */
export type Stride = "ply" | "step" | "round";

/**
 * A match looked back at, ply by ply, from 0 to `last`. `ply` is where one wants to be; `shown` follows when it has been fetched.
 */
export class ReplayStore extends Desk {
  readonly match: string;
  readonly ply = signal(0);
  /** Through whose eyes: a seat, "all", "none" (a spectator), or null for the viewer's own. */
  readonly eyes = signal<string | null>(null);
  /** The last ply that those eyes have seen. */
  readonly last = signal(0);
  /** The throw that led to the ply, when the step was one forward. */
  readonly fallen = signal<Fallen | null>(null);
  /** What one goes by, with the buttons and by itself. */
  readonly stride = signal<Stride>("ply");
  /** The headings of the ply that is shown, in the game's words: its round, and the step within that. */
  readonly under = signal<readonly string[]>([]);
  /** True while plies follow each other by themselves. */
  readonly playing = signal(false);
  /** What was said here about plies of the match, counted as its transcript counts them. */
  readonly remarks = signal<readonly Remark[]>([]);

  private kept = new Map<string, Promise<State>>();
  private readonly heard = new Map<string, Told>();
  private timer = 0;
  private wanted = "";
  private readonly seats = new Map<string, Table>();

  constructor(match: string) {
    super();
    this.match = match;
    this.remarks.value = remarksOf(match);
  }

  /** Plies are numbered as the eyes have heard of them: those of the transcript for whom heard of all of a match that is over. */
  get counted(): boolean {
    return this.now.value?.status === "over" && (this.eyes.value === "all" || !this.info.secrets);
  }

  /** Says that about the ply that is looked at, in this browser; nothing: takes it back. */
  remark(said: Pick<Remark, "mark" | "comment">): void {
    this.remarks.value = withRemark(this.remarks.peek(), { ply: this.ply.peek(), ...said });
    keep(this.match, this.remarks.peek());
  }

  /** The transcript with what was said here, as a file. */
  async save(): Promise<void> {
    try {
      const text = await apiText(`/matches/${this.match}/transcript`, this.who());
      const tree = new Tree(text);
      this.remarks.peek().forEach((remark) => tree.remark(remark));
      saveText(`${this.match}.alea`, await withScenario(tree.write(), await scenarioFor(text, this.match)));
    } catch (cause) {
      this.fail(cause);
    }
  }

  async start(ply: number | null, eyes: string | null): Promise<void> {
    try {
      const now = await api<State>(`/matches/${this.match}`, this.who());
      const [info, board] = await Promise.all([loadGameOf(now, this.who(), lang.peek()), loadBoard(now.game)]);
      batch(() => {
        this.now.value = now;
        this.game.value = info;
        this.board.value = board;
        this.eyes.value = eyes;
        this.last.value = now.ply;
        openTable.value = { match: this.match, game: now.game, who: () => this.who() };
      });
      if (eyes !== null) await this.lookThrough(eyes, ply ?? now.ply);
      else await this.go(ply ?? now.ply);
    } catch (cause) {
      this.fail(cause);
    }
  }

  stop(): void {
    if (openTable.peek()?.match === this.match) openTable.value = null;
    this.pause();
  }

  who(): Who {
    const token = tokenToLook(this.match);
    return { token, seat: token ? null : new URLSearchParams(location.search).get("seat") };
  }

  /** The same table with that seat as the viewer, for a hand that it alone holds. The eyes must be the seat's, or "all". */
  through(seat: string): Table {
    let table = this.seats.get(seat);
    if (!table) {
      table = Object.create(this, { state: { get: () => ({ ...this.state, you: seat }) } }) as Table;
      this.seats.set(seat, table);
    }
    return table;
  }

  /** The seats whose secrets are visible now: one, all, or none. */
  seatsSeen(): readonly string[] {
    const now = this.now.value;
    const eyes = this.eyes.value ?? now?.you ?? "none";
    const seats = (now?.seats ?? []).map(({ seat }) => seat);
    return eyes === "all" ? seats : seats.filter((seat) => seat === eyes);
  }

  private fail(cause: unknown): void {
    if (!(cause instanceof ApiError)) throw cause;
    if (cause.unanswered && this.shown.peek()) return;
    this.failed.value = cause;
  }

  // ---- Where one is ---------------------------------------------------------------------------------------------------------------

  /** Changes the eyes. The server refuses eyes that this viewer may not use; then `failed` says so. */
  async lookThrough(eyes: string | null, ply = this.ply.peek()): Promise<void> {
    try {
      const query = eyes === null ? {} : { as: eyes };
      const newest = await api<State>(`/matches/${this.match}`, { ...this.who(), query });
      batch(() => {
        this.eyes.value = eyes;
        this.last.value = newest.ply;
      });
      await this.go(ply);
    } catch (cause) {
      this.fail(cause);
    }
  }

  /** Clamped to what there is. A step forward by one shows the throw that fell. */
  async go(ply: number): Promise<void> {
    const to = Math.max(0, Math.min(this.last.peek(), Math.round(ply)));
    const from = this.shown.peek();
    this.ply.value = to;
    const key = this.key(to);
    this.wanted = key;
    try {
      const [state, message] = await Promise.all([this.fetch(to), this.message(to)]);
      if (this.wanted !== key) return;
      const thrown =
        from && message && from.ply === to - 1 ? (this.board.peek()?.throwOf?.(message, from.view, this) ?? null) : null;
      batch(() => {
        this.shown.value = state;
        this.marked.value = from && Math.abs(from.ply - to) <= 1 ? changedBetween(from.view, state.view) : new Set();
        this.fallen.value = thrown && { thrown, ply: to, rolling: false };
      });
      void this.lookUnder(key, to);
      for (let i = 1; i <= ahead; i++) if (to + i <= this.last.peek()) void this.fetch(to + i).catch(() => undefined);
    } catch (cause) {
      this.fail(cause);
    }
  }

  private async lookUnder(key: string, ply: number): Promise<void> {
    try {
      const under = await this.told.headings(ply);
      if (this.wanted === key) this.under.value = under;
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause; // there is a position, and nothing to tell
    }
  }

  /** Goes one stride on (1) or back (-1): to where the next one begins, or the one at which one stands or stood before. */
  async step(by: 1 | -1, stride: Stride = this.stride.peek()): Promise<void> {
    const [ply, last] = [this.ply.peek(), this.last.peek()];
    if (stride === "ply") return this.go(ply + by);
    try {
      const found = await this.told.find(ply, by, last, begins(stride));
      if (this.ply.peek() === ply) await this.go(found?.ply ?? (by > 0 ? last : 0));
    } catch (cause) {
      this.fail(cause);
    }
  }

  private key(ply: number): string {
    return `${this.eyes.peek() ?? ""} ${ply} ${lang.peek()}`;
  }

  private fetch(ply: number): Promise<State> {
    const key = this.key(ply);
    const known = this.kept.get(key);
    if (known) return known;
    const eyes = this.eyes.peek();
    const asked = api<State>(`/matches/${this.match}`, { ...this.who(), query: { at: ply, as: eyes ?? undefined } });
    asked.catch(() => this.kept.delete(key));
    this.kept.set(key, asked);
    if (this.kept.size > mostKept) this.kept.delete(this.kept.keys().next().value!);
    return asked;
  }

  /** What the eyes heard of, in today's language. */
  private get told(): Told {
    const eyes = this.eyes.value;
    const key = `${eyes ?? ""} ${lang.value}`;
    let told = this.heard.get(key);
    if (!told) {
      const ask = { ...this.who(), lang: lang.value };
      told = new Told(async (since, limit) => {
        const query = { since, limit, wait: 0, as: eyes ?? undefined };
        return (await api<{ messages: readonly Message[] }>(`/matches/${this.match}/events`, { ...ask, query })).messages;
      });
      this.heard.set(key, told);
    }
    return told;
  }

  /** The ply that led there, as the eyes heard of it. Without it there is a position, but nothing to tell. */
  private async message(ply: number): Promise<PlyMessage | null> {
    try {
      return await this.told.at(ply);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      return null;
    }
  }

  /** What happened up to here, the newest last; as far as it was fetched. */
  story(): readonly PlyMessage[] {
    return this.told.upTo(this.ply.value);
  }

  past(): Promise<Past> {
    return pastOf(this.match, this.who(), this.eyes.peek() ?? undefined);
  }

  // ---- By itself --------------------------------------------------------------------------------------------------------------------

  run(): void {
    if (this.playing.peek()) return this.pause();
    if (this.ply.peek() >= this.last.peek()) void this.go(0);
    this.playing.value = true;
    const onward = async () => {
      await this.step(1);
      if (!this.playing.peek()) return;
      if (this.ply.peek() >= this.last.peek()) return this.pause();
      this.timer = window.setTimeout(() => void onward(), this.fallen.peek() ? 1400 : 500);
    };
    this.timer = window.setTimeout(() => void onward(), 300);
  }

  pause(): void {
    clearTimeout(this.timer);
    this.playing.value = false;
  }

  async speak(): Promise<void> {
    const state = this.now.peek();
    if (!state) return;
    this.game.value = await loadGameOf(state, this.who(), lang.peek());
    await this.go(this.ply.peek());
  }

  // ---- What a board reads: there is nothing to choose -----------------------------------------------------------------------------------

  readonly moves: readonly Move[] = [];
  readonly picked = null;
  readonly odds = null;
  pick(): void {}
  play(): void {}
  unpick(): void {}
  playRow(): void {}
  readonly inRow = false;
  readonly stopAt = 0;
  undo(): void {}
  why(): void {}
}
