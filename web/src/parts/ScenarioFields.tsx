// SPDX-License-Identifier: MIT
// ScenarioFields.tsx - a scenario of one's own for a new table: a file that is laid over the game's data, open to all, or sealed by the
// server and known to the Master alone until the end (docs/scenario.md).
import { useState } from "preact/hooks";
import { t } from "../words";
import { Message } from "./basic";

/** A scenario that was read, and whether it is to be sealed. */
export interface OwnScenario {
  readonly file: { readonly name: string; readonly replace: Readonly<Record<string, unknown>> } & Readonly<Record<string, unknown>>;
  readonly sealed: boolean;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The file, if it looks like a scenario of that game; else a sentence. All that is in it the server checks. */
function read(text: string, game: string): OwnScenario["file"] | string {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return t("scenario_no_json");
  }
  if (!isObject(file) || file["format"] !== "alea.scenario" || !isObject(file["replace"])) return t("scenario_no_scenario");
  if (file["game"] !== game) return t("scenario_other_game", String(file["game"]));
  return file as OwnScenario["file"];
}

interface Fields {
  readonly game: string;
  /** At a table with a Master it may be sealed. */
  readonly master: boolean;
  readonly scenario: OwnScenario | null;
  readonly change: (scenario: OwnScenario | null) => void;
}

export function ScenarioFields({ game, master, scenario, change }: Fields) {
  const [wrong, setWrong] = useState("");
  const choose = async (input: HTMLInputElement) => {
    const chosen = input.files?.[0];
    const file = chosen ? read(await chosen.text(), game) : null;
    setWrong(typeof file === "string" ? file : "");
    change(typeof file === "string" || !file ? null : { file, sealed: scenario?.sealed ?? master });
  };
  return (
    <details class="card" id="create-scenario">
      <summary>{t("scenario_own")}</summary>
      <p>{t("scenario_own_says")}</p>
      <label>
        {t("scenario_file")}
        <input type="file" accept=".json,application/json" onChange={(event) => void choose(event.currentTarget)} />
      </label>
      {wrong && (
        <Message kind="bad" alert>
          {wrong}
        </Message>
      )}
      {scenario && (
        <Message kind="good">{t("scenario_read", scenario.file.name, Object.keys(scenario.file.replace).join(", "))}</Message>
      )}
      {scenario && master && (
        <label class="check">
          <input
            type="checkbox"
            checked={scenario.sealed}
            onChange={(event) => change({ ...scenario, sealed: event.currentTarget.checked })}
          />
          <span>
            {t("scenario_sealed")}
            <small>{t("scenario_sealed_says")}</small>
          </span>
        </label>
      )}
    </details>
  );
}
