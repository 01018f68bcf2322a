/* SPDX-License-Identifier: MIT */
/* tables_effects.c - the tables of data/incursio.json: structures, levels, ruins, upgrades, missions. An effect is an `op`;
 * each op has a row in one of three tables below, with the function that reads its arguments into the struct. */
#include "incursio_text.h"
#include "tables.h"

/* ---- Effects ---- */

/* Where an effect stands in the data, and what it fills: one of the three. */
struct effect {
    struct alea_loader *in;
    const struct alea_names *types;
    const char *table;
    int row, at;
    struct inc_structure *structure;
    struct inc_upgrade *upgrade;
    struct inc_mission *mission;
};

struct op {
    const char *id;
    void (*fill)(const struct effect *e);
    bool again;             /* may stand several times in one row */
    uint8_t sides, targets; /* of missions: masks of sides and of enum inc_target that it makes sense for */
};

static int number(const struct effect *e, int least, int most, const char *key) {
    return alea_load_int(e->in, least, most, "%s[%d].effects[%d].%s", e->table, e->row, e->at, key);
}

static uint8_t amount(const struct effect *e, int most) { return (uint8_t)number(e, 1, most, "amount"); }

static unsigned types(const struct effect *e, int side, const char *key) {
    return inc_load_types(e->in, e->types, side, e->table, e->row, e->at, key);
}

/* One of two words: 0 or 1. */
static int either(const struct effect *e, const char *key, const char *zero, const char *one) {
    struct alea_phrase word[] = {{.id = zero}, {.id = one}};
    struct alea_names words = {.at = word, .n = ALEA_LEN(word)};
    return alea_load_index(e->in, &words, "%s[%d].effects[%d].%s", e->table, e->row, e->at, key);
}

static void refuse(const struct effect *e, const char *it, const char *en) {
    alea_load_refuse(e->in, it, en, "%s[%d].effects[%d]", e->table, e->row, e->at);
}

static void load_effects(struct effect e, const struct op ops[], int n) {
    struct alea_phrase word[16];
    for (int op = 0; op < n; op++) word[op] = (struct alea_phrase){.id = ops[op].id};
    struct alea_names words = {.at = word, .n = n};
    unsigned seen = 0;
    int effects = alea_load_length(e.in, 0, 8, "%s[%d].effects", e.table, e.row);
    for (e.at = 0; e.at < effects; e.at++) {
        int op = alea_load_index(e.in, &words, "%s[%d].effects[%d].op", e.table, e.row, e.at);
        if (seen >> op & 1 && !ops[op].again) refuse(&e, INCURSIO_SAY_EFFECT_TWICE);
        if (e.mission && !(ops[op].sides >> e.mission->side & 1)) refuse(&e, INCURSIO_SAY_EFFECT_OTHER_SIDE);
        if (e.mission && !(ops[op].targets >> e.mission->target & 1)) refuse(&e, INCURSIO_SAY_EFFECT_OTHER_TARGET);
        seen |= 1u << op;
        ops[op].fill(&e);
    }
}

/* ---- Structures [INC-BUILD-4, INC-BUILD-5, INC-BUILD-30 .. INC-BUILD-35] ---- */

static void tie_win(const struct effect *e) { e->structure->tie_win = true; }

static void garrison_bonus(const struct effect *e) {
    unsigned set = types(e, INC_DEFENDERS, "types");
    int bonus = amount(e, 10);
    if (e->structure->limit > 1) /* [INC-BUILD-31] */
        refuse(e, INCURSIO_SAY_EFFECT_SEVERAL_COPIES);
    for (int type = 0; type < INC_TYPES; type++)
        if (set >> type & 1) e->structure->garrison_bonus[type] = (int8_t)(e->structure->garrison_bonus[type] + bonus);
}

static void garrison_allow(const struct effect *e) { e->structure->allows = (uint8_t)types(e, INC_DEFENDERS, "types"); }

static void garrison_slots(const struct effect *e) {
    e->structure->slot_types = (uint8_t)types(e, INC_DEFENDERS, "types");
    e->structure->slots = amount(e, INC_SEEN_GARRISON);
}

