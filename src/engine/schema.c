/* SPDX-License-Identifier: MIT */
/* schema.c - the JSON of a game's positions as a JSON schema, by the table of their members: what position.c writes, and no more. */
#include "alea.h"
#include "names.h"
#include "words.h"

/* What an index or a value of the set is called among the definitions; NULL for what has no names. */
static const char *defined(const struct alea_rules *rules, int set) {
    return alea_set_names_zero(set) ? alea_set_id(rules->game, set) : NULL;
}

static void write_names(const struct alea_rules *rules, int set, struct alea_text *text) {
    int n = set == ALEA_SET_SEAT ? rules->game->max_seats : alea_names_of(rules, set).n;
    alea_text_add(text, "{\"enum\":[");
    for (int i = 0; i < n; i++) {
        alea_text_add(text, i ? ",\"" : "\"");
        alea_word_write(rules, set, (uint32_t)i, text);
        alea_text_add(text, "\"");
    }
    alea_text_add(text, "]}");
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

/* Names of members: those of the set, or numbers. */
static void write_keys(const struct alea_rules *rules, int set, struct alea_text *text) {
    const char *name = defined(rules, set);
    alea_text_add(text, "{\"type\":\"object\",\"propertyNames\":");
    if (name) alea_text_addf(text, "{\"$ref\":\"#/$defs/%s\"}", name);
    else alea_text_add(text, "{\"pattern\":\"^[0-9]+$\"}");
    alea_text_add(text, ",\"additionalProperties\":");
}

static void write_value(const struct alea_rules *rules, const struct alea_field *field, struct alea_text *text) {
    static const char *const greatest[] = {
        [ALEA_FIELD_U8] = "255", [ALEA_FIELD_U16] = "65535", [ALEA_FIELD_U32] = "4294967295"};
    const char *name = defined(rules, field->value_set);
    if (name) alea_text_addf(text, "{\"oneOf\":[{\"$ref\":\"#/$defs/%s\"},{\"type\":\"null\"}]}", name);
    else if (field->value_set == ALEA_SET_DICE || field->value_set == ALEA_SET_RULE)
        alea_text_add(text, "{\"type\":\"string\"}");
    else alea_text_addf(text, "{\"type\":\"integer\",\"minimum\":0,\"maximum\":%s}", greatest[field->type]);
}

static void write_row(const struct alea_rules *rules, const struct alea_field *field, struct alea_text *text) {
    const char *name = defined(rules, field->col_set);
    if (field->type == ALEA_FIELD_OWN) {
        alea_text_add(text, "{\"type\":\"string\"}");
    } else if (alea_field_is_bits(field)) {
        alea_text_add(text, "{\"type\":\"array\",\"uniqueItems\":true,\"items\":");
        if (name) alea_text_addf(text, "{\"$ref\":\"#/$defs/%s\"}}", name);
        else alea_text_add(text, "{\"type\":\"integer\",\"minimum\":0,\"maximum\":63}}");
    } else if (field->cols == 1) {
        write_value(rules, field, text);
    } else if (name) {
        write_keys(rules, field->col_set, text);
        write_value(rules, field, text);
        alea_text_add(text, "}");
    } else {
        alea_text_addf(text, "{\"type\":\"array\",\"minItems\":%d,\"maxItems\":%d,\"items\":", (int)field->cols,
                       (int)field->cols);
        write_value(rules, field, text);
        alea_text_add(text, "}");
    }
}

static void write_member(const struct alea_rules *rules, const struct alea_field *field, struct alea_text *text) {
    alea_text_addf(text, "\n    \"%s\": ", field->name);
    if (field->rows) write_keys(rules, field->row_set, text);
    write_row(rules, field, text);
    if (field->rows) alea_text_add(text, "}");
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
