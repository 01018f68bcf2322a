/* SPDX-License-Identifier: MIT */
/* observe_test.c - what studies count, against saved games in which the same was counted by eye and by grep. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../golden_test.h"
#include "polis.h"

enum { SPARTA, ATHENS, FORTS = 4, ROUNDS = POLIS_ROUND_COUNT };

/* Where the cells of a statistic begin. */
static const double *cells_of(const double tally[], const char *id) {
    const struct alea_game *game = alea_game_find("polis");
    for (int i = 0; i < game->study.n_statistics; i++) {
        if (strcmp(game->study.statistics[i].id, id) == 0) return tally;
        tally += game->study.statistics[i].rows * game->study.statistics[i].cols;
    }
    fail_msg("no statistic %s", id);
    return NULL;
}

static void assert_cells(const double tally[], const char *id, int n, const int expected[]) {
    const double *cells = cells_of(tally, id);
    for (int i = 0; i < n; i++)
        if ((int)cells[i] != expected[i]) fail_msg("%s, cell %d: %g, not %d", id, i, cells[i], expected[i]);
}
#define CELLS(tally, id, n, ...) assert_cells(tally, id, n, (const int[]){__VA_ARGS__})

/* Syracuse falls at the second try, by sacrifice; Gythion changes hands twice. */
static void sieges_with_a_die(void **state) {
    double tally[ALEA_MAX_TALLIES] = {0};
    (void)state;
    golden_observe("sacrifice", tally);
    CELLS(tally, "sieges", 2 * FORTS, 1, 0, 0, 2, 1, 2, 1, 0);
    CELLS(tally, "sieges_won", 2 * FORTS, 1, 0, 0, 1, 1, 2, 1, 0);
    CELLS(tally, "poleis_taken", 2 * FORTS, 1, 0, 0, 1, 1, 2, 1, 0);
    CELLS(tally, "hoplites_per_polis", 2 * FORTS, 0, 0, 0, 3, 0, 0, 0, 0);
    CELLS(tally, "prestige_per_polis", 2 * FORTS, 1, 0, 0, 3, 1, 2, 1, 0);
    CELLS(tally, "sieges_by_round", 2 * ROUNDS, 0, 0, 3, 0, 0, 1, 3, 0);
    CELLS(tally, "sieges_won_by_round", 2 * ROUNDS, 0, 0, 2, 0, 0, 1, 3, 0);
}

/* Discs that go on with a siege begin none. */
static void sieges_with_discs(void **state) {
    double tally[ALEA_MAX_TALLIES] = {0};
    (void)state;
    golden_observe("diceless_sacrifice", tally);
    CELLS(tally, "sieges", 2 * FORTS, 1, 2, 0, 0, 1, 3, 0, 0);
    CELLS(tally, "sieges_won", 2 * FORTS, 1, 2, 0, 0, 1, 3, 0, 0);
    CELLS(tally, "sieges_by_round", 2 * ROUNDS, 3, 0, 0, 0, 3, 0, 1, 0);
}

static void battles(void **state) {
    double tally[ALEA_MAX_TALLIES] = {0};
    (void)state;
    golden_observe("sacrifice", tally);
    CELLS(tally, "battles", 2, 1, 1);
    CELLS(tally, "battles_won", 2, 0, 1); /* Sparta retreats */
}

static void the_end(void **state) {
    double tally[ALEA_MAX_TALLIES] = {0};
    (void)state;
    golden_observe("standard", tally);
    CELLS(tally, "final_score", 2, 11, 20);
    CELLS(tally, "final_poleis", 2, 4, 4);
    assert_int_equal(cells_of(tally, "prestige_by_round")[SPARTA * ROUNDS + 3], 2);
    assert_int_equal(cells_of(tally, "prestige_by_round")[ATHENS * ROUNDS + 3], 6);
    assert_int_equal(cells_of(tally, "population_by_round")[SPARTA * ROUNDS + 3], 9);
    assert_int_equal(cells_of(tally, "population_by_round")[ATHENS * ROUNDS + 3], 10);
}

/* Sparta has no Prestige left after the first round: the others are missing. */
static void an_early_end(void **state) {
    double tally[ALEA_MAX_TALLIES];
    (void)state;
    for (int i = 0; i < ALEA_MAX_TALLIES; i++) tally[i] = -0.0;
    golden_observe("table_resign", tally);
    const double *prestige = cells_of(tally, "prestige_by_round");
    for (int i = 0; i < 2 * ROUNDS; i++) assert_true(i % ROUNDS ? signbit(prestige[i]) : !signbit(prestige[i]));
    assert_int_equal(prestige[SPARTA * ROUNDS], 0);
    assert_int_equal(prestige[ATHENS * ROUNDS], 4);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sieges_with_a_die), cmocka_unit_test(sieges_with_discs), cmocka_unit_test(battles),
        cmocka_unit_test(the_end),           cmocka_unit_test(an_early_end),
    };
    golden_folder(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
