// SPDX-License-Identifier: MIT
// marks.tsx - what stands on the map: hoplites, galleys, poleis with all that belongs to them, tribute discs. Each reads only its own
// values, so a ply draws only what it changed. Lengths are pixels of the screen.
import { useComputed, type Signal } from "@preact/signals";
import type { Layout } from "../../map/layout";
import { useMark, useNotice, usePlace } from "../../map/places";
import type { Focus } from "../../map/spots";
import { seatFill, seatKey } from "../../parts/SeatMark";
import { seatOf, SIDES, type Side } from "./graph";
import { roundOf } from "./ledger";
import type { Model } from "./model";
import { map, shapeOf } from "./shapes";

const keyOf = (side: Side): string => seatKey(seatOf(side));

// ---- Units

const UNIT = 29; // width of one side's units
const GAP = 2; // between those of both sides
const FIGHT = 17; // the same, with swords between them

export function Units({ model, region, layout }: { model: Model; region: string; layout: Layout }) {
  const piece = useComputed(() => {
    const position = model.position.value;
    const graph = model.graph.value;
    const limit = roundOf(position, graph).stack_limit;
    const control = model.facts.value.control(region);
    const parts = SIDES.map((side) => {
      const n = position.units(side, region);
      return n ? `${side} ${n} ${n >= limit ? "full" : ""} ${control === side ? "control" : ""}` : "";
    });
    return [...parts, model.facts.value.fights(region) ? "fight" : ""].join(",");
  });
  const changed = useComputed(() => (model.changed.value.has(region) ? "changed" : ""));
  const [sparta = "", athens = "", fight] = piece.value.split(",");
  const stacks = [sparta, athens].filter((stack) => stack !== "");
  const isSea = model.graph.value.isSea(region);
  const step = UNIT + (fight ? FIGHT : GAP);
  const half = (stacks.length * step) / 2;
  const group = useMark(layout, region, shapeOf(region)!.force, half, isSea ? 11.5 : 9.5);
  if (!stacks.length) return null;
  return (
    <g ref={group} data-place={region} class="polis-units">
      <g class="map-fixed">
        <g class={changed.value}>
          {stacks.map((stack, i) => {
            const [side, n = "", full, control] = stack.split(" ");
            const x = (i - (stacks.length - 1) / 2) * step;
            const told = { side: side as Side, n, full: full === "full", pennant: control === "control" && stacks.length > 1 };
            return (
              <g key={side} transform={`translate(${x} 0)`}>
                {isSea ? <Galleys {...told} /> : <Hoplites {...told} />}
              </g>
            );
          })}
        </g>
        {fight && <Swords x={-1} />}
      </g>
    </g>
  );
}

interface Stack {
  readonly side: Side;
  readonly n: number | string;
  readonly full?: boolean;
  readonly pennant?: boolean;
}

/** The round shield with the side's letter, and how many. A bar over the number: there is no room for more. */
export function Hoplites({ side, n, full, pennant }: Stack) {
  return (
    <g data-seat={keyOf(side)}>
      {pennant && <Pennant x={-9} y={-16} />}
      <rect class="polis-plate" x="-6" y="-7.5" width="20" height="15" rx="3" />
      {full && <path class="polis-full" d="M3.5-5.9h8.4" />}
      <text class="polis-number" x="8" y={full ? 1 : 0}>
        {n}
      </text>
      <circle class="polis-shield" cx="-5.5" r="9" fill={seatFill(seatOf(side), "polis")} />
      <circle class="polis-rim" cx="-5.5" r="6.8" />
      <text class="polis-letter" x="-5.5" y="0">
        {seatOf(side)}
      </text>
    </g>
  );
}

/** A trireme from the side: ram, oars, sail with the letter. */
export function Galleys({ side, n, full, pennant }: Stack) {
  return (
    <g data-seat={keyOf(side)}>
      {pennant && <Pennant x={-6} y={-20} />}
      <path class="polis-oars" d="M-8.5 6.5l-2.4 4M-5 7l-2.4 4M-1.5 7l-2.4 4M2 7l-2.4 4" />
      <path class="polis-hull" d="M-13.4-1.8c2.4 1 2 3 3 4.3 4.8.8 11 .7 15.6-.2l4.6 2.8-3.6 2.2C1.6 8.5-5.6 8.5-9.6 7.2c-2.6-.9-4-4.6-3.8-9z" />
      <path class="polis-shield" d="M-9.4-12.4h12c1.2 4 1.2 8.2 0 12.4h-12c1.2-4.2 1.2-8.4 0-12.4z" fill={seatFill(seatOf(side), "polis")} />
      <text class="polis-letter" x="-2.9" y="-6.2">
        {seatOf(side)}
      </text>
      {full && <path class="polis-full loose" d="M5.5-12.4h8.4" />}
      <text class="polis-number loose" x="9.7" y="-4.8">
        {n}
      </text>
    </g>
  );
}

