// SPDX-License-Identifier: MIT
// Table.tsx - a table: the board or its text, the sheet of choices, seats, log and chat.
import { useEffect, useMemo, useState } from "preact/hooks";
import { notifyTurn, setIcon, setTitle } from "../alerts";
import { api, ApiError, seatOf } from "../api";
import { hold, mine, prefs, writePref } from "../device";
import { isHere } from "../here/id";
import { useShortcuts } from "../keys";
import { lazy } from "../lazy";
import { useLooked } from "../notices";
import { Banners } from "../parts/Banners";
import { pickNext } from "../parts/Choices";
import { Curtain } from "../parts/Curtain";
import { ThrowStage } from "../parts/Dice";
import { LogView } from "../parts/LogView";
import { OwnLine } from "../parts/OwnLine";
import { ForecastLine, SeatsView } from "../parts/Seats";
import { roomy, Sheet, wide, type SheetState, type SheetTab } from "../parts/Sheet";
import { TableMenu } from "../parts/TableMenu";
import { TableSounds } from "../parts/TableSounds";
import { TurnBox, TurnLine, turnWords } from "../parts/Turn";
import { WordsBoard } from "../parts/WordsBoard";
import { Icon, Loading, Message } from "../parts/basic";
import { ViewSwitch } from "../parts/ViewSwitch";
import { arrived, go, place } from "../route";
import { mayTake, mustJoin } from "../seat";
import { TableStore } from "../table/store";
import { t } from "../words";
import { Announcer } from "../parts/Announcer";
import { BrokenLink, Trouble } from "./Trouble";

const ChatView = lazy(() => import("../parts/ChatView").then((part) => part.ChatView), { part: true });
const BorrowCard = lazy(() => import("../parts/Absence").then((part) => part.BorrowCard));
const AwayLines = lazy(() => import("../parts/Absence").then((part) => part.AwayLines), { part: true });
const StandingLine = lazy(() => import("../parts/Standing").then((part) => part.StandingLine), { part: true });
const JoinCard = lazy(() => import("./Join").then((part) => part.JoinCard));
const ResultCard = lazy(() => import("../parts/Result").then((part) => part.ResultCard), { part: true });

function BoardArea({ table }: { table: TableStore }) {
  const board = table.board.value;
  const state = table.shown.value!;
  const text = prefs.value.text;
  const point = { address: table.address, who: table.who(), ply: state.rev };
  const view = board ? (
    text ? (
      <div class="places scroll">
        <board.Places table={table} />
      </div>
    ) : (
      <board.Map table={table} />
    )
  ) : (
    <div class="words-boards">
      <WordsBoard point={point} what={text ? "places" : "board"} label={text ? t("text_view") : t("board")} />
      {state.you && <WordsBoard point={point} what="hand" label={t("hand")} />}
    </div>
  );
  return (
    <section class={text ? "table-board as-text" : "table-board"} aria-label={text ? t("text_view") : t("board")}>
      {view}
      <ThrowStage fallen={table.show.fallen.value} busy={table.show.busy.value} onSkip={() => table.show.skip()} />
      {state.status === "over" && (wide.value || !board?.days) && <ResultCard table={table} />}
    </section>
  );
}

/** Title, favicon and notification follow the turn. */
function useTurnAlerts(table: TableStore): void {
  const turn = table.myTurn.value;
  const state = table.now.value;
  const name = state?.name || table.game.value?.title || "";
  const words = turnWords(table);
  useEffect(() => {
    setTitle(turn && `● ${t("your_turn")}`, !turn && words, name);
    setIcon(turn);
    return () => setIcon(false);
  }, [turn, name, words]);
  useLooked(table);
  useEffect(() => {
    if (turn) notifyTurn(table.match, name, table.now.peek()?.prompt ?? "");
  }, [turn]);
}

/** Where what is to be decided can be chosen; its box, where nothing is. */
function focusChoices(): void {
  const first = ".turn-box .choice, .turn-box .choices button, .turn-box button:not(:disabled)";
  setTimeout(() => (document.querySelector<HTMLElement>(first) ?? document.querySelector<HTMLElement>(".turn-box"))?.focus());
}

