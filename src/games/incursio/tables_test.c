/* SPDX-License-Identifier: MIT */
/* tables_test.c - the loaded tables against those of the rules, T1 to T10 and T12, digit by digit: they are written here a
 * second time, from the text. [INC-GEN-10] */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "incursio_internal.h"

enum { D = INC_DEFENDERS, R = INC_RAIDERS, F = 0, A = 1, C = 2, TR = 0, AS = 1, DI = 2 };
enum { B_F = 1 << F, B_A = 1 << A, B_C = 1 << C, B_TR = 1 << TR, B_AS = 1 << AS, B_DI = 1 << DI };

static const struct alea_game *game;
static struct alea_rules *rules[2]; /* by map */

static int load(void **state) {
    (void)state;
    static const char *const option[] = {"map=esdef", "map=small"};
    game = alea_game_find("incursio");
    for (int map = 0; game && map < 2; map++) {
        struct alea_error error = {.lang = ALEA_EN};
        rules[map] = alea_rules_new(game, 2, &option[map], 1, NULL, &error);
        if (!rules[map]) return -1;
    }
    return game ? 0 : -1;
}

static int unload(void **state) {
    (void)state;
    for (int map = 0; map < 2; map++) alea_rules_free(rules[map]);
    return 0;
}

static const struct inc_tables *tables(int map) { return rules[map]->tables; }

static void check_names(const struct alea_names *names, int index, const char *it, const char *en) {
    assert_true(index < names->n);
    assert_string_equal(names->at[index].in[ALEA_IT], it);
    assert_string_equal(names->at[index].in[ALEA_EN], en);
}

/* ---- T1 ----------------------------------------------------------------------------------------------------------- */

/* Requirements as numbers of structures; 02 as often as `dwellings`. */
static const struct {
    const char *it, *en;
    int dwellings, others[5], soldiers, income, garrison, population;
} t1[] = {
    {"Terreno insediabile", "Settleable land", 0, {0}, 0, 0, 0, 0},
    {"Insediamento", "Hamlet", 1, {1}, 1, 50, 1, 25},
    {"Villaggio", "Village", 2, {3}, 2, 100, 3, 100},
    {"Avamposto", "Outpost", 3, {4, 7, 21}, 3, 200, 5, 500},
    {"Presidio", "Stronghold", 4, {10, 11, 22}, 5, 500, 7, 1000},
    {"Bastione", "Bastion", 5, {12, 13, 14, 23, 16}, 7, 1000, 10, 3000},
    {"Fortezza", "Fortress", 6, {24, 20}, 10, 2000, 15, 5000},
};

static void t1_levels(void **state) {
    (void)state;
    const struct inc_tables *t = tables(0);
    assert_int_equal(t->settlement.n, ALEA_LEN(t1));
    for (int level = 0; level < (int)ALEA_LEN(t1); level++) {
        const struct inc_level *row = &t->level[level];
        uint8_t needs[INC_STRUCTURES_MAX] = {0};
        uint32_t needed = 0;
        needs[1] = (uint8_t)t1[level].dwellings;
        for (int i = 0; i < 5 && t1[level].others[i]; i++) needs[t1[level].others[i] - 1] = 1;
        for (int i = 0; i < INC_STRUCTURES_MAX; i++) needed |= (uint32_t)(needs[i] > 0) << i;
        check_names(&t->settlement, level, t1[level].it, t1[level].en);
        assert_memory_equal(row->needs, needs, sizeof needs);
        assert_int_equal(row->needed, needed);
        assert_int_equal(row->soldiers, t1[level].soldiers);
        assert_int_equal(row->income, t1[level].income);
        assert_int_equal(row->garrison, t1[level].garrison);
        assert_int_equal(row->population, t1[level].population);
    }
    assert_int_equal(t->founding, 3); /* 02 and 01, 600 in all [INC-FOUND-3] */
    assert_int_equal(t->founding_cost, 600);
    assert_int_equal(t->founding_level, 1);
    assert_int_equal(t->founding_soldiers, 1);
}

