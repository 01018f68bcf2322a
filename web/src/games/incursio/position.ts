// SPDX-License-Identifier: MIT
// position.ts - a view of the server as the board reads it: who stands where, what is known of the others and since when, what people
// have entered. Views are lists in words (docs/view.incursio.json); what is missing is none.
import type { View } from "../../api";
import { otherOf, UNITS, type Land, type Side } from "./data";

/** A unit in its place: its sign, whether it came out of a portal, and what it did or is ordered to do. */
export interface Unit {
  readonly type: string;
  readonly portal: boolean;
  readonly state: "idle" | "moved" | "fought" | "fresh" | "coming" | "going";
  /** Where to (going), or where from (coming). */
  readonly way: string | null;
}

const STATES: Readonly<Record<string, Unit["state"]>> = { "": "idle", "*": "moved", "!": "fought", "+": "fresh", "<": "coming", ">": "going" };

/** "F A C* F! F+ A>s04 Tr~<s06" */
export function unitsIn(words: string): Unit[] {
  const found: Unit[] = [];
  for (const word of words.split(" ")) {
    const parts = /^([A-Z][a-z]?)(~?)(?:([*!+])|([<>])(\w+))?$/.exec(word);
    if (!parts) continue;
    const [, type = "", portal, mark = "", arrow = "", way] = parts;
    found.push({ type, portal: portal === "~", state: STATES[mark || arrow] ?? "idle", way: way ?? null });
  }
  return found;
}

/** What a side can't see of itself: the shadow of a unit that is ordered away. */
export const isHere = (unit: Unit): boolean => unit.state !== "going";

/** "2 F, A", by type in their order. */
export function countsOf(units: readonly Unit[], side: Side): string {
  return UNITS[side]
    .map((type) => [units.filter((unit) => unit.type === type).length, type] as const)
    .filter(([n]) => n > 0)
    .map(([n, type]) => (n > 1 ? `${n} ${type}` : type))
    .join(", ");
}

export interface Knowledge {
  readonly kind: "empty" | "settlement" | "ruin" | null;
  /** null: unknown. */
  readonly level: number | null;
  readonly kindDay: number | null;
  /** Enemies that were counted there; "some": nobody knows how many; null: no news of it. */
  readonly enemies: number | "some" | null;
  readonly enemiesDay: number | null;
  /** Places of the camp that were seen: a type, or null. */
  readonly camp: readonly (string | null)[];
}

const NOTHING: Knowledge = { kind: null, level: null, kindDay: null, enemies: null, enemiesDay: null, camp: [] };

/** "settlement2@1 units=some@2 - C" */
export function knowledgeIn(words: string): Knowledge {
  let known = NOTHING;
  const camp: (string | null)[] = [];
  for (const word of words.split(" ").filter(Boolean)) {
    const units = /^units=(some|\d+)@(\d+)$/.exec(word);
    const kind = /^(empty|settlement|ruin)(\d*)@(\d+)$/.exec(word);
    if (units) known = { ...known, enemies: units[1] === "some" ? "some" : Number(units[1]), enemiesDay: Number(units[2]) };
    else if (kind)
      known = { ...known, kind: kind[1] as Knowledge["kind"], level: kind[2] ? Number(kind[2]) : null, kindDay: Number(kind[3]) };
    else camp.push(word === "-" ? null : word);
  }
  return { ...known, camp };
}

/** "guard_tower extra_dwellings=2 walls @3": copies by structure, and the day of the news. */
export function structuresIn(words: string): { readonly copies: ReadonlyMap<string, number>; readonly day: number | null } {
  const copies = new Map<string, number>();
  let day: number | null = null;
  for (const word of words.split(" ").filter(Boolean))
    if (word.startsWith("@")) day = Number(word.slice(1));
    else {
      const [id = "", n] = word.split("=");
      copies.set(id, Number(n ?? 1));
    }
  return { copies, day };
}

/** "c1=mine c2=found", and "-" of nothing. */
export function pairsIn(words: unknown): ReadonlyMap<string, string> {
  const pairs = String(words ?? "")
    .split(" ")
    .map((word) => word.split("="))
    .filter((pair) => pair.length === 2);
  return new Map(pairs as [string, string][]);
}

// ---- The whole ---------------------------------------------------------------------------------------------------------------------------

/** Whose eyes a picture of the land is for: a side's, everybody's that has none (the general map), or the truth. */
export type Eyes = Side | "none" | "all";