function useTableKeys(table: TableStore, choose: (tab: string) => void): void {
  const focus = (selector: string) => setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus());
  useShortcuts([
    { key: "Escape", says: "key_escape", run: () => (table.show.busy.peek() ? table.show.skip() : table.unpick()) },
    { key: "n", says: "key_next", run: () => pickNext(table, 1) },
    { key: "b", says: "key_previous", run: () => pickNext(table, -1) },
    { key: "p", says: "key_play", run: () => table.picked && table.play(table.picked) },
    { key: "u", says: "key_undo", run: () => table.undo() },
    { key: "s", says: "key_skip", run: () => table.show.skip() },
    { key: "w", says: "key_away", run: () => void table.playMissed() },
    { key: "t", says: "key_text", run: () => writePref("text", !prefs.peek().text) },
    { key: "d", says: "key_decide", run: () => (choose("play"), focusChoices()) },
    { key: "m", says: "key_mat", run: () => choose("mat") },
    { key: "l", says: "key_log", run: () => (choose("log"), focus(".log")) },
    { key: "g", says: "key_seats", run: () => choose("seats") },
    { key: "c", says: "key_chat", run: () => (choose("chat"), focus('[data-key="chat"]')) },
    { key: "r", says: "key_replay", run: () => go(`/m/${table.match}?ply=${table.now.peek()?.ply ?? 0}`) },
  ]);
}

/** Chat lines that came since the table was opened, and were not looked at. */
function useUnread(table: TableStore, tab: string): number {
  const [read, setRead] = useState(() => table.now.peek()?.chat ?? 0);
  const lines = table.chat.value;
  const last = lines[lines.length - 1]?.n ?? 0;
  useEffect(() => {
    if (tab === "chat") setRead((now) => Math.max(now, last));
  }, [tab, last]);
  return lines.filter((line) => line.n > read).length;
}

function TableHead({ table }: { table: TableStore }) {
  const state = table.shown.value!;
  const title = table.game.value?.title ?? "Alea";
  const name = state.name || title;
  return (
    <header class="table-head">
      <a class="icon-button" href="/" aria-label={t("home")} title={t("home")}>
        <Icon name="back" />
      </a>
      <div class="table-names">
        <h1 tabIndex={-1}>{name}</h1>
        {wide.value ? (
          <span class="table-round">{[state.name && title, table.log.round.value].filter(Boolean).join(" · ")}</span>
        ) : (
          <TurnLine table={table} />
        )}
      </div>
      <LinkMark table={table} />
      <ViewSwitch />
      <TableMenu table={table} />
    </header>
  );
}

function LinkMark({ table }: { table: TableStore }) {
  const link = table.live.link.value;
  const says = {
    joining: t("link_joining"),
    live: t("link_live"),
    polling: t(isHere(table.match) ? "link_here" : "link_polling"),
    lost: t("link_lost"),
    closed: t("link_closed"),
  }[link];
  return (
    <span class={`link-mark ${isHere(table.match) && link === "polling" ? "live" : link}`} role="status" title={says}>
      <span class="hidden">{says}</span>
    </span>
  );
}

