/* SPDX-License-Identifier: MIT */
/* temper_test.c - which temper is played by as the strongest: of each side one for each map; and that two weak Generals both have their
 * chance. docs/bots.md */
#include "arena.h"
#include "campaign.h"
#include "temper.h"

/* Which is the other one elsewhere. */
static void each_map_has_its_strongest(void **state) {
    enum { KEEN = 1, ELSEWHERE = 2 };
    (void)state;
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_rules *whole = alea_rules_new(game, 2, NULL, 0, NULL, &error);
    assert_non_null(whole);
    for (int side = 0; side < INC_SIDES; side++) {
        struct inc_temper wide, narrow, other;
        inc_temper_of(whole->tables, side, KEEN, &wide);
        inc_temper_of(rules->tables, side, KEEN, &narrow);
        inc_temper_of(rules->tables, side, ELSEWHERE, &other);
        assert_false(wide.least == narrow.least && wide.gather == narrow.gather);
        assert_true(wide.least == other.least && wide.gather == other.gather);
    }
    alea_rules_free(whole);
}

/* Of a campaign between two weak Generals: 1, 0, or 0.5 for a draw. */
static double defenders_share(const char *map, uint64_t seed) {
    struct campaign c;
    double score[INC_SEATS];
    campaign_begin(&c, 2, (const char *const[3]){map}, seed);
    c.greedy = 100;
    while (campaign_ply(&c)) continue;
    game->score(c.t, &c.p, score);
    campaign_end(&c);
    return score[DEFENDERS];
}

static void two_weak_generals_both_have_their_chance(void **state) {
    enum { CAMPAIGNS = 40, LEAST = CAMPAIGNS / 4 };
    static const char *const maps[] = {"map=esdef", "map=small"};
    (void)state;
    for (size_t map = 0; map < ALEA_LEN(maps); map++) {
        double won = 0;
        for (uint64_t seed = 0; seed < CAMPAIGNS; seed++) won += defenders_share(maps[map], seed);
        print_message("%s: the Defenders won %.1f of %d\n", maps[map], won, CAMPAIGNS);
        assert_true(won >= LEAST && won <= CAMPAIGNS - LEAST);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_map_has_its_strongest),
                                       cmocka_unit_test(two_weak_generals_both_have_their_chance)};
    return cmocka_run_group_tests_name("incursio temper", tests, load, unload);
}
