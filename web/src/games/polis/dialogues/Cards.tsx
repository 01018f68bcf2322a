// SPDX-License-Identifier: MIT
// Cards.tsx - a battle as a table of cards: who fights, what lies open, what was decided last, and the viewer's hand.
import { useComputed } from "@preact/signals";
import { SeatMark } from "../../../parts/SeatMark";
import { otherSide, seatOf, SIDES, type Side } from "../graph";
import type { Model } from "../model";
import { Tally } from "../parts";
import { Sign } from "../signs";
import { Formation } from "./emblems";
import type { Exchange } from "./sums";

// ---- One card

/** Formation, name, and its value as so many wreaths. */
export function Face({ model, card, n = 1 }: { model: Model; card: string; n?: number }) {
  const known = model.graph.value.card(card);
  if (!known) return null;
  return (
    <>
      <Formation of={known.formation} />
      <span class="polis-card-name">{model.nameOf(known.formation)}</span>
      <span class="polis-card-value" role="img" aria-label={model.say("n_prestige", known.prestige)}>
        {known.prestige ? Array.from({ length: known.prestige }, (_, i) => <Sign key={i} of="prestige" />) : <span aria-hidden="true">0</span>}
      </span>
      {n > 1 && (
        <span class="polis-card-count">
          <span aria-hidden="true">×{n}</span>
          <span class="hidden">{model.say("fight_copies", n)}</span>
        </span>
      )}
    </>
  );
}

export function Card({ model, card, n = 1 }: { model: Model; card: string; n?: number }) {
  return (
    <span class="polis-combat-card">
      <Face model={model} card={card} n={n} />
    </span>
  );
}

// ---- Pairs

/** An attack with what answers it. */
function Pair({ model, attack, answer, now = false }: { model: Model; attack: string | null; answer: string | null; now?: boolean }) {
  const formation = (card: string | null) => (card ? model.graph.value.card(card)?.formation : undefined);
  const same = attack && answer ? formation(attack) === formation(answer) : null;
  const slot = (card: string | null, label: string) =>
    card ? <Card model={model} card={card} /> : <span class="polis-combat-card empty">{label}</span>;
  return (
    <li class={now ? "polis-pair now" : "polis-pair"}>
      {slot(attack, model.say("fight_attack"))}
      <span class={same === null ? "polis-pair-sign" : same ? "polis-pair-sign same" : "polis-pair-sign different"}>
        {same !== null && <span aria-hidden="true">{same ? "=" : "≠"}</span>}
        <span class={same === null ? "" : "hidden"}>{model.say(same === null ? "fight_against" : same ? "fight_same" : "fight_different")}</span>
      </span>
      {slot(answer, model.say("fight_answer"))}
    </li>
  );
}

/** What the last exchange decided. */
function Fought({ model, exchange }: { model: Model; exchange: Exchange }) {
  const { attacker, attack, answer, losses, prestige } = exchange;
  const defender = model.nameOf(otherSide(attacker), "side");
  return (
    <section class="polis-fought" aria-label={model.say("fight_last")}>
      <h3>{model.say("fight_last")}</h3>
      <ul class="polis-pairs">
        {attack.map((card, i) => (
          <Pair key={i} model={model} attack={card} answer={answer[i] ?? null} />
        ))}
      </ul>
      <p>
        {losses ? model.say("fight_losses", defender, losses) : model.say("fight_no_losses", defender)};{" "}
        {model.say("fight_gains", model.nameOf(attacker, "side"), prestige)}
      </p>
    </section>
  );
}

// ---- The table

function Fighter({ model, side }: { model: Model; side: Side }) {
  const position = model.position.value;
  const region = position.battle!;
  const units = position.units(side, region);
  const sea = model.graph.value.isSea(region);
  return (
    <li class={position.attacker === side ? "attacks" : ""}>
      <SeatMark seat={seatOf(side)} />
      <strong>{model.nameOf(side, "side")}</strong>
      <span class="polis-soft">{model.say(position.attacker === side ? "fight_attacks" : "fight_defends")}</span>
      <Tally of={sea ? "galley" : "hoplite"} n={units} label={model.say(sea ? "n_galleys" : "n_hoplites", units)} />
      <span class="polis-hand-size" role="img" aria-label={model.say("fight_cards", position.handSize(side))} title={model.say("fight_cards", position.handSize(side))}>
        {position.handSize(side)}
      </span>
      <Tally of="prestige" n={`+${position.won(side)}`} label={model.say("fight_won", position.won(side))} />
    </li>
  );
}

/** Everything about a battle that lies open. */
export function BattleTable({ model }: { model: Model }) {
  const position = model.position.value;
  const fought = useComputed(() => model.fought.value).value;
  if (!position.battle) return null;
  const laid = position.attack.some((card) => card !== null);
  const at = position.attack[1] === null ? -1 : position.answer[0] === null ? 0 : 1;
  return (
    <section class="polis-battle" aria-label={model.say("fight_at", model.nameOf(position.battle))}>
      <h3>{model.say("fight_at", model.nameOf(position.battle))}</h3>
      <ul class="polis-fighters">
        {SIDES.map((side) => (
          <Fighter key={side} model={model} side={side} />
        ))}
      </ul>
      {fought && !laid && <Fought model={model} exchange={fought} />}
      {laid && (
        <ul class="polis-pairs">
          {position.attack.map((card, i) => (
            <Pair key={i} model={model} attack={card} answer={position.answer[i] ?? null} now={i === at} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The viewer's cards, in the order of the cards. */
export function handOf(model: Model): readonly { readonly card: string; readonly n: number }[] {
  const side = model.mine.value;
  if (!side) return [];
  const hand = model.position.value.hand(side);
  return model.graph.value.cards.map(({ id }) => ({ card: id, n: hand[id] ?? 0 })).filter(({ n }) => n > 0);
}

/** They lie there to be seen; where they are choices they are buttons. */
export function HandCards({ model }: { model: Model }) {
  const hand = handOf(model);
  return (
    <section aria-label={model.say("fight_hand")}>
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