static void neighbour_attack_bonus(const struct effect *e) { /* [INC-BUILD-33] */
    e->structure->neighbour_bonus = (int8_t)amount(e, 10);
    e->structure->neighbour_range = (uint8_t)number(e, 1, INC_REACH_MOST, "range");
}

static void portal_foresight(const struct effect *e) { /* [INC-BUILD-35] */
    e->structure->foresight = (uint8_t)number(e, 1, INC_REACH_MOST, "range");
}

static void production_bonus(const struct effect *e) { e->structure->production = amount(e, 20); }

static void siege_weapon(const struct effect *e) { /* [INC-SIEGE-3, INC-SIEGE-6] */
    e->structure->weapon = (uint8_t)types(e, INC_RAIDERS, "targets");
    e->structure->weapon_die = (uint8_t)number(e, 2, 7, "die");
    e->structure->weapon_each = either(e, "mode", "single", "each");
    if (e->structure->weapon_each && e->structure->limit > 1) refuse(e, INCURSIO_SAY_EFFECT_ONE_WEAPON);
}

static void income_bonus(const struct effect *e) { e->structure->income = number(e, 1, INC_MONEY_MOST, "amount"); }
static void mission_slots(const struct effect *e) { e->structure->missions = amount(e, INC_CHARACTERS); }
static void structure_spy_bonus(const struct effect *e) { e->structure->spy = amount(e, INC_BONUS_MOST); }

static const struct op structure_ops[] = {
    {.id = "garrison_tie_win", .fill = tie_win},
    {.id = "garrison_bonus", .fill = garrison_bonus, .again = true},
    {.id = "garrison_allow", .fill = garrison_allow},
    {.id = "garrison_slots", .fill = garrison_slots},
    {.id = "neighbour_attack_bonus", .fill = neighbour_attack_bonus},
    {.id = "portal_foresight", .fill = portal_foresight},
    {.id = "production_bonus", .fill = production_bonus},
    {.id = "siege_weapon", .fill = siege_weapon},
    {.id = "income_bonus", .fill = income_bonus},
    {.id = "mission_slots", .fill = mission_slots},
    {.id = "spy_bonus", .fill = structure_spy_bonus},
};

/* Structures that a settlement may have several of are counted in nibbles, of which there are INC_STACKS. */
static uint8_t stack_of(struct alea_loader *in, struct inc_tables *t, int row) {
    if (t->structures[row].limit == 1) return ALEA_NONE;
    for (int stack = 0; stack < INC_STACKS; stack++)
        if (t->stacked[stack] == ALEA_NONE) {
            t->stacked[stack] = (uint8_t)row;
            return (uint8_t)stack;
        }
    alea_load_refuse(in, INCURSIO_SAY_STRUCTURE_TOO_MANY_LIMITS, "structures[%d].limit", row);
    return ALEA_NONE;
}

static uint32_t load_needs(struct alea_loader *in, const struct alea_names *names, int row) {
    uint32_t set = 0;
    int n = alea_load_length(in, 0, names->n, "structures[%d].requires", row);
    for (int i = 0; i < n; i++) {
        uint32_t bit = UINT32_C(1) << alea_load_index(in, names, "structures[%d].requires[%d]", row, i);
        if (set & bit) alea_load_refuse(in, INCURSIO_SAY_STRUCTURE_TWICE, "structures[%d].requires[%d]", row, i);
        set |= bit;
    }
    return set;
}

static void load_structure(struct alea_loader *in, struct inc_tables *t, const struct alea_names *names,
                           const struct alea_names *unit_types, int row) {
    struct inc_structure *structure = &t->structures[row];
    structure->number = (uint8_t)alea_load_int(in, row + 1, row + 1, "structures[%d].number", row);
    structure->level = (uint8_t)alea_load_int(in, 0, INC_LEVELS - 1, "structures[%d].level", row);
    structure->limit = (uint8_t)alea_load_int(in, 1, INC_COPIES, "structures[%d].limit", row);
    structure->cost = alea_load_int(in, 0, INC_MONEY_MOST, "structures[%d].cost", row);
    structure->stack = stack_of(in, t, row);
    structure->needs = load_needs(in, names, row);
    load_effects((struct effect){.in = in, .types = unit_types, .table = "structures", .row = row, .structure = structure},
                 structure_ops, ALEA_LEN(structure_ops));
}

