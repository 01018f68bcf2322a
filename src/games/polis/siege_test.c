/* SPDX-License-Identifier: MIT */
/* siege_test.c - sieges at prices that only a scenario asks for: nobody pays less than all of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "polis_internal.h"

enum { FORCE_PRICE = 2 };

static struct alea_rules *rules;

/* Diceless, which has a price of winning, with forcing by discs. */
static int load(void **state) {
    (void)state;
    size_t n = 0;
    struct alea_error error = {.lang = ALEA_EN};
    const struct alea_game *game = alea_game_find("polis");
    const char *usual = game ? alea_game_data(game, &n) : "";
    json_t *data = json_loadb(usual, n, 0, NULL), *modes = json_object_get(data, "siege_modes"), *at = NULL;
    size_t i;
    json_array_foreach(json_object_get(modes, "items"), i, at) {
        json_t *force = json_pack("{s:i, s:i, s:i}", "prestige", FORCE_PRICE, "hoplites", 1, "enemy_population", 0);
        if (strcmp(json_string_value(json_object_get(at, "id")), "diceless") == 0) json_object_set(at, "force", force);
        json_decref(force);
    }
    json_t *whole = json_pack("{s:s, s:i, s:s, s:s, s:{s:O}}", "format", "alea.scenario", "version", 1, "game", "polis",
                              "name", "forced", "replace", "siege_modes", modes);
    char *bytes = json_dumps(whole, JSON_COMPACT);
    if (bytes) {
        const struct alea_scenario scenario = {.name = "forced.json", .bytes = bytes, .n_bytes = strlen(bytes)};
        rules = alea_rules_new(game, 2, (const char *const[]){"siege=diceless"}, 1, &scenario, &error);
    }
    free(bytes);
    json_decref(whole);
    json_decref(data);
    return rules ? 0 : -1;
}

static int unload(void **state) {
    (void)state;
    alea_rules_free(rules);
    return 0;
}

static bool may_force(int discs_missing, int prestige) {
    const struct polis_tables *t = rules->tables;
    unsigned city = polis_first(t->besiegeable);
    while (t->city_at[city].fortification < 2) city++;
    struct polis_position p = {.active = POLIS_SPARTA, .what = (uint8_t)city};
    p.units[POLIS_SPARTA][t->city_at[city].region] = 9;
    p.discs[POLIS_SPARTA][city] = (uint8_t)(t->city_at[city].fortification - discs_missing);
    p.prestige[POLIS_SPARTA] = (uint8_t)prestige;
    return !polis_step_force_more.why_not(t, &p, POLIS_VERB_FORCE, 0);
}

static void the_disc_that_wins_is_forced_by_who_can_pay_both(void **state) {
    (void)state;
    const struct polis_tables *t = rules->tables;
    assert_int_equal(t->siege.force, POLIS_FORCE_DISCS);
    assert_int_equal(t->siege.force_prestige, FORCE_PRICE);
    int both = FORCE_PRICE + t->siege.prestige_win;
    assert_true(both > FORCE_PRICE);
    assert_true(may_force(2, FORCE_PRICE));
    assert_false(may_force(2, FORCE_PRICE - 1));
    assert_true(may_force(1, both));
    assert_false(may_force(1, both - 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_disc_that_wins_is_forced_by_who_can_pay_both)};
    return cmocka_run_group_tests(tests, load, unload);
}
