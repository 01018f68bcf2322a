/* SPDX-License-Identifier: MIT */
/* observe_test.c - what studies count, against saved games in which the same was counted by eye and by grep. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../golden_test.h"
#include "spqrisiko.h"

/* Where the cells of a statistic begin. */
static const double *cells_of(const double tally[], const char *id) {
    const double *cells = tally;
    for (int i = 0; i < SPQRISIKO_STATISTICS; i++) {
        const struct alea_statistic *statistic = &alea_game_find("spqrisiko")->study.statistics[i];
        if (strcmp(statistic->id, id) == 0) return cells;
        cells += statistic->rows * statistic->cols;
    }
    fail_msg("no statistic %s", id);
    return NULL;
}

static void attacks(void **state) {
    double tally[ALEA_MAX_TALLIES] = {0};
    (void)state;
    golden_observe("three_points", tally);
    const double *tried = cells_of(tally, "attacks"), *won = cells_of(tally, "attacks_won");
    assert_int_equal(tried[SPQRISIKO_ATTACK_LAND], 42);
    assert_int_equal(tried[SPQRISIKO_ATTACK_SEA], 17);
    assert_int_equal(tried[SPQRISIKO_ATTACK_NAVAL], 0);
    assert_int_equal(won[SPQRISIKO_ATTACK_LAND], 34);
    assert_int_equal(won[SPQRISIKO_ATTACK_SEA], 14);
}

static void a_fight_at_sea(void **state) {
    double tally[ALEA_MAX_TALLIES] = {0};
    (void)state;
    golden_observe("three_rounds", tally);
    assert_int_equal(cells_of(tally, "attacks")[SPQRISIKO_ATTACK_NAVAL], 1);
    assert_int_equal(cells_of(tally, "attacks_won")[SPQRISIKO_ATTACK_NAVAL], 0);
}

/* Their rounds stand along the axis, 0 for the setup. */
enum { ROUNDS = 25, A = 0, B = 1, C = 2 };

static void rounds(void **state) {
    double tally[ALEA_MAX_TALLIES] = {0};
    (void)state;
    golden_observe("three_points", tally);
    const double *games = cells_of(tally, "games_by_round"), *points = cells_of(tally, "points_by_round");
    for (int round = 0; round < ROUNDS; round++) {
        assert_int_equal(games[C * ROUNDS + round], round <= 10);
        assert_int_equal(games[3 * ROUNDS + round], 0);
    }
    assert_int_equal(points[A * ROUNDS + 7], 6);
    assert_int_equal(points[B * ROUNDS + 7], 4);
    assert_int_equal(points[C * ROUNDS + 7], 0);
    assert_int_equal(points[A * ROUNDS + 8], 8);
    assert_int_equal(cells_of(tally, "provinces_by_round")[A * ROUNDS + 10], 14);
}

static void the_last_round_counts(void **state) {
    double tally[ALEA_MAX_TALLIES] = {0};
    (void)state;
    golden_observe("three_rounds", tally);
    assert_int_equal(cells_of(tally, "games_by_round")[B * ROUNDS + 3], 1);
    assert_int_equal(cells_of(tally, "points_by_round")[A * ROUNDS + 3], 2);
}

static void the_end(void **state) {
    double tally[ALEA_MAX_TALLIES] = {0};
    (void)state;
    golden_observe("three_points", tally);
    const double *points = cells_of(tally, "final_points");
    assert_int_equal(points[A], 9);
    assert_int_equal(points[B], 6);
    assert_int_equal(points[C], 3);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attacks), cmocka_unit_test(a_fight_at_sea),
        cmocka_unit_test(rounds),  cmocka_unit_test(the_last_round_counts),
        cmocka_unit_test(the_end),
    };
    golden_folder(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
