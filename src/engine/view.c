/* SPDX-License-Identifier: MIT */
/* view.c - a position from its JSON, as a table told it to a viewer: each member becomes the line that position.c reads. */
#include "view.h"

#include <jansson.h>
#include <string.h>

#include "error.h"
#include "names.h"
#include "text.h"
#include "words.h"

enum { MOST_LINES = 1 << 20 /* bytes */ };

/* What JSON writes as null is nobody, or no such thing. */
static void add_value(const json_t *value, struct alea_text *text) {
    if (json_is_integer(value)) alea_text_addf(text, "%lld", (long long)json_integer_value(value));
    else alea_text_add(text, json_is_string(value) ? json_string_value(value) : "-");
}

/* An array has all of its elements: those that are 0 stand in no line. */
static void add_elements(const struct alea_rules *rules, const struct alea_field *field, const json_t *row,
                         struct alea_text *text) {
    size_t i;
    json_t *value;
    json_array_foreach(row, i, value) {
        const bool bits = alea_field_is_bits(field);
        if (!bits && json_is_integer(value) && json_integer_value(value) == 0) continue;
        alea_text_add(text, " ");
        if (!bits) {
            alea_word_write(rules, field->col_set, (uint32_t)i, text);
            alea_text_add(text, "=");
        }
        add_value(value, text);
    }
}

static void add_line(const struct alea_rules *rules, const struct alea_field *field, const char *key, json_t *row,
                     struct alea_text *text) {
    alea_text_add(text, field->name);
    if (key) alea_text_addf(text, ".%s", key);
    const char *name;
    json_t *value;
    if (json_is_object(row)) {
        json_object_foreach(row, name, value) {
            alea_text_addf(text, " %s=", name);
            add_value(value, text);
        }
    } else if (json_is_array(row)) {
        add_elements(rules, field, row, text);
    } else {
        alea_text_add(text, " ");
        add_value(row, text);
    }
    alea_text_add(text, "\n");
}

enum alea_err alea_position_read_json(const struct alea_rules *rules, const struct json_t *json, void *pos,
                                      struct alea_error *error) {
    struct alea_text lines;
    alea_text_init(&lines, MOST_LINES, ALEA_EN);
    for (int i = 0; i < rules->game->n_fields; i++) {
        const struct alea_field *field = &rules->game->fields[i];
        json_t *member = json_object_get(json, field->name), *row;
        const char *key;
        if (!member) continue;
        if (!field->rows) add_line(rules, field, NULL, member, &lines);
        else json_object_foreach(member, key, row) add_line(rules, field, key, row, &lines);
    }
    memset(pos, 0, rules->game->position_size);
    enum alea_err err = lines.truncated ? alea_fail(error, ALEA_ERR_NO_MEMORY)
                                        : alea_position_read(rules, alea_text_str(&lines), pos, error);
    alea_text_clear(&lines);
    return err;
}
