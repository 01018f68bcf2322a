// SPDX-License-Identifier: MIT
// Make.tsx - hoplites, galleys and merchants: from which polis, then one by one with what each costs.
import { Tally } from "../parts";
import { isSign, Sign, type SignName } from "../signs";
import { End, Head, moveOf, movesOf, One, People, Places, type Part } from "./kit";

const UNIT: Readonly<Record<string, SignName>> = { create_hoplites: "hoplite", create_galleys: "galley", create_merchants: "merchant" };

/** From where: people of each polis, and what room there is where its units go. */
export function MakeFrom(part: Part) {
  const { model } = part;
  const position = model.position.value;
  const graph = model.graph.value;
  const side = model.mine.value;
  if (!side) return null;
  const { room, moreMerchants } = model.facts.value;
  const unit = UNIT[position.action ?? ""] ?? "hoplite";
  const exits = (polis: string): readonly string[] => {
    const city = graph.city(polis);
    return unit === "galley" ? (city?.ports ?? []) : unit === "hoplite" && city && !graph.isSea(city.region) ? [city.region] : [];
  };
  const facts = (polis: string) => (
    <>
      <People model={model} n={position.population(polis)} />
      {exits(polis).map((region) => (
        <span key={region} class="polis-soft">
          → {model.nameOf(region)}: {model.say("room", room(side, region))}
        </span>
      ))}
      {unit === "merchant" && <span class="polis-soft">{model.say("room", moreMerchants(side))}</span>}
    </>
  );
  return <Places part={part} verb="from" places={position.own(side)} facts={facts} />;
}

/** One more, for this or for that. */
export function Make(part: Part) {
  const { model } = part;
  const position = model.position.value;
  const graph = model.graph.value;
  const side = model.mine.value;
  const polis = model.subject.value;
  if (!side || !polis) return null;
  const unit = UNIT[position.action ?? ""] ?? "hoplite";
  const regions = [...graph.lands, ...graph.seas];
  const to = position.where === null ? null : (regions[position.where] ?? null);
  const people = position.population(polis);
  const facts = model.facts.value;
  const room = unit === "merchant" ? facts.moreMerchants(side) : to ? facts.room(side, to) : null;
  const goods = unit === "hoplite" ? ["metal", "silver"] : ["wood", "silver"];
  const hire = moveOf(model, "hire");
  const seas = movesOf(model, "to");
  const chosen = to !== null || unit === "merchant";
  return (
    <>
      <Head>
        <strong>{model.say("so_far", position.made)}</strong>
        <span>
          {model.nameOf(polis)}
          {to && unit !== "merchant" ? ` → ${model.nameOf(to)}` : ""}
        </span>
        <Tally of="population" n={people} label={model.say("make_people", people)} />
        {room !== null && <span class="polis-soft">{model.say("room", room)}</span>}
      </Head>
      {seas.length > 0 && (
        <Places
          part={part}
          verb="to"
          places={seas.map((move) => String(move.args.region))}
          facts={(sea) => <span class="polis-soft">{model.say("room", facts.room(side, sea))}</span>}
        />
      )}
      {chosen && (
        <div class="polis-payments">
          {goods.map((good) => (
            <One key={good} part={part} move={moveOf(model, "pay", good)} text={`pay ${good}`} class="polis-pay">
              <span class="polis-plus" aria-hidden="true">
                +1 <Sign of={unit} />
              </span>
              <span class="choice-words">
                <span class="hidden">{model.say("make_one")}: </span>1 {model.nameOf(good, "resource")} {isSign(good) && <Sign of={good} />}
              </span>
              <span class="polis-soft">{model.say("you_hold", position.stock(side, good))}</span>
            </One>
          ))}
          {hire && (
            <One part={part} move={hire} text="hire" class="polis-pay">
              <span class="polis-plus" aria-hidden="true">
                +1 <Sign of={unit} />
              </span>
              <span class="choice-words">{hire.words}</span>
              <span class="polis-soft">{model.say("make_hired")}</span>
            </One>
          )}
        </div>
      )}
      <End part={part} />
    </>
  );
}
