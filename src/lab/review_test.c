/* SPDX-License-Identifier: MIT */
/* review_test.c - reviews: luck that is known, percentiles, the cost of a thrown-away game, and the same numbers on any number of threads. */
#include "review.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot.h"

/* Between bots, up to so many plies, or to the end. */
static void play_on(struct alea_match *match, const struct alea_bot *bot, uint64_t seed, long plies) {
    struct alea_error error = {.lang = ALEA_EN};
    const struct alea_rules *rules = alea_match_rules(match);
    const struct alea_game *game = rules->game;
    struct alea_random random = alea_random_stream(seed, 1);
    alea_move *legal = calloc((size_t)game->max_legal + 1, sizeof *legal);
    double *worth = calloc((size_t)game->max_legal + 1, sizeof *worth);
    void *view = calloc(1, game->position_size);
    for (long ply = alea_match_plies(match); ply < plies && alea_match_actors(match); ply++) {
        alea_actors actors = alea_match_actors(match);
        int seat = __builtin_ctzll(actors);
        alea_move move = 0;
        alea_match_view(match, seat, view);
        if (actors == ALEA_ACTORS_CHANCE) {
            move = game->roll(rules->tables, alea_match_position(match), &random);
        } else {
            struct alea_bot_turn turn = {
                .rules = rules, .seat = seat, .view = view, .legal = legal, .worth = worth, .random = &random};
            turn.n_legal = game->legal(rules->tables, view, seat, legal);
            move = bot->choose(&turn);
        }
        assert_int_equal(alea_match_play(match, ply, seat, move, NULL, NULL, &error), ALEA_OK);
    }
    free(legal);
    free(worth);
    free(view);
}

/* A match of the game between bots, `plies` of it, or all. */
static struct alea_match *match_of(const char *id, int seats, const struct alea_bot *bot, uint64_t seed, long plies) {
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_rules *rules = alea_rules_new(alea_game_find(id), seats, NULL, 0, NULL, &error);
    struct alea_match_head head = {.dice_kind = ALEA_DICE_BY_HAND};
    struct alea_match *match = alea_match_new(rules, &head, &error);
    assert_non_null(match);
    play_on(match, bot, seed, plies);
    return match;
}

static struct review review_of(const struct alea_match *match, int samples, int threads) {
    struct review review;
    const struct review_wish wish = {.samples = samples, .threads = threads, .seed = 7};
    assert_true(review_make(match, &wish, &review));
    return review;
}

/* The last throw of a match of null decides it: the luck of that throw is the result less what was expected, which counting tells. */
static void luck_of_the_last_throw_is_known(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct alea_match *match = match_of("null", 2, &alea_bot_random, seed, 1000);
        const struct alea_rules *rules = alea_match_rules(match);
        struct review review = review_of(match, 4, 1);
        long last = review.plies;
        assert_int_equal(review.ply[last - 1].kind, REVIEW_CHANCE);
        void *before = calloc(1, rules->game->position_size), *after = calloc(1, rules->game->position_size);
        struct alea_outcome *out = calloc((size_t)rules->game->max_outcomes, sizeof *out);
        double mean[2] = {0}, score[2], total = 0;
        alea_match_position_at(match, last - 1, before);
        int n = rules->game->outcomes(rules->tables, before, out);
        for (int i = 0; i < n; i++) {
            memcpy(after, before, rules->game->position_size);
            rules->game->apply(rules->tables, after, ALEA_CHANCE, out[i].move, NULL);
            rules->game->score(rules->tables, after, score);
            for (int seat = 0; seat < 2; seat++) mean[seat] += out[i].weight * score[seat];
            total += out[i].weight;
        }
        rules->game->score(rules->tables, alea_match_position(match), score);
        for (int seat = 0; seat < 2; seat++) {
            double luck = review.luck[(last - 1) * 2 + seat];
            assert_true(fabs(luck - (score[seat] - mean[seat] / total)) < 1e-12);
        }
        free(before);
        free(after);
        free(out);
        review_clear(&review);
        alea_match_free(match);
    }
}

/* Nobody had the luck of what was taken back, nor is blamed for it. */
static void what_was_taken_back_counts_for_nobody(void **state) {
    (void)state;
    enum { TAKEN = 3 }; /* plies: two bets and their throw */
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_match *match = match_of("null", 2, &alea_bot_random, 3, TAKEN);
    const alea_move back = alea_move_make(ALEA_VERB_REWIND, 0);
    assert_int_equal(alea_match_play(match, TAKEN, ALEA_HOST, back, "once more", NULL, &error), ALEA_OK);
    play_on(match, &alea_bot_random, 4, 1000);
    struct review review = review_of(match, 8, 1);
    double luck[2] = {0};
    for (long ply = 1; ply <= review.plies; ply++) {
        assert_int_equal(review.ply[ply - 1].kind == REVIEW_TAKEN_BACK, ply <= TAKEN);
        for (int seat = 0; seat < 2; seat++) {
            if (ply <= TAKEN) assert_true(review.luck[(ply - 1) * 2 + seat] == 0);
            luck[seat] += review.luck[(ply - 1) * 2 + seat];
        }
    }
    for (int seat = 0; seat < 2; seat++) assert_true(fabs(review.seat[seat].luck - luck[seat]) < 1e-12);
    for (int i = 0; i < REVIEW_MISTAKES; i++) assert_true(review.mistake[i] == 0 || review.mistake[i] > TAKEN + 1);
    assert_true(review.n_battles > 0 && review.battle[0].first > TAKEN + 1);
    review_clear(&review);
    alea_match_free(match);
}

