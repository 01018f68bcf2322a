/* SPDX-License-Identifier: MIT */
/* tables_test.c - the loaded tables against those of the rules, digit by digit: they are written here a second time, from the
 * appendix, table 10.1 and the sentences that name a number; names are those of the text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "modes_test.h"

enum { S = 1 << POLIS_SPARTA, A = 1 << POLIS_ATHENS, BOTH = S | A };
enum { METAL, WOOD, WINE, OIL, SILVER, WHEAT, PRESTIGE };
enum { HOPLITE, GALLEY };

static const struct polis_tables *tables(void) { return rules[STANDARD]->tables; }

/* ---- Names -------------------------------------------------------------------------------------------------------- */

static unsigned index_of(const struct alea_names *names, const char *word, size_t length) {
    for (unsigned i = 0; i < (unsigned)names->n; i++)
        if (strlen(names->at[i].in[ALEA_EN]) == length && !memcmp(names->at[i].in[ALEA_EN], word, length)) return i;
    fail_msg("nothing is called '%.*s'", (int)length, word);
    return 0;
}

static unsigned called(const struct alea_names *names, const char *word) { return index_of(names, word, strlen(word)); }

/* "Attica, Megaris" as a mask. */
static uint32_t set_of(const struct alea_names *names, const char *list) {
    uint32_t set = 0;
    while (*list) {
        size_t length = strcspn(list, ",");
        set |= polis_bit(index_of(names, list, length));
        list += length + strspn(list + length, ", ");
    }
    return set;
}

static unsigned side_called(const char *name) { return name ? called(&tables()->side, name) : POLIS_NEUTRAL; }

static void check_name(const struct alea_names *names, int at, const char *name) {
    assert_true(at < names->n);
    assert_string_equal(names->at[at].in[ALEA_EN], name);
}

/* ---- Regions: tribute boxes and neighbours [POL-COLL-5, POL-MOVH-3, POL-MOVG-3, POL-PROX-4] ------------------------- */

static const struct {
    const char *name, *row[POLIS_RESOURCE_COUNT]; /* metal, wood, wine, oil, silver, wheat */
} tribute[POLIS_LANDS] = {
    {"Macedonia", {"", "1 3 6 10", "1 3 6", "", "", "1 3"}},
    {"Acarnania", {"1 3 6 10", "", "1 3 6", "", "1 3", ""}},
    {"Thessaly", {"1 3 6", "1 3 6", "", "", "", "1"}},
    {"Boeotia", {"1 3 6 10 15", "1 3 6 10", "", "1 3 6", "", "1"}},
    {"Attica", {"", "", "1 3 6 10", "1 3 6 10", "1 3 6", "1"}},
    {"Megaris", {"", "1 3 6 10 15", "", "", "1 3 6", "1 3"}},
    {"Achaia", {"1 3", "1 3", "1", "1", "", ""}},
    {"Arcadia", {"1 3 6 10", "1 3 6 10", "1 3", "1 3", "", ""}},
    {"Messenia", {"", "", "", "1 3 6 10", "", "1 3 6"}},
    {"Laconia", {"1 3 6 10", "", "", "1 3 6", "1 3", ""}},
    {"Ionia", {"", "", "1 3 6 10", "", "1 3", "1"}},
    {"Sicily", {"", "", "1 3 6 10 15", "1 3 6 10 15", "", "1 3 6"}},
};

static void tribute_boxes(void **state) {
    (void)state;
    const struct polis_tables *t = tables();
    const char *const resource[] = {"metal", "wood", "wine", "oil", "silver", "wheat"};
    assert_int_equal(t->resource.n, ALEA_LEN(resource));
    for (int i = 0; i < (int)ALEA_LEN(resource); i++) check_name(&t->resource, i, resource[i]);
    for (int region = 0; region < POLIS_LANDS; region++) {
        check_name(&t->region, region, tribute[region].name);
        for (int row = 0; row < POLIS_RESOURCE_COUNT; row++) {
            char is[64] = "";
            for (int i = 0, at = 0; i < POLIS_YIELD_MAX && t->yields[region][row][i]; i++)
                at += snprintf(is + at, sizeof is - (size_t)at, i ? " %d" : "%d", t->yields[region][row][i]);
            assert_string_equal(is, tribute[region].row[row]);
        }
        const char *home = region == 9 ? "Sparta" : region == 4 ? "Athens" : NULL; /* Laconia, Attica [POL-COLL-4] */
        assert_int_equal(t->home_of[region], side_called(home));
    }
    for (int sea = POLIS_LANDS; sea < POLIS_REGIONS_MAX; sea++)
        for (int row = 0; row < POLIS_RESOURCE_COUNT; row++) assert_int_equal(t->yields[sea][row][0], 0);
}

