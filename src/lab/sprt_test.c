/* SPDX-License-Identifier: MIT */
/* sprt_test.c - the sequential test errs as seldom as it promises, over games with a known answer: 1,000 runs at each hypothesis.
 *
 * Games come from a seeded source of numbers and go through the sums that real games go through. */
#include <math.h>

#include "lab_test.h"

enum { RUNS = 1000 };

/* Of 1,000 runs that err with a chance of 0.05 each, more than 72 err in one case of a thousand (binomial). */
enum { MOST_ERRORS = 72 };

/* A game between the bots at seats 0 and 1: the better one wins so often, but the first seat wins `bonus` more often. */
struct source {
    double win, draw, bonus;
};

static double uniform(struct alea_random *random) { return alea_random_word(random) / 4294967296.0; }

static void make_game(const struct source *source, int rotation, struct alea_random *random, double *numbers) {
    int better = rotation; /* place 0 sits at that seat */
    double win = source->win + (better == 0 ? source->bonus : -source->bonus), at = uniform(random);
    double score = at < win ? 1 : at < win + source->draw ? 0.5 : 0;
    memset(numbers, 0, LAB_SCORE * sizeof *numbers);
    numbers[LAB_OVER] = 1;
    numbers[LAB_END] = LAB_ENDS;
    numbers[LAB_SCORE + better] = score;
    numbers[LAB_SCORE + 1 - better] = 1 - score;
}

/* Blocks until the question is decided. */
static enum lab_decision decide(const struct lab_plan *plan, const struct source *source, uint64_t run, long *blocks) {
    struct lab_sums sums;
    struct alea_random random = alea_random_stream(20260801, run);
    double numbers[2 * (LAB_SCORE + 2)];
    assert_true(lab_sums_init(&sums, plan));
    for (long task = 0; task < lab_plan_tasks(plan) && !lab_sums_decided(&sums); task++) {
        for (int game = 0; game < 2; game++) make_game(source, game, &random, numbers + game * (LAB_SCORE + 2));
        lab_sums_add(&sums, task, numbers);
    }
    enum lab_decision decision = sums.sprt.decision;
    *blocks += sums.blocks;
    lab_sums_clear(&sums);
    return decision;
}

struct rates {
    int low, high, open;
    long blocks;
};

static struct rates rates_of(const struct source *source, double low, double high, uint64_t first_run) {
    struct lab_plan plan;
    struct rates rates = {.low = 0};
    match_plan(&plan, alea_game_find("null"), &alea_bot_random, &alea_bot_random, 1, 5000);
    plan.has_sprt = true;
    plan.sprt = (struct lab_sprt){.low = low, .high = high, .alpha = 0.05, .beta = 0.05};
    for (int run = 0; run < RUNS; run++) {
        enum lab_decision decision = decide(&plan, source, first_run + (uint64_t)run, &rates.blocks);
        rates.low += decision == LAB_LOW;
        rates.high += decision == LAB_HIGH;
        rates.open += decision == LAB_OPEN;
    }
    lab_plan_clear(&plan);
    print_message("score %.3f, asked %.2f or %.2f: low %d, high %d, open %d, blocks %.1f on average\n",
                  source->win + source->draw / 2, low, high, rates.low, rates.high, rates.open, (double)rates.blocks / RUNS);
    return rates;
}

static void errs_as_seldom_as_it_says(void **state) {
    (void)state;
    static const double draws[] = {0, 0.2}, bonuses[] = {0, 0.25};
    uint64_t run = 0;
    for (size_t i = 0; i < ALEA_LEN(draws); i++) {
        for (size_t j = 0; j < ALEA_LEN(bonuses); j++, run += 2 * RUNS) {
            struct source low = {.win = 0.5 - draws[i] / 2, .draw = draws[i], .bonus = bonuses[j]}, high = low;
            high.win += 0.08;
            struct rates at_low = rates_of(&low, 0.5, 0.58, run), at_high = rates_of(&high, 0.5, 0.58, run + RUNS);
            assert_true(at_low.high <= MOST_ERRORS);
            assert_true(at_high.low <= MOST_ERRORS);
            assert_int_equal(at_low.open + at_high.open, 0);
        }
    }
}

/* Far from both hypotheses it hardly ever errs, and needs fewer games. */
static void decides_clear_cases_soon(void **state) {
    (void)state;
    struct rates better = rates_of(&(struct source){.win = 0.75}, 0.5, 0.58, 100000);
    struct rates worse = rates_of(&(struct source){.win = 0.3}, 0.5, 0.58, 200000);
    struct rates level = rates_of(&(struct source){.win = 0.5}, 0.5, 0.58, 300000);
    assert_true(better.low == 0 && worse.high == 0);
    assert_true(better.blocks * 2 < level.blocks && worse.blocks * 2 < level.blocks);
}

/* With the best of normal distributions the ratio is n (mean - middle) (high - low) / variance, when both are near the mean. */
static void the_ratio_is_the_one_of_large_numbers(void **state) {
    (void)state;
    struct lab_sprt sprt = {.low = 0.495, .high = 0.505, .alpha = 1e-9, .beta = 1e-9};
    double sum = 0, squares = 0;
    struct alea_random random = alea_random_stream(5, 5);
    for (int i = 0; i < 4000; i++) {
        double value = alea_random_below(&random, 5) / 4.0;
        lab_sprt_add(&sprt, value);
        sum += value;
        squares += value * value;
    }
    double n = 4000, mean = sum / n, variance = squares / n - mean * mean;
    double wanted = n * (mean - 0.5) * 0.01 / variance;
    assert_true(fabs(sprt.llr - wanted) < 0.02 * fabs(wanted) + 0.001);
}

static void wins_alone_decide_in_time(void **state) {
    (void)state;
    struct lab_sprt sprt = {.low = 0.5, .high = 0.75, .alpha = 0.05, .beta = 0.05};
    for (int i = 0; i < 7; i++) lab_sprt_add(&sprt, 1);
    assert_int_equal(sprt.decision, LAB_OPEN);
    lab_sprt_add(&sprt, 1); /* 8 log(0.75 / 0.5) > log 19 */
    assert_int_equal(sprt.decision, LAB_HIGH);
    lab_sprt_add(&sprt, 0);
    assert_int_equal(sprt.n, 8);
}

/* Where all blocks are alike at 0.5, the likelihoods are as they should be. */
static void level_blocks_lean_to_neither_side(void **state) {
    (void)state;
    struct lab_sprt sprt = {.low = 0.45, .high = 0.55, .alpha = 0.05, .beta = 0.05};
    for (int i = 0; i < 1000; i++) lab_sprt_add(&sprt, 0.5);
    assert_int_equal(sprt.decision, LAB_OPEN);
    assert_true(fabs(sprt.llr) < 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errs_as_seldom_as_it_says),
        cmocka_unit_test(decides_clear_cases_soon),
        cmocka_unit_test(the_ratio_is_the_one_of_large_numbers),
        cmocka_unit_test(wins_alone_decide_in_time),
        cmocka_unit_test(level_blocks_lean_to_neither_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
