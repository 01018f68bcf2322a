// SPDX-License-Identifier: MIT
// Create.tsx - a new table: game, seats, clock, how it starts, dice, options. Every field has a good value before it is touched.
import { useEffect, useMemo, useState } from "preact/hooks";
import { setTitle } from "../alerts";
import { ApiError, type ClockRules, type GameInfo, type Games, type GameHead, type Help, type Plan, type Takebacks } from "../api";
import { quicknet } from "../beacon";
import type { Board } from "../board";
import { hasEngine } from "../engine/client";
import { w } from "../here/say";
import { prefs, writePref } from "../device";
import { Amount, ClockFields, type ClockPlan, clockOf, fitting, usualClock } from "../parts/ClockFields";
import { DiceFields } from "../parts/DiceFields";
import { Icon, IconButton, Loading, Message, Title } from "../parts/basic";
import { ScenarioFields, type OwnScenario } from "../parts/ScenarioFields";
import { SeatMark } from "../parts/SeatMark";
import { botRated, botSays, botsToChoose, optionWords } from "../parts/people";
import { HelpFields, TakebackFields } from "../parts/TermFields";
import { go, place } from "../route";
import { loadBoard, loadGame, loadGames } from "../table/games";
import { createHere, createTable, usualBot } from "../table/rematch";
import { lang, t } from "../words";

interface SeatPlan {
  readonly who: string; // "me", "human", "open" or "bot:NAME"
  readonly name: string;
}

interface Draft {
  readonly game: string;
  readonly name: string;
  readonly seats: readonly SeatPlan[];
  /** What was chosen by hand. */
  readonly options: Options;
  readonly clock: ClockPlan;
  readonly start: "now" | "joined";
  readonly listed: boolean;
  readonly word: string;
  readonly beacon: boolean;
  readonly hot: boolean;
  /** Tables of the game's data that fields have changed, and a file of one's own. */
  readonly laid: Readonly<Record<string, unknown>>;
  readonly scenario: OwnScenario | null;
  /** Played in this browser, without a server. */
  readonly here: boolean;
  /** Somebody runs it who has no seat and sees everything: for people who enrol. null: nobody does. */
  readonly people: number | null;
  readonly help: Help | null; // null: as is usual for those who sit here
  readonly takebacks: Takebacks;
}

const letter = (index: number) => String.fromCharCode(65 + index);

function firstSeats(game: GameHead, others = "human"): SeatPlan[] {
  return Array.from({ length: game.seats.usual }, (_, i) =>
    i === 0 ? { who: "me", name: prefs.peek().name } : { who: others, name: "" },
  );
}

/** What is laid over the game's data: the file, and what fields have changed over it. */
function laidOver(draft: Draft): Pick<Plan, "scenario" | "sealed"> {
  const { scenario, laid, game, people } = draft;
  if (!scenario && Object.keys(laid).length === 0) return {};
  const own = scenario?.file ?? { format: "alea.scenario", version: 1, game, name: "table", replace: {} };
  const file = { ...own, replace: { ...own.replace, ...laid } };
  return scenario?.sealed && people !== null ? { sealed: file } : { scenario: file };
}

type Options = Readonly<Record<string, string>>;

/** What the board advises a Master of so many people; nothing where nobody runs the game, or until the board has come. */
const advised = (board: Board | null, people: number | null): Options => (people === null ? {} : board?.options?.run?.(people) ?? {});

const optionsOf = ({ people, options }: Draft, board: Board | null): Options => ({ ...advised(board, people), ...options });

function planOf(draft: Draft, board: Board | null): Plan {
  const options = optionsOf(draft, board);
  const clock: ClockRules | null = clockOf(draft.clock);
  if (draft.people !== null)
    return {
      game: draft.game,
      seats: Array.from({ length: draft.people }, () => "human"),
      master: true,
      start: "joined",
      ...laidOver(draft),
      ...(draft.name.trim() ? { name: draft.name.trim() } : {}),
      ...(Object.keys(options).length > 0 ? { options } : {}),
      ...(clock ? { clock } : {}),
      ...(draft.listed ? { listed: true } : {}),
      ...agreed(draft),
    };
  const open = draft.seats.flatMap(({ who }, i) => (who === "open" ? [letter(i)] : []));
  const ofServer = draft.here ? {} : planOfServer(draft, clock, open);
  return {
    game: draft.game,
    seats: draft.seats.map(({ who }) => (who === "me" || who === "open" ? "human" : who)),
    ...laidOver(draft),
    names: draft.seats.map(({ who, name }) => (who.startsWith("bot:") ? "" : name.trim())),
    ...(draft.name.trim() ? { name: draft.name.trim() } : {}),
    ...(Object.keys(options).length > 0 ? { options } : {}),
    ...ofServer,
  };
}