static const struct {
    const char *name, *to;
} neighbours[] = {
    {"Macedonia", "Acarnania, Thessaly, Thracian Sea"},
    {"Acarnania", "Macedonia, Thessaly, Ionian Sea"},
    {"Thessaly", "Macedonia, Acarnania, Boeotia, Ionian Sea"},
    {"Boeotia", "Thessaly, Attica"},
    {"Attica", "Boeotia, Megaris, Cyclades"},
    {"Megaris", "Attica, Arcadia, Achaia, Cyclades, Ionian Sea"},
    {"Achaia", "Megaris, Arcadia, Messenia"},
    {"Arcadia", "Megaris, Achaia, Messenia, Laconia, Myrtoan Sea"},
    {"Messenia", "Achaia, Arcadia, Laconia, Ionian Sea"},
    {"Laconia", "Arcadia, Messenia, Myrtoan Sea"},
    {"Ionia", "Southern Sporades"},
    {"Sicily", "Ionian Sea"},
    {"Thracian Sea", "Macedonia, Cyclades, Southern Sporades"},
    {"Cyclades", "Attica, Megaris, Thracian Sea, Southern Sporades, Myrtoan Sea"},
    {"Southern Sporades", "Ionia, Thracian Sea, Cyclades, Myrtoan Sea"},
    {"Myrtoan Sea", "Arcadia, Laconia, Cyclades, Southern Sporades, Ionian Sea"},
    {"Ionian Sea", "Acarnania, Thessaly, Megaris, Messenia, Sicily, Myrtoan Sea"},
};

static void neighbouring_regions(void **state) {
    (void)state;
    const struct polis_tables *t = tables();
    uint32_t seas = set_of(&t->region, "Thracian Sea, Cyclades, Southern Sporades, Myrtoan Sea, Ionian Sea");
    assert_int_equal(t->region.n, ALEA_LEN(neighbours));
    assert_int_equal(t->seas, seas);
    assert_int_equal(t->lands, (polis_bit(POLIS_REGIONS_MAX) - 1) & ~seas);
    for (int region = 0; region < POLIS_REGIONS_MAX; region++) {
        uint32_t to = set_of(&t->region, neighbours[region].to);
        check_name(&t->region, region, neighbours[region].name);
        assert_int_equal(t->hoplite_ways[region], to);
        assert_int_equal(t->proxenos_ways[region], to);
        assert_int_equal(t->galley_ways[region], polis_has(seas, (unsigned)region) ? to & seas : 0);
    }
}

/* ---- Poleis [POL-SIEGE-10, POL-POP-1, POL-GAL-2, POL-MER-1, POL-PROJ-2, POL-EOR-14] --------------------------------- */

static const struct {
    const char *name, *region;
    int base, growth, most;
    const char *ports, *kinds, *capital_of, *commercial_of;
    bool no_siege;
} poleis[] = {
    {"Sparta", "Laconia", 4, 3, 8, "", "festival, statue, temple", "Sparta", NULL, true},
    {"Gythion", "Laconia", 1, 1, 2, "Myrtoan Sea", "", NULL, "Sparta", false},
    {"Pylos", "Messenia", 2, 1, 3, "Ionian Sea", "", NULL, "Sparta", false},
    {"Athens", "Attica", 5, 3, 10, "Cyclades", "theatre, artist, philosopher", "Athens", "Athens", true},
    {"Chalcis", "Attica", 1, 1, 2, "Cyclades", "", NULL, NULL, false},
    {"Chios", "Ionia", 2, 1, 3, "Southern Sporades", "", NULL, NULL, false},
    {"Abdera", "Thracian Sea", 1, 1, 3, "Thracian Sea", "statue", NULL, NULL, true},
    {"Argos", "Arcadia", 3, 1, 5, "Myrtoan Sea", "games", NULL, NULL, false},
    {"Corcyra", "Acarnania", 2, 1, 3, "Ionian Sea", "", NULL, NULL, false},
    {"Corinth", "Megaris", 4, 2, 6, "Ionian Sea, Cyclades", "games, theatre", NULL, NULL, false},
    {"Epidamnus", "Ionian Sea", 1, 1, 3, "Ionian Sea", "statue", NULL, NULL, true},
    {"Gela", "Sicily", 3, 1, 5, "Ionian Sea", "statue", NULL, NULL, false},
    {"Naupactus", "Thessaly", 1, 1, 2, "Ionian Sea", "", NULL, NULL, false},
    {"Pydna", "Macedonia", 2, 1, 3, "Thracian Sea", "games", NULL, NULL, false},
    {"Potidaea", "Macedonia", 2, 1, 3, "Thracian Sea", "festival", NULL, NULL, false},
    {"Samos", "Ionia", 3, 2, 6, "Southern Sporades", "festival", NULL, NULL, false},
    {"Syracuse", "Sicily", 4, 2, 7, "Ionian Sea", "temple, philosopher", NULL, NULL, false},
    {"Thebes", "Boeotia", 3, 1, 5, "", "theatre", NULL, NULL, false},
};

