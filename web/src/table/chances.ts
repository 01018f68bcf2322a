// SPDX-License-Identifier: MIT
// chances.ts - a distribution as the bars that are drawn of it.

const least = 0.0005; // what is rarer is not drawn

/** The chance, from 0 to 1, that exactly `left` units are left. */
export interface Bar {
  readonly left: number;
  readonly chance: number;
}

/** The bars from the greatest likely count down to the least. `chances[n]` is the chance of n; rare counts at both ends are left out. */
export function barsOf(chances: readonly number[]): Bar[] {
  const bars = chances.map((chance, left) => ({ left, chance }));
  const likely = bars.filter(({ chance }) => chance >= least);
  const low = likely[0]?.left ?? 0;
  const high = likely[likely.length - 1]?.left ?? 0;
  return bars.slice(low, high + 1).reverse();
}
