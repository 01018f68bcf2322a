/* SPDX-License-Identifier: MIT */
/* style_test.c - the bot `style:NAME`: every style of every game is a function of view and stream that sees nothing hidden, plays whole
 * games by legal moves, and is a stranger to `greedy`. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bench.h"
#include "fail_alloc.h"

/* Calls `check` for each style of each game, but the first, which is heuristic()'s own. */
static void for_each_style(void (*check)(struct bench *bench, const char *words)) {
    const struct alea_game *game;
    for (int i = 0; (game = alea_game_at(i)); i++) {
        const char *name;
        for (uint32_t temper = 1; game->strategy.style && (name = game->strategy.style(temper)); temper++) {
            struct bench bench;
            char words[ALEA_BOT_WORDS];
            snprintf(words, sizeof words, "style:%s", name);
            sit_down(&bench, game, strcmp(game->id, "incursio") == 0 ? "map=small" : NULL, 7);
            check(&bench, words);
            stand_up(&bench);
        }
    }
}

static void is_a_function(struct bench *bench, const char *words) {
    struct alea_player player = player_of(bench, words), again = player_of(bench, words);
    for (int choices = 0; choices < 20 && go_on(bench, 11); choices++) {
        alea_move move = choose(bench, &player, bench->random, NULL);
        assert_int_equal(choose(bench, &again, bench->random, NULL), move);
        is_blind(bench, &player);
    }
    alea_player_close(&player);
    alea_player_close(&again);
}

static void is_a_stranger(struct bench *bench, const char *words) {
    const struct alea_player greedy = {.bot = &alea_bot_greedy};
    struct alea_player player = player_of(bench, words);
    int others = 0;
    while (!others && go_on(bench, 1))
        others += choose(bench, &player, bench->random, NULL) != choose(bench, &greedy, bench->random, NULL);
    if (!others) fail_msg("%s: '%s' plays as greedy does", bench->rules->game->id, words);
    alea_player_close(&player);
}

static void plays_by_the_rules(struct bench *bench, const char *words) {
    struct alea_playout playout;
    struct alea_player inner = player_of(bench, words), player = checked_by(&inner);
    const struct alea_player *seats[ALEA_MAX_SEATS];
    struct alea_random random[ALEA_MAX_SEATS], chance = alea_random_stream(3, 0);
    for (int seat = 0; seat < bench->rules->seats; seat++) {
        seats[seat] = &player;
        random[seat] = alea_random_stream(3, 1 + (uint64_t)seat);
    }
    assert_true(alea_playout_init(&playout, bench->rules, false));
    alea_playout_run(&playout, seats, random, &chance);
    assert_true(playout.over);
    alea_playout_clear(&playout);
    alea_player_close(&inner);
}

static void styles_are_functions(void **state) {
    (void)state;
    for_each_style(is_a_function);
}

static void styles_are_strangers_to_greedy(void **state) {
    (void)state;
    for_each_style(is_a_stranger);
}

static void whole_games_are_legal(void **state) {
    (void)state;
    for_each_style(plays_by_the_rules);
}

static void names_are_checked(void **state) {
    (void)state;
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_bot_spec spec;
    struct alea_player player;
    struct bench bench;
    assert_int_equal(alea_bot_spec_read("style", &spec, &error), ALEA_ERR_BAD_OPTION);
    assert_non_null(strstr(error.text, "which style"));
    assert_int_equal(alea_bot_spec_read("style:no_such", &spec, &error), ALEA_OK);
    sit_down(&bench, alea_game_find("polis"), NULL, 1);
    assert_false(alea_bot_suits(&spec, bench.rules->game));
    assert_false(alea_player_open(&player, bench.rules, &spec));
    alea_player_close(&player);
    assert_int_equal(alea_bot_spec_read("style:raider", &spec, &error), ALEA_OK);
    assert_true(alea_bot_suits(&spec, bench.rules->game));
    assert_false(alea_bot_suits(&spec, alea_game_find("spqrisiko")));                           /* another game's */
    for (int i = 0; alea_bot_at(i); i++) assert_ptr_not_equal(alea_bot_at(i), &alea_bot_style); /* no table offers it */
    stand_up(&bench);
}

static void memory_can_be_short(void **state) {
    (void)state;
    struct alea_bot_spec spec;
    struct alea_player player;
    struct bench bench;
    sit_down(&bench, alea_game_find("polis"), NULL, 1);
    assert_int_equal(alea_bot_spec_read("style:raider", &spec, NULL), ALEA_OK);
    fail_alloc_at(1);
    assert_false(alea_player_open(&player, bench.rules, &spec));
    assert_true(fail_alloc_hit());
    alea_player_close(&player);
    stand_up(&bench);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(styles_are_functions),  cmocka_unit_test(styles_are_strangers_to_greedy),
        cmocka_unit_test(whole_games_are_legal), cmocka_unit_test(names_are_checked),
        cmocka_unit_test(memory_can_be_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
