// SPDX-License-Identifier: MIT
// Analyse.tsx - the analysis board: a match from anywhere, any place in it, moves tried for all sides.
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { setTitle } from "../alerts";
import { api, ApiError, apiText, seatOf, type State } from "../api";
import { prefs, tokenToLook, writePref } from "../device";
import { hasEngine } from "../engine/client";
import { EngineError, EngineTrap } from "../engine/module";
import { useShortcuts } from "../keys";
import { heldIn } from "../laid";
import { scenarioFor } from "../scenario";
import { unpack } from "../pack";
import { pickNext } from "../parts/Choices";
import { ThrowStage } from "../parts/Dice";
import { Drop, faultWords } from "../parts/Drop";
import { SeatsView } from "../parts/Seats";
import { roomy, Sheet, type SheetState, type SheetTab } from "../parts/Sheet";
import { ViewSwitch } from "../parts/ViewSwitch";
import { Icon, IconButton, Loading, Message, Title } from "../parts/basic";
import { hrefOf, place, wholeScreen, type Place } from "../route";
import { loadGame } from "../table/games";
import { headOf, TranscriptFault } from "../transcript";
import { remarksOf } from "../table/remarks";
import { lang, t } from "../words";
import { w } from "./say";
import { addressOf, BotPanel, LinesPanel, PlayPanel, SharePanel, type Part } from "./Panels";
import { puzzles } from "./collection";
import { AnalysisStore, type Base, type Running } from "./store";

// ---- Where it comes from -----------------------------------------------------------------------------------------------------------

/** What the address asks for: a base, and a place in it. */
interface Wanted {
  readonly base: Base;
  readonly at: string;
  /** A better move is to be found there. */
  readonly puzzle?: string | null;
}

/** What is wrong, in words; what is none of ours is thrown on. */
export function wrong(cause: unknown): string {
  if (cause instanceof ApiError) return cause.body.text;
  if (cause instanceof TranscriptFault) return faultWords(cause);
  if (cause instanceof EngineError) return cause.body.text;
  if (cause instanceof EngineTrap) return w("broke");
  if (cause instanceof Error) return cause.message;
  throw cause;
}

/** What is known of it now; whoever sees everything has nothing to guess. */
function runningOf(state: State, query: URLSearchParams): Running {
  const guess = state.you === "master" ? 0 : Math.max(1, Math.floor(Number(query.get("guess")) || 1));
  return { match: state.match, view: state.view, viewer: seatOf(state), guess };
}

async function ofMatch(match: string, query: URLSearchParams): Promise<Wanted> {
  const ask = { token: tokenToLook(match) };
  const state = await api<State>(`/matches/${match}`, ask);
  const goesOn = state.status !== "over";
  if (goesOn && state.help !== "all") throw new Error(t(state.help === "none" ? "analyse_no_help" : "analyse_odds_alone"));
  const text = await apiText(`/matches/${match}/transcript`, ask);
  const scenario = await scenarioFor(text, match);
  if (goesOn && (await loadGame(state.game, lang.peek())).secrets)
    return { base: { text: headOf(text), scenario, running: runningOf(state, query) }, at: "0" };
  const at = query.get("ply") ?? String(state.ply);
  return { base: { text, scenario, remarks: remarksOf(match) }, at, ...(query.has("try") ? { puzzle: null } : {}) };
}

/** What was known of a match that went on when its file was written (store.ts); null: it holds none. */
async function knownIn(text: string): Promise<Running | null> {
  const { view, viewer, guess } = JSON.parse((await heldIn(text, "known")) ?? "{}") as Partial<Running>;
  return view && typeof view === "object" ? { match: null, view, viewer: viewer ?? null, guess: Math.max(0, Number(guess) || 0) } : null;
}

/** A file, with what it may hold beside its match. */
async function ofText(text: string): Promise<Base> {
  const [scenario, running] = [await scenarioFor(text, null), await knownIn(text)];
  return running ? { text, scenario, running } : { text, scenario };
}

/** What the address names; null: nothing, one is asked for a file. */
async function wantedBy({ query, fragment }: Place): Promise<Wanted | null> {
  const match = query.get("m");
  if (match) return ofMatch(match, query);
  const puzzle = puzzles.peek().find(({ id }) => id === query.get("puzzle"));
  if (puzzle) return { base: await ofText(await unpack(puzzle.packed)), at: String(puzzle.ply - 1), puzzle: puzzle.id };
  const shared = new URLSearchParams(fragment);
  const packed = shared.get("z");
  if (!packed) return null;
  const text = await unpack(packed).catch(() => Promise.reject(new Error(w("bad_address"))));
  return { base: await ofText(text), at: shared.get("at") ?? "0" };
}

