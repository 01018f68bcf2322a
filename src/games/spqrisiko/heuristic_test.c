/* SPDX-License-Identifier: MIT */
/* heuristic_test.c - what tempers differ in by more than numbers: `keen` sees what lies across a sea, who could come across it, and who has most
 * provinces; `even` does not. */
#include "combat_test.h"
#include "temper.h"

enum { EVEN, KEEN };

static int sea_of(const char *id) {
    const struct spqrisiko_tables *t = rules->tables;
    for (int sea = 0; sea < SPQRISIKO_SEA_COUNT; sea++)
        if (strcmp(t->sea.at[sea].id, id) == 0) return sea;
    fail_msg("no sea %s", id);
    return -1;
}

static double worth_of(const struct spqrisiko_position *p, uint32_t temper, unsigned verb, int arg) {
    const alea_move move = alea_move_make(verb, (unsigned)arg);
    double worth = 0;
    spqrisiko_tempered(rules->tables, p, A, temper, &move, 1, &worth);
    return worth;
}

/* From the Aegean, where A has no army, to the sea between Egypt and Crete. [SPQ-NAVMOVE-1, SPQ-SEA-1] */
static void sails_for_what_lies_across(void **state) {
    (void)state;
    struct spqrisiko_position p = by_the_nile("naval_move", "triremes.A aegeum=1\n");
    const int from = sea_of("aegeum");
    assert_true(worth_of(&p, KEEN, SPQRISIKO_VERB_SAIL_FROM, from) > 0);
    assert_true(worth_of(&p, EVEN, SPQRISIKO_VERB_SAIL_FROM, from) < 0);           /* a sea for a sea */
    p = by_the_nile("naval_move", "triremes.A aegeum=1\ntriremes.B creticum=1\n"); /* now one is not enough [SPQ-SEA-2] */
    assert_true(worth_of(&p, KEEN, SPQRISIKO_VERB_SAIL_FROM, from) < 0);
}

/* An army on Crete, and the triremes to come with. [SPQ-SEA-2] */
static void guards_what_can_be_reached_by_sea(void **state) {
    (void)state;
    const char *const with = "pool 5\nlegionaries aegyptus=2 creta=15\ncentres aegyptus\ntriremes.B creticum=1\n";
    const char *const without = "pool 5\nlegionaries aegyptus=2 creta=15\ncentres aegyptus\n";
    const struct spqrisiko_position feared = by_the_nile("reinforce_land", with),
                                    safe = by_the_nile("reinforce_land", without);
    assert_true(worth_of(&feared, KEEN, SPQRISIKO_VERB_PLACE, AEGYPTUS) >
                worth_of(&safe, KEEN, SPQRISIKO_VERB_PLACE, AEGYPTUS) + 1);
    assert_true(worth_of(&feared, EVEN, SPQRISIKO_VERB_PLACE, AEGYPTUS) <=
                worth_of(&safe, EVEN, SPQRISIKO_VERB_PLACE, AEGYPTUS));
}

/* Cyrenaica, from a rival that has as many provinces as A, or far more. [SPQ-SCORE-5] */
static void fights_for_most_provinces(void **state) {
    (void)state;
    const char *const near = "own.B cyrenaica creta\n";
    const char *const far = "own.B cyrenaica creta sicilia achaia epirus macedonia thracia moesia dacia asia\n";
    const struct spqrisiko_position equal = by_the_nile("land_attack", near), behind = by_the_nile("land_attack", far);
    double more[2];
    for (uint32_t temper = EVEN; temper <= KEEN; temper++)
        more[temper] = worth_of(&equal, temper, SPQRISIKO_VERB_ATTACK_FROM, AEGYPTUS) -
                       worth_of(&behind, temper, SPQRISIKO_VERB_ATTACK_FROM, AEGYPTUS);
    assert_true(more[KEEN] > more[EVEN] + 0.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sails_for_what_lies_across),
                                       cmocka_unit_test(guards_what_can_be_reached_by_sea),
                                       cmocka_unit_test(fights_for_most_provinces)};
    return cmocka_run_group_tests_name("spqrisiko heuristic", tests, load, unload);
}
