/* SPDX-License-Identifier: MIT */
/* scenario_sealed_test.c - proves INC-TABLE-21, sealed scenarios: what may be sealed and what not, that setup() alone looks at it, and the law of
 * two worlds: sealed scenarios that differ in what a side can't see tell it the same, byte for byte, until the end opens them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "incursio_internal.h"

extern const unsigned char alea_data_incursio[];
extern const size_t alea_data_incursio_size;

enum { SMALL = 1, MOST_MOVES = INC_UNITS + INC_LINE + 512, MOST_PLIES = 4000, MOST_TEXT = 4 << 20 };

/* ---- Scenarios: the game's maps with some of it changed -------------------------------------------------------------------- */

/* A path of keys and indices, and the JSON that is put there; NULL: what is there goes. */
struct change {
    const char *path, *put;
};

static json_t *at(json_t *from, const char *path, size_t n) {
    while (n > 0 && from) {
        size_t length = strcspn(path, ".");
        char key[40];
        snprintf(key, sizeof key, "%.*s", (int)(length < n ? length : n), path);
        from = json_is_array(from) ? json_array_get(from, strtoul(key, NULL, 10)) : json_object_get(from, key);
        length += length < n;
        path += length;
        n -= length;
    }
    return from;
}

static void make_change(json_t *data, const struct change *change) {
    const char *last = strrchr(change->path, '.');
    json_t *place = at(data, change->path, (size_t)(last - change->path));
    json_t *value = change->put ? json_loads(change->put, JSON_DECODE_ANY, NULL) : NULL;
    assert_true(place && (value || !change->put));
    if (!value) assert_int_equal(json_object_del(place, last + 1), 0);
    else if (json_is_array(place)) assert_int_equal(json_array_set_new(place, strtoul(last + 1, NULL, 10), value), 0);
    else assert_int_equal(json_object_set_new(place, last + 1, value), 0);
}

/* The scenario with the changes, which are ended by a path NULL; to be freed. */
static char *write_scenario(const struct change changes[]) {
    json_t *data = json_loadb((const char *)alea_data_incursio, alea_data_incursio_size, 0, NULL), *replace = json_object();
    assert_non_null(data);
    for (; changes->path; changes++) {
        char table[40];
        snprintf(table, sizeof table, "%.*s", (int)strcspn(changes->path, "."), changes->path);
        make_change(data, changes);
        json_object_set(replace, table, json_object_get(data, table));
    }
    json_t *root = json_pack("{s:s, s:i, s:s, s:s, s:o}", "format", "alea.scenario", "version", 1, "game", "incursio",
                             "name", "winter", "replace", replace);
    char *text = json_dumps(root, JSON_COMPACT);
    json_decref(root);
    json_decref(data);
    assert_non_null(text);
    return text;
}

/* The rules with that scenario sealed; NULL after a fault. */
static struct alea_rules *seal(const struct change changes[], const char *const options[], int n, struct alea_error *error) {
    char *open = write_scenario(changes);
    const struct alea_scenario scenario = {.name = "winter.json", .bytes = open, .n_bytes = strlen(open)};
    struct alea_text text;
    alea_text_init(&text, ALEA_MAX_SCENARIO_BYTES, ALEA_EN);
    assert_true(alea_scenario_seal(&scenario, &text, error));
    const struct alea_scenario sealed = {.name = "winter.json", .bytes = alea_text_str(&text), .n_bytes = text.len};
    struct alea_rules *rules = alea_rules_new(alea_game_find("incursio"), 2, options, n, &sealed, error);
    alea_text_clear(&text);
    free(open);
    return rules;
}

/* ---- What may be sealed ------------------------------------------------------------------------------------------------------ */

static const char more_cavalry[] = "[\"archers\", \"cavalry\", \"cavalry\", \"cavalry\", \"cavalry\"]";