/** What people know before they sit down. */
function agreed({ help, takebacks, listed }: Draft): Partial<Plan> {
  const mayBe = takebacks !== "creator" || !listed;
  return { ...(help ? { help } : {}), ...(takebacks !== "all" && mayBe ? { takebacks } : {}) };
}

/** What a server alone sees to. */
function planOfServer(draft: Draft, clock: ClockRules | null, open: string[]): Partial<Plan> {
  return {
    ...(clock ? { clock } : {}),
    ...(draft.listed ? { listed: true } : {}),
    ...agreed(draft),
    ...(open.length > 0 ? { open } : {}),
    ...(draft.start === "joined" ? { start: "joined" as const } : {}),
    ...(draft.beacon ? { beacon: { chain: quicknet } } : {}),
  };
}

type Change = (change: Partial<Draft>) => void;

/** What was chosen for the seats, in a line each: how strong a bot is and how it plays, what an open seat means. */
function SeatsSay({ draft, game, games }: { draft: Draft; game: GameHead; games: Games }) {
  const bots = botsToChoose(games.bots, game.levels).filter(({ id }) => draft.seats.some(({ who }) => who === `bot:${id}`));
  const open = draft.seats.some(({ who }) => who === "open");
  if (bots.length === 0 && !open) return null;
  return (
    <ul class="says">
      {bots.map((bot) => (
        <li key={bot.id}>
          <strong>{botRated(bot.id, game.levels)}</strong>: {botSays(bot)}
        </li>
      ))}
      {open && <li>{t("who_anybody_says")}</li>}
    </ul>
  );
}

function SeatFields({ draft, game, games, change }: { draft: Draft; game: GameHead; games: Games; change: Change }) {
  const set = (index: number, part: Partial<SeatPlan>) =>
    change({
      seats: draft.seats.map((one, i) => (i === index ? { ...one, ...part } : one)),
      ...(part.who === "open" ? { listed: true } : {}), // where else would anybody find it?
    });
  const more = () => change({ seats: [...draft.seats, { who: draft.here ? usualBot(games) : "human", name: "" }] });
  const bots = () =>
    change({ seats: draft.seats.map((one, i) => (i === 0 ? one : { who: usualBot(games), name: "" })), start: "now" });
  const fewer = (index: number) => change({ seats: draft.seats.filter((_, i) => i !== index) });
  return (
    <fieldset>
      <legend>{t("seats")}</legend>
      <ol class="seat-fields">
        {draft.seats.map((seat, i) => (
          <li key={i}>
            <SeatMark seat={letter(i)} />
            <select
              aria-label={t("seat_who", letter(i))}
              value={seat.who}
              onChange={(event) => set(i, { who: event.currentTarget.value })}
            >
              <option value="me">{draft.hot || draft.here ? t("who_here") : t("who_me")}</option>
              {!draft.here && <option value="human">{t("who_friend")}</option>}
              {!draft.hot && !draft.here && <option value="open">{t("who_anybody")}</option>}
              {botsToChoose(games.bots, game.levels).map((bot) => (
                <option key={bot.id} value={`bot:${bot.id}`}>
                  {botRated(bot.id, game.levels)}
                </option>
              ))}
            </select>
            {(seat.who === "me" || seat.who === "human") && (
              <input
                type="text"
                maxLength={40}
                aria-label={t("seat_name", letter(i))}
                placeholder={t("name_optional")}
                value={seat.name}
                onInput={(event) => set(i, { name: event.currentTarget.value })}
              />
            )}
            {draft.seats.length > game.seats.min && i > 0 && (
              <IconButton icon="close" label={t("seat_remove", letter(i))} onClick={() => fewer(i)} />
            )}
          </li>
        ))}
      </ol>
      <div class="row">
        {draft.seats.length < game.seats.max && (
          <button type="button" class="button small" onClick={more}>
            {t("seat_add")}
          </button>
        )}
        <button type="button" class="button small" onClick={bots}>
          {t("all_bots")}
        </button>
      </div>
      <SeatsSay draft={draft} game={game} games={games} />
      {!draft.here && <HotField draft={draft} change={change} />}
    </fieldset>
  );
}

