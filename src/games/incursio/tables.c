/* SPDX-License-Identifier: MIT */
/* tables.c - the options, and the numbers of data/incursio.json (or of a scenario); who plays is read in tables_people.c, the
 * tables in tables_effects.c, the map in tables_map.c, and tables_check.c looks at what they say together. */
#include "tables.h"

#include <string.h>

#include "incursio_text.h"

const struct alea_option inc_options[INC_OPTIONS] = {
    [INC_OPTION_MAP] = {.key = "map", .words = incursio_map_words, .max = INCURSIO_MAP_VALUES - 1},
    [INC_OPTION_TEAMS] = {.key = "teams", .words = incursio_teams_words, .max = INCURSIO_TEAMS_VALUES - 1},
    [INC_OPTION_CHARACTERS] = {.key = "characters", .max = INC_CHARACTERS},
    [INC_OPTION_DAYS] = {.key = "days", .max = INC_DAYS_MOST},
    [INC_OPTION_OPENING] = {.key = "opening",
                            .words = incursio_opening_words,
                            .max = INCURSIO_OPENING_VALUES - 1,
                            .since = INC_TABLE_VERSION},
    [INC_OPTION_DICE] = {.key = "dice",
                         .words = incursio_dice_words,
                         .max = INCURSIO_DICE_VALUES - 1,
                         .since = INC_TABLE_VERSION},
};

/* ---- Names ---- */

struct alea_names inc_names(const void *tables, int set) {
    const struct inc_tables *t = tables;
    switch (set) {
    case INCURSIO_SET_SIDE: return t->side;
    case INCURSIO_SET_SITE: return t->site;
    case INCURSIO_SET_UNIT: return t->unit;
    case INCURSIO_SET_STRUCTURE: return t->structure;
    case INCURSIO_SET_SETTLEMENT: return t->settlement;
    case INCURSIO_SET_RUIN: return t->ruin;
    case INCURSIO_SET_UPGRADE: return t->upgrade;
    case INCURSIO_SET_MISSION: return t->mission;
    case INCURSIO_SET_SPECIES: return t->species_name;
    case INCURSIO_SET_OBJECTIVE: return t->objective_name;
    default: return (struct alea_names){.at = NULL};
    }
}

/* "7 ", "03 ": numbers have at most two digits. */
static size_t write_number(char *out, int number, int digits) {
    size_t at = 0;
    if (digits > 1 || number > 9) out[at++] = (char)('0' + number / 10);
    out[at++] = (char)('0' + number % 10);
    out[at++] = ' ';
    return at;
}

struct alea_names inc_number_names(struct alea_loader *in, const struct alea_names *names, int digits,
                                   char label[][ALEA_LANGS][INC_LABEL], const char *table) {
    struct alea_phrase *phrase = alea_load_phrases(in, names->n);
    if (!alea_load_ok(in)) return *names;
    for (int i = 0; i < names->n; i++) {
        phrase[i].id = names->at[i].id;
        for (int lang = 0; lang < ALEA_LANGS; lang++) {
            const char *name = names->at[i].in[lang];
            char *out = label[i][lang];
            size_t at = write_number(out, i + 1, digits), length = strlen(name);
            if (at + length >= INC_LABEL) {
                alea_load_refuse(in, INCURSIO_SAY_SETUP_LONG_NAME, "%s[%d].names", table, i);
                length = 0;
            }
            memcpy(out + at, name, length);
            out[at + length] = 0;
            phrase[i].in[lang] = out;
        }
    }
    return (struct alea_names){.at = phrase, .n = names->n};
}

/* ---- Numbers ---- */

static uint8_t small(struct alea_loader *in, int least, int most, const char *path) {
    return (uint8_t)alea_load_int(in, least, most, "%s", path);
}

