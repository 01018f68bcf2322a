// SPDX-License-Identifier: MIT
// Rule.tsx - in running words ids of rules ("ABC-LAND-2") become buttons that open the rule's text, and addresses become links.
import { signal } from "@preact/signals";

const shape = /\b([A-Z]{2,5}-[A-Z]{2,12}-\d{1,3})\b/;
const address = /(https:\/\/[^\s"<>\\^`{|}]*[^\s"<>\\^`{|}.,;:!?)])/;

/** True if the words hold the id of a rule. */
export const namesRule = (text: string): boolean => shape.test(text);

export interface OpenRule {
  readonly game: string;
  readonly rule: string;
}

/** The rule whose text is open in the dialog; null: none. */
export const openRule = signal<OpenRule | null>(null);

/** The id of a rule, as a button that opens its text. */
export function RuleLink({ game, rule }: { game: string; rule: string }) {
  return (
    <button type="button" class="rule-link" onClick={() => (openRule.value = { game, rule })}>
      {rule}
    </button>
  );
}

function withRules(text: string, game: string) {
  return text.split(shape).map((part, i) => (i % 2 ? <RuleLink key={i} game={game} rule={part} /> : part));
}

/** Words in which each id of a rule is a button that opens its text, and each address a link that does not tell where it stood. */
export function Ruled({ text, game }: { text: string; game: string }) {
  const parts = text.split(address).map((part, i) =>
    i % 2 ? (
      <a key={i} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ) : (
      withRules(part, game)
    ),
  );
  return <>{parts}</>;
}
