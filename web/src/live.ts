// SPDX-License-Identifier: MIT
// live.ts - the connection to a table: a WebSocket that reconnects by itself, and long polling where no socket can be had.
import { signal } from "@preact/signals";
import { api, apiUrl, ApiError, type ErrorMessage, type Lang, type Message } from "./api";
import { isHere } from "./here/id";

/** The state of the connection. "joining": nothing has arrived yet; "live": by socket; "lost": reconnecting; "closed": for good. */
export type Link = "joining" | "live" | "polling" | "lost" | "closed";

/** Up to where a viewer has heard: the ply, the revision of the state, and the last line of chat. */
export interface Heard {
  readonly ply: number;
  readonly rev: number;
  readonly chat: number;
}

/** As whom one listens: by a seat's token, by the account of this browser (which sits in `seat`), or as a spectator. */
export interface Who {
  readonly token: string | null;
  readonly seat: string | null;
  /** A Master: through whose eyes. */
  readonly as?: string;
}

/** Who receives what a connection brings. */
export interface Line {
  /** Called with every message, in order. */
  message(message: Message): void;
  /** From where a poll goes on. Null: nothing has been heard yet. */
  heard(): Heard | null;
  /** A poll was answered, which brings no notes. */
  polled?(): void;
  /** Called once, when the table does not exist or the token is nobody's: the connection is closed for good. */
  refused(failure: ApiError): void;
}

// Milliseconds.
const firstDelay = 400;
const lastDelay = 15_000;
const openTimeout = 6_000;
const silence = 70_000; // more than two pings went unanswered: the socket is dead, though nobody has closed it
const pingEvery = 25_000;
const socketAgainAfter = 30_000; // while polling: proxies and networks change

const failuresBeforePolling = 2;

/**
 * Keeps one viewer of a table connected until stop(). After every reconnection the server sends a whole state, so nothing is
 * missed.
 */
export class Live {
  readonly link = signal<Link>("joining");
  /** When the next attempt is made (Date.now()), for the notice that counts the seconds. */
  readonly retryAt = signal(0);

  private started = false;
  private socket: WebSocket | null = null;
  private generation = 0; // grows whenever older sockets, polls and timers no longer count
  private failures = 0;
  private timer = 0;
  private pinger = 0;
  private lastHeard = 0;
  private poll: AbortController | null = null;
  private seated = false; // the token was sent and the server knows it

  private readonly match: string;
  private readonly line: Line;
  private who: Who;
  private lang: Lang;
  private readonly forcedPoll: boolean;

  constructor(match: string, who: Who, lang: Lang, line: Line, forcedPoll: boolean) {
    this.match = match;
    this.who = who;
    this.lang = lang;
    this.line = line;
    this.forcedPoll = forcedPoll || isHere(match);
  }