/* Dice are thrown as faces 1 to 7; with one face alone nobody would ever be first. */
static void load_dice(struct alea_loader *in, struct inc_tables *t) {
    t->die = small(in, 2, 7, "dice.standard"); /* [INC-COMBAT-4] */
    t->low_die = small(in, 2, t->die, "dice.disadvantaged");
    t->percent = small(in, 100, 100, "dice.percent");
    t->initiative_die = small(in, 2, 7, "initiative.die"); /* [INC-INIT-2] */
    t->initiative_bonus = small(in, 0, t->initiative_die, "initiative.yesterday_loser_bonus");
}

static void load_fighting(struct alea_loader *in, struct inc_tables *t) {
    t->attacks_a_day = small(in, 1, 20, "assault.attacks_per_day");                   /* [INC-ASSAULT-1] */
    t->max_passes = small(in, 1, 100, "combat.max_passes");                           /* [INC-COMBAT-20] */
    t->units_most = (uint16_t)alea_load_int(in, 1, 1000, "limits.units_per_faction"); /* [INC-GEN-11] */
    t->portals_first_day = small(in, 2, INC_DAYS_MOST, "portals.first_day");          /* [INC-PORTAL-1] */
}

static void load_spying(struct alea_loader *in, struct inc_tables *t) {
    t->spy_base = small(in, 0, 100, "spying.defenders.base_percent"); /* [INC-SPY-8] */
    t->spy_cap = small(in, 0, 100, "spying.cap_percent");             /* [INC-SPY-11] */
    t->spy_floor = small(in, 0, t->spy_cap, "spying.floor_percent");
    t->spies_per = small(in, 1, INC_CHARACTERS, "spying.attempts_per_day.one_per_characters"); /* [INC-SPY-2] */
    t->spies_least = small(in, 0, INC_CHARACTERS, "spying.attempts_per_day.minimum");
    t->missions_per = small(in, 1, INC_CHARACTERS, "missions.slots_per_day.one_per_characters"); /* [INC-MISSION-3] */
    t->missions_least = small(in, 0, INC_CHARACTERS, "missions.slots_per_day.minimum");
    t->mission_kinds = small(in, 0, INC_CHARACTERS, "missions.each_kind_per_day");
    t->mission_kinds_more = /* [INC-MISSION-4] */
        small(in, t->mission_kinds, INC_CHARACTERS, "missions.each_kind_per_day_with_command_centre");
    t->kinds_public = small(in, 0, 1, "secrecy.start_kinds_public"); /* [INC-SECRET-1] */
    t->levels_public = small(in, 0, 1, "secrecy.start_levels_public");
    if (t->levels_public && !t->kinds_public)
        alea_load_refuse(in, INCURSIO_SAY_SETUP_KINDS_HIDDEN, "secrecy.start_levels_public");
}

/* ---- Closing times [INC-ROLE-20] ---- */

static int digit(char letter) { return letter >= '0' && letter <= '9' ? letter - '0' : 100; }

enum { EXTRA_MOST = 10000 };

/* "20:30" in minutes; -1 if it is no time. */
static int read_time(const char *time) {
    if (strlen(time) != 5 || time[2] != ':') return -1;
    int hours = 10 * digit(time[0]) + digit(time[1]), minutes = 10 * digit(time[3]) + digit(time[4]);
    return hours < 24 && minutes < 60 ? 60 * hours + minutes : -1;
}

/* A number that a scenario may bring. */
static int optional(struct alea_loader *in, int most, int standard, const char *path) {
    return alea_load_has(in, "%s", path) ? alea_load_int(in, 0, most, "%s", path) : standard;
}

/* [INC-TABLE-6] */
static void load_calendar(struct alea_loader *in, struct inc_tables *t) {
    enum { WEEK = 7, MONDAY = 1 };
    t->calendar.minimum_minutes = (uint16_t)optional(in, INC_DAY_MINUTES, 30, "deadlines.minimum_minutes");
    t->calendar.grace_minutes = (uint16_t)optional(in, INC_DAY_MINUTES, 60, "deadlines.grace_minutes");
    int n = alea_load_has(in, "deadlines.rest_days") ? alea_load_length(in, 0, WEEK - 1, "deadlines.rest_days") : 0;
    for (int i = 0; i < n; i++) {
        int day = alea_load_int(in, MONDAY, WEEK, "deadlines.rest_days[%d]", i);
        t->calendar.rest_days |= (uint8_t)(1u << (day - MONDAY));
    }
}

