/* SPDX-License-Identifier: MIT */
/* temper_test.c - which temper is played by as the strongest: one of the Defenders on both maps, of the Raiders one for each; and that two
 * weak Generals both have their chance. docs/bots.md */
#include "arena.h"
#include "temper.h"

static void defenders_are_of_one_temper(void **state) {
    enum { KEEN = 1 };
    (void)state;
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_rules *whole = alea_rules_new(game, 2, NULL, 0, NULL, &error);
    assert_non_null(whole);
    for (int side = 0; side < INC_SIDES; side++) {
        struct inc_temper wide, narrow;
        memset(&wide, 0, sizeof wide);
        memset(&narrow, 0, sizeof narrow);
        inc_temper_of(whole->tables, side, KEEN, &wide);
        inc_temper_of(rules->tables, side, KEEN, &narrow);
        assert_int_equal(wide.least == narrow.least && wide.gather == narrow.gather, side == DEFENDERS);
    }
    alea_rules_free(whole);
}

/* What the General at the seat likes best; among equals any. */
static alea_move liked_best(const struct alea_rules *at, const struct inc_position *p, int seat,
                            struct alea_random *random) {
    static alea_move legal[4096];
    static double worth[4096];
    assert_true(game->max_legal <= 4096);
    struct inc_position view = *p;
    alea_hide(at, &view, seat);
    int n = game->legal(at->tables, p, seat, legal), best = 0;
    inc_heuristic(at->tables, &view, seat, legal, n, worth);
    for (int i = 1, equals = 1; i < n; i++) {
        equals = worth[i] > worth[best] ? 1 : equals + (worth[i] >= worth[best]);
        if (worth[i] >= worth[best] && alea_random_below(random, (uint32_t)equals) == 0) best = i;
    }
    return legal[best];
}

/* Of a campaign between two that play by the heuristic: 1, 0, or 0.5 for a draw. */
static double defenders_share(const struct alea_rules *at, uint64_t campaign) {
    struct alea_random random = alea_random_stream(4711, campaign);
    struct inc_position p;
    double score[INC_SEATS];
    memset(&p, 0, sizeof p);
    game->setup(at->tables, &p);
    for (alea_actors actors; (actors = game->actors(at->tables, &p)) != ALEA_ACTORS_OVER;) {
        int seat = __builtin_ctzll(actors);
        alea_move move =
            actors == ALEA_ACTORS_CHANCE ? game->roll(at->tables, &p, &random) : liked_best(at, &p, seat, &random);
        game->apply(at->tables, &p, seat, move, NULL);
    }
    game->score(at->tables, &p, score);
    return score[DEFENDERS];
}

static void two_weak_generals_both_have_their_chance(void **state) {
    enum { CAMPAIGNS = 40, LEAST = CAMPAIGNS / 4 };
    static const char *const maps[] = {"map=esdef", "map=small"};
    (void)state;
    for (size_t map = 0; map < ALEA_LEN(maps); map++) {
        struct alea_error error = {.lang = ALEA_EN};
        struct alea_rules *at = alea_rules_new(game, 2, &maps[map], 1, NULL, &error);
        assert_non_null(at);
        double won = 0;
        for (uint64_t campaign = 0; campaign < CAMPAIGNS; campaign++) won += defenders_share(at, campaign);
        print_message("%s: the Defenders won %.1f of %d\n", maps[map], won, CAMPAIGNS);
        assert_true(won >= LEAST && won <= CAMPAIGNS - LEAST);
        alea_rules_free(at);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(defenders_are_of_one_temper),
                                       cmocka_unit_test(two_weak_generals_both_have_their_chance)};
    return cmocka_run_group_tests_name("incursio temper", tests, load, unload);
}
