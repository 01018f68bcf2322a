/* SPDX-License-Identifier: MIT */
/* temper_test.c - which temper is played by as the strongest: one of the Defenders on both maps, of the Raiders one for each. docs/bots.md */
#include "arena.h"
#include "temper.h"

static void defenders_are_of_one_temper(void **state) {
    enum { KEEN = 1 };
    (void)state;
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_rules *whole = alea_rules_new(game, 2, NULL, 0, NULL, &error);
    assert_non_null(whole);
    for (int side = 0; side < INC_SIDES; side++) {
        struct inc_temper wide, narrow;
        memset(&wide, 0, sizeof wide);
        memset(&narrow, 0, sizeof narrow);
        inc_temper_of(whole->tables, side, KEEN, &wide);
        inc_temper_of(rules->tables, side, KEEN, &narrow);
        assert_int_equal(wide.least == narrow.least && wide.gather == narrow.gather, side == DEFENDERS);
    }
    alea_rules_free(whole);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(defenders_are_of_one_temper)};
    return cmocka_run_group_tests_name("incursio temper", tests, load, unload);
}
