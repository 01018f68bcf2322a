/* SPDX-License-Identifier: MIT */
/* bench.h - for tests of bots that think: positions of real games at which to let them choose. */
#ifndef ALEA_BENCH_H
#define ALEA_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot.h"

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

static inline void *some(size_t number, size_t size) {
    void *memory = aligned_alloc(64, (number * size + 63) / 64 * 64);
    assert_non_null(memory);
    memset(memory, 0, number * size);
    return memory;
}

/* `option`: one of the game's, "map=small", or NULL. */
static inline void sit_down(struct bench *bench, const struct alea_game *game, const char *option, uint64_t seed) {
    struct alea_error error = {.lang = ALEA_EN};
    *bench = (struct bench){.rules = alea_rules_new(game, game->variants[0].seats, &option, option != NULL, NULL, &error)};
    assert_non_null(bench->rules);
    bench->random = alea_random_stream(seed, 0);
    bench->pos = some(1, game->position_size);
    bench->view = some(1, game->position_size);
    bench->other = some(1, game->position_size);
    bench->legal = some((size_t)game->max_legal, sizeof *bench->legal);
    bench->worth = some((size_t)game->max_legal, sizeof *bench->worth);
    game->setup(bench->rules->tables, bench->pos);
}

static inline void stand_up(struct bench *bench) {
    alea_rules_free(bench->rules);
    free(bench->pos);
    free(bench->view);
    free(bench->other);
    free(bench->legal);
    free(bench->worth);
}

static inline void look(const struct bench *bench, const void *pos, int seat, void *view) {
    memcpy(view, pos, bench->rules->game->position_size);
    alea_hide(bench->rules, view, seat);
}

static inline alea_move choose(struct bench *bench, const struct alea_player *player, struct alea_random random,
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
static inline bool go_on(struct bench *bench, long plies) {
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

static inline struct alea_player player_of(const struct bench *bench, const char *words) {
    struct alea_bot_spec spec;
    struct alea_player player;
    assert_int_equal(alea_bot_spec_read(words, &spec, NULL), ALEA_OK);
    assert_true(alea_player_open(&player, bench->rules, &spec));
    return player;
}

static inline bool differ(const struct bench *bench) {
    return memcmp(bench->pos, bench->other, bench->rules->game->position_size) != 0;
}

/* What is hidden is exchanged for something else that could be: the choice stays. True if there was anything to exchange. */
static inline bool is_blind(struct bench *bench, const struct alea_player *player) {
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

/* A bot that looks whether what another chooses can be played. */
static inline alea_move choose_checked(const struct alea_bot_turn *turn) {
    const struct alea_player *player = turn->room;
    struct alea_bot_turn real = *turn;
    alea_move move = alea_player_choose(player, &real);
    for (int i = 0; i < turn->n_legal; i++)
        if (turn->legal[i] == move) return move;
    fail_msg("not legal");
    return 0;
}

static inline struct alea_player checked_by(struct alea_player *inner) {
    static const struct alea_bot checked = {.name = "checked", .wants_view = true, .choose = choose_checked};
    return (struct alea_player){.bot = &checked, .room = inner};
}

#endif
