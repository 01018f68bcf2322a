/* SPDX-License-Identifier: MIT */
/* play.h - tables of the module: the one that is played at, and those of a lesson, which are laid for a question and put away. */
#ifndef ALEA_WASM_PLAY_H
#define ALEA_WASM_PLAY_H

#include "question.h"
#include "wire.h"

/* Takes the match; NULL if memory is short. */
struct table *play_show(struct alea_match *match, struct alea_error *error);
void play_put_away(struct wire *wire);

/* look.c: where "transcript" ends, which must be sound, before whoever chooses there: "seat", if it may, else the first of them, or nobody. To
 * be put away. */
enum alea_err enter_transcript(struct question *question, struct wire *wire);
/* games.c: the learner's table in the lesson of "game" at "ply", to be put away. */
enum alea_err enter_lesson(struct question *question, struct wire *wire);

#endif
