/* SPDX-License-Identifier: MIT */
/* sentence.h - the numbers that the sentences of rules name, read from the data in play (a scenario laid over it) and from the
 * options, once for all when rules are made. docs/adding-a-game.md tells how a hole is written.
 *
 * What a hole is filled with, `struct alea_texts`.holes, goes from left to right: terms, and + - * < between them (< is the
 * smaller one). A term is a number; @OPTION, its value; #PATH, how many elements are there; or PATH, the number there. Paths are
 * those of load.h, and besides:
 *   rows[walls]            the row whose "id" is walls          rows[op=spy_bonus]   whose "op" is spy_bonus
 *   rows[-1]               the last one                         rows[*].cost         the sum over all elements
 *   maps[@map]             by the number of an option's value   rows[id=@siege]      by its word
 */
#ifndef ALEA_ENGINE_SENTENCE_H
#define ALEA_ENGINE_SENTENCE_H

#include "loader.h"

enum { ALEA_HOLE_NUMBERS = 64 };

/* The numbers of the data that a hole has read, borrowed from it. */
struct alea_hole_read {
    int n;
    json_t *at[ALEA_HOLE_NUMBERS]; /* integers, the first ones */
};

/* What fills a hole; `read` may be NULL. What is not there counts as 0, and *lacks becomes true (it stays as it is else). */
int32_t alea_hole_value(const char *hole, const struct alea_game *game, const int32_t option[], json_t *data, bool *lacks,
                        struct alea_hole_read *read);

/* After the game has loaded its data: fills all holes. They live as long as the loader's arena; NULL when out of memory. */
const struct alea_sentences *alea_sentences_make(struct alea_loader *in, const struct alea_options *options);

#endif
