/* SPDX-License-Identifier: MIT */
/* text_warn_test.c - warnings: of which moves, in which words; and in the end of a round, where nothing is uncertain any more, that
 * just those moves are warned of which close the last way out. [POL-END-1, POL-END-2] */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "modes_test.h"

enum { POSITIONS = 4000 };

static struct polis_position position_of(int mode, const char *lines) {
    struct polis_position p = {0};
    struct alea_error error = {.lang = ALEA_EN};
    game->setup(rules[mode]->tables, &p);
    if (alea_position_read(rules[mode], lines, &p, &error)) fail_msg("%s", error.text);
    return p;
}

/* ---- Cases ---------------------------------------------------------------------------------------------------------------- */

/* Sparta with 4 + 1 + 2 people; at the head of each case, what is laid over that. */
#define TURN "round r4\nstep action\nactive sparta\ndecider sparta\nstart sparta\nturns 5\n"
#define AT(name, action) "round r4\nstep " name "\naction " action "\nactive sparta\ndecider sparta\nstart sparta\nturns 5\n"
#define SALE "round r4\nstep sell\nevent r4_treasury_transfers\ndecider sparta\nqueue 0=sparta\n"
#define END(name) "round r4\nstep " name "\nactive sparta\ndecider sparta\nstart sparta\nturns 9\npassed 3\n"
#define WHEAT(n) "resource.sparta metal=4 wood=4 silver=4 wheat=" #n "\n"
#define PRESTIGE(n) "prestige sparta=" #n " athens=9\n"
#define AFTER "After this, as things stand, A Sparta "

static const struct {
    int mode;
    const char *lines, *move, *words; /* words: NULL, nothing to be feared */
} cases[] = {
    /* pass: with enough to eat and to show; starving; saved by giving up poleis; with nothing to show. */
    {STANDARD, TURN WHEAT(7) PRESTIGE(1), "pass", NULL},
    {STANDARD, TURN WHEAT(4) PRESTIGE(4), "pass", NULL},
    {STANDARD, TURN WHEAT(0) PRESTIGE(3), "pass",
     AFTER "LOSES by POL-END-1 and can't avoid it any more. Now it still can, if it gets wheat or Prestige first."},
    {STANDARD, TURN WHEAT(4) PRESTIGE(2), "pass", AFTER "LOSES by POL-END-2 unless in Supply it discards Pylos."},
    {STANDARD, TURN WHEAT(7) PRESTIGE(0), "pass",
     AFTER "LOSES by POL-END-2 and can't avoid it any more. Now it still can, if it gets wheat or Prestige first."},
    /* What is saved by growing alone is told when it is time to grow. */
    {STANDARD, TURN WHEAT(9) PRESTIGE(0), "pass", NULL},
    /* Prestige: the price of a movement, which brings nothing back; of a collection that feeds; of one that does not. */
    {STANDARD, TURN WHEAT(7) PRESTIGE(2), "act move_galleys", NULL},
    {STANDARD, AT("move_to", "move_hoplites") WHEAT(7) PRESTIGE(2), "to arcadia", NULL},
    {STANDARD, AT("move_to", "move_hoplites") WHEAT(7) PRESTIGE(1), "to arcadia",
     AFTER "LOSES by POL-END-2 unless it gets wheat or Prestige."},
    /* It is lost before, and could get help after as before: nothing becomes worse. */
    {STANDARD, AT("move_to", "move_hoplites") WHEAT(0) PRESTIGE(1), "to arcadia", NULL},
    /* A siege: by die what counts is its price, by the last disc what it brings. */
    {STANDARD, AT("siege_polis", "besiege") WHEAT(7) PRESTIGE(1) "units.sparta thessaly=1\n", "polis naupactus",
     AFTER "LOSES by POL-END-2 unless it gets wheat or Prestige."},
    {STANDARD, AT("siege_polis", "besiege") WHEAT(7) PRESTIGE(2) "units.sparta thessaly=1\n", "polis naupactus", NULL},
    {DICELESS, AT("siege_polis", "besiege") WHEAT(8) PRESTIGE(1) "units.sparta thessaly=1\n", "polis naupactus", NULL},
    {SACRIFICE, AT("force_once", "besiege") WHEAT(7) PRESTIGE(1) "units.sparta arcadia=3\nwhat 7\nmade 2\n", "no", NULL},
    {SACRIFICE, AT("force_once", "besiege") WHEAT(7) PRESTIGE(1) "units.sparta arcadia=3\nwhat 7\nmade 2\n", "force",
     AFTER "LOSES by POL-END-2 unless in Supply it discards Gythion."},
    /* What follows of itself is looked at with the action: the lone region, and the wheat that it brings; not what is asked for. */
    {STANDARD, TURN WHEAT(6) PRESTIGE(2) "units.sparta laconia=0 messenia=1\n", "act collect", NULL},
    {STANDARD, TURN WHEAT(7) PRESTIGE(1) "units.sparta thessaly=1\n", "act besiege", NULL},
    /* The surcharge, in what the people eat. */
    {STANDARD, TURN WHEAT(7) PRESTIGE(1) "passed 2\n", "surcharge wood", NULL},
    {STANDARD, TURN WHEAT(7) PRESTIGE(1) "passed 2\n", "surcharge wheat",
     AFTER "LOSES by POL-END-2 unless in Supply it discards Gythion."},
    /* Supply: paying all, giving up the right polis, the wrong one. */
    {STANDARD, END("supply") WHEAT(4) PRESTIGE(3), "pay",
     AFTER "LOSES by POL-END-2 and can't avoid it any more. Now it still can, if it discards Gythion."},
    {STANDARD, END("supply") WHEAT(4) PRESTIGE(4), "pay", NULL},
    {STANDARD, END("supply") WHEAT(4) PRESTIGE(3), "discard gythion", NULL},
    {STANDARD, END("supply") WHEAT(4) PRESTIGE(3), "discard pylos", NULL},
    /* Athens starves, so the game ends here, and Sparta needs no Prestige. */
    {STANDARD, END("supply") WHEAT(4) PRESTIGE(3) "prestige athens=0\nresource.athens *=0\n", "pay", NULL},
    /* Growth: stopping, and growing what does not help. */
    {STANDARD, END("growth") WHEAT(2) PRESTIGE(0), "done",
     AFTER "LOSES by POL-END-2 and can't avoid it any more. Now it still can, if it grows Sparta."},
    {STANDARD, END("growth") WHEAT(2) PRESTIGE(0), "grow sparta", NULL},
    {STANDARD, END("growth") WHEAT(2) PRESTIGE(1), "done", NULL},
    {STANDARD, END("growth") WHEAT(0) PRESTIGE(0), "done", NULL},
    {STANDARD, END("phoros") WHEAT(2) PRESTIGE(3), "phoros 2", NULL},
    /* Of Prestige that must be sold the least is no choice; all of it is one. */
    {STANDARD, SALE WHEAT(7) PRESTIGE(3), "sell 2", NULL},
    {STANDARD, SALE WHEAT(7) PRESTIGE(3), "sell 3", AFTER "LOSES by POL-END-2 unless it gets wheat or Prestige."},
    {STANDARD, SALE WHEAT(6) PRESTIGE(2), "sell 1", NULL},
};