static void rules_costs_and_map_are_public(void **state) {
    (void)state;
    static const struct {
        struct change change;
        const char *where; /* NULL: it can be sealed */
    } rows[] = {
        {{"maps.0.sites.13.camp", more_cavalry}, NULL},
        {{"maps.0.sites.13.garrison", "[\"archers\"]"}, NULL},
        {{"maps.0.sites.13.garrison", NULL}, NULL},
        {{"maps.0.sites.0.camp", "[\"infantry\"]"}, NULL},
        {{"maps.0.sites.13.structures.extra_dwellings", "2"}, NULL},
        {{"maps.0.setup.treasury", "1"}, NULL},
        {{"maps.0.setup.resources", "7"}, NULL},
        {{"maps.0.setup.objectives", "{\"raiders\": [\"r_roots\", \"r_shadow\"]}"}, NULL},
        {{"deadlines.windows.7.closes", "\"23:30\""}, NULL},
        {{"deadlines.rest_days", "[7]"}, NULL},
        {{"deadlines.minimum_minutes", "45"}, NULL},
        {{"deadlines.windows.7.step", "3"}, "deadlines.windows[7].step"},
        {{"maps.0.sites.0.level", "1"}, "maps[0].sites[0].level"},
        {{"maps.0.sites.0.kind", "\"ruin\""}, "maps[0].sites[0].kind"},
        {{"maps.0.sites.0.names.it", "\"Altrove\""}, "maps[0].sites[0].names.it"},
        {{"maps.0.sites.0.more", "1"}, "maps[0].sites[0].more"},
        {{"maps.0.sites.21.capital", NULL}, "maps[0].sites[21].capital"},
        {{"maps.0.setup.days", "15"}, "maps[0].setup.days"},
        {{"maps.0.setup.portal_schedule.1.portals", "3"}, "maps[0].setup.portal_schedule[1].portals"},
        {{"maps.0.lines.red", "[]"}, "maps[0].lines.red"},
        {{"structures.0.cost", "1"}, "structures[0].cost"},
        {{"objectives.points", "9"}, "objectives.points"},
        {{"objectives.list.0.condition.count", "1"}, "objectives.list[0].condition.count"},
        {{"secrecy.start_levels_public", "true"}, "secrecy.start_levels_public"},
        {{"maps.0.setup.objectives", "{\"raiders\": [\"r_roots\"]}"}, "maps[0].setup.objectives.raiders"},
        {{"maps.0.setup.objectives", "{\"raiders\": [\"r_roots\", \"r_roots\"]}"}, "maps[0].setup.objectives.raiders[1]"},
        {{"maps.0.setup.objectives", "{\"raiders\": [\"r_roots\", \"d_capital\"]}"}, "maps[0].setup.objectives.raiders[1]"},
        {{"maps.0.sites.13.garrison", "[\"cavalry\"]"}, "maps[0].sites[13].garrison"},
    };
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        const struct change changes[] = {rows[i].change, {NULL, NULL}};
        struct alea_error error = {.lang = ALEA_EN};
        struct alea_rules *rules = seal(changes, NULL, 0, &error);
        if ((rules != NULL) != (rows[i].where == NULL)) fail_msg("%s: %s: %s", rows[i].change.path, error.where, error.text);
        if (!rules) {
            char where[200];
            snprintf(where, sizeof where, "winter.json: %s", rows[i].where);
            assert_string_equal(error.where, where);
            assert_int_equal(error.code, ALEA_ERR_BAD_SCENARIO);
        }
        alea_rules_free(rules);
    }
}

static void a_seal_has_a_salt(void **state) {
    (void)state;
    static const char *const salts[] = {"", "\"salt\":\"00\",", "\"salt\":7,",
                                        "\"salt\":\"zz0102030405060708090a0b0c0d0e0f\","};
    for (size_t i = 0; i < ALEA_LEN(salts); i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "{\"format\":\"alea.sealed\",\"version\":1,\"game\":\"incursio\",\"name\":\"a\",%s\"replace\":{}}",
                 salts[i]);
        const struct alea_scenario scenario = {.name = "a.json", .bytes = text, .n_bytes = strlen(text)};
        struct alea_error error = {.lang = ALEA_EN};
        assert_null(alea_rules_new(alea_game_find("incursio"), 2, NULL, 0, &scenario, &error));
        assert_string_equal(error.where, "a.json: salt");
    }
    static const struct change changes[] = {{"maps.0.setup.treasury", "1"}, {NULL, NULL}};
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_rules *one = seal(changes, NULL, 0, &error), *other = seal(changes, NULL, 0, &error);
    assert_true(one && other);
    assert_memory_not_equal(one->scenario, other->scenario, sizeof one->scenario); /* whoever knows the content can't tell */
    alea_rules_free(one);
    alea_rules_free(other);
}