static void cities(void **state) {
    (void)state;
    const struct polis_tables *t = tables();
    uint32_t coastal = 0, inland = 0, besiegeable = 0, in[POLIS_REGIONS_MAX] = {0};
    assert_int_equal(t->city.n, ALEA_LEN(poleis));
    for (unsigned city = 0; city < POLIS_POLEIS_MAX; city++) {
        const struct polis_city *is = &t->city_at[city];
        unsigned region = called(&t->region, poleis[city].region);
        check_name(&t->city, (int)city, poleis[city].name);
        assert_int_equal(is->region, region);
        assert_int_equal(is->fortification, poleis[city].base); /* F is the base population [POL-SIEGE-10] */
        assert_int_equal(is->base, poleis[city].base);
        assert_int_equal(is->growth, poleis[city].growth);
        assert_int_equal(is->most, poleis[city].most);
        assert_int_equal(is->ports, set_of(&t->region, poleis[city].ports));
        assert_int_equal(is->kinds, set_of(&t->project_kind, poleis[city].kinds));
        assert_int_equal(is->capital_of, side_called(poleis[city].capital_of));
        assert_int_equal(is->commercial_of, side_called(poleis[city].commercial_of));
        assert_int_equal(is->besiegeable, !poleis[city].no_siege);
        in[region] |= polis_bit(city);
        coastal |= (uint32_t)(*poleis[city].ports != 0) << city;
        inland |= (uint32_t)(region < POLIS_LANDS) << city;
        besiegeable |= (uint32_t)!poleis[city].no_siege << city;
    }
    assert_int_equal(t->coastal, coastal);
    assert_int_equal(t->inland, inland);
    assert_int_equal(t->besiegeable, besiegeable);
    assert_memory_equal(t->cities_in, in, sizeof in);
    assert_int_equal(t->capital[POLIS_SPARTA], called(&t->city, "Sparta"));
    assert_int_equal(t->capital[POLIS_ATHENS], called(&t->city, "Athens"));
}

/* ---- Trade [POL-TRADE-2, POL-TRADE-4 to 10] -------------------------------------------------------------------------- */

/* The neighbours of each node that are seas; no other edge joins two nodes that a merchant passes. [POL-TRADE-5] */
static void trade_graph(void **state) {
    (void)state;
    static const struct {
        const char *sea, *to;
    } seas[] = {
        {"Ionian Sea", "Myrtoan Sea"},
        {"Myrtoan Sea", "Southern Sporades, Ionian Sea"},
        {"Southern Sporades", "Myrtoan Sea, Thracian Sea"},
        {"Thracian Sea", "Southern Sporades"},
    };
    static const char *const ports[] = {"Ionian Sea, Myrtoan Sea", "Myrtoan Sea, Southern Sporades, Thracian Sea"};
    static const struct {
        const char *name, *seas;
    } markets[] = {
        {"Egypt", "Southern Sporades"},          {"Euxine Pontus", "Thracian Sea"}, {"Illyria", "Ionian Sea"},
        {"Persian Empire", "Southern Sporades"}, {"Thrace", "Thracian Sea"},
    };
    const struct polis_tables *t = tables();
    uint32_t want[POLIS_REGIONS_MAX] = {0};
    for (size_t i = 0; i < ALEA_LEN(seas); i++) want[called(&t->region, seas[i].sea)] = set_of(&t->region, seas[i].to);
    for (int region = 0; region < POLIS_REGIONS_MAX; region++) assert_int_equal(t->trade_seas[region], want[region]);
    for (int side = 0; side < POLIS_SIDES; side++) assert_int_equal(t->port_seas[side], set_of(&t->region, ports[side]));
    assert_int_equal(t->market.n, ALEA_LEN(markets));
    for (int market = 0; market < POLIS_MARKET_COUNT; market++) {
        check_name(&t->market, market, markets[market].name);
        assert_int_equal(t->market_seas[market], set_of(&t->region, markets[market].seas));
    }
}

