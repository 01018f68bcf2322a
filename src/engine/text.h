/* SPDX-License-Identifier: MIT */
/* text.h - what the engine's own files need of text.c beyond alea.h. */
#ifndef ALEA_ENGINE_TEXT_H
#define ALEA_ENGINE_TEXT_H

#include "alea.h"

/* Adds n bytes, of which none is 0. */
void alea_text_add_n(struct alea_text *text, const char *words, size_t n);
void alea_text_add_number(struct alea_text *text, int64_t number); /* like "%ld", in a tenth of the time */

/* "A".."Z", "AA".."AV"; "*" for ALEA_CHANCE, "!" for ALEA_HOST, "-" else. Returns the length. */
int alea_seat_letters(int seat, char letters[3]);
/* The way back, capitals or not; ALEA_NONE for any other word. */
int alea_seat_read(const char *word);

/* "6 4 1 - 5 2"; "6 4" without the other side, "- 5" without the first, "-" for no dice at all. */
void alea_dice_write(unsigned arg, struct alea_text *text);

#endif
