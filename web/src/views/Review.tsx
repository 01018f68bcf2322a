// SPDX-License-Identifier: MIT
// Review.tsx - a match that is over, looked at again: who was winning when, what the dice did, which choices cost most.
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { setTitle } from "../alerts";
import { collect } from "../analyse/collection";
import { ApiError, apiText } from "../api";
import { tokenToLook } from "../device";
import { hasEngine } from "../engine/client";
import { isHere } from "../here/id";
import { lazy } from "../lazy";
import { Icon, Loading, Title } from "../parts/basic";
import { dashes } from "../parts/Result";
import { seatTitle } from "../parts/people";
import { SeatMark } from "../parts/SeatMark";
import { seatIndex, seatKey } from "../seat";
import { ReviewStore, curve, rounds, swings, type Review, type ReviewMove, type ReviewSeat, type Swing } from "../table/review";
import { decimal, lang, percent, sayingOf, t } from "../words";
import { en, it } from "../words/review";
import { Trouble } from "./Trouble";

const w = sayingOf({ en, it });
const Explain = lazy(() => import("../parts/Explain").then((part) => part.Explain), { part: true });

/** Hundredths of a win, with their sign. */
const points = (share: number) => decimal(100 * share);
const signed = (share: number) => (share > 0 ? "+" : "") + decimal(100 * share);

function momentLink(match: string, ply: number): string {
  return `/m/${match}?ply=${ply}&as=all`;
}

/** How wide the curve is drawn: a phone's is not a desk's made small. */
function useWidth(): number {
  const [narrow, setNarrow] = useState(() => phone.matches);
  useEffect(() => {
    const change = () => setNarrow(phone.matches);
    phone.addEventListener("change", change);
    return () => phone.removeEventListener("change", change);
  }, []);
  return narrow ? 360 : 720;
}

// ---- The curve ----------------------------------------------------------------------------------------------------------------------

const high = 260;
const left = 40;
const right = 26;
const top = 10;
const bottom = 26;
const phone = matchMedia("(max-width: 36rem)");

const yOf = (value: number) => top + (1 - value) * (high - top - bottom);

function Curve({ review, match }: { review: Review; match: string }) {
  const last = review.plies.length;
  const wide = useWidth();
  const xOf = (ply: number) => left + (last ? ply / last : 0) * (wide - left - right);
  const marked = [...review.mistakes].sort((one, other) => one.ply - other.ply);
  return (
    <figure class="review-curve">
      <svg viewBox={`0 0 ${wide} ${high}`} role="img" aria-label={w("curve_says")}>
        {[0, 0.25, 0.5, 0.75, 1].map((value) => (
          <g key={value}>
            <line class="grid" x1={left} x2={wide - right} y1={yOf(value)} y2={yOf(value)} />
            <text class="axis" x={left - 6} y={yOf(value)} text-anchor="end" dominant-baseline="central">
              {percent(value, 0)}
            </text>
          </g>
        ))}
        {rounds(review).map((round) => (
          <g key={round.ply}>
            <line class="grid round" x1={xOf(round.ply)} x2={xOf(round.ply)} y1={top} y2={high - bottom} />
            {round.told && (
              <text class="axis" x={xOf(round.ply) + 3} y={high - bottom + 15}>
                {round.round}
              </text>
            )}
          </g>
        ))}
        {review.seats.map((seat, index) => (
          <g key={seat.seat} data-seat={seatKey(seat.seat)}>
            <polyline
              class="chance"
              stroke-dasharray={dashes[seatIndex(seat.seat) % dashes.length]}
              points={curve(review, [index])
                .map(([ply, value]) => `${xOf(ply).toFixed(1)},${yOf(value).toFixed(1)}`)
                .join(" ")}
            />
          </g>
        ))}
        {ends(review).map(({ seat, y }) => (
          <text key={seat} data-seat={seatKey(seat)} class="chance-end" x={wide - right + 6} y={y} dominant-baseline="central">
            {seat}
          </text>
        ))}
        {marked.map((mistake) => (
          <Mark key={mistake.ply} review={review} ply={mistake.ply} x={xOf(mistake.ply)} />
        ))}
      </svg>
      <figcaption class="soft">
        {w("curve_says")} <a href={momentLink(match, 0)}>{t("replay")}</a>
      </figcaption>
    </figure>
  );
}

