// SPDX-License-Identifier: MIT
// store.ts - one table as this viewer has it: what the server told, what is shown of it, what is picked; and what can be done.
import { batch, computed, effect, signal } from "@preact/signals";
import {
  api,
  ApiError,
  type Ask,
  type ChatMessage,
  type Lang,
  type Message,
  type Move,
  type PlyMessage,
  seatOf,
  type State,
  type TableMessage,
} from "../api";
import type { NextMove, Past } from "../board";
import { hold, lastSeen, markSeen, mineOf, playAs, remember, tokenOf } from "../device";
import { isHere } from "../here/id";
import { Live, type Who } from "../live";
import { applyPly, applyPost, applyTable, changedBetween, type Sent, wentThrough, wholeUntil } from "../merge";
import { lang, t } from "../words";
import { Decision, type Notice } from "./desk";
import { loadBoard, loadGame, loadGameOf, openTable } from "./games";
import { HotSeat } from "./hotseat";
import { mayPromise, promiseFor, takePart } from "./draw";
import { Heard } from "./heard";
import { Log } from "./log";
import { Near } from "./near";
import { Notes } from "./notes";
import { sendMove, told } from "./send";
import { Show } from "./show";

/** What happened while the viewer was away: `plies` plies behind ply `from`, which was seen at `at` (milliseconds). */
export interface Away {
  readonly from: number;
  readonly plies: number;
  readonly at: number;
}

/** A live table. Messages change `now` at once; `shown` follows at the pace that Show sets, so that dice can be seen to fall. */
export class TableStore extends Decision {
  readonly match: string;
  /** The move that was sent, as long as neither its answer nor its ply is here; while there is one, nothing can be chosen. */
  readonly sending = signal<Move | { readonly text: string } | null>(null);
  /** What was missed; null: nothing, or the notice was put away. */
  readonly away = signal<Away | null>(null);
  readonly chat = signal<readonly ChatMessage[]>([]);
  /** The viewer has read the result and closed it. */
  readonly resultClosed = signal(false);
  /** The server's clock minus the clock of this device, in milliseconds. */
  readonly clockOffset = signal(0);

  readonly log: Log;
  readonly live: Live;
  readonly show: Show;
  readonly hot: HotSeat;
  readonly heardOf: Heard;
  readonly notes: Notes;
  readonly choices = computed<readonly Move[]>(() => {
    const shown = this.shown.value;
    const now = this.now.value;
    if (!shown || !now || shown.ply !== now.ply || now.status !== "playing" || this.sending.value) return [];
    return now.moves ?? [];
  });
  readonly myTurn = computed(() => {
    const now = this.now.value;
    return !!now && now.status === "playing" && !!now.you && now.actors.includes(now.you);
  });

  get noted(): readonly { readonly from: string; readonly to: string }[] {
    return this.notes.ways.value;
  }

  protected override readonly near = new Near(this);
  private readonly row = signal<NextMove | null>(null);
  private awaited: { readonly sent: Sent; readonly come: () => void } | null = null; // the move that is on its way, and who waits for it
  private stops: (() => void)[] = [];
  private firstState = true;
  private gamesAsked = "";
  private watches = false; // the viewer has lost the seat, and goes on as a spectator

  constructor(match: string, forcedPoll: boolean) {
    super();
    this.match = match;
    this.log = new Log(this);
    this.show = new Show({
      apply: (message) => this.apply(message),
      throwOf: (message) => this.board.peek()?.throwOf?.(message, this.shown.peek()?.view ?? {}, this) ?? null,
      isOwn: (message) => message.seat === this.now.peek()?.you,
      shown: () => this.settled(),
    });
    this.hot = new HotSeat(this);
    this.heardOf = new Heard(match, () => this.who());
    this.notes = new Notes(match, () => this.who());
    this.live = new Live(
      match,
      this.who(),
      lang.peek(),
      {
        message: (message) => this.hear(message),
        heard: () => this.heard(),
        polled: () => this.askNotes(),
        refused: (failure) => (this.failed.value = failure),
      },
      forcedPoll,
    );
  }