static void load_structures(struct alea_loader *in, struct inc_tables *t, const struct alea_names *unit_types) {
    struct alea_names names;
    alea_load_names(in, &names, 1, INC_STRUCTURES_MAX, "structures");
    t->structure = inc_number_names(in, &names, 2, t->structure_label, "structures");
    t->n_structures = names.n;
    for (int stack = 0; stack < INC_STACKS; stack++) t->stacked[stack] = ALEA_NONE;
    for (int row = 0; row < t->n_structures; row++) load_structure(in, t, &names, unit_types, row);
}

/* ---- Levels of settlements and ruins [INC-PROD-2, INC-GARR-1, INC-DEMON-3, INC-RUIN-4] ---- */

static void load_level_needs(struct alea_loader *in, struct inc_tables *t, int row) {
    struct inc_level *level = &t->level[row];
    int n = alea_load_length(in, row > 0, row > 0 ? t->n_structures : 0, "settlement_levels[%d].requires", row);
    for (int i = 0; i < n; i++) {
        int structure = alea_load_index(in, &t->structure, "settlement_levels[%d].requires[%d].structure", row, i);
        if (level->needs[structure])
            alea_load_refuse(in, INCURSIO_SAY_STRUCTURE_TWICE, "settlement_levels[%d].requires[%d].structure", row, i);
        level->needs[structure] = (uint8_t)alea_load_int(in, 1, t->structures[structure].limit,
                                                         "settlement_levels[%d].requires[%d].count", row, i);
        level->needed |= UINT32_C(1) << structure;
    }
}

/* Level 0 is land: it makes and pays nothing. */
static void load_levels(struct alea_loader *in, struct inc_tables *t) {
    alea_load_names(in, &t->settlement, INC_LEVELS, INC_LEVELS, "settlement_levels");
    for (int row = 0; row < INC_LEVELS; row++) {
        struct inc_level *level = &t->level[row];
        int some = row > 0;
        alea_load_int(in, row, row, "settlement_levels[%d].level", row);
        load_level_needs(in, t, row);
        level->soldiers = (uint8_t)alea_load_int(in, 0, some * INC_PRODUCED_MOST, "settlement_levels[%d].defenders", row);
        level->garrison = (uint8_t)alea_load_int(in, 0, some * INC_SEEN_GARRISON, "settlement_levels[%d].garrison", row);
        level->income = alea_load_int(in, 0, some * INC_MONEY_MOST, "settlement_levels[%d].income", row);
        level->population = alea_load_int(in, 0, some * INC_MONEY_MOST, "settlement_levels[%d].population", row);
    }
}

/* A founding starts one copy of each. [INC-FOUND-2, INC-FOUND-3] */
static void load_founding(struct alea_loader *in, struct inc_tables *t) {
    int n = alea_load_length(in, 1, t->n_structures, "founding.structures");
    for (int i = 0; i < n; i++) {
        int structure = alea_load_index(in, &t->structure, "founding.structures[%d]", i);
        if (t->founding >> structure & 1) alea_load_refuse(in, INCURSIO_SAY_STRUCTURE_TWICE, "founding.structures[%d]", i);
        t->founding |= UINT32_C(1) << structure;
        t->founding_cost += t->structures[structure].cost;
    }
    t->founding_level = (uint8_t)alea_load_int(in, 1, INC_LEVELS - 1, "founding.resulting_level"); /* [INC-FOUND-4] */
    t->founding_soldiers = (uint8_t)alea_load_int(in, 1, 100, "founding.needs_soldiers");
}

