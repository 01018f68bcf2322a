// SPDX-License-Identifier: MIT
// terms.ts - the words about what a table agrees on beforehand, in both languages: they come with the form, the invitation and the menu.
export const en = {
  away: "Away for a while",
  borrow: "Play for {1}",
  borrow_hint: "You see what the seat sees and play its turns, until then or until it is taken back. Giving up, notes and notices stay its owner's.",
  borrow_says: "{1} lends you seat {2} until {3}.",
  borrow_title: "A seat for a while",
  give_back: "Give the seat back",
  lend: "Lend my seat",
  lend_link: "The link for whoever plays for you",
  lend_once: "Give it to one person. It is shown this once; a new one makes it useless.",
  lend_says: "Somebody plays for you until then, by a link that you take back whenever you like. The whole table sees it. Nobody of another side can take it.",
  lend_until: "Until",
  lent_open: "Seat {1} is lent until {2}: nobody has taken it yet.",
  lent_taken: "{1} plays for seat {2} until {3}.",
  take_back: "Take my seat back",
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
  away: "Via per un po'",
  borrow: "Gioca per {1}",
  borrow_hint: "Vedi quel che vede il posto e giochi i suoi turni, fino ad allora o finché viene ripreso. Ritirarsi, note e avvisi restano di chi lo possiede.",
  borrow_says: "{1} ti presta il posto {2} fino a {3}.",
  borrow_title: "Un posto per un po'",
  give_back: "Restituisci il posto",
  lend: "Presta il mio posto",
  lend_link: "Il link per chi gioca per te",
  lend_once: "Dallo a una persona sola. Si vede questa volta sola; uno nuovo lo rende inutile.",
  lend_says: "Fino ad allora qualcuno gioca per te, con un link che riprendi quando vuoi. Lo vede tutto il tavolo. Chi gioca da un'altra parte non può prenderlo.",
  lend_until: "Fino a",
  lent_open: "Il posto {1} è prestato fino a {2}: nessuno l'ha ancora preso.",
  lent_taken: "{1} gioca per il posto {2} fino a {3}.",
  take_back: "Riprendi il mio posto",
  takebacks: "Tornare indietro",
  takebacks_all: "Con il consenso di tutti",
  takebacks_all_says: "Chi vuole riportare la partita a un turno precedente lo chiede, e tutte le persone del tavolo rispondono.",
  takebacks_creator: "Anche chi crea il tavolo",
  takebacks_creator_says: "Da solo, senza chiedere: per un tavolo privato fra amici.",
  takebacks_none: "Mai",
  takebacks_none_says: "Quel che è giocato è giocato; si annulla solo una svista, se nessuno ha ancora visto nulla.",
};
