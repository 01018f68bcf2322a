/* SPDX-License-Identifier: MIT */
/* words.h - lines as words, and values as the words that transcripts and positions use: italia, A, 12, SPQ-LAND-2, 6 4 - 5.
 *
 * Small and capital letters are the same. A value that its set has no word for is written #255, which is never read back. */
#ifndef ALEA_ENGINE_WORDS_H
#define ALEA_ENGINE_WORDS_H

#include <string.h>

#include "alea.h"
#include "error.h"

enum { ALEA_MAX_WORDS = 280 }; /* of a line: more than the longest field of a position has elements */

/* A line, cut at its blanks. */
struct alea_words {
    int n;
    const char *at[ALEA_MAX_WORDS]; /* into bytes */
    char bytes[ALEA_MAX_LINE_BYTES];
};

/* Cuts up the line, which ends with 0 or a newline. False if it is too long, with n > 0. */
bool alea_words_split(struct alea_words *words, const char *line);

/* What stands behind the "=" of "key=value", whose key has *n bytes; NULL if there is none, and the whole word is the key. */
static inline const char *alea_word_value(const char *pair, size_t *n) {
    *n = strcspn(pair, "=");
    return pair[*n] ? pair + *n + 1 : NULL;
}

void alea_word_write(const struct alea_rules *rules, int set, uint32_t value, struct alea_text *text);

/* Reads one word as a value of the set, at most max. False with the reason, in the language of error (may be NULL). */
bool alea_word_read(const struct alea_rules *rules, int set, const char *word, uint32_t max, uint32_t *value,
                    struct alea_reason *reason, const struct alea_error *error);

/* Reads all words from number `first` on: none for ALEA_SET_NONE, several for a throw, else one. */
bool alea_words_read(const struct alea_rules *rules, int set, const struct alea_words *words, int first, uint32_t max,
                     uint32_t *value, struct alea_reason *reason, const struct alea_error *error);

#endif
