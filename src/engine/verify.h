/* SPDX-License-Identifier: MIT */
/* verify.h - what the dice of a match prove, as JSON: docs/api.md, GET /matches/ID/verify. */
#ifndef ALEA_ENGINE_VERIFY_H
#define ALEA_ENGINE_VERIFY_H

#include "alea.h"

/* Adds the members: `seed` ("good", "bad", "sealed", "by hand") and, where it is open, `commitment`, `promises`, `names`, `beacon` and
 * `throws`. ALEA_ERR_NO_MEMORY is the only fault. */
ALEA_MUST_CHECK enum alea_err alea_match_verify_json(const struct alea_match *match, struct alea_text *text,
                                                     struct alea_error *error);

#endif
