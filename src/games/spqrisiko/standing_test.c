/* SPDX-License-Identifier: MIT */
/* standing_test.c - the end in numbers: which rule decided, which numbers it looked at. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "spqrisiko.h"

static struct alea_standing standing_of(const char *option, struct spqrisiko_position *p, int seat) {
    struct alea_rules *rules = alea_rules_new(alea_game_find("spqrisiko"), 3, &option, 1, NULL, NULL);
    assert_non_null(rules);
    spqrisiko_derive(rules->tables, p);
    struct alea_standing standing = rules->game->words.standing(rules->tables, p, seat);
    alea_rules_free(rules);
    return standing;
}

/* A has 9 points and 2 provinces, B 9 and 1, C has fallen. */
static struct spqrisiko_position the_end(unsigned winners) {
    struct spqrisiko_position p = {.phase = SPQRISIKO_PHASE_OVER, .round = 8, .vp = {9, 9, 3}, .winners = (uint8_t)winners};
    p.own[0] = 3;
    p.own[1] = 4;
    p.legionaries[0] = 5, p.legionaries[1] = 1, p.legionaries[2] = 20;
    p.centres = 4;
    p.triremes[1][2] = 2;
    p.fell[2] = 1;
    return p;
}

static void rounds_compare_all_of_it(void **state) {
    (void)state;
    struct spqrisiko_position p = the_end(1);
    const int32_t a[] = {9, 2, 0, 6, 0}, b[] = {9, 1, 1, 20, 2};
    struct alea_standing standing = standing_of("max_rounds=8", &p, 0);
    assert_int_equal(standing.rule, SPQ_END_4);
    assert_int_equal(standing.n, 5);
    assert_int_equal(standing.compared, 5);
    assert_memory_equal(standing.value, a, sizeof a);
    standing = standing_of("max_rounds=8", &p, 1);
    assert_memory_equal(standing.value, b, sizeof b);
}

static void the_target_compares_points_alone(void **state) {
    (void)state;
    struct spqrisiko_position p = the_end(2);
    const struct alea_standing standing = standing_of("victory_points=9", &p, 1);
    assert_int_equal(standing.rule, SPQ_END_1);
    assert_int_equal(standing.compared, 1);
}

static void the_last_one_left_compares_nothing(void **state) {
    (void)state;
    struct spqrisiko_position p = the_end(1);
    p.own[1] = 0;
    p.legionaries[2] = 0;
    p.fell[1] = 2;
    const struct alea_standing standing = standing_of("victory_points=20", &p, 0);
    assert_int_equal(standing.rule, SPQ_END_2);
    assert_int_equal(standing.compared, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_compare_all_of_it),
        cmocka_unit_test(the_target_compares_points_alone),
        cmocka_unit_test(the_last_one_left_compares_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
