// SPDX-License-Identifier: MIT
// Result.tsx - the end of a match: who came where, in numbers and by which rule; the chances as they went; where to go from here.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { GameInfo, Result as Ended, Seat, State } from "../api";
import { isHere } from "../here/id";
import { loadPlayed } from "../table/games";
import { rematch } from "../table/rematch";
import { curve, ReviewStore } from "../table/review";
import type { TableStore } from "../table/store";
import { go } from "../route";
import { seatIndex, seatKey } from "../seat";
import { lang, t } from "../words";
import { Icon, LinkField } from "./basic";
import { RuleLink } from "./Rule";
import { SeatMark } from "./SeatMark";
import { seatTitle } from "./people";
import { saveTranscript } from "./WordsBoard";

/** How each seat's line is drawn: a colour alone tells nobody. */
export const dashes: readonly string[] = ["", "9 4", "2 4", "12 4 2 4", "5 3", "1 3"];

/** Those who came to a place together: a side with its name, or one seat. */
interface Placed {
  readonly place: number;
  readonly name: string | null;
  readonly seats: readonly Seat[];
  readonly row: readonly number[];
}

/** Who came where, best first. Seats that play together are one. */
function placed({ seats, sides }: State, { places, rows = {} }: Ended): readonly Placed[] {
  const together = sides?.filter((side) => side.seats.length > 1).length ? sides : seats.map(({ seat }) => ({ name: null, seats: [seat] }));
  return together
    .map(({ name, seats: letters }) => ({
      place: places[letters[0]!] ?? 99,
      name: name ?? null,
      seats: seats.filter(({ seat }) => letters.includes(seat)),
      row: rows[letters[0]!] ?? [],
    }))
    .sort((a, b) => a.place - b.place);
}

/** Who that is: a seat with its name, or a side with the marks of its seats. */
function Who({ who, you }: { who: Placed; you: string | null }) {
  const own = who.seats.some(({ seat }) => seat === you);
  return (
    <span class="result-seat">
      {who.seats.map(({ seat }) => (
        <SeatMark key={seat} seat={seat} {...(who.name === null ? {} : { label: seat })} />
      ))}{" "}
      <span>{who.name ?? seatTitle(who.seats[0]!)}</span>
      {own && <span class="tag">{t("seat_you")}</span>}
    </span>
  );
}

const manyColumns = 6; // as many would not stand beside each other: those who came somewhere do

