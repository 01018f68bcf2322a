// SPDX-License-Identifier: MIT
// Move.tsx - hoplites or galleys: where they all go, then from where, one by one.
import { SeatMark } from "../../../parts/SeatMark";
import { otherSide, seatOf, SIDES, type Side } from "../graph";
import type { Model } from "../model";
import { Tally } from "../parts";
import { End, Head, moveOf, Places, type Part } from "./kit";

/** Units of either side in a region. */
export function Forces({ model, region }: { model: Model; region: string }) {
  const position = model.position.value;
  const sea = model.graph.value.isSea(region);
  const told = (side: Side, n: number): string => `${model.nameOf(side, "side")}: ${model.say(sea ? "n_galleys" : "n_hoplites", n)}`;
  return (
    <>
      {SIDES.filter((side) => position.units(side, region) > 0).map((side) => (
        <span key={side} class="polis-force-of">
          <SeatMark seat={seatOf(side)} />
          <Tally of={sea ? "galley" : "hoplite"} n={position.units(side, region)} label={told(side, position.units(side, region))} />
        </span>
      ))}
    </>
  );
}

export function MoveTo(part: Part) {
  const { model } = part;
  const position = model.position.value;
  const graph = model.graph.value;
  const side = model.mine.value;
  if (!side) return null;
  const facts = (region: string) => (
    <>
      <Forces model={model} region={region} />
      <span class="polis-soft">{moveOf(model, "to", region)?.remark ?? model.say("room", model.facts.value.room(side, region))}</span>
    </>
  );
  return <Places part={part} verb="to" places={position.action === "move_galleys" ? graph.seas : graph.lands} facts={facts} />;
}

export function MoveFrom(part: Part) {
  const { model } = part;
  const position = model.position.value;
  const graph = model.graph.value;
  const side = model.mine.value;
  const to = model.subject.value;
  if (!side || !to) return null;
  const sea = graph.isSea(to);
  const regions = (sea ? graph.seas : graph.lands).filter((region) => region !== to && position.units(side, region) > 0);
  const facts = (region: string) => (
    <>
      <Forces model={model} region={region} />
      {moveOf(model, "from", region) && (
        <span class="polis-plus" aria-hidden="true">
          → 1
        </span>
      )}
    </>
  );
  const enemy = position.units(otherSide(side), to);
  return (
    <>
      <Head>
        <strong>
          {model.say("so_far", position.made)} → {model.nameOf(to)}
        </strong>
        <Forces model={model} region={to} />
        <span class="polis-soft">{model.say("room", model.facts.value.room(side, to))}</span>
      </Head>
      {enemy > 0 && <p class="polis-soft">{model.say("move_battle", enemy + position.units(side, to), model.facts.value.threshold)}</p>}
      <Places part={part} verb="from" places={regions} facts={facts} />
      <End part={part} />
    </>
  );
}
