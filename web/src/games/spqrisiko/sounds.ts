// SPDX-License-Identifier: MIT
// sounds.ts - what is heard of SPQRisiko, by event or verb.
import type { Sound } from "../../sounds";

export const sounds: Readonly<Record<string, Sound>> = {
  claimed: "place",
  neutral_placed: "place",
  place: "place",
  set_played: "card",
  card_drawn: "card",
  centre_built: "build",
  built: "build",
  launched: "sail",
  sailed: "sail",
  attack_began: "march",
  assault_began: "march",
  moved: "march",
  advanced: "march",
  fight_began: "clash",
  conquered: "taken",
  assault_failed: "lost",
  eliminated: "lost",
};
