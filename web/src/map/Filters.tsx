// SPDX-License-Identifier: MIT
// Filters.tsx - over tables of places: a name to be found, and which places are shown.
import type { Signal } from "@preact/signals";
import type { Tapped } from "./spots";

/** Which places a table lists. */
export type Filter = "all" | "mine" | "choices";

/** A text without accents and capitals, to compare names by. */
export const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export const isNamed = (model: Tapped, place: string, wanted: string): boolean =>
  plain(model.nameOf(place)).includes(plain(wanted.trim()));

export interface FilterProps {
  readonly filter: Signal<Filter>;
  readonly wanted: Signal<string>;
  readonly seated: boolean;
  /** Is a place among the choices? */
  readonly choosing: boolean;
  readonly words: Readonly<Record<Filter | "find" | "show", string>>;
  /** Classes of the row, and of the buttons in it. */
  readonly look: readonly [string, string];
}

export function Filters({ filter, wanted, seated, choosing, words, look }: FilterProps) {
  const offered: Filter[] = ["all"];
  if (seated) offered.push("mine");
  if (choosing || filter.value === "choices") offered.push("choices");
  return (
    <div class={look[0]}>
      <input
        type="search"
        placeholder={words.find}
        aria-label={words.find}
        value={wanted}
        onInput={(event) => (wanted.value = event.currentTarget.value)}
      />
      {offered.length > 1 && (
        <div class={look[1]} role="group" aria-label={words.show}>
          {offered.map((one) => (
            <button key={one} type="button" aria-pressed={filter.value === one} onClick={() => (filter.value = one)}>
              {words[one]}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
