// SPDX-License-Identifier: MIT
// ways.ts - the arrows of a march, of a voyage, of the proxenos: from where to where.
import type { Model } from "./model";

const MANY = 4; // ways: as many are not drawn

export interface Passage {
  readonly from: string;
  readonly to: string;
  readonly look: "picked" | "can";
}

/** The arrows to where units march or sail now; of more than MANY ways the one picked alone. */
export function waysOf(model: Model): readonly Passage[] {
  const { step, decider, proxenos } = model.position.value;
  const picked = model.picked.value;
  if (step === "prox_to") {
    const from = decider && proxenos(decider);
    return from && picked ? [{ from, to: picked, look: "picked" }] : [];
  }
  const to = model.subject.value;
  if (!to || (step !== "move_hoplites" && step !== "move_galleys")) return [];
  const from = [...model.choices.value.places.keys()];
  const shown = from.length > MANY ? from.filter((place) => place === picked) : from;
  return shown.map((place): Passage => ({ from: place, to, look: place === picked ? "picked" : "can" }));
}
