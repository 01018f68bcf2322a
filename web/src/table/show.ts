// SPDX-License-Identifier: MIT
// show.ts - how fast what was told is shown: plies in a queue, dice that fall. It never holds up input: skip() shows all at once.
import { signal } from "@preact/signals";
import type { PlyMessage } from "../api";
import type { Throw } from "../board";
import { prefs } from "../device";

/** A throw on the screen: `rolling` until the dice have come to rest. */
export interface Fallen {
  readonly thrown: Throw;
  readonly ply: number;
  readonly rolling: boolean;
}

/** What Show drives: the table that shows the plies. */
export interface Stage {
  /** Takes a ply over into what is shown. */
  apply(message: PlyMessage): void;
  /** The throw in a ply, before it is applied. */
  throwOf(message: PlyMessage): Throw | null;
  /** Was it the viewer's own? What one did oneself needs no time to be noticed. */
  isOwn(message: PlyMessage): boolean;
  /** Nothing is left to show. */
  shown(): void;
}

interface Timing {
  readonly roll: number; // until the faces lie
  readonly hold: number; // for reading them
  readonly gap: number; // behind a ply of somebody else
}

const timings: Readonly<Record<"quick" | "calm", Timing>> = {
  quick: { roll: 450, hold: 550, gap: 220 },
  calm: { roll: 900, hold: 1400, gap: 900 },
};
const mostWaiting = 150; // beyond it all is shown at once
const hurry = 8; // from here on things go the faster the more waits
const leisure = 40; // and when one looks back
const lieFor = 4000; // the last throw stays to be read

const still = window.matchMedia("(prefers-reduced-motion: reduce)");

/** A queue between what has arrived and what is shown. */
export class Show {
  /** The throw on the screen, while it falls and a while after. */
  readonly fallen = signal<Fallen | null>(null);
  /** True while a ply waits to be shown. */
  readonly busy = signal(false);

  private queue: PlyMessage[] = [];
  private timer = 0;
  private lying = 0;
  /** True while plies that were missed are played at the calm pace. */
  readonly recalling = signal(false);
  private readonly stage: Stage;

  constructor(stage: Stage) {
    this.stage = stage;
  }

  /** Queues plies. `calm`: at the slow pace, and not hurried by their number, for what one has missed. */
  add(messages: readonly PlyMessage[], calm = false): void {
    this.queue.push(...messages);
    if (calm) this.recalling.value = true;
    if (!this.timer || this.instant()) this.next();
    this.busy.value = this.queue.length > 0;
  }

  /** What waits is shown at once, and the dice are taken away. */
  skip(): void {
    for (const message of this.queue.splice(0)) this.stage.apply(message);
    this.clear();
    this.stage.shown();
  }

  /** What waits is forgotten: a state came that holds it all. */
  clear(): void {
    clearTimeout(this.timer);
    clearTimeout(this.lying);
    this.timer = 0;
    this.queue = [];
    this.fallen.value = null;
    this.recalling.value = false;
    this.busy.value = false;
  }

  private instant(): boolean {
    if (document.visibilityState === "hidden") return true; // nobody looks, and timers hardly go there
    return !this.recalling.peek() && (prefs.peek().pace === "instant" || this.queue.length > mostWaiting);
  }

  private timing(): Timing {
    const recalling = this.recalling.peek();
    const pace = recalling || prefs.peek().pace === "calm" ? timings.calm : timings.quick;
    const speed = Math.max(1, this.queue.length / (recalling ? leisure : hurry));
    return { roll: still.matches ? 0 : pace.roll / speed, hold: pace.hold / speed, gap: pace.gap / speed };
  }

  private next(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    while (this.queue.length > 0) {
      if (this.instant()) return this.skip();
      const message = this.queue[0]!;
      const timing = this.timing();
      const thrown = this.stage.throwOf(message);
      if (thrown) return this.roll(message, thrown, timing);
      this.take();
      if (!this.stage.isOwn(message)) return this.later(timing.gap);
    }
    this.busy.value = false;
    this.recalling.value = false;
    this.stage.shown();
  }

  private take(): void {
    const message = this.queue.shift();
    if (message) this.stage.apply(message);
    this.busy.value = this.queue.length > 0;
  }

  private roll(message: PlyMessage, thrown: Throw, timing: Timing): void {
    clearTimeout(this.lying);
    this.fallen.value = { thrown, ply: message.ply, rolling: timing.roll > 0 };
    this.busy.value = true;
    this.timer = window.setTimeout(() => {
      this.take();
      const lies: Fallen = { thrown, ply: message.ply, rolling: false };
      this.fallen.value = lies;
      this.lying = window.setTimeout(() => this.fallen.peek() === lies && (this.fallen.value = null), lieFor);
      this.later(timing.hold);
    }, timing.roll);
  }

  private later(delay: number): void {
    this.timer = window.setTimeout(() => this.next(), delay);
  }
}
