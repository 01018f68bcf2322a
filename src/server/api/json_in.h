/* SPDX-License-Identifier: MIT */
/* json_in.h - bodies from outside, read strictly: no member twice, none that nobody asked for, every value of its type and within its
 * range, nesting bounded before anything is parsed.
 *
 * The first fault is kept (what, and where: "seats[2]"); from then on every call answers its default, so a reader reads straight
 * through and asks json_in_end() at its end. */
#ifndef ALEA_SERVER_JSON_IN_H
#define ALEA_SERVER_JSON_IN_H

#include <jansson.h>

#include "api_errors.h"

enum {
    JSON_IN_MAX_DEPTH = 20,   /* of nested arrays and objects: a scenario (16) within a body */
    JSON_IN_MAX_MEMBERS = 24, /* that a reader asks for, of one object */
    JSON_IN_MAX_WORDS = 200   /* bytes of `where` and of the detail */
};

struct json_in {
    json_t *root;   /* the whole; NULL: nothing was parsed */
    json_t *object; /* where members are looked for */
    const char *asked[JSON_IN_MAX_MEMBERS];
    int n_asked;
    bool bad;
    enum api_fault fault;
    char where[JSON_IN_MAX_WORDS], detail[JSON_IN_MAX_WORDS];
};

/* Parses n bytes, which must be one object; no bytes at all are an empty one. To be closed in any case. */
bool json_in_open(struct json_in *in, const char *bytes, size_t n);
void json_in_close(struct json_in *in);
/* False after a fault; a member that was not asked for is one. */
bool json_in_end(struct json_in *in);

bool json_in_has(struct json_in *in, const char *key); /* does not count as asking */
/* The value of a member, whatever it is; NULL if it is not there. Borrowed until the end. */
json_t *json_in_any(struct json_in *in, const char *key);
json_t *json_in_object(struct json_in *in, const char *key);
json_t *json_in_array(struct json_in *in, const char *key, size_t max);
/* A string of at most max bytes; NULL if it is not there. */
const char *json_in_string(struct json_in *in, const char *key, size_t max);
bool json_in_bool(struct json_in *in, const char *key, bool default_value);
json_int_t json_in_number(struct json_in *in, const char *key, json_int_t min, json_int_t max, json_int_t default_value);
/* Index of the string among n words, `default_value` if it is not there. */
int json_in_word(struct json_in *in, const char *key, const char *const words[], int n, int default_value);
void json_in_required(struct json_in *in, const char *key);
/* A string from outside that is to be shown: what is not fit for it becomes a blank, in size bytes. "" if it is not there. */
void json_in_line(struct json_in *in, const char *key, char *line, size_t size);
/* The same of several lines, of at most ALEA_MAX_NOTE_CHARS characters, as they were typed. */
const char *json_in_lines(struct json_in *in, const char *key);

/* The same of an element of an array, for messages called key[index]. */
const char *json_in_item(struct json_in *in, const json_t *array, const char *key, size_t index, size_t max);
void json_in_item_line(struct json_in *in, const json_t *array, const char *key, size_t index, char *line, size_t size);

/* A fault that the reader found. `where` is a printf format. */
void json_in_refuse(struct json_in *in, enum api_fault fault, const char *detail, const char *where, ...)
    __attribute__((format(printf, 4, 5)));

#endif