  /** Opens the connection and begins to react to language and visibility. To be undone by stop(). */
  start(): void {
    let spoken: Lang | null = null;
    this.stops.push(
      effect(() => {
        const chosen = lang.value;
        if (spoken && spoken !== chosen) this.speak(chosen);
        spoken = chosen;
      }),
    );
    this.stops.push(effect(() => this.seen()));
    const visible = () => {
      if (document.visibilityState === "hidden" && this.show.busy.peek()) this.show.skip();
      this.seen();
    };
    document.addEventListener("visibilitychange", visible);
    this.stops.push(() => document.removeEventListener("visibilitychange", visible));
    // A table that was open here before: its game comes together with its state.
    const { game } = mineOf(this.match);
    if (game) void this.dress(game);
    this.live.start();
  }

  stop(): void {
    this.endRow();
    for (const stop of this.stops.splice(0)) stop();
    this.hot.stop();
    this.show.clear();
    this.live.stop();
    if (openTable.peek()?.match === this.match) openTable.value = null;
  }

  get address(): string {
    return `/matches/${this.match}`;
  }

  /** As whom this tab asks: by the token of a seat that the device holds, by the account's seat in the address, or as a spectator. */
  who(): Who {
    const nobody = this.watches || this.hot.covered;
    const token = nobody ? null : tokenOf(this.match);
    return { token, seat: token || nobody ? null : new URLSearchParams(location.search).get("seat") };
  }

  // ---- What a person does ------------------------------------------------------------------------------------------------------

  override pick(move: Move): void {
    this.endRow();
    super.pick(move);
  }

  play(move: Move): void {
    this.endRow();
    if (move.warning && this.pickedMove.peek()?.m !== move.m) this.pick(move);
    else void this.submit(move);
  }

  /** Plays a whole order given in words, as one would type it in the terminal. True if it was accepted. */
  async order(text: string): Promise<boolean> {
    this.endRow();
    return this.submit({ text });
  }

  async report(round: number): Promise<readonly string[]> {
    return (await this.ask<{ parts: readonly string[] }>("/report", undefined, { round })).parts;
  }

  async past(): Promise<Past> {
    return (await import("./told")).pastOf(this.match, this.who(), undefined);
  }

  ask<T>(path: string, body?: unknown, query?: Ask["query"]): Promise<T> {
    return api<T>(`/matches/${this.match}${path}`, { ...this.who(), ...(body === undefined ? {} : { body }), ...(query ? { query } : {}) });
  }

  get inRow(): boolean {
    return this.row.value !== null;
  }

  playRow(next: NextMove): void {
    this.row.value = next;
    void this.goOn(next);
  }

  endRow(): void {
    this.row.value = null;
  }

  private async goOn(next: NextMove): Promise<void> {
    while (this.row.peek() === next) {
      const move = next();
      if (!move || move.warning || !(await this.submit(move)) || !(await this.decides(next))) break;
    }
    if (this.row.peek() === next) this.endRow();
  }

  /** Waits until all is shown and there is something to choose. False: the row has ended, or others are to move. */
  private decides(next: NextMove): Promise<boolean> {
    return new Promise((done) => {
      let stop = (): void => undefined;
      const settle = (goes: boolean): void => (done(goes), queueMicrotask(() => stop()));
      stop = effect(() => {
        const now = this.now.value;
        const others = !now || now.status !== "playing" || !(this.myTurn.value || now.actor === "chance");
        if (others || this.row.value !== next) settle(false);
        else if (this.choices.value.length > 0) settle(true);
      });
    });
  }

  private async submit(move: Move | { readonly text: string }): Promise<boolean> {
    const state = this.now.peek();
    if (!state || this.sending.peek()) return false;
    batch(() => {
      this.sending.value = move;
      this.pickedMove.value = null;
      this.notice.value = null;
      this.away.value = null;
      this.marked.value = new Set();
      this.asker.about(null);
    });
    const answered = sendMove(this.match, this.who(), state, move).then(({ ply }) => told(this.now, ply, this.live));
    answered.catch(() => undefined); // where its ply has come, nobody waits for the answer
    try {
      await Promise.race([answered, this.comes({ seat: state.you ?? "", ply: state.ply, move })]);
      return true;
    } catch (cause) {
      this.tell(cause);
      return false;
    } finally {
      this.sending.value = null;
    }
  }

  /** Waits until that very move is told as a ply. What carries the answer may be slower, or lost. */
  private comes(sent: Sent): Promise<void> {
    return new Promise((come) => {
      this.awaited = { sent, come };
    });
  }