static const struct {
    const char *market;
    int number, good, gives;
} shiploads[] = {
    {"Egypt", 3, OIL, WHEAT},          {"Egypt", 4, WINE, WHEAT},
    {"Egypt", 5, OIL, SILVER},         {"Euxine Pontus", 5, OIL, WHEAT},
    {"Euxine Pontus", 5, WINE, WHEAT}, {"Illyria", 3, WOOD, WHEAT},
    {"Illyria", 4, METAL, SILVER},     {"Persian Empire", 3, WINE, WHEAT},
    {"Persian Empire", 4, OIL, WHEAT}, {"Persian Empire", 5, WINE, SILVER},
    {"Thrace", 3, METAL, WHEAT},       {"Thrace", 4, WOOD, SILVER},
};

static void foreign_markets(void **state) {
    (void)state;
    static const uint8_t price[3][POLIS_PRICE_POSITIONS] = {
        {3, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5},
        {4, 5, 5, 5, 5, 6, 6, 7, 7, 8, 8},
        {5, 6, 6, 7, 7, 8, 9, 10, 11, 12, 13},
    };
    const struct polis_tables *t = tables();
    assert_int_equal(t->shipload.n, ALEA_LEN(shiploads));
    for (int i = 0; i < POLIS_SHIPLOAD_COUNT; i++) {
        const struct polis_shipload *is = &t->shiploads[i];
        assert_int_equal(is->market, called(&t->market, shiploads[i].market));
        assert_int_equal(is->number, shiploads[i].number);
        assert_int_equal(is->good, shiploads[i].good);
        assert_int_equal(is->gives, shiploads[i].gives);
        assert_int_equal(is->purchase, shiploads[i].gives == WHEAT); /* [POL-TRADE-9] */
    }
    for (int number = 3; number <= 5; number++)
        for (int at = 0; at < POLIS_PRICE_POSITIONS; at++) assert_int_equal(t->price[number][at], price[number - 3][at]);
    for (int good = 0; good < POLIS_GOODS; good++) assert_int_equal(t->start_market[good], 0); /* [POL-SETUP-8] */
    assert_int_equal(t->market_die, 4);
}

/* ---- Projects [POL-PROJ-4, POL-EOR-4, POL-SCORE-1] -------------------------------------------------------------------- */

static const struct {
    const char *name, *kind;
    struct polis_project is;
} projects[] = {
    {"Temple of Apollo", "temple", {.cost = {2, 3, 0, 0, 2}, .prestige = 3, .posterity = 2}},
    {"Temple of Zeus", "temple", {.cost = {3, 4, 0, 0, 3}, .prestige = 4, .posterity = 3}},
    {"Festival of Demeter", "festival", {.cost = {0, 0, 3, 1, 1}, .prestige = 3}},
    {"Festival of Dionysus", "festival", {.cost = {0, 0, 3, 1, 0}, .prestige = 2}},
    {"Isthmian Games", "games", {.cost = {0, 0, 2, 2, 0}, .prestige = 2}},
    {"Nemean Games", "games", {.cost = {0, 0, 0, 4, 1}, .prestige = 3}},
    {"Theatre", "theatre", {.cost = {1, 2, 0, 0, 1}, .prestige = 2, .posterity = 1}},
    {"Theatre with Episkenion", "theatre", {.cost = {1, 2, 0, 0, 2}, .prestige = 3, .posterity = 1}},
    {"Phidias", "artist", {.cost = {0, 0, 0, 0, 4}, .posterity = 2}}, /* half the population of Athens */
    {"Protagoras", "philosopher", {.cost = {0, 0, 0, 0, 3}, .prestige = 2, .posterity = 1}},
    {"Democritus", "philosopher", {.cost = {0, 0, 0, 0, 5}, .prestige = 4, .posterity = 1}},
    {"Socrates", "philosopher", {.cost = {0, 0, 0, 0, 6}, .prestige = 4, .posterity = 2}},
    {"Statue of Aphrodite", "statue", {.cost = {1, 2, 0, 0, 0}, .prestige = 1, .posterity = 1}},
    {"Statue of an Ephebe", "statue", {.cost = {0, 2, 0, 0, 0}, .prestige = 1}},
};

