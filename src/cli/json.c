/* SPDX-License-Identifier: MIT */
/* json.c - what comes out as JSON: two blanks of indent, keys in the order of making. */
#include "json.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_JSON = 1 << 20 };

void cli_print_json(json_t *value) {
    json_dumpf(value, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    fputc('\n', stdout);
    json_decref(value);
}

json_t *cli_options_json(const struct alea_rules *rules) {
    json_t *object = json_object();
    for (int i = 0; i < rules->game->n_options; i++) {
        const struct alea_option *option = &rules->game->options[i];
        int32_t value = rules->options.value[i];
        json_object_set_new(object, option->key, option->words ? json_string(option->words[value]) : json_integer(value));
    }
    return object;
}

json_t *cli_position_json(const struct alea_rules *rules, const void *pos, enum alea_lang lang) {
    struct alea_text text;
    alea_text_init(&text, MAX_JSON, lang);
    alea_position_json(rules, pos, &text);
    json_t *value = json_loadb(alea_text_str(&text), text.len, JSON_DECODE_ANY, NULL);
    alea_text_clear(&text);
    return value ? value : json_null();
}

json_t *cli_hex_json(const uint8_t *bytes, size_t n) {
    char hex[2 * ALEA_HASH_BYTES + 1] = "";
    for (size_t i = 0; i < n && i < ALEA_HASH_BYTES; i++) snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
    return json_string(hex);
}
