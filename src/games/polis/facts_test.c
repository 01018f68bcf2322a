/* SPDX-License-Identifier: MIT */
/* facts_test.c - what boards are told beside a position, at the beginning and where something is changed by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "facts.h"

static struct alea_rules *rules;

static int load(void **state) {
    (void)state;
    struct alea_error error = {.lang = ALEA_EN};
    rules = alea_rules_new(alea_game_find("polis"), 2, NULL, 0, NULL, &error);
    return rules ? 0 : -1;
}

static int unload(void **state) {
    (void)state;
    alea_rules_free(rules);
    return 0;
}

static const struct polis_tables *tables(void) { return rules->tables; }

static unsigned called(const struct alea_names *names, const char *id) {
    for (unsigned i = 0; i < (unsigned)names->n; i++)
        if (strcmp(names->at[i].id, id) == 0) return i;
    fail_msg("there is no %s", id);
    return 0;
}

static unsigned sea(const char *id) { return called(&tables()->region, id); }
static unsigned city(const char *id) { return called(&tables()->city, id); }
static unsigned tile(const char *id) { return called(&tables()->project, id); }
static unsigned load_of(const char *id) { return called(&tables()->shipload, id); }
static uint32_t seas(const char *a, const char *b, const char *c) {
    return (a ? polis_bit(sea(a)) : 0) | (b ? polis_bit(sea(b)) : 0) | (c ? polis_bit(sea(c)) : 0);
}

/* The first turn of the game. */
static struct polis_position beginning(void) {
    struct polis_position p = {0};
    polis_setup(tables(), &p);
    p.step = POLIS_STEP_ACTION;
    p.active = p.decider = POLIS_SPARTA;
    p.event = ALEA_NONE;
    return p;
}

static struct polis_facts of(const struct polis_position *p) {
    struct polis_facts facts = {0};
    polis_reckon(tables(), p, &facts);
    return facts;
}

/* ---- Trade ---- */

static uint32_t route(const struct polis_facts *facts, int side, const char *market, bool free) {
    const unsigned at = called(&tables()->market, market);
    assert_int_equal(polis_has(facts->reach[side], at), free);
    return facts->route[side][at];
}

/* Over seas that the opponent does not control; of others, which bar them. [POL-TRADE-4, POL-TRADE-5] */
static void routes(void **state) {
    (void)state;
    struct polis_position p = beginning();
    struct polis_facts facts = of(&p);
    assert_int_equal(route(&facts, POLIS_SPARTA, "egypt", false), seas("south_sporades", NULL, NULL));
    assert_int_equal(route(&facts, POLIS_ATHENS, "illyria", false), seas("myrtoan_sea", "ionian_sea", NULL));
    assert_int_equal(route(&facts, POLIS_SPARTA, "illyria", true), seas("ionian_sea", NULL, NULL));
    memset(p.units, 0, sizeof p.units);
    facts = of(&p);
    assert_int_equal(route(&facts, POLIS_SPARTA, "illyria", true), seas("ionian_sea", NULL, NULL));
    assert_int_equal(route(&facts, POLIS_ATHENS, "illyria", true), seas("myrtoan_sea", "ionian_sea", NULL));
    assert_int_equal(route(&facts, POLIS_SPARTA, "thrace", true), seas("myrtoan_sea", "south_sporades", "thracian_sea"));
}

/* Not taken, not closed, and of a number that the round allows. [POL-TRADE-2, POL-TRADE-3] */
static void shiploads(void **state) {
    (void)state;
    struct polis_position p = beginning();
    p.trader[load_of("egypt_oil_3")] = 1 + POLIS_ATHENS;
    p.closed = polis_bit(load_of("persia_wine_3"));
    struct polis_facts facts = of(&p);
    assert_false(polis_has(facts.open, load_of("egypt_oil_3")));
    assert_false(polis_has(facts.open, load_of("persia_wine_3")));
    assert_false(polis_has(facts.open, load_of("egypt_wine_4")));
    assert_true(polis_has(facts.open, load_of("illyria_wood_3")));
    p.round = 1;
    assert_true(polis_has(of(&p).open, load_of("egypt_wine_4")));
}

/* ---- Room, growth, civil wars ---- */

