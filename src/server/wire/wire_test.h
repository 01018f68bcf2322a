/* SPDX-License-Identifier: MIT */
/* wire_test.h - what the tests of the wire share: JSON that is read strictly, and a seat at a table of people. */
#ifndef ALEA_SERVER_WIRE_TEST_H
#define ALEA_SERVER_WIRE_TEST_H

#include <jansson.h>

#include "table_test.h"
#include "wire.h"

static struct alea_error error = {.lang = ALEA_EN};

enum { CEILING = 64 << 20 };

static inline json_t *parsed(const struct alea_text *text) {
    json_error_t fault;
    assert_false(text->truncated);
    json_t *json = json_loadb(alea_text_str(text), text->len, JSON_REJECT_DUPLICATES, &fault);
    if (!json) fail_msg("%s at %d: %.80s", fault.text, fault.position, alea_text_str(text) + fault.position);
    for (const char *at = alea_text_str(text); *at; at++) /* in a script these could end it */
        if (*at == '<' || *at == '>' || *at == '&' || (unsigned char)*at < ' ') fail_msg("raw '%c': %.80s", *at, at);
    return json;
}

static inline const char *word_of(const json_t *json, const char *key) {
    return json_string_value(json_object_get(json, key));
}

/* A table of that game, of people, and what is said to a seat of it. */
static inline struct wire seat_at(struct world *world, const char *game, const char *who, const char *options, int seat) {
    struct table_plan plan = plan_of(game, who, options);
    plan.name = "\"<b>&\\";
    struct table *table = create_table(world, &plan);
    turn(world);
    return (struct wire){.table = table, .viewer = {.seat = seat}, .lang = ALEA_EN};
}

#endif
