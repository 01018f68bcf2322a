// SPDX-License-Identifier: MIT
// ask.ts - what a General asks of somebody else's character: a whole order with words, which its player answers.
import type { Question } from "../../sides";
import type { Model } from "./model";

/** True once it is asked. */
export async function sendNote(model: Model, order: string, note: string): Promise<boolean> {
  const body = { ply: model.table.state.ply, order, ...(note.trim() ? { note: note.trim() } : {}) };
  return (await model.asked.post<{ consents: readonly Question[] }>("/requests", body)) !== null;
}

/** Puts an order before one's side, with words of explanation. */
export async function propose(model: Model, order: string, text: string): Promise<boolean> {
  return (await model.asked.post("/proposals", { order, text: text.trim() })) !== null;
}
