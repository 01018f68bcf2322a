// SPDX-License-Identifier: MIT
// Hand.tsx - the combat cards that this viewer alone holds, with the battle that they are for; nothing otherwise.
import type { Table } from "../../board";
import { BattleTable, HandCards } from "./dialogues/Cards";
import { modelOf } from "./model";

export function Hand({ table }: { table: Table }) {
  const model = modelOf(table);
  // In a decision of the battle the cards are the choices.
  if (!model.position.value.battle || table.moves.length) return null;
  return (
    <div class="polis-choices polis-hand">
      <BattleTable model={model} />
      <HandCards model={model} />
    </div>
  );
}
