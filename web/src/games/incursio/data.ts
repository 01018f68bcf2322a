// SPDX-License-Identifier: MIT
// data.ts - the game's tables as the server tells them (data/incursio.json, or what a scenario lays over it), read once: the map in play
// with its lines, settlements' levels, structures, missions. All names are in both languages.
import type { GameInfo, Lang } from "../../api";
import type { Spot } from "../../map/spots";

export type Side = "defenders" | "raiders";
export const SIDES: readonly Side[] = ["defenders", "raiders"];
export const otherOf = (side: Side): Side => (side === "defenders" ? "raiders" : "defenders");

type Names = Readonly<Record<Lang, string>>;

/** The signs of units, in the order of their types. */
export const UNITS: Readonly<Record<Side, readonly string[]>> = { defenders: ["F", "A", "C"], raiders: ["Tr", "As", "Di"] };

export interface Site {
  readonly id: string;
  readonly number: number;
  readonly names: Names;
  readonly spot: Spot;
  readonly kind: "empty" | "settlement" | "ruin";
  readonly level: number;
  readonly capital: boolean;
}

export interface Line {
  readonly from: string;
  readonly to: string;
  readonly red: boolean;
}

export interface Structure {
  readonly id: string;
  readonly number: number;
  readonly names: Names;
  readonly requires: readonly string[];
  readonly level: number;
  readonly cost: number;
  readonly limit: number;
  readonly effects: readonly { readonly op: string; readonly amount?: number; readonly die?: number; readonly types?: readonly string[] }[];
}

export interface Mission {
  readonly id: string;
  readonly names: Names;
  readonly side: Side;
  /** "own_settlement", "own_site", "own_ruin"; null: none is named. */
  readonly target: string | null;
}

/** The map in play, in units of its drawing: neighbouring sites are about SPACING apart. */
export interface Land {
  readonly id: string;
  readonly names: Names;
  readonly days: number;
  readonly harvest: number;
  readonly width: number;
  readonly height: number;
  readonly sites: ReadonlyMap<string, Site>;
  readonly lines: readonly Line[];
  /** By line of any colour, and by grey ones alone. */
  readonly near: ReadonlyMap<string, readonly string[]>;
  readonly grey: ReadonlyMap<string, readonly string[]>;
  readonly kindsPublic: boolean;
  readonly levelsPublic: boolean;
}

export interface Data {
  readonly structures: ReadonlyMap<string, Structure>;
  readonly levels: readonly { readonly names: Names; readonly garrison: number; readonly requires: Readonly<Record<string, number>> }[];
  readonly ruins: readonly { readonly names: Names }[];
  readonly missions: readonly Mission[];
  /** `quota`: of how many characters one may be of it; null: all may. [INC-ROLE-13] */
  readonly species: ReadonlyMap<string, { readonly names: Names; readonly side: Side; readonly percent: number | null; readonly quota: number | null }>;
  readonly charactersLeast: number;
  readonly upgrades: readonly { readonly names: Names; readonly resources: number; readonly effects: readonly { readonly op: string }[] }[];
  readonly objectives: ReadonlyMap<string, Names>;
  readonly founding: { readonly cost: number };
  readonly attacks: number;
  /** Faces of a die, and of one of the initiative. */
  readonly die: number;
  readonly initiativeDie: number;
}

// ---- As the file has them ------------------------------------------------------------------------------------------------------------

interface RawMap {
  readonly id: string;
  readonly names: Names;
  readonly setup: { readonly days: number; readonly harvest_period: number };
  readonly sites: readonly {
    readonly id: string;
    readonly number: number;
    readonly q: number;
    readonly r: number;
    readonly names: Names;
    readonly kind: Site["kind"];
    readonly level?: number;
    readonly capital?: boolean;
  }[];
  readonly lines: { readonly grey: readonly (readonly [string, string])[]; readonly red?: readonly (readonly [string, string])[] };
}

interface Raw {
  readonly maps: readonly RawMap[];
  readonly secrecy: { readonly start_kinds_public: boolean; readonly start_levels_public?: boolean };
  readonly structures: readonly Structure[];
  readonly settlement_levels: readonly {
    readonly names: Names;
    readonly garrison: number;
    readonly requires: readonly { readonly structure: string; readonly count: number }[];
  }[];
  readonly ruin_levels: readonly { readonly names: Names }[];
  readonly missions: {
    readonly list: readonly { readonly id: string; readonly names: Names; readonly faction: Side; readonly target: string | null }[];
  };
  readonly species: readonly {
    readonly id: string;
    readonly names: Names;
    readonly faction: Side;
    readonly unit_type: string | null;
    readonly spying_percent?: number | null;
    readonly automatic?: boolean;
  }[];
  readonly teams: { readonly characters_minimum: number; readonly species_quota_divisor: { readonly raiders: number; readonly molor: number } };
  readonly demon_upgrades: Data["upgrades"];
  readonly objectives: { readonly list: readonly { readonly id: string; readonly names: Names }[] };
  readonly founding: { readonly structures: readonly string[] };
  readonly assault: { readonly attacks_per_day: number };
  readonly dice: { readonly standard: number };
  readonly initiative: { readonly die: number };
}

// ---- The map ---------------------------------------------------------------------------------------------------------------------------

