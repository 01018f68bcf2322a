// SPDX-License-Identifier: MIT
// Setup.tsx - day 0: how each site stands, of which species one's characters are, and who gets which; the Deputy and delegated sites at any
// time. [INC-GEN-9, INC-ROLE-10, INC-ROLE-13]
import { useSignal } from "@preact/signals";
import type { Model } from "../model";
import { placesOf } from "../Place";
import { Sequence } from "./Garrison";
import { Act, Card } from "./kit";

export function Setup({ model }: { model: Model }) {
  const has = (verb: string): boolean => model.moves.value.has(verb);
  return (
    <Card title={model.say("task_setup")}>
      {has("species") && <Species model={model} />}
      {has("arrange") && <Arrange model={model} />}
      {has("give") && <Give model={model} />}
      {!has("species") && !has("arrange") && <p>{model.say("setup_none")}</p>}
    </Card>
  );
}

function Species({ model }: { model: Model }) {
  const mine = new Set(model.moves.value.get("species")?.map((move) => String(move.args["character"])));
  const kinds = [...model.data.value.species].filter(([, { side }]) => side === model.side.value);
  return (
    <>
      <h4>{model.say("species_ask")}</h4>
      {model.characters.value
        .filter(({ id }) => mine.has(id))
        .map((one) => (
          <label key={one.id}>
            {one.id.toUpperCase()}
            <select
              value={one.species}
              disabled={model.busy.value}
              onChange={(event) => void model.send(`species ${one.id}`, `is ${event.currentTarget.value}`)}
            >
              {kinds.map(([id, { names, percent }]) => (
                <option key={id} value={id}>
                  {names[model.lang]}
                  {percent !== null && percent > 0 ? ` (${model.say("spies_at", percent)})` : ""}
                </option>
              ))}
            </select>
          </label>
        ))}
    </>
  );
}

/** Units of a site in their order, the first of them in the garrison; also the order of a camp after deployment. [INC-PROD-9] */
export function Arrange({ model }: { model: Model }) {
  const sites = (model.moves.value.get("arrange") ?? []).map((move) => String(move.args["site"]));
  const site = model.arranged.value;
  return (
    <>
      <h4>{model.say("arrange_ask")}</h4>
      <ul class="inc-options">
        {sites.map((one) => (
          <li key={one}>
            <button type="button" class="choice" aria-pressed={site === one} data-site={one} onClick={() => (model.arranged.value = site === one ? null : one)}>
              {model.label(one)}
            </button>
          </li>
        ))}
      </ul>
      {site && sites.includes(site) && <ArrangeSite key={site} model={model} site={site} />}
    </>
  );
}

function ArrangeSite({ model, site }: { model: Model; site: string }) {
  const position = model.position.value;
  const opening = position.step === "setup";
  const garrison = opening ? position.garrison(site) : [];
  const camp = position.camp(model.side.value!, site);
  const start = [...garrison, ...camp].map(({ type }) => type);
  const order = useSignal<readonly string[]>(start);
  const inside = useSignal(garrison.length);
  const most = opening && position.level(site) ? Math.min(start.length, placesOf(model, site)) : 0;
  const swap = (i: number): void => {
    order.value = order.value.map((type, j) => (j === i ? order.value[i + 1]! : j === i + 1 ? order.value[i]! : type));
  };
  const send = async (): Promise<void> => {
    const [first, rest] = [order.value.slice(0, inside.value), order.value.slice(inside.value)];
    const units = most ? `${first.join(" ")}${rest.length || first.length < start.length ? ` camp ${rest.join(" ")}` : ""}` : `camp ${order.value.join(" ")}`;
    if (await model.send(`arrange ${model.numberOf(site)}: ${opening ? units : order.value.join(" ")}`)) model.arranged.value = null;
  };
  return (
    <div class="inc-arrange">
      <Sequence model={model} types={order.value} onSwap={swap} />
      {most > 0 && (
        <label>
          {model.say("split", inside.value, order.value.slice(0, inside.value).join(" ") || "–")}
          <input type="range" min="0" max={most} value={inside.value} onInput={(event) => (inside.value = Number(event.currentTarget.value))} />
        </label>
      )}
      <div class="inc-row">
        <Act model={model} primary onClick={() => void send()}>
          {model.say("arrange_do")}
        </Act>
        <Act model={model} onClick={() => ((order.value = start), (inside.value = garrison.length))}>
          {model.say("undo")}
        </Act>
      </div>
    </div>
  );
}

/** One of a list, by a move and then to a seat of the own side. */
function Handing(props: { model: Model; title: string; verb: "give" | "delegate"; words: (id: string) => string }) {
  const { model, title, verb, words } = props;
  const what = useSignal("");
  const whom = useSignal("");
  const things = (model.moves.value.get(verb) ?? []).map((move) => String(move.args["character"] ?? move.args["site"]));
  const send = async (): Promise<void> => {
    if (await model.send(`${verb} ${what.value}`, `to_seat ${whom.value}`)) what.value = whom.value = "";
  };
  const others = model.team.value.filter(({ seat }) => seat !== model.you.value);
  if (!things.length || !others.length) return null;
  return (
    <details>
      <summary>{title}</summary>
      <div class="inc-action">
        <select aria-label={title} value={what.value} onChange={(event) => (what.value = event.currentTarget.value)}>
          <option value="">{model.say("choose")}</option>
          {things.map((id) => (
            <option key={id} value={id}>
              {words(id)}
            </option>
          ))}
        </select>
        <select aria-label={model.say("to_whom")} value={whom.value} onChange={(event) => (whom.value = event.currentTarget.value)}>
          <option value="">{model.say("to_whom")}</option>
          {others.map(({ seat }) => (
            <option key={seat} value={seat}>
              {model.seatName(seat)}
            </option>
          ))}
        </select>
        <Act model={model} small disabled={!what.value || !whom.value} onClick={() => void send()}>
          {model.say("hand_over")}
        </Act>
      </div>
    </details>
  );
}

export function Give({ model }: { model: Model }) {
  return <Handing model={model} title={model.say("give_ask")} verb="give" words={(id) => id.toUpperCase()} />;
}

/** The Deputy, and sites that others command. [INC-ROLE-2, INC-ROLE-4] */
export function Command({ model }: { model: Model }) {
  const deputies = model.moves.value.get("deputy") ?? [];
  const side = model.side.value;
  if (!side || (!deputies.length && !model.moves.value.has("delegate"))) return null;
  return (
    <details class="inc-command">
      <summary>{model.say("command")}</summary>
      {deputies.length > 0 && (
        <label>
          {model.say("deputy_ask")}
          <select value={model.position.value.deputy(side) ?? ""} disabled={model.busy.value} onChange={(event) => void model.send(`deputy ${event.currentTarget.value}`)}>
            <option value="">{model.say("nobody")}</option>
            {deputies.map((move) => (
              <option key={move.m} value={String(move.args["seat"])}>
                {model.seatName(String(move.args["seat"]))}
              </option>
            ))}
          </select>
        </label>
      )}
      <Handing model={model} title={model.say("delegate_ask")} verb="delegate" words={(id) => model.label(id)} />
    </details>
  );
}
