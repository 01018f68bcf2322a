// SPDX-License-Identifier: MIT
// Join.tsx - an invitation: which game, who else, under which clock; then one sits down by a name, with a word for the dice. By the link
// of a seat, or at one that was left open to whoever comes.
import { useEffect, useState } from "preact/hooks";
import { setTitle } from "../alerts";
import type { GameInfo, Seat, State } from "../api";
import { prefs, writePref } from "../device";
import { WordField } from "../parts/DiceFields";
import { GameFacts, GamePicture } from "../parts/GameFacts";
import { Icon, Message, Title } from "../parts/basic";
import { SeatMark } from "../parts/SeatMark";
import { helps, isBot, optionWords, seatTitle, sideTitle } from "../parts/people";
import { takebacks, terms } from "../parts/terms";
import type { TableStore } from "../table/store";
import { t } from "../words";

/** "A, Sparta", "Bruno, Athens"; without the side in games that have no names for it. */
const withSide = (state: State, seat: string, title = seat) => [title, sideTitle(state, seat)].filter(Boolean).join(", ");

function People({ state }: { state: State }) {
  const others = state.seats.filter(({ seat }) => seat !== state.you);
  return (
    <ul class="plain">
      {others.map((one) => (
        <li key={one.seat}>
          <SeatMark seat={one.seat} /> {withSide(state, one.seat, seatTitle(one))}{" "}
          {isBot(one.who) && one.name && <span class="tag">{t("seat_bot")}</span>}
          {!one.joined && !isBot(one.who) && <span class="tag">{one.open ? t("seat_to_take") : t("seat_open")}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Everything about the table that one wants to know before one says yes. */
function Invitation({ state, info }: { state: State; info: GameInfo }) {
  return (
    <section class="card invitation">
      <GamePicture game={info} />
      <h2>{info.title}</h2>
      <p>{info.summary}</p>
      <GameFacts game={info} />
      {info.lesson && (
        <p>
          {t("invitation_lesson")} <a href={`/learn/${info.id}`}>{t("lesson_learn")}</a>
        </p>
      )}
      <h2>{t("join_people")}</h2>
      <People state={state} />
      <h2>{t("join_clock")}</h2>
      <ul>
        {(state.policy ?? []).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {state.help && (
        <>
          <h2>{t("aid_choice")}</h2>
          <p>
            {t(helps[state.help].name)}. {t(helps[state.help].says)} {t("analyse_trust")}
          </p>
        </>
      )}
      {state.takebacks && (
        <>
          <h2>{terms("takebacks")}</h2>
          <p>
            {terms(takebacks[state.takebacks].name)}. {terms(takebacks[state.takebacks].means)}
          </p>
        </>
      )}
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
  );
}

interface WhichSeatProps {
  readonly state: State;
  readonly seats: readonly Seat[];
  readonly chosen: string;
  readonly onChoose: (seat: string) => void;
}

/** Of several open seats the one that is wanted. */
function WhichSeat({ state, seats, chosen, onChoose }: WhichSeatProps) {
  if (seats.length === 1) return null;
  return (
    <fieldset class="which-seat">
      <legend>{t("seat_take_which")}</legend>
      {seats.map(({ seat }) => (
        <label key={seat} class="check">
          <input type="radio" name="which" checked={seat === chosen} onChange={() => onChoose(seat)} />
          <span>
            <SeatMark seat={seat} /> {t("seat_named", withSide(state, seat))}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

export function JoinCard({ table, onLook }: { table: TableStore; onLook: () => void }) {
  const state = table.shown.value!;
  const info = table.game.value!;
  const own = state.seats.find((one) => one.seat === state.you);
  const open = state.seats.filter((one) => one.open);
  const [which, setWhich] = useState("");
  const seat = own ?? open.find((one) => one.seat === which) ?? open[0];
  const [name, setName] = useState(own?.name || prefs.peek().name);
  const [word, setWord] = useState("");
  const Welcome = table.board.value?.days?.Welcome;
  const [busy, setBusy] = useState(false);
  const title = t(own ? "join_title" : "take_title", state.name || info.title);
  useEffect(() => setTitle(title), [title]);
  if (!seat) return null;
  const join = async (event: Event) => {
    event.preventDefault();
    if (name.trim()) writePref("name", name.trim());
    setBusy(true);
    await (own ? table.join(name.trim(), word.trim()) : table.take(seat.seat, name.trim(), word.trim())).finally(() => setBusy(false));
  };
  const notice = table.notice.value;
  return (
    <main id="content" class="page join">
      <Title>{title}</Title>
      <form class="card" onSubmit={(event) => void join(event)}>
        {own && (
          <p class="join-seat">
            <SeatMark seat={seat.seat} /> {t("join_seat", withSide(state, seat.seat))}
          </p>
        )}
        {own && Welcome && <Welcome state={state} info={info} lang={table.lang} />}
        {!own && <WhichSeat state={state} seats={open} chosen={seat.seat} onChoose={setWhich} />}
        <label>
          {t("your_name")}
          <input
            type="text"
            maxLength={40}
            required={!own}
            autocomplete="nickname"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        {state.status === "waiting" && state.dice.kind === "fair" && (
          <WordField word={word} change={(part) => setWord(part.word)} />
        )}
        {state.status === "waiting" && state.dice.beacon && (
          <p>
            <small>{t("dice_beacon_says")}</small>
          </p>
        )}
        {notice && (
          <Message kind="bad" alert>
            {notice.text}
          </Message>
        )}
        <div class="row">
          <button type="submit" class="button primary large" disabled={busy}>
            <Icon name="check" /> {own ? t("join") : t("seat_take")}
          </button>
          <button type="button" class="button" onClick={onLook}>
            {t("join_look")}
          </button>
        </div>
      </form>
      <Invitation state={state} info={info} />
    </main>
  );
}
