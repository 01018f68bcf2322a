/* SPDX-License-Identifier: MIT */
/* hide_test.c - what is guessed of a view: a whole deal, to each hand of those that can't be seen, the last seat's too, and to
 * the deck. [SPQ-INFO-2, SPQ-INFO-5] */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "spqrisiko.h"

enum { SEATS = SPQRISIKO_SEATS, GUESSES = 50 };

static const char lines[] = "round 6\nphase land_attack\nstep idle\nactive A\ngroups_left 0\nlegionaries *=3\n"
                            "own.A raetia\nown.B noricum\nown.C italia\nown.D creta\nown.E cipro\n"
                            "hand_size A=3 B=4 C=5 D=6 E=7\nhand.A legionary=3\nhand.B vexillum=4\nhand.C trireme=5\n"
                            "hand.D legionary=6\nhand.E vexillum=7\ndiscard legionary=2 centre=3\n"
                            "deck_size 25\ndeck legionary=14 vexillum=4 trireme=5 centre=2\n";

static struct alea_rules *rules;
static struct spqrisiko_position position;

static int load(void **state) {
    (void)state;
    struct alea_error error = {.lang = ALEA_EN};
    rules = alea_rules_new(alea_game_find("spqrisiko"), SEATS, NULL, 0, NULL, &error);
    if (!rules) return -1;
    rules->game->setup(rules->tables, &position);
    return alea_position_read(rules, lines, &position, &error) ? -1 : 0;
}

static int unload(void **state) {
    (void)state;
    alea_rules_free(rules);
    return 0;
}

static int sum_of(const uint8_t cards[SPQRISIKO_CARD_COUNT]) { return cards[0] + cards[1] + cards[2] + cards[3]; }

/* A seat, or a spectator. */
static void guess_for(int viewer, struct alea_random *random) {
    struct spqrisiko_position p = position, view;
    spqrisiko_hide(rules->tables, &p, viewer);
    view = p;
    spqrisiko_determinize(rules->tables, &p, viewer, random);
    int all[SPQRISIKO_CARD_COUNT] = {0};
    for (int card = 0; card < SPQRISIKO_CARD_COUNT; card++) {
        all[card] = p.deck[card] + p.discard[card];
        for (int seat = 0; seat < SEATS; seat++) all[card] += p.hand[seat][card];
    }
    assert_true(all[0] == 25 && all[1] == 15 && all[2] == 10 && all[3] == 5);
    for (int seat = 0; seat < SEATS; seat++) assert_int_equal(sum_of(p.hand[seat]), position.hand_size[seat]);
    assert_int_equal(sum_of(p.deck), position.deck_size);
    if (viewer < SEATS) assert_memory_equal(p.hand[viewer], position.hand[viewer], sizeof p.hand[viewer]);
    spqrisiko_hide(rules->tables, &p, viewer);
    assert_memory_equal(&p, &view, sizeof view);
}

static void everybody_is_dealt_cards(void **state) {
    (void)state;
    struct alea_random random = alea_random_stream(1, 0);
    for (int i = 0; i < GUESSES; i++) {
        for (int viewer = 0; viewer < SEATS; viewer++) guess_for(viewer, &random);
        guess_for(ALEA_NONE, &random);
    }
}

/* Who looks sees its own hand, and neither those of others nor the deck. */
static void others_are_blank(void **state) {
    (void)state;
    for (int viewer = 0; viewer < SEATS; viewer++) {
        struct spqrisiko_position view = position;
        spqrisiko_hide(rules->tables, &view, viewer);
        for (int seat = 0; seat < SEATS; seat++)
            assert_int_equal(sum_of(view.hand[seat]), seat == viewer ? position.hand_size[seat] : 0);
        assert_int_equal(sum_of(view.deck), 0);
        assert_int_equal(view.deck_size, position.deck_size);
        assert_memory_equal(view.hand_size, position.hand_size, sizeof view.hand_size);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_is_dealt_cards),
        cmocka_unit_test(others_are_blank),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
