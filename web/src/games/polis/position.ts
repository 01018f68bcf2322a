// SPDX-License-Identifier: MIT
// position.ts - a view of the game (docs/view.polis.json) with its zeros and blanks filled in, and what follows from it at once.
import type { View } from "../../api";
import { SIDES, type Graph, type Side } from "./graph";

type Counts = Readonly<Record<string, number>>;

export interface Position {
  readonly round: string;
  readonly step: string;
  readonly active: Side | null;
  /** Who decides now; not always the active side. */
  readonly decider: Side | null;
  readonly start: Side | null;
  readonly action: string | null;
  readonly firstAction: string | null;
  readonly actions: number;
  /** The opponent has passed, and the surcharge for the coming action is paid. */
  readonly paid: boolean;
  readonly what: number | null;
  readonly where: number | null;
  readonly made: number;
  readonly event: string | null;
  readonly rows: Counts;
  readonly replaced: Counts;
  readonly market: Counts;
  readonly tribute: ReadonlySet<string>;
  readonly closed: ReadonlySet<string>;
  readonly battles: readonly string[];
  readonly battle: string | null;
  readonly attacker: Side | null;
  readonly attack: readonly (string | null)[];
  readonly answer: readonly (string | null)[];
  readonly played: Counts;
  hasPassed(side: Side): boolean;
  /** Its one battle of the round with double Prestige. [POL-EVENT-25] */
  hasDoubled(side: Side): boolean;
  prestige(side: Side): number;
  stock(side: Side, resource: string): number;
  reserve(side: Side): number;
  away(side: Side): number;
  /** Merchants in the Trade Port. */
  port(side: Side): number;
  ownerOf(polis: string): Side | null;
  own(side: Side): readonly string[];
  /** Of its owner; its base population if it is neutral. [POL-POP-3] */
  population(polis: string): number;
  /** Hoplites on land, galleys at sea. */
  units(side: Side, region: string): number;
  trader(shipload: string): Side | null;
  proxenos(side: Side): string | null;
  isCaptive(side: Side): boolean;
  discs(side: Side, polis: string): number;
  projectsIn(polis: string, place: "progress" | "completed"): readonly string[];
  projectsAt(place: "pile" | "display" | "progress" | "completed" | "discarded"): readonly string[];
  won(side: Side): number;
  handSize(side: Side): number;
  hand(side: Side): Counts;
}

const counts = (value: unknown): Counts => (value && typeof value === "object" ? (value as Counts) : {});
const list = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);
const number = (value: unknown): number => (typeof value === "number" ? value : 0);
const word = (value: unknown): string | null => (typeof value === "string" ? value : null);
const side = (value: unknown): Side | null => (SIDES.includes(value as Side) ? (value as Side) : null);
const rows = <Row>(value: unknown): Readonly<Record<string, Row>> =>
  value && typeof value === "object" ? (value as Record<string, Row>) : {};
const NOTHING = 255; // of an index

/** Reads a view. The server leaves out zeros: what is missing, or of another type, is 0 or none. */
export function positionOf(view: View, graph: Graph): Position {
  const owners = new Map<string, Side>();
  const own = rows<unknown>(view.own);
  for (const one of SIDES) for (const polis of list(own[one])) owners.set(polis, one);
  const population = counts(view.population);
  const units = rows<Counts>(view.units);
  const discs = rows<Counts>(view.discs);
  const places = rows<string>(view.project);
  const sites = rows<string | null>(view.project_at);
  const index = (value: unknown): number | null => (typeof value === "number" && value !== NOTHING ? value : null);
  const of = (member: unknown, one: Side): number => counts(member)[one] ?? 0;
  const has = (mask: unknown, one: Side): boolean => ((number(mask) >> SIDES.indexOf(one)) & 1) === 1;
  const here = (one: Side, region: string): number => units[one]?.[region] ?? 0;
  const people = (polis: string): number =>
    owners.has(polis) ? (population[polis] ?? 0) : (graph.city(polis)?.base_population ?? 0);
  const projectsAt = (place: string): string[] => graph.projects.map(({ id }) => id).filter((id) => places[id] === place);
  const projectsIn = (polis: string, place: string): string[] => projectsAt(place).filter((id) => sites[id] === polis);
  return {
    round: word(view.round) ?? graph.rounds[0]!.id,
    step: word(view.step) ?? "over",
    active: side(view.active),
    decider: side(view.decider),
    start: side(view.start),
    action: word(view.action),
    firstAction: word(view.first_action),
    actions: number(view.actions),
    paid: number(view.surcharge) > 0,
    what: index(view.what),
    where: index(view.where),
    made: number(view.made),
    event: word(view.event),
    rows: counts(view.rows),
    replaced: counts(view.replaced),
    market: counts(view.market),
    tribute: new Set(list(view.tribute)),
    closed: new Set(list(view.closed)),
    battles: list(view.battles),
    battle: word(view.battle),
    attacker: side(view.attacker),
    attack: list(view.attack),
    answer: list(view.answer),
    played: counts(view.played),
    hasPassed: (one) => has(view.passed, one),
    hasDoubled: (one) => has(view.doubled, one),
    prestige: (one) => of(view.prestige, one),
    stock: (one, resource) => rows<Counts>(view.resource)[one]?.[resource] ?? 0,
    reserve: (one) => of(view.reserve, one),
    away: (one) => of(view.away, one),
    port: (one) => of(view.port, one),
    ownerOf: (polis) => owners.get(polis) ?? null,
    own: (one) => list(own[one]),
    population: people,
    units: here,
    trader: (shipload) => SIDES[(counts(view.trader)[shipload] ?? 0) - 1] ?? null,
    proxenos: (one) => word(rows<unknown>(view.proxenos)[one]),
    isCaptive: (one) => has(view.captive, one),
    discs: (one, polis) => discs[one]?.[polis] ?? 0,
    projectsIn,
    projectsAt,
    won: (one) => of(view.won, one),
    handSize: (one) => of(view.hand_size, one),
    hand: (one) => counts(rows<unknown>(view.hand)[one]),
  };
}
