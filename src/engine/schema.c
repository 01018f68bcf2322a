/* SPDX-License-Identifier: MIT */
/* schema.c - the JSON of a game's positions as a JSON schema, by the table of their members: what position.c writes, and no more. */
#include "alea.h"
#include "json_write.h"
#include "names.h"
#include "words.h"

/* What an index or a value of the set is called among the definitions; NULL for what has no names. */
static const char *defined(const struct alea_rules *rules, int set) {
    return alea_set_names_zero(set) ? alea_set_id(rules->game, set) : NULL;
}

static void write_names(const struct alea_rules *rules, int set, struct alea_text *text) {
    int n = set == ALEA_SET_SEAT ? rules->game->max_seats : alea_names_of(rules, set).n;
    alea_json_open_object(text, NULL);
    alea_json_open_array(text, "enum");
    for (int i = 0; i < n; i++) {
        size_t from = alea_json_open_string(text, NULL);
        alea_word_write(rules, set, (uint32_t)i, text);
        alea_json_close_string(text, from);
    }
    alea_json_close_array(text);
    alea_json_close_object(text);
}

static bool uses(const struct alea_game *game, int set) {
    for (int i = 0; i < game->n_fields; i++) {
        const struct alea_field *field = &game->fields[i];
        if (field->row_set == set || field->col_set == set || field->value_set == set) return true;
    }
    return false;
}

static void write_definitions(const struct alea_rules *rules, struct alea_text *text) {
    const struct alea_texts *texts = rules->game->texts;
    const char *comma = "";
    for (int set = 0; set < ALEA_SET_GAME + texts->n_sets + texts->n_lists; set++) {
        const char *name = uses(rules->game, set) ? defined(rules, set) : NULL;
        if (!name) continue;
        alea_text_addf(text, "%s\n    \"%s\": ", comma, name);
        write_names(rules, set, text);
        comma = ",";
    }
}

/* {"$ref":"#/$defs/NAME"} */
static void write_reference(const char *key, const char *name, struct alea_text *text) {
    alea_json_open_object(text, key);
    size_t from = alea_json_open_string(text, "$ref");
    alea_text_addf(text, "#/$defs/%s", name);
    alea_json_close_string(text, from);
    alea_json_close_object(text);
}

static void write_integer(const char *key, int64_t greatest, struct alea_text *text) {
    alea_json_open_object(text, key);
    alea_json_id(text, "type", "integer");
    alea_json_integer(text, "minimum", 0);
    alea_json_integer(text, "maximum", greatest);
    alea_json_close_object(text);
}

static void write_string(const char *key, struct alea_text *text) {
    alea_json_open_object(text, key);
    alea_json_id(text, "type", "string");
    alea_json_close_object(text);
}

static void write_value(const struct alea_rules *rules, const struct alea_field *field, const char *key,
                        struct alea_text *text) {
    static const uint32_t greatest[] = {
        [ALEA_FIELD_U8] = UINT8_MAX, [ALEA_FIELD_U16] = UINT16_MAX, [ALEA_FIELD_U32] = UINT32_MAX};
    const char *name = defined(rules, field->value_set);
    if (name) {
        alea_json_open_object(text, key);
        alea_json_open_array(text, "oneOf");
        write_reference(NULL, name, text);
        alea_json_open_object(text, NULL);
        alea_json_id(text, "type", "null");
        alea_json_close_object(text);
        alea_json_close_array(text);
        alea_json_close_object(text);
    } else if (field->value_set == ALEA_SET_DICE || field->value_set == ALEA_SET_RULE) {
        write_string(key, text);
    } else {
        write_integer(key, greatest[field->type], text);
    }
}

/* An object whose keys are the names of the set, or numbers; what its values are follows. */
static void open_keys(const struct alea_rules *rules, int set, const char *key, struct alea_text *text) {
    const char *name = defined(rules, set);
    alea_json_open_object(text, key);
    alea_json_id(text, "type", "object");
    if (name) {
        write_reference("propertyNames", name, text);
    } else {
        alea_json_open_object(text, "propertyNames");
        alea_json_id(text, "pattern", "^[0-9]+$");
        alea_json_close_object(text);
    }
}

static void write_bits(const char *name, const char *key, struct alea_text *text) {
    alea_json_open_object(text, key);
    alea_json_id(text, "type", "array");
    alea_json_bool(text, "uniqueItems", true);
    if (name) write_reference("items", name, text);
    else write_integer("items", 63, text);
    alea_json_close_object(text);
}

static void write_row(const struct alea_rules *rules, const struct alea_field *field, const char *key,
                      struct alea_text *text) {
    const char *name = defined(rules, field->col_set);
    if (field->type == ALEA_FIELD_OWN) {
        write_string(key, text);
    } else if (alea_field_is_bits(field)) {
        write_bits(name, key, text);
    } else if (field->cols == 1) {
        write_value(rules, field, key, text);
    } else if (name) {
        open_keys(rules, field->col_set, key, text);
        write_value(rules, field, "additionalProperties", text);
        alea_json_close_object(text);
    } else {
        alea_json_open_object(text, key);
        alea_json_id(text, "type", "array");
        alea_json_integer(text, "minItems", field->cols);
        alea_json_integer(text, "maxItems", field->cols);
        write_value(rules, field, "items", text);
        alea_json_close_object(text);
    }
}

static void write_member(const struct alea_rules *rules, const struct alea_field *field, struct alea_text *text) {
    alea_text_addf(text, "\n    \"%s\": ", field->name);
    if (!field->rows) {
        write_row(rules, field, NULL, text);
        return;
    }
    open_keys(rules, field->row_set, NULL, text);
    write_row(rules, field, "additionalProperties", text);
    alea_json_close_object(text);
}

void alea_view_schema(const struct alea_rules *rules, struct alea_text *text) {
    const struct alea_game *game = rules->game;
    alea_text_addf(text,
                   "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"title\": \"view of %s\",\n"
                   "  \"type\": \"object\",\n  \"$defs\": {",
                   game->id);
    write_definitions(rules, text);
    alea_text_add(text, "\n  },\n  \"properties\": {");
    for (int i = 0; i < game->n_fields; i++) {
        alea_text_add(text, i ? "," : "");
        write_member(rules, &game->fields[i], text);
    }
    alea_text_add(text, "\n  },\n  \"required\": [");
    for (int i = 0; i < game->n_fields; i++) alea_text_addf(text, "%s\"%s\"", i ? ", " : "", game->fields[i].name);
    alea_text_add(text, "],\n  \"additionalProperties\": false\n}\n");
}