/** The letters at the right, none over another. */
function ends(review: Review): { seat: string; y: number }[] {
  const least = 15;
  const list = review.seats
    .map((seat, index) => ({ seat: seat.seat, y: yOf(review.plies.at(-1)?.value[index] ?? review.start[index] ?? 0) }))
    .sort((one, other) => one.y - other.y);
  for (let i = 1; i < list.length; i++) list[i]!.y = Math.max(list[i]!.y, list[i - 1]!.y + least);
  const over = (list.at(-1)?.y ?? 0) - (high - bottom);
  if (over > 0)
    for (let i = list.length - 1; i >= 0; i--)
      list[i]!.y = Math.min(list[i]!.y, i === list.length - 1 ? high - bottom : list[i + 1]!.y - least);
  return list;
}

/** A mistake on the curve of who made it, by its rank. */
function Mark({ review, ply, x }: { review: Review; ply: number; x: number }) {
  const rank = review.mistakes.findIndex((mistake) => mistake.ply === ply);
  const seat = review.seats.findIndex((one) => one.seat === review.mistakes[rank]?.seat);
  const y = yOf(review.plies[ply - 1]?.value[seat] ?? 0);
  return (
    <g class="mistake-mark">
      <circle cx={x} cy={y} r="8.5" />
      <text x={x} y={y} text-anchor="middle" dominant-baseline="central">
        {rank + 1}
      </text>
    </g>
  );
}

