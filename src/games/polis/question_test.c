/* SPDX-License-Identifier: MIT */
/* question_test.c - what the questions about sieges and battles answer, against the game itself: every face of the die and every
 * choice played out, every plan of a siege by discs, every card that may be dealt. [POL-SIEGE, POL-SAC, POL-DIC, POL-DSAC, POL-BATTLE] */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../../odds/odds.h"
#include "modes_test.h"
#include "question.h"

enum { S = POLIS_SPARTA, A = POLIS_ATHENS, MOST = 64, WORDS = 8 };

static const struct polis_tables *tables(int mode) { return rules[mode]->tables; }

/* ---- Questions ---------------------------------------------------------------------------------------------------------- */

/* "fortification=3 hoplites=4": the code, and the answer, to be cleared in any case. */
static enum alea_err try(int mode, const char *name, const char *line, struct odds_answer *answer,
                         struct alea_error *error) {
    char words[256], *rest = NULL;
    struct odds_given given[WORDS];
    struct alea_values values[ALEA_MAX_PARAMETERS];
    struct odds_how how = {.fractions = true, .samples = 20000, .seed = 7};
    int n = 0;
    *answer = (struct odds_answer){.kind = ALEA_ANSWER_NONE};
    const struct alea_question *question = odds_find(game, name, error);
    assert_non_null(question);
    snprintf(words, sizeof words, "%s", line);
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(word, '=');
        assert_true(value && n < WORDS);
        *value = 0;
        given[n++] = (struct odds_given){.name = word, .value = value + 1};
    }
    enum alea_err code = odds_read(rules[mode], question, given, n, values, error);
    return code == ALEA_OK ? odds_solve(rules[mode], question, values, &how, answer, error) : code;
}

static struct odds_answer ask(int mode, const char *name, const char *line) {
    struct alea_error error = {.lang = ALEA_EN};
    struct odds_answer answer;
    if (try(mode, name, line, &answer, &error) != ALEA_OK) fail_msg("%s %s: %s", name, line, error.text);
    return answer;
}

static void is_refused(int mode, const char *name, const char *line, const char *why) {
    for (enum alea_lang lang = 0; lang < ALEA_LANGS; lang++) {
        struct alea_error error = {.lang = lang};
        struct odds_answer answer;
        assert_int_equal(try(mode, name, line, &answer, &error), ALEA_ERR_NO_ODDS);
        if (lang == ALEA_EN) assert_non_null(strstr(error.text, why));
        odds_clear(&answer);
    }
}

static void near(double value, double wanted) { assert_true(fabs(value - wanted) <= 1e-12); }

/* ---- Positions ------------------------------------------------------------------------------------------------------------ */

/* A polis that can be besieged for each Fortification: Naupactus 1, Corcyra 2, Argos 3, Syracuse 4. */
static const struct {
    const char *id, *region;
} target[5] = {[1] = {"naupactus", "thessaly"},
               [2] = {"corcyra", "acarnania"},
               [3] = {"argos", "arcadia"},
               [4] = {"syracuse", "sicily"}};

static unsigned city_of(int fortification) {
    const struct polis_tables *t = tables(0);
    unsigned city = 0;
    while (strcmp(t->city.at[city].id, target[fortification].id) != 0) city++;
    return city;
}

/* Another turn of Sparta's, which besieges. */
static void next_turn(struct polis_position *p) {
    p->step = POLIS_STEP_SIEGE_POLIS;
    p->action = POLIS_BESIEGE;
    p->active = p->decider = S;
    p->actions = 0;
    p->first_action = p->first_polis = p->what = ALEA_NONE;
    p->first_started = 0;
}

