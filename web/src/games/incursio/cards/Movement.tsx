// SPDX-License-Identifier: MIT
// Movement.tsx - marches: a site, a neighbour, how many of each type; what was ordered so far, and its way back.
import { countsOf } from "../position";
import { UNITS } from "../data";
import type { Model } from "../model";
import { enemiesWords, kindWords } from "../describe";
import { Garrison } from "./Garrison";
import { Act, Card, Orders, Stepper } from "./kit";

export function Movement({ model }: { model: Model }) {
  const { from, to } = model.draft.value;
  return (
    <Card title={model.say(model.position.value.step === "demon_move" ? "task_demon_move" : model.position.value.step === "final" ? "task_final" : "task_move")}>
      {!from ? <From model={model} /> : !to ? <To model={model} from={from} /> : <HowMany model={model} from={from} to={to} />}
      <Ordered model={model} />
    </Card>
  );
}

function From({ model }: { model: Model }) {
  const origins = model.origins.value;
  const side = model.side.value!;
  const garrisons = side === "defenders" ? model.sites((site) => model.position.value.garrison(site).length > 0 && !origins.includes(site)) : [];
  return (
    <>
      <p class="inc-ask">{model.say(origins.length ? "ask_from" : "ask_from_none")}</p>
      <ul class="inc-options">
        {[...origins, ...garrisons].map((site) => (
          <li key={site}>
            <button type="button" class="choice" data-site={site} onClick={() => model.begin(site)}>
              <span class="choice-words">{model.label(site)}</span>
              <span class="choice-remark">
                {origins.includes(site) ? countsOf(model.idle(site), side) : model.say("in_garrison", countsOf(model.position.value.garrison(site), side))}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function To({ model, from }: { model: Model; from: string }) {
  const idle = model.idle(from);
  return (
    <>
      <p class="inc-ask">
        <strong>{model.label(from)}</strong> {idle.length > 0 ? countsOf(idle, model.side.value!) : ""}
      </p>
      {idle.length > 0 && (
        <>
          <p>{model.say("ask_to")}</p>
          <ul class="inc-options">
            {model.near(from).map((site) => {
              const look = model.looks.value.get(site)!;
              return (
                <li key={site}>
                  <button type="button" class="choice" data-site={site} onClick={() => model.aim(site)}>
                    <span class="choice-words">→ {model.label(site)}</span>
                    <span class="choice-remark">{enemiesWords(look, model.lang, model.position.value.day) || kindWords(look, model.lang)}</span>
                  </button>
                </li>
              );
            })}
          </ul>
        </>
      )}
      {model.side.value === "defenders" && model.position.value.level(from) > 0 && model.mayOrder.value && <Garrison model={model} site={from} />}
      <Act model={model} small onClick={() => model.begin(null)}>
        {model.say("other_site")}
      </Act>
    </>
  );
}

function HowMany({ model, from, to }: { model: Model; from: string; to: string }) {
  const { counts } = model.draft.value;
  const idle = model.idle(from);
  const enemies = enemiesWords(model.looks.value.get(to)!, model.lang, model.position.value.day);
  const most = (type: string): number => idle.filter((unit) => unit.type === type).length;
  const chosen = Object.values(counts).reduce((sum, n) => sum + n, 0);
  return (
    <>
      <p class="inc-ask">
        <strong>
          {model.label(from)} → {model.label(to)}
        </strong>
        {enemies && <span class="inc-warn"> {enemies}</span>}
      </p>
      <div class="inc-steppers">
        {UNITS[model.side.value!].filter(most).map((type) => (
          <Stepper
            key={type}
            model={model}
            label={type}
            value={counts[type] ?? 0}
            most={most(type)}
            onChange={(n) => (model.draft.value = { from, to, counts: { ...counts, [type]: n } })}
          />
        ))}
      </div>
      {model.mustKeep(from) && <p class="inc-soft">{model.say("one_stays")}</p>}
      <div class="inc-row">
        <Act model={model} primary disabled={!chosen} id="march" onClick={() => void model.march()}>
          {model.say(model.mayOrder.value ? "march" : "plan_march", model.unitWords(counts) || "0")}
        </Act>
        <Act model={model} onClick={() => (model.draft.value = { from, to: null, counts: {} })}>
          {model.say("cancel")}
        </Act>
      </div>
    </>
  );
}

function Ordered({ model }: { model: Model }) {
  const side = model.side.value!;
  const open = model.mayOrder.value && !model.isDone.value;
  const rows = model.marches.value.map(({ from, to, units }) => ({
    key: `${from} ${to}`,
    words: model.say("order_march", countsOf(units, side), model.label(from), model.label(to)),
    ...(open ? { undo: () => void model.recall(from, to) } : {}),
  }));
  return (
    <>
      <Orders model={model} title={model.say("ordered")} rows={rows} />
      {rows.length > 0 && <p class="inc-soft">{model.say("runs_at_closing")}</p>}
    </>
  );
}
