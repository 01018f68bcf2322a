// SPDX-License-Identifier: MIT
// remarks.ts - what was said in this browser about plies of a match: kept for its replay, with which the analysis board begins, too.
import { keepRemarks, keptRemarks } from "../device";
import { lineOf, remarkIn, type Remark } from "../remarks";

export const remarksOf = (match: string): readonly Remark[] => keptRemarks(match).flatMap((line) => remarkIn(line) ?? []);

export const keep = (match: string, list: readonly Remark[]): void => keepRemarks(match, list.map(lineOf));
