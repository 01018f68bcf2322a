/* SPDX-License-Identifier: MIT */
/* standing_test.c - the end in numbers: which rule decided, what points are made of, the same for all of a side. */
#include "arena.h"

static struct inc_position ended(unsigned outcome, unsigned winner) {
    struct inc_position p = {.day = 0};
    game->setup(rules->tables, &p);
    p.outcome = (uint8_t)outcome;
    p.winner = (uint8_t)winner;
    p.step = INCURSIO_STEP_OVER;
    return p;
}

static void each_end_has_its_rule(void **state) {
    static const struct {
        unsigned outcome, winner, rule;
        int compared;
    } ends[] = {
        {INCURSIO_OUTCOME_ERASED, RAIDERS, INC_WIN_2, 0},      {INCURSIO_OUTCOME_GATES, RAIDERS, INC_WIN_3, 0},
        {INCURSIO_OUTCOME_PURIFIED, DEFENDERS, INC_WIN_4, 0},  {INCURSIO_OUTCOME_LAST_DUSK, DEFENDERS, INC_WIN_5, 1},
        {INCURSIO_OUTCOME_LAST_DUSK, INC_SIDES, INC_WIN_7, 1}, {INCURSIO_OUTCOME_AGREED, RAIDERS, INC_WIN_5, 1},
        {INCURSIO_OUTCOME_AGREED, INC_SIDES, INC_WIN_7, 1},    {INCURSIO_OUTCOME_RESIGNED, RAIDERS, 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(ends); i++) {
        const struct inc_position p = ended(ends[i].outcome, ends[i].winner);
        const struct alea_standing standing = inc_standing(rules->tables, &p, 0);
        assert_int_equal(standing.rule, ends[i].rule);
        assert_int_equal(standing.compared, ends[i].compared);
    }
}

static void points_are_told_by_where_they_came_from(void **state) {
    enum { POINTS, SETTLEMENTS, RUINS, UPGRADES, OBJECTIVES, TAKEN, UNITS, PURSE };
    const struct inc_tables *t = rules->tables;
    struct inc_position p = ended(INCURSIO_OUTCOME_LAST_DUSK, RAIDERS);
    (void)state;
    p.steps = 2;
    p.purified = 3;
    p.sacked[1] = 1;
    p.sacked[3] = 4;
    p.treasury = 700;
    p.resources = 55;
    for (unsigned objective = 0; objective < (unsigned)t->n_objectives; objective++)
        p.objectives[t->objectives[objective].side] |= (uint16_t)(1u << objective);
    p.fulfilled[DEFENDERS] = p.objectives[DEFENDERS];
    struct alea_standing standing = inc_standing(t, &p, 0);
    assert_int_equal(standing.value[RUINS], 0);
    assert_int_equal(standing.value[UPGRADES], 0);
    assert_int_equal(standing.value[OBJECTIVES], t->objective_points * __builtin_popcount(p.objectives[DEFENDERS]));
    assert_int_equal(standing.value[TAKEN], 3);
    assert_int_equal(standing.value[UNITS], p.total[DEFENDERS]);
    assert_int_equal(standing.value[PURSE], 700);
    assert_true(standing.value[SETTLEMENTS] > 0);
    for (int seat = 0; seat <= 1; seat++) {
        standing = inc_standing(t, &p, seat);
        assert_int_equal(standing.value[POINTS], standing.value[SETTLEMENTS] + standing.value[RUINS] +
                                                     standing.value[UPGRADES] + standing.value[OBJECTIVES]);
        assert_int_equal(standing.value[POINTS], inc_points(t, &p, seat));
    }
    assert_int_equal(standing.value[SETTLEMENTS], 0);
    assert_true(standing.value[RUINS] > 0);
    assert_int_equal(standing.value[UPGRADES], 2 * t->points_upgrade);
    assert_int_equal(standing.value[TAKEN], 5);
    assert_int_equal(standing.value[PURSE], 55);
    const struct alea_standing other = inc_standing(t, &p, 3);
    assert_memory_equal(&other, &standing, sizeof other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_end_has_its_rule),
        cmocka_unit_test(points_are_told_by_where_they_came_from),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
