// SPDX-License-Identifier: MIT
// Drop.tsx - where a match comes in as a file: dropped, or chosen; and what is wrong with it.
import { useState } from "preact/hooks";
import { maxTranscriptBytes, TranscriptFault } from "../transcript";
import { t } from "../words";
import { Icon, Message } from "./basic";

/** What is wrong, in words. */
export function faultWords(fault: unknown): string {
  if (fault instanceof TranscriptFault) {
    const words = { head: t("fault_head"), line: t("fault_line"), ply: t("fault_ply"), post: t("fault_post"), version: t("fault_version") };
    return t("fault_at", fault.line, words[fault.message as keyof typeof words]);
  }
  return fault instanceof Error ? fault.message : String(fault);
}

export function Drop({ says, onText }: { says: string; onText: (name: string, text: string) => void }) {
  const [over, setOver] = useState(false);
  const [failure, setFailure] = useState("");
  const take = (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxTranscriptBytes) return setFailure(t("fault_large"));
    setFailure("");
    void file.text().then((text) => onText(file.name, text));
  };
  return (
    <div
      class={over ? "drop over" : "drop"}
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => (event.preventDefault(), setOver(false), take(event.dataTransfer?.files[0]))}
    >
      <label>
        <Icon name="dice" />
        <span>{says}</span>
        <input class="hidden" type="file" accept=".alea,text/plain" onChange={(event) => take(event.currentTarget.files?.[0])} />
      </label>
      {failure && (
        <Message kind="bad" alert>
          {failure}
        </Message>
      )}
    </div>
  );
}