function HotField({ draft, change }: { draft: Draft; change: Change }) {
  return (
      <label class="check">
        <input
          type="checkbox"
          checked={draft.hot}
          onChange={(event) => {
            const hot = event.currentTarget.checked;
            const seats = draft.seats.map((one, i) =>
              i > 0 && (hot ? one.who === "human" : one.who === "me") ? { ...one, who: hot ? "me" : "human" } : one,
            );
            change({ hot, seats });
          }}
        />
        <span>
          {t("hot")}
          <small>{t("hot_says")}</small>
        </span>
      </label>
  );
}

/** At a server, with links for others, or in this browser alone. */
function WhereFields({ draft, games, change }: { draft: Draft; games: Games; change: Change }) {
  if (games.here || !hasEngine()) return null;
  const choose = (here: boolean) => {
    const fill = (who: string) => (who === "human" || who === "open" ? usualBot(games) : who);
    change({ here, hot: false, people: null, ...(here ? { seats: draft.seats.map((one) => ({ ...one, who: fill(one.who) })) } : {}) });
  };
  return (
    <fieldset>
      <legend>{w("where")}</legend>
      <label class="check">
        <input type="radio" name="where" checked={!draft.here} onChange={() => choose(false)} />
        <span>
          {w("where_server")}
          <small>{w("where_server_says")}</small>
        </span>
      </label>
      <label class="check">
        <input type="radio" name="where" data-key="where-here" checked={draft.here} onChange={() => choose(true)} />
        <span>
          {w("where_here")}
          <small>{w("here_says")}</small>
        </span>
      </label>
    </fieldset>
  );
}

const guide = ["master_guide_clock", "master_guide_options", "master_guide_scenario"] as const;

/** A game of windows may be run by somebody who doesn't play: then it has so many people, who enrol. */
function MasterFields({ draft, game, board, change }: { draft: Draft; game: GameHead; board: Board | null; change: Change }) {
  const on = draft.people !== null;
  // What was chosen by hand stands until another number of people asks for another choice.
  const choose = (people: number | null) => {
    const [before, after] = [advised(board, draft.people), advised(board, people)];
    const stands = ([key]: [string, string]) => before[key] === after[key];
    change({
      people,
      clock: people === null ? draft.clock : { ...draft.clock, kind: "windows" },
      options: Object.fromEntries(Object.entries(draft.options).filter(stands)),
    });
  };
  return (
    <fieldset>
      <legend>{t("master")}</legend>
      <label class="check">
        <input type="radio" name="master" checked={!on} onChange={() => choose(null)} />
        <span>{t("master_none")}</span>
      </label>
      <label class="check">
        <input type="radio" name="master" checked={on} onChange={() => choose(Math.min(20, game.seats.max))} />
        <span>
          {t("master_me")}
          <small>{t("master_me_says")}</small>
        </span>
      </label>
      {draft.people !== null && (
        <Amount
          label={t("master_people")}
          says={t("master_people_says", game.seats.min, game.seats.max)}
          value={draft.people}
          min={game.seats.min}
          max={game.seats.max}
          onInput={choose}
        />
      )}
      {on && (
        <ol class="create-guide" aria-label={t("master_guide")}>
          {(["create-clock", "create-options", "create-scenario"] as const).map((id, i) => (
            <li key={id}>
              <a href={`#${id}`}>{t(guide[i]!)}</a>
            </li>
          ))}
          <li>{t("master_guide_desk")}</li>
        </ol>
      )}
    </fieldset>
  );
}

/** The board of a game, for what it explains of its options; null: not there, or not loaded yet. */
function useBoard(game: string): Board | null {
  const [board, setBoard] = useState<Board | null>(null);
  useEffect(() => {
    let wanted = true;
    setBoard(null);
    void loadBoard(game).then((loaded) => wanted && setBoard(loaded));
    return () => void (wanted = false);
  }, [game]);
  return board;
}

/** When windows close, by the board's own fields. */
function HourFields({ draft, board, change }: { draft: Draft; board: Board | null; change: Change }) {
  const [info, setInfo] = useState<GameInfo | null>(null);
  const Hours = board?.Hours;
  const language = lang.value;
  useEffect(() => {
    let wanted = true;
    setInfo(null);
    if (Hours) void loadGame(draft.game, language).then((loaded) => wanted && setInfo(loaded), () => undefined);
    return () => void (wanted = false);
  }, [Hours, draft.game, language]);
  if (!Hours || !info || draft.clock.kind !== "windows") return null;
  return <Hours info={info} lang={language} laid={draft.laid} lay={(laid) => change({ laid })} />;
}

