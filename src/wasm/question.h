/* SPDX-License-Identifier: MIT */
/* question.h - a question of the page, taken apart, and its answer, written. */
#ifndef ALEA_WASM_QUESTION_H
#define ALEA_WASM_QUESTION_H

#include "alea.h"

struct json_t;

struct question {
    const struct json_t *json; /* an object */
    enum alea_lang lang;
    struct alea_error *error;
    struct alea_text *answer; /* the members go here, behind "{" */
};

/* Writes the answer's members, or says what is wrong: then what it has written is thrown away. */
typedef enum alea_err answer_function(struct question *question);

/* ---- Members of a question (question.c): each is a fault, BAD_OPTION, that names the member, if it is not as it must be ------------ */

/* A string; NULL, and no fault, if it is not there and not `wanted`. Without `n` it must hold no NUL. */
enum alea_err question_string(const struct question *question, const char *name, bool wanted, const char **at, size_t *n);
/* A whole number from min to max; `usual` if it is not there. */
enum alea_err question_number(const struct question *question, const char *name, int64_t min, int64_t max, int64_t usual,
                              int64_t *number);
/* A list of at most `most` strings; none if it is not there. */
enum alea_err question_list(const struct question *question, const char *name, int most, const char *at[], int *n);
/* "scenario": a scenario's own JSON as a string, and "scenario_name". *given is `room`, or NULL without one. */
enum alea_err question_scenario(const struct question *question, struct alea_scenario *room,
                                const struct alea_scenario **given);

/* The match of its "transcript" (files.c), as far as it is sound. `faults` may be NULL; error->code tells of the last. */
enum alea_err question_match(struct question *question, struct alea_text *faults, struct alea_match **match);

/* Lets it begin at "view", the JSON of what "viewer", a seat or by default a spectator, may know, filled by the guess of that number ("guess";
 * 0: not at all), and plays "plies" there ("A MOVE"). *eyes: that seat, where nothing is filled; else, and without a "view", ALEA_NONE (guess.c). */
enum alea_err question_view(const struct question *question, struct alea_match *match, int *eyes);

/* ---- What may be asked ---------------------------------------------------------------------------------------------------- */

answer_function answer_check, answer_verify, answer_review; /* files.c */
answer_function answer_look;                                /* look.c */
answer_function answer_best;                                /* best.c */
answer_function answer_series;                              /* series.c */
answer_function answer_table_lay, answer_table_state, answer_table_events, answer_table_why, answer_table_odds,
    answer_table_words, answer_table_rules, answer_table_transcript, answer_table_move, answer_table_undo,
    answer_table_resign, answer_table_think;                                              /* play.c: at the one table */
answer_function answer_games, answer_game, answer_lesson, answer_chances, answer_weights; /* games.c */

#endif
