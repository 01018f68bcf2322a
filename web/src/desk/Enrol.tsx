// SPDX-License-Identifier: MIT
// Enrol.tsx - twenty people find their seats by one link: name, side and wishes; then one's own link, until the Master has answered.
import { useEffect, useState } from "preact/hooks";
import { setTitle } from "../alerts";
import { ApiError, type GameInfo, type Side, type State } from "../api";
import type { Board, Wish } from "../board";
import { hold, mine, prefs, remember, writePref } from "../device";
import { LinkField, Loading, Message, Title } from "../parts/basic";
import { SeatMark } from "../parts/SeatMark";
import { isBot } from "../parts/people";
import { go } from "../route";
import { loadBoard, loadGameOf, openTable } from "../table/games";
import { Trouble } from "../views/Trouble";
import { lang, t } from "../words";
import { Asks, type Enrolment, type Enrolments, type Made } from "./asks";
import { w } from "./say";

const lookEvery = 5000; // ms

interface Table {
  readonly state: State;
  readonly info: GameInfo;
  readonly board: Board | null;
}

/** Seats that somebody may still wish for: a bot's, or nobody's yet. */
export const freeSeats = (state: State, side: Side): readonly string[] =>
  state.seats.filter((one) => side.seats.includes(one.seat) && (isBot(one.who) || !one.joined)).map((one) => one.seat);

/** The table as whoever has the link sees it, and the own enrolment: undefined: not asked yet; null: the link is that for all. */
function useEnrolment(match: string, token: string | null) {
  const [table, setTable] = useState<Table | null>(null);
  const [own, setOwn] = useState<Enrolment | null | undefined>(undefined);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const language = lang.value;
  const look = async () => {
    const asks = new Asks(match, token);
    try {
      const state = await asks.get<State>("");
      const [info, board] = await Promise.all([loadGameOf(state, { token }, language), loadBoard(state.game)]);
      setTable({ state, info, board });
      if (token)
        setOwn(
          (await asks.get<Enrolments>("/enrolments")).enrolments[0] ?? null,
        );
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      if (!cause.unanswered) setFailure(cause);
    }
  };
  useEffect(() => {
    setFailure(null);
    void look();
    const timer = setInterval(() => document.visibilityState === "visible" && void look(), lookEvery);
    return () => clearInterval(timer);
  }, [match, token, language]);
  // Sides have the colours of their game here, too.
  const game = table?.state.game;
  useEffect(() => {
    if (game) openTable.value = { match, game, who: () => ({ token, seat: null }) };
    return () => {
      if (openTable.peek()?.match === match) openTable.value = null;
    };
  }, [match, token, game]);
  return { table, own, failure, look };
}

// ---- The form ------------------------------------------------------------------------------------------------------------------