function Pennant({ x, y }: { x: number; y: number }) {
  return <path class="polis-pennant" d={`M${x} ${y + 9}v-9h1l7 2.5-7 2.5v4z`} />;
}

/** Crossed swords: enough units of both sides for a battle. */
export function Swords({ x }: { x: number }) {
  return (
    <g class="polis-swords" transform={`translate(${x} 0)`}>
      <circle r="8" />
      <path d="M-4.6-4.6 3.8 3.8M1.6 4.6l3-3M4.6-4.6-3.8 3.8M-1.6 4.6l-3-3" />
    </g>
  );
}

// ---- Poleis

const PLATE = 30;
const FAR = [8, 8.5] as const;

/** Towers of the wall, as many as its Fortification. */
function towers(fortification: number, base: number): string {
  const pitch = 6;
  const left = (-pitch * (fortification - 1)) / 2;
  return Array.from({ length: fortification }, (_, i) => `M${left + i * pitch - 2} ${base}v-4.5h4v4.5z`).join("");
}

export function City({ model, polis, focus, layout }: { model: Model; polis: string; focus: Signal<Focus>; layout: Layout }) {
  const piece = useComputed(() => {
    const position = model.position.value;
    const siege = SIDES.filter((side) => position.discs(side, polis)).map((side) => `${side} ${position.discs(side, polis)}`);
    const herald = SIDES.filter((side) => position.proxenos(side) === polis).map((side) => side + (position.isCaptive(side) ? " captive" : ""));
    const projects = (["completed", "progress"] as const).map((place) => position.projectsIn(polis, place).length);
    return [position.ownerOf(polis) ?? "", position.population(polis), ...projects, siege[0], herald[0]].join(",");
  });
  const notice = useNotice(model, polis, focus);
  const props = usePlace({ model, place: polis, focus, prefix: "polis" });
  const city = model.graph.value.city(polis)!;
  const [owner, population, completed, progress, siege = "", herald = ""] = piece.value.split(",");
  const side = (owner || null) as Side | null;
  const [besieger, laid] = siege.split(" ");
  const [sender, captive] = herald.split(" ");
  const isWide = herald !== "" || completed !== "0" || progress !== "0";
  const group = useMark(layout, polis, map.poleis[polis]!, isWide ? 27 : 17, siege ? 21 : 14, FAR);
  const look = useComputed(() => `polis-city ${notice.value}`);
  return (
    <g ref={group} class={look} data-place={polis} data-seat={seatKey(side && seatOf(side))}>
      <g class="map-fixed">
        <g aria-hidden="true">
          <g class="polis-far">
            <rect class="polis-ring" x="-11" y="-12.5" width="22" height="23" rx="6" />
            <Token side={side} isCapital={city.capital_of !== null} fortification={city.fortification} />
          </g>
          <g class="polis-near" transform={siege ? "translate(0 -6.5)" : ""}>
            <rect class="polis-ring" x="-20" y="-18" width="40" height="34" rx="7" />
            <Walls side={side} population={Number(population)} fortification={city.fortification} base={city.base_population} most={city.max_population} />
            {city.capital_of && <Capital x={-PLATE / 2} y={-9.5} />}
            {completed !== "0" && <Temple x={21.5} y={-5} n={Number(completed)} isDone />}
            {progress !== "0" && <Temple x={21.5} y={5} n={1} isDone={false} />}
            {sender && <Herald x={-23} y={4} side={sender as Side} isCaptive={captive !== undefined} />}
            {besieger && <Siege y={21} side={besieger as Side} n={Number(laid)} of={city.fortification} />}
          </g>
        </g>
        <rect {...props} class="polis-hit" x="-14" y="-14" width="28" height="27" />
      </g>
    </g>
  );
}

/** A polis from afar: who holds it. Larger cities are a little larger. */
function Token({ side, isCapital, fortification }: { side: Side | null; isCapital: boolean; fortification: number }) {
  const scale = 0.85 + 0.06 * fortification;
  return (
    <g transform={`scale(${scale.toFixed(2)})`}>
      <path
        class={isCapital ? "polis-walls capital" : "polis-walls"}
        d="M-7.5 7.5v-15h3.2v3h2.7v-3h3.2v3h2.7v-3h3.2v15z"
        fill={seatFill(side && seatOf(side), "polis")}
      />
      {side && (
        <text class="polis-letter" x="0" y="2.2">
          {seatOf(side)}
        </text>
      )}
    </g>
  );
}

interface WallsProps {
  readonly side: Side | null;
  readonly population: number;
  readonly fortification: number;
  readonly base: number;
  readonly most: number;
}

