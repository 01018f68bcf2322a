// SPDX-License-Identifier: MIT
// heard.ts - what this device has heard of a table, as links of its viewer's chain (docs/fair-dice.md): is the record that the server has
// now still the one that was heard? A database that was put back can't throw the same throw numbers for other moves unnoticed.
import { signal } from "@preact/signals";
import { api, ApiError, type Message, type PlyMessage, seatOf, type State } from "../api";
import { type Link, linksOf, keepLinks } from "../device";
import type { Who } from "../live";

const most = 40; // links kept of one viewer, the newest

/** True if an undo explains that these links are gone: they are one player's alone, and none is a throw or the host's. */
export function mayBeUndone(lost: readonly Link[]): boolean {
  const movers = new Set(lost.map(({ who }) => who).filter((who) => who !== "?"));
  return movers.size <= 1 && !movers.has("chance") && !movers.has("host");
}

/** Compares, with each state, the links that this device has kept with those of the record, by bisection: one request a step. */
export class Heard {
  /** The last ply up to which the record is the one that was heard; null: it is the same all along. */
  readonly differs = signal<number | null>(null);
  /** The newest link, for the page that shows the match's fingerprint. */
  readonly last = signal<Link | null>(null);
  private viewer = "";
  private checking: Promise<void> = Promise.resolve();
  private readonly match: string;
  private readonly who: () => Who;

  constructor(match: string, who: () => Who) {
    this.match = match;
    this.who = who;
  }

  private keep(links: readonly Link[]): void {
    const newest = links.slice(-most);
    keepLinks(this.match, this.viewer, newest);
    this.last.value = newest[newest.length - 1] ?? null;
  }

  /** One more, behind those before. */
  private add(links: readonly Link[], link: Link): void {
    this.keep([...links.filter(({ ply }) => ply < link.ply), link]);
  }

  /** Keeps the link of a ply that has just arrived. */
  hearPly(message: PlyMessage): void {
    if (!message.chain) return;
    const { ply, chain } = message;
    const who = message.seat ?? "?";
    this.checking = this.checking.then(() => this.add(linksOf(this.match, this.viewer), { ply, chain, who }));
  }

  /** Compares the record up to this state with the links that were kept, and catches up on those that were missed. */
  hearState(state: State): void {
    const { ply, chain } = state;
    const viewer = seatOf(state) ?? "-";
    if (!chain) return;
    this.checking = this.checking
      .then(async () => {
        this.viewer = viewer;
        const links = linksOf(this.match, viewer);
        const same = await this.compare(links, ply, chain);
        const lost = links.slice(same);
        const kept = links.slice(0, same);
        if (lost.length > 0 && !mayBeUndone(lost)) this.differs.value = kept[kept.length - 1]?.ply ?? 0;
        this.keep([...kept, ...(await this.between(kept[kept.length - 1]?.ply ?? 0, { ply, chain, who: "?" }))]);
      })
      .catch((cause: unknown) => {
        if (!(cause instanceof ApiError)) throw cause; // Looked at again with the next state.
      });
  }

  /** How many of the links, from the oldest, agree with the record: behind the first that does not, none can, so bisection finds it. */
  private async compare(links: readonly Link[], ply: number, chain: string): Promise<number> {
    const good = async (link: Link | undefined): Promise<boolean> => {
      if (!link || link.ply > ply) return false;
      return (link.ply === ply ? chain : await this.ask(link.ply)) === link.chain;
    };
    if (links.length === 0 || (await good(links[links.length - 1]))) return links.length;
    let low = 0;
    let high = links.length - 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (await good(links[middle])) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The links behind ply `from` up to the last. Each keeps who played, which decides later whether it could be taken back. */
  private async between(from: number, last: Link): Promise<Link[]> {
    if (from >= last.ply) return [];
    const query = { since: Math.max(from, last.ply - most), wait: 0, plain: 1 };
    const { messages } = await api<{ messages: readonly Message[] }>(`/matches/${this.match}/events`, { ...this.who(), query });
    const found = messages.flatMap((message) => {
      if (message.kind !== "ply" || !message.chain || message.ply > last.ply) return [];
      return [{ ply: message.ply, chain: message.chain, who: message.seat ?? "?" }];
    });
    return found[found.length - 1]?.chain === last.chain ? found : [last];
  }

  private async ask(at: number): Promise<string | null> {
    for (;;) {
      const answer = await api<{ link?: string }>(`/matches/${this.match}/chain`, { ...this.who(), query: { at } });
      if (answer.link) return answer.link.slice(0, 32);
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}
