/* SPDX-License-Identifier: MIT */
/* odds_test.c - the odds against the game itself: every throw by brute force over its faces, whole combats by playing out
 * all their outcomes, the tables of section 5 of the rules exactly. [SPQ-COMBAT, SPQ-SEA-7, SPQ-SEA-8, SPQ-LAND-2] */
#include <math.h>

#include <jansson.h>

#include "combat_test.h"

/* ---- Positions in which a throw is due ---------------------------------------------------------------------------------- */

/* `attackers` against `defenders`; by land the attacker throws `dice`. Sardinia against Corsica by land too: a throw does not
 * look at the map. */
static void make(struct spqrisiko_position *p, enum kind kind, int attackers, int dice, int defenders) {
    static const char *const phase[KINDS] = {"land_attack", "sea_attack", "naval_combat"};
    static const char *const step[KINDS] = {"land_throw", "sea_throw", "naval_throw"};
    char lines[1024];
    struct alea_error error = {.lang = ALEA_EN};
    memset(p, 0, sizeof *p);
    game->setup(rules->tables, p);
    snprintf(lines, sizeof lines,
             "round 6\nphase %s\nstep %s\nactive A\ngroups_left 0\nlegionaries *=3 sardinia=%d corsica=%d\n"
             "own.A sardinia\nown.B corsica sicilia\nown.C creta\nfrom %d\nto %d\ndice %d\nforce %d\n",
             phase[kind], step[kind], kind == LAND ? attackers + 1 : 1, kind == NAVAL ? 1 : defenders,
             kind == NAVAL ? TYRRENUM : SARDINIA, kind == NAVAL ? B : CORSICA, kind == LAND ? dice : 0,
             kind == SEA ? attackers : 0);
    assert_int_equal(alea_position_read(rules, lines, p, &error), ALEA_OK);
    if (kind != NAVAL) return;
    snprintf(lines, sizeof lines, "triremes.A tyrrenum=%d\ntriremes.B tyrrenum=%d\n", attackers, defenders);
    assert_int_equal(alea_position_read(rules, lines, p, &error), ALEA_OK);
}

/* What is left after the throw. */
static void forces(const struct spqrisiko_position *p, enum kind kind, int *attackers, int *defenders) {
    int occupying = conquered(p) ? p->legionaries[CORSICA] : 0;
    switch (kind) {
    case LAND: *attackers = p->legionaries[SARDINIA] + occupying - 1; break;
    case SEA: *attackers = p->force + occupying; break;
    default: *attackers = p->triremes[A][TYRRENUM]; break;
    }
    *defenders = kind == NAVAL ? p->triremes[B][TYRRENUM] : conquered(p) ? 0 : p->legionaries[CORSICA];
}

/* ---- One throw ---------------------------------------------------------------------------------------------------------- */

typedef int losses_table[SPQRISIKO_DICE + 1][SPQRISIKO_DICE + 1]; /* by losses of attacker and defender */

static void count(losses_table table, const struct spqrisiko_position *before, enum kind kind, alea_move move, int weight) {
    struct spqrisiko_position p = *before;
    int attackers, defenders, attackers_left, defenders_left;
    assert_int_equal(game->why_not(rules->tables, &p, ALEA_CHANCE, move), 0);
    forces(&p, kind, &attackers, &defenders);
    game->apply(rules->tables, &p, ALEA_CHANCE, move, NULL);
    forces(&p, kind, &attackers_left, &defenders_left);
    int attacker_losses = attackers - attackers_left, defender_losses = defenders - defenders_left;
    assert_in_range(attacker_losses, 0, SPQRISIKO_DICE);
    assert_in_range(defender_losses, 0, SPQRISIKO_DICE);
    table[attacker_losses][defender_losses] += weight;
}

