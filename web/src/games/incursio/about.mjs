// SPDX-License-Identifier: MIT
// about.mjs - the game on the first page: how long, how hard, and a picture of its map on the first day.
import { dataBeside, picture } from "../../../map/sketch.mjs";

const data = dataBeside(import.meta.url, "../../../../data/incursio.json");

/** Days of a campaign; difficulty from 1 to 3. */
export const about = { days: [14, 21], difficulty: 3 };

const size = 30;
const at = ({ q, r }) => [Math.round(size * 1.732 * (q + r / 2)), Math.round(size * 1.5 * r)];
const kinds = { settlement: "#4d7a46", ruin: "#a63d2f", empty: "#e3d3ad" };

export function draw() {
  const { sites, lines } = data.maps[0];
  const places = new Map(sites.map((site) => [site.id, at(site)]));
  const roads = Object.values(lines).flat().map(([a, b]) => `M${places.get(a).join(" ")}L${places.get(b).join(" ")}`);
  const hexes = sites.map((site) => {
    const [x, y] = places.get(site.id);
    const r = site.kind === "empty" ? 20 : 30 + 3 * site.level;
    const corners = [0, 1, 2, 3, 4, 5].map((n) => {
      const turn = (Math.PI / 3) * n + Math.PI / 6;
      return `${Math.round(x + r * Math.cos(turn))} ${Math.round(y + r * Math.sin(turn))}`;
    });
    return `<path d="M${corners.join("L")}z" fill="${kinds[site.kind]}"/>`;
  });
  const all = [...places.values()];
  const [left, right] = [Math.min(...all.map(([x]) => x)), Math.max(...all.map(([x]) => x))];
  const middle = (Math.min(...all.map(([, y]) => y)) + Math.max(...all.map(([, y]) => y))) / 2;
  const height = Math.round(2 * (Math.max(...all.map(([, y]) => y)) - middle)) + 90;
  const width = Math.max(right - left + 90, Math.round(height / 0.56));
  const box = [Math.round((left + right - width) / 2), Math.round(middle - height / 2), width, height];
  return picture(box, [
    `<path d="M${box[0]} ${box[1]}h${width}v${height}h-${width}z" fill="#cdbb92"/>`,
    `<path d="${roads.join("")}" fill="none" stroke="#7c6a48" stroke-width="7"/>`,
    `<g stroke="#3a2e1d" stroke-width="5" stroke-linejoin="round">${hexes.join("")}</g>`,
  ]);
}
