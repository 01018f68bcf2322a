/* SPDX-License-Identifier: MIT */
/* tables_people.c - who plays, from the data: sides, types of units, species, teams, objectives. */
#include "incursio_text.h"
#include "tables.h"

#include <string.h>

enum { TYPES = INC_SIDES * INC_TYPES, NO_TYPE = TYPES };

/* ---- Sides and types of units [INC-PROD-3, INC-COMBAT-5] ---- */

/* A token of play: the symbol in small letters, "tr". */
static const char *token_of(struct alea_loader *in, struct inc_tables *t, int type, const char *symbol) {
    char *token = t->unit_id[type];
    size_t n = strlen(symbol);
    bool letters = n >= 1 && n < sizeof t->unit_id[type];
    for (size_t i = 0; letters && i < n; i++) {
        bool capital = symbol[i] >= 'A' && symbol[i] <= 'Z';
        letters = capital || (symbol[i] >= 'a' && symbol[i] <= 'z');
        token[i] = (char)(capital ? symbol[i] + ('a' - 'A') : symbol[i]);
    }
    for (int other = 0; letters && other < type; other++) letters = strcmp(token, t->unit_id[other]) != 0;
    if (!letters) alea_load_refuse(in, INCURSIO_SAY_PEOPLE_BAD_SYMBOL, "unit_types[%d].symbol", type);
    return token;
}

static void load_symbols(struct alea_loader *in, struct inc_tables *t) {
    struct alea_phrase *phrase = alea_load_phrases(in, TYPES);
    for (int type = 0; type < TYPES && alea_load_ok(in); type++) {
        const char *symbol = alea_load_string(in, "unit_types[%d].symbol", type);
        phrase[type] = (struct alea_phrase){.id = token_of(in, t, type, symbol), .in = {symbol, symbol}};
    }
    t->unit = (struct alea_names){.at = phrase, .n = TYPES};
}

/* Each type has the advantage over the next of the cycle, which is one round of all of them, side and side about. */
static void load_advantages(struct alea_loader *in, struct inc_tables *t, const struct alea_names *types) {
    int over[TYPES], against[TYPES];
    for (int type = 0; type < TYPES; type++) {
        over[type] = alea_load_index(in, types, "unit_types[%d].advantage_over", type);
        against[type] = alea_load_index(in, types, "unit_types[%d].disadvantage_against", type);
        if (over[type] / INC_TYPES == type / INC_TYPES || against[type] / INC_TYPES == type / INC_TYPES)
            alea_load_refuse(in, INCURSIO_SAY_PEOPLE_ADVANTAGE_WITHIN, "unit_types[%d]", type);
    }
    alea_load_length(in, TYPES, TYPES, "advantage_cycle");
    unsigned seen = 0;
    int last = alea_load_index(in, types, "advantage_cycle[%d]", TYPES - 1);
    for (int i = 0; i < TYPES; i++) {
        int type = alea_load_index(in, types, "advantage_cycle[%d]", i);
        if (seen >> type & 1 || over[last] != type || against[type] != last)
            alea_load_refuse(in, INCURSIO_SAY_PEOPLE_CYCLE, "advantage_cycle[%d]", i);
        seen |= 1u << type;
        last = type;
    }
    for (int type = 0; type < INC_TYPES && alea_load_ok(in); type++) {
        t->beats[type] = (uint8_t)(over[type] - INC_TYPES);
        t->loses[type] = (uint8_t)(against[type] - INC_TYPES);
    }
}

static void load_units(struct alea_loader *in, struct inc_tables *t, struct alea_names *types) {
    alea_load_names(in, &t->side, INC_SIDES, INC_SIDES, "factions");
    alea_load_names(in, types, TYPES, TYPES, "unit_types");
    for (int type = 0; type < TYPES; type++) {
        int side = type / INC_TYPES;
        bool own = alea_load_index(in, &t->side, "unit_types[%d].faction", type) == side;
        alea_load_length(in, INC_TYPES, INC_TYPES, "factions[%d].unit_types", side);
        bool same = alea_load_index(in, types, "factions[%d].unit_types[%d]", side, type % INC_TYPES) == type;
        if (!own || !same) alea_load_refuse(in, INCURSIO_SAY_PEOPLE_ORDER, "unit_types[%d]", type);
    }
    load_symbols(in, t);
    load_advantages(in, t, types);
}

