/* SPDX-License-Identifier: MIT */
/* text_forecast_test.c - the forecast against the game: in random games the end of each round is played out as it says, by a
 * side that just pays, and by one that takes the way out of a loss. [POL-EOR, POL-END-1, POL-END-2] */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "say.h"

enum { GAMES = 400, MAX_PLIES = 4000 };

static const struct alea_game *game;
static struct alea_rules *rules;
static int rounds_paid, ways_out, ways_by_discards, ways_by_growth, rounds_of_hunger;

static int load(void **state) {
    (void)state;
    struct alea_error error = {.lang = ALEA_EN};
    game = alea_game_find("polis");
    rules = game ? alea_rules_new(game, 2, NULL, 0, NULL, &error) : NULL;
    return rules ? 0 : -1;
}

static int unload(void **state) {
    (void)state;
    alea_rules_free(rules);
    return 0;
}

static const struct polis_tables *tables(void) { return rules->tables; }

static bool try_move(struct polis_position *p, unsigned verb, unsigned arg) {
    alea_move move = alea_move_make(verb, arg);
    int side = p->decider;
    if (game->why_not(tables(), p, side, move)) return false;
    game->apply(tables(), p, side, move, NULL);
    return true;
}

/* The side gives up what the forecast names, the polis with most people last, then pays. */
static void supply_as_told(struct polis_position *p, uint32_t discard) {
    while (discard) {
        unsigned least = polis_first(discard);
        for (uint32_t rest = discard; rest; rest &= rest - 1)
            if (p->population[polis_first(rest)] < p->population[least]) least = polis_first(rest);
        assert_true(try_move(p, POLIS_VERB_DISCARD, least));
        discard &= ~polis_bit(least);
    }
    assert_true(try_move(p, POLIS_VERB_PAY_SUPPLY, 0));
}

/* Pays, or gives up the first polis that it can. */
static void supply_somehow(struct polis_position *p) {
    if (try_move(p, POLIS_VERB_PAY_SUPPLY, 0)) return;
    unsigned city = 0;
    while (city < POLIS_POLEIS_MAX && !try_move(p, POLIS_VERB_DISCARD, city)) city++;
    assert_true(city < POLIS_POLEIS_MAX);
}

/* Growth: the polis that has to exceed its base, if there is one. */
static void grow_as_told(struct polis_position *p, unsigned city) {
    while (city != ALEA_NONE && p->population[city] <= tables()->city_at[city].base)
        assert_true(try_move(p, POLIS_VERB_GROW, city));
    assert_true(try_move(p, POLIS_VERB_DONE, 0));
}

/* From Supply to Phoros or the end of the game; `side` follows the forecast. */
static void follow(struct polis_position *p, int side, const struct polis_forecast *forecast) {
    unsigned round = p->round;
    while (p->round == round && (p->step == POLIS_STEP_SUPPLY || p->step == POLIS_STEP_GROWTH)) {
        bool mine = p->decider == side;
        if (p->step == POLIS_STEP_GROWTH) grow_as_told(p, mine ? forecast->grow : ALEA_NONE);
        else if (mine) supply_as_told(p, forecast->discard);
        else supply_somehow(p);
    }
}

static void check_payment(const struct polis_position *before, int side, const struct polis_forecast *forecast) {
    struct polis_position p = *before;
    follow(&p, side, forecast);
    if (p.step != POLIS_STEP_PHOROS) return; /* the other side starves */
    rounds_paid++;
    assert_int_equal(p.prestige[side], forecast->prestige);
    for (unsigned resource = 0; resource < POLIS_RESOURCE_COUNT; resource++) {
        int stock = resource == POLIS_WHEAT ? forecast->left_over : before->resource[side][resource];
        assert_int_equal(p.resource[side][resource], stock - forecast->lost[resource]);
    }
}

static void check_way_out(const struct polis_position *before, int side, const struct polis_forecast *forecast) {
    struct polis_position p = *before;
    follow(&p, side, forecast);
    assert_false(p.starved >> side & 1);
    if (p.step != POLIS_STEP_PHOROS) return;
    assert_true(p.prestige[side] > 0);
    ways_out++;
    ways_by_discards += forecast->discard != 0;
    ways_by_growth += forecast->grow != ALEA_NONE;
}

/* Nothing saves it: whatever is discarded, paying leaves no Prestige, or is impossible. As deep as the side has poleis, and a
 * few choices more. NOLINTNEXTLINE(misc-no-recursion) */
static void check_no_way_out(const struct polis_position *p, int side) {
    alea_move legal[128];
    if (p->step == POLIS_STEP_SUPPLY && p->decider == side) {
        int n = game->legal(tables(), p, side, legal);
        for (int i = 0; i < n; i++) {
            struct polis_position after = *p;
            game->apply(tables(), &after, side, legal[i], NULL);
            check_no_way_out(&after, side);
        }
        return;
    }
    bool fed = !(p->starved >> side & 1) && p->step != POLIS_STEP_OVER;
    assert_false(fed && p->prestige[side] > 0);
}