/* By the round's stacking limit [POL-STACK-1]; merchants by its number, and by the pieces that there are [POL-MER-6]. */
static void room(void **state) {
    (void)state;
    struct polis_position p = beginning();
    assert_int_equal(of(&p).room[POLIS_SPARTA][sea("laconia")], 0);
    assert_int_equal(of(&p).room[POLIS_SPARTA][sea("attica")], 3);
    assert_int_equal(of(&p).more_merchants[POLIS_SPARTA], 2);
    p.trader[load_of("egypt_oil_3")] = 1 + POLIS_SPARTA;
    assert_int_equal(of(&p).more_merchants[POLIS_SPARTA], 1);
    p.round = 1;
    assert_int_equal(of(&p).room[POLIS_SPARTA][sea("laconia")], 1);
    struct polis_tables few = *tables();
    struct polis_facts facts = {0};
    few.merchant_pieces = 2;
    polis_reckon(&few, &p, &facts);
    assert_int_equal(facts.more_merchants[POLIS_SPARTA], 0);
}

/* By its growth, to its maximum. [POL-EOR-14] */
static void growths(void **state) {
    (void)state;
    struct polis_position p = beginning();
    const unsigned athens = city("athens");
    assert_int_equal(of(&p).growth[athens], 3);
    p.grown[athens] = 2;
    assert_int_equal(of(&p).growth[athens], 1);
    p.population[athens] = tables()->city_at[athens].most;
    assert_int_equal(of(&p).growth[athens], 0);
    assert_int_equal(of(&p).growth[city("argos")], 0); /* nobody feeds it */
}

/* By base or present population [POL-CIVIL-2, POL-CIVIL-3]; neither in one's own nor in a capital [POL-CIVIL-1, POL-TAKE-7]. */
static void civil_wars(void **state) {
    (void)state;
    struct polis_position p = beginning();
    const struct polis_facts facts = of(&p);
    assert_int_equal(facts.civil_war[POLIS_SPARTA][city("argos")], 6);
    assert_int_equal(facts.civil_war[POLIS_SPARTA][city("chalcis")], 3);
    assert_int_equal(facts.civil_war[POLIS_SPARTA][city("athens")], 0);
    assert_int_equal(facts.civil_war[POLIS_SPARTA][city("pylos")], 0);
    assert_int_equal(facts.civil_war[POLIS_ATHENS][city("pylos")], 6);
}

/* ---- Battles and the event ---- */

/* Eight units of both sides, two of each at least. [POL-BATTLE-1, POL-BATTLE-2] */
static void fights(void **state) {
    (void)state;
    static const struct {
        uint8_t sparta, athens;
        bool fight;
    } rows[] = {{4, 4, true}, {5, 3, true}, {4, 3, false}, {7, 1, false}};
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        struct polis_position p = beginning();
        p.units[POLIS_SPARTA][sea("attica")] = rows[i].sparta;
        p.units[POLIS_ATHENS][sea("attica")] = rows[i].athens;
        assert_int_equal(polis_has(of(&p).fights, sea("attica")), rows[i].fight);
    }
    struct polis_position p = beginning();
    p.battle = (uint8_t)sea("ionia");
    assert_int_equal(of(&p).fights, polis_bit(sea("ionia")));
}

static unsigned state_of(const char *event, unsigned step) {
    struct polis_position p = beginning();
    p.event = event ? (uint8_t)called(&tables()->event, event) : ALEA_NONE;
    p.step = (uint8_t)step;
    return of(&p).event_state;
}

/* It lasts until both have passed, or is over when it has been carried out. [POL-EVENT-8] */
static void events(void **state) {
    (void)state;
    assert_int_equal(state_of(NULL, POLIS_STEP_ACTION), POLIS_EVENT_STATE_NONE);
    assert_int_equal(state_of("r3_no_event_1", POLIS_STEP_ACTION), POLIS_EVENT_STATE_NONE);
    assert_int_equal(state_of("r3_philopersians", POLIS_STEP_REMOVE), POLIS_EVENT_STATE_HAPPENING);
    assert_int_equal(state_of("r3_philopersians", POLIS_STEP_ACTION), POLIS_EVENT_STATE_DONE);
    assert_int_equal(state_of("r5a_mercenaries", POLIS_STEP_MAKE_HOPLITES), POLIS_EVENT_STATE_LASTING);
    assert_int_equal(state_of("r5a_mercenaries", POLIS_STEP_SUPPLY), POLIS_EVENT_STATE_DONE);
}

