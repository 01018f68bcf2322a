// SPDX-License-Identifier: MIT
// index.ts - analysis board and puzzles, in one chunk.
export { AnalyseView } from "./Analyse";
export { PuzzlesView } from "./Puzzles";
