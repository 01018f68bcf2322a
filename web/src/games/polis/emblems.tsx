// SPDX-License-Identifier: MIT
// emblems.tsx - the sign of each polis, after its coins: drawn on 16 x 16 around 0 0. Beside it always stands the name.

const DOLPHIN = "M-7 1.5C-5-4 1-5.5 4-2.5L7-4 6 0C3 4-2 4.5-4.5 3L-7 6-6.5 2.5zM3.4-1.6a.7.7 0 1 0 .1 0z";
const SHIELD = "M0-7C6-7 7-3 4.6 0 7 3 6 7 0 7-6 7-7 3-4.6 0-7-3-6-7 0-7zM0-4.6C-3.4-4.6-3.6-2.6-2.2 0-3.6 2.6-3.4 4.6 0 4.6 3.4 4.6 3.6 2.6 2.2 0 3.6-2.6 3.4-4.6 0-4.6z";
const STAR = "M0-7 1.5-2.4 6-3.6 3 0 6 3.6 1.5 2.4 0 7-1.5 2.4-6 3.6-3 0-6-3.6-1.5-2.4z";
const TRIDENT = "M-.9 7V1.5C-4 1.5-5.6-.5-5.6-6h1.8c0 3.6.9 5.4 2.9 5.7V-7h1.8v6.7C2.9-.6 3.8-2.4 3.8-6h1.8C5.6-.5 4 1.5.9 1.5V7z";

/** Paths; what is cut out is filled by the other rule. */
const EMBLEMS: Readonly<Record<string, string>> = {
  sparta: "M-7 6.5-1-7H1L7 6.5H3.8L0-2.6-3.8 6.5z", // the lambda of its shields
  athens: "M-5-7C-2-5.6 2-5.6 5-7 6.4-1 5.5 4 2.4 7H-2.4C-5.5 4-6.4-1-5-7zM-2.4-3.8a1.8 1.8 0 1 0 .1 0zM2.4-3.8a1.8 1.8 0 1 0 .1 0zM0-1.2-.9.8H.9z", // the owl
  corinth: "M-7 2C-5-1-4-2-2-2-4-4-3.5-6.5-1-7 0-5 1.5-3.6 4-3.6L5.6-6 7-3.4 5.4-1 4 .6V7H2.6L2.2 2.6H-2.4L-3 7h-1.4L-4.8 3z", // Pegasus
  thebes: SHIELD,
  argos: "M-7 6C-6 0-4-3-1-4L1-7 3-4.4 7-1.6 6 .6 3 1C3 3 4 5 4 7H-1C-2 5-4 4.6-7 6zM2.4-3.2a.8.8 0 1 0 .1 0z", // the wolf
  chios: "M-4.6-6h9.2v1.6H3.4C5.6-2 5.6 1 3.4 3.4L1.8 7h-3.6L-3.4 3.4C-5.6 1-5.6-2-3.4-4.4h-1.2z", // the amphora
  samos: "M-6-5C-3-8 3-8 6-5 7.5-2 6 1 4.4 2L3 7H-3L-4.4 2C-6 1-7.5-2-6-5zM-3-2.4a1 1 0 1 0 .1 0zM3-2.4a1 1 0 1 0 .1 0zM-1.6 3.4h3.2L0 5.4z", // the lion's mask
  chalcis: "M-7-4C-4-4.6-2-3 0-.6 2-3 4-4.6 7-4 5.6 0 3.4 2 1.6 2.4L3 7H-3L-1.6 2.4C-3.4 2-5.6 0-7-4z", // the eagle
  corcyra: STAR,
  epidamnus: "M-6-7h12l-1.4 5L2 .6V3.6L4.6 7h-9.2L-2 3.6V.6L-4.6-2zM-3.6-5.2l.8 2.4h5.6l.8-2.4z", // the mixing bowl
  gela: "M-6.6-6.4C-6-4.4-5-3.6-3.4-3.6h6.8C5-3.6 6-4.4 6.6-6.4 7.6-3 6.4-1 4.4-.6L2.8 5 1.6 7h-3.2L-2.8 5-4.4-.6C-6.4-1-7.6-3-6.6-6.4zM-2-.6a.8.8 0 1 0 .1 0zM2-.6a.8.8 0 1 0 .1 0z", // the bull
  syracuse: DOLPHIN,
  potidaea: TRIDENT,
  naupactus: "M-7-1H-5L-3.6 1.6H4L5.4-.6 7-1C6.8 4 5 6 1.6 6h-4C-5.4 6-7 3.6-7-1zM-2.6-7C1-6.6 1-2 -2.6.6z", // a ship
  pylos: "M-6-6.6h12v2.2H4.4V7H2V-1.6A2 2 0 0 0-2-1.6V7h-2.4V-4.4H-6z", // the gate
  gythion: "M-.9-2.2a2.6 2.6 0 1 1 1.8 0V3.6C3 3.4 4.4 2 4.6 0H6.8C6.4 4.4 3.6 6.6 0 7-3.6 6.6-6.4 4.4-6.8 0h2.2C-4.4 2-3 3.4-.9 3.6zM0-5.6a1 1 0 1 0 .1 0z", // the anchor
  pydna: "M0-7C4-4.6 4-1 0 1-4-1-4-4.6 0-7zM-.8 1H.8v6h-1.6zM-6.6-3C-3.6-2.6-2-.6-1.4 3-5-.2-6.4-1-6.6-3zM6.6-3C3.6-2.6 2-.6 1.4 3 5-.2 6.4-1 6.6-3z", // the palmette
  abdera: "M-6.6 7C-7 1-4-1-2-1.4-3.6-4-1.4-7 1.6-7L1-4.6C4-5 6.6-3 6.6 0L4 .4C5 3 4 5.6 3.4 7zM1.6-3a.7.7 0 1 0 .1 0z", // the griffin
};

export function Emblem({ polis }: { polis: string }) {
  const d = EMBLEMS[polis];
  return d ? <path class="polis-emblem" d={d} transform="scale(.82)" /> : null;
}

export const hasEmblem = (polis: string): boolean => Object.hasOwn(EMBLEMS, polis);
