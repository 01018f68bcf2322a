// SPDX-License-Identifier: MIT
// rulings.ts - the words about rulings, in both languages.
export const en = {
  mine: "for your side alone",
  none: "Nothing has been ruled yet.",
  number: "No. {1}",
  title: "Rulings of the Master",
};

export const it: typeof en = {
  mine: "solo per la tua fazione",
  none: "Non è stato ancora deciso nulla.",
  number: "N. {1}",
  title: "Decisioni del Master",
};
