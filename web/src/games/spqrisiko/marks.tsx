// SPDX-License-Identifier: MIT
// marks.tsx - what stands on the map: shapes of places, their edges, legionaries, triremes, centres and names. Each reads only its
// own values, so a ply draws only what it changed.
import { useComputed, type ReadonlySignal, type Signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { seatFill, seatKey } from "../../parts/SeatMark";
import type { Layout } from "../../map/layout";
import type { Focus } from "../../map/spots";
import type { Model } from "./model";
import { shapeOf, spotOf } from "./shapes";

/** Tells the layout of a mark and its size, as long as it stands. */
function useMark(layout: Layout, place: string, w: number, h: number) {
  const group = useRef<SVGGElement>(null);
  useLayoutEffect(() => {
    if (group.current && w) return layout.mark(place, { element: group.current, spot: spotOf(place), w, h });
    return undefined;
  }, [layout, w, h]);
  return group;
}

// ---- Shapes: what is tapped and focused

export function Places({ model, focus, of }: { model: Model; focus: Signal<Focus>; of: "land" | "sea" }) {
  const { provinces, seas } = model.graph.value;
  return (
    <g>
      {(of === "sea" ? seas : provinces).map((place) => (
        <Place key={place} model={model} place={place} focus={focus} />
      ))}
    </g>
  );
}

function Place({ model, place, focus }: { model: Model; place: string; focus: Signal<Focus> }) {
  const isSea = model.graph.value.isSea(place);
  const fill = useComputed(() => (isSea ? "" : seatFill(model.position.value.owner(place), "spqr")));
  const label = useComputed(() => model.describe(place));
  const pressed = useComputed(() => (model.isChoice(place) ? model.picked.value === place : undefined));
  const tab = useComputed(() => (focus.value.place === place ? 0 : -1));
  const shape = shapeOf(place);
  if (!shape) return null;
  return (
    <path
      id={`spqr-${place}`}
      class={isSea ? "spqr-sea" : "spqr-province"}
      d={shape.d}
      data-place={place}
      role="button"
      aria-label={label}
      aria-pressed={pressed}
      tabIndex={tab}
      {...(isSea ? {} : { fill })}
      onFocus={(event) => (focus.value = { place, shown: (event.currentTarget as Element).matches(":focus-visible") })}
      onBlur={() => (focus.value = { place: focus.peek().place, shown: false })}
    />
  );
}

/** A line inside the border of a place, for what the player must notice: choices, the one shown, where an action began, changes. */
export function Edge({ model, place, focus }: { model: Model; place: string; focus: ReadonlySignal<Focus> }) {
  const look = useComputed(() => {
    const parts = ["spqr-edge", model.graph.value.isSea(place) ? "sea" : "land"];
    if (model.picked.value === place) parts.push("picked");
    else if (model.origin.value === place) parts.push("origin");
    else if (model.isChoice(place)) parts.push("can");
    else if (model.looked.value === place) parts.push("looked");
    if (model.changed.value.has(place)) parts.push("changed");
    if (focus.value.shown && focus.value.place === place) parts.push("focused");
    return parts.join(" ");
  });
  const shape = shapeOf(place);
  if (!shape) return null;
  return (
    <g class={look} clip-path={`url(#spqr-in-${place})`}>
      <clipPath id={`spqr-in-${place}`}>
        <use href={`#spqr-${place}`} />
      </clipPath>
      <path class="casing" d={shape.d} />
      <path class="line" d={shape.d} />
    </g>
  );
}

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
  const group = useMark(layout, province, n === "0" ? 0 : width / 2, 8.5);
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
  const group = useMark(layout, sea, (Math.max(...rows.map((row) => row.length)) * SHIP) / 2, 12.5 * rows.length);
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

// ---- Names, which appear where there is room for them

export function Name({ model, place, layout }: { model: Model; place: string; layout: Layout }) {
  const group = useRef<SVGGElement>(null);
  const name = model.nameOf(place);
  const isSea = model.graph.value.isSea(place);
  const spot = isSea ? shapeOf(place)!.label : spotOf(place);
  useLayoutEffect(() => {
    const path = document.getElementById(`spqr-${place}`) as SVGPathElement | null;
    const text = group.current?.querySelector("text");
    if (!path || !text || !group.current) return;
    return layout.name(place, { element: group.current, spot, w: text.getComputedTextLength() / 2, room: path.getBBox().width, isApart: isSea });
  }, [name, layout]);
  return (
    <g ref={group} class={`spqr-name ${isSea ? "sea" : "land"}`}>
      <g class="map-fixed">
        <text>{name}</text>
      </g>
    </g>
  );
}
