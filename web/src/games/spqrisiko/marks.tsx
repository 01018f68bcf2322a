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

const LETTER = 13;
const DIGIT = 7.4;

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
  const letter = seat ? LETTER : 0;
  const width = letter + n.length * DIGIT + 9;
  const left = -width / 2;
  const group = useMark(layout, province, spotOf(province), n === "0" ? 0 : width / 2, 8.5);
  if (n === "0") return null;
  return (
    <g ref={group} data-place={province} data-seat={seatKey(seat)} class={`spqr-force ${seat ? "" : "neutral"}${aside.value}`}>
      <g class="map-fixed">
        <g class={standing}>
          {changed === "1" && <rect class="spqr-glow" x={left - 4} y="-12.5" width={width + 8} height="25" rx="8" />}
          <rect class="spqr-shield" x={left} y="-8.5" width={width} height="17" rx="4" />
          {seat && <path class="spqr-field" d={`M${left + 4} -8.5h${letter - 3}v17h${3 - letter}a4 4 0 0 1-4-4v-9a4 4 0 0 1 4-4z`} />}
          {seat && (
            <text class="spqr-letter" x={left + letter / 2 + 0.8} y="0">
              {seat}
            </text>
          )}
          <text class="spqr-number" x={left + letter + (width - letter) / 2} y="0">
            {n}
          </text>
          {centre === "1" && <Centre x={width / 2 - 1} y={-14} />}
        </g>
      </g>
    </g>
  );
}

/** A temple front: pediment, three columns, steps. */
export function Centre({ x, y }: { x: number; y: number }) {
  return (
    <g class="spqr-centre" transform={`translate(${x} ${y})`}>
      <circle r="8.6" />
      <path d="M0-6 6-2.4H-6zM-4.9-1.6h2v4.6h-2zM-1-1.6h2v4.6h-2zM2.9-1.6h2v4.6h-2zM-5.8 3.7h11.6v1.6H-5.8z" />
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
