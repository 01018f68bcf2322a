// SPDX-License-Identifier: MIT
// Explain.tsx - what a bot would do at a choice, what it expects of each plan, and what speaks for and against it.
import { useEffect, useState } from "preact/hooks";
import { api, ApiError } from "../api";
import { lang, percent, sayingOf } from "../words";
import { en, it } from "../words/explain";
import { Loading, Message } from "./basic";

const w = sayingOf({ en, it });

interface Plan {
  /** `times`: in a row; once, if it is missing. */
  readonly moves: readonly { readonly m: number; readonly words: string; readonly times?: number }[];
  readonly more: boolean;
  readonly tries: number;
  readonly expects: number | null;
  readonly motives: readonly { readonly weight: number; readonly text: string }[];
}

/** The answer to GET /matches/ID/explain, and of a lesson. */
interface Explanation {
  readonly tries: number;
  readonly plans: readonly Plan[];
  readonly made: Plan | null;
}

function Motives({ plan }: { plan: Plan }) {
  return (
    <ul>
      {plan.motives.map(({ weight, text }) => (
        <li key={text} class={weight < 0 ? "against" : "for"}>
          {w(weight < 0 ? "against" : "for")} {text}
        </li>
      ))}
    </ul>
  );
}

function PlanLine({ plan }: { plan: Plan }) {
  const moves = plan.moves.map(({ words, times }) => (times ? `${words} ×${times}` : words));
  return (
    <>
      <strong>{moves.join("; ") + (plan.more ? "; …" : "")}</strong>{" "}
      <span class="soft">{plan.expects === null ? w("never") : w("expects", percent(plan.expects, 1), plan.tries)}</span>
      <Motives plan={plan} />
    </>
  );
}

function Made({ made, best }: { made: Plan; best: Plan }) {
  const same = made.moves[0]?.m === best.moves[0]?.m;
  const less = made.expects === null || best.expects === null ? 0 : best.expects - made.expects;
  return (
    <div class="explain-made">
      <p class="soft">{same ? w("made_best") : less > 0 ? w("made_less", percent(less, 1)) : w("made")}</p>
      <PlanLine plan={made} />
    </div>
  );
}

/**
 * Asks as soon as it is shown. `address`: of the table, or of a step of a lesson. `at`: the ply of a choice that was made; without it,
 * the one at hand.
 */
export function Explain({ address, token, at }: { address: string; token: string | null; at?: number }) {
  const [told, setTold] = useState<Explanation | null>(null);
  const [fault, setFault] = useState("");
  const chosen = lang.value;
  useEffect(() => {
    const control = new AbortController();
    api<Explanation>(`${address}/explain`, { token, lang: chosen, query: { at }, signal: control.signal }).then(
      setTold,
      (cause: unknown) => control.signal.aborted || setFault(cause instanceof ApiError ? cause.body.text : String(cause)),
    );
    return () => control.abort();
  }, [address, token, at, chosen]);
  if (fault) return <Message kind="bad">{fault}</Message>;
  if (!told) return <Loading />;
  return (
    <section class="explain" aria-label={w("title")}>
      <p class="soft">{w("says", told.tries)}</p>
      <ol>
        {told.plans.map((plan) => (
          <li key={plan.moves[0]?.m}>
            <PlanLine plan={plan} />
          </li>
        ))}
      </ol>
      {told.made && told.plans[0] && <Made made={told.made} best={told.plans[0]} />}
    </section>
  );
}