/** The same as a table: chances at the end of each round. */
function CurveTable({ review }: { review: Review }) {
  return (
    <details class="card">
      <summary>{w("as_table")}</summary>
      <div class="scroll">
        <table class="review-table">
          <thead>
            <tr>
              <th scope="col">{w("round_end")}</th>
              {review.seats.map((seat) => (
                <th key={seat.seat} scope="col">
                  {seat.seat}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rounds(review).map((round) => (
              <tr key={round.ply}>
                <th scope="row">{round.round}</th>
                {round.end.map((value, index) => (
                  <td key={review.seats[index]?.seat}>{percent(value, 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

// ---- Luck and skill -------------------------------------------------------------------------------------------------------------------

function luckWords(percentile: number): string {
  if (percentile < 10) return w("luck_very_bad");
  if (percentile < 30) return w("luck_bad");
  if (percentile <= 70) return w("luck_fair");
  return percentile <= 90 ? w("luck_good") : w("luck_very_good");
}

function SeatCard({ seat }: { seat: ReviewSeat }) {
  const each = seat.choices ? seat.cost / seat.choices : 0;
  return (
    <li class="card review-seat" data-seat={seatKey(seat.seat)}>
      <h3>
        <SeatMark seat={seat.seat} /> {seatTitle(seat)}
      </h3>
      <p>
        <strong>{w("luck", signed(seat.luck))}</strong> {luckWords(seat.percentile)}
      </p>
      <div class="luck-bar" aria-hidden="true">
        <span style={{ insetInlineStart: `${seat.percentile}%` }} />
      </div>
      <p class="soft">{w("percentile", decimal(seat.percentile, 0))}</p>
      <p>
        <strong>{w("cost", points(seat.cost), points(seat.noise))}</strong>{" "}
        {w("choices", seat.choices, decimal(100 * each, 2))}
      </p>
    </li>
  );
}

function Words({ move }: { move: ReviewMove }) {
  return <q>{move.words || move.text}</q>;
}

/** The dearest choices; what a bot would have done instead, and why, is thought when it is asked for. */
function Mistakes({ review, match }: { review: Review; match: string }) {
  const [asked, setAsked] = useState(0);
  if (review.mistakes.length === 0) return <p class="soft">{w("no_mistakes")}</p>;
  return (
    <ol class="review-list">
      {review.mistakes.map((mistake) => (
        <li key={mistake.ply}>
          <SeatMark seat={mistake.seat} label={mistake.seat} />
          <span>
            <Words move={mistake.played} /> – {w("better")} <Words move={mistake.better} />
          </span>
          <strong>{w("mistake_cost", points(mistake.cost), points(mistake.noise))}</strong>
          <a href={momentLink(match, mistake.ply - 1)}>{w("see", mistake.ply)}</a>
          {hasEngine() && <a href={`/analyse?m=${match}&ply=${mistake.ply - 1}&try=1`}>{w("try")}</a>}
          {!isHere(match) && asked !== mistake.ply && (
            <button type="button" class="button small" onClick={() => setAsked(mistake.ply)}>
              {t("explain")}
            </button>
          )}
          {asked === mistake.ply && <Explain address={`/matches/${match}`} token={tokenToLook(match)} at={mistake.ply} />}
        </li>
      ))}
    </ol>
  );
}

function Luck({ swing }: { swing: Swing }): JSX.Element {
  return (
    <span class="review-luck">
      {swing.luck.map(({ seat, luck }) => (
        <span key={seat} data-seat={seatKey(seat)} class={luck > 0 ? "up" : "down"}>
          <span class="seat-name">{seat}</span> {signed(luck)}
        </span>
      ))}
    </span>
  );
}

function Battles({ review, match }: { review: Review; match: string }) {
  const list = swings(review, 8);
  if (list.length === 0) return <p class="soft">{w("no_swings")}</p>;
  return (
    <ol class="review-list">
      {list.map((swing) => (
        <li key={swing.battle.first}>
          {swing.battle.seat ? <SeatMark seat={swing.battle.seat} label={swing.battle.seat} /> : <Icon name="dice" />}
          <span>
            {swing.battle.decision ? <Words move={swing.battle.decision} /> : w("throw")}{" "}
            <span class="soft">{w("round", swing.battle.round)}</span>
          </span>
          <Luck swing={swing} />
          <a href={momentLink(match, swing.battle.last)}>{w("see", swing.battle.first)}</a>
        </li>
      ))}
    </ol>
  );
}

// ---- The view ------------------------------------------------------------------------------------------------------

function Coming({ done, all }: { done: number; all: number }) {
  return (
    <div class="card" role="status">
      <p>{w("coming")}</p>
      <progress max={all || 1} value={done} aria-label={w("coming")} />
    </div>
  );
}

function Body({ review, match }: { review: Review; match: string }) {
  return (
    <>
      <Curve review={review} match={match} />
      <CurveTable review={review} />
      <section aria-labelledby="review-seats">
        <h2 id="review-seats">{w("luck_and_skill")}</h2>
        <ul class="review-seats">
          {review.seats.map((seat) => (
            <SeatCard key={seat.seat} seat={seat} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="review-mistakes">
        <h2 id="review-mistakes">{w("mistakes")}</h2>
        <Mistakes review={review} match={match} />
        {hasEngine() && (
          <p>
            <a href="/puzzles">{t("puzzles_title")}</a>
          </p>
        )}
      </section>
      <section aria-labelledby="review-battles">
        <h2 id="review-battles">{w("battles")}</h2>
        <Battles review={review} match={match} />
      </section>
      <p class="soft review-how">{w("how", review.samples)}</p>
    </>
  );
}

/** One's own mistakes become puzzles, once. */
function useCollecting(store: ReviewStore): void {
  const [review, seats] = [store.review.value, store.own.value];
  useEffect(() => {
    if (!review || seats.length === 0 || !hasEngine()) return;
    apiText(`/matches/${store.match}/transcript`, { token: tokenToLook(store.match) })
      .then((transcript) => collect(store.match, store.name.peek(), review, seats, transcript))
      .catch((cause: unknown) => {
        if (!(cause instanceof ApiError)) throw cause; // A server that is gone: the next time, then.
      });
  }, [review, seats]);
}

export function ReviewView({ match }: { match: string }) {
  const store = useMemo(() => new ReviewStore(match), [match]);
  useEffect(() => {
    void store.load(lang.value);
    return () => store.stop();
  }, [store, lang.value]);
  useCollecting(store);
  useEffect(() => setTitle(t("review"), store.name.value), [store.name.value, lang.value]);
  if (store.failed.value) return <Trouble failure={store.failed.value} />;
  const { review, coming } = { review: store.review.value, coming: store.coming.value };
  return (
    <main id="content" class="page review">
      <p class="way-back">
        <a href={`/m/${match}`}>
          <Icon name="back" /> {store.name.value || t("to_table")}
        </a>
      </p>
      <Title>{t("review")}</Title>
      {review ? <Body review={review} match={match} /> : coming ? <Coming {...coming} /> : <Loading />}
    </main>
  );
}
