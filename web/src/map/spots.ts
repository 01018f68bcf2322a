// SPDX-License-Identifier: MIT
// spots.ts - what a map knows of the board that is drawn on it: places with a spot each, of which some can be chosen now.

/** In units of the map. */
export type Spot = readonly [number, number];

export interface Focus {
  /** The place that has the keyboard's focus, and whether it is to be seen. */
  readonly place: string;
  readonly shown: boolean;
}

/** A board's model as taps and keys see it; its members may read signals. */
export interface Tapped {
  /** In the order in which Home and letters find them. */
  readonly places: readonly string[];
  /** The point by which a place is pointed at. */
  spotOf(place: string): Spot;
  nameOf(place: string): string;
  /** Is it a choice of the tool in hand? */
  isChoice(place: string): boolean;
  /** Would a tap choose something, of any tool? */
  canTap(place: string): boolean;
  tap(place: string): void;
  /** A tap on nothing. */
  tapNothing(): void;
}
