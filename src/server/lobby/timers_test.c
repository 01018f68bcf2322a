/* SPDX-License-Identifier: MIT */
/* timers_test.c - whatever is set, set anew and taken back, the first timer is always the earliest. */
#include "timers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MANY = 200, STEPS = 100000 };

static int64_t earliest(const struct timer timer[], int n) {
    int64_t due = 0;
    for (int i = 0; i < n; i++)
        if (timer[i].due && (!due || timer[i].due < due)) due = timer[i].due;
    return due;
}

static void test_first_is_the_earliest(void **state) {
    (void)state;
    static struct timer timer[MANY];
    struct timers timers = {.first = NULL};
    uint64_t random = 1;
    for (int step = 0; step < STEPS; step++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        int i = (int)(random >> 33) % MANY;
        int64_t due = (random >> 50) % 3 ? (int64_t)(random >> 40) % 1000 + 1 : 0;
        timer_set(&timers, &timer[i], due);
        assert_int_equal(timer[i].due, due);
        assert_int_equal(timers.first ? timers.first->due : 0, earliest(timer, MANY));
    }
}

static void test_they_come_in_order(void **state) {
    (void)state;
    static struct timer timer[STEPS];
    struct timers timers = {.first = NULL};
    for (int i = 0; i < STEPS; i++) timer_set(&timers, &timer[i], 1 + (int64_t)i * 7919 % STEPS);
    for (int64_t due = 1; due <= STEPS; due++) {
        assert_non_null(timers.first);
        assert_int_equal(timers.first->due, due);
        timer_set(&timers, timers.first, 0);
    }
    assert_null(timers.first);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_is_the_earliest),
        cmocka_unit_test(test_they_come_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