/* ---- T2 ----------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *it, *en;
    int requires[2], level, cost, limit;
    struct inc_structure effect; /* what the ops say */
} t2[] = {
    {"01 Torre di guardia", "01 Guard tower", {2}, 0, 100, 1, {.tie_win = false}},
    {"02 Abitazioni extra", "02 Extra dwellings", {0}, 0, 500, 7, {.tie_win = false}},
    {"03 Mura", "03 Walls", {2}, 1, 1000, 1, {.tie_win = false}},
    {"04 Mura presidiate", "04 Manned walls", {3}, 2, 2000, 1, {.tie_win = true}},
    {"05 Torri presidiate", "05 Manned towers", {4}, 2, 1000, 1, {.garrison_bonus = {[F] = 1}}},
    {"06 Scuderie", "06 Stables", {4}, 2, 1500, 1, {.allows = B_C}},
    {"07 Caserma", "07 Barracks", {3}, 2, 1000, 1, {.slots = 2, .slot_types = B_F | B_A}},
    {"08 Ponteggi", "08 Scaffolds", {4}, 2, 2000, 1, {.garrison_bonus = {[A] = 1}}},
    {"09 Studio arcano", "09 Arcane study", {7}, 3, 2000, 1, {.neighbour_bonus = 1, .neighbour_range = 1, .foresight = 2}},
    {"10 Campo marziale", "10 Martial field", {7}, 3, 3000, 1, {.production = 2}},
    {"11 Mura rinforzate", "11 Reinforced walls", {4, 5}, 3, 4000, 1, {.garrison_bonus = {1, 1, 1}}},
    {"12 Catapulte", "12 Catapults", {11}, 4, 500, 5, {.weapon = B_TR, .weapon_die = 6}},
    {"13 Balliste", "13 Ballistae", {11}, 4, 500, 5, {.weapon = B_AS, .weapon_die = 6}},
    {"14 Trabucchi", "14 Trebuchets", {11}, 4, 500, 5, {.weapon = B_DI, .weapon_die = 6}},
    {"15 Torre dei maghi",
     "15 Mage tower",
     {7, 11},
     4,
     5000,
     1,
     {.weapon = B_TR | B_AS | B_DI, .weapon_die = 6, .weapon_each = true, .foresight = 3}},
    {"16 Rocca Molor", "16 Molor keep", {11}, 4, 4000, 1, {.neighbour_bonus = 1, .neighbour_range = 1}},
    {"17 Scuderie sotterranee", "17 Underground stables", {6, 10}, 3, 3000, 1, {.slots = 2, .slot_types = B_C}},
    {"18 Torre dei falchi", "18 Falcon tower", {11}, 3, 1000, 1, {.slots = 2, .slot_types = B_A}},
    {"19 Torre di segnalazione", "19 Signal tower", {18}, 4, 1000, 1, {.spy = 10}},
    {"20 Presidio Vaikranta", "20 Vaikranta garrison", {19}, 5, 4000, 1, {.spy = 20}},
    {"21 Miniera", "21 Mine", {3}, 2, 2000, 2, {.income = 500}},
    {"22 Rotta commerciale", "22 Trade route", {7}, 3, 4000, 1, {.income = 1000}},
    {"23 Linea di rifornimenti", "23 Supply line", {22}, 4, 6000, 1, {.income = 2500}},
    {"24 Centro di comando", "24 Command centre", {20, 23}, 5, 7000, 1, {.missions = 2}},
};

static void check_effect(const struct inc_structure *is, const struct inc_structure *want) {
    assert_int_equal(is->tie_win, want->tie_win);
    assert_memory_equal(is->garrison_bonus, want->garrison_bonus, sizeof want->garrison_bonus);
    assert_int_equal(is->allows, want->allows);
    assert_int_equal(is->slots, want->slots);
    assert_int_equal(is->slot_types, want->slot_types);
    assert_int_equal(is->neighbour_bonus, want->neighbour_bonus);
    assert_int_equal(is->neighbour_range, want->neighbour_range);
    assert_int_equal(is->foresight, want->foresight);
    assert_int_equal(is->production, want->production);
    assert_int_equal(is->weapon, want->weapon);
    assert_int_equal(is->weapon_die, want->weapon_die);
    assert_int_equal(is->weapon_each, want->weapon_each);
    assert_int_equal(is->income, want->income);
    assert_int_equal(is->missions, want->missions);
    assert_int_equal(is->spy, want->spy);
}