static void load_ruins(struct alea_loader *in, struct inc_tables *t) {
    alea_load_names(in, &t->ruin, INC_RUIN_LEVELS, INC_RUIN_LEVELS, "ruin_levels");
    for (int row = 0; row < INC_RUIN_LEVELS; row++) {
        alea_load_int(in, row, row, "ruin_levels[%d].level", row);
        t->ruin_demons[row] = (uint8_t)alea_load_int(in, 0, INC_PRODUCED_MOST, "ruin_levels[%d].demons", row);
        t->ruin_resources[row] = alea_load_int(in, 0, INC_MONEY_MOST, "ruin_levels[%d].resources", row);
    }
}

/* ---- Upgrades [INC-DEMON-5 .. INC-DEMON-11] ---- */

static void upgrade_spy_bonus(const struct effect *e) { e->upgrade->spy = amount(e, INC_BONUS_MOST); }
static void no_retreat(const struct effect *e) { e->upgrade->no_retreat = true; }

static void attack_bonus(const struct effect *e) {
    unsigned set = types(e, INC_RAIDERS, "types");
    int bonus = amount(e, 10);
    for (int type = 0; type < INC_TYPES; type++)
        if (set >> type & 1) e->upgrade->attack[type] = (uint8_t)(e->upgrade->attack[type] + bonus);
}

static void extra_phase(const struct effect *e) {
    bool attack = either(e, "phase", "move", "attack");
    *(attack ? &e->upgrade->extra_attack : &e->upgrade->extra_move) = true;
}

static void defence_bonus(const struct effect *e) { e->upgrade->defence = amount(e, 10); }
static void siege_resist(const struct effect *e) { e->upgrade->resist = amount(e, 10); }
static void ruin_demons_bonus(const struct effect *e) { e->upgrade->ruin_demons = amount(e, 20); }

static const struct op upgrade_ops[] = {
    {.id = "spy_bonus", .fill = upgrade_spy_bonus},
    {.id = "no_retreat", .fill = no_retreat},
    {.id = "attack_bonus", .fill = attack_bonus, .again = true},
    {.id = "extra_phase", .fill = extra_phase, .again = true},
    {.id = "defence_bonus", .fill = defence_bonus},
    {.id = "siege_resist", .fill = siege_resist},
    {.id = "ruin_demons_bonus", .fill = ruin_demons_bonus},
};

static uint8_t add_up(struct alea_loader *in, int row, unsigned sum, unsigned more) {
    if (sum + more > INC_BONUS_MOST)
        alea_load_refuse(in, INCURSIO_SAY_STRUCTURE_BONUS_TOO_HIGH, "demon_upgrades[%d].effects", row);
    return (uint8_t)(sum + more);
}

static void sum_power(struct alea_loader *in, struct inc_tables *t, int row) {
    const struct inc_upgrade *more = &t->upgrades[row], *sum = &t->power[row];
    struct inc_upgrade *power = &t->power[row + 1];
    power->resources = more->resources;
    power->spy = add_up(in, row, sum->spy, more->spy);
    for (int type = 0; type < INC_TYPES; type++)
        power->attack[type] = add_up(in, row, sum->attack[type], more->attack[type]);
    power->defence = add_up(in, row, sum->defence, more->defence);
    power->resist = add_up(in, row, sum->resist, more->resist);
    power->ruin_demons = add_up(in, row, sum->ruin_demons, more->ruin_demons);
    power->no_retreat = sum->no_retreat || more->no_retreat;
    power->extra_move = sum->extra_move || more->extra_move;
    power->extra_attack = sum->extra_attack || more->extra_attack;
}

static void load_upgrades(struct alea_loader *in, struct inc_tables *t, const struct alea_names *unit_types) {
    alea_load_names(in, &t->upgrade, 1, INC_UPGRADES_MAX, "demon_upgrades");
    t->n_upgrades = t->upgrade.n;
    for (int row = 0; row < t->n_upgrades; row++) {
        int32_t least = row ? t->upgrades[row - 1].resources + 1 : 1;
        alea_load_int(in, row + 1, row + 1, "demon_upgrades[%d].step", row);
        t->upgrades[row].resources = alea_load_int(in, least, INC_MONEY_MOST, "demon_upgrades[%d].resources", row);
        load_effects(
            (struct effect){
                .in = in, .types = unit_types, .table = "demon_upgrades", .row = row, .upgrade = &t->upgrades[row]},
            upgrade_ops, ALEA_LEN(upgrade_ops));
        sum_power(in, t, row);
    }
}