/* Round 5 alpha; the polis is Athens' with so many people, or with 0 neutral. */
static void make(struct polis_position *p, int mode, int fortification, int hoplites, int prestige, int people) {
    char lines[512];
    struct alea_error error = {.lang = ALEA_EN};
    unsigned city = city_of(fortification);
    memset(p, 0, sizeof *p);
    game->setup(tables(mode), p);
    snprintf(lines, sizeof lines, "round r5a\nunits.sparta *=0 %s=%d\nprestige sparta=%d athens=20\n",
             target[fortification].region, hoplites, prestige);
    assert_int_equal(alea_position_read(rules[mode], lines, p, &error), ALEA_OK);
    next_turn(p);
    if (!people) return;
    p->own[A] |= UINT32_C(1) << city;
    p->population[city] = (uint8_t)people;
}

static bool may(int mode, const struct polis_position *p, unsigned verb, unsigned arg) {
    return !game->why_not(tables(mode), p, S, alea_move_make(verb, arg));
}

static struct polis_position after(int mode, const struct polis_position *p, int seat, alea_move move) {
    struct polis_position next = *p;
    game->apply(tables(mode), &next, seat, move, NULL);
    return next;
}

/* ---- Sieges by die: the whole tree --------------------------------------------------------------------------------------- */

struct ends {
    double capture, lost[MOST], spent[MOST], people[MOST];
};

struct siege {
    int mode, fortification, hoplites, prestige;
    bool enemy, capture; /* what forcing is for */
};

static double mean(const double of[MOST]) {
    double sum = 0;
    for (int i = 0; i < MOST; i++) sum += i * of[i];
    return sum;
}

static void mix(struct ends *into, double share, const struct ends *of) {
    into->capture += share * of->capture;
    for (int i = 0; i < MOST; i++) {
        into->lost[i] += share * of->lost[i];
        into->spent[i] += share * of->spent[i];
        into->people[i] += share * of->people[i];
    }
}

static struct ends end_at(const struct siege *s, const struct polis_position *p) {
    unsigned city = city_of(s->fortification), region = tables(s->mode)->city_at[city].region;
    bool taken = p->own[S] >> city & 1;
    struct ends ends = {.capture = taken};
    ends.lost[s->hoplites - p->units[S][region]] = 1;
    ends.spent[s->prestige - p->prestige[S] + (taken ? s->fortification : 0)] = 1;
    ends.people[s->enemy ? p->population[city] : 0] = 1;
    return ends;
}

static bool is_better(const struct siege *s, const struct ends *a, const struct ends *b) {
    double chance = a->capture - b->capture, lost = mean(b->lost) - mean(a->lost);
    double first = s->capture ? chance : lost, then = s->capture ? lost : chance;
    return first > 1e-12 || (fabs(first) <= 1e-12 && then > 1e-12);
}

/* NOLINTBEGIN(misc-no-recursion): as deep as there are sieges */
static struct ends besiege(const struct siege *s, const struct polis_position *p, int attempts);

static struct ends go_on(const struct siege *s, const struct polis_position *p, int attempts) {
    struct polis_position next = *p;
    if (p->own[S] >> city_of(s->fortification) & 1) return end_at(s, p);
    next_turn(&next);
    return besiege(s, &next, attempts);
}

static struct ends choose(const struct siege *s, const struct polis_position *p, int attempts) {
    struct polis_position declined = after(s->mode, p, S, alea_move_make(POLIS_VERB_NO, 0));
    struct ends without = go_on(s, &declined, attempts);
    if (!may(s->mode, p, POLIS_VERB_FORCE, 0)) return without;
    struct polis_position forced = after(s->mode, p, S, alea_move_make(POLIS_VERB_FORCE, 0));
    struct ends with = go_on(s, &forced, attempts);
    return is_better(s, &without, &with) ? without : with;
}

static struct ends besiege(const struct siege *s, const struct polis_position *p, int attempts) {
    struct alea_outcome out[64];
    struct ends ends = {.capture = 0};
    unsigned city = city_of(s->fortification);
    if (!attempts || !may(s->mode, p, POLIS_VERB_SIEGE, city)) return end_at(s, p);
    struct polis_position siege = after(s->mode, p, S, alea_move_make(POLIS_VERB_SIEGE, city));
    int n = game->outcomes(tables(s->mode), &siege, out);
    for (int i = 0; i < n; i++) {
        struct polis_position next = after(s->mode, &siege, ALEA_CHANCE, out[i].move);
        struct ends then =
            next.step == POLIS_STEP_FORCE_ONCE ? choose(s, &next, attempts - 1) : go_on(s, &next, attempts - 1);
        mix(&ends, 1.0 / n, &then);
    }
    return ends;
}
/* NOLINTEND(misc-no-recursion) */

