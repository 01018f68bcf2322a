// SPDX-License-Identifier: MIT
// Assault.tsx - an attack: the target, the line that is formed out of the camps beside it, what it faces and with which dice, its chances;
// launched by two presses, since nothing takes it back.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Attacker, Model } from "../model";
import { enemiesWords, kindWords } from "../describe";
import { battleQuery, diceOf, facing, type Facing } from "../odds";
import { Tile } from "../Tile";
import { Act, Card } from "./kit";

export function Assault({ model }: { model: Model }) {
  const target = model.target.value;
  const extra = model.position.value.step === "demon_assault";
  return (
    <Card title={model.say(extra ? "task_demon_assault" : "task_assault")}>
      {target ? <Attack model={model} target={target} /> : <Targets model={model} left={extra ? 1 : model.data.value.attacks - model.position.value.attacks} />}
    </Card>
  );
}

function Targets({ model, left }: { model: Model; left: number }) {
  return (
    <>
      <p class="inc-ask">{model.say("ask_target", left)}</p>
      <ul class="inc-options">
        {model.targets.value.map((site) => {
          const look = model.looks.value.get(site)!;
          return (
            <li key={site}>
              <button type="button" class="choice" data-site={site} disabled={left <= 0} onClick={() => model.attack(site)}>
                <span class="choice-words">{model.label(site)}</span>
                <span class="choice-remark">
                  {[kindWords(look, model.lang), enemiesWords(look, model.lang, model.position.value.day)].filter(Boolean).join(", ")}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {!model.targets.value.length && <p class="inc-soft">{model.say("no_targets")}</p>}
    </>
  );
}

const same = (a: Attacker, b: Attacker): boolean => a.site === b.site && a.index === b.index;

/** Why a unit can't join: its site would be left without anybody. [INC-MOVE-10] */
function leavesEmpty(model: Model, site: string, line: readonly Attacker[]): boolean {
  const look = model.looks.value.get(site)!;
  if (look.kind === "empty" && !look.works) return false;
  return look.garrison + look.camp - line.filter((one) => one.site === site).length <= 1;
}

function Attack({ model, target }: { model: Model; target: string }) {
  const line = model.line.value;
  const sites = model.near(target).filter((site) => model.attackers(site).length > 0);
  const upgrades = model.data.value.upgrades.slice(0, model.position.value.steps);
  const mayDie = model.side.value === "raiders" && upgrades.some(({ effects }) => effects.some(({ op }) => op === "no_retreat"));
  const look = model.looks.value.get(target)!;
  const toggle = (unit: Attacker): void => {
    const without = line.filter((one) => !same(one, unit));
    model.line.value = without.length < line.length ? without : [...line, unit];
  };
  const move = (i: number): void => {
    model.line.value = line.map((one, j) => (j === i ? line[i + 1]! : j === i + 1 ? line[i]! : one));
  };
  return (
    <>
      <p class="inc-ask">
        <strong>{model.say("attack_on", model.label(target))}</strong>{" "}
        {[kindWords(look, model.lang), enemiesWords(look, model.lang, model.position.value.day)].filter(Boolean).join(", ")}
      </p>
      <h4>{model.say("line", line.length)}</h4>
      <Faced model={model} target={target} onSwap={move} onLeave={toggle} />
      <h4>{model.say("who_joins")}</h4>
      {sites.map((site) => (
        <div key={site} class="inc-camp">
          <span class="inc-soft">{model.label(site)}</span>
          <ul class="inc-tiles">
            {model.attackers(site).map((unit) => {
              const joined = line.some((one) => same(one, unit));
              return (
                <Tile
                  key={unit.index}
                  unit={unit.type}
                  label={model.say(joined ? "joined" : "join", unit.type, model.label(site))}
                  pressed={joined}
                  disabled={!joined && leavesEmpty(model, site, line)}
                  onClick={() => toggle(unit)}
                />
              );
            })}
          </ul>
        </div>
      ))}
      {sites.some((site) => leavesEmpty(model, site, line)) && <p class="inc-soft">{model.say("one_stays")}</p>}
      {mayDie && (
        <label class="check">
          <input type="checkbox" checked={model.death.value} onChange={(event) => (model.death.value = event.currentTarget.checked)} />
          {model.say("to_death")}
        </label>
      )}
      <Chances model={model} target={target} />
      <Launch model={model} target={target} />
    </>
  );
}

/** The line over what it meets: the camp first, then the garrison; under each pair its dice. */
function Faced(props: { model: Model; target: string; onSwap: (i: number) => void; onLeave: (unit: Attacker) => void }) {
  const { model, target, onSwap, onLeave } = props;
  const line = model.line.value;
  const meets = facing(model, target);
  const stages = (["camp", "garrison"] as const).filter((stage) => meets[stage].length > 0);
  const rows = Math.max(line.length, ...stages.map((stage) => meets[stage].length));
  if (!line.length && !stages.length) return <p class="inc-soft">{model.say("line_empty")}</p>;
  return (
    <div class="scroll inc-faced" tabIndex={0} role="region" aria-label={model.say("line", line.length)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{model.say("order")}</th>
            <th scope="col">{model.say("attacker")}</th>
            {stages.map((stage) => (
              <th key={stage} scope="col">
                {model.say(stage)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, i) => (
            <tr key={i}>
              <th scope="row">{i + 1}</th>
              <td>
                {line[i] && (
                  <span class="inc-row">
                    <button type="button" class="inc-tile" data-side={model.side.value} aria-label={model.say("leave_line", line[i].type, i + 1)} onClick={() => onLeave(line[i]!)}>
                      {line[i].type}
                    </button>
                    {i + 1 < line.length && (
                      <button type="button" class="button small" aria-label={model.say("swap", i + 1, i + 2)} onClick={() => onSwap(i)}>
                        ⇅
                      </button>
                    )}
                  </span>
                )}
              </td>
              {stages.map((stage) => (
                <td key={stage}>
                  <Pair meets={meets} stage={stage} i={i} attacker={line[i]?.type ?? null} model={model} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Pair({ meets, stage, i, attacker, model }: { meets: Facing; stage: "camp" | "garrison"; i: number; attacker: string | null; model: Model }) {
  const list = meets[stage];
  if (i >= list.length) return null;
  const type = list[i] ?? null;
  const dice = attacker ? diceOf(attacker, type, stage === "garrison") : null;
  const die = (n: number | null): string => (n === null ? "d?" : `d${n}`);
  return (
    <span class="inc-pair">
      <span class="inc-tile still" data-side={model.enemy}>
        {type ?? "?"}
      </span>
      {dice && (
        <small>
          {die(dice[0])}–{die(dice[1])}
        </small>
      )}
    </span>
  );
}

/** "Chances: 62%; 2 of 5 known". */
function Chances({ model, target }: { model: Model; target: string }) {
  const told = useSignal<{ readonly key: string; readonly value: number } | null>(null);
  const query = battleQuery(model, target, model.line.value.map(({ type }) => type));
  const key = JSON.stringify(query);
  useEffect(() => {
    if (!query || !model.table.reckon) return;
    let over = false;
    const timer = setTimeout(() => {
      model.table.reckon!("battle", query).then(
        ({ value }) => {
          if (!over && typeof value === "number") told.value = { key, value };
        },
        () => undefined, // too many dice to reckon with: nothing is said of chances
      );
    }, 150);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [key]);
  const { count, seen } = facing(model, target);
  if (typeof count !== "number") return <p class="inc-soft">{model.say("chances_unknown")}</p>;
  const part = told.value?.key === key ? told.value.value : null;
  return (
    <p class="inc-chances" role="status">
      {part !== null && <strong>{model.say("chances", Math.round(100 * part))}</strong>} {model.say("known_of", seen, count)}
    </p>
  );
}

/** First the line is sent, and what the server says of it is read; then it is launched. */
function Launch({ model, target }: { model: Model; target: string }) {
  const launch = model.moves.value.get("launch")?.[0];
  const { stage, site } = model.position.value.cursor(model.you.value ?? "");
  const entered = stage === "line" && site === target && launch !== undefined;
  const line = model.line.value;
  const ready = useSignal(false);
  if (!model.mayOrder.value) {
    const words = model.say("order_attack", model.label(target), line.map(({ type }) => type).join(" "));
    return (
      <Act model={model} primary disabled={!line.length} onClick={() => void model.give(orderOf(model, target), words).then(() => model.attack(null))}>
        {model.say("plan_attack")}
      </Act>
    );
  }
  const prepare = async (): Promise<void> => {
    ready.value = await enterLine(model, target);
  };
  const cancel = async (): Promise<void> => {
    ready.value = false;
    if (model.moves.peek().has("cancel")) await model.send("cancel");
    model.attack(null);
  };
  const sure = ready.value && entered;
  return (
    <div class="inc-launch">
      {sure && (
        <p class="inc-warn" role="alert">
          {model.say("launch_warning")}
        </p>
      )}
      <div class="inc-row">
        {sure ? (
          <Act model={model} primary id="launch" onClick={() => void model.send("launch").then((good) => good && model.attack(null))}>
            {model.say("launch")}
          </Act>
        ) : (
          <Act model={model} primary id="prepare" disabled={!line.length} onClick={() => void prepare()}>
            {model.say("prepare", line.length)}
          </Act>
        )}
        <Act model={model} onClick={() => void cancel()}>
          {model.say("give_up")}
        </Act>
      </div>
    </div>
  );
}

/** "attack 5: from 2 Tr As, from 3 Di to the death" */
function orderOf(model: Model, target: string): string {
  const parts: string[] = [];
  let last = "";
  for (const { site, type } of model.line.peek()) {
    if (site !== last) parts.push(`${parts.length ? "," : ""} from ${model.numberOf(site)}`);
    parts.push(` ${type}`);
    last = site;
  }
  return `attack ${model.numberOf(target)}:${parts.join("")}${model.death.peek() ? " to the death" : ""}`;
}

/** Enters the line unit by unit. The only site that can still give one is taken by itself: naming it again would be refused. */
async function enterLine(model: Model, target: string): Promise<boolean> {
  const line = model.line.peek();
  const at = (): string | null => model.position.peek().cursor(model.you.peek() ?? "").to;
  if (model.moves.peek().has("cancel") && !(await model.send("cancel"))) return false;
  if (!(await model.send(`attack ${target}`))) return false;
  for (const { site, index } of line) {
    if (at() !== site && !(await model.send(`from ${site}`))) return false;
    if (!(await model.send(`unit ${index + 1}`))) return false;
  }
  return !model.death.peek() || model.send("death");
}
