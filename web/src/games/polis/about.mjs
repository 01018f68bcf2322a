// SPDX-License-Identifier: MIT
// about.mjs - the game on the first page: how long, how hard, and a picture of its board at the beginning.
import { dataBeside, picture, sketch } from "../../../map/sketch.mjs";

const map = dataBeside(import.meta.url, "./map.json");

/** Minutes of a match; difficulty from 1 to 3. */
export const about = { minutes: [60, 120], difficulty: 3 };

const sides = { "#3f6d8e": ["athens", "chalcis", "chios", "samos", "abdera", "naupactus"], "#a63d2f": ["sparta", "gythion", "pylos", "corinth", "thebes"] };

export function draw() {
  const regions = Object.values(map.regions).map(({ d }) => `<path d="${sketch(d, 7)}"/>`);
  const side = (id) => Object.keys(sides).find((colour) => sides[colour].includes(id)) ?? "#fbf3df";
  const towns = Object.entries(map.poleis).map(
    ([id, [x, y]]) => `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${id === "athens" || id === "sparta" ? 20 : 13}" fill="${side(id)}"/>`,
  );
  const routes = map.routes.map(({ d }) => `<path d="${sketch(d, 14)}"/>`);
  return picture(
    [60, 265, 880, 493],
    [
      `<path d="M0 0h1000v940H0z" fill="#9fbfc6"/>`,
      `<g fill="none" stroke="#5d8792" stroke-width="4" stroke-dasharray="10 9">${routes.join("")}</g>`,
      `<g fill="#e3d3ad" stroke="#4a3c28" stroke-width="1.8" stroke-linejoin="round">${regions.join("")}</g>`,
      `<g stroke="#3a2e1d" stroke-width="3">${towns.join("")}</g>`,
    ],
  );
}
