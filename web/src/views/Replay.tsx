// SPDX-License-Identifier: MIT
// Replay.tsx - a match looked back at: a scrubber, keys, an address that can be shared, and whose eyes one looks through.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { setTitle } from "../alerts";
import { prefs, writePref } from "../device";
import { isHere } from "../here/id";
import { hasEngine } from "../engine/client";
import { useShortcuts } from "../keys";
import { ThrowStage } from "../parts/Dice";
import { Ruled } from "../parts/Rule";
import { RemarkFields } from "../parts/RemarkFields";
import { SeatsView } from "../parts/Seats";
import { DiceRow } from "../parts/Dice";
import { WordsBoard } from "../parts/WordsBoard";
import { Icon, IconButton, LinkField, Loading } from "../parts/basic";
import { roomy } from "../parts/Sheet";
import { ViewSwitch } from "../parts/ViewSwitch";
import { seatTitle } from "../parts/people";
import { SeatMark, seatIndex } from "../parts/SeatMark";
import { place, hrefOf } from "../route";
import { gather, linesOf } from "../table/story";
import { ReplayStore, type Stride } from "../table/replay";
import { lang, sayingOf, t } from "../words";
import { en, it, type ReplayKey } from "../words/replay";
import { Trouble } from "./Trouble";

const w = sayingOf({ en, it });

const longestSaid = 300; // letters of a comment in an address

/** What somebody else says about this moment, by the link that they sent; "": nothing. */
function saidOf(replay: ReplayStore): string {
  const { query } = place.value;
  return query.get("ply") === String(replay.ply.value) ? (query.get("say") ?? "").slice(0, longestSaid) : "";
}

/** Of the moment that is shown, with what is said about it. `own`: rather what one says about it oneself, to show it to others. */
function addressOf(replay: ReplayStore, own = false): string {
  const ply = replay.ply.value;
  const query = new URLSearchParams({ ply: String(ply) });
  if (replay.eyes.value !== null) query.set("as", replay.eyes.value);
  const remark = own && replay.counted ? replay.remarks.value.find((one) => one.ply === ply) : null;
  const says = remark ? `${remark.mark} ${remark.comment}`.trim().slice(0, longestSaid) : saidOf(replay);
  if (says) query.set("say", says);
  return `/m/${replay.match}?${query}`;
}

/** The address follows where one is, without filling the history. */
function useAddress(replay: ReplayStore): void {
  const address = addressOf(replay);
  const ready = replay.shown.value !== null;
  useEffect(() => {
    if (!ready) return;
    const timer = setTimeout(() => history.replaceState(null, "", hrefOf(address)), 150);
    return () => clearTimeout(timer);
  }, [address, ready]);
}

function Eyes({ replay }: { replay: ReplayStore }) {
  const state = replay.now.value!;
  if (state.status !== "over") return null;
  return (
    <label class="eyes">
      <span>{t("eyes")}</span>
      <select value={replay.eyes.value ?? ""} onChange={(event) => void replay.lookThrough(event.currentTarget.value || null)}>
        <option value="">{t("eyes_own")}</option>
        <option value="all">{t("eyes_all")}</option>
        <option value="none">{t("eyes_none")}</option>
        {state.seats.map((seat) => (
          <option key={seat.seat} value={seat.seat}>
            {seatTitle(seat)}
          </option>
        ))}
      </select>
    </label>
  );
}

const strides: readonly Stride[] = ["ply", "step", "round"];

/** What a stride is called: games that people play over days have windows and days, others phases and turns. */
const strideKeys: Readonly<Record<Stride, readonly [phases: ReplayKey, windows: ReplayKey]>> = {
  ply: ["stride_ply", "stride_ply"],
  step: ["stride_step_phase", "stride_step_window"],
  round: ["stride_round_phase", "stride_round_window"],
};