unsigned inc_load_types(struct alea_loader *in, const struct alea_names *types, int side, const char *table, int row,
                        int effect, const char *key) {
    int n = alea_load_length(in, 1, INC_TYPES, "%s[%d].effects[%d].%s", table, row, effect, key);
    unsigned set = 0;
    for (int i = 0; i < n; i++) {
        int type = alea_load_index(in, types, "%s[%d].effects[%d].%s[%d]", table, row, effect, key, i);
        unsigned bit = 1u << type % INC_TYPES;
        if (type / INC_TYPES != side)
            alea_load_refuse(in, INCURSIO_SAY_PEOPLE_OTHER_TYPE, "%s[%d].effects[%d].%s[%d]", table, row, effect, key, i);
        if (set & bit)
            alea_load_refuse(in, INCURSIO_SAY_PEOPLE_TYPE_TWICE, "%s[%d].effects[%d].%s[%d]", table, row, effect, key, i);
        set |= bit;
    }
    return set;
}

/* ---- Species [INC-SPY-5, INC-SPY-8, INC-ROLE-13] ---- */

static void load_one_species(struct alea_loader *in, struct inc_tables *t, const struct alea_names *types, int row) {
    struct inc_species *species = &t->species[row];
    species->side = (uint8_t)alea_load_index(in, &t->side, "species[%d].faction", row);
    species->percent = (uint8_t)alea_load_int(in, 0, 100, "species[%d].spying_percent", row);
    if (alea_load_has(in, "species[%d].automatic", row))
        species->automatic = alea_load_int(in, 0, 1, "species[%d].automatic", row);
    int type = NO_TYPE;
    if (alea_load_has(in, "species[%d].unit_type", row)) type = alea_load_index(in, types, "species[%d].unit_type", row);
    if (type != NO_TYPE && type / INC_TYPES != species->side)
        alea_load_refuse(in, INCURSIO_SAY_PEOPLE_OTHER_TYPE, "species[%d].unit_type", row);
    if (species->side == INC_RAIDERS && species->automatic)
        alea_load_refuse(in, INCURSIO_SAY_PEOPLE_SPIES_SURELY, "species[%d].automatic", row);
    if (species->side == INC_RAIDERS && type != NO_TYPE)
        species->quota_divisor = (uint8_t)alea_load_int(in, 1, 99, "teams.species_quota_divisor.raiders");
    if (species->side == INC_DEFENDERS && species->automatic)
        species->quota_divisor = (uint8_t)alea_load_int(in, 1, 99, "teams.species_quota_divisor.molor");
    if (species->side == INC_DEFENDERS && !species->automatic && species->percent != t->spy_base)
        alea_load_refuse(in, INCURSIO_SAY_PEOPLE_SPIES_AT_BASE, "species[%d].spying_percent", row);
}

/* "automatic" is said in two places: they must agree. */
static void check_automatic(struct alea_loader *in, const struct inc_tables *t) {
    unsigned listed = 0, marked = 0;
    int n = alea_load_length(in, 0, t->n_species, "spying.defenders.automatic_species");
    for (int i = 0; i < n; i++)
        listed |= 1u << alea_load_index(in, &t->species_name, "spying.defenders.automatic_species[%d]", i);
    for (int row = 0; row < t->n_species; row++) marked |= (unsigned)t->species[row].automatic << row;
    if (listed != marked) alea_load_refuse(in, INCURSIO_SAY_PEOPLE_SURELY_OTHERS, "spying.defenders.automatic_species");
}