static void same(const struct odds_measure *measure, const double of[MOST]) {
    double sum = 0;
    assert_true(measure->most >= 0);
    for (int32_t i = 0; i <= measure->most; i++) {
        const struct odds_chance *chance = &measure->at[i];
        near(chance->value, of[i]);
        assert_true(chance->bottom);
        near((double)chance->top / (double)chance->bottom, of[i]);
        sum += chance->value;
    }
    near(sum, 1);
    near(measure->expected, mean(of));
}

static void compare(const struct siege *s, int attempts, int people) {
    char line[256], population[32] = "";
    struct polis_position p;
    make(&p, s->mode, s->fortification, s->hoplites, s->prestige, people);
    struct ends ends = besiege(s, &p, attempts);
    if (people) snprintf(population, sizeof population, " population=%d", people);
    snprintf(line, sizeof line, "mode=%s fortification=%d hoplites=%d prestige=%d attempts=%d objective=%s%s",
             polis_siege_words[s->mode], s->fortification, s->hoplites, s->prestige, attempts,
             s->capture ? "capture" : "hoplites", population);
    struct odds_answer answer = ask(STANDARD, "siege", line); /* the mode asked for, not that of the options */
    assert_int_equal(answer.kind, ALEA_ANSWER_CHAIN);
    near(answer.measure[POLIS_CAPTURE].at[1].value, ends.capture);
    same(&answer.measure[POLIS_HOPLITES_LOST], ends.lost);
    same(&answer.measure[POLIS_PRESTIGE_SPENT], ends.spent);
    if (people) same(&answer.measure[POLIS_POPULATION_LEFT], ends.people);
    else assert_int_equal(answer.measure[POLIS_POPULATION_LEFT].most, -1);
    odds_clear(&answer);
}

static void sieges_end_as_in_the_game(void **state) {
    (void)state;
    for (int mode = 0; mode < POLIS_SIEGE_MODES; mode++)
        for (int f = 1; f <= 4 && tables(mode)->siege.die; f++)
            for (int spare = 0; spare <= 2; spare++)
                for (int prestige = price_of(mode); prestige < price_of(mode) + 5; prestige++)
                    for (int attempts = 1; attempts <= 4; attempts++)
                        for (int people = 0; people <= 2; people++) {
                            struct siege s = {.mode = mode, .fortification = f, .hoplites = f + spare, .prestige = prestige};
                            s.enemy = people;
                            for (int capture = 0; capture < 2; capture++) {
                                s.capture = capture;
                                compare(&s, attempts, people ? people + f - 1 : 0);
                            }
                        }
}

/* The example of the rules, 10.3. */
static void policy_is_told(void **state) {
    (void)state;
    struct odds_answer answer = ask(SACRIFICE, "siege", "fortification=3 hoplites=3 prestige=2");
    struct alea_text text;
    alea_text_init(&text, 256, ALEA_EN);
    assert_int_equal(answer.n_choices, 2);
    answer.question->say_choice(tables(SACRIFICE), answer.memory, answer.choices[1].state, &answer.choices[1].chosen, &text);
    assert_string_equal(alea_text_str(&text), "siege 1, roll 1, hoplites left 2, Prestige left 1: force, sacrificing 2");
    assert_int_equal(answer.measure[POLIS_CAPTURE].at[1].top, 1);
    alea_text_clear(&text);
    odds_clear(&answer);
}

/* ---- Sieges by discs: every plan ------------------------------------------------------------------------------------------- */

struct plans {
    int mode, fortification, hoplites, prestige, n;
    struct odds_row row[512];
};

