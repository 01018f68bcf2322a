// SPDX-License-Identifier: MIT
// emblems.tsx - the six formations as battle lines seen from above, and the signs of the twelve actions.
import { Sign, type SignName } from "../signs";

/** Blocks of soldiers; the enemy stands above. */
const formations: Readonly<Record<string, string>> = {
  phalanx: "M2 7h20v3.2H2zM2 11.4h20v3.2H2zM2 15.8h20V19H2z",
  left_wing: "M2 4h6.5v15.5H2zM9.8 13h12.2v3.2H9.8z",
  right_wing: "M15.5 4H22v15.5h-6.5zM2 13h12.2v3.2H2z",
  wedge: "M12 3.5 22 20h-5.2L12 11.8 7.2 20H2z",
  crescent: "M2 4.5h4.6c.4 6 2.1 8.7 5.4 8.7s5-2.7 5.4-8.7H22C21.6 14.6 18 19.5 12 19.5S2.4 14.6 2 4.5z",
  ambush: "M8 9.5h8v3.2H8zM8 14h8v3.2H8zM2 4h3.6v7H2zM18.4 4H22v7h-3.6z",
};

export function Formation({ of }: { of: string }) {
  const shape = formations[of];
  if (!shape) return null;
  return (
    <svg class="polis-formation" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={shape} />
      {of === "ambush" && <path class="hidden-line" d="M2.5 13.5c0 4 1 6 3.5 7M21.5 13.5c0 4-1 6-3.5 7" />}
    </svg>
  );
}

/** A unit that is made or moved is its own sign with a mark; the others have shapes of their own. */
const units: Readonly<Record<string, readonly [SignName, "+" | "→"]>> = {
  create_hoplites: ["hoplite", "+"],
  create_galleys: ["galley", "+"],
  create_merchants: ["merchant", "+"],
  move_hoplites: ["hoplite", "→"],
  move_galleys: ["galley", "→"],
  move_proxenos: ["proxenos", "→"],
};

const acts: Readonly<Record<string, string>> = {
  start_project: "M12 2.5 22.5 8v1.8h-21V8zM3.5 11h3v7h-3zM8.2 11h3v7h-3zM12.8 11h3v7h-3zM17.5 11h3v7h-3zM1.5 19.2h21V22h-21z",
  besiege: "M3 21.5V4h3.2v2.6h2.9V4h5.8v2.6h2.9V4H21v17.5h-5.8V16a3.2 3.2 0 0 0-6.4 0v5.5z",
  collect: "M2.5 10.5h19l-2 11h-15zM7.5 9l3.6-6.5h1.8L16.5 9h-2.2L12 4.8 9.7 9zM8 13l.6 6h1.6l-.4-6zm6.2 0-.4 6h1.6l.6-6z",
  trade: "M11 2.5h2v2.2h7l2.5 7.3a4.2 4.2 0 0 1-8.4 0l2.1-5.3H13v13h4v2.3H7v-2.3h4v-13H7.8L9.9 12a4.2 4.2 0 0 1-8.4 0L4 4.7h7zM5.7 7.5 4 12h3.4zm12.6 0L16.6 12H20z",
  redeem_proxenos: "M8 6.5a5.5 5.5 0 1 1-1.9 10.7A5.5 5.5 0 0 1 8 6.5zm0 3a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM13.8 10.6h8.7v6.2h-2.8v-3.4h-1.9v2.6h-2.6v-2.6h-1.6z",
  civil_war: "M12.8 1.5c.5 3.7 5.9 6.2 5.9 12.2 0 4.7-2.9 8-6.7 8s-6.7-3-6.7-7.2c0-2.9 1.4-4.8 3-6.5.1 1.7.7 2.8 1.7 3.2-.4-3.7.3-7 2.8-9.7zm-.6 11.9c-1.7 1.5-2.5 2.6-2.5 4.1 0 1.4 1 2.4 2.3 2.4s2.3-1 2.3-2.5c0-1.4-.8-2.6-2.1-4z",
};

export function ActionSign({ of }: { of: string }) {
  const unit = units[of];
  return (
    <span class="polis-act-sign" aria-hidden="true">
      {unit ? (
        <>
          <Sign of={unit[0]} />
          <span>{unit[1]}</span>
        </>
      ) : (
        <svg class="polis-sign" viewBox="0 0 24 24" focusable="false">
          <path d={acts[of] ?? ""} fill="currentColor" fill-rule="evenodd" />
        </svg>
      )}
    </span>
  );
}
