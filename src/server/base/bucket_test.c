/* SPDX-License-Identifier: MIT */
/* bucket_test.c - token buckets: bursts, an even flow after them, debts, and rates that do not divide a second. */
#include "bucket.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const int64_t noon = INT64_C(1774695600000);

/* Seven at once; in the next hour so many as an hour gives back, however seldom they are asked for. */
static void flows(void **state) {
    (void)state;
    static const int64_t steps[] = {1, 7, 999, 60000};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        const struct bucket_limit limit = bucket_limit(7, 3000 * 1000);
        struct bucket bucket = {0};
        int taken = 0;
        while (bucket_take(&bucket, &limit, noon)) taken++;
        assert_int_equal(taken, 7);
        for (int64_t at = noon; at <= noon + 3000 * 1000; at += steps[i]) taken += bucket_take(&bucket, &limit, at);
        assert_in_range(taken, 13, 14);
    }
}

static void waits(void **state) {
    (void)state;
    const struct bucket_limit limit = bucket_limit(10, 60000);
    struct bucket bucket = {0};
    assert_int_equal(bucket_wait(&bucket, &limit, noon), 0);
    for (int i = 0; i < 10; i++) assert_true(bucket_take(&bucket, &limit, noon));
    assert_false(bucket_take(&bucket, &limit, noon));
    assert_int_equal(bucket_wait(&bucket, &limit, noon), 6);
    assert_int_equal(bucket_wait(&bucket, &limit, noon + 1), 6);
    assert_int_equal(bucket_wait(&bucket, &limit, noon + 5999), 1);
    assert_int_equal(bucket_wait(&bucket, &limit, noon + 6000), 0);
    assert_true(bucket_take(&bucket, &limit, noon + 6000));
}

static void owes(void **state) {
    (void)state;
    const struct bucket_limit limit = bucket_limit(1000000 * 4, 1000); /* as fast as can be asked for */
    const int64_t second = INT64_C(1000) * BUCKET_MS;
    struct bucket bucket = {0};
    bucket_owe(&bucket, &limit, second, 60 * second, noon);
    assert_false(bucket_in_debt(&bucket, &limit, noon));
    bucket_owe(&bucket, &limit, INT64_MAX / 2, 60 * second, noon);
    assert_true(bucket_in_debt(&bucket, &limit, noon));
    assert_int_equal(bucket_wait(&bucket, &limit, noon), 61);
    bucket_owe(&bucket, &limit, 1, 0, noon); /* who may owe nothing does not get off what was owed before */
    assert_int_equal(bucket_wait(&bucket, &limit, noon), 61);
    assert_false(bucket_take(&bucket, &limit, noon + 60000));
    assert_true(bucket_take(&bucket, &limit, noon + 61000));
    assert_int_equal(bucket_limit(0, 1000).each, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(flows), cmocka_unit_test(waits), cmocka_unit_test(owes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
