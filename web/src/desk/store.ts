// SPDX-License-Identifier: MIT
// store.ts - the Master's desk: the true position as it changes, the eyes through which the map is seen, and the host's moves.
import { batch, effect, signal } from "@preact/signals";
import { ApiError, type Lang, type Message, type Move, type State } from "../api";
import type { Past, Table } from "../board";
import { mineOf, remember } from "../device";
import { Live, type Who } from "../live";
import { applyPly, applyTable, changedBetween } from "../merge";
import { Desk } from "../table/desk";
import { loadBoard, loadGameOf, openTable } from "../table/games";
import { pastOf } from "../table/told";
import { lang } from "../words";
import { w } from "./say";
import type { Question } from "../sides";
import { Asks, type Hands, type HostMove, type Line, type Person } from "./asks";

/** Through whose eyes the map is seen: "all", a seat, or "none" (the public); at which of their plies, null: now; `beside`: as it is,
 * with what those eyes see otherwise marked. */
export interface Eyes {
  readonly as: string;
  readonly at: number | null;
  readonly beside: boolean;
}

/** What stands beside a move of the host's. */
const beside = (note: string, film: string) => ({
  ...(note.trim() ? { note: note.trim() } : {}),
  ...(film.trim() ? { link: film.trim() } : {}),
});

const settle = 120; // ms: several plies in a row are looked at once

export class MasterStore extends Desk {
  readonly match: string;
  readonly asks: Asks;
  readonly live: Live;
  readonly eyes = signal<Eyes>({ as: "all", at: null, beside: false });
  readonly hands = signal<Hands | null>(null);
  readonly questions = signal<readonly Question[]>([]);
  readonly people = signal<readonly Person[]>([]);
  /** What was refused last, and what was done: told to who sees and to who hears. */
  readonly wrong = signal<ApiError | null>(null);
  readonly said = signal<string | null>(null);
  /** The server's clock less this device's, in milliseconds. */
  readonly clockOffset = signal(0);
  /** The state that the eyes of a difference have. */
  readonly theirs = signal<State | null>(null);

  /** False once the server has said that it draws no PNG. */
  readonly pictures = signal(true);

  /** The table as it is now, with the host's moves, whatever eyes were chosen for the map. */
  readonly truth: Table = Object.create(this, {
    state: { get: () => this.now.value! },
    moves: { get: () => this.hands.value?.moves ?? [] },
  }) as Table;

  private stops: (() => void)[] = [];
  private timer = 0;
  private asked = 0; // grows with each look, so that what comes late is dropped

  /** Whose belief the truth is held against, for the board's map. */
  get against(): string | null {
    const { beside, as } = this.eyes.value;
    return beside ? as : null;
  }

  constructor(match: string, token: string) {
    super();
    this.match = match;
    this.asks = new Asks(match, token);
    this.live = new Live(
      match,
      this.who(),
      lang.peek(),
      {
        message: (message) => this.hear(message),
        heard: () => {
          const state = this.now.peek();
          return state && { ply: state.ply, rev: state.rev, chat: state.chat };
        },
        refused: (failure) => (this.failed.value = failure),
      },
      false,
    );
  }

  who(): Who {
    return { token: this.asks.token, seat: null, as: "all" };
  }

  start(): void {
    let spoken: Lang | null = null;
    this.stops.push(
      effect(() => {
        const chosen = lang.value;
        if (spoken && spoken !== chosen) this.live.become(this.who(), chosen);
        spoken = chosen;
      }),
    );
    this.live.start();
  }

  stop(): void {
    for (const stop of this.stops.splice(0)) stop();
    clearTimeout(this.timer);
    if (openTable.peek()?.match === this.match) openTable.value = null;
    this.live.stop();
  }

  // ---- What the server tells --------------------------------------------------------------------------------------------------

  private hear(message: Message): void {
    const now = this.now.peek();
    if (message.kind === "state") void this.begin(message);
    else if (message.kind === "ply" && now) this.take(applyPly(now, message), message.clock?.now);
    else if (message.kind === "table" && now) this.take(applyTable(now, message), message.clock?.now);
    else this.later();
  }

  /** null: a message was missed. */
  private take(next: State | null, clock: number | undefined): void {
    if (!next) return this.live.again();
    if (clock !== undefined) this.clockOffset.value = clock - Date.now();
    this.now.value = next;
    this.later();
  }

  private async begin(state: State): Promise<void> {
    openTable.value = { match: this.match, game: state.game, who: () => ({ token: this.asks.token, seat: null }) };
    if (state.clock) this.clockOffset.value = state.clock.now - Date.now();
    remember(this.match, { game: state.game, name: state.name, ...(mineOf(this.match).opened ? {} : { opened: Date.now() }) });
    try {
      const [info, board] = await Promise.all([loadGameOf(state, this.who(), lang.peek()), loadBoard(state.game)]);
      batch(() => {
        this.failed.value = null;
        this.now.value = state;
        this.game.value = info;
        this.board.value = board;
      });
      await this.again();
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      this.failed.value = cause;
    }
  }

