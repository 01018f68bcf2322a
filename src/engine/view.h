/* SPDX-License-Identifier: MIT */
/* view.h - matches that go on from what somebody was told of one: a position read from its JSON, and a match that begins there. */
#ifndef ALEA_ENGINE_VIEW_H
#define ALEA_ENGINE_VIEW_H

#include "alea.h"

struct json_t;

/* The position that alea_position_json() wrote so, a jansson object; members that it leaves out are nothing. `pos` need not be zeroed. What the
 * words and numbers can't stand for is ALEA_ERR_BAD_POSITION; whether it can come up in play nobody has looked at. */
ALEA_MUST_CHECK enum alea_err alea_position_read_json(const struct alea_rules *rules, const struct json_t *json, void *pos,
                                                      struct alea_error *error);

/* Lets a match without plies begin at that position of its rules, and not at the usual one (match.c). No transcript can hold that. */
void alea_match_begin_at(struct alea_match *match, const void *pos);
/* The position before its first ply; borrowed. */
const void *alea_match_beginning(const struct alea_match *match);

#endif