/* ---- Who looks at it ------------------------------------------------------------------------------------------------------------ */

static const char *const small[] = {"map=small", "opening=known"};

static const struct change both_sides[] = {{"maps.1.setup.treasury", "4321"},
                                           {"maps.1.setup.resources", "17"},
                                           {"maps.1.setup.objectives", "{\"defenders\": [\"d_purifiers\", \"d_capital\"], "
                                                                       "\"raiders\": [\"r_roots\", \"r_scourge\"]}"},
                                           {NULL, NULL}};

static void setup_alone_looks_at_it(void **state) {
    (void)state;
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_rules *plain = alea_rules_new(alea_game_find("incursio"), 2, small, 2, NULL, &error);
    struct alea_rules *rules = seal(both_sides, small, 2, &error);
    assert_true(plain && rules);
    const struct inc_tables *public = rules->tables, *opening = rules->opening, *usual = plain->tables;
    assert_ptr_equal(plain->tables, plain->opening);
    assert_int_equal(opening->treasury, 4321);
    assert_int_equal(public->treasury, usual->treasury);
    assert_int_equal(public->resources, usual->resources);
    assert_memory_equal(public->start_unit, usual->start_unit, sizeof usual->start_unit);
    assert_memory_equal(public->start_objectives, usual->start_objectives, sizeof usual->start_objectives);
    assert_memory_equal(&rules->options, &plain->options, sizeof plain->options);
    for (int rule = 1; rule < rules->game->texts->n_rules; rule++) {
        struct alea_text one, other;
        alea_text_init(&one, 4000, ALEA_EN);
        alea_text_init(&other, 4000, ALEA_EN);
        alea_rule_say(rules, (alea_rule)rule, &one);
        alea_rule_say(plain, (alea_rule)rule, &other);
        assert_string_equal(alea_text_str(&one), alea_text_str(&other));
        alea_text_clear(&one);
        alea_text_clear(&other);
    }
    struct alea_match *match = alea_match_new(rules, &(struct alea_match_head){0}, &error);
    const struct inc_position *p = alea_match_position(match);
    assert_int_equal(p->step, INCURSIO_STEP_SETUP); /* nothing was drawn */
    assert_int_equal(p->treasury, 4321);
    assert_int_equal(p->resources, 17);
    assert_int_equal(inc_count(p->objectives[INC_DEFENDERS]), 2);
    assert_true(inc_has(p->objectives[INC_RAIDERS], 11));
    alea_match_free(match);
    alea_rules_free(plain);
}

/* ---- Two worlds ------------------------------------------------------------------------------------------------------------------- */

static alea_move legal[MOST_MOVES];
static struct alea_outcome outcomes[INC_UNITS];

/* How often that viewer has heard of something: chance falls by it alike in both worlds where the viewer hears of it. */
static void roll(struct alea_match *match, unsigned heard, struct alea_events *events) {
    const struct alea_rules *rules = alea_match_rules(match);
    int n = rules->game->outcomes(rules->tables, alea_match_position(match), outcomes);
    assert_true(n > 0);
    alea_move move = outcomes[(heard * 7 + 3) % (unsigned)n].move;
    assert_int_equal(alea_match_play(match, alea_match_plies(match), ALEA_CHANCE, move, NULL, events, NULL), ALEA_OK);
}

