// SPDX-License-Identifier: MIT
// Run.tsx - the creator's page of a table: links to hand out, seats to reopen or give to a bot, pause, rulings, the end of it.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { setTitle } from "../alerts";
import { api, ApiError, type GameInfo, type Games, type Seat, type State } from "../api";
import { forget, hold, mine, mineOf, remember } from "../device";
import { Dialog, LinkField, Loading, Message, Title } from "../parts/basic";
import { QrButton } from "../parts/Qr";
import { SeatMark } from "../parts/SeatMark";
import { ToBot } from "../parts/ToBot";
import { botRated, botsToChoose, isBot, seatTitle } from "../parts/people";
import { go } from "../route";
import { loadGame, loadGames } from "../table/games";
import { isLocal, usualBot } from "../table/rematch";
import { lang, t } from "../words";
import { Trouble } from "./Trouble";

interface Desk {
  readonly match: string;
  readonly token: string;
  readonly state: State;
  readonly info: GameInfo;
  readonly games: Games;
  /** Does it, says what went wrong, and looks again. */
  readonly act: (path: string, body: unknown, method?: "POST" | "DELETE") => Promise<unknown>;
}

function keepLink(match: string, seat: string, url: string): void {
  const links = (mineOf(match).links ?? []).filter((one) => one.seat !== seat);
  remember(match, { links: [...links, { seat, url }] });
}

// ---- Links ---------------------------------------------------------------------------------------------------------------------

/** A link to be handed out, as an address and as a code. */
function TableLink({ url, label, desk }: { url: string; label: string; desk: Desk }) {
  return (
    <LinkField url={url} label={label} title={desk.state.name || desk.info.title}>
      <QrButton url={url} label={label} />
    </LinkField>
  );
}

const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]*/, "");

/** The address under which others reach the server: one that it has got since the table was made counts. */
function originOf(desk: Desk): string {
  const made = mine.value[desk.match]?.origin ?? location.origin;
  return isLocal(made) ? new URL(desk.games.url).origin : made;
}

/** How friends reach a server that only this machine does so far. */
function Reachable() {
  const command = `alea serve --listen 0.0.0.0:${location.port || "80"}`;
  return (
    <div class="message warn reachable">
      <p>
        <strong>{t("links_local")}</strong>
      </p>
      <h3>{t("links_local_how")}</h3>
      <p>{t("links_local_same")}</p>
      <LinkField url={command} label={t("links_local_how")} />
      <p>{t("links_local_far")}</p>
    </div>
  );
}

function Links({ desk }: { desk: Desk }) {
  const links = mine.value[desk.match]?.links ?? [];
  const open = desk.state.seats.filter(({ seat, who }) => !isBot(who) && links.some((one) => one.seat === seat));
  const origin = originOf(desk);
  const own = (mine.value[desk.match]?.held ?? []).length > 0;
  const free = desk.state.seats.filter((one) => one.open).length;
  return (
    <section class="card" aria-labelledby="links">
      <h2 id="links">{t("links")}</h2>
      {open.length > 0 && <p>{t("links_says")}</p>}
      <ul class="plain links">
        {open.map((seat) => (
          <li key={seat.seat}>
            <p>
              <SeatMark seat={seat.seat} /> <strong>{seatTitle(seat)}</strong>{" "}
              {seat.joined && <span class="tag good">{t("joined")}</span>}
            </p>
            <TableLink
              url={origin + pathOf(links.find((one) => one.seat === seat.seat)!.url)}
              label={t("link_of", seat.seat)}
              desk={desk}
            />
          </li>
        ))}
      </ul>
      {open.length > 0 && isLocal(origin) && <Reachable />}
      <p>
        {t("link_watch")} {free > 0 && <strong>{t("open_seat_at", free)}</strong>}
      </p>
      <TableLink url={`${origin}/m/${desk.match}`} label={t("link_watch_short")} desk={desk} />
      <p class="row">
        <a class="button primary" href={`/m/${desk.match}`}>
          {own ? t("to_my_seat") : t("to_table")}
        </a>
        {desk.state.status === "waiting" && (
          <button type="button" class="button" onClick={() => void desk.act("/start", {})}>
            {t("start_anyway")}
          </button>
        )}
      </p>
    </section>
  );
}

function AdminLink({ desk }: { desk: Desk }) {
  return (
    <details class="card">
      <summary>{t("admin_link")}</summary>
      <p>{t("admin_link_says")}</p>
      <LinkField
        url={`${originOf(desk)}/a/${desk.match}#${desk.token}`}
        label={t("admin_link")}
      />
    </details>
  );
}

