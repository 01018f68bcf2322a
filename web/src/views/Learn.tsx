// SPDX-License-Identifier: MIT
// Learn.tsx - the guided first round of a game: the words of the lesson always in sight, beside a table that waits for the move they ask.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { setTitle } from "../alerts";
import type { ApiError, Games, Move } from "../api";
import { lessonPly, prefs, rememberLesson, writePref } from "../device";
import { useShortcuts } from "../keys";
import { ChoiceList, pickNext, PickedBar, WhyNot } from "../parts/Choices";
import { ThrowStage } from "../parts/Dice";
import { Languages } from "../parts/Languages";
import { LogView } from "../parts/LogView";
import { OddsPanel } from "../parts/Odds";
import { PlayNow } from "../parts/PlayNow";
import { Ruled } from "../parts/Rule";
import { ForecastLine, SeatsView } from "../parts/Seats";
import { roomy, Sheet, type SheetState, type SheetTab } from "../parts/Sheet";
import { Advice, NoticeLine, PlaceDetails } from "../parts/Turn";
import { ViewSwitch } from "../parts/ViewSwitch";
import { WordsBoard } from "../parts/WordsBoard";
import { Icon, IconButton, Loading, Message } from "../parts/basic";
import { hrefOf, place } from "../route";
import { loadGames } from "../table/games";
import { LessonStore } from "../table/lesson";
import { gather, linesOf } from "../table/story";
import { lang, t } from "../words";
import { Trouble } from "./Trouble";

type Part = { readonly lesson: LessonStore };

// ---- What is said -----------------------------------------------------------------------------------------------------------------

/** What happens on the way, the newest last. */
function toldOf(lesson: LessonStore, most: number): readonly { readonly key: string; readonly words: string }[] {
  const told = lesson.log.plies.value.slice(-lesson.told.value || Infinity);
  return gather(told.flatMap(linesOf), lesson.board.value !== null).slice(-most);
}

/** Between backquotes stands what would be typed. */
function Paragraph({ text, game }: { text: string; game: string }) {
  return (
    <p>{text.split("`").map((part, i) => (i % 2 ? <code key={i}>{part}</code> : <Ruled key={i} text={part} game={game} />))}</p>
  );
}

function Words({ lesson }: Part) {
  const text = lesson.here.value?.text ?? "";
  const walking = lesson.walking.value && lesson.told.value > 0;
  const box = useRef<HTMLElement>(null);
  const first = useRef(true);
  // Of the button that one has pressed nothing may be left: then one reads on here.
  useLayoutEffect(() => {
    box.current?.scrollTo(0, 0);
    if (!first.current && document.activeElement === document.body) box.current?.focus({ preventScroll: true });
    first.current = false;
  }, [text]);
  return (
    <section class="lesson-words scroll" ref={box} tabIndex={0} aria-label={t("lesson_words")}>
      {walking ? (
        <ol class="lesson-told">
          {toldOf(lesson, 5).map((line) => (
            <li key={line.key}>{line.words}</li>
          ))}
        </ol>
      ) : (
        text.split("\n").map((words, i) => <Paragraph key={i} text={words} game={lesson.id} />)
      )}
    </section>
  );
}

