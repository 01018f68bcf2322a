/* SPDX-License-Identifier: MIT */
/* odds_test.c - what odds.c says of sieges, schedules, markets and cards, and detail.c writes of it, against the game itself: every outcome of the die
 * played out, every schedule played to its end. [POL-SIEGE, POL-SAC, POL-DIC, POL-DSAC, POL-TRADE] */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "modes_test.h"
#include "odds.h"

enum { S = POLIS_SPARTA, A = POLIS_ATHENS };

static const struct polis_tables *tables(int mode) { return rules[mode]->tables; }

/* ---- Positions and moves ------------------------------------------------------------------------------------------------ */

/* A polis that can be besieged for each Fortification: Naupactus 1, Corcyra 2, Argos 3, Syracuse 4. */
static const struct {
    const char *id, *region;
} target[5] = {[1] = {"naupactus", "thessaly"},
               [2] = {"corcyra", "acarnania"},
               [3] = {"argos", "arcadia"},
               [4] = {"syracuse", "sicily"}};

static unsigned city_of(const struct polis_tables *r, int fortification) {
    unsigned city = 0;
    while (strcmp(r->city.at[city].id, target[fortification].id) != 0) city++;
    assert_int_equal(r->city_at[city].fortification, fortification);
    return city;
}

/* Round 5 alpha, Sparta to besiege with so many hoplites and so much Prestige; the polis neutral or Athens'. */
static void make(struct polis_position *p, int mode, int fortification, int hoplites, int prestige, bool enemy) {
    char lines[1024];
    struct alea_error error = {.lang = ALEA_EN};
    const struct polis_tables *r = tables(mode);
    memset(p, 0, sizeof *p);
    game->setup(r, p);
    snprintf(lines, sizeof lines,
             "round r5a\nstep siege_polis\naction besiege\nactive sparta\ndecider sparta\n"
             "units.sparta *=0 %s=%d\nprestige sparta=%d athens=20\n",
             target[fortification].region, hoplites, prestige);
    assert_int_equal(alea_position_read(rules[mode], lines, p, &error), ALEA_OK);
    if (!enemy) return;
    unsigned city = city_of(r, fortification);
    p->own[A] |= UINT32_C(1) << city;
    p->population[city] = (uint8_t)r->city_at[city].base;
}

static void play(int mode, struct polis_position *p, int seat, unsigned verb, unsigned arg) {
    alea_move move = alea_move_make(verb, arg);
    assert_int_equal(game->why_not(tables(mode), p, seat, move), 0);
    game->apply(tables(mode), p, seat, move, NULL);
}

static bool taken(const struct polis_position *p, unsigned city) { return p->own[S] >> city & 1; }

/* The number at a path of the JSON that a board gets: "die.plain.taken". */
static int number_at(const json_t *json, const char *path) {
    char key[32];
    while (*path) {
        size_t n = strcspn(path, ".");
        snprintf(key, sizeof key, "%.*s", (int)n, path);
        json = json_object_get(json, key);
        path += n + (path[n] == '.');
    }
    assert_true(json_is_integer(json) || json_is_boolean(json));
    return json_is_integer(json) ? (int)json_integer_value(json) : json_is_true(json);
}

/* Of a move of Sparta's, or, with verb 0, of what is at hand; borrowed by the caller. */
static json_t *detail_of(int mode, const struct polis_position *p, unsigned verb, unsigned arg) {
    struct alea_text text;
    alea_text_init(&text, 4096, ALEA_EN);
    assert_true(game->chances.detail(tables(mode), p, S, alea_move_make(verb, arg), &text));
    json_t *json = json_loads(alea_text_str(&text), JSON_REJECT_DUPLICATES, NULL);
    assert_true(json_is_object(json));
    alea_text_clear(&text);
    return json;
}

/* ---- Sieges by die: every face, and what is done after it ------------------------------------------------------------------ */

static void add_up(int mode, const struct polis_position *before, unsigned city, bool force, struct polis_siege_odds *sum) {
    struct alea_outcome out[64];
    struct polis_position siege = *before;
    play(mode, &siege, S, POLIS_VERB_SIEGE, city);
    int n = game->outcomes(tables(mode), &siege, out);
    unsigned region = tables(mode)->city_at[city].region;
    for (int i = 0; i < n; i++) {
        struct polis_position p = siege;
        assert_int_equal(out[i].weight, 1);
        game->apply(tables(mode), &p, ALEA_CHANCE, out[i].move, NULL);
        if (p.step == POLIS_STEP_FORCE_ONCE) {
            bool can = !game->why_not(tables(mode), &p, S, alea_move_make(POLIS_VERB_FORCE, 0));
            play(mode, &p, S, force && can ? POLIS_VERB_FORCE : POLIS_VERB_NO, 0);
        }
        sum->die++;
        sum->taken += taken(&p, city);
        sum->hoplites += before->units[S][region] - p.units[S][region];
        sum->prestige += p.prestige[S] - before->prestige[S];
    }
}