/* The table of the data file for these dice. */
static void listed(const json_t *data, enum kind kind, int attacker, int defender, losses_table table) {
    const json_t *throws = json_object_get(json_object_get(data, "throws"), kind == NAVAL ? "naval" : "land_and_by_sea");
    size_t i, j;
    json_t *row, *outcome;
    assert_int_equal(json_array_size(throws), 9);
    json_array_foreach(throws, i, row) {
        json_int_t a, d, total, sum = 0;
        json_t *outcomes;
        assert_int_equal(json_unpack(row, "{s:I,s:I,s:I,s:o}", "attacker_dice", &a, "defender_dice", &d, "total", &total,
                                     "outcomes", &outcomes),
                         0);
        if (a != attacker || d != defender) continue;
        json_array_foreach(outcomes, j, outcome) {
            json_int_t lost, won, number;
            assert_int_equal(
                json_unpack(outcome, "{s:I,s:I,s:I}", "attacker_loses", &lost, "defender_loses", &won, "count", &number), 0);
            assert_in_range(lost, 0, SPQRISIKO_DICE);
            assert_in_range(won, 0, SPQRISIKO_DICE);
            table[lost][won] = (int)number;
            sum += number;
        }
        assert_int_equal(sum, total);
        assert_int_equal(sum, pow(6, attacker + defender));
        return;
    }
    fail_msg("no table for %d against %d dice", attacker, defender);
}

/* Each tuple of faces is thrown once. */
static void by_faces(const struct spqrisiko_position *p, enum kind kind, int attacker, int defender, losses_table table) {
    int n = attacker + defender, total = 1;
    for (int die = 0; die < n; die++) total *= 6;
    for (int number = 0; number < total; number++) {
        unsigned faces = 0;
        for (int die = 0, rest = number; die < n; die++, rest /= 6)
            faces = alea_dice_with(faces, die >= attacker, die < attacker ? die : die - attacker, 1 + (unsigned)rest % 6);
        count(table, p, kind, alea_move_make(SPQRISIKO_VERB_DICE, faces), 1);
    }
}

static void by_outcomes(const struct spqrisiko_position *p, enum kind kind, losses_table table) {
    struct alea_outcome out[45];
    int n = game->outcomes(rules->tables, p, out);
    losses_table seen = {0};
    for (int i = 0; i < n; i++) {
        count(table, p, kind, out[i].move, (int)out[i].weight);
        count(seen, p, kind, out[i].move, 1);
    }
    for (int lost = 0; lost <= SPQRISIKO_DICE; lost++)
        for (int won = 0; won <= SPQRISIKO_DICE; won++) assert_in_range(seen[lost][won], 0, 1);
}

static void throws_are_those_of_the_data(void **state) {
    (void)state;
    size_t n_bytes;
    const char *bytes = alea_game_data(game, &n_bytes);
    json_t *data = json_loadb(bytes, n_bytes, 0, NULL);
    assert_non_null(data);
    for (enum kind kind = LAND; kind < KINDS; kind++)
        for (int attacker = 1; attacker <= SPQRISIKO_DICE; attacker++)
            for (int defender = 1; defender <= SPQRISIKO_DICE; defender++) {
                struct spqrisiko_position p;
                losses_table wanted = {0}, faces = {0}, outcomes = {0};
                make(&p, kind, attacker, attacker, defender);
                listed(data, kind, attacker, defender, wanted);
                by_faces(&p, kind, attacker, defender, faces);
                by_outcomes(&p, kind, outcomes);
                assert_memory_equal(faces, wanted, sizeof wanted);
                assert_memory_equal(outcomes, wanted, sizeof wanted);
            }
    json_decref(data);
}

/* More units than dice change nothing. */
static void three_dice_at_most(void **state) {
    (void)state;
    for (enum kind kind = LAND; kind < KINDS; kind++) {
        struct spqrisiko_position few, many;
        losses_table of_few = {0}, of_many = {0};
        make(&few, kind, 3, 3, 3);
        make(&many, kind, 50, 3, 70);
        by_outcomes(&few, kind, of_few);
        by_outcomes(&many, kind, of_many);
        assert_memory_equal(of_few, of_many, sizeof of_few);
    }
}

/* ---- By sea to the end, exactly (section 5.3, EX-50) ---------------------------------------------------------------------- */

__extension__ typedef unsigned __int128 wide;

struct fraction {
    wide over, under;
};

static wide times(wide a, wide b) {
    wide product;
    assert_false(__builtin_mul_overflow(a, b, &product));
    return product;
}

