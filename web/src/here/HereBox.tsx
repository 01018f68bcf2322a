// SPDX-License-Identifier: MIT
// HereBox.tsx - on the first page: playing without a server, saved matches taken up, and whether the page opens without a network.
import { useEffect, useState } from "preact/hooks";
import { ApiError, type Games } from "../api";
import { hasEngine } from "../engine/client";
import { pageKept } from "../offline";
import { Message } from "../parts/basic";
import { go } from "../route";
import { loadGames } from "../table/games";
import { playBots } from "../table/rematch";
import { lang } from "../words";
import { w } from "./say";

function Begin({ onFail }: { onFail: (failure: string) => void }) {
  const [games, setGames] = useState<Games | null>(null);
  const [busy, setBusy] = useState(false);
  const language = lang.value;
  useEffect(() => void loadGames(language).then(setGames, () => undefined), [language]);
  const play = async (id: string) => {
    setBusy(true);
    try {
      go(await playBots(games!.games.find((game) => game.id === id)!, games!, true));
    } catch (cause) {
      setBusy(false);
      if (cause instanceof ApiError) onFail(cause.body.text);
      else throw cause;
    }
  };
  // Where no server is, the cards above begin such matches already.
  if (!games || games.here) return null;
  return (
    <div class="row" data-key="here">
      {games.games.map(({ id, title }) => (
        <button key={id} type="button" class="button" disabled={busy} onClick={() => void play(id)}>
          {w("begin")}: {title}
        </button>
      ))}
    </div>
  );
}

function TakeUp({ onFail }: { onFail: (failure: string) => void }) {
  const open = async (file: File | undefined) => {
    if (!file) return;
    try {
      const { takeUp } = await import("./begin");
      go(await takeUp(await file.text(), file.name));
    } catch (cause) {
      if (cause instanceof ApiError) onFail(w("bad_file", cause.body.text));
      else throw cause;
    }
  };
  return (
    <div class="row">
      <label class="button">
        {w("import_title")}
        <input
          class="hidden"
          type="file"
          accept=".alea,text/plain"
          data-key="take-up"
          onChange={(event) => {
            void open(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
      </label>
      <small class="soft">{w("import_says")}</small>
    </div>
  );
}

export function HereBox() {
  const [failure, setFailure] = useState("");
  const kept = pageKept.value;
  // A server's page that was built without the engine: no browser could change that, and there are the server's tables.
  if (!BUILD_ENGINE && !BUILD_SITE) return null;
  return (
    <section aria-labelledby="here" class="here">
      <h2 id="here">{w("here_title")}</h2>
      {hasEngine() ? (
        <>
          <p class="soft">{w("here_says")}</p>
          {failure && (
            <Message kind="bad" alert>
              {failure}
            </Message>
          )}
          <Begin onFail={setFailure} />
          <TakeUp onFail={setFailure} />
          {kept !== null && (
            <p class="soft" role="status" data-key="kept">
              {w(kept ? "offline_ready" : "offline_no")}
            </p>
          )}
        </>
      ) : (
        <p class="soft">{w("no_engine")}</p>
      )}
    </section>
  );
}
