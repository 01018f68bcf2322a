// SPDX-License-Identifier: MIT
// Trouble.tsx - nothing can be shown: what happened, and where to go from here.
import { useEffect, useState } from "preact/hooks";
import type { ApiError } from "../api";
import { letGo } from "../device";
import { isHere, lockOf } from "../here/id";
import { Message, Title } from "../parts/basic";
import { go, pathOfLink, place } from "../route";
import { t } from "../words";

/** A match of this device that is open in another tab goes on here as soon as it is closed there. */
function useTheOtherTab(match: string | null): void {
  useEffect(() => {
    if (!match) return;
    const stop = new AbortController();
    const free = navigator.locks.request(lockOf(match), { signal: stop.signal }, () => undefined);
    free.then(() => location.reload(), () => undefined); // by then the lock is given back, for the page that comes
    return () => stop.abort();
  }, [match]);
}

/** `match`: the table whose seat's link opens nothing any more can still be watched. */
export function Trouble({ failure, match }: { failure: ApiError; match?: string }) {
  const dead = match !== undefined && ["unauthorized", "not_your_seat"].includes(failure.body.error);
  useTheOtherTab(match !== undefined && isHere(match) && failure.body.error === "full" ? match : null);
  const title = dead ? t("link_dead") : failure.status === 404 ? t("trouble_missing") : t("trouble");
  return (
    <main id="content" class="page narrow">
      <Title>{title}</Title>
      <Message kind="bad" alert>
        {dead ? t("link_dead_says") : failure.body.text}
      </Message>
      {failure.status === 404 && <PasteLink />}
      <p class="row">
        {dead && (
          <button type="button" class="button primary" onClick={() => letGo(match)}>
            {t("link_watch_now")}
          </button>
        )}
        {!dead && (
          <button type="button" class="button" onClick={() => location.reload()}>
            {t("try_again")}
          </button>
        )}
        <a class="button" href="/">
          {t("home")}
        </a>
      </p>
    </main>
  );
}

/** A field for the whole link, where what came of it was not. */
function PasteLink() {
  const [link, setLink] = useState("");
  const [wrong, setWrong] = useState(false);
  const open = (event: Event) => {
    event.preventDefault();
    const path = pathOfLink(link);
    setWrong(path === null);
    if (path) go(path);
  };
  return (
    <form class="card" onSubmit={open}>
      <label>
        {t("link_paste")}
        <input type="url" autocomplete="off" value={link} onInput={(event) => setLink(event.currentTarget.value)} />
      </label>
      {wrong && (
        <Message kind="bad" alert>
          {t("link_paste_wrong")}
        </Message>
      )}
      <button type="submit" class="button primary" disabled={!link.trim()}>
        {t("link_paste_open")}
      </button>
    </form>
  );
}

/** A link whose secret part came in pieces: without it one would be a spectator, and not know why. */
export function BrokenLink({ match, letters }: { match: string; letters: number }) {
  return (
    <main id="content" class="page narrow">
      <Title>{t("link_broken")}</Title>
      <Message kind="bad" alert>
        {t("link_broken_says", letters)}
      </Message>
      <PasteLink />
      <p class="row">
        <a class="button" href={`/m/${match}`}>
          {t("link_watch_now")}
        </a>
        <a class="button" href="/">
          {t("home")}
        </a>
      </p>
    </main>
  );
}

export function Missing() {
  const table = /^\/[ma]\//.test(place.value.path);
  return (
    <main id="content" class="page narrow">
      <Title>{table ? t("link_broken") : t("trouble_missing")}</Title>
      <p>{table ? t("link_broken_path") : t("missing_says")}</p>
      {table && <PasteLink />}
      <p>
        <a class="button" href="/">
          {t("home")}
        </a>
      </p>
    </main>
  );
}