static void project_tiles(void **state) {
    (void)state;
    const struct polis_tables *t = tables();
    assert_int_equal(t->project.n, ALEA_LEN(projects));
    for (int i = 0; i < POLIS_PROJECT_COUNT; i++) {
        const struct polis_project *is = &t->project_at[i], *want = &projects[i].is;
        bool phidias = !strcmp(projects[i].name, "Phidias");
        check_name(&t->project, i, projects[i].name);
        assert_int_equal(is->kind, called(&t->project_kind, projects[i].kind));
        assert_memory_equal(is->cost, want->cost, sizeof want->cost);
        assert_int_equal(is->prestige, want->prestige);
        assert_int_equal(is->half_of, phidias ? called(&t->city, "Athens") : ALEA_NONE); /* [POL-EOR-5] */
        assert_int_equal(is->posterity, want->posterity);
    }
}

/* ---- Combat cards [POL-BATTLE-22] -------------------------------------------------------------------------------------- */

static void combat_cards(void **state) {
    (void)state;
    static const int counts[] = {1, 2, 1}; /* of the values 0, 1, 2: the four cards 0, 1, 1, 2 */
    const struct polis_tables *t = tables();
    assert_int_equal(t->formation.n, 6);
    assert_int_equal(t->cards_total, 24);
    for (int i = 0; i < POLIS_CARD_KINDS; i++) {
        assert_int_equal(t->cards[i].formation, i / 3);
        assert_int_equal(t->cards[i].value, i % 3);
        assert_int_equal(t->cards[i].count, counts[i % 3]);
    }
}

/* ---- Siege modes, table 10.1 ----------------------------------------------------------------------------------------- */

/* A row for each that data/text/polis.json names, from the rules and not from the data. */
static const struct polis_siege_mode modes[POLIS_SIEGE_MODES] = {
    [POLIS_SIEGE_STANDARD] = {.die = 4, .needs_control = true, .prestige_start = 1, .start_after_pass = true},
    [POLIS_SIEGE_SACRIFICE] = {.die = 4,
                               .needs_control = true,
                               .prestige_start = 1,
                               .start_after_pass = true,
                               .force = POLIS_FORCE_ONCE,
                               .force_prestige = 1},
    [POLIS_SIEGE_DICELESS] = {.prestige_win = 1, .garrison = true, .breaks = POLIS_BREAK_AT_ONCE},
    [POLIS_SIEGE_DICELESS_SACRIFICE] = {.prestige_start = 1,
                                        .force = POLIS_FORCE_DISCS,
                                        .force_prestige = 1,
                                        .force_hoplites = 1,
                                        .force_population = 1,
                                        .garrison = true,
                                        .breaks = POLIS_BREAK_AFTER_ACTION,
                                        .discs_stay = true},
};

static void check_mode(const struct polis_siege_mode *is, const struct polis_siege_mode *want) {
    assert_true(is->known);
    assert_int_equal(is->die, want->die);
    assert_int_equal(is->needs_control, want->needs_control);
    assert_int_equal(is->garrison, want->garrison);
    assert_int_equal(is->discs_stay, want->discs_stay);
    assert_int_equal(is->start_after_pass, want->start_after_pass);
    assert_int_equal(is->prestige_start, want->prestige_start);
    assert_int_equal(is->prestige_continue, want->prestige_continue);
    assert_int_equal(is->prestige_win, want->prestige_win);
    assert_int_equal(is->force, want->force);
    assert_int_equal(is->force_prestige, want->force_prestige);
    assert_int_equal(is->force_hoplites, want->force_hoplites);
    assert_int_equal(is->force_population, want->force_population);
    assert_int_equal(is->breaks, want->breaks);
}

static void siege_modes(void **state) {
    (void)state;
    for (int mode = 0; mode < POLIS_SIEGE_MODES; mode++) {
        const struct polis_tables *t = rules[mode]->tables;
        assert_int_equal(t->mode, mode);
        assert_true(polis_why_no_force(t) && polis_why_no_garrison(t)); /* siege.c has a row of it */
        check_mode(&tables()->siege_modes[mode], &modes[mode]);
        check_mode(&t->siege, &modes[mode]);
    }
}

