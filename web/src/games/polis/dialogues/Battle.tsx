// SPDX-License-Identifier: MIT
// Battle.tsx - decisions of a battle: which one first, to fight or to retreat, cards of attack and defence, Prestige doubled.
import { useState } from "preact/hooks";
import { BattleTable, Face, HandCards, handOf } from "./Cards";
import { Goods, moveOf, One, Places, type Part } from "./kit";
import { Forces } from "./Move";

export function BattleOrder(part: Part) {
  const { model } = part;
  return <Places part={part} verb="battle" places={model.position.value.battles} facts={(region) => <Forces model={model} region={region} />} />;
}

export function Retreat(part: Part) {
  const { model } = part;
  const side = model.mine.value;
  const [fight, retreat] = [moveOf(model, "fight"), moveOf(model, "retreat")];
  const price = model.graph.value.constant<number>("battle_retreat_prestige");
  return (
    <>
      <BattleTable model={model} />
      <HandCards model={model} />
      <div class="polis-ways">
        {fight && (
          <One part={part} move={fight} text="fight" class="polis-way">
            <span class="choice-words">{fight.words}</span>
            <span class="polis-soft">{model.say(model.position.value.attacker === side ? "fight_on_attack" : "fight_on_defend")}</span>
          </One>
        )}
        <One part={part} move={retreat} text="retreat" class="polis-way">
          <span class="choice-words">{retreat?.words ?? model.say("fight_retreat")}</span>
          <span class="polis-way-price">
            <Goods model={model} of="prestige" n={price} says="pays" />
          </span>
          <span class="polis-soft">{model.say("fight_retreat_says", price)}</span>
        </One>
      </div>
    </>
  );
}

/** Two cards, one after the other. For a player the pair has no order: a card that the rules only take as the second one is kept
 * until the other is chosen. */
export function Attack(part: Part) {
  const { table, model } = part;
  const [kept, keep] = useState<string | null>(null);
  const first = model.position.value.attack[0] ?? null;
  const hand = handOf(model);
  const press = (card: string): void => {
    if (first) model.playBoth(card, first);
    else keep(kept === card ? null : card);
  };
  const swaps = first ? table.state.undo?.ok === true : hand.length > 1;
  return (
    <>
      <BattleTable model={model} />
      <p class="polis-ask">{model.say(first || kept ? "fight_second" : "fight_first")}</p>
      <div class="polis-cards" role="group" aria-label={model.say("fight_hand")}>
        {hand.map(({ card, n }) => {
          const move = moveOf(model, "play", card);
          const face = <Face model={model} card={card} n={n} />;
          const other = kept && move;
          return (!move && swaps) || other ? (
            <button
              key={card}
              type="button"
              class="choice polis-combat-card"
              data-choice={move?.m}
              aria-pressed={card === kept}
              onClick={() => (other ? model.playBoth(card, kept) : press(card))}
            >
              {face}
            </button>
          ) : (
            <One key={card} part={part} move={move} text={`play ${card}`} class="polis-combat-card">
              {face}
            </One>
          );
        })}
      </div>
    </>
  );
}

/** A card against each of the attack; those of the same formation are marked. */
export function Answer(part: Part) {
  const { model } = part;
  const { attack, answer } = model.position.value;
  const against = attack[answer[0] === null ? 0 : 1] ?? "";
  const graph = model.graph.value;
  const formation = graph.card(against)?.formation;
  return (
    <>
      <BattleTable model={model} />
      <p class="polis-ask">{model.say("fight_answer_to", model.nameOf(against, "card"))}</p>
      <div class="polis-cards" role="group" aria-label={model.say("fight_hand")}>
        {handOf(model).map(({ card, n }) => {
          const same = graph.card(card)?.formation === formation;
          const move = moveOf(model, "answer", card);
          return (
            <One key={card} part={part} move={move} text={`answer ${card}`} class={same ? "polis-combat-card match" : "polis-combat-card"}>
              <Face model={model} card={card} n={n} />
              {move?.remark && <span class="polis-card-match">{move.remark}</span>}
            </One>
          );
        })}
      </div>
    </>
  );
}

export function Double(part: Part) {
  const { model } = part;
  const side = model.mine.value;
  const won = side ? model.position.value.won(side) : 0;
  const [double, no] = [moveOf(model, "double"), moveOf(model, "no")];
  return (
    <div class="polis-ways">
      {double && (
        <One part={part} move={double} text="double" class="polis-way">
          <span class="choice-words">{double.words}</span>
          <span class="polis-way-price">
            <Goods model={model} of="prestige" n={won} says="gets" />
          </span>
          <span class="polis-soft">{model.say("fight_double_once")}</span>
        </One>
      )}
      {no && (
        <One part={part} move={no} text="no" class="polis-way">
          <span class="choice-words">{no.words}</span>
          <span class="polis-soft">{model.say("fight_double_later")}</span>
        </One>
      )}
    </div>
  );
}
