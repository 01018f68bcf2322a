/* SPDX-License-Identifier: MIT */
/* position.c - positions as text, as JSON and as a hash, by the table of their members; and text laid over positions. */
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alea.h"
#include "engine_text.h"
#include "error.h"
#include "json_write.h"
#include "names.h"
#include "text.h"
#include "words.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "hashes of positions are those of little-endian machines");

/* ---- Members ----------------------------------------------------------------------------------------------------- */

static int rows_of(const struct alea_field *field) { return field->rows ? field->rows : 1; }

/* A set of bits is one element, however many bits it has. */
static inline int elements_of(const struct alea_field *field) { return alea_field_is_bits(field) ? 1 : field->cols; }

/* Views are told element by element: each is one load, where memcpy() of a width that is not known would be a call. */
static inline uint64_t get(const struct alea_field *field, const void *pos, int row, int col) {
    const char *first = (const char *)pos + field->offset;
    const size_t index = (size_t)row * (size_t)elements_of(field) + (size_t)col;
    uint64_t wide;
    uint32_t word;
    uint16_t half;
    switch (alea_field_width(field)) {
    case 1: return (uint8_t)first[index];
    case 2: memcpy(&half, first + 2 * index, sizeof half); return half;
    case 4: memcpy(&word, first + 4 * index, sizeof word); return word;
    default: memcpy(&wide, first + 8 * index, sizeof wide); return wide;
    }
}

static void set(const struct alea_field *field, void *pos, int row, int col, uint64_t value) {
    size_t width = alea_field_width(field);
    memcpy((char *)pos + field->offset + ((size_t)row * (size_t)elements_of(field) + (size_t)col) * width, &value, width);
}

/* How many of `n` rows or columns belong to this match: seats that nobody sits on are left out. */
static int in_use(const struct alea_rules *rules, int index_set, int n) {
    return index_set == ALEA_SET_SEAT && rules->seats < n ? rules->seats : n;
}

