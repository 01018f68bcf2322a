// SPDX-License-Identifier: MIT
// Dice.tsx - dice as pips: in running words, and falling on the table with the losses they cause.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Fallen } from "../table/show";
import { t } from "../words";
import { above, beside } from "./beside";
import { coloursOf, seatKey } from "./SeatMark";

const pips: readonly (readonly [number, number][])[] = [
  [],
  [[12, 12]],
  [
    [7, 7],
    [17, 17],
  ],
  [
    [7, 7],
    [12, 12],
    [17, 17],
  ],
  [
    [7, 7],
    [17, 7],
    [7, 17],
    [17, 17],
  ],
  [
    [7, 7],
    [17, 7],
    [12, 12],
    [7, 17],
    [17, 17],
  ],
  [
    [7, 6.5],
    [17, 6.5],
    [7, 12],
    [17, 12],
    [7, 17.5],
    [17, 17.5],
  ],
];

const SHADE = "M1.5 17v2a3.5 3.5 0 0 0 3.5 3.5h14a3.5 3.5 0 0 0 3.5-3.5v-2a3.5 3.5 0 0 1-3.5 3.5H5A3.5 3.5 0 0 1 1.5 17z";

/** A die of so many `faces`. `side`: 0 is the attacker's, 1 the defender's; they differ by colour and by the shape of the corners. */
export function Die({ face, side, faces = 6 }: { face: number; side: 0 | 1; faces?: number }) {
  const marks = faces === 6 ? pips[face] : undefined;
  return (
    <svg class={`die side-${side}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {faces === 4 ? (
        <>
          <path class="die-body" d="M11.6 1.4 1.2 18.2 14 22.8 22.8 16.4z" />
          <path class="die-shade" d="M11.6 1.4 14 22.8 22.8 16.4z" />
          <path class="die-edge" d="M11.6 1.4 14 22.8" />
        </>
      ) : (
        <>
          <rect class="die-body" x="1.5" y="1.5" width="21" height="21" rx={side ? 8 : 3.5} />
          <path class="die-shade" d={SHADE} />
        </>
      )}
      {marks ? (
        marks.map(([x, y]) => <circle key={`${x} ${y}`} cx={x} cy={y} r="2.1" />)
      ) : (
        <text x={faces === 4 ? 9.4 : 12} y={faces === 4 ? 18.2 : 16.5} text-anchor="middle">
          {face}
        </text>
      )}
    </svg>
  );
}

export function DiceRow({ faces, side }: { faces: readonly number[]; side: 0 | 1 }) {
  return (
    <span class="dice-row">
      <span class="hidden">{faces.join(" ")}</span>
      {faces.map((face, i) => (
        <Die key={i} face={face} side={side} />
      ))}
    </span>
  );
}

/** Those that decide lie side by side, highest first. */
function Side({ fallen, side }: { fallen: Fallen; side: 0 | 1 }) {
  const { dice, sides, losses, faces, fighters } = fallen.thrown;
  const sorted = [...dice[side]].sort((a, b) => b - a);
  return (
    <div class={`throw-side side-${side}`} data-seat={seatKey(fighters[side])}>
      <span class="throw-who">{sides[side]}</span>
      <span class="throw-dice">
        {sorted.map((face, i) => (
          <Die key={i} face={face} side={side} faces={faces ?? 6} />
        ))}
      </span>
      {losses && (
        <span class="throw-loss" aria-hidden={fallen.rolling}>
          {losses[side] === 0 ? t("throw_no_loss") : `−${losses[side]}`}
        </span>
      )}
    </div>
  );
}

/** A throw over the board, beside the fight. A tap on it shows everything that still waits to be shown. */
export function ThrowStage({ fallen, busy, onSkip }: { fallen: Fallen | null; busy: boolean; onSkip: () => void }) {
  const stage = useRef<HTMLButtonElement>(null);
  const ply = fallen?.ply;
  useLayoutEffect(() => {
    const one = stage.current;
    const board = one?.parentElement;
    if (!one || !board || !fallen) return;
    const markOf = (place: string): Element | null =>
      ["g", ""].map((kind) => board.querySelector(`${kind}[data-place="${CSS.escape(place)}"]`)).find((one) => one !== null) ?? null;
    const sheet = document.querySelector(".sheet"); // of a phone, over the board's foot, and higher once something is to be decided
    const lay = () => {
      const marks = fallen.thrown.at.map(markOf).filter((mark) => mark !== null);
      const seen = marks.map((mark) => mark.getBoundingClientRect());
      const spot = beside(seen, above(board.getBoundingClientRect(), sheet?.getBoundingClientRect()), one.offsetWidth, one.offsetHeight);
      one.toggleAttribute("data-placed", spot !== null);
      one.style.left = spot ? `${spot.left}px` : "";
      one.style.top = spot ? `${spot.top}px` : "";
    };
    lay();
    const watch = new ResizeObserver(lay);
    for (const size of [one, sheet]) if (size) watch.observe(size);
    return () => watch.disconnect();
  }, [ply]);
  if (!fallen) return null;
  return (
    <button
      ref={stage}
      type="button"
      class={`throw ${fallen.rolling ? "rolling" : "lying"}`}
      key={fallen.ply}
      onClick={onSkip}
      aria-label={t("throw_skip")}
      style={coloursOf(fallen.thrown.fighters)}
    >
      <Side fallen={fallen} side={0} />
      <Side fallen={fallen} side={1} />
      <span class="throw-words">{fallen.rolling ? "\u00a0" : fallen.thrown.words}</span>
      {busy && <span class="throw-hint">{t("throw_skip")}</span>}
    </button>
  );
}
