// SPDX-License-Identifier: MIT
// Garrison.tsx - a garrison place by place beside its camp: who enters where, who leaves, and another order. What is put together here is
// sent as one order; until then it can be undone.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Model } from "../model";
import { placesOf, stateWords } from "../Place";
import type { Unit } from "../position";
import { Tile } from "../Tile";
import { Act } from "./kit";

/** A unit where it stands now: in the garrison or the camp, from 0. */
interface Stand {
  readonly unit: Unit;
  readonly garrison: boolean;
  readonly index: number;
}

const may = (unit: Unit): boolean => unit.state === "idle";

export function Garrison({ model, site }: { model: Model; site: string }) {
  const position = model.position.value;
  const garrison = position.garrison(site);
  const camp = position.camp("defenders", site);
  const picked = useSignal<Stand | null>(null);
  const put = useSignal<{ readonly of: string; readonly order: readonly number[] } | null>(null);
  const dragged = useRef<Stand | null>(null);
  // An order is one of the units that stood there when it was put together.
  const standing = [site, ...garrison.map(({ type }) => type)].join(" ");
  const order = put.value?.of === standing ? put.value.order : null;
  const arrange = (next: readonly number[] | null): void => void (put.value = next && { of: standing, order: next });
  const places = placesOf(model, site);
  const mayReorder = model.moves.value.get("reorder")?.some((move) => move.args["site"] === site) ?? false;
  const same = (stand: Stand): boolean => picked.value?.garrison === stand.garrison && picked.value.index === stand.index;
  const pick = (stand: Stand): void => void (picked.value = same(stand) ? null : stand);
  const enter = async (stand: Stand, place: number): Promise<void> => {
    picked.value = null;
    await model.send(`from ${site}`, "enter", `unit ${stand.index + 1}`, `at ${place}`);
  };
  const leave = async (stand: Stand): Promise<void> => {
    picked.value = null;
    await model.send(`leave ${model.numberOf(site)}: ${stand.index + 1}`);
  };
  /** Within the garrison: another order, sent when it is done. Where none may be given the server says why. */
  const rearrange = (from: number, to: number): void => {
    picked.value = null;
    const next = [...(order ?? garrison.map((_, i) => i))];
    next.splice(to, 0, ...next.splice(next.indexOf(from), 1));
    if (mayReorder) arrange(next);
    else if (from !== to) void model.send(`reorder ${model.numberOf(site)}: ${next.map((i) => i + 1).join(" ")}`);
  };
  const drop = (place: number | null): void => {
    const stand = dragged.current ?? picked.value;
    dragged.current = null;
    if (!stand) return;
    if (place === null && stand.garrison) void leave(stand);
    if (place !== null && !stand.garrison) void enter(stand, place);
    if (place !== null && stand.garrison) rearrange(stand.index, Math.min(place, garrison.length) - 1);
  };
  const tile = (stand: Stand, number: number, what: string) => {
    const { unit } = stand;
    return (
      <div
        key={`${stand.garrison} ${stand.index}`}
        draggable={may(unit)}
        onDragStart={() => (dragged.current = stand)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => (event.preventDefault(), event.stopPropagation(), drop(stand.garrison ? number : null))}
      >
        <Tile
          unit={unit.type}
          number={number}
          label={[what, unit.type, stateWords(model, unit)].filter(Boolean).join(", ")}
          state={unit.state}
          pressed={same(stand)}
          disabled={!may(unit)}
          onClick={() => pick(stand)}
        />
      </div>
    );
  };
  const chosen = picked.value;
  return (
    <div class="inc-garrison">
      <h4>
        {model.say("garrison")} <small class="inc-soft">{model.say("free_places", Math.max(0, places - garrison.length))}</small>
      </h4>
      <div
        class="inc-tiles"
        role="group"
        aria-label={model.say("garrison")}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => (event.preventDefault(), drop(garrison.length + 1))}
      >
        {garrison.map((unit, index) => tile({ unit, garrison: true, index }, index + 1, model.say("place_n", index + 1)))}
        {chosen &&
          !chosen.garrison &&
          Array.from({ length: garrison.length + 1 }, (_, i) => (
            <Act key={`at ${i}`} model={model} small label={model.say("enter_at", chosen.unit.type, i + 1)} onClick={() => void enter(chosen, i + 1)}>
              ↧ {i + 1}
            </Act>
          ))}
      </div>
      <h4>{model.say("camp")}</h4>
      <div class="inc-tiles" role="group" aria-label={model.say("camp")} onDragOver={(event) => event.preventDefault()} onDrop={() => drop(null)}>
        {camp.map((unit, index) => tile({ unit, garrison: false, index }, index + 1, model.say("camp")))}
        {chosen?.garrison && (
          <Act model={model} small onClick={() => void leave(chosen)}>
            {model.say("leave_garrison", chosen.unit.type)}
          </Act>
        )}
      </div>
      {chosen ? <p class="inc-soft">{model.say("garrison_costs")}</p> : <p class="inc-soft">{model.say("garrison_ask")}</p>}
      {mayReorder && <Reorder model={model} site={site} garrison={garrison} order={order} onOrder={arrange} />}
    </div>
  );
}

/** Another order for a whole garrison: it costs every unit there its movement. [INC-GARR-9] */
function Reorder(props: { model: Model; site: string; garrison: readonly Unit[]; order: readonly number[] | null; onOrder: (order: readonly number[] | null) => void }) {
  const { model, site, garrison, order, onOrder } = props;
  const now = order ?? garrison.map((_, i) => i);
  const changed = now.some((from, i) => from !== i);
  const swap = (i: number): void => onOrder(now.map((from, j) => (j === i ? now[i + 1]! : j === i + 1 ? now[i]! : from)));
  const send = async (): Promise<void> => {
    if (await model.send(`reorder ${model.numberOf(site)}: ${now.map((i) => i + 1).join(" ")}`)) onOrder(null);
  };
  return (
    <details class="inc-reorder" open={changed}>
      <summary>{model.say("reorder")}</summary>
      <p class="inc-soft">{model.say("reorder_costs", garrison.length)}</p>
      <Sequence model={model} types={now.map((i) => garrison[i]!.type)} onSwap={swap} />
      <div class="inc-row">
        <Act model={model} primary disabled={!changed} onClick={() => void send()}>
          {model.say("reorder_do")}
        </Act>
        <Act model={model} disabled={!changed} onClick={() => onOrder(null)}>
          {model.say("undo")}
        </Act>
      </div>
    </details>
  );
}

/** Units in their order, each with a button that lets it change places with the next one. */
export function Sequence({ model, types, onSwap }: { model: Model; types: readonly string[]; onSwap: (i: number) => void }) {
  return (
    <ol class="inc-tiles inc-sequence">
      {types.map((type, i) => (
        <Tile key={i} unit={type} number={i + 1} label={`${model.say("place_n", i + 1)}, ${type}`}>
          {i + 1 < types.length && (
            <button type="button" class="button small" aria-label={model.say("swap", i + 1, i + 2)} onClick={() => onSwap(i)}>
              ⇄
            </button>
          )}
        </Tile>
      ))}
    </ol>
  );
}
