/* SPDX-License-Identifier: MIT */
/* modes_test.h - for the tests of this folder: the rules of each siege mode, loaded once for all of them. */
#ifndef ALEA_POLIS_MODES_TEST_H
#define ALEA_POLIS_MODES_TEST_H

#include <stdio.h>

#include "polis_internal.h"

/* In short, those that a test is about. What holds for all of them, or for all with a die, asks the tables. */
enum {
    STANDARD = POLIS_SIEGE_STANDARD,
    SACRIFICE = POLIS_SIEGE_SACRIFICE,
    DICELESS = POLIS_SIEGE_DICELESS,
    DISCS_SACRIFICE = POLIS_SIEGE_DICELESS_SACRIFICE
};

static const struct alea_game *game;
static struct alea_rules *rules[POLIS_SIEGE_MODES];

static inline int load(void **state) {
    (void)state;
    game = alea_game_find("polis");
    for (int mode = 0; game && mode < POLIS_SIEGE_MODES; mode++) {
        struct alea_error error = {.lang = ALEA_EN};
        char option[64];
        snprintf(option, sizeof option, "siege=%s", polis_siege_words[mode]);
        rules[mode] = alea_rules_new(game, 2, (const char *const[]){option}, 1, NULL, &error);
        if (!rules[mode]) return -1;
    }
    return game ? 0 : -1;
}

/* Prestige that a siege takes if it is won at once. */
static inline int price_of(int mode) {
    const struct polis_tables *t = rules[mode]->tables;
    return t->siege.prestige_start + t->siege.prestige_win;
}

static inline int unload(void **state) {
    (void)state;
    for (int mode = 0; mode < POLIS_SIEGE_MODES; mode++) alea_rules_free(rules[mode]);
    return 0;
}

#endif
