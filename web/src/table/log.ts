// SPDX-License-Identifier: MIT
// log.ts - what happened, ply by ply, as far back as one wants to read.
import { computed, signal } from "@preact/signals";
import { api, ApiError, type Message, type PlyMessage, type State } from "../api";
import type { TableStore } from "./store";
import { roundOf } from "./story";

const first = 200; // plies fetched at the start
const page = 400; // and whenever more are asked for

/** The plies of a live table, in order and without a gap, as far back as they have been fetched. */
export class Log {
  readonly plies = signal<readonly PlyMessage[]>([]);
  readonly round = computed(() => roundOf(this.plies.value));
  /** True if the server has older plies. */
  readonly more = signal(false);
  readonly fetching = signal(false);
  private generation = 0; // grows with clear(): what was asked for before it no longer counts
  private readonly table: TableStore;

  constructor(table: TableStore) {
    this.table = table;
  }

  add(message: PlyMessage): void {
    const plies = this.plies.peek();
    if ((plies[plies.length - 1]?.ply ?? 0) < message.ply) this.plies.value = [...plies, message];
  }

  /** Drops all plies after `ply`. */
  cut(ply: number): void {
    const plies = this.plies.peek();
    if ((plies[plies.length - 1]?.ply ?? 0) > ply) this.plies.value = plies.filter((one) => one.ply <= ply);
  }

  clear(): void {
    this.generation++;
    this.plies.value = [];
    this.more.value = false;
  }

  /** A state came: what was taken back goes, what was missed is fetched. */
  follow(state: State): void {
    this.cut(state.ply);
    const plies = this.plies.peek();
    const last = plies[plies.length - 1]?.ply;
    if (last !== undefined && last < state.ply) void this.fill(last, state.ply);
  }

  /** Fetches plies from + 1 to `to`, in as many requests as the server needs. */
  async fetchPlies(from: number, to: number): Promise<PlyMessage[]> {
    const found: PlyMessage[] = [];
    for (let since = from; since < to;) {
      const query = { since, limit: Math.min(500, to - since), wait: 0 };
      const path = `/matches/${this.table.match}/events`;
      const { messages } = await api<{ messages: readonly Message[] }>(path, { ...this.table.who(), query });
      const plies = messages.filter((one): one is PlyMessage => one.kind === "ply" && one.ply > since && one.ply <= to);
      if (plies.length === 0) break;
      found.push(...plies);
      since = plies[plies.length - 1]!.ply;
    }
    return found;
  }

  async fetchHistory(ply: number): Promise<void> {
    await this.fill(Math.max(0, ply - first), ply);
  }

  async fetchOlder(): Promise<void> {
    const oldest = (this.plies.peek()[0]?.ply ?? 1) - 1;
    await this.fill(Math.max(0, oldest - page), oldest);
  }

  /** Fetches the same plies again, in another language. */
  async again(ply: number): Promise<void> {
    const from = (this.plies.peek()[0]?.ply ?? 1) - 1;
    this.clear();
    await this.fill(from, ply);
  }

  private async fill(from: number, to: number): Promise<void> {
    const generation = this.generation;
    this.fetching.value = true;
    try {
      const news = await this.fetchPlies(from, to);
      if (generation !== this.generation) return;
      const limit = this.table.shown.peek()?.ply ?? to;
      const all = new Map([...this.plies.peek(), ...news].filter((one) => one.ply <= limit).map((one) => [one.ply, one]));
      this.plies.value = [...all.values()].sort((a, b) => a.ply - b.ply);
      this.more.value = (this.plies.value[0]?.ply ?? 1) > 1;
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause; // The log stays shorter; the next state tries again.
    } finally {
      if (generation === this.generation) this.fetching.value = false;
    }
  }
}