/** `onSit`: one only looks so far, and there is a seat to take. */
function Seated({ table, onSit }: { table: TableStore; onSit: (() => void) | null }) {
  const [tab, setTab] = useState("play");
  const [sheet, setSheet] = useState<SheetState>(table.board.peek()?.days ? "full" : "peek");
  const unread = useUnread(table, tab);
  useTurnAlerts(table);
  const open = (id: string) => (setTab(id), setSheet((now) => (id !== "play" && now === "peek" ? "half" : now)));
  // Where a day's task comes first, the map is one of the tabs: it lies behind the sheet.
  const choose = (id: string) => (setTab(id), table.board.peek()?.days && setSheet(id === "map" ? "peek" : "full"));
  useTableKeys(table, open);
  const link = (ply: number) => `/m/${table.match}?ply=${ply}`;
  const seats = () => <SeatsView table={table} board={table.board.value} offset={table.clockOffset.value} />;
  const { Mat, days } = table.board.value ?? {};
  const named = days?.tabs(table.lang);
  const turn = () => <TurnBox table={table} />;
  const tabs: SheetTab[] = [
    { id: "play", label: named?.today ?? t("tab_play"), mark: table.myTurn.value ? "●" : undefined, content: turn },
    ...(named && !wide.value ? [{ id: "map", label: named.map, content: turn }] : []),
    ...(Mat ? [{ id: "mat", label: t("mat"), content: () => <Mat table={table} /> }] : []),
    { id: "seats", label: named?.team ?? t("seats"), content: days ? () => <days.Team table={table} /> : seats },
    { id: "log", label: t("log"), content: () => <LogView log={table.log} game={table.shown.value?.game ?? ""} link={link} /> },
    ...(isHere(table.match)
      ? []
      : [{ id: "chat", label: t("chat"), mark: unread > 0 ? String(unread) : undefined, content: () => <ChatView table={table} /> }]),
  ];
  return (
    <main id="content" class="table-page">
      <button type="button" class="skip-link" onClick={() => (open("play"), focusChoices())}>
        {t("skip_to_choices")}
      </button>
      <TableHead table={table} />
      {!roomy.value && !days && <OwnLine table={table} onOpen={() => open("seats")} />}
      {!roomy.value && !days && <ForecastLine state={table.shown.value!} onOpen={() => open("seats")} />}
      {!roomy.value && days && (
        <section class="days-line">
          <days.Top table={table} offset={table.clockOffset.value} />
        </section>
      )}
      <Banners table={table} />
      {table.now.value?.seats.some(({ lent, vacation }) => lent || vacation?.until) && <AwayLines seats={table.now.value.seats} />}
      {table.now.value?.standing_order && <StandingLine table={table} />}
      {onSit && (
        <p class="banner info sit">
          <span>{t("take_title", table.shown.value?.name || (table.game.value?.title ?? ""))}</span>
          <button type="button" class="button small primary" data-key="sit" onClick={onSit}>
            {t("join")}
          </button>
        </p>
      )}
      <div class="table-body">
        {roomy.value && (
          <section class={days ? "seat-strip days" : "seat-strip scroll"}>
            {days ? <days.Top table={table} offset={table.clockOffset.value} /> : seats()}
          </section>
        )}
        <BoardArea table={table} />
        <Sheet
          tabs={roomy.value && !days ? tabs.filter((one) => one.id !== "seats") : tabs}
          chosen={tab}
          onChoose={choose}
          state={sheet}
          onState={setSheet}
          fixed={roomy.value ? ["play"] : []}
        />
      </div>
      <Announcer table={table} />
      <TableSounds table={table} />
    </main>
  );
}

function Waiting() {
  return (
    <main id="content" class="page">
      <Loading />
    </main>
  );
}

function Refused({ text }: { text: string }) {
  return (
    <main id="content" class="page">
      <Message kind="bad" alert>
        {text}
      </Message>
      <a class="button" href="/">
        {t("home")}
      </a>
    </main>
  );
}

/** A mail's link opens the seat once. Its token is put away as if it had come by the seat's own link; a refusal is said over the table. */
function useArrival(match: string): { readonly busy: boolean; readonly refused: string | null } {
  const [refused, setRefused] = useState<string | null>(null);
  const now = arrived.value;
  useEffect(() => {
    if (now?.match !== match) return;
    api<{ token: string; seat: string }>("/passes", { body: { once: now.once } })
      .then(({ token, seat }) => hold(match, token, seat))
      .catch((cause: unknown) => setRefused(cause instanceof ApiError ? cause.body.text : String(cause)))
      .finally(() => (arrived.value = null));
  }, [now, match]);
  return { busy: now?.match === match, refused };
}

export function TableView({ match }: { match: string }) {
  const forcePoll = new URLSearchParams(location.search).get("transport") === "poll";
  const tokens = (mine.value[match]?.held ?? [])
    .map((one) => one.token)
    .sort()
    .join();
  const table = useMemo(() => new TableStore(match, forcePoll), [match, tokens, forcePoll]);
  const [looking, setLooking] = useState(false);
  const arrival = useArrival(match);
  useEffect(() => {
    setLooking(false);
    if (arrival.busy || (arrival.refused && !tokens)) return; // the seat's token is about to come, or never will
    table.start();
    return () => table.stop();
  }, [table, arrival.busy, arrival.refused]);
  const { broken } = place.value;
  if (arrival.busy) return <Waiting />;
  if (arrival.refused && !tokens) return <Refused text={arrival.refused} />;
  if (broken !== null && !tokens) return <BrokenLink match={match} letters={broken} />;
  if (table.failed.value) return <Trouble failure={table.failed.value} match={match} />;
  if (table.hot.curtain.value) return <Curtain hot={table.hot} curtain={table.hot.curtain.value} />;
  if (!table.shown.value || !table.game.value) return <Waiting />;
  if (table.shown.value.lent && !seatOf(table.shown.value)) return <BorrowCard table={table} />;
  const invited = mustJoin(table.shown.value) || mayTake(table.shown.value);
  if (!looking && invited) return <JoinCard table={table} onLook={() => setLooking(true)} />;
  return <Seated table={table} onSit={invited ? () => setLooking(false) : null} />;
}