/* ---- Missions [INC-MISSION-2, INC-MISSION-6] ---- */

static void extra_unit(const struct effect *e) { e->mission->units = amount(e, 20); }
static void money(const struct effect *e) { e->mission->money = number(e, 1, INC_MONEY_MOST, "amount"); }
static void resources(const struct effect *e) { e->mission->resources = number(e, 1, INC_MONEY_MOST, "amount"); }
static void portal_hint(const struct effect *e) { e->mission->hints = amount(e, INC_SITES); }

static void portal_steer(const struct effect *e) {
    e->mission->steer = amount(e, INC_SITES);
    e->mission->steer_range = (uint8_t)number(e, 1, INC_REACH_MOST, "range");
}

static void counter_spy(const struct effect *e) { e->mission->counter_spy = amount(e, 100); }

enum {
    DEFENDERS = 1 << INC_DEFENDERS,
    RAIDERS = 1 << INC_RAIDERS,
    AGGREGATE = 1 << INC_TARGET_SETTLEMENT | 1 << INC_TARGET_RUIN,
    ANY = 1 << INC_TARGET_NONE | AGGREGATE | 1 << INC_TARGET_OWN
};

static const struct op mission_ops[] = {
    {.id = "extra_unit", .fill = extra_unit, .sides = DEFENDERS | RAIDERS, .targets = AGGREGATE},
    {.id = "money", .fill = money, .sides = DEFENDERS, .targets = ANY},
    {.id = "resources", .fill = resources, .sides = RAIDERS, .targets = ANY},
    {.id = "portal_hint", .fill = portal_hint, .sides = DEFENDERS, .targets = ANY},
    {.id = "portal_steer", .fill = portal_steer, .sides = RAIDERS, .targets = AGGREGATE | 1 << INC_TARGET_OWN},
    {.id = "counter_spy", .fill = counter_spy, .sides = DEFENDERS | RAIDERS, .targets = AGGREGATE | 1 << INC_TARGET_OWN},
};

static void load_mission(struct alea_loader *in, struct inc_tables *t, const struct alea_names *unit_types, int row) {
    static const struct alea_phrase word[] = {{.id = "own_settlement"}, {.id = "own_ruin"}, {.id = "own_site"}};
    static const struct alea_names targets = {.at = word, .n = ALEA_LEN(word)};
    struct inc_mission *mission = &t->missions[row];
    mission->side = (uint8_t)alea_load_index(in, &t->side, "missions.list[%d].faction", row);
    if (alea_load_has(in, "missions.list[%d].target", row))
        mission->target = (uint8_t)(INC_TARGET_SETTLEMENT + alea_load_index(in, &targets, "missions.list[%d].target", row));
    if (mission->target == (mission->side == INC_DEFENDERS ? INC_TARGET_RUIN : INC_TARGET_SETTLEMENT))
        alea_load_refuse(in, INCURSIO_SAY_EFFECT_TARGET_OF_SIDE, "missions.list[%d].target", row);
    load_effects((struct effect){.in = in, .types = unit_types, .table = "missions.list", .row = row, .mission = mission},
                 mission_ops, ALEA_LEN(mission_ops));
}

static void load_missions(struct alea_loader *in, struct inc_tables *t, const struct alea_names *unit_types) {
    alea_load_names(in, &t->mission, 1, INC_MISSIONS_MAX, "missions.list");
    t->n_missions = t->mission.n;
    for (int row = 0; row < t->n_missions; row++) load_mission(in, t, unit_types, row);
}

void inc_load_tables(struct alea_loader *in, struct inc_tables *t, const struct alea_names *unit_types) {
    load_structures(in, t, unit_types);
    load_levels(in, t);
    load_founding(in, t);
    load_ruins(in, t);
    load_upgrades(in, t, unit_types);
    load_missions(in, t, unit_types);
}
