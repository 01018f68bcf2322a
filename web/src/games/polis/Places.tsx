// SPDX-License-Identifier: MIT
// Places.tsx - the map as tables of poleis, regions, seas and shiploads: an equal view, with the same choices in its rows. The roles are
// written out, since on narrow screens the styles make blocks of the rows.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Table } from "../../board";
import { Filters, isNamed, type Filter } from "../../map/Filters";
import { SeatMark } from "../../parts/SeatMark";
import { Plain } from "./dialogues/kit";
import { seatOf, SIDES, type Side } from "./graph";
import { marketOf } from "./ledger";
import { berthWords, priceWords, routeWords } from "./Mat";
import { modelOf, type Model } from "./model";
import { PlaceLink } from "./parts";
import type { Word } from "./words";


interface Part {
  readonly table: Table;
  readonly model: Model;
}

/** A column of a table: what it is called, and what stands in it for a place. */
interface Column {
  readonly head: Word;
  cell(part: Part, place: string): ComponentChildren;
}


export function Places({ table }: { table: Table }) {
  const model = modelOf(table);
  const filter = useSignal<Filter>("all");
  const wanted = useSignal("");
  const shows = (place: string): boolean => {
    if (!isNamed(model, place, wanted.value)) return false;
    if (filter.value === "choices") return model.isChoice(place);
    return filter.value === "all" || isMine(model, place);
  };
  const { poleis, lands, seas, shiploads } = model.graph.value;
  const tables: readonly (readonly [Word, readonly Column[], readonly string[]])[] = [
    ["poleis_caption", POLEIS, poleis],
    ["lands_caption", LANDS, lands],
    ["seas_caption", SEAS, seas],
    ["shiploads_caption", SHIPLOADS, shiploads],
  ];
  const shown = tables.map(([caption, columns, places]) => ({ caption, columns, places: places.filter(shows) }));
  return (
    <div class="polis-places">
      <Filters
        filter={filter}
        wanted={wanted}
        seated={model.mine.value !== null}
        choosing={model.choices.value.places.size > 0}
        words={{ all: model.say("show_all"), mine: model.say("show_mine"), choices: model.say("show_choices"), find: model.say("find_place"), show: model.say("show") }}
        look={["polis-filters", "polis-switch"]}
      />
      {shown.map(({ caption, columns, places }) =>
        places.length > 0 ? <PlaceTable key={caption} part={{ table, model }} caption={caption} columns={columns} places={places} /> : null,
      )}
      {shown.every(({ places }) => !places.length) && <p class="polis-soft">{model.say("none_found")}</p>}
    </div>
  );
}

function isMine(model: Model, place: string): boolean {
  const side = model.mine.value;
  const position = model.position.value;
  if (!side) return false;
  return position.ownerOf(place) === side || position.units(side, place) > 0 || position.trader(place) === side;
}

// ---- One table

