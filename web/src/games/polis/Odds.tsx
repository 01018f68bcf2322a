// SPDX-License-Identifier: MIT
// Odds.tsx - what a siege, a trade or a battle can bring, drawn from the numbers that the server tells.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Move, Odds as Chances } from "../../api";
import type { Table } from "../../board";
import { detailIn, type BattleDetail, type Detail, type Means, type SiegeDetail, type TargetsDetail, type TradeDetail } from "./dialogues/details";
import { Formation } from "./dialogues/emblems";
import { Discs } from "./dialogues/Siege";
import { landingsByPrice, type Landing } from "./dialogues/sums";
import { modelOf, type Model } from "./model";
import { Tally } from "./parts";

const ASKED: ReadonlySet<string> = new Set(["polis", "force", "load", "exchange", "purchase", "fight", "play"]);

/** Choices, or decisions with such a choice, whose chances are worth knowing before. */
export const isAttack = ({ verb }: Move): boolean => ASKED.has(verb);

const percent = (model: Model, part: number): string =>
  new Intl.NumberFormat(model.lang, { style: "percent", maximumFractionDigits: 0 }).format(part);
const decimal = (model: Model, n: number): string =>
  new Intl.NumberFormat(model.lang, { maximumFractionDigits: 2, signDisplay: "negative" }).format(n);

