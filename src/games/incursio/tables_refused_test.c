/* SPDX-License-Identifier: MIT */
/* tables_refused_test.c - what the loader refuses: each row lays a table of the built-in data over itself with one thing changed, and
 * tells where the fault must be found. Options too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "incursio_internal.h"

extern const unsigned char alea_data_incursio[];
extern const size_t alea_data_incursio_size;

static char scenario[1 << 17];

/* In `table`, after the first `after`, the first `find` becomes `put`. */
struct change {
    const char *table, *after, *find, *put;
    const char *where; /* end of the path that is refused; NULL: accepted */
};

/* The text of a table: from behind `  "table": ` to the next key of the top level. */
static void write_table(const char *table, char *out, size_t size) {
    char key[64];
    snprintf(key, sizeof key, "\n  \"%s\": ", table);
    static char data[1 << 17];
    assert_true(alea_data_incursio_size < sizeof data);
    memcpy(data, alea_data_incursio, alea_data_incursio_size);
    data[alea_data_incursio_size] = 0;
    const char *from = strstr(data, key);
    assert_non_null(from);
    from += strlen(key);
    const char *to = strstr(from, ",\n  \"");
    if (!to) to = strstr(from, "\n}");
    assert_non_null(to);
    assert_true((size_t)(to - from) < size);
    memcpy(out, from, (size_t)(to - from));
    out[to - from] = 0;
}

static void write_scenario(const struct change *change) {
    static char text[1 << 16];
    write_table(change->table, text, sizeof text);
    const char *at = strstr(text, change->after);
    if (at) at = strstr(at, change->find);
    if (!at) fail_msg("%s: nothing to change: %s ... %s", change->table, change->after, change->find);
    snprintf(
        scenario, sizeof scenario,
        "{\"format\":\"alea.scenario\",\"version\":1,\"game\":\"incursio\",\"name\":\"test\",\"replace\":{\"%s\":%.*s%s%s}}",
        change->table, (int)(at - text), text, change->put, at + strlen(change->find));
}

static struct alea_rules *make(const char *option, enum alea_lang lang, struct alea_error *error) {
    const struct alea_scenario is = {.name = "test.json", .bytes = scenario, .n_bytes = strlen(scenario)};
    *error = (struct alea_error){.lang = lang};
    return alea_rules_new(alea_game_find("incursio"), 2, &option, 1, &is, error);
}

