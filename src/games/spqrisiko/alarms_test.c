/* SPDX-License-Identifier: MIT */
/* alarms_test.c - what ends the order to let one's turns go by: attacks and losses, and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "spqrisiko.h"

enum { A, B };

/* A holds provinces 0 and 1 and a trireme in sea 2; B holds province 2. */
static struct spqrisiko_position quiet(void) {
    struct spqrisiko_position p = {.phase = SPQRISIKO_PHASE_LAND_ATTACK, .round = 3, .active = B};
    p.own[A] = 3;
    p.own[B] = 4;
    p.legionaries[0] = 5, p.legionaries[1] = 1, p.legionaries[2] = 20;
    p.triremes[A][2] = 2;
    return p;
}

static bool alarms(const struct spqrisiko_position *is, int seat) {
    const struct spqrisiko_position was = quiet();
    return spqrisiko_alarms(NULL, &was, is, seat);
}

static void others_turns_alarm_nobody(void **state) {
    (void)state;
    struct spqrisiko_position p = quiet();
    assert_false(alarms(&p, A));
    p.own[B] |= 8; /* of the neutral army */
    p.legionaries[3] = 1, p.legionaries[0]++;
    p.round++;
    assert_false(alarms(&p, A));
    p.to = 2, p.step = SPQRISIKO_STEP_LAND_THROW;
    assert_false(alarms(&p, A));
}

static void an_attack_alarms_before_its_dice_fall(void **state) {
    static const unsigned steps[] = {SPQRISIKO_STEP_LAND_THROW, SPQRISIKO_STEP_SEA_THROW};
    (void)state;
    struct spqrisiko_position p = quiet();
    p.to = 1;
    for (size_t i = 0; i < ALEA_LEN(steps); i++) {
        p.step = (uint8_t)steps[i];
        assert_true(alarms(&p, A));
        assert_false(alarms(&p, B));
    }
    p.step = SPQRISIKO_STEP_NAVAL_THROW, p.from = 2, p.to = A; /* of a fight at sea `to` is the seat */
    assert_true(alarms(&p, A));
    assert_false(alarms(&p, B));
}

static void a_loss_alarms(void **state) {
    (void)state;
    struct spqrisiko_position p = quiet();
    p.own[A] = 1, p.own[B] |= 2;
    assert_true(alarms(&p, A));
    p = quiet();
    p.triremes[A][2] = 1;
    assert_true(alarms(&p, A));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(others_turns_alarm_nobody),
                                       cmocka_unit_test(an_attack_alarms_before_its_dice_fall),
                                       cmocka_unit_test(a_loss_alarms)};
    return cmocka_run_group_tests_name("spqrisiko alarms", tests, NULL, NULL);
}
