/* SPDX-License-Identifier: MIT */
/* json.h - what the subcommands print as JSON. Values are new references; out of memory, parts are missing. */
#ifndef ALEA_CLI_JSON_H
#define ALEA_CLI_JSON_H

#include <jansson.h>

#include "cli.h"

void cli_print_json(json_t *value); /* takes the reference */
json_t *cli_options_json(const struct alea_rules *rules);
json_t *cli_position_json(const struct alea_rules *rules, const void *pos, enum alea_lang lang);
json_t *cli_hex_json(const uint8_t *bytes, size_t n); /* at most ALEA_HASH_BYTES of them */

#endif