/* What the viewer sees, ply by ply as it hears of them, while all say that they are done: until `day`. */
static void watch(struct alea_match *match, int viewer, int day, struct alea_text *seen) {
    const struct alea_rules *rules = alea_match_rules(match);
    static struct inc_position view, before;
    unsigned heard = 0;
    for (int ply = 0; ply < MOST_PLIES; ply++) {
        struct alea_events events;
        alea_actors actors = alea_match_actors(match);
        const struct inc_position *p = alea_match_position(match);
        if (actors == ALEA_ACTORS_OVER || p->day >= day) return;
        before = *p;
        int seat = actors == ALEA_ACTORS_CHANCE ? ALEA_CHANCE : (int)inc_first(actors);
        if (seat == ALEA_CHANCE) {
            roll(match, heard, &events);
        } else {
            int n = rules->game->legal(rules->tables, p, seat, legal);
            alea_move move = legal[0]; /* `done`, or what has to be chosen first */
            assert_true(n > 0);
            assert_int_equal(alea_match_play(match, alea_match_plies(match), seat, move, NULL, &events, NULL), ALEA_OK);
        }
        const struct alea_ply *made = alea_match_ply(match, alea_match_plies(match));
        alea_actors ears = alea_ply_heard(rules, &before, made, &events);
        if (!alea_may_know(ears, viewer)) continue;
        heard++;
        if (alea_match_actors(match) == ALEA_ACTORS_CHANCE) continue; /* nobody looks while dice are in the air */
        alea_match_view(match, viewer, &view);
        alea_position_write(rules, &view, seen);
        alea_board(rules, &view, viewer, seen);
        alea_hand(rules, &view, viewer, seen);
        (void)alea_picture(rules, &view, viewer, seen);
    }
    fail_msg("%s", "this does not end");
}

/* What stands in the head for all is the commitment alone, which differs by its salt. */
static void blank_commitment(struct alea_text *text) {
    char *line = strstr(text->at, "\nsealed winter ");
    assert_non_null(line);
    memset(line + strlen("\nsealed winter "), '0', 2 * (size_t)ALEA_HASH_BYTES);
    assert_null(strstr(text->at, "\nopened "));
}

static void tell(const struct change changes[], int viewer, struct alea_text *seen, struct alea_text *transcript) {
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_rules *rules = seal(changes, small, 2, &error);
    if (!rules) fail_msg("%s: %s", error.where, error.text);
    struct alea_match_head head = {.dice_kind = ALEA_DICE_BY_HAND};
    struct alea_match *match = alea_match_new(rules, &head, &error);
    alea_text_init(seen, MOST_TEXT, ALEA_EN);
    alea_text_init(transcript, MOST_TEXT, ALEA_EN);
    watch(match, viewer, 3, seen);
    alea_transcript_write_for(match, viewer, ALEA_TRANSCRIPT_EXPLAIN, transcript);
    assert_false(seen->truncated || transcript->truncated);
    blank_commitment(transcript);
    alea_match_free(match);
}

static void same_in_both(const struct change one[], const struct change other[], int viewer) {
    struct alea_text seen[2], transcript[2];
    tell(one, viewer, &seen[0], &transcript[0]);
    tell(other, viewer, &seen[1], &transcript[1]);
    assert_true(seen[0].len > 1000);
    assert_string_equal(alea_text_str(&seen[0]), alea_text_str(&seen[1]));
    assert_string_equal(alea_text_str(&transcript[0]), alea_text_str(&transcript[1]));
    for (int i = 0; i < 2; i++) {
        alea_text_clear(&seen[i]);
        alea_text_clear(&transcript[i]);
    }
}

static void differs(const struct change one[], const struct change other[], int viewer) {
    struct alea_text seen[2], transcript[2];
    tell(one, viewer, &seen[0], &transcript[0]);
    tell(other, viewer, &seen[1], &transcript[1]);
    assert_string_not_equal(alea_text_str(&seen[0]), alea_text_str(&seen[1]));
    for (int i = 0; i < 2; i++) {
        alea_text_clear(&seen[i]);
        alea_text_clear(&transcript[i]);
    }
}

/* The first site of the small map that is of that kind, as a path of the data. */
static const char *site_path(const char *kind, const char *member) {
    static char path[80];
    json_t *data = json_loadb((const char *)alea_data_incursio, alea_data_incursio_size, 0, NULL);
    json_t *sites = at(data, "maps.1.sites", strlen("maps.1.sites"));
    size_t i = 0;
    while (strcmp(json_string_value(json_object_get(json_array_get(sites, i), "kind")), kind) != 0) i++;
    json_decref(data);
    snprintf(path, sizeof path, "maps.1.sites.%zu.%s", i, member);
    return path;
}

