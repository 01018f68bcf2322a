// SPDX-License-Identifier: MIT
// clash.ts - a battle that stands still until its dice are entered: who faces whom in their order, which dice fall next and how many faces
// each has. What a view of the truth holds, and nothing else. [INC-COMBAT-11 .. -17, INC-SIEGE-4]
import type { View } from "../../api";
import { otherOf, type Data, type Side } from "./data";
import { diceOf } from "./odds";
import type { Position, Unit } from "./position";

/** A throw that comes: who throws, in their order, with so many faces each; [attacker's, defender's], null: no such die. */
export interface Throw {
  readonly kind: "initiative" | "pair" | "extra" | "shot";
  /** Number in the line, from 0. */
  readonly at: number;
  /** Signs of those who throw; of a shot its weapon is the first. */
  readonly who: readonly [string, string | null];
  readonly faces: readonly [number, number | null];
}

export interface Clash {
  readonly site: string;
  readonly attacks: Side;
  readonly pass: number;
  readonly stage: "camp" | "siege" | "garrison";
  readonly line: readonly string[];
  /** The defenders as they are numbered: the garrison, then the camp. */
  readonly defenders: readonly string[];
  /** How many of them stand in the garrison. */
  readonly garrison: number;
  /** What fell already in this stage, by number in the line. */
  readonly fell: readonly (readonly [number, number])[];
}

const number = (value: unknown): number => (typeof value === "number" ? value : 0);
const words = (value: unknown): readonly string[] => String(value ?? "").split(" ").filter(Boolean);
const signs = (units: readonly Unit[]): string[] => units.map(({ type }) => type);

/** Units of a side as the line numbers them: site after site, the garrison before the camp. */
function ranksOf(position: Position, sites: readonly string[], side: Side): string[] {
  return sites.flatMap((site) => signs([...(side === "defenders" ? position.garrison(site) : []), ...position.camp(side, site)]));
}

/** The battle that waits for dice; null: none does. `sites`: in the order of the land. */
export function clashOf(position: Position, sites: readonly string[]): Clash | null {
  const { view, battle, side } = position;
  const stage = String(view["stage"] ?? "none");
  if (!battle || !side || (stage !== "camp" && stage !== "siege" && stage !== "garrison")) return null;
  const all = ranksOf(position, sites, side);
  const numbers = words(view["line"]);
  const other = otherOf(side);
  const garrison = other === "defenders" ? signs(position.garrison(battle)) : [];
  return {
    site: battle,
    attacks: side,
    pass: number(view["pass"]),
    stage,
    line: Array.from({ length: number(view["attackers"]) }, (_, i) => all[Number(numbers[i] ?? 0)] ?? "?"),
    defenders: [...garrison, ...signs(position.camp(other, battle))],
    garrison: garrison.length,
    fell: words(view["dice"]).map((pair) => pair.split("-").map(Number) as [number, number]),
  };
}

/** Those who are met in this stage. */
export const metIn = ({ stage, defenders, garrison }: Clash): readonly string[] =>
  stage === "garrison" ? defenders.slice(0, garrison) : defenders.slice(garrison);

/** The fighter that an extra backs: those of its type in turn; -1: none fights, and it throws nothing. [INC-COMBAT-13, INC-COMBAT-16] */
export function backedBy(line: readonly string[], pairs: number, extra: number): number {
  const fighters = line.slice(0, pairs).flatMap((type, at) => (type === line[extra] ? [at] : []));
  if (!fighters.length) return -1;
  const before = line.slice(pairs, extra).filter((type) => type === line[extra]).length;
  return fighters[before % fighters.length]!;
}

/** The dice that fall next, as far as they are certain: the rest of the pass, of the initiative and of shots the one throw at hand. */
export function throwsOf(view: View, clash: Clash | null, data: Data): readonly Throw[] {
  const step = String(view["step"] ?? "");
  if (step === "initiative") return [{ kind: step, at: 0, who: ["", ""], faces: [data.initiativeDie, data.initiativeDie] }];
  if (!clash) return [];
  const [at, pairs] = [number(view["at"]), number(view["pairs"])];
  const { line } = clash;
  if (step === "shot") {
    const weapon = [...data.structures.values()][number(view["weapon"])];
    const die = weapon?.effects.find(({ op }) => op === "siege_weapon")?.die ?? data.die;
    return weapon ? [{ kind: step, at, who: [weapon.id, line[at] ?? "?"], faces: [die, data.die] }] : [];
  }
  if (step !== "pair" && step !== "extra") return [];
  const foes = metIn(clash);
  const dice = (i: number) => diceOf(line[i]!, foes[i] ?? null, clash.stage === "garrison");
  return line.flatMap((type, i): Throw[] => {
    if (i < at) return [];
    if (i < pairs) return [{ kind: "pair", at: i, who: [type, foes[i] ?? null], faces: [dice(i)[0]!, dice(i)[1]] }];
    const backed = backedBy(line, pairs, i);
    return backed < 0 ? [] : [{ kind: "extra", at: i, who: [type, null], faces: [dice(backed)[0]!, null] }];
  });
}
