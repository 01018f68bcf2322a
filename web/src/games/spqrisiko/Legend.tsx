// SPDX-License-Identifier: MIT
// Legend.tsx - what the marks of the map mean, folded away until it is asked for.
import { Legend as MapLegend } from "../../map/MapWindow";
import { Centre, Helmet, Ship } from "./marks";
import type { Model } from "./model";

export function Legend({ model }: { model: Model }) {
  const seat = model.seats.value[0] ?? "A";
  const rows = [
    {
      words: model.say("legend_number"),
      sign: (
        <svg viewBox="-20 -12 40 24" aria-hidden="true" data-seat="0">
          <g class="spqr-force">
            <rect class="spqr-shield" x="-2" y="-7" width="18" height="16" rx="4" />
            <Helmet seat={null} x={-10} y={-2.5} />
            <Helmet seat={seat} x={-6.8} y={0} />
            <text class="spqr-number" x="9.5" y="1.2">
              5
            </text>
          </g>
        </svg>
      ),
    },
    {
      words: model.say("legend_neutral"),
      sign: (
        <svg viewBox="-20 -12 40 24" aria-hidden="true" data-seat="nobody">
          <g class="spqr-force neutral">
            <rect class="spqr-shield" x="-2" y="-7" width="18" height="16" rx="4" />
            <Helmet seat={null} x={-6.8} y={0} />
            <text class="spqr-number" x="9.5" y="1.2">
              3
            </text>
          </g>
        </svg>
      ),
    },
    {
      words: model.say("legend_centre"),
      sign: (
        <svg viewBox="-20 -12 40 24" aria-hidden="true">
          <Centre x={0} y={0} />
        </svg>
      ),
    },
    {
      words: model.say("legend_ship"),
      sign: (
        <svg viewBox="-20 -14 40 26" aria-hidden="true">
          <g class="spqr-fleet">
            <Ship seat={seat} n="2" x={0} y={0} control={false} changed={false} />
          </g>
        </svg>
      ),
    },
    {
      words: model.say("legend_control"),
      sign: (
        <svg viewBox="-20 -19 40 30" aria-hidden="true">
          <g class="spqr-fleet">
            <Ship seat={seat} n="3" x={0} y={0} control changed={false} />
          </g>
        </svg>
      ),
    },
  ];
  return <MapLegend title={model.say("legend")} rows={rows} />;
}
