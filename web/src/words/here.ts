// SPDX-License-Identifier: MIT
// here.ts - the words about matches of this device, played without a server, in both languages.
export const en = {
  bad_file: "This file can't be taken up: {1}",
  begin: "Play here",
  continue: "Continue at a table with friends",
  continue_friend: "A friend plays for {1}",
  continue_says: "A new match begins at the server, from this position, with dice of a new seed: the throws so far are told to be of this match. This one stays here as it is. Once that one is over, save its file and take it up here.",
  elsewhere: "This match is open in another tab of this browser. Play on there, or close it: it goes on here then.",
  engine_broke: "The engine in this page stopped; the match stands as it was last written down.",
  goes_on_unkept: "This browser has no room left for the match: it goes on as long as this page is open, and would be lost with it. Save its file, or make room.",
  here_says: "Bots play in this page, and the match is kept in this browser: no server is asked or told. The seed of the dice is this browser's own; the saved file proves that they were thrown by it.",
  here_title: "Without a server",
  import_says: "A match that you saved goes on where it was left; one that is over can be looked at.",
  import_title: "Take up a saved match (.alea)",
  no_engine: "This browser can't run WebAssembly, or the page was built without its engine: matches without a server can't be played here. Tables of a server can.",
  not_kept: "This browser does not have this match. It is kept only where it was begun; a saved file (.alea) brings it elsewhere.",
  not_stored: "This browser keeps nothing for this page, so a match would be lost with it: allow storage, leave a private window, or make room.",
  offline_no: "This page can't be kept for later: without a network it will not open.",
  offline_ready: "This page is kept on this device: it opens without a network, too.",
  wants_server: "That needs a server, and this match is played without one.",
  where: "Where",
  where_here: "In this browser, without a server",
  where_server: "At this server",
  where_server_says: "Friends join by a link; every device finds the match again.",
} as const;

/** The keys of these words. */
export type HereKey = keyof typeof en;

export const it: Readonly<Record<HereKey, string>> = {
  bad_file: "Non si può riprendere questo file: {1}",
  begin: "Gioca qui",
  continue: "Continua a un tavolo con gli amici",
  continue_friend: "Un amico gioca per {1}",
  continue_says: "Sul server comincia una partita nuova, da questa posizione, con dadi di un seme nuovo: i tiri fatti fin qui sono indicati come di questa partita, che resta qui com'è. Quando l'altra sarà finita, salva il file e riprendila qui.",
  elsewhere: "Questa partita è aperta in un'altra scheda di questo browser. Continua là, oppure chiudila: allora continua qui.",
  engine_broke: "Il motore in questa pagina si è fermato; la partita è come fu scritta l'ultima volta.",
  goes_on_unkept: "Questo browser non ha più posto per la partita: continua finché questa pagina è aperta, e si perderebbe con essa. Salva il file, o fai spazio.",
  here_says: "I bot giocano in questa pagina e la partita resta in questo browser: non si chiede a nessun server, e nessuno ne sa nulla. Il seme dei dadi è di questo browser; il file salvato prova che ne vengono.",
  here_title: "Senza server",
  import_says: "Una partita salvata continua da dove fu lasciata; una finita si può riguardare.",
  import_title: "Riprendi una partita salvata (.alea)",
  no_engine: "Questo browser non esegue WebAssembly, o la pagina fu costruita senza il suo motore: qui non si gioca senza server. Ai tavoli di un server sì.",
  not_kept: "Questo browser non ha questa partita. Sta solo dove fu iniziata; un file salvato (.alea) la porta altrove.",
  not_stored: "Questo browser non tiene nulla per questa pagina, e una partita andrebbe persa: consenti l'archiviazione, esci dalla finestra privata o fai spazio.",
  offline_no: "Questa pagina non si può tenere per dopo: senza rete non si aprirà.",
  offline_ready: "Questa pagina è tenuta su questo dispositivo: si apre anche senza rete.",
  wants_server: "Per questo serve un server, e questa partita si gioca senza.",
  where: "Dove",
  where_here: "In questo browser, senza server",
  where_server: "Su questo server",
  where_server_says: "Gli amici arrivano con un collegamento; ogni dispositivo ritrova la partita.",
};
