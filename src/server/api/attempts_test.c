/* SPDX-License-Identifier: MIT */
/* attempts_test.c - tries, counted for many who try. */
#include "attempts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

/* Three at once in a minute, one every 20 s after that; of many who try, the latest are remembered. */
static void trying(void **state) {
    (void)state;
    struct attempts *attempts = attempts_new(3, 60000), *free_ = attempts_new(0, 60000);
    int wait;
    int64_t now = 1000000;
    for (int i = 0; i < 3; i++) assert_true(attempts_take(attempts, "a", now, &wait));
    assert_false(attempts_take(attempts, "a", now, &wait));
    assert_int_equal(wait, 20);
    assert_true(attempts_take(attempts, "b", now, &wait));
    assert_true(attempts_take(attempts, NULL, now, &wait));
    assert_false(attempts_take(attempts, "a", now + 19999, &wait));
    assert_int_equal(wait, 1);
    assert_true(attempts_take(attempts, "a", now + 20000, &wait));
    assert_false(attempts_take(attempts, "a", now + 20000, &wait));
    for (int i = 0; i < 1000; i++) assert_true(attempts_take(free_, "a", now, &wait));
    for (int i = 0; i < 3 * ATTEMPTS_SLOTS; i++) {
        char who[16];
        snprintf(who, sizeof who, "%d", i);
        assert_true(attempts_take(attempts, who, now + 20001 + i, &wait));
    }
    assert_true(attempts_take(attempts, "a", now + 20001 + 3 * ATTEMPTS_SLOTS, &wait)); /* forgotten */
    attempts_free(attempts);
    attempts_free(free_);
}

int main(void) {
    if (sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(trying)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
