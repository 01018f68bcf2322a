/* SPDX-License-Identifier: MIT */
/* moments_test.c - means and their intervals: against known figures, and by how often they hold what they should. */
#include "moments.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "alea.h"

static bool near(double a, double b, double by) { return fabs(a - b) <= by; }

/* Of the tables: 0.975 quantiles. */
static void quantiles_of_student(void **state) {
    (void)state;
    static const struct {
        long freedom;
        double t;
    } rows[] = {{1, 12.706}, {2, 4.303}, {5, 2.571}, {6, 2.447}, {10, 2.228}, {30, 2.042}, {100, 1.984}, {1000000, 1.960}};
    for (size_t i = 0; i < ALEA_LEN(rows); i++) assert_true(near(lab_student(rows[i].freedom), rows[i].t, 6e-4));
}

static void a_mean_by_hand(void **state) {
    (void)state;
    struct lab_moments moments = {.n = 0};
    assert_false(lab_interval_mean(&moments).known);
    lab_moments_add(&moments, 1, 1);
    assert_false(lab_interval_mean(&moments).known);
    lab_moments_add(&moments, 2, 1);
    lab_moments_add(&moments, 6, 1);
    struct lab_interval interval = lab_interval_mean(&moments); /* variance 7, of the mean 7 / 3 */
    assert_true(near(interval.mean, 3, 1e-12));
    assert_true(near(interval.high - 3, 4.302652730 * sqrt(7.0 / 3), 1e-6));
    assert_true(near(3 - interval.low, interval.high - 3, 1e-12));
}

/* A ratio of sums; blocks that all have the same ratio leave no doubt about it. */
static void a_ratio(void **state) {
    (void)state;
    struct lab_moments moments = {.n = 0};
    for (int i = 1; i <= 9; i++) lab_moments_add(&moments, 3.0 * i, 4.0 * i);
    assert_true(near(lab_moments_mean(&moments), 0.75, 1e-12));
    assert_true(near(lab_moments_error(&moments), 0, 1e-9));
    struct lab_moments empty = {.n = 0};
    for (int i = 0; i < 9; i++) lab_moments_add(&empty, 0, 0);
    assert_false(lab_interval_mean(&empty).known);
}

/* Wilson's interval of 8 in 10 is 0.490 .. 0.943 with the normal quantile; with Student's it is a little wider. */
static void a_share(void **state) {
    (void)state;
    struct lab_moments moments = {.n = 0};
    for (int i = 0; i < 10; i++) lab_moments_add(&moments, i < 8, 1);
    struct lab_interval share = lab_interval_share(&moments);
    assert_true(share.low > 0.40 && share.low < 0.49 && share.high > 0.943 && share.high < 0.96);
    struct lab_moments all = {.n = 0};
    for (int i = 0; i < 100; i++) lab_moments_add(&all, 1, 1);
    share = lab_interval_share(&all);
    assert_true(share.high == 1 && share.mean == 1 && near(share.low, 0.962, 2e-3));
}

/* Of 2,000 intervals of 95%, 1,853 to 1,945 hold the truth in all but one case of ten thousand, if they hold what they promise;
 * shares near the end of the scale may do a little better. */
static void intervals_hold_what_they_should(void **state) {
    (void)state;
    static const double truths[] = {0.5, 0.8, 0.95};
    for (size_t k = 0; k < ALEA_LEN(truths); k++) {
        int held = 0, means = 0;
        for (uint64_t run = 0; run < 2000; run++) {
            struct alea_random random = alea_random_stream(77 + k, run);
            struct lab_moments moments = {.n = 0};
            for (int i = 0; i < 80; i++) {
                double won = 0;
                for (int game = 0; game < 2; game++) won += alea_random_word(&random) / 4294967296.0 < truths[k];
                lab_moments_add(&moments, won, 2);
            }
            struct lab_interval share = lab_interval_share(&moments), mean = lab_interval_mean(&moments);
            held += share.low <= truths[k] && truths[k] <= share.high;
            means += mean.low <= truths[k] && truths[k] <= mean.high;
        }
        print_message("share %.2f: %d of 2000 intervals hold it (Wilson), %d (Student)\n", truths[k], held, means);
        assert_true(held >= 1853 && held <= 1965);
        if (k < 2) assert_true(means >= 1853 && means <= 1945);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_of_student),
        cmocka_unit_test(a_mean_by_hand),
        cmocka_unit_test(a_ratio),
        cmocka_unit_test(a_share),
        cmocka_unit_test(intervals_hold_what_they_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