function SideFields({ table, side, onSide }: { table: Table; side: string; onSide: (side: string) => void }) {
  const sides = table.state.sides ?? [];
  return (
    <fieldset>
      <legend>{w("side")}</legend>
      <label class="check">
        <input type="radio" name="side" checked={side === ""} onChange={() => onSide("")} />
        <span>{w("side_any")}</span>
      </label>
      {sides.map((one) => {
        const free = freeSeats(table.state, one).length;
        return (
          <label class="check" key={one.side}>
            <input
              type="radio"
              name="side"
              disabled={free === 0}
              checked={side === one.side}
              onChange={() => onSide(one.side)}
            />
            <span>
              <SeatMark seat={one.seats[0] ?? null} /> {one.name ?? one.side}
              <small>{free > 0 ? w("side_free", free, one.seats.length) : w("side_full")}</small>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

function WishField({ wishes, chosen, onChoose }: { wishes: readonly Wish[]; chosen: string; onChoose: (id: string) => void }) {
  if (wishes.length === 0) return null;
  return (
    <label>
      {w("wish_to_be")}
      <select value={chosen} onChange={(event) => onChoose(event.currentTarget.value)}>
        <option value="">{w("wish_any")}</option>
        {wishes.map((one) => (
          <option key={one.id} value={one.id} disabled={one.most === 0}>
            {one.most === null ? one.name : w("wish_most", one.name, one.most)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Form({ match, table, onDone }: { match: string; table: Table; onDone: () => void }) {
  const [name, setName] = useState(prefs.peek().name);
  const [side, setSide] = useState("");
  const [wish, setWish] = useState("");
  const [words, setWords] = useState("");
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const { state, info, board } = table;
  const chosen = state.sides?.find((one) => one.side === side);
  const wishes = chosen ? (board?.wishes?.(info, lang.value, chosen) ?? []) : [];
  // The last free seat: the first one of a side leads it, and is the Master's to give.
  const seat = chosen && freeSeats(state, chosen).at(-1);
  const send = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setWrong(null);
    const said = [wishes.find((one) => one.id === wish)?.name, words.trim()].filter(Boolean).join("; ");
    try {
      const body = { name: name.trim(), ...(seat ? { seat } : {}), ...(said ? { wishes: said } : {}) };
      const made = await new Asks(match, mine.peek()[match]?.enrol ?? null).post<Made>("/enrolments", body);
      writePref("name", name.trim());
      remember(match, { enrolled: made.token, game: state.game, name: state.name, opened: Date.now() });
      onDone();
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setWrong(cause.body.text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form class="card" onSubmit={(event) => void send(event)}>
      <label>
        {t("your_name")}
        <input
          type="text"
          required
          maxLength={40}
          autocomplete="nickname"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      {state.sides && <SideFields table={table} side={side} onSide={(one) => (setSide(one), setWish(""))} />}
      <WishField wishes={wishes} chosen={wish} onChoose={setWish} />
      <label>
        {w("wish_words")}
        <textarea rows={2} maxLength={200} value={words} onInput={(event) => setWords(event.currentTarget.value)} />
        <small>{w("wish_words_says")}</small>
      </label>
      {wrong && (
        <Message kind="bad" alert>
          {wrong}
        </Message>
      )}
      <button type="submit" class="button primary large" disabled={busy || !name.trim()}>
        {w("enrol")}
      </button>
    </form>
  );
}

// ---- Afterwards ------------------------------------------------------------------------------------------------------------------

function Enrolled({ match, token, own }: { match: string; token: string; own: Enrolment }) {
  const toSeat = () => {
    hold(match, token, own.seat ?? undefined);
    remember(match, { enrolled: undefined, enrol: undefined });
    go(`/m/${match}`);
  };
  const says = {
    waiting: w("enrolled_waits", own.name),
    seated: w("enrolled_seated", own.name),
    refused: w("enrolled_refused"),
    left: w("enrolled_left"),
    replaced: w("enrolled_replaced"),
  }[own.status];
  return (
    <section class="card" role="status">
      <Message kind={own.status === "seated" ? "good" : own.status === "waiting" ? "info" : "warn"}>{says}</Message>
      {own.status === "seated" && (
        <button type="button" class="button primary large" onClick={toSeat}>
          {t("to_my_seat")}
        </button>
      )}
      {own.status === "waiting" && (
        <>
          {own.wishes && <p class="soft">{own.wishes}</p>}
          <p>{w("enrolled_link")}</p>
          <LinkField url={`${location.origin}/e/${match}#${token}`} label={t("own_link")} />
        </>
      )}
    </section>
  );
}

/** `/e/MATCH#TOKEN`: the link for all, or somebody's own. */
export function EnrolView({ match }: { match: string }) {
  const kept = mine.value[match];
  const token = kept?.enrolled ?? kept?.enrol ?? null;
  const { table, own, failure, look } = useEnrolment(match, token);
  const title = table?.state.name || table?.info.title || "";
  useEffect(() => setTitle(w("enrol_title", title)), [title, lang.value]);
  if (failure?.status === 401 && kept?.enrolled) return <Lost match={match} anew={kept.enrol !== undefined} />;
  if (failure) return failure.status === 401 ? <Dead /> : <Trouble failure={failure} />;
  if (!token) return <Dead />;
  if (!table || own === undefined)
    return (
      <main id="content" class="page narrow">
        <Loading />
      </main>
    );
  return (
    <main id="content" class="page narrow">
      <Title>{w("enrol_title", title)}</Title>
      {own ? (
        <Enrolled match={match} token={token} own={own} />
      ) : (
        <>
          <p>{table.info.summary}</p>
          {table.state.masters?.[0] && <p class="soft">{w("enrol_says")}</p>}
          <Form match={match} table={table} onDone={() => void look()} />
        </>
      )}
    </main>
  );
}

/** The own link opens nothing any more: without a word the form would come again, as if one had never enrolled. */
function Lost({ match, anew }: { match: string; anew: boolean }) {
  return (
    <main id="content" class="page narrow">
      <Title>{w("enrol_lost")}</Title>
      <Message kind="warn">{w("enrol_lost_says")}</Message>
      {anew && (
        <button type="button" class="button" onClick={() => remember(match, { enrolled: undefined })}>
          {w("enrol_anew")}
        </button>
      )}
    </main>
  );
}

function Dead() {
  return (
    <main id="content" class="page narrow">
      <Title>{w("enrol_closed")}</Title>
      <Message kind="warn">{w("enrol_closed_says")}</Message>
    </main>
  );
}
