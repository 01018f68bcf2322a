// SPDX-License-Identifier: MIT
// Help.tsx - how to read and play here, the keys, the rules of each game, and whose work this page stands on.
import { useEffect, useState } from "preact/hooks";
import { setTitle } from "../alerts";
import type { GameInfo, Games } from "../api";
import { Title } from "../parts/basic";
import { SeatMark } from "../parts/SeatMark";
import { ShortcutTable } from "../parts/ShortcutList";
import { Settings } from "../parts/TableMenu";
import { go, place } from "../route";
import { loadGame, loadGames } from "../table/games";
import { lang, t, type Key } from "../words";

const tableKeys: readonly { readonly key: string; readonly says: Key }[] = [
  { key: "?", says: "key_help" },
  { key: "d", says: "key_decide" },
  { key: "n", says: "key_next" },
  { key: "b", says: "key_previous" },
  { key: "p", says: "key_play" },
  { key: "Escape", says: "key_escape" },
  { key: "u", says: "key_undo" },
  { key: "s", says: "key_skip" },
  { key: "w", says: "key_away" },
  { key: "t", says: "key_text" },
  { key: "m", says: "key_mat" },
  { key: "l", says: "key_log" },
  { key: "g", says: "key_seats" },
  { key: "c", says: "key_chat" },
  { key: "r", says: "key_replay" },
];
const lessonKeys: readonly { readonly key: string; readonly says: Key }[] = [
  { key: "m", says: "key_onwards" },
  { key: "ArrowLeft", says: "lesson_back" },
  { key: "ArrowRight", says: "lesson_forward" },
  { key: "Home", says: "lesson_again" },
];
const replayKeys: readonly { readonly key: string; readonly says: Key }[] = [
  { key: "ArrowLeft", says: "replay_back" },
  { key: "ArrowRight", says: "replay_forward" },
  { key: "Home", says: "replay_first" },
  { key: "End", says: "replay_last" },
  { key: " ", says: "replay_play" },
];

function Rules({ game }: { game: string }) {
  const [info, setInfo] = useState<GameInfo | null>(null);
  const [wanted, setWanted] = useState("");
  const language = lang.value;
  useEffect(() => {
    setInfo(null);
    loadGame(game, language).then(setInfo, () => undefined);
  }, [game, language]);
  if (!info) return null;
  const words = wanted.trim().toLowerCase();
  const found = words ? info.rules.filter((one) => `${one.rule} ${one.text}`.toLowerCase().includes(words)) : info.rules;
  return (
    <section>
      <h2>{t("rules_of", info.title)}</h2>
      {info.lesson && (
        <p>
          <a class="button" href={`/learn/${game}`}>
            {t("lesson_learn")}
          </a>
        </p>
      )}
      <label>
        {t("rules_search")}
        <input type="search" value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
      </label>
      <p class="soft" role="status">
        {t("rules_found", found.length)}
      </p>
      <dl class="rules">
        {found.map((one) => (
          <div key={one.rule} id={one.rule}>
            <dt>{one.rule}</dt>
            <dd>{one.text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function RulesChooser() {
  const [games, setGames] = useState<Games | null>(null);
  const language = lang.value;
  const chosen = place.value.query.get("game") ?? "";
  useEffect(() => void loadGames(language).then(setGames, () => undefined), [language]);
  return (
    <>
      <h2>{t("rules")}</h2>
      <p class="row">
        {games?.games.map((game) => (
          <button
            key={game.id}
            type="button"
            class="button"
            aria-pressed={game.id === chosen}
            onClick={() => go(`/help?game=${game.id}`, { quiet: true })}
          >
            {game.title}
          </button>
        ))}
      </p>
      {chosen && <Rules game={chosen} />}
    </>
  );
}

export function HelpView() {
  useEffect(() => setTitle(t("help")), [lang.value]);
  return (
    <main id="content" class="page help">
      <Title>{t("help")}</Title>
      <h2>{t("help_play")}</h2>
      <ul>
        <li>{t("help_tap")}</li>
        <li>{t("help_why")}</li>
        <li>{t("help_odds")}</li>
        <li>{t("help_undo")}</li>
        <li>{t("help_text")}</li>
        <li>{t("help_link")}</li>
        <li>{t("help_dice")}</li>
      </ul>
      <h2>{t("help_seats")}</h2>
      <p>{t("help_seats_says")}</p>
      <p class="seat-marks">
        {["A", "B", "C", "D", "E", "F"].map((seat) => (
          <SeatMark key={seat} seat={seat} label={t("seat_named", seat)} />
        ))}
        <SeatMark seat={null} label={t("nobody")} />
      </p>
      <h2>{t("shortcuts")}</h2>
      <p>{t("keys_tab")}</p>
      <h3>{t("keys_table")}</h3>
      <ShortcutTable list={tableKeys} />
      <h3>{t("lesson")}</h3>
      <ShortcutTable list={lessonKeys} />
      <h3>{t("replay")}</h3>
      <ShortcutTable list={replayKeys} />
      <h2>{t("settings")}</h2>
      <Settings />
      <RulesChooser />
      <h2>{t("credits")}</h2>
      <ul>
        <li>{t("credits_map")}</li>
        <li>
          {t("credits_libraries")}{" "}
          <a href="licences.txt" target="_blank" rel="noreferrer">
            {t("credits_licences")}
          </a>
        </li>
      </ul>
    </main>
  );
}
