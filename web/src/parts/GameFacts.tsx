// SPDX-License-Identifier: MIT
// GameFacts.tsx - a game at a glance: a picture of its board, how many play it, how long, how hard, whether it has a lesson.
import type { GameHead } from "../api";
import { aboutGame } from "../table/games";
import { t, type Key } from "../words";

/** The board in small; nothing for a game whose folder draws none. What it shows is said beside it. */
export function GamePicture({ game }: { game: Pick<GameHead, "id" | "title"> }) {
  const picture = aboutGame(game.id)?.picture;
  return picture ? <img class="game-picture" src={picture} alt={t("picture_of", game.title)} width="400" height="224" /> : null;
}

const difficulties: readonly Key[] = ["difficulty_1", "difficulty_2", "difficulty_3"];

function Difficulty({ level }: { level: 1 | 2 | 3 }) {
  const words = t(difficulties[level - 1]!);
  return (
    <li>
      <span class="pips" aria-hidden="true">
        {[1, 2, 3].map((n) => (
          <i key={n} class={n <= level ? "full" : undefined} />
        ))}
      </span>{" "}
      <span class="hidden">{t("difficulty", words)}</span>
      <span aria-hidden="true">{words}</span>
    </li>
  );
}

export function GameFacts({ game }: { game: GameHead }) {
  const facts = aboutGame(game.id);
  const { min, max } = game.seats;
  return (
    <ul class="game-facts">
      <li>{min === max ? t("players_n", min) : t("players_range", min, max)}</li>
      {facts?.minutes && <li>{t("about_minutes", ...facts.minutes)}</li>}
      {facts?.days && <li>{t("about_days", ...facts.days)}</li>}
      {facts && <Difficulty level={facts.difficulty} />}
      {game.lesson && <li>{t("lesson_ready")}</li>}
    </ul>
  );
}
