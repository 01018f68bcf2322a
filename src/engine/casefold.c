/* SPDX-License-Identifier: MIT */
/* casefold.c - words as people type them. */
#include "casefold.h"

#include <stdint.h>
#include <string.h>

#include "utf8.h"

enum { MAX_FOLDED = 4096 };

/* The plain small letter of a Latin letter of Latin-1; 0 if it has none. */
static char plain_letter(uint32_t code) {
    static const char from_c0[] = "aaaaaaaceeeeiiiidnooooo\0ouuuuyts"; /* U+00C0 to U+00DF; U+00E0 to U+00FF are the same */
    if (code >= 'A' && code <= 'Z') return (char)(code - 'A' + 'a');
    if (code < 0x80) return (char)code;
    if (code == 0x2019) return '\''; /* the apostrophe of phones */
    return code >= 0xc0 && code <= 0xff ? from_c0[(code - 0xc0) % 32] : 0;
}

void casefold(const char *words, char *folded, size_t size) {
    size_t n = strlen(words), len = 0, length;
    for (size_t at = 0; at < n; at += length) {
        uint32_t code = 0;
        length = alea_utf8_next(words + at, n - at, &code);
        if (!length) length = 1;
        char plain = code == '\t' ? ' ' : plain_letter(code);
        size_t added = plain ? 1 : length;
        if (len + added >= size) break;
        if (plain == ' ' && (len == 0 || folded[len - 1] == ' ')) continue;
        if (plain) folded[len] = plain;
        else memcpy(folded + len, words + at, length);
        len += added;
    }
    while (len > 0 && folded[len - 1] == ' ') len--;
    folded[len] = 0;
}

bool casefold_same(const char *a, const char *b) {
    char x[MAX_FOLDED], y[MAX_FOLDED];
    casefold(a, x, sizeof x);
    casefold(b, y, sizeof y);
    return strcmp(x, y) == 0;
}

bool casefold_begins(const char *words, const char *prefix) {
    char x[MAX_FOLDED], y[MAX_FOLDED];
    casefold(words, x, sizeof x);
    casefold(prefix, y, sizeof y);
    size_t n = strlen(prefix), length = strlen(y);
    bool blank = length > 0 && prefix[n - 1] == ' ';
    return strncmp(x, y, length) == 0 && (!blank || x[length] == ' ');
}
