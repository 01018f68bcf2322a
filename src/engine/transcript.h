/* SPDX-License-Identifier: MIT */
/* transcript.h - what the writer and the reader of transcripts share: docs/transcript.md tells the format. */
#ifndef ALEA_ENGINE_TRANSCRIPT_H
#define ALEA_ENGINE_TRANSCRIPT_H

#include <stdatomic.h>

#include "alea.h"

enum {
    ALEA_TRANSCRIPT_VERSION = 2, /* the newest; 1 is written where it says all, and holds no line that binds */
    ALEA_MAX_HEAD_BYTES = 1 << 16,
    ALEA_CHECK_DIGITS = 6 /* hexadecimal digits of a check: 24 bits */
};

/* The check of a position: the upper 24 bits of its hash, in small hexadecimal digits. */
void alea_transcript_check(const struct alea_rules *rules, const void *pos, char check[ALEA_CHECK_DIGITS + 1]);

/* "1 0 0", "0.333333 0.333333 0.333333": the score of each seat, to six places, without zeros at the end; with a point in
 * every locale. */
void alea_transcript_score(const struct alea_rules *rules, const void *pos, struct alea_text *text);

/* The head with its empty line; the seed only if it is open to whoever reads it. */
void alea_transcript_head(const struct alea_match *match, bool open, struct alea_text *text);

/* The line of a ply, without its newline: "12 A claim italia | note", or "# 12 ..." if the reader may not know the move. */
void alea_transcript_ply(const struct alea_rules *rules, long number, const struct alea_ply *ply, bool known,
                         struct alea_text *text);

/* alea_transcript_write_for() that another thread may stop: what is written then is worth nothing. */
void alea_transcript_write_until(const struct alea_match *match, int viewer, unsigned flags, const atomic_bool *stop,
                                 struct alea_text *text);

#endif
