/* SPDX-License-Identifier: MIT */
/* json_in.c - see json_in.h. */
#include "json_in.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "error.h"
#include "match.h"

/* ---- Faults -------------------------------------------------------------------------------------------------------------- */

void json_in_refuse(struct json_in *in, enum api_fault fault, const char *detail, const char *where, ...) {
    if (in->bad) return;
    char place[2 * JSON_IN_MAX_WORDS];
    va_list arguments;
    va_start(arguments, where);
    vsnprintf(place, sizeof place, where, arguments);
    va_end(arguments);
    in->bad = true;
    in->fault = fault;
    alea_line_clean(place, strlen(place), in->where, sizeof in->where);
    alea_line_clean(detail ? detail : "", detail ? strlen(detail) : 0, in->detail, sizeof in->detail);
}

/* ---- Opening ------------------------------------------------------------------------------------------------------------- */

/* How deep arrays and objects nest; the parser is recursive, so this is known before it is called. */
static int depth_of(const char *bytes, size_t n) {
    int depth = 0, deepest = 0;
    bool within = false;
    for (size_t at = 0; at < n; at++) {
        char letter = bytes[at];
        if (within && letter == '\\') at++;
        else if (letter == '"') within = !within;
        else if (!within && (letter == '[' || letter == '{')) depth++;
        else if (!within && (letter == ']' || letter == '}')) depth--;
        if (depth > deepest) deepest = depth;
    }
    return deepest;
}

/* What the parser found wrong; its sentences are English alone. */
static void refuse_json(struct json_in *in, const json_error_t *error) {
    char place[32];
    enum json_error_code code = json_error_code(error);
    snprintf(place, sizeof place, "%d:%d", error->line, error->column);
    if (code == json_error_out_of_memory)
        json_in_refuse(in, API_FAULT_INTERNAL, alea_err_name(ALEA_ERR_NO_MEMORY), "%s", "");
    else json_in_refuse(in, code == json_error_duplicate_key ? API_FAULT_TWICE : API_FAULT_NOT_JSON, place, "%s", "");
}

