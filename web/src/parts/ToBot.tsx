// SPDX-License-Identifier: MIT
// ToBot.tsx - the button that gives a seat to a bot. It asks first: the link of whoever sat there is void afterwards.
import { useState } from "preact/hooks";
import type { Seat } from "../api";
import { t } from "../words";
import { Dialog } from "./basic";
import { isBot, seatTitle } from "./people";

export function ToBot({ seat, label, onGive }: { seat: Seat; label?: string; onGive: () => void }) {
  const [sure, setSure] = useState(false);
  const give = () => {
    setSure(false);
    onGive();
  };
  return (
    <>
      <button type="button" class="button small" aria-label={label} onClick={() => (isBot(seat.who) ? give() : setSure(true))}>
        {t("seat_to_bot")}
      </button>
      {sure && (
        <Dialog title={t("seat_to_bot")} onClose={() => setSure(false)}>
          <p>{t("seat_to_bot_sure", seatTitle(seat))}</p>
          <div class="row">
            <button type="button" class="button danger" onClick={give}>
              {t("seat_to_bot")}
            </button>
            <button type="button" class="button" onClick={() => setSure(false)}>
              {t("cancel")}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
