// SPDX-License-Identifier: MIT
// tables.ts - the few facts of the game that the verifier needs with no server at hand; a test compares them with the data.

/** In the order of data/spqrisiko.json: a drawn province is the n-th free one in this order. */
export const PROVINCES: readonly string[] = (
  "britannia germania_inferior belgica lugdunense aquitania narbonensis raetia noricum cisalpina italia corsica sardinia " +
  "sicilia galicia lusitania terraconensis baetica baleares illiria dalmazia pannonia dacia moesia thracia macedonia epirus " +
  "achaia creta asia bithynia galatia cilicia cipro ponto cappadocia armenia mesopotamia syria judea arabia aegyptus " +
  "cyrenaica africa numidia mauretania"
).split(" ");

export const CARDS: readonly string[] = ["legionary", "vexillum", "trireme", "centre"];
export const DECK: readonly number[] = [25, 15, 10, 5];

/** The cards of each set, by its id in moves ("set legionary_vexillum_trireme"). */
export function cardsOfSet(set: string): string[] {
  const three = set.match(/^(\w+)_x3$/);
  return three ? [three[1]!, three[1]!, three[1]!] : set.split("_");
}

export const CLAIM_LEGIONARIES = 2;
export const GROUP_LEGIONARIES = 3;
export const LEGIONARY_CAP = 9999;
export const LEGIONARIES_OF_TRIREME_BUILT = 3;
export const LEGIONARIES_OF_TRIREME_RETURNED = 2;

/** Neutral groups that seats place, and provinces that are neutral from the start. [SPQ-SETUP-4, SPQ-SETUP-5] */
export function neutralSetup(seats: number, perColour: boolean): { groups: number; preplaced: readonly string[] } {
  if (seats === 5) return { groups: 0, preplaced: [] };
  if (seats === 4) return { groups: 8, preplaced: ["italia"] };
  return { groups: perColour ? 9 * (5 - seats) : 9, preplaced: [] };
}
