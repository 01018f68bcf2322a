// SPDX-License-Identifier: MIT
// graph.ts - the tables of data/polis.json as the board uses them, with the names that the server gives in the reader's language.
import type { GameInfo, Named } from "../../api";
import type { SiegeMode } from "./sieges";

export type Side = "sparta" | "athens";
export const SIDES: readonly Side[] = ["sparta", "athens"];
/** Seats are the sides in the order of the data. [POL-SETUP-1] */
export const sideOf = (seat: string | null): Side | null => SIDES[(seat ?? "").charCodeAt(0) - 65] ?? null;
export const seatOf = (side: Side): string => String.fromCharCode(65 + SIDES.indexOf(side));
export const otherSide = (side: Side): Side => (side === "sparta" ? "athens" : "sparta");

type Pair = readonly [string, string];
interface List<Item> {
  readonly items: readonly Item[];
}

export interface Region {
  readonly id: string;
  readonly kind: "land" | "sea";
  /** What hoplites on a row bring. */
  readonly yields?: Readonly<Record<string, readonly number[]>>;
  readonly home_of?: Side | null;
}

export interface City {
  readonly id: string;
  readonly region: string;
  readonly fortification: number;
  readonly base_population: number;
  readonly max_growth: number;
  readonly max_population: number;
  readonly ports: readonly string[];
  readonly commercial_of: Side | null;
  readonly project_kinds: readonly string[];
  readonly capital_of: Side | null;
  readonly besiegeable: boolean;
}

export interface Shipload {
  readonly id: string;
  readonly number: number;
  readonly good: string;
  readonly gives: string;
  readonly purchase: boolean;
}

export interface Market {
  readonly id: string;
  readonly names: Readonly<Record<string, string>>;
  readonly shiploads: readonly Shipload[];
}

export interface Project {
  readonly id: string;
  readonly kind: string;
  readonly cost: Readonly<Record<string, number>>;
  readonly prestige: number | { readonly half_population_of: string; readonly round: string };
  readonly posterity: number;
}

export interface Round {
  readonly id: string;
  readonly number: number;
  readonly stack_limit: number;
  readonly battle_threshold: number;
}

export interface EventCard {
  readonly id: string;
  readonly round: string;
  readonly effects: readonly { readonly op: string; readonly value?: number; readonly rate?: number }[];
  readonly text: Readonly<Record<string, string>>;
}

export interface Card {
  readonly id: string;
  readonly formation: string;
  readonly prestige: number;
  readonly count: number;
}

interface Data {
  readonly sides: List<{ readonly id: Side; readonly port: string }>;
  readonly rounds: List<Round>;
  readonly actions: List<{ readonly id: string; readonly class: string; readonly rules: string }>;
  readonly siege_modes: List<SiegeMode>;
  readonly regions: List<Region>;
  readonly poleis: List<City>;
  readonly markets: List<Market>;
  readonly projects: List<Project>;
  readonly project_kinds: List<{ readonly id: string; readonly names: Readonly<Record<string, string>> }>;
  readonly formations: List<{ readonly id: string; readonly names: Readonly<Record<string, string>> }>;
  readonly combat_cards: List<Card>;
  readonly events: List<EventCard>;
  readonly goods_market: {
    readonly items: readonly { readonly good: string }[];
    readonly price_rows_by_shipload_number: Readonly<Record<string, readonly number[]>>;
  };
  readonly constants: { readonly items: Readonly<Record<string, { readonly value: unknown }>> };
  readonly graphs: Readonly<Record<"hoplites" | "galleys" | "trade", { readonly edges: readonly Pair[]; readonly ruling_edges?: readonly Pair[] }>>;
}

export interface Graph {
  readonly lands: readonly string[];
  readonly seas: readonly string[];
  readonly poleis: readonly string[];
  readonly shiploads: readonly string[];
  readonly resources: readonly string[];
  readonly goods: readonly string[];
  readonly actions: readonly { readonly id: string; readonly class: string; readonly rules: string }[];
  readonly projects: readonly Project[];
  readonly rounds: readonly Round[];
  readonly markets: readonly Market[];
  readonly cards: readonly Card[];
  readonly formations: readonly string[];
  region(id: string): Region | undefined;
  city(id: string): City | undefined;
  shipload(id: string): Shipload | undefined;
  project(id: string): Project | undefined;
  card(id: string): Card | undefined;
  event(id: string): EventCard | undefined;
  mode(id: string): SiegeMode | undefined;
  /** Resources that are collected there. */
  gives(region: string): readonly string[];
  /** Poleis of a region, also those at sea that are reached from it. */
  poleisIn(region: string): readonly string[];
  /** Regions beside a region: by `hoplites`. */
  beside(region: string): readonly string[];
  /** What an exchange of the shipload costs with the marker of its good there. [POL-TRADE-6] */
  price(shipload: Shipload, position: number): number;
  /** Rows of the price table: by the number of the shipload, a price for each position. */
  readonly prices: Readonly<Record<string, readonly number[]>>;
  /** Ends and seas of the trade graph beside a node of it. [POL-TRADE-4, 5] */
  sailing(node: string): readonly string[];
  portOf(side: Side): string;
  /** A number of the rules, or what stands for one: see data/polis.json. */
  constant<Value>(id: string): Value;
  isSea(region: string): boolean;
  /** The name of anything: region, polis, shipload, resource, action, project, event, card, side, round, market, kind, formation. */
  nameOf(id: string, set?: string): string;
}