static void load_species(struct alea_loader *in, struct inc_tables *t, const struct alea_names *types) {
    alea_load_names(in, &t->species_name, INC_SIDES, INC_SPECIES_MAX, "species");
    t->n_species = t->species_name.n;
    for (int row = 0; row < t->n_species; row++) load_one_species(in, t, types, row);
    check_automatic(in, t);
    for (int side = 0; side < INC_SIDES; side++) {
        int row = 0;
        while (row < t->n_species && (t->species[row].side != side || t->species[row].quota_divisor)) row++;
        if (row == t->n_species) {
            alea_load_refuse(in, INCURSIO_SAY_PEOPLE_NO_FREE_SPECIES, "species");
            row = 0;
        }
        t->no_species[side] = (uint8_t)row;
    }
}

/* ---- Teams [INC-ROLE-2, INC-ROLE-9, INC-ROLE-10] ---- */

void inc_load_people(struct alea_loader *in, struct inc_tables *t, struct alea_names *types) {
    load_units(in, t, types);
    load_species(in, t, types);
    t->characters_least = (uint8_t)alea_load_int(in, 1, INC_CHARACTERS, "teams.characters_minimum");
    t->characters_each = (uint8_t)alea_load_int(in, 1, INC_CHARACTERS, "teams.characters_per_player_max");
    t->silent_steps = (uint8_t)alea_load_int(in, 1, 100, "teams.general_silent_steps_before_deputy");
}

/* Seats are dealt to the sides in turn, so teams differ by one player at most. */
static void check_teams(struct alea_loader *in, int seats) {
    int most = alea_load_int(in, INC_SIDES, INC_SEATS, "teams.players_max");
    int least = alea_load_int(in, INC_SIDES, most, "teams.players_min");
    int difference = alea_load_int(in, 0, INC_SEATS, "teams.max_size_difference");
    if (seats < least || seats > most) alea_load_refuse(in, INCURSIO_SAY_PEOPLE_TEAM_SEATS, "teams");
    if (seats % INC_SIDES > difference) alea_load_refuse(in, INCURSIO_SAY_PEOPLE_UNEVEN_TEAMS, "teams");
}

static void choose_characters(struct alea_loader *in, struct inc_tables *t, int32_t *characters) {
    int larger = (t->seats + 1) / INC_SIDES, smaller = t->seats / INC_SIDES;
    int least = larger > t->characters_least ? larger : t->characters_least;
    if (!*characters) *characters = least;
    if (*characters < least) alea_load_refuse(in, INCURSIO_SAY_PEOPLE_FEW_CHARACTERS, "characters");
    if (t->teams && *characters > smaller * t->characters_each)
        alea_load_refuse(in, INCURSIO_SAY_PEOPLE_MANY_CHARACTERS, "characters");
    t->characters = *characters;
}

void inc_choose_people(struct alea_loader *in, struct inc_tables *t, int seats, struct alea_options *options) {
    t->seats = seats;
    if (!options->given[INC_OPTION_TEAMS]) options->value[INC_OPTION_TEAMS] = seats > INC_SIDES;
    t->teams = options->value[INC_OPTION_TEAMS];
    if (t->teams) check_teams(in, seats);
    else if (seats != INC_SIDES) alea_load_refuse(in, INCURSIO_SAY_PEOPLE_TWO_GENERALS, "teams");
    choose_characters(in, t, &options->value[INC_OPTION_CHARACTERS]);
}

/* ---- Objectives [INC-WIN-6] ---- */