  /** Sits down; with a promise of a word for the dice where they are drawn yet. */
  async join(name: string, word: string): Promise<void> {
    const state = this.now.peek();
    const seat = state?.you;
    if (state && seat && mayPromise(state)) {
      const { body } = await promiseFor(this.match, seat, state.dice.commitment, word);
      // The draw may have gone on meanwhile: then one sits down without, and takes part in the next.
      const joined = await api(`/matches/${this.match}/join`, { ...this.who(), method: "POST", body: { name, ...body } }).catch(
        (cause: unknown) => (cause instanceof ApiError && cause.status === 409 ? null : Promise.reject(cause as Error)),
      );
      if (joined === null) await this.post("join", { name });
    } else await this.post("join", { name });
    takePart(this.match, this.who());
  }

  /** Sits down at an open seat; with a promise of a word for the dice where they are drawn yet. The seat's link is this device's alone. */
  async take(seat: string, name: string, word: string): Promise<void> {
    const state = this.now.peek();
    if (!state) return;
    const drawn = mayPromise(state) ? (await promiseFor(this.match, seat, state.dice.commitment, word)).body : {};
    const ask = (body: object) => api<{ token: string }>(`/matches/${this.match}/seats/${seat}/take`, { method: "POST", body });
    try {
      // The draw may have gone on meanwhile, as where one joins.
      const made = await ask({ name, ...drawn }).catch((cause: unknown) =>
        cause instanceof ApiError && ["stale", "too_late"].includes(cause.body.error) ? ask({ name }) : Promise.reject(cause as Error),
      );
      hold(this.match, made.token, seat);
    } catch (cause) {
      this.tell(cause);
      this.live.again();
    }
  }

  undo(): void {
    this.endRow();
    const state = this.now.peek();
    if (!state) return;
    if (state.undo && !state.undo.ok)
      this.notice.value = { kind: "why", text: state.undo.text || t("undo_none"), offer: this.askBack(state) };
    else void this.post("undo", { ply: state.ply });
  }

  /** What can't be undone alone may be taken back by all: to before the viewer's last move. */
  private askBack(state: State): Notice["offer"] {
    const own = this.log.plies.peek().findLast(({ seat }) => seat === state.you);
    if (!own || state.agreement || isHere(this.match) || state.takebacks === "none") return undefined;
    const run = () => void this.post("agreements", { what: "rewind", to: own.ply - 1 }).then((done) => done && (this.notice.value = null));
    return { words: t("agreement_ask_back"), run };
  }

  protected unanswered(cause: unknown): void {
    this.tell(cause);
  }

  /** Sends a request to the table; false and a notice if it was refused. */
  async post(what: string, body: unknown): Promise<boolean> {
    try {
      await api(`/matches/${this.match}/${what}`, { ...this.who(), method: "POST", body });
      return true;
    } catch (cause) {
      this.tell(cause);
      return false;
    }
  }

  /** Shows a refusal as a notice. An error that is no refusal is thrown on. A stale position is fetched anew. */
  tell(cause: unknown): void {
    if (!(cause instanceof ApiError)) throw cause;
    this.notice.value = { kind: "bad", text: cause.body.text, rule: cause.body.rule };
    if (cause.body.error === "stale") this.live.again();
  }

  /** Another of the seats that this device holds, or none. Everything that a seat has seen leaves the page first. */
  changeSeat(token: string | null): void {
    if (token) playAs(this.match, token);
    this.reset();
    this.live.become(this.who(), lang.peek());
  }

  private reset(): void {
    this.endRow();
    this.show.clear();
    batch(() => {
      this.now.value = null;
      this.shown.value = null;
      this.pickedMove.value = null;
      this.lookedAt.value = null;
      this.notice.value = null;
      this.away.value = null;
      this.marked.value = new Set();
      this.asker.about(null);
      this.log.clear();
      this.notes.clear();
    });
    this.firstState = true;
  }

  // ---- What the server tells ------------------------------------------------------------------------------------------------------

  private heard() {
    const state = this.now.peek();
    const lines = this.chat.peek();
    return state && { ply: state.ply, rev: state.rev, chat: lines[lines.length - 1]?.n ?? 0 };
  }

