// SPDX-License-Identifier: MIT
// notes.ts - what the viewer has noted for itself, and its side for all of it: kept by the server, told to nobody else.
import { computed, signal } from "@preact/signals";
import { api, ApiError } from "../api";
import type { Who } from "../live";

/** A note of the table, of a place, or an arrow from it to another. */
export interface Note {
  readonly seat: string;
  readonly side: boolean;
  readonly place?: string;
  readonly to?: string;
  readonly text: string;
  readonly at: number;
}

export class Notes {
  readonly all = signal<readonly Note[]>([]);
  /** Arrows, each once, whoever drew them. */
  readonly ways = computed(() => {
    const found = new Map<string, { from: string; to: string }>();
    for (const { place, to } of this.all.value) if (place && to) found.set(`${place} ${to}`, { from: place, to });
    return [...found.values()];
  });
  private readonly match: string;
  private readonly who: () => Who;

  constructor(match: string, who: () => Who) {
    this.match = match;
    this.who = who;
  }

  private async ask(body?: object): Promise<void> {
    const { notes } = await api<{ notes: readonly Note[] }>(`/matches/${this.match}/notes`, { ...this.who(), ...(body ? { body } : {}) });
    this.all.value = notes;
  }

  /** A server that knows nothing of notes, or a seat that is lost: then there are none. */
  async load(): Promise<void> {
    await this.ask().catch((cause: unknown) => (cause instanceof ApiError ? undefined : Promise.reject(cause as Error)));
  }

  clear(): void {
    this.all.value = [];
  }

  /** Rejects with an ApiError where it is refused. */
  keep(note: { text: string; place: string; to: string; side: boolean }): Promise<void> {
    const { place, to, ...rest } = note;
    return this.ask({ ...rest, ...(place ? { place } : {}), ...(place && to ? { to } : {}) });
  }

  drop(note: Note): Promise<void> {
    const { place, to, side } = note;
    return this.ask({ drop: true, side, ...(place ? { place } : {}), ...(to ? { to } : {}) });
  }
}
