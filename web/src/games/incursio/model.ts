// SPDX-License-Identifier: MIT
// model.ts - what all parts of the board share about one table: who looks, what they see, what they have begun to put together.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { Lang, Move, Seat } from "../../api";
import type { Table } from "../../board";
import { seatIndex } from "../../seat";
import { Asked } from "./asked";
import { dataOf, labelOf, landOf, otherOf, UNITS, type Data, type Land, type Side } from "./data";
import { isHere, looksOf, misses, positionOf, type Character, type Eyes, type Looks, type Position, type Unit } from "./position";
import { listed, say, type Word } from "./words";

/** What a person is asked for by the window that is open. */
export type Task = "setup" | "move" | "assault" | "personal" | "deploy" | "none";

const TASKS: Readonly<Record<string, Task>> = {
  setup: "setup",
  move: "move",
  final: "move",
  demon_move: "move",
  assault: "assault",
  demon_assault: "assault",
  personal: "personal",
  deploy: "deploy",
};

/** Which of the day's nine steps each step of the position belongs to; 0: before the first, or after the last. [INC-TURN-1] */
const STEPS: Readonly<Record<string, number>> = {
  initiative: 1,
  personal: 6,
  portal: 6,
  vigil: 6,
  demon_move: 6,
  demon_assault: 6,
  percent: 7,
  spy_die: 7,
  spy_thing: 7,
  final: 8,
  produce: 9,
  deploy: 9,
};

export const sideOfSeat = (seat: string): Side => (seatIndex(seat) % 2 === 0 ? "defenders" : "raiders");

/** A march or an attack that is being put together: nothing of it has been sent yet. */
export interface Draft {
  readonly from: string | null;
  readonly to: string | null;
  /** How many of each type go. */
  readonly counts: Readonly<Record<string, number>>;
}

/** A unit of an attack's line: where it stands, by site and number in the camp. */
export interface Attacker {
  readonly site: string;
  readonly index: number;
  readonly type: string;
}

const NOBODY: Draft = { from: null, to: null, counts: {} };

export class Model {
  readonly draft = signal<Draft>(NOBODY);
  readonly target = signal<string | null>(null);
  readonly line = signal<readonly Attacker[]>([]);
  readonly death = signal(false);
  /** The site whose garrison and camp are being put in another order. */
  readonly arranged = signal<string | null>(null);
  /** Orders that somebody who can't give them puts together for a proposal. */
  readonly plan = signal<readonly { readonly order: string; readonly words: string }[]>([]);
  /** A character for whom an action is being chosen. */
  readonly acting = signal<string | null>(null);
  readonly busy = signal(false);
  readonly asked: Asked;

  constructor(readonly table: Table) {
    this.asked = new Asked(table);
    // What was put together for a window is nothing in the next one.
    let window = "";
    effect(() => {
      const { day, step, side } = this.position.value;
      const now = `${day} ${step} ${side} ${this.you.value}`;
      if (window && window !== now) untracked(() => this.clear());
      window = now;
    });
  }

  clear(): void {
    batch(() => {
      this.draft.value = NOBODY;
      this.target.value = null;
      this.line.value = [];
      this.death.value = false;
      this.arranged.value = null;
      this.plan.value = [];
      this.acting.value = null;
    });
  }

  // ---- Who looks at what

