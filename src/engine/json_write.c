/* SPDX-License-Identifier: MIT */
/* json_write.c - see json_write.h: numbers and strings. */
#include "json_write.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "utf8.h"

/* ---- Keys -------------------------------------------------------------------------------------------------------- */

/* What a message is made of: the room is asked for once, for the comma and the quotes, too. */
void alea_json_member(struct alea_text *text, const char *key) {
    const size_t n = strlen(key), comma = alea_json_wants_comma(text), whole = comma + n + 3;
    if (!alea_text_has_room(text, whole)) {
        if (comma) ALEA_TEXT_ADD(text, ",");
        ALEA_TEXT_ADD(text, "\"");
        alea_text_add_n(text, key, n);
        ALEA_TEXT_ADD(text, "\":");
        return;
    }
    char *at = text->at + text->len;
    at[0] = ',';
    at += comma;
    at[0] = '"';
    memcpy(at + 1, key, n + 1); /* its end is written over */
    memcpy(at + 1 + n, "\":", 3);
    text->len += whole;
}

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

void alea_json_natural(struct alea_text *text, const char *key, uint64_t number) {
    alea_json_key(text, key);
    if (number > INT64_MAX) {
        alea_text_add_number(text, (int64_t)(number / 10));
        number %= 10;
    }
    alea_text_add_number(text, (int64_t)number);
}

/* What printf wrote: the point is whatever the locale has for it, one byte or several. */
static void add_digits(struct alea_text *text, const char *digits) {
    while (*digits) {
        size_t plain = strspn(digits, "+-0123456789e");
        alea_text_add_n(text, digits, plain);
        digits += plain;
        size_t point = strcspn(digits, "+-0123456789e");
        if (point) ALEA_TEXT_ADD(text, ".");
        digits += point;
    }
}

enum { MAX_DIGITS = 512 }; /* of the greatest double, with all of its places */

static void add_double(struct alea_text *text, const char *key, double number, bool fixed, int digits) {
    char room[MAX_DIGITS];
    if (!isfinite(number)) {
        alea_json_null(text, key);
        return;
    }
    snprintf(room, sizeof room, fixed ? "%.*f" : "%.*g", digits, number);
    alea_json_key(text, key);
    add_digits(text, room);
}

void alea_json_real(struct alea_text *text, const char *key, double number, int digits) {
    add_double(text, key, number, false, digits);
}

void alea_json_fixed(struct alea_text *text, const char *key, double number, int places) {
    add_double(text, key, number, true, places);
}

void alea_json_decimal(struct alea_text *text, const char *key, double number, int places) {
    int64_t unit = 1;
    if (!isfinite(number)) {
        alea_json_null(text, key);
        return;
    }
    for (int i = 0; i < places; i++) unit *= 10;
    int64_t scaled = (int64_t)(number * (double)unit + (number < 0 ? -0.5 : 0.5));
    uint64_t size = scaled < 0 ? 0 - (uint64_t)scaled : (uint64_t)scaled, rest = size % (uint64_t)unit;
    alea_json_key(text, key);
    if (scaled < 0) ALEA_TEXT_ADD(text, "-");
    alea_text_add_number(text, (int64_t)(size / (uint64_t)unit));
    if (!rest) return;
    char digits[20] = ".";
    int n = 1;
    for (uint64_t at = (uint64_t)unit / 10; at && rest; rest %= at, at /= 10) digits[n++] = (char)('0' + rest / at);
    alea_text_add_n(text, digits, (size_t)n);
}

/* ---- Strings ----------------------------------------------------------------------------------------------------- */

enum { LINE_SEPARATOR = 0x2028, PARAGRAPH_SEPARATOR = 0x2029, REPLACEMENT = 0xfffd, CODE = 6 };

/* Bytes that stand for themselves, in JSON and in a page's script. */
static bool is_plain(unsigned char byte) {
    return byte >= ' ' && byte < 0x7f && byte != '"' && byte != '\\' && byte != '<' && byte != '>' && byte != '&';
}

static size_t plain_run(const char *words, size_t n) {
    size_t run = 0;
    while (run < n && is_plain((unsigned char)words[run])) run++;
    return run;
}

/* "\u003c"; none of these codes is beyond 16 bits. */
static void write_code(char to[CODE], uint32_t code) {
    static const char digits[] = "0123456789abcdef";
    to[0] = '\\';
    to[1] = 'u';
    for (int i = 0; i < 4; i++) to[2 + i] = digits[code >> (12 - 4 * i) & 15];
}

/* The n bytes as they stand in a string: how many that are. They go to `to`, unless it is NULL; it may lie before the words in the same
 * room, if that ends where they end. */
static size_t escape(const char *words, size_t n, char *to) {
    size_t size = 0;
    for (size_t at = 0, length; at < n; at += length) {
        uint32_t code = (unsigned char)words[at];
        length = code < 0x80 ? 1 : alea_utf8_next(words + at, n - at, &code);
        bool whole = length > 1 ? code != LINE_SEPARATOR && code != PARAGRAPH_SEPARATOR
                                : length && is_plain((unsigned char)words[at]);
        if (to && whole) memmove(to + size, words + at, length);
        else if (to) write_code(to + size, length ? code : REPLACEMENT);
        size += whole ? length : CODE;
        if (!length) length = 1;
    }
    return size;
}

void alea_json_string(struct alea_text *text, const char *key, const char *words) {
    if (!words) {
        alea_json_null(text, key);
        return;
    }
    size_t n = strlen(words), plain = plain_run(words, n);
    alea_json_key(text, key);
    ALEA_TEXT_ADD(text, "\"");
    alea_text_add_n(text, words, plain);
    if (plain < n) {
        char *to = alea_text_grow(text, escape(words + plain, n - plain, NULL));
        if (to) escape(words + plain, n - plain, to);
    }
    ALEA_TEXT_ADD(text, "\"");
}

/* Most words need nothing but quotes around them. The others are moved to the end of the room that they need, and written from its
 * beginning. */
void alea_json_close_string(struct alea_text *text, size_t from) {
    if (text->len > from && text->at[text->len - 1] == '\n') alea_text_back(text, text->len - 1);
    size_t plain = from + plain_run(alea_text_str(text) + from, text->len - from), n = text->len - plain;
    size_t more = n ? escape(text->at + plain, n, NULL) - n : 0;
    if (more && alea_text_grow(text, more)) {
        char *tail = text->at + plain;
        escape(memmove(tail + more, tail, n), n, tail);
    }
    ALEA_TEXT_ADD(text, "\"");
}
