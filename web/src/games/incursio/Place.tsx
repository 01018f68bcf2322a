// SPDX-License-Identifier: MIT
// Place.tsx - a site in full: its garrison place by place, camp, structures and works; or what is known of it, and since when.
import { useSignal } from "@preact/signals";
import type { Past, Table } from "../../board";
import { kindWords } from "./describe";
import { modelOf, type Model } from "./model";
import { newsOf, type News } from "./news";
import { isHere, lookAt, type Unit } from "./position";
import { SIDES, type Side } from "./data";
import type { Word } from "./words";
import { Tile } from "./Tile";

export function Place({ table, place }: { table: Table; place: string }) {
  const model = modelOf(table);
  const site = model.land.value.sites.get(place);
  const look = model.looks.value.get(place);
  if (!site || !look) return null;
  const facts = [kindWords(look, model.lang)];
  if (site.capital && look.kind === "settlement") facts.push(model.say("capital"));
  if (look.portal) facts.push(model.say("portal"));
  return (
    <div class="inc-place" data-side={look.holder ?? undefined}>
      <h2>{model.label(place)}</h2>
      <p class="inc-facts">{facts.join(", ")}</p>
      {look.own && look.holder && <Own model={model} site={place} holder={look.holder} />}
      {!look.own && model.side.value && model.eyes.value !== "all" && <Known model={model} site={place} side={model.side.value} />}
      {model.eyes.value === "all" && SIDES.filter((side) => side !== look.holder).map((side) => <Known key={side} model={model} site={place} side={side} named />)}
      <Neighbours model={model} site={place} />
    </div>
  );
}

const STATES: Readonly<Partial<Record<Unit["state"], Word>>> = { moved: "unit_moved", fought: "unit_fought", fresh: "unit_fresh" };

/** What a unit did, or is ordered to do, in words; "" of one that stands idle. */
export function stateWords(model: Model, unit: Unit): string {
  const state = STATES[unit.state];
  const parts = state ? [model.say(state)] : [];
  if (unit.way) parts.push(model.say(unit.state === "going" ? "unit_going" : "unit_coming", model.label(unit.way)));
  if (unit.portal) parts.push(model.say("unit_portal"));
  return parts.join("; ");
}

function Own({ model, site, holder }: { model: Model; site: string; holder: Side }) {
  const position = model.position.value;
  const garrison = position.garrison(site);
  const camp = position.camp(holder, site);
  const level = holder === "defenders" ? position.level(site) : 0;
  const places = level ? placesOf(model, site) : 0;
  const delegate = position.delegate(holder, site);
  return (
    <>
      {delegate && <p class="inc-soft">{model.say("delegated_to", model.seatName(delegate))}</p>}
      {holder === "defenders" && level > 0 && (
        <section>
          <h3>
            {model.say("garrison")} <small>{model.say("free_places", Math.max(0, places - garrison.length))}</small>
          </h3>
          <ol class="inc-tiles" aria-label={model.say("garrison")}>
            {garrison.map((unit, i) => (
              <Tile key={i} unit={unit.type} number={i + 1} label={[model.say("place_n", i + 1), unit.type, stateWords(model, unit)].filter(Boolean).join(", ")} state={unit.state} />
            ))}
            {Array.from({ length: Math.max(0, places - garrison.length) }, (_, i) => (
              <Tile key={`free ${i}`} unit={null} number={garrison.length + i + 1} label={model.say("place_free", garrison.length + i + 1)} state="idle" />
            ))}
          </ol>
        </section>
      )}
      <section>
        <h3>{model.say("camp")}</h3>
        {camp.length ? (
          <ol class="inc-tiles" aria-label={model.say("camp")}>
            {camp.map((unit, i) => (
              <Tile key={i} unit={unit.type} number={i + 1} label={[unit.type, stateWords(model, unit)].filter(Boolean).join(", ")} state={isHere(unit) ? unit.state : "going"} />
            ))}
          </ol>
        ) : (
          <p class="inc-soft">{model.say("no_camp")}</p>
        )}
      </section>
      {level > 0 && <Structures model={model} site={site} level={level} />}
      {position.works(site).length > 0 && (
        <p>
          <strong>{model.say("in_yard")}:</strong>{" "}
          {position.works(site).map((work) => (work === "found" ? model.say("in_yard_found") : model.named("structure", work))).join(", ")}
        </p>
      )}
    </>
  );
}

/** Places of a garrison: of the level, and those that structures add. [INC-GARR-5] */
export function placesOf(model: Model, site: string): number {
  const { levels, structures } = model.data.value;
  const has = model.position.value.structures(site);
  const more = [...has.keys()].flatMap((id) => structures.get(id)?.effects ?? []).filter(({ op }) => op === "garrison_slots");
  return (levels[model.position.value.level(site)]?.garrison ?? 0) + more.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
}

