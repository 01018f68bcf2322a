// SPDX-License-Identifier: MIT
// PlayNow.tsx - one tap to a table: against bots on all other seats, with the game's usual options.
import { useState } from "preact/hooks";
import { ApiError, type GameHead, type Games } from "../api";
import { go } from "../route";
import { playBots } from "../table/rematch";
import { t } from "../words";

export function PlayNow(props: { game: GameHead; games: Games; large?: boolean; onFail: (failure: ApiError) => void }) {
  const { game, games, large = false, onFail } = props;
  const [busy, setBusy] = useState(false);
  const play = async () => {
    setBusy(true);
    try {
      go(await playBots(game, games));
    } catch (cause) {
      setBusy(false);
      if (cause instanceof ApiError) onFail(cause);
      else throw cause;
    }
  };
  return (
    <button type="button" class={large ? "button primary large" : "button primary"} disabled={busy} onClick={() => void play()}>
      {busy ? t("creating") : t("play_now")}
    </button>
  );
}
