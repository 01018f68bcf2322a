// SPDX-License-Identifier: MIT
// act.tsx - a form's one request: whether it is under way, and what a refusal said.
import { useState } from "preact/hooks";
import { ApiError } from "../api";
import { Message } from "./basic";

/** One that is asked, with what a refusal said. */
export function useAct() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (cause) {
      setFailure(cause instanceof ApiError ? cause.body.text : String(cause));
    }
    setBusy(false);
  };
  return { busy, failure, act };
}

export function Failure({ text }: { text: string | null }) {
  return text ? (
    <Message kind="bad" alert>
      {text}
    </Message>
  ) : null;
}
