// SPDX-License-Identifier: MIT
// odds.ts - what an attack meets so far as it is known, the dice of each pair, and the question by which the server reckons the chances.
import type { Side } from "./data";
import type { Model } from "./model";

/** Each type has the advantage over the next one, and the last over the first. [INC-COMBAT-5] */
const CYCLE = ["F", "Tr", "A", "As", "C", "Di"];
export const hasAdvantage = (a: string, b: string): boolean => CYCLE[(CYCLE.indexOf(a) + 1) % CYCLE.length] === b && CYCLE.includes(a);

/** Faces of both dice of a pair, null where a type is unknown. Outside of a garrison nobody has advantages in defence. [INC-COMBAT-4, -9] */
export function diceOf(attacker: string, defender: string | null, garrison: boolean): readonly [number | null, number | null] {
  if (defender === null) return [garrison ? null : 6, null];
  return [garrison && hasAdvantage(defender, attacker) ? 4 : 6, hasAdvantage(attacker, defender) ? 4 : 6];
}

/** Who is known to stand at a target, place by place; null: somebody of unknown type. */
export interface Facing {
  readonly camp: readonly (string | null)[];
  readonly garrison: readonly (string | null)[];
  /** How many of them were seen. */
  readonly seen: number;
  readonly count: number | "some" | null;
  readonly day: number | null;
}

/** As many places of the garrison are taken as it has, the others are in the camp: what the server supposes, too. */
export function facing(model: Model, target: string): Facing {
  const side = model.side.value as Side;
  const position = model.position.value;
  const known = position.knows(side, target);
  const look = model.looks.value.get(target)!;
  const camp = [...known.camp];
  const garrison = side === "raiders" ? [...position.seenGarrison(target)] : [];
  const count = known.enemies;
  const seen = [...camp, ...garrison].filter((type) => type !== null).length;
  if (typeof count === "number") {
    let rest = Math.max(0, count - camp.length - garrison.length);
    const level = model.data.value.levels[look.level ?? 1];
    const places = side === "raiders" && look.kind === "settlement" ? (level?.garrison ?? 0) : 0;
    while (rest > 0 && garrison.length < places) garrison.push(null), rest--;
    while (rest-- > 0) camp.push(null);
  }
  return { camp, garrison, seen, count, day: known.enemiesDay };
}

const IDS: Readonly<Record<string, string>> = { F: "infantry", A: "archers", C: "cavalry", Tr: "troopers", As: "assailants", Di: "destroyers" };
const MOST = 40; // attackers and defenders of which a chance is asked

/** The query of the question `battle`; null: nobody knows enough, or there are too many. */
export function battleQuery(model: Model, target: string, line: readonly string[]): Record<string, string> | null {
  const { camp, garrison, count } = facing(model, target);
  if (!line.length || line.length > MOST || typeof count !== "number" || !count || count > MOST) return null;
  const list = (types: readonly (string | null)[]): string => types.map((type) => (type ? IDS[type] : "unknown")).join(",");
  const raids = model.side.value === "raiders";
  const { copies } = model.position.value.seen(target);
  const structures = raids ? [...copies].map(([id, n]) => `${id}*${n}`).join(",") : "";
  return {
    attackers: list(line),
    ...(camp.length ? { camp: list(camp) } : {}),
    ...(garrison.length ? { garrison: list(garrison) } : {}),
    ...(structures ? { structures } : {}),
    ...(raids ? { upgrades: String(model.position.value.steps) } : {}),
    ...(!raids && model.looks.value.get(target)!.kind === "ruin" ? { ruin: "yes" } : {}),
    ...(model.death.value ? { death: "yes" } : {}),
  };
}