static struct fraction reduced(wide over, wide under) {
    wide a = over, b = under;
    while (b) {
        wide rest = a % b;
        a = b;
        b = rest;
    }
    return (struct fraction){over / a, under / a};
}

/* sum + weight / total * part */
static struct fraction plus(struct fraction sum, uint32_t weight, uint32_t total, struct fraction part) {
    struct fraction more = reduced(times(weight, part.over), times(total, part.under));
    wide over;
    assert_false(__builtin_add_overflow(times(sum.over, more.under), times(more.over, sum.under), &over));
    return reduced(over, times(sum.under, more.under));
}

/* Chance that Corsica falls; with `survivors`, that exactly so many are left to land there. */
/* As deep as there are throws, so at most one for each legionary. NOLINTNEXTLINE(misc-no-recursion) */
static struct fraction exactly(const struct spqrisiko_position *p, int survivors) {
    struct alea_outcome out[45];
    int n = game->outcomes(rules->tables, p, out);
    uint32_t total = 0;
    struct fraction sum = {0, 1};
    for (int i = 0; i < n; i++) total += out[i].weight;
    for (int i = 0; i < n; i++) {
        struct spqrisiko_position after = *p;
        game->apply(rules->tables, &after, ALEA_CHANCE, out[i].move, NULL);
        struct fraction part = {0, 1};
        if (conquered(&after)) part.over = !survivors || after.legionaries[CORSICA] == survivors;
        else if (after.step == SPQRISIKO_STEP_SEA_THROW) part = exactly(&after, survivors);
        sum = plus(sum, out[i].weight, total, part);
    }
    return sum;
}

static void sea_is_exact(void **state) {
    (void)state;
    static const struct {
        int attackers, defenders, survivors;
        uint64_t over, under;
    } wanted[] = {
        {1, 1, 0, 5, 12},
        {2, 1, 0, 1955, 2592},
        {2, 2, 0, 235, 648},
        {3, 1, 0, 342035, 373248},
        {3, 2, 0, 6610505, 10077696},
        {3, 3, 0, 4402175, 13436928},
        {4, 1, 0, 52218275, 53747712},
        {3, 2, 3, 1445, 3888},
        {3, 2, 2, 326375, 1679616},
        {3, 2, 1, 906815, 10077696},
    };
    for (size_t i = 0; i < ALEA_LEN(wanted); i++) {
        struct spqrisiko_position p;
        make(&p, SEA, wanted[i].attackers, 0, wanted[i].defenders);
        struct fraction found = exactly(&p, wanted[i].survivors);
        assert_true(found.over == wanted[i].over && found.under == wanted[i].under);
        if (wanted[i].survivors) continue;
        double chance = spqrisiko_sea_chance(rules->tables, wanted[i].attackers, wanted[i].defenders);
        assert_true(fabs(chance - (double)wanted[i].over / (double)wanted[i].under) < 1e-12);
    }
}

static void sea_is_the_printed_table(void **state) {
    (void)state;
    static const double wanted[8][6] = {
        {0.416667, 0.106096, 0.018419, 0.003198, 0.000555, 0.000096},
        {0.754244, 0.362654, 0.121988, 0.050351, 0.016173, 0.006481},
        {0.916375, 0.655954, 0.327618, 0.208832, 0.117298, 0.056038},
        {0.971544, 0.785454, 0.437383, 0.308030, 0.191958, 0.109339},
        {0.990317, 0.889789, 0.566524, 0.410900, 0.277808, 0.177616},
        {0.996705, 0.933980, 0.683592, 0.523935, 0.376604, 0.254553},
        {0.998879, 0.966649, 0.754621, 0.605897, 0.462057, 0.331732},
        {0.999618, 0.980308, 0.816249, 0.683399, 0.541985, 0.410109},
    };
    for (int attackers = 1; attackers <= 8; attackers++)
        for (int defenders = 1; defenders <= 6; defenders++) {
            double chance = spqrisiko_sea_chance(rules->tables, attackers, defenders);
            assert_true(fabs(chance - wanted[attackers - 1][defenders - 1]) < 0.51e-6); /* rounded to 6 places */
        }
}

/* ---- Whole combats, played out -------------------------------------------------------------------------------------------- */