static void load_deadlines(struct alea_loader *in, struct inc_tables *t) {
    alea_load_length(in, INC_WINDOWS, INC_WINDOWS, "deadlines.windows");
    for (int window = 0; window < INC_WINDOWS; window++) {
        int at = read_time(alea_load_string(in, "deadlines.windows[%d].closes", window));
        if (at < 0 || (window && at < t->closes[window - 1]))
            alea_load_refuse(in, INCURSIO_SAY_SETUP_WINDOW_TIME, "deadlines.windows[%d].closes", window);
        t->closes[window] = (uint16_t)(at < 0 ? 0 : at);
    }
    load_calendar(in, t);
}

/* ---- The map and its length ---- */

/* A scenario may bring one map or two. */
static void choose_map(struct alea_loader *in, struct inc_tables *t, const struct alea_names *types, int chosen) {
    struct alea_names maps;
    alea_load_names(in, &maps, 1, INCURSIO_MAP_VALUES, "maps");
    if (chosen >= maps.n) {
        alea_load_refuse(in, INCURSIO_SAY_SETUP_ONE_MAP, "map");
        chosen = 0;
    }
    inc_load_map(in, t, types, chosen);
    t->map = chosen;
}

/* [INC-WIN-1] */
static void choose_days(struct alea_loader *in, struct inc_tables *t, int32_t *days) {
    if (*days && (*days < t->days_min || *days > t->days_max)) alea_load_refuse(in, INCURSIO_SAY_SETUP_DAYS, "days");
    if (*days) t->days = (uint8_t)*days;
    *days = t->days;
}

/* [INC-TABLE-20] */
static void load_opening(struct alea_loader *in, struct inc_tables *t, bool sealed) {
    int structures = optional(in, INC_STACKS, 1, "opening.extra_structures"),
        money = optional(in, EXTRA_MOST, 300, "opening.extra_money");
    if (t->version < INC_TABLE_VERSION || !sealed) return;
    t->opening_structures = (uint8_t)structures;
    t->opening_money = money;
}

/* What the objectives ask for has to be there. */
static void check_capital(struct alea_loader *in, const struct inc_tables *t) {
    for (int i = 0; i < t->n_objectives && t->capital == ALEA_NONE; i++)
        if (t->objectives[i].op == INC_OBJECTIVE_CAPITAL || t->objectives[i].op == INC_OBJECTIVE_SHADOW)
            alea_load_refuse(in, INCURSIO_SAY_SETUP_NO_CAPITAL, "objectives.list[%d]", i);
}

bool inc_load(struct alea_loader *in, int seats, struct alea_options *options, void *tables) {
    struct inc_tables *t = tables;
    struct alea_names types;
    t->version = alea_load_version(in);
    t->dice = (uint8_t)options->value[INC_OPTION_DICE];
    inc_check_fixed(in);
    load_dice(in, t);
    load_fighting(in, t);
    load_spying(in, t);
    load_deadlines(in, t);
    load_opening(in, t, options->value[INC_OPTION_OPENING] == INCURSIO_OPENING_SEALED);
    inc_load_people(in, t, &types);
    inc_choose_people(in, t, seats, options);
    inc_load_tables(in, t, &types);
    inc_load_objectives(in, t);
    inc_check_growth(in, t);
    if (!alea_load_ok(in)) return false;
    choose_map(in, t, &types, options->value[INC_OPTION_MAP]);
    choose_days(in, t, &options->value[INC_OPTION_DAYS]);
    check_capital(in, t);
    inc_check_sums(in, t);
    return alea_load_ok(in);
}
