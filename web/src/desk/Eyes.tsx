// SPDX-License-Identifier: MIT
// Eyes.tsx - the map of the desk: as it is, as each side sees it, and where the two differ.
import { useEffect, useMemo, useState } from "preact/hooks";
import { api, ApiError, type State } from "../api";
import { prefs } from "../device";
import { Loading, Message } from "../parts/basic";
import { SeatMark } from "../parts/SeatMark";
import { ViewSwitch } from "../parts/ViewSwitch";
import { WordsBoard } from "../parts/WordsBoard";
import { lang, t } from "../words";
import { differences } from "./differences";
import type { MasterStore } from "./store";
import { w } from "./say";

/** One pair of eyes a side, and what they are called. */
export function sidesOf(state: State): readonly { readonly seat: string; readonly name: string; readonly side: string }[] {
  return (state.sides ?? []).map(({ side, name, seats }) => ({ side, seat: seats[0] ?? "none", name: name ?? side }));
}

function Chooser({ desk }: { desk: MasterStore }) {
  const eyes = desk.eyes.value;
  const sides = sidesOf(desk.now.value!);
  const choices = [
    { as: "all", says: w("eyes_all"), seat: null },
    ...sides.map(({ seat, name }) => ({ as: seat, says: name, seat })),
    { as: "none", says: w("eyes_none"), seat: null },
  ];
  return (
    <>
      <div class="eyes" role="group" aria-label={t("eyes")}>
        {choices.map((one) => (
          <button
            key={one.as}
            type="button"
            class="button small"
            aria-pressed={one.as === eyes.as}
            onClick={() => desk.see({ as: one.as, beside: eyes.beside && one.as !== "all" })}
          >
            {one.seat && <SeatMark seat={one.seat} />} {one.says}
          </button>
        ))}
      </div>
      <button
        type="button"
        class="button small"
        aria-pressed={eyes.beside}
        disabled={eyes.as === "all"}
        onClick={() => desk.see({ as: eyes.as, beside: !eyes.beside })}
      >
        {w("eyes_beside")}
      </button>
    </>
  );
}

/** The tables of places of both, line by line: what those eyes see otherwise than it is. */
function useDifferences(desk: MasterStore) {
  const [lines, setLines] = useState<ReturnType<typeof differences> | null>(null);
  const eyes = desk.eyes.value;
  const rev = desk.now.value?.rev;
  const language = lang.value;
  useEffect(() => {
    setLines(null);
    if (!eyes.beside) return;
    let wanted = true;
    const ask = async (as: string) => {
      const query = { what: "places", as };
      return (await api<{ text: string }>(`/matches/${desk.match}/words`, { token: desk.asks.token, query })).text;
    };
    Promise.all([ask(eyes.as), ask("all")]).then(
      ([seen, is]) => wanted && setLines(differences(seen, is)),
      (cause: unknown) => cause instanceof ApiError || Promise.reject(cause as Error),
    );
    return () => void (wanted = false);
  }, [eyes, rev, language]);
  return lines;
}

function Differences({ desk }: { desk: MasterStore }) {
  const lines = useDifferences(desk);
  if (!desk.eyes.value.beside) return null;
  if (!lines) return <Loading />;
  if (lines.length === 0) return <Message kind="info">{w("no_differences")}</Message>;
  return (
    <div class="scroll differences" tabIndex={0} role="region" aria-label={w("differences")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{w("as_seen")}</th>
            <th scope="col">{w("as_is")}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((one, i) => (
            <tr key={i}>
              <td>{one.seen.map((line) => <p key={line}>{line}</p>)}</td>
              <td>{one.is.map((line) => <p key={line}>{line}</p>)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A place that was tapped: what there is, by the board's own words. */
function Looked({ desk }: { desk: MasterStore }) {
  const place = desk.lookedAt.value;
  const Place = desk.board.value?.Place;
  if (!place || !Place) return null;
  return (
    <section class="card looked" aria-label={w("place")}>
      <Place table={desk} place={place} />
      <button type="button" class="button small" onClick={() => desk.look(null)}>
        {t("close")}
      </button>
    </section>
  );
}

export function MapPane({ desk }: { desk: MasterStore }) {
  const state = desk.shown.value;
  const board = desk.board.value;
  const eyes = desk.eyes.value;
  const text = prefs.value.text;
  const who = useMemo(() => ({ token: desk.asks.token, seat: null }), [desk]);
  if (!state) return <Loading />;
  const as = eyes.beside ? "all" : eyes.as;
  return (
    <section class="desk-map" aria-label={t("board")}>
      <div class="row eyes-row">
        <Chooser desk={desk} />
        <ViewSwitch />
      </div>
      {eyes.at !== null && (
        <Message kind="info">
          {w("looks_back", eyes.at)}{" "}
          <button type="button" class="button small" onClick={() => desk.see({ as: eyes.as })}>
            {w("to_now")}
          </button>
        </Message>
      )}
      <div class={text || !board ? "desk-board as-text" : "desk-board"}>
        {board && !text && <board.Map table={desk} />}
        {board && text && (
          <div class="places scroll">
            <board.Places table={desk} />
          </div>
        )}
        {!board && (
          <WordsBoard
            point={{ address: `/matches/${desk.match}`, who, ply: state.rev, as, at: eyes.at ?? undefined }}
            what={text ? "places" : "board"}
            label={t("board")}
          />
        )}
      </div>
      <Differences desk={desk} />
      <Looked desk={desk} />
    </section>
  );
}