/** The strides that the game has headings for. */
const stridesOf = ({ info }: ReplayStore): readonly Stride[] =>
  strides.filter((stride) => stride === "ply" || info.events.some(({ role }) => role === stride));

function StrideField({ replay }: { replay: ReplayStore }) {
  const all = stridesOf(replay);
  if (all.length < 2) return null;
  return (
    <label class="stride">
      <span class="hidden">{w("stride")}</span>
      <select value={replay.stride.value} onChange={(event) => (replay.stride.value = event.currentTarget.value as Stride)}>
        {all.map((stride) => (
          <option key={stride} value={stride}>
            {w(strideKeys[stride][replay.info.windows ? 1 : 0])}
          </option>
        ))}
      </select>
    </label>
  );
}

function Controls({ replay }: { replay: ReplayStore }) {
  const { ply, last } = replay;
  const go = (to: number) => (replay.pause(), void replay.go(to));
  const step = (by: 1 | -1) => (replay.pause(), void replay.step(by));
  const single = replay.stride.value === "ply";
  const here = [t("ply_of", ply.value, last.value), ...replay.under.value].join(", ");
  return (
    <div class="replay-controls">
      <IconButton icon="first" label={t("replay_first")} onClick={() => go(0)} disabled={ply.value === 0} />
      <IconButton
        icon="back"
        label={single ? t("replay_back") : w("heading_back")}
        onClick={() => step(-1)}
        disabled={ply.value === 0}
      />
      <IconButton
        icon={replay.playing.value ? "pause" : "play"}
        label={replay.playing.value ? t("replay_pause") : t("replay_play")}
        onClick={() => replay.run()}
      />
      <IconButton
        icon="forward"
        label={single ? t("replay_forward") : w("heading_on")}
        onClick={() => step(1)}
        disabled={ply.value >= last.value}
      />
      <IconButton icon="last" label={t("replay_last")} onClick={() => go(last.value)} disabled={ply.value >= last.value} />
      <StrideField replay={replay} />
      <label class="scrubber">
        <span class="hidden">{t("replay_ply")}</span>
        <input
          type="range"
          min="0"
          max={last.value}
          value={ply.value}
          aria-valuetext={here}
          onInput={(event) => go(Number(event.currentTarget.value))}
        />
      </label>
      <output>{t("ply_of", ply.value, last.value)}</output>
      <p class="replay-under">{replay.under.value.join(" · ")}</p>
    </div>
  );
}

