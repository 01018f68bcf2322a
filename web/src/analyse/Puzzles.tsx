// SPDX-License-Identifier: MIT
// Puzzles.tsx - the dearest mistakes of one's own matches, as puzzles: they stay in this browser.
import { useEffect } from "preact/hooks";
import { setTitle } from "../alerts";
import { SeatMark } from "../parts/SeatMark";
import { IconButton, Title } from "../parts/basic";
import { decimal, lang, t } from "../words";
import { w } from "./say";
import { Amount } from "./amount";
import { dropPuzzle, puzzles, type Puzzle } from "./collection";

function Row({ puzzle }: { puzzle: Puzzle }) {
  const { id, name, seat, ply, cost, best, found } = puzzle;
  return (
    <li data-puzzle={id}>
      <SeatMark seat={seat} label={seat} />
      <span>
        <strong>{name}</strong> · {w("puzzle_at", ply)} · <span class="soft">{found}</span>
        <br />
        {w("puzzle_cost", decimal(100 * cost))} {best !== null && <>{w("puzzle_best")} <Amount part={best} /></>}
      </span>
      <a class="button" href={`/analyse?puzzle=${encodeURIComponent(id)}`}>
        {best === null ? w("puzzle_solve") : w("puzzle_again")}
      </a>
      <IconButton icon="close" label={w("puzzle_drop")} onClick={() => dropPuzzle(id)} />
    </li>
  );
}

export function PuzzlesView() {
  useEffect(() => setTitle(t("puzzles_title")), [lang.value]);
  const list = [...puzzles.value].reverse();
  return (
    <main id="content" class="page review">
      <Title>{t("puzzles_title")}</Title>
      <p>{w("puzzles_say")}</p>
      {list.length === 0 ? (
        <p class="soft">{w("puzzles_none")}</p>
      ) : (
        <ul class="review-list puzzles">
          {list.map((puzzle) => (
            <Row key={puzzle.id} puzzle={puzzle} />
          ))}
        </ul>
      )}
    </main>
  );
}
