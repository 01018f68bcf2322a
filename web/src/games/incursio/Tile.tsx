// SPDX-License-Identifier: MIT
// Tile.tsx - a unit as a tile: its sign, its number in the list, what it did. As a button where something can be done with it.
import type { ComponentChildren } from "preact";
import type { Unit } from "./position";

/** Which side a type of unit is of, by its sign. */
export const sideOfUnit = (type: string): "defenders" | "raiders" => (type.length > 1 ? "raiders" : "defenders");

export interface TileProps {
  /** null: a free place. */
  readonly unit: string | null;
  readonly number?: number;
  readonly label: string;
  readonly state?: Unit["state"];
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly onClick?: () => void;
  readonly children?: ComponentChildren;
}

export function Tile({ unit, number, label, state = "idle", pressed, disabled, onClick, children }: TileProps) {
  const look = `inc-tile ${unit ? "" : "free"} ${state}`;
  const inside = (
    <>
      {number !== undefined && (
        <small class="inc-tile-number" aria-hidden="true">
          {number}
        </small>
      )}
      <span aria-hidden="true">{unit ?? "·"}</span>
      <span class="hidden">{label}</span>
    </>
  );
  return (
    <li class="inc-tile-box" data-side={unit ? sideOfUnit(unit) : undefined}>
      {onClick ? (
        <button type="button" class={look} title={label} disabled={disabled} aria-pressed={pressed} onClick={onClick}>
          {inside}
        </button>
      ) : (
        <span class={look} title={label}>
          {inside}
        </span>
      )}
      {children}
    </li>
  );
}
