// SPDX-License-Identifier: MIT
// Hand.tsx - the viewer's cards, and the sets that they make with what each would bring.
import { useComputed } from "@preact/signals";
import type { Table } from "../../board";
import { Glyph, type GlyphName } from "./Glyph";
import type { CardSet } from "./graph";
import { modelOf, type Model } from "./model";

const GLYPHS: Readonly<Record<string, GlyphName>> = {
  legionary: "legionary",
  vexillum: "vexillum",
  trireme: "trireme",
  centre: "centre",
};

/** Can the set be made of these cards? */
export function makes(set: CardSet, hand: Readonly<Record<string, number>>): boolean {
  const left = { ...hand };
  return set.cards.every((card) => (left[card] = (left[card] ?? 0) - 1) >= 0);
}

/** "8 legionaries, 1 trireme". */
export function worthOf(model: Model, set: CardSet): string {
  const parts = [model.say("legionaries", set.legionaries)];
  if (set.triremes) parts.push(model.say("triremes", set.triremes));
  if (set.centres) parts.push(model.say("centres", set.centres));
  return model.list(parts);
}

export function Card({ card, name, n = 1 }: { card: string; name: string; n?: number }) {
  return (
    <span class={`spqr-card ${card}`}>
      <Glyph name={GLYPHS[card] ?? "cards"} />
      <span class="spqr-card-name">{name}</span>
      {n > 1 && <span class="spqr-card-count">×{n}</span>}
    </span>
  );
}

export function SetCards({ model, set }: { model: Model; set: CardSet }) {
  return (
    <span class="spqr-set-cards" aria-hidden="true">
      {set.cards.map((card, i) => (
        <span key={i} class={`spqr-chip-card ${card}`} title={model.graph.value.cardName.get(card)}>
          <Glyph name={GLYPHS[card] ?? "cards"} />
        </span>
      ))}
    </span>
  );
}

export function Hand({ table }: { table: Table }) {
  const model = modelOf(table);
  const you = table.state.you;
  const hand = useComputed(() => model.position.value.hand(you ?? ""));
  const graph = model.graph.value;
  const { deckSize, discard } = model.position.value;
  if (!you || !model.seats.value.includes(you)) return null;
  const cards = graph.cards.filter((card) => (hand.value[card] ?? 0) > 0);
  const sets = graph.sets.filter((set) => makes(set, hand.value));
  return (
    <section class="spqr-hand" aria-label={model.say("hand")}>
      <h2>{model.say("hand")}</h2>
      {cards.length === 0 && <p class="spqr-soft">{model.say("hand_empty")}</p>}
      {cards.length > 0 && (
        <ul class="spqr-cards">
          {cards.map((card) => (
            <li key={card} aria-label={`${hand.value[card]} ${graph.cardName.get(card)}`}>
              <Card card={card} name={graph.cardName.get(card) ?? card} n={hand.value[card] ?? 0} />
            </li>
          ))}
        </ul>
      )}
      {cards.length > 0 && sets.length === 0 && <p class="spqr-soft">{model.say("hand_no_set")}</p>}
      {sets.length > 0 && (
        <>
          <h3>{model.say("hand_sets")}</h3>
          <ul class="spqr-sets">
            {sets.map((set) => (
              <li key={set.id}>
                <SetCards model={model} set={set} />
                <span>
                  <strong>{graph.setName.get(set.id)}</strong> {model.say("set_worth", worthOf(model, set))}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="spqr-soft">{model.say("deck", deckSize, Object.values(discard).reduce((sum, n) => sum + n, 0))}</p>
    </section>
  );
}
