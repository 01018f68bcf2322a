// SPDX-License-Identifier: MIT
// Round.tsx - what a round asks between the turns: events at its beginning; returns, Supply, Growth and Phoros at its end.
import type { Side } from "../graph";
import { forcesOf } from "../ledger";
import { Tally } from "../parts";
import { Amount, End, Head, moveOf, One, Places, type Entry, type Part } from "./kit";
import { Forces } from "./Move";
import { growthLeft, roomIn } from "./sums";

// ---- Units that leave, and that come back

/** A unit removed, or sent away: of which region. */
function Units({ part, verb }: { part: Part; verb: string }) {
  const { model } = part;
  const { lands, seas } = model.graph.value;
  const can = [...lands, ...seas].filter((region) => moveOf(model, verb, region));
  return <Places part={part} verb={verb} entries={can.map((id): Entry => ({ id, facts: <Forces model={model} region={id} /> }))} />;
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
  const entry = (id: string): Entry => ({
    id,
    facts: (
      <>
        <Forces model={model} region={id} />
        <span class="polis-soft">{model.say("room", roomIn(model.position.value, model.graph.value, side, id))}</span>
      </>
    ),
  });
  const can = [...lands, ...seas].filter((region) => moveOf(model, "return", region));
  return (
    <>
      <Head>
        <span>{model.say("end_away", model.position.value.away(side))}</span>
      </Head>
      <Places part={part} verb="return" entries={can.map(entry)} />
    </>
  );
}

export function Take(part: Part) {
  const { model } = part;
  const { poleis } = model.graph.value;
  const entry = (id: string): Entry => ({
    id,
    owner: model.position.value.ownerOf(id),
    facts: <span class="polis-soft">{model.nameOf(model.graph.value.city(id)?.region ?? "")}</span>,
  });
  return <Places part={part} verb="take" entries={poleis.filter((polis) => moveOf(model, "take", polis)).map(entry)} />;
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
        <Tally of="prestige" n={`−${n}`} label={model.say("pays_prestige", n)} />
        <span class="polis-soft">{model.say("stays_of", prestige - n)}</span>
      </li>
      <li>
        <Tally of="silver" n={`+${each * n}`} label={model.say("gets", each * n, model.nameOf("silver", "resource"))} />
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
  const lost = (polis: string) => position.projectsIn(polis, "completed").map((id) => model.nameOf(id, "project"));
  const entry = (polis: string): Entry => {
    const people = position.population(polis);
    const then = Math.max(0, short - people);
    const projects = lost(polis);
    return {
      id: polis,
      facts: (
        <>
          <Tally of="population" n={`−${people}`} label={model.say("end_freed", people)} />
          <span class="polis-soft">{then ? model.say("end_then_short", then) : model.say("end_then_fed", wheat - (need - people))}</span>
          {projects.length > 0 && <span class="polis-soft">{model.say("end_loses", model.list(projects))}</span>}
        </>
      ),
    };
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
            <Tally of="wheat" n={`−${Math.min(wheat, need)}`} label={model.say("pays", Math.min(wheat, need), model.nameOf("wheat", "resource"))} />
            {short > 0 && <Tally of="prestige" n={`−${short}`} label={model.say("pays_prestige", short)} />}
          </span>
          {short > 0 && <span class="polis-soft">{model.say("end_prestige_left", Math.max(0, position.prestige(side) - short))}</span>}
        </One>
      )}
      {discards(part, side).length > 0 && <h3>{model.say("end_discard")}</h3>}
      <Places part={part} verb="discard" more={model.say("end_discard")} entries={discards(part, side).map(entry)} />
    </>
  );
}

const discards = ({ model }: Part, side: Side): readonly string[] =>
  model.position.value.own(side).filter((polis) => moveOf(model, "discard", polis));

// ---- Growth

export function Growth(part: Part) {
  const { model } = part;
  const side = model.mine.value;
  if (!side) return null;
  const position = model.position.value;
  const graph = model.graph.value;
  const wheat = position.stock(side, "wheat");
  const entry = (polis: string): Entry => {
    const city = graph.city(polis)!;
    const people = position.population(polis);
    const left = growthLeft(position, city);
    const grows = people === city.base_population; // one more makes it a megalopolis
    return {
      id: polis,
      facts: (
        <>
          <Tally of="population" n={`${people} / ${city.max_population}`} label={model.say("population_of", people, city.base_population, city.max_population, city.max_growth)} />
          {left > 0 && <span class="polis-soft">{model.say("end_growth_left", left)}</span>}
          {grows && <Tally of="prestige" n={`+${graph.constant<number>("megalopolis_prestige")}`} label={model.say("end_megalopolis")} />}
        </>
      ),
    };
  };
  const own = position.own(side);
  const can = (polis: string): boolean => Boolean(moveOf(model, "grow", polis));
  return (
    <>
      <Head>
        <Tally of="wheat" n={wheat} label={model.say("n_stock", wheat, model.nameOf("wheat", "resource"))} />
        <span>{model.say("end_wheat_left", wheat)}</span>
      </Head>
      <Places part={part} verb="grow" entries={own.filter(can).map(entry)} barred={own.filter((polis) => !can(polis)).map(entry)} />
      <End part={part} />
    </>
  );
}