  private hear(message: Message): void {
    switch (message.kind) {
      case "state":
        return this.hearState(message);
      case "ply":
        return this.hearPly(message);
      case "table":
        return this.hearTable(message);
      case "chat":
        this.addChat([message]);
        return;
      case "error":
        this.notice.value = { kind: "bad", text: message.text, rule: message.rule };
        return;
      case "post":
        for (const at of [this.now, this.shown]) if (at.value) at.value = applyPost(at.value, message);
        if (message.rule) this.notice.value = { kind: "info", text: t("ruled", message.rule, message.question ?? "") };
        return;
      case "note":
        this.notes.hear(message);
        return;
      case "answer":
      case "bye": // That the line is lost is said as long as it is; why, whoever comes back learns.
        return;
    }
  }

  /** What was noted while nothing could be told. */
  private askNotes(): void {
    const state = this.now.peek();
    if (state && seatOf(state) && !isHere(this.match)) void this.notes.load();
  }

  /** The seat was given to somebody else, or the session has ended: the viewer goes on as a spectator. */
  private seatLost(): void {
    this.watches = true;
    this.notice.value = { kind: "bad", text: t("seat_lost") };
  }

  private hearTable(message: TableMessage): void {
    const before = this.now.peek()?.status;
    batch(() => {
      this.syncClock(message.clock?.now);
      if (this.now.value) this.now.value = applyTable(this.now.value, message);
      if (this.shown.value) this.shown.value = applyTable(this.shown.value, message);
    });
    // It begins, or goes on: what can be chosen comes with a state alone.
    if (before && before !== "playing" && message.status === "playing") this.live.again();
  }

  private hearState(state: State): void {
    const before = this.now.peek();
    this.show.clear();
    batch(() => {
      this.failed.value = null;
      if (before?.you && state.you === null) this.seatLost();
      this.syncClock(state.clock?.now);
      this.now.value = state;
      this.shown.value = state;
      if (!this.choices.value.some((move) => move.m === this.pickedMove.value?.m)) this.unpick();
      if (before && state.ply < before.ply) this.marked.value = new Set();
      this.log.follow(state);
    });
    this.heardOf.hearState(state);
    this.askNotes();
    if (state.status === "waiting" && seatOf(state)) takePart(this.match, this.who());
    this.asker.refresh();
    if (state.chat > wholeUntil(this.chat.peek())) void this.fetchChat();
    if (this.firstState) void this.begin(state);
    else if (before && state.ply > before.ply) this.mark(before, state);
    this.hot.look();
  }

  private hearPly(message: PlyMessage): void {
    const now = this.now.peek();
    if (!now) return;
    const next = applyPly(now, message);
    if (!next) return this.live.again();
    if (next === now) return;
    this.heardOf.hearPly(message);
    batch(() => {
      this.syncClock(message.clock?.now);
      this.now.value = next;
      this.show.add([message]);
    });
    if (this.awaited && wentThrough(this.awaited.sent, message)) this.awaited.come();
  }

  /** A ply becomes visible. */
  private apply(message: PlyMessage): void {
    const before = this.shown.peek();
    if (!before) return;
    const after = applyPly(before, message);
    if (!after || after === before) return;
    batch(() => {
      this.shown.value = after;
      this.mark(before, after, message.seat === after.you);
      this.log.add(message);
      const picked = this.pickedMove.value;
      if (picked && !(after.moves ?? []).some((move) => move.m === picked.m)) this.unpick();
    });
  }

  private mark(before: State, after: State, own = false): void {
    const found = changedBetween(before.view, after.view);
    this.marked.value = own ? found : new Set([...this.marked.value, ...found]);
  }

  private settled(): void {
    this.asker.refresh();
    this.hot.look();
  }

  // ---- The first state: game, board, what was missed ---------------------------------------------------------------------------------

  private async begin(state: State): Promise<void> {
    this.firstState = false;
    const held = mineOf(this.match).held.find((one) => one.token === tokenOf(this.match));
    const seat = seatOf(state);
    if (held && seat && held.seat !== seat) hold(this.match, held.token, seat);
    remember(this.match, { game: state.game, name: state.name, opened: Date.now() });
    const seen = lastSeen(this.match, state.you, state.viewed);
    void this.log.fetchHistory(state.ply);
    await this.dress(state.game, state);
    if (seen && seen.ply < state.ply && seen.ply > 0) await this.missed(seen);
    else this.seen();
  }

