// SPDX-License-Identifier: MIT
// verifier.ts - the moves of chance, recomputed from the moves of a file alone, exactly as chance.c of the game makes them.
// It follows what decides how many dice fall and what the deck holds: legionaries, triremes, cards, and the order of the
// setup. It checks no rules: `alea verify` does, and the file's own position hashes.
import type { Stream, Verifier } from "../../board";
import {
  CARDS,
  CLAIM_LEGIONARIES,
  DECK,
  GROUP_LEGIONARIES,
  LEGIONARY_CAP,
  LEGIONARIES_OF_TRIREME_BUILT,
  LEGIONARIES_OF_TRIREME_RETURNED,
  PROVINCES,
  cardsOfSet,
  neutralSetup,
} from "./tables";

const NEUTRAL = "-";
const LETTERS = "ABCDE";
const MOST_DICE = 3;

/** The combat whose dice are due, or which may go on. `force` counts legionaries of an attack by sea. */
interface Combat {
  readonly kind: "land" | "sea" | "naval";
  readonly from: string; // a province; of a naval combat the sea
  to: string; // a province; of a naval combat the other seat
  force: number;
  dice: number; // of the attacker by land
}

interface Seat {
  readonly letter: string;
  readonly hand: Map<string, number>;
  alive: boolean;
}

const count = (of: ReadonlyMap<string, number>, key: string): number => of.get(key) ?? 0;
const add = (to: Map<string, number>, key: string, n: number): void => void to.set(key, count(to, key) + n);
const diceOf = (units: number): number => Math.min(MOST_DICE, units);

/** Losses of a throw: highest against highest; equal dice hurt the attacker, at sea nobody. [SPQ-COMBAT-4, SPQ-COMBAT-6] */
export function lossesOf(attack: readonly number[], defence: readonly number[], naval: boolean): [number, number] {
  const falling = (dice: readonly number[]): number[] => [...dice].sort((a, b) => b - a);
  const theirs = falling(defence);
  let attackers = 0;
  let defenders = 0;
  falling(attack).forEach((mine, pair) => {
    const his = theirs[pair];
    if (his === undefined) return;
    if (mine > his) defenders++;
    else if (mine < his || !naval) attackers++;
  });
  return [attackers, defenders];
}

class Match implements Verifier {
  private readonly owner = new Map<string, string>(); // province -> seat or NEUTRAL
  private readonly legionaries = new Map<string, number>();
  private readonly triremes = new Map<string, number>(); // "A tyrrenum"
  private readonly centres = new Set<string>();
  private readonly seats: readonly Seat[];
  private readonly deck = new Map(CARDS.map((card, i) => [card, DECK[i]!]));
  private readonly discard = new Map<string, number>();
  private groups: number;
  private active = "A";
  private placingNeutral = false;
  private playing = false; // the setup is over
  private conquered = false; // this turn, so a card is due [SPQ-DRAW-1]
  private levies: string[] | null = null; // see resign()
  private combat: Combat | null = null;
  private throwDue = false;
  private from = "";
  private to = "";

  constructor(
    private readonly random: boolean,
    seats: number,
    perColour: boolean,
  ) {
    this.seats = [...LETTERS.slice(0, seats)].map((letter) => ({ letter, hand: new Map(), alive: true }));
    const setup = neutralSetup(seats, perColour);
    this.groups = setup.groups;
    for (const province of setup.preplaced) this.occupy(province, NEUTRAL, GROUP_LEGIONARIES);
  }

  // ---- Moves of seats and of the host

  move(seat: string, text: string): void {
    const [verb = "", what = ""] = text.trim().split(/\s+/);
    if (verb === "resign") return this.resign(what);
    if (verb === "last_round") return;
    if (verb === "claim" || verb === "neutral") {
      this.active = this.seat(seat).letter;
      return verb === "claim" ? this.claim(what) : this.neutral(what);
    }
    this.turnOf(this.seat(seat));
    this.act(verb, what);
  }

  private act(verb: string, what: string): void {
    switch (verb) {
      case "set":
        for (const card of cardsOfSet(what)) this.discardFrom(this.active, card, 1);
        return;
      case "place":
        return this.put(what, 1);
      case "centre":
        this.centres.add(this.known(what));
        return;
      case "refund":
      case "sail_from":
      case "build_from":
      case "fight":
      case "embark":
      case "attack_from":
      case "move_from":
        this.from = what;
        return;
      case "sail_to":
      case "assault":
      case "attack_to":
      case "move_to":
        this.to = what;
        this.combat = null;
        return;
      case "refund_to":
        this.float(this.active, this.from, -1);
        return this.put(what, LEGIONARIES_OF_TRIREME_RETURNED);
      case "build_in":
        this.put(this.from, -LEGIONARIES_OF_TRIREME_BUILT);
        return this.float(this.active, what, 1);
      case "launch":
        return this.float(this.active, what, 1);
      case "sail":
        this.float(this.active, this.from, -Number(what));
        return this.float(this.active, this.to, Number(what));
      case "advance":
        return this.march(Number(what));
      case "move":
        this.march(Number(what));
        if (!this.conquered) this.begin(this.after(this.active));
        return;
      case "enemy":
        return this.fight({ kind: "naval", from: this.from, to: what, force: 0, dice: 0 });
      case "commit":
        this.put(this.from, -Number(what));
        return this.fight({ kind: "sea", from: this.from, to: this.to, force: Number(what), dice: 0 });
      case "roll":
        return this.fight({ kind: "land", from: this.from, to: this.to, force: 0, dice: Number(what) });
      case "again":
        this.throwDue = this.combat !== null;
        return;
      case "stop":
      case "done":
        this.combat = null;
        return;
      default:
        throw new Error(`unknown move: ${verb}`);
    }
  }

