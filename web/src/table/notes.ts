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

/** Somebody whose notes the viewer may read has noted something, or taken it out. */
export interface NoteMessage {
  readonly kind: "note";
  readonly gone: boolean;
  readonly note: Note;
}

const keyOf = ({ seat, side, place, to }: Note) => `${seat} ${side} ${place ?? ""} ${to ?? ""}`;

export class Notes {
  readonly all = signal<readonly Note[]>([]);
  /** Arrows, each once, whoever drew them. */
  readonly ways = computed(() => {
    const found = new Map<string, { from: string; to: string }>();
    for (const { place, to } of this.all.value) if (place && to) found.set(`${place} ${to}`, { from: place, to });
    return [...found.values()];
  });
  private asks = 0; // requests on their way, and what was told since the first of them
  private told: readonly NoteMessage[] = [];
  private readonly match: string;
  private readonly who: () => Who;

  constructor(match: string, who: () => Who) {
    this.match = match;
    this.who = who;
  }

  /** An answer may be older than what was told meanwhile: that is laid over it once more. */
  private async ask(body?: object): Promise<void> {
    this.asks++;
    try {
      const { notes } = await api<{ notes: readonly Note[] }>(`/matches/${this.match}/notes`, { ...this.who(), ...(body ? { body } : {}) });
      this.all.value = notes;
      for (const message of this.told) this.lay(message);
    } finally {
      if (--this.asks === 0) this.told = [];
    }
  }

  private lay({ gone, note }: NoteMessage): void {
    const others = this.all.peek().filter((one) => keyOf(one) !== keyOf(note));
    this.all.value = gone ? others : [...others, note].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)); // as the server has them
  }

  hear(message: NoteMessage): void {
    if (this.asks) this.told = [...this.told, message];
    this.lay(message);
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
