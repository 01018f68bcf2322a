/* SPDX-License-Identifier: MIT */
/* unread_test.c - what data/polis.json says and the loader has no use for, because it stands elsewhere too or in the code:
 * people, scenarios and the page read it, so it has to be what the rules say. What is loaded: tables_test.c. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "alea.h"

static json_t *data;

static int load(void **state) {
    (void)state;
    size_t n = 0;
    const struct alea_game *game = alea_game_find("polis");
    const char *bytes = game ? alea_game_data(game, &n) : "";
    data = json_loadb(bytes, n, 0, NULL);
    return data ? 0 : -1;
}

static int unload(void **state) {
    (void)state;
    json_decref(data);
    return 0;
}

static const struct {
    const char *path, *is;
} cells[] = {
    /* 1.3, Components */
    {"limits.items.cubes_per_side", "45"},
    {"limits.items.cubes_used_as_trackers", "7"},
    {"limits.items.polis_tiles", "18"},
    {"limits.items.project_tiles", "14"},
    {"limits.items.event_cards", "40"},
    {"limits.items.combat_cards", "24"},
    {"limits.items.proxenoi_per_side", "1"},
    {"combat_cards.total", "24"},
    /* POL-SETUP-1, -2, -7, -11; POL-COLL-4 */
    {"sides.items.0.tie_rank", "1"},
    {"sides.items.0.capital", "sparta"},
    {"sides.items.0.home_region", "laconia"},
    {"sides.items.0.port", "sparta_port"},
    {"sides.items.1.tie_rank", "2"},
    {"sides.items.1.capital", "athens"},
    {"sides.items.1.home_region", "attica"},
    {"sides.items.1.port", "athens_port"},
    {"siege_modes.default", "standard"},
    {"setup.first_round", "r3"},
    /* POL-SETUP-5 */
    {"setup.neutral_poleis.0", "abdera"},
    {"setup.neutral_poleis.1", "argos"},
    {"setup.neutral_poleis.2", "corcyra"},
    {"setup.neutral_poleis.3", "corinth"},
    {"setup.neutral_poleis.4", "epidamnus"},
    {"setup.neutral_poleis.5", "gela"},
    {"setup.neutral_poleis.6", "naupactus"},
    {"setup.neutral_poleis.7", "pydna"},
    {"setup.neutral_poleis.8", "potidaea"},
    {"setup.neutral_poleis.9", "samos"},
    {"setup.neutral_poleis.10", "syracuse"},
    {"setup.neutral_poleis.11", "thebes"},
    {"setup.neutral_poleis.12", NULL},
    /* 1.2, goods; POL-SETUP-8, POL-TRADE-8, -10 */
    {"resources.items.0.kind", "good"},
    {"resources.items.1.kind", "good"},
    {"resources.items.2.kind", "good"},
    {"resources.items.3.kind", "good"},
    {"resources.items.4.kind", "silver"},
    {"resources.items.5.kind", "wheat"},
    {"goods_market.positions", "11"},
    {"goods_market.start_position", "0"},
    {"goods_market.items.0.good", "metal"},
    {"goods_market.items.1.good", "wood"},
    {"goods_market.items.2.good", "wine"},
    {"goods_market.items.3.good", "oil"},
    {"goods_market.exchange_roll.dice", "1"},
    {"goods_market.exchange_roll.keep", "sum"},
    {"goods_market.exchange_roll.direction", "right"},
    {"goods_market.purchase_roll.dice", "2"},
    {"goods_market.purchase_roll.keep", "highest"},
    {"goods_market.purchase_roll.direction", "left"},
    /* POL-SAC-2, -5, POL-DSAC-14, POL-EOR-5 */
    {"siege_modes.items.sacrifice.force.times", "1"},
    {"siege_modes.items.sacrifice.force.hoplites", "fortification_minus_die"},
    {"siege_modes.items.diceless_sacrifice.force.times", "any"},
    {"projects.items.phidias.prestige.round", "down"},
};

/* The item of an array at an index, or with an id. */
static const json_t *item(const json_t *array, const char *word) {
    if (isdigit((unsigned char)*word)) return json_array_get(array, strtoul(word, NULL, 10));
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *at = json_array_get(array, i);
        const char *id = json_string_value(json_object_get(at, "id"));
        if (id && strcmp(id, word) == 0) return at;
    }
    return NULL;
}

/* Keys, indices and ids with points between them. */
static const json_t *at(const char *path) {
    const json_t *node = data;
    while (node && *path) {
        char word[64];
        size_t length = strcspn(path, ".");
        snprintf(word, sizeof word, "%.*s", (int)length, path);
        node = json_is_array(node) ? item(node, word) : json_object_get(node, word);
        path += length + (path[length] == '.');
    }
    return node;
}

static void cells_are_as_the_rules_say(void **state) {
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(cells); i++) {
        const json_t *node = at(cells[i].path);
        char number[32] = "";
        if (json_is_integer(node)) snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(node));
        const char *is = json_is_string(node) ? json_string_value(node) : node ? number : NULL;
        if (!is != !cells[i].is || (is && strcmp(is, cells[i].is) != 0))
            fail_msg("%s is %s, not %s", cells[i].path, is ? is : "not there", cells[i].is ? cells[i].is : "nothing");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(cells_are_as_the_rules_say)};
    return cmocka_run_group_tests(tests, load, unload);
}
