// SPDX-License-Identifier: MIT
// Hand.tsx - the combat cards that this viewer alone holds, with the battle that they are for; nothing otherwise.
import type { Table } from "../../board";
import { BattleTable, Card, handOf } from "./dialogues/Cards";
import { modelOf } from "./model";

export function Hand({ table }: { table: Table }) {
  const model = modelOf(table);
  const hand = handOf(model);
  // In a decision of the battle the cards are the choices.
  if (!model.position.value.battle || table.moves.length) return null;
  return (
    <section class="polis-choices polis-hand" aria-label={model.say("fight_hand")}>
      <BattleTable model={model} />
      <h3>{model.say("fight_hand")}</h3>
      <ul class="polis-cards">
        {hand.map(({ card, n }) => (
          <li key={card}>
            <Card model={model} card={card} n={n} />
          </li>
        ))}
      </ul>
    </section>
  );
}
