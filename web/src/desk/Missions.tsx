// SPDX-License-Identifier: MIT
// Missions.tsx - free missions: offered to a character in words, until a day; what was answered; judged once somebody has set out.
import { useEffect, useState } from "preact/hooks";
import { ApiError } from "../api";
import type { Mission, Past } from "../board";
import { Ruled } from "../parts/Rule";
import { SeatMark } from "../parts/SeatMark";
import { seatTitle } from "../parts/people";
import { lang } from "../words";
import { Readings } from "./Act";
import type { HostMove } from "./asks";
import { Film, isAddress } from "./Film";
import { placesOf } from "./hands";
import { w } from "./say";
import type { MasterStore } from "./store";

const [offer, succeed, fail] = placesOf.missions;

/** Whose a move is: "the Defenders' character 2". */
function personOf(desk: MasterStore, { args, words }: HostMove): string {
  const [set, id] = Object.entries(args)[0] ?? [];
  return desk.info.sets[set ?? ""]?.find((one) => one.id === id)?.name ?? words;
}

/** The character is chosen and the task offered by one press. */
function Offer({ desk }: { desk: MasterStore }) {
  const [who, setWho] = useState("");
  const [until, setUntil] = useState("");
  const [task, setTask] = useState("");
  const [film, setFilm] = useState("");
  const people = desk.movesOf(placesOf.person);
  if (people.length === 0) return null;
  const moves = who && until ? [who, `${offer} ${until}`] : null;
  const send = async (event: Event) => {
    event.preventDefault();
    if (!moves || !(await desk.enter(moves, task, film))) return;
    desk.said.value = w("mission_offered_said");
    setWho("");
    setTask("");
    setFilm("");
  };
  return (
    <form class="act" onSubmit={(event) => void send(event)}>
      <label>
        {w("mission_whose")}
        <select value={who} onChange={(event) => setWho(event.currentTarget.value)}>
          <option value="">{w("choose")}</option>
          {people.map((move) => (
            <option key={move.text} value={move.text}>
              {personOf(desk, move)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {w("mission_until")}
        <input
          type="number"
          inputMode="numeric"
          min={Math.max(1, desk.now.value!.round)}
          value={until}
          onInput={(event) => setUntil(event.currentTarget.value)}
        />
      </label>
      <label>
        {w("mission_task")}
        <textarea rows={3} required maxLength={3800} value={task} onInput={(event) => setTask(event.currentTarget.value)} />
      </label>
      <Film value={film} onInput={setFilm} />
      <Readings desk={desk} text={moves && task.trim() ? moves.join("; ") : null} note={task} />
      <button type="submit" class="button primary" disabled={!moves || !task.trim() || !isAddress(film)}>
        {w("mission_offer")}
      </button>
    </form>
  );
}

/** What was offered, as far as it stands; asked anew with each change of the table. */
function useMissions(desk: MasterStore): readonly Mission[] {
  const [past, setPast] = useState<Past | null>(null);
  const missions = desk.board.value?.missions;
  const state = desk.now.value!;
  const language = lang.value;
  useEffect(() => {
    if (!missions) return;
    let wanted = true;
    desk.past().then(
      (told) => wanted && setPast(told),
      (cause: unknown) => (cause instanceof ApiError ? (desk.wrong.value = cause) : Promise.reject(cause as Error)),
    );
    return () => void (wanted = false);
  }, [state.ply, language]);
  return missions && past ? missions(state, past) : [];
}

function Standing({ desk, mission }: { desk: MasterStore; mission: Mission }) {
  const { seat, whose, until, accepted, task } = mission;
  const sits = desk.now.value!.seats.find((one) => one.seat === seat);
  const stands = until === null ? w("mission_under_way") : accepted ? w("mission_accepted") : w("mission_waits", until);
  return (
    <li class="card mission">
      <p>
        <SeatMark seat={seat} /> <strong>{sits ? seatTitle(sits) : seat}</strong>{" "}
        <span class="soft">
          {whose} · {stands}
        </span>
      </p>
      {task && (
        <p class="as-written">
          <Ruled text={task} game={desk.info.id} />
        </p>
      )}
    </li>
  );
}

/** How it went: said in words if the Master likes, shown as each will read it, and made by a second press. */
function Judge({ desk, moves }: { desk: MasterStore; moves: readonly HostMove[] }) {
  const [note, setNote] = useState("");
  const [shown, setShown] = useState<string | null>(null);
  const judge = (move: HostMove) => (shown === move.text ? void desk.host(move.text, note, w("done_said")) : setShown(move.text));
  return (
    <div class="act judge" role="group" aria-label={w("mission_judge", personOf(desk, moves[0]!))}>
      <label>
        {w("mission_went", personOf(desk, moves[0]!))}
        <textarea rows={2} maxLength={3800} value={note} onInput={(event) => setNote(event.currentTarget.value)} />
      </label>
      <Readings desk={desk} text={shown} note={note} />
      <div class="row">
        {moves.map((move) => (
          <button key={move.text} type="button" class={shown === move.text ? "button primary" : "button"} onClick={() => judge(move)}>
            {w(move.verb === succeed ? "mission_succeeded" : "mission_failed")}
          </button>
        ))}
      </div>
      <p class="soft" role="status">
        {shown ? w("mission_again") : ""}
      </p>
    </div>
  );
}

/** The host's judgements of each who is under way. */
function judgements(desk: MasterStore): readonly (readonly HostMove[])[] {
  const found = new Map<string, HostMove[]>();
  for (const move of desk.movesOf([succeed, fail])) {
    const who = personOf(desk, move);
    found.set(who, [...(found.get(who) ?? []), move]);
  }
  return [...found.values()];
}

export function Missions({ desk }: { desk: MasterStore }) {
  const missions = useMissions(desk);
  return (
    <>
      <p>{w("missions_says")}</p>
      {missions.length > 0 && (
        <ul class="plain cards">
          {missions.map((one) => (
            <Standing key={`${one.seat} ${one.whose}`} desk={desk} mission={one} />
          ))}
        </ul>
      )}
      {judgements(desk).map((moves) => (
        <Judge key={moves[0]!.text} desk={desk} moves={moves} />
      ))}
      <Offer desk={desk} />
    </>
  );
}
