// SPDX-License-Identifier: MIT
// hotseat.ts - several people at one device. Where seats have secrets a curtain falls between two of them: behind it the page is a
// spectator's and holds nothing of any seat until the next one says "it's me", so that neither Tab, history nor a reload shows a secret.
import { signal } from "@preact/signals";
import { mineOf, type Held } from "../device";
import type { TableStore } from "./store";

/** What the curtain shows: whom it waits for, and the seats that share the device. */
export interface Curtain {
  /** Whose turn it is, of those at this device; null: nobody's. */
  readonly next: string | null;
  readonly seats: readonly { readonly seat: string; readonly name: string }[];
}

const fallsAfter = 1600; // ms in which a player still sees what their own move did

/** Decides which of the device's seats the page shows, and when the curtain falls. */
export class HotSeat {
  readonly curtain = signal<Curtain | null>(null);
  private opened: string | null = null; // token of the seat that sits at the screen
  private timer = 0;
  private readonly table: TableStore;

  constructor(table: TableStore) {
    this.table = table;
  }

  private held(): readonly Held[] {
    const one = mineOf(this.table.match);
    return one.hot && one.held.length > 1 ? one.held : [];
  }

  /** True while nobody has said who sits here: then the page asks as a spectator. */
  get covered(): boolean {
    return this.opened === null && this.held().length > 0;
  }

  /** Called after each change: drops the curtain, or changes the seat in a game without secrets, once it is another's turn. */
  look(): void {
    const state = this.table.now.peek();
    const game = this.table.game.peek();
    const held = this.held();
    clearTimeout(this.timer);
    if (held.length === 0 || !state || !game || this.table.show.busy.peek()) return;
    const here = (seat: string) => held.some((one) => one.seat === seat);
    const next = state.status === "playing" ? (state.actors.find(here) ?? null) : null;
    if (game.secrets === false || state.status === "over") {
      if (this.opened === null || (next !== null && !state.actors.includes(state.you ?? "")))
        this.enter(next ?? held[0]?.seat ?? "");
      return;
    }
    const seats = state.seats.filter(({ seat }) => here(seat)).map(({ seat, name }) => ({ seat, name }));
    if (this.opened === null) this.curtain.value = { next, seats };
    else if (next !== null && !state.actors.includes(state.you ?? ""))
      this.timer = window.setTimeout(() => this.cover({ next, seats }), fallsAfter);
  }

  /** The curtain falls. */
  private cover(curtain: Curtain): void {
    this.opened = null;
    this.curtain.value = curtain;
    this.table.changeSeat(null);
  }

  /** "It's me": the page becomes that seat's. */
  enter(seat: string): void {
    const token = this.held().find((one) => one.seat === seat)?.token;
    if (!token || token === this.opened) return;
    this.opened = token;
    this.curtain.value = null;
    this.table.changeSeat(token);
  }

  /** Cancels a curtain that is due. */
  stop(): void {
    clearTimeout(this.timer);
  }
}
