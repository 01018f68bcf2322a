// SPDX-License-Identifier: MIT
// Proxenos.tsx - the proxenos: where to, and what enemy units on the way are paid.
import { Goods, Head, Places, type Part } from "./kit";
import { bribesFrom, civilWarPrice } from "./sums";

export function ProxenosTo(part: Part) {
  const { model } = part;
  const position = model.position.value;
  const graph = model.graph.value;
  const side = model.mine.value;
  const from = side && position.proxenos(side);
  if (!side || !from) return null;
  const bribes = bribesFrom(position, graph, side, graph.city(from)?.region ?? "");
  const facts = (polis: string) => {
    const silver = bribes.get(graph.city(polis)?.region ?? "") ?? 0;
    const war = civilWarPrice(position, graph, side, polis);
    return (
      <>
        {silver > 0 ? <Goods model={model} of="silver" n={silver} says="pays" /> : <span class="polis-soft">{model.say("free")}</span>}
        {war !== null && (
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