  /** Every turn has a move of its seat, at least the `done` of the land reinforcements, so another seat means another turn. */
  private turnOf(seat: Seat): void {
    if (seat.letter !== this.active) for (const province of this.levies ?? []) this.put(province, 1);
    this.levies = null;
    if (!this.playing || seat.letter !== this.active) this.begin(seat);
  }

  private begin(seat: Seat): void {
    this.playing = true;
    this.active = seat.letter;
    this.combat = null;
    this.throwDue = false;
    this.conquered = false;
    for (const province of this.centresOf(seat)) this.put(province, 1); // [SPQ-REINF-2]
  }

  /** The centres that give a legionary when the turn of their owner begins. [SPQ-GEN-9] */
  private centresOf(seat: Seat): string[] {
    const levied = (province: string): boolean =>
      this.owner.get(province) === seat.letter && count(this.legionaries, province) < LEGIONARY_CAP;
    return [...this.centres].filter(levied);
  }

  private after(letter: string): Seat {
    const at = this.seats.findIndex((seat) => seat.letter === letter);
    const order = [...this.seats.slice(at + 1), ...this.seats.slice(0, at + 1)];
    return order.find((seat) => seat.alive) ?? this.seats[at]!;
  }

  private fight(combat: Combat): void {
    this.combat = combat;
    this.throwDue = true;
  }

  // ---- The setup [SPQ-SETUP-6, SPQ-SETUP-7]

  private claim(province: string): void {
    this.occupy(province, this.active, CLAIM_LEGIONARIES);
    if (this.groups > 0 && this.free().length > 0) this.placingNeutral = true;
    else this.placeNext();
  }

  private neutral(province: string): void {
    this.occupy(province, NEUTRAL, GROUP_LEGIONARIES);
    this.groups--;
    this.placeNext();
  }

  private placeNext(): void {
    this.placingNeutral = false;
    this.active = this.after(this.active).letter;
  }

  private free(): string[] {
    return PROVINCES.filter((province) => !this.owner.has(province));
  }

  // ---- Chance

  roll(stream: Stream): string {
    if (this.throwDue && this.combat) return this.rollDice(this.combat, stream);
    if (this.random && this.free().length > 0) {
      const free = this.free();
      return `at ${free[stream.below(free.length)]}`; // [SPQ-SETUP-11]
    }
    return this.rollCard(stream);
  }

  private rollDice(combat: Combat, stream: Stream): string {
    const side = (n: number): string => Array.from({ length: n }, () => 1 + stream.below(6)).join(" ");
    const [attacker, defender] = this.diceIn(combat);
    return `dice ${side(attacker)} - ${side(defender)}`;
  }

  /** [SPQ-COMBAT-3, SPQ-NAVAL-3, SPQ-SEA-8, SPQ-LAND-2] */
  private diceIn(combat: Combat): [number, number] {
    if (combat.kind === "naval")
      return [diceOf(this.ships(this.active, combat.from)), diceOf(this.ships(combat.to, combat.from))];
    const attacker = combat.kind === "sea" ? diceOf(combat.force) : combat.dice;
    return [attacker, diceOf(count(this.legionaries, combat.to))];
  }

  private rollCard(stream: Stream): string {
    this.refill();
    let left = stream.below(this.deckSize());
    for (const card of CARDS) {
      if (left < count(this.deck, card)) return `card ${card}`;
      left -= count(this.deck, card);
    }
    throw new Error("a card drawn from an empty deck");
  }

  private deckSize(): number {
    return CARDS.reduce((sum, card) => sum + count(this.deck, card), 0);
  }

  private refill(): void {
    if (this.deckSize() > 0) return;
    for (const card of CARDS) this.deck.set(card, count(this.discard, card)); // [SPQ-DRAW-4]
    this.discard.clear();
    if (this.deckSize() === 0) throw new Error("a card drawn although deck and discard are empty");
  }