function OptionFields({ draft, game, board, change }: { draft: Draft; game: GameHead; board: Board | null; change: Change }) {
  const chosen = optionsOf(draft, board);
  const unless = advised(board, draft.people);
  const set = (key: string, value: string, usual: string) => {
    const { [key]: _old, ...others } = draft.options;
    change({ options: value === (unless[key] ?? usual) || value === "" ? others : { ...others, [key]: value } });
  };
  const explained = board?.options;
  const [opened] = useState(() => Object.keys(draft.options).length > 0); // it does not fold while somebody types the usual value
  const values = Object.fromEntries(game.options.map(({ key, default: usual }) => [key, chosen[key] ?? String(usual)]));
  const others = game.options.filter(({ key }) => !explained?.keys.includes(key));
  const changed = others.filter(({ key }) => key in draft.options).length;
  const usualOf = (key: string): string => String(game.options.find((option) => option.key === key)?.default);
  const own = explained && (
    <explained.Fields game={game} lang={lang.value} values={values} set={(key, value) => set(key, value, usualOf(key))} />
  );
  if (others.length === 0) return own ?? null;
  const rest = (
    <details class="card" open={opened}>
      <summary>{changed > 0 ? t("options_changed", changed) : t("options_usual")}</summary>
      {others.map((option) => {
        const usual = String(option.default);
        const value = draft.options[option.key] ?? usual;
        return (
          <label key={option.key}>
            <span>{option.text}</span>
            {option.values ? (
              <select value={value} onChange={(event) => set(option.key, event.currentTarget.value, usual)}>
                {option.values.map((one) => (
                  <option key={one} value={one}>
                    {optionWords(option, one)}
                    {one === usual ? ` (${t("usual")})` : ""}
                  </option>
                ))}
              </select>
            ) : (
              <input
                type="number"
                {...(option.min === undefined ? {} : { min: option.min })}
                {...(option.max === undefined ? {} : { max: option.max })}
                value={value}
                onInput={(event) => set(option.key, event.currentTarget.value, usual)}
              />
            )}
          </label>
        );
      })}
    </details>
  );
  return (
    <>
      {own}
      {rest}
    </>
  );
}

function StartFields({ draft, change }: { draft: Draft; change: Change }) {
  return (
    <fieldset>
      <legend>{t("start")}</legend>
      <label class="check">
        <input type="radio" name="start" checked={draft.start === "joined"} onChange={() => change({ start: "joined" })} />
        <span>
          {t("start_joined")}
          <small>{t("start_joined_says")}</small>
        </span>
      </label>
      <label class="check">
        <input type="radio" name="start" checked={draft.start === "now"} onChange={() => change({ start: "now" })} />
        <span>
          {t("start_now")}
          <small>{t("start_now_says")}</small>
        </span>
      </label>
      <label class="check">
        <input type="checkbox" checked={draft.listed} onChange={(event) => change({ listed: event.currentTarget.checked })} />
        <span>
          {t("listed")}
          <small>{t("listed_says")}</small>
        </span>
      </label>
    </fieldset>
  );
}

