// SPDX-License-Identifier: MIT
// model.ts - what all parts of the board share about one table: the position, the choices by place, and what a tap means. Everything
// is computed once and kept until it changes.
import { computed, effect, signal, untracked, type ReadonlySignal } from "@preact/signals";
import type { Lang, Move } from "../../api";
import type { Table } from "../../board";
import type { Shown } from "../../map/places";
import type { Spot } from "../../map/spots";
import { describe } from "./describe";
import { factsOf, type Facts } from "./facts";
import { exchangeBetween, type Exchange } from "./dialogues/sums";
import { graphOf, seatOf, SIDES, sideOf, type Graph, type Side } from "./graph";
import { positionOf, type Position } from "./position";
import type { SiegeMode } from "./sieges";
import { spotOf } from "./spots";
import { listed, say, type Word } from "./words";

/** Sets of arguments that are places of the map. */
const PLACES = ["region", "polis", "shipload"] as const;

/** Verbs whose choices can always be taken back: one tap is enough. */
const LIGHT: ReadonlySet<string> = new Set(["act", "surcharge", "from", "to", "in", "pay", "hire", "tile", "row", "send", "remove", "return", "grow"]);

/** Actions that are no more than a payment. */
const WHOLE: ReadonlySet<string> = new Set(["redeem_proxenos", "civil_war"]);

/** Can it be taken back? The first action of a turn can, as long as nothing was thrown; and what a warning stands beside never goes fast. */
export function isLight(move: Move, { action, actions }: Position): boolean {
  if (move.warning) return false;
  if (move.verb === "done") return action !== null && actions === 0;
  if (action === null && move.verb === "pay") return false; // Supply
  if (action === "move_proxenos" && move.verb === "to") return false; // the whole action
  return LIGHT.has(move.verb) && !WHOLE.has(String(move.args.action));
}

/** Verbs that are played again at every further tap on the same place. */
const REPEATED: ReadonlySet<string> = new Set(["from", "send", "remove", "return", "grow"]);

export interface Choices {
  /** By place: mostly one, but a region and a verb may have several. */
  readonly places: ReadonlyMap<string, Move>;
  /** By verb: those that are no place. */
  readonly others: ReadonlyMap<string, readonly Move[]>;
}

/** The place that a choice points at. */
export function placeOf(move: Move | null | undefined): string | null {
  for (const set of PLACES) {
    const place = move?.args[set];
    if (typeof place === "string") return place;
  }
  return null;
}

/** The word or number that a choice is about: "metal" of `pay metal`. */
export function argOf(move: Move): string | number | null {
  const value = Object.values(move.args)[0];
  return typeof value === "string" || typeof value === "number" ? value : null;
}

function sorted(moves: readonly Move[]): Choices {
  const places = new Map<string, Move>();
  const others = new Map<string, Move[]>();
  for (const move of moves) {
    const place = placeOf(move);
    if (place) places.set(place, move);
    else (others.get(move.verb) ?? others.set(move.verb, []).get(move.verb)!).push(move);
  }
  return { places, others };
}

/** The board's view of one table, in signals: a part of it that reads one is drawn anew when that changes. */
export class Model implements Shown {
  /** The place that is played again at every further tap, since it was played. */
  private armed: string | null = null;
  /** What was tapped before the choices for it were there. */
  private wanted: string | null = null;
  /** Cards of an attack still to be put down, in this order. */
  private cards: readonly string[] = [];

  constructor(readonly table: Table) {
    effect(() => {
      if (this.table.moves.length) untracked(() => this.followUp());
    });
    let before: Position | null = null;
    effect(() => {
      const now = this.position.value;
      const exchange = before && exchangeBetween(before, now);
      if (exchange || !now.battle) this.fought.value = exchange;
      before = now;
    });
  }

  /** The last exchange of the battle that is being fought, from when it was decided. */
  readonly fought = signal<Exchange | null>(null);
  readonly graph = computed<Graph>(() => graphOf(this.table.info));
  readonly position = computed<Position>(() => positionOf(this.table.state.view, this.graph.value));
  readonly facts = computed<Facts>(() => factsOf(this.table.state.facts, this.graph.value));
  readonly choices = computed<Choices>(() => sorted(this.table.moves));
  readonly picked = computed<string | null>(() => placeOf(this.table.picked));
  readonly looked = computed<string | null>(() => this.table.looked);
  /** Sides are called as their capitals: so nothing is told of those. A polis changes with its projects. */
  readonly changed = computed<ReadonlySet<string>>(() => {
    const { table, graph, position } = this;
    const found = [...table.changed].filter((id) => !SIDES.some((side) => side === id));
    const sites = graph.value.poleis.filter((polis) =>
      (["progress", "completed"] as const).some((place) => position.value.projectsIn(polis, place).some((id) => table.changed.has(id))),
    );
    return new Set([...found, ...sites]);
  });
  /** The viewer's side; null: a spectator. */
  readonly mine = computed<Side | null>(() => sideOf(this.table.state.you));
  readonly siege = computed<SiegeMode | undefined>(() => this.graph.value.mode(String(this.table.state.options.siege)));

