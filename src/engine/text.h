/* SPDX-License-Identifier: MIT */
/* text.h - what the engine's own files need of text.c beyond alea.h. */
#ifndef ALEA_ENGINE_TEXT_H
#define ALEA_ENGINE_TEXT_H

#include <string.h>

#include "alea.h"

void alea_text_add_slowly(struct alea_text *text, const char *words, size_t n);

/* True if so many bytes more and the 0 fit where the text lies. */
static inline bool alea_text_has_room(const struct alea_text *text, size_t n) {
    return !text->truncated && text->len + n < text->cap && text->len + n <= text->max;
}

/* Adds n bytes, of which none is 0. Mostly there is room for them. */
static inline void alea_text_add_n(struct alea_text *text, const char *words, size_t n) {
    if (!alea_text_has_room(text, n)) {
        alea_text_add_slowly(text, words, n);
        return;
    }
    memcpy(text->at + text->len, words, n);
    text->len += n;
    text->at[text->len] = 0;
}

/* Words that are written in the program: their length is known there. */
#define ALEA_TEXT_ADD(text, literal) alea_text_add_n(text, "" literal "", sizeof(literal) - 1)

/* Room for n bytes more, which count as added: to be filled, and none of them with 0. NULL, and the text is truncated: it has not so
 * much. */
char *alea_text_grow(struct alea_text *text, size_t n);

/* What was added since the text was `from` bytes long is taken back. */
static inline void alea_text_back(struct alea_text *text, size_t from) {
    if (text->len <= from) return; /* without memory there is nothing to take back */
    text->len = from;
    text->at[from] = 0;
}

void alea_text_add_number(struct alea_text *text, int64_t number); /* like "%ld", in a tenth of the time */

/* "A".."Z", "AA".."AV"; "*" for ALEA_CHANCE, "!" for ALEA_HOST, "-" else. Returns the length. */
int alea_seat_letters(int seat, char letters[3]);
/* The way back, capitals or not; ALEA_NONE for any other word. */
int alea_seat_read(const char *word);

/* "6 4 1 - 5 2"; "6 4" without the other side, "- 5" without the first, "-" for no dice at all. */
void alea_dice_write(unsigned arg, struct alea_text *text);

#endif
