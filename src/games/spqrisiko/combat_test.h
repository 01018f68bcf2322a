/* SPDX-License-Identifier: MIT */
/* combat_test.h - what the tests of combats share: the rules, and where they are fought: from Sardinia to Corsica, in the
 * Tyrrhenian Sea between them, and from Egypt to Crete. */
#ifndef SPQRISIKO_COMBAT_TEST_H
#define SPQRISIKO_COMBAT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "spqrisiko.h"

enum { SARDINIA = 11, CORSICA = 10, AEGYPTUS = 40, TYRRENUM = 5, A = 0, B = 1 };
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

/* The position that these lines tell. */
static inline struct spqrisiko_position read_position(const char *lines) {
    struct spqrisiko_position p;
    struct alea_error error = {.lang = ALEA_EN};
    memset(&p, 0, sizeof p);
    game->setup(rules->tables, &p);
    assert_int_equal(alea_position_read(rules, lines, &p, &error), ALEA_OK);
    return p;
}

/* A has Egypt, with 12 legionaries; across the Cretan Sea B has Crete and, elsewhere, some more; C Britain. */
static inline struct spqrisiko_position by_the_nile(const char *phase, const char *more) {
    char lines[1024];
    snprintf(
        lines, sizeof lines,
        "round 6\nphase %s\nactive A\ngroups_left 0\nlegionaries *=3 aegyptus=12 creta=1\nown.A aegyptus\nown.B creta sicilia\n"
        "own.C britannia\n%s",
        phase, more);
    return read_position(lines);
}

static inline bool conquered(const struct spqrisiko_position *p) { return p->own[A] >> CORSICA & 1; }

#endif