  /** The place that the action at hand is about: where units go, what is besieged, where is collected. */
  readonly subject = computed<string | null>(() => {
    const { step, action, what, where, battle } = this.position.value;
    const graph = this.graph.value;
    const regions = [...graph.lands, ...graph.seas];
    if (battle && ["retreat", "attack", "answer", "deal", "double_prestige"].includes(step)) return battle;
    if (what === null) return null;
    switch (action) {
      case "move_hoplites":
      case "move_galleys":
      case "collect":
        return regions[what] ?? null;
      case "create_hoplites":
      case "create_galleys":
      case "create_merchants":
      case "besiege":
        return graph.poleis[what] ?? null;
      case "trade":
        return graph.shiploads[what] ?? null;
      case "start_project":
        return where === null ? null : (graph.poleis[where] ?? null);
      default:
        return null;
    }
  });

  /** As the map calls it. */
  get origin(): ReadonlySignal<string | null> {
    return this.subject;
  }

  // ---- Places, as taps and keys see them

  get places(): readonly string[] {
    const { lands, seas, poleis, shiploads } = this.graph.value;
    return [...poleis, ...lands, ...seas, ...shiploads];
  }

  spotOf(place: string): Spot {
    return spotOf(place, this.graph.value.markets);
  }

  /** A tap on a polis where regions are asked for means its region. */
  standsIn(place: string): string | null {
    return this.graph.value.city(place)?.region ?? null;
  }

  nameOf(id: string, set?: string): string {
    return this.graph.value.nameOf(id, set);
  }

  isChoice(place: string): boolean {
    return this.choices.value.places.has(place);
  }

  canTap(place: string): boolean {
    return this.isChoice(place);
  }

  tap(place: string): void {
    const move = this.choices.value.places.get(place);
    if (move) return this.tapChoice(place, move);
    this.armed = null;
    this.table.unpick();
    this.table.look(place);
    this.askWhy(place);
  }

  tapNothing(): void {
    this.armed = null;
    this.table.unpick();
    this.table.look(null);
  }

  private tapChoice(place: string, move: Move): void {
    const key = `${move.verb} ${place}`;
    const again = this.table.picked?.m === move.m || this.armed === key;
    this.table.look(null);
    this.armed = again && REPEATED.has(move.verb) ? key : null;
    if (again) this.table.play(move);
    else this.table.pick(move);
  }

  /** Why not there? Asked of the verb that chooses among places of that kind now. */
  private askWhy(place: string): void {
    const first = [...this.choices.value.places.values()].find((move) => sameKind(this.graph.value, placeOf(move), place));
    if (first) this.table.why(`${first.verb} ${place}`);
  }

  // ---- Choices that are no place

  /** A choice of the sheet: what can be taken back is played by one tap. */
  choose(move: Move): void {
    this.armed = null;
    this.wanted = null;
    this.cards = [];
    this.table.look(null);
    if (isLight(move, this.position.value) || this.table.picked?.m === move.m) this.table.play(move);
    else this.table.pick(move);
  }

  /** The two cards of an attack come in the order of the cards, which is none for a player: the later one follows the earlier one,
   * which was put down last, or is put down now. [POL-BATTLE-11] */
  playBoth(earlier: string, later: string): void {
    this.cards = [earlier, later];
    if (this.position.value.attack[0] === null) this.followUp();
    else this.table.undo();
  }

  /** Begins the action, and shows that place as its object as soon as it can be chosen. */
  begin(action: string, place: string): void {
    const move = this.choices.value.others.get("act")?.find((one) => argOf(one) === action);
    if (!move) return this.table.why(`act ${action}`);
    this.wanted = place;
    this.table.look(null);
    this.table.play(move);
  }

  /** After the choices have changed. */
  private followUp(): void {
    const [card, ...rest] = this.cards;
    const next = this.choices.value.others.get("play")?.find((move) => argOf(move) === card);
    if (next) {
      this.cards = rest;
      if (rest.length) return this.table.play(next);
      this.table.pick(next);
    }
    const place = this.wanted;
    if (!place) return;
    this.wanted = null;
    const move = this.choices.value.places.get(place);
    if (move) this.tapChoice(place, move);
    else if (this.subject.value !== place) this.askWhy(place); // the only one there was is chosen already
  }

  // ---- Words

  get lang(): Lang {
    return this.table.lang;
  }

  say(word: Word, ...args: (string | number)[]): string {
    return say(this.table.lang, word, ...args);
  }

  list(items: readonly string[]): string {
    return listed(this.table.lang, items);
  }

  describe(place: string): string {
    return describe(this, place);
  }

  /** "Anna (Sparta)", or "Sparta". */
  sideWords(side: Side): string {
    const name = this.table.state.seats.find(({ seat }) => seat === seatOf(side))?.name;
    return name ? `${name} (${this.nameOf(side, "side")})` : this.nameOf(side, "side");
  }

  ownerWords(polis: string): string {
    const owner = this.position.value.ownerOf(polis);
    return owner ? this.nameOf(owner, "side") : this.say("neutral");
  }
}

function sameKind(graph: Graph, a: string | null, b: string): boolean {
  if (a === null) return false;
  const kind = (place: string): string => (graph.city(place) ? "polis" : graph.shipload(place) ? "shipload" : "region");
  return kind(a) === kind(b);
}

const models = new WeakMap<Table, Model>();

/** The one model of a table, which all parts of the board share. */
export function modelOf(table: Table): Model {
  const known = models.get(table) ?? new Model(table);
  models.set(table, known);
  return known;
}
