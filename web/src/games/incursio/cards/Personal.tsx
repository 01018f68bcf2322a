// SPDX-License-Identifier: MIT
// Personal.tsx - what each character does today: who was asked for what, what was answered, what it costs, and in which order it is paid.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Question } from "../../../sides";
import { LinkField } from "../../../parts/basic";
import { sendNote } from "../ask";
import type { Model } from "../model";
import type { Character } from "../position";
import { Action, actionWords, costOf } from "./Action";
import { Act, Card } from "./kit";

export function Personal({ model }: { model: Model }) {
  const own = model.characters.value.filter(({ seat }) => seat === model.you.value);
  const others = model.characters.value.filter(({ seat }) => seat !== model.you.value);
  return (
    <Card title={model.say("task_personal")} look="inc-personal">
      {own.map((one) => (
        <Row key={one.id} model={model} one={one} />
      ))}
      {model.isGeneral.value ? (
        others.map((one) => <Row key={one.id} model={model} one={one} />)
      ) : (
        <details>
          <summary>{model.say("others_do")}</summary>
          {others.map((one) => (
            <Row key={one.id} model={model} one={one} />
          ))}
        </details>
      )}
      <Payments model={model} />
    </Card>
  );
}

/** The answer so far, in a word. */
function answerWords(model: Model, one: Character): string {
  if (one.action === "none") return model.say("answer_none");
  if (one.refused) return model.say(one.assigned ? "answer_no" : "answer_denied");
  if (one.recorded) return model.say("answer_recorded");
  if (!one.confirmed) return model.say("answer_open");
  const spends = one.action === "build" || one.action === "found";
  return model.say(spends && !one.approved ? "answer_unapproved" : "answer_yes");
}

function Row({ model, one }: { model: Model; one: Character }) {
  const mine = one.seat === model.you.value;
  const acting = model.acting.value === one.id;
  const has = (verb: string): boolean => model.moves.value.get(verb)?.some((move) => move.args["character"] === one.id) ?? false;
  const mayAct = mine ? has("character") : has("assign");
  const species = model.data.value.species.get(one.species)?.names[model.lang] ?? "";
  const cost = costOf(model, one);
  const question = model.asked.questions.value.find(({ seat, answer, may }) => seat === one.seat && answer === "open" && !mine && may.includes("yes"));
  const label = one.id.toUpperCase();
  // What the card over this one asks with two large buttons is not asked again here.
  const asked = mine && one.assigned && model.asked.mine.value.length > 0;
  const answers = ["confirm", "decline", "approve", "refuse", "accept", "turn_down"].filter((verb) => has(verb) && !(asked && ["confirm", "decline"].includes(verb)));
  return (
    <div class={mine ? "inc-character mine" : "inc-character"}>
      <p class="inc-row">
        <strong>{label}</strong> <span>{mine ? model.say("your_character", species) : `${model.seatName(one.seat)}, ${species}`}</span>
      </p>
      <p class={`inc-answer ${one.refused ? "no" : one.confirmed ? "yes" : ""}`}>
        {one.action !== "none" && <span>{actionWords(model, one)}: </span>}
        <span>{answerWords(model, one)}</span>
        {cost > 0 && <span> · {model.say("cost", cost)}</span>}
      </p>
      {one.work && <p class="inc-soft">{model.say("at_work", one.work === "found" ? model.say("in_yard_found") : model.named("structure", one.work))}</p>}
      <div class="inc-row">
        {answers.map((verb) => (
          <Act key={verb} model={model} small id={`${verb} ${one.id}`} onClick={() => void model.send(`${verb} ${one.id}`)}>
            {model.say(`do_${verb}` as "do_confirm")}
          </Act>
        ))}
        {mayAct && !acting && (
          <Act model={model} small id={`${mine ? "choose" : "ask"} ${one.id}`} onClick={() => (model.acting.value = one.id)}>
            {model.say(mine ? (one.action === "none" ? "choose_action" : "choose_other") : "ask_action", label)}
          </Act>
        )}
      </div>
      {question && <ByLink model={model} question={question} />}
      {acting && (
        <Action
          model={model}
          character={one.id}
          words={model.say(mine ? "do_this" : "ask_this")}
          note={!mine}
          onOrder={(order, _words, note) => (mine ? model.send(order) : sendNote(model, order, note))}
          onClose={() => (model.acting.value = null)}
        />
      )}
    </div>
  );
}

