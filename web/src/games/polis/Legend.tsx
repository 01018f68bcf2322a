// SPDX-License-Identifier: MIT
// Legend.tsx - what the marks of the map mean, folded away until it is asked for.
import type { ComponentChildren } from "preact";
import { Legend as MapLegend } from "../../map/MapWindow";
import { seatFill, seatKey } from "../../parts/SeatMark";
import { seatOf, SIDES } from "./graph";
import { Capital, Galleys, Herald, Hoplites, Siege, Swords, Temple, TributeDisc, Walls } from "./marks";
import type { Model } from "./model";
import { Harbour, LoadFace } from "./trade";
import type { Word } from "./words";

export function Legend({ model }: { model: Model }) {
  const [one, other] = [SIDES[0]!, SIDES[1]!];
  const row = (word: Word, children: ComponentChildren, box = "-26 -14 52 28") => ({
    words: model.say(word),
    sign: (
      <svg viewBox={box} aria-hidden="true">
        {children}
      </svg>
    ),
  });
  const rows = [
    row("legend_hoplites", <Hoplites side={one} n={2} />),
    row("legend_galleys", <Galleys side={other} n={2} />),
    row("legend_full", <Hoplites side={other} n={3} full />),
    row(
      "legend_control",
      <>
        <rect class="polis-tint" x="-24" y="-17" width="48" height="34" fill={seatFill(seatOf(one), "polis")} />
        <Hoplites side={one} n={3} pennant />
      </>,
      "-26 -18 52 36",
    ),
    row("legend_battle", <Swords x={0} />),
    row(
      "legend_polis",
      <g data-seat={seatKey(seatOf(one))}>
        <Walls side={one} population={4} fortification={3} base={3} most={5} />
      </g>,
    ),
    row(
      "legend_neutral",
      <g data-seat={seatKey(null)}>
        <Walls side={null} population={2} fortification={2} base={2} most={3} />
      </g>,
    ),
    row("legend_capital", <Capital x={0} y={0} />),
    row(
      "legend_projects",
      <>
        <Temple x={-9} y={0} n={2} isDone />
        <Temple x={9} y={0} n={1} isDone={false} />
      </>,
    ),
    row("legend_siege", <Siege y={0} side={other} n={1} of={3} />),
    row(
      "legend_proxenos",
      <>
        <Herald x={-10} y={0} side={one} isCaptive={false} />
        <Herald x={10} y={0} side={other} isCaptive />
      </>,
    ),
    row("legend_tribute", <TributeDisc />),
    row("legend_port", <Harbour side={other} n={2} />),
    row(
      "legend_shipload",
      <g class="polis-load later">
        <rect class="polis-cell" x="-21" y="-29" width="42" height="58" rx="4" />
        <LoadFace good="oil" price={4} gives="wheat" number={4} />
      </g>,
      "-46 -31 92 62",
    ),
  ];
  return <MapLegend title={model.say("legend")} rows={rows} />;
}