static void t2_structures(void **state) {
    (void)state;
    const struct inc_tables *t = tables(0);
    unsigned stacked = 0;
    assert_int_equal(t->n_structures, ALEA_LEN(t2));
    for (int i = 0; i < (int)ALEA_LEN(t2); i++) {
        const struct inc_structure *row = &t->structures[i];
        uint32_t needs = 0;
        for (int j = 0; j < 2 && t2[i].requires[j]; j++) needs |= UINT32_C(1) << (t2[i].requires[j] - 1);
        check_names(&t->structure, i, t2[i].it, t2[i].en);
        assert_int_equal(row->number, i + 1);
        assert_int_equal(row->needs, needs);
        assert_int_equal(row->level, t2[i].level);
        assert_int_equal(row->cost, t2[i].cost);
        assert_int_equal(row->limit, t2[i].limit);
        check_effect(row, &t2[i].effect);
        if (t2[i].limit == 1) assert_int_equal(row->stack, ALEA_NONE);
        else assert_int_equal(t->stacked[row->stack], i);
        if (t2[i].limit > 1) stacked |= 1u << row->stack;
    }
    assert_int_equal(stacked, 0x1f); /* five kinds, five places */
}

/* ---- T3 ----------------------------------------------------------------------------------------------------------- */

static void t3_ruins(void **state) {
    (void)state;
    static const struct {
        const char *it, *en;
        int demons, resources;
    } t3[] = {
        {"Rovine", "Ruins", 2, 5},
        {"Rovine infestate", "Infested ruins", 4, 20},
        {"Baluardo demoniaco", "Demonic bulwark", 6, 50},
        {"Roccaforte infernale", "Infernal stronghold", 8, 100},
    };
    const struct inc_tables *t = tables(0);
    assert_int_equal(t->ruin.n, ALEA_LEN(t3));
    for (int level = 0; level < (int)ALEA_LEN(t3); level++) {
        check_names(&t->ruin, level, t3[level].it, t3[level].en);
        assert_int_equal(t->ruin_demons[level], t3[level].demons);
        assert_int_equal(t->ruin_resources[level], t3[level].resources);
    }
}

/* ---- T4 ----------------------------------------------------------------------------------------------------------- */

static void t4_units(void **state) {
    (void)state;
    static const struct {
        const char *id, *symbol;
    } units[] = {{"f", "F"}, {"a", "A"}, {"c", "C"}, {"tr", "Tr"}, {"as", "As"}, {"di", "Di"}};
    static const int over[] = {[F] = TR, [A] = AS, [C] = DI}, against[] = {[F] = DI, [A] = TR, [C] = AS},
                     even[] = {[F] = AS, [A] = DI, [C] = TR};
    const struct inc_tables *t = tables(0);
    assert_int_equal(t->unit.n, ALEA_LEN(units));
    for (int unit = 0; unit < (int)ALEA_LEN(units); unit++) {
        assert_string_equal(t->unit.at[unit].id, units[unit].id);
        check_names(&t->unit, unit, units[unit].symbol, units[unit].symbol);
    }
    for (int type = 0; type < INC_TYPES; type++) {
        assert_int_equal(t->beats[type], over[type]);
        assert_int_equal(t->loses[type], against[type]);
        assert_int_equal(3 - t->beats[type] - t->loses[type], even[type]); /* the third of 0, 1, 2 */
    }
    check_names(&t->side, D, "Difensori di Esdef", "Defenders of Esdef");
    check_names(&t->side, R, "Incursori del Varannah", "Raiders of the Varannah");
}

