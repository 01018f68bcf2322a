// SPDX-License-Identifier: MIT
// Rulings.tsx - what was decided where the rules are silent: number, rule, date, question and answer, as far as the viewer may read it.
import { useEffect, useState } from "preact/hooks";
import { api, ApiError } from "../api";
import { mine, tokenToLook } from "../device";
import { place } from "../route";
import { lang, sayingOf } from "../words";
import { en, it } from "../words/rulings";
import { Ruled, RuleLink } from "./Rule";

const w = sayingOf({ en, it });
const page = 50; // posts that the server tells at once

export interface Ruling {
  readonly n: number; // of its post, as the viewer counts
  readonly number: number; // over those for the same readers
  readonly rule: string;
  readonly date: string;
  readonly question: string;
  readonly text: string;
  readonly to: readonly string[] | null; // null: everybody
}

/** All that those eyes may read; a Master's are `as`. */
export async function rulingsOf(match: string, token: string | null, as?: string): Promise<readonly Ruling[]> {
  const found: Ruling[] = [];
  for (let after = 0, told = page; told === page;) {
    const query = { kind: "ruling", after, ...(as ? { as } : {}) };
    const { posts } = await api<{ posts: readonly Ruling[] }>(`/matches/${match}/posts`, { token, query });
    found.push(...posts.filter(({ rule }) => rule)); // other programs may post some without
    after = posts[posts.length - 1]?.n ?? 0;
    told = posts.length;
  }
  return found;
}

interface Listed {
  readonly rulings: readonly Ruling[];
  readonly game: string;
  /** For whom one is. */
  readonly readers: (to: Ruling["to"]) => string;
}

export function RulingList({ rulings, game, readers }: Listed) {
  return (
    <ol class="plain rulings">
      {rulings.map((one) => (
        <li key={one.n} class="card">
          <p class="soft">
            {w("number", one.number)} · <RuleLink game={game} rule={one.rule} /> · {one.date}
            {readers(one.to) && ` · ${readers(one.to)}`}
          </p>
          <p>
            <strong>{one.question}</strong>
          </p>
          <p class="as-written">
            <Ruled text={one.text} game={game} />
          </p>
        </li>
      ))}
    </ol>
  );
}

interface Shown {
  readonly match: string;
  readonly game: string;
  readonly rule?: string;
  readonly news?: number;
}

/** Those of the match that its viewer may read, of one rule or of all; asked for anew when `news` is another one. That there are none is
 * said of all alone. */
export function Rulings({ match, game, rule, news }: Shown) {
  const [rulings, setRulings] = useState<readonly Ruling[] | null>(null);
  const language = lang.value;
  const desk = place.value.route.view === "run" ? mine.value[match]?.master : undefined;
  useEffect(() => {
    let wanted = true;
    rulingsOf(match, desk ?? tokenToLook(match), desk && "all").then(
      (found) => wanted && setRulings(found),
      (cause: unknown) => cause instanceof ApiError || Promise.reject(cause as Error), // the rule alone is told
    );
    return () => void (wanted = false);
  }, [match, desk, news, language]);
  const found = rulings?.filter((one) => !rule || one.rule === rule) ?? [];
  if (rulings && !found.length) return rule ? null : <p class="soft">{w("none")}</p>;
  return <RulingList rulings={found} game={game} readers={(to) => (to && !desk ? w("mine") : "")} />;
}

/** All of them, folded away until they are wanted. */
export function RulingsBox({ match, game, news }: { match: string; game: string; news: number }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="rulings-box" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{w("title")}</summary>
      {open && <Rulings match={match} game={game} news={news} />}
    </details>
  );
}
