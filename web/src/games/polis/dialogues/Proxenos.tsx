// SPDX-License-Identifier: MIT
// Proxenos.tsx - the proxenos: where to, and what enemy units on the way are paid.
import { Tally } from "../parts";
import { Head, moveOf, Places, type Entry, type Part } from "./kit";
import { bribesFrom, civilWarPrice } from "./sums";

export function ProxenosTo(part: Part) {
  const { model } = part;
  const position = model.position.value;
  const graph = model.graph.value;
  const side = model.mine.value;
  const from = side && position.proxenos(side);
  if (!side || !from) return null;
  const bribes = bribesFrom(position, graph, side, graph.city(from)?.region ?? "");
  const entry = (polis: string): Entry => {
    const silver = bribes.get(graph.city(polis)?.region ?? "") ?? 0;
    const war = civilWarPrice(position, graph, side, polis);
    return {
      id: polis,
      owner: position.ownerOf(polis),
      facts: (
        <>
          {silver > 0 ? (
            <Tally of="silver" n={`−${silver}`} label={model.say("pays", silver, model.nameOf("silver", "resource"))} />
          ) : (
            <span class="polis-soft">{model.say("free")}</span>
          )}
          {war !== null && (
            <span class="polis-soft">
              {model.say("prox_war")} <Tally of="silver" n={war} label={model.say("n_stock", war, model.nameOf("silver", "resource"))} />
            </span>
          )}
        </>
      ),
    };
  };
  const can = (polis: string): boolean => Boolean(moveOf(model, "to", polis));
  return (
    <>
      <Head>
        <span>{model.say("prox_from", model.nameOf(from))}</span>
        <Tally of="silver" n={position.stock(side, "silver")} label={model.say("you_hold", position.stock(side, "silver"))} />
      </Head>
      <Places part={part} verb="to" entries={graph.poleis.filter(can).map(entry)} barred={graph.poleis.filter((polis) => !can(polis) && polis !== from).map(entry)} />
    </>
  );
}
