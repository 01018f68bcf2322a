// SPDX-License-Identifier: MIT
// Options.tsx - the siege rules of a new table: what each feels like, and all of them side by side.
import type { Board, OptionFields } from "../../board";
import { ROWS, siegeOf, type Cell } from "./sieges";
import { say } from "./words";

const KEY = "siege";

interface Choice {
  readonly id: string;
  readonly name: string;
  readonly usual: boolean;
}

/** "Standard" of "Standard (d4)": what stands in brackets is said at length here. */
const short = (name: string): string => name.replace(/ \(.*\)$/, "");

function choicesOf(game: OptionFields["game"]): readonly Choice[] {
  const option = game.options.find(({ key }) => key === KEY);
  return (option?.values ?? []).map((id, i) => ({ id, name: short(option?.words?.[i] ?? id), usual: id === String(option?.default) }));
}

function Fields({ game, lang, values, set }: OptionFields) {
  const choices = choicesOf(game);
  return (
    <fieldset class="game-choice polis-options">
      <legend>{say(lang, "siege_title")}</legend>
      {choices.map(({ id, name, usual }) => (
        <label key={id} class="check card">
          <input type="radio" name={KEY} value={id} checked={values[KEY] === id} onChange={() => set(KEY, id)} />
          <span>
            <strong>{name}</strong>
            {usual && <span class="tag">{say(lang, "siege_usual")}</span>}
            <small>{siegeOf(id)?.text[lang]}</small>
          </span>
        </label>
      ))}
      <details class="card">
        <summary>{say(lang, "siege_compare")}</summary>
        <p>{say(lang, "siege_compare_says")}</p>
        <Comparison lang={lang} choices={choices.filter(({ id }) => siegeOf(id))} />
      </details>
    </fieldset>
  );
}

/** Neighbours of the same value together: said once. */
function alike<Item, Value>(items: readonly Item[], valueOf: (item: Item) => Value): { items: Item[]; value: Value }[] {
  const groups: { items: Item[]; value: Value }[] = [];
  for (const item of items) {
    const value = valueOf(item);
    if (groups.at(-1)?.value === value) groups.at(-1)!.items.push(item);
    else groups.push({ items: [item], value });
  }
  return groups;
}

/** The roles are written out, since on narrow screens the styles make blocks of the rows. */
function Comparison({ lang, choices }: { lang: OptionFields["lang"]; choices: readonly Choice[] }) {
  const calls = (items: readonly Choice[]): string =>
    items.length === choices.length ? say(lang, "siege_all") : items.map(({ name }) => name).join(" · ");
  const words = (cell: Cell): string =>
    cell instanceof Array ? cell.map(([word, ...args]) => say(lang, word, ...args)).join("; ") : String(cell ?? "–");
  return (
    <table class="polis-compare" role="table">
      <thead role="rowgroup">
        <tr role="row">
          <td role="cell" />
          {choices.map(({ id, name }) => (
            <th key={id} role="columnheader" scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {ROWS.map(({ head, cell }) => (
          <tr key={head} role="row">
            <th role="rowheader" scope="row">
              {say(lang, head)}
            </th>
            {alike(choices, ({ id }) => words(cell(siegeOf(id)!))).map(({ items, value }) => (
              <td key={items[0]!.id} role="cell" colSpan={items.length} data-head={calls(items)}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export const options: NonNullable<Board["options"]> = { keys: [KEY], Fields };
