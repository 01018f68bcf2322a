// SPDX-License-Identifier: MIT
// Trouble.tsx - nothing can be shown: what happened, and where to go from here.
import type { ApiError } from "../api";
import { Message, Title } from "../parts/basic";
import { t } from "../words";

export function Trouble({ failure }: { failure: ApiError }) {
  return (
    <main id="content" class="page">
      <Title>{failure.status === 404 ? t("trouble_missing") : t("trouble")}</Title>
      <Message kind="bad" alert>
        {failure.body.text}
      </Message>
      <p class="row">
        <button type="button" class="button" onClick={() => location.reload()}>
          {t("try_again")}
        </button>
        <a class="button" href="/">
          {t("home")}
        </a>
      </p>
    </main>
  );
}

export function Missing() {
  return (
    <main id="content" class="page">
      <Title>{t("trouble_missing")}</Title>
      <p>{t("missing_says")}</p>
      <p>
        <a class="button" href="/">
          {t("home")}
        </a>
      </p>
    </main>
  );
}