bool json_in_open(struct json_in *in, const char *bytes, size_t n) {
    *in = (struct json_in){.root = NULL};
    if (n == 0) {
        in->root = in->object = json_object();
        if (!in->root) json_in_refuse(in, API_FAULT_INTERNAL, alea_err_name(ALEA_ERR_NO_MEMORY), "%s", "");
        return !in->bad;
    }
    if (depth_of(bytes, n) > JSON_IN_MAX_DEPTH) {
        char limit[12];
        snprintf(limit, sizeof limit, "%d", JSON_IN_MAX_DEPTH);
        json_in_refuse(in, API_FAULT_TOO_DEEP, limit, "%s", "");
        return false;
    }
    json_error_t error;
    in->root = json_loadb(bytes, n, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (!in->root) {
        refuse_json(in, &error);
        return false;
    }
    if (!json_is_object(in->root)) json_in_refuse(in, API_FAULT_NO_OBJECT, NULL, "%s", "");
    else in->object = in->root;
    return !in->bad;
}

void json_in_close(struct json_in *in) {
    json_decref(in->root);
    in->root = in->object = NULL;
}

bool json_in_end(struct json_in *in) {
    if (in->bad || !in->object) return false;
    const char *key;
    json_t *value;
    json_object_foreach(in->object, key, value) {
        bool asked = false;
        for (int i = 0; i < in->n_asked && !asked; i++) asked = strcmp(in->asked[i], key) == 0;
        if (!asked) json_in_refuse(in, API_FAULT_UNKNOWN_MEMBER, NULL, "%s", key);
    }
    return !in->bad;
}

/* ---- Members -------------------------------------------------------------------------------------------------------------- */

bool json_in_has(struct json_in *in, const char *key) { return in->object && json_object_get(in->object, key); }

json_t *json_in_any(struct json_in *in, const char *key) {
    bool asked = false;
    for (int i = 0; i < in->n_asked && !asked; i++) asked = strcmp(in->asked[i], key) == 0;
    assert(asked || in->n_asked < JSON_IN_MAX_MEMBERS);
    if (!asked) in->asked[in->n_asked++] = key;
    return in->bad || !in->object ? NULL : json_object_get(in->object, key);
}

void json_in_required(struct json_in *in, const char *key) {
    if (!in->bad && !json_in_has(in, key)) json_in_refuse(in, API_FAULT_MISSING, key, "%s", key);
}

json_t *json_in_object(struct json_in *in, const char *key) {
    json_t *value = json_in_any(in, key);
    if (!value || json_is_object(value)) return value;
    json_in_refuse(in, API_FAULT_NO_OBJECT, NULL, "%s", key);
    return NULL;
}

json_t *json_in_array(struct json_in *in, const char *key, size_t max) {
    json_t *value = json_in_any(in, key);
    if (value && !json_is_array(value)) json_in_refuse(in, API_FAULT_NO_ARRAY, NULL, "%s", key);
    if (value && json_array_size(value) > max) {
        char limit[24];
        snprintf(limit, sizeof limit, "%zu", max);
        json_in_refuse(in, API_FAULT_TOO_MANY_ITEMS, limit, "%s", key);
    }
    return in->bad ? NULL : value;
}

/* The string's characters if it has at most max bytes. The parser has seen to it that they are UTF-8 without a 0. */
static const char *string_of(struct json_in *in, const json_t *value, size_t max, const char *where) {
    char limit[24];
    snprintf(limit, sizeof limit, "%zu", max);
    if (!json_is_string(value)) json_in_refuse(in, API_FAULT_NO_STRING, NULL, "%s", where);
    else if (json_string_length(value) > max) json_in_refuse(in, API_FAULT_TOO_LONG, limit, "%s", where);
    return in->bad ? NULL : json_string_value(value);
}

const char *json_in_string(struct json_in *in, const char *key, size_t max) {
    json_t *value = json_in_any(in, key);
    return value ? string_of(in, value, max, key) : NULL;
}

bool json_in_bool(struct json_in *in, const char *key, bool default_value) {
    json_t *value = json_in_any(in, key);
    if (value && !json_is_boolean(value)) json_in_refuse(in, API_FAULT_NO_BOOL, NULL, "%s", key);
    return value && !in->bad ? json_is_true(value) : default_value;
}

json_int_t json_in_number(struct json_in *in, const char *key, json_int_t min, json_int_t max, json_int_t default_value) {
    json_t *value = json_in_any(in, key);
    if (!value) return default_value;
    if (json_is_integer(value) && json_integer_value(value) >= min && json_integer_value(value) <= max)
        return json_integer_value(value);
    char range[64];
    snprintf(range, sizeof range, "%" JSON_INTEGER_FORMAT "..%" JSON_INTEGER_FORMAT, min, max);
    json_in_refuse(in, API_FAULT_NO_NUMBER, range, "%s", key);
    return default_value;
}

int json_in_word(struct json_in *in, const char *key, const char *const words[], int n, int default_value) {
    json_t *value = json_in_any(in, key);
    if (!value) return default_value;
    char list[JSON_IN_MAX_WORDS] = "";
    for (int i = 0, length = 0; i < n && length < (int)sizeof list; i++) {
        if (json_is_string(value) && strcmp(json_string_value(value), words[i]) == 0) return i;
        length += snprintf(list + length, sizeof list - (size_t)length, "%s%s", i ? ", " : "", words[i]);
    }
    json_in_refuse(in, API_FAULT_NO_WORD, list, "%s", key);
    return default_value;
}

static void line_of(const char *words, char *line, size_t size) {
    *line = 0;
    if (words) alea_line_clean(words, strlen(words), line, size);
}

void json_in_line(struct json_in *in, const char *key, char *line, size_t size) {
    line_of(json_in_string(in, key, size - 1), line, size);
}

const char *json_in_lines(struct json_in *in, const char *key) {
    const char *lines = json_in_string(in, key, ALEA_MAX_NOTE_BYTES);
    if (!lines || alea_lines_chars(lines) <= ALEA_MAX_NOTE_CHARS) return lines ? lines : "";
    json_in_refuse(in, API_FAULT_TOO_MANY_CHARS, alea_digits(ALEA_MAX_NOTE_CHARS).at, "%s", key);
    return "";
}

const char *json_in_item(struct json_in *in, const json_t *array, const char *key, size_t index, size_t max) {
    char where[64];
    snprintf(where, sizeof where, "%s[%zu]", key, index);
    return string_of(in, json_array_get(array, index), max, where);
}

void json_in_item_line(struct json_in *in, const json_t *array, const char *key, size_t index, char *line, size_t size) {
    line_of(json_in_item(in, array, key, index, size - 1), line, size);
}