  readonly state = computed(() => this.table.state);
  readonly land = computed<Land>(() => landOf(this.table.info, this.table.state.options));
  readonly data = computed<Data>(() => dataOf(this.table.info));
  readonly position = computed<Position>(() => positionOf(this.table.state.view));
  /** The viewer's seat; null: a spectator, the admin, a Master. */
  readonly you = computed<string | null>(() => {
    const { you } = this.table.state;
    return you && you !== "admin" && you !== "master" ? you : null;
  });
  readonly side = computed<Side | null>(() => (this.you.value ? sideOfSeat(this.you.value) : null));
  readonly over = computed(() => this.table.state.status === "over");
  /** Once it is over all is laid open. A view that holds both sides' units is the truth, whoever looks. */
  readonly eyes = computed<Eyes>(() => {
    const { view } = this.position.value;
    const holds = (member: string): boolean => Object.values((view[member] ?? {}) as Record<string, string>).some(Boolean);
    const [defenders, raiders] = [holds("soldiers") || holds("garrison"), holds("demons")];
    if (this.over.value || (defenders && raiders)) return "all";
    return this.side.value ?? (defenders || raiders ? "all" : "none");
  });
  readonly looks = computed<Looks>(() => looksOf(this.land.value, this.position.value, this.eyes.value));
  /** What a side believes, where a Master holds the truth against it. */
  readonly belief = computed<Looks | undefined>(() => {
    const { against } = this.table;
    return against && this.eyes.value === "all" ? looksOf(this.land.value, this.position.value, sideOfSeat(against)) : undefined;
  });
  /** Sites that changed lately; where the truth is held against what a side believes, those of which the side does not know it. */
  readonly changed = computed<ReadonlySet<string>>(() => {
    const { belief, land, looks, table } = this;
    const told = belief.value;
    return new Set(told ? this.sites((site) => misses(looks.value.get(site)!, told.get(site)!)) : [...table.changed].filter((id) => land.value.sites.has(id)));
  });

  // ---- What may be decided

  readonly task = computed<Task>(() => (this.over.value ? "none" : (TASKS[this.position.value.step] ?? "none")));
  private offered: readonly Move[] = [];
  /** By verb. While an order is on its way nothing is offered: what was stays, so that no card vanishes under the hand. */
  readonly moves = computed<ReadonlyMap<string, readonly Move[]>>(() => {
    const verbs = new Map<string, Move[]>();
    const now = this.table.moves;
    if (now.length || !this.busy.value) this.offered = now;
    for (const move of this.offered) (verbs.get(move.verb) ?? verbs.set(move.verb, []).get(move.verb)!).push(move);
    return verbs;
  });
  readonly isGeneral = computed(() => this.commands(this.you.value));
  /** Is this window one of the viewer's side, in which it may give orders? */
  readonly ourWindow = computed(() => {
    const { side } = this.position.value;
    return this.side.value !== null && this.task.value !== "none" && (side === null || side === this.side.value);
  });
  /** May the viewer give military orders now, rather than only propose them? */
  readonly mayOrder = computed(() => this.command.value && this.position.value.cursor(this.you.value ?? "").stage !== "none");
  /** The General's seat, or a person to whom a site was given. */
  private readonly command = computed(() => {
    const [you, side] = [this.you.value, this.side.value];
    if (!you || !side) return false;
    const { value: position } = this.position;
    return this.isGeneral.value || [...this.land.value.sites.keys()].some((site) => position.delegate(side, site) === you);
  });
  readonly isDone = computed(() => !!this.you.value && this.position.value.done.has(this.you.value));
  /** The step of the day, from 1 to 9; 0 outside of a day's steps. */
  readonly stepOfDay = computed(() => this.stepOf(this.position.value));

  private stepOf({ step, view, side, first }: Position): number {
    const now = ["pair", "extra", "shot"].includes(step) ? String(view["resume"] ?? "") : step;
    if (now === "move") return side === first ? 2 : 4;
    if (now === "assault") return side === first ? 3 : 5;
    return STEPS[now] ?? 0;
  }

  /** Is it the General of its side, or the Deputy who acts for it? */
  commands(seat: string | null): boolean {
    if (!seat) return false;
    const side = sideOfSeat(seat);
    return this.position.value.general(side) === seat || (this.position.value.deputy(side) === seat && this.position.value.cursor(seat).stage !== "none");
  }