static void warn(int mode, const struct polis_position *p, const char *move, enum alea_lang lang, struct alea_text *text) {
    alea_move read;
    struct alea_error error = {.lang = ALEA_EN};
    if (alea_move_read(rules[mode], move, &read, &error)) fail_msg("%s", error.text);
    if (game->why_not(rules[mode]->tables, p, p->decider, read)) fail_msg("'%s' is not legal", move);
    alea_text_init(text, 1000, lang);
    game->words.warn(rules[mode]->tables, p, p->decider, read, text);
}

static void what_is_feared_is_told(void **state) {
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(cases); i++) {
        struct polis_position p = position_of(cases[i].mode, cases[i].lines);
        const char *wanted = cases[i].words ? cases[i].words : "";
        struct alea_text text;
        warn(cases[i].mode, &p, cases[i].move, ALEA_EN, &text);
        if (strcmp(alea_text_str(&text), wanted) != 0)
            fail_msg("%s\n'%s' says \"%s\",\nnot \"%s\"", cases[i].lines, cases[i].move, alea_text_str(&text), wanted);
        alea_text_clear(&text);
    }
}

/* Nobody is warned of the moves of others, nor of what is no move; in Italian as in English. */
static void who_moves_is_warned(void **state) {
    (void)state;
    struct polis_position p = position_of(STANDARD, TURN WHEAT(0) PRESTIGE(3));
    struct alea_text text;
    warn(STANDARD, &p, "pass", ALEA_IT, &text);
    assert_string_equal(text.at,
                        "Dopo questa mossa, stando così le cose, A Sparta PERDE per POL-END-1 e non può più evitarlo. "
                        "Ora può ancora, se prima ottiene grano o PP.");
    alea_text_clear(&text);
    static const int others[] = {POLIS_ATHENS, ALEA_CHANCE, ALEA_HOST, ALEA_NONE};
    for (size_t i = 0; i < ALEA_LEN(others); i++) {
        game->words.warn(rules[STANDARD]->tables, &p, others[i], alea_move_make(POLIS_VERB_PASS, 0), &text);
        game->words.warn(rules[STANDARD]->tables, &p, others[i], alea_move_make(POLIS_VERB_RESIGN, 0), &text);
    }
    game->words.warn(rules[STANDARD]->tables, &p, POLIS_SPARTA, ~0u, &text);
    assert_int_equal(text.len, 0);
}

/* ---- The end of a round, all of it ------------------------------------------------------------------------------------------ */

/* Can the side still come through this round, whatever it chooses now? The other pays if it can. As deep as the side has choices in
 * Supply and Growth: a dozen. NOLINTNEXTLINE(misc-no-recursion) */
