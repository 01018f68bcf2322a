/* SPDX-License-Identifier: MIT */
/* json_out.c - strings and numbers of JSON, written straight into a text. */
#include "json_out.h"

#include <stdlib.h>
#include <string.h>

#include "text.h"
#include "utf8.h"

/* Bytes that stand for themselves, in JSON and in a page's script. */
static bool is_plain(unsigned char byte) {
    return byte >= ' ' && byte < 0x7f && byte != '"' && byte != '\\' && byte != '<' && byte != '>' && byte != '&';
}

static void add_code(struct alea_text *text, uint32_t code) {
    static const char digits[] = "0123456789abcdef";
    char escape[6] = {'\\', 'u'};
    for (int i = 0; i < 4; i++) escape[2 + i] = digits[code >> (12 - 4 * i) & 15];
    alea_text_add_n(text, escape, sizeof escape);
}

/* Bytes that are no UTF-8 become the character that stands for such; line separators are newlines to a script. */
static size_t add_character(struct alea_text *text, const char *words, size_t n) {
    enum { LINE_SEPARATOR = 0x2028, PARAGRAPH_SEPARATOR = 0x2029, REPLACEMENT = 0xfffd };
    uint32_t code = (unsigned char)words[0];
    size_t length = code < 0x80 ? 1 : alea_utf8_next(words, n, &code);
    if (length == 0) add_code(text, REPLACEMENT);
    else if (length == 1 || code == LINE_SEPARATOR || code == PARAGRAPH_SEPARATOR) add_code(text, code);
    else alea_text_add_n(text, words, length);
    return length ? length : 1;
}

static void add_escaped(struct alea_text *text, const char *words, size_t n) {
    for (size_t at = 0; at < n;) {
        size_t end = at;
        while (end < n && is_plain((unsigned char)words[end])) end++;
        alea_text_add_n(text, words + at, end - at);
        at = end;
        if (at < n) at += add_character(text, words + at, n - at);
    }
}

void json_out_string(struct alea_text *text, const char *words) {
    ALEA_TEXT_ADD(text, "\"");
    add_escaped(text, words, strlen(words));
    ALEA_TEXT_ADD(text, "\"");
}

static void escape_tail(struct alea_text *text, size_t from) {
    size_t n = text->len - from;
    char *copy = malloc(n);
    if (!copy) {
        text->truncated = true;
        return;
    }
    memcpy(copy, text->at + from, n);
    text->len = from;
    add_escaped(text, copy, n);
    free(copy);
}

/* Most words need nothing but quotes around them. */
void json_out_quote_from(struct alea_text *text, size_t from) {
    if (text->len > from && text->at[text->len - 1] == '\n') text->len--;
    size_t n = text->len - from, plain = 0;
    while (plain < n && is_plain((unsigned char)text->at[from + plain])) plain++;
    if (plain < n) escape_tail(text, from + plain);
    ALEA_TEXT_ADD(text, "\"");
}

void json_out_real(struct alea_text *text, double number, int places) {
    int64_t unit = 1;
    for (int i = 0; i < places; i++) unit *= 10;
    int64_t scaled = (int64_t)(number * (double)unit + (number < 0 ? -0.5 : 0.5));
    if (scaled < 0) ALEA_TEXT_ADD(text, "-");
    uint64_t size = scaled < 0 ? 0 - (uint64_t)scaled : (uint64_t)scaled, rest = size % (uint64_t)unit;
    alea_text_add_number(text, (int64_t)(size / (uint64_t)unit));
    if (!rest) return;
    char digits[20] = ".";
    int n = 1;
    for (uint64_t at = (uint64_t)unit / 10; at && rest; rest %= at, at /= 10) digits[n++] = (char)('0' + rest / at);
    alea_text_add_n(text, digits, (size_t)n);
}