  chance(text: string): void {
    const [verb, ...rest] = text.trim().split(/\s+/);
    const what = rest[0] ?? "";
    this.levies = null;
    if (verb === "at") return this.placingNeutral ? this.neutral(what) : this.claim(what);
    if (verb === "card") return this.draw(what);
    if (verb !== "dice") throw new Error(`unknown move of chance: ${verb}`);
    const dash = rest.indexOf("-");
    this.thrown(rest.slice(0, dash).map(Number), rest.slice(dash + 1).map(Number));
  }

  private draw(card: string): void {
    this.refill();
    if (count(this.deck, card) === 0) throw new Error(`no ${card} is left in the deck`);
    add(this.deck, card, -1);
    add(this.seat(this.active).hand, card, 1);
    this.begin(this.after(this.active)); // [SPQ-DRAW-6]
  }

  // ---- What a throw does

  private thrown(attack: readonly number[], defence: readonly number[]): void {
    const combat = this.combat;
    if (!combat || !this.throwDue) throw new Error("dice fell although no combat was open");
    this.throwDue = false;
    const [attackers, defenders] = lossesOf(attack, defence, combat.kind === "naval");
    if (combat.kind === "naval") {
      this.float(this.active, combat.from, -attackers);
      this.float(combat.to, combat.from, -defenders);
    } else if (combat.kind === "sea") this.thrownBySea(combat, attackers, defenders);
    else {
      this.put(combat.from, -attackers);
      this.put(combat.to, -defenders);
      if (count(this.legionaries, combat.to) > 0) return;
      this.put(combat.from, -combat.dice); // [SPQ-INVADE-2]
      this.conquer(combat.to, combat.dice);
    }
  }

  /** To the end, throw after throw. [SPQ-SEA-7] */
  private thrownBySea(combat: Combat, attackers: number, defenders: number): void {
    combat.force -= attackers;
    this.put(combat.to, -defenders);
    if (count(this.legionaries, combat.to) > 0) this.throwDue = combat.force > 0;
    else this.conquer(combat.to, combat.force); // [SPQ-SEA-9]
  }

  private conquer(province: string, n: number): void {
    const loser = this.owner.get(province);
    this.owner.set(province, this.active);
    this.put(province, n);
    this.conquered = true;
    if (!loser || loser === NEUTRAL || [...this.owner.values()].includes(loser)) return;
    const fallen = this.seat(loser); // [SPQ-ELIM-1 to SPQ-ELIM-3]
    for (const [card, cards] of fallen.hand) add(this.seat(this.active).hand, card, cards);
    this.leave(fallen);
  }

  /**
   * [SPQ-END-7] A seat may resign in its turn before it has made a move: then its centres have given their legionaries, which
   * stay. Whether it was its turn shows in who moves next, so those legionaries wait for the next move in `levies`.
   */
  private resign(letter: string): void {
    const seat = this.seat(letter);
    const centres = this.centresOf(seat);
    const last = this.after(this.active);
    for (const [province, owner] of this.owner) if (owner === letter) this.owner.set(province, NEUTRAL);
    for (const [card, cards] of seat.hand) this.discardFrom(letter, card, cards);
    this.leave(seat);
    if (letter === this.active) {
      if (this.playing) this.begin(this.after(letter));
      else if (this.free().length > 0) this.placeNext();
      return;
    }
    if (seat === last && this.playing && !this.throwDue) this.levies = [...(this.levies ?? []), ...centres];
    if (this.combat?.kind !== "naval" || this.combat.to !== letter) return;
    this.combat = null;
    this.throwDue = false;
  }

  private leave(seat: Seat): void {
    seat.alive = false;
    seat.hand.clear();
    for (const key of this.triremes.keys()) if (key.startsWith(`${seat.letter} `)) this.triremes.delete(key);
  }

  // ---- Pieces

  private seat(letter: string): Seat {
    const seat = this.seats.find((one) => one.letter === letter);
    if (!seat) throw new Error(`unknown seat: ${letter}`);
    return seat;
  }

  private known(province: string): string {
    if (!PROVINCES.includes(province)) throw new Error(`unknown province: ${province}`);
    return province;
  }

  private occupy(province: string, owner: string, n: number): void {
    this.owner.set(this.known(province), owner);
    this.legionaries.set(province, n);
  }

  private march(n: number): void {
    this.put(this.from, -n);
    this.put(this.to, n);
  }

  private put(province: string, n: number): void {
    add(this.legionaries, this.known(province), n);
  }

  private ships(seat: string, sea: string): number {
    return count(this.triremes, `${seat} ${sea}`);
  }

  private float(seat: string, sea: string, n: number): void {
    add(this.triremes, `${seat} ${sea}`, n);
  }

  private discardFrom(letter: string, card: string, n: number): void {
    add(this.seat(letter).hand, card, -n);
    add(this.discard, card, n);
  }
}

export function verifier(options: Record<string, string>, seats: number): Verifier {
  return new Match(options.setup_mode === "random", seats, options.neutral_legionaries === "27_per_unused_colour");
}
