/* SPDX-License-Identifier: MIT */
/* at_hand_test.c - how combats end, against the game itself: every outcome of every throw, played to the end by an attacker that throws
 * what it may and stops as it was told. [SPQ-LAND-2, SPQ-LAND-3, SPQ-SEA-7, SPQ-NAVAL-4 to SPQ-NAVAL-8] */
#include <math.h>

#include "combat_test.h"
#include "odds.h"

enum { FEW = 7 };

/* `attackers` against `defenders`, at the given step. */
static struct spqrisiko_position at_step(enum kind kind, const char *step, int attackers, int defenders) {
    static const char *const phase[KINDS] = {"land_attack", "sea_attack", "naval_combat"};
    char lines[1024];
    bool thrown = kind == SEA && strcmp(step, "sea_throw") == 0;
    snprintf(
        lines, sizeof lines,
        "round 6\nphase %s\nstep %s\nactive A\ngroups_left 0\nlegionaries *=3 sardinia=%d corsica=%d\nown.A sardinia\n"
        "own.B corsica sicilia\nown.C creta\nfrom %d\nto %d\nforce %d\ntriremes.A tyrrenum=%d\ntriremes.B tyrrenum=%d\n",
        phase[kind], step, kind == NAVAL || thrown ? 1 : attackers + 1, kind == NAVAL ? 1 : defenders,
        kind == NAVAL ? TYRRENUM : SARDINIA, kind == NAVAL ? B : CORSICA, thrown ? attackers : 0,
        kind == NAVAL ? attackers : 1, kind == NAVAL ? defenders : 0);
    return read_position(lines);
}

/* How it ends: chances that add up to 1. */
struct battle {
    int attackers, defenders; /* that may fall */
    double win;
    double attackers_left[SPQRISIKO_FORCE + 1], defenders_left[SPQRISIKO_FORCE + 1];
};

static bool find_battle(const struct spqrisiko_position *p, int seat, alea_move move, int stop, struct battle *out) {
    struct odds_answer answer;
    bool is = odds_battle(&(struct odds_asker){rules, p, seat, move}, stop, &answer);
    memset(out, 0, sizeof *out);
    if (is) {
        assert_int_equal(answer.kind, ALEA_ANSWER_CHAIN);
        out->win = answer.measure[0].at[1].value;
        out->attackers = answer.measure[1].most;
        out->defenders = answer.measure[2].most;
        for (int i = 0; i <= out->attackers; i++) out->attackers_left[i] = answer.measure[1].at[i].value;
        for (int i = 0; i <= out->defenders; i++) out->defenders_left[i] = answer.measure[2].at[i].value;
    }
    odds_clear(&answer);
    return is;
}

static struct battle battle_of(const struct spqrisiko_position *p, alea_move move, int stop) {
    struct battle battle;
    assert_true(find_battle(p, A, move, stop, &battle));
    return battle;
}

/* ---- Played out ---------------------------------------------------------------------------------------------------------------- */

static int attackers_of(const struct spqrisiko_position *p, enum kind kind) {
    int there = conquered(p) ? p->legionaries[CORSICA] : 0;
    switch (kind) {
    case LAND: return p->legionaries[SARDINIA] - 1 + there;
    case SEA: return p->force + there;
    default: return p->triremes[A][TYRRENUM];
    }
}

static int defenders_of(const struct spqrisiko_position *p, enum kind kind) {
    return kind == NAVAL ? p->triremes[B][TYRRENUM] : conquered(p) ? 0 : p->legionaries[CORSICA];
}

static bool throws_dice(const struct spqrisiko_position *p) {
    return p->step == SPQRISIKO_STEP_NAVAL_THROW || p->step == SPQRISIKO_STEP_SEA_THROW ||
           p->step == SPQRISIKO_STEP_LAND_THROW;
}

