// SPDX-License-Identifier: MIT
// byhand.ts - words of what the Master enters of a real table.

export const en = {
  battle_at: "{1}: the {2} attack. Pass {3}.",
  by_hand_how: "What is entered",
  by_hand_dice: "Dice as they fell",
  by_hand_result: "Only the result",
  die_of: "Die of {1}: 1 to {2}",
  no_such_face: "only 1 to {1}",
  shot_at: "{1} shoots at {2}.",
  extra: "extra",
  how_it_ended: "How it ended",
  press_the_fallen: "Press whoever fell; the others are left standing.",
  has_fallen: "has fallen",
  still_stands: "is left standing",
} as const;

export const it: Readonly<Record<keyof typeof en, string>> = {
  battle_at: "{1}: attaccano i {2}. Ripresa {3}.",
  by_hand_how: "Che cosa si registra",
  by_hand_dice: "I dadi usciti",
  by_hand_result: "Solo l'esito",
  die_of: "Dado di {1}: da 1 a {2}",
  no_such_face: "solo da 1 a {1}",
  shot_at: "{1} tira su {2}.",
  extra: "in più",
  how_it_ended: "Com'è finita",
  press_the_fallen: "Premi chi è caduto; gli altri restano in piedi.",
  has_fallen: "caduto",
  still_stands: "resta in piedi",
};
