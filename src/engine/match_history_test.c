/* SPDX-License-Identifier: MIT */
/* match_history_test.c - the plies of a match: taking them back, earlier positions, views, throws and their verification. */
#include "fail_alloc.h" /* linked with it: see tests/meson.build */
#include "match_test.h"

/* ---- Undo and looking back ---------------------------------------------------------------------------------------------- */

static void not_undone(struct alea_match *match, int seat, const char *words) {
    struct alea_error error = {.lang = ALEA_EN};
    long plies = alea_match_plies(match);
    assert_false(alea_match_can_undo(match, seat));
    assert_int_not_equal(alea_match_undo(match, seat, &error), ALEA_OK);
    assert_non_null(strstr(error.text, words));
    assert_int_not_equal(alea_match_undo(match, seat, NULL), ALEA_OK);
    assert_int_equal(alea_match_plies(match), plies);
}

static void undo_ends_at_barriers(void **state) {
    (void)state;
    struct alea_match *match = new_match();
    uint64_t start = hash_now(match);
    not_undone(match, 0, "nothing was played");
    not_undone(match, 2, "no seat C");
    assert_int_equal(play(match, 0, "bet one"), ALEA_OK);
    not_undone(match, 1, "somebody else");
    not_undone(match, ALEA_HOST, "stand");
    not_undone(match, ALEA_CHANCE, "stand");
    assert_true(alea_match_can_undo(match, 0));
    assert_int_equal(alea_match_undo(match, 0, NULL), ALEA_OK);
    assert_int_equal(alea_match_plies(match), 0);
    assert_int_equal(hash_now(match), start);

    assert_int_equal(play(match, 0, "bet two"), ALEA_OK);
    assert_int_equal(play(match, 1, "bet two"), ALEA_OK);
    not_undone(match, 1, "turn was handed on");
    assert_int_equal(alea_match_roll(match, NULL, NULL), ALEA_OK);
    not_undone(match, 0, "a die fell");
    not_undone(match, 1, "a die fell");
    assert_int_equal(play(match, 1, "bet six"), ALEA_OK);
    assert_int_equal(play(match, ALEA_HOST, "resign a"), ALEA_OK);
    not_undone(match, 1, "the match is over");
    alea_match_free(match);
}

static void rulings_of_the_host_are_barriers(void **state) {
    (void)state;
    struct alea_match *match = new_counters();
    assert_int_equal(count(match, 0, 1), ALEA_OK);
    assert_int_equal(play(match, ALEA_HOST, "resign b"), ALEA_OK); /* here: goes on */
    not_undone(match, 0, "since then");
    assert_int_equal(count(match, 0, 2), ALEA_OK);
    assert_int_equal(alea_match_undo(match, 0, NULL), ALEA_OK);
    not_undone(match, 0, "since then");
    assert_int_equal(alea_match_plies(match), 2);
    alea_match_free(match);
}

/* Once a match is over its seed may be open. */
static void nothing_is_undone_after_the_end(void **state) {
    (void)state;
    struct alea_match *match = new_counters();
    assert_int_equal(count(match, 0, 1), ALEA_OK);
    assert_int_equal(play(match, ALEA_HOST, "resign a"), ALEA_OK);
    not_undone(match, 0, "the match is over");
    alea_match_free(match);
}

/* Hundreds of plies with barriers here and there, undone at random, against a plain list of positions. */
static void long_matches_keep_every_position(void **state) {
    (void)state;
    enum { PLIES = 3000 };
    struct alea_match *match = new_counters();
    struct counters *after = calloc(PLIES + 1, sizeof *after), seen;
    assert_non_null(after);
    struct alea_random random = alea_random_stream(11, 0);
    for (long undone = 0, steps = 0; alea_match_plies(match) < PLIES; steps++) {
        long plies = alea_match_plies(match);
        long look = (long)alea_random_below(&random, (uint32_t)plies + 1);
        memcpy(&after[plies], alea_match_position(match), sizeof *after);
        alea_match_position_at(match, look, &seen);
        assert_memory_equal(&seen, &after[look], sizeof seen);
        int seat = (int)alea_random_below(&random, 2);
        if (alea_random_below(&random, 3) == 0 && alea_match_can_undo(match, seat)) {
            assert_int_equal(alea_match_undo(match, seat, NULL), ALEA_OK);
            assert_memory_equal(alea_match_position(match), &after[plies - 1], sizeof seen);
            undone++;
        } else if (alea_match_actors(match) == ALEA_ACTORS_CHANCE) {
            assert_int_equal(alea_match_roll(match, NULL, NULL), ALEA_OK);
        } else {
            unsigned face = alea_random_below(&random, 200);
            assert_int_equal(count(match, seat, face < 6 ? face : face % 4), ALEA_OK);
        }
        assert_true(steps < 20 * PLIES);
    }
    memcpy(&after[PLIES], alea_match_position(match), sizeof *after);
    for (long ply = 0; ply <= PLIES; ply++) {
        alea_match_position_at(match, ply, &seen);
        assert_memory_equal(&seen, &after[ply], sizeof seen);
    }
    free(after);
    alea_match_free(match);
}

static void a_view_is_hidden(void **state) {
    (void)state;
    struct alea_match *match = new_match(), *other = new_match();
    unsigned char view[2][64], own[64];
    assert_true(alea_match_rules(match)->game->position_size <= sizeof own);
    size_t size = alea_match_rules(match)->game->position_size;
    assert_int_equal(play(match, 0, "bet one"), ALEA_OK);
    assert_int_equal(play(other, 0, "bet two"), ALEA_OK);
    for (int seat = 1; seat <= ALEA_NONE; seat += ALEA_NONE - 1) { /* B and a spectator */
        alea_match_view(match, seat, view[0]);
        alea_match_view(other, seat, view[1]);
        assert_memory_equal(view[0], view[1], size);
    }
    alea_match_view(match, 0, own);
    assert_memory_equal(own, alea_match_position(match), size);
    alea_match_free(match);
    alea_match_free(other);
}

