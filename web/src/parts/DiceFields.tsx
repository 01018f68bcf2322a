// SPDX-License-Identifier: MIT
// DiceFields.tsx - what one may add to the dice of a table: a word of one's own, and, where it is made, a public beacon.
import { t } from "../words";

interface WordProps {
  readonly word: string;
  readonly change: (part: { readonly word: string }) => void;
}

export function WordField({ word, change }: WordProps) {
  return (
    <label>
      {t("your_word")}
      <input
        type="text"
        maxLength={30}
        autocomplete="off"
        value={word}
        onInput={(event) => change({ word: event.currentTarget.value })}
      />
      <small>{t("your_word_says")}</small>
    </label>
  );
}

interface Props {
  readonly word: string;
  readonly beacon: boolean | null; // null: none can be had here
  readonly change: (part: { readonly word: string } | { readonly beacon: boolean }) => void;
}

export function DiceFields({ word, beacon, change }: Props) {
  return (
    <details class="card">
      <summary>{t("dice_fair")}</summary>
      <p>{t("dice_fair_says")}</p>
      <WordField word={word} change={change} />
      {beacon !== null && (
        <label class="check">
          <input type="checkbox" checked={beacon} onChange={(event) => change({ beacon: event.currentTarget.checked })} />
          <span>
            {t("dice_beacon")}
            <small>{t("dice_beacon_says")}</small>
          </span>
        </label>
      )}
    </details>
  );
}
