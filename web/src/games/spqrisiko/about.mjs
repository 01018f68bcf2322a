// SPDX-License-Identifier: MIT
// about.mjs - the game on the first page: how long, how hard, and a picture of its board in the middle of a match.
import { dataBeside, picture, sketch } from "../../../map/sketch.mjs";

const map = dataBeside(import.meta.url, "./map.json");

/** Minutes of a match; difficulty from 1 to 3. */
export const about = { minutes: [60, 150], difficulty: 2 };

const owners = {
  "#a63d2f": ["italia", "cisalpina", "narbonensis", "sicilia", "sardinia", "corsica", "lugdunense", "aquitania", "belgica", "raetia"],
  "#3f6d8e": ["africa", "numidia", "mauretania", "cyrenaica", "baetica", "lusitania", "baleares"],
  "#4d7a46": ["thracia", "achaia", "macedonia", "moesia", "epirus", "dacia", "bithynia", "asia", "creta"],
  "#8a5a9b": ["syria", "judea", "arabia", "aegyptus", "cipro", "cilicia"],
};

export function draw() {
  const owner = (id) => Object.keys(owners).find((colour) => owners[colour].includes(id)) ?? "#e3d3ad";
  const provinces = Object.entries(map.provinces).map(
    ([id, { d }]) => `<path d="${sketch(d, 7)}" fill="${owner(id)}"/>`,
  );
  const centres = Object.values(map.provinces)
    .filter(({ centre }) => centre)
    .map(({ centre: [x, y] }) => `<path d="M${Math.round(x) - 11} ${Math.round(y) + 9}h22v-9l-11-8-11 8z"/>`);
  return picture(
    [0, 60, 1000, 560],
    [
      `<path d="M0 0h1000v684H0z" fill="#a9c1c4"/>`,
      `<g stroke="#4a3c28" stroke-width="1.6" stroke-linejoin="round">${provinces.join("")}</g>`,
      `<g fill="#fbf3df" stroke="#3a2e1d" stroke-width="2" stroke-linejoin="round">${centres.join("")}</g>`,
    ],
  );
}
