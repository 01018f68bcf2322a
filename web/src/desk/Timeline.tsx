// SPDX-License-Identifier: MIT
// Timeline.tsx - what happened, in three lanes: the public's and each side's. Each entry opens its moment on the map; windows can be gone
// back to.
import { useEffect, useMemo, useState } from "preact/hooks";
import { ApiError, type PlyMessage } from "../api";
import { Dialog, Loading, Message } from "../parts/basic";
import { linesOf, type LogLine } from "../table/story";
import { lang, t } from "../words";
import { Act } from "./Act";
import { placesOf } from "./hands";
import { sidesOf } from "./Eyes";
import type { MasterStore } from "./store";
import { w } from "./say";

interface Lane {
  readonly as: string;
  readonly name: string;
  /** By round, the newest first; quiet moves are left out. */
  readonly days: ReadonlyMap<number, readonly LogLine[]>;
}

function daysOf(plies: readonly PlyMessage[]): ReadonlyMap<number, readonly LogLine[]> {
  const days = new Map<number, LogLine[]>();
  for (const ply of plies) {
    const lines = linesOf(ply).filter((line) => !line.quiet && line.kind !== "round");
    if (lines.length > 0) days.set(ply.round, [...(days.get(ply.round) ?? []), ...lines]);
  }
  return days;
}

/** Lines of a side that the public has not heard, too: what it knows beyond them. */
function beyond(days: Lane["days"], heard: Lane["days"]): Lane["days"] {
  return new Map(
    [...days].map(([day, lines]) => {
      const known = (heard.get(day) ?? []).map(({ words }) => words);
      const own = lines.filter(({ words }) => {
        const at = known.indexOf(words);
        if (at >= 0) known.splice(at, 1);
        return at < 0;
      });
      return [day, own];
    }),
  );
}

/** What each of the lanes heard; null: not fetched yet. Asked anew with each change of the table. */
function useLanes(desk: MasterStore) {
  const [plies, setPlies] = useState<readonly (readonly PlyMessage[])[] | null>(null);
  const sides = sidesOf(desk.now.value!);
  const eyes = ["none", ...sides.map(({ seat }) => seat)];
  const language = lang.value;
  const ply = desk.now.value?.ply;
  useEffect(() => {
    let wanted = true;
    Promise.all(eyes.map((as) => desk.told(as))).then(
      (all) => wanted && setPlies(all),
      (cause: unknown) => (cause instanceof ApiError ? (desk.wrong.value = cause) : Promise.reject(cause as Error)),
    );
    return () => void (wanted = false);
  }, [ply, language]);
  return useMemo(() => {
    if (!plies) return null;
    const all = plies.map(daysOf);
    const lanes = all.map((days, i): Lane => {
      const name = i === 0 ? w("public") : sides[i - 1]!.name;
      return { as: eyes[i]!, name, days: i === 0 ? days : beyond(days, all[0]!) };
    });
    return { lanes, public: plies[0]! };
  }, [plies, language]);
}

function Entries({ desk, lane, day }: { desk: MasterStore; lane: Lane; day: number }) {
  const lines = lane.days.get(day) ?? [];
  return (
    <td>
      <span class="lane-name">{lane.name}</span>
      {lines.length === 0 ? (
        <span class="soft">{w("nothing_heard")}</span>
      ) : (
        <ul class="plain">
          {lines.map((line) => (
            <li key={line.key}>
              <button
                type="button"
                class={line.kind === "step" ? "entry step" : "entry"}
                onClick={() => desk.see({ as: lane.as, at: line.ply })}
              >
                {line.words}
              </button>
            </li>
          ))}
        </ul>
      )}
    </td>
  );
}

// ---- Going back -------------------------------------------------------------------------------------------------------------------

interface Opening {
  readonly ply: number; // the public's
  readonly day: number;
  readonly words: string;
  /** Entries of the public record that a rewind would take back. */
  readonly after: readonly string[];
}

