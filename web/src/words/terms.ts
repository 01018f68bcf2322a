// SPDX-License-Identifier: MIT
// terms.ts - the words about what a table agrees on beforehand, in both languages: they come with the form, the invitation and the menu.
export const en = {
  takebacks: "Taking back",
  takebacks_all: "By everybody's consent",
  takebacks_all_says: "Whoever wants the match back to an earlier turn asks, and all people of the table answer.",
  takebacks_creator: "Also by who makes the table",
  takebacks_creator_says: "Alone, without asking: for a private table among friends.",
  takebacks_none: "Never",
  takebacks_none_says: "What is played is played; only a slip is undone, where nobody has seen anything yet.",
} as const;

/** The keys of these words. */
export type TermKey = keyof typeof en;

export const it: Readonly<Record<TermKey, string>> = {
  takebacks: "Tornare indietro",
  takebacks_all: "Con il consenso di tutti",
  takebacks_all_says: "Chi vuole riportare la partita a un turno precedente lo chiede, e tutte le persone del tavolo rispondono.",
  takebacks_creator: "Anche chi crea il tavolo",
  takebacks_creator_says: "Da solo, senza chiedere: per un tavolo privato fra amici.",
  takebacks_none: "Mai",
  takebacks_none_says: "Quel che è giocato è giocato; si annulla solo una svista, se nessuno ha ancora visto nulla.",
};
