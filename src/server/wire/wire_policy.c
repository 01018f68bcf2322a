/* SPDX-License-Identifier: MIT */
/* wire_policy.c - what a table's clock does, in sentences. */
#include <string.h>

#include "wire.h"
#include "wire_internal.h"

void wire_policy(const struct clock_rules *rules, struct alea_text *text) {
    struct alea_text said;
    alea_text_init(&said, 4096, text->lang);
    clock_say(rules, &said);
    text->truncated |= said.truncated; /* memory is short */
    alea_json_open_array(text, "policy");
    for (char *rest = NULL, *line = said.truncated ? NULL : strtok_r(said.at, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest))
        alea_json_string(text, NULL, line);
    alea_json_close_array(text);
    alea_text_clear(&said);
}
