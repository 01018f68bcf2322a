// SPDX-License-Identifier: MIT
// Place.tsx - what there is to know about a region, a polis or a shipload, and what can be begun there now.
import type { ComponentChildren } from "preact";
import type { Table } from "../../board";
import { SeatMark } from "../../parts/SeatMark";
import { One } from "./dialogues/kit";
import { seatOf, SIDES, type City, type Region, type Shipload, type Side } from "./graph";
import { marketOf, roundOf } from "./ledger";
import { berthWords, priceWords, routeWords } from "./Mat";
import { argOf, modelOf, type Model } from "./model";
import { isSign, Sign } from "./signs";
import { actionsAt } from "./starts";

interface Part {
  readonly table: Table;
  readonly model: Model;
}

export function Place({ table, place }: { table: Table; place: string }) {
  const model = modelOf(table);
  const graph = model.graph.value;
  const city = graph.city(place);
  const region = graph.region(place);
  const shipload = graph.shipload(place);
  const part: Part = { table, model };
  if (!city && !region && !shipload) return null;
  return (
    <div class="polis-place">
      <h2>{model.nameOf(place, city ? "polis" : undefined)}</h2>
      <Begin {...part} place={place} />
      {city && <OfPolis {...part} city={city} />}
      {region && <OfRegion {...part} region={region} />}
      {shipload && <OfShipload model={model} shipload={shipload} />}
    </div>
  );
}

/** A choice at the place, and actions that make sense there. */
function Begin({ table, model, place }: Part & { place: string }) {
  const move = model.choices.value.places.get(place);
  const acts = model.choices.value.others.get("act") ?? [];
  const actions = actionsAt(model.position.value, model.graph.value, model.mine.value, place);
  const offered = actions.flatMap(({ action, here }) => acts.filter((one) => argOf(one) === action).map((act) => ({ act, action, here })));
  if (!move && !offered.length) return null;
  return (
    <Group title={model.say(move ? "choices_here" : "actions_here")}>
      {move && <One part={{ table, model }} move={move} text={move.text} />}
      {offered.map(({ act, action, here }) => (
        <button
          key={action}
          type="button"
          class="choice"
          data-begin={action}
          onClick={() => (here ? model.begin(action, place) : table.pick(act))}
        >
          {act.words}
        </button>
      ))}
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="polis-beside" role="group" aria-label={title}>
      <h3>{title}</h3>
      <div class="polis-chips">{children}</div>
    </div>
  );
}

/** Places as buttons that open them, each with who is there. */
function Places(props: Part & { title: string; places: readonly string[]; kind: "polis" | "region" }) {
  const { table, model, title, places, kind } = props;
  const position = model.position.value;
  if (!places.length) return null;
  return (
    <Group title={title}>
      {places.map((place) => (
        <button key={place} type="button" class="polis-chip" onClick={() => table.look(place)}>
          <span>{model.nameOf(place, kind)}</span>
          {kind === "polis" ? (
            <Owned side={position.ownerOf(place)} n={position.population(place)} />
          ) : (
            SIDES.map((side) => position.units(side, place) > 0 && <Owned key={side} side={side} n={position.units(side, place)} />)
          )}
        </button>
      ))}
    </Group>
  );
}

function Owned({ side, n }: { side: Side | null; n: number }) {
  return (
    <span class="polis-owned">
      <SeatMark seat={side && seatOf(side)} />
      <b>{n}</b>
    </span>
  );
}

// ---- Regions

function OfRegion({ table, model, region }: Part & { region: Region }) {
  const position = model.position.value;
  const graph = model.graph.value;
  const { id } = region;
  const isSea = graph.isSea(id);
  const control = model.facts.value.control(id);
  const beside = graph.beside(id);
  const limit = roundOf(position, graph).stack_limit;
  const harbours = graph.poleis.filter((polis) => graph.city(polis)!.ports.includes(id) && graph.city(polis)!.region !== id);
  const sides = SIDES.filter((side) => position.units(side, id) > 0 || side === model.mine.value);
  return (
    <>
      <p class="polis-soft">
        {model.say(isSea ? "region_sea" : "region_land")} ·{" "}
        {control ? model.say("controlled_by", model.nameOf(control, "side")) : model.say("controlled_by_nobody")}
      </p>
      {sides.map((side) => {
        const n = position.units(side, id);
        return (
          <p key={side} class="polis-line">
            <SeatMark seat={seatOf(side)} />
            <strong>{model.say(isSea ? "n_galleys" : "n_hoplites", n)}</strong>
            <span class="polis-soft">{model.say("room_for", Math.max(0, limit - n), model.nameOf(side, "side"))}</span>
          </p>
        );
      })}
      {model.facts.value.fights(id) && <p class="polis-danger">{model.say("battle_here")}</p>}
      {region.yields && <Tribute model={model} region={region} />}
      <Places table={table} model={model} kind="polis" title={model.say("poleis_here")} places={graph.poleisIn(id)} />
      <Places table={table} model={model} kind="polis" title={model.say("ports_here")} places={harbours} />
      <Places table={table} model={model} kind="region" title={model.say("by_land")} places={beside.filter((one) => !graph.isSea(one))} />
      <Places table={table} model={model} kind="region" title={model.say("by_sea")} places={beside.filter(graph.isSea)} />
    </>
  );
}

