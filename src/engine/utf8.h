/* SPDX-License-Identifier: MIT */
/* utf8.h - reading UTF-8 from outside: one strict decoder, the one idea of what is fit to be shown, and how wide it is. */
#ifndef ALEA_ENGINE_UTF8_H
#define ALEA_ENGINE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Length in bytes (1 to 4) of the well-formed character at `bytes`, of which n can be read, and its code point in *code;
 * 0 if there is none: cut short, overlong, a surrogate, past U+10FFFF (RFC 3629). */
size_t alea_utf8_next(const char *bytes, size_t n, uint32_t *code);

/* False for control characters, line separators, marks that turn the direction of writing, and non-characters: what could
 * break a line, a terminal or a reader's trust. */
bool alea_utf8_shown(uint32_t code);

/* Columns of a letter on a screen: marks that sit on the one before take none, those of East Asia and pictures take two. */
int alea_utf8_width(uint32_t code);

/* True if all of the n bytes are well formed and fit to be shown. */
bool alea_utf8_clean(const char *bytes, size_t n);

/* n, or less by the bytes of a last character that was cut short. */
size_t alea_utf8_trim(const char *bytes, size_t n);

#endif
