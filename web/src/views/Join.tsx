// SPDX-License-Identifier: MIT
// Join.tsx - the first time a link is opened: what is played here, under which clock, by what name, with a word for the dice.
import { useEffect, useState } from "preact/hooks";
import { setTitle } from "../alerts";
import type { State } from "../api";
import { prefs, writePref } from "../device";
import { Icon, Message, Title } from "../parts/basic";
import { SeatMark } from "../parts/SeatMark";
import { clockSentences, optionWords, seatTitle } from "../parts/people";
import type { TableStore } from "../table/store";
import { t } from "../words";

/** True if the viewer has a seat for a person at which nobody has sat down yet. */
export function mustJoin(state: State): boolean {
  const seat = state.seats.find((one) => one.seat === state.you);
  return !!seat && seat.who === "human" && !seat.joined && state.status !== "over";
}

export function JoinCard({ table, onLook }: { table: TableStore; onLook: () => void }) {
  const state = table.shown.value!;
  const info = table.game.value!;
  const seat = state.seats.find((one) => one.seat === state.you)!;
  const [name, setName] = useState(seat.name || prefs.peek().name);
  const [word, setWord] = useState("");
  const waiting = state.status === "waiting";
  useEffect(() => setTitle(t("join_title", state.name || info.title)), []);
  const join = async (event: Event) => {
    event.preventDefault();
    if (name.trim()) writePref("name", name.trim());
    await table.join(name.trim(), word.trim());
  };
  const notice = table.notice.value;
  return (
    <main id="content" class="page narrow">
      <Title>{t("join_title", state.name || info.title)}</Title>
      <p class="join-seat">
        <SeatMark seat={seat.seat} /> {t("join_seat", seat.seat)}
      </p>
      <p>{info.summary}</p>
      <form class="card" onSubmit={(event) => void join(event)}>
        <label>
          {t("your_name")}
          <input
            type="text"
            maxLength={40}
            autocomplete="nickname"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        {waiting && state.dice.kind === "fair" && (
          <label>
            {t("your_word")}
            <input
              type="text"
              maxLength={30}
              autocomplete="off"
              value={word}
              onInput={(event) => setWord(event.currentTarget.value)}
            />
            <small>{t("your_word_says")}</small>
          </label>
        )}
        {notice && (
          <Message kind="bad" alert>
            {notice.text}
          </Message>
        )}
        <div class="row">
          <button type="submit" class="button primary large">
            <Icon name="check" /> {t("join")}
          </button>
          <button type="button" class="button" onClick={onLook}>
            {t("join_look")}
          </button>
        </div>
      </form>
      <section class="card">
        <h2>{t("join_people")}</h2>
        <ul class="plain">
          {state.seats.map((one) => (
            <li key={one.seat}>
              <SeatMark seat={one.seat} /> {seatTitle(one)}{" "}
              {!one.joined && one.who === "human" && <span class="tag">{t("seat_open")}</span>}
            </li>
          ))}
        </ul>
        <h2>{t("join_clock")}</h2>
        <ul>
          {clockSentences(state.clock).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <details>
          <summary>{t("options")}</summary>
          <dl class="facts">
            {info.options.map((option) => (
              <div key={option.key}>
                <dt>{option.text}</dt>
                <dd>{optionWords(option, state.options[option.key] ?? option.default)}</dd>
              </div>
            ))}
          </dl>
        </details>
      </section>
    </main>
  );
}