async function open({ base, at, puzzle }: Wanted): Promise<AnalysisStore> {
  const store = new AnalysisStore(base);
  const node = store.tree.at(at);
  const mistake = node.kids[0];
  if (puzzle !== undefined && mistake) store.task.value = { puzzle, node, seat: mistake.who, played: mistake.text };
  await store.start(node, mistake?.who ?? base.running?.viewer);
  return store;
}

function Begin({ failure, onText }: { failure: string; onText: (text: string) => void }) {
  const [text, setText] = useState("");
  return (
    <main id="content" class="page">
      <Title>{t("analyse_title")}</Title>
      <p>{w("says")}</p>
      {failure && (
        <Message kind="bad" alert>
          {failure}
        </Message>
      )}
      {hasEngine() ? (
        <>
          <Drop says={w("drop")} onText={(_, one) => onText(one)} />
          <form class="analyse-paste" onSubmit={(event) => (event.preventDefault(), onText(text))}>
            <label>
              {w("paste")}
              <textarea rows={6} spellcheck={false} value={text} onInput={(event) => setText(event.currentTarget.value)} />
            </label>
            <button type="submit" class="button primary" disabled={!text.trim()}>
              {w("open")}
            </button>
          </form>
        </>
      ) : (
        <Message kind="info">{w("no_engine")}</Message>
      )}
      <p>
        <a href="/puzzles">{t("puzzles_title")}</a>
      </p>
      <p class="soft">{t("analyse_trust")}</p>
    </main>
  );
}

// ---- The board ------------------------------------------------------------------------------------------------------------------------

function Board({ store }: Part) {
  const board = store.board.value;
  const text = prefs.value.text;
  return (
    <section class={text ? "table-board as-text" : "table-board"} aria-label={text ? t("text_view") : t("board")}>
      {board && !text && <board.Map table={store} />}
      {board && text && (
        <div class="places scroll">
          <board.Places table={store} />
        </div>
      )}
      {!board && <p class="soft">{w("no_board")}</p>}
      <ThrowStage fallen={store.fallen.value} busy={false} onSkip={() => (store.fallen.value = null)} />
    </section>
  );
}

function Bar({ store }: Part) {
  const at = store.wanted.value;
  const next = store.next();
  const step = (to: typeof at | null) => to && void store.go(to);
  return (
    <div class="lesson-bar">
      <IconButton icon="first" label={t("replay_first")} onClick={() => step(store.tree.root)} disabled={!at.parent} />
      <IconButton icon="back" label={t("replay_back")} onClick={() => step(at.parent)} disabled={!at.parent} />
      <IconButton icon="forward" label={t("replay_forward")} onClick={() => step(next)} disabled={!next} />
      <IconButton icon="last" label={t("replay_last")} onClick={() => step(store.end())} disabled={!next} />
      <output class={at.played ? undefined : "tried"}>
        {at.played ? t("ply_of", at.ply, store.tree.played.length - 1) : w("tried_at", at.ply)}
      </output>
      {!at.played && (
        <button type="button" class="button small" data-key="back-to-match" onClick={() => void store.go(backToMatch(at))}>
          {w("back")}
        </button>
      )}
    </div>
  );
}

function backToMatch(node: AnalysisStore["tree"]["root"]): typeof node {
  let at = node;
  while (!at.played) at = at.parent!;
  return at;
}

function useKeys(store: AnalysisStore, choose: (tab: string) => void): void {
  const step = (to: ReturnType<AnalysisStore["next"]>) => to && void store.go(to);
  const focus = (selector: string) => setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus());
  useShortcuts([
    { key: "ArrowLeft", says: "replay_back", run: () => step(store.wanted.peek().parent) },
    { key: "ArrowRight", says: "replay_forward", run: () => step(store.next(store.wanted.peek())) },
    { key: "Home", says: "replay_first", run: () => step(store.tree.root) },
    { key: "End", says: "replay_last", run: () => step(store.end()) },
    { key: "d", says: "key_decide", run: () => (choose("play"), focus(".turn-box .choice, .turn-box button")) },
    { key: "n", says: "key_next", run: () => pickNext(store, 1) },
    { key: "b", says: "key_previous", run: () => pickNext(store, -1) },
    { key: "p", says: "key_play", run: () => store.picked && store.play(store.picked) },
    { key: "Escape", says: "key_escape", run: () => store.unpick() },
    { key: "t", says: "key_text", run: () => writePref("text", !prefs.peek().text) },
    { key: "l", says: "analyse_lines", run: () => (choose("lines"), focus(".analyse-list")) },
    { key: "m", says: "analyse_bot", run: () => (choose("bot"), focus(".analyse-bot button")) },
  ]);
}

