/* SPDX-License-Identifier: MIT */
/* transcript.h - what the writer and the reader of transcripts share: docs/transcript.md tells the format. */
#ifndef ALEA_ENGINE_TRANSCRIPT_H
#define ALEA_ENGINE_TRANSCRIPT_H

#include "alea.h"

enum {
    ALEA_TRANSCRIPT_VERSION = 1,
    ALEA_CHECK_DIGITS = 6 /* hexadecimal digits of a check: 24 bits */
};

/* The check of a position: the upper 24 bits of its hash, in small hexadecimal digits. */
void alea_transcript_check(const struct alea_rules *rules, const void *pos, char check[ALEA_CHECK_DIGITS + 1]);

/* "1 0 0", "0.333333 0.333333 0.333333": the score of each seat, to six places, without zeros at the end; with a point in
 * every locale. */
void alea_transcript_score(const struct alea_rules *rules, const void *pos, struct alea_text *text);

#endif