/* NOLINTBEGIN(misc-no-recursion): as deep as there are discs */
static void plan(struct plans *all, const struct polis_position *p, int turns, int forced);

static void plan_end(struct plans *all, const struct polis_position *p, int turns, int forced) {
    unsigned city = city_of(all->fortification), region = tables(all->mode)->city_at[city].region;
    struct odds_row row = {
        {turns, all->prestige - p->prestige[S] + all->fortification, all->hoplites - p->units[S][region], forced}};
    assert_true(all->n < 512);
    all->row[all->n++] = row;
}

static void plan_on(struct plans *all, const struct polis_position *p, int turns, int forced) {
    struct polis_position next = *p;
    if (p->step == POLIS_STEP_GARRISON) next = after(all->mode, p, S, alea_move_make(POLIS_VERB_NO, 0));
    if (next.own[S] >> city_of(all->fortification) & 1) {
        plan_end(all, &next, turns, forced);
        return;
    }
    if (next.step == POLIS_STEP_FORCE_MORE) {
        struct polis_position done = after(all->mode, &next, S, alea_move_make(POLIS_VERB_DONE, 0));
        plan_on(all, &done, turns, forced);
        if (!may(all->mode, &next, POLIS_VERB_FORCE, 0)) return;
        struct polis_position more = after(all->mode, &next, S, alea_move_make(POLIS_VERB_FORCE, 0));
        plan_on(all, &more, turns, forced + 1);
        return;
    }
    next_turn(&next);
    plan(all, &next, turns, forced);
}

static void plan(struct plans *all, const struct polis_position *p, int turns, int forced) {
    unsigned city = city_of(all->fortification);
    if (turns > 5 || !may(all->mode, p, POLIS_VERB_SIEGE, city)) return;
    struct polis_position next = after(all->mode, p, S, alea_move_make(POLIS_VERB_SIEGE, city));
    plan_on(all, &next, turns + 1, forced);
}
/* NOLINTEND(misc-no-recursion) */

static bool dominates(const struct odds_row *a, const struct odds_row *b) {
    bool less = false;
    for (int i = 0; i <= POLIS_ROW_HOPLITES; i++) { /* what it costs */
        if (a->value[i] > b->value[i]) return false;
        less = less || a->value[i] < b->value[i];
    }
    return less;
}

/* Every row can be played; every plan is a row, or not better than one. */
static void compare_plans(const struct plans *all, const struct odds_answer *answer) {
    for (int row = 0; row < answer->n_rows; row++) {
        bool played = false;
        for (int i = 0; i < all->n; i++) {
            played = played || !memcmp(&all->row[i], &answer->rows[row], sizeof all->row[i]);
            assert_false(dominates(&all->row[i], &answer->rows[row]));
        }
        assert_true(played);
    }
    for (int i = 0; i < all->n; i++) {
        bool known = false;
        for (int row = 0; row < answer->n_rows; row++)
            known = known || !memcmp(&all->row[i], &answer->rows[row], sizeof all->row[i]) ||
                    dominates(&answer->rows[row], &all->row[i]);
        assert_true(known);
    }
}

static void frontiers_are_those_of_the_game(void **state) {
    (void)state;
    int rows[POLIS_SIEGE_MODES] = {0};
    for (int mode = 0; mode < POLIS_SIEGE_MODES; mode++)
        for (int f = 1; f <= 4 && !tables(mode)->siege.die; f++)
            for (int hoplites = f; hoplites <= f + 2; hoplites++)
                for (int prestige = price_of(mode); prestige < price_of(mode) + 5; prestige++) {
                    char line[128];
                    struct polis_position p;
                    struct plans all = {.mode = mode, .fortification = f, .hoplites = hoplites, .prestige = prestige};
                    make(&p, mode, f, hoplites, prestige, 3);
                    plan(&all, &p, 0, 0);
                    snprintf(line, sizeof line, "mode=%s fortification=%d hoplites=%d prestige=%d", polis_siege_words[mode],
                             f, hoplites, prestige);
                    struct odds_answer answer = ask(STANDARD, "siege", line);
                    assert_int_equal(answer.kind, ALEA_ANSWER_ROWS);
                    compare_plans(&all, &answer);
                    rows[mode] += answer.n_rows;
                    odds_clear(&answer);
                }
    assert_int_equal(rows[DICELESS], 60);         /* one each without forcing; */
    assert_int_equal(rows[DISCS_SACRIFICE], 120); /* with it as many as the lesser of Fortification and Prestige */
}

