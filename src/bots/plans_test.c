/* SPDX-License-Identifier: MIT */
/* plans_test.c - the bot `plans`: a function of view and stream, which sees nothing hidden, keeps what it has decided, stops when it
 * is told, and plays legal moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "bench.h"
#include "fail_alloc.h"

/* The games whose generals have tempers; on the small board where there is one. */
static const struct { const char *game, *option; } tempered[] = {{"incursio", "map=small"}, {"incursio", NULL}};

static void sit_at(struct bench *bench, size_t i, uint64_t seed) {
    sit_down(bench, alea_game_find(tempered[i].game), tempered[i].option, seed);
}

/* By another player of the same, too, and whatever was decided before. */
static void choices_are_functions(void **state) {
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(tempered); i++) {
        struct bench bench;
        int choices = 0;
        sit_at(&bench, i, 5);
        struct alea_player player = player_of(&bench, "plans:8it");
        for (; choices < 5 && go_on(&bench, 60); choices++) {
            struct alea_player again = player_of(&bench, "plans:8it");
            alea_move move = choose(&bench, &again, bench.random, NULL);
            assert_int_equal(move, choose(&bench, &player, bench.random, NULL));
            assert_int_equal(move, choose(&bench, &again, bench.random, NULL));
            alea_player_close(&again);
        }
        assert_true(choices > 2);
        alea_player_close(&player);
        stand_up(&bench);
    }
}

static void nothing_hidden_is_seen(void **state) {
    enum { EXCHANGES = 8, GAMES = 40 };
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(tempered); i++) {
        int exchanged = 0;
        for (uint64_t seed = 0; exchanged < EXCHANGES; seed++) {
            struct bench bench;
            assert_true(seed < GAMES);
            sit_at(&bench, i, seed);
            while (exchanged < EXCHANGES && go_on(&bench, 50)) {
                struct alea_player player = player_of(&bench, "plans:4it");
                exchanged += is_blind(&bench, &player);
                alea_player_close(&player);
            }
            stand_up(&bench);
        }
    }
}

static struct alea_bot_turn turn_of(struct bench *bench, struct alea_plan *plan) {
    look(bench, bench->pos, bench->seat, bench->view);
    return (struct alea_bot_turn){.rules = bench->rules,
                                  .seat = bench->seat,
                                  .view = bench->view,
                                  .legal = bench->legal,
                                  .n_legal = bench->n,
                                  .worth = bench->worth,
                                  .random = &bench->random,
                                  .plan = plan};
}

static bool is_same(const struct alea_plan *a, const struct alea_plan *b) {
    bool same = a->steps == b->steps;
    for (int i = 0; same && i < a->steps; i++)
        same = a->step[i].view == b->step[i].view && a->step[i].move == b->step[i].move;
    return same;
}

/* What was decided is played move by move, by other players too, as long as the seat sees what it expected. */
static void what_is_decided_is_kept(void **state) {
    static struct alea_plan plan, before;
    struct bench bench;
    int followed = 0;
    (void)state;
    sit_at(&bench, 0, 9);
    const struct alea_game *game = bench.rules->game;
    while (followed < 20) {
        assert_true(go_on(&bench, 1));
        struct alea_player player = player_of(&bench, "plans:12it");
        struct alea_bot_turn turn = turn_of(&bench, &plan);
        before = plan;
        alea_move move = alea_player_choose(&player, &turn);
        if (is_same(&before, &plan)) {
            bool decided = false;
            for (int i = 0; i < plan.steps; i++) decided |= plan.step[i].move == move;
            assert_true(decided);
            followed++;
        } else {
            assert_true(plan.steps > 0);
            assert_int_equal(plan.step[0].move, move);
        }
        alea_player_close(&player);
        game->apply(bench.rules->tables, bench.pos, bench.seat, move, NULL);
        bench.ply++;
    }
    stand_up(&bench);
}

/* Stopped before it began it still answers; so it does in a turn that is shorter than its budget. */
static void it_answers_in_time(void **state) {
    struct bench bench;
    (void)state;
    sit_at(&bench, 1, 3);
    struct alea_player player = player_of(&bench, "plans:3600000ms");
    atomic_bool stop;
    for (int i = 0; i < 4; i++) {
        static struct alea_plan plan;
        assert_true(go_on(&bench, 200));
        struct alea_bot_turn turn = turn_of(&bench, &plan);
        plan.steps = 0;
        atomic_init(&stop, i % 2 == 0);
        turn.stop = &stop;
        turn.most_ms = 10;
        alea_move move = alea_player_choose(&player, &turn);
        assert_int_equal(bench.rules->game->why_not(bench.rules->tables, bench.pos, bench.seat, move), 0);
    }
    alea_player_close(&player);
    stand_up(&bench);
}

