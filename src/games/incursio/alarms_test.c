/* SPDX-License-Identifier: MIT */
/* alarms_test.c - what ends the order to let one's turns go by: attacks and losses, and nothing else. */
#include "arena.h"

static void battles_portals_and_falls_alarm(void **state) {
    (void)state;
    struct inc_position was = {.day = 0};
    game->setup(rules->tables, &was);
    struct inc_position is = was;
    const int raider = RAIDERS, defender = DEFENDERS; /* seats are of the two sides by turns */
    assert_false(inc_alarms(rules->tables, &was, &is, defender));
    is.battle = S04, is.side = RAIDERS;
    assert_true(inc_alarms(rules->tables, &was, &is, defender));
    assert_false(inc_alarms(rules->tables, &was, &is, raider)); /* who attacks knows */
    is = was;
    is.foreseen = 1;
    assert_true(inc_alarms(rules->tables, &was, &is, defender));
    is = was;
    for (int site = 0; site < INC_SITES; site++)
        if (is.level[site]) is.level[site]--;
    assert_true(inc_alarms(rules->tables, &was, &is, defender));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(battles_portals_and_falls_alarm)};
    return cmocka_run_group_tests_name("incursio alarms", tests, load, unload);
}
