/* SPDX-License-Identifier: MIT */
/* casefold.h - words as people type them: capitals, accents and extra blanks don't matter. */
#ifndef ALEA_ENGINE_CASEFOLD_H
#define ALEA_ENGINE_CASEFOLD_H

#include <stdbool.h>
#include <stddef.h>

/* Writes at most size - 1 bytes: small letters without accents, words parted by one blank, none at the ends. */
void casefold(const char *words, char *folded, size_t size);
bool casefold_same(const char *a, const char *b);
bool casefold_begins(const char *words, const char *prefix); /* the prefix keeps a blank at its end */

#endif