enum { FORCES = SPQRISIKO_ODDS + 16 };

typedef double chances[FORCES][FORCES];

/* After one throw of the forces that `p` stands for; what comes then is in `table` already. */
static double after_throw(const struct spqrisiko_position *p, enum kind kind, chances table) {
    struct alea_outcome out[45];
    int n = game->outcomes(rules->tables, p, out);
    double sum = 0, total = 0;
    for (int i = 0; i < n; i++) {
        struct spqrisiko_position after = *p;
        int attackers, defenders;
        game->apply(rules->tables, &after, ALEA_CHANCE, out[i].move, NULL);
        forces(&after, kind, &attackers, &defenders);
        sum += out[i].weight * (conquered(&after) ? 1 : table[attackers][defenders]);
        total += out[i].weight;
    }
    return sum / total;
}

/* The attacker's chance with as many dice as it may throw, the dice rule deciding when it can't go on. */
static double land_by_play(int attackers, int defenders, chances table) {
    struct spqrisiko_position p;
    make(&p, LAND, attackers, 0, defenders);
    p.step = SPQRISIKO_STEP_ROLL;
    for (unsigned dice = SPQRISIKO_DICE; dice > 0; dice--) {
        alea_move roll = alea_move_make(SPQRISIKO_VERB_ROLL, dice);
        if (game->why_not(rules->tables, &p, A, roll)) continue;
        game->apply(rules->tables, &p, A, roll, NULL);
        return after_throw(&p, LAND, table);
    }
    return 0;
}

static void play_all(chances land, chances sea) {
    for (int attackers = 1; attackers < FORCES; attackers++)
        for (int defenders = 1; defenders < FORCES; defenders++) {
            struct spqrisiko_position p;
            make(&p, SEA, attackers, 0, defenders);
            sea[attackers][defenders] = after_throw(&p, SEA, sea);
            land[attackers][defenders] = land_by_play(attackers, defenders, land);
        }
}

static void combats_are_as_played(void **state) {
    (void)state;
    static chances land, sea;
    play_all(land, sea);
    for (int attackers = 1; attackers < SPQRISIKO_ODDS; attackers++)
        for (int defenders = 1; defenders < SPQRISIKO_ODDS; defenders++) {
            double by_land = spqrisiko_land_chance(rules->tables, attackers, defenders);
            double by_sea = spqrisiko_sea_chance(rules->tables, attackers, defenders);
            assert_true(fabs(by_land - land[attackers][defenders]) < 1e-12);
            assert_true(fabs(by_sea - sea[attackers][defenders]) < 1e-12);
        }
}

/* Forces beyond the table are scaled down: rough in the middle, and sure where there is no doubt. */
static void great_forces_are_scaled(void **state) {
    (void)state;
    static chances land, sea;
    play_all(land, sea);
    for (int attackers = 1; attackers < FORCES; attackers++)
        for (int defenders = 1; defenders < FORCES; defenders++) {
            double by_land = spqrisiko_land_chance(rules->tables, attackers, defenders);
            double by_sea = spqrisiko_sea_chance(rules->tables, attackers, defenders);
            assert_true(fabs(by_land - land[attackers][defenders]) < 0.2);
            assert_true(fabs(by_sea - sea[attackers][defenders]) < 0.2);
        }
    for (int few = 1; few < 100; few++) {
        assert_true(spqrisiko_land_chance(rules->tables, 9999, few) > 0.99);
        assert_true(spqrisiko_sea_chance(rules->tables, 9999, few) > 0.99);
        assert_true(spqrisiko_land_chance(rules->tables, few, 9999) < 0.01);
        assert_true(spqrisiko_sea_chance(rules->tables, few, 9999) < 0.01);
    }
    assert_true(spqrisiko_land_chance(rules->tables, 0, 1) <= 0 && spqrisiko_sea_chance(rules->tables, 0, 9999) <= 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(throws_are_those_of_the_data),
        cmocka_unit_test(three_dice_at_most),
        cmocka_unit_test(sea_is_exact),
        cmocka_unit_test(sea_is_the_printed_table),
        cmocka_unit_test(combats_are_as_played),
        cmocka_unit_test(great_forces_are_scaled),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