function Structures({ model, site, level }: { model: Model; site: string; level: number }) {
  const has = model.position.value.structures(site);
  const next = model.data.value.levels[level + 1];
  const lacks = Object.entries(next?.requires ?? {}).filter(([id, n]) => (has.get(id) ?? 0) < n);
  const still = new Map(lacks.map(([id, n]) => [id, n - (has.get(id) ?? 0)]));
  return (
    <section>
      <h3>{model.say("structures")}</h3>
      <p>{copiesWords(model, has)}</p>
      {next && lacks.length > 0 && (
        <p class="inc-soft">{model.say("next_level", next.names[model.lang], copiesWords(model, still))}</p>
      )}
    </section>
  );
}

/** What the side knows of a site that is not its own, each with its day. */
function Known({ model, site, side, named }: { model: Model; site: string; side: Side; named?: boolean }) {
  const position = model.position.value;
  const known = position.knows(side, site);
  const look = lookAt(model.land.value, position, side, site);
  const lines: string[] = [];
  const kind = kindWords(look, model.lang);
  if (known.kindDay) lines.push(model.say("known_kind", kind, known.kindDay));
  else if (look.kind !== "unknown") lines.push(model.say("known_start", kind));
  if (known.enemiesDay !== null) {
    if (known.enemies === "some") lines.push(model.say("known_some", known.enemiesDay));
    else if (known.enemies === 0) lines.push(model.say("known_none", known.enemiesDay));
    else lines.push(model.say("known_enemies", known.enemies ?? 0, known.enemiesDay));
  }
  const places = (list: readonly (string | null)[]): string => list.map((type, i) => `${i + 1} ${type ?? "?"}`).join(", ");
  const garrison = side === "raiders" ? position.seenGarrison(site) : [];
  if (garrison.length) lines.push(model.say("known_garrison", places(garrison)));
  if (known.camp.length) lines.push(model.say("known_camp", places(known.camp)));
  const seen = position.seen(site);
  return (
    <section>
      <h3>{named ? model.say("known_by", model.say(`${side}_full`)) : model.say("known")}</h3>
      <ul class="inc-known">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {look.fog && <li>{model.say("known_nothing")}</li>}
      </ul>
      {side === "raiders" && seen.day !== null && (
        <p>
          <strong>{model.say("structures_seen", seen.day)}:</strong> {copiesWords(model, seen.copies)}
        </p>
      )}
      {model.table.past && <OverTime key={`${site} ${side}`} model={model} site={site} side={side} />}
    </section>
  );
}

const countWords = (model: Model, { enemies }: News["look"]): string =>
  !enemies || enemies.count === 0
    ? model.say("news_nobody")
    : enemies.count === "some"
      ? model.say("news_some")
      : model.say("news_counted", enemies.count);

const copiesWords = (model: Model, copies: ReadonlyMap<string, number>): string =>
  [...copies].map(([id, n]) => model.named("structure", id) + (n > 1 ? ` ×${n}` : "")).join(", ") || model.say("no_structures");

/** "counted 5, from a spy", and beside it what was so. */
function newsWords(model: Model, { look, counted, seen, structures, source, truth }: News): string {
  const parts = [
    ...(seen ? [kindWords(look, model.lang)] : []),
    ...(counted ? [countWords(model, look)] : []),
    ...(structures ? [copiesWords(model, structures)] : []),
    ...(source ? [model.say(source)] : []),
  ];
  if (!truth) return parts.join(", ");
  const so = model.say("news_truth", kindWords(truth, model.lang), truth.garrison + truth.camp);
  return `${parts.join(", ")} (${structures ? `${so}; ${copiesWords(model, truth.structures)}` : so})`;
}

/** How the knowledge of the site came about, day by day; asked for when it is opened. */
function OverTime({ model, site, side }: { model: Model; site: string; side: Side }) {
  const past = useSignal<Past | null>(null);
  const { table } = model;
  const open = (event: Event & { currentTarget: HTMLDetailsElement }): void => {
    if (!event.currentTarget.open || past.peek()) return;
    table.past!().then(
      (told) => (past.value = told),
      (cause: unknown) => table.tell?.(cause),
    );
  };
  const news = past.value && newsOf(model.land.value, past.value, side, site, table.state.ply, model.eyes.value === "all");
  return (
    <details class="inc-news" onToggle={open}>
      <summary>{model.say("news")}</summary>
      {news && (
        <ol>
          {news.map((one) => (
            <li key={one.ply}>
              <strong>{model.say("news_day", one.day)}</strong> {newsWords(model, one)}
            </li>
          ))}
          {news.length === 0 && <li>{model.say("news_none")}</li>}
        </ol>
      )}
    </details>
  );
}

function Neighbours({ model, site }: { model: Model; site: string }) {
  const grey = model.land.value.grey.get(site) ?? [];
  return (
    <section>
      <h3>{model.say("neighbours")}</h3>
      <ul class="inc-neighbours">
        {(model.land.value.near.get(site) ?? []).map((other) => (
          <li key={other} class={grey.includes(other) ? "" : "red"}>
            <button type="button" class="inc-link" onClick={() => model.table.look(other)}>
              {model.label(other)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
