// SPDX-License-Identifier: MIT
// Places.tsx - the board as two tables, of provinces and of seas: an equal view, with the same choices in its rows. The roles are
// written out, since on narrow screens the styles make blocks of the rows.
import { useComputed, useSignal, type Signal } from "@preact/signals";
import type { Table } from "../../board";
import { Filters, isNamed, type Filter } from "../../map/Filters";
import { SeatMark } from "../../parts/SeatMark";
import { modelOf, type Model } from "./model";
import type { Word } from "./words";

type Column = "own" | "name" | "owner" | "force" | "centre";

interface Sorting {
  readonly column: Column;
  readonly down: boolean;
}


export function Places({ table }: { table: Table }) {
  const model = modelOf(table);
  const filter = useSignal<Filter>("all");
  const wanted = useSignal("");
  const you = table.state.you;
  const shows = (place: string): boolean => {
    if (!isNamed(model, place, wanted.value)) return false;
    if (filter.value === "choices") return model.moveAt(place) !== null;
    if (filter.value === "all") return true;
    const position = model.position.value;
    return model.graph.value.isSea(place) ? position.triremes(place, you ?? "") > 0 : position.owner(place) === you;
  };
  const graph = model.graph.value;
  const provinces = graph.provinces.filter(shows);
  const seas = graph.seas.filter(shows);
  return (
    <div class="spqr-places">
      <Filters
        filter={filter}
        wanted={wanted}
        seated={!!you && model.seats.value.includes(you)}
        choosing={model.choices.value.places.size > 0}
        words={{ all: model.say("all"), mine: model.say("mine"), choices: model.say("only_choices"), find: model.say("find"), show: model.say("filter") }}
        look={["spqr-filters", "spqr-tools"]}
      />
      {provinces.length > 0 && <Provinces table={table} model={model} provinces={provinces} />}
      {seas.length > 0 && <Seas table={table} model={model} seas={seas} />}
      {!provinces.length && !seas.length && <p class="spqr-soft">{model.say("none_found")}</p>}
    </div>
  );
}

function Head({ model, column, word, sorting }: { model: Model; column: Column; word: Word; sorting: Signal<Sorting> }) {
  const { column: by, down } = sorting.value;
  const press = (): void => {
    if (by !== column) sorting.value = { column, down: column === "force" || column === "centre" };
    else if (down === (column === "force" || column === "centre")) sorting.value = { column, down: !down };
    else sorting.value = { column: "own", down: false };
  };
  return (
    <th role="columnheader" scope="col" aria-sort={by !== column ? "none" : down ? "descending" : "ascending"}>
      <button type="button" onClick={press} title={model.say("sort_by", model.say(word))}>
        {model.say(word)}
        <span aria-hidden="true">{by !== column ? "" : down ? " ▾" : " ▴"}</span>
      </button>
    </th>
  );
}

function Provinces({ table, model, provinces }: { table: Table; model: Model; provinces: readonly string[] }) {
  const sorting = useSignal<Sorting>({ column: "own", down: false });
  const rows = useComputed(() => sortedBy(model, sorting.value)).value.filter((province) => provinces.includes(province));
  const acting = model.choices.value.places.size > 0;
  return (
    <table class="spqr-table" role="table">
      <caption>{model.say("provinces", rows.length)}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <Head model={model} column="name" word="province" sorting={sorting} />
          <Head model={model} column="owner" word="owner" sorting={sorting} />
          <Head model={model} column="force" word="legionaries_head" sorting={sorting} />
          <Head model={model} column="centre" word="centre_head" sorting={sorting} />
          {acting && <th role="columnheader" scope="col">{model.say("actions")}</th>}
          <th role="columnheader" scope="col">{model.say("neighbours")}</th>
          <th role="columnheader" scope="col">{model.say("seas_head")}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((province) => (
          <ProvinceRow key={province} table={table} model={model} province={province} acting={acting} />
        ))}
      </tbody>
    </table>
  );
}

function sortedBy(model: Model, { column, down }: Sorting): string[] {
  const position = model.position.value;
  const key = (province: string): string | number => {
    if (column === "name") return model.nameOf(province);
    if (column === "owner") return position.owner(province) ?? "~";
    return column === "force" ? position.legionaries(province) : column === "centre" ? Number(position.centre(province)) : 0;
  };
  const compare = (a: string | number, b: string | number): number =>
    typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), model.lang);
  const rows = [...model.graph.value.provinces];
  return column === "own" ? rows : rows.sort((a, b) => (down ? -1 : 1) * compare(key(a), key(b)));
}

