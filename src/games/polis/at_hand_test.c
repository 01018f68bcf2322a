/* SPDX-License-Identifier: MIT */
/* at_hand_test.c - the chances at hand of sieges, schedules, markets and cards, against the game itself: every outcome of the die
 * played out, every schedule played to its end, every hand. [POL-SIEGE, POL-SAC, POL-DIC, POL-DSAC, POL-TRADE, POL-BATTLE] */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../../odds/odds.h"
#include "modes_test.h"
#include "question.h"
#include <cmocka.h>

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

static unsigned city_of(const struct polis_tables *t, int fortification) {
    unsigned city = 0;
    while (strcmp(t->city.at[city].id, target[fortification].id) != 0) city++;
    assert_int_equal(t->city_at[city].fortification, fortification);
    return city;
}

/* Round 5 alpha, Sparta to besiege with so many hoplites and so much Prestige; the polis neutral or Athens'. */
static void make(struct polis_position *p, int mode, int fortification, int hoplites, int prestige, bool enemy) {
    char lines[1024];
    struct alea_error error = {.lang = ALEA_EN};
    const struct polis_tables *t = tables(mode);
    memset(p, 0, sizeof *p);
    game->setup(t, p);
    snprintf(lines, sizeof lines,
             "round r5a\nstep siege_polis\naction besiege\nactive sparta\ndecider sparta\n"
             "units.sparta *=0 %s=%d\nprestige sparta=%d athens=20\n",
             target[fortification].region, hoplites, prestige);
    assert_int_equal(alea_position_read(rules[mode], lines, p, &error), ALEA_OK);
    if (!enemy) return;
    unsigned city = city_of(t, fortification);
    p->own[A] |= UINT32_C(1) << city;
    p->population[city] = (uint8_t)t->city_at[city].base;
}

static void play(int mode, struct polis_position *p, int seat, unsigned verb, unsigned arg) {
    alea_move move = alea_move_make(verb, arg);
    assert_int_equal(game->why_not(tables(mode), p, seat, move), 0);
    game->apply(tables(mode), p, seat, move, NULL);
}

static bool taken(const struct polis_position *p, unsigned city) { return p->own[S] >> city & 1; }

/* What is at hand with a move of Sparta's or, with verb 0, without one. */
static struct odds_asker asks(int mode, const struct polis_position *p, unsigned verb, unsigned arg) {
    return (struct odds_asker){rules[mode], p, S, alea_move_make(verb, arg)};
}

/* The i-th question of those, and its answer in fractions; false past the last. To be cleared if it is true. */
static bool asked(const struct odds_asker *asker, int i, struct alea_at_hand *at, struct odds_answer *answer) {
    struct odds_how how = {.fractions = true};
    *at = (struct alea_at_hand){.question = 0};
    *answer = (struct odds_answer){.kind = ALEA_ANSWER_NONE};
    if (!odds_at_hand(asker, i, at)) return false;
    assert_int_equal(odds_solve(asker->rules, &polis_questions[at->question], at->value, &how, answer, NULL), ALEA_OK);
    return true;
}

/* That the measure ends so; nothing is certain of what is not measured. */
static struct odds_chance chance_of(const struct odds_answer *answer, int measure, int value) {
    const struct odds_measure *of = &answer->measure[measure];
    return of->at && value <= of->most ? of->at[value] : (struct odds_chance){.value = -1};
}

static int given(const struct alea_at_hand *at, int parameter) { return at->value[parameter].at[0]; }

static int n_asked(const struct odds_asker *asker) {
    struct alea_at_hand at = {.question = -1};
    int n = 0;
    while (odds_at_hand(asker, n, &at)) n++;
    return n;
}

static void near(double value, double wanted) { assert_true(fabs(value - wanted) <= 1e-12); }

/* ---- Sieges by die: every face, and what is done after it ------------------------------------------------------------------ */

/* Sums over the faces of the die. */
struct sums {
    int faces, taken, hoplites, prestige; /* hoplites lost, Prestige gained */
};

static void add_up(int mode, const struct polis_position *before, unsigned city, bool force, struct sums *sum) {
    struct alea_outcome out[64] = {{0}};
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
        sum->faces++;
        sum->taken += taken(&p, city);
        sum->hoplites += before->units[S][region] - p.units[S][region];
        sum->prestige += p.prestige[S] - before->prestige[S];
    }
}

