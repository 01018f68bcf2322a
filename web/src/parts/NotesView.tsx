// SPDX-License-Identifier: MIT
// NotesView.tsx - the viewer's own notes and those of its side: written where the decision is, nobody else reads them.
import { useState } from "preact/hooks";
import { seatOf } from "../api";
import { isHere } from "../here/id";
import type { Note } from "../table/notes";
import type { TableStore } from "../table/store";
import { t } from "../words";
import { IconButton } from "./basic";
import { seatTitle } from "./people";

/** Places of the game's map: ids with their names. */
function placesOf(table: TableStore): readonly { readonly id: string; readonly name: string }[] {
  const sets = table.game.value?.sets ?? {};
  return (table.board.value?.places ?? []).flatMap((set) => sets[set] ?? []);
}

function One({ table, note, nameOf }: { table: TableStore; note: Note; nameOf: (id: string) => string }) {
  const state = table.now.value!;
  const writer = state.seats.find(({ seat }) => seat === note.seat);
  const about = note.place ? [note.place, note.to].filter(Boolean).map((id) => nameOf(id!)) : [];
  const drop = () => void table.notes.drop(note).catch((cause: unknown) => table.tell(cause));
  return (
    <li class="note-one">
      <span>
        {about.length > 0 && <strong>{about.join(" → ")} </strong>}
        {note.text}
        {note.side && <span class="tag">{note.seat === state.you ? t("note_side") : writer ? seatTitle(writer) : note.seat}</span>}
      </span>
      {note.seat === state.you && <IconButton icon="close" label={t("note_drop")} onClick={drop} />}
    </li>
  );
}

function NoteForm({ table, places }: { table: TableStore; places: readonly { readonly id: string; readonly name: string }[] }) {
  const looked = table.lookedAt.value;
  const [chosen, setChosen] = useState<string | null>(null);
  const [to, setTo] = useState("");
  const [text, setText] = useState("");
  const [side, setSide] = useState(false);
  const place = chosen ?? (places.some(({ id }) => id === looked) ? looked! : "");
  const team = table.now.value?.team?.seats.length ?? 0;
  const keep = (event: Event) => {
    event.preventDefault();
    const note = { text: text.trim(), place, to: place ? to : "", side };
    table.notes.keep(note).then(
      () => (setText(""), setTo("")),
      (cause: unknown) => table.tell(cause),
    );
  };
  const options = (none: string) => [
    <option key="" value="">
      {none}
    </option>,
    ...places.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    )),
  ];
  return (
    <form class="note-form" onSubmit={keep}>
      {places.length > 0 && (
        <label>
          {t("note_about")}
          <select data-key="note-place" value={place} onChange={(event) => setChosen(event.currentTarget.value)}>
            {options(t("note_table"))}
          </select>
        </label>
      )}
      {place && (
        <label>
          {t("note_arrow")}
          <select data-key="note-to" value={to} onChange={(event) => setTo(event.currentTarget.value)}>
            {options(t("note_no_arrow"))}
          </select>
        </label>
      )}
      <label>
        {t("note_text")}
        <textarea data-key="note-text" rows={2} maxLength={900} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      {team > 1 && (
        <label class="check">
          <input type="checkbox" checked={side} onChange={(event) => setSide(event.currentTarget.checked)} />
          {t("note_for_side")}
        </label>
      )}
      <button type="submit" class="button small" data-key="note-keep" disabled={!text.trim() && !(place && to)}>
        {t("note_keep")}
      </button>
    </form>
  );
}

export function NotesView({ table }: { table: TableStore }) {
  const state = table.now.value;
  if (!state || !seatOf(state) || isHere(table.match)) return null; // there is no server that keeps them
  const notes = table.notes.all.value;
  const places = placesOf(table);
  const nameOf = (id: string) => places.find((one) => one.id === id)?.name ?? id;
  return (
    <details class="more-ways notes" data-key="notes">
      <summary>
        {t("notes")}
        {notes.length > 0 && ` (${notes.length})`}
      </summary>
      <p class="soft">{t("notes_says")}</p>
      <ul>
        {notes.map((note) => (
          <One key={`${note.seat} ${note.side} ${note.place ?? ""} ${note.to ?? ""}`} table={table} note={note} nameOf={nameOf} />
        ))}
      </ul>
      <NoteForm table={table} places={places} />
    </details>
  );
}
