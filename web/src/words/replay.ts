// SPDX-License-Identifier: MIT
// replay.ts - the words about looking back that its page alone needs, in both languages: they come with it.
export const en = {
  look_at_this: "Look at this:",
  remark_bookmark: "Bookmark this moment",
  remarks: "Your comments and bookmarks",
  remarks_save: "Save the match with them",
  remarks_say: "They stay in this browser. In the file they are comments that every program skips; a link to this moment takes its comment along.",
  heading_back: "To the heading before",
  heading_on: "To the next heading",
  stride: "Go by",
  stride_ply: "Ply by ply",
  stride_round_phase: "Turn by turn",
  stride_round_window: "Day by day",
  stride_step_phase: "Phase by phase",
  stride_step_window: "Window by window",
} as const;

/** The keys of these words. */
export type ReplayKey = keyof typeof en;

export const it: Readonly<Record<ReplayKey, string>> = {
  look_at_this: "Guarda qui:",
  remark_bookmark: "Segna questo momento",
  remarks: "I tuoi commenti e segnalibri",
  remarks_save: "Salva la partita con essi",
  remarks_say: "Restano in questo browser. Nel file sono commenti che ogni programma salta; un link a questo momento porta con sé il suo commento.",
  heading_back: "Al titolo precedente",
  heading_on: "Al titolo successivo",
  stride: "Procedi",
  stride_ply: "Mossa per mossa",
  stride_round_phase: "Turno per turno",
  stride_round_window: "Giorno per giorno",
  stride_step_phase: "Fase per fase",
  stride_step_window: "Finestra per finestra",
};
