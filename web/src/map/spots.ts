// SPDX-License-Identifier: MIT
// spots.ts - what a map knows of the board that is drawn on it: places with a spot each, of which some can be chosen now.

/** A point of the map, in its units: x to the east, y to the south. */
export type Spot = readonly [number, number];

export interface Focus {
  /** The place that has the keyboard's focus, and whether it is to be seen. */
  readonly place: string;
  readonly shown: boolean;
}

/** A board's model as taps and keys see it; its members may read signals. */
export interface Tapped {
  /** All places, in the order in which the keys Home and letters find them. */
  readonly places: readonly string[];
  /** The point by which a place is pointed at. */
  spotOf(place: string): Spot;
  nameOf(place: string): string;
  /** True if the place is a choice of the tool in hand. */
  isChoice(place: string): boolean;
  /** True if a tap on the place would choose something, with any tool. */
  canTap(place: string): boolean;
  /** The place on which that one stands and which a tap on it means, where only the ground is a choice: a city's region. */
  standsIn?(place: string): string | null;
  tap(place: string): void;
  /** Called for a tap on no place at all. */
  tapNothing(): void;
}

const NEAR = 22; // px: half of what a finger needs

/**
 * The place that a tap means: what is under it, or the ground that this stands on, whichever can be chosen; beside a small choice the
 * choice, if its mark is nearer than any other. `distance`: of a spot from the tap, in pixels.
 */
export function meant(model: Tapped, under: string | null, distance: (spot: Spot) => number): string | null {
  const choice = (place: string | null): string | null => {
    if (!place || model.canTap(place)) return place;
    const ground = model.standsIn?.(place) ?? null;
    return ground && model.canTap(ground) ? ground : null;
  };
  const here = choice(under);
  if (here) return here;
  let nearest: string | null = null;
  let least = NEAR;
  for (const place of model.places) {
    const far = distance(model.spotOf(place));
    if (far < least) [nearest, least] = [place, far];
  }
  return choice(nearest) ?? under;
}
