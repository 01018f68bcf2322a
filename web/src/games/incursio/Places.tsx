// SPDX-License-Identifier: MIT
// Places.tsx - the land as a table of its sites: an equal view, with the same choices in its rows. The roles are written out, since on
// narrow screens the styles make blocks of the rows.
import { useSignal } from "@preact/signals";
import type { Table } from "../../board";
import { Filters, plain, type Filter } from "../../map/Filters";
import { enemiesWords, kindWords } from "./describe";
import { modelOf, type Model } from "./model";
import { countsOf, isHere } from "./position";

export function Places({ table }: { table: Table }) {
  const model = modelOf(table);
  const filter = useSignal<Filter>("all");
  const wanted = useSignal("");
  const looks = model.looks.value;
  const choices = new Set(choicesOf(model));
  const sites = model.sites((site) => {
    if (!plain(model.label(site)).includes(plain(wanted.value.trim()))) return false;
    return filter.value === "all" || (filter.value === "mine" ? looks.get(site)!.own : choices.has(site));
  });
  return (
    <div class="inc-places">
      <Filters
        filter={filter}
        wanted={wanted}
        seated={model.side.value !== null}
        choosing={choices.size > 0}
        words={{ all: model.say("all"), mine: model.say("mine"), choices: model.say("only_choices"), find: model.say("find"), show: model.say("filter") }}
        look={["inc-filters", "inc-tools"]}
      />
      {sites.length > 0 ? <Sites model={model} sites={sites} choices={choices} /> : <p class="inc-soft">{model.say("none_found")}</p>}
    </div>
  );
}

/** The sites that a tap would choose now. */
function choicesOf(model: Model): readonly string[] {
  if (!model.ourWindow.value) return [];
  const { from } = model.draft.value;
  if (model.task.value === "move") return from ? model.near(from) : model.origins.value;
  return model.task.value === "assault" && !model.target.value ? model.targets.value : [];
}

function Sites({ model, sites, choices }: { model: Model; sites: readonly string[]; choices: ReadonlySet<string> }) {
  const head = (words: string) => (
    <th role="columnheader" scope="col">
      {words}
    </th>
  );
  return (
    <table class="inc-table" role="table">
      <caption>{model.say("places_n", sites.length)}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {head(model.say("site"))}
          {head(model.say("kind"))}
          {head(model.say("garrison"))}
          {head(model.say("camp"))}
          {head(model.say("enemies"))}
          {choices.size > 0 && head(model.say("actions"))}
          {head(model.say("lines"))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {sites.map((site) => (
          <Row key={site} model={model} site={site} choices={choices} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ model, site, choices }: { model: Model; site: string; choices: ReadonlySet<string> }) {
  const { table } = model;
  const look = model.looks.value.get(site)!;
  const position = model.position.value;
  const holder = look.own ? look.holder : null;
  const garrison = holder === "defenders" ? position.garrison(site).map(({ type }) => type).join(" ") : "";
  const camp = holder ? countsOf(position.camp(holder, site).filter(isHere), holder) : "";
  const changed = model.changed.value.has(site);
  const facts = [kindWords(look, model.lang)];
  if (look.kind === "settlement" && model.land.value.sites.get(site)!.capital) facts.push(model.say("capital"));
  if (look.portal) facts.push(model.say("portal"));
  if (look.fog) facts.push(model.say("fog"));
  const cell = (words: string, head: string, look = "") => (
    <td role="cell" class={look} data-head={head}>
      {words || "–"}
    </td>
  );
  return (
    <tr role="row" class={changed ? "changed" : ""} data-side={look.holder ?? undefined}>
      <th role="rowheader" scope="row">
        <button type="button" class="inc-link" aria-expanded={table.looked === site} onClick={() => table.look(site)}>
          {model.label(site)}
        </button>
        {changed && <span class="hidden"> ({model.say("changed")})</span>}
      </th>
      {cell(facts.join(", "), model.say("kind"), "inc-kind")}
      {cell(garrison, model.say("garrison"))}
      {cell(camp, model.say("camp"))}
      {cell(enemiesWords(look, model.lang, position.day), model.say("enemies"))}
      {choices.size > 0 && (
        <td role="cell" class="inc-acts">
          {choices.has(site) && (
            <button type="button" class="choice" data-site={site} aria-pressed={model.draft.value.to === site} onClick={() => model.tap(site)}>
              {actWords(model)}
            </button>
          )}
        </td>
      )}
      {cell(model.near(site).map((other) => model.label(other).replace(/ /g, "\u00a0")).join(", "), model.say("lines"))}
    </tr>
  );
}

function actWords(model: Model): string {
  if (model.task.value === "assault") return model.say("do_attack");
  return model.draft.value.from ? model.say("do_to", model.label(model.draft.value.from)) : model.say("do_from");
}