static void two_worlds(void **state) {
    (void)state;
    char camp[80], ruin[80];
    snprintf(camp, sizeof camp, "%s", site_path("settlement", "camp"));
    snprintf(ruin, sizeof ruin, "%s", site_path("ruin", "camp"));
    const struct change defenders[] = {{"maps.1.setup.treasury", "9999"},
                                       {camp, more_cavalry},
                                       {"maps.1.setup.objectives", "{\"defenders\": [\"d_purifiers\", \"d_capital\"]}"},
                                       {NULL, NULL}};
    const struct change others[] = {{"maps.1.setup.treasury", "0"},
                                    {"maps.1.setup.objectives", "{\"defenders\": [\"d_frontier\", \"d_treasury\"]}"},
                                    {NULL, NULL}};
    const struct change raiders[] = {{"maps.1.setup.resources", "100"},
                                     {ruin, "[\"troopers\", \"troopers\", \"troopers\"]"},
                                     {"maps.1.setup.objectives", "{\"raiders\": [\"r_roots\", \"r_shadow\"]}"},
                                     {NULL, NULL}};
    const struct change demons[] = {{"maps.1.setup.resources", "120"},
                                    {ruin, "[\"destroyers\", \"assailants\", \"troopers\", \"troopers\"]"},
                                    {"maps.1.setup.objectives", "{\"raiders\": [\"r_harvest\", \"r_scourge\"]}"},
                                    {NULL, NULL}};
    differs(defenders, others, INC_DEFENDERS); /* who may see it, does */
    differs(raiders, demons, INC_RAIDERS);
    same_in_both(defenders, others, INC_RAIDERS);
    same_in_both(defenders, others, ALEA_NONE);
    same_in_both(raiders, demons, INC_DEFENDERS);
    same_in_both(raiders, demons, ALEA_NONE);
}

/* ---- The end ------------------------------------------------------------------------------------------------------------------------ */

static struct alea_match *read_back(const char *text, struct alea_error *error) {
    *error = (struct alea_error){.lang = ALEA_EN};
    return alea_transcript_read("a.alea", text, strlen(text), NULL, NULL, NULL, error);
}

static void the_end_opens_it(void **state) {
    (void)state;
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_rules *rules = seal(both_sides, small, 2, &error);
    assert_non_null(rules);
    char *content = strndup(rules->sealed, rules->n_sealed);
    struct alea_match_head head = {.dice_kind = ALEA_DICE_FAIR, .has_seed = true};
    struct alea_match *match = alea_match_new(rules, &head, &error);
    struct alea_text text;
    alea_text_init(&text, MOST_TEXT, ALEA_EN);
    alea_transcript_write(match, ALEA_TRANSCRIPT_SEALED, &text);
    assert_null(strstr(text.at, "opened "));
    assert_null(read_back(text.at, &error));
    assert_non_null(strstr(error.text, "sealed until its end"));
    alea_move end = alea_move_make(INCURSIO_VERB_RESIGN, INC_RAIDERS);
    static const char note[] = "C:\\new is enough \\o/"; /* escaped in the format that a seal asks for */
    assert_int_equal(alea_match_play(match, 0, ALEA_HOST, end, note, NULL, &error), ALEA_OK);
    assert_true(alea_match_actors(match) == ALEA_ACTORS_OVER);
    alea_text_clear(&text);
    alea_transcript_write_for(match, INC_DEFENDERS, 0, &text);
    struct alea_match *again = read_back(text.at, &error);
    assert_int_equal(error.code, ALEA_OK);
    assert_string_equal(alea_match_ply(again, 1)->note, note);
    assert_int_equal(alea_match_rules(again)->n_sealed, strlen(content));
    assert_memory_equal(alea_match_rules(again)->sealed, content, strlen(content));
    alea_match_free(again);
    char *digit = strstr(text.at, "\nsealed winter ") + strlen("\nsealed winter ");
    *digit = *digit == '0' ? '1' : '0';
    assert_null(read_back(text.at, &error)); /* another one than was committed to */
    assert_int_equal(error.code, ALEA_ERR_BAD_SCENARIO);
    alea_text_clear(&text);
    alea_match_free(match);
    free(content);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_costs_and_map_are_public),
        cmocka_unit_test(a_seal_has_a_salt),
        cmocka_unit_test(setup_alone_looks_at_it),
        cmocka_unit_test(two_worlds),
        cmocka_unit_test(the_end_opens_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
