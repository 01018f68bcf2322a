// SPDX-License-Identifier: MIT
// Timeline.tsx - what happened, in three lanes: the public's and each side's. Each entry opens its moment on the map; windows can be gone
// back to.
import { useEffect, useMemo, useState } from "preact/hooks";
import { ApiError } from "../api";
import { Loading, Message } from "../parts/basic";
import { lang, t } from "../words";
import { Act, DeskDialog } from "./Act";
import type { Line, Opened } from "./asks";
import { placesOf } from "./hands";
import { sidesOf } from "./Eyes";
import type { MasterStore } from "./store";
import { w } from "./say";

/** Small moves and headings of days say nothing that stands not in a line of its own, or beside it. */
const isTold = ({ role, note }: Line): boolean => note !== undefined || !["routine", "move", "round"].includes(role);
const wordsOf = ({ words, note }: Line): string => (note ? `${words}: ${note}` : words);

interface Happened {
  readonly lines: readonly Line[];
  readonly windows: readonly Opened[];
}

/** What has happened, asked anew with each change of the table; null: not fetched yet. */
function useHappened(desk: MasterStore): Happened | null {
  const [happened, setHappened] = useState<Happened | null>(null);
  const language = lang.value;
  const ply = desk.now.value?.ply;
  useEffect(() => {
    let wanted = true;
    Promise.all([desk.lines(), desk.asks.get<{ windows: readonly Opened[] }>("/windows", { as: "all" })]).then(
      ([lines, { windows }]) => wanted && setHappened({ lines: lines.filter(isTold), windows }),
      (cause: unknown) => (cause instanceof ApiError ? (desk.wrong.value = cause) : Promise.reject(cause as Error)),
    );
    return () => void (wanted = false);
  }, [ply, language]);
  return happened;
}

// ---- Three lanes ----------------------------------------------------------------------------------------------------------------------

interface Lane {
  readonly as: string;
  readonly name: string;
}

function Entries({ desk, lane, lines }: { desk: MasterStore; lane: Lane; lines: readonly Line[] }) {
  const read = lines.filter(({ lanes }) => lanes.includes(lane.as));
  return (
    <td>
      <span class="lane-name">{lane.name}</span>
      {read.length === 0 ? (
        <span class="soft">{w("nothing_heard")}</span>
      ) : (
        <ul class="plain">
          {read.map((line, i) => (
            <li key={i}>
              <button
                type="button"
                class={line.role === "step" ? "entry step" : "entry"}
                onClick={() => desk.see({ as: lane.as, at: line.plies[lane.as] ?? null })}
              >
                {wordsOf(line)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </td>
  );
}

// ---- Going back -------------------------------------------------------------------------------------------------------------------

interface Back {
  readonly desk: MasterStore;
  readonly to: Opened;
  /** What the public has read since: it would count no longer. */
  readonly after: readonly Line[];
  readonly onClose: () => void;
}

const nameOf = ({ window }: Opened): string => window?.name ?? "";

function GoBack({ desk, to, after, onClose }: Back) {
  const [reason, setReason] = useState("");
  const send = async (event: Event) => {
    event.preventDefault();
    if (await desk.host(`rewind ${to.plies["none"]}`, reason, w("rewound_said"))) {
      desk.see({});
      onClose();
    }
  };
  const consents = desk.movesOf([placesOf.end[0]]);
  return (
    <DeskDialog desk={desk} title={w("rewind_to", to.round, nameOf(to))} onClose={onClose}>
      <p>{w("rewind_says")}</p>
      {after.length > 0 && (
        <details open={after.length < 8}>
          <summary>{w("undone_then", after.length)}</summary>
          <ul>
            {after.map((line, i) => (
              <li key={i}>{wordsOf(line)}</li>
            ))}
          </ul>
        </details>
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
    </DeskDialog>
  );
}

function Rewinds({ desk, happened }: { desk: MasterStore; happened: Happened }) {
  const [to, setTo] = useState<Opened | null>(null);
  const windows = happened.windows.filter(({ taken_back: gone }) => !gone).reverse();
  if (windows.length === 0 || desk.now.value?.status === "over") return null;
  const after = to && happened.lines.filter(({ ply, lanes }) => ply > to.ply && lanes.includes("none"));
  return (
    <details class="card">
      <summary>{w("rewind_list")}</summary>
      <ul class="plain">
        {windows.map((one) => (
          <li key={one.ply} class="row">
            <span class="grow">
              {w("day", one.round)}: {nameOf(one)}
            </span>
            <button type="button" class="button small" onClick={() => setTo(one)} aria-label={w("rewind_to", one.round, nameOf(one))}>
              {w("rewind")}
            </button>
          </li>
        ))}
      </ul>
      {to && <GoBack desk={desk} to={to} after={after ?? []} onClose={() => setTo(null)} />}
    </details>
  );
}

export function TimelinePanel({ desk }: { desk: MasterStore }) {
  const happened = useHappened(desk);
  const lanes: readonly Lane[] = [
    { as: "none", name: w("public") },
    ...sidesOf(desk.now.value!).map(({ seat, name }) => ({ as: seat, name })),
  ];
  const days = useMemo(() => {
    const found = new Map<number, Line[]>();
    for (const line of happened?.lines ?? [])
      if (line.lanes.length > 0) found.set(line.round, [...(found.get(line.round) ?? []), line]);
    return [...found].sort(([a], [b]) => b - a);
  }, [happened]);
  if (!happened) return <Loading />;
  return (
    <>
      <Rewinds desk={desk} happened={happened} />
      {days.length === 0 && <Message kind="info">{w("nothing_heard")}</Message>}
      <div class="scroll lanes" tabIndex={0} role="region" aria-label={w("timeline")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{w("day_head")}</th>
              {lanes.map((lane) => (
                <th scope="col" key={lane.as}>
                  {lane.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(([day, lines]) => (
              <tr key={day}>
                <th scope="row">
                  <span class="lane-day">{day}</span>
                  <span class="lane-name">{w("day", day)}</span>
                </th>
                {lanes.map((lane) => (
                  <Entries key={lane.as} desk={desk} lane={lane} lines={lines} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
