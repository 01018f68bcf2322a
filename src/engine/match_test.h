/* SPDX-License-Identifier: MIT */
/* match_test.h - what the tests of a match share: a match of the null game, and a game of two counters for long matches. */
#ifndef ALEA_MATCH_TEST_H
#define ALEA_MATCH_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "match.h"

static const char *const two_rounds[] = {"rounds=2"};

static inline struct alea_rules *null_rules(void) {
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_rules *rules = alea_rules_new(alea_game_find("null"), 2, two_rounds, 1, NULL, &error);
    assert_non_null(rules);
    return rules;
}

static inline struct alea_match_head fair_head(void) {
    struct alea_match_head head = {
        .dice_kind = ALEA_DICE_FAIR,
        .has_seed = true,
        .seat = {{.who = "human", .name = "Anna"}, {.who = "bot:greedy"}},
    };
    for (int i = 0; i < ALEA_SEED_BYTES; i++) head.dice.seed[i] = (uint8_t)i;
    return head;
}

static inline struct alea_match *new_match(void) {
    struct alea_match_head head = fair_head();
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_match *match = alea_match_new(null_rules(), &head, &error);
    assert_non_null(match);
    return match;
}

static inline alea_move read_move(const struct alea_match *match, const char *line) {
    alea_move move = 0;
    struct alea_error error = {.lang = ALEA_EN};
    assert_int_equal(alea_move_read(alea_match_rules(match), line, &move, &error), ALEA_OK);
    return move;
}

static inline enum alea_err play(struct alea_match *match, int seat, const char *line) {
    return alea_match_play(match, alea_match_plies(match), seat, read_move(match, line), NULL, NULL, NULL);
}

static inline uint64_t hash_now(const struct alea_match *match) {
    return alea_position_hash(alea_match_rules(match), alea_match_position(match));
}

/* ---- A game of two counters, for long matches ------------------------------------------------------------------------ */

/* Both seats may always bet (verb 1) on a face (0 to 5). The last face is a barrier, the one before calls for a throw (verb
 * 2, any argument), which the host may make as well; the host ends the match by verb 3 with A, and does nothing by verb 3
 * with B or any number above, of which few are listed. It borrows the words of the null game. */
struct counters {
    uint32_t n, sum;
    uint8_t throwing, over, pad[2];
};

static inline void counters_setup(const void *tables, void *pos) { (void)tables, (void)pos; }

static inline alea_actors counters_actors(const void *tables, const void *in) {
    (void)tables;
    const struct counters *pos = in;
    return pos->over ? ALEA_ACTORS_OVER : pos->throwing ? ALEA_ACTORS_CHANCE : 3;
}

static inline alea_rule counters_why_not(const void *tables, const void *in, int seat, alea_move move) {
    const struct counters *pos = in;
    bool on = counters_actors(tables, pos) != ALEA_ACTORS_OVER;
    if (seat == ALEA_HOST) return on && (alea_move_verb(move) == 3 || (pos->throwing && alea_move_verb(move) == 2)) ? 0 : 1;
    if (seat == ALEA_CHANCE) return on && pos->throwing && alea_move_verb(move) == 2 ? 0 : 1;
    return on && !pos->throwing && alea_move_verb(move) == 1 && alea_move_arg(move) < 6 ? 0 : 1;
}

static inline int counters_legal(const void *tables, const void *pos, int seat, alea_move out[]) {
    int n = 0;
    for (unsigned verb = 1; verb <= 3; verb += 2)
        for (unsigned arg = 0; arg < 6; arg++)
            if (counters_why_not(tables, pos, seat, alea_move_make(verb, arg)) == 0) out[n++] = alea_move_make(verb, arg);
    return n;
}

static inline void counters_apply(const void *tables, void *out, int seat, alea_move move, struct alea_events *sink) {
    (void)tables, (void)sink;
    struct counters *pos = out;
    pos->n++;
    pos->sum = pos->sum * 31 + alea_move_arg(move) + (unsigned)seat;
    pos->throwing = alea_move_verb(move) == 1 && alea_move_arg(move) == 4;
    pos->over = alea_move_verb(move) == 3 && alea_move_arg(move) == 0;
}

static inline bool counters_barrier(const void *tables, const void *before, int seat, alea_move move, const void *after) {
    (void)tables, (void)before, (void)seat, (void)after;
    return alea_move_arg(move) == 5;
}

static inline alea_move counters_roll(const void *tables, const void *pos, struct alea_random *random) {
    (void)tables, (void)pos;
    return alea_move_make(2, 1 + alea_random_below(random, 7));
}

static inline const struct alea_game *counters(void) {
    static struct alea_game game;
    game = *alea_game_find("null");
    game.position_size = sizeof(struct counters);
    game.setup = counters_setup;
    game.actors = counters_actors;
    game.why_not = counters_why_not;
    game.legal = counters_legal;
    game.apply = counters_apply;
    game.barrier = counters_barrier;
    game.roll = counters_roll;
    return &game;
}

static inline struct alea_match *new_counters(void) {
    struct alea_match_head head = fair_head();
    struct alea_rules *rules = null_rules();
    rules->game = counters();
    struct alea_match *match = alea_match_new(rules, &head, NULL);
    assert_non_null(match);
    return match;
}

static inline enum alea_err count(struct alea_match *match, int seat, unsigned face) {
    return alea_match_play(match, alea_match_plies(match), seat, alea_move_make(1, face), NULL, NULL, NULL);
}

#endif
