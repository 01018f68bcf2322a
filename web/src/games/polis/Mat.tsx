// SPDX-License-Identifier: MIT
// Mat.tsx - what lies beside the map: the round and its event, prices, foreign markets, projects, and both sides' stocks.
import type { ComponentChildren } from "preact";
import type { Table } from "../../board";
import { SeatMark } from "../../parts/SeatMark";
import { BattleTable } from "./dialogues/Cards";
import { otherSide, seatOf, SIDES, type Market, type Project, type Shipload, type Side } from "./graph";
import * as ledger from "./ledger";
import { modelOf, type Model } from "./model";
import { Cost, Fold, PlaceLink, SideName, Stored } from "./parts";
import { isSign, Sign } from "./signs";

export function Mat({ table }: { table: Table }) {
  const model = modelOf(table);
  return (
    <div class="polis-mat">
      {model.mine.value === null && <BattleTable model={model} />}
      <Fold id="round" title={model.say("round_head")} first>
        <RoundTrack model={model} />
      </Fold>
      <Fold id="event" title={model.say("event_head")} first>
        <Event model={model} />
      </Fold>
      <Fold id="stocks" title={model.say("stocks_head")}>
        <Stocks model={model} />
      </Fold>
      <Fold id="projects" title={model.say("projects_head")}>
        <Projects model={model} />
      </Fold>
      <Fold id="prices" title={model.say("market_head")}>
        <Prices model={model} />
      </Fold>
      <Fold id="markets" title={model.say("shiploads_head")}>
        {model.graph.value.markets.map((market) => (
          <ForeignMarket key={market.id} table={table} model={model} market={market} />
        ))}
      </Fold>
    </div>
  );
}

// ---- The round

function RoundTrack({ model }: { model: Model }) {
  const position = model.position.value;
  const graph = model.graph.value;
  const round = ledger.roundOf(position, graph);
  const least = graph.constant<number>("battle_min_units_each");
  return (
    <>
      <ol class="polis-rounds">
        {graph.rounds.map(({ id }) => (
          <li key={id} aria-current={id === round.id ? "step" : undefined}>
            {model.nameOf(id, "round").replace(/^\D+ /, "")}
            {id === round.id && <small>{model.say("round_now")}</small>}
          </li>
        ))}
      </ol>
      <ul class="polis-facts">
        <li>{model.say("stack_limit", round.stack_limit)}</li>
        <li>{model.say("battle_from", model.facts.value.threshold, least)}</li>
        {model.facts.value.isTurn && <TurnFacts model={model} />}
      </ul>
    </>
  );
}

function TurnFacts({ model }: { model: Model }) {
  const position = model.position.value;
  const graph = model.graph.value;
  const { active, firstAction } = position;
  const out = active && position.hasPassed(otherSide(active)) ? otherSide(active) : null;
  const turn = [
    active && model.say("turn_side", model.sideWords(active)),
    model.say("actions_left", model.facts.value.actionsLeft),
    firstAction && model.say("first_was", model.nameOf(firstAction, "action")),
  ];
  return (
    <>
      <li>{turn.filter(Boolean).join(", ")}</li>
      {out && <li>{model.say("surcharge_due", model.sideWords(out), graph.constant<number>("surcharge_after_opponent_passed"))}</li>}
    </>
  );
}

function Event({ model }: { model: Model }) {
  const position = model.position.value;
  const graph = model.graph.value;
  const event = graph.event(position.event ?? "");
  if (!event) return <p class="polis-soft">{model.say("event_none")}</p>;
  const { event: state, mayDouble } = model.facts.value;
  const can = state === "lasting" && event.effects.some(({ op }) => op === "double_battle_prestige") ? mayDouble : null;
  const away = SIDES.filter((side) => position.away(side) > 0);
  const lines = [
    state !== "none" && model.say(`event_${state}`),
    can && (can.length ? model.say("event_can_double", model.list(can.map((side) => model.sideWords(side)))) : model.say("event_none_doubles")),
    away.length > 0 &&
      model.say("event_away", model.list(away.map((side) => model.say("side_units", model.nameOf(side, "side"), position.away(side))))),
  ];
  return (
    <div class="polis-event">
      <h3>{model.nameOf(event.id, "event")}</h3>
      <p>{event.text[model.lang]}</p>
      {lines.filter(Boolean).map((line) => (
        <p key={String(line)} class="polis-soft">
          {line}
        </p>
      ))}
    </div>
  );
}