function neighbours(edges: readonly Pair[]): ReadonlyMap<string, readonly string[]> {
  const beside = new Map<string, string[]>();
  for (const [a, b] of edges) {
    beside.set(a, [...(beside.get(a) ?? []), b]);
    beside.set(b, [...(beside.get(b) ?? []), a]);
  }
  return beside;
}

/** `sparta` and `athens` are sides and poleis alike: with the same names in both languages. */
export function graphOf(info: GameInfo): Graph {
  const data = info.data as Data;
  const byId = <Item extends { readonly id: string }>(list: readonly Item[]): ReadonlyMap<string, Item> =>
    new Map(list.map((item) => [item.id, item]));
  const regions = byId(data.regions.items);
  const poleis = byId(data.poleis.items);
  const shiploads = byId(data.markets.items.flatMap((market) => market.shiploads));
  const projects = byId(data.projects.items);
  const cards = byId(data.combat_cards.items);
  const events = byId(data.events.items);
  const modes = byId(data.siege_modes.items);
  const isSea = (region: string): boolean => regions.get(region)?.kind === "sea";
  const beside = neighbours(data.graphs.hoplites.edges);
  const sailing = neighbours([...data.graphs.trade.edges, ...(data.graphs.trade.ruling_edges ?? [])]);
  const names = new Map<string, string>();
  for (const [set, list] of Object.entries(info.sets))
    for (const { id, name } of list as readonly Named[]) {
      names.set(`${set} ${id}`, name);
      if (!names.has(id)) names.set(id, name);
    }
  const lang = names.get("wheat") === "grano" ? "it" : "en";
  for (const kind of data.project_kinds.items) names.set(`kind ${kind.id}`, kind.names[lang] ?? kind.id); // "theatre" is a project too
  for (const one of [...data.markets.items, ...data.project_kinds.items, ...data.formations.items])
    if (!names.has(one.id)) names.set(one.id, one.names[lang] ?? one.id);
  return {
    lands: data.regions.items.filter(({ kind }) => kind === "land").map(({ id }) => id),
    seas: data.regions.items.filter(({ kind }) => kind === "sea").map(({ id }) => id),
    poleis: [...poleis.keys()],
    shiploads: [...shiploads.keys()],
    resources: (info.sets.resource ?? []).map(({ id }) => id),
    goods: data.goods_market.items.map(({ good }) => good),
    actions: data.actions.items,
    projects: data.projects.items,
    rounds: data.rounds.items,
    markets: data.markets.items,
    cards: data.combat_cards.items,
    formations: data.formations.items.map(({ id }) => id),
    region: (id) => regions.get(id),
    gives: (region) => (info.sets.resource ?? []).map(({ id }) => id).filter((id) => regions.get(region)?.yields?.[id]?.length),
    city: (id) => poleis.get(id),
    shipload: (id) => shiploads.get(id),
    project: (id) => projects.get(id),
    card: (id) => cards.get(id),
    event: (id) => events.get(id),
    mode: (id) => modes.get(id),
    poleisIn: (region) => data.poleis.items.filter((city) => city.region === region).map(({ id }) => id),
    beside: (region) => beside.get(region) ?? [],
    price: (shipload, position) => data.goods_market.price_rows_by_shipload_number[String(shipload.number)]?.[position] ?? 0,
    prices: data.goods_market.price_rows_by_shipload_number,
    sailing: (node) => sailing.get(node) ?? [],
    portOf: (side) => data.sides.items.find(({ id }) => id === side)!.port,
    constant: <Value>(id: string) => data.constants.items[id]?.value as Value,
    isSea,
    nameOf: (id, set) => (set ? names.get(`${set} ${id}`) : undefined) ?? names.get(id) ?? id,
  };
}
