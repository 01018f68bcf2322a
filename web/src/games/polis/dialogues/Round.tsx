// SPDX-License-Identifier: MIT
// Round.tsx - what a round asks between the turns: events at its beginning; returns, Supply, Growth and Phoros at its end.
import { forcesOf } from "../ledger";
import { Tally } from "../parts";
import { Amount, End, Goods, Head, moveOf, One, Places, type Part } from "./kit";
import { Forces } from "./Move";

// ---- Units that leave, and that come back

/** A unit removed, or sent away: of which region. */
function Units({ part, verb }: { part: Part; verb: string }) {
  const { model } = part;
  const { lands, seas } = model.graph.value;
  const can = [...lands, ...seas].filter((region) => moveOf(model, verb, region));
  return <Places part={part} verb={verb} places={can} facts={(region) => <Forces model={model} region={region} />} />;
}

export function Remove(part: Part) {
  return <Units part={part} verb="remove" />;
}

export function Send(part: Part) {
  const { model } = part;
  const sent = model.position.value.made;
  return (
    <>
      {sent > 0 && (
        <Head>
          <span>{model.say("end_sent", sent)}</span>
        </Head>
      )}
      <Units part={part} verb="send" />
      <End part={part} />
    </>
  );
}

export function Return(part: Part) {
  const { model } = part;
  const { lands, seas } = model.graph.value;
  const side = model.mine.value;
  if (!side) return null;
  const facts = (region: string) => (
    <>
      <Forces model={model} region={region} />
      <span class="polis-soft">{model.say("room", model.facts.value.room(side, region))}</span>
    </>
  );
  const can = [...lands, ...seas].filter((region) => moveOf(model, "return", region));
  return (
    <>
      <Head>
        <span>{model.say("end_away", model.position.value.away(side))}</span>
      </Head>
      <Places part={part} verb="return" places={can} facts={facts} />
    </>
  );
}

export function Take(part: Part) {
  const { model } = part;
  const { poleis } = model.graph.value;
  const can = poleis.filter((polis) => moveOf(model, "take", polis));
  const facts = (polis: string) => <span class="polis-soft">{model.nameOf(model.graph.value.city(polis)?.region ?? "")}</span>;
  return <Places part={part} verb="take" places={can} owner={model.position.value.ownerOf} facts={facts} />;
}

// ---- Prestige for silver

/** `each`: silver for one Prestige. */
function Sell({ part, verb, each }: { part: Part; verb: string; each: number }) {
  const { model } = part;
  const side = model.mine.value;
  if (!side) return null;
  const position = model.position.value;
  const [prestige, silver] = [position.prestige(side), position.stock(side, "silver")];
  const says = (n: number) => (
    <ul class="polis-payment">
      <li>
        <Goods model={model} of="prestige" n={n} says="pays" />
        <span class="polis-soft">{model.say("stays_of", prestige - n)}</span>
      </li>
      <li>
        <Goods model={model} of="silver" n={each * n} says="gets" />
        <span class="polis-soft">{model.say("then_of", silver + each * n)}</span>
      </li>
    </ul>
  );
  return <Amount part={part} verb={verb} label={model.say("end_give_up")} says={says} />;
}

/** What the event gives for each. [POL-EVENT-21] */
export function SellToTreasury(part: Part) {
  const { model } = part;
  const effects = model.graph.value.event(model.position.value.event ?? "")?.effects ?? [];
  const rate = effects.find(({ op }) => op === "sell_prestige")?.rate ?? 1;
  return <Sell part={part} verb="sell" each={rate} />;
}

export function Phoros(part: Part) {
  return <Sell part={part} verb="phoros" each={1} />;
}

// ---- Supply

export function Supply(part: Part) {
  const { model } = part;
  const side = model.mine.value;
  if (!side) return null;
  const position = model.position.value;
  const wheat = position.stock(side, "wheat");
  const need = forcesOf(position, model.graph.value, side).people;
  const short = Math.max(0, need - wheat);
  const pay = moveOf(model, "pay");
  const discards = position.own(side).filter((polis) => moveOf(model, "discard", polis));
  const facts = (polis: string) => {
    const people = position.population(polis);
    const then = Math.max(0, short - people);
    const lost = position.projectsIn(polis, "completed").map((id) => model.nameOf(id, "project"));
    return (
      <>
        <Tally of="population" n={`−${people}`} label={model.say("end_freed", people)} />
        <span class="polis-soft">{then ? model.say("end_then_short", then) : model.say("end_then_fed")}</span>
        {lost.length > 0 && <span class="polis-soft">{model.say("end_loses", model.list(lost))}</span>}
      </>
    );
  };
  return (
    <>
      <Head>
        <Tally of="wheat" n={`${wheat} / ${need}`} label={model.say("end_wheat", wheat, need)} />
        <span>{short ? model.say("end_short", short) : model.say("end_enough", wheat - need)}</span>
      </Head>
      {pay && (
        <One part={part} move={pay} text="pay" class="polis-way">
          <span class="choice-words">{pay.words}</span>
          <span class="polis-way-price">
            <Goods model={model} of="wheat" n={Math.min(wheat, need)} says="pays" />
            {short > 0 && <Goods model={model} of="prestige" n={short} says="pays" />}
          </span>
          {short > 0 && <span class="polis-soft">{model.say("end_prestige_left", Math.max(0, position.prestige(side) - short))}</span>}
        </One>
      )}
      {discards.length > 0 && <h3>{model.say("end_discard")}</h3>}
      <Places part={part} verb="discard" more={model.say("end_discard")} places={discards} facts={facts} />
    </>
  );
}

// ---- Growth

export function Growth(part: Part) {
  const { model } = part;
  const side = model.mine.value;
  if (!side) return null;
  const position = model.position.value;
  const graph = model.graph.value;
  const wheat = position.stock(side, "wheat");
  const facts = (polis: string) => {
    const city = graph.city(polis)!;
    const people = position.population(polis);
    const left = model.facts.value.growth(polis);
    const told = model.say("population_of", people, city.base_population, city.max_population, city.max_growth);
    const grows = people === city.base_population; // one more makes it a megalopolis
    return (
      <>
        <Tally of="population" n={`${people} / ${city.max_population}`} label={told} />
        {left > 0 && <span class="polis-soft">{model.say("end_growth_left", left)}</span>}
        {grows && <Tally of="prestige" n={`+${graph.constant<number>("megalopolis_prestige")}`} label={model.say("end_megalopolis")} />}
      </>
    );
  };
  return (
    <>
      <Head>
        <Goods model={model} of="wheat" n={wheat} says="n_stock" />
        <span>{model.say("end_wheat_left", wheat)}</span>
      </Head>
      <Places part={part} verb="grow" places={position.own(side)} facts={facts} />
      <End part={part} />
    </>
  );
}
