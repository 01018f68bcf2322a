// SPDX-License-Identifier: MIT
// beside.ts - where something stands on a board that is about places of it, and should not cover them.

const APART = 18; // px between the arena and the places of the fight
const MARGIN = 8; // and the edge of the board

type Box = Pick<DOMRect, "left" | "top" | "width" | "height">;

/** What is seen of the board where something lies over its foot. */
export function above(board: DOMRect, over: DOMRect | undefined): Box {
  if (!over || over.left >= board.right || over.right <= board.left || over.top <= board.top) return board;
  const { left, top, width } = board;
  return { left, top, width, height: Math.min(board.bottom, over.top) - top };
}

/** Where the arena stands on its board: as near to the places of a fight as it can without covering them; null: wherever is usual. */
export function beside(places: readonly DOMRect[], board: Box, width: number, height: number): { left: number; top: number } | null {
  if (places.length === 0) return null;
  const left = Math.min(...places.map((one) => one.left)) - board.left;
  const right = Math.max(...places.map((one) => one.right)) - board.left;
  const top = Math.min(...places.map((one) => one.top)) - board.top;
  const bottom = Math.max(...places.map((one) => one.bottom)) - board.top;
  const [x, y] = [(left + right - width) / 2, (top + bottom - height) / 2];
  const within = (at: number, most: number): number => Math.max(MARGIN, Math.min(most, at));
  const tried = [
    { left: x, top: bottom + APART },
    { left: x, top: top - height - APART },
    { left: right + APART, top: y },
    { left: left - width - APART, top: y },
  ].map((at) => ({ left: within(at.left, board.width - width - MARGIN), top: within(at.top, board.height - height - MARGIN) }));
  const covers = (at: { left: number; top: number }): boolean =>
    at.left < right && at.left + width > left && at.top < bottom && at.top + height > top;
  return tried.find((at) => !covers(at)) ?? null;
}