/* What the attacker does next; 0: nothing more. */
static alea_move next_of(const struct spqrisiko_position *p, enum kind kind, int stop) {
    if (attackers_of(p, kind) < stop) return 0;
    if (p->step == SPQRISIKO_STEP_NAVAL_AGAIN) return alea_move_make(SPQRISIKO_VERB_AGAIN, 0);
    for (unsigned dice = SPQRISIKO_DICE; p->step == SPQRISIKO_STEP_ROLL && dice > 0; dice--) {
        alea_move roll = alea_move_make(SPQRISIKO_VERB_ROLL, dice);
        if (!game->why_not(rules->tables, p, A, roll)) return roll;
    }
    return 0;
}

/* Each throw costs somebody something, or ends it. NOLINTNEXTLINE(misc-no-recursion) */
static void play_out(const struct spqrisiko_position *p, enum kind kind, int stop, double chance, struct battle *out) {
    if (!throws_dice(p)) {
        alea_move move = next_of(p, kind, stop);
        int attackers = attackers_of(p, kind), defenders = defenders_of(p, kind);
        if (move) {
            struct spqrisiko_position after = *p;
            game->apply(rules->tables, &after, A, move, NULL);
            play_out(&after, kind, stop, chance, out);
            return;
        }
        out->attackers_left[attackers] += chance;
        out->defenders_left[defenders] += chance;
        if (!defenders) out->win += chance;
        return;
    }
    struct alea_outcome outcome[45];
    int n = game->outcomes(rules->tables, p, outcome);
    double total = 0;
    for (int i = 0; i < n; i++) total += outcome[i].weight;
    for (int i = 0; i < n; i++) {
        struct spqrisiko_position after = *p;
        game->apply(rules->tables, &after, ALEA_CHANCE, outcome[i].move, NULL);
        play_out(&after, kind, stop, chance * outcome[i].weight / total, out);
    }
}

static void same(const struct battle *found, const struct battle *wanted) {
    assert_true(fabs(found->win - wanted->win) < 1e-12);
    for (int i = 0; i <= SPQRISIKO_FORCE; i++) {
        assert_true(fabs(found->attackers_left[i] - wanted->attackers_left[i]) < 1e-12);
        assert_true(fabs(found->defenders_left[i] - wanted->defenders_left[i]) < 1e-12);
    }
}

/* The move is made at `p`, and what follows played out. */
static void as_played(const struct spqrisiko_position *p, enum kind kind, alea_move move, int stop) {
    struct battle found = battle_of(p, move, stop), wanted = {0};
    struct spqrisiko_position after = *p;
    if (move) game->apply(rules->tables, &after, A, move, NULL);
    play_out(&after, kind, stop, 1, &wanted);
    same(&found, &wanted);
}

static void land_is_as_played(void **state) {
    (void)state;
    for (int attackers = 1; attackers <= FEW; attackers++)
        for (int defenders = 1; defenders <= FEW; defenders++)
            for (int stop = 0; stop <= FEW; stop++) {
                struct spqrisiko_position p = at_step(LAND, "roll", attackers, defenders);
                for (unsigned dice = 1; dice <= SPQRISIKO_DICE; dice++) { /* the first throw, whatever comes then */
                    alea_move roll = alea_move_make(SPQRISIKO_VERB_ROLL, dice);
                    struct battle none;
                    if (!game->why_not(rules->tables, &p, A, roll)) as_played(&p, LAND, roll, stop);
                    else assert_false(find_battle(&p, A, roll, stop, &none));
                }
                p.thrown = 1; /* it may stop at once */
                if (attackers >= stop && next_of(&p, LAND, stop)) as_played(&p, LAND, 0, stop);
            }
}

static void sea_is_as_played(void **state) {
    (void)state;
    for (int attackers = 1; attackers <= FEW; attackers++)
        for (int defenders = 1; defenders <= FEW; defenders++) {
            struct spqrisiko_position p = at_step(SEA, "sea_throw", attackers, defenders);
            as_played(&p, SEA, 0, 0);
            as_played(&p, SEA, 0, 5); /* nobody stops there */
            p = at_step(SEA, "commit", attackers + 2, defenders);
            alea_move commit = alea_move_make(SPQRISIKO_VERB_COMMIT, (unsigned)attackers);
            if (!game->why_not(rules->tables, &p, A, commit)) as_played(&p, SEA, commit, 3);
        }
}

