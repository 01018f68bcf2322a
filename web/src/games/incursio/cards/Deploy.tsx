// SPDX-License-Identifier: MIT
// Deploy.tsx - reinforcements: which types appear at which site, in the garrison or the camp; put together first, then sent in one go.
import { useSignal } from "@preact/signals";
import { UNITS, type Side } from "../data";
import type { Model } from "../model";
import { placesOf } from "../Place";
import { Act, Card } from "./kit";

/** A slot that a site has still to receive: the type put there, and whether it enters the garrison. */
interface Slot {
  readonly site: string;
  readonly type: string | null;
  readonly inside: boolean;
}

const count = (slots: readonly Slot[], type: string): number => slots.filter((slot) => slot.type === type).length;

/** Types in turn to the sites in turn, as the rules deal what nobody deals. [INC-ROLE-22] */
export function dealt(slots: readonly Slot[], pool: Readonly<Record<string, number>>, side: Side): Slot[] {
  const left: Record<string, number> = {};
  for (const type of UNITS[side]) left[type] = (pool[type] ?? 0) - count(slots, type);
  const next = slots.map((slot) => ({ ...slot }));
  const sites = [...new Set(next.map(({ site }) => site))];
  let at = 0;
  let turn = 0;
  const free = (site: string): Slot | undefined => next.find((slot) => slot.site === site && slot.type === null);
  while (next.some(({ type }) => type === null) && UNITS[side].some((type) => (left[type] ?? 0) > 0)) {
    while (!free(sites[at % sites.length]!)) at++;
    while ((left[UNITS[side][turn % 3]!] ?? 0) <= 0) turn++;
    const type = UNITS[side][turn++ % 3]!;
    left[type]!--;
    const slot = free(sites[at++ % sites.length]!)! as { type: string | null };
    slot.type = type;
  }
  return next;
}

export function Deploy({ model }: { model: Model }) {
  const side = model.side.value!;
  const position = model.position.value;
  const due = position.due(side);
  const sites = model.sites((site) => (due[site] ?? 0) > 0);
  const key = JSON.stringify(due);
  const draft = useSignal<{ readonly key: string; readonly slots: readonly Slot[] }>({ key: "", slots: [] });
  const blank = (): Slot[] => sites.flatMap((site) => Array.from({ length: due[site]! }, () => ({ site, type: null, inside: roomAt(model, site) > 0 })));
  const slots = draft.value.key === key ? draft.value.slots : blank();
  const set = (next: readonly Slot[]): void => void (draft.value = { key, slots: next });
  const { pool } = position;
  const left = (type: string): number => (pool[type] ?? 0) - count(slots, type);
  const full = slots.length > 0 && slots.every(({ type }) => type !== null);
  const builds = side === "defenders";
  const send = async (): Promise<void> => {
    const orders = slots.map(({ type, inside }) => `deal: ${type}${builds && !inside ? " in the camp" : ""}`);
    await model.give(orders.join("; "), model.say("order_deal", slots.map(({ site, type }) => `${model.numberOf(site)} ${type}`).join(", ")));
  };
  const cycle = (i: number): void => {
    const types: (string | null)[] = [...UNITS[side], null];
    let type = slots[i]!.type;
    do type = types[(types.indexOf(type) + 1) % types.length]!;
    while (type !== null && left(type) <= 0);
    set(slots.map((slot, j) => (j === i ? { ...slot, type } : slot)));
  };
  if (!sites.length)
    return (
      <Card title={model.say("task_deploy")}>
        <p>{model.say("deployed")}</p>
      </Card>
    );
  return (
    <Card title={model.say("task_deploy")}>
      <p class="inc-ask">{model.say("ask_deal", UNITS[side].filter((type) => (pool[type] ?? 0) > 0).map((type) => `${pool[type]} ${type}`).join(", "))}</p>
      <p class="inc-soft">{model.say("left_to_deal", UNITS[side].map((type) => `${left(type)} ${type}`).join(", "))}</p>
      {sites.map((site) => (
        <div key={site} class="inc-camp">
          <strong>{model.label(site)}</strong>
          <ul class="inc-tiles">
            {slots.map(
              (slot, i) =>
                slot.site === site && (
                  <li key={i} class="inc-tile-box" data-side={side}>
                    <button type="button" class={`inc-tile ${slot.type ? "" : "free"}`} aria-label={model.say("slot", slot.type ?? "–", model.label(site))} onClick={() => cycle(i)}>
                      {slot.type ?? "·"}
                    </button>
                    {builds && slot.type && (
                      <button
                        type="button"
                        class="button small"
                        aria-pressed={slot.inside}
                        onClick={() => set(slots.map((one, j) => (j === i ? { ...one, inside: !one.inside } : one)))}
                      >
                        {model.say(slot.inside ? "garrison" : "camp")}
                      </button>
                    )}
                  </li>
                ),
            )}
          </ul>
        </div>
      ))}
      <div class="inc-row">
        <Act model={model} onClick={() => set(dealt(slots, pool, side))} disabled={full} id="deal-for-me">
          {model.say("deal_for_me")}
        </Act>
        <Act model={model} primary disabled={!full} onClick={() => void send()} id="deal">
          {model.say(model.mayOrder.value ? "deal" : "plan_deal")}
        </Act>
        <Act model={model} onClick={() => set(blank())} disabled={slots.every(({ type }) => type === null)}>
          {model.say("undo")}
        </Act>
      </div>
    </Card>
  );
}

const roomAt = (model: Model, site: string): number =>
  model.side.value === "defenders" ? placesOf(model, site) - model.position.value.garrison(site).length : 0;