/** What so many hoplites on a row bring. [POL-COLL-5] */
function Tribute({ model, region }: { model: Model; region: Region }) {
  const rows = Object.entries(region.yields ?? {});
  const most = Math.max(...rows.map(([, amounts]) => amounts.length));
  const collected = model.position.value.tribute.has(region.id);
  return (
    <table class={collected ? "polis-tribute-box collected" : "polis-tribute-box"}>
      <caption>
        {model.say("tribute_head")}: {model.say(collected ? "tribute_done" : "tribute_open")}
      </caption>
      <thead>
        <tr>
          <th scope="col">{model.say("yield_head")}</th>
          {Array.from({ length: most }, (_, i) => (
            <th key={i} scope="col">
              {i + 1}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([resource, amounts]) => (
          <tr key={resource}>
            <th scope="row">
              {isSign(resource) && <Sign of={resource} />} {model.nameOf(resource)}
            </th>
            {Array.from({ length: most }, (_, i) => (
              <td key={i}>{amounts[i] ?? "–"}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// ---- Poleis

function OfPolis({ table, model, city }: Part & { city: City }) {
  const position = model.position.value;
  const side = (word: "capital_of" | "commercial_of" | "proxenos_of" | "proxenos_captive_of", one: Side) =>
    model.say(word, model.nameOf(one, "side"));
  const kinds = city.project_kinds.map((kind) => model.nameOf(kind, "kind"));
  const projects = (place: "progress" | "completed") => position.projectsIn(city.id, place).map((id) => model.nameOf(id, "project"));
  const facts = [
    city.capital_of && side("capital_of", city.capital_of),
    city.commercial_of && side("commercial_of", city.commercial_of),
    model.say("population_of", position.population(city.id), city.base_population, city.max_population, city.max_growth),
    model.say("fortification", city.fortification) + (city.besiegeable ? "" : `, ${model.say("not_besieged")}`),
    ...SIDES.map(
      (one) =>
        position.discs(one, city.id) > 0 &&
        model.say("siege_discs", model.nameOf(one, "side"), position.discs(one, city.id), city.fortification),
    ),
    ...SIDES.map((one) => position.proxenos(one) === city.id && side(position.isCaptive(one) ? "proxenos_captive_of" : "proxenos_of", one)),
    projects("progress").length > 0 && model.say("in_progress", model.list(projects("progress"))),
    projects("completed").length > 0 && model.say("completed", model.list(projects("completed"))),
    kinds.length ? model.say("kinds_of", model.list(kinds)) : model.say("kinds_none"),
    !city.ports.length && model.say("no_port"),
  ];
  const owner = position.ownerOf(city.id);
  return (
    <>
      <p class="polis-line">
        <SeatMark seat={owner && seatOf(owner)} /> <strong>{model.ownerWords(city.id)}</strong>
      </p>
      <ul class="polis-facts">
        {facts.filter(Boolean).map((fact) => (
          <li key={String(fact)}>{fact}</li>
        ))}
      </ul>
      <Places table={table} model={model} kind="region" title={model.say("region_column")} places={[city.region]} />
      <Places table={table} model={model} kind="region" title={model.say("ports_head")} places={city.ports} />
    </>
  );
}

// ---- Shiploads

function OfShipload({ model, shipload }: { model: Model; shipload: Shipload }) {
  const market = marketOf(model.graph.value, shipload.id);
  return (
    <ul class="polis-facts">
      <li>
        <strong>{priceWords(model, shipload)}</strong>
      </li>
      <li>{berthWords(model, shipload.id)}</li>
      {market && SIDES.map((side) => <li key={side}>{routeWords(model, side, market.id)}</li>)}
    </ul>
  );
}