/** Where windows opened, the newest first. Those before the latest are not the one that is open. */
function openingsOf(plies: readonly PlyMessage[]): readonly Opening[] {
  const found: Opening[] = [];
  const told: { ply: number; words: string }[] = [];
  for (const ply of plies) {
    const lines = linesOf(ply).filter((line) => !line.quiet);
    const step = lines.filter(({ kind }) => kind === "step").at(-1);
    if (step) found.push({ ply: ply.ply, day: ply.round, words: step.words, after: [] });
    for (const line of lines) told.push({ ply: ply.ply, words: line.words });
  }
  return found.map((one) => ({ ...one, after: told.filter(({ ply }) => ply > one.ply).map(({ words }) => words) })).reverse();
}

function GoBack({ desk, to, onClose }: { desk: MasterStore; to: Opening; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const send = async (event: Event) => {
    event.preventDefault();
    if (await desk.host(`rewind ${to.ply}`, reason, w("rewound_said"))) {
      desk.see({});
      onClose();
    }
  };
  const wrong = desk.wrong.value;
  const consents = desk.movesOf([placesOf.end[0]]);
  return (
    <Dialog title={w("rewind_to", to.day, to.words)} onClose={onClose}>
      <p>{w("rewind_says")}</p>
      {to.after.length > 0 && (
        <details open={to.after.length < 8}>
          <summary>{w("undone_then", to.after.length)}</summary>
          <ul>
            {to.after.map((words, i) => (
              <li key={i}>{words}</li>
            ))}
          </ul>
        </details>
      )}
      {wrong && (
        <Message kind="bad" alert>
          {wrong.body.text}
        </Message>
      )}
      {consents.length > 0 && (
        <details>
          <summary>{w("consents_of_sides")}</summary>
          <Act desk={desk} moves={consents} label={w("consents_of_sides")} does={w("record_yes")} />
        </details>
      )}
      <form onSubmit={(event) => void send(event)}>
        <label>
          {w("reason")}
          <textarea rows={2} required maxLength={2000} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
        </label>
        <div class="row">
          <button type="submit" class="button danger" disabled={!reason.trim()}>
            {w("rewind")}
          </button>
          <button type="button" class="button" onClick={onClose}>
            {t("cancel")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Rewinds({ desk, plies }: { desk: MasterStore; plies: readonly PlyMessage[] }) {
  const [to, setTo] = useState<Opening | null>(null);
  const openings = useMemo(() => openingsOf(plies), [plies]);
  if (openings.length === 0 || desk.now.value?.status === "over") return null;
  return (
    <details class="card">
      <summary>{w("rewind_list")}</summary>
      <ul class="plain">
        {openings.map((one) => (
          <li key={one.ply} class="row">
            <span class="grow">
              {w("day", one.day)}: {one.words}
            </span>
            <button type="button" class="button small" onClick={() => setTo(one)} aria-label={w("rewind_to", one.day, one.words)}>
              {w("rewind")}
            </button>
          </li>
        ))}
      </ul>
      {to && <GoBack desk={desk} to={to} onClose={() => setTo(null)} />}
    </details>
  );
}

export function TimelinePanel({ desk }: { desk: MasterStore }) {
  const told = useLanes(desk);
  if (!told) return <Loading />;
  const days = [...new Set(told.lanes.flatMap(({ days: of }) => [...of.keys()]))].sort((a, b) => b - a);
  return (
    <>
      <Rewinds desk={desk} plies={told.public} />
      {days.length === 0 && <Message kind="info">{w("nothing_heard")}</Message>}
      <div class="scroll lanes" tabIndex={0} role="region" aria-label={w("timeline")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{w("day_head")}</th>
              {told.lanes.map((lane) => (
                <th scope="col" key={lane.as}>
                  {lane.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                {told.lanes.map((lane) => (
                  <Entries key={lane.as} desk={desk} lane={lane} day={day} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
