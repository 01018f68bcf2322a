/* SPDX-License-Identifier: MIT */
/* facts_test.c - what boards are told beside a position: for each action that was begun in games of chance, where else it could have begun,
 * and at the end of a phase whether the turn ends, both found out by taking it back and by playing on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "facts.h"

enum { PLIES = 6000, LEGAL = 10000 };

static struct alea_rules *rules;
static alea_move legal[LEGAL];

static int load(void **state) {
    (void)state;
    rules = alea_rules_new(alea_game_find("spqrisiko"), 3, NULL, 0, NULL, NULL);
    return rules ? 0 : -1;
}

static int unload(void **state) {
    (void)state;
    alea_rules_free(rules);
    return 0;
}

static struct spqrisiko_facts of(const struct spqrisiko_position *p) {
    struct spqrisiko_facts facts = {0};
    spqrisiko_reckon(rules->tables, p, &facts);
    return facts;
}

/* Where actions of that verb may begin. */
static uint64_t places(const struct spqrisiko_position *p, unsigned verb) {
    uint64_t set = 0;
    const int n = spqrisiko_legal(rules->tables, p, p->active, legal);
    for (int i = 0; i < n; i++)
        if (alea_move_verb(legal[i]) == verb) set |= spqrisiko_bit(alea_move_arg(legal[i]));
    return set;
}

static unsigned opened_by(unsigned step) {
    switch (step) {
    case SPQRISIKO_STEP_ATTACK_TO: return SPQRISIKO_VERB_ATTACK_FROM;
    case SPQRISIKO_STEP_ASSAULT: return SPQRISIKO_VERB_EMBARK;
    case SPQRISIKO_STEP_MOVE_TO: return SPQRISIKO_VERB_MOVE_FROM;
    case SPQRISIKO_STEP_SAIL_TO: return SPQRISIKO_VERB_SAIL_FROM;
    default: return 0;
    }
}

static bool assert_begun(const struct spqrisiko_position *before, const struct spqrisiko_position *now) {
    const unsigned verb = opened_by(now->step);
    const struct spqrisiko_facts facts = of(now);
    const uint64_t there = verb && before->step == SPQRISIKO_STEP_IDLE ? places(before, verb) : 0;
    const bool sea = verb == SPQRISIKO_VERB_SAIL_FROM;
    if (verb && !there) return false; /* it was begun before */
    assert_true(facts.begins == (sea ? 0 : there));
    assert_true(facts.begins_at_sea == (sea ? there : 0));
    return verb != 0;
}

/* What an action has named is the last move's word for it: a province, a sea or a seat. */
static int assert_named(const struct spqrisiko_position *now, alea_move move) {
    const struct spqrisiko_facts facts = of(now);
    const unsigned arg = alea_move_arg(move);
    switch (alea_move_verb(move)) {
    case SPQRISIKO_VERB_REFUND:
    case SPQRISIKO_VERB_SAIL_FROM:
    case SPQRISIKO_VERB_FIGHT: return assert_int_equal(facts.from_sea, arg), assert_int_equal(facts.from, ALEA_NONE), 1;
    case SPQRISIKO_VERB_BUILD_FROM:
    case SPQRISIKO_VERB_EMBARK:
    case SPQRISIKO_VERB_ATTACK_FROM:
    case SPQRISIKO_VERB_MOVE_FROM: return assert_int_equal(facts.from, arg), assert_int_equal(facts.to, ALEA_NONE), 2;
    case SPQRISIKO_VERB_SAIL_TO: return assert_int_equal(facts.to_sea, arg), assert_int_equal(facts.to, ALEA_NONE), 4;
    case SPQRISIKO_VERB_ENEMY: return assert_int_equal(facts.enemy, arg), assert_int_equal(facts.to, ALEA_NONE), 8;
    case SPQRISIKO_VERB_ASSAULT:
    case SPQRISIKO_VERB_ATTACK_TO:
    case SPQRISIKO_VERB_MOVE_TO: return assert_int_equal(facts.to, arg), assert_int_equal(facts.to_sea, ALEA_NONE), 16;
    default: break;
    }
    if (now->step == SPQRISIKO_STEP_IDLE) {
        assert_int_equal(facts.from & facts.from_sea & facts.to & facts.to_sea & facts.enemy, ALEA_NONE);
        assert_true(facts.neutral == now->neutral);
        assert_true(facts.winners == now->winners);
    }
    return 0;
}

static bool assert_ending(const struct spqrisiko_position *p) {
    struct spqrisiko_position after = *p;
    const alea_move done = alea_move_make(SPQRISIKO_VERB_DONE, 0);
    if (p->step != SPQRISIKO_STEP_IDLE || spqrisiko_why_not(rules->tables, p, p->active, done)) return false;
    spqrisiko_apply(rules->tables, &after, p->active, done, NULL);
    const bool ended = after.active != p->active || after.phase >= SPQRISIKO_PHASE_DRAW || after.phase < p->phase;
    assert_int_equal(of(p).ends_turn, ended);
    return ended;
}

static void games_of_chance(void **state) {
    (void)state;
    const struct alea_game *game = rules->game;
    struct alea_random random = alea_random_stream(18, 0);
    struct spqrisiko_position p = {0}, before;
    int begun[SPQRISIKO_PHASE_OVER] = {0}, early = 0, named = 0;
    game->setup(rules->tables, &p);
    for (int ply = 0; ply < PLIES && p.phase != SPQRISIKO_PHASE_OVER; ply++) {
        early += assert_ending(&p) && p.phase < SPQRISIKO_PHASE_STRATEGIC_MOVE;
        before = p;
        const bool chance = spqrisiko_is_chance(rules->tables, &p);
        const int n = chance ? 0 : spqrisiko_legal(rules->tables, &p, p.active, legal);
        const alea_move move =
            chance ? game->roll(rules->tables, &p, &random) : legal[alea_random_below(&random, (uint32_t)n)];
        spqrisiko_apply(rules->tables, &p, chance ? ALEA_CHANCE : p.active, move, NULL);
        if (!chance) named |= assert_named(&p, move);
        begun[p.phase < SPQRISIKO_PHASE_OVER ? p.phase : 0] += assert_begun(&before, &p);
    }
    assert_true(begun[SPQRISIKO_PHASE_NAVAL_MOVE] > 0);
    assert_true(begun[SPQRISIKO_PHASE_SEA_ATTACK] > 0);
    assert_true(begun[SPQRISIKO_PHASE_LAND_ATTACK] > 0);
    assert_true(begun[SPQRISIKO_PHASE_STRATEGIC_MOVE] > 0);
    assert_int_equal(named, 31);
    assert_true(early > 0); /* the turn ended before its last phase */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(games_of_chance)};
    return cmocka_run_group_tests(tests, load, unload);
}
