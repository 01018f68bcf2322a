// SPDX-License-Identifier: MIT
// ViewSwitch.tsx - the map or its text: two equal views. Where there is little room one button goes to the other.
import { prefs, writePref } from "../device";
import { t } from "../words";
import { IconButton } from "./basic";
import { wide } from "./Sheet";

export function ViewSwitch() {
  const { text } = prefs.value;
  if (!wide.value)
    return (
      <IconButton
        icon={text ? "map" : "text"}
        label={text ? t("view_map") : t("view_text")}
        onClick={() => writePref("text", !text)}
      />
    );
  return (
    <div class="segmented" role="group" aria-label={t("view_as")}>
      <IconButton icon="map" label={t("view_map")} pressed={!text} onClick={() => writePref("text", false)} />
      <IconButton icon="text" label={t("view_text")} pressed={text} onClick={() => writePref("text", true)} />
    </div>
  );
}
