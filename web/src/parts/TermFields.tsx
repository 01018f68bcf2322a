// SPDX-License-Identifier: MIT
// TermFields.tsx - what people of a new table agree on before they sit down: help, and who may take the match back.
import type { Help, Takebacks } from "../api";
import { t } from "../words";
import { helps } from "./people";
import { takebacks, terms } from "./terms";

/** What people may be told beyond the rules, which all agree to who sit down. */
export function HelpFields({ chosen, change }: { chosen: Help; change: (help: Help) => void }) {
  return (
    <fieldset>
      <legend>{t("aid_choice")}</legend>
      {(Object.keys(helps) as Help[]).map((help) => (
        <label key={help} class="check">
          <input type="radio" name="help" checked={chosen === help} onChange={() => change(help)} />
          <span>
            {t(helps[help].name)}
            <small>{t(helps[help].says)}</small>
          </span>
        </label>
      ))}
      <p class="soft">{t("analyse_trust")}</p>
    </fieldset>
  );
}

/** Who takes the match back; who plays with strangers does not do it alone. */
export function TakebackFields(props: { chosen: Takebacks; listed: boolean; change: (takebacks: Takebacks) => void }) {
  const offered = (Object.keys(takebacks) as Takebacks[]).filter((one) => one !== "creator" || !props.listed);
  const chosen = offered.includes(props.chosen) ? props.chosen : "all";
  return (
    <fieldset data-key="takebacks">
      <legend>{terms("takebacks")}</legend>
      {offered.map((one) => (
        <label key={one} class="check">
          <input type="radio" name="takebacks" value={one} checked={chosen === one} onChange={() => props.change(one)} />
          <span>
            {terms(takebacks[one].name)}
            <small>{terms(takebacks[one].means)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
