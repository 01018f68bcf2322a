// SPDX-License-Identifier: MIT
// Result.tsx - the end of a match: who came where, in numbers and by which rule; the chances as they went; where to go from here.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Result as Ended, Seat, State } from "../api";
import { isHere } from "../here/id";
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

function Places({ state, result }: { state: State; result: Ended }) {
  const { columns = [], rows = {}, decided = null } = result;
  const places = [...state.seats].sort((a, b) => (result.places[a.seat] ?? 99) - (result.places[b.seat] ?? 99));
  const won = (seat: Seat): boolean => result.places[seat.seat] === 1;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t("result_table")}>
      <table class="result-places">
        <thead>
          <tr>
            <th scope="col">{t("result_place")}</th>
            <th scope="col">{t("result_player")}</th>
            {columns.map((column, i) => (
              <th key={column} scope="col" class={i === decided ? "decided" : ""}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map((seat) => (
            <tr key={seat.seat} class={won(seat) ? "winner" : ""}>
              <td class="result-place">{result.places[seat.seat] ?? "–"}</td>
              <th scope="row">
                <span class="result-seat">
                  <SeatMark seat={seat.seat} /> {seatTitle(seat)}
                  {seat.seat === state.you && <span class="tag">{t("seat_you")}</span>}
                </span>
              </th>
              {(rows[seat.seat] ?? []).map((value, i) => (
                <td key={columns[i]} class={i === decided ? "decided" : ""}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The rule that decided, and which of the numbers made the difference. */
function Decided({ table, result }: { table: TableStore; result: Ended }) {
  const { rule, columns = [], decided = null } = result;
  const info = table.game.value;
  const text = info?.rules.find((one) => one.rule === rule)?.text;
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

/** The chances of all seats over the match, small; computed by the server when the match is over, which takes it some seconds. */
function Chances({ match }: { match: string }) {
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
        {review.seats.map((seat, index) => (
          <g key={seat.seat} data-seat={seatKey(seat.seat)}>
            <polyline
              class="chance"
              stroke-dasharray={dashes[seatIndex(seat.seat) % dashes.length]}
              points={curve(review, index).map(point).join(" ")}
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
  const save = () => void saveTranscript(table.match, table.who()).catch((cause: unknown) => table.tell(cause));
  return (
    <>
      {result.text && <p class="result-who">{result.text}</p>}
      <Places state={state} result={result} />
      <Decided table={table} result={result} />
      <Chances match={table.match} />
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
