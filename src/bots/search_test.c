/* SPDX-License-Identifier: MIT */
/* search_test.c - the bot `search`: a function of view and stream, which sees nothing hidden, stops when it is told, and plays
 * legal moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "bench.h"
#include "fail_alloc.h"
#include "search.h"

/* Tests of the tree's parts have parameters of their own: those that play are tuned. */
static const struct search_parameters fixed = {
    .explore = 0.5, .temperature = 1, .even = 0.1, .unseen = 0.05, .expand_at = 2, .horizon = 0};

/* ---- A function of view and stream ------------------------------------------------------------------------------------- */

/* With threads too, and by another player of the same. */
static void choices_are_functions(void **state) {
    static const struct {
        const char *game, *bot;
        long plies;
    } chosen[] = {
        {"null", "search:60it", 1},       {"null", "search:60it:3t", 1},       {"polis", "search:60it", 9},
        {"polis", "search:60it:3t", 9},   {"spqrisiko", "search:60it", 90},    {"spqrisiko", "search:60it:3t", 90},
        {"incursio", "search:3it", 1000}, {"incursio", "search:6it:2t", 1000},
    };
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(chosen); i++) {
        struct bench bench;
        int choices = 0;
        sit_down(&bench, alea_game_find(chosen[i].game), NULL, 5);
        struct alea_player player = player_of(&bench, chosen[i].bot);
        for (; choices < 5 && go_on(&bench, chosen[i].plies); choices++) {
            struct alea_player again = player_of(&bench, chosen[i].bot);
            alea_move move = choose(&bench, &player, bench.random, NULL);
            assert_int_equal(move, choose(&bench, &again, bench.random, NULL));
            alea_player_close(&again);
        }
        assert_true(choices > 1);
        alea_player_close(&player);
        stand_up(&bench);
    }
}

/* Which moves are tried, in which order, is pinned: another compiler or machine gives the same. */
static void the_order_is_pinned(void **state) {
    enum { MOVES = 30 };
    struct bench bench;
    struct search_tree tree;
    alea_move legal[MOVES];
    double worth[MOVES];
    struct alea_random random = alea_random_stream(7, 7);
    uint64_t sum = 0;
    bool made;
    (void)state;
    sit_down(&bench, alea_game_find("null"), NULL, 1);
    assert_true(search_tree_init(&tree, bench.rules, &fixed, 100));
    search_tree_empty(&tree, 0);
    struct search_node *node = search_node_at(&tree, 1, 0, &made);
    for (unsigned i = 0; i < MOVES; i++) {
        legal[i] = i;
        worth[i] = (double)alea_random_below(&random, 4000) / 1000;
    }
    assert_true(search_expand(&tree, node, legal, MOVES, worth));
    for (int i = 0; i < 2000; i++) {
        const struct search_edge *edge = search_select(&tree, node, legal, MOVES);
        double won = (double)alea_random_below(&random, 100 + edge->move) / 200, share[2] = {won, 1 - won};
        tree.step[0] = (struct search_step){.edge = (uint32_t)(edge - tree.edge)};
        tree.depth = 1;
        search_back_up(&tree, share);
        sum = alea_random_mix(sum ^ edge->move);
    }
    assert_int_equal(sum, UINT64_C(0x76968707dc84bd4d));
    search_tree_clear(&tree);
    stand_up(&bench);
}

/* ---- Whose likes it has -------------------------------------------------------------------------------------------------- */

static double most_of(const double worth[], int n) {
    double most = worth[0];
    for (int i = 1; i < n; i++)
        if (worth[i] > most) most = worth[i];
    return most;
}

/* The move that lies first at the root is one that the game's temper of searchers likes best, where heuristic() likes others too. */
static void it_likes_moves_by_the_games_temper(void **state) {
    enum { CHOICES = 200, FEW = 10 };
    struct bench bench;
    struct search_tree tree;
    int otherwise = 0;
    (void)state;
    sit_down(&bench, alea_game_find("spqrisiko"), "setup_mode=random", 3);
    const struct alea_rules *rules = bench.rules;
    assert_int_not_equal(rules->game->strategy.search, 0);
    assert_true(search_tree_init(&tree, rules, &search_standard, 10));
    tree.random = alea_random_stream(3, 1);
    for (int i = 0; i < CHOICES && go_on(&bench, 3); i++) {
        look(&bench, bench.pos, bench.seat, bench.view);
        search_tree_empty(&tree, bench.seat);
        search_walk(&tree, bench.view);
        alea_move first = tree.edge[tree.node[0].first].move;
        int at = 0;
        while (bench.legal[at] != first) at++;
        alea_heuristic(rules, bench.pos, bench.seat, bench.legal, bench.n, bench.worth);
        otherwise += bench.worth[at] < most_of(bench.worth, bench.n);
        alea_tempered(rules, bench.pos, bench.seat, rules->game->strategy.search, bench.legal, bench.n, bench.worth);
        assert_true(bench.worth[at] >= most_of(bench.worth, bench.n));
    }
    assert_true(otherwise > FEW);
    search_tree_clear(&tree);
    stand_up(&bench);
}

