/* SPDX-License-Identifier: MIT */
/* observe_test.c - what studies count, against what the events of saved campaigns say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../golden_test.h"
#include "incursio_internal.h"

enum { DAYS = 22, D = INC_DEFENDERS, R = INC_RAIDERS };

/* Where the cells of a statistic begin. */
static const double *cells_of(const double tally[], const char *id) {
    const double *cells = tally;
    for (int i = 0; i < INC_STATISTICS; i++) {
        const struct alea_statistic *statistic = &alea_game_find("incursio")->study.statistics[i];
        if (strcmp(statistic->id, id) == 0) return cells;
        cells += statistic->rows * statistic->cols;
    }
    fail_msg("no statistic %s", id);
    return NULL;
}

static void battles(void **state) {
    double tally[ALEA_MAX_TALLIES] = {0};
    (void)state;
    golden_observe("rules_1_last_dusk", tally);
    const double *launched = cells_of(tally, "battles"), *won = cells_of(tally, "battles_won");
    assert_int_equal(launched[D], 7);
    assert_int_equal(launched[R], 7);
    assert_int_equal(won[D], 7);
    assert_int_equal(won[R], 6);
}

static void what_fell(void **state) {
    double tally[ALEA_MAX_TALLIES] = {0};
    (void)state;
    golden_observe("rules_1_last_dusk", tally);
    const double *sacked = cells_of(tally, "sacked"), *purified = cells_of(tally, "purified");
    assert_int_equal(sacked[1], 5);
    assert_int_equal(sacked[2], 1);
    assert_int_equal(sacked[3], 0);
    assert_int_equal(purified[1], 1);
    assert_int_equal(purified[2], 1);
    assert_int_equal(purified[3], 4);
}

static void days(void **state) {
    double tally[ALEA_MAX_TALLIES] = {0};
    (void)state;
    golden_observe("rules_1_last_dusk", tally);
    const double *campaigns = cells_of(tally, "campaigns_by_day");
    for (int day = 0; day < DAYS; day++) assert_int_equal(campaigns[R * DAYS + day], day <= 8);
}

static void the_end(void **state) {
    double tally[ALEA_MAX_TALLIES] = {0};
    (void)state;
    golden_observe("rules_1_erased", tally);
    const double *points = cells_of(tally, "final_points"), *places = cells_of(tally, "places_by_day");
    int last = 0;
    while (cells_of(tally, "campaigns_by_day")[last + 1] > 0) last++;
    assert_int_equal(points[D], 0);
    assert_int_equal(points[R], 19);
    assert_int_equal(places[D * DAYS + last], 0);
    assert_true(places[D * DAYS] > 0);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(battles),
        cmocka_unit_test(what_fell),
        cmocka_unit_test(days),
        cmocka_unit_test(the_end),
    };
    golden_folder(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
