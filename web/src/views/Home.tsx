// SPDX-License-Identifier: MIT
// Home.tsx - the first page: my tables, games to play at once against bots, seats to take, tables that may be watched.
import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { setTitle } from "../alerts";
import { api, ApiError, type Games, type Listed, type State } from "../api";
import { forget, mine, tokenToLook } from "../device";
import { isHere } from "../here/id";
import { useAgain } from "../parts/again";
import { GameFacts, GamePicture } from "../parts/GameFacts";
import { IconButton, Loading, Message } from "../parts/basic";
import { PlayNow } from "../parts/PlayNow";
import { SeatMark } from "../parts/SeatMark";
import { session } from "../session";
import { hasBoard, loadGames } from "../table/games";
import { duration, lang, listing, moment, t } from "../words";
import { seatTitle } from "../parts/people";

// ---- Playing now ---------------------------------------------------------------------------------------------------------------

function GameCard({
  game,
  games,
  first,
  onFail,
}: {
  game: Games["games"][number];
  games: Games;
  first: boolean;
  onFail: (failure: ApiError) => void;
}) {
  return (
    <li class={first ? "game-card first" : "game-card"}>
      <GamePicture game={game} />
      <h3>{game.title}</h3>
      <p>{game.summary}</p>
      {!hasBoard(game.id) && <p class="soft">{t("words_only")}</p>}
      <GameFacts game={game} />
      <div class="row">
        <PlayNow game={game} games={games} large={first} onFail={onFail} />
        <a class="button" href={`/new?game=${game.id}`}>
          {games.here ? t("create_title") : t("create_with_friends")}
        </a>
        {game.lesson && (
          <a class="button" href={`/learn/${game.id}`}>
            {t("lesson")}
          </a>
        )}
      </div>
    </li>
  );
}

function Start() {
  const [games, setGames] = useState<Games | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const language = lang.value;
  useEffect(() => {
    loadGames(language).then(setGames, (cause: unknown) => cause instanceof ApiError && setFailure(cause));
  }, [language]);
  return (
    <section aria-labelledby="start">
      <h2 id="start" class="hidden">
        {t("play")}
      </h2>
      {failure && (
        <Message kind="bad" alert>
          {failure.body.text}
        </Message>
      )}
      {!games && !failure && <Loading />}
      {games && (
        <ul class="game-cards">
          {games.games.map((game, i) => (
            <GameCard key={game.id} game={game} games={games} first={i === 0} onFail={setFailure} />
          ))}
        </ul>
      )}
    </section>
  );
}

// ---- Tables ---------------------------------------------------------------------------------------------------------------------

interface Row {
  readonly match: string;
  readonly href: string;
  readonly game: string;
  readonly name: string;
  readonly seats: readonly string[];
  /** What is to be said of it, in the order of importance. */
  readonly facts: readonly string[];
  readonly yourTurn: boolean;
  readonly openSeats: number;
  readonly changed: number;
  readonly admin: boolean;
  /** Why the server can't open it; "" if it can. */
  readonly unreadable: string;
}

function statusWords(status: string): string {
  return (
    { waiting: t("turn_waiting"), playing: t("status_playing"), paused: t("turn_paused"), over: t("turn_over") }[status] ?? status
  );
}

function TableRow({ row, title, onForget }: { row: Row; title: string; onForget?: (() => void) | undefined }) {
  const facts = [row.name ? title : "", ...row.facts, row.changed > 0 ? moment(row.changed) : ""].filter(Boolean);
  return (
    <li class={row.yourTurn ? "table-row mine" : "table-row"}>
      <a class="table-link" href={row.href}>
        <span class="table-row-name">{row.name || title || row.match}</span>
        <span class="table-row-facts">
          {row.seats.map((seat) => (
            <SeatMark key={seat} seat={seat} />
          ))}{" "}
          {facts.join(" · ")}
        </span>
        {row.unreadable && (
          <span class="table-row-facts">
            {t("unreadable")}: {row.unreadable}
          </span>
        )}
      </a>
      {row.yourTurn && <span class="tag turn-tag">{t("your_turn")}</span>}
      {row.openSeats > 0 && <span class="tag good">{t("open_seats", row.openSeats)}</span>}
      {row.admin && (
        <a class="button small" href={`/a/${row.match}`}>
          {t("run_table")}
        </a>
      )}
      {onForget && <IconButton icon="close" label={t("forget_table")} onClick={onForget} />}
    </li>
  );
}

function useTitles(): ReadonlyMap<string, string> {
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map());
  const language = lang.value;
  useEffect(() => {
    loadGames(language).then(
      (games) => setTitles(new Map(games.games.map((game) => [game.id, game.title]))),
      () => undefined,
    );
  }, [language]);
  return titles;
}