/** Flags of a character's order, as the view has them. */
const CONFIRMED = 1;
const APPROVED = 2;
const REFUSED = 4;
const ASSIGNED = 8;
const RECORDED = 16;

export interface Character {
  readonly id: string;
  readonly seat: string;
  readonly species: string;
  /** "none", "mission", "build", "found", "spy", "rest", "free". */
  readonly action: string;
  readonly site: string | null;
  /** The structure, mission, or focus. */
  readonly what: string | null;
  readonly confirmed: boolean;
  readonly approved: boolean;
  readonly refused: boolean;
  readonly assigned: boolean;
  readonly recorded: boolean;
  readonly rank: number;
  readonly pay: number;
  /** In the yard since yesterday: a structure, or "found". */
  readonly work: string | null;
  readonly workSite: string | null;
}

type Row = Readonly<Record<string, unknown>>;
const row = (value: unknown): Row => (value && typeof value === "object" ? (value as Row) : {});
const number = (value: unknown): number => (typeof value === "number" ? value : 0);
const list = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);
const name = (value: unknown): string | null => (typeof value === "string" ? value : null);
const side = (value: unknown): Side | null => (value === "defenders" || value === "raiders" ? value : null);

export interface Position {
  readonly view: View;
  readonly day: number;
  readonly days: number;
  readonly step: string;
  readonly first: Side | null;
  /** Whose step it is; null: both or nobody. */
  readonly side: Side | null;
  readonly attacks: number;
  readonly paused: boolean;
  readonly outcome: string;
  readonly battle: string | null;
  readonly treasury: number;
  readonly income: number;
  readonly resources: number;
  readonly steps: number;
  readonly done: ReadonlySet<string>;
  readonly located: ReadonlySet<string>;
  readonly foreseen: ReadonlySet<string>;
  readonly reordered: ReadonlySet<string>;
  /** Produced and still to be dealt, by sign ("F"); and how many each site has still to receive. */
  readonly pool: Readonly<Record<string, number>>;
  general(of: Side): string | null;
  deputy(of: Side): string | null;
  level(site: string): number;
  ruin(site: string): number | null;
  garrison(site: string): readonly Unit[];
  camp(of: Side, site: string): readonly Unit[];
  structures(site: string): ReadonlyMap<string, number>;
  /** What the Raiders have seen of a settlement. */
  seen(site: string): { readonly copies: ReadonlyMap<string, number>; readonly day: number | null };
  seenGarrison(site: string): readonly (string | null)[];
  knows(of: Side, site: string): Knowledge;
  works(site: string): readonly string[];
  characters(of: Side): readonly Character[];
  due(of: Side): Readonly<Record<string, number>>;
  delegate(of: Side, site: string): string | null;
  /** Where a seat stands in an order that it is entering. */
  cursor(seat: string): { readonly stage: string; readonly site: string | null; readonly to: string | null; readonly character: string | null };
  objectives(of: Side): readonly string[];
}

const BIAS = 8; // born: the day of a ruin's birth + 8, less the level with which it was born
const RUIN_MOST = 3;
const POOL: Readonly<Record<string, string>> = { f: "F", a: "A", c: "C", tr: "Tr", as: "As", di: "Di" };

/** Reads once what it is asked for, site by site. */
function kept<T>(make: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    if (!known.has(key)) known.set(key, make(key));
    return known.get(key)!;
  };
}

function charactersOf(view: View, of: Side): Character[] {
  const at = (member: string): ReadonlyMap<string, string> => pairsIn(row(view[member])[of]);
  const [seats, actions, sites, whats] = [at("seat_of"), at("action"), at("action_site"), at("action_what")];
  const [flags, ranks, species] = [row(row(view["flags"])[of]), row(row(view["rank"])[of]), row(row(view["species"])[of])];
  const builds = of === "defenders";
  const [work, workSites] = builds ? [pairsIn(view["work"]), pairsIn(view["work_site"])] : [new Map<string, string>(), new Map<string, string>()];
  return [...seats].map(([id, seat]) => {
    const has = (flag: number): boolean => (number(flags[id]) & flag) !== 0;
    return {
      id,
      seat,
      species: String(species[id] ?? ""),
      action: actions.get(id) ?? "none",
      site: sites.get(id) ?? null,
      what: whats.get(id) ?? null,
      confirmed: has(CONFIRMED),
      approved: has(APPROVED),
      refused: has(REFUSED),
      assigned: has(ASSIGNED),
      recorded: has(RECORDED),
      rank: number(ranks[id]),
      pay: builds ? number(row(view["pay"])[id]) : 0,
      work: work.get(id) ?? null,
      workSite: workSites.get(id) ?? null,
    };
  });
}