static bool ends_with(const char *text, const char *end) {
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static void try_changes(const struct change changes[], size_t n, const char *option) {
    for (size_t i = 0; i < n; i++)
        for (int lang = 0; lang < ALEA_LANGS; lang++) {
            struct alea_error error;
            write_scenario(&changes[i]);
            struct alea_rules *rules = make(option, (enum alea_lang)lang, &error);
            const char *where = changes[i].where;
            if (!where && !rules)
                fail_msg("%s, %s: refused at %s: %s", changes[i].table, changes[i].put, error.where, error.text);
            if (where && (rules || error.code != ALEA_ERR_BAD_SCENARIO || !ends_with(error.where, where)))
                fail_msg("%s, %s: not refused at %s, but %s: %s", changes[i].table, changes[i].put, where, error.where,
                         error.text);
            alea_rules_free(rules);
        }
}

#define TRY(changes, option) try_changes(changes, ALEA_LEN(changes), option)

/* ---- Tables ------------------------------------------------------------------------------------------------------- */

static void structures_are_checked(void **state) {
    (void)state;
    static const struct change changes[] = {
        {"structures", "", "\"cost\": 100", "\"cost\": 0", NULL},
        {"structures", "", "\"cost\": 100", "\"cost\": -1", "structures[0].cost"},
        {"structures", "", "\"number\": 1", "\"number\": 2", "structures[0].number"},
        {"structures", "", "\"level\": 0", "\"level\": 7", "structures[0].level"},
        {"structures", "extra_dwellings\",\n      \"n", "\"limit\": 7", "\"limit\": 15", NULL},
        {"structures", "extra_dwellings\",\n      \"n", "\"limit\": 7", "\"limit\": 16", "structures[1].limit"},
        {"structures", "extra_dwellings\",\n      \"n", "\"limit\": 7", "\"limit\": 0", "structures[1].limit"},
        {"structures", "extra_dwellings\",\n      \"n", "\"limit\": 7", "\"limit\": 5",
         "settlement_levels[6].requires[0].count"},
        {"structures", "\"walls\"", "[\"extra_dwellings\"]", "[\"barracks\"]", "structures[2].requires"},
        {"structures", "\"walls\"", "[\"extra_dwellings\"]", "[\"walls\"]", "structures[2].requires"},
        {"structures", "\"walls\"", "[\"extra_dwellings\"]", "[\"wals\"]", "structures[2].requires[0]"},
        {"structures", "\"walls\"", "[\"extra_dwellings\"]", "[\"mine\", \"mine\"]", "structures[2].requires[1]"},
        {"structures", "", "garrison_tie_win", "garrison_tie", "structures[3].effects[0].op"},
        {"structures", "", "garrison_tie_win", "attack_bonus", "structures[3].effects[0].op"},
        {"structures", "manned_towers", "[\"infantry\"]", "[\"troopers\"]", "structures[4].effects[0].types[0]"},
        {"structures", "manned_towers", "[\"infantry\"]", "[\"archers\", \"archers\"]", "structures[4].effects[0].types[1]"},
        {"structures", "manned_towers", "[\"infantry\"]", "[]", "structures[4].effects[0].types"},
        {"structures", "manned_towers", "\"amount\": 1", "\"amount\": 11", "structures[4].effects[0].amount"},
        {"structures", "manned_towers", "\"limit\": 1", "\"limit\": 2", "structures[4].effects[0]"},
        {"structures", "arcane_study", "\"range\": 2", "\"range\": 5", "structures[8].effects[1].range"},
        {"structures", "martial_field", "[{\"op\"", "[{\"op\": \"production_bonus\", \"amount\": 2}, {\"op\"",
         "structures[9].effects[1]"},
        {"structures", "catapults", "\"die\": 6", "\"die\": 8", "structures[11].effects[0].die"},
        {"structures", "catapults", "\"single\"", "\"both\"", "structures[11].effects[0].mode"},
        {"structures", "catapults", "\"single\"", "\"each\"", "structures[11].effects[0]"},
        {"structures", "\"falcon_tower\"", "\"amount\": 2", "\"amount\": 14", "settlement_levels"},
        {"structures", "\"martial_field\"", "\"limit\": 1", "\"limit\": 15", NULL},
    };
    TRY(changes, "map=small");
}

/* More kinds than there are nibbles, by one. */
static void stacks_are_counted(void **state) {
    (void)state;
    static const char *const kinds[] = {"\"guard_tower\",\n", "\"walls\",\n", "\"stables\",\n", "\"martial_field\",\n"};
    struct change change = {"structures", "", "", "", NULL};
    char text[1 << 16], *at;
    struct alea_error error;
    write_scenario(&change);
    memcpy(text, scenario, strlen(scenario) + 1);
    for (size_t i = 0; i < ALEA_LEN(kinds); i++) { /* 02, 12, 13, 14, 21 are there already */
        at = strstr(text, kinds[i]);
        assert_non_null(at);
        at = strstr(at, "\"limit\": 1");
        at[strlen("\"limit\": ")] = '9';
        memcpy(scenario, text, strlen(text) + 1);
        struct alea_rules *rules = make("map=small", ALEA_EN, &error);
        assert_int_equal(rules != NULL, i < ALEA_LEN(kinds) - 1);
        alea_rules_free(rules);
    }
    assert_true(ends_with(error.where, "structures[20].limit"));
}

static void levels_are_checked(void **state) {
    (void)state;
    static const struct change changes[] = {
        {"settlement_levels", "outpost", "\"mine\"", "\"signal_tower\"", "settlement_levels[3].requires (signal_tower)"},
        {"settlement_levels", "outpost", "\"count\": 3", "\"count\": 8", "settlement_levels[3].requires[0].count"},
        {"settlement_levels", "outpost", "\"mine\"", "\"barracks\"", "settlement_levels[3].requires[3].structure"},
        {"settlement_levels", "", "\"defenders\": 0", "\"defenders\": 1", "settlement_levels[0].defenders"},
        {"settlement_levels", "\"level\": 1", "\"guard_tower\"", "\"walls\"", "settlement_levels[1].requires (walls)"},
        {"settlement_levels", "\"level\": 1", "\"count\": 1", "\"count\": 2", "founding.structures (extra_dwellings)"},
        {"settlement_levels", "fortress", "\"garrison\": 15", "\"garrison\": 26", NULL},
        {"settlement_levels", "fortress", "\"garrison\": 15", "\"garrison\": 27", "settlement_levels"},
        {"settlement_levels", "fortress", "\"defenders\": 10", "\"defenders\": 197", "settlement_levels"},
        {"settlement_levels", "bastion", "\"level\": 6", "\"level\": 5", "settlement_levels[6].level"},
        {"ruin_levels", "", "\"resources\": 5", "\"resources\": -5", "ruin_levels[0].resources"},
        {"ruin_levels", "", "\"demons\": 8", "\"demons\": 197", NULL},
        {"ruin_levels", "", "\"demons\": 8", "\"demons\": 198", "ruin_levels"},
        {"founding", "", ", \"guard_tower\"", "", "founding.structures (guard_tower)"},
        {"founding", "", "\"extra_dwellings\", ", "", "founding.structures (guard_tower)"},
        {"founding", "", "\"guard_tower\"", "\"extra_dwellings\"", "founding.structures[1]"},
        {"founding", "", "\"resulting_level\": 1", "\"resulting_level\": 2", "founding.structures (extra_dwellings)"},
        {"founding", "", "\"needs_soldiers\": 1", "\"needs_soldiers\": 0", "founding.needs_soldiers"},
    };
    TRY(changes, "map=small");
}

static void powers_are_checked(void **state) {
    (void)state;
    static const struct change changes[] = {
        {"demon_upgrades", "", "\"resources\": 100", "\"resources\": 40", "demon_upgrades[1].resources"},
        {"demon_upgrades", "", "\"step\": 2", "\"step\": 3", "demon_upgrades[1].step"},
        {"demon_upgrades", "thousand", "\"amount\": 10", "\"amount\": 80", NULL},
        {"demon_upgrades", "thousand", "\"amount\": 10", "\"amount\": 81", "demon_upgrades[7].effects"},
        {"demon_upgrades", "", "\"phase\": \"move\"", "\"phase\": \"spy\"", "demon_upgrades[5].effects[0].phase"},
        {"demon_upgrades", "", "[\"troopers\"]", "[\"archers\"]", "demon_upgrades[2].effects[0].types[0]"},
        {"missions", "tithe", "\"defenders\"", "\"raiders\"", "missions.list[1].effects[0]"},
        {"missions", "levy", "\"own_settlement\"", "null", "missions.list[0].effects[0]"},
        {"missions", "levy", "\"own_settlement\"", "\"own_ruin\"", "missions.list[0].target"},
        {"missions", "levy", "\"amount\": 1", "\"amount\": 21", "missions.list[0].effects[0].amount"},
        {"missions", "guide", "\"range\": 2", "\"range\": 0", "missions.list[6].effects[0].range"},
        {"missions", "", "next_day", "same_day", "missions.ends"},
        {"species", "krinar", "60", "101", "species[5].spying_percent"},
        {"species", "krinar", "\"destroyers\"", "\"cavalry\"", "species[5].unit_type"},
        {"species", "no_dp", "null", "\"troopers\"", "species"},
        {"species", "esdefian", "20", "21", "species[8].spying_percent"},
        {"species", "", ",\n      \"automatic\": true", "", "species[7].spying_percent"},
        {"species", "sevek", "40", "40, \"automatic\": true", "species[2].automatic"},
        {"spying", "", "[\"molor\"]", "[]", "spying.defenders.automatic_species"},
        {"spying", "", "\"floor_percent\": 0", "\"floor_percent\": 91", "spying.floor_percent"},
        {"objectives", "", "\"per_faction\": 2", "\"per_faction\": 7", "objectives.list"},
        {"objectives", "", "\"per_faction\": 2", "\"per_faction\": 6", NULL},
        {"objectives", "outposts", "\"faction\": \"defenders\"", "\"faction\": \"raiders\"", "objectives.list[0].faction"},
        {"objectives", "outposts", "\"min_level\": 3", "\"min_level\": 7", "objectives.list[0].condition.min_level"},
        {"objectives", "d_capital", "\"end\"", "\"ever\"", "objectives.list[5].condition.when"},
        {"objectives", "r_dominion", "ruins_at_least\", \"count\": 3, \"min_level\": 2",
         "ruins_never_below\", \"count\": 1, \"from_day\": 2", "objectives.list[11].condition.op"},
        {"objectives", "r_shadow", "\"lines\": 2", "\"lines\": 5", "objectives.list[10].condition.lines"},
    };
    TRY(changes, "map=small");
}

static void units_are_checked(void **state) {
    (void)state;
    static const struct change changes[] = {
        {"unit_types", "", "\"F\"", "\"Tr\"", "unit_types[3].symbol"},
        {"unit_types", "", "\"F\"", "\"Fant\"", "unit_types[0].symbol"},
        {"unit_types", "", "\"F\"", "\"1\"", "unit_types[0].symbol"},
        {"unit_types", "", "\"faction\": \"defenders\"", "\"faction\": \"raiders\"", "unit_types[0]"},
        {"unit_types", "", "\"advantage_over\": \"troopers\"", "\"advantage_over\": \"archers\"", "unit_types[0]"},
        {"unit_types", "", "\"advantage_over\": \"troopers\"", "\"advantage_over\": \"assailants\"", "advantage_cycle[1]"},
        {"unit_types", "", "\"disadvantage_against\": \"destroyers\"", "\"disadvantage_against\": \"assailants\"",
         "advantage_cycle[0]"},
        {"advantage_cycle", "", "\"troopers\", \"archers\"", "\"archers\", \"troopers\"", "advantage_cycle[1]"},
        {"advantage_cycle", "", ", \"destroyers\"", "", "advantage_cycle"},
        {"factions", "", "\"archers\"", "\"cavalry\"", "unit_types[1]"},
        {"factions", "", "\"id\": \"defenders\"", "\"id\": \"esdef\"", "factions[0].id"},
        {"factions", "", "[\"grey\"]", "[\"red\"]", "factions[0].lines[0]"},
    };
    TRY(changes, "map=small");
}

/* ---- Values that are no choice, and numbers ----------------------------------------------------------------------- */

static void fixed_values_stay(void **state) {
    (void)state;
    static const struct change changes[] = {
        {"combat", "surplus", "false", "true", "combat.surplus_defenders_roll"},
        {"combat", "", "[1]", "[2]", "combat.siege_fires_in_pass[0]"},
        {"combat", "", "[1]", "[1, 2]", "combat.siege_fires_in_pass"},
        {"combat", "camp_suffers", "true", "1", NULL},
        {"movement", "", "\"step_8\"", "\"step_7\"", "movement.moments[1]"},
        {"assault", "unit", "1", "2", "assault.attacks_per_unit_per_day"},
        {"production", "", "\"raiders_ruins\", ", "", "production.pools"},
        {"portals", "", "empty_sites", "all_sites", "portals.eligible"},
        {"portals", "to_death", "true", "false", "portals.ambush.to_death"},
        {"ruins", "", "dawn", "dusk", "ruins.levels_at"},
        {"personal_actions", "", "\"rest\"", "\"sleep\"", "personal_actions.kinds[4]"},
        {"secrecy", "told", "false", "true", "secrecy.spied_side_is_told"},
        {"turn_order", "", "\"first_move\"", "\"first_assault\"", "turn_order[1].id"},
        {"turn_order", "\"spying\"", "\"both\"", "\"first\"", "turn_order[6].actor"},
        {"maintenance_order", "", "\"step\": 1", "\"step\": 2", "maintenance_order[0].step"},
        {"win_conditions", "gates_open", "\"raiders\"", "\"defenders\"", "win_conditions[1].winner"},
        {"win_conditions", "", "\"draw\"", "\"raiders\"", "win_conditions[3].tie"},
        {"deadlines", "", "\"hold\"", "\"attack\"", "deadlines.default[1]"},
        {"deadlines", "", "\"10:00\"", "\"00:00\"", NULL},
        {"deadlines", "", "\"10:00\"", "\"24:00\"", "deadlines.windows[0].closes"},
        {"deadlines", "", "\"10:00\"", "\"9:60:\"", "deadlines.windows[0].closes"},
        {"deadlines", "", "\"10:00\"", "\"12:31\"", "deadlines.windows[1].closes"},
        {"notes", "", "lookup", "look", "replace.notes"},
        {"roles", "", "\"correct_state\"", "\"cheat\"", "replace.roles"},
    };
    TRY(changes, "map=small");
}

static void numbers_are_bounded(void **state) {
    (void)state;
    static const struct change changes[] = {
        {"dice", "", "\"standard\": 6", "\"standard\": 7", NULL},
        {"dice", "", "\"standard\": 6", "\"standard\": 8", "dice.standard"},
        {"dice", "", "\"disadvantaged\": 4", "\"disadvantaged\": 7", "dice.disadvantaged"},
        {"dice", "", "100", "20", "dice.percent"},
        {"initiative", "", "6", "1", "initiative.die"},
        {"initiative", "", "reroll", "defenders", "initiative.tie"},
        {"combat", "", "30", "0", "combat.max_passes"},
        {"portals", "", "\"first_day\": 2", "\"first_day\": 1", "portals.first_day"},
        {"limits", "", "1000", "1001", "limits.units_per_faction"},
        {"limits", "", "1000", "30", NULL},
        {"limits", "", "1000", "12", "limits.units_per_faction"},
        {"limits", "", "1000", "13", "maps[1].sites[6].camp"},
        {"limits", "", "64", "12", "maps[1].sites"},
        {"teams", "", "\"characters_minimum\": 4", "\"characters_minimum\": 21", "teams.characters_minimum"},
        {"teams", "", "\"raiders\": 6", "\"raiders\": 0", "teams.species_quota_divisor.raiders"},
        {"secrecy", "start_levels", "false", "true", NULL},
        {"secrecy", "start_kinds_public", "true,\n    \"start_levels_public\": false",
         "false,\n    \"start_levels_public\": true", "secrecy.start_levels_public"},
    };
    TRY(changes, "map=small");
}

/* ---- Maps --------------------------------------------------------------------------------------------------------- */

static void maps_are_checked(void **state) {
    (void)state;
    static const struct change changes[] = {
        {"maps", "", "[\"s01\", \"s02\"]", "[\"s01\", \"s01\"]", "maps[0].lines.grey[0]"},
        {"maps", "", "[\"s01\", \"s03\"]", "[\"s02\", \"s01\"]", "maps[0].lines.grey[1]"},
        {"maps", "", "[\"s01\", \"s02\"]", "[\"s01\", \"s0\"]", "maps[0].lines.grey[0]"},
        {"maps", "red", "[\"s03\", \"s04\"]", "[\"s01\", \"s02\"]", "maps[0].lines.red (s01-s02)"},
        {"maps", "red", "[\"s03\", \"s04\"]", "[\"s02\", \"s07\"]", NULL},
        {"maps", "red", "[\"s03\", \"s04\"]", "[\"s02\", \"s09\"]", "maps[0].lines (s01-s03, s02-s09)"},
        {"maps", "red", "[\"s03\", \"s04\"]", "[\"s08\", \"s22\"]", "maps[0].lines (s08-s22, s15)"},
        {"maps", "\"s02\"", "\"q\": 0,\n          \"r\": -10", "\"q\": 3,\n          \"r\": -12",
         "maps[0].sites (s01, s02)"},
        {"maps", "\"s02\"", "\"q\": 0", "\"q\": 61", "maps[0].sites[1].q"},
        {"maps", "", "\"number\": 2", "\"number\": 3", "maps[0].sites[1].number"},
        {"maps", "", "\"id\": \"s02\"", "\"id\": \"s01\"", "maps[0].sites[1].id"},
        {"maps", "", "\"kind\": \"empty\"", "\"kind\": \"ruin\"", "maps[0].sites[0]"},
        {"maps", "", "\"kind\": \"empty\"", "\"kind\": \"settlement\"", "maps[0].sites[0].level"},
        {"maps", "", "\"kind\": \"empty\",\n          \"level\": 0", "\"kind\": \"empty\",\n          \"level\": 1",
         "maps[0].sites[0].level"},
        {"maps", "", "\"kind\": \"empty\"", "\"kind\": \"empty\", \"camp\": [\"infantry\"]", NULL},
        {"maps", "", "\"kind\": \"empty\"", "\"kind\": \"empty\", \"camp\": [\"troopers\"]", "maps[0].sites[0].camp[0]"},
        {"maps", "", "\"kind\": \"empty\"", "\"kind\": \"empty\", \"garrison\": [\"infantry\"]",
         "maps[0].sites[0].garrison"},
        {"maps", "", "\"kind\": \"empty\"", "\"kind\": \"empty\", \"capital\": true", "maps[0].sites[0].capital"},
        {"maps", "", "\"kind\": \"empty\"", "\"kind\": \"empty\", \"structures\": {}", "maps[0].sites[0].structures"},
        {"maps", "s06", "\"level\": 0", "\"level\": 4", "maps[0].sites[5].level"},
        {"maps", "s06", "[\"troopers\", \"assailants\", \"destroyers\", \"assailants\", \"troopers\"]", "[]",
         "maps[0].sites[5]"},
        {"maps", "s06", "[\"troopers\"", "[\"infantry\"", "maps[0].sites[5].camp[0]"},
        {"maps", "s14", "[\"infantry\"]", "[]", NULL},
        {"maps", "s14", "[\"infantry\"]", "[\"cavalry\"]", "maps[0].sites[13].garrison"},
        {"maps", "s14", "[\"infantry\"]", "[\"infantry\", \"archers\"]", "maps[0].sites[13].garrison"},
        {"maps", "s14", "\"extra_dwellings\": 1", "\"extra_dwellings\": 8", "maps[0].sites[13].structures.extra_dwellings"},
        {"maps", "s14", "\"extra_dwellings\": 1, ", "", "maps[0].sites[13].structures.guard_tower"},
        {"maps", "s14", "\"guard_tower\": 1", "\"guard_tower\": 1, \"barracks\": 1",
         "maps[0].sites[13].structures.barracks"},
        {"maps", "s15", "\"extra_dwellings\": 2", "\"extra_dwellings\": 1", "maps[0].sites[14].structures.extra_dwellings"},
        {"maps", "s15", "\"level\": 2", "\"level\": 2, \"capital\": true", "maps[0].sites[21].capital"},
        {"maps", "s22", "\"capital\": true", "\"capital\": false", "objectives.list[5]"},
        {"maps", "", "\"days\": 18", "\"days\": 22", "maps[0].setup.days"},
        {"maps", "", "\"days_min\": 14", "\"days_min\": 22", "maps[0].setup.days_min"},
        {"maps", "", "\"days_max\": 21", "\"days_max\": 101", "maps[0].setup.days_max"},
        {"maps", "", "\"resources\": 0", "\"resources\": 3000", "maps[0].setup.resources"},
        {"maps", "portal_schedule", "\"resources\": 0", "\"resources\": 1", "maps[0].setup.portal_schedule[0].resources"},
        {"maps", "portal_schedule", "\"resources\": 250", "\"resources\": 50", "maps[0].setup.portal_schedule[2].resources"},
        {"maps", "portal_schedule", "\"demons_per_portal\": 3", "\"demons_per_portal\": 0",
         "maps[0].setup.portal_schedule[0].demons_per_portal"},
        {"maps", "", "[0, 1, 2, 3, 4, 6, 8]", "[1, 1, 2, 3, 4, 6, 8]", "maps[0].setup.points.settlement[0]"},
        {"maps", "", "[1, 1, 2, 3]", "[1, 1, 2]", "maps[0].setup.points.ruin"},
    };
    TRY(changes, "map=esdef");
}

/* A map of one's own: sites in a row, settlements at 1 and 3, a ruin at 2; the lines are given. */
static void write_row(int sites, const char *grey, const char *red) {
    static const char setup[] = "\"setup\":{\"days\":2,\"days_min\":1,\"days_max\":3,\"treasury\":0,\"resources\":0,"
                                "\"resources_goal\":1,\"calm_days\":1,\"calm_from\":1,\"harvest_period\":1,"
                                "\"portal_schedule\":[{\"resources\":0,\"portals\":1,\"demons_per_portal\":1}],"
                                "\"points\":{\"settlement\":[0,1,1,1,1,1,1],\"ruin\":[1,1,1,1],\"upgrade\":0}}";
    static const char hamlet[] = "\"kind\":\"settlement\",\"level\":1,\"camp\":[\"archers\"],"
                                 "\"structures\":{\"guard_tower\":1,\"extra_dwellings\":1}";
    static const char *const is[] = {"\"kind\":\"empty\",\"level\":0", hamlet,
                                     "\"kind\":\"ruin\",\"level\":0,\"camp\":[\"troopers\"]", hamlet};
    size_t n = (size_t)snprintf(scenario, sizeof scenario,
                                "{\"format\":\"alea.scenario\",\"version\":1,\"game\":\"incursio\",\"name\":\"test\","
                                "\"replace\":{\"maps\":[{\"id\":\"row\",\"names\":{\"it\":\"Fila\",\"en\":\"Row\"},"
                                "%s,\"sites\":[",
                                setup);
    for (int site = 1; site <= sites; site++)
        n += (size_t)snprintf(scenario + n, sizeof scenario - n,
                              "%s{\"id\":\"s%02d\",\"number\":%d,\"q\":%d,\"r\":%d,\"names\":{\"it\":\"C\",\"en\":\"S\"},"
                              "\"capital\":%s,%s}",
                              site > 1 ? "," : "", site, site, site % 50, site / 50, site == 1 ? "true" : "null",
                              is[site < 4 ? site : 0]);
    snprintf(scenario + n, sizeof scenario - n, "],\"lines\":{\"grey\":[%s],\"red\":[%s]}}]}}", grey, red);
}

static void check_row(int sites, const char *grey, const char *red, const char *where) {
    struct alea_error error;
    write_row(sites, grey, red);
    struct alea_rules *rules = make("map=esdef", ALEA_EN, &error);
    if (where) assert_true(!rules && ends_with(error.where, where));
    else assert_non_null(rules);
    alea_rules_free(rules);
}

static void maps_are_connected(void **state) {
    (void)state;
    check_row(3, "[\"s01\",\"s02\"],[\"s02\",\"s03\"]", "", NULL);
    check_row(3, "[\"s01\",\"s02\"]", "[\"s02\",\"s03\"]", "maps[0].lines.grey (s03)");
    check_row(3, "[\"s01\",\"s02\"]", "", "maps[0].lines (s03)");
    check_row(4, "[\"s01\",\"s02\"],[\"s02\",\"s03\"]", "[\"s03\",\"s04\"]", NULL);
    check_row(64, "", "", "maps[0].lines (s02)");
    check_row(65, "", "", "maps[0].sites");
    check_row(300, "", "", "maps[0].sites");
}

/* ---- Options ------------------------------------------------------------------------------------------------------ */

static const struct inc_tables *with(int seats, const char *line, struct alea_rules **rules) {
    char words[128], *word = words;
    const char *options[4];
    int n = 0;
    struct alea_error error = {.lang = ALEA_IT};
    snprintf(words, sizeof words, "%s", line);
    while (*word) {
        options[n++] = word;
        word += strcspn(word, " ");
        if (*word) *word++ = 0;
    }
    *rules = alea_rules_new(alea_game_find("incursio"), seats, options, n, NULL, &error);
    return *rules ? (*rules)->tables : NULL;
}

static void options_decide(void **state) {
    (void)state;
    static const struct {
        int seats;
        const char *line;
        int teams, characters, days; /* teams -1: refused */
    } rows[] = {
        {2, "", false, 4, 18},
        {2, "map=small", false, 4, 8},
        {2, "characters=0 days=0", false, 4, 18},
        {2, "characters=20 days=21", false, 20, 21},
        {2, "characters=3", -1, 0, 0}, /* [INC-ROLE-10] */
        {2, "days=13", -1, 0, 0},      /* [INC-WIN-1] */
        {2, "days=22", -1, 0, 0},
        {2, "map=small days=5", false, 4, 5},
        {2, "teams=players", -1, 0, 0}, /* [INC-ROLE-9] */
        {5, "", -1, 0, 0},
        {6, "", true, 4, 18}, /* EX-R01 */
        {6, "teams=generals", -1, 0, 0},
        {9, "", true, 5, 18},
        {9, "characters=4", -1, 0, 0},
        {9, "characters=12", true, 12, 18},
        {9, "characters=13", -1, 0, 0}, /* three each, of four players */
        {40, "", true, 20, 18},
    };
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        struct alea_rules *rules;
        const struct inc_tables *t = with(rows[i].seats, rows[i].line, &rules);
        if ((t != NULL) != (rows[i].teams >= 0)) fail_msg("%d seats, '%s'", rows[i].seats, rows[i].line);
        if (!t) continue;
        assert_int_equal(t->teams, rows[i].teams);
        assert_int_equal(t->characters, rows[i].characters);
        assert_int_equal(t->days, rows[i].days);
        assert_int_equal(rules->options.value[INC_OPTION_CHARACTERS], rows[i].characters); /* as transcripts write it */
        assert_int_equal(rules->options.value[INC_OPTION_DAYS], rows[i].days);
        alea_rules_free(rules);
    }
}

static void one_map_is_the_first(void **state) {
    (void)state;
    struct alea_error error;
    write_row(3, "[\"s01\",\"s02\"],[\"s02\",\"s03\"]", "");
    assert_null(make("map=small", ALEA_IT, &error));
    assert_int_equal(error.code, ALEA_ERR_BAD_OPTION);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structures_are_checked), cmocka_unit_test(stacks_are_counted),
        cmocka_unit_test(levels_are_checked),     cmocka_unit_test(powers_are_checked),
        cmocka_unit_test(units_are_checked),      cmocka_unit_test(fixed_values_stay),
        cmocka_unit_test(numbers_are_bounded),    cmocka_unit_test(maps_are_checked),
        cmocka_unit_test(maps_are_connected),     cmocka_unit_test(options_decide),
        cmocka_unit_test(one_map_is_the_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