/** A table that has something to do with whoever sits here: by the device's seats, or by the account's. */
interface Own {
  readonly match: string;
  readonly seats: readonly string[];
  readonly token: string | null;
  readonly seat: string | null; // the account's
  readonly game: string;
  readonly name: string;
  readonly opened: number;
  readonly admin: boolean;
  readonly href: string;
}

const again = 30_000; // ms after which the lists are looked at again
const aPage = 50; // tables that a look at the public list is told
const mostAsked = 20; // tables of which the server is asked how they stand; those that were opened last

function ownTables(): Own[] {
  const all = mine.value;
  const here = Object.entries(all).map(([match, one]) => ({
    match,
    seats: one.held.flatMap((held) => held.seat ?? []),
    token: tokenToLook(match),
    seat: null,
    game: one.game ?? "",
    name: one.name ?? "",
    opened: one.opened,
    admin: !!one.admin,
    href: one.held.length > 0 || !one.admin ? `/m/${match}` : `/a/${match}`,
  }));
  const elsewhere = (session.value?.matches ?? []).filter((one) => !all[one.match]?.held.length);
  const account = elsewhere.map((one) => ({
    match: one.match,
    seats: one.seat ? [one.seat] : [],
    token: null,
    seat: one.seat,
    game: one.game,
    name: one.name,
    opened: 0,
    admin: false,
    href: one.seat ? `/m/${one.match}?seat=${one.seat}` : `/m/${one.match}`,
  }));
  return [...here.sort((a, b) => b.opened - a.opened).slice(0, 30), ...account];
}

/** What the server says of a table now. */
type Now = Pick<State, "status" | "actors" | "seats" | "clock"> & { readonly gone?: boolean; readonly unreadable?: string };

const unknown: Now = { status: "waiting", actors: [], seats: [], clock: null };

async function lookAt(own: Own): Promise<Now | null> {
  try {
    return await api<State>(`/matches/${own.match}`, { token: own.token, seat: own.seat, query: { plain: 1 } });
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    if (cause.status === 404 || cause.status === 410) return { ...unknown, gone: true };
    return cause.body.error === "unreadable" ? { ...unknown, unreadable: cause.body.text } : null;
  }
}

/** Who plays against whoever sits here, whose turn it is, and how long that seat has. */
function factsOf(own: Own, now: Now | undefined): string[] {
  if (!now || now.unreadable) return [];
  const others = now.seats.filter(({ seat }) => !own.seats.includes(seat)).map(seatTitle);
  const names = now.seats.filter(({ seat }) => now.actors.includes(seat) && !own.seats.includes(seat)).map(seatTitle);
  const clock = now.clock?.seats?.[now.actors[0] ?? ""];
  const left = clock && now.clock && clock.deadline !== null ? clock.deadline - now.clock.now : null;
  const playing = now.status === "playing";
  return [
    own.seats.length > 0 && others.length > 0 ? t("opponents", listing(others)) : "",
    playing && names.length > 0 ? t("turn_of", listing(names)) : playing ? "" : statusWords(now.status),
    playing && left !== null && left > 0 ? t("time_left", duration(left)) : "",
  ].filter(Boolean);
}

function rowOf(own: Own, now: Now | undefined): Row {
  return {
    match: own.match,
    href: own.href,
    game: own.game,
    name: own.name,
    seats: own.seats,
    facts: factsOf(own, now),
    yourTurn: now?.status === "playing" && own.seats.some((seat) => now.actors.includes(seat)),
    openSeats: 0,
    changed: own.opened,
    admin: own.admin,
    unreadable: now?.unreadable ?? "",
  };
}

/** One's tables, those where it is one's turn first, then those that go on, then those that are over. */
function useMine(): Row[] {
  const tables = ownTables();
  const [known, setKnown] = useState<Readonly<Record<string, Now>>>({});
  const language = lang.value;
  const asked = tables.slice(0, mostAsked);
  const looks = useRef(0);
  const ask = () => {
    const look = ++looks.current; // what an earlier one is told late is older
    for (const own of asked)
      void lookAt(own).then((now) => look === looks.current && now && setKnown((all) => ({ ...all, [`${own.match} ${own.seat}`]: now })));
  };
  useEffect(ask, [asked.map(({ match, seat }) => `${match} ${seat}`).join(), language]);
  useAgain(ask, again);
  const nowOf = (own: Own) => known[`${own.match} ${own.seat}`];
  const rank = (own: Own) => (rowOf(own, nowOf(own)).yourTurn ? 0 : nowOf(own)?.status === "over" ? 2 : 1);
  return tables
    .filter((own) => !nowOf(own)?.gone)
    .sort((a, b) => rank(a) - rank(b))
    .map((own) => rowOf(own, nowOf(own)));
}

