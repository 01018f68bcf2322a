// SPDX-License-Identifier: MIT
// sounds.ts - what is heard of Polis, by event or verb.
import type { Sound } from "../../sounds";

export const sounds: Readonly<Record<string, Sound>> = {
  hoplite_made: "place",
  galley_made: "build",
  merchant_made: "place",
  disc_placed: "place",
  hoplite_moved: "march",
  galley_moved: "sail",
  proxenos_moved: "march",
  project_started: "build",
  project_completed: "build",
  collected: "coins",
  collected_row: "coins",
  traded: "coins",
  hired: "coins",
  event_drawn: "card",
  attacked: "clash",
  answered: "card",
  battle_began: "clash",
  polis_taken: "taken",
  siege_failed: "lost",
  civil_war: "lost",
};