const positions = new WeakMap<View, Position>();

export function positionOf(view: View): Position {
  const known = positions.get(view);
  if (known) return known;
  const text = (member: string) => kept((site) => unitsIn(String(row(view[member])[site] ?? "")));
  const [garrison, soldiers, demons] = [text("garrison"), text("soldiers"), text("demons")];
  const has = kept((site) => structuresIn(String(row(view["structures"])[site] ?? "")).copies);
  const seen = kept((site) => structuresIn(String(row(view["seen_structures"])[site] ?? "")));
  const seenGarrison = kept((site) => knowledgeIn(String(row(view["seen_garrison"])[site] ?? "")).camp);
  const knows = kept((key) => {
    const [of, site = ""] = key.split(" ");
    return knowledgeIn(String(row(view[`${of}_know`])[site] ?? ""));
  });
  const characters = kept((of) => charactersOf(view, of as Side));
  const delegates = kept((of) => pairsIn(row(view["delegate"])[of]));
  const day = number(view["day"]);
  const cursors = { site: pairsIn(view["site_of"]), to: pairsIn(view["to_of"]), character: pairsIn(view["character_of"]) };
  const made: Position = {
    view,
    day,
    days: number(view["days"]),
    step: String(view["step"] ?? ""),
    first: side(view["first"]),
    side: side(view["side"]),
    attacks: number(view["attacks"]),
    paused: number(view["paused"]) > 0,
    outcome: String(view["outcome"] ?? "none"),
    battle: name(view["battle"]),
    treasury: number(view["treasury"]),
    income: number(view["income"]),
    resources: number(view["resources"]),
    steps: number(view["steps"]),
    done: new Set(list(view["done"])),
    located: new Set(list(view["located"])),
    foreseen: new Set(list(view["foreseen"])),
    reordered: new Set(list(view["reordered"])),
    pool: Object.fromEntries(Object.entries(row(view["pool"])).map(([unit, n]) => [POOL[unit] ?? unit, number(n)])),
    general: (of) => name(row(view["general"])[of]),
    deputy: (of) => name(row(view["deputy"])[of]),
    level: (site) => number(row(view["level"])[site]),
    ruin: (site) => {
      const born = number(row(view["born"])[site]);
      return born ? Math.min(RUIN_MOST, day + BIAS - born) : null;
    },
    garrison,
    camp: (of, site) => (of === "defenders" ? soldiers(site) : demons(site)),
    structures: has,
    seen,
    seenGarrison,
    knows: (of, site) => knows(`${of} ${site}`),
    works: kept((site) => characters("defenders").flatMap((one) => (one.workSite === site && one.work ? [one.work] : []))),
    characters,
    due: (of) => row(row(view["due"])[of]) as Record<string, number>,
    delegate: (of, site) => delegates(of).get(site) ?? null,
    cursor: (seat) => ({
      stage: String(row(view["stage_of"])[seat] ?? "none"),
      site: cursors.site.get(seat) ?? null,
      to: cursors.to.get(seat) ?? null,
      character: cursors.character.get(seat) ?? null,
    }),
    objectives: (of) => list(row(view["objectives"])[of]),
  };
  positions.set(view, made);
  return made;
}

// ---- What eyes see of a site ---------------------------------------------------------------------------------------------------------------

/** Of how long ago news is: of today, of one or two days ago, or older. */
export type Age = "today" | "recent" | "old";
export const ageOf = (day: number, today: number): Age => (day >= today ? "today" : today - day <= 2 ? "recent" : "old");

/** What there is to draw of a site. */
export interface Look {
  readonly kind: "empty" | "settlement" | "ruin" | "unknown";
  /** null: unknown. */
  readonly level: number | null;
  /** Whose it is, or whose units stand there; null: nobody's, or nobody knows. */
  readonly holder: Side | null;
  /** The eyes' own, of which all is known. */
  readonly own: boolean;
  /** Units of those who hold it, where they are counted: in the garrison, in the camp. */
  readonly garrison: number;
  readonly camp: number;
  /** News of enemies: how many, and of which day; null: none. */
  readonly enemies: { readonly count: number | "some"; readonly day: number } | null;
  readonly kindDay: number | null;
  readonly works: boolean;
  readonly portal: boolean;
  /** Nothing was ever seen there but what the general map tells. */
  readonly fog: boolean;
}