static bool can_live(const struct polis_position *p, int side) {
    alea_move legal[POLIS_LEGAL_MAX];
    const void *tables = rules[STANDARD]->tables;
    if (p->step == POLIS_STEP_OVER)
        return !(p->starved >> side & 1); /* whatever the score says where both are [POL-END-7] */
    if (p->step == POLIS_STEP_PHOROS) return p->prestige[side] > 0;
    int n = game->legal(tables, p, p->decider, legal);
    for (int i = 0; i < (p->decider == side ? n : 1); i++) {
        struct polis_position after = *p;
        game->apply(tables, &after, p->decider, legal[i], NULL);
        if (can_live(&after, side)) return true;
    }
    return false;
}

/* The side that is asked first or second in Supply or in Growth, with little of everything. */
static struct polis_position scarcity(struct alea_random *random) {
    const struct polis_tables *t = rules[STANDARD]->tables;
    struct polis_position p = position_of(STANDARD, END("supply"));
    p.start = (uint8_t)alea_random_below(random, POLIS_SIDES);
    for (int side = 0; side < POLIS_SIDES; side++) {
        p.own[side] = polis_bit(t->capital[side]);
        p.prestige[side] = (uint8_t)alea_random_below(random, 5);
    }
    for (unsigned city = 0; city < (unsigned)t->city.n; city++) {
        const struct polis_city *at = &t->city_at[city];
        p.population[city] = 0;
        if (at->capital_of == POLIS_NEUTRAL && !alea_random_below(random, 4))
            p.own[alea_random_below(random, POLIS_SIDES)] |= polis_bit(city);
        if (polis_owner(&p, city) != POLIS_NEUTRAL) p.population[city] = (uint8_t)(1 + alea_random_below(random, at->most));
    }
    for (int side = 0; side < POLIS_SIDES; side++)
        p.resource[side][POLIS_WHEAT] = (uint8_t)alea_random_below(random, (uint32_t)polis_need_of(&p, side) + 4);
    bool grows = alea_random_below(random, 2);
    if (grows) p.resource[0][POLIS_WHEAT] = p.resource[1][POLIS_WHEAT] = (uint8_t)alea_random_below(random, 5);
    p.step = grows ? POLIS_STEP_GROWTH : POLIS_STEP_SUPPLY;
    p.made = (uint8_t)alea_random_below(random, POLIS_SIDES);
    p.decider = p.made ? (uint8_t)polis_other(p.start) : p.start;
    return p;
}

/* Is the side told that after this it can't avoid the loss any more? */
static bool is_told(const struct polis_position *p, alea_move move) {
    struct alea_text text;
    alea_text_init(&text, 1000, ALEA_EN);
    game->words.warn(rules[STANDARD]->tables, p, p->decider, move, &text);
    bool told = strstr(alea_text_str(&text), "can't avoid it any more") != NULL;
    alea_text_clear(&text);
    return told;
}

static void check_told(const struct polis_position *p, alea_move move, bool wanted) {
    if (is_told(p, move) == wanted) return;
    struct alea_text lines;
    alea_text_init(&lines, 4000, ALEA_EN);
    alea_position_write(rules[STANDARD], p, &lines);
    fail_msg("%#x should %s:\n%s", move, wanted ? "be warned of" : "not be warned of", alea_text_str(&lines));
}

static struct polis_position position_after(const struct polis_position *p, alea_move move) {
    struct polis_position after = *p;
    game->apply(rules[STANDARD]->tables, &after, p->decider, move, NULL);
    return after;
}

static void last_ways_out_are_told(void **state) {
    (void)state;
    struct alea_random random = alea_random_stream(3, 1);
    int warned = 0, lived = 0;
    for (int i = 0; i < POSITIONS; i++) {
        struct polis_position p = scarcity(&random);
        alea_move legal[POLIS_LEGAL_MAX];
        int n = game->legal(rules[STANDARD]->tables, &p, p.decider, legal);
        bool alive = can_live(&p, p.decider);
        lived += alive;
        for (int k = 0; k < n; k++) {
            struct polis_position after = position_after(&p, legal[k]);
            bool last = alive && !can_live(&after, p.decider);
            check_told(&p, legal[k], last);
            warned += last;
        }
    }
    assert_true(warned > POSITIONS / 50 && lived > POSITIONS / 4);
}

/* The other side has passed: whoever passes now knows what comes. */
static void last_passes_are_told(void **state) {
    (void)state;
    struct alea_random random = alea_random_stream(3, 2);
    const alea_move pass = alea_move_make(POLIS_VERB_PASS, 0);
    int fatal = 0;
    for (int i = 0; i < POSITIONS; i++) {
        struct polis_position p = scarcity(&random);
        p.active = p.decider;
        p.passed = (uint8_t)(1 << polis_other(p.active));
        p.made = 0;
        polis_to(&p, POLIS_STEP_ACTION, p.active);
        struct polis_position after = position_after(&p, pass);
        bool lost = !can_live(&after, p.active);
        check_told(&p, pass, lost);
        fatal += lost;
    }
    assert_true(fatal > POSITIONS / 20 && fatal < POSITIONS * 19 / 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_feared_is_told), cmocka_unit_test(who_moves_is_warned),
                                       cmocka_unit_test(last_ways_out_are_told), cmocka_unit_test(last_passes_are_told)};
    return cmocka_run_group_tests(tests, load, unload);
}
