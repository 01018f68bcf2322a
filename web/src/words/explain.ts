// SPDX-License-Identifier: MIT
// explain.ts - the words around what a bot says of its plans, in both languages; its reasons come from the game.
export const en = {
  against: "Against:",
  expects: "expects {1} of a win ({2} {2|try|tries})",
  for: "For:",
  made: "What was chosen:",
  made_best: "What was chosen is the best that it sees:",
  made_less: "What was chosen is worth {1} of a win less than the best:",
  never: "never tried: others looked better from the start",
  says: "The best plans that a bot found in {1} tries, from what this seat can see.",
  title: "What a bot would do",
};

export const it: typeof en = {
  against: "Contro:",
  expects: "si aspetta il {1} di una vittoria ({2} {2|prova|prove})",
  for: "A favore:",
  made: "La scelta fatta:",
  made_best: "La scelta fatta è la migliore che vede:",
  made_less: "La scelta fatta vale il {1} di una vittoria in meno della migliore:",
  never: "mai provata: altre sembravano migliori dall'inizio",
  says: "I piani migliori che un bot ha trovato in {1} prove, da ciò che questo posto può vedere.",
  title: "Che cosa farebbe un bot",
};
