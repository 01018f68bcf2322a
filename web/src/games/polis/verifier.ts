// SPDX-License-Identifier: MIT
// verifier.ts - the moves of chance, recomputed from the moves of a file alone, exactly as chance.c of the game makes them: tiles and
// cards are drawn over what is left, dice fall after the choices that throw them. It checks no rules: `alea verify` does.
import type { Ply, Stream, Verifier } from "../../board";
import { siegeOf } from "./sieges";
import { CARDS, COUNTS, DICE, DIE, EVENTS, MOST_REFILLED, PROJECTS, SHOWN_PROJECTS } from "./tables";

const CHANCE = "*";

/** The n-th of the things that are left, each as often as there are of it. */
function draw(things: readonly string[], left: readonly number[], stream: Stream): string {
  let n = stream.below(left.reduce((sum, one) => sum + one, 0));
  const at = left.findIndex((one) => (n -= one) < 0);
  return things[at]!;
}

class Match implements Verifier {
  private at = 0; // plies that have gone by
  private readonly pile = PROJECTS.map(() => 1);
  private deck: number[] = [...COUNTS];
  private shown = 0; // projects of this round
  private round = 0;
  private last = ""; // what a seat did last

  constructor(
    private readonly plies: readonly Ply[],
    private readonly siegeDie: number,
  ) {}

  move(_seat: string, text: string): void {
    this.last = text;
    this.at++;
  }

  roll(stream: Stream): string {
    const [verb = ""] = (this.plies[this.at]?.text ?? "").split(" ");
    switch (verb) {
      case "project":
        return `project ${draw(PROJECTS, this.pile, stream)}`;
      case "event":
        return `event ${this.shown === SHOWN_PROJECTS ? draw(this.events, this.events.map(() => 1), stream) : "-"}`;
      case "card":
        if (this.beginsBattle()) this.deck = [...COUNTS];
        return `card ${draw(CARDS, this.deck, stream)}`;
      default:
        return this.dice(stream);
    }
  }

  chance(text: string): void {
    const [verb, what = ""] = text.split(" ");
    if (verb === "project") {
      this.take(PROJECTS, this.pile, what);
      this.shown++;
    } else if (verb === "event") {
      this.shown = 0;
      this.round++;
    } else if (verb === "card") this.take(CARDS, this.deck, what);
    this.at++;
  }

  private get events(): readonly string[] {
    const deck = EVENTS[this.round];
    if (!deck) throw new Error(`event ${this.round + 1}: there are ${EVENTS.length} rounds`);
    return deck;
  }

  private dice(stream: Stream): string {
    const [verb = ""] = this.last.split(" ");
    const faces = verb === "polis" ? this.siegeDie : DIE;
    return ["dice", ...Array.from({ length: DICE[verb] ?? 0 }, () => 1 + stream.below(faces))].join(" ");
  }

  private take(things: readonly string[], left: number[], what: string): void {
    const at = things.indexOf(what);
    if (!left[at]) throw new Error(`${what}: none is left`);
    left[at]!--;
  }

  /** The first of so many cards in a row that they can only be the hands of a new battle. */
  private beginsBattle(): boolean {
    const isCard = (ply: Ply | undefined): boolean => ply?.who === CHANCE && ply.text.startsWith("card ");
    if (isCard(this.plies[this.at - 1])) return false;
    let n = 0;
    while (isCard(this.plies[this.at + n])) n++;
    return n > MOST_REFILLED;
  }
}

/** Needs all plies beforehand: whether cards are a new battle's hands shows in how many follow each other. */
export function verifier(options: Record<string, string>, _seats: number, plies: readonly Ply[]): Verifier {
  return new Match(plies, siegeOf(options.siege)?.die ?? 0);
}
