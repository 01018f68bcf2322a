// SPDX-License-Identifier: MIT
// RuleDialog.tsx - the text of a rule, with those near it and what was ruled on it.
import { useEffect, useState } from "preact/hooks";
import type { GameInfo } from "../api";
import { isHere } from "../here/id";
import { place } from "../route";
import { loadPlayed } from "../table/games";
import { lang, t } from "../words";
import { Dialog, Loading } from "./basic";
import { openRule, type OpenRule } from "./Rule";
import { Rulings } from "./Rulings";

/** The match of the address; null: there is none, or it is played without a server, where nobody rules. */
function matchHere(): string | null {
  const { route } = place.value;
  return (route.view === "table" || route.view === "run") && !isHere(route.match) ? route.match : null;
}

/** The text of the rule that was asked for, over all else; under it what was ruled on it in this match. */
export function RuleDialog({ open }: { open: OpenRule }) {
  const match = matchHere();
  const [info, setInfo] = useState<GameInfo | null>(null);
  const language = lang.value;
  useEffect(() => {
    setInfo(null);
    loadPlayed(open.game, language).then(setInfo, () => undefined);
  }, [open.game, language]);
  const close = () => (openRule.value = null);
  const group = open.rule.replace(/-\d+$/, "-");
  const near = info?.rules.filter((one) => one.rule.startsWith(group)) ?? [];
  return (
    <Dialog title={open.rule} onClose={close}>
      {!info ? (
        <Loading />
      ) : (
        <>
          <p class="rule-text">{info.rules.find((one) => one.rule === open.rule)?.text ?? t("rule_unknown")}</p>
          {match && <Rulings match={match} game={open.game} rule={open.rule} />}
          {near.length > 1 && (
            <details>
              <summary>{t("rule_near")}</summary>
              <dl class="rules">
                {near.map((one) => (
                  <div key={one.rule} class={one.rule === open.rule ? "current" : ""}>
                    <dt>{one.rule}</dt>
                    <dd>{one.text}</dd>
                  </div>
                ))}
              </dl>
            </details>
          )}
          <p>
            <a href={`/help?game=${open.game}`}>{t("rule_all", info.title)}</a>
          </p>
        </>
      )}
    </Dialog>
  );
}