  seat(letter: string): Seat | undefined {
    return this.table.state.seats.find(({ seat }) => seat === letter);
  }
  /** Of one's own side, or of both for who belongs to none. */
  readonly team = computed<readonly Seat[]>(() =>
    this.table.state.seats.filter(({ seat }) => !this.side.value || sideOfSeat(seat) === this.side.value),
  );
  /** Who of the own side is waited for; of the other side nobody is told that. [INC-TABLE-25] */
  readonly waited = computed<readonly Seat[]>(() => {
    const { actors, status, team } = this.table.state;
    if (!this.side.value || status !== "playing") return [];
    if (team) return this.team.value.filter(({ seat }) => team.waited.includes(seat));
    return this.team.value.filter(({ seat }) => actors.includes(seat) && !this.position.value.done.has(seat));
  });
  readonly characters = computed<readonly Character[]>(() => (this.side.value ? this.position.value.characters(this.side.value) : []));

  // ---- Units

  /** Of the camp those that may still move. */
  idle(site: string): readonly Unit[] {
    const side = this.side.value;
    return side ? this.position.value.camp(side, site).filter((unit) => unit.state === "idle") : [];
  }
  /** In a camp beside the target those that may attack it. */
  attackers(site: string): readonly Attacker[] {
    const side = this.side.value;
    if (!side) return [];
    return this.position.value
      .camp(side, site)
      .map((unit, index) => ({ unit, index }))
      .filter(({ unit }) => isHere(unit) && unit.state !== "fought" && unit.state !== "coming")
      .map(({ unit, index }) => ({ site, index, type: unit.type }));
  }
  near(site: string): readonly string[] {
    const { near, grey } = this.land.value;
    return (this.side.value === "raiders" ? near : grey).get(site) ?? [];
  }
  /** Own sites with somebody in camp who may march. */
  readonly origins = computed<readonly string[]>(() => {
    const of = this.moves.value.get("from");
    const allowed = of && this.position.value.cursor(this.you.value ?? "").stage === "move" ? new Set(of.map((move) => String(move.args["site"]))) : null;
    return this.sites((site) => this.idle(site).length > 0 && (allowed === null || allowed.has(site)));
  });
  /** Sites that could be attacked by somebody in a camp beside them. */
  readonly targets = computed<readonly string[]>(() =>
    this.sites((site) => !this.looks.value.get(site)!.own && this.near(site).some((other) => this.attackers(other).length > 0)),
  );
  readonly marches = computed<readonly { readonly from: string; readonly to: string; readonly units: readonly Unit[] }[]>(() => {
    const side = this.side.value;
    const found: { from: string; to: string; units: Unit[] }[] = [];
    if (!side) return found;
    for (const from of this.land.value.sites.keys())
      for (const unit of this.position.value.camp(side, from)) {
        if (unit.state !== "going" || !unit.way) continue;
        const march = found.find((one) => one.from === from && one.to === unit.way);
        if (march) march.units.push(unit);
        else found.push({ from, to: unit.way, units: [unit] });
      }
    return found;
  });

  sites(holds: (site: string) => boolean): string[] {
    return [...this.land.value.sites.keys()].filter(holds);
  }

  // ---- Sending

  /** Sends orders one after the other, in words or as transcripts write moves; stops at the first that is refused. */
  async send(...orders: readonly string[]): Promise<boolean> {
    const { order } = this.table;
    if (!order || this.busy.peek()) return false;
    this.busy.value = true;
    try {
      for (const text of orders) if (!(await order.call(this.table, text))) return false;
      return true;
    } finally {
      this.busy.value = false;
    }
  }

  /** Gives the order, or puts it with those that will be proposed, where the viewer may give none. */
  async give(order: string, words: string): Promise<boolean> {
    if (this.mayOrder.value) return this.send(order);
    this.plan.value = [...this.plan.peek(), { order, words }];
    return true;
  }

  // ---- Taps on the map