/* What a condition says; by enum inc_objective_op. Bounds of 0 .. 0: it has no such number. */
static const struct condition {
    const char *op;
    uint8_t side;
    bool at_end; /* only "when": "end" makes sense */
    const char *count, *level, *amount;
    uint8_t count_most, level_least, level_most;
} conditions[] = {
    [INC_OBJECTIVE_SETTLEMENTS] = {"settlements_at_least", INC_DEFENDERS, false, "count", "min_level", NULL, INC_SITES, 1,
                                   INC_LEVELS - 1},
    [INC_OBJECTIVE_PURIFIED] = {"ruins_purified_at_least", INC_DEFENDERS, false, "count", NULL, NULL, 200, 0, 0},
    [INC_OBJECTIVE_INCOME] = {"daily_income_at_least", INC_DEFENDERS, false, NULL, NULL, "amount", 0, 0, 0},
    [INC_OBJECTIVE_CAPITAL] = {"capital_never_lost", INC_DEFENDERS, true, NULL, NULL, NULL, 0, 0, 0},
    [INC_OBJECTIVE_SACKED] = {"settlements_destroyed_at_least", INC_RAIDERS, false, "count", "min_level", NULL, 200, 1,
                              INC_LEVELS - 1},
    [INC_OBJECTIVE_RUINS] = {"ruins_at_least", INC_RAIDERS, false, "count", "min_level", NULL, INC_SITES, 0,
                             INC_RUIN_LEVELS - 1},
    [INC_OBJECTIVE_RESOURCES] = {"resources_at_least", INC_RAIDERS, false, NULL, NULL, "amount", 0, 0, 0},
    [INC_OBJECTIVE_SHADOW] = {"ruin_within_lines_of_capital", INC_RAIDERS, false, "lines", NULL, NULL, INC_REACH_MOST, 0, 0},
    [INC_OBJECTIVE_ROOTS] = {"ruins_never_below", INC_RAIDERS, true, "count", "from_day", NULL, INC_SITES, 1, INC_DAYS_MOST},
};

static void load_objective(struct alea_loader *in, struct inc_tables *t, const struct alea_names *ops, int row) {
    static const struct alea_phrase word[] = {{.id = "end"}, {.id = "ever"}};
    static const struct alea_names moments = {.at = word, .n = 2};
    struct inc_objective *objective = &t->objectives[row];
    int op = alea_load_index(in, ops, "objectives.list[%d].condition.op", row);
    const struct condition *says = &conditions[op];
    objective->op = (uint8_t)op;
    objective->side = (uint8_t)alea_load_index(in, &t->side, "objectives.list[%d].faction", row);
    objective->ever = alea_load_index(in, &moments, "objectives.list[%d].condition.when", row);
    if (objective->side != says->side)
        alea_load_refuse(in, INCURSIO_SAY_OBJECTIVE_OTHER_SIDE, "objectives.list[%d].faction", row);
    if (objective->ever && says->at_end)
        alea_load_refuse(in, INCURSIO_SAY_OBJECTIVE_AT_END, "objectives.list[%d].condition.when", row);
    if (says->count)
        objective->count =
            (uint8_t)alea_load_int(in, 1, says->count_most, "objectives.list[%d].condition.%s", row, says->count);
    if (says->level)
        objective->level = (uint8_t)alea_load_int(in, says->level_least, says->level_most,
                                                  "objectives.list[%d].condition.%s", row, says->level);
    if (says->amount)
        objective->amount = alea_load_int(in, 1, INC_MONEY_MOST, "objectives.list[%d].condition.%s", row, says->amount);
}

void inc_load_objectives(struct alea_loader *in, struct inc_tables *t) {
    struct alea_phrase word[ALEA_LEN(conditions)];
    for (size_t op = 0; op < ALEA_LEN(conditions); op++) word[op] = (struct alea_phrase){.id = conditions[op].op};
    struct alea_names ops = {.at = word, .n = ALEA_LEN(conditions)};
    alea_load_names(in, &t->objective_name, INC_SIDES, INC_OBJECTIVES_MAX, "objectives.list");
    t->n_objectives = t->objective_name.n;
    t->objectives_each = (uint8_t)alea_load_int(in, 1, INC_OBJECTIVES_MAX, "objectives.per_faction");
    t->objective_points = (uint8_t)alea_load_int(in, 0, 100, "objectives.points");
    int of[INC_SIDES] = {0}, roots = 0;
    for (int row = 0; row < t->n_objectives; row++) {
        load_objective(in, t, &ops, row);
        of[t->objectives[row].side]++;
        roots += t->objectives[row].op == INC_OBJECTIVE_ROOTS;
        if (roots > 1) /* the position remembers one bit, whether it failed at some dusk */
            alea_load_refuse(in, INCURSIO_SAY_OBJECTIVE_SECOND_RUINS, "objectives.list[%d].condition.op", row);
    }
    for (int side = 0; side < INC_SIDES; side++)
        if (of[side] < t->objectives_each) alea_load_refuse(in, INCURSIO_SAY_OBJECTIVE_TOO_FEW, "objectives.list");
}