function PlaceTable(props: { part: Part; caption: Word; columns: readonly Column[]; places: readonly string[] }) {
  const { part, caption, columns, places } = props;
  const { model } = part;
  const acting = places.some((place) => model.isChoice(place));
  const [name, ...others] = columns;
  return (
    <table class="polis-gazetteer" role="table">
      <caption>{model.say(caption, places.length)}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <Head model={model} word={name!.head} />
          {acting && <Head model={model} word="choices_head" />}
          {others.map(({ head }) => (
            <Head key={head} model={model} word={head} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {places.map((place) => (
          <tr key={place} role="row" class={rowClass(model, place)}>
            <th role="rowheader" scope="row">
              {name!.cell(part, place)}
              {model.changed.value.has(place) && <span class="hidden"> ({model.say("row_changed")})</span>}
            </th>
            {acting && <Choice {...part} place={place} />}
            {others.map(({ head, cell }) => {
              const said = cell(part, place);
              return (
                <td key={head} role="cell" class={said ? undefined : "none"} data-head={model.say(head)}>
                  {said || model.say("nothing")}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Head({ model, word }: { model: Model; word: Word }) {
  return (
    <th role="columnheader" scope="col">
      {model.say(word)}
    </th>
  );
}

function Choice({ table, model, place }: Part & { place: string }) {
  const move = model.choices.value.places.get(place);
  return (
    <td role="cell" class="polis-row-choice">
      {move && <Plain part={{ table, model }} move={move} />}
    </td>
  );
}

function rowClass(model: Model, place: string): string {
  const marks = {
    changed: model.changed.value.has(place),
    picked: model.picked.value === place,
    subject: model.subject.value === place,
  };
  return Object.entries(marks)
    .flatMap(([mark, holds]) => (holds ? [mark] : []))
    .join(" ");
}

// ---- Columns

const name = (head: Word): Column => ({ head, cell: ({ table, model }, place) => <PlaceLink table={table} model={model} place={place} /> });

const unbroken = (words: string): string => words.replace(/ /g, "\u00a0");

const names = (model: Model, places: readonly string[], set: string): string =>
  places.map((place) => unbroken(model.nameOf(place, set))).join(", ");

const marked = (side: Side | null, words: string | number): ComponentChildren => (
  <span class="polis-owned">
    <SeatMark seat={side && seatOf(side)} /> {words}
  </span>
);

const units: Column = {
  head: "units_head",
  cell: ({ model }, region) => {
    const position = model.position.value;
    const word = model.graph.value.isSea(region) ? "n_galleys" : "n_hoplites";
    const there = SIDES.filter((side) => position.units(side, region) > 0);
    return there.length > 0 && there.map((side) => <span key={side}>{marked(side, model.say(word, position.units(side, region)))} </span>);
  },
};

const control: Column = {
  head: "control_head",
  cell: ({ model }, region) => {
    const side = model.facts.value.control(region);
    return side && model.nameOf(side, "side");
  },
};

const neighbours: Column = {
  head: "neighbours_head",
  cell: ({ model }, region) => names(model, model.graph.value.beside(region), "region"),
};

/** Its people and whose they are: "Argos A 3". */
const poleisOf = (model: Model, poleis: readonly string[]): string =>
  poleis
    .map((polis) => {
      const owner = model.position.value.ownerOf(polis);
      const parts = [model.nameOf(polis, "polis"), owner && seatOf(owner), model.position.value.population(polis)];
      return unbroken(parts.filter(Boolean).join(" "));
    })
    .join(", ");

/** What lies and stands at a polis, beside its people. */
function atPolis(model: Model, polis: string): string {
  const position = model.position.value;
  const needed = model.graph.value.city(polis)!.fortification;
  const called = (ids: readonly string[]): string => model.list(ids.map((id) => model.nameOf(id, "project")));
  const found: string[] = [];
  for (const side of SIDES) {
    const who = model.nameOf(side, "side");
    if (position.discs(side, polis) > 0) found.push(model.say("siege_discs", who, position.discs(side, polis), needed));
    if (position.proxenos(side) === polis) found.push(model.say(position.isCaptive(side) ? "proxenos_captive_of" : "proxenos_of", who));
  }
  for (const place of ["progress", "completed"] as const) {
    const projects = position.projectsIn(polis, place);
    if (projects.length) found.push(model.say(place === "progress" ? "in_progress" : "completed", called(projects)));
  }
  return found.join("; ");
}

const POLEIS: readonly Column[] = [
  name("polis_head"),
  { head: "owner_head", cell: ({ model }, polis) => marked(model.position.value.ownerOf(polis), model.ownerWords(polis)) },
  {
    head: "population_head",
    cell: ({ model }, polis) => {
      const { base_population, max_population } = model.graph.value.city(polis)!;
      return unbroken(model.say("population_short", model.position.value.population(polis), base_population, max_population));
    },
  },
  { head: "fortification_head", cell: ({ model }, polis) => model.graph.value.city(polis)!.fortification },
  { head: "region_column", cell: ({ model }, polis) => names(model, [model.graph.value.city(polis)!.region], "region") },
  { head: "ports_head", cell: ({ model }, polis) => names(model, model.graph.value.city(polis)!.ports, "region") },
  { head: "here_head", cell: ({ model }, polis) => atPolis(model, polis) },
];

const LANDS: readonly Column[] = [
  name("region_column"),
  units,
  control,
  {
    head: "tribute_head",
    cell: ({ model }, region) => {
      const rows = Object.entries(model.graph.value.region(region)?.yields ?? {});
      const yields = rows.map(([resource, amounts]) => `${model.nameOf(resource)} ${amounts.join("-")}`).join(", ");
      return model.position.value.tribute.has(region) ? model.say("tribute_done") : yields;
    },
  },
  { head: "poleis_here", cell: ({ model }, region) => poleisOf(model, model.graph.value.poleisIn(region)) },
  neighbours,
];

const SEAS: readonly Column[] = [
  name("sea_head"),
  units,
  control,
  {
    head: "ports_here",
    cell: ({ model }, sea) => {
      const { poleis, city } = model.graph.value;
      return poleisOf(model, poleis.filter((polis) => city(polis)!.ports.includes(sea) || city(polis)!.region === sea));
    },
  },
  neighbours,
];

const SHIPLOADS: readonly Column[] = [
  name("shipload_head"),
  { head: "price_head", cell: ({ model }, id) => priceWords(model, model.graph.value.shipload(id)!) },
  {
    head: "state_head",
    cell: ({ model }, id) => {
      const side = model.position.value.trader(id);
      return side ? marked(side, berthWords(model, id)) : berthWords(model, id);
    },
  },
  {
    head: "route_head",
    cell: ({ model }, id) => {
      const market = marketOf(model.graph.value, id)!;
      const sides = model.mine.value ? [model.mine.value] : SIDES;
      return sides.map((side) => <div key={side}>{routeWords(model, side, market.id)}</div>);
    },
  },
];
