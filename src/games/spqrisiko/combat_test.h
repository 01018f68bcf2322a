/* SPDX-License-Identifier: MIT */
/* combat_test.h - what the tests of combats share: the rules, and where they are fought: from Sardinia to Corsica, in the
 * Tyrrhenian Sea between them. */
#ifndef SPQRISIKO_COMBAT_TEST_H
#define SPQRISIKO_COMBAT_TEST_H

#include "spqrisiko.h"

enum { SARDINIA = 11, CORSICA = 10, TYRRENUM = 5, A = 0, B = 1 };
enum kind { LAND, SEA, NAVAL, KINDS };

static const struct alea_game *game;
static struct alea_rules *rules;

static inline int load(void **state) {
    (void)state;
    struct alea_error error = {.lang = ALEA_EN};
    game = alea_game_find("spqrisiko");
    rules = game ? alea_rules_new(game, 3, NULL, 0, NULL, &error) : NULL;
    return rules ? 0 : -1;
}

static inline int unload(void **state) {
    (void)state;
    alea_rules_free(rules);
    return 0;
}

static inline bool conquered(const struct spqrisiko_position *p) { return p->own[A] >> CORSICA & 1; }

#endif