/* With what the capture brings. [POL-SIEGE-7] */
static void same_sums(const struct odds_answer *answer, int fortification, const struct sums *sum) {
    double capture = chance_of(answer, POLIS_CAPTURE, 1).value;
    assert_int_equal(answer->kind, ALEA_ANSWER_CHAIN);
    near(capture, (double)sum->taken / sum->faces);
    near(answer->measure[POLIS_HOPLITES_LOST].expected, (double)sum->hoplites / sum->faces);
    near(capture * fortification - answer->measure[POLIS_PRESTIGE_SPENT].expected, (double)sum->prestige / sum->faces);
}

/* Without forcing first, then with it, if it can be paid: then it takes more, or nothing could fail. */
static void check_die(int mode, int fortification, int hoplites, int prestige, int enemy) {
    struct polis_position p;
    struct sums plain = {0}, forced = {0};
    struct alea_at_hand at = {.question = -1};
    struct odds_answer answer = {.kind = ALEA_ANSWER_NONE};
    make(&p, mode, fortification, hoplites, prestige, enemy);
    unsigned city = city_of(tables(mode), fortification);
    struct odds_asker asker = asks(mode, &p, POLIS_VERB_SIEGE, city);
    add_up(mode, &p, city, false, &plain);
    add_up(mode, &p, city, true, &forced);
    bool can_force = prestige > tables(mode)->siege.prestige_start && mode == SACRIFICE;
    assert_int_equal(n_asked(&asker), can_force ? 2 : 1);
    for (int i = 0; asked(&asker, i, &at, &answer); i++) {
        assert_int_equal(at.question, POLIS_ASK_SIEGE);
        assert_true(!at.choice && at.set == POLIS_SET_POLIS && at.subject == (int32_t)city);
        assert_int_equal(given(&at, POLIS_ASK_FORTIFICATION), fortification);
        assert_int_equal(given(&at, POLIS_ASK_HOPLITES), hoplites);
        assert_int_equal(given(&at, POLIS_ASK_PRESTIGE), prestige);
        assert_int_equal(given(&at, POLIS_ASK_POPULATION), enemy ? p.population[city] : 0);
        same_sums(&answer, fortification, i ? &forced : &plain);
        odds_clear(&answer);
    }
    if (!can_force) assert_memory_equal(&plain, &forced, sizeof plain);
}

static void dice_are_enumerated(void **state) {
    (void)state;
    for (int mode = 0; mode < POLIS_SIEGE_MODES; mode++)
        for (int fortification = 1; fortification <= 4 && tables(mode)->siege.die; fortification++)
            for (int hoplites = fortification; hoplites <= 5; hoplites++)
                for (int prestige = price_of(mode); prestige < price_of(mode) + 3; prestige++)
                    for (int enemy = 0; enemy < 2; enemy++) check_die(mode, fortification, hoplites, prestige, enemy);
}

/* Section 5.3 of the rules: 4/4, 3/4, 2/4, 1/4. */
static void chances_are_those_of_the_rules(void **state) {
    (void)state;
    for (int fortification = 1; fortification <= 4; fortification++) {
        struct polis_position p;
        struct alea_at_hand at = {.question = -1};
        struct odds_answer answer = {.kind = ALEA_ANSWER_NONE};
        make(&p, STANDARD, fortification, 4, 4, false);
        struct odds_asker asker = asks(STANDARD, &p, POLIS_VERB_SIEGE, city_of(tables(STANDARD), fortification));
        assert_true(asked(&asker, 0, &at, &answer));
        struct odds_chance capture = chance_of(&answer, POLIS_CAPTURE, 1);
        assert_true(capture.bottom);
        assert_int_equal(capture.top * 4, (5 - (unsigned)fortification) * capture.bottom);
        odds_clear(&answer);
    }
}