const BARE: Look = {
  kind: "unknown",
  level: null,
  holder: null,
  own: false,
  garrison: 0,
  camp: 0,
  enemies: null,
  kindDay: null,
  works: false,
  portal: false,
  fog: false,
};

const here = (units: readonly Unit[]): number => units.filter(isHere).length;

/** As the general map has it. [INC-SECRET-1] */
function atStart(land: Land, site: string): Look {
  const { kind, level } = land.sites.get(site)!;
  if (!land.kindsPublic) return BARE;
  return { ...BARE, kind, level: kind === "empty" ? 0 : land.levelsPublic ? level : null };
}

function own(position: Position, of: Side, site: string): Look | null {
  const [garrison, camp] = [of === "defenders" ? here(position.garrison(site)) : 0, here(position.camp(of, site))];
  const ruin = of === "raiders" ? position.ruin(site) : null;
  const level = of === "defenders" ? position.level(site) : (ruin ?? 0);
  const built = of === "defenders" ? level > 0 : ruin !== null;
  if (!built && !garrison && !camp) return null;
  return {
    ...BARE,
    kind: !built ? "empty" : of === "defenders" ? "settlement" : "ruin",
    level: built ? level : 0,
    holder: of,
    own: true,
    garrison,
    camp,
    kindDay: position.day,
    works: of === "defenders" && position.works(site).includes("found"),
  };
}

function believed(land: Land, position: Position, of: Side, site: string): Look {
  const start = atStart(land, site);
  const known = position.knows(of, site);
  const ruin = position.ruin(site);
  let { kind, level } = start;
  let { kindDay } = known;
  if (known.kind) [kind, level] = [known.kind, known.kind === "empty" ? 0 : known.level];
  // Who knows of a ruin can reckon its age; who finds none on empty land would have been told. [INC-RUIN-2]
  if (kind === "ruin" && ruin !== null) [level, kindDay] = [ruin, position.day];
  const enemies = known.enemies !== null && known.enemiesDay !== null ? { count: known.enemies, day: known.enemiesDay } : null;
  const holder = kind === "ruin" ? "raiders" : kind === "settlement" ? "defenders" : enemies && enemies.count !== 0 ? otherOf(of) : null;
  return { ...BARE, kind, level, kindDay, enemies, holder, fog: enemies === null && !((known.kindDay ?? 0) > 0) };
}

/** What those eyes see of a site, and nothing else: of a view that holds more, what it holds more is not read. */
export function lookAt(land: Land, position: Position, eyes: Eyes, site: string): Look {
  if (eyes === "none") return { ...atStart(land, site), holder: null };
  const portals = eyes === "defenders" ? position.foreseen : position.located;
  const portal = portals.has(site);
  if (eyes !== "all") return { ...(own(position, eyes, site) ?? believed(land, position, eyes, site)), portal };
  const held = own(position, "defenders", site) ?? own(position, "raiders", site);
  return { ...(held ?? { ...BARE, kind: "empty" as const, level: 0 }), portal };
}

export type Looks = ReadonlyMap<string, Look>;

export const looksOf = (land: Land, position: Position, eyes: Eyes): Looks =>
  new Map([...land.sites.keys()].map((site) => [site, lookAt(land, position, eyes, site)]));

/** True if what is believed of a site is not so. */
export function differs(truth: Look, belief: Look): boolean {
  if (belief.own) return false;
  const units = truth.garrison + truth.camp;
  const { enemies } = belief;
  const counted = enemies === null ? units > 0 && truth.kind === "empty" : enemies.count === "some" ? units === 0 : enemies.count !== units;
  const kind = belief.kind !== "unknown" && belief.kind !== truth.kind;
  return counted || kind || (belief.level !== null && belief.level !== truth.level);
}

/** True if a side does not know how it is there: it is mistaken, or never counted those who stand there. */
export const misses = (truth: Look, belief: Look): boolean =>
  differs(truth, belief) || (!belief.own && belief.enemies === null && truth.garrison + truth.camp > 0);
