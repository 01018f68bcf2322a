/* SPDX-License-Identifier: MIT */
/* net_test.c - what the net says: the same numbers on every machine, within reason, of what it was learned on alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "modes_test.h"
#include "net.h"

enum { PLIES = 400 };

/* The file has an input for each. With one more, as docs/adding-a-variant.md adds, it does not fit until it is learned anew. */
enum { MODES_LEARNED = 4, FITS = (int)POLIS_SIEGE_MODES == MODES_LEARNED };

/* Plays any moves from the setup on; false once it is over. */
static bool any_move(int mode, struct polis_position *p, struct alea_random *random) {
    const struct polis_tables *t = rules[mode]->tables;
    alea_actors actors = polis_actors(t, p);
    alea_move legal[POLIS_LEGAL_MAX];
    if (actors == ALEA_ACTORS_OVER) return false;
    int seat = actors == ALEA_ACTORS_CHANCE ? ALEA_CHANCE : __builtin_ctzll(actors);
    alea_move move = seat == ALEA_CHANCE ? polis_roll(t, p, random) : 0;
    if (!move) move = legal[alea_random_below(random, (uint32_t)polis_legal(t, p, seat, legal))];
    polis_apply(t, p, seat, move, NULL);
    return true;
}

/* FNV-1a of the bits of all that it says in a game of any moves. */
static uint64_t said(int mode, void (*evaluation)(const void *tables, const void *pos, double out[])) {
    struct alea_random random = alea_random_stream(7, (uint64_t)mode);
    struct polis_position p = {0};
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    polis_setup(rules[mode]->tables, &p);
    for (int ply = 0; ply < PLIES && any_move(mode, &p, &random); ply++) {
        double out[POLIS_SIDES];
        uint64_t bits;
        evaluation(rules[mode]->tables, &p, out);
        assert_true(out[0] >= 0 && out[0] <= 1 && out[1] == 1 - out[0]);
        memcpy(&bits, out, sizeof bits);
        hash = (hash ^ bits) * UINT64_C(0x100000001b3);
    }
    return hash;
}

/* Another compiler or machine, and another file of weights, would say something else. */
static void it_says_the_same_everywhere(void **state) {
    (void)state;
    static const uint64_t kept[MODES_LEARNED] = {UINT64_C(0xdba013cab2bab440), UINT64_C(0xec2ee3c4e63f20ce),
                                                 UINT64_C(0xdb6c407678459e6b), UINT64_C(0xc97752b4d1b75ac4)};
    if (!FITS) skip();
    for (int mode = 0; mode < MODES_LEARNED; mode++) assert_int_equal(said(mode, polis_learned), kept[mode]);
}

/* The linear estimate, as it is without a file of weights. */
static void without_it_the_linear_estimate_is_left(void **state) {
    (void)state;
    for (int mode = 0; mode < POLIS_SIEGE_MODES; mode++) {
        const struct polis_tables *t = rules[mode]->tables;
        if (!FITS) {
            assert_null(t->net);
            assert_string_not_equal(rules[mode]->unlearned, "");
            assert_int_equal(said(mode, polis_evaluation), said(mode, polis_learned));
            continue;
        }
        assert_non_null(t->net);
        assert_int_not_equal(said(mode, polis_evaluation), said(mode, polis_learned));
        struct polis_tables *alone = (struct polis_tables *)(uintptr_t)t;
        const struct polis_net *net = t->net;
        uint64_t linear = said(mode, polis_evaluation);
        alone->net = NULL;
        assert_int_equal(said(mode, polis_learned), linear);
        alone->net = net;
    }
}

static void inputs_are_within_bounds(void **state) {
    (void)state;
    for (int mode = 0; mode < POLIS_SIEGE_MODES; mode++) {
        struct alea_random random = alea_random_stream(9, (uint64_t)mode);
        struct polis_position p = {0};
        polis_setup(rules[mode]->tables, &p);
        for (int ply = 0; ply < PLIES && any_move(mode, &p, &random); ply++) {
            double look[POLIS_FEATURES];
            int16_t x[POLIS_NET_INPUTS];
            polis_look(rules[mode]->tables, &p, look);
            polis_net_look(rules[mode]->tables, &p, look, x);
            for (int i = 0; i < POLIS_NET_INPUTS; i++) assert_in_range(x[i] + 127, 0, 254);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_says_the_same_everywhere),
        cmocka_unit_test(without_it_the_linear_estimate_is_left),
        cmocka_unit_test(inputs_are_within_bounds),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