/* After the throw: what it showed; to force it takes the polis and costs what the game takes. */
static void check_failed(int fortification, int roll, bool enemy) {
    struct polis_position p;
    struct alea_at_hand at, same = {.question = -1};
    struct odds_answer answer = {.kind = ALEA_ANSWER_NONE};
    make(&p, SACRIFICE, fortification, 4, 4, enemy);
    unsigned city = city_of(tables(SACRIFICE), fortification), region = tables(SACRIFICE)->city_at[city].region;
    play(SACRIFICE, &p, S, POLIS_VERB_SIEGE, city);
    game->apply(tables(SACRIFICE), &p, ALEA_CHANCE, alea_move_make(POLIS_VERB_DICE, (unsigned)roll), NULL);
    struct odds_asker asker = asks(SACRIFICE, &p, 0, 0), forcing = asks(SACRIFICE, &p, POLIS_VERB_FORCE, 0);
    struct odds_asker waiting = asks(SACRIFICE, &p, POLIS_VERB_NO, 0);
    assert_int_equal(n_asked(&asker), 1);
    assert_true(n_asked(&forcing) == 1 && odds_at_hand(&forcing, 0, &same) && !n_asked(&waiting));
    assert_true(asked(&asker, 0, &at, &answer));
    assert_memory_equal(&at, &same, sizeof at);
    assert_int_equal(given(&at, POLIS_ASK_ROLL), roll);
    assert_int_equal(given(&at, POLIS_ASK_HOPLITES), p.units[S][region]);
    struct polis_position then = p;
    play(SACRIFICE, &then, S, POLIS_VERB_FORCE, 0);
    assert_true(taken(&then, city));
    near(chance_of(&answer, POLIS_CAPTURE, 1).value, 1);
    near(chance_of(&answer, POLIS_HOPLITES_LOST, p.units[S][region] - then.units[S][region]).value, 1);
    near(chance_of(&answer, POLIS_PRESTIGE_SPENT, p.prestige[S] + fortification - then.prestige[S]).value, 1);
    if (enemy) near(chance_of(&answer, POLIS_POPULATION_LEFT, then.population[city]).value, 1);
    odds_clear(&answer);
    at.value[POLIS_ASK_OBJECTIVE].at[0] = POLIS_WANTS_NO_FORCE;
    assert_int_equal(odds_solve_at_hand(rules[SACRIFICE], &at, &answer, NULL), ALEA_OK);
    near(chance_of(&answer, POLIS_CAPTURE, 0).value, 1); /* nothing follows */
    near(chance_of(&answer, POLIS_HOPLITES_LOST, 0).value, 1);
    odds_clear(&answer);
}