  start(): void {
    this.started = true;
    window.addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  stop(): void {
    this.started = false;
    window.removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.drop();
    this.link.value = "closed";
  }

  /** Another seat or another language: answered by a STATE. */
  become(who: Who, lang: Lang): void {
    this.who = who;
    this.lang = lang;
    this.again();
  }

  /** Reconnects at once, which brings a whole state: for when messages were missed. Nobody who has left comes back by an answer that was
   * still on its way. */
  again(): void {
    if (!this.started) return;
    this.drop();
    this.failures = 0;
    this.connect();
  }

  private readonly wake = (): void => {
    if (document.visibilityState === "visible" && this.link.value === "lost") this.again();
    else if (this.socket && Date.now() - this.lastHeard > silence) this.again();
  };

  private drop(): void {
    this.generation++;
    clearTimeout(this.timer);
    clearInterval(this.pinger);
    this.poll?.abort();
    this.poll = null;
    this.socket?.close();
    this.socket = null;
    this.seated = false;
  }

  private connect(): void {
    if (this.forcedPoll || typeof WebSocket === "undefined" || this.failures >= failuresBeforePolling) void this.startPolling();
    else this.open();
  }

  // ---- The socket ---------------------------------------------------------------------------------------------------------

  private open(): void {
    const generation = ++this.generation;
    const url = apiUrl(`/matches/${this.match}/live`, this.who.seat ? { seat: this.who.seat } : {}, this.lang);
    const socket = new WebSocket(new URL(url, location.href.replace(/^http/, "ws")), "alea.v1");
    this.socket = socket;
    this.timer = window.setTimeout(() => socket.readyState === WebSocket.CONNECTING && socket.close(), openTimeout);
    socket.onopen = () => {
      clearTimeout(this.timer);
      if (this.who.token) this.seat(socket);
    };
    socket.onmessage = (event) => {
      if (generation === this.generation && typeof event.data === "string") this.hear(event.data);
    };
    socket.onclose = () => {
      if (generation === this.generation) this.fail();
    };
    this.pinger = window.setInterval(() => this.ping(socket), pingEvery);
  }

  private seat(socket: WebSocket): void {
    this.seated = false;
    const { token, as } = this.who;
    socket.send(JSON.stringify({ token, lang: this.lang, ...(as ? { as } : {}) }));
  }

  private ping(socket: WebSocket): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.lastHeard > silence) socket.close();
    else socket.send('{"ping":1}');
  }

  private hear(text: string): void {
    let message: Message;
    try {
      message = JSON.parse(text) as Message;
    } catch {
      return;
    }
    this.lastHeard = Date.now();
    if (message.kind === "error") return this.hearError(message);
    // What a spectator is told before the token was taken is not for this seat.
    if (this.who.token && !this.seated) {
      if (message.kind !== "state" || (message.you === null && !message.lent)) return;
      this.seated = true;
    }
    this.failures = 0;
    this.link.value = "live";
    this.line.message(message);
    if (message.kind === "bye") this.socket?.close();
  }

  private hearError(message: ErrorMessage): void {
    const lasting = ["unauthorized", "not_your_seat", "not_found", "deleted"].includes(message.error);
    if ((message.id ?? null) === null && lasting) this.refuse(new ApiError(403, message));
    else this.line.message(message);
  }

  private refuse(failure: ApiError): void {
    this.drop();
    this.link.value = "closed";
    this.line.refused(failure);
  }

  private fail(): void {
    const opened = this.link.value === "live";
    this.drop();
    this.failures = opened ? 0 : this.failures + 1;
    this.link.value = this.line.heard() || this.failures > 0 ? "lost" : "joining";
    // A socket that never opens may be a proxy's fault: then plain requests are tried at once.
    if (!opened && this.failures >= failuresBeforePolling) this.connect();
    else this.later(opened ? firstDelay : firstDelay * 2 ** this.failures, () => this.connect());
  }

  /** Waits for `delay`, give or take a quarter, so that not all viewers come back at the same moment. */
  private later(delay: number, then: () => void): void {
    const spread = Math.min(delay, lastDelay) * (0.75 + Math.random() / 2);
    this.retryAt.value = Date.now() + spread;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(then, spread);
  }

  // ---- Plain requests -------------------------------------------------------------------------------------------------------

  private async startPolling(): Promise<void> {
    const generation = ++this.generation;
    let delay = firstDelay;
    let fetched = false;
    const since = Date.now();
    while (generation === this.generation) {
      try {
        if (fetched) await this.pollOnce(generation);
        else await this.fetchState(generation);
        fetched = true;
        delay = firstDelay;
      } catch (cause) {
        if (generation !== this.generation || (cause instanceof DOMException && cause.name === "AbortError")) return;
        if (!(cause instanceof ApiError)) throw cause;
        if (!cause.unanswered && cause.status !== 429) return this.refuse(cause);
        this.link.value = "lost";
        fetched = false;
        delay = Math.min(delay * 2, lastDelay);
        await new Promise<void>((done) => this.later(Math.max(delay, (cause.body.retry_after ?? 0) * 1000), done));
      }
      if (!this.forcedPoll && fetched && Date.now() - since > socketAgainAfter && generation === this.generation) {
        this.failures = failuresBeforePolling - 1;
        return this.open();
      }
    }
  }

  private asked(query: Record<string, number> = {}) {
    const { token, seat, as } = this.who;
    return { token, seat, query: { ...query, as } };
  }

  private async fetchState(generation: number): Promise<void> {
    const state = await api<Message>(`/matches/${this.match}`, { ...this.asked(), lang: this.lang });
    if (generation !== this.generation) return;
    this.link.value = "polling";
    this.line.message(state);
  }

  private async pollOnce(generation: number): Promise<void> {
    const heard = this.line.heard();
    if (!heard) return this.fetchState(generation);
    this.poll = new AbortController();
    const answer = await api<{ ply: number; messages: readonly Message[] }>(`/matches/${this.match}/events`, {
      ...this.asked({ since: heard.ply, rev: heard.rev, chat: heard.chat, wait: 25 }),
      lang: this.lang,
      signal: this.poll.signal,
    });
    if (generation !== this.generation) return;
    this.link.value = "polling";
    for (const message of answer.messages) this.line.message(message);
    this.line.polled?.();
    // Fewer plies than we know: something was taken back, and nobody said so.
    if (answer.ply < (this.line.heard()?.ply ?? 0)) await this.fetchState(generation);
  }
}
