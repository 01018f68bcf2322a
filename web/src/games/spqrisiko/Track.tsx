// SPDX-License-Identifier: MIT
// Track.tsx - where in the match one is: the round and the limit of rounds, the phases of the turn and which of them is on.
import type { Table } from "../../board";
import { modelOf } from "./model";

/** Those in which somebody decides. [SPQ-TURN-1] */
const PHASES: readonly string[] = [
  "reinforce_land",
  "reinforce_naval",
  "naval_move",
  "naval_combat",
  "sea_attack",
  "land_attack",
  "strategic_move",
];

export function Track({ table }: { table: Table }) {
  const model = modelOf(table);
  const { phase, lastRound } = model.position.value;
  const at = PHASES.indexOf(phase);
  const name = (id: string): string => table.info.sets.phase?.find((one) => one.id === id)?.name ?? id;
  return (
    <div class="spqr-phases">
      {lastRound > 0 && <p data-key="rounds">{model.say("round_of", model.round, lastRound)}</p>}
      {at >= 0 && (
        <ol aria-label={model.say("phases")}>
          {PHASES.map((id, i) => (
            <li key={id} class={i < at ? "past" : i === at ? "on" : ""} aria-current={i === at ? "step" : undefined} title={name(id)}>
              <span class={i === at ? "" : "hidden"}>{name(id)}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