function MyTables({ rows }: { rows: readonly Row[] }) {
  const titles = useTitles();
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="mine">
      <h2 id="mine">{t("my_tables")}</h2>
      <ul class="table-list">
        {rows.map((row) => (
          <TableRow
            key={row.href}
            row={row}
            title={titles.get(row.game) ?? row.game}
            onForget={mine.value[row.match] ? () => confirmForget(row) : undefined}
          />
        ))}
      </ul>
    </section>
  );
}

/** Forgetting a link can lose a seat: said before. */
function confirmForget(row: Row): void {
  if (!window.confirm(t("forget_sure"))) return;
  forget(row.match);
  if (isHere(row.match)) void import("../here/keep").then(({ drop }) => drop(row.match));
}

/** Tables in the public list: those with a seat to take first. */
function ListedTables() {
  const [listed, setListed] = useState<readonly Listed[] | null>(null);
  const [more, setMore] = useState(false);
  const titles = useTitles();
  const looks = useRef(0);
  const pages = useRef(1); // that are shown, or were asked for
  const fetchPage = (before?: Listed) => {
    const look = ++looks.current; // what an earlier one is told late is older
    pages.current += before ? 1 : 0;
    return api<{ matches: readonly Listed[] }>("/matches", { query: { before: before?.created } })
      .then(({ matches }) => {
        if (look !== looks.current) return;
        setListed((now) => [...(before ? (now ?? []) : []), ...matches]);
        setMore(matches.length >= aPage);
      })
      .catch((cause: unknown) => {
        if (!(cause instanceof ApiError)) throw cause;
        pages.current -= before ? 1 : 0;
        setListed((now) => now ?? []);
      });
  };
  useEffect(() => void fetchPage(), []);
  useAgain(() => pages.current === 1 && void fetchPage(), again); // further pages stay as they are
  const openSeats = (one: Listed) => one.seats.filter(({ open }) => open).length;
  const shown = (listed ?? []).filter((one) => !mine.value[one.match]);
  const rows = (some: readonly Listed[]) => (
    <ul class="table-list">
      {some.map((one) => (
        <TableRow
          key={one.match}
          title={titles.get(one.game) ?? one.game}
          row={{
            match: one.match,
            href: `/m/${one.match}`,
            game: one.game,
            name: one.name,
            seats: [],
            facts: [listing(one.seats.filter(({ open }) => !open).map(seatTitle)), one.status ? statusWords(one.status) : ""],
            yourTurn: false,
            openSeats: openSeats(one),
            changed: one.changed,
            admin: false,
            unreadable: one.unreadable ?? "",
          }}
        />
      ))}
    </ul>
  );
  const open = shown.filter((one) => openSeats(one) > 0);
  const watched = shown.filter((one) => openSeats(one) === 0);
  return (
    <>
      {open.length > 0 && (
        <section aria-labelledby="open">
          <h2 id="open">{t("listed_open")}</h2>
          {rows(open)}
        </section>
      )}
      {(watched.length > 0 || open.length === 0) && (
        <section aria-labelledby="listed">
          <h2 id="listed">{t("listed_tables")}</h2>
          {listed && watched.length === 0 && <p class="soft">{t("listed_none")}</p>}
          {rows(watched)}
        </section>
      )}
      {more && (
        <button type="button" class="button" onClick={() => void fetchPage(listed?.[listed.length - 1])}>
          {t("more")}
        </button>
      )}
    </>
  );
}

/** Playing without a server: its words and what it needs come behind the rest. */
function Here() {
  const [Box, setBox] = useState<ComponentType | null>(null);
  useEffect(() => void import("../here/HereBox").then(({ HereBox }) => setBox(() => HereBox), () => undefined), []);
  return Box && <Box />;
}

export function HomeView() {
  useEffect(() => setTitle(t("home_title")), [lang.value]);
  const rows = useMine();
  const waits = rows.some((row) => row.yourTurn);
  return (
    <main id="content" class="page home">
      <header class="hero">
        <h1 class="title" tabIndex={-1}>
          {t("home_title")}
        </h1>
        <p>{t("home_says")}</p>
      </header>
      {BUILD_SITE && <p class="soft">{t("site_says")}</p>}
      {waits && <MyTables rows={rows} />}
      <Start />
      {!waits && <MyTables rows={rows} />}
      <Here />
      {!BUILD_SITE && <ListedTables />}
    </main>
  );
}
