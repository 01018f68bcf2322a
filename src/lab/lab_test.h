/* SPDX-License-Identifier: MIT */
/* lab_test.h - plans over the null game, as it is or rigged, for the tests of the lab. */
#ifndef ALEA_LAB_LAB_TEST_H
#define ALEA_LAB_LAB_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>
#include <unistd.h>

#include "lab.h"

/* The null game, in which the first seat gets 0.4 of the points for nothing, and the rest is shared out by the true result; with
 * statistics. To be filled by rig(). */
static struct alea_game rigged;
static const double BONUS = 0.4;

static void rigged_score(const void *tables, const void *pos, double out[]) {
    alea_game_find("null")->score(tables, pos, out);
    for (int seat = 0; seat < 2; seat++) out[seat] = (1 - BONUS) * out[seat] + (seat == 0 ? BONUS : 0);
}

enum { RIGGED_BETS, RIGGED_HIGH, RIGGED_THROWS, RIGGED_STATISTICS };

/* Bets by seat; those of the upper half of the die, as a share of all; rounds in which the first die fell, where it was a six. */
static const struct alea_statistic rigged_statistics[RIGGED_STATISTICS] = {
    [RIGGED_BETS] = {.id = "bets", .in = {"puntate", "bets"}, .row_set = ALEA_SET_SEAT, .rows = 2, .cols = 1, .of = -1},
    [RIGGED_HIGH] =
        {.id = "high", .in = {"alte", "high"}, .row_set = ALEA_SET_SEAT, .rows = 2, .cols = 1, .of = RIGGED_BETS},
    [RIGGED_THROWS] = {.id = "sixes", .in = {"sei", "sixes"}, .rows = 1, .cols = 1, .of = -1, .missing = true},
};

static void rigged_observe(const void *tables, const void *before, int seat, alea_move move, const void *after,
                           double tally[]) {
    (void)after;
    if (seat < 2) {
        tally[seat] += 1;
        tally[2 + seat] += alea_move_arg(move) >= 3;
    } else if (seat == ALEA_CHANCE && alea_move_arg(move) == 6) {
        tally[4] += alea_game_find("null")->round(tables, before);
    }
}

static inline void rig(void) {
    rigged = *alea_game_find("null");
    rigged.score = rigged_score;
    rigged.study.statistics = rigged_statistics;
    rigged.study.n_statistics = RIGGED_STATISTICS;
    rigged.study.observe = rigged_observe;
}

static inline void add_bot(struct lab_plan *plan, const struct alea_bot *bot, const char *words) {
    struct alea_bot_spec *spec = &plan->bot[plan->n_bots++];
    *spec = (struct alea_bot_spec){.bot = bot};
    snprintf(spec->words, sizeof spec->words, "%s", words);
}

/* A variant of the null game under those options ("": none), one "key=value" at most. */
static inline void add_variant(struct lab_plan *plan, const char *option) {
    struct alea_error error = {.lang = ALEA_EN};
    struct lab_variant *variant = &plan->variant[plan->n_variants++];
    variant->rules = alea_rules_new(alea_game_find("null"), 2, &option, *option ? 1 : 0, NULL, &error);
    assert_non_null(variant->rules);
    variant->rules->game = plan->game;
    snprintf(variant->name, sizeof variant->name, "%s", option);
}

/* A plan without bots and variants. */
static inline void begin_plan(struct lab_plan *plan, const struct alea_game *game, uint64_t seed, long games) {
    *plan = (struct lab_plan){.game = game, .seats = 2, .seed = seed, .games = games, .command = "alea lab"};
}

static inline void match_plan(struct lab_plan *plan, const struct alea_game *game, const struct alea_bot *first,
                              const struct alea_bot *second, uint64_t seed, long games) {
    begin_plan(plan, game, seed, games);
    add_bot(plan, first, "one");
    add_bot(plan, second, "two");
    add_variant(plan, "");
    assert_true(lab_plan_cells(plan, NULL));
}

/* Runs it and gives the result, which the caller frees. */
static inline char *result_of(const struct lab_plan *plan, int threads, const char *journal) {
    struct lab_sums sums;
    struct alea_error error = {.lang = ALEA_EN};
    struct lab_run run = {.plan = plan, .threads = threads, .journal = journal};
    assert_true(lab_sums_init(&sums, plan));
    assert_true(lab_run(&run, &sums, &error));
    char *result = lab_result(&sums, run.stopped);
    assert_non_null(result);
    lab_sums_clear(&sums);
    return result;
}

#endif
