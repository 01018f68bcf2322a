// SPDX-License-Identifier: MIT
// told.ts - the plies of a match as some eyes heard of them, fetched in pages and kept: what a replay tells.
import { signal } from "@preact/signals";
import { api, type Ask, type Message, type PlyMessage, type State } from "../api";
import type { Past } from "../board";
import { begins, headingsOf } from "./story";

const page = 300; // plies
/** The most plies that the log of a replay shows, up to the one that is looked at. */
const back = 120;

/** The view at the beginning, and all plies since, through those eyes. */
export async function pastOf(match: string, who: Ask, as: string | undefined): Promise<Past> {
  const plies: PlyMessage[] = [];
  const { view } = await api<State>(`/matches/${match}`, { ...who, query: { at: 0, as } });
  for (;;) {
    const since = plies.at(-1)?.ply ?? 0;
    const query = { since, as, wait: 0, limit: 500 };
    const { messages } = await api<{ messages: readonly Message[] }>(`/matches/${match}/events`, { ...who, query });
    const more = messages.filter((one): one is PlyMessage => one.kind === "ply" && one.ply > since);
    if (more.length === 0) return { first: view, plies };
    plies.push(...more);
  }
}

/** Fetches at most `limit` plies, from number since + 1 on. */
export type AskPlies = (since: number, limit: number) => Promise<readonly Message[]>;

/** The plies of a match through one pair of eyes. They never change, so that each is fetched once. */
export class Told {
  private readonly plies = new Map<number, PlyMessage>();
  private readonly pages = new Map<number, Promise<void>>();
  private readonly fetched = signal(0);

  constructor(private readonly ask: AskPlies) {}

  /** That ply, or null if there is none of that number. Plies before it, which the log shows too, may come later. */
  async at(ply: number): Promise<PlyMessage | null> {
    if (ply < 1) return null;
    void this.page(ply - back).catch(() => undefined);
    await this.page(ply);
    return this.plies.get(ply) ?? null;
  }

  /** The plies up to that one, the newest last, as far as they have been fetched. Reads a signal: more may come. */
  upTo(ply: number): readonly PlyMessage[] {
    void this.fetched.value;
    const found: PlyMessage[] = [];
    for (let at = ply; found.length < back; at--) {
      const one = this.plies.get(at);
      if (!one) break;
      found.unshift(one);
    }
    return found;
  }

  /** The first ply after that one (`by` 1) or before it (-1) that is so, up to `last`; null: there is none. */
  async find(ply: number, by: 1 | -1, last: number, holds: (one: PlyMessage) => boolean): Promise<PlyMessage | null> {
    for (let at = ply + by; at >= 1 && at <= last; at += by) {
      if (!this.plies.has(at)) await this.page(at);
      const one = this.plies.get(at);
      if (one && holds(one)) return one;
    }
    return null;
  }

  /** The headings under which a ply stands: a round, and a step within it. */
  async headings(ply: number): Promise<string[]> {
    const passed: PlyMessage[] = [];
    await this.find(ply + 1, -1, ply, (one) => (passed.unshift(one), begins("round")(one)));
    return headingsOf(passed);
  }

  private page(ply: number): Promise<void> {
    const since = Math.floor((Math.max(ply, 1) - 1) / page) * page;
    let fetching = this.pages.get(since);
    if (!fetching) {
      fetching = this.fetch(since);
      this.pages.set(since, fetching);
      fetching.catch(() => this.pages.delete(since));
    }
    return fetching;
  }

  private async fetch(since: number): Promise<void> {
    // The server tells as many at once as it has time for.
    for (let from = since; from < since + page;) {
      const told = await this.ask(from, since + page - from);
      const plies = told.filter((one): one is PlyMessage => one.kind === "ply" && one.ply > from);
      const last = plies.at(-1);
      if (!last) break;
      for (const one of plies) this.plies.set(one.ply, one);
      from = last.ply;
    }
    this.fetched.value++;
  }
}