/* Seven units by Alcibiades [POL-EVENT-31]; who has not doubled yet [POL-EVENT-25]; actions of a turn [POL-TURN-2]. */
static void turns(void **state) {
    (void)state;
    struct polis_position p = beginning();
    assert_int_equal(of(&p).battle_threshold, 8);
    assert_int_equal(of(&p).may_double, 0);
    for (uint8_t made = 0; made <= 2; made++) {
        p.actions = made;
        assert_int_equal(of(&p).actions_left, 2 - made);
    }
    p.event = (uint8_t)called(&tables()->event, "r5b_alcibiades_flees_to_sparta");
    assert_int_equal(of(&p).battle_threshold, 7);
    p.event = (uint8_t)called(&tables()->event, "r5a_great_commanders");
    p.doubled = 1 << POLIS_SPARTA;
    assert_int_equal(of(&p).may_double, polis_bit(POLIS_ATHENS));
    p.step = POLIS_STEP_SUPPLY;
    assert_int_equal(of(&p).turn, 0);
    assert_int_equal(of(&p).may_double, 0);
}

/* ---- What is being decided ---- */

static struct alea_rules *rules_of(const char *siege) {
    struct alea_error error = {.lang = ALEA_EN};
    const char *const options[] = {siege};
    struct alea_rules *other = alea_rules_new(alea_game_find("polis"), 2, options, 1, NULL, &error);
    if (!other) fail_msg("%s", error.text);
    return other;
}

static struct polis_facts by(const struct polis_tables *t, const struct polis_position *p) {
    struct polis_facts facts = {0};
    polis_reckon(t, p, &facts);
    return facts;
}

/* As much Prestige as the Fortification [POL-SIEGE-7]; none of a capital. What a face is short of it in hoplites [POL-SAC-5]. */
static void sieges(void **state) {
    (void)state;
    struct polis_position p = beginning();
    const struct polis_facts facts = of(&p);
    assert_int_equal(facts.reward[city("argos")], tables()->city_at[city("argos")].fortification);
    assert_int_equal(facts.reward[city("athens")], 0);
    assert_memory_equal(facts.missing[3], ((const uint8_t[]){2, 1, 0, 0, 0, 0, 0}), POLIS_FACES_TOLD);
    assert_int_equal(facts.failure_hoplites, 1);
    assert_int_equal(facts.failure_population, 1);
    assert_int_equal(facts.force_prestige, 0);
    struct alea_rules *discs = rules_of("siege=diceless");
    assert_int_equal(by(discs->tables, &p).missing[3][0], 0);
    alea_rules_free(discs);
}

/* A siege of Argos by five hoplites. */
static struct polis_position besieging(unsigned step) {
    struct polis_position p = beginning();
    p.step = (uint8_t)step;
    p.what = (uint8_t)city("argos");
    p.units[POLIS_SPARTA][tables()->city_at[p.what].region] = 5;
    return p;
}

/* After a failed roll so many hoplites as it was short of [POL-SAC-4, 5, 6]; else by the disc [POL-DSAC-16 to 19], as the data say. */
static void forcing(void **state) {
    (void)state;
    struct alea_rules *die = rules_of("siege=sacrifice"), *discs = rules_of("siege=diceless_sacrifice");
    struct polis_position p = besieging(POLIS_STEP_FORCE_ONCE);
    const unsigned argos = p.what, region = tables()->city_at[argos].region;
    const int fortification = tables()->city_at[argos].fortification;
    p.made = 1;
    struct polis_facts facts = by(die->tables, &p);
    assert_int_equal(facts.force_prestige, 1);
    assert_int_equal(facts.force_hoplites, fortification - 1);
    assert_int_equal(facts.force_population, 0); /* it is neutral */
    assert_int_equal(facts.force_wins, 1);
    p = besieging(POLIS_STEP_FORCE_MORE);
    p.discs[POLIS_SPARTA][argos] = 1;
    facts = by(discs->tables, &p);
    assert_int_equal(facts.force_prestige, 1);
    assert_int_equal(facts.force_hoplites, 1);
    assert_int_equal(facts.force_wins, fortification <= 2);
    assert_int_equal(facts.siege_breaks, 0);
    p.own[POLIS_ATHENS] |= polis_bit(argos);
    p.population[argos] = 3;
    p.units[POLIS_SPARTA][region] = (uint8_t)(fortification - 1);
    p.discs[POLIS_SPARTA][argos] = (uint8_t)(fortification - 1);
    facts = by(discs->tables, &p);
    assert_int_equal(facts.force_wins, 1);
    assert_int_equal(facts.force_population, 1);
    assert_int_equal(facts.siege_breaks, 1); /* too few hoplites [POL-DSAC-23] */
    struct polis_tables dear = *(const struct polis_tables *)discs->tables;
    dear.siege.force_hoplites = 2;
    dear.siege.force_prestige = 3;
    facts = by(&dear, &p);
    assert_int_equal(facts.force_hoplites, 2);
    assert_int_equal(facts.force_prestige, 3);
    alea_rules_free(die);
    alea_rules_free(discs);
}