/** What is wrong, in words: options by the names that they have on the page, for nobody sees their keys there. */
function wrongOf(game: GameHead, { text, where }: ApiError["body"]) {
  const [start, keys] = /^[^':]*'([\w, ]+)': /.exec(text) ?? [];
  const names = keys?.split(", ").map((key) => game.options.find((one) => one.key === key)?.text.replace(/[:.].*/s, ""));
  if (start && names?.every(Boolean)) return `${names.join(", ")}: ${text.slice(start.length)}`;
  return where ? `${text} (${where})` : text;
}

/** As the server has it where nothing is chosen: bots mind nothing. */
function usualHelp({ people, seats }: Draft): Help {
  return (people ?? seats.filter(({ who }) => !who.startsWith("bot:")).length) > 1 ? "odds" : "all";
}

function Form({ games, first }: { games: Games; first: GameHead }) {
  const [draft, setDraft] = useState<Draft>(() => ({
    game: first.id,
    name: "",
    seats: firstSeats(first, games.here ? usualBot(games) : "human"),
    options: {},
    clock: usualClock(usualBot(games)),
    here: games.here ?? false,
    start: "joined",
    listed: false,
    word: "",
    beacon: false,
    hot: false,
    people: null,
    laid: {},
    scenario: null,
    help: null,
    takebacks: "all",
  }));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const game = games.games.find((one) => one.id === draft.game) ?? first;
  const board = useBoard(game.id);
  const change: Change = (part) => setDraft((now) => ({ ...now, ...part }));
  const choose = (one: GameHead) =>
    change({
      game: one.id,
      seats: firstSeats(one, draft.here ? usualBot(games) : "human"),
      options: {},
      clock: fitting(draft.clock, one.windows ?? false),
      people: null,
      laid: {},
      scenario: null,
    });
  const create = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    const mine = draft.seats.find((one) => one.who === "me");
    if (mine?.name.trim()) writePref("name", mine.name.trim());
    try {
      if (draft.here) return go(await createHere(planOf(draft, board), draft.word.trim()));
      const own = draft.people === null ? draft.seats.flatMap(({ who }, i) => (who === "me" ? [i] : [])) : [];
      // A board that is still on its way advises, too.
      const whole = await loadBoard(draft.game).catch(() => board);
      go(await createTable(planOf(draft, whole), own, draft.hot, draft.word.trim()));
    } catch (cause) {
      setBusy(false);
      if (cause instanceof ApiError) setFailure(cause);
      else throw cause;
    }
  };
  const run = draft.people !== null;
  const people = run || draft.seats.some(({ who }) => who === "human" || who === "open");
  return (
    <form class="create" onSubmit={(event) => void create(event)}>
      <fieldset class="game-choice">
        <legend>{t("game")}</legend>
        {games.games.map((one) => (
          <label key={one.id} class="check card">
            <input type="radio" name="game" checked={one.id === draft.game} onChange={() => choose(one)} />
            <span>
              <strong>{one.title}</strong>
              <small>{one.summary}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {game.lesson && (
        <p>
          {t("lesson_first")} <a href={`/learn/${game.id}`}>{t("lesson_learn")}</a>
        </p>
      )}
      <label>
        {t("table_name")}
        <input
          type="text"
          maxLength={50}
          value={draft.name}
          placeholder={game.title}
          onInput={(event) => change({ name: event.currentTarget.value })}
        />
      </label>
      {!draft.people && <WhereFields draft={draft} games={games} change={change} />}
      {game.windows && !draft.here && <MasterFields draft={draft} game={game} board={board} change={change} />}
      {!run && <SeatFields draft={draft} game={game} games={games} change={change} />}
      {people && !run && <StartFields draft={draft} change={change} />}
      {!draft.here && (people || draft.clock.kind !== "none") && (
        <div id="create-clock" class="create-part">
          <ClockFields
            clock={draft.clock}
            windows={game.windows ?? false}
            bots={botsToChoose(games.bots, game.levels).map(({ id }) => id)}
            change={(clock) => change({ clock })}
          />
          <HourFields draft={draft} board={board} change={change} />
        </div>
      )}
      {people && !draft.here && <HelpFields chosen={draft.help ?? usualHelp(draft)} change={(help) => change({ help })} />}
      {people && !draft.here && (
        <TakebackFields chosen={draft.takebacks} listed={draft.listed} change={(takebacks) => change({ takebacks })} />
      )}
      {!run && <DiceFields word={draft.word} beacon={games.beacon && !draft.here ? draft.beacon : null} change={change} />}
      <div id="create-options" class="create-part">
        <OptionFields key={game.id} draft={draft} game={game} board={board} change={change} />
      </div>
      <ScenarioFields
        key={`${game.id} scenario`}
        game={game.id}
        master={run}
        scenario={draft.scenario}
        change={(scenario) => change({ scenario })}
      />
      {failure && (
        <Message kind="bad" alert>
          {wrongOf(game, failure.body)}
        </Message>
      )}
      <p>
        <button type="submit" class="button primary large" disabled={busy}>
          <Icon name="check" /> {busy ? t("creating") : t("create")}
        </button>
      </p>
    </form>
  );
}

export function CreateView() {
  const [games, setGames] = useState<Games | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const language = lang.value;
  useEffect(() => {
    setTitle(t("create_title"));
    loadGames(language).then(setGames, (cause: unknown) => cause instanceof ApiError && setFailure(cause));
  }, [language]);
  const asked = place.value.query.get("game");
  const first = useMemo(() => games?.games.find((one) => one.id === asked) ?? games?.games[0], [games, asked]);
  return (
    <main id="content" class="page">
      <Title>{t("create_title")}</Title>
      {failure && (
        <Message kind="bad" alert>
          {failure.body.text}
        </Message>
      )}
      {games && first ? <Form games={games} first={first} /> : !failure && <Loading />}
    </main>
  );
}
