// SPDX-License-Identifier: MIT
// SeatMark.tsx - who a seat is, never by colour alone: colour, pattern and letter, shared by page and boards.
import type { JSX } from "preact";

import { seatIndex, seatKey } from "../seat";

export { seatIndex, seatKey };

/** The value of `fill` that paints a shape with a seat's pattern, which SeatPatterns defines. */
export function seatFill(seat: string | null | undefined, prefix = "seat"): string {
  return `url(#${prefix}-${seatKey(seat)})`;
}

/** Six patterns over six colours: plain, rising lines, dots, upright lines, lattice, level lines. One tile is 8 units wide. */
const marks: readonly (JSX.Element | null)[] = [
  null,
  <path key="1" d="M-2 2 2-2M0 8 8 0M6 10 10 6" />,
  <path key="2" class="dots" d="M2 2h.01M6 6h.01" />,
  <path key="3" d="M2 0V8M6 0V8" />,
  <path key="4" d="M0 0 8 8M8 0 0 8" />,
  <path key="5" d="M0 2H8M0 6H8" />,
];

function Pattern({ name, mark, prefix, size }: { name: string; mark: JSX.Element | null; prefix: string; size: number }) {
  return (
    <pattern
      id={`${prefix}-${name}`}
      data-seat={name}
      class="seat-pattern"
      width="8"
      height="8"
      patternUnits="userSpaceOnUse"
      patternTransform={`scale(${size / 8})`}
    >
      <rect width="8" height="8" />
      {mark}
    </pattern>
  );
}

/** The <pattern>s, to stand inside an <svg>'s <defs>. `size`: a tile's width in the units of that svg. */
export function SeatPatterns({ prefix = "seat", size = 8 }: { prefix?: string; size?: number }) {
  return (
    <>
      {marks.map((mark, index) => (
        <Pattern key={index} name={String(index)} mark={mark} prefix={prefix} size={size} />
      ))}
      <Pattern name="nobody" mark={null} prefix={prefix} size={size} />
    </>
  );
}

/** The patterns of all seats, to stand once in the document so that every SeatMark finds its own. */
export function SeatDefs() {
  return (
    <svg class="defs-only" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <SeatPatterns />
      </defs>
    </svg>
  );
}

/** A small shield with the seat's letter. With `label` a screen reader reads it; without, what stands beside it is read. */
export function SeatMark({ seat, label }: { seat: string | null; label?: string }) {
  const key = seatKey(seat);
  const told = label ? ({ role: "img", "aria-label": label } as const) : ({ "aria-hidden": "true" } as const);
  return (
    <svg class="seat-mark" data-seat={key} viewBox="0 0 24 24" focusable="false" {...told}>
      <path class="seat-shield" fill={seatFill(seat)} d="M3 3h18v10c0 5-4 8-9 9-5-1-9-4-9-9z" />
      <circle class="seat-boss" cx="12" cy="11" r="6.6" />
      <text x="12" y="11" text-anchor="middle" dominant-baseline="central">
        {seatIndex(seat) < 0 ? "–" : seat}
      </text>
    </svg>
  );
}

/** The colours of the two sides of a fight: what is drawn of it inside an element with this style is in those of the seats. */
export function coloursOf(fighters: readonly [string | null, string | null]): Record<string, string> {
  const style: Record<string, string> = {};
  fighters.forEach((seat, i) => {
    const side = `--${i === 0 ? "attack" : "defend"}`;
    style[side] = `var(--seat-${seatKey(seat)})`;
    for (const part of ["ink", "text"]) style[`${side}-${part}`] = `var(--seat-${seatKey(seat)}-${part})`;
  });
  return style;
}