/* Cumulative, of each row [POL-COLL-5, 6]; in Pacifism one of Prestige, at home, for as many as the capital has people [POL-EVENT-29]. */
static void tribute(void **state) {
    (void)state;
    struct polis_position p = beginning();
    assert_int_equal(of(&p).tribute[0][0], 0);
    p.step = POLIS_STEP_COLLECT_ROWS;
    p.what = (uint8_t)sea("laconia");
    struct polis_facts facts = of(&p);
    assert_memory_equal(facts.tribute[0], ((const uint8_t[]){1, 3, 6, 10, 0}), POLIS_YIELD_MAX);
    assert_int_equal(facts.tribute_prestige[0], 0);
    p.event = (uint8_t)called(&tables()->event, "r5a_pacifism");
    facts = of(&p);
    for (int n = 0; n < POLIS_PEOPLE_TOLD; n++) assert_int_equal(facts.tribute_prestige[n], n < 4 ? n + 1 : 0);
    p.what = (uint8_t)sea("attica");
    assert_int_equal(of(&p).tribute_prestige[0], 0);
}

/* In its goods and in silver, one for one, as in EX-16 [POL-PROJ-4]; what is missing of a good that is asked later is silver, too. */
static void payments(void **state) {
    (void)state;
    struct polis_position p = beginning();
    static const uint8_t stocks[POLIS_RESOURCE_COUNT] = {0, 0, 3, 1, 4, 0};
    memcpy(p.resource[POLIS_SPARTA], stocks, sizeof stocks);
    p.what = (uint8_t)tile("festival_of_demeter");
    assert_int_equal(of(&p).pays[0][2], 0);
    p.step = POLIS_STEP_SILVER_FOR;
    p.made = 2;
    struct polis_facts facts = of(&p);
    assert_memory_equal(facts.pays[0], ((const uint8_t[]){0, 0, 3, 1, 1, 0}), POLIS_RESOURCE_COUNT);
    assert_memory_equal(facts.pays[1], ((const uint8_t[]){0, 0, 2, 1, 2, 0}), POLIS_RESOURCE_COUNT);
    assert_memory_equal(facts.pays[3], ((const uint8_t[]){0, 0, 0, 1, 4, 0}), POLIS_RESOURCE_COUNT);
    assert_memory_equal(facts.pays[4], ((const uint8_t[POLIS_RESOURCE_COUNT]){0}),
                        POLIS_RESOURCE_COUNT); /* there are three */
    p.resource[POLIS_SPARTA][3] = 0;
    assert_memory_equal(of(&p).pays[1], ((const uint8_t[]){0, 0, 2, 0, 3, 0}), POLIS_RESOURCE_COUNT);
}

/* ---- Projects and the end of the round ---- */

/* Phidias brings half the people of Athens, rounded down [POL-EOR-5]; one in progress a polis [POL-PROJ-3]. */
static void projects(void **state) {
    (void)state;
    struct polis_position p = beginning();
    p.project[tile("phidias")] = p.project[tile("socrates")] = POLIS_PLACE_OF_PROJECT_DISPLAY;
    assert_int_equal(of(&p).brings[tile("phidias")], 2);
    assert_int_equal(of(&p).brings[tile("socrates")], 4);
    assert_true(polis_has(of(&p).builders[POLIS_SPARTA], city("sparta")));
    p.project[tile("theatre")] = POLIS_PLACE_OF_PROJECT_PROGRESS;
    p.project_at[tile("theatre")] = (uint8_t)city("sparta");
    assert_false(polis_has(of(&p).builders[POLIS_SPARTA], city("sparta")));
    assert_int_equal(of(&p).from_projects[POLIS_SPARTA], 2);
    assert_int_equal(of(&p).from_projects[POLIS_ATHENS], 0);
}