/** Open where there is room, and for what is low on every wide screen: the choice itself has to stay in sight. */
function More({ title, low = false, children }: { title: string; low?: boolean; children: ComponentChildren }) {
  const [open] = useState(() => matchMedia(low ? "(min-width: 60rem)" : "(min-width: 60rem) and (min-height: 56rem)").matches);
  return (
    <details class="polis-more" open={open}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

// ---- A siege with the die

/** The faces: those that win, and what the others are short of. */
function Faces({ model, faces, forced }: { model: Model; faces: readonly number[]; forced: boolean }) {
  return (
    <ul class="polis-faces">
      {faces.map((missing, i) => (
        <li key={i} class={missing ? "lost" : "won"}>
          <svg viewBox="0 0 28 26" aria-hidden="true" focusable="false">
            <path d="M14 2 26 23.5H2z" />
            <text x="14" y="20" text-anchor="middle">
              {i + 1}
            </text>
          </svg>
          <span class="hidden">{i + 1}: </span>
          {missing === 0 ? (
            <span>{model.say("odds_taken")}</span>
          ) : forced ? (
            <Tally of="hoplite" n={`−${missing}`} label={model.say("odds_forced_for", missing)} />
          ) : (
            <span>{model.say("odds_lost")}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Die({ model, siege, die }: { model: Model; siege: SiegeDetail; die: NonNullable<SiegeDetail["die"]> }) {
  const { failure } = model.facts.value;
  const faces = siege.faces.slice(0, model.graph.value.mode(siege.mode)?.die ?? 0);
  const rows: [string, Means][] = [[model.say(die.forced ? "odds_plain" : "odds_average"), die.plain]];
  if (die.forced) rows.push([model.say("odds_forced"), die.forced]);
  return (
    <>
      <div class="polis-chance">
        <p class="odds-win">
          <strong>{percent(model, die.plain.taken)}</strong> {model.say("odds_to_take", model.nameOf(siege.polis))}
        </p>
        <Faces model={model} faces={faces} forced={die.forced !== null} />
      </div>
      <More title={model.say("odds_more")}>
        <p class="polis-soft">{model.say("odds_failure", failure.hoplites, failure.population)}</p>
        <table class="polis-table">
          <thead>
            <tr>
              <td />
              <th scope="col">{model.say("odds_col_taken")}</th>
              <th scope="col">{model.say("odds_col_hoplites")}</th>
              <th scope="col">{model.say("odds_col_prestige")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, means]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{percent(model, means.taken)}</td>
                <td>{decimal(model, means.hoplites)}</td>
                <td>{decimal(model, means.prestige)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </More>
    </>
  );
}

// ---- A siege with discs

function Schedule({ model, siege, discs }: { model: Model; siege: SiegeDetail; discs: NonNullable<SiegeDetail["discs"]> }) {
  const forces = discs.schedules.some(({ forced }) => forced > 0);
  const laidNow = model.position.value.step === "force_more"; // this turn's disc lies already
  return (
    <>
      <p class="polis-discs-line">
        <strong>{model.nameOf(siege.polis)}</strong>
        <Discs laid={discs.laid} needed={discs.needed} label={model.say("siege_laid", discs.laid, discs.needed)} />
        <span>{model.say("siege_laid", discs.laid, discs.needed)}</span>
      </p>
      {discs.schedules.length ? (
        <table class="polis-table">
          <thead>
            <tr>
              <th scope="col">{model.say(laidNow ? "odds_col_more" : "odds_col_turns")}</th>
              {forces && <th scope="col">{model.say("odds_col_forced")}</th>}
              <th scope="col">{model.say("odds_col_pays")}</th>
              {forces && <th scope="col">{model.say("odds_col_hoplites")}</th>}
              <th scope="col">{model.say("odds_col_prestige")}</th>
            </tr>
          </thead>
          <tbody>
            {discs.schedules.map((one) => (
              <tr key={`${one.turns} ${one.forced}`}>
                <th scope="row">{one.turns || model.say("odds_now")}</th>
                {forces && <td>{one.forced}</td>}
                <td>{one.prestige}</td>
                {forces && <td>{one.hoplites}</td>}
                <td>{decimal(model, siege.reward - one.prestige)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p>{model.say("odds_never")}</p>
      )}
      <More title={model.say("odds_more")}>
        <ul class="polis-risks">
          {discs.risks.map((risk) => (
            <li key={risk}>{risk}</li>
          ))}
        </ul>
      </More>
    </>
  );
}

// ---- Several sieges that may be chosen

const prospectOf = (model: Model, { die, discs }: SiegeDetail): string =>
  die ? percent(model, die.plain.taken) : discs ? model.say("siege_laid", discs.laid, discs.needed) : "";

function Targets({ model, targets }: { model: Model; targets: TargetsDetail }) {
  return (
    <ul class="polis-landings">
      {targets.sieges.map((siege) => (
        <li key={siege.polis}>
          {model.nameOf(siege.polis)}: <strong>{prospectOf(model, siege)}</strong>
        </li>
      ))}
    </ul>
  );
}

// ---- A trade

/** "Price of oil there: 4". */
function priceWords(model: Model, { shipload, position }: TradeDetail): string {
  const graph = model.graph.value;
  const load = graph.shipload(shipload);
  return load ? model.say("odds_price", model.nameOf(load.good, "resource"), graph.price(load, position)) : "";
}

/** By price: how likely, and where the marker stands then. */
function Landings({ model, title, to }: { model: Model; title: string; to: readonly Landing[] }) {
  const all = to.reduce((sum, { weight }) => sum + weight, 0);
  if (!all) return null;
  const byPrice = landingsByPrice(to);
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>
        <ul class="polis-landings">
          {byPrice.map(({ price, weight, positions }) => (
            <li key={price}>
              <strong>{price}</strong>: {percent(model, weight / all)}{" "}
              <span class="polis-soft">{model.say("odds_positions", positions.length > 1 ? `${positions[0]}–${positions.at(-1)}` : positions[0]!)}</span>
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}

function Trade({ model, trade }: { model: Model; trade: TradeDetail }) {
  return (
    <table class="polis-table">
      <caption>{priceWords(model, trade)}</caption>
      <tbody>
        <Landings model={model} title={model.say("odds_after_exchange")} to={trade.exchange} />
        <Landings model={model} title={model.say("odds_after_purchase")} to={trade.bought} />
      </tbody>
    </table>
  );
}

// ---- A battle

/** What the opponent may hold, if all cards that were not seen are equally likely. */
function Unseen({ model, battle }: { model: Model; battle: BattleDetail }) {
  const order = model.graph.value.formations;
  const formations = [...battle.formations].sort((a, b) => order.indexOf(a.formation) - order.indexOf(b.formation));
  return (
    <More title={model.say("odds_unseen")} low>
      <ul class="polis-unseen">
        {formations.map(({ formation, chance, unseen }) => (
          <li key={formation} title={`${model.nameOf(formation)}: ${model.say("odds_left", unseen)}`}>
            <Formation of={formation} />
            <span class="hidden">{model.nameOf(formation)}: </span>
            {percent(model, chance)}
            <span class="hidden">, {model.say("odds_left", unseen)}</span>
          </li>
        ))}
      </ul>
    </More>
  );
}

/** What there is to know, in a few words: where there is no room for more. */
function Brief({ model, detail }: { model: Model; detail: Detail }) {
  if (detail.kind === "trade") return <>{priceWords(model, detail)}</>;
  if (detail.kind === "targets") return <>{detail.sieges.map((siege) => `${model.nameOf(siege.polis)} ${prospectOf(model, siege)}`).join(", ")}</>;
  if (detail.kind === "battle") return <>{model.say("odds_unseen")}</>;
  const { die, discs, polis } = detail;
  if (die)
    return (
      <>
        <strong>{percent(model, die.plain.taken)}</strong> {model.say("odds_to_take", model.nameOf(polis))}
      </>
    );
  return (
    <>
      <strong>{model.nameOf(polis)}</strong> {discs && model.say("siege_laid", discs.laid, discs.needed)}
    </>
  );
}

export function Odds({ table, odds, brief = false }: { table: Table; odds: Chances; brief?: boolean }) {
  const model = modelOf(table);
  const detail = detailIn(odds, model.facts.value);
  if (brief) return detail ? <Brief model={model} detail={detail} /> : <>{odds.words}</>;
  if (detail?.kind === "siege")
    return (
      <div class="polis-odds">
        {detail.die && <Die model={model} siege={detail} die={detail.die} />}
        {detail.discs && <Schedule model={model} siege={detail} discs={detail.discs} />}
      </div>
    );
  return (
    <div class="polis-odds">
      {detail?.kind === "targets" && <Targets model={model} targets={detail} />}
      {detail?.kind === "trade" && <Trade model={model} trade={detail} />}
      {detail?.kind === "battle" && <Unseen model={model} battle={detail} />}
      {!detail && <p>{odds.words}</p>}
    </div>
  );
}