/* The same in better times: more wheat, and poleis above their base. */
static struct polis_position enrich(const struct polis_position *p, struct alea_random *random) {
    struct polis_position rich = *p;
    int side = p->decider;
    for (uint32_t rest = p->own[side]; rest; rest &= rest - 1) {
        unsigned city = polis_first(rest);
        int more = polis_least(rich.reserve[side], tables()->city_at[city].most - rich.population[city]);
        if (more > 0) more = (int)alea_random_below(random, (uint32_t)more + 1);
        rich.population[city] = (uint8_t)(rich.population[city] + more);
        rich.reserve[side] = (uint8_t)(rich.reserve[side] - more);
    }
    int wheat = polis_need_of(&rich, side) + (int)alea_random_below(random, 13) - 8;
    rich.resource[side][POLIS_WHEAT] = (uint8_t)polis_most(0, wheat);
    rich.prestige[side] = (uint8_t)alea_random_below(random, 6);
    return rich;
}

static void look(const struct polis_position *p) {
    struct polis_forecast forecast = polis_forecast_of(tables(), p, p->decider);
    if (!forecast.danger) check_payment(p, p->decider, &forecast);
    else if (forecast.saved) check_way_out(p, p->decider, &forecast);
    else check_no_way_out(p, p->decider);
    rounds_of_hunger += forecast.danger == POLIS_DANGER_HUNGER;
}

static void play_at_random(uint64_t stream) {
    struct alea_random random = alea_random_stream(7, stream);
    struct polis_position p = {0};
    alea_move legal[128];
    game->setup(tables(), &p);
    for (int ply = 0; ply < MAX_PLIES; ply++) {
        alea_actors actors = game->actors(tables(), &p);
        if (actors == ALEA_ACTORS_OVER) return;
        if (actors == ALEA_ACTORS_CHANCE) {
            game->apply(tables(), &p, ALEA_CHANCE, game->roll(tables(), &p, &random), NULL);
            continue;
        }
        if (p.step == POLIS_STEP_SUPPLY) {
            struct polis_position rich = enrich(&p, &random);
            look(&p);
            look(&rich);
        }
        int n = game->legal(tables(), &p, p.decider, legal);
        game->apply(tables(), &p, p.decider, legal[alea_random_below(&random, (uint32_t)n)], NULL);
    }
}

static void forecast_is_what_happens(void **state) {
    (void)state;
    for (uint64_t stream = 0; stream < GAMES; stream++) play_at_random(stream);
    assert_true(rounds_paid > 50 && ways_out > 50 && ways_by_discards > 50 && ways_by_growth > 0 && rounds_of_hunger > 0);
}

static void foretold(const struct polis_position *p, enum alea_lang lang, const char *wanted) {
    struct alea_text text;
    alea_text_init(&text, 256, lang);
    game->words.forecast(tables(), p, ALEA_NONE, 0, &text);
    assert_string_equal(alea_text_str(&text), wanted);
    alea_text_clear(&text);
}

static void forecast_has_brief_words(void **state) {
    (void)state;
    struct polis_position p = {0};
    game->setup(tables(), &p);
    p.resource[0][POLIS_WHEAT] = (uint8_t)(polis_need_of(&p, 0) - 1);
    p.prestige[0] = 3;
    struct polis_forecast forecast = polis_forecast_of(tables(), &p, 0);
    assert_int_equal(forecast.missing, 1);
    assert_int_equal(forecast.prestige, 2);
    foretold(&p, ALEA_EN, "wheat 6 of the 7 needed, so 1 Prestige; Prestige at the end 2; storage takes 2 wine, 2 oil");
    p.prestige[0] = 0; /* as long as it may act that is a number like others */
    foretold(&p, ALEA_EN, "wheat 6 of the 7 needed, so 1 Prestige; storage takes 2 wine, 2 oil");
    p.passed = 1;
    foretold(
        &p, ALEA_IT,
        "grano 6 sui 7 che servono, quindi 1 PP; il magazzino toglie 2 vino, 2 olio; "
        "resterebbe senza prestigio: mancano 2 PP (POL-END-2) se nel rifornimento non abbandona Pilo e fa crescere Sparta");
    p.resource[0][POLIS_WHEAT] = 0;
    p.prestige[0] = 1;
    foretold(&p, ALEA_EN,
             "wheat 0 of the 7 needed, so 7 Prestige; storage takes 2 wine, 2 oil; would starve: 3 wheat short (POL-END-1)");
    p.step = POLIS_STEP_OVER;
    foretold(&p, ALEA_EN, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(forecast_is_what_happens),
                                       cmocka_unit_test(forecast_has_brief_words)};
    return cmocka_run_group_tests(tests, load, unload);
}
