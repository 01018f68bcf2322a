// SPDX-License-Identifier: MIT
// model.ts - what all parts of the board share about one table: the position, the choices by place, and which of several tools
// (place legionaries, build a centre, return a trireme) the map is for. Everything is computed once and kept until it changes.
import { computed, effect, signal, untracked } from "@preact/signals";
import type { Lang, Move } from "../../api";
import type { Table } from "../../board";
import type { Spot, Tapped } from "../../map/spots";
import { graphOf, type Graph } from "./graph";
import { positionOf, type Position } from "./position";
import { spotOf } from "./shapes";
import { listed, say, type Word } from "./words";

/** Verbs that only open an action, which may be taken back: one tap is enough. */
const OPENINGS: ReadonlySet<string> = new Set(["attack_from", "embark", "move_from", "sail_from", "build_from", "fight"]);

/** Verbs that are played again at every further tap on the same place. */
const REPEATED: ReadonlySet<string> = new Set(["place", "launch"]);

/** The order in which tools are offered: the first that there is stands ready. What would be lost comes first. */
const TOOLS: readonly string[] = ["centre", "place", "refund", "launch", "build_from"];

export interface Choices {
  /** By verb and place. */
  readonly places: ReadonlyMap<string, ReadonlyMap<string, Move>>;
  readonly numbers: readonly Move[];
  readonly sets: readonly Move[];
  readonly enemies: readonly Move[];
  readonly bare: ReadonlyMap<string, Move>;
}

export const placeOf = (move: Move | null | undefined): string | null => {
  const place = move?.args.province ?? move?.args.sea;
  return typeof place === "string" ? place : null;
};

function sorted(moves: readonly Move[]): Choices {
  const places = new Map<string, Map<string, Move>>();
  const numbers: Move[] = [];
  const sets: Move[] = [];
  const enemies: Move[] = [];
  const bare = new Map<string, Move>();
  for (const move of moves) {
    const place = placeOf(move);
    if (place) (places.get(move.verb) ?? places.set(move.verb, new Map()).get(move.verb)!).set(place, move);
    else if ("number" in move.args) numbers.push(move);
    else if ("card_set" in move.args) sets.push(move);
    else if ("seat" in move.args) enemies.push(move);
    else bare.set(move.verb, move);
  }
  return { places, numbers, sets, enemies, bare };
}

/** The way that the map shows: of an open action, or of the choice that was shown. */
export interface Way {
  readonly from: string;
  readonly to: string;
  readonly kind: "attack" | "sea" | "sail" | "move";
}

const WAYS: Readonly<Record<string, Way["kind"]>> = {
  attack_to: "attack",
  roll: "attack",
  land_throw: "attack",
  advance: "attack",
  assault: "sea",
  commit: "sea",
  sea_throw: "sea",
  sail_to: "sail",
  sail: "sail",
  build_in: "sail",
  refund_to: "sail",
  move_to: "move",
  move: "move",
};

/** The board's view of one table, in signals: a part of it that reads one is drawn anew when that changes. */
export class Model implements Tapped {
  private readonly chosenTool = signal<string | null>(null);
  /** The place that takes another legionary (or trireme) at every further tap, since it took the last one. */
  armed: string | null = null;

  constructor(private readonly table: Table) {
    effect(() => {
      if (this.table.moves.length) untracked(() => this.followUp());
    });
  }

  readonly graph = computed<Graph>(() => graphOf(this.table.info));
  readonly seats = computed<readonly string[]>(() => this.table.state.seats.map((seat) => seat.seat));
  readonly position = computed<Position>(() => positionOf(this.table.state.view, this.graph.value, this.seats.value));
  readonly choices = computed<Choices>(() => sorted(this.table.moves));
  readonly tools = computed<readonly string[]>(() => {
    const verbs = [...this.choices.value.places.keys()];
    return verbs.sort((a, b) => TOOLS.indexOf(a) - TOOLS.indexOf(b));
  });
  readonly tool = computed<string | null>(() => {
    const tools = this.tools.value;
    return tools.includes(this.chosenTool.value ?? "") ? this.chosenTool.value : (tools[0] ?? null);
  });
  readonly picked = computed<string | null>(() => placeOf(this.table.picked));
  readonly way = computed<Way | null>(() => {
    const { step, from, to } = this.position.value;
    const kind = WAYS[step];
    const target = to ?? this.picked.value;
    return kind && from && target && from !== target ? { from, to: target, kind } : null;
  });
  /** Would the end of this phase be the end of the turn? */
  get lastPhase(): boolean {
    return Boolean(this.table.state.facts?.["ends_turn"]);
  }