/** A link for that one person, told once; or the yes that was given elsewhere, with where and when. */
function ByLink({ model, question }: { model: Model; question: Question }) {
  const link = useSignal<string | null>(null);
  const source = useSignal("");
  const ask = async (): Promise<void> => {
    const made = await model.asked.post<{ url: string }>("/consents/links", { question: question.question });
    if (made) link.value = made.url;
  };
  const record = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (source.value.trim()) await model.asked.post("/consents", { question: question.question, answer: "yes", source: source.value.trim() });
  };
  return (
    <div class="inc-bylink">
      {link.value ? (
        <LinkField url={link.value} label={model.say("link_for", model.seatName(question.seat))} />
      ) : (
        <Act model={model} small onClick={() => void ask()}>
          {model.say("ask_by_link")}
        </Act>
      )}
      <details>
        <summary>{model.say("record_yes")}</summary>
        <form onSubmit={(event) => void record(event)}>
          <label>
            {model.say("record_where")}
            <input type="text" maxLength={200} value={source.value} onInput={(event) => (source.value = event.currentTarget.value)} />
          </label>
          <button type="submit" class="button small" disabled={!source.value.trim()}>
            {model.say("record_do")}
          </button>
        </form>
      </details>
    </div>
  );
}

/** Works in the order in which they are paid, and the line where the money ends. [INC-BUILD-7] */
function Payments({ model }: { model: Model }) {
  const dragged = useRef<string | null>(null);
  if (model.side.value !== "defenders") return null;
  const works = model.characters.value.filter((one) => costOf(model, one) > 0 && !one.refused);
  if (!works.length) return null;
  const rank = (one: Character): number => one.pay || 100 + (one.rank || 50);
  const order = [...works].sort((a, b) => rank(a) - rank(b));
  const may = model.moves.value.has("pay_next") && order.length > 1;
  const send = (next: readonly Character[]): void => void model.send(...next.map(({ id }) => `pay_next ${id}`));
  const move = (from: number, to: number): void => {
    if (from < 0 || from === to) return;
    const next = [...order];
    next.splice(to, 0, ...next.splice(from, 1));
    send(next.filter(({ id }) => model.moves.value.get("pay_next")?.some((one) => one.args["character"] === id)));
  };
  let left = model.position.value.treasury;
  let broke = false;
  return (
    <div class="inc-payments">
      <h4>{model.say("payments", model.position.value.treasury)}</h4>
      <ol>
        {order.map((one, i) => {
          const cost = costOf(model, one);
          const paid = cost <= left;
          const ends = !broke && !paid;
          broke ||= ends;
          if (paid) left -= cost;
          return (
            <li
              key={one.id}
              class={paid ? "" : "unpaid"}
              draggable={may}
              onDragStart={() => (dragged.current = one.id)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => move(order.findIndex(({ id }) => id === dragged.current), i)}
            >
              {ends && <p class="inc-ends">{model.say("money_ends")}</p>}
              <span class="inc-row">
                <span>
                  {one.id.toUpperCase()} {actionWords(model, one)} · {cost}
                </span>
                {may && i > 0 && (
                  <button type="button" class="button small" disabled={model.busy.value} aria-label={model.say("pay_earlier", one.id.toUpperCase())} onClick={() => move(i, i - 1)}>
                    ↑
                  </button>
                )}
              </span>
            </li>
          );
        })}
      </ol>
      <p class="inc-soft">{model.say("money_left", left)}</p>
    </div>
  );
}
