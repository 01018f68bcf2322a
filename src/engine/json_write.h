/* SPDX-License-Identifier: MIT */
/* json_write.h - JSON, written straight into a text: the one way in which Alea writes it.
 *
 * Each value is a member of an object, behind its `key`, or with NULL for a key an element of an array. Commas come by themselves:
 * whether one is wanted is told by the byte before, so nothing has to be kept, and a value can be written in several parts by
 * several functions. After white space no comma comes: who lays JSON out by hand writes it there.
 *
 * A truncated text is no JSON, whatever was left out. Reading is jansson's. */
#ifndef ALEA_ENGINE_JSON_WRITE_H
#define ALEA_ENGINE_JSON_WRITE_H

#include "alea.h"
#include "text.h"

/* A comma is wanted before another member or element. */
static inline bool alea_json_wants_comma(const struct alea_text *text) {
    char last = text->len ? text->at[text->len - 1] : ' ';
    return last != '{' && last != '[' && last != ':' && last != ',' && last > ' ';
}

static inline void alea_json_comma(struct alea_text *text) {
    if (alea_json_wants_comma(text)) ALEA_TEXT_ADD(text, ",");
}

/* `"key":`. Keys are words of the program, and ids that load.c has checked: they are not escaped. */
void alea_json_member(struct alea_text *text, const char *key);
static inline void alea_json_key(struct alea_text *text, const char *key) {
    if (key) alea_json_member(text, key);
    else alea_json_comma(text);
}

static inline void alea_json_open_object(struct alea_text *text, const char *key) {
    alea_json_key(text, key);
    ALEA_TEXT_ADD(text, "{");
}

static inline void alea_json_close_object(struct alea_text *text) { ALEA_TEXT_ADD(text, "}"); }

static inline void alea_json_open_array(struct alea_text *text, const char *key) {
    alea_json_key(text, key);
    ALEA_TEXT_ADD(text, "[");
}

static inline void alea_json_close_array(struct alea_text *text) { ALEA_TEXT_ADD(text, "]"); }

static inline void alea_json_null(struct alea_text *text, const char *key) {
    alea_json_key(text, key);
    ALEA_TEXT_ADD(text, "null");
}

static inline void alea_json_bool(struct alea_text *text, const char *key, bool truth) {
    alea_json_key(text, key);
    alea_text_add(text, truth ? "true" : "false");
}

static inline void alea_json_integer(struct alea_text *text, const char *key, int64_t number) {
    alea_json_key(text, key);
    alea_text_add_number(text, number);
}

void alea_json_natural(struct alea_text *text, const char *key, uint64_t number);

/* Numbers with a point are the same in every locale; what is none, or infinite, is null. `digits` that count, 17 at the most, which
 * give the number back to the last bit; zeros at the end are left out. */
void alea_json_real(struct alea_text *text, const char *key, double number, int digits);
/* Exactly so many places behind the point. */
void alea_json_fixed(struct alea_text *text, const char *key, double number, int places);
/* Writes a number with up to `places` decimals (at most 12), halves rounded away from 0. |number| < 10^6. */
void alea_json_decimal(struct alea_text *text, const char *key, double number, int places);

/* Escaped is all that JSON or the script of a page could stumble over: quotation marks, backslashes, control characters, <, >, &, line
 * separators. A byte that is no UTF-8 becomes the character that stands for such (U+FFFD). NULL is null. */
void alea_json_string(struct alea_text *text, const char *key, const char *words);

/* A string of what is added between the two: its beginning, and the end, which escapes it. A newline at its end goes. */
static inline size_t alea_json_open_string(struct alea_text *text, const char *key) {
    alea_json_key(text, key);
    ALEA_TEXT_ADD(text, "\"");
    return text->len;
}
void alea_json_close_string(struct alea_text *text, size_t from);

/* Words in which nothing has to be escaped: ids, hexadecimal digits. */
static inline void alea_json_id(struct alea_text *text, const char *key, const char *id) {
    alea_json_key(text, key);
    ALEA_TEXT_ADD(text, "\"");
    alea_text_add_n(text, id, strlen(id));
    ALEA_TEXT_ADD(text, "\"");
}

/* n bytes that are JSON. If white space stands at their end, the comma behind them is the caller's. */
static inline void alea_json_raw(struct alea_text *text, const char *key, const char *json, size_t n) {
    alea_json_key(text, key);
    alea_text_add_n(text, json, n);
}

#endif
