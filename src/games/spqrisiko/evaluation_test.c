/* SPDX-License-Identifier: MIT */
/* evaluation_test.c - what the estimate sees of the sea: what may come across it, and which centres could be struck. */
#include "combat_test.h"
#include "evaluation.h"

static double look_at(const struct spqrisiko_position *p, int seat, enum spqrisiko_feature feature) {
    struct spqrisiko_seat_look looks[SPQRISIKO_SEATS] = {0};
    spqrisiko_look(rules->tables, p, looks);
    return looks[seat].at[feature];
}

static double share_of(const struct spqrisiko_position *p, int seat) {
    double share[ALEA_MAX_SEATS];
    spqrisiko_evaluation(rules->tables, p, share);
    return share[seat];
}

/* Two legionaries in Egypt, a centre, and fifteen on Crete that need a trireme between them, and none of A's beside it. [SPQ-SEA-2] */
#define ARMIES "legionaries aegyptus=2 creta=15\ncentres aegyptus\n"

static void sees_what_comes_by_sea(void **state) {
    (void)state;
    const struct spqrisiko_position coming = by_the_nile("land_attack", ARMIES "triremes.B creticum=1\n"),
                                    met =
                                        by_the_nile("land_attack", ARMIES "triremes.B creticum=1\ntriremes.A creticum=1\n"),
                                    elsewhere = by_the_nile("land_attack", ARMIES "triremes.B aegeum=1\n");
    assert_true(look_at(&coming, A, SPQRISIKO_LOOK_CENTRES_BY_SEA) > 0.9);
    assert_true(look_at(&met, A, SPQRISIKO_LOOK_CENTRES_BY_SEA) == 0);
    assert_true(look_at(&elsewhere, A, SPQRISIKO_LOOK_CENTRES_BY_SEA) == 0);
    assert_true(share_of(&coming, A) < 0.8 * share_of(&elsewhere, A));
}

static void sees_centres_that_could_be_struck(void **state) {
    (void)state;
    const struct spqrisiko_position coming = by_the_nile("land_attack", ARMIES "triremes.B creticum=1\n"),
                                    elsewhere = by_the_nile("land_attack", ARMIES "triremes.B aegeum=1\n"),
                                    beside = by_the_nile("land_attack",
                                                         ARMIES "own.B creta cyrenaica\nlegionaries cyrenaica=15\n");
    assert_true(look_at(&coming, B, SPQRISIKO_LOOK_STRIKES) > 0.9);
    assert_true(look_at(&elsewhere, B, SPQRISIKO_LOOK_STRIKES) == 0);
    assert_true(look_at(&beside, B, SPQRISIKO_LOOK_STRIKES) > 0.9); /* by land */
    assert_true(look_at(&beside, A, SPQRISIKO_LOOK_STRIKES) == 0);  /* it is A's own */
    assert_true(look_at(&beside, A, SPQRISIKO_LOOK_CENTRES_BY_SEA) == 0);
}

/* Of provinces without a centre. */
static void sees_other_provinces_as_well(void **state) {
    (void)state;
    const struct spqrisiko_position coming =
        by_the_nile("land_attack", "legionaries aegyptus=2 creta=15\ntriremes.B creticum=1\n");
    assert_true(look_at(&coming, A, SPQRISIKO_LOOK_EXPOSED_BY_SEA) > 0.9);
    assert_true(look_at(&coming, A, SPQRISIKO_LOOK_CENTRES_BY_SEA) == 0);
    assert_true(look_at(&coming, B, SPQRISIKO_LOOK_STRIKES) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sees_what_comes_by_sea),
                                       cmocka_unit_test(sees_centres_that_could_be_struck),
                                       cmocka_unit_test(sees_other_provinces_as_well)};
    return cmocka_run_group_tests_name("spqrisiko evaluation", tests, load, unload);
}
