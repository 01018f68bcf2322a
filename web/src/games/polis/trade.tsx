// SPDX-License-Identifier: MIT
// trade.tsx - trade on the map: lanes over the sea, Trade Ports with their merchants, the mats of the foreign markets.
import { useComputed, type Signal } from "@preact/signals";
import type { Layout } from "../../map/layout";
import { useMark, useNotice, usePlace } from "../../map/places";
import type { Focus, Spot } from "../../map/spots";
import { seatFill, seatKey } from "../../parts/SeatMark";
import { seatOf, SIDES, type Market, type Shipload, type Side } from "./graph";
import { berthOf, marketOf } from "./ledger";
import type { Model } from "./model";
import { lanesFor, type Lanes } from "./routes";
import { map } from "./shapes";
import { isSign, SignShape } from "./signs";
import { CELL, matOf } from "./spots";

// ---- Lanes

/** While a side trades, or a shipload is looked at: what is open to it. */
function lanesNow(model: Model): Lanes | null {
  const position = model.position.value;
  const graph = model.graph.value;
  const at = [model.picked.value, model.subject.value, model.looked.value].find((place) => place && graph.shipload(place));
  const isTrading = position.action === "trade";
  const side = isTrading ? position.decider : (model.mine.value ?? position.decider);
  return side && (isTrading || at) ? lanesFor(model.facts.value, graph, side, at ? (marketOf(graph, at)?.id ?? null) : null) : null;
}

export function TradeLanes({ model }: { model: Model }) {
  const lanes = useComputed(() => lanesNow(model));
  return (
    <g class="polis-lanes" aria-hidden="true">
      {map.routes.map(({ a, b, d }) => (
        <path key={`${a} ${b}`} class={`polis-lane ${lanes.value?.of(a, b) ?? ""}`} d={d} />
      ))}
      {[...(lanes.value?.barred ?? [])].map((sea) => (
        <g key={sea} class="polis-barred" transform={`translate(${map.trade[sea]?.join(" ")})`}>
          <g class="map-fixed">
            <Cross />
          </g>
        </g>
      ))}
    </g>
  );
}

export function Cross() {
  return (
    <>
      <circle r="7" />
      <path d="M-3.5-3.5l7 7M3.5-3.5l-7 7" />
    </>
  );
}

// ---- Trade Ports

export function Port({ model, side, layout }: { model: Model; side: Side; layout: Layout }) {
  const n = useComputed(() => model.position.value.port(side));
  const port = model.graph.value.portOf(side);
  const group = useMark(layout, port, map.ports[port] ?? [0, 0], 13, 9, [0.1, 0.1]);
  return (
    <g ref={group} class="polis-port polis-near" aria-hidden="true">
      <g class="map-fixed">
        <Harbour side={side} n={n.value} />
      </g>
    </g>
  );
}

export function Harbour({ side, n }: { side: Side; n: number }) {
  return (
    <g data-seat={seatKey(seatOf(side))}>
      <path class="polis-quay" d="M-13-6.5h22a4 4 0 0 1 4 4v5a4 4 0 0 1-4 4h-22z" />
      <Merchant side={side} x={-5} y={0} />
      <text class="polis-number small" x="8" y=".3">
        {n}
      </text>
    </g>
  );
}

/** A round ship with the side's letter in its sail. */
export function Merchant({ side, x, y }: { side: Side; x: number; y: number }) {
  return (
    <g class="polis-merchant" data-seat={seatKey(seatOf(side))} transform={`translate(${x} ${y})`}>
      <path class="polis-hull" d="M-8.5 2.5l1.8.8h13l2-2.3c.6 4.5-1.3 7.2-5 7.2h-6.6c-3 0-4.9-2-5.2-5.7z" />
      <path class="polis-shield" d="M-5.5-8.5h11v10.4h-11z" fill={seatFill(seatOf(side), "polis")} />
      <text class="polis-letter small" x="0" y="-3.2">
        {seatOf(side)}
      </text>
    </g>
  );
}

export function Ports({ model, layout }: { model: Model; layout: Layout }) {
  return (
    <>
      {SIDES.map((side) => (
        <Port key={side} model={model} side={side} layout={layout} />
      ))}
    </>
  );
}

// ---- Foreign markets: in units of the map, as if printed on it

export function MarketMat({ model, market, focus }: { model: Model; market: Market; focus: Signal<Focus> }) {
  const { x, y, width, height, title, cells } = matOf(market);
  return (
    <g class="polis-mat">
      <rect class="polis-mat-back" x={x} y={y} width={width} height={height} rx="6" />
      <text class="polis-mat-name" x={title[0]} y={title[1]}>
        {model.nameOf(market.id, "market")}
      </text>
      {market.shiploads.map((shipload, i) => (
        <Load key={shipload.id} model={model} shipload={shipload} spot={cells[i]!} focus={focus} />
      ))}
    </g>
  );
}

function Load({ model, shipload, spot, focus }: { model: Model; shipload: Shipload; spot: Spot; focus: Signal<Focus> }) {
  const { id, good, gives, number } = shipload;
  const piece = useComputed(() => {
    const { value: position } = model.position;
    const graph = model.graph.value;
    return `${berthOf(position, model.facts.value, id)} ${graph.price(shipload, position.market[good] ?? 0)} ${position.trader(id) ?? ""}`;
  });
  const notice = useNotice(model, id, focus);
  const props = usePlace({ model, place: id, focus, prefix: "polis" });
  const [berth = "free", price = "", trader] = piece.value.split(" ");
  const look = useComputed(() => `polis-load ${piece.value.split(" ")[0]} ${notice.value}`);
  const [w, h] = [CELL.width - 4, CELL.height - 4];
  return (
    <g class={look} transform={`translate(${spot[0]} ${spot[1]})`}>
      <g aria-hidden="true">
        <rect class="polis-cell" x={-w / 2} y={-h / 2} width={w} height={h} rx="4" />
        <LoadFace good={good} price={price} gives={gives} number={number} />
        {berth === "closed" && <path class="polis-closed" d="M-18-26 18 26M18-26-18 26" />}
        {trader && (
          <g transform="scale(2.1)">
            <Merchant side={trader as Side} x={0} y={0} />
          </g>
        )}
      </g>
      <rect {...props} class="polis-hit" x={-w / 2} y={-h / 2} width={w} height={h} />
    </g>
  );
}

/** What it costs now, above what it gives; from afar its number alone. */
export function LoadFace({ good, price, gives, number }: { good: string; price: string | number; gives: string; number: number }) {
  return (
    <>
      <g class="polis-near">
        <Amount of={good} n={price} y={-15} />
        <path class="polis-for" d="M-14 0h28M-4 2.5l4 4 4-4" />
        <Amount of={gives} n={number} y={17} />
      </g>
      <text class="polis-far polis-load-number" x="0" y="1">
        {number}
      </text>
    </>
  );
}

function Amount({ of, n, y }: { of: string; n: string | number; y: number }) {
  return (
    <>
      {isSign(of) && (
        <g class={`polis-good ${of}`} transform={`translate(-19 ${y - 9}) scale(.76)`}>
          <SignShape of={of} />
        </g>
      )}
      <text class="polis-amount" x="10" y={y}>
        {n}
      </text>
    </>
  );
}
