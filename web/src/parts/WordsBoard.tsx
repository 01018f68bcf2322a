// SPDX-License-Identifier: MIT
// WordsBoard.tsx - a game without a board of its own on this page: shown by the words that its terminal shows, and as playable.
import { useEffect, useState } from "preact/hooks";
import { apiText, api, ApiError } from "../api";
import type { Who } from "../live";
import { lang } from "../words";
import { Loading } from "./basic";
import { saveText } from "./save";

/** What the words are asked for: a match or a lesson at a ply, and as whom. */
export interface Viewpoint {
  /** Of the match, or of a step of a lesson: "/matches/ID". */
  readonly address: string;
  readonly who: Who;
  readonly ply: number;
  readonly at?: number | undefined;
  readonly as?: string | undefined;
}

/** Asks again whenever the position is another; what comes late is dropped. */
function useWords(point: Viewpoint, what: "board" | "places" | "hand"): string | null {
  const [text, setText] = useState<string | null>(null);
  const language = lang.value;
  useEffect(() => {
    const control = new AbortController();
    const query = { what, at: point.at, as: point.as };
    const wait = setTimeout(() => {
      api<{ text: string }>(`${point.address}/words`, { ...point.who, query, signal: control.signal })
        .then((answer) => setText(answer.text))
        .catch((cause: unknown) => cause instanceof ApiError && setText(cause.body.text));
    }, 60);
    return () => {
      clearTimeout(wait);
      control.abort();
    };
  }, [point.address, point.who.token, point.who.seat, point.ply, point.at, point.as, what, language]);
  return text;
}

export function WordsBoard({ point, what, label }: { point: Viewpoint; what: "board" | "places" | "hand"; label: string }) {
  const text = useWords(point, what);
  if (text === null) return <Loading />;
  if (what === "hand" && !text.trim()) return null;
  return (
    <div class="words-board scroll" tabIndex={0} role="region" aria-label={label}>
      <pre>{text}</pre>
    </div>
  );
}

/** The transcript as this viewer may have it, saved as a file, with the scenario that it was played on. */
export async function saveTranscript(match: string, who: Who): Promise<void> {
  const text = await apiText(`/matches/${match}/transcript`, who);
  const [{ withScenario }, { scenarioFor }] = await Promise.all([import("../laid"), import("../scenario")]);
  saveText(`${match}.alea`, await withScenario(text, await scenarioFor(text, match)));
}
