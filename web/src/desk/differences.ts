// SPDX-License-Identifier: MIT
// differences.ts - two texts compared line by line: what stands in one and not in the other, beside each other.

export interface Difference {
  readonly seen: readonly string[];
  readonly is: readonly string[];
}

/** longest[i][j]: the longest sequence of lines that the rests from i and j on have in common. */
function common(a: readonly string[], b: readonly string[]): number[][] {
  const longest = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i]![j] = a[i] === b[j] ? longest[i + 1]![j + 1]! + 1 : Math.max(longest[i + 1]![j]!, longest[i]![j + 1]!);
  return longest;
}

/** The stretches in which two texts differ, in their order. */
export function differences(seen: string, is: string): readonly Difference[] {
  const a = seen.split("\n").map((line) => line.trim());
  const b = is.split("\n").map((line) => line.trim());
  const longest = common(a, b);
  const found: { seen: string[]; is: string[] }[] = [];
  let open = false;
  const stretch = () => {
    if (!open) found.push({ seen: [], is: [] });
    open = true;
    return found.at(-1)!;
  };
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (i < a.length && j < b.length && a[i] === b[j]) (i++, j++, (open = false));
    else if (j === b.length || (i < a.length && longest[i + 1]![j]! >= longest[i]![j + 1]!)) stretch().seen.push(a[i++]!);
    else stretch().is.push(b[j++]!);
  }
  return found;
}