/* The dice of attacker and defender that the two relations give. [INC-COMBAT-4, INC-COMBAT-8 .. INC-COMBAT-10] */
static void t4_dice(void **state) {
    (void)state;
    static const char *const garrison[INC_TYPES][INC_TYPES] = {
        [TR] = {"d4/d6", "d6/d4", "d6/d6"}, [AS] = {"d6/d6", "d4/d6", "d6/d4"}, [DI] = {"d6/d4", "d6/d6", "d4/d6"}};
    static const char *const camp[INC_TYPES][INC_TYPES] = {
        [TR] = {"d6/d6", "d6/d4", "d6/d6"}, [AS] = {"d6/d6", "d6/d6", "d6/d4"}, [DI] = {"d6/d4", "d6/d6", "d6/d6"}};
    static const char *const ruin[INC_TYPES][INC_TYPES] = {
        [F] = {"d6/d4", "d6/d6", "d6/d6"}, [A] = {"d6/d6", "d6/d4", "d6/d6"}, [C] = {"d6/d6", "d6/d6", "d6/d4"}};
    const struct inc_tables *t = tables(0);
    for (int soldier = 0; soldier < INC_TYPES; soldier++)
        for (int demon = 0; demon < INC_TYPES; demon++) {
            int beats = t->beats[soldier] == demon ? t->low_die : t->die,
                loses = t->loses[soldier] == demon ? t->low_die : t->die;
            char text[16];
            snprintf(text, sizeof text, "d%d/d%d", beats, loses);
            assert_string_equal(text, garrison[demon][soldier]);
            snprintf(text, sizeof text, "d%d/d%d", t->die, loses);
            assert_string_equal(text, camp[demon][soldier]);
            snprintf(text, sizeof text, "d%d/d%d", t->die, beats);
            assert_string_equal(text, ruin[soldier][demon]);
        }
}

/* ---- T5 ----------------------------------------------------------------------------------------------------------- */

static void t5_species(void **state) {
    (void)state;
    static const struct {
        const char *it, *en;
        int side, percent, divisor;
        bool automatic;
    } t5[] = {
        {"Dragnor", "Dragnor", R, 30, 6, false},
        {"Digrin", "Digrin", R, 50, 6, false},
        {"Sevek", "Sevek", R, 40, 6, false},
        {"Druunai", "Druunai", R, 30, 6, false},
        {"Bolgar", "Bolgar", R, 30, 6, false},
        {"Krinar", "Krinar", R, 60, 6, false},
        {"Senza DP", "Without DP", R, 30, 0, false},
        {"Molor", "Molor", D, 100, 8, true},
        {"Altra specie", "Any other species", D, 20, 0, false},
    };
    const struct inc_tables *t = tables(0);
    assert_int_equal(t->n_species, ALEA_LEN(t5));
    for (int i = 0; i < (int)ALEA_LEN(t5); i++) {
        check_names(&t->species_name, i, t5[i].it, t5[i].en);
        assert_int_equal(t->species[i].side, t5[i].side);
        assert_int_equal(t->species[i].percent, t5[i].percent);
        assert_int_equal(t->species[i].quota_divisor, t5[i].divisor);
        assert_int_equal(t->species[i].automatic, t5[i].automatic);
    }
    assert_int_equal(t->no_species[D], 8);
    assert_int_equal(t->no_species[R], 6);
    assert_int_equal(t->spy_base, 20);
    assert_int_equal(t->spy_cap, 90);
    assert_int_equal(t->spy_floor, 0);
}

/* ---- T6 ----------------------------------------------------------------------------------------------------------- */

/* `effect` is the row's; the sums of the first n rows follow. */
static const struct {
    int resources;
    const char *it, *en;
    struct inc_upgrade effect;
} t6[] = {
    {40, "Fiuto del sangue", "Scent of blood", {.spy = 10}},
    {100, "Fino all'ultimo", "To the last", {.no_retreat = true}},
    {180, "Artigli affilati", "Sharpened claws", {.attack = {[TR] = 1}}},
    {300, "Sussurri", "Whispers", {.spy = 10}},
    {450, "Frenesia", "Frenzy", {.attack = {[AS] = 1}}},
    {620, "Marcia notturna", "Night march", {.extra_move = true}},
    {820, "Ira colossale", "Colossal rage", {.attack = {[DI] = 1}}},
    {1050, "Mille occhi", "Thousand eyes", {.spy = 10, .defence = 1}},
    {1350, "Rovina feconda", "Fertile ruin", {.ruin_demons = 1, .resist = 1}},
    {1700, "Seconda notte", "Second night", {.extra_attack = true}},
    {2100, "Il Varannah si desta", "The Varannah wakes", {.attack = {1, 1, 1}}},
};

