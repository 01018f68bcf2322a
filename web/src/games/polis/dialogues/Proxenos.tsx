// SPDX-License-Identifier: MIT
// Proxenos.tsx - the proxenos: where to, and what enemy units on the way are paid.
import { Goods, Head, moveOf, Places, type Part } from "./kit";

export function ProxenosTo(part: Part) {
  const { model } = part;
  const position = model.position.value;
  const graph = model.graph.value;
  const side = model.mine.value;
  const from = side && position.proxenos(side);
  if (!side || !from) return null;
  const facts = (polis: string) => {
    const war = model.facts.value.civilWar(side, polis);
    return (
      <>
        <span class="polis-soft">{moveOf(model, "to", polis)?.remark}</span>
        {war > 0 && (
          <span class="polis-soft">
            {model.say("prox_war")} <Goods model={model} of="silver" n={war} says="n_stock" />
          </span>
        )}
      </>
    );
  };
  return (
    <>
      <Head>
        <span>{model.say("prox_from", model.nameOf(from))}</span>
        <Goods model={model} of="silver" n={position.stock(side, "silver")} says="n_stock" />
      </Head>
      <Places part={part} verb="to" places={graph.poleis.filter((polis) => polis !== from)} owner={position.ownerOf} facts={facts} />
    </>
  );
}