/* ---- How far it plays on ------------------------------------------------------------------------------------------------- */

/* To the end of an opening, though its horizon is nearer, and no further: no dice have fallen, which would part two streams. */
static void it_plays_openings_to_their_end(void **state) {
    enum { CHOICES = 10 };
    struct bench bench;
    struct search_tree tree;
    (void)state;
    sit_down(&bench, alea_game_find("spqrisiko"), NULL, 3);
    const struct alea_game *game = bench.rules->game;
    assert_true(search_tree_init(&tree, bench.rules, &fixed, 10));
    for (int i = 0; i < CHOICES && go_on(&bench, 3); i++) {
        look(&bench, bench.pos, bench.seat, bench.view);
        assert_true(game->strategy.opening(bench.rules->tables, bench.view) > 0);
        for (uint64_t stream = 0; stream < 2; stream++) {
            search_tree_empty(&tree, bench.seat);
            tree.random = alea_random_stream(3, stream);
            search_walk(&tree, bench.view);
            assert_int_equal(game->strategy.opening(bench.rules->tables, tree.pos), 0);
            if (stream) assert_memory_equal(tree.pos, bench.other, game->position_size);
            memcpy(bench.other, tree.pos, game->position_size);
        }
    }
    search_tree_clear(&tree);
    stand_up(&bench);
}

/* Half of a pool goes to one place as one step, and what is expected is told piece by piece. */
static void it_makes_many_at_once(void **state) {
    enum { CHOICES = 10, TOLD = 32 };
    struct bench bench;
    struct search_tree tree;
    struct search_step_told told[TOLD];
    int many = 0;
    (void)state;
    sit_down(&bench, alea_game_find("spqrisiko"), "setup_mode=random", 3);
    const struct alea_game *game = bench.rules->game;
    assert_true(search_tree_init(&tree, bench.rules, &fixed, 10));
    while (many < CHOICES && go_on(&bench, 1)) {
        const alea_move move = bench.legal[bench.n - 1];
        const int times = game->strategy.at_once(bench.rules->tables, bench.pos, move);
        if (bench.n == 1 || times == 1) continue;
        many++;
        look(&bench, bench.pos, bench.seat, bench.view);
        search_tree_empty(&tree, bench.seat);
        tree.random = alea_random_stream(3, 1);
        for (int i = 0; i < 20; i++) search_walk(&tree, bench.view);
        const int n = search_follow(&tree, bench.view, move, told, TOLD);
        assert_true(n >= times);
        for (int i = 0; i < times; i++) assert_true(told[i].move == move && told[i].seat == bench.seat);
        memcpy(bench.other, bench.view, game->position_size);
        for (int i = 0; i < n; i++) {
            assert_int_equal(game->why_not(bench.rules->tables, bench.other, told[i].seat, told[i].move), 0);
            game->apply(bench.rules->tables, bench.other, told[i].seat, told[i].move, NULL);
        }
    }
    assert_int_equal(many, CHOICES);
    search_tree_clear(&tree);
    stand_up(&bench);
}

/* ---- Nothing hidden is seen ---------------------------------------------------------------------------------------------- */

static void nothing_hidden_is_seen(void **state) {
    enum { EXCHANGES = 12, GAMES = 40 };
    (void)state;
    for (int i = 0; alea_game_at(i); i++) {
        const struct alea_game *game = alea_game_at(i);
        int exchanged = 0;
        for (uint64_t seed = 0; alea_game_has_secrets(game) && exchanged < EXCHANGES; seed++) {
            struct bench bench;
            assert_true(seed < GAMES);
            sit_down(&bench, game, NULL, seed);
            struct alea_player player = player_of(&bench, "search:12it");
            while (exchanged < EXCHANGES && go_on(&bench, 1)) exchanged += is_blind(&bench, &player);
            alea_player_close(&player);
            stand_up(&bench);
        }
    }
}

