/* SPDX-License-Identifier: MIT */
/* order_test.c - a line of several moves: verbs by their tokens and words, names by their beginnings, numbers, and what can't be read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "alea.h"
#include "fail_alloc.h"

enum { MAX = 64 };

/* A game for three in its first land reinforcements or attacks: A owns Italia, Cisalpina and Narbonensis. */
static const char *const board[] = {
    "round 1",
    "own.A italia cisalpina narbonensis",
    "own.B raetia sicilia",
    "own.C noricum",
    "legionaries italia=5 cisalpina=6 narbonensis=4 raetia=2 sicilia=2 noricum=1",
    "triremes.A tyrrenum=3",
};

/* Reads the line where the phase is `phase`, and compares the moves, each as transcripts write it, ';' between. "" : none. */
static void reads(const char *phase, const char *line, const char *wanted) {
    const struct alea_game *game = alea_game_find("spqrisiko");
    struct alea_rules *rules = alea_rules_new(game, 3, NULL, 0, NULL, NULL);
    void *view = calloc(1, game->position_size);
    struct alea_error error = {0};
    alea_move out[MAX];
    assert_true(rules && view);
    for (size_t i = 0; i < ALEA_LEN(board); i++)
        assert_int_equal(alea_position_read(rules, board[i], view, &error), ALEA_OK);
    assert_int_equal(alea_position_read(rules, phase, view, &error), ALEA_OK);
    assert_int_equal(alea_position_read(rules, "pool 5", view, &error), ALEA_OK);
    if (game->derive) game->derive(rules->tables, view);
    const int n = alea_order(rules, view, 0, line, out, MAX);
    struct alea_text text;
    alea_text_init(&text, 4096, ALEA_EN);
    for (int i = 0; i < n; i++) {
        if (i) alea_text_add(&text, "; ");
        alea_move_write(rules, out[i], &text);
    }
    assert_string_equal(alea_text_str(&text), wanted);
    alea_text_clear(&text);
    free(view);
    alea_rules_free(rules);
}

static const char *const land = "phase reinforce_land", *const attack = "phase land_attack",
                         *const fleet = "phase naval_move";

static void a_number_repeats_or_is_asked_for(void **state) {
    (void)state;
    reads(land, "reinforce narbonensis 3", "place narbonensis; place narbonensis; place narbonensis");
    reads(land, "place italia 2; Rinforza cisalpine gaul", "place italia; place italia; place cisalpina");
    reads(fleet, "sail tyrrenum to ionium 2", "sail_from tyrrenum; sail_to ionium; sail 2");
}

static void a_part_goes_on_through_its_decisions(void **state) {
    (void)state;
    reads(attack, "attack cisalpina raetia", "attack_from cisalpina; attack_to raetia");
    reads(attack, "Attacca da Cisalpina: Raetia; roll 3", "attack_from cisalpina; attack_to raetia; roll 3");
    reads(attack, "attack cisalpina raetia 3", "attack_from cisalpina; attack_to raetia; roll 3");
}

static void what_is_refused_ends_the_line(void **state) {
    (void)state;
    reads(land, "place italia; place sicilia; place italia", "place italia; place sicilia");
}

static void nonsense_is_no_order(void **state) {
    (void)state;
    reads(land, "", "");
    reads(land, "dance", "");
    reads(land, "place atlantis 3", "");
    reads(land, "place italia 0", "");
    reads(land, "place italia 65", "");
    reads(land, "place italia x", "");
    reads(land, "place italia", ""); /* a move alone */
    reads(land, "; ;;", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_repeats_or_is_asked_for),
        cmocka_unit_test(a_part_goes_on_through_its_decisions),
        cmocka_unit_test(what_is_refused_ends_the_line),
        cmocka_unit_test(nonsense_is_no_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
