// SPDX-License-Identifier: MIT
// marks.tsx - what stands on the map: legionaries, triremes and centres. Each reads only its own values, so a ply draws only what it
// changed.
import { useComputed } from "@preact/signals";
import { seatKey } from "../../parts/SeatMark";
import type { Layout } from "../../map/layout";
import { useMark } from "../../map/places";
import type { Model } from "./model";
import { spotOf } from "./shapes";

// ---- Legionaries and centres

const HELMET = 17; // px of its width
const DIGIT = 7.4;
const TALL = 10.5; // px: half of a helmet's height
const BEHIND = 3.2; // px by which a helmet stands behind another
/** From so many legionaries on another helmet stands behind the first. */
const STACKS = [4, 8];

export function Force({ model, province, layout }: { model: Model; province: string; layout: Layout }) {
  const piece = useComputed(() => {
    const position = model.position.value;
    const n = position.legionaries(province);
    return `${n} ${position.owner(province) ?? "-"} ${position.centre(province) ? 1 : 0} ${model.changed.value.has(province) ? 1 : 0}`;
  });
  const standing = useComputed(() => (model.isChoice(province) ? "can" : "") + (model.picked.value === province ? " picked" : ""));
  const aside = useComputed(() => (model.isAside(province) ? " aside" : ""));
  const [n = "0", owner = "-", centre, changed] = piece.value.split(" ");
  const seat = owner === "-" ? null : owner;
  const behind = STACKS.filter((least) => Number(n) >= least).length;
  const plate = n.length * DIGIT + 8;
  const width = HELMET + plate - 3;
  const left = -width / 2;
  const group = useMark(layout, province, spotOf(province), n === "0" ? 0 : width / 2, TALL);
  if (n === "0") return null;
  return (
    <g ref={group} data-place={province} data-seat={seatKey(seat)} class={`spqr-force ${seat ? "" : "neutral"}${aside.value}`}>
      <g class="map-fixed">
        <g class={standing}>
          {changed === "1" && <rect class="spqr-glow" x={left - 4} y="-14" width={width + 8} height="27" rx="8" />}
          <rect class="spqr-shield" x={left + HELMET - 5} y="-7" width={plate + 2} height="16" rx="4" />
          <text class="spqr-number" x={left + HELMET - 0.5 + plate / 2 - 1} y="1.2">
            {n}
          </text>
          <g transform={`translate(${left + HELMET / 2} 0.5)`}>
            {STACKS.slice(0, behind)
              .map((_, i) => <Helmet key={i} seat={null} x={-BEHIND * (behind - i)} y={-0.8 * BEHIND * (behind - i)} />)}
            <Helmet seat={seat} x={0} y={0} />
          </g>
          {centre === "1" && <Centre x={left + HELMET + plate / 2} y={-12.5} />}
        </g>
      </g>
    </g>
  );
}

/** A legionary's helmet from the front: crest, bowl with the seat's letter, brow, cheek guards. */
export function Helmet({ seat, x, y }: { seat: string | null; x: number; y: number }) {
  return (
    <g class="spqr-helmet" transform={`translate(${x} ${y})`}>
      <path class="spqr-crest" d="M-6.6-5.4C-6-12.4 6-12.4 6.6-5.4L4-6.4C2-8.4-2-8.4-4-6.4z" />
      <path class="spqr-face" d="M-4 3.4h8v5.2h-8z" />
      <path class="spqr-bowl" d="M-7.6 3.4C-8.6-9.6 8.6-9.6 7.6 3.4zM-7.6 4.8h4.4c.2 2.2-.4 3.8-1.8 5-1.8-1-2.7-2.6-2.6-5zM7.6 4.8H3.2C3 7 3.6 8.6 5 9.8c1.8-1 2.7-2.6 2.6-5z" />
      <path class="spqr-brow" d="M-8.6 2.8h17.2v2.2h-17.2z" />
      {seat && (
        <text class="spqr-letter" x="0" y="-1.6">
          {seat}
        </text>
      )}
    </g>
  );
}

/** A temple: pediment, columns, steps. */
export function Centre({ x, y }: { x: number; y: number }) {
  return (
    <g class="spqr-centre" transform={`translate(${x} ${y})`}>
      <path class="spqr-temple" d="M-9-1.6 0-7 9-1.6V.2H7.6v5.4h1.6v2.2h-18.4V5.6h1.6V.2H-9z" />
      <path class="spqr-columns" d="M-5.6.4v5M-1.9.4v5M1.9.4v5M5.6.4v5" />
      <path class="spqr-gable" d="M-4.6-2 0-4.8 4.6-2z" />
    </g>
  );
}

// ---- Triremes

const SHIP = 31;

export function Fleet({ model, sea, layout }: { model: Model; sea: string; layout: Layout }) {
  const piece = useComputed(() => {
    const { triremes, control } = model.position.value;
    const fleets = model.seats.value.filter((seat) => triremes(sea, seat) > 0).map((seat) => `${seat}${triremes(sea, seat)}`);
    return `${control(sea) ?? "-"} ${model.changed.value.has(sea) ? 1 : 0} ${fleets.join(" ")}`.trim();
  });
  const [control, changed, ...fleets] = piece.value.split(" ");
  const rows = fleets.length > 3 ? [fleets.slice(0, 2), fleets.slice(2)] : [fleets];
  const group = useMark(layout, sea, spotOf(sea), (Math.max(...rows.map((row) => row.length)) * SHIP) / 2, 12.5 * rows.length);
  if (!fleets.length) return null;
  return (
    <g ref={group} data-place={sea} class="spqr-fleet">
      <g class="map-fixed">
        {rows.flatMap((row, line) =>
          row.map((fleet, i) => {
            const seat = fleet.slice(0, 1);
            const x = (i - (row.length - 1) / 2) * SHIP - 3;
            const y = (line - (rows.length - 1) / 2) * 26;
            return <Ship key={seat} seat={seat} n={fleet.slice(1)} x={x} y={y} control={control === seat} changed={changed === "1"} />;
          }),
        )}
      </g>
    </g>
  );
}

/** A trireme from the side: ram, hull, sail with the letter; a pennant on the mast for who controls the sea. */
export function Ship(props: { seat: string; n: string; x: number; y: number; control: boolean; changed: boolean }) {
  return (
    <g class={`spqr-ship ${props.changed ? "changed" : ""}`} data-seat={seatKey(props.seat)} transform={`translate(${props.x} ${props.y})`}>
      <path class="spqr-oars" d="M-7 8l-2.2 4M-3.4 8.6l-2.2 4M.2 8.6l-2.2 4M3.8 8.2l-2.2 4M7.2 7.4L5.4 11" />
      <path class="spqr-mast" d="M-.4-13.6V3" />
      <path class="spqr-hull" d="M-12 2.6C-8 4.2 6 4.4 9.4 3.4L13.2 6 9.6 8.6C4 10.4-6.6 10-9.6 7.6-11 6.4-12.4 4.6-12 2.6z" />
      <path class="spqr-sail" d="M-7.6-10.4C-3-9 2.4-9 6.8-10.4 8-6 8-2 6.8 1.6 2.4 3-3 3-7.6 1.6-6.6-2-6.6-6-7.6-10.4z" />
      {props.control && <path class="spqr-pennant" d="M-.9-10v-7h.9L8-14.6 0-12v2z" />}
      <text class="spqr-letter" x="-.3" y="-4.2">
        {props.seat}
      </text>
      <text class="spqr-count" x="13" y="-4">
        {props.n}
      </text>
    </g>
  );
}