static void naval_is_as_played(void **state) {
    (void)state;
    for (int attackers = 1; attackers <= FEW; attackers++)
        for (int defenders = 1; defenders <= FEW; defenders++)
            for (int stop = 0; stop <= FEW; stop++) {
                struct spqrisiko_position p = at_step(NAVAL, "naval_throw", attackers, defenders);
                as_played(&p, NAVAL, 0, stop);
                if (spqrisiko_dice(attackers) < spqrisiko_dice(defenders)) continue;
                p = at_step(NAVAL, "naval_again", attackers, defenders);
                as_played(&p, NAVAL, alea_move_make(SPQRISIKO_VERB_AGAIN, 0), stop);
                if (attackers >= stop) as_played(&p, NAVAL, 0, stop);
            }
}

/* ---- Great ones ------------------------------------------------------------------------------------------------------------------ */

static double sum(const double chance[]) {
    double all = 0;
    for (int i = 0; i <= SPQRISIKO_FORCE; i++) all += chance[i];
    return all;
}

static double expected(const double chance[]) {
    double all = 0;
    for (int i = 0; i <= SPQRISIKO_FORCE; i++) all += i * chance[i];
    return all;
}

static void chances_add_up(void **state) {
    (void)state;
    static const char *const step[KINDS] = {"roll", "sea_throw", "naval_throw"};
    for (enum kind kind = LAND; kind < KINDS; kind++)
        for (int attackers = 3; attackers <= SPQRISIKO_FORCE; attackers += 25)
            for (int defenders = 1; defenders <= SPQRISIKO_FORCE; defenders += 25)
                for (int stop = 0; stop <= SPQRISIKO_FORCE; stop += 32) {
                    struct spqrisiko_position p = at_step(kind, step[kind], attackers, defenders);
                    struct battle battle = battle_of(&p, 0, stop);
                    assert_int_equal(battle.attackers, attackers);
                    assert_int_equal(battle.defenders, defenders);
                    assert_true(fabs(sum(battle.attackers_left) - 1) < 1e-9);
                    assert_true(fabs(sum(battle.defenders_left) - 1) < 1e-9);
                    assert_true(fabs(battle.win - battle.defenders_left[0]) < 1e-12);
                }
}

/* Who goes on to the end wins as often as the tables say. */
static void wins_are_those_of_the_odds(void **state) {
    (void)state;
    for (int attackers = 3; attackers < SPQRISIKO_ODDS; attackers += 7)
        for (int defenders = 1; defenders < SPQRISIKO_ODDS; defenders += 7) {
            struct spqrisiko_position land = at_step(LAND, "roll", attackers, defenders),
                                      sea = at_step(SEA, "sea_throw", attackers, defenders);
            double by_land = spqrisiko_land_chance(rules->tables, attackers, defenders);
            double by_sea = spqrisiko_sea_chance(rules->tables, attackers, defenders);
            assert_true(fabs(battle_of(&land, 0, 0).win - by_land) < 1e-9);
            assert_true(fabs(battle_of(&sea, 0, 0).win - by_sea) < 1e-9);
        }
}

/* Of all that may be committed, in the chain of the largest force; in its digits, too. */
static void wins_are_of_one_chain(void **state) {
    (void)state;
    struct spqrisiko_position p = at_step(SEA, "commit", SPQRISIKO_FORCE, SPQRISIKO_FORCE);
    struct odds_wins wins = {.question = NULL};
    const void *chain = NULL;
    for (unsigned force = SPQRISIKO_FORCE; force >= SPQRISIKO_DICE; force--) {
        alea_move commit = alea_move_make(SPQRISIKO_VERB_COMMIT, force);
        struct odds_asker asker = {rules, &p, A, commit};
        struct alea_text with, alone;
        alea_text_init(&with, 256, ALEA_EN);
        alea_text_init(&alone, 256, ALEA_EN);
        odds_say_remark(&asker, &wins, &with);
        alea_text_add(&alone, "128: ");
        odds_say_percent(&alone, battle_of(&p, commit, 0).win);
        assert_string_equal(alea_text_str(&with), alea_text_str(&alone));
        assert_true(!chain || wins.memory == chain);
        chain = wins.memory;
        alea_text_clear(&with);
        alea_text_clear(&alone);
    }
    odds_wins_clear(&wins);
}