  /** A site was tapped: it is where an order begins, where it leads, or only looked at. */
  tap(site: string): void {
    const task = this.ourWindow.value ? this.task.value : "none";
    if (task === "move") return this.tapMove(site);
    if (task === "assault") return this.tapAssault(site);
    this.table.look(site);
  }

  private tapMove(site: string): void {
    const { from, to } = this.draft.value;
    if (from && site === to) return void this.march();
    if (from && from !== site && this.near(from).includes(site)) return this.aim(site);
    if (this.origins.value.includes(site)) return this.begin(from === site ? null : site);
    this.draft.value = NOBODY;
    this.table.look(site);
  }

  private tapAssault(site: string): void {
    if (this.targets.value.includes(site)) {
      if (this.target.value !== site) this.attack(site);
      this.table.look(null);
    } else this.table.look(site);
  }

  begin(from: string | null): void {
    this.table.look(null);
    this.draft.value = { ...NOBODY, from };
  }

  /** Towards a neighbour: all that may go, until steppers say otherwise. One stays where a site must not be left. */
  aim(to: string): void {
    const { from } = this.draft.value;
    if (!from) return;
    this.table.look(null);
    const counts: Record<string, number> = {};
    for (const { type } of this.idle(from)) counts[type] = (counts[type] ?? 0) + 1;
    if (this.mustKeep(from)) {
      const type = [...UNITS[this.side.value!]].reverse().find((one) => counts[one]);
      if (type) counts[type]!--;
    }
    this.draft.value = { from, to, counts };
  }

  /** Would the site be left without units if all that may march did? [INC-MOVE-10] */
  mustKeep(site: string): boolean {
    const look = this.looks.value.get(site)!;
    if (look.kind === "empty" && !look.works) return false;
    return look.garrison + look.camp <= this.idle(site).length;
  }

  async march(): Promise<void> {
    const { from, to, counts } = this.draft.peek();
    if (!from || !to) return;
    const units = this.unitWords(counts);
    if (!units) return;
    const [a, b] = [this.numberOf(from), this.numberOf(to)];
    const words = this.say("order_march", units, this.label(from), this.label(to));
    if (await this.give(`move ${a} to ${b}: ${units.replace(/,/g, "")}`, words)) this.draft.value = NOBODY;
  }

  /** Takes one march back; the others from there are entered anew, since only all of a site can be recalled. */
  async recall(from: string, to: string): Promise<void> {
    const rest = this.marches.peek().filter((march) => march.from === from && march.to !== to);
    const again = rest.map((march) => `move ${this.numberOf(from)} to ${this.numberOf(march.to)}: ${march.units.map(({ type }) => type).join(" ")}`);
    await this.send(`recall ${from}`, ...again);
  }

  attack(target: string | null): void {
    batch(() => {
      this.target.value = target;
      this.line.value = [];
      this.death.value = false;
    });
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
  label(site: string): string {
    return labelOf(this.land.value, site, this.table.lang);
  }
  numberOf(site: string): number {
    return this.land.value.sites.get(site)?.number ?? 0;
  }
  seatName(letter: string): string {
    return this.seat(letter)?.name || letter;
  }
  named(set: string, id: string): string {
    return this.table.info.sets[set]?.find((one) => one.id === id)?.name ?? id;
  }
  /** "2 F, A" of counts by type, in the order of the types. */
  unitWords(counts: Readonly<Record<string, number>>): string {
    return UNITS[this.side.value ?? "defenders"]
      .filter((type) => (counts[type] ?? 0) > 0)
      .map((type) => `${counts[type]}${type}`)
      .join(", ");
  }
  get enemy(): Side {
    return otherOf(this.side.value ?? "raiders");
  }
}

const models = new WeakMap<Table, Model>();

/** The one model of a table, which all parts of the board share. */
export function modelOf(table: Table): Model {
  const known = models.get(table) ?? new Model(table);
  models.set(table, known);
  return known;
}