/* Whether an element is written: not if it is nothing, and 0 is nothing unless it is the name of something. */
static inline bool is_written(const struct alea_rules *rules, const struct alea_field *field, int row, int col,
                              uint64_t value) {
    if (value != 0) return true;
    if (row >= in_use(rules, field->row_set, rows_of(field)) || col >= in_use(rules, field->col_set, field->cols))
        return false;
    return !alea_field_is_bits(field) && alea_set_names_zero(field->value_set);
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

/* What follows the member's name in its line. */
static void write_row(const struct alea_rules *rules, const struct alea_field *field, const void *pos, int row,
                      struct alea_text *text) {
    if (alea_field_is_bits(field)) {
        uint64_t bits = get(field, pos, row, 0);
        for (uint32_t bit = 0; bits; bit++, bits >>= 1) {
            if (!(bits & 1)) continue;
            alea_text_add(text, " ");
            alea_word_write(rules, field->col_set, bit, text);
        }
        return;
    }
    for (int col = 0; col < field->cols; col++) {
        uint64_t value = get(field, pos, row, col);
        if (!is_written(rules, field, row, col, value)) continue;
        alea_text_add(text, " ");
        if (field->cols > 1) {
            alea_word_write(rules, field->col_set, (uint32_t)col, text);
            alea_text_add(text, "=");
        }
        alea_word_write(rules, field->value_set, (uint32_t)value, text);
    }
}

static bool row_is_written(const struct alea_rules *rules, const struct alea_field *field, const void *pos, int row) {
    for (int col = 0; col < elements_of(field); col++)
        if (is_written(rules, field, row, col, get(field, pos, row, col))) return true;
    return false;
}

static void write_name(const struct alea_rules *rules, const struct alea_field *field, int row, struct alea_text *text) {
    alea_text_add(text, field->name);
    if (!field->rows) return;
    alea_text_add(text, ".");
    alea_word_write(rules, field->row_set, (uint32_t)row, text);
}

/* Writes a line by the game's own function, which alone knows whether there is one: if there is none, its name is taken back. */
static void write_own(const struct alea_rules *rules, const struct alea_field *field, const void *pos, int row,
                      struct alea_text *text) {
    size_t length = text->len;
    bool cut = text->truncated;
    write_name(rules, field, row, text);
    alea_text_add(text, " ");
    if (field->write(rules->tables, pos, row, text)) {
        alea_text_add(text, "\n");
        return;
    }
    alea_text_back(text, length);
    text->truncated = cut;
}

static void write_line(const struct alea_rules *rules, const struct alea_field *field, const void *pos, int row,
                       struct alea_text *text) {
    if (field->type == ALEA_FIELD_OWN) {
        write_own(rules, field, pos, row, text);
        return;
    }
    if (!row_is_written(rules, field, pos, row)) return;
    write_name(rules, field, row, text);
    write_row(rules, field, pos, row, text);
    alea_text_add(text, "\n");
}

void alea_position_write(const struct alea_rules *rules, const void *pos, struct alea_text *text) {
    for (int i = 0; i < rules->game->n_fields; i++) {
        const struct alea_field *field = &rules->game->fields[i];
        for (int row = 0; row < rows_of(field); row++) write_line(rules, field, pos, row, text);
    }
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static void json_word(const struct alea_rules *rules, int value_set, uint64_t value, struct alea_text *text) {
    if (value_set == ALEA_SET_NONE || value_set == ALEA_SET_NUMBER) {
        alea_json_integer(text, NULL, (int64_t)value);
    } else if (value == ALEA_NONE && alea_set_names_zero(value_set)) {
        alea_json_null(text, NULL);
    } else {
        alea_json_comma(text);
        ALEA_TEXT_ADD(text, "\"");
        alea_word_write(rules, value_set, (uint32_t)value, text);
        ALEA_TEXT_ADD(text, "\"");
    }
}

static void json_bits(const struct alea_rules *rules, const struct alea_field *field, uint64_t bits,
                      struct alea_text *text) {
    alea_json_open_array(text, NULL);
    for (uint32_t bit = 0; bits; bit++, bits >>= 1)
        if (bits & 1) json_word(rules, field->col_set, bit, text);
    alea_json_close_array(text);
}

static void json_elements(const struct alea_rules *rules, const struct alea_field *field, const void *pos, int row,
                          struct alea_text *text) {
    alea_json_open_array(text, NULL);
    for (int col = 0; col < field->cols; col++) json_word(rules, field->value_set, get(field, pos, row, col), text);
    alea_json_close_array(text);
}

/* An index of the set as a key. */
static void json_key(const struct alea_rules *rules, int index_set, int index, struct alea_text *text) {
    alea_json_comma(text);
    ALEA_TEXT_ADD(text, "\"");
    alea_word_write(rules, index_set, (uint32_t)index, text);
    ALEA_TEXT_ADD(text, "\":");
}

static void json_members(const struct alea_rules *rules, const struct alea_field *field, const void *pos, int row,
                         struct alea_text *text) {
    const struct alea_names names = alea_names_of(rules, field->col_set);
    alea_json_open_object(text, NULL);
    for (int col = 0; col < field->cols; col++) {
        uint64_t value = get(field, pos, row, col);
        if (!is_written(rules, field, row, col, value)) continue;
        if (col < names.n) alea_json_key(text, names.at[col].id);
        else json_key(rules, field->col_set, col, text);
        json_word(rules, field->value_set, value, text);
    }
    alea_json_close_object(text);
}

static void json_row(const struct alea_rules *rules, const struct alea_field *field, const void *pos, int row,
                     struct alea_text *text) {
    if (field->type == ALEA_FIELD_OWN) {
        size_t from = alea_json_open_string(text, NULL);
        (void)field->write(rules->tables, pos, row, text); /* an empty row is an empty string */
        alea_json_close_string(text, from);
    } else if (alea_field_is_bits(field)) {
        json_bits(rules, field, get(field, pos, row, 0), text);
    } else if (field->cols == 1) {
        json_word(rules, field->value_set, get(field, pos, row, 0), text);
    } else if (alea_set_names_zero(field->col_set)) {
        json_members(rules, field, pos, row, text);
    } else {
        json_elements(rules, field, pos, row, text);
    }
}

/* The rows that stand for something in this match: a map may have fewer places than there is room for. */
static int named_rows(const struct alea_rules *rules, const struct alea_field *field) {
    int rows = in_use(rules, field->row_set, field->rows), names = alea_names_of(rules, field->row_set).n;
    return field->row_set >= ALEA_SET_GAME && names < rows ? names : rows;
}

void alea_field_json(const struct alea_rules *rules, const struct alea_field *field, const void *pos,
                     struct alea_text *text) {
    if (!field->rows) {
        json_row(rules, field, pos, 0, text);
        return;
    }
    int rows = named_rows(rules, field);
    alea_json_open_object(text, NULL);
    for (int row = 0; row < rows; row++) {
        json_key(rules, field->row_set, row, text);
        json_row(rules, field, pos, row, text);
    }
    alea_json_close_object(text);
}

void alea_facts_json(const struct alea_rules *rules, const void *view, struct alea_text *text) {
    const struct alea_game_facts *facts = &rules->game->facts;
    _Alignas(max_align_t) char at[ALEA_MAX_FACTS] = {0};
    if (!facts->n_fields) {
        alea_json_null(text, NULL);
        return;
    }
    facts->reckon(rules->tables, view, at);
    alea_json_open_object(text, NULL);
    for (int i = 0; i < facts->n_fields; i++) {
        alea_json_key(text, facts->fields[i].name);
        alea_field_json(rules, &facts->fields[i], at, text);
    }
    alea_json_close_object(text);
}

/* ---- What changed of a member ---- */

static bool differs(const struct alea_field *field, const void *const was[], int n, const void *is, int row, int col) {
    for (int i = 0; i < n; i++)
        if (get(field, was[i], row, col) != get(field, is, row, col)) return true;
    return false;
}

static bool row_differs(const struct alea_field *field, const void *const was[], int n, const void *is, int row) {
    for (int col = 0; col < elements_of(field); col++)
        if (differs(field, was, n, is, row, col)) return true;
    return false;
}

/* Written as an object by json_members(). */
static bool has_members(const struct alea_field *field) {
    return !alea_field_is_bits(field) && field->cols > 1 && alea_set_names_zero(field->col_set);
}

static void json_changed_members(const struct alea_rules *rules, const struct alea_field *field, const void *const was[],
                                 int n, const void *is, int row, struct alea_text *text) {
    alea_json_open_object(text, NULL);
    for (int col = 0; col < field->cols; col++) {
        if (!differs(field, was, n, is, row, col)) continue;
        const uint64_t value = get(field, is, row, col);
        json_key(rules, field->col_set, col, text);
        if (is_written(rules, field, row, col, value)) json_word(rules, field->value_set, value, text);
        else alea_json_null(text, NULL);
    }
    alea_json_close_object(text);
}

bool alea_field_has_parts(const struct alea_field *field) {
    const bool own = field->type == ALEA_FIELD_OWN;
    const bool numbers = field->value_set == ALEA_SET_NONE || field->value_set == ALEA_SET_NUMBER;
    const bool nothing = !numbers && alea_set_names_zero(field->value_set); /* is written as null, too */
    return !own && !nothing && (field->rows || has_members(field));
}

void alea_field_json_parts(const struct alea_rules *rules, const struct alea_field *field, const void *const was[], int n,
                           const void *is, struct alea_text *text) {
    assert(alea_field_has_parts(field));
    if (!field->rows) {
        json_changed_members(rules, field, was, n, is, 0, text);
        return;
    }
    const int rows = named_rows(rules, field);
    alea_json_open_object(text, NULL);
    for (int row = 0; row < rows; row++) {
        if (!row_differs(field, was, n, is, row)) continue;
        json_key(rules, field->row_set, row, text);
        if (has_members(field)) json_changed_members(rules, field, was, n, is, row, text);
        else json_row(rules, field, is, row, text);
    }
    alea_json_close_object(text);
}

static void json_cell(const struct alea_rules *rules, const struct alea_field *field, const void *pos, int row, int col,
                      struct alea_text *text) {
    if (alea_field_is_bits(field)) alea_json_bool(text, NULL, get(field, pos, row, 0) >> col & 1);
    else json_word(rules, field->value_set, get(field, pos, row, col), text);
}

bool alea_field_json_of(const struct alea_rules *rules, const struct alea_field *field, const void *pos, int set, int index,
                        struct alea_text *text) {
    if (field->rows && field->row_set == set) {
        if (index < field->rows) json_row(rules, field, pos, index, text);
        return index < field->rows;
    }
    if (field->type == ALEA_FIELD_OWN || field->col_set != set || index >= field->cols) return false;
    if (!field->rows) {
        json_cell(rules, field, pos, 0, index, text);
        return true;
    }
    alea_json_open_object(text, NULL);
    for (int row = 0; row < named_rows(rules, field); row++) {
        json_key(rules, field->row_set, row, text);
        json_cell(rules, field, pos, row, index, text);
    }
    alea_json_close_object(text);
    return true;
}

void alea_position_json(const struct alea_rules *rules, const void *pos, struct alea_text *text) {
    alea_json_open_object(text, NULL);
    for (int i = 0; i < rules->game->n_fields; i++) {
        const struct alea_field *field = &rules->game->fields[i];
        alea_json_key(text, field->name);
        alea_field_json(rules, field, pos, text);
    }
    alea_json_close_object(text);
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static const char blanks[] = " \t\r";

/* One line being read. On a fault, `reason` says what is wrong. */
struct reading {
    const struct alea_rules *rules;
    const struct alea_error *error;
    void *pos;
    struct alea_words words;
    struct alea_reason reason;
};

static bool wrong(struct reading *in, struct alea_reason reason) {
    in->reason = reason;
    return false;
}

static uint32_t greatest(const struct alea_field *field) {
    return field->type == ALEA_FIELD_U8 ? UINT8_MAX : field->type == ALEA_FIELD_U16 ? UINT16_MAX : UINT32_MAX;
}

/* An index of a row or column, or a bit, by its word. */
static bool read_index(struct reading *in, int index_set, const char *word, int n, int *index) {
    uint32_t value;
    if (!alea_word_read(in->rules, index_set, word, (uint32_t)n - 1, &value, &in->reason, in->error)) return false;
    if (value >= (uint32_t)n) return wrong(in, alea_reason(in->error, ENGINE_SAY_POSITION_BAD_INDEX, word));
    *index = (int)value;
    return true;
}

/* "own.A", the first n bytes of the line: the member and its row. */
static bool read_name(struct reading *in, const char *line, size_t n, const struct alea_field **found, int *row) {
    char name[64], *dot;
    snprintf(name, sizeof name, "%.*s", n < sizeof name ? (int)n : (int)sizeof name - 1, line);
    dot = strchr(name, '.');
    if (dot) *dot = 0;
    for (int i = 0; i < in->rules->game->n_fields; i++) {
        const struct alea_field *field = &in->rules->game->fields[i];
        if (!alea_word_same(field->name, name)) continue;
        *found = field;
        *row = 0;
        if (!dot != !field->rows)
            return wrong(in, dot ? alea_reason(in->error, ENGINE_SAY_POSITION_NO_ROWS, name, dot + 1)
                                 : alea_reason(in->error, ENGINE_SAY_POSITION_ROW_WANTED, name, name));
        return !dot || read_index(in, field->row_set, dot + 1, field->rows, row);
    }
    struct alea_nearest nearest = {.word = name};
    for (int i = 0; i < in->rules->game->n_fields; i++) alea_nearest_offer(&nearest, in->rules->game->fields[i].name);
    return wrong(in,
                 alea_reason(in->error, ENGINE_SAY_POSITION_UNKNOWN_LINE, name, alea_nearest_hint(&nearest, in->error).at));
}

static bool read_bits(struct reading *in, const struct alea_field *field, int row) {
    int width = (int)(8 * alea_field_width(field));
    uint64_t bits = 0;
    for (int i = 1; i < in->words.n; i++) {
        int bit;
        if (!read_index(in, field->col_set, in->words.at[i], width, &bit)) return false;
        bits |= UINT64_C(1) << bit;
    }
    set(field, in->pos, row, 0, bits);
    return true;
}

static bool read_element(struct reading *in, const struct alea_field *field, int row, const char *word) {
    char name[64];
    size_t length;
    const char *is = alea_word_value(word, &length);
    if (!is || length >= sizeof name) return wrong(in, alea_reason(in->error, ENGINE_SAY_POSITION_NOT_ASSIGNED, word));
    memcpy(name, word, length);
    name[length] = 0;

    uint32_t value;
    if (!alea_word_read(in->rules, field->value_set, is, greatest(field), &value, &in->reason, in->error)) return false;
    int first = 0, last = field->cols - 1;
    if (strcmp(name, "*") != 0) {
        if (!read_index(in, field->col_set, name, field->cols, &first)) return false;
        last = first;
    }
    for (int col = first; col <= last; col++) set(field, in->pos, row, col, value);
    return true;
}

/* What stands behind the name, n bytes long, as the game wants it: one blank between words. No words are an empty row, as
 * with sets of bits. Written over the line. */
static bool read_own(struct reading *in, const struct alea_field *field, int row, char *line, size_t n) {
    char *words = line + n, *end = words;
    for (char *at = words; *(at += strspn(at, blanks));) {
        size_t length = strcspn(at, blanks);
        if (end > words) *end++ = ' ';
        memmove(end, at, length);
        end += length;
        at += length;
    }
    *end = 0;
    if (field->read(in->rules->tables, in->pos, row, *words ? words : "-")) return true;
    int shown = n < 60 ? (int)n : 60;
    return wrong(in, alea_reason(in->error, ENGINE_SAY_POSITION_BAD_LINE, shown, line, words));
}

/* The line may be written over. */
static bool read_line(struct reading *in, char *line) {
    const struct alea_field *field = NULL;
    int row;
    line += strspn(line, blanks);
    if (!*line || *line == '#') return true;
    size_t length = strcspn(line, blanks);
    if (!read_name(in, line, length, &field, &row)) return false;
    if (field->type == ALEA_FIELD_OWN) return read_own(in, field, row, line, length);
    if (!alea_words_split(&in->words, line)) return wrong(in, alea_reason(in->error, ENGINE_SAY_POSITION_LONG_LINE));
    if (alea_field_is_bits(field)) return read_bits(in, field, row);
    if (field->cols == 1) {
        uint32_t value;
        int value_set = field->value_set == ALEA_SET_NONE ? ALEA_SET_NUMBER : field->value_set;
        if (!alea_words_read(in->rules, value_set, &in->words, 1, greatest(field), &value, &in->reason, in->error))
            return false;
        set(field, in->pos, row, 0, value);
        return true;
    }
    for (int i = 1; i < in->words.n; i++)
        if (!read_element(in, field, row, in->words.at[i])) return false;
    return true;
}

/* Ends the line; the next one's start, NULL after the last one. */
static char *end_line(char *line) {
    char *end = strchr(line, '\n');
    if (!end) return NULL;
    *end = 0;
    return end[1] ? end + 1 : NULL;
}

enum alea_err alea_position_read(const struct alea_rules *rules, const char *lines, void *pos, struct alea_error *error) {
    size_t size = rules->game->position_size, length = strlen(lines);
    struct reading *in = malloc(sizeof *in);
    void *laid = malloc(size);
    char *copy = malloc(length + 1);
    enum alea_err code = ALEA_OK;
    if (!in || !laid || !copy) {
        code = alea_fail(error, ALEA_ERR_NO_MEMORY);
        goto out;
    }

    in->rules = rules;
    in->error = error;
    in->pos = laid;
    memcpy(laid, pos, size);
    memcpy(copy, lines, length + 1);
    long number = 1;
    for (char *line = copy, *next; line; line = next, number++) {
        next = end_line(line);
        if (read_line(in, line)) continue;
        code = alea_fail(error, ALEA_ERR_BAD_POSITION, in->reason.at);
        if (error) error->line = number;
        goto out;
    }
    alea_derive(rules, laid);
    memcpy(pos, laid, size);
out:
    free(copy);
    free(laid);
    free(in);
    return code;
}

/* ---- Hash -------------------------------------------------------------------------------------------------------- */

static inline uint64_t hash_word(uint64_t hash, const char *at, size_t n) {
    uint64_t word = 0;
    memcpy(&word, at, n);
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

/* For each 8 bytes w, the last ones filled up with 0: h = (h ^ w) * M, h ^= h >> 32, from h = size; at the end the mixer
 * of the random generator. Every step is a bijection of h and of w, M is 2^64 / golden ratio. For checks, tables and tests;
 * no defence against forgers. position_test.c pins values. */
uint64_t alea_position_hash(const struct alea_rules *rules, const void *pos) {
    const struct alea_game *game = rules->game;
    size_t size = rules->version < game->rules_version && game->older_sizes ? game->older_sizes[rules->version - 1]
                                                                            : game->position_size;
    uint64_t hash = size;
    const char *at = pos;
    for (; size >= 8; size -= 8, at += 8) hash = hash_word(hash, at, 8);
    if (size) hash = hash_word(hash, at, size);
    return alea_random_mix(hash);
}
