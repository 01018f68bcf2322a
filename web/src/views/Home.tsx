// SPDX-License-Identifier: MIT
// Home.tsx - the first page: play at once against bots, my tables, tables that may be watched.
import { useEffect, useState } from "preact/hooks";
import { setTitle } from "../alerts";
import { api, ApiError, type Games, type Listed, type Session } from "../api";
import { forget, mine, type Mine } from "../device";
import { IconButton, Loading, Message } from "../parts/basic";
import { PlayNow } from "../parts/PlayNow";
import { SeatMark } from "../parts/SeatMark";
import { session } from "../session";
import { hasBoard, loadGames } from "../table/games";
import { lang, moment, t } from "../words";
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
      <h3>{game.title}</h3>
      <p>{game.summary}</p>
      {!hasBoard(game.id) && <p class="soft">{t("words_only")}</p>}
      <p class="soft">
        {game.seats.min === game.seats.max ? t("players_n", game.seats.min) : t("players_range", game.seats.min, game.seats.max)}
      </p>
      <div class="row">
        <PlayNow game={game} games={games} large={first} onFail={onFail} />
        <a class="button" href={`/new?game=${game.id}`}>
          {t("create_with_friends")}
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
  readonly people: string;
  readonly status: string;
  readonly yourTurn: boolean;
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
  return (
    <li class={row.yourTurn ? "table-row mine" : "table-row"}>
      <a class="table-link" href={row.href}>
        <span class="table-row-name">{row.name || title || row.match}</span>
        <span class="table-row-facts">
          {row.seats.map((seat) => (
            <SeatMark key={seat} seat={seat} />
          ))}{" "}
          {[
            row.name ? title : "",
            row.people,
            row.status ? statusWords(row.status) : "",
            row.changed > 0 ? moment(row.changed) : "",
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
        {row.unreadable && (
          <span class="table-row-facts">
            {t("unreadable")}: {row.unreadable}
          </span>
        )}
      </a>
      {row.yourTurn && <span class="tag turn-tag">{t("your_turn")}</span>}
      {row.admin && (
        <a class="button small" href={`/a/${row.match}`}>
          {t("run_table")}
        </a>
      )}
      {onForget && <IconButton icon="close" label={t("forget_table")} onClick={onForget} />}
    </li>
  );
}

/** What the server says of a table of this device. */
interface Now {
  readonly status: string;
  readonly actors: readonly string[];
  readonly unreadable?: string;
}

/** The tables of this device, joined with what the server says of them now. */
function useMine(): { rows: Row[]; titles: Map<string, string> } {
  const all = mine.value;
  const account: Session | null = session.value;
  const [states, setStates] = useState<Readonly<Record<string, Now>>>({});
  const [titles, setTitles] = useState(new Map<string, string>());
  const language = lang.value;
  const names = Object.keys(all)
    .sort((a, b) => all[b]!.opened - all[a]!.opened)
    .slice(0, 30);
  useEffect(() => {
    loadGames(language).then(
      (games) => setTitles(new Map(games.games.map((game) => [game.id, game.title]))),
      () => undefined,
    );
  }, [language]);
  useEffect(() => {
    let gone = false;
    for (const match of names.slice(0, 12))
      api<{ status: string; actors: readonly string[]; created: number; you: string | null }>(`/matches/${match}`, {
        query: { plain: 1 },
      })
        .then(
          (state) => !gone && setStates((now) => ({ ...now, [match]: { status: state.status, actors: state.actors } })),
        )
        .catch((cause: unknown) => {
          if (!(cause instanceof ApiError) || gone) return;
          if (cause.status === 404 || cause.status === 410)
            setStates((now) => ({ ...now, [match]: { status: "gone", actors: [] } }));
          if (cause.body.error === "unreadable")
            setStates((now) => ({ ...now, [match]: { status: "", actors: [], unreadable: cause.body.text } }));
        });
    return () => void (gone = true);
  }, [names.join()]);
  const own: Row[] = names.map((match) => rowOf(match, all[match]!, states[match]));
  const byAccount = (account?.matches ?? [])
    .filter((one) => !all[one.match]?.held.length)
    .map((one) => ({
      match: one.match,
      href: one.seat ? `/m/${one.match}?seat=${one.seat}` : `/m/${one.match}`,
      game: one.game,
      name: one.name,
      seats: one.seat ? [one.seat] : [],
      people: "",
      status: one.status ?? "",
      yourTurn: !!one.your_turn,
      changed: 0,
      admin: false,
      unreadable: one.unreadable ?? "",
    }));
  const rows = [...own.filter((row) => row.status !== "gone"), ...byAccount];
  return { rows: rows.sort((a, b) => Number(b.yourTurn) - Number(a.yourTurn)), titles };
}

function rowOf(match: string, one: Mine, state: Now | undefined): Row {
  const seats = one.held.flatMap((held) => held.seat ?? []);
  return {
    match,
    href: one.held.length > 0 || !one.admin ? `/m/${match}` : `/a/${match}`,
    game: one.game ?? "",
    name: one.name ?? "",
    seats,
    people: "",
    status: state?.status ?? "",
    yourTurn: state?.status === "playing" && seats.some((seat) => state.actors.includes(seat)),
    changed: one.opened,
    admin: !!one.admin,
    unreadable: state?.unreadable ?? "",
  };
}

function MyTables() {
  const { rows, titles } = useMine();
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="mine">
      <h2 id="mine">{t("my_tables")}</h2>
      <ul class="table-list">
        {rows.map((row) => (
          <TableRow
            key={row.match}
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
  if (window.confirm(t("forget_sure"))) forget(row.match);
}

function ListedTables() {
  const [listed, setListed] = useState<readonly Listed[] | null>(null);
  const [titles, setTitles] = useState(new Map<string, string>());
  const [more, setMore] = useState(false);
  const language = lang.value;
  const fetchPage = (before?: Listed) =>
    api<{ matches: readonly Listed[] }>("/matches", { query: { before: before?.created } })
      .then(({ matches }) => {
        setListed((now) => [...(before ? (now ?? []) : []), ...matches]);
        setMore(matches.length >= 50);
      })
      .catch((cause: unknown) => cause instanceof ApiError && setListed((now) => now ?? []));
  useEffect(() => void fetchPage(), []);
  useEffect(() => {
    loadGames(language).then(
      (games) => setTitles(new Map(games.games.map((game) => [game.id, game.title]))),
      () => undefined,
    );
  }, [language]);
  const shown = (listed ?? []).filter((one) => !mine.value[one.match]);
  return (
    <section aria-labelledby="listed">
      <h2 id="listed">{t("listed_tables")}</h2>
      {listed && shown.length === 0 && <p class="soft">{t("listed_none")}</p>}
      <ul class="table-list">
        {shown.map((one) => (
          <TableRow
            key={one.match}
            title={titles.get(one.game) ?? one.game}
            row={{
              match: one.match,
              href: `/m/${one.match}`,
              game: one.game,
              name: one.name,
              seats: [],
              people: one.seats.map(seatTitle).join(", "),
              status: one.status ?? "",
              yourTurn: false,
              changed: one.changed,
              admin: false,
              unreadable: one.unreadable ?? "",
            }}
          />
        ))}
      </ul>
      {more && (
        <button type="button" class="button" onClick={() => void fetchPage(listed?.[listed.length - 1])}>
          {t("more")}
        </button>
      )}
    </section>
  );
}

export function HomeView() {
  useEffect(() => setTitle(t("home_title")), [lang.value]);
  return (
    <main id="content" class="page home">
      <header class="hero">
        <h1 class="title" tabIndex={-1}>
          {t("home_title")}
        </h1>
        <p>{t("home_says")}</p>
      </header>
      <Start />
      <MyTables />
      <ListedTables />
    </main>
  );
}