// ---- Stocks

function Stocks({ model }: { model: Model }) {
  const position = model.position.value;
  const graph = model.graph.value;
  const forces = (side: Side) => ledger.forcesOf(position, graph, side);
  const facts = model.facts.value;
  const stock = (side: Side, resource: string) => {
    const n = position.stock(side, resource);
    const stored = facts.kept(side, resource);
    return stored === n ? n : <Stored words={model.say("stored", n, model.nameOf(resource), stored)} n={n} stored={stored} />;
  };
  const proxenos = (side: Side) => {
    const name = model.nameOf(position.proxenos(side) ?? "–");
    return position.isCaptive(side) ? model.say("captive_at", name) : name;
  };
  const wheat = (side: Side) => model.say("ending_of", facts.need(side), position.stock(side, "wheat"));
  const anyAway = SIDES.some((side) => position.away(side) > 0);
  return (
    <table class="polis-stock-table">
      <thead>
        <tr>
          <td />
          {SIDES.map((side) => (
            <th key={side} scope="col">
              <SideName model={model} side={side} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Row of="prestige" head={model.say("prestige_head")} cell={position.prestige} strong />
        {graph.resources.map((one) => (
          <Row key={one} of={one} head={model.nameOf(one)} cell={(side) => stock(side, one)} />
        ))}
        <Row of="population" head={model.say("population_head")} cell={(side) => forces(side).people} />
        <Row of="hoplite" head={model.say("hoplites_head")} cell={(side) => forces(side).hoplites} />
        <Row of="galley" head={model.say("galleys_head")} cell={(side) => forces(side).galleys} />
        <Row of="merchant" head={model.say("merchants_head")} cell={(side) => position.port(side) + forces(side).trading} />
        <Row head={model.say("merchants_port")} cell={position.port} />
        <Row of="proxenos" head={model.say("proxenos_head")} cell={proxenos} />
        <Row head={model.say("reserve_head")} cell={position.reserve} />
        {anyAway && <Row head={model.say("away_head")} cell={position.away} />}
        <Row head={model.say("poleis_head")} cell={(side) => position.own(side).length} />
        <Row head={model.say("score_head")} cell={facts.score} strong />
      </tbody>
      <tbody>
        <tr>
          <th scope="rowgroup" colSpan={3}>
            {model.say("ending_head")}
          </th>
        </tr>
        <Row of="wheat" head={model.say("ending_wheat")} cell={wheat} />
        {SIDES.some((side) => facts.fromProjects(side) > 0) && (
          <Row of="prestige" head={model.say("ending_projects")} cell={(side) => model.say("plus", facts.fromProjects(side))} />
        )}
        <Row of="prestige" head={model.say("ending_megalopolis")} cell={(side) => model.say("plus", facts.fromMegalopolis(side))} />
      </tbody>
    </table>
  );
}

function Row(props: { of?: string; head: string; cell: (side: Side) => ComponentChildren; strong?: boolean }) {
  const { of, head, cell, strong = false } = props;
  return (
    <tr class={strong ? "strong" : undefined}>
      <th scope="row">
        {of && isSign(of) && <Sign of={of} />} {head}
      </th>
      {SIDES.map((side) => (
        <td key={side}>{cell(side)}</td>
      ))}
    </tr>
  );
}

// ---- Projects

function Projects({ model }: { model: Model }) {
  const position = model.position.value;
  const graph = model.graph.value;
  const shown = position.projectsAt("display").map((id) => graph.project(id)!);
  const discarded = position.projectsAt("discarded");
  return (
    <>
      {shown.length === 0 && <p class="polis-soft">{model.say("projects_none")}</p>}
      <ul class="polis-projects">
        {shown.map((project) => (
          <Tile key={project.id} model={model} project={project} />
        ))}
      </ul>
      <Standing model={model} place="progress" />
      <Standing model={model} place="completed" />
      {discarded.length > 0 && (
        <>
          <h3>{model.say("projects_discarded")}</h3>
          <p class="polis-soft">{model.list(discarded.map((id) => model.nameOf(id, "project")))}</p>
        </>
      )}
    </>
  );
}

function Tile({ model, project }: { model: Model; project: Project }) {
  const graph = model.graph.value;
  const side = model.mine.value;
  const named = (poleis: readonly string[]): string => model.list(poleis.map((polis) => model.nameOf(polis, "polis")));
  const sites = side ? ledger.sitesFor(project, model.facts.value, graph, side) : [];
  const takers = graph.poleis.filter((polis) => graph.city(polis)!.project_kinds.includes(project.kind));
  return (
    <li class="polis-project">
      <h3>{model.nameOf(project.id, "project")}</h3>
      <p class="polis-soft">{model.nameOf(project.kind, "kind")}</p>
      <Cost model={model} cost={project.cost} />
      <p>{model.say("project_brings", model.facts.value.brings(project.id))}</p>
      {project.posterity > 0 && <p>{model.say("project_posterity", project.posterity)}</p>}
      {sites.length > 0 ? (
        <p class="polis-sites">{model.say("project_sites", named(sites))}</p>
      ) : (
        <p class="polis-soft">{side ? model.say("project_no_site", named(takers)) : model.say("project_for", named(takers))}</p>
      )}
    </li>
  );
}

function Standing({ model, place }: { model: Model; place: "progress" | "completed" }) {
  const position = model.position.value;
  const graph = model.graph.value;
  const rows = graph.poleis.flatMap((polis) => position.projectsIn(polis, place).map((id) => ({ polis, project: graph.project(id)! })));
  if (!rows.length) return null;
  return (
    <>
      <h3>{model.say(place === "progress" ? "projects_progress" : "projects_completed")}</h3>
      <ul class="polis-facts">
        {rows.map(({ polis, project }) => (
          <li key={project.id}>
            <SeatMark seat={seatOf(position.ownerOf(polis)!)} label={model.ownerWords(polis)} />{" "}
            <strong>{model.nameOf(project.id, "project")}</strong>, {model.nameOf(polis, "polis")}
            {place === "progress" && `: ${model.say("project_brings", model.facts.value.brings(project.id))}`}
            {place === "completed" && project.posterity > 0 && `: ${model.say("project_posterity", project.posterity)}`}
          </li>
        ))}
      </ul>
    </>
  );
}

// ---- Prices

function Prices({ model }: { model: Model }) {
  const position = model.position.value;
  const { goods, prices } = model.graph.value;
  const numbers = Object.keys(prices);
  const last = prices[numbers[0]!]!.length - 1;
  const at = (good: string): number => position.market[good] ?? 0;
  return (
    <>
      <table class="polis-prices">
        <thead>
          <tr>
            <th scope="col">{model.say("good_head")}</th>
            <th scope="col">{model.say("position_head")}</th>
            {numbers.map((number) => (
              <th key={number} scope="col" aria-label={model.say("shipload_n", number)} title={model.say("shipload_n", number)}>
                {number}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {goods.map((good) => (
            <tr key={good}>
              <th scope="row">
                {isSign(good) && <Sign of={good} />} {model.nameOf(good)}
              </th>
              <td>
                <Track at={at(good)} last={last} />
                <span class="hidden">{model.say("market_position", at(good), last)}</span>
              </td>
              {numbers.map((number) => (
                <td key={number}>{prices[number]![at(good)]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="polis-soft">{model.say("market_says")}</p>
      <PriceTable model={model} />
    </>
  );
}

/** Positions as pips, the marker on one of them. */
function Track({ at, last }: { at: number; last: number }) {
  return (
    <svg class="polis-track" viewBox={`0 0 ${10 * (last + 1)} 12`} aria-hidden="true">
      <path d={`M5 6H${10 * last + 5}`} />
      {Array.from({ length: last + 1 }, (_, i) => (
        <circle key={i} class={i === at ? "marker" : ""} cx={10 * i + 5} cy="6" r={i === at ? 5 : 2} />
      ))}
    </svg>
  );
}

function PriceTable({ model }: { model: Model }) {
  const { prices } = model.graph.value;
  const rows = Object.entries(prices);
  return (
    <div class="polis-wide scroll" tabIndex={0} role="region" aria-label={model.say("price_table")}>
      <table class="polis-price-table">
        <caption>{model.say("price_table")}</caption>
        <thead>
          <tr>
            <th scope="col">{model.say("position_head")}</th>
            {rows[0]![1].map((_, i) => (
              <th key={i} scope="col">
                {i}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([number, row]) => (
            <tr key={number}>
              <th scope="row">{model.say("shipload_n", number)}</th>
              {row.map((price, i) => (
                <td key={i}>{price}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

// ---- Foreign markets

function ForeignMarket({ table, model, market }: { table: Table; model: Model; market: Market }) {
  return (
    <section class="polis-market">
      <h3>{model.nameOf(market.id, "market")}</h3>
      <ul class="polis-offers">
        {market.shiploads.map((shipload) => (
          <Load key={shipload.id} table={table} model={model} shipload={shipload} />
        ))}
      </ul>
      {SIDES.map((side) => (
        <p key={side} class="polis-soft">
          {routeWords(model, side, market.id)}
        </p>
      ))}
    </section>
  );
}

function Load({ table, model, shipload }: { table: Table; model: Model; shipload: Shipload }) {
  return (
    <li class={`polis-offer ${ledger.berthOf(model.position.value, model.facts.value, shipload.id)}`}>
      <PlaceLink table={table} model={model} place={shipload.id} words={model.say("shipload_n", shipload.number)} />
      <span>{priceWords(model, shipload)}</span>
      <span class="polis-berth">{berthWords(model, shipload.id)}</span>
    </li>
  );
}

/** "4 oil or 3 silver for 3 wheat". */
export function priceWords(model: Model, shipload: Shipload): string {
  const price = model.graph.value.price(shipload, model.position.value.market[shipload.good] ?? 0);
  const asked = model.say("n_stock", price, model.nameOf(shipload.good));
  const or = shipload.purchase ? ` ${model.say("or_silver", shipload.number)}` : "";
  return model.say("price_gives", asked + or, model.say("n_stock", shipload.number, model.nameOf(shipload.gives)));
}

/** Whether a merchant can take the shipload, or why not, in words. */
export function berthWords(model: Model, shipload: string): string {
  const berth = ledger.berthOf(model.position.value, model.facts.value, shipload);
  const trader = model.position.value.trader(shipload);
  const about = trader ? model.nameOf(trader, "side") : (model.graph.value.shipload(shipload)?.number ?? 0);
  return model.say(`berth_${berth}`, about);
}

/** "Route of Sparta: Myrtoan Sea, Southern Sporades", or which seas bar it. */
export function routeWords(model: Model, side: Side, market: string): string {
  const { free, seas } = model.facts.value.route(side, market);
  const names = seas.map((sea) => model.nameOf(sea, "region")).join(", ");
  return model.say(free ? "route_free" : "route_barred", model.nameOf(side, "side"), names);
}
