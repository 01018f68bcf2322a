/* SPDX-License-Identifier: MIT */
/* move_json.h - moves, their values and the options of a match as JSON, as the API and the protocol of bots have them. */
#ifndef ALEA_ENGINE_MOVE_JSON_H
#define ALEA_ENGINE_MOVE_JSON_H

#include "alea.h"

/* The value of an argument, by its set: a number, the name of something, or a throw as [[6,4],[5]]. */
void alea_value_json(const struct alea_rules *rules, const char *key, int set, int32_t value, struct alea_text *text);
/* "m", "text", "verb" and "args" of a move and, if they are asked for, its "words": members of an object that others open and close. */
void alea_move_json(const struct alea_rules *rules, alea_move move, bool words, struct alea_text *text);
/* {"ruleset":"v1_2","max_rounds":0,...}: every option, in the table's order. */
void alea_options_json(const struct alea_rules *rules, const char *key, struct alea_text *text);

#endif
