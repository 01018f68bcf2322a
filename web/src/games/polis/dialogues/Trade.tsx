// SPDX-License-Identifier: MIT
// Trade.tsx - trade: which shipload, by market, and how it is paid.
import type { Market, Shipload } from "../graph";
import type { Model } from "../model";
import { Goods, Head, moveOf, One, type Part } from "./kit";

/** "3 oil (of 4) or 3 silver for 3 wheat", as signs. */
function Deal({ model, load }: { model: Model; load: Shipload }) {
  const position = model.position.value;
  const side = model.mine.value;
  const price = model.graph.value.price(load, position.market[load.good] ?? 0);
  const tally = (resource: string, n: number) => <Goods model={model} of={resource} n={n} says="n_stock" />;
  const short = side !== null && position.stock(side, load.good) < price;
  return (
    <span class="polis-deal">
      <span class={short ? "short" : ""}>{tally(load.good, price)}</span>
      {load.purchase && (
        <>
          <span aria-hidden="true">/</span>
          <span class="hidden">{model.say("or")}</span>
          <span class={side !== null && position.stock(side, "silver") < load.number ? "short" : ""}>{tally("silver", load.number)}</span>
        </>
      )}
      <span aria-hidden="true">→</span>
      {tally(load.gives, load.number)}
    </span>
  );
}

function Loads({ part, market }: { part: Part; market: Market }) {
  const { model } = part;
  const position = model.position.value;
  return (
    <section aria-label={model.nameOf(market.id)}>
      <h3>{model.nameOf(market.id)}</h3>
      {market.shiploads.map((load) => {
        const trader = position.trader(load.id);
        return (
          <One key={load.id} part={part} move={moveOf(model, "load", load.id)} text={`load ${load.id}`} class="polis-cargo">
            <span class="polis-cargo-number" aria-hidden="true">
              {load.number}
            </span>
            <span class="hidden">{model.nameOf(load.id, "shipload")}</span>
            <Deal model={model} load={load} />
            {trader && <span class="polis-soft">{model.say("trade_taken", model.nameOf(trader, "side"))}</span>}
          </One>
        );
      })}
    </section>
  );
}

export function ChooseLoad(part: Part) {
  const { model } = part;
  const graph = model.graph.value;
  const side = model.mine.value;
  return (
    <>
      {side && (
        <Head>
          <span>{model.say("trade_holds")}</span>
          {[...graph.goods, "silver"].map((resource) => (
            <Goods key={resource} model={model} of={resource} n={model.position.value.stock(side, resource)} says="n_stock" />
          ))}
        </Head>
      )}
      <div class="polis-markets">
        {graph.markets.map((market) => (
          <Loads key={market.id} part={part} market={market} />
        ))}
      </div>
    </>
  );
}

export function TradeMode(part: Part) {
  const { model } = part;
  const load = model.subject.value ? model.graph.value.shipload(model.subject.value) : undefined;
  const side = model.mine.value;
  if (!load || !side) return null;
  const position = model.position.value;
  const price = model.graph.value.price(load, position.market[load.good] ?? 0);
  const ways = [
    ["exchange", load.good, price, "trade_dearer"],
    ["purchase", "silver", load.number, "trade_cheaper"],
  ] as const;
  return (
    <>
      <Head>
        <strong>{model.nameOf(load.id, "shipload")}</strong>
      </Head>
      <div class="polis-ways">
        {ways.map(([verb, resource, paid, effect]) => {
          const move = moveOf(model, verb);
          return (
            <One key={verb} part={part} move={move} text={verb} class="polis-way">
              <span class="choice-words">{move?.words ?? model.say(verb)}</span>
              <span class="polis-way-price">
                <Goods model={model} of={resource} n={paid} says="pays" />
                <Goods model={model} of={load.gives} n={load.number} says="gets" />
              </span>
              <span class="polis-soft">
                {model.say("you_hold", position.stock(side, resource))}. {model.say(effect, model.nameOf(load.good, "resource"))}
              </span>
            </One>
          );
        })}
      </div>
    </>
  );
}