/* The board is told the same; forcing, only if it can be paid. */
static void check_die(int mode, const struct polis_position *p, unsigned city, bool force,
                      const struct polis_siege_odds *sum) {
    json_t *json = detail_of(mode, p, POLIS_VERB_SIEGE, city), *die = json_object_get(json, "die");
    bool forced = force && polis_can_force_later(tables(mode), p->prestige[S]);
    const json_t *odds = json_object_get(die, forced ? "forced" : "plain");
    if (force && !forced) assert_true(json_is_null(json_object_get(die, "forced")));
    assert_int_equal(number_at(die, "faces"), sum->die);
    assert_int_equal(number_at(odds, "taken"), sum->taken);
    assert_int_equal(number_at(odds, "hoplites"), sum->hoplites);
    assert_int_equal(number_at(odds, "prestige"), sum->prestige);
    assert_string_equal(json_string_value(json_object_get(json, "polis")), tables(mode)->city.at[city].id);
    assert_int_equal(number_at(json, "prestige"), p->prestige[S]);
    assert_true(json_is_null(json_object_get(json, "discs")) && json_is_null(json_object_get(json, "failed")));
    json_decref(json);
}

static void dice_are_enumerated(void **state) {
    (void)state;
    for (int mode = 0; mode < POLIS_SIEGE_MODES; mode++)
        for (int fortification = 1; fortification <= 4 && tables(mode)->siege.die; fortification++)
            for (int hoplites = fortification; hoplites <= 5; hoplites++)
                for (int prestige = price_of(mode); prestige < price_of(mode) + 3; prestige++)
                    for (int force = 0; force < 2; force++)
                        for (int enemy = 0; enemy < 2; enemy++) {
                            struct polis_position p;
                            struct polis_siege_odds sum = {0};
                            make(&p, mode, fortification, hoplites, prestige, enemy);
                            unsigned city = city_of(tables(mode), fortification);
                            add_up(mode, &p, city, force, &sum);
                            struct polis_siege_odds odds = polis_siege_odds_of(tables(mode), city, prestige, force);
                            assert_memory_equal(&odds, &sum, sizeof sum);
                            check_die(mode, &p, city, force, &sum);
                        }
}

/* Section 5.3 of the rules: 4/4, 3/4, 2/4, 1/4. */
static void chances_are_those_of_the_rules(void **state) {
    (void)state;
    for (int fortification = 1; fortification <= 4; fortification++) {
        struct polis_siege_odds odds =
            polis_siege_odds_of(tables(STANDARD), city_of(tables(STANDARD), fortification), 4, false);
        assert_int_equal(odds.die, 4);
        assert_int_equal(odds.taken, 5 - fortification);
    }
}

/* After the throw: what it showed, and what forcing costs now. */
static void failures_are_told(void **state) {
    (void)state;
    struct polis_position p;
    make(&p, SACRIFICE, 3, 3, 4, true);
    play(SACRIFICE, &p, S, POLIS_VERB_SIEGE, city_of(tables(SACRIFICE), 3));
    game->apply(tables(SACRIFICE), &p, ALEA_CHANCE, alea_move_make(POLIS_VERB_DICE, 1), NULL);
    json_t *json = detail_of(SACRIFICE, &p, 0, 0), *same = detail_of(SACRIFICE, &p, POLIS_VERB_FORCE, 0);
    assert_true(json_equal(json, same));
    assert_int_equal(number_at(json, "failed.roll"), 1);
    assert_int_equal(number_at(json, "failed.prestige"), 1);
    assert_int_equal(number_at(json, "failed.hoplites"), 2);
    assert_int_equal(number_at(json, "hoplites"), 2);
    assert_string_equal(json_string_value(json_object_get(json, "owner")), "athens");
    json_decref(json);
    json_decref(same);
}

/* ---- Schedules of discs: played to the end ----------------------------------------------------------------------------------- */