  get round(): number {
    return this.table.state.round;
  }
  readonly looked = computed<string | null>(() => this.table.looked);
  readonly changed = computed<ReadonlySet<string>>(() => this.table.changed);
  /** Where the open action begins. */
  readonly origin = computed<string | null>(() => this.position.value.from);

  useTool(verb: string): void {
    this.chosenTool.value = verb;
    this.armed = null;
    this.table.unpick();
  }

  /** The choice that a tap on the place means: of the tool in hand, else of any other. */
  moveAt(place: string): Move | null {
    const { places } = this.choices.value;
    const inHand = places.get(this.tool.value ?? "")?.get(place);
    if (inHand) return inHand;
    for (const verb of this.tools.value) {
      const move = places.get(verb)?.get(place);
      if (move) return move;
    }
    return null;
  }

  get places(): readonly string[] {
    const { provinces, seas } = this.graph.value;
    return [...provinces, ...seas];
  }

  spotOf(place: string): Spot {
    return spotOf(place);
  }

  canTap(place: string): boolean {
    return this.moveAt(place) !== null;
  }

  tapNothing(): void {
    this.table.unpick();
    this.table.look(null);
  }

  isChoice(place: string): boolean {
    return this.choices.value.places.get(this.tool.value ?? "")?.has(place) ?? false;
  }

  /** Nothing to do with the action that is open: it steps back while the map shows the way of that one. */
  isAside(place: string): boolean {
    const way = this.way.value;
    const { from } = this.position.value;
    if (!way && !from) return false;
    return place !== from && place !== way?.from && place !== way?.to && !this.isChoice(place);
  }

  // ---- Taps

  tap(place: string): void {
    const move = this.moveAt(place);
    if (move) return this.tapChoice(place, move);
    this.armed = null;
    if (this.reopen(place) || this.movesOn(place)) return;
    const strongest = this.originsAgainst(place)[0];
    if (strongest) return this.attack(strongest, place);
    this.table.unpick();
    this.table.look(place);
    this.askWhy(place);
  }

  private tapChoice(place: string, move: Move): void {
    const again = this.table.picked?.m === move.m || this.armed === `${move.verb} ${place}`;
    this.table.look(null);
    if (move.verb !== this.tool.value) this.chosenTool.value = move.verb;
    this.armed = again && REPEATED.has(move.verb) ? `${move.verb} ${place}` : null;
    if (again) this.table.play(move);
    else this.table.pick(move);
    if (!again && this.opens(move)) this.table.play(move);
  }

  /** May it be taken back when it was made? A claim, too, while a neutral group has to follow it. */
  private opens({ verb }: Move): boolean {
    return OPENINGS.has(verb) || (verb === "claim" && this.position.value.groupsLeft > 0);
  }

  /** While an action is only begun, a tap on another of one's own places begins it there instead. */
  private reopen(place: string): boolean {
    const { from, to } = this.position.value;
    if (!from || to || !this.table.state.undo?.ok || !this.table.moves.length) return false;
    if (place === from) {
      this.table.unpick();
      return true;
    }
    if (!this.beginsHere(place)) return false;
    this.wanted = place;
    this.table.undo();
    return true;
  }

  /** While it is asked how many move into what was conquered, a tap on the next enemy says: as many as are shown, and on. It can be taken back. */
  private movesOn(place: string): boolean {
    const { picked } = this.table;
    const { owner, active } = this.position.value;
    if (picked?.verb !== "advance" || this.graph.value.isSea(place) || owner(place) === active) return false;
    this.wanted = place;
    this.table.play(picked);
    return true;
  }

  /** Could the open action as well have begun there? */
  private beginsHere(place: string): boolean {
    const { facts } = this.table.state;
    return [facts?.["begins"], facts?.["begins_at_sea"]].some((places) => Array.isArray(places) && places.includes(place));
  }

