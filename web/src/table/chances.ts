// SPDX-License-Identifier: MIT
// chances.ts - a distribution as the bars that are drawn of it.

const least = 0.0005; // what is rarer is not drawn

export interface Bar {
  readonly left: number;
  readonly chance: number;
}

/** The counts between the least and the greatest that can be, most left first. */
export function barsOf(chances: readonly number[]): Bar[] {
  const bars = chances.map((chance, left) => ({ left, chance }));
  const likely = bars.filter(({ chance }) => chance >= least);
  const low = likely[0]?.left ?? 0;
  const high = likely[likely.length - 1]?.left ?? 0;
  return bars.slice(low, high + 1).reverse();
}