/* To Sparta's next turn, as if both sides had done something else meanwhile. */
static void next_turn(struct polis_position *p) {
    p->action = p->first_action = p->first_polis = p->what = p->where = ALEA_NONE;
    p->actions = p->first_started = p->made = 0;
    p->action = POLIS_BESIEGE;
    p->step = POLIS_STEP_SIEGE_POLIS;
    p->active = p->decider = S;
}

/* One disc by action; in the last turn `forced` more. */
static void follow(int mode, struct polis_position *p, unsigned city, const struct polis_schedule *plan, bool acted) {
    int actions = plan->turns;
    if (acted && actions) play(mode, p, S, POLIS_VERB_DONE, 0);
    for (int turn = 0; turn < actions; turn++) {
        if (acted || turn) next_turn(p);
        play(mode, p, S, POLIS_VERB_SIEGE, city);
        bool last = turn + 1 == actions;
        if (!last && p->step == POLIS_STEP_FORCE_MORE) play(mode, p, S, POLIS_VERB_DONE, 0);
    }
    for (int disc = 0; disc < plan->forced; disc++) play(mode, p, S, POLIS_VERB_FORCE, 0);
    if (p->step == POLIS_STEP_GARRISON) play(mode, p, S, POLIS_VERB_NO, 0);
}

static void check_plan(int mode, const struct polis_position *before, int fortification, const struct polis_schedule *plan,
                       bool acted) {
    struct polis_position p = *before;
    unsigned city = city_of(tables(mode), fortification), region = tables(mode)->city_at[city].region;
    follow(mode, &p, city, plan, acted);
    assert_true(taken(&p, city));
    assert_int_equal(p.prestige[S], before->prestige[S] - plan->prestige + fortification);
    assert_int_equal(p.units[S][region], before->units[S][region] - plan->hoplites);
}

/* The board is told of the same plans, if the polis can be named or forced now. */
static void check_discs(int mode, const struct polis_position *p, unsigned city, const struct polis_schedule plan[], int n,
                        bool acted) {
    if (!acted && game->why_not(tables(mode), p, S, alea_move_make(POLIS_VERB_SIEGE, city))) return;
    json_t *json = detail_of(mode, p, acted ? 0 : POLIS_VERB_SIEGE, acted ? 0 : city);
    const json_t *discs = json_object_get(json, "discs"), *schedules = json_object_get(discs, "schedules");
    int fortification = tables(mode)->city_at[city].fortification;
    assert_int_equal(json_array_size(schedules), n);
    for (int i = 0; i < n; i++) {
        const json_t *at = json_array_get(schedules, (size_t)i);
        assert_int_equal(number_at(at, "turns"), plan[i].turns);
        assert_int_equal(number_at(at, "forced"), plan[i].forced);
        assert_int_equal(number_at(at, "prestige"), plan[i].prestige);
        assert_int_equal(number_at(at, "hoplites"), plan[i].hoplites);
    }
    assert_int_equal(number_at(discs, "laid"), p->discs[S][city]);
    assert_int_equal(number_at(discs, "needed"), fortification);
    assert_int_equal(number_at(discs, "spare"), number_at(json, "hoplites") - fortification);
    assert_int_equal(number_at(discs, "cleared"), !tables(mode)->siege.discs_stay);
    assert_int_equal(number_at(discs, "start"), !p->discs[S][city]);
    json_decref(json);
}

static void check_schedules(int mode, int fortification, int hoplites, int prestige, int discs, bool enemy, bool acted) {
    struct polis_position p;
    struct polis_schedule plan[POLIS_SCHEDULES];
    unsigned city = city_of(tables(mode), fortification);
    make(&p, mode, fortification, hoplites, prestige, enemy);
    p.discs[S][city] = (uint8_t)discs;
    if (acted) {
        p.step = POLIS_STEP_FORCE_MORE;
        p.what = (uint8_t)city;
    }
    int n = polis_schedules_of(tables(mode), &p, S, city, acted, plan);
    check_discs(mode, &p, city, plan, n, acted);
    for (int i = 0; i < n; i++) {
        check_plan(mode, &p, fortification, &plan[i], acted);
        if (i) assert_true(plan[i].turns > plan[i - 1].turns && plan[i].prestige <= plan[i - 1].prestige);
    }
    bool fast = hoplites >= fortification && prestige >= 20; /* rich enough for every one of them */
    int all = tables(mode)->siege.force == POLIS_FORCE_DISCS ? fortification - discs + acted : 1;
    if (fast) assert_int_equal(n, all);
}

