// SPDX-License-Identifier: MIT
// Today.tsx - the card of the day: what is asked of the viewer first, then the task of the window, then what others propose, and yesterday.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Proposal } from "../../sides";
import type { Past, Table } from "../../board";
import { Ruled } from "../../parts/Rule";
import { propose } from "./ask";
import { Assault } from "./cards/Assault";
import { Deploy } from "./cards/Deploy";
import { Act, Card, Orders } from "./cards/kit";
import { Movement } from "./cards/Movement";
import { Personal } from "./cards/Personal";
import { Arrange, Command, Setup } from "./cards/Setup";
import { missionsOf } from "./missions";
import { modelOf, type Model } from "./model";

const AGAIN = 8000; // ms after which questions are asked for again, of servers that do not tell them

export function Today({ table }: { table: Table }) {
  const model = modelOf(table);
  const { ply } = table.state;
  useEffect(() => {
    if (model.asked.told.peek() || !model.you.peek()) return;
    void model.asked.refresh();
    const timer = setInterval(() => document.visibilityState === "visible" && void model.asked.refresh(), AGAIN);
    return () => clearInterval(timer);
  }, [ply, model]);
  return (
    <div class="inc-today">
      <Asks model={model} />
      <Missions model={model} />
      {model.over.value ? <Over model={model} /> : model.you.value ? <Tasks model={model} /> : <Watching model={model} />}
      <Proposals model={model} />
      <Yesterday model={model} />
    </div>
  );
}

// ---- What is asked of this person ---------------------------------------------------------------------------------------------------------

/** A yes to this and to each later question with the same words, for the rest of a campaign of usual length. */
const always = (model: Model, question: number) =>
  model.asked.post("/standing-order", { question, times: 99, until: Date.now() + 60 * 24 * 3600 * 1000 });

function Asks({ model }: { model: Model }) {
  const questions = model.asked.mine.value;
  const words = model.asked.said.value;
  const told = model.asked.questions.value;
  useEffect(() => void model.asked.learnWords(), [told, model]);
  return (
    <>
      {questions.map(({ question, answer, by, may, text }) => {
        const pressed = (one: "yes" | "no"): boolean => answer === one;
        const reply = (one: "yes" | "no"): void => void model.asked.post("/consents", { question, answer: one });
        const asks = model.say(by === "host" ? "offered" : "asked");
        return (
          <section key={question} class={`inc-card inc-asked ${answer}`} aria-label={asks}>
            <h3>{asks}</h3>
            <p class="inc-question">{text}</p>
            {by === "team" && words.has(question) && (
              <blockquote class="inc-words">
                <Ruled text={words.get(question)!} game={model.table.info.id} />
              </blockquote>
            )}
            {may.length ? (
              <div class="inc-row">
                {(["yes", "no"] as const).map((one) => (
                  <Act key={one} model={model} primary={one === "yes" && answer === "open"} pressed={pressed(one)} id={`answer ${one}`} onClick={() => reply(one)}>
                    {model.say(one)}
                  </Act>
                ))}
                {answer === "open" && (
                  <Act model={model} id="answer always" onClick={() => void always(model, question)}>
                    {model.say("answer_always")}
                  </Act>
                )}
                <SomethingElse model={model} />
              </div>
            ) : null}
            {answer !== "open" && <p class="inc-soft">{model.say(answer === "yes" ? "answered_yes" : "answered_no")}</p>}
          </section>
        );
      })}
    </>
  );
}

/** The viewer's own free missions: the Master's words, from the offer until he has judged. [INC-TABLE-14] */
function Missions({ model }: { model: Model }) {
  const { table } = model;
  const past = useSignal<Past | null>(null);
  const { free_who: who, free_until: until } = table.state.view;
  const key = JSON.stringify([who, until]);
  const any = /[1-9]/.test(JSON.stringify(who ?? null));
  useEffect(() => {
    if (!any || !table.past) return;
    let gone = false;
    table.past().then(
      (told) => void (gone || (past.value = told)),
      (cause: unknown) => table.tell?.(cause),
    );
    return () => void (gone = true);
  }, [key]);
  if (!any || !past.value) return null;
  const own = missionsOf(table.state, past.value).filter(({ seat, task }) => seat === model.you.value && task);
  return (
    <>
      {own.map(({ whose, until: day, task }) => (
        <section key={whose} class="inc-card inc-mission" aria-label={model.say("mission_of", whose)}>
          <h3>{model.say("mission_of", whose)}</h3>
          <blockquote class="inc-words">
            <Ruled text={task ?? ""} game={table.info.id} />
          </blockquote>
          <p class="inc-soft">{day === null ? model.say("mission_waits") : model.say("mission_until", day)}</p>
        </section>
      ))}
    </>
  );
}