export const SPACING = 84; // units between neighbouring sites
const STRETCH = 1.25; // across: screens are wider than the land
const MARGIN = 74;
const ROOT3 = Math.sqrt(3);

/** How far the nearest sites are from each other, in steps of the grid: half of all sites have a neighbour that near. */
function spacingOf(spots: readonly Spot[]): number {
  const nearest = spots.map(([x, y]) => Math.min(...spots.map(([a, b]) => (a === x && b === y ? Infinity : Math.hypot(a - x, b - y)))));
  return nearest.sort((a, b) => a - b)[Math.floor(nearest.length / 2)] || 1;
}

function linesOf(raw: RawMap): Line[] {
  const all = (pairs: readonly (readonly [string, string])[] | undefined, red: boolean): Line[] =>
    (pairs ?? []).map(([from, to]) => ({ from, to, red }));
  return [...all(raw.lines.grey, false), ...all(raw.lines.red, true)];
}

function nearOf(lines: readonly Line[]): Map<string, string[]> {
  const near = new Map<string, string[]>();
  for (const { from, to } of lines)
    for (const [a, b] of [[from, to], [to, from]] as const) near.set(a, [...(near.get(a) ?? []), b].sort());
  return near;
}

function landFrom(raw: RawMap, secrecy: Raw["secrecy"]): Land {
  // Axial coordinates: q along a row, which r rows further down begins half a step further on. [INC-GEN-4]
  const grid = raw.sites.map(({ q, r }): Spot => [ROOT3 * (q + r / 2) * STRETCH, 1.5 * r]);
  const k = SPACING / spacingOf(grid);
  const low = (axis: 0 | 1): number => Math.min(...grid.map((spot) => spot[axis]));
  const high = (axis: 0 | 1): number => Math.max(...grid.map((spot) => spot[axis]));
  const [left, top] = [low(0), low(1)];
  const round = (n: number): number => Math.round(n * 10) / 10;
  const sites = raw.sites.map((site, i): Site => {
    const [x, y] = grid[i]!;
    const spot: Spot = [round((x - left) * k + MARGIN), round((y - top) * k + MARGIN)];
    return { id: site.id, number: site.number, names: site.names, spot, kind: site.kind, level: site.level ?? 0, capital: !!site.capital };
  });
  const lines = linesOf(raw);
  return {
    id: raw.id,
    names: raw.names,
    days: raw.setup.days,
    harvest: raw.setup.harvest_period,
    width: round((high(0) - left) * k + 2 * MARGIN),
    height: round((high(1) - top) * k + 2 * MARGIN),
    sites: new Map(sites.map((site) => [site.id, site])),
    lines,
    near: nearOf(lines),
    grey: nearOf(lines.filter((line) => !line.red)),
    kindsPublic: secrecy.start_kinds_public,
    levelsPublic: secrecy.start_levels_public ?? false,
  };
}

const lands = new WeakMap<object, Map<string, Land>>();

/** The map in play: the first of the data's two, or the second, whatever they are called. */
export function landOf(info: GameInfo, options: Readonly<Record<string, string | number>>): Land {
  const raw = info.data as Raw;
  const known = lands.get(raw) ?? new Map<string, Land>();
  lands.set(raw, known);
  const which = options["map"] === "small" ? "small" : "esdef";
  let land = known.get(which);
  if (!land) known.set(which, (land = landFrom(raw.maps[which === "small" ? 1 : 0] ?? raw.maps[0]!, raw.secrecy)));
  return land;
}

// ---- Tables ----------------------------------------------------------------------------------------------------------------------------

const read = new WeakMap<object, Data>();

export function dataOf(info: GameInfo): Data {
  const raw = info.data as Raw;
  let data = read.get(raw);
  if (data) return data;
  const structures = new Map(raw.structures.map((one) => [one.id, one]));
  data = {
    structures,
    levels: raw.settlement_levels.map(({ names, garrison, requires }) => ({
      names,
      garrison,
      requires: Object.fromEntries(requires.map(({ structure, count }) => [structure, count])),
    })),
    ruins: raw.ruin_levels.map(({ names }) => ({ names })),
    missions: raw.missions.list.map(({ id, names, faction, target }) => ({ id, names, side: faction, target })),
    species: new Map(
      raw.species.map((one) => {
        const { raiders, molor } = raw.teams.species_quota_divisor;
        const quota = one.automatic ? molor : one.unit_type ? raiders : null;
        return [one.id, { names: one.names, side: one.faction, percent: one.spying_percent ?? null, quota }];
      }),
    ),
    charactersLeast: raw.teams.characters_minimum,
    upgrades: raw.demon_upgrades,
    objectives: new Map(raw.objectives.list.map(({ id, names }) => [id, names])),
    founding: { cost: raw.founding.structures.reduce((sum, id) => sum + (structures.get(id)?.cost ?? 0), 0) },
    attacks: raw.assault.attacks_per_day,
    die: raw.dice.standard,
    initiativeDie: raw.initiative.die,
  };
  read.set(raw, data);
  return data;
}

/** "7 Rocca Piccola": by the number people give orders with. */
export const labelOf = (land: Land, site: string, lang: Lang): string => {
  const found = land.sites.get(site);
  return found ? `${found.number} ${found.names[lang]}` : site;
};
