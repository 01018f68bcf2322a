// SPDX-License-Identifier: MIT
// Options.tsx - the options of a new campaign, each with what it means for who plays and who runs it.
import type { Board, OptionFields } from "../../board";
import { say, type Word } from "./words";

/** What each value means, by option; the words of the values are the game's own. */
const CHOICES: Readonly<Record<string, Readonly<Record<string, Word>>>> = {
  map: { esdef: "map_whole_says", small: "map_small_says" },
  teams: { generals: "teams_generals_say", players: "teams_players_say" },
  opening: { sealed: "opening_sealed_says", known: "opening_known_says" },
  dice: { seed: "dice_seed_says", initiative: "dice_initiative_says", battles: "dice_battles_says", table: "dice_table_says" },
};
const LEGENDS: Readonly<Record<string, Word>> = { map: "option_map", teams: "option_teams", opening: "option_opening", dice: "option_dice" };

function Fields({ game, values, lang, set }: OptionFields) {
  return (
    <>
      {Object.entries(CHOICES).map(([key, says]) => {
        const option = game.options.find((one) => one.key === key);
        if (!option?.values) return null;
        return (
          <fieldset key={key} class="inc-option">
            <legend>{say(lang, LEGENDS[key]!)}</legend>
            {option.values.map((id, i) => (
              <label key={id} class="check">
                <input type="radio" name={`option-${key}`} value={id} checked={values[key] === id} onChange={() => set(key, id)} />
                <span>
                  {option.words?.[i] ?? id}
                  {says[id] && <small>{say(lang, says[id])}</small>}
                </span>
              </label>
            ))}
          </fieldset>
        );
      })}
    </>
  );
}

export const options: NonNullable<Board["options"]> = {
  keys: Object.keys(CHOICES),
  Fields,
  // Two Generals answer for everybody only where few others are there. [teams.players_min]
  run: (people) => ({ teams: people >= 6 ? "players" : "generals" }),
};