static void assert_kept(const struct polis_position *p, int wheat, int wine, int oil) {
    const struct polis_facts facts = of(p);
    assert_int_equal(facts.kept[POLIS_SPARTA][POLIS_WHEAT], wheat);
    assert_int_equal(facts.kept[POLIS_SPARTA][2], wine);
    assert_int_equal(facts.kept[POLIS_SPARTA][3], oil);
    assert_int_equal(facts.kept[POLIS_SPARTA][POLIS_SILVER], 3);
}

/* Supply takes wheat, Storage half of what is left, rounded down; each once. [POL-EOR-7, POL-EOR-16, POL-EOR-18] */
static void endings(void **state) {
    (void)state;
    struct polis_position p = beginning();
    static const uint8_t stocks[POLIS_RESOURCE_COUNT] = {7, 0, 4, 5, 3, 10};
    memcpy(p.resource[POLIS_SPARTA], stocks, sizeof stocks);
    p.population[city("gythion")] = 2;
    assert_int_equal(of(&p).need[POLIS_SPARTA], 8);
    assert_int_equal(of(&p).from_megalopolis[POLIS_SPARTA], 1);
    assert_kept(&p, 1, 2, 3);
    p.resource[POLIS_SPARTA][POLIS_WHEAT] = 6;
    assert_kept(&p, 0, 2, 3);
    p.step = POLIS_STEP_GROWTH;
    assert_int_equal(of(&p).need[POLIS_SPARTA], 0);
    assert_kept(&p, 3, 2, 3);
    p.step = POLIS_STEP_SUPPLY;
    p.made = 1;
    p.start = POLIS_SPARTA;
    assert_int_equal(of(&p).need[POLIS_SPARTA], 0);
    p.start = POLIS_ATHENS;
    assert_int_equal(of(&p).need[POLIS_SPARTA], 8);
    for (p.step = POLIS_STEP_PHOROS;; p.step = POLIS_STEP_OVER) {
        assert_int_equal(of(&p).need[POLIS_SPARTA], 0);
        assert_int_equal(of(&p).from_megalopolis[POLIS_SPARTA], 0);
        assert_kept(&p, 6, 4, 5);
        if (p.step == POLIS_STEP_OVER) break;
    }
}

/* Whoever has more units there [POL-CTRL-1]; people, Prestige, posterity [POL-SCORE-1]. */
static void sides(void **state) {
    (void)state;
    struct polis_position p = beginning();
    const struct polis_facts facts = of(&p);
    assert_true(polis_has(facts.control[POLIS_SPARTA], sea("laconia")));
    assert_false(polis_has(facts.control[POLIS_ATHENS], sea("laconia")));
    assert_true(polis_has(facts.control[POLIS_ATHENS], sea("south_sporades")));
    assert_int_equal(facts.score[POLIS_SPARTA], polis_need_of(&p, POLIS_SPARTA) + p.prestige[POLIS_SPARTA]);
    assert_true(polis_has(facts.neutral, city("thebes")));
    assert_false(polis_has(facts.neutral, city("sparta")) || polis_has(facts.neutral, city("athens")));
    assert_int_equal(facts.winners, 0);
    p.step = POLIS_STEP_OVER;
    p.winners = 2;
    assert_int_equal(of(&p).winners, polis_bit(POLIS_ATHENS));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(routes),  cmocka_unit_test(shiploads), cmocka_unit_test(fights),     cmocka_unit_test(events),
        cmocka_unit_test(turns),   cmocka_unit_test(projects),  cmocka_unit_test(endings),    cmocka_unit_test(sides),
        cmocka_unit_test(room),    cmocka_unit_test(growths),   cmocka_unit_test(civil_wars), cmocka_unit_test(sieges),
        cmocka_unit_test(forcing), cmocka_unit_test(tribute),   cmocka_unit_test(payments),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