/** Another action of the same character: the player's own choice prevails. [INC-ROLE-7] */
function SomethingElse({ model }: { model: Model }) {
  const asked = model.characters.value.find((one) => one.seat === model.you.value && one.assigned);
  const may = model.moves.value.get("character")?.some((move) => move.args["character"] === asked?.id);
  if (!asked || !may) return null;
  return (
    <Act model={model} id="something else" onClick={() => (model.acting.value = asked.id)}>
      {model.say("something_else")}
    </Act>
  );
}

// ---- The task of the window ------------------------------------------------------------------------------------------------------------

const CARDS = { move: Movement, assault: Assault, deploy: Deploy } as const;

function Tasks({ model }: { model: Model }) {
  const task = model.task.value;
  const ours = model.ourWindow.value;
  const Military = ours && task in CARDS ? CARDS[task as keyof typeof CARDS] : null;
  const asks = model.moves.value.has("assign") || model.moves.value.has("character");
  return (
    <>
      {task === "none" && <p class="inc-soft">{model.say("nothing_open")}</p>}
      {!ours && task !== "none" && <p class="inc-soft">{model.say("theirs", model.say(`${model.enemy}_full`))}</p>}
      {ours && task === "setup" && <Setup model={model} />}
      {Military && model.isDone.value && <p class="inc-soft">{model.say("you_are_done")}</p>}
      {Military && !model.isDone.value && (model.mayOrder.value ? <Military model={model} /> : <Proposing model={model} Military={Military} />)}
      {ours && task === "deploy" && model.moves.value.has("arrange") && !model.isDone.value && (
        <details>
          <summary>{model.say("arrange_camps")}</summary>
          <Arrange model={model} />
        </details>
      )}
      {task === "personal" ? (
        <Personal model={model} />
      ) : (
        asks && (
          <details open={model.acting.value !== null}>
            <summary>{model.say("ask_already")}</summary>
            <Personal model={model} />
          </details>
        )
      )}
      {!model.isDone.value && <Command model={model} />}
      <Done model={model} />
    </>
  );
}

/** Whoever may give no orders puts them together with the General's controls, and lays them before the side. [INC-ROLE-5] */
function Proposing({ model, Military }: { model: Model; Military: (typeof CARDS)[keyof typeof CARDS] }) {
  const text = useSignal("");
  const general = model.side.value && model.position.value.general(model.side.value);
  const plan = model.plan.value;
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await propose(model, plan.map(({ order }) => order).join("; "), text.value)) {
      model.plan.value = [];
      text.value = "";
    }
  };
  return (
    <>
      <p class="inc-soft">{model.say("general_decides", general ? model.seatName(general) : model.say("general"))}</p>
      <details open={plan.length > 0} class="inc-propose">
        <summary>{model.say("propose")}</summary>
        <Military model={model} />
        <Orders
          model={model}
          title={model.say("proposal")}
          rows={plan.map((one, i) => ({ key: String(i), words: one.words, undo: () => void (model.plan.value = plan.filter((_, j) => j !== i)) }))}
        />
        {plan.length > 0 && (
          <form class="inc-action" onSubmit={(event) => void send(event)}>
            <label>
              {model.say("why_propose")}
              <input type="text" maxLength={500} value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
            </label>
            <button type="submit" class="button primary" disabled={model.busy.value}>
              {model.say("propose_do", plan.length)}
            </button>
          </form>
        )}
      </details>
    </>
  );
}

/** Done, and not done after all. [INC-TABLE-1] */
function Done({ model }: { model: Model }) {
  const done = model.moves.value.get("done")?.[0];
  const reopen = model.moves.value.get("reopen")?.[0];
  const sure = useSignal(false);
  if (reopen)
    return (
      <div class="inc-done">
        <Act model={model} id="reopen" onClick={() => void model.send("reopen")}>
          {model.say("reopen")}
        </Act>
      </div>
    );
  if (!done) return null;
  const left = done.remark ?? "";
  const press = (): void => {
    if (left && !sure.value) sure.value = true;
    else {
      sure.value = false;
      void model.send("done");
    }
  };
  return (
    <div class="inc-done">
      {sure.value && (
        <p class="inc-warn" role="alert">
          {model.say("left_undone", left)}
        </p>
      )}
      <div class="inc-row">
        <Act model={model} primary={sure.value || !left} id="done" onClick={press}>
          {model.say(sure.value ? "done_anyway" : "done")}
        </Act>
        {sure.value && (
          <Act model={model} onClick={() => (sure.value = false)}>
            {model.say("cancel")}
          </Act>
        )}
        {!sure.value && left && <span class="inc-soft">{left}</span>}
      </div>
    </div>
  );
}

