/* SPDX-License-Identifier: MIT */
/* transcript_test.h - what the tests of transcripts share: a sound transcript, that with one line changed, and its reading. */
#ifndef ALEA_TRANSCRIPT_TEST_H
#define ALEA_TRANSCRIPT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "alea.h"

/* The numbers of these lines are those of the table of faults in transcript_faults_test.c. */
static const char *const sound[] = {
    /* 1 */ "alea 1",
    /* 2 */ "game null 1",
    /* 3 */ "options rounds=2 tie=nobody",
    /* 4 */ "seat A human Anna",
    /* 5 */ "seat B bot:greedy",
    /* 6 */ "dice fair",
    /* 7 */ "commitment b3a3b63a64c92342c3a87a05086c63ad661c1af55dd53d55ffd748f06401adf0",
    /* 8 */ "seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    /* 9 */ "word A alea iacta est",
    /* 10 */ "",
    /* 11 */ "1 A bet three | a bar | and one more",
    /* 12 */ "= 257d3b",
    /* 13 */ "2 B bet five",
    /* 14 */ "3 * dice 6",
    /* 15 */ "= 1b298c",
    /* 16 */ "4 B bet two",
    /* 17 */ "= 69333d",
    /* 18 */ "5 A bet six",
    /* 19 */ "6 * dice 2",
    /* 20 */ "= 2c1ff6",
    /* 21 */ "end 0 1",
};

enum { LINES = ALEA_LEN(sound), CEILING = 1 << 20 };

enum edit {
    PUT,    /* instead of the line */
    BEFORE, /* before the line */
    LEAVE   /* the line is missing */
};

static inline struct alea_text text_with(enum edit edit, int line, const char *words) {
    struct alea_text text;
    alea_text_init(&text, CEILING, ALEA_EN);
    for (int i = 1; i <= LINES; i++) {
        if (i == line && edit == LEAVE) continue;
        if (i == line) alea_text_addf(&text, "%s\n", words);
        if (i != line || edit == BEFORE) alea_text_addf(&text, "%s\n", sound[i - 1]);
    }
    if (line > LINES) alea_text_addf(&text, "%s\n", words);
    return text;
}

static inline struct alea_match *read_bytes(const char *bytes, size_t n, struct alea_error *error) {
    *error = (struct alea_error){.lang = ALEA_EN, .code = ALEA_ERR_IO};
    return alea_transcript_read("file.alea", bytes, n, NULL, NULL, NULL, error);
}

static inline struct alea_match *read_sound(const char *bytes, size_t n) {
    struct alea_error error;
    struct alea_match *match = read_bytes(bytes, n, &error);
    if (error.code) fail_msg("line %ld: %s", error.line, error.text);
    assert_non_null(match);
    return match;
}

#endif