static void impossible_sieges_are_refused(void **state) {
    (void)state;
    is_refused(STANDARD, "siege", "fortification=4 hoplites=3 prestige=3", "at least 4 hoplites");
    is_refused(SACRIFICE, "siege", "fortification=3 hoplites=3 prestige=3 roll=3",
               "with 3 a siege of Fortification 3 has not failed");
    is_refused(SACRIFICE, "siege", "fortification=9 hoplites=9 prestige=9 roll=5",
               "has not failed"); /* the die has 4 faces */
    is_refused(DISCS_SACRIFICE, "siege", "fortification=3 hoplites=3 prestige=3 discs=3", "taken already");
    is_refused(DISCS_SACRIFICE, "siege", "fortification=3 hoplites=3 prestige=3 laid=yes", "disc is not there");
    is_refused(DICELESS, "siege", "fortification=2 hoplites=1 prestige=3", "at least 2 hoplites");
    is_refused(SACRIFICE, "siege", "fortification=2 hoplites=2 prestige=0", "costs 1 Prestige");
}

/* ---- Battles ------------------------------------------------------------------------------------------------------------------ */

/* As the bot `greedy` does, and without a retreat. */
static alea_move greedy(const struct polis_tables *t, const struct polis_position *p) {
    alea_move legal[POLIS_LEGAL_MAX];
    double worth[POLIS_LEGAL_MAX];
    if (p->step == POLIS_STEP_RETREAT) return alea_move_make(POLIS_VERB_FIGHT, 0);
    int n = game->legal(t, p, p->decider, legal), best = 0;
    game->strategy.heuristic(t, p, p->decider, legal, n, worth);
    for (int i = 1; i < n; i++)
        if (worth[i] > worth[best]) best = i;
    return legal[best];
}

/* Twelve against twelve hold all cards: one exchange ends it, for nothing is left to draw. The attacker's hand is known but for one
 * card; every one of the other thirteen may be that. */