// ---- What others put before the side -----------------------------------------------------------------------------------------------------

const movesWords = ({ moves }: Proposal): string => moves.map((move) => (typeof move === "string" ? move : move.words)).join(", ");

function Proposals({ model }: { model: Model }) {
  const proposals = model.asked.open.value;
  if (!proposals.length || !model.you.value) return null;
  return (
    <Card title={model.say("proposals")}>
      {proposals.map((one) => (
        <div key={one.proposal} class="inc-proposal">
          <p>
            <strong>{model.seatName(one.from)}</strong> {one.text && <q>{one.text}</q>}
          </p>
          <p class="inc-soft">{movesWords(one)}</p>
          <div class="inc-row">
            {one.from !== model.you.value && model.mayOrder.value && (
              <Act model={model} small primary id={`adopt ${one.proposal}`} onClick={() => void model.asked.post(`/proposals/${one.proposal}/adopt`, { ply: model.table.state.ply })}>
                {model.say("adopt")}
              </Act>
            )}
            {(one.from === model.you.value || model.mayOrder.value) && (
              <Act model={model} small onClick={() => void model.asked.post(`/proposals/${one.proposal}/decline`, {})}>
                {model.say(one.from === model.you.value ? "withdraw" : "decline")}
              </Act>
            )}
          </div>
        </div>
      ))}
    </Card>
  );
}

// ---- Looking on, the end, yesterday --------------------------------------------------------------------------------------------------------

function Watching({ model }: { model: Model }) {
  const { first, day } = model.position.value;
  return (
    <Card title={model.say("watching")}>
      <p>{day && first ? model.say("initiative_of", model.say(`${first}_full`)) : model.say("not_begun")}</p>
      <p class="inc-soft">{model.say("watching_says")}</p>
    </Card>
  );
}

function Over({ model }: { model: Model }) {
  const { result } = model.table.state;
  const objectives = (["defenders", "raiders"] as const).map((side) => ({
    side,
    words: model.position.value.objectives(side).map((id) => model.data.value.objectives.get(id)?.[model.lang] ?? id),
  }));
  return (
    <Card title={model.say("over")}>
      <p>{result?.text ?? model.named("outcome", model.position.value.outcome)}</p>
      {objectives.map(({ side, words }) => (
        <p key={side} data-side={side}>
          <strong>{model.say(`${side}_full`)}:</strong> {model.list(words)}
        </p>
      ))}
    </Card>
  );
}

/** The last day in ten lines, of the report that everybody gets of what they may know. */
function Yesterday({ model }: { model: Model }) {
  const { day } = model.position.value;
  const round = model.over.value ? day : day - 1;
  const told = useSignal<{ readonly key: string; readonly lines: readonly string[] } | null>(null);
  const key = `${round} ${model.you.value} ${model.lang}`;
  useEffect(() => {
    if (round < 1 || !model.table.report) return;
    let gone = false;
    model.table.report(round).then(
      (parts) => {
        if (!gone) told.value = { key, lines: linesOf(parts.join("\n")) };
      },
      () => undefined, // it is no news, and the record tells all of it
    );
    return () => {
      gone = true;
    };
  }, [key]);
  if (told.value?.key !== key || !told.value.lines.length) return null;
  return (
    <details class="inc-yesterday" open={model.task.value === "none" || !model.mayOrder.value}>
      <summary>{model.say("day_told", round)}</summary>
      <ul>
        {told.value.lines.map((line, i) => (
          <li key={i}>{line}</li>
        ))}
      </ul>
    </details>
  );
}

const LINES = 10;

/** What happened, without the windows that closed and the moves of single seats. */
export function linesOf(report: string): string[] {
  const news = report
    .split("\n")
    .filter((line) => line.startsWith("- "))
    .map((line) => line.slice(2))
    .filter((line) => !/^(Closes|Si chiude):|^[A-Z]{1,2} \(.*?\): /.test(line));
  return news.slice(0, LINES);
}