function Places({ all, you, result }: { all: readonly Placed[]; you: string | null; result: Ended }) {
  const { columns = [], decided = null } = result;
  const won = ({ place }: Placed): string => (place === 1 ? "winner" : "");
  const mark = (i: number): string => (i === decided ? "decided" : "");
  const placeOf = ({ place }: Placed) => (place > all.length ? "–" : place);
  const key = ({ seats }: Placed): string => seats[0]!.seat;
  return (
    <div class="scroll result-table" tabIndex={0} role="region" aria-label={t("result_table")}>
      {columns.length < manyColumns ? (
        <table class="result-places">
          <thead>
            <tr>
              <th scope="col">{t("result_place")}</th>
              <th scope="col">{t("result_player")}</th>
              {columns.map((column, i) => (
                <th key={column} scope="col" class={mark(i)}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {all.map((one) => (
              <tr key={key(one)} class={won(one)}>
                <td class="result-place">{placeOf(one)}</td>
                <th scope="row">
                  <Who who={one} you={you} />
                </th>
                {one.row.map((value, i) => (
                  <td key={columns[i]} class={mark(i)}>
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <table class="result-places tall">
          <thead>
            <tr>
              <td />
              {all.map((one) => (
                <th key={key(one)} scope="col" class={won(one)}>
                  <span class="result-place">{placeOf(one)}</span> <Who who={one} you={you} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map((column, i) => (
              <tr key={column} class={mark(i)}>
                <th scope="row">{column}</th>
                {all.map((one) => (
                  <td key={key(one)} class={won(one)}>
                    {one.row[i]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** The rule that decided, and which of the numbers made the difference. */
function Decided({ table, result }: { table: TableStore; result: Ended }) {
  const { rule, columns = [], decided = null } = result;
  const info = table.game.value;
  const id = info?.id;
  const language = lang.value;
  const [played, setPlayed] = useState<GameInfo | null>(null); // rules have the numbers of this match: its target, for example
  useEffect(() => {
    if (id) loadPlayed(id, language).then(setPlayed, () => undefined);
  }, [id, language]);
  const text = played?.rules.find((one) => one.rule === rule)?.text;
  if (!rule || !info) return null;
  return (
    <p class="soft">
      {decided !== null && decided > 0 && <strong>{t("result_decided", columns[decided] ?? "")} </strong>}
      {text} <RuleLink game={info.id} rule={rule} />
    </p>
  );
}

const wide = 320;
const high = 84;

/** The chances of those who came somewhere, small; they take some seconds to be computed. */
function Chances({ match, lines }: { match: string; lines: readonly Placed[] }) {
  const store = useMemo(() => new ReviewStore(match), [match]);
  useEffect(() => {
    void store.load(lang.peek());
    return () => store.stop();
  }, [store]);
  const review = store.review.value;
  const coming = store.coming.value;
  if (store.failed.value) return null;
  if (!review)
    return (
      <p class="soft result-chances" role="status">
        {t("result_chances_coming")}{" "}
        {coming && <progress max={coming.all || 1} value={coming.done} aria-label={t("result_chances_coming")} />}
      </p>
    );
  const last = review.plies.length || 1;
  const point = ([ply, value]: readonly [number, number]): string =>
    `${((ply / last) * wide).toFixed(1)},${((1 - value) * (high - 6) + 3).toFixed(1)}`;
  return (
    <figure class="result-chances">
      <svg viewBox={`0 0 ${wide} ${high}`} preserveAspectRatio="none" role="img" aria-label={t("result_chances")}>
        <line class="grid" x1="0" x2={wide} y1={high / 2} y2={high / 2} />
        {lines.map(({ seats: [first, ...others] }) => (
          <g key={first!.seat} data-seat={seatKey(first!.seat)}>
            <polyline
              class="chance"
              stroke-dasharray={dashes[seatIndex(first!.seat) % dashes.length]}
              points={curve(review, [first!, ...others].map(({ seat }) => review.seats.findIndex((one) => one.seat === seat)))
                .map(point)
                .join(" ")}
            />
          </g>
        ))}
      </svg>
      <figcaption class="soft">{t("result_chances")}</figcaption>
    </figure>
  );
}

/** The result of a match: who came where and why, and where to go from here. */
export function Result({ table }: { table: TableStore }) {
  const [busy, setBusy] = useState(false);
  const [share, setShare] = useState(false);
  const state = table.shown.value;
  const result = state?.result;
  if (!state || !result) return null;
  const again = async () => {
    setBusy(true);
    try {
      go(await rematch(state));
    } catch (cause) {
      table.tell(cause);
    } finally {
      setBusy(false);
    }
  };
  const all = placed(state, result);
  const save = () => void saveTranscript(table.match, table.who()).catch((cause: unknown) => table.tell(cause));
  return (
    <>
      {result.text && <p class="result-who">{result.text}</p>}
      <Places all={all} you={state.you} result={result} />
      <Decided table={table} result={result} />
      <Chances match={table.match} lines={all} />
      <div class="row">
        <button type="button" class="button primary" disabled={busy} onClick={() => void again()}>
          {t("rematch")}
        </button>
        <a class="button" href={`/m/${table.match}?review=1`}>
          <Icon name="curve" /> {t("result_analyse")}
        </a>
        <a class="button" href={`/m/${table.match}?ply=0`}>
          <Icon name="play" /> {t("result_replay")}
        </a>
        {!isHere(table.match) && (
          <button type="button" class="button" aria-expanded={share} onClick={() => setShare(!share)}>
            <Icon name="share" /> {t("share")}
          </button>
        )}
      </div>
      {share && <LinkField url={`${location.origin}/m/${table.match}`} label={t("share")} title={result.text} />}
      <p class="result-more">
        <a class="button small" href={`/analyse?m=${table.match}`}>{t("analyse_title")}</a>
        <a class="button small" href={`/verify?match=${table.match}`}>{t("verify_dice")}</a>
        <button type="button" class="button small" onClick={save}>
          {t("save_file")}
        </button>
      </p>
    </>
  );
}

/** The result over the board, until the viewer closes it; then it stands in the sheet alone. */
export function ResultCard({ table }: { table: TableStore }) {
  const state = table.shown.value;
  if (state?.status !== "over" || !state.result || table.resultClosed.value) return null;
  return (
    <section class="result" aria-label={t("result")}>
      <button
        type="button"
        class="icon-button result-close"
        aria-label={t("close")}
        onClick={() => (table.resultClosed.value = true)}
      >
        <Icon name="close" />
      </button>
      <h2>{t("result")}</h2>
      <Result table={table} />
    </section>
  );
}