  private later(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.refresh(), settle);
  }

  private async refresh(): Promise<void> {
    try {
      await this.again();
    } catch (cause) {
      this.refuse(cause);
    }
  }

  /** Asks anew for all that hangs on the position. */
  async again(): Promise<void> {
    const number = ++this.asked;
    const over = this.now.peek()?.status === "over";
    const [hands, asked, late] = await Promise.all([
      this.asks.get<Hands>("/host"),
      over ? { consents: [] } : this.asks.get<{ consents: readonly Question[] }>("/consents", { as: "all" }),
      over ? { people: [] } : this.asks.get<{ people: readonly Person[] }>("/late"),
      this.lookThrough(),
    ]);
    if (number !== this.asked) return;
    batch(() => {
      this.hands.value = hands;
      this.questions.value = asked.consents;
      this.people.value = late.people;
    });
  }

  private async lookThrough(): Promise<void> {
    const eyes = this.eyes.peek();
    const truth = this.now.peek();
    const query = { as: eyes.as, ...(eyes.at === null ? {} : { at: eyes.at }) };
    const seen = eyes.as === "all" && eyes.at === null ? truth : await this.asks.get<State>("", query);
    if (eyes !== this.eyes.peek() || !seen) return;
    batch(() => {
      this.shown.value = eyes.beside ? truth : seen;
      this.theirs.value = seen;
      this.marked.value = eyes.beside && truth ? changedBetween(seen.view, truth.view) : new Set();
    });
  }

  /** Chooses the eyes, and looks. */
  see(eyes: Partial<Eyes>): void {
    this.eyes.value = { as: "all", at: null, beside: false, ...eyes };
    void this.lookThrough().catch((cause: unknown) => this.refuse(cause));
  }

  // ---- What the Master does -------------------------------------------------------------------------------------------------------

  private refuse(cause: unknown): void {
    if (!(cause instanceof ApiError)) throw cause;
    this.wrong.value = cause;
  }

  private readonly underWay = new Map<string, Promise<unknown>>();

  /** Sends it and looks again; null after a refusal, which is shown. The same once more meanwhile, as by a double click, is sent once. */
  act<T>(path: string, body: unknown, said?: string): Promise<T | null> {
    const key = path + JSON.stringify(body);
    const known = this.underWay.get(key);
    if (known) return known as Promise<T | null>;
    const sent = this.send<T>(path, body, said).finally(() => this.underWay.delete(key));
    this.underWay.set(key, sent);
    return sent;
  }

  private async send<T>(path: string, body: unknown, said: string | undefined): Promise<T | null> {
    batch(() => {
      this.wrong.value = null;
      this.said.value = null;
    });
    try {
      const answer = await this.asks.post<T>(path, body);
      this.said.value = said ?? null;
      await this.again();
      return answer;
    } catch (cause) {
      this.refuse(cause);
      if (cause instanceof ApiError && cause.body.error === "stale") await this.refresh();
      return null;
    }
  }

  /** A move of the host's, with the address of a picture or film behind its note; false after a refusal. */
  async host(text: string, note = "", said?: string, film = ""): Promise<boolean> {
    const ply = this.hands.peek()?.ply ?? 0;
    return (await this.act("/host", { ply, text, ...beside(note, film) }, said)) !== null;
  }

  /** The open window closes at another time. A move that somebody made just before is no reason against it while the same window is open:
   * it is sent once more. False after a refusal. */
  async putOff(to: { readonly extend: number } | { readonly closes: number }): Promise<boolean> {
    const meant = this.now.peek()?.window;
    const send = async (ply: number) => (await this.act("/host", { ply, ...to }, w("put_off_said"))) !== null;
    if (await send(this.hands.peek()?.ply ?? 0)) return true;
    const refusal = this.wrong.peek()?.body;
    if (!meant || refusal?.error !== "stale") return false;
    try {
      const { window: open } = await this.asks.get<State>("", { as: "all" });
      return open?.id === meant.id && open.opened === meant.opened && open.closes === meant.closes && (await send(refusal.ply!));
    } catch (cause) {
      this.refuse(cause);
      return false;
    }
  }

  /** Several moves of the host's, one after the other, the last with the note and the address of its film; false: one was refused, and
   * those before it stand. */
  async enter(moves: readonly string[], note: string, film: string): Promise<boolean> {
    batch(() => {
      this.wrong.value = null;
      this.said.value = null;
    });
    let ply = this.hands.peek()?.ply ?? 0;
    try {
      for (const [i, text] of moves.entries()) {
        const last = i === moves.length - 1;
        ({ ply } = await this.asks.post<{ ply: number }>("/host", { ply, text, ...(last ? beside(note, film) : {}) }));
      }
      this.said.value = w("entered_said");
      return true;
    } catch (cause) {
      this.refuse(cause);
      return false;
    } finally {
      await this.refresh();
    }
  }

  /** The host's moves of those verbs, in the order of the verbs. */
  movesOf(verbs: readonly string[]): readonly HostMove[] {
    const moves = this.hands.value?.moves ?? [];
    return verbs.flatMap((verb) => moves.filter((move) => move.verb === verb));
  }

  past(): Promise<Past> {
    return pastOf(this.match, { token: this.asks.token }, "all");
  }

  private told: { readonly lang: Lang; readonly lines: readonly Line[]; readonly ply: number } | null = null;

  /** All that has happened, and who read it; asks for what is new alone, since nothing goes from the record. */
  async lines(): Promise<readonly Line[]> {
    const spoken = lang.peek();
    let told = this.told?.lang === spoken ? this.told : { lang: spoken, lines: [], ply: 0 };
    for (let last = Infinity; told.ply < last; ) {
      const query = { as: "all", since: told.ply };
      const more = await this.asks.get<{ lines: readonly Line[]; ply: number; last: number }>("/timeline", query);
      last = more.ply > told.ply ? more.last : 0;
      told = { ...told, lines: [...told.lines, ...more.lines], ply: more.ply };
    }
    this.told = told;
    return told.lines;
  }

  // ---- What a board reads: places are looked at, nothing is chosen ---------------------------------------------------------------

  readonly moves: readonly Move[] = [];
  readonly picked = null;
  readonly odds = null;
  pick(): void {}
  play(): void {}
  playRow(): void {}
  readonly inRow = false;
  readonly stopAt = 0;
  unpick(): void {}
  undo(): void {}
  why(): void {}
}
