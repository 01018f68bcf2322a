// SPDX-License-Identifier: MIT
// keys.ts - the map by keyboard: arrows to the place in that direction, letters to a name, Page up and down through the choices.
import type { Signal } from "@preact/signals";
import type { Camera } from "./camera";
import { plain } from "./Filters";
import type { Focus, Spot, Tapped } from "./spots";

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const TYPING = 900; // ms within which letters belong to one name

/** The place that lies best in a direction, which is a unit vector: near, and not far to the side. Null: none lies there. */
export function placeTowards(
  from: string,
  [dx, dy]: readonly [number, number],
  places: readonly string[],
  spotOf: (place: string) => Spot,
): string | null {
  const [x, y] = spotOf(from);
  let best: string | null = null;
  let least = Infinity;
  for (const place of places) {
    if (place === from) continue;
    const [px, py] = spotOf(place);
    const ahead = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    if (ahead <= 0 || aside > 1.6 * ahead) continue;
    const cost = Math.hypot(ahead, aside) * (1 + aside / ahead);
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}

/** The keyboard of a map. `camera` is there once the map has a window. */
export class Keys {
  camera: Camera | null = null;
  private typed = "";
  private typedAt = 0;

  constructor(
    private readonly model: Tapped,
    private readonly focus: Signal<Focus>,
    /** The element of a place is called PREFIX-PLACE. */
    private readonly prefix: string,
  ) {}

  private get places(): readonly string[] {
    return this.model.places;
  }

  /** Handles a key, and keeps it from the page if it means something to the map. */
  down(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.handles(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private handles(event: KeyboardEvent): boolean {
    const arrow = ARROWS[event.key];
    if (arrow) return this.go(placeTowards(this.focus.peek().place, arrow, this.places, (place) => this.model.spotOf(place)));
    switch (event.key) {
      case "Enter":
      case " ":
        if (event.key === " " && this.isTyping(event)) break;
        this.model.tap(this.focus.peek().place);
        return true;
      case "PageDown":
        return this.step(1);
      case "PageUp":
        return this.step(-1);
      case "Home":
        return this.go(this.places[0] ?? null);
      case "+":
      case "=":
        this.camera?.zoom(1.7);
        return true;
      case "-":
        this.camera?.zoom(1 / 1.7);
        return true;
      case "0":
        this.camera?.showAll();
        return true;
    }
    return this.type(event);
  }

  private go(place: string | null): boolean {
    if (!place) return true;
    this.focus.value = { place, shown: true };
    document.getElementById(`${this.prefix}-${place}`)?.focus({ preventScroll: true });
    const [x, y] = this.model.spotOf(place);
    this.camera?.reveal([{ x, y }]);
    return true;
  }

  /** Goes to the next choice from west to east, or back. */
  private step(by: number): boolean {
    const { model } = this;
    const choices = this.places.filter((place) => model.isChoice(place)).sort((a, b) => model.spotOf(a)[0] - model.spotOf(b)[0]);
    const at = choices.indexOf(this.focus.peek().place);
    const first = by > 0 ? 0 : choices.length - 1;
    return this.go(choices[at < 0 ? first : (at + by + choices.length) % choices.length] ?? null);
  }

  private isTyping(event: KeyboardEvent): boolean {
    return this.typed !== "" && event.timeStamp - this.typedAt < TYPING;
  }

  /** Goes to a place by the beginning of its name: letters typed soon after each other are one; the same letter again goes on. */
  private type(event: KeyboardEvent): boolean {
    if (event.key.length !== 1 || !/[\p{L} ]/u.test(event.key)) return false;
    const letter = plain(event.key);
    const called = (start: string): string[] => this.places.filter((place) => plain(this.model.nameOf(place)).startsWith(start));
    const more = this.isTyping(event) && called(this.typed + letter).length > 0;
    this.typed = more ? this.typed + letter : letter;
    this.typedAt = event.timeStamp;
    const named = called(this.typed);
    if (!named.length) return false;
    const at = named.indexOf(this.focus.peek().place);
    return this.go(named[more ? Math.max(at, 0) : (at + 1) % named.length] ?? null);
  }
}