  /** Choices that would begin an attack which may reach the place: the strongest first. */
  originsAgainst(place: string): readonly Move[] {
    const { places } = this.choices.value;
    const graph = this.graph.value;
    const position = this.position.value;
    if (graph.isSea(place) || position.owner(place) === position.active) return [];
    const near = (from: string): boolean => graph.land.get(place)?.includes(from) ?? false;
    const seas = (graph.water.get(place) ?? []).filter((sea) => position.triremes(sea, position.active ?? "") > 0);
    const across = (from: string): boolean => seas.some((sea) => graph.water.get(from)?.includes(sea));
    const force = (move: Move): number => position.legionaries(placeOf(move) ?? "");
    const land = [...(places.get("attack_from")?.values() ?? [])].filter((move) => near(placeOf(move) ?? ""));
    const sea = [...(places.get("embark")?.values() ?? [])].filter((move) => across(placeOf(move) ?? ""));
    return [...land, ...sea].sort((a, b) => force(b) - force(a));
  }

  /** Begins the attack, and shows that place as its target as soon as it can be chosen. */
  attack(from: Move, target: string): void {
    this.wanted = target;
    this.table.look(null);
    this.table.play(from);
  }

  /** What was tapped before the choices for it were there. */
  private wanted: string | null = null;

  /** After the choices have changed. */
  private followUp(): void {
    const place = this.wanted;
    if (!place) return;
    this.wanted = null;
    if (this.position.value.to === place) return; // the only target: it was chosen already
    const move = this.moveAt(place);
    if (move) return this.tapChoice(place, move);
    const strongest = this.originsAgainst(place)[0];
    if (strongest) return this.attack(strongest, place);
    this.table.look(place);
    this.askWhy(place);
  }

  private askWhy(place: string): void {
    const verb = this.tool.value;
    if (!verb) return;
    const isSea = this.graph.value.isSea(place);
    const first = this.choices.value.places.get(verb)?.keys().next().value;
    if (first !== undefined && this.graph.value.isSea(first) === isSea) this.table.why(`${verb} ${place}`);
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

  nameOf(place: string): string {
    return this.graph.value.nameOf(place);
  }

  /** "Anna (A)", or "A". */
  seatWords(seat: string): string {
    const name = this.table.state.seats.find((one) => one.seat === seat)?.name;
    return name ? `${name} (${seat})` : seat;
  }

  ownerWords(province: string): string {
    const owner = this.position.value.owner(province);
    if (owner === undefined) return this.say("free");
    return owner === null ? this.say("neutral") : this.seatWords(owner);
  }

  fleetWords(sea: string): string {
    const { triremes, control } = this.position.value;
    const fleets = this.seats.value.filter((seat) => triremes(sea, seat) > 0);
    if (!fleets.length) return this.say("no_triremes");
    const parts = fleets.map((seat) => `${this.seatWords(seat)} ${triremes(sea, seat)}`);
    const first = control(sea);
    return `${parts.join(", ")}; ${first ? this.say("controlled_by", this.seatWords(first)) : this.say("controlled_by_nobody")}`;
  }

  names(places: readonly string[] | undefined): string {
    return this.list((places ?? []).map((place) => this.nameOf(place)));
  }

  /** What never changes of it: kept, since every place tells it after every ply. */
  private readonly around = computed(() => {
    const { provinces, seas, land, water, isSea } = this.graph.value;
    const told = new Map<string, string>();
    for (const place of [...provinces, ...seas]) {
      const beside = this.names(land.get(place));
      const parts = isSea(place) ? [this.say("coast_of", beside)] : beside ? [this.say("borders", beside)] : [];
      if (!isSea(place) && water.has(place)) parts.push(this.say("seas_of", this.names(water.get(place))));
      told.set(place, parts.join("; "));
    }
    return told;
  });

  /** All that there is to say about a place: what a sighted player sees at a glance. */
  describe(place: string): string {
    const position = this.position.value;
    const parts = [this.nameOf(place)];
    if (this.graph.value.isSea(place)) parts.push(this.fleetWords(place));
    else {
      parts.push(this.ownerWords(place));
      if (position.legionaries(place)) parts.push(this.say("legionaries", position.legionaries(place)));
      if (position.centre(place)) parts.push(this.say("centre"));
    }
    if (this.isChoice(place)) parts.push(this.say("choice"));
    if (position.from === place) parts.push(this.say("origin"));
    parts.push(this.around.value.get(place) ?? "");
    return parts.join("; ");
  }
}

const models = new WeakMap<Table, Model>();

/** The one model of a table, which all parts of the board share. */
export function modelOf(table: Table): Model {
  const known = models.get(table) ?? new Model(table);
  models.set(table, known);
  return known;
}
