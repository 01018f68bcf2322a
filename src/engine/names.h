/* SPDX-License-Identifier: MIT */
/* names.h - the tables of names of a game, whatever kind of set they are, and guessing what a misspelt word meant. */
#ifndef ALEA_ENGINE_NAMES_H
#define ALEA_ENGINE_NAMES_H

#include "alea.h"
#include "error.h"

/* The names of one of the game's own sets (ALEA_SET_GAME and above); none for any other. Of `rules` only game and tables
 * are looked at, here and in all of text.c: a game that has but its tables can make one on the stack. */
struct alea_names alea_names_of(const struct alea_rules *rules, int set);

/* The verb of a move, the engine's own (ALEA_VERB_REWIND) too; NULL if it is none of this game. */
const struct alea_verb *alea_verb_of(const struct alea_game *game, alea_move move);

/* True if index 0 of the set has a name (seats and the game's sets), so that a 0 says something. */
bool alea_set_names_zero(int set);

/* Equal but for small and capital letters (ASCII). */
bool alea_word_same(const char *a, const char *b);

/* The candidate nearest to a word, as they are offered one by one (restricted Damerau-Levenshtein distance, capitals
 * ignored). Words over 40 bytes have no neighbours. */
struct alea_nearest {
    const char *word;
    const char *best; /* NULL while none is near enough to be what was meant */
    int distance;
};

void alea_nearest_offer(struct alea_nearest *nearest, const char *candidate);

/* " (did you mean 'x'?)" in the language of error, or nothing. */
struct alea_reason alea_nearest_hint(const struct alea_nearest *nearest, const struct alea_error *error);

#endif