static void check_upgrade(const struct inc_upgrade *is, const struct inc_upgrade *want) {
    assert_int_equal(is->spy, want->spy);
    assert_memory_equal(is->attack, want->attack, sizeof want->attack);
    assert_int_equal(is->defence, want->defence);
    assert_int_equal(is->resist, want->resist);
    assert_int_equal(is->ruin_demons, want->ruin_demons);
    assert_int_equal(is->no_retreat, want->no_retreat);
    assert_int_equal(is->extra_move, want->extra_move);
    assert_int_equal(is->extra_attack, want->extra_attack);
}

static void t6_upgrades(void **state) {
    (void)state;
    const struct inc_tables *t = tables(0);
    struct inc_upgrade sum = {0};
    assert_int_equal(t->n_upgrades, ALEA_LEN(t6));
    check_upgrade(&t->power[0], &sum); /* [INC-DEMON-5] */
    for (int i = 0; i < (int)ALEA_LEN(t6); i++) {
        const struct inc_upgrade *row = &t6[i].effect;
        check_names(&t->upgrade, i, t6[i].it, t6[i].en);
        assert_int_equal(t->upgrades[i].resources, t6[i].resources);
        check_upgrade(&t->upgrades[i], row);
        sum.spy = (uint8_t)(sum.spy + row->spy);
        for (int type = 0; type < INC_TYPES; type++) sum.attack[type] = (uint8_t)(sum.attack[type] + row->attack[type]);
        sum.defence = (uint8_t)(sum.defence + row->defence);
        sum.resist = (uint8_t)(sum.resist + row->resist);
        sum.ruin_demons = (uint8_t)(sum.ruin_demons + row->ruin_demons);
        sum.no_retreat |= row->no_retreat;
        sum.extra_move |= row->extra_move;
        sum.extra_attack |= row->extra_attack;
        check_upgrade(&t->power[i + 1], &sum);
    }
}

/* ---- T7 ----------------------------------------------------------------------------------------------------------- */

static void t7_missions(void **state) {
    (void)state;
    static const struct {
        const char *it, *en;
        struct inc_mission says;
    } t7[] = {
        {"Leva popolare", "Levy", {.side = D, .target = INC_TARGET_SETTLEMENT, .units = 1}},
        {"Decima", "Tithe", {.side = D, .money = 200}},
        {"Veglia dei maghi", "Mages' vigil", {.side = D, .hints = 1}},
        {"Ronda", "Watch", {.side = D, .target = INC_TARGET_OWN, .counter_spy = 20}},
        {"Evocazione", "Summoning", {.side = R, .target = INC_TARGET_RUIN, .units = 1}},
        {"Rapimento", "Abduction", {.side = R, .resources = 15}},
        {"Guida del portale", "Portal guide", {.side = R, .target = INC_TARGET_RUIN, .steer = 1, .steer_range = 2}},
        {"Velo d'ombra", "Veil of shadow", {.side = R, .target = INC_TARGET_OWN, .counter_spy = 20}},
    };
    const struct inc_tables *t = tables(0);
    assert_int_equal(t->n_missions, ALEA_LEN(t7));
    for (int i = 0; i < (int)ALEA_LEN(t7); i++) {
        const struct inc_mission *is = &t->missions[i], *want = &t7[i].says;
        check_names(&t->mission, i, t7[i].it, t7[i].en);
        assert_int_equal(is->side, want->side);
        assert_int_equal(is->target, want->target);
        assert_int_equal(is->units, want->units);
        assert_int_equal(is->hints, want->hints);
        assert_int_equal(is->steer, want->steer);
        assert_int_equal(is->steer_range, want->steer_range);
        assert_int_equal(is->counter_spy, want->counter_spy);
        assert_int_equal(is->money, want->money);
        assert_int_equal(is->resources, want->resources);
    }
}

/* ---- T8 and T9 ---------------------------------------------------------------------------------------------------- */