// ---- Seats ---------------------------------------------------------------------------------------------------------------------

function SeatDesk({ seat, desk }: { seat: Seat; desk: Desk }) {
  const [bot, setBot] = useState(isBot(seat.who) ? seat.who : usualBot(desk.games));
  const [fresh, setFresh] = useState<string | null>(null);
  const over = desk.state.status === "over";
  const reopen = async () => {
    const answer = (await desk.act(`/seats/${seat.seat}`, { who: "human" })) as { url?: string; token?: string } | null;
    const origin = mineOf(desk.match).origin ?? location.origin;
    const url = answer?.token ? `${origin}/m/${desk.match}#${answer.token}` : null;
    if (!url) return;
    // One's own seat goes on with the new link.
    if (answer?.token && mineOf(desk.match).held.some((one) => one.seat === seat.seat)) hold(desk.match, answer.token, seat.seat);
    else keepLink(desk.match, seat.seat, url);
    setFresh(url);
  };
  const facts = [
    isBot(seat.who) ? t("seat_bot") : seat.joined ? (seat.online ? t("seat_online") : t("seat_away")) : t("seat_open"),
    seat.deputy && t("seat_deputy"),
  ];
  return (
    <li class="seat-desk">
      <p>
        <SeatMark seat={seat.seat} /> <strong>{seatTitle(seat)}</strong>{" "}
        <span class="soft">{facts.filter(Boolean).join(" · ")}</span>
      </p>
      {!over && (
        <div class="row">
          <label class="hidden" for={`bot-${seat.seat}`}>
            {t("seat_bot_which", seat.seat)}
          </label>
          <select id={`bot-${seat.seat}`} value={bot} onChange={(event) => setBot(event.currentTarget.value)}>
            {botsToChoose(desk.games.bots, desk.info.levels).map((one) => (
              <option key={one.id} value={`bot:${one.id}`}>
                {botRated(one.id, desk.info.levels)}
              </option>
            ))}
          </select>
          <ToBot seat={seat} onGive={() => void desk.act(`/seats/${seat.seat}`, { who: bot })} />
          <button type="button" class="button small" onClick={() => void reopen()}>
            {t("seat_reopen")}
          </button>
          {!isBot(seat.who) && (
            <button
              type="button"
              class="button small"
              aria-pressed={seat.muted}
              onClick={() => void desk.act(`/seats/${seat.seat}`, { mute: !seat.muted })}
            >
              {seat.muted ? t("seat_unmute") : t("seat_mute")}
            </button>
          )}
        </div>
      )}
      {fresh && (
        <div role="status">
          <p>{t("seat_reopened")}</p>
          <LinkField url={fresh} label={t("link_of", seat.seat)} />
        </div>
      )}
    </li>
  );
}

// ---- The table -----------------------------------------------------------------------------------------------------------------

function Ruling({ desk }: { desk: Desk }) {
  const [text, setText] = useState("");
  const [note, setNote] = useState("");
  const send = async (event: Event) => {
    event.preventDefault();
    if (await desk.act("/host", { ply: desk.state.ply, text: text.trim(), ...(note.trim() ? { note: note.trim() } : {}) })) {
      setText("");
      setNote("");
    }
  };
  return (
    <details class="card">
      <summary>{t("ruling")}</summary>
      <p>{t("ruling_says")}</p>
      <form onSubmit={(event) => void send(event)}>
        <label>
          {t("ruling_move")}
          <input
            type="text"
            maxLength={300}
            value={text}
            placeholder="resign B"
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <label>
          {t("ruling_note")}
          <input type="text" maxLength={400} value={note} onInput={(event) => setNote(event.currentTarget.value)} />
        </label>
        <button type="submit" class="button" disabled={!text.trim()}>
          {t("ruling_send")}
        </button>
      </form>
    </details>
  );
}