/* Who stops earlier wins less often, and keeps more of both sides. */
static void stopping_earlier_wins_less(void **state) {
    (void)state;
    for (int attackers = 3; attackers <= 40; attackers += 3)
        for (int defenders = 1; defenders <= 40; defenders += 3)
            for (int stop = 1; stop <= attackers; stop++) {
                struct spqrisiko_position p = at_step(LAND, "roll", attackers, defenders);
                struct battle later = battle_of(&p, 0, stop - 1), earlier = battle_of(&p, 0, stop);
                assert_true(earlier.win <= later.win + 1e-12);
                assert_true(expected(earlier.attackers_left) >= expected(later.attackers_left) - 1e-9);
                assert_true(expected(earlier.defenders_left) >= expected(later.defenders_left) - 1e-9);
                for (int left = SPQRISIKO_DICE; left < stop - SPQRISIKO_DICE; left++) /* a throw costs three at most */
                    assert_true(earlier.attackers_left[left] <= 0);
            }
}

static void what_is_no_combat_has_none(void **state) {
    (void)state;
    struct battle battle;
    struct spqrisiko_position p = at_step(LAND, "roll", 5, 3);
    p.thrown = 1;
    assert_false(find_battle(&p, A, alea_move_make(SPQRISIKO_VERB_STOP, 0), 0, &battle));
    assert_false(find_battle(&p, A, alea_move_make(SPQRISIKO_VERB_PLACE, 0xffffff), 0, &battle));
    assert_false(find_battle(&p, A, ~0u, 0, &battle));
    assert_true(find_battle(&p, B, 0, 0, &battle)); /* it lies open to all */
    p = at_step(LAND, "idle", 5, 3);
    assert_false(find_battle(&p, A, 0, 0, &battle));
    p = at_step(LAND, "roll", SPQRISIKO_FORCE + 1, 3);
    assert_false(find_battle(&p, A, 0, 0, &battle));
}

/* ---- Forecasts ------------------------------------------------------------------------------------------------------------------- */

static void foretold(const struct spqrisiko_position *p, int seat, const char *it, const char *en) {
    for (enum alea_lang lang = ALEA_IT; lang < ALEA_LANGS; lang++) {
        struct alea_text text;
        alea_text_init(&text, 256, lang);
        game->words.forecast(rules->tables, p, ALEA_NONE, seat, &text);
        assert_string_equal(alea_text_str(&text), lang == ALEA_IT ? it : en);
        alea_text_clear(&text);
    }
}

static void points_are_foretold(void **state) {
    (void)state;
    struct alea_error error = {.lang = ALEA_EN};
    struct spqrisiko_position p = at_step(NAVAL, "idle", 2, 1);
    foretold(&p, A, "+1: più mari", "+1: most seas");
    foretold(&p, B, "+1: più province", "+1: most provinces");
    foretold(&p, 2, "+0", "+0");
    assert_int_equal(alea_position_read(rules, "centres sardinia\nvp A=99\n", &p, &error), ALEA_OK);
    foretold(&p, A, "+2: più mari, 1 centro; e vince", "+2: most seas, 1 centre; and wins");
    p.alive = 3;
    foretold(&p, 2, "", "");
    game->setup(rules->tables, memset(&p, 0, sizeof p));
    foretold(&p, A, "", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(land_is_as_played),          cmocka_unit_test(sea_is_as_played),
        cmocka_unit_test(naval_is_as_played),         cmocka_unit_test(chances_add_up),
        cmocka_unit_test(wins_are_those_of_the_odds), cmocka_unit_test(stopping_earlier_wins_less),
        cmocka_unit_test(wins_are_of_one_chain),      cmocka_unit_test(what_is_no_combat_has_none),
        cmocka_unit_test(points_are_foretold),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