/* Luck is a gain of one and a loss of others; the last value is the result; percentiles are such. */
static void sums_hold(void **state) {
    (void)state;
    struct alea_match *match = match_of("spqrisiko", 3, &alea_bot_greedy, 3, 100000);
    struct review review = review_of(match, 2, 2);
    double score[3];
    const struct alea_rules *rules = alea_match_rules(match);
    rules->game->score(rules->tables, alea_match_position(match), score);
    for (long ply = 0; ply <= review.plies; ply++) {
        double sum = 0;
        for (int seat = 0; seat < 3; seat++) sum += review.value[ply * 3 + seat];
        assert_true(fabs(sum - 1) < 1e-6);
    }
    for (long i = 0; i < review.plies; i++)
        assert_true(fabs(review.luck[i * 3] + review.luck[i * 3 + 1] + review.luck[i * 3 + 2]) < 1e-6);
    for (int seat = 0; seat < 3; seat++) {
        assert_true(fabs(review.value[review.plies * 3 + seat] - score[seat]) < 1e-12);
        assert_in_range((int)review.seat[seat].percentile, 0, 100);
        assert_true(review.seat[seat].choices > 10);
        assert_true(review.seat[seat].cost >= 0); /* what is below is noise, which is told beside it */
        assert_true(review.seat[seat].noise > 0);
    }
    assert_true(review.n_battles > 10);
    for (long i = 0; i < review.n_battles; i++) {
        assert_true(review.battle[i].first <= review.battle[i].last);
        assert_true(review.battle[i].decision < review.battle[i].first);
    }
    review_clear(&review);
    alea_match_free(match);
}

/* Four times the samples, half the noise. */
static void noise_shrinks_with_samples(void **state) {
    (void)state;
    struct alea_match *match = match_of("spqrisiko", 3, &alea_bot_random, 5, 120);
    double noise[2] = {0};
    for (int i = 0; i < 2; i++) {
        struct review review = review_of(match, i ? 32 : 8, 2);
        for (int seat = 0; seat < 3; seat++) noise[i] += review.seat[seat].noise;
        review_clear(&review);
    }
    print_message("noise %.4f of 8 samples, %.4f of 32\n", noise[0], noise[1]);
    assert_true(noise[1] < 0.75 * noise[0]);
    alea_match_free(match);
}

static void threads_change_nothing(void **state) {
    (void)state;
    struct alea_match *match = match_of("spqrisiko", 3, &alea_bot_random, 5, 300);
    struct alea_text text[2];
    for (int i = 0; i < 2; i++) {
        struct review review = review_of(match, 2, i ? 4 : 1);
        alea_text_init(&text[i], 64 << 20, ALEA_EN);
        review_json(&review, &text[i]);
        review_clear(&review);
    }
    assert_string_equal(alea_text_str(&text[0]), alea_text_str(&text[1]));
    for (int i = 0; i < 2; i++) alea_text_clear(&text[i]);
    alea_match_free(match);
}

/* Of a sensible player and one who plays at random, the second one's choices cost more. */
static void random_play_costs_more(void **state) {
    (void)state;
    double cost[2] = {0};
    int choices[2] = {0};
    for (uint64_t seed = 1; seed <= 3; seed++)
        for (int i = 0; i < 2; i++) {
            struct alea_match *match = match_of("spqrisiko", 3, i ? &alea_bot_random : &alea_bot_greedy, seed, 250);
            struct review review = review_of(match, 16, 2);
            for (int seat = 0; seat < 3; seat++) cost[i] += review.seat[seat].cost, choices[i] += review.seat[seat].choices;
            review_clear(&review);
            alea_match_free(match);
        }
    print_message("a choice costs %.4f, at random %.4f\n", cost[0] / choices[0], cost[1] / choices[1]);
    assert_true(cost[1] / choices[1] > 1.25 * cost[0] / choices[0]);
}

static void stop_is_obeyed(void **state) {
    (void)state;
    struct alea_match *match = match_of("null", 2, &alea_bot_random, 1, 1000);
    atomic_bool stop = true;
    const struct review_wish wish = {.samples = 4, .threads = 1, .seed = 1, .stop = &stop};
    struct review review;
    assert_false(review_make(match, &wish, &review));
    review_clear(&review);
    alea_match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_taken_back_counts_for_nobody),
        cmocka_unit_test(luck_of_the_last_throw_is_known),
        cmocka_unit_test(sums_hold),
        cmocka_unit_test(noise_shrinks_with_samples),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(random_play_costs_more),
        cmocka_unit_test(stop_is_obeyed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