/* ---- Setup and numbers -------------------------------------------------------------------------------------------------- */

static void setup_of_each_side(void **state) {
    (void)state;
    static const uint8_t resource[POLIS_SIDES][POLIS_RESOURCE_COUNT] = {{4, 4, 4, 4, 4, 0}, {4, 4, 4, 4, 0, 4}};
    static const struct {
        int side;
        const char *at;
        uint8_t n;
    } people[] = {{0, "Sparta", 4}, {0, "Gythion", 1}, {0, "Pylos", 2},
                  {1, "Athens", 5}, {1, "Chalcis", 1}, {1, "Chios", 2}},
      units[] = {{0, "Laconia", 3}, {0, "Ionian Sea", 1}, {0, "Myrtoan Sea", 1},      {1, "Attica", 3},
                 {1, "Ionia", 2},   {1, "Cyclades", 2},   {1, "Southern Sporades", 1}};
    const struct polis_tables *t = tables();
    uint8_t population[POLIS_SIDES][POLIS_POLEIS_MAX] = {0}, army[POLIS_SIDES][POLIS_REGIONS_MAX] = {0};
    for (size_t i = 0; i < ALEA_LEN(people); i++) population[people[i].side][called(&t->city, people[i].at)] = people[i].n;
    for (size_t i = 0; i < ALEA_LEN(units); i++) army[units[i].side][called(&t->region, units[i].at)] = units[i].n;
    assert_memory_equal(t->start_resource, resource, sizeof resource);       /* [POL-SETUP-3] */
    assert_memory_equal(t->start_population, population, sizeof population); /* [POL-SETUP-4] */
    assert_memory_equal(t->start_units, army, sizeof army);                  /* [POL-SETUP-6] */
    for (int side = 0; side < POLIS_SIDES; side++) {
        assert_int_equal(t->start_prestige[side], 4);
        assert_int_equal(t->start_merchants[side], 1); /* [POL-SETUP-7] */
        assert_int_equal(t->start_proxenos[side], t->capital[side]);
    }
}

static void rounds(void **state) {
    (void)state;
    static const char *const name[] = {"Round 3", "Round 4", "Round 5α", "Round 5β"};
    static const int number[] = {3, 4, 5, 5}; /* [POL-SETUP-11, POL-STACK-1] */
    const struct polis_tables *t = tables();
    for (int round = 0; round < POLIS_ROUND_COUNT; round++) {
        check_name(&t->round_name, round, name[round]);
        assert_int_equal(t->number[round], number[round]);
        assert_int_equal(t->stack_limit[round], number[round]);
        assert_int_equal(t->battle_threshold[round], 8); /* [POL-BATTLE-1] */
    }
}

static void constants(void **state) {
    (void)state;
    const struct polis_tables *t = tables();
    const struct {
        int is, want;
    } number[] = {
        {t->cubes, 38},           /* POL-INV-1 */
        {t->shown_projects, 3},   /* POL-ROUND-1 */
        {t->merchant_pieces, 5},  /* 1.3 */
        {t->resource_max, 99},    /* POL-RES-1 */
        {t->prestige_max, 99},    /* POL-RES-4 */
        {t->actions_per_turn, 2}, /* POL-TURN-2 */
        {t->surcharge, 1},        /* POL-TURN-9 */
        {t->least_population, 1}, /* POL-POP-2 */
        {t->hoplite_metal, 1},    /* POL-HOP-3 */
        {t->hoplite_silver, 1},
        {t->galley_wood, 1}, /* POL-GAL-3 */
        {t->galley_silver, 1},
        {t->merchant_wood, 1}, /* POL-MER-3 */
        {t->merchant_silver, 1},
        {t->military_prestige, 1},        /* POL-MIL-1 */
        {t->failure_hoplites, 1},         /* POL-SIEGE-8 */
        {t->failure_population, 1},       /* POL-SIEGE-9 */
        {t->bribe, 1},                    /* POL-PROX-4 */
        {t->redeem_price, 2},             /* POL-REDEEM-2 */
        {t->civil_neutral, 2},            /* POL-CIVIL-2 */
        {t->civil_enemy, 3},              /* POL-CIVIL-3 */
        {t->battle_least, 2},             /* POL-BATTLE-2 */
        {t->cards_per_attack, 2},         /* POL-BATTLE-11 */
        {t->retreat_prestige, 1},         /* POL-BATTLE-9 */
        {t->land_attacker, POLIS_SPARTA}, /* POL-BATTLE-6 */
        {t->sea_attacker, POLIS_ATHENS},
        {t->phoros_floor, 1}, /* POL-EOR-20 */
        {t->megalopolis, 1},  /* POL-EOR-16 */
    };
    for (size_t i = 0; i < ALEA_LEN(number); i++)
        if (number[i].is != number[i].want) fail_msg("number %zu is %d, not %d", i + 1, number[i].is, number[i].want);
    assert_int_equal(t->halved, 1 << OIL | 1 << WINE | 1 << WHEAT); /* POL-EOR-18 */
}