static void last_card_is_drawn(void **state) {
    (void)state;
    static const char hand[] =
        "phalanx_0,phalanx_1*2,phalanx_2,left_wing_0,left_wing_1*2,right_wing_1,wedge_0,wedge_2,crescent_1";
    const struct polis_tables *t = tables(STANDARD);
    double prestige[MOST] = {0}, left[MOST] = {0};
    char line[256];
    struct alea_outcome out[POLIS_CARD_KINDS];
    struct polis_position begun;
    make(&begun, STANDARD, 4, 12, 9, 0);
    begun.units[A][polis_first(t->lands)] = begun.units[S][polis_first(t->lands)] = 12;
    begun.battles = polis_bit(polis_first(t->lands));
    begun.step = POLIS_STEP_BATTLE_ORDER;
    game->apply(t, &begun, S, alea_move_make(POLIS_VERB_BATTLE, polis_first(t->lands)), NULL);
    static const uint8_t held[POLIS_CARD_KINDS] = {1, 2, 1, 1, 2, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0};
    memcpy(begun.hand[S], held, sizeof held);
    begun.hand_size[S] = 11;
    begun.need[S] = 1;
    int n = game->outcomes(t, &begun, out), total = 0;
    for (int i = 0; i < n; i++) {
        struct polis_position p = after(STANDARD, &begun, ALEA_CHANCE, out[i].move);
        while (p.battle != ALEA_NONE) {
            struct alea_outcome dealt[POLIS_CARD_KINDS]; /* the rest of the deck, in any order */
            bool deal = p.step == POLIS_STEP_DEAL && game->outcomes(t, &p, dealt) > 0;
            p = after(STANDARD, &p, deal ? ALEA_CHANCE : p.decider, deal ? dealt[0].move : greedy(t, &p));
        }
        prestige[p.won[S]] += out[i].weight / 13.0;
        left[p.units[A][polis_first(t->lands)]] += out[i].weight / 13.0;
        total += (int)out[i].weight;
    }
    assert_int_equal(total, 13);
    snprintf(line, sizeof line, "attackers=12 defenders=12 hand=%s", hand);
    struct odds_answer answer = ask(STANDARD, "battle", line);
    assert_int_equal(answer.kind, ALEA_ANSWER_SAMPLE);
    for (int i = 0; i <= 12; i++) {
        const struct odds_chance *chance = &answer.measure[POLIS_DEFENDERS_LEFT].at[i];
        assert_true(fabs(chance->value - left[i]) <= 2 * chance->error);
    }
    for (int i = 0; i <= answer.measure[POLIS_ATTACKER_PRESTIGE].most; i++) {
        const struct odds_chance *chance = &answer.measure[POLIS_ATTACKER_PRESTIGE].at[i];
        assert_true(fabs(chance->value - prestige[i]) <= 2 * chance->error);
    }
    near(answer.measure[POLIS_ATTACKERS_LEFT].at[12].value, 1); /* who attacks loses nothing */
    near(answer.measure[POLIS_DEFENDER_PRESTIGE].at[0].value, 1);
    odds_clear(&answer);
}

/* A good hand is better than none that is known, for whoever holds it. */
static void hands_count(void **state) {
    (void)state;
    static const char good[] = "hand=phalanx_2,left_wing_2,right_wing_2,wedge_2",
                      poor[] = "hand=phalanx_0,phalanx_1*2,wedge_0";
    double win[2][2];
    for (int seat = 0; seat < 2; seat++)
        for (int hand = 0; hand < 2; hand++) {
            char line[256];
            snprintf(line, sizeof line, "attackers=4 defenders=4 of=%s %s", seat ? "defender" : "attacker",
                     hand ? good : poor);
            struct odds_answer answer = ask(STANDARD, "battle", line);
            win[seat][hand] = answer.measure[seat ? POLIS_DEFENDER_PRESTIGE : POLIS_ATTACKER_PRESTIGE].expected;
            odds_clear(&answer);
        }
    assert_true(win[0][1] > win[0][0] + 0.5);
    assert_true(win[1][1] > win[1][0] + 0.2);
}

static void impossible_trades_and_hands_are_refused(void **state) {
    (void)state;
    is_refused(STANDARD, "market", "shipload=egypt_oil_5 position=3 paid=purchase", "silver does not buy it");
    is_refused(STANDARD, "cards", "formation=phalanx held=3 seen=phalanx_2*2", "'phalanx_2'");
    is_refused(STANDARD, "cards", "formation=phalanx held=24 seen=phalanx_2", "25 would be dealt");
}

static void impossible_battles_are_refused(void **state) {
    (void)state;
    is_refused(STANDARD, "battle", "attackers=1 defenders=4", "at least 2 units");
    is_refused(STANDARD, "battle", "attackers=3 defenders=4 hand=phalanx_2*2", "'phalanx_2'");
    is_refused(STANDARD, "battle", "attackers=2 defenders=4 hand=phalanx_2,phalanx_1,wedge_1", "a hand of 3 cards");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sieges_end_as_in_the_game),
        cmocka_unit_test(policy_is_told),
        cmocka_unit_test(frontiers_are_those_of_the_game),
        cmocka_unit_test(impossible_sieges_are_refused),
        cmocka_unit_test(last_card_is_drawn),
        cmocka_unit_test(hands_count),
        cmocka_unit_test(impossible_trades_and_hands_are_refused),
        cmocka_unit_test(impossible_battles_are_refused),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
