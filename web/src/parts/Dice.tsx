// SPDX-License-Identifier: MIT
// Dice.tsx - dice as pips: in running words, and falling on the table with the losses they cause.
import type { Fallen } from "../table/show";
import { t } from "../words";

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

/** A die. `side`: 0 is the attacker's, 1 the defender's; they differ by colour and by the shape of the corners. */
export function Die({ face, side }: { face: number; side: 0 | 1 }) {
  const marks = pips[face];
  return (
    <svg class={`die side-${side}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <rect x="1.5" y="1.5" width="21" height="21" rx={side ? 10.5 : 4} />
      {marks ? (
        marks.map(([x, y]) => <circle key={`${x} ${y}`} cx={x} cy={y} r="2.1" />)
      ) : (
        <text x="12" y="16.5" text-anchor="middle">
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

/** Those that decide lie side by side, highest first; which of each pair was lower shows by its fading. */
function Side({ fallen, side }: { fallen: Fallen; side: 0 | 1 }) {
  const { dice, sides, losses } = fallen.thrown;
  const faces = [...dice[side]].sort((a, b) => b - a);
  return (
    <div class={`throw-side side-${side}`}>
      <span class="throw-who">{sides[side]}</span>
      <span class="throw-dice">
        {faces.map((face, i) => (
          <Die key={i} face={face} side={side} />
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

/** A throw over the board. A tap on it shows everything that still waits to be shown. */
export function ThrowStage({ fallen, busy, onSkip }: { fallen: Fallen | null; busy: boolean; onSkip: () => void }) {
  if (!fallen) return null;
  return (
    <button
      type="button"
      class={`throw ${fallen.rolling ? "rolling" : "lying"}`}
      key={fallen.ply}
      onClick={onSkip}
      aria-label={t("throw_skip")}
    >
      <Side fallen={fallen} side={0} />
      <Side fallen={fallen} side={1} />
      {!fallen.rolling && <span class="throw-words">{fallen.thrown.words}</span>}
      {busy && <span class="throw-hint">{t("throw_skip")}</span>}
    </button>
  );
}