/* ---- Events [POL-EVENT-9 to 36] ---------------------------------------------------------------------------------------- */

#define ADD(side, what, region, n) \
    { .op = POLIS_OP_ADD_UNITS, .sides = (side), .unit = (what), .where = (region), .count = (n) }
#define GAIN(side, of, n) \
    { .op = POLIS_OP_GAIN, .sides = (side), .what = (of), .count = (n) }
#define LOSE(side, n) \
    { .op = POLIS_OP_LOSE_PRESTIGE, .sides = (side), .count = (n) }
#define PEOPLE(side, polis, n) \
    { .op = POLIS_OP_POPULATION, .sides = (side), .where = (polis), .count = (n) }
#define OP(name, ...) \
    { .op = POLIS_OP_##name, .sides = BOTH, __VA_ARGS__ }
#define KING OP(EXPEDITION, .most = 2, .each = 2)
#define FREE_TRADE \
    OP(FREE_TRADE, .set = PERSIA | EGYPT, .count = 1, .seas = 1 << IONIAN_SEA | 1 << THRACIAN_SEA, .least = 10)

/* Places in the tables above. */
enum {
    THESSALY = 2,
    BOEOTIA,
    ATTICA,
    MEGARIS,
    MESSENIA = 8,
    IONIA = 10,
    SICILY,
    THRACIAN_SEA,
    SPORADES = 14,
    IONIAN_SEA = 16
};
enum { POLIS_OF_ATHENS = 3, PERSIA_3 = 1 << 7, EGYPT = 1 << 0, PERSIA = 1 << 3 };

static const struct {
    const char *round, *name;
    struct polis_effect effect[POLIS_EFFECTS_MAX]; /* sides 0: no more */
} events[] = {
    {"Round 3", "No event", {{0}}},
    {"Round 3", "No event", {{0}}},
    {"Round 3", "Earthquake at Sparta", {ADD(S, GALLEY, IONIAN_SEA, 1), ADD(A, HOPLITE, MESSENIA, 1)}},
    {"Round 3", "Destruction of the Persian fleet", {GAIN(S, SILVER, 1), GAIN(A, PRESTIGE, 1)}},
    {"Round 3", "Philopersians", {GAIN(BOTH, PRESTIGE, 1), OP(REMOVE_UNIT, .count = 1)}},
    {"Round 3", "Xerxes assassinated", {OP(CLOSE_SHIPLOAD, .set = PERSIA_3)}},
    {"Round 3", "Leotychidas II", {{.op = POLIS_OP_START_PLAYER, .sides = A}}},
    {"Round 3", "Holy War", {ADD(S, HOPLITE, THESSALY, 1), ADD(A, HOPLITE, BOEOTIA, 1)}},
    {"Round 4", "No event", {{0}}},
    {"Round 4", "No event", {{0}}},
    {"Round 4", "Betrayal", {OP(BETRAYAL, .count = 1)}},
    {"Round 4",
     "Egypt rebels against Persia",
     {{.op = POLIS_OP_EXPEDITION,
       .sides = A,
       .unit = GALLEY,
       .least = 2,
       .most = ALEA_NONE,
       .each = 1,
       .missing = 1,
       .half = true}}},
    {"Round 4", "Murder of the Persian king", {KING}},
    {"Round 4", "Peasant revolts", {ADD(A, HOPLITE, MESSENIA, 1), ADD(S, HOPLITE, IONIA, 1)}},
    {"Round 4", "Age of Pericles", {GAIN(A, SILVER, 2), ADD(S, HOPLITE, MEGARIS, 1)}},
    {"Round 4", "Transfer of the treasury", {OP(SELL_PRESTIGE, .least = 1, .each = 2)}},
    {"Round 4", "Battle of Tanagra", {ADD(S, HOPLITE, BOEOTIA, 1), ADD(A, HOPLITE, ATTICA, 1)}},
    {"Round 4", "Peace of Callias", {GAIN(BOTH, SILVER, 1)}},
    {"Round 5α", "No event", {{0}}},
    {"Round 5α", "No event", {{0}}},
    {"Round 5α", "Behind the Long Walls", {PEOPLE(A, POLIS_OF_ATHENS, 1), ADD(S, HOPLITE, ATTICA, 1)}},
    {"Round 5α", "Betrayal", {OP(BETRAYAL, .count = 1)}},
    {"Round 5α", "Free trade with Persia", {FREE_TRADE}},
    {"Round 5α", "Great commanders", {OP(DOUBLE_BATTLE_PRESTIGE, .count = 0)}},
    {"Round 5α", "Enemies of Greece", {ADD(A, HOPLITE, MESSENIA, 1), ADD(S, GALLEY, SPORADES, 1)}},
    {"Round 5α", "Mercenaries", {OP(MERCENARIES, .each = 2)}},
    {"Round 5α", "Murder of the Persian king", {KING}},
    {"Round 5α", "Pacifism", {OP(PACIFISM, .each = 1)}},
    {"Round 5α", "Plague and humiliation", {PEOPLE(A, POLIS_OF_ATHENS, -2), ADD(A, HOPLITE, MESSENIA, 1), LOSE(S, 1)}},
    {"Round 5β", "No event", {{0}}},
    {"Round 5β", "No event", {{0}}},
    {"Round 5β", "Alcibiades flees to Sparta", {OP(BATTLE_THRESHOLD, .count = 7)}},
    {"Round 5β", "Carthage lands in Sicily", {OP(RAID, .where = SICILY, .count = 2)}},
    {"Round 5β", "Eruption of Etna", {OP(COLLECT_LIMIT, .where = SICILY, .count = 3)}},
    {"Round 5β", "Free trade with Persia", {FREE_TRADE}},
    {"Round 5β", "Liberation of slaves", {OP(SET_MARKET, .set = 1 << WINE | 1 << OIL, .count = 0)}},
    {"Round 5β", "Hermocopidae", {LOSE(BOTH, 1)}},
    {"Round 5β", "Mercenaries", {OP(MERCENARIES, .each = 2)}},
    {"Round 5β", "Pacifism", {OP(PACIFISM, .each = 1)}},
    {"Round 5β", "Superstition", {OP(TIED_EXCHANGE_REPEATS, .count = 0)}},
};

static void check_effect(const struct polis_effect *is, const struct polis_effect *want) {
    assert_int_equal(is->op, want->op);
    assert_int_equal(is->sides, want->sides);
    assert_int_equal(is->unit, want->unit);
    assert_int_equal(is->where, want->where);
    assert_int_equal(is->count, want->count);
    assert_int_equal(is->what, want->what);
    assert_int_equal(is->least, want->least);
    assert_int_equal(is->most, want->most);
    assert_int_equal(is->each, want->each);
    assert_int_equal(is->missing, want->missing);
    assert_int_equal(is->half, want->half);
    assert_int_equal(is->set, want->set);
    assert_int_equal(is->seas, want->seas);
}

static void event_cards(void **state) {
    (void)state;
    const struct polis_tables *t = tables();
    assert_int_equal(t->event.n, ALEA_LEN(events));
    for (int event = 0; event < POLIS_EVENT_COUNT; event++) {
        int n = 0;
        check_name(&t->event, event, events[event].name);
        assert_int_equal(t->event_round[event], called(&t->round_name, events[event].round));
        assert_int_equal(t->event_count[event], 1);
        while (n < POLIS_EFFECTS_MAX && events[event].effect[n].sides) n++;
        assert_int_equal(t->n_effects[event], n);
        for (int i = 0; i < n; i++) check_effect(&t->effects[event][i], &events[event].effect[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tribute_boxes),
        cmocka_unit_test(neighbouring_regions),
        cmocka_unit_test(cities),
        cmocka_unit_test(trade_graph),
        cmocka_unit_test(foreign_markets),
        cmocka_unit_test(project_tiles),
        cmocka_unit_test(combat_cards),
        cmocka_unit_test(siege_modes),
        cmocka_unit_test(setup_of_each_side),
        cmocka_unit_test(rounds),
        cmocka_unit_test(constants),
        cmocka_unit_test(event_cards),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