/* Once a disc lies, forcing may leave fewer than F hoplites: then only what ends the siege at once is offered. */
static void schedules_are_played(void **state) {
    static const int purses[] = {0, 1, 2, 3, 4, 20};
    (void)state;
    for (int mode = 0; mode < POLIS_SIEGE_MODES; mode++)
        for (int fortification = 1; fortification <= 4 && !tables(mode)->siege.die; fortification++)
            for (int hoplites = 1; hoplites <= 5; hoplites++)
                for (int discs = 0; discs < fortification; discs++)
                    for (size_t purse = 0; purse < ALEA_LEN(purses); purse++)
                        for (int enemy = 0; enemy < 2; enemy++) {
                            if (hoplites >= fortification)
                                check_schedules(mode, fortification, hoplites, purses[purse], discs, enemy, false);
                            if (tables(mode)->siege.force == POLIS_FORCE_DISCS && discs)
                                check_schedules(mode, fortification, hoplites, purses[purse], discs, enemy, true);
                        }
}

/* The seed's example, section 10.4: F 4, 5 hoplites, all at once 4 PP and 3 hoplites; in two turns 3 and 2; in three 2 and 1. */
static void schedule_of_the_example(void **state) {
    (void)state;
    struct polis_position p;
    struct polis_schedule plan[POLIS_SCHEDULES];
    make(&p, DISCS_SACRIFICE, 4, 5, 6, false);
    int n = polis_schedules_of(tables(DISCS_SACRIFICE), &p, S, city_of(tables(DISCS_SACRIFICE), 4), false, plan);
    assert_int_equal(n, 4);
    for (int i = 0; i < n; i++) {
        assert_int_equal(plan[i].turns, i + 1);
        assert_int_equal(plan[i].forced, 3 - i);
        assert_int_equal(plan[i].hoplites, 3 - i);
        assert_int_equal(plan[i].prestige, 4 - i);
    }
}

/* ---- Words ------------------------------------------------------------------------------------------------------------------- */

/* "1/4 to position 2" lines add up to the outcomes of the die, in both ways to pay. */
static void markers_are_enumerated(void **state) {
    (void)state;
    for (int exchange = 0; exchange < 2; exchange++)
        for (int at = 0; at < POLIS_PRICE_POSITIONS; at++) {
            struct polis_position p;
            struct alea_outcome out[64];
            make(&p, STANDARD, 3, 3, 4, false);
            p.step = POLIS_STEP_TRADE_MODE;
            p.action = POLIS_TRADE;
            p.what = 0; /* oil for wheat */
            p.port[S] = 1;
            memset(p.resource[S], 20, sizeof p.resource[S]);
            p.market[tables(STANDARD)->shiploads[0].good] = (uint8_t)at;
            struct alea_text text;
            alea_text_init(&text, 4096, ALEA_EN);
            assert_true(game->chances.odds(tables(STANDARD), &p, S, &text));
            json_t *json = detail_of(STANDARD, &p, 0, 0), *lines = json_object_get(json, exchange ? "exchange" : "bought");
            assert_int_equal(number_at(json, "price"), polis_price_of(tables(STANDARD), &p, 0));
            assert_int_equal(number_at(json, "holds"), 20);
            const char *part = strstr(alea_text_str(&text), exchange ? "exchange the" : "purchase the");
            assert_non_null(part);
            play(STANDARD, &p, S, exchange ? POLIS_VERB_EXCHANGE : POLIS_VERB_PURCHASE, 0);
            int n = game->outcomes(tables(STANDARD), &p, out), weight[POLIS_PRICE_POSITIONS] = {0}, total = 0;
            for (int i = 0; i < n; i++) {
                struct polis_position after = p;
                game->apply(tables(STANDARD), &after, ALEA_CHANCE, out[i].move, NULL);
                weight[after.market[tables(STANDARD)->shiploads[0].good]] += (int)out[i].weight;
                total += (int)out[i].weight;
            }
            size_t i;
            const json_t *marker;
            json_array_foreach(lines, i, marker) {
                int to = number_at(marker, "position");
                assert_int_equal(number_at(marker, "weight"), weight[to]);
                p.market[tables(STANDARD)->shiploads[0].good] = (uint8_t)to;
                assert_int_equal(number_at(marker, "price"), polis_price_of(tables(STANDARD), &p, 0));
            }
            json_decref(json);
            for (int to = 0; to < POLIS_PRICE_POSITIONS; to++) {
                if (!weight[to]) continue;
                assert_true(i > 0);
                i--;
                int divisor = 1;
                for (int d = 1; d <= total; d++)
                    if (weight[to] % d == 0 && total % d == 0) divisor = d;
                char line[80];
                if (weight[to] == total) snprintf(line, sizeof line, "\n      1: to position %d,", to);
                else
                    snprintf(line, sizeof line, "\n      %d/%d: to position %d,", weight[to] / divisor, total / divisor, to);
                assert_non_null(strstr(part, line));
            }
            assert_int_equal(i, 0); /* as many markers as positions that can be reached */
            alea_text_clear(&text);
        }
}