static void failures_are_told(void **state) {
    (void)state;
    for (int fortification = 2; fortification <= 4; fortification++)
        for (int roll = 1; roll < fortification; roll++)
            for (int enemy = 0; enemy < 2; enemy++) check_failed(fortification, roll, enemy);
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

/* What is at hand is the same plans, if the polis can be named or forced now. */
static void check_discs(int mode, const struct polis_position *p, unsigned city, const struct polis_schedule plan[], int n,
                        bool laid) {
    struct alea_at_hand at = {.question = -1};
    struct odds_answer answer = {.kind = ALEA_ANSWER_NONE};
    if (!laid && game->why_not(tables(mode), p, S, alea_move_make(POLIS_VERB_SIEGE, city))) return;
    struct odds_asker asker = asks(mode, p, laid ? 0 : POLIS_VERB_SIEGE, laid ? 0 : city);
    assert_int_equal(n_asked(&asker), 1);
    assert_true(asked(&asker, 0, &at, &answer));
    assert_int_equal(answer.kind, ALEA_ANSWER_ROWS);
    assert_int_equal(answer.n_rows, n);
    for (int i = 0; answer.rows && i < n; i++) {
        const int32_t *row = answer.rows[i].value;
        assert_int_equal(row[POLIS_ROW_TURNS], plan[i].turns);
        assert_int_equal(row[POLIS_ROW_FORCED], plan[i].forced);
        assert_int_equal(row[POLIS_ROW_PAID], plan[i].prestige);
        assert_int_equal(row[POLIS_ROW_HOPLITES], plan[i].hoplites);
    }
    assert_int_equal(given(&at, POLIS_ASK_MODE), mode);
    assert_int_equal(given(&at, POLIS_ASK_DISCS), p->discs[S][city]);
    assert_int_equal(given(&at, POLIS_ASK_LAID), laid);
    assert_int_equal(at.note[1].label, tables(mode)->siege.discs_stay ? POLIS_LABEL_RISK_STAY : POLIS_LABEL_RISK_CLEARED);
    assert_int_equal(at.note[2].label == POLIS_LABEL_RISK_START, !p->discs[S][city]);
    odds_clear(&answer);
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

/* ---- Markets and hands --------------------------------------------------------------------------------------------------------- */

/* Each way to pay: as many ends as positions that can be reached, each as often as the dice lead there, at the price there. */
static void check_market(struct polis_position *p, int at, bool exchange) {
    struct alea_outcome out[64] = {{0}};
    struct alea_at_hand asks_for = {.question = -1};
    struct odds_answer answer = {.kind = ALEA_ANSWER_NONE};
    const struct polis_tables *t = tables(STANDARD);
    unsigned good = t->shiploads[p->what].good;
    struct odds_asker asker = asks(STANDARD, p, exchange ? POLIS_VERB_EXCHANGE : POLIS_VERB_PURCHASE, 0);
    assert_true(n_asked(&asker) == 1 && asked(&asker, 0, &asks_for, &answer));
    assert_int_equal(given(&asks_for, POLIS_ASK_SHIPLOAD), p->what);
    assert_int_equal(given(&asks_for, POLIS_ASK_POSITION), at);
    struct polis_position thrown = *p;
    play(STANDARD, &thrown, S, exchange ? POLIS_VERB_EXCHANGE : POLIS_VERB_PURCHASE, 0);
    int n = game->outcomes(t, &thrown, out), weight[POLIS_PRICE_POSITIONS] = {0}, total = 0, reached = 0;
    for (int i = 0; i < n; i++) {
        struct polis_position after = thrown;
        game->apply(t, &after, ALEA_CHANCE, out[i].move, NULL);
        weight[after.market[good]] += (int)out[i].weight;
        total += (int)out[i].weight;
    }
    for (int i = 0; i < answer.n_ends; i++) {
        int to = answer.ends[i].value[POLIS_MARKER_POSITION];
        const struct odds_chance *chance = &answer.ends[i].chance;
        assert_int_equal(chance->top * (uint64_t)total, (uint64_t)weight[to] * chance->bottom);
        struct polis_position there = *p;
        there.market[good] = (uint8_t)to;
        assert_int_equal(answer.ends[i].value[POLIS_MARKER_PRICE], polis_price_of(t, &there, p->what));
    }
    for (int to = 0; to < POLIS_PRICE_POSITIONS; to++) reached += weight[to] > 0;
    assert_int_equal(answer.n_ends, reached);
    odds_clear(&answer);
}

static void markers_are_enumerated(void **state) {
    (void)state;
    for (int at = 0; at < POLIS_PRICE_POSITIONS; at++) {
        struct polis_position p;
        struct alea_at_hand way = {.question = -1};
        make(&p, STANDARD, 3, 3, 4, false);
        p.step = POLIS_STEP_TRADE_MODE;
        p.action = POLIS_TRADE;
        p.what = 0; /* oil for wheat */
        p.port[S] = 1;
        memset(p.resource[S], 20, sizeof p.resource[S]);
        p.market[tables(STANDARD)->shiploads[0].good] = (uint8_t)at;
        struct odds_asker both = asks(STANDARD, &p, 0, 0);
        assert_int_equal(n_asked(&both), 2);
        for (int i = 0; odds_at_hand(&both, i, &way); i++) assert_true(way.choice && given(&way, POLIS_ASK_PAID) == i);
        check_market(&p, at, true);
        check_market(&p, at, false);
    }
}

/* How likely so many of the first `good` of all cards are among n. */
static double count_hands(int all, int good, int n, int held) {
    int hits = 0, hands = 0;
    for (unsigned set = 0; set < 1u << all; set++) {
        if (__builtin_popcount(set) != n) continue;
        hands++;
        hits += __builtin_popcount(set & ((1u << good) - 1)) == held;
    }
    return (double)hits / hands;
}

/* Four cards of a formation, and eight others: those of two more; all others were seen. */
static void hands_are_enumerated(void **state) {
    (void)state;
    const struct polis_tables *t = tables(STANDARD);
    for (int good = 0; good <= 4; good++)
        for (int n = 0; n <= 5; n++) {
            struct alea_at_hand at = {.question = -1};
            struct odds_answer answer = {.kind = ALEA_ANSWER_NONE};
            int of[POLIS_CARD_KINDS] = {0}, left = 4 - good;
            alea_at_hand_begin(&at, polis_questions, POLIS_ASK_CARDS);
            at.value[POLIS_ASK_FORMATION].at[0] = 0;
            at.value[POLIS_ASK_HELD].at[0] = n;
            struct alea_values *seen = &at.value[POLIS_ASK_SEEN];
            for (int card = 0; card < t->card.n; card++)
                for (int i = 0; i < t->cards[card].count; i++) {
                    bool is_seen = t->cards[card].formation > 2 || (!t->cards[card].formation && left-- > 0);
                    if (is_seen) seen->at[seen->n++] = card;
                    else of[t->cards[card].formation]++;
                }
            assert_true(of[0] == good && of[1] + of[2] == 8);
            assert_int_equal(odds_solve_at_hand(rules[STANDARD], &at, &answer, NULL), ALEA_OK);
            near(chance_of(&answer, POLIS_ANY_HELD, 0).value, count_hands(good + 8, good, n, 0));
            assert_int_equal(answer.measure[POLIS_CARDS_HELD].most, good);
            for (int held = 0; held <= good; held++)
                near(chance_of(&answer, POLIS_CARDS_HELD, held).value, count_hands(good + 8, good, n, held));
            odds_clear(&answer);
        }
}

static void in_attack(struct polis_position *p) {
    make(p, STANDARD, 3, 3, 4, false);
    p->step = POLIS_STEP_ATTACK;
    p->hand[S][0] = 1;
    p->hand[S][3] = 1;
    p->played[1] = 1;
    p->hand_size[S] = 2;
    p->hand_size[A] = 4;
}

/* Cards of one's own and played ones are seen; of the rest the other hand is any. */
static void formations_are_told(void **state) {
    (void)state;
    const struct polis_tables *t = tables(STANDARD);
    struct polis_position p;
    struct alea_at_hand at = {.question = -1};
    struct odds_answer answer = {.kind = ALEA_ANSWER_NONE};
    int held = 0, unseen = 0;
    in_attack(&p);
    struct odds_asker asker = asks(STANDARD, &p, 0, 0), spectator = asker;
    for (int i = 0; asked(&asker, i, &at, &answer); i++) {
        assert_true(at.choice && given(&at, POLIS_ASK_FORMATION) == i && given(&at, POLIS_ASK_HELD) == 4);
        const struct alea_values *seen = &at.value[POLIS_ASK_SEEN];
        assert_true(seen->n == 3 && seen->at[0] == 0 && seen->at[1] == 1 && seen->at[2] == 3);
        assert_int_equal(at.note[0].arg[1], answer.measure[POLIS_CARDS_HELD].most);
        held += at.note[0].arg[0];
        unseen += answer.measure[POLIS_CARDS_HELD].most;
        odds_clear(&answer);
    }
    assert_int_equal(n_asked(&asker), t->formation.n);
    assert_int_equal(held, 2);
    assert_int_equal(unseen, t->cards_total - 3);
    spectator.seat = ALEA_NONE; /* who looks on holds no cards */
    assert_int_equal(n_asked(&spectator), 0);
}

/* Of a card its own formation comes first, and stands beside it; nobody else is told of it. */
static void a_card_in_the_attack_may_be_matched(void **state) {
    (void)state;
    struct polis_position p;
    struct alea_at_hand at = {.question = -1};
    in_attack(&p);
    p.attacker = p.active = p.decider = S;
    p.hand[S][17] = 1;
    unsigned own = tables(STANDARD)->cards[3].formation;
    struct odds_asker asker = asks(STANDARD, &p, POLIS_VERB_PLAY, 3), other = asker;
    assert_true(own > 0 && n_asked(&asker) == tables(STANDARD)->formation.n);
    unsigned told = 0;
    for (int i = 0; odds_at_hand(&asker, i, &at); i++) {
        assert_int_equal(at.choice, i > 0);
        if (!i) assert_int_equal(given(&at, POLIS_ASK_FORMATION), own);
        told |= 1u << given(&at, POLIS_ASK_FORMATION);
    }
    assert_int_equal(told, (1u << tables(STANDARD)->formation.n) - 1);
    other.seat = A;
    assert_int_equal(n_asked(&other), 0);
}

/* Where there is one target alone, its action tells of it. */
static void lone_targets_are_told(void **state) {
    (void)state;
    struct polis_position p, before;
    struct alea_at_hand named = {.question = -1}, lone = {.question = -1}, chosen = {.question = -1};
    make(&p, STANDARD, 3, 3, 4, false);
    before = p;
    before.step = POLIS_STEP_ACTION;
    before.action = ALEA_NONE;
    struct odds_asker asker = asks(STANDARD, &p, POLIS_VERB_SIEGE, city_of(tables(STANDARD), 3));
    struct odds_asker acting = asks(STANDARD, &before, POLIS_VERB_ACT, POLIS_BESIEGE);
    struct odds_asker choosing = asks(STANDARD, &before, 0, 0), unasked = acting;
    assert_true(odds_at_hand(&asker, 0, &named) && odds_at_hand(&acting, 0, &lone));
    assert_memory_equal(&named, &lone, sizeof named);
    assert_true(odds_at_hand(&choosing, 0, &chosen) && chosen.choice && chosen.subject == named.subject);
    unasked.move = alea_move_make(POLIS_VERB_SIEGE, city_of(tables(STANDARD), 3)); /* not yet */
    assert_int_equal(n_asked(&unasked), 0);
}

/* ---- Words -------------------------------------------------------------------------------------------------------------------- */

static void says(int mode, const struct polis_position *p, const char *wanted) {
    struct alea_text text;
    struct odds_asker asker = asks(mode, p, 0, 0);
    alea_text_init(&text, 4096, ALEA_EN);
    assert_true(odds_say_at_hand(&asker, &text));
    assert_string_equal(alea_text_str(&text), wanted);
    alea_text_clear(&text);
}

static void words_are_told(void **state) {
    (void)state;
    struct polis_position p;
    make(&p, SACRIFICE, 3, 3, 2, false);
    says(
        SACRIFICE, &p,
        "A siege\n"
        "  Fortification of the polis: 3\n"
        "  hoplites in the region: 3\n"
        "  Prestige: 2\n"
        "  Argos, without forcing: capture 50.0%; hoplites lost 0.50 on average; Prestige spent (reward left out) 1.00 on average\n"
        "  Argos, with forcing: capture 100.0%; hoplites lost 1.25 on average; Prestige spent (reward left out) 1.50 on average\n"
        "    25.0% siege 1, roll 2, hoplites left 2, Prestige left 1: force, sacrificing 1\n"
        "    25.0% siege 1, roll 1, hoplites left 2, Prestige left 1: force, sacrificing 2\n");
    make(&p, DISCS_SACRIFICE, 3, 4, 20, false);
    says(
        DISCS_SACRIFICE, &p,
        "A siege: Argos\n"
        "  You can lose 1 hoplite: below 3 the discs go. The discs stay at the end of the round. Once the opponent has passed, no siege is started.\n"
        "  Fortification of the polis: 3\n"
        "  hoplites in the region: 4\n"
        "  Prestige: 20\n"
        "    turns 1, Prestige spent (reward left out) 3, hoplites lost 2, discs forced 2\n"
        "    turns 2, Prestige spent (reward left out) 2, hoplites lost 1, discs forced 1\n"
        "    turns 3, Prestige spent (reward left out) 1, hoplites lost 0, discs forced 0\n");
    in_attack(&p);
    says(STANDARD, &p,
         "Cards of a formation in the hand of the other side\n"
         "  cards in that hand: 4\n"
         "  cards seen, in one's own hand or played: Phalanx 0, Phalanx 1, Left wing 0\n"
         "  formation Phalanx: at least one 35.2%; cards 0.38 on average\n"
         "    in hand 1, unseen 2\n"
         "  formation Left wing: at least one 48.9%; cards 0.57 on average\n"
         "    in hand 1, unseen 3\n"
         "  formation Right wing: at least one 60.2%; cards 0.76 on average\n"
         "    in hand 0, unseen 4\n"
         "  formation Wedge: at least one 60.2%; cards 0.76 on average\n"
         "    in hand 0, unseen 4\n"
         "  formation Crescent: at least one 60.2%; cards 0.76 on average\n"
         "    in hand 0, unseen 4\n"
         "  formation Ambush: at least one 60.2%; cards 0.76 on average\n"
         "    in hand 0, unseen 4\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dice_are_enumerated),
        cmocka_unit_test(chances_are_those_of_the_rules),
        cmocka_unit_test(failures_are_told),
        cmocka_unit_test(schedules_are_played),
        cmocka_unit_test(schedule_of_the_example),
        cmocka_unit_test(markers_are_enumerated),
        cmocka_unit_test(hands_are_enumerated),
        cmocka_unit_test(formations_are_told),
        cmocka_unit_test(a_card_in_the_attack_may_be_matched),
        cmocka_unit_test(lone_targets_are_told),
        cmocka_unit_test(words_are_told),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
