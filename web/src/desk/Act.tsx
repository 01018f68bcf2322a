// SPDX-License-Identifier: MIT
// Act.tsx - a move of the host's put together: which, with which reason, and what each side will read, before it is made.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { ApiError, type Side, type State } from "../api";
import { Dialog, Message } from "../parts/basic";
import { Ruled } from "../parts/Rule";
import type { HostMove, Reading } from "./asks";
import { Film, isAddress } from "./Film";
import type { MasterStore } from "./store";
import { lang, listing } from "../words";
import { w } from "./say";

const pause = 350; // ms after the last key

/** Who reads it, in words: whole sides by their name. */
export function readersOf(reading: Reading, state: State): string {
  const sides: readonly Side[] = state.sides ?? [];
  const whole = sides.filter((side) => side.seats.every((seat) => reading.seats.includes(seat)));
  const rest = reading.seats.filter((seat) => !whole.some((side) => side.seats.includes(seat)));
  const names = rest.map((seat) => state.seats.find((one) => one.seat === seat)?.name || seat);
  return listing([...whole.map((side) => side.name ?? side.side), ...names, ...(reading.others ? [w("onlookers")] : [])]);
}

/** What each would read of that move; asked while one types. null: not known yet. */
export function usePreview(desk: MasterStore, text: string | null, note: string) {
  const [readings, setReadings] = useState<readonly Reading[] | null>(null);
  const [refused, setRefused] = useState<ApiError | null>(null);
  const ply = desk.hands.value?.ply;
  const language = lang.value;
  useEffect(() => {
    setRefused(null);
    if (text === null) return setReadings(null);
    let wanted = true;
    const timer = setTimeout(() => {
      const asked = { text, ...(note.trim() ? { note: note.trim() } : {}), ply };
      desk.asks.post<{ readings: readonly Reading[] | null }>("/preview", asked).then(
        ({ readings }) => wanted && setReadings(readings),
        (cause: unknown) => wanted && cause instanceof ApiError && (setReadings(null), setRefused(cause)),
      );
    }, pause);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [text, note, ply, language]);
  return { readings, refused };
}

/** A refusal with the rule that it names, which most sentences begin with. */
export function Refused({ desk, cause }: { desk: MasterStore; cause: ApiError }) {
  const { text, rule } = cause.body;
  return (
    <Message kind="bad" alert>
      <Ruled text={rule && !text.includes(rule) ? `${text} (${rule})` : text} game={desk.info.id} />
    </Message>
  );
}

/** A dialog of the desk's, with what is refused as long as it is open: over the page it would stand behind. */
export function DeskDialog(props: { desk: MasterStore; title: string; onClose: () => void; children: ComponentChildren }) {
  const { desk, title, onClose, children } = props;
  const wrong = desk.wrong.value;
  useLayoutEffect(() => void (desk.wrong.value = null), []); // what was refused before is not of this
  return (
    <Dialog title={title} onClose={onClose}>
      {wrong && <Refused desk={desk} cause={wrong} />}
      {children}
    </Dialog>
  );
}

/** "The Defenders will read: ..." for each who reads another thing. Its room is kept until it comes: a button below does not go away from
 * under a finger. */
export function Readings({ desk, text, note }: { desk: MasterStore; text: string | null; note: string }) {
  const { readings, refused } = usePreview(desk, text, note);
  const state = desk.now.value;
  if (refused) return <Refused desk={desk} cause={refused} />;
  if (!state || text === null) return null;
  return (
    <dl class="readings" aria-label={w("preview")} aria-busy={!readings}>
      {readings?.map((one, i) => (
        <div key={i}>
          <dt>{w("will_read", readersOf(one, state))}</dt>
          <dd>{one.text.trim() ? one.text.trim() : <span class="soft">{w("reads_nothing")}</span>}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The moves of one verb under its name; what they are told apart by is chosen beside it. */
function groupsOf(moves: readonly HostMove[]): readonly (readonly HostMove[])[] {
  const groups = new Map<string, HostMove[]>();
  for (const move of moves) groups.set(move.verb, [...(groups.get(move.verb) ?? []), move]);
  return [...groups.values()];
}

/** The words of a verb, its argument left open. */
function verbWords(desk: MasterStore, verb: string, one: HostMove, alone: boolean): string {
  if (alone && !one.number) return one.words;
  const words = desk.info.verbs.find(({ token }) => token === verb)?.words ?? verb;
  return words.replace(/\{\d(\|[^}]*)?\}/g, "…");
}

interface Props {
  readonly desk: MasterStore;
  readonly moves: readonly HostMove[];
  readonly label: string;
  /** What its button says. */
  readonly does?: string;
  /** Only begins something: no reason is asked for, nothing is read. */
  readonly plain?: boolean;
  /** The note is what it is about: a larger field, called so. */
  readonly note?: string;
  readonly onDone?: () => void;
}

/** A form over moves of the host's: verb, argument, reason, preview, and the button that makes it. */
export function Act({ desk, moves, label, does, plain = false, note: noteLabel, onDone }: Props) {
  const groups = useMemo(() => groupsOf(moves), [moves]);
  const [verb, setVerb] = useState("");
  const [which, setWhich] = useState("");
  const [number, setNumber] = useState("");
  const [note, setNote] = useState("");
  const [film, setFilm] = useState("");
  const [busy, setBusy] = useState(false);
  const group = groups.find((one) => one[0]!.verb === verb) ?? (groups.length === 1 ? groups[0] : undefined);
  const first = group?.[0];
  const move = group && !first?.number ? (group.find((one) => one.text === which) ?? (group.length === 1 ? first : undefined)) : undefined;
  const text = first?.number ? (number.trim() ? `${first.verb} ${number.trim()}` : null) : (move?.text ?? null);
  if (groups.length === 0) return null;
  const send = async (event: Event) => {
    event.preventDefault();
    if (text === null) return;
    setBusy(true);
    if (await desk.host(text, note, w("done_said"), film)) {
      setWhich("");
      setNumber("");
      setNote("");
      setFilm("");
      onDone?.();
    }
    setBusy(false);
  };
  return (
    <form class="act" onSubmit={(event) => void send(event)}>
      {groups.length > 1 && (
        <label>
          {label}
          <select value={verb} onChange={(event) => (setVerb(event.currentTarget.value), setWhich(""), setNumber(""))}>
            <option value="">{w("choose")}</option>
            {groups.map((one) => (
              <option key={one[0]!.verb} value={one[0]!.verb}>
                {verbWords(desk, one[0]!.verb, one[0]!, one.length === 1)}
              </option>
            ))}
          </select>
        </label>
      )}
      {group && group.length > 1 && !first?.number && (
        <label>
          {groups.length > 1 ? w("which") : label}
          <select value={which} onChange={(event) => setWhich(event.currentTarget.value)}>
            <option value="">{w("choose")}</option>
            {group.map((one) => (
              <option key={one.text} value={one.text}>
                {one.words}
              </option>
            ))}
          </select>
        </label>
      )}
      {first?.number && (
        <label>
          {groups.length > 1 ? w("number") : verbWords(desk, first.verb, first, true)}
          <input
            type="number"
            inputMode="numeric"
            min={first.number.min}
            max={first.number.max}
            step={first.number.step}
            value={number}
            onInput={(event) => setNumber(event.currentTarget.value)}
          />
          <small>{w("between", first.number.min, first.number.max)}</small>
        </label>
      )}
      {group && !plain && (
        <label>
          {noteLabel ?? (first?.reason ? w("reason") : w("reason_optional"))}
          <textarea
            rows={noteLabel ? 4 : 2}
            maxLength={3900}
            required={first?.reason}
            value={note}
            onInput={(event) => setNote(event.currentTarget.value)}
          />
        </label>
      )}
      {group && noteLabel && <Film value={film} onInput={setFilm} />}
      {!plain && <Readings desk={desk} text={busy ? null : text} note={note} />}
      {group && (
        <button
          type="submit"
          class="button primary"
          disabled={busy || text === null || !isAddress(film) || (!!(first?.reason || noteLabel) && !note.trim())}
        >
          {does ?? w("make_it")}
        </button>
      )}
    </form>
  );
}