static void t8_portals(void **state) {
    (void)state;
    static const struct {
        int n, rows[6][3];
    } t8[] = {{6, {{0, 6, 3}, {50, 6, 4}, {250, 7, 4}, {550, 7, 5}, {950, 8, 5}, {1600, 8, 6}}},
              {4, {{0, 1, 2}, {30, 1, 3}, {100, 2, 3}, {300, 2, 4}}}};
    for (int map = 0; map < 2; map++) {
        const struct inc_tables *t = tables(map);
        assert_int_equal(t->n_schedule, t8[map].n);
        assert_int_equal(t->portals_first_day, 2);
        for (int row = 0; row < t8[map].n; row++) {
            assert_int_equal(t->schedule[row], t8[map].rows[row][0]);
            assert_int_equal(t->portals[row], t8[map].rows[row][1]);
            assert_int_equal(t->demons[row], t8[map].rows[row][2]);
        }
    }
}

static void t9_setup(void **state) {
    (void)state;
    static const int days[] = {18, 8}, least[] = {14, 5}, most[] = {21, 10}, treasury[] = {3000, 2000}, goal[] = {3000, 900},
                     calm[] = {3, 2}, from[] = {14, 5}, upgrade[] = {1, 0};
    static const uint8_t settlement[] = {0, 1, 2, 3, 4, 6, 8}, ruin[] = {1, 1, 2, 3};
    for (int map = 0; map < 2; map++) {
        const struct inc_tables *t = tables(map);
        assert_int_equal(t->days, days[map]);
        assert_int_equal(t->days_min, least[map]);
        assert_int_equal(t->days_max, most[map]);
        assert_int_equal(t->treasury, treasury[map]);
        assert_int_equal(t->resources, 0);
        assert_int_equal(t->resources_goal, goal[map]);
        assert_int_equal(t->calm_days, calm[map]);
        assert_int_equal(t->calm_from, from[map]);
        assert_int_equal(t->harvest, 6);
        assert_memory_equal(t->points_settlement, settlement, sizeof settlement);
        assert_memory_equal(t->points_ruin, ruin, sizeof ruin);
        assert_int_equal(t->points_upgrade, upgrade[map]);
    }
}

/* ---- T10 ---------------------------------------------------------------------------------------------------------- */

static void t10_objectives(void **state) {
    (void)state;
    static const struct {
        const char *it, *en;
        struct inc_objective says;
    } t10[] = {
        {"Tre avamposti", "Three outposts", {D, INC_OBJECTIVE_SETTLEMENTS, 3, 3, 0, false}},
        {"La grande rocca", "The great keep", {D, INC_OBJECTIVE_SETTLEMENTS, 1, 4, 0, true}},
        {"Purificatori", "Purifiers", {D, INC_OBJECTIVE_PURIFIED, 6, 0, 0, true}},
        {"Tesoro di guerra", "War chest", {D, INC_OBJECTIVE_INCOME, 0, 0, 5000, true}},
        {"Frontiera viva", "Living frontier", {D, INC_OBJECTIVE_SETTLEMENTS, 8, 1, 0, false}},
        {"La madre non cade", "The mother stands", {D, INC_OBJECTIVE_CAPITAL, 0, 0, 0, false}},
        {"L'avamposto brucia", "The outpost burns", {R, INC_OBJECTIVE_SACKED, 1, 3, 0, true}},
        {"Flagello", "Scourge", {R, INC_OBJECTIVE_SACKED, 7, 1, 0, true}},
        {"Dominio", "Dominion", {R, INC_OBJECTIVE_RUINS, 3, 2, 0, false}},
        {"Mietitura", "Reaping", {R, INC_OBJECTIVE_RESOURCES, 0, 0, 700, false}},
        {"Ombra sulla rocca", "Shadow on the keep", {R, INC_OBJECTIVE_SHADOW, 2, 0, 0, false}},
        {"Radici", "Roots", {R, INC_OBJECTIVE_ROOTS, 1, 1, 0, false}},
    };
    const struct inc_tables *t = tables(0);
    assert_int_equal(t->n_objectives, ALEA_LEN(t10));
    assert_int_equal(t->objectives_each, 2);
    assert_int_equal(t->objective_points, 2);
    for (int i = 0; i < (int)ALEA_LEN(t10); i++) {
        const struct inc_objective *is = &t->objectives[i], *want = &t10[i].says;
        check_names(&t->objective_name, i, t10[i].it, t10[i].en);
        assert_int_equal(is->side, want->side);
        assert_int_equal(is->op, want->op);
        assert_int_equal(is->count, want->count);
        assert_int_equal(is->level, want->level);
        assert_int_equal(is->amount, want->amount);
        assert_int_equal(is->ever, want->ever);
    }
}