/** The walls with as many towers as the Fortification, the owner's letter, the population, and a bar from none to the most of it. */
export function Walls({ side, population, fortification, base, most }: WallsProps) {
  const pitch = Math.min(6, PLATE / most);
  const left = (-pitch * most) / 2;
  const fill = seatFill(side && seatOf(side), "polis");
  return (
    <>
      <path class="polis-walls" d={towers(fortification, -7)} fill={fill} />
      <rect class="polis-plate" x={-PLATE / 2} y="-8" width={PLATE} height="15" rx="1.5" />
      {side && <path class="polis-walls" d={`M${-PLATE / 2} -8h13.5v15h-13.5z`} fill={fill} />}
      {side && (
        <text class="polis-letter" x="-8.3" y="-.3">
          {seatOf(side)}
        </text>
      )}
      <text class={side ? "polis-number" : "polis-number neutral"} x={side ? 6.8 : 0} y="-.3">
        {population}
      </text>
      <path class="polis-bar-back" d={`M${left - 1} 8h${pitch * most + 2}v4.5h${-pitch * most - 2}z`} />
      {Array.from({ length: most }, (_, i) => (
        <rect
          key={i}
          class={`polis-bar ${i < population ? "on" : ""} ${i >= base ? "above" : ""}`}
          x={left + i * pitch + 0.4}
          y="9"
          width={pitch - 0.8}
          height="2.5"
        />
      ))}
      <path class="polis-base" d={`M${left + base * pitch} 7.5v5.6`} />
    </>
  );
}

export function Capital({ x, y }: { x: number; y: number }) {
  return (
    <g class="polis-capital" transform={`translate(${x} ${y})`}>
      <circle r="5.6" />
      <path d="M0-4.1 1.2-1.5 4-1.2 1.9.7 2.5 3.4 0 2-2.5 3.4-1.9.7-4-1.2-1.2-1.5z" />
    </g>
  );
}

/** A temple front: solid and counted when completed, a broken outline while it is in progress. */
export function Temple({ x, y, n, isDone }: { x: number; y: number; n: number; isDone: boolean }) {
  return (
    <g class={isDone ? "polis-temple done" : "polis-temple"} transform={`translate(${x} ${y})`}>
      <path d="M-5.2-1.6 0-4.8 5.2-1.6v5.4H-5.2z" />
      {n > 1 && (
        <text x="0" y="1.1">
          {n}
        </text>
      )}
    </g>
  );
}

/** A figure in a cloak with the side's letter; behind bars as a captive. */
export function Herald({ x, y, side, isCaptive }: { x: number; y: number; side: Side; isCaptive: boolean }) {
  return (
    <g class="polis-herald" data-seat={keyOf(side)} transform={`translate(${x} ${y})`}>
      <path class="polis-shield" d="M0-10a3.3 3.3 0 0 1 1.9 6C4.5-3 5.5 1 5.6 8h-11.2C-5.5 1-4.5-3-1.9-4A3.3 3.3 0 0 1 0-10z" fill={seatFill(seatOf(side), "polis")} />
      <text class="polis-letter" x="0" y="2.8">
        {seatOf(side)}
      </text>
      {isCaptive && <path class="polis-grille" d="M-5.5-10.5v20M0-10.5v20M5.5-10.5v20M-7.5-7.5h15M-7.5 6.5h15" />}
    </g>
  );
}

/** Siege discs laid, of those that take the polis. */
export function Siege({ y, side, n, of }: { y: number; side: Side; n: number; of: number }) {
  return (
    <g class="polis-siege" data-seat={keyOf(side)} transform={`translate(0 ${y})`}>
      <rect class="polis-plate" x="-9" y="-6" width="26" height="12" rx="6" />
      <circle class="polis-shield" cx="-9" r="7" fill={seatFill(seatOf(side), "polis")} />
      <text class="polis-letter" x="-9" y="0">
        {seatOf(side)}
      </text>
      <text class="polis-number small" x="6.5" y="0">
        {n}/{of}
      </text>
    </g>
  );
}

// ---- Tribute

export function Tribute({ model, region, layout }: { model: Model; region: string; layout: Layout }) {
  const isThere = useComputed(() => model.position.value.tribute.has(region)).value;
  const group = useMark(layout, `tribute-${region}`, map.regions[region]!.tribute, isThere ? 8 : 0, 8, [5.5, 5.5]);
  if (!isThere) return null;
  return (
    <g ref={group} class="polis-tribute" data-place={region}>
      <g class="map-fixed">
        <TributeDisc />
      </g>
    </g>
  );
}

/** An amphora on a disc. */
export function TributeDisc() {
  return (
    <g class="polis-disc">
      <circle r="7.5" />
      <path d="M-1.7-5h3.4v1.7c2 .9 2.7 2.4 2 4.3C3 3.2 1.9 4.4.9 5.2h-1.8c-1-.8-2.1-2-2.8-4.2-.7-1.9 0-3.4 2-4.3zM-2.2-3.8c-2 .2-2.6 1.2-2.3 3M2.2-3.8c2 .2 2.6 1.2 2.3 3" />
    </g>
  );
}
