// SPDX-License-Identifier: MIT
// Seat.tsx - a side in two lines: Prestige, stocks, units, merchants, and the score as it stands.
import type { Table } from "../../board";
import { Emblem } from "./emblems";
import { sideOf, type Side } from "./graph";
import { forcesOf } from "./ledger";
import { modelOf, type Model } from "./model";
import { Tally } from "./parts";
import { isSign, Sign, type SignName } from "./signs";

export function Seat({ table, seat }: { table: Table; seat: string }) {
  const side = sideOf(seat);
  return side && <SideLine model={modelOf(table)} side={side} />;
}

/** "Sparta", with the emblem of its capital. */
export function SideOf({ table, seat }: { table: Table; seat: string }) {
  const side = sideOf(seat);
  if (!side) return null;
  const model = modelOf(table);
  const capital = model.graph.value.poleis.find((polis) => model.graph.value.city(polis)?.capital_of === side);
  return (
    <span class="polis-side-name">
      <svg class="polis-sign" viewBox="-8 -8 16 16" aria-hidden="true" focusable="false">
        {capital && <Emblem polis={capital} />}
      </svg>
      {model.nameOf(side, "side")}
    </span>
  );
}

function SideLine({ model, side }: { model: Model; side: Side }) {
  const position = model.position.value;
  const { people, hoplites, galleys, trading } = forcesOf(position, model.graph.value, side);
  const facts = model.facts.value;
  const prestige = model.say("n_prestige", position.prestige(side));
  const port = position.port(side);
  const captive = position.isCaptive(side) ? position.proxenos(side) : null;
  return (
    <span class="polis-seat">
      <span class="polis-prestige" role="img" aria-label={prestige} title={prestige}>
        <Sign of="prestige" />
        <strong aria-hidden="true">{position.prestige(side)}</strong>
      </span>
      <span class="polis-tallies stocks">
        {model.graph.value.resources.filter(isSign).map((one) => (
          <Stock key={one} model={model} of={one} n={position.stock(side, one)} stored={facts.kept(side, one)} />
        ))}
      </span>
      <span class="polis-tallies">
        <Tally of="population" n={people} label={model.say("n_people", people)} />
        <Tally of="hoplite" n={hoplites} label={model.say("n_hoplites", hoplites)} />
        <Tally of="galley" n={galleys} label={model.say("n_galleys", galleys)} />
        <Tally of="merchant" n={`${port}/${port + trading}`} label={model.say("n_merchants", port + trading, port, trading)} />
      </span>
      <span class="polis-tallies standing">
        <span title={model.say("n_reserve", position.reserve(side))}>
          {model.say("reserve")} <b>{position.reserve(side)}</b>
        </span>
        <span title={model.say("score_says", facts.score(side))}>
          {model.say("score")} <b>{facts.score(side)}</b>
        </span>
        {position.start === side && position.step !== "over" && (
          <span class="tag" title={model.say("starts_round_says")}>
            {model.say("starts_round")}
          </span>
        )}
        {position.hasPassed(side) && <span class="tag">{model.say("has_passed")}</span>}
        {captive && <span class="tag">{model.say("proxenos_captive", model.nameOf(captive))}</span>}
      </span>
    </span>
  );
}

/** What there is of it, and what the end of the round will leave. */
function Stock({ model, of, n, stored }: { model: Model; of: SignName; n: number; stored: number }) {
  const name = model.nameOf(of);
  const label = stored === n ? model.say("n_stock", n, name) : model.say("stored", n, name, stored);
  return <Tally of={of} n={n} label={label} then={stored} />;
}