static double count_any(int all, int good, int n) {
    int hits = 0, hands = 0;
    for (unsigned set = 0; set < 1u << all; set++) {
        if (__builtin_popcount(set) != n) continue;
        hands++;
        hits += (set & ((1u << good) - 1)) != 0;
    }
    return (double)hits / hands;
}

static void hands_are_enumerated(void **state) {
    (void)state;
    for (int all = 1; all <= 14; all++)
        for (int good = 0; good <= 4 && good <= all; good++)
            for (int n = 0; n <= 5 && n <= all; n++)
                assert_true(fabs(polis_chance_of_any(all, good, n) - count_any(all, good, n)) < 1e-12);
}

/* Cards of one's own and played ones are seen; of the rest the other hand is any. */
static void formations_are_told(void **state) {
    (void)state;
    const struct polis_tables *r = tables(STANDARD);
    struct polis_position p;
    make(&p, STANDARD, 3, 3, 4, false);
    p.step = POLIS_STEP_ATTACK;
    p.hand[S][0] = 1;
    p.hand[S][3] = 1;
    p.played[1] = 1;
    p.hand_size[S] = 2;
    p.hand_size[A] = 4;
    json_t *json = detail_of(STANDARD, &p, 0, 0), *formations = json_object_get(json, "formations"), *at;
    size_t i;
    int held = 0, unseen = 0;
    assert_string_equal(json_string_value(json_object_get(json, "kind")), "battle");
    assert_int_equal(json_array_size(formations), r->formation.n);
    json_array_foreach(formations, i, at) {
        double chance = polis_chance_of_any(r->cards_total - 3, number_at(at, "unseen"), 4);
        assert_true(fabs(json_number_value(json_object_get(at, "chance")) - chance) < 0.0001);
        assert_string_equal(json_string_value(json_object_get(at, "formation")), r->formation.at[i].id);
        held += number_at(at, "hand");
        unseen += number_at(at, "unseen");
    }
    assert_int_equal(held, 2);
    assert_int_equal(unseen, r->cards_total - 3);
    json_decref(json);
    struct alea_text text;
    alea_text_init(&text, 4096, ALEA_EN);
    assert_false(game->chances.detail(r, &p, ALEA_NONE, 0, &text)); /* who looks on holds no cards */
    assert_int_equal(text.len, 0);
}

/* Where there is one target alone, its action tells of it. */
static void lone_targets_are_told(void **state) {
    (void)state;
    struct polis_position p, asked;
    struct alea_text text;
    make(&p, STANDARD, 3, 3, 4, false);
    json_t *named = detail_of(STANDARD, &p, POLIS_VERB_SIEGE, city_of(tables(STANDARD), 3));
    asked = p;
    asked.step = POLIS_STEP_ACTION;
    asked.action = ALEA_NONE;
    json_t *lone = detail_of(STANDARD, &asked, POLIS_VERB_ACT, POLIS_BESIEGE);
    assert_true(json_equal(named, lone));
    json_decref(named);
    json_decref(lone);
    alea_text_init(&text, 4096, ALEA_EN);
    assert_false(game->chances.detail(tables(STANDARD), &asked, S, 0, &text));
    assert_false(game->chances.detail(tables(STANDARD), &p, A,
                                      alea_move_make(POLIS_VERB_SIEGE, city_of(tables(STANDARD), 3)), &text));
    assert_int_equal(text.len, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dice_are_enumerated),    cmocka_unit_test(chances_are_those_of_the_rules),
        cmocka_unit_test(schedules_are_played),   cmocka_unit_test(schedule_of_the_example),
        cmocka_unit_test(markers_are_enumerated), cmocka_unit_test(hands_are_enumerated),
        cmocka_unit_test(failures_are_told),      cmocka_unit_test(formations_are_told),
        cmocka_unit_test(lone_targets_are_told),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