/** The same for those who hear it: what happened on the way, then the words. */
function Spoken({ lesson }: Part) {
  const [said, setSaid] = useState("");
  const step = lesson.here.value;
  useEffect(() => {
    const lines = toldOf(lesson, 6).map((line) => `${line.words}.`);
    setSaid([...lines, step?.text.replace(/[`\n]/g, " ") ?? ""].join(" "));
  }, [step]);
  return (
    <div class="hidden" aria-live="polite" aria-atomic="true">
      {said}
    </div>
  );
}

// ---- What is to be done --------------------------------------------------------------------------------------------------------------

function End({ lesson }: Part) {
  const [games, setGames] = useState<Games | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const language = lang.value;
  useEffect(() => void loadGames(language).then(setGames, () => undefined), [language]);
  const head = games?.games.find((one) => one.id === lesson.id);
  return (
    <div class="lesson-end">
      <p>
        <strong>{t("lesson_over")}</strong> {t("lesson_over_says")}
      </p>
      {failure && (
        <Message kind="bad" alert>
          {failure.body.text}
        </Message>
      )}
      <div class="row">
        {games && head && <PlayNow game={head} games={games} large onFail={setFailure} />}
        <a class="button" href={`/new?game=${lesson.id}`}>
          {t("create_with_friends")}
        </a>
        <a class="button" href={`/help?game=${lesson.id}`}>
          {t("rules")}
        </a>
        <button type="button" class="button" onClick={() => void lesson.go(0)}>
          {t("lesson_again")}
        </button>
      </div>
    </div>
  );
}

/** The next step, in one press: the move that is asked for, what comes by itself, or the rest of what is being shown. */
function goOn(lesson: LessonStore): void {
  if (lesson.walking.peek()) lesson.show.skip();
  else lesson.onwards();
}

function Task({ lesson }: Part) {
  const asked = lesson.asked.value;
  return (
    <div class="lesson-task">
      {lesson.walking.value ? (
        <button type="button" class="button" data-key="skip" onClick={() => lesson.show.skip()}>
          <Icon name="skip" /> {t("lesson_skip")}
        </button>
      ) : asked ? (
        <>
          <p>
            {t("lesson_now")} <strong>{asked.words}</strong>
          </p>
          <button type="button" class="button small" data-key="show-me" onClick={() => lesson.onwards()}>
            {t("lesson_show_me")}
          </button>
        </>
      ) : (
        <button type="button" class="button primary large" data-key="onwards" onClick={() => lesson.onwards()}>
          {t("lesson_onwards")} <Icon name="forward" />
        </button>
      )}
    </div>
  );
}

/** Within the list of choices alone: nothing around it may move. */
function bringIntoSight(page: HTMLElement): void {
  const list = page.querySelector(".lesson-box .turn-scroll");
  const choice = list?.querySelector(".choice[data-asked]");
  if (!list || !choice) return;
  const [room, box] = [list.getBoundingClientRect(), choice.getBoundingClientRect()];
  if (box.bottom > room.bottom) list.scrollBy(0, Math.min(box.bottom - room.bottom + 8, box.top - room.top));
}

/** Marks what the move is about wherever it stands: a game's folder draws its own choices and places, and knows no lessons. */
function useAskedMark(move: Move | null): void {
  useEffect(() => {
    const page = document.getElementById("content");
    if (!move || !page) return undefined;
    const places = Object.values(move.args).filter((arg) => typeof arg === "string");
    const asked = [`[data-choice="${move.m}"]`, ...places.map((id) => `.table-board [data-place="${CSS.escape(id)}"]`)].join();
    const mark = (wanted: string) => {
      for (const one of page.querySelectorAll("[data-asked]")) if (!wanted || !one.matches(wanted)) one.removeAttribute("data-asked");
      if (wanted) for (const one of page.querySelectorAll(wanted)) one.setAttribute("data-asked", "");
    };
    const watcher = new MutationObserver(() => mark(asked));
    watcher.observe(page, { childList: true, subtree: true, attributeFilter: ["data-choice", "data-place"] });
    mark(asked);
    bringIntoSight(page);
    return () => {
      watcher.disconnect();
      mark("");
    };
  }, [move]);
}

function LessonBox({ lesson }: Part) {
  const board = lesson.board.value;
  const Choices = board?.Choices ?? ChoiceList;
  const Hand = board?.Hand;
  const asked = lesson.asked.value;
  const over = lesson.here.value?.next === null;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollTo(0, 0), [lesson.here.value, lesson.notice.value]);
  return (
    <div class={`turn-box lesson-box ${asked ? "mine" : over ? "" : "reads"}`} data-ply={lesson.here.value?.ply}>
      <h2 class="hidden">{t("lesson")}</h2>
      <Words lesson={lesson} />
      {!over && <Task lesson={lesson} />}
      <div class="turn-scroll scroll" ref={box}>
        {over && <End lesson={lesson} />}
        <NoticeLine table={lesson} />
        <PlaceDetails table={lesson} />
        {lesson.moves.length > 0 && <Choices table={lesson} />}
        {Hand && <Hand table={lesson} />}
        {asked && !BUILD_SITE && <Advice key={lesson.address} address={lesson.address} token={null} />}
        {asked && (
          <details class="more-ways">
            <summary>{t("lesson_why")}</summary>
            <WhyNot table={lesson} />
          </details>
        )}
      </div>
      <div class="turn-foot">
        <OddsPanel table={lesson} />
        <PickedBar table={lesson} />
      </div>
    </div>
  );
}

// ---- The table --------------------------------------------------------------------------------------------------------------------------

function LessonBoard({ lesson }: Part) {
  const board = lesson.board.value;
  const text = prefs.value.text;
  const point = { address: lesson.address, who: lesson.who(), ply: lesson.here.value?.ply ?? 0 };
  return (
    <section class={text ? "table-board as-text" : "table-board"} aria-label={text ? t("text_view") : t("board")}>
      {!board && (
        <div class="words-boards">
          <WordsBoard point={point} what={text ? "places" : "board"} label={text ? t("text_view") : t("board")} />
          <WordsBoard point={point} what="hand" label={t("hand")} />
        </div>
      )}
      {board && !text && <board.Map table={lesson} />}
      {board && text && (
        <div class="places scroll">
          <board.Places table={lesson} />
        </div>
      )}
      <ThrowStage fallen={lesson.show.fallen.value} busy={lesson.show.busy.value} onSkip={() => lesson.show.skip()} />
    </section>
  );
}

function Bar({ lesson }: Part) {
  const at = lesson.at.value;
  const last = lesson.last.value;
  return (
    <div class="lesson-bar">
      <IconButton icon="first" label={t("lesson_again")} onClick={() => void lesson.go(0)} disabled={at === 0} />
      <IconButton icon="back" label={t("lesson_back")} onClick={() => void lesson.go(at - 1)} disabled={at === 0} />
      <progress max={last} value={at} aria-label={t("lesson_progress")} />
      <output>{t("lesson_step", at + 1, last + 1)}</output>
      <IconButton icon="forward" label={t("lesson_forward")} onClick={() => void lesson.go(at + 1)} disabled={at >= last} />
    </div>
  );
}

function useLessonKeys(lesson: LessonStore, choose: (tab: string) => void): void {
  const focus = (selector: string) => setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus());
  useShortcuts([
    { key: "m", says: "key_onwards", run: () => goOn(lesson) },
    { key: "ArrowLeft", says: "lesson_back", run: () => void lesson.go(lesson.at.peek() - 1) },
    { key: "ArrowRight", says: "lesson_forward", run: () => void lesson.go(lesson.at.peek() + 1) },
    { key: "Home", says: "lesson_again", run: () => void lesson.go(0) },
    { key: "d", says: "key_decide", run: () => (choose("play"), focus(".lesson-box .choice, .lesson-box button")) },
    { key: "n", says: "key_next", run: () => pickNext(lesson, 1) },
    { key: "b", says: "key_previous", run: () => pickNext(lesson, -1) },
    { key: "p", says: "key_play", run: () => lesson.picked && lesson.play(lesson.picked) },
    { key: "Escape", says: "key_escape", run: () => (lesson.show.busy.peek() ? lesson.show.skip() : lesson.unpick()) },
    { key: "s", says: "key_skip", run: () => lesson.show.skip() },
    { key: "t", says: "key_text", run: () => writePref("text", !prefs.peek().text) },
    { key: "l", says: "key_log", run: () => (choose("log"), focus(".log")) },
    { key: "g", says: "key_seats", run: () => choose("seats") },
  ]);
}

function Taught({ lesson }: Part) {
  const [tab, setTab] = useState("play");
  const [sheet, setSheet] = useState<SheetState>("peek");
  const open = (id: string) => (setTab(id), setSheet((now) => (id !== "play" && now === "peek" ? "half" : now)));
  useLessonKeys(lesson, open);
  useAskedMark(lesson.asked.value);
  const Mat = lesson.board.value?.Mat;
  const title = lesson.info.title;
  const seats = () => <SeatsView table={lesson} board={lesson.board.value} />;
  const tabs: SheetTab[] = [
    { id: "play", label: t("lesson"), content: () => <LessonBox lesson={lesson} /> },
    ...(Mat ? [{ id: "mat", label: t("mat"), content: () => <Mat table={lesson} /> }] : []),
    ...(roomy.value ? [] : [{ id: "seats", label: t("seats"), content: seats }]),
    { id: "log", label: t("log"), content: () => <LogView log={lesson.log} game={lesson.id} link={() => null} /> },
  ];
  return (
    <main id="content" class="table-page lesson">
      <header class="table-head">
        <a class="icon-button" href="/" aria-label={t("home")} title={t("home")}>
          <Icon name="back" />
        </a>
        <div class="table-names">
          <h1 tabIndex={-1}>{t("lesson_of", title)}</h1>
        </div>
        <Languages />
        <ViewSwitch />
      </header>
      {!roomy.value && <ForecastLine state={lesson.state} onOpen={() => open("seats")} />}
      <Bar lesson={lesson} />
      <div class="table-body">
        {roomy.value && <section class="seat-strip scroll">{seats()}</section>}
        <LessonBoard lesson={lesson} />
        <Sheet
          tabs={tabs}
          chosen={tab}
          onChoose={setTab}
          state={sheet}
          onState={setSheet}
          fixed={roomy.value ? ["play"] : []}
        />
      </div>
      <Spoken lesson={lesson} />
    </main>
  );
}

/** Where one stands is in the address, and kept on this device until the end is reached. */
function usePlace(lesson: LessonStore): void {
  const here = lesson.here.value;
  useEffect(() => {
    if (!here) return;
    history.replaceState(null, "", hrefOf(`/learn/${lesson.id}?ply=${here.ply}`));
    rememberLesson(lesson.id, here.next === null ? 0 : here.ply);
  }, [here]);
  useEffect(() => {
    const asked = place.value.query.get("ply");
    void lesson.open(asked === null ? lessonPly(lesson.id) : Number(asked) || 0);
  }, [lesson, place.value]);
  useEffect(() => {
    const now = lesson.here.peek();
    if (now) void lesson.open((lesson.walking.peek() && now.next) || now.ply);
  }, [lang.value]);
  useEffect(() => () => lesson.stop(), [lesson]);
}

export function LearnView({ game }: { game: string }) {
  const lesson = useMemo(() => new LessonStore(game), [game]);
  usePlace(lesson);
  const title = lesson.game.value?.title ?? "";
  useEffect(() => setTitle(title ? t("lesson_of", title) : t("lesson")), [title, lang.value]);
  if (lesson.failed.value) return <Trouble failure={lesson.failed.value} />;
  if (!lesson.shown.value || !lesson.game.value)
    return (
      <main id="content" class="page">
        <Loading />
      </main>
    );
  return <Taught lesson={lesson} />;
}