/* ---- Limits ------------------------------------------------------------------------------------------------------------ */

struct alarm {
    atomic_bool stop;
    pthread_t thread;
};

static void *ring(void *context) {
    struct alarm *alarm = context;
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    atomic_store(&alarm->stop, true);
    return NULL;
}

/* Without the flag it would think for an hour. */
static void it_stops_when_told(void **state) {
    struct bench bench;
    (void)state;
    sit_down(&bench, alea_game_find("spqrisiko"), NULL, 3);
    struct alea_player player = player_of(&bench, "search:3600000ms:2t");
    assert_true(go_on(&bench, 40));
    struct alarm alarm;
    atomic_init(&alarm.stop, false);
    assert_int_equal(pthread_create(&alarm.thread, NULL, ring, &alarm), 0);
    alea_move move = choose(&bench, &player, bench.random, &alarm.stop);
    assert_int_equal(bench.rules->game->why_not(bench.rules->tables, bench.pos, bench.seat, move), 0);
    pthread_join(alarm.thread, NULL);
    alea_player_close(&player);
    stand_up(&bench);
}

/* Stopped before it began it still answers. */
static void it_answers_at_once(void **state) {
    struct bench bench;
    (void)state;
    sit_down(&bench, alea_game_find("polis"), NULL, 3);
    struct alea_player player = player_of(&bench, "search:1000000it");
    atomic_bool stop;
    atomic_init(&stop, true);
    while (go_on(&bench, 30)) {
        alea_move move = choose(&bench, &player, bench.random, &stop);
        assert_int_equal(bench.rules->game->why_not(bench.rules->tables, bench.pos, bench.seat, move), 0);
        assert_true(search_report_of(player.room).iterations <= 1);
    }
    alea_player_close(&player);
    stand_up(&bench);
}

/* A turn may have less time than the budget. */
static void a_turn_may_be_short(void **state) {
    struct bench bench;
    (void)state;
    sit_down(&bench, alea_game_find("polis"), NULL, 4);
    struct alea_player player = player_of(&bench, "search:3600000ms");
    assert_true(go_on(&bench, 30));
    look(&bench, bench.pos, bench.seat, bench.view);
    struct alea_bot_turn turn = {.rules = bench.rules,
                                 .seat = bench.seat,
                                 .view = bench.view,
                                 .legal = bench.legal,
                                 .n_legal = bench.n,
                                 .worth = bench.worth,
                                 .random = &bench.random,
                                 .most_ms = 10};
    (void)alea_player_choose(&player, &turn);
    assert_true(search_report_of(player.room).iterations > 0);
    alea_player_close(&player);
    stand_up(&bench);
}

static void memory_may_be_short(void **state) {
    struct bench bench;
    struct alea_bot_spec spec;
    (void)state;
    sit_down(&bench, alea_game_find("polis"), NULL, 1);
    assert_int_equal(alea_bot_spec_read("search:50it:2t", &spec, NULL), ALEA_OK);
    struct alea_player player;
    bool opened;
    int failures = 0;
    for (long n = 1; fail_alloc_at(n), opened = alea_player_open(&player, bench.rules, &spec), fail_alloc_hit(); n++) {
        assert_false(opened);
        alea_player_close(&player);
        failures++;
    }
    assert_true(opened && failures == 3);
    alea_player_close(&player);
    stand_up(&bench);
}

/* ---- Whole games --------------------------------------------------------------------------------------------------------- */

static void games_are_legal(void **state) {
    static const struct {
        const char *game, *bot;
        int games;
    } played[] = {{"null", "search:20it", 50}, {"polis", "search:10it", 4}, {"spqrisiko", "search:2it", 1}};
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(played); i++) {
        struct bench bench;
        struct alea_playout playout;
        sit_down(&bench, alea_game_find(played[i].game), NULL, 1);
        struct alea_player inner = player_of(&bench, played[i].bot), outer = checked_by(&inner);
        const struct alea_player *player[ALEA_MAX_SEATS];
        struct alea_random random[ALEA_MAX_SEATS];
        assert_true(alea_playout_init(&playout, bench.rules, false));
        for (int game = 0; game < played[i].games; game++) {
            for (int seat = 0; seat < bench.rules->seats; seat++) {
                player[seat] = &outer;
                random[seat] = alea_random_stream((uint64_t)game, 1 + (uint64_t)seat);
            }
            struct alea_random chance = alea_random_stream((uint64_t)game, 0);
            alea_playout_run(&playout, player, random, &chance);
            assert_true(playout.over);
        }
        alea_playout_clear(&playout);
        alea_player_close(&inner);
        stand_up(&bench);
    }
}