  /** Fetches the game and its board; without the state the game as it usually is, ahead of what the server tells of the table. */
  private async dress(game: string, state: State | null = null): Promise<void> {
    const key = `${game} ${lang.peek()} ${state?.scenario?.name ?? ""}`;
    if (this.gamesAsked === key) return;
    this.gamesAsked = key;
    openTable.value = { match: this.match, game, who: () => this.who() };
    try {
      const [info, board] = await Promise.all([
        state ? loadGameOf(state, this.who(), lang.peek()) : loadGame(game, lang.peek()),
        loadBoard(game),
      ]);
      batch(() => {
        this.game.value = info;
        this.board.value = board;
      });
      this.asker.refresh();
      this.hot.look();
    } catch (cause) {
      this.gamesAsked = "";
      if (cause instanceof ApiError) this.failed.value = cause;
      else throw cause;
    }
  }

  /** Announces what was missed, and marks what it changed. */
  private async missed(seen: { ply: number; at: number }): Promise<void> {
    const state = this.now.peek();
    if (!state) return;
    this.away.value = { from: seen.ply, plies: state.ply - seen.ply, at: seen.at };
    try {
      const then = await api<State>(`/matches/${this.match}`, { ...this.who(), query: { at: seen.ply } });
      const shown = this.shown.peek();
      if (shown && shown.ply >= state.ply) this.mark(then, shown);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause; // Without the marks, then.
    }
  }

  /** Plays what happened since one last looked. */
  async playMissed(): Promise<void> {
    const away = this.away.peek();
    const now = this.now.peek();
    this.away.value = null;
    if (!away || !now) return;
    try {
      const [then, plies] = await Promise.all([
        api<State>(`/matches/${this.match}`, { ...this.who(), query: { at: away.from } }),
        this.log.fetchPlies(away.from, now.ply),
      ]);
      const latest = this.now.peek();
      if (!latest || latest.rev < now.rev || latest.ply !== now.ply) return;
      this.show.clear();
      batch(() => {
        const { moves: _moves, ...rest } = then;
        this.shown.value = rest;
        this.marked.value = new Set();
        this.log.cut(away.from);
      });
      // The last ply that is played brings the choices that `now` has.
      const last = plies[plies.length - 1];
      const whole = last && now.moves ? [...plies.slice(0, -1), { ...last, moves: now.moves }] : plies;
      this.show.add(whole, true);
    } catch (cause) {
      this.tell(cause);
    }
  }

  /** What is shown on a visible page has been seen. */
  private seen(): void {
    const state = this.shown.value;
    if (!state || state !== this.shown.peek() || this.away.value || document.visibilityState !== "visible") return;
    if (this.now.peek()?.ply === state.ply && !this.firstState) markSeen(this.match, state.you, state.ply);
  }

  dismissAway(): void {
    this.away.value = null;
  }

  // ---- Language, clock, chat -----------------------------------------------------------------------------------------------------------

  private speak(chosen: Lang): void {
    const state = this.now.peek();
    this.live.become(this.who(), chosen);
    if (!state) return;
    void this.dress(state.game, state);
    void this.log.again(state.ply);
  }

  private syncClock(serverNow: number | undefined): void {
    if (serverNow !== undefined) this.clockOffset.value = serverNow - Date.now();
  }

  private addChat(lines: readonly ChatMessage[]): void {
    const all = new Map([...this.chat.peek(), ...lines].map((line) => [line.n, line])); // what is told now overtakes what is fetched
    if (all.size > this.chat.peek().length) this.chat.value = [...all.values()].sort((one, other) => one.n - other.n);
  }

  private async fetchChat(): Promise<void> {
    try {
      let after = wholeUntil(this.chat.peek());
      for (let fetched = 1; fetched > 0 && after < (this.now.peek()?.chat ?? 0); ) {
        const path = `/matches/${this.match}/chat`;
        const { messages } = await api<{ messages: readonly ChatMessage[] }>(path, { ...this.who(), query: { after } });
        this.addChat(messages);
        fetched = messages.length;
        after = messages.at(-1)?.n ?? after;
      }
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause; // the next state fetches them again
    }
  }
}