/* ---- T11 ---------------------------------------------------------------------------------------------------------- */

static int lines(const uint64_t next[], int n) {
    int ends = 0;
    for (int site = 0; site < n; site++) ends += inc_count(next[site]);
    return ends / 2;
}

/* The units of a site as symbols: garrison, a stroke, camp. */
static void write_units(const struct inc_tables *t, int site, char text[64]) {
    int side = t->start_ruin[site] ? R : D, at = 0;
    size_t n = 0;
    for (int before = 0; before < site; before++)
        if ((t->start_ruin[before] ? R : D) == side) at += t->start_garrison[before] + t->start_camp[before];
    for (int i = 0; i < t->start_garrison[site] + t->start_camp[site]; i++) {
        inc_unit unit = t->start_unit[side][at + i];
        assert_int_equal(inc_state_of(unit), INC_IDLE);
        assert_false(inc_is_portal(unit));
        n += (size_t)snprintf(text + n, 64 - n, "%s%s", i && i == t->start_garrison[site] ? "|" : "",
                              t->unit.at[INC_TYPES * side + (int)inc_type(unit)].in[ALEA_EN]);
    }
}

static void check_units(const struct inc_tables *t, int number, const char *units) {
    char text[64] = "";
    write_units(t, number - 1, text);
    assert_string_equal(text, units);
}

static void check_site(int map, int number, const char *name, int level, int ruin, const char *units) {
    const struct inc_tables *t = tables(map);
    assert_string_equal(t->site.at[number - 1].in[ALEA_IT], name);
    assert_int_equal(t->start_level[number - 1], level);
    assert_int_equal(t->start_ruin[number - 1], ruin);
    check_units(t, number, units);
}

static void t11_maps(void **state) {
    (void)state;
    static const int sites[] = {43, 13}, grey[] = {63, 15}, red[] = {18, 6}, capital[] = {22, 7};
    for (int map = 0; map < 2; map++) {
        const struct inc_tables *t = tables(map);
        assert_int_equal(t->n_sites, sites[map]);
        assert_int_equal(lines(t->grey, t->n_sites), grey[map]);
        assert_int_equal(lines(t->any, t->n_sites), grey[map] + red[map]);
        assert_int_equal(t->capital, capital[map] - 1);
    }
    check_site(0, 22, "22 Rocca Madre", 3, 0, "FAFAFAF|CCA");
    check_site(0, 15, "15 Vigna Alta", 2, 0, "FAF|ACCF");
    check_site(0, 14, "14 Crocevia d'Ambra", 1, 0, "F|ACF");
    check_site(0, 6, "6 Scoglio Muto", 0, 1, "TrAsDiAsTr");
    check_site(0, 43, "43 Ultima Lanterna", 0, 1, "TrAsDiAs");
    check_site(1, 7, "7 Rocca Piccola", 2, 0, "FAF|ACCF");
    check_site(1, 2, "2 Riva Storta", 0, 1, "TrAsDiAsTrDi");
    check_site(1, 13, "13 Lastra Nera", 0, 1, "TrAsDiAsTr");
    assert_int_equal(tables(0)->start_copies[21][1], 3); /* kinds of s22: EX-S03 */
    assert_int_equal(tables(0)->start_copies[21][20], 1);
}

