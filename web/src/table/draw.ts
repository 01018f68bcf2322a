// SPDX-License-Identifier: MIT
// draw.ts - the word of this device for a table's dice: drawn here, promised before anybody tells one, told when all promises stand
// (docs/fair-dice.md). It goes on while the tab is open, whatever view it shows: who promised and does not tell its word holds up all.
import { api, ApiError, type State } from "../api";
import { mineOf, remember } from "../device";
import type { Who } from "../live";

const randomBytes = 13; // 20 letters
const letters = "abcdefghijklmnopqrstuvwxyz234567";
const mostBytes = 64;
const pause = 1000;

const utf8 = new TextEncoder();

function random(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(randomBytes));
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? []).map((five) => letters[parseInt(five, 2)]).join("");
}

/** A word of at most 64 bytes: what a person typed, and 100 random bits behind it, so that nobody can guess it from its promise. */
export function newWord(typed: string): string {
  const drawn = random();
  let shown = typed.normalize("NFC").replace(/[^\p{L}\p{N}\p{P}\p{Sm}\p{Sc} ]/gu, " ").replace(/ +/g, " ").trim();
  while (utf8.encode(shown).length + 1 + drawn.length > mostBytes) shown = [...shown].slice(0, -1).join("").trim();
  return shown ? `${shown} ${drawn}` : drawn;
}

/** The word for that draw, kept until it is told: a reload must not lose it. */
function wordFor(match: string, seat: string, commitment: string, typed?: string): string {
  const words = mineOf(match).words ?? {};
  const kept = words[seat];
  if (kept?.commitment === commitment && typed === undefined) return kept.word;
  const mine = { commitment, typed: typed ?? kept?.typed ?? "", word: newWord(typed ?? kept?.typed ?? "") };
  remember(match, { words: { ...words, [seat]: mine } });
  return mine.word;
}

const numberOf = (seat: string): number => [...seat].reduce((n, letter) => 26 * n + letter.charCodeAt(0) - 64, 0) - 1;

async function promiseOf(commitment: string, seat: string, word: string): Promise<string> {
  const fair = await import("../fair");
  return fair.promise(fair.fromHex(commitment) ?? new Uint8Array(), numberOf(seat), word);
}

/** What a seat's promise is sent with; the word itself stays here. */
export async function promiseFor(match: string, seat: string, commitment: string, typed?: string) {
  const word = wordFor(match, seat, commitment, typed);
  return { word, body: { commitment, promise: await promiseOf(commitment, seat, word) } };
}

/** The seat may take part: the table waits, its promises do not stand yet, and nobody has shut it out. */
export function mayPromise(state: State): boolean {
  return state.status === "waiting" && state.dice.draw !== undefined && state.dice.draw.phase !== "opening";
}

/** One seat's part in the draw, until the match has begun. */
class Drawer {
  private promisedTo = ""; // so that two devices at one seat don't go on replacing each other's promise
  private readonly match: string;
  private readonly who: Who;

  constructor(match: string, who: Who) {
    this.match = match;
    this.who = who;
  }

  private post(body: object): Promise<unknown> {
    return api(`/matches/${this.match}/draw`, { ...this.who, method: "POST", body });
  }

  private async act(state: State): Promise<void> {
    const seat = state.you ?? "";
    const own = state.seats.find((one) => one.seat === seat);
    const { commitment, promises, draw } = state.dice;
    if (!draw || !own?.joined || own.who !== "human") return;
    const { word, body } = await promiseFor(this.match, seat, commitment);
    const promised = promises?.[seat] === body.promise;
    if (draw.phase === "opening" && promised && !draw.opened.includes(seat)) await this.post({ word });
    else if (draw.phase !== "opening" && !promised && this.promisedTo !== commitment) {
      this.promisedTo = commitment;
      await this.post(body);
    }
  }

  async run(): Promise<void> {
    for (;;) {
      try {
        const state = await api<State>(`/matches/${this.match}`, { ...this.who, query: { plain: 1 } });
        if (state.status !== "waiting" || !state.dice.draw || !state.you) return;
        await this.act(state);
        await api(`/matches/${this.match}/events`, { ...this.who, query: { since: state.ply, rev: state.rev, wait: 25, plain: 1 } });
      } catch (cause) {
        if (!(cause instanceof ApiError)) throw cause;
        if (!cause.unanswered && cause.status !== 409 && cause.status !== 429 && cause.status < 500) return;
        await new Promise((done) => setTimeout(done, pause));
      }
    }
  }
}

const running = new Set<string>();

/** Takes part in the draw for that seat until the match has begun. Of several seats at one device the first does, whoever sits there. */
export function takePart(match: string, who: Who): void {
  const { hot, held } = mineOf(match);
  const first = [...held].sort((a, b) => numberOf(a.seat ?? "A") - numberOf(b.seat ?? "A"))[0];
  const sitter = hot && first ? { token: first.token, seat: null } : who;
  const key = `${match} ${sitter.token ?? sitter.seat ?? "-"}`;
  if (running.has(key)) return;
  running.add(key);
  void new Drawer(match, sitter).run().finally(() => running.delete(key));
}