function ProvinceRow(props: { table: Table; model: Model; province: string; acting: boolean }) {
  const { table, model, province, acting } = props;
  const graph = model.graph.value;
  const position = model.position.value;
  const owner = position.owner(province);
  return (
    <tr role="row" class={rowClass(model, province)}>
      <Named table={table} model={model} place={province} />
      <td role="cell" class="owner" data-head={model.say("owner")}>
        {owner && <SeatMark seat={owner} />} {model.ownerWords(province)}
      </td>
      <td role="cell" class="number" data-head={model.say("legionaries_head")}>{position.legionaries(province) || "–"}</td>
      <td role="cell" data-head={model.say("centre_head")}>{position.centre(province) ? model.say("yes") : "–"}</td>
      {acting && <Acts table={table} model={model} place={province} />}
      <td role="cell" data-head={model.say("neighbours")}>{(graph.land.get(province) ?? []).map((next) => withForce(model, next)).join(", ") || "–"}</td>
      <td role="cell" data-head={model.say("seas_head")}>{model.names(graph.water.get(province)) || "–"}</td>
    </tr>
  );
}

/** "Raetia B 3", which does not break. */
function withForce(model: Model, province: string): string {
  const { owner, legionaries } = model.position.value;
  const n = legionaries(province);
  const parts = [model.nameOf(province), owner(province), n || null].filter((part) => part !== null && part !== undefined);
  return parts.join(" ").replace(/ /g, "\u00a0");
}

function rowClass(model: Model, place: string): string {
  const parts: string[] = [];
  if (model.changed.value.has(place)) parts.push("changed");
  if (model.picked.value === place) parts.push("picked");
  if (model.origin.value === place) parts.push("origin");
  return parts.join(" ");
}

function Named({ table, model, place }: { table: Table; model: Model; place: string }) {
  return (
    <th role="rowheader" scope="row">
      <button type="button" class="spqr-link" aria-expanded={model.looked.value === place} onClick={() => table.look(place)}>
        {model.nameOf(place)}
      </button>
      {model.changed.value.has(place) && <span class="hidden"> ({model.say("changed")})</span>}
    </th>
  );
}

/** Every choice at the place, of whatever tool. */
function Acts({ table, model, place }: { table: Table; model: Model; place: string }) {
  const { places } = model.choices.value;
  const moves = model.tools.value.flatMap((verb) => places.get(verb)?.get(place) ?? []);
  return (
    <td role="cell" class="spqr-acts">
      {moves.map((move) => (
        <button key={move.m} type="button" class="choice" data-choice={move.m} aria-pressed={table.picked?.m === move.m} onClick={() => table.pick(move)}>
          {move.words}
          {move.remark?.includes("%") && <span class="choice-remark"> {move.remark}</span>}
        </button>
      ))}
    </td>
  );
}

function Seas({ table, model, seas }: { table: Table; model: Model; seas: readonly string[] }) {
  const graph = model.graph.value;
  const { triremes, control } = model.position.value;
  const acting = model.choices.value.places.size > 0;
  return (
    <table class="spqr-table" role="table">
      <caption>{model.say("seas", seas.length)}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">{model.say("sea")}</th>
          <th role="columnheader" scope="col">{model.say("triremes_head")}</th>
          <th role="columnheader" scope="col">{model.say("control")}</th>
          {acting && <th role="columnheader" scope="col">{model.say("actions")}</th>}
          <th role="columnheader" scope="col">{model.say("coast")}</th>
          <th role="columnheader" scope="col">{model.say("neighbours")}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {seas.map((sea) => (
          <tr key={sea} role="row" class={rowClass(model, sea)}>
            <Named table={table} model={model} place={sea} />
            <td role="cell" data-head={model.say("triremes_head")}>
              {model.seats.value
                .filter((seat) => triremes(sea, seat) > 0)
                .map((seat) => `${seat} ${triremes(sea, seat)}`)
                .join(", ") || "–"}
            </td>
            <td role="cell" data-head={model.say("control")}>{control(sea) ? model.seatWords(control(sea)!) : "–"}</td>
            {acting && <Acts table={table} model={model} place={sea} />}
            <td role="cell" data-head={model.say("coast")}>{(graph.land.get(sea) ?? []).map((province) => withForce(model, province)).join(", ")}</td>
            <td role="cell" data-head={model.say("neighbours")}>{model.names(graph.water.get(sea))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