/* ---- Its parts ----------------------------------------------------------------------------------------------------------- */

/* Each byte counts. */
static void hashes_tell_bytes_apart(void **state) {
    unsigned char bytes[300];
    uint64_t seen[301];
    (void)state;
    memset(bytes, 0, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = 1;
        seen[i] = search_hash(bytes, sizeof bytes);
        bytes[i] = 0;
    }
    seen[300] = search_hash(bytes, sizeof bytes);
    for (size_t i = 0; i < ALEA_LEN(seen); i++)
        for (size_t j = 0; j < i; j++) assert_true(seen[i] != seen[j]);
}

/* Of very many moves the best are kept, in order; the moves are tried by turns. */
static void nodes_keep_the_best_moves(void **state) {
    struct bench bench;
    struct search_tree tree;
    static alea_move legal[500];
    static double worth[500];
    bool made;
    (void)state;
    sit_down(&bench, alea_game_find("null"), NULL, 1);
    assert_true(search_tree_init(&tree, bench.rules, &fixed, 100));
    search_tree_empty(&tree, 0);
    for (unsigned i = 0; i < 500; i++) legal[i] = i, worth[i] = i * 7 % 500;
    struct search_node *node = search_node_at(&tree, 42, 0, &made);
    assert_true(made && search_expand(&tree, node, legal, 500, worth));
    assert_int_equal(node->edges, SEARCH_MOST_MOVES);
    const struct search_edge *edge = tree.edge + node->first;
    for (int i = 1; i < node->edges; i++) assert_true(edge[i - 1].prior >= edge[i].prior);
    assert_int_equal(edge[0].move, 357); /* 7 times that ends in 499 */
    assert_ptr_equal(search_select(&tree, node, legal, 500), edge);
    assert_ptr_equal(search_node_at(&tree, 42, 0, &made), node);
    assert_false(made);
    search_tree_clear(&tree);
    stand_up(&bench);
}

/* Moves that can be made only now and then are looked at only then, and new ones are added. */
static void moves_come_and_go(void **state) {
    static const alea_move first[] = {1, 2}, then[] = {2, 3};
    struct bench bench;
    struct search_tree tree;
    double worth[2] = {5, 0};
    bool made;
    (void)state;
    sit_down(&bench, alea_game_find("null"), NULL, 1);
    assert_true(search_tree_init(&tree, bench.rules, &fixed, 100));
    search_tree_empty(&tree, 0);
    struct search_node *node = search_node_at(&tree, 7, 0, &made);
    assert_true(search_expand(&tree, node, first, 2, worth));
    assert_true(search_meet(&tree, node, first, 2));
    assert_false(node->varies);
    assert_int_equal(search_select(&tree, node, first, 2)->move, 1);
    assert_false(search_meet(&tree, node, then, 2));
    assert_true(node->varies);
    assert_int_equal(search_select(&tree, node, then, 2)->move, 2);
    worth[0] = 0, worth[1] = 9;
    assert_true(search_expand(&tree, node, then, 2, worth));
    assert_int_equal(node->edges, 3);
    assert_true(search_meet(&tree, node, then, 2));
    assert_int_equal(search_select(&tree, node, then, 2)->move, 3);
    assert_int_equal(search_select(&tree, node, first, 2)->move, 1);
    search_tree_clear(&tree);
    stand_up(&bench);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices_are_functions),
        cmocka_unit_test(the_order_is_pinned),
        cmocka_unit_test(nothing_hidden_is_seen),
        cmocka_unit_test(it_stops_when_told),
        cmocka_unit_test(it_answers_at_once),
        cmocka_unit_test(a_turn_may_be_short),
        cmocka_unit_test(memory_may_be_short),
        cmocka_unit_test(games_are_legal),
        cmocka_unit_test(hashes_tell_bytes_apart),
        cmocka_unit_test(nodes_keep_the_best_moves),
        cmocka_unit_test(moves_come_and_go),
        cmocka_unit_test(it_likes_moves_by_the_games_temper),
        cmocka_unit_test(it_plays_openings_to_their_end),
        cmocka_unit_test(it_makes_many_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
