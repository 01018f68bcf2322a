/* SPDX-License-Identifier: MIT */
/* lesson.h - a lesson for beginners: a commented match (data/lessons/GAME.alea), as the terminal and the page give it.
 *
 * It is a transcript. The learner sits where its head says `human`. Comments before a ply explain it:
 *   # it: ...            # en: ...            to everybody, in Italian and in English
 *   # it terminal: ...   # en terminal: ...   to who types at the terminal
 *   # it page: ...       # en page: ...       to who taps on the page */
#ifndef ALEA_ENGINE_LESSON_H
#define ALEA_ENGINE_LESSON_H

#include "registry.h"

enum alea_lesson_place { ALEA_LESSON_TERMINAL, ALEA_LESSON_PAGE, ALEA_LESSON_PLACES };

/* Read-only once read. */
struct alea_lesson {
    struct alea_match *match; /* the whole of it */
    int seat;                 /* the learner's */
    long plies;
    struct alea_data text; /* borrowed */
    size_t *behind;        /* behind[ply]: where in the text what stands behind that ply begins; behind[0] is 0 */
};

/* Reads a lesson's text, which must stay, and replays it; NULL if it has a fault. `name` is for messages. */
struct alea_lesson *alea_lesson_read(const char *name, struct alea_data text, struct alea_error *error);
void alea_lesson_free(struct alea_lesson *lesson);

/* Adds the comments between `ply` and the one behind it, a line each; false if there are none for that place in text->lang. */
bool alea_lesson_say(const struct alea_lesson *lesson, long ply, enum alea_lesson_place place, struct alea_text *text);
/* A match of its own that stands at that ply of the lesson, to be played on. NULL if memory is short. */
struct alea_match *alea_lesson_match_at(const struct alea_lesson *lesson, long ply, struct alea_error *error);

#endif