/** The address holds what is analysed, as long as it is short enough for one: a reload brings it back. A task stays where it was. */
function useAddress(store: AnalysisStore): void {
  const [version, wanted, guess] = [store.version.value, store.wanted.value, store.guess.value];
  useEffect(() => {
    if (store.task.peek()) return undefined;
    const timer = setTimeout(
      () => void addressOf(store).then((address) => address && history.replaceState(null, "", hrefOf(address))),
      300,
    );
    return () => clearTimeout(timer);
  }, [version, wanted, guess]);
}

function Analysed({ store }: Part) {
  const [tab, setTab] = useState(roomy.peek() ? "lines" : "play");
  const [sheet, setSheet] = useState<SheetState>("half");
  const choose = (id: string) => (setTab(id), setSheet((now) => (now === "peek" ? "half" : now)));
  useKeys(store, choose);
  useLayoutEffect(() => {
    wholeScreen.value = true;
    return () => void (wholeScreen.value = false);
  }, []);
  useAddress(store);
  const leave = store.task.value?.puzzle ? "/puzzles" : "/analyse";
  const Mat = store.board.value?.Mat;
  const seats = () => <SeatsView table={store} board={store.board.value} />;
  const tabs: SheetTab[] = [
    { id: "play", label: t("tab_play"), content: () => <PlayPanel store={store} /> },
    { id: "lines", label: t("analyse_lines"), content: () => <LinesPanel store={store} /> },
    { id: "bot", label: t("analyse_bot"), content: () => <BotPanel store={store} /> },
    ...(Mat ? [{ id: "mat", label: t("mat"), content: () => <Mat table={store} /> }] : []),
    ...(roomy.value ? [] : [{ id: "seats", label: t("seats"), content: seats }]),
    { id: "share", label: t("share"), content: () => <SharePanel store={store} /> },
  ];
  return (
    <main id="content" class="table-page lesson analyse">
      <header class="table-head">
        <a class="icon-button" href={leave} aria-label={w("leave")} title={w("leave")}>
          <Icon name="back" />
        </a>
        <div class="table-names">
          <h1 tabIndex={-1}>{store.task.value ? w("try_title") : t("analyse_title")}</h1>
          <span class="table-round">{store.info.title}</span>
        </div>
        <ViewSwitch />
      </header>
      <Bar store={store} />
      <div class="table-body">
        {roomy.value && <section class="seat-strip scroll">{seats()}</section>}
        <Board store={store} />
        <Sheet
          tabs={tabs}
          chosen={tab}
          onChoose={setTab}
          state={sheet}
          onState={setSheet}
          fixed={roomy.value ? ["play"] : []}
        />
      </div>
    </main>
  );
}

export function AnalyseView() {
  const [store, setStore] = useState<AnalysisStore | null>(null);
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(true);
  const begin = async (find: () => Promise<Wanted | null>, asked: { mine: boolean }) => {
    setBusy(true);
    try {
      const wanted = await find();
      if (wanted && !hasEngine()) throw new Error(w("no_engine"));
      const opened = wanted && (await open(wanted));
      if (asked.mine) (setStore(opened), setFailure(""));
      else opened?.stop();
    } catch (cause) {
      if (asked.mine) (setStore(null), setFailure(wrong(cause)));
    } finally {
      if (asked.mine) setBusy(false);
    }
  };
  const here = place.value;
  useEffect(() => {
    const asked = { mine: true };
    void begin(() => wantedBy(here), asked);
    return () => (asked.mine = false);
  }, [here]);
  useEffect(() => setTitle(t("analyse_title"), store?.info.title ?? ""), [store, lang.value]);
  useEffect(() => () => store?.stop(), [store]);
  useEffect(() => {
    if (store) void store.speak();
  }, [lang.value]);
  if (store) return <Analysed store={store} />;
  if (busy)
    return (
      <main id="content" class="page">
        <Loading />
      </main>
    );
  const take = (text: string) => void begin(async () => ({ base: await ofText(text), at: "0" }), { mine: true });
  return <Begin failure={failure} onText={take} />;
}