function End({ desk }: { desk: Desk }) {
  const [sure, setSure] = useState(false);
  const remove = async () => {
    if ((await desk.act("", undefined, "DELETE")) === null) return;
    forget(desk.match);
    go("/");
  };
  return (
    <section class="card">
      <h2>{t("delete_title")}</h2>
      <p>{t("delete_says")}</p>
      <button type="button" class="button danger" onClick={() => setSure(true)}>
        {t("delete")}
      </button>
      {sure && (
        <Dialog title={t("delete_title")} onClose={() => setSure(false)}>
          <p>{t("delete_sure")}</p>
          <div class="row">
            <button type="button" class="button danger" onClick={() => void remove()}>
              {t("delete")}
            </button>
            <button type="button" class="button" onClick={() => setSure(false)}>
              {t("cancel")}
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

function Running({ desk }: { desk: Desk }) {
  const { status } = desk.state;
  const paused = status === "paused";
  return (
    <section class="card" aria-labelledby="running">
      <h2 id="running">{t("seats")}</h2>
      <ul class="plain">
        {desk.state.seats.map((seat) => (
          <SeatDesk key={seat.seat} seat={seat} desk={desk} />
        ))}
      </ul>
      {(status === "playing" || paused) && (
        <p>
          <button type="button" class="button" onClick={() => void desk.act("/pause", { paused: !paused })}>
            {paused ? t("resume") : t("pause")}
          </button>
        </p>
      )}
      <h3>{t("join_clock")}</h3>
      <ul>
        {(desk.state.policy ?? []).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

/** Looks again now and then: who has sat down shows without a reload. */
function useDesk(match: string, token: string | null) {
  const [state, setState] = useState<State | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const language = lang.value;
  const look = async () => {
    try {
      setState(await api<State>(`/matches/${match}`, { token }));
      setFailure(null);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      if (!cause.unanswered) setFailure(cause);
    }
  };
  useEffect(() => {
    void look();
    const timer = setInterval(() => document.visibilityState === "visible" && void look(), 4000);
    return () => clearInterval(timer);
  }, [match, token, language]);
  return { state, failure, look };
}

/** Asks the server whose token has arrived here, and keeps it as such. */
function useArrived(match: string): boolean {
  const arrived = mine.value[match]?.arrived;
  useEffect(() => {
    if (!arrived) return;
    const keep = (you: string | null) =>
      remember(match, { arrived: undefined, ...(you === "master" ? { master: arrived } : { admin: arrived }) });
    api<State>(`/matches/${match}`, { token: arrived, query: { plain: 1 } }).then(
      ({ you }) => keep(you),
      () => keep("admin"), // what is wrong with it is told there
    );
  }, [arrived]);
  return !!arrived;
}

/** The page behind a table: the desk of its Master, else that of whoever made it. */
export function RunView({ match, desk: DeskView }: { match: string; desk: ComponentType<{ match: string }> }) {
  const asks = useArrived(match);
  const master = mine.value[match]?.master;
  if (asks)
    return (
      <main id="content" class="page">
        <Loading />
      </main>
    );
  return master ? <DeskView key={master} match={match} /> : <AdminView match={match} />;
}

function AdminView({ match }: { match: string }) {
  const token = mine.value[match]?.admin ?? null;
  const { state, failure, look } = useDesk(match, token);
  const [wrong, setWrong] = useState<ApiError | null>(null);
  const [info, setInfo] = useState<GameInfo | null>(null);
  const [games, setGames] = useState<Games | null>(null);
  const language = lang.value;
  const game = state?.game;
  useEffect(() => {
    if (!game) return;
    Promise.all([loadGame(game, language), loadGames(language)]).then(
      ([one, all]) => (setInfo(one), setGames(all)),
      () => undefined,
    );
  }, [game, language]);
  const title = state?.name || info?.title || "";
  useEffect(() => setTitle(t("run_table"), title), [title, language]);
  const act: Desk["act"] = async (path, body, method = "POST") => {
    setWrong(null);
    try {
      const answer = await api<unknown>(`/matches/${match}${path}`, { token, method, ...(method === "POST" ? { body } : {}) });
      if (method === "POST") await look();
      return answer ?? {};
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setWrong(cause);
      return null;
    }
  };
  if (!token) return <NoToken match={match} />;
  if (failure) return <Trouble failure={failure} />;
  if (!state || !info || !games)
    return (
      <main id="content" class="page">
        <Loading />
      </main>
    );
  const desk: Desk = { match, token, state, info, games, act };
  return (
    <main id="content" class="page">
      <Title>
        {t("run_table")}: {title}
      </Title>
      {wrong && (
        <Message kind="bad" alert>
          {wrong.body.text}
        </Message>
      )}
      <Links desk={desk} />
      <Running desk={desk} />
      <AdminLink desk={desk} />
      {state.status !== "over" && state.status !== "waiting" && <Ruling desk={desk} />}
      <End desk={desk} />
    </main>
  );
}

function NoToken({ match }: { match: string }) {
  return (
    <main id="content" class="page">
      <Title>{t("run_table")}</Title>
      <Message kind="warn">{t("admin_missing")}</Message>
      <p>
        <a class="button" href={`/m/${match}`}>
          {t("to_table")}
        </a>
      </p>
    </main>
  );
}
