// SPDX-License-Identifier: MIT
// Film.tsx - the address of a picture or film that stands beside what the Master tells or enters.
import { w } from "./say";

const most = 500; // characters that the server takes

/** True if it can stand there; nothing can, too. */
export const isAddress = (text: string): boolean => /^(https:\/\/[^\s/?#@]+([/?#]\S*)?)?$/.test(text.trim());

export function Film({ value, onInput }: { value: string; onInput: (value: string) => void }) {
  const wrong = !isAddress(value);
  return (
    <label>
      {w("film")}
      <input
        type="url"
        maxLength={most}
        placeholder="https://"
        value={value}
        aria-invalid={wrong}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {wrong && <small class="bad-text">{w("film_wrong")}</small>}
    </label>
  );
}
