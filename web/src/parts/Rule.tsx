// SPDX-License-Identifier: MIT
// Rule.tsx - ids of rules ("ABC-LAND-2") in running words become buttons that open the rule's text.
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { GameInfo } from "../api";
import { loadPlayed } from "../table/games";
import { lang, t } from "../words";
import { Dialog, Loading } from "./basic";

const shape = /\b([A-Z]{2,5}-[A-Z]{2,12}-\d{1,3})\b/;

/** True if the words hold the id of a rule. */
export const namesRule = (text: string): boolean => shape.test(text);

/** The rule whose text is open in the dialog; null: none. */
export const openRule = signal<{ readonly game: string; readonly rule: string } | null>(null);

/** The id of a rule, as a button that opens its text. */
export function RuleLink({ game, rule }: { game: string; rule: string }) {
  return (
    <button type="button" class="rule-link" onClick={() => (openRule.value = { game, rule })}>
      {rule}
    </button>
  );
}

/** Words in which each id of a rule is a button that opens its text. */
export function Ruled({ text, game }: { text: string; game: string }) {
  const parts = text.split(new RegExp(shape, "g"));
  if (parts.length === 1) return <>{text}</>;
  return <>{parts.map((part, i) => (i % 2 ? <RuleLink key={i} game={game} rule={part} /> : part))}</>;
}

/** The text of the rule that was asked for, over all else; nothing if none was. */
export function RuleDialog() {
  const open = openRule.value;
  const [info, setInfo] = useState<GameInfo | null>(null);
  const language = lang.value;
  useEffect(() => {
    setInfo(null);
    if (open) loadPlayed(open.game, language).then(setInfo, () => undefined);
  }, [open?.game, language]);
  if (!open) return null;
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