/* Thought in slices, between which somebody else may be answered, it is the same choice; what is wanted at once is what there is. */
static void slices_add_up(void **state) {
    static struct alea_plan plan, sliced;
    struct bench bench;
    int cut = 0;
    (void)state;
    sit_at(&bench, 0, 5);
    struct alea_player player = player_of(&bench, "plans:24it"), again = player_of(&bench, "plans:24it");
    for (int i = 0; i < 4; i++) {
        assert_true(go_on(&bench, 60));
        struct alea_bot_turn turn = turn_of(&bench, &plan);
        struct alea_random random = bench.random, other = bench.random;
        plan.steps = sliced.steps = 0;
        turn.random = &random;
        const alea_move move = alea_player_choose(&player, &turn);
        alea_move chosen;
        turn = turn_of(&bench, &sliced);
        turn.random = &other;
        turn.slice_ms = 1;
        for (; !(chosen = alea_player_choose(&again, &turn)); cut++) look(&bench, bench.pos, bench.seat, bench.view);
        assert_int_equal(move, chosen);
        assert_true(is_same(&plan, &sliced));
    }
    assert_true(cut > 4);
    alea_player_close(&player);
    alea_player_close(&again);

    struct alea_player endless = player_of(&bench, "plans:3600000ms");
    struct alea_bot_turn turn = turn_of(&bench, &plan);
    plan.steps = 0;
    turn.slice_ms = 1;
    assert_int_equal(alea_player_choose(&endless, &turn), 0);
    turn.most_ms = 1; /* of all slices together */
    const alea_move move = alea_player_choose(&endless, &turn);
    assert_int_equal(bench.rules->game->why_not(bench.rules->tables, bench.pos, bench.seat, move), 0);
    alea_player_close(&endless);
    stand_up(&bench);
}

static long applied;
static const struct alea_game *the_game;

static void count_and_apply(const void *tables, void *pos, int seat, alea_move move, struct alea_events *sink) {
    applied++;
    the_game->apply(tables, pos, seat, move, sink);
}

/* A General that takes back what it has entered, over and over, is not played on for hundreds of thousands of plies. */
static void circles_are_left(void **state) {
    enum { CHOICES = 2, ITERATIONS = 24, PLIES = 5000 };
    static const uint64_t seeds[] = {36, 49}; /* in whose second choices one did */
    (void)state;
    for (size_t at = 0; at < ALEA_LEN(seeds); at++) {
        struct bench bench;
        sit_at(&bench, 0, seeds[at]);
        the_game = bench.rules->game;
        struct alea_game counting = *the_game;
        counting.apply = count_and_apply;
        for (int i = 0; i < CHOICES && go_on(&bench, 15); i++) {
            bench.rules->game = &counting;
            struct alea_player player = player_of(&bench, "plans:24it");
            applied = 0;
            (void)choose(&bench, &player, bench.random, NULL);
            assert_true(applied < (long)ITERATIONS * PLIES);
            alea_player_close(&player);
            bench.rules->game = the_game;
        }
        stand_up(&bench);
    }
}

static void memory_may_be_short(void **state) {
    struct bench bench;
    struct alea_bot_spec spec;
    struct alea_player player;
    bool opened;
    int failures = 0;
    (void)state;
    sit_at(&bench, 0, 1);
    assert_int_equal(alea_bot_spec_read("plans:50it", &spec, NULL), ALEA_OK);
    for (long n = 1; fail_alloc_at(n), opened = alea_player_open(&player, bench.rules, &spec), fail_alloc_hit(); n++) {
        assert_false(opened);
        alea_player_close(&player);
        failures++;
    }
    assert_true(opened && failures > 2);
    alea_player_close(&player);
    stand_up(&bench);
}

/* Where a game has no tempers it is `greedy`. */
static void without_tempers_it_is_greedy(void **state) {
    const struct alea_player greedy = {.bot = &alea_bot_greedy};
    struct bench bench;
    (void)state;
    sit_down(&bench, alea_game_find("null"), NULL, 2);
    struct alea_player player = player_of(&bench, "plans:12it");
    for (int i = 0; i < 20 && go_on(&bench, 9); i++)
        assert_int_equal(choose(&bench, &player, bench.random, NULL), choose(&bench, &greedy, bench.random, NULL));
    alea_player_close(&player);
    stand_up(&bench);
}

static void games_are_legal(void **state) {
    struct bench bench;
    struct alea_playout playout;
    (void)state;
    sit_at(&bench, 0, 1);
    struct alea_player inner = player_of(&bench, "plans:6it"), outer = checked_by(&inner);
    const struct alea_player *player[ALEA_MAX_SEATS];
    struct alea_random random[ALEA_MAX_SEATS];
    assert_true(alea_playout_init(&playout, bench.rules, false));
    for (uint64_t game = 0; game < 4; game++) {
        for (int seat = 0; seat < bench.rules->seats; seat++) {
            player[seat] = &outer;
            random[seat] = alea_random_stream(game, 1 + (uint64_t)seat);
        }
        struct alea_random chance = alea_random_stream(game, 0);
        alea_playout_run(&playout, player, random, &chance);
        assert_true(playout.over);
    }
    alea_playout_clear(&playout);
    alea_player_close(&inner);
    stand_up(&bench);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices_are_functions),   cmocka_unit_test(nothing_hidden_is_seen),
        cmocka_unit_test(what_is_decided_is_kept), cmocka_unit_test(it_answers_in_time),
        cmocka_unit_test(slices_add_up),           cmocka_unit_test(circles_are_left),
        cmocka_unit_test(memory_may_be_short),     cmocka_unit_test(without_tempers_it_is_greedy),
        cmocka_unit_test(games_are_legal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
