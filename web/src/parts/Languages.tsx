// SPDX-License-Identifier: MIT
// Languages.tsx - the languages of the page, to be chosen at any moment.
import { chooseLang, lang, languages, t } from "../words";

export function Languages() {
  return (
    <div class="languages" role="group" aria-label={t("language")}>
      {languages.map((one) => (
        <button
          key={one.id}
          type="button"
          lang={one.id}
          aria-pressed={lang.value === one.id}
          title={one.name}
          aria-label={`${one.id.toUpperCase()}: ${one.name}`}
          onClick={() => void chooseLang(one.id)}
        >
          {one.id.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
