/* SPDX-License-Identifier: MIT */
/* alarms_test.c - what ends the order to let one's turns go by: attacks and losses, and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "polis_internal.h"

enum { SPARTA, ATHENS };

static struct polis_position quiet(void) {
    struct polis_position p = {.round = 1, .battle = ALEA_NONE};
    p.own[SPARTA] = 3;
    p.own[ATHENS] = 4;
    p.units[SPARTA][1] = 2;
    p.discs[ATHENS][0] = 1;
    return p;
}

static bool alarms(const struct polis_position *is, int side) {
    const struct polis_position was = quiet();
    return polis_alarms(NULL, &was, is, side);
}

static void others_turns_alarm_nobody(void **state) {
    (void)state;
    struct polis_position p = quiet();
    assert_false(alarms(&p, SPARTA));
    p.units[ATHENS][2] = 4;
    p.units[SPARTA][1] = 3;
    p.own[ATHENS] |= 8;
    p.discs[ATHENS][0] = 0; /* the round is over */
    p.discs[ATHENS][5] = 2; /* at a neutral polis */
    assert_false(alarms(&p, SPARTA));
}

static void battles_sieges_and_losses_alarm(void **state) {
    (void)state;
    struct polis_position p = quiet();
    p.battle = 1;
    assert_true(alarms(&p, SPARTA));
    assert_true(alarms(&p, ATHENS));
    p = quiet();
    p.discs[ATHENS][0] = 2;
    assert_true(alarms(&p, SPARTA));
    assert_false(alarms(&p, ATHENS));
    p = quiet();
    p.own[SPARTA] = 1;
    assert_true(alarms(&p, SPARTA));
    p = quiet();
    p.captive = 1u << SPARTA;
    assert_true(alarms(&p, SPARTA));
    assert_false(alarms(&p, ATHENS));
    p = quiet();
    p.units[SPARTA][1] = 1;
    assert_true(alarms(&p, SPARTA));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(others_turns_alarm_nobody),
                                       cmocka_unit_test(battles_sieges_and_losses_alarm)};
    return cmocka_run_group_tests_name("polis alarms", tests, NULL, NULL);
}