function Story({ replay }: { replay: ReplayStore }) {
  const lines = gather(replay.story().flatMap(linesOf), replay.board.value !== null).slice(-60);
  const at = replay.ply.value;
  const box = useRef<HTMLDivElement>(null);
  const game = replay.game.value?.id ?? "";
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [at, lines.length]);
  if (lines.length === 0) return at === 0 ? <p class="soft log-none">{t("replay_begins", replay.last.value)}</p> : null;
  return (
    <div class="log scroll" ref={box} tabIndex={0} role="region" aria-label={t("log")}>
      <ol class="log-lines">
        {lines.map((line) => (
          <li key={line.key} class={`log-${line.kind} ${line.quiet ? "quiet" : ""} ${line.ply === at ? "current" : ""}`}>
            {line.kind === "line" &&
              (seatIndex(line.seat) >= 0 ? <SeatMark seat={line.seat} /> : <span class="log-chance" aria-hidden="true" />)}
            <span class="log-words">
              {line.dice && (
                <>
                  <DiceRow faces={line.dice[0]} side={0} /> <DiceRow faces={line.dice[1]} side={1} />{" "}
                </>
              )}
              <Ruled text={line.words} game={game} />
            </span>
            <button type="button" class="log-ply" onClick={() => void replay.go(line.ply)} aria-label={t("log_to", line.ply)}>
              {line.ply}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

function ReplayBoard({ replay }: { replay: ReplayStore }) {
  const board = replay.board.value;
  const Map = board?.days?.Retold ?? board?.Map ?? (() => null);
  const text = prefs.value.text;
  const point = {
    address: `/matches/${replay.match}`,
    who: replay.who(),
    ply: replay.ply.value,
    at: replay.ply.value,
    as: replay.eyes.value ?? undefined,
  };
  return (
    <section class={text ? "table-board as-text" : "table-board"} aria-label={t("board")}>
      {!board && (
        <div class="words-boards">
          <WordsBoard point={point} what={text ? "places" : "board"} label={t("board")} />
        </div>
      )}
      {board &&
        (text ? (
          <div class="places scroll">
            <board.Places table={replay} />
          </div>
        ) : (
          <Map table={replay} />
        ))}
      <ThrowStage fallen={replay.fallen.value} busy={false} onSkip={() => (replay.fallen.value = null)} />
    </section>
  );
}

/** Who sits here; where a table is laid out by days, which day and window it was. */
function Seats({ replay }: { replay: ReplayStore }) {
  const Top = replay.board.value?.days?.Top;
  return Top ? <Top table={replay} offset={0} /> : <SeatsView table={replay} board={replay.board.value} />;
}

/** What the seats that are looked through hold. */
function Hands({ replay }: { replay: ReplayStore }) {
  const Hand = replay.board.value?.Hand;
  const state = replay.now.value;
  const seats = replay.seatsSeen();
  if (!Hand || !state || seats.length === 0) return null;
  return (
    <section class="sheet-part replay-hands scroll" tabIndex={0} aria-label={t("hand")}>
      {seats.map((seat) => (
        <div key={seat} data-key={`hand-${seat}`}>
          <p>
            <SeatMark seat={seat} /> {seatTitle(state.seats.find((one) => one.seat === seat)!)}
          </p>
          <Hand table={replay.through(seat)} />
        </div>
      ))}
    </section>
  );
}

function Said({ replay }: { replay: ReplayStore }) {
  const said = saidOf(replay);
  return said ? (
    <blockquote class="said">
      <strong>{w("look_at_this")}</strong> {said}
    </blockquote>
  ) : null;
}

/** Marks and comments of one's own, by which one finds moments again. */
function Remarks({ replay }: { replay: ReplayStore }) {
  if (!replay.counted) return null;
  const ply = replay.ply.value;
  const all = replay.remarks.value;
  const here = all.find((one) => one.ply === ply) ?? { mark: "" as const, comment: "" };
  const bookmark = () => replay.remark({ ...here, comment: replay.under.value.join(" · ") || t("ply_of", ply, replay.last.value) });
  return (
    <details class="sheet-part replay-remarks" open={all.length > 0}>
      <summary>{w("remarks")}</summary>
      <div class="remark-fields">
        <RemarkFields key={ply} remark={here} onChange={(said) => replay.remark(said)} />
        {!here.comment && (
          <button type="button" class="button small" data-key="bookmark" onClick={bookmark}>
            {w("remark_bookmark")}
          </button>
        )}
      </div>
      {all.length > 0 && (
        <>
          <ol class="plain">
            {all.map((one) => (
              <li key={one.ply}>
                <button
                  type="button"
                  class="remark-one"
                  aria-current={one.ply === ply ? "true" : undefined}
                  onClick={() => (replay.pause(), void replay.go(one.ply))}
                >
                  <span class="log-ply">{one.ply}</span> {one.mark && <strong>{one.mark} </strong>}
                  {one.comment}
                </button>
              </li>
            ))}
          </ol>
          <button type="button" class="button small" data-key="save-remarks" onClick={() => void replay.save()}>
            {w("remarks_save")}
          </button>
        </>
      )}
      <p class="soft">{w("remarks_say")}</p>
    </details>
  );
}

function Side({ replay }: { replay: ReplayStore }) {
  const { Place: Details, Mat } = replay.board.value ?? {};
  const looked = replay.lookedAt.value;
  const [share, setShare] = useState(false);
  return (
    <aside class="sheet replay-side" data-state="side" aria-label={t("replay")}>
      <section class="sheet-part part-eyes">
        <Eyes replay={replay} />
        {!isHere(replay.match) && <IconButton icon="share" label={t("share_moment")} onClick={() => setShare(!share)} />}
        {hasEngine() && replay.counted && (
          <a class="button small" href={`/analyse?m=${replay.match}&ply=${replay.ply.value}`}>
            {t("analyse_from_here")}
          </a>
        )}
        {share && <LinkField url={location.origin + addressOf(replay, true)} label={t("share_moment")} />}
      </section>
      <Said replay={replay} />
      <Remarks replay={replay} />
      {Details && looked && (
        <section class="sheet-part place-details">
          <Details table={replay} place={looked} />
        </section>
      )}
      {!roomy.value && (
        <section class="sheet-part part-seats">
          <Seats replay={replay} />
        </section>
      )}
      <Hands replay={replay} />
      {Mat && (
        <details class="sheet-part part-mat">
          <summary>{t("mat")}</summary>
          <div class="scroll">
            <Mat table={replay} />
          </div>
        </details>
      )}
      <section class="sheet-panel part-log">
        <Story replay={replay} />
      </section>
    </aside>
  );
}

export function ReplayView({ match }: { match: string }) {
  const replay = useMemo(() => new ReplayStore(match), [match]);
  const query = place.value.query;
  const asked = query.get("ply");
  const eyes = query.get("as");
  useEffect(() => {
    const ply = asked === null ? null : Number(asked);
    void replay.start(ply !== null && Number.isFinite(ply) ? ply : null, eyes);
    return () => replay.stop();
  }, [replay]);
  useEffect(() => {
    if (replay.now.peek()) void replay.speak();
  }, [lang.value]);
  useAddress(replay);
  const name = replay.now.value?.name || replay.game.value?.title || "";
  useEffect(() => setTitle(t("replay"), name), [name, lang.value]);
  const go = (to: number) => (replay.pause(), void replay.go(to));
  const step = (by: 1 | -1, stride: Stride) => (replay.pause(), void replay.step(by, stride));
  useShortcuts([
    { key: "ArrowLeft", says: "replay_back", run: () => step(-1, "ply") },
    { key: "ArrowRight", says: "replay_forward", run: () => step(1, "ply") },
    { key: "j", says: "replay_step_back", run: () => step(-1, "step") },
    { key: "k", says: "replay_step_on", run: () => step(1, "step") },
    { key: "J", says: "replay_round_back", run: () => step(-1, "round") },
    { key: "K", says: "replay_round_on", run: () => step(1, "round") },
    { key: "Home", says: "replay_first", run: () => go(0) },
    { key: "End", says: "replay_last", run: () => go(replay.last.peek()) },
    { key: " ", says: "replay_play", run: () => replay.run() },
    { key: "t", says: "key_text", run: () => writePref("text", !prefs.peek().text) },
  ]);
  if (replay.failed.value) return <Trouble failure={replay.failed.value} />;
  if (!replay.shown.value || !replay.game.value)
    return (
      <main id="content" class="page">
        <Loading />
      </main>
    );
  return (
    <main id="content" class="table-page replay">
      <header class="table-head">
        <a class="icon-button" href={`/m/${match}`} aria-label={t("to_table")} title={t("to_table")}>
          <Icon name="back" />
        </a>
        <div class="table-names">
          <h1 tabIndex={-1}>{name}</h1>
          <span class="table-round">{t("replay")}</span>
        </div>
        <ViewSwitch />
      </header>
      <Controls replay={replay} />
      <div class="table-body">
        {roomy.value && (
          <section class="seat-strip scroll">
            <Seats replay={replay} />
          </section>
        )}
        <ReplayBoard replay={replay} />
        <Side replay={replay} />
      </div>
    </main>
  );
}
