/* SPDX-License-Identifier: MIT */
/* golden_test.h - saved games of a game's folder `golden`, told ply by ply to what studies count. */
#ifndef ALEA_GOLDEN_TEST_H
#define ALEA_GOLDEN_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "alea.h"

static const char *golden_path;

/* The folder is the test's one argument. */
static inline void golden_folder(int argc, char **argv) { golden_path = argc > 1 ? argv[1] : "."; }

static inline struct alea_match *golden_read(const char *name) {
    enum { MOST = 8 << 20 };
    char path[1024], *bytes = malloc(MOST);
    struct alea_error error = {.lang = ALEA_EN};
    snprintf(path, sizeof path, "%s/%s.alea", golden_path, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(bytes);
    assert_non_null(file);
    size_t n = fread(bytes, 1, MOST, file);
    fclose(file);
    struct alea_match *match = alea_transcript_read(path, bytes, n, NULL, NULL, NULL, &error);
    free(bytes);
    assert_non_null(match);
    assert_int_equal(error.code, ALEA_OK);
    return match;
}

/* Plays the saved game again, and adds up what it brings. */
static inline void golden_observe(const char *name, double tally[]) {
    struct alea_match *match = golden_read(name);
    const struct alea_rules *rules = alea_match_rules(match);
    const struct alea_game *game = rules->game;
    unsigned char *before = calloc(2, game->position_size), *after = before + game->position_size;
    assert_non_null(before);
    game->setup(rules->tables, after);
    for (long i = 1; i <= alea_match_plies(match); i++) {
        const struct alea_ply *ply = alea_match_ply(match, i);
        memcpy(before, after, game->position_size);
        game->apply(rules->tables, after, ply->seat, ply->move, NULL);
        game->study.observe(rules->tables, before, ply->seat, ply->move, after, tally);
    }
    free(before);
    alea_match_free(match);
}

#endif
