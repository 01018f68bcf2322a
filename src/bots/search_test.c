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

#include "fail_alloc.h"
#include "search.h"

/* ---- Positions to choose at ------------------------------------------------------------------------------------------ */

/* A game between `greedy` players, stopped now and then. */
struct bench {
    struct alea_rules *rules;
    struct alea_random random;
    unsigned char *pos, *view, *other;
    alea_move *legal;
    double *worth;
    int n, seat;
    long ply;
};

static void *some(size_t number, size_t size) {
    void *memory = aligned_alloc(64, (number * size + 63) / 64 * 64);
    assert_non_null(memory);
    memset(memory, 0, number * size);
    return memory;
}

static void sit_down(struct bench *bench, const struct alea_game *game, uint64_t seed) {
    struct alea_error error = {.lang = ALEA_EN};
    *bench = (struct bench){.rules = alea_rules_new(game, game->variants[0].seats, NULL, 0, NULL, &error)};
    assert_non_null(bench->rules);
    bench->random = alea_random_stream(seed, 0);
    bench->pos = some(1, game->position_size);
    bench->view = some(1, game->position_size);
    bench->other = some(1, game->position_size);
    bench->legal = some((size_t)game->max_legal, sizeof *bench->legal);
    bench->worth = some((size_t)game->max_legal, sizeof *bench->worth);
    game->setup(bench->rules->tables, bench->pos);
}

static void stand_up(struct bench *bench) {
    alea_rules_free(bench->rules);
    free(bench->pos);
    free(bench->view);
    free(bench->other);
    free(bench->legal);
    free(bench->worth);
}

static void look(const struct bench *bench, const void *pos, int seat, void *view) {
    memcpy(view, pos, bench->rules->game->position_size);
    alea_hide(bench->rules, view, seat);
}

static alea_move choose(struct bench *bench, const struct alea_player *player, struct alea_random random,
                        const atomic_bool *stop) {
    struct alea_bot_turn turn = {.rules = bench->rules,
                                 .seat = bench->seat,
                                 .view = bench->view,
                                 .legal = bench->legal,
                                 .n_legal = bench->n,
                                 .worth = bench->worth,
                                 .random = &random,
                                 .stop = stop};
    look(bench, bench->pos, bench->seat, bench->view);
    return alea_player_choose(player, &turn);
}

/* Plays on to a choice that is one, at least so many plies further; false where the game ends. */
static bool go_on(struct bench *bench, long plies) {
    const struct alea_game *game = bench->rules->game;
    const void *tables = bench->rules->tables;
    const struct alea_player greedy = {.bot = &alea_bot_greedy};
    for (long last = bench->ply + plies;; bench->ply++) {
        alea_actors actors = game->actors(tables, bench->pos);
        if (actors == ALEA_ACTORS_OVER) return false;
        bench->seat = __builtin_ctzll(actors);
        alea_move move;
        if (actors == ALEA_ACTORS_CHANCE) {
            move = game->roll(tables, bench->pos, &bench->random);
        } else {
            bench->n = game->legal(tables, bench->pos, bench->seat, bench->legal);
            if (bench->n > 1 && bench->ply >= last) return true;
            alea_random_word(&bench->random);
            move = choose(bench, &greedy, bench->random, NULL);
        }
        game->apply(tables, bench->pos, bench->seat, move, NULL);
    }
}

static struct alea_player player_of(const struct bench *bench, const char *words) {
    struct alea_bot_spec spec;
    struct alea_player player;
    assert_int_equal(alea_bot_spec_read(words, &spec, NULL), ALEA_OK);
    assert_true(alea_player_open(&player, bench->rules, &spec));
    return player;
}

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
        sit_down(&bench, alea_game_find(chosen[i].game), 5);
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
    sit_down(&bench, alea_game_find("null"), 1);
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

/* ---- Nothing hidden is seen ---------------------------------------------------------------------------------------------- */

static bool differ(const struct bench *bench) {
    return memcmp(bench->pos, bench->other, bench->rules->game->position_size) != 0;
}

/* What is hidden is exchanged for something else that could be: the choice stays. True if there was anything to exchange. */
static bool is_blind(struct bench *bench, const struct alea_player *player) {
    const struct alea_game *game = bench->rules->game;
    struct alea_random random = alea_random_stream(99, (uint64_t)bench->ply);
    look(bench, bench->pos, bench->seat, bench->other);
    alea_determinize(bench->rules, bench->other, bench->seat, &random);
    if (!differ(bench)) return false;
    alea_move before = choose(bench, player, bench->random, NULL);
    unsigned char *truth = bench->pos;
    bench->pos = bench->other;
    bench->n = game->legal(bench->rules->tables, bench->pos, bench->seat, bench->legal);
    assert_int_equal(choose(bench, player, bench->random, NULL), before);
    bench->pos = truth;
    return true;
}

static void nothing_hidden_is_seen(void **state) {
    enum { EXCHANGES = 12, GAMES = 40 };
    (void)state;
    for (int i = 0; alea_game_at(i); i++) {
        const struct alea_game *game = alea_game_at(i);
        int exchanged = 0;
        for (uint64_t seed = 0; alea_game_has_secrets(game) && exchanged < EXCHANGES; seed++) {
            struct bench bench;
            assert_true(seed < GAMES);
            sit_down(&bench, game, seed);
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
    sit_down(&bench, alea_game_find("spqrisiko"), 3);
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
    sit_down(&bench, alea_game_find("polis"), 3);
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
    sit_down(&bench, alea_game_find("polis"), 4);
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
    sit_down(&bench, alea_game_find("polis"), 1);
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

/* A bot that looks whether what `search` chooses can be played. */
static alea_move choose_checked(const struct alea_bot_turn *turn) {
    const struct alea_player *player = turn->room;
    struct alea_bot_turn real = *turn;
    alea_move move = alea_player_choose(player, &real);
    for (int i = 0; i < turn->n_legal; i++)
        if (turn->legal[i] == move) return move;
    fail_msg("not legal");
    return 0;
}

static const struct alea_bot checked = {.name = "checked", .wants_view = true, .choose = choose_checked};

static void games_are_legal(void **state) {
    static const struct {
        const char *game, *bot;
        int games;
    } played[] = {{"null", "search:20it", 50}, {"polis", "search:10it", 4}, {"spqrisiko", "search:2it", 1}};
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(played); i++) {
        struct bench bench;
        struct alea_playout playout;
        sit_down(&bench, alea_game_find(played[i].game), 1);
        struct alea_player inner = player_of(&bench, played[i].bot), outer = {.bot = &checked, .room = &inner};
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
    sit_down(&bench, alea_game_find("null"), 1);
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
    sit_down(&bench, alea_game_find("null"), 1);
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
        cmocka_unit_test(choices_are_functions),   cmocka_unit_test(the_order_is_pinned),
        cmocka_unit_test(nothing_hidden_is_seen),  cmocka_unit_test(it_stops_when_told),
        cmocka_unit_test(it_answers_at_once),      cmocka_unit_test(a_turn_may_be_short),
        cmocka_unit_test(memory_may_be_short),     cmocka_unit_test(games_are_legal),
        cmocka_unit_test(hashes_tell_bytes_apart), cmocka_unit_test(nodes_keep_the_best_moves),
        cmocka_unit_test(moves_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
