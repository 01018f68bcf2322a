// SPDX-License-Identifier: MIT
// Legend.tsx - what the marks of the map mean, folded away until it is asked for.
import { Centre, Ship } from "./marks";
import type { Model } from "./model";

export function Legend({ model }: { model: Model }) {
  const seat = model.seats.value[0] ?? "A";
  return (
    <details class="spqr-legend">
      <summary aria-label={model.say("legend")} title={model.say("legend")}>
        ?
      </summary>
      <ul>
        <li>
          <svg viewBox="-20 -12 40 24" aria-hidden="true" data-seat="0">
            <g class="spqr-force">
              <rect class="spqr-shield" x="-15" y="-8.5" width="30" height="17" rx="4" />
              <path class="spqr-field" d="M-11-8.5h10v17h-10a4 4 0 0 1-4-4v-9a4 4 0 0 1 4-4z" />
              <text class="spqr-letter" x="-7.5" y="0">
                {seat}
              </text>
              <text class="spqr-number" x="7" y="0">
                5
              </text>
            </g>
          </svg>
          {model.say("legend_number")}
        </li>
        <li>
          <svg viewBox="-20 -12 40 24" aria-hidden="true" data-seat="nobody">
            <g class="spqr-force neutral">
              <rect class="spqr-shield" x="-9" y="-8.5" width="18" height="17" rx="4" />
              <text class="spqr-number" x="0" y="0">
                3
              </text>
            </g>
          </svg>
          {model.say("legend_neutral")}
        </li>
        <li>
          <svg viewBox="-20 -12 40 24" aria-hidden="true">
            <Centre x={0} y={0} />
          </svg>
          {model.say("legend_centre")}
        </li>
        <li>
          <svg viewBox="-20 -14 40 26" aria-hidden="true">
            <g class="spqr-fleet">
              <Ship seat={seat} n="2" x={0} y={0} control={false} changed={false} />
            </g>
          </svg>
          {model.say("legend_ship")}
        </li>
        <li>
          <svg viewBox="-20 -19 40 30" aria-hidden="true">
            <g class="spqr-fleet">
              <Ship seat={seat} n="3" x={0} y={0} control changed={false} />
            </g>
          </svg>
          {model.say("legend_control")}
        </li>
      </ul>
    </details>
  );
}
