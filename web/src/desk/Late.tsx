// SPDX-License-Identifier: MIT
// Late.tsx - who is waited for, what is missing, and what the Master can do about it: remind, record, put a deputy or a bot in.
import { useState } from "preact/hooks";
import { api, ApiError, type Created, type Seat } from "../api";
import { mine } from "../device";
import { LinkField, Message } from "../parts/basic";
import { SeatMark } from "../parts/SeatMark";
import { ToBot } from "../parts/ToBot";
import { isBot, seatTitle } from "../parts/people";
import { moment, t } from "../words";
import { Act } from "./Act";
import type { Question } from "../sides";
import type { Person } from "./asks";
import { ForChat } from "./copy";
import { placesOf } from "./hands";
import { Rehearsal } from "./Rehearsal";
import type { MasterStore } from "./store";
import { w } from "./say";

/** A yes that was given elsewhere, with where and when. */
function Record({ desk, asked }: { desk: MasterStore; asked: Question }) {
  const [source, setSource] = useState("");
  const send = async (event: Event) => {
    event.preventDefault();
    const body = { question: asked.question, answer: "yes", source: source.trim() };
    if (await desk.act("/consents", body, w("recorded_said"))) setSource("");
  };
  return (
    <form class="inline" onSubmit={(event) => void send(event)}>
      <label>
        {w("source")}
        <input
          type="text"
          required
          maxLength={200}
          placeholder={w("source_example")}
          value={source}
          onInput={(event) => setSource(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button small" disabled={!source.trim()}>
        {w("record_yes")}
      </button>
    </form>
  );
}

function Asked({ desk, asked }: { desk: MasterStore; asked: Question }) {
  const [url, setUrl] = useState<string | null>(null);
  const link = async () => {
    const made = await desk.act<{ url: string }>("/consents/links", { question: asked.question });
    if (made) setUrl(made.url);
  };
  return (
    <div class="asked">
      <p>{asked.text}</p>
      {asked.may.includes("yes") && (
        <>
          <Record desk={desk} asked={asked} />
          <button type="button" class="button small" onClick={() => void link()}>
            {w("consent_link")}
          </button>
          {url && <LinkField url={url} label={w("consent_link_of", asked.seat)} />}
        </>
      )}
    </div>
  );
}

/** A fresh link for whoever sits there; older ones are dead. The token of who made the table is wanted for it. */
function NewLink({ desk, seat }: { desk: MasterStore; seat: Seat }) {
  const [url, setUrl] = useState<string | null>(null);
  const one = mine.value[desk.match];
  if (!one?.admin) return null;
  const make = async () => {
    try {
      const path = `/matches/${desk.match}/seats/${seat.seat}`;
      const made = await api<Created["seats"][number]>(path, { token: one.admin!, body: { who: "human" } });
      setUrl(`${one.origin ?? location.origin}/m/${desk.match}#${made.token}`);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      desk.wrong.value = cause;
    }
  };
  return (
    <>
      <button type="button" class="button small" onClick={() => void make()}>
        {w("new_link")}
      </button>
      {url && <LinkField url={url} label={t("link_of", seat.seat)} />}
    </>
  );
}

function reminder(desk: MasterStore, seat: Seat, asked: readonly Question[]): string {
  const open = desk.now.value?.window;
  const origin = mine.value[desk.match]?.origin ?? location.origin;
  const until = open?.closes != null && open.text ? w("remind_until", open.text) : "";
  return [
    w("remind", seatTitle(seat), open?.name ?? desk.now.value?.name ?? ""),
    ...asked.map(({ text }) => `• ${text}`),
    until,
    `${origin}/m/${desk.match}`,
  ]
    .filter(Boolean)
    .join("\n");
}

/** When somebody was here last, as far as the server knows. */
function hereWords(desk: MasterStore, seat: Seat, person: Person): string {
  if (!seat.joined) return t("seat_open");
  if (person.online) return t("seat_online");
  return person.seen === null ? w("seen_not_yet") : w("seen_last", moment(person.seen, Date.now() + desk.clockOffset.value));
}

function LateRow({ desk, person, seat }: { desk: MasterStore; person: Person; seat: Seat }) {
  const asked = desk.questions.value.filter((one) => one.seat === seat.seat && one.answer === "open");
  const deputy = desk.movesOf(placesOf.generals).filter(({ args }) => args["seat"] === seat.seat);
  return (
    <li class="late-row">
      <p>
        <SeatMark seat={seat.seat} /> <strong>{seatTitle(seat)}</strong>{" "}
        <span class="soft">
          {[
            hereWords(desk, seat, person),
            seat.deputy && t("seat_deputy"),
            person.asked > 0 && w("missing_answers", person.asked),
            person.waited && w("missing_done"),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </p>
      {asked.map((one) => (
        <Asked key={one.question} desk={desk} asked={one} />
      ))}
      <div class="row">
        <ForChat text={reminder(desk, seat, asked)} label={w("copy_reminder", seatTitle(seat))} shown={false} />
        <details>
          <summary>{w("more_for", seatTitle(seat))}</summary>
          <div class="row">
            {!isBot(seat.who) && (
              <ToBot seat={seat} onGive={() => void desk.act(`/seats/${seat.seat}`, { who: "bot:greedy" }, w("bot_said"))} />
            )}
            <NewLink desk={desk} seat={seat} />
          </div>
          {deputy.length > 0 && <Act desk={desk} moves={deputy} label={deputy[0]!.words} does={deputy[0]!.words} />}
        </details>
      </div>
    </li>
  );
}

/** Answers that came, as they stand. */
function Answers({ desk }: { desk: MasterStore }) {
  const given = desk.questions.value.filter(({ answer }) => answer !== "open");
  if (given.length === 0) return null;
  return (
    <details>
      <summary>{w("answers_given", given.length)}</summary>
      <ul class="plain">
        {given.map((one) => (
          <li key={`${one.question} ${one.seat}`}>
            <SeatMark seat={one.seat} /> {one.text}:{" "}
            <strong>{one.recorded ? w("answer_recorded") : one.answer === "yes" ? w("answer_yes") : w("answer_no")}</strong>
          </li>
        ))}
      </ul>
    </details>
  );
}

export function LatePanel({ desk }: { desk: MasterStore }) {
  const seats = new Map(desk.now.value!.seats.map((seat) => [seat.seat, seat]));
  const late = desk.people.value.filter(({ waited, asked, seat }) => (waited || asked > 0) && seats.has(seat));
  return (
    <>
      {late.length === 0 ? <Message kind="good">{w("nobody_late")}</Message> : <p>{w("late_says", late.length)}</p>}
      <ul class="plain late">
        {late.map((person) => (
          <LateRow key={person.seat} desk={desk} person={person} seat={seats.get(person.seat)!} />
        ))}
      </ul>
      <Answers desk={desk} />
      <Rehearsal desk={desk} />
    </>
  );
}
