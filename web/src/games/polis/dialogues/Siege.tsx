// SPDX-License-Identifier: MIT
// Siege.tsx - a siege: which polis, whether to force it, whether to leave a garrison.
import type { City } from "../graph";
import type { Model } from "../model";
import { Tally } from "../parts";
import { Goods, Head, Hoplites, moveOf, One, Owner, People, Places, type Part } from "./kit";

/** Siege discs laid of those needed. */
export function Discs({ laid, needed, label }: { laid: number; needed: number; label: string }) {
  return (
    <span class="polis-discs" role="img" aria-label={label} title={label}>
      {Array.from({ length: needed }, (_, i) => (
        <svg key={i} viewBox="0 0 12 12" aria-hidden="true" focusable="false">
          <circle cx="6" cy="6" r="4.5" class={i < laid ? "laid" : ""} />
        </svg>
      ))}
    </span>
  );
}

function Facts({ model, city }: { model: Model; city: City }) {
  const position = model.position.value;
  const side = model.mine.value;
  if (!side) return null;
  const hoplites = position.units(side, city.region);
  const people = position.population(city.id);
  const laid = position.discs(side, city.id);
  return (
    <>
      <span class="polis-fort" role="img" aria-label={model.say("fortification", city.fortification)} title={model.say("fortification", city.fortification)}>
        F {city.fortification}
      </span>
      <Hoplites model={model} n={hoplites} />
      <People model={model} n={people} />
      {laid > 0 && <Discs laid={laid} needed={city.fortification} label={model.say("siege_laid", laid, city.fortification)} />}
    </>
  );
}

/** "F 3: 50.0%", or "F 3, 3 turns, 1 Prestige", without what the shield shows. */
const chanceIn = (remark = ""): string => remark.replace(/^F \d+([,:] )?/, "");

export function ChooseSiege(part: Part) {
  const { model } = part;
  const position = model.position.value;
  const graph = model.graph.value;
  const side = model.mine.value;
  if (!side) return null;
  const others = graph.poleis.filter((polis) => position.ownerOf(polis) !== side);
  const facts = (polis: string) => (
    <>
      <Facts model={model} city={graph.city(polis)!} />
      <strong>{chanceIn(moveOf(model, "polis", polis)?.remark)}</strong>
    </>
  );
  return <Places part={part} verb="polis" places={others} owner={position.ownerOf} facts={facts} />;
}

function Siege({ model, polis }: { model: Model; polis: string }) {
  const city = model.graph.value.city(polis);
  if (!city) return null;
  return (
    <Head>
      <Owner model={model} side={model.position.value.ownerOf(polis)} />
      <strong>{model.nameOf(polis)}</strong>
      <Facts model={model} city={city} />
    </Head>
  );
}

/** After a failed die, and for further discs: what it costs, and what comes of it. [POL-SAC, POL-DSAC-14] */
export function Force(part: Part) {
  const { model } = part;
  const polis = model.subject.value;
  const city = polis ? model.graph.value.city(polis) : undefined;
  const position = model.position.value;
  const side = model.mine.value;
  if (!polis || !city || !side) return null;
  const { force: price, reward } = model.facts.value;
  const once = position.step === "force_once";
  const laid = position.discs(side, polis);
  const force = moveOf(model, "force");
  const stop = moveOf(model, once ? "no" : "done");
  return (
    <>
      <Siege model={model} polis={polis} />
      {once && <p class="polis-ask">{model.say("siege_short", position.made, city.fortification, price.hoplites)}</p>}
      <div class="polis-ways">
        {force && (
          <One part={part} move={force} text="force" class="polis-way">
            <span class="choice-words">{force.words}</span>
            <span class="polis-way-price">
              <Goods model={model} of="prestige" n={price.prestige} says="pays" />
              <Tally of="hoplite" n={`−${price.hoplites}`} label={model.say("loses_hoplites", price.hoplites)} />
            </span>
            <span class="polis-soft">
              {price.wins ? model.say("siege_wins", model.nameOf(polis), reward(polis)) : model.say("siege_disc", laid + 1, city.fortification)}
              {price.population > 0 && ` ${model.say("siege_people", price.population)}`}
            </span>
          </One>
        )}
        {stop && (
          <One part={part} move={stop} text={stop.text} class="polis-way">
            <span class="choice-words">{stop.words}</span>
            <span class="polis-soft">{stopWords(model, city, laid)}</span>
          </One>
        )}
      </div>
    </>
  );
}

/** What becomes of the siege when no more is forced. */
function stopWords(model: Model, city: City, laid: number): string {
  if (model.position.value.step === "force_once") return model.say("siege_lost", model.nameOf(city.id));
  return model.facts.value.force.breaks ? model.say("siege_over", city.fortification) : model.say("siege_goes_on", laid, city.fortification);
}

/** A hoplite that becomes population of the city just taken. [POL-DIC-19, POL-DSAC-21] */
export function Garrison(part: Part) {
  const { model } = part;
  const polis = model.subject.value;
  const city = polis ? model.graph.value.city(polis) : undefined;
  const side = model.mine.value;
  if (!polis || !city || !side) return null;
  const position = model.position.value;
  const people = position.population(polis);
  const hoplites = position.units(side, city.region);
  const ways = ["garrison", "no"].map((verb) => [verb, moveOf(model, verb)] as const);
  return (
    <>
      <Siege model={model} polis={polis} />
      <div class="polis-ways">
        {ways.map(([verb, move]) => {
          const one = verb === "garrison" ? 1 : 0;
          return (
            move && (
              <One key={verb} part={part} move={move} text={verb} class="polis-way">
                <span class="choice-words">{move.words}</span>
                <span class="polis-way-price">
                  <People model={model} n={people + one} />
                  <Hoplites model={model} n={hoplites - one} />
                </span>
                <span class="polis-soft">{model.say("garrison_then", people + one, city.base_population, hoplites - one, model.nameOf(city.region))}</span>
              </One>
            )
          );
        })}
      </div>
    </>
  );
}