/* Matches that were begun by rules 1 to 4 go on with the ruins, harvests and portals of then. [ruling 102] */
static void t11_before_rules_5(void **state) {
    (void)state;
    static const int ruins[2][3] = {{6, 12, 43}, {2, 5, 13}};
    static const char *const by_3[2][3] = {{"TrAsDiAsTr", "TrAsDiAsTr", "TrAsDiAsTr"}, {"TrAsDi", "TrAsDi", "TrAsDi"}},
                             *const by_4[2][3] = {{"TrAsDiAsTrDiTrAs", "TrAsDiAsTrDiTrAs", "TrAsDiAsTrDiTr"},
                                                  {"TrAsDiAs", "TrAsDiAs", "TrAsDiAs"}},
                             *const option[] = {"map=esdef", "map=small"};
    for (int version = 1; version < INC_MAPS_VERSION; version++)
        for (int map = 0; map < 2; map++) {
            struct alea_error error = {.lang = ALEA_EN};
            struct alea_rules *older = alea_rules_new_at(game, version, 2, &option[map], 1, NULL, &error);
            assert_non_null(older);
            const struct inc_tables *t = older->tables;
            for (int i = 0; i < 3; i++) check_units(t, ruins[map][i], version < 4 ? by_3[map][i] : by_4[map][i]);
            check_units(t, map ? 7 : 15, "FAF|ACCF");
            assert_int_equal(t->harvest, 4);
            assert_int_equal(t->portals[0], map ? 1 : 2);
            assert_int_equal(t->portals[3], map ? 2 : 3);
            alea_rules_free(older);
        }
}

/* s09 is two lines from s22, s03 three: EX-O04. */
static void t11_distances(void **state) {
    (void)state;
    const struct inc_tables *t = tables(0);
    assert_true(inc_has(t->within[21][1], 8));
    assert_false(inc_has(t->within[21][0], 8));
    assert_false(inc_has(t->within[21][1], 2));
    assert_true(inc_has(t->within[21][2], 2));
    assert_true(inc_has(t->within[21][0], 21));
}

/* ---- T12, and numbers that stand in the rules alone --------------------------------------------------------------- */

static void t12_deadlines(void **state) {
    (void)state;
    static const int t12[INC_WINDOWS][2] = {{10, 0}, {12, 30}, {15, 0}, {17, 30}, {20, 30}, {21, 0}, {22, 30}, {23, 45}};
    for (int window = 0; window < INC_WINDOWS; window++)
        assert_int_equal(tables(0)->closes[window], 60 * t12[window][0] + t12[window][1]);
}

static void numbers_of_the_rules(void **state) {
    (void)state;
    const struct inc_tables *t = tables(0);
    assert_int_equal(t->die, 6);
    assert_int_equal(t->low_die, 4);
    assert_int_equal(t->percent, 100);
    assert_int_equal(t->initiative_die, 6);
    assert_int_equal(t->initiative_bonus, 1);
    assert_int_equal(t->attacks_a_day, 3);
    assert_int_equal(t->max_passes, 30);
    assert_int_equal(t->spies_per, 2);
    assert_int_equal(t->spies_least, 2);
    assert_int_equal(t->missions_per, 4);
    assert_int_equal(t->missions_least, 1);
    assert_int_equal(t->mission_kinds, 1);
    assert_int_equal(t->mission_kinds_more, 2);
    assert_int_equal(t->units_most, 1000);
    assert_int_equal(t->characters, 4); /* [INC-ROLE-10] */
    assert_int_equal(t->characters_least, 4);
    assert_int_equal(t->characters_each, 3);
    assert_int_equal(t->silent_steps, 2);
    assert_true(t->kinds_public);
    assert_false(t->levels_public);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t1_levels),          cmocka_unit_test(t2_structures),  cmocka_unit_test(t3_ruins),
        cmocka_unit_test(t4_units),           cmocka_unit_test(t4_dice),        cmocka_unit_test(t5_species),
        cmocka_unit_test(t6_upgrades),        cmocka_unit_test(t7_missions),    cmocka_unit_test(t8_portals),
        cmocka_unit_test(t9_setup),           cmocka_unit_test(t10_objectives), cmocka_unit_test(t11_maps),
        cmocka_unit_test(t11_distances),      cmocka_unit_test(t12_deadlines),  cmocka_unit_test(numbers_of_the_rules),
        cmocka_unit_test(t11_before_rules_5),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
