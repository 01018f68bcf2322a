// SPDX-License-Identifier: MIT
// cards.ts - words of the task cards: what is asked, what is done, what it costs.

export const en = {
  general: "General",
  deputy: "Deputy",
  order_march: "{1}: {2} → {3}",
  take_back: "Take back: {1}",
  do_from: "March from here",
  do_to: "March here from {1}",
  do_attack: "Attack",
};

export const it: Readonly<Record<keyof typeof en, string>> = {
  general: "Generale",
  deputy: "Vice",
  order_march: "{1}: {2} → {3}",
  take_back: "Annulla: {1}",
  do_from: "In marcia da qui",
  do_to: "In marcia qui da {1}",
  do_attack: "Attacca",
};
