/* SPDX-License-Identifier: MIT */
/* transcript.h - what the writer and the reader of transcripts share: docs/transcript.md tells the format. */
#ifndef ALEA_ENGINE_TRANSCRIPT_H
#define ALEA_ENGINE_TRANSCRIPT_H

#include <stdatomic.h>
#include <string.h>

#include "alea.h"

enum {
    ALEA_TRANSCRIPT_VERSION = 4, /* the newest; of those that say all the oldest is written */
    ALEA_TRANSCRIPT_BONDS = 2,   /* since then the head has lines that bind the dice */
    ALEA_TRANSCRIPT_POSTS = 3,   /* since then there are posts, and notes are escaped: they may have several lines */
    ALEA_TRANSCRIPT_SEALS = 4,   /* since then a scenario may be sealed */
    ALEA_MAX_HEAD_BYTES = 1 << 16,
    ALEA_CHECK_DIGITS = 6 /* hexadecimal digits of a check: 24 bits */
};

/* The check of a position: the upper 24 bits of its hash, in small hexadecimal digits. */
void alea_transcript_check(const struct alea_rules *rules, const void *pos, char check[ALEA_CHECK_DIGITS + 1]);

/* "1 0 0", "0.333333 0.333333 0.333333": the score of each seat, to six places, without zeros at the end; with a point in
 * every locale. */
void alea_transcript_score(const struct alea_rules *rules, const void *pos, struct alea_text *text);

/* The head with its empty line, of format `format` or, if that can't hold it, a later one, which is returned: all that follows is of that
 * one. The seed and a sealed scenario only if they are open to whoever reads it. */
long alea_transcript_head(const struct alea_match *match, long format, bool open, struct alea_text *text);

/* The line of a ply, without its newline: "12 A claim italia | note", or "# 12 ..." if the reader may not know the move.
 * The note is escaped, or, as chains have it, stands there as it is, with its newlines. */
void alea_transcript_ply(const struct alea_rules *rules, long number, const struct alea_ply *ply, bool known, bool escaped,
                         struct alea_text *text);

/* alea_transcript_write_for() that another thread may stop: what is written then is worth nothing. */
void alea_transcript_write_until(const struct alea_match *match, int viewer, unsigned flags, const atomic_bool *stop,
                                 struct alea_text *text);

/* ---- Words of a line ---- */

/* Cuts the first word off *rest, in place. "" if there is none. */
static inline char *transcript_word(char **rest) {
    char *word = *rest + strspn(*rest, " ");
    char *end = word + strcspn(word, " ");
    *rest = *end ? end + 1 : end;
    *end = 0;
    return word;
}

/* What is left of the line, without blanks in front. */
static inline const char *transcript_tail(const char *rest) { return rest + strspn(rest, " "); }

/* A whole number from 0 to 999,999,999 without sign; -1 for anything else. */
static inline long transcript_number(const char *word) {
    long number = 0;
    size_t length = strspn(word, "0123456789");
    if (length == 0 || length > 9 || word[length]) return -1;
    for (size_t i = 0; i < length; i++) number = 10 * number + (word[i] - '0');
    return number;
}

#endif