/* ---- Rolling and verifying ---------------------------------------------------------------------------------------------- */

static void throws_are_numbered(void **state) {
    (void)state;
    struct alea_match *match = new_counters();
    const struct alea_dice *dice = &alea_match_head(match)->dice;
    for (uint32_t number = 1; number <= 20; number++) {
        assert_int_equal(count(match, 0, 1), ALEA_OK); /* taken back and made again: the dice don't change */
        assert_int_equal(alea_match_undo(match, 0, NULL), ALEA_OK);
        assert_int_equal(count(match, 1, 4), ALEA_OK);
        assert_int_equal(alea_match_roll(match, NULL, NULL), ALEA_OK);
        struct alea_random random = alea_dice_throw(dice, number);
        assert_int_equal(alea_match_ply(match, 2 * number)->move, alea_move_make(2, 1 + alea_random_below(&random, 7)));
        assert_int_equal(alea_match_ply(match, 2 * number)->seat, ALEA_CHANCE);
    }
    long n = 0;
    assert_int_equal(alea_match_verify(match, &n, NULL), ALEA_OK);
    assert_int_equal(n, 20);
    alea_match_free(match);
}

static void not_rolled(struct alea_match *match, enum alea_err wanted, const char *words) {
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_events events = {.n = 3};
    long plies = alea_match_plies(match);
    assert_int_equal(alea_match_roll(match, &events, &error), wanted);
    assert_non_null(strstr(error.text, words));
    assert_int_equal(events.n, 0);
    assert_int_equal(alea_match_plies(match), plies);
}

static void not_verified(const struct alea_match *match, enum alea_err wanted, const char *words) {
    struct alea_error error = {.lang = ALEA_EN};
    long n = -1;
    assert_int_equal(alea_match_verify(match, &n, &error), wanted);
    assert_non_null(strstr(error.text, words));
}

static void rolling_needs_fair_dice_and_a_seed(void **state) {
    (void)state;
    struct alea_match *match = new_match();
    not_rolled(match, ALEA_ERR_NO_ROLL, "a player's turn");
    assert_int_equal(play(match, ALEA_HOST, "resign a"), ALEA_OK);
    not_rolled(match, ALEA_ERR_OVER, "over");
    alea_match_free(match);

    struct alea_match_head head = fair_head();
    head.has_seed = false;
    match = alea_match_new(null_rules(), &head, NULL);
    assert_int_equal(play(match, 0, "bet two"), ALEA_OK);
    assert_int_equal(play(match, 1, "bet two"), ALEA_OK);
    not_rolled(match, ALEA_ERR_NO_ROLL, "sealed");
    not_verified(match, ALEA_ERR_SEALED, "not open yet");
    alea_match_free(match);

    head = fair_head();
    head.dice_kind = ALEA_DICE_BY_HAND;
    match = alea_match_new(null_rules(), &head, NULL);
    assert_false(alea_match_head(match)->has_seed);
    assert_int_equal(play(match, 0, "bet two"), ALEA_OK);
    assert_int_equal(play(match, 1, "bet two"), ALEA_OK);
    not_rolled(match, ALEA_ERR_NO_ROLL, "by hand");
    assert_int_equal(play(match, ALEA_CHANCE, "dice 4"), ALEA_OK);
    not_verified(match, ALEA_ERR_NO_ROLL, "by hand");
    alea_match_free(match);
}

static void false_throws_are_found(void **state) {
    (void)state;
    struct alea_match *match = new_match();
    assert_int_equal(play(match, 0, "bet two"), ALEA_OK);
    assert_int_equal(play(match, 1, "bet two"), ALEA_OK);
    struct alea_random random = alea_dice_throw(&alea_match_head(match)->dice, 1);
    unsigned fair = 1 + alea_random_below(&random, 6), other = fair % 6 + 1;
    assert_int_equal(alea_match_play(match, 2, ALEA_CHANCE, alea_move_make(2, other), NULL, NULL, NULL), ALEA_OK);
    struct alea_error error = {.lang = ALEA_IT};
    long n = -1;
    assert_int_equal(alea_match_verify(match, &n, &error), ALEA_ERR_BAD_DICE);
    assert_int_equal(error.ply, 3);
    assert_int_equal(n, 0);
    assert_non_null(strstr(error.text, "tiro 1"));
    alea_match_free(match);
}

static void another_seed_is_found(void **state) {
    (void)state;
    struct alea_match_head head = fair_head();
    alea_seed_commit(head.dice.seed, head.commitment);
    head.dice.seed[31] ^= 1;
    struct alea_match *match = alea_match_new(null_rules(), &head, NULL);
    not_verified(match, ALEA_ERR_BAD_COMMITMENT, "does not match the commitment");
    alea_match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undo_ends_at_barriers),
        cmocka_unit_test(rulings_of_the_host_are_barriers),
        cmocka_unit_test(nothing_is_undone_after_the_end),
        cmocka_unit_test(long_matches_keep_every_position),
        cmocka_unit_test(a_view_is_hidden),
        cmocka_unit_test(throws_are_numbered),
        cmocka_unit_test(rolling_needs_fair_dice_and_a_seed),
        cmocka_unit_test(false_throws_are_found),
        cmocka_unit_test(another_seed_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
