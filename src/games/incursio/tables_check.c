/* SPDX-License-Identifier: MIT */
/* tables_check.c - what has to hold between the tables of data/incursio.json, and the values that are no choice: they say how
 * the game is played, and it can't be played in another way. A scenario may repeat them, not change them. */
#include "incursio_text.h"
#include "tables.h"

#include <string.h>

/* ---- Values that are no choice ---- */

/* A value: a word, a number, true or false; or a list of them, "[grey red]". */
static const struct fixed {
    const char *path, *value;
} fixed[] = {
    {"factions[0].id", "defenders"},
    {"factions[0].lines", "[grey]"}, /* [INC-MOVE-3] */
    {"factions[0].places", "[garrison camp]"},
    {"factions[0].currency", "money"},
    {"factions[0].builds", "true"},
    {"factions[1].id", "raiders"},
    {"factions[1].lines", "[grey red]"},
    {"factions[1].places", "[camp]"}, /* [INC-GARR-10] */
    {"factions[1].currency", "resources"},
    {"factions[1].builds", "false"}, /* [INC-DEMON-1] */
    {"ruins.start_level", "0"},      /* [INC-RUIN-2] */
    {"ruins.levels_per_day", "1"},
    {"ruins.max_level", "3"},
    {"ruins.levels_at", "dawn"},
    {"ruins.harvest_every_days", "setup.harvest_period"},
    {"ruins.harvest_resources_at", "step_6_1"}, /* [INC-RUIN-6] */
    {"ruins.harvest_demons_at", "step_9"},
    {"portals.eligible", "empty_sites"}, /* [INC-PORTAL-4] */
    {"portals.distinct_sites", "true"},
    {"portals.schedule", "setup.portal_schedule"},
    {"portals.count_fixed_at", "step_6_6"},
    {"portals.vanish", "dusk_unless_on_ruin"}, /* [INC-PORTAL-8] */
    {"portals.ambush.soldiers_attack", "true"},
    {"portals.ambush.to_death", "true"}, /* [INC-PORTAL-9] */
    {"portals.ambush.marks_fought", "false"},
    {"initiative.tie", "reroll"}, /* [INC-INIT-4] */
    {"movement.lines_per_moment", "1"},
    {"movement.moments", "[step_2_or_4 step_8]"},
    {"movement.garrison_change_costs", "1"},
    {"movement.reorder_only_if_initiative_won", "true"}, /* [INC-INIT-5] */
    {"assault.attacks_per_unit_per_day", "1"},           /* [INC-ASSAULT-5] */
    {"combat.siege_fires_in_pass", "[1]"},               /* [INC-COMBAT-19] */
    {"combat.retreat_if_attackers_fewer", "true"},
    {"combat.extra_attackers", "pool_same_type_same_die"}, /* [INC-COMBAT-14] */
    {"combat.surplus_defenders_roll", "false"},            /* [INC-COMBAT-17] */
    {"combat.camp_has_advantage", "false"},                /* [INC-COMBAT-9] */
    {"combat.camp_suffers_disadvantage", "true"},
    {"production.rule", "floor_n_over_3_of_each_type_then_remainder_uniform"}, /* [INC-PROD-4] */
    {"production.pools", "[defenders raiders_ruins raiders_portals]"},
    {"spying.defenders.declares", "[site]"}, /* [INC-SPY-10] */
    {"spying.raiders.percent_by", "species"},
    {"spying.raiders.declares", "[site focus]"},
    {"spying.raiders.focus", "[soldiers structures]"},
    {"spying.report_die_x", "number_of_things_present"}, /* [INC-SPY-14] */
    {"spying.empty_site_percent", "100"},                /* [INC-SPY-12] */
    {"spying.failure_report", "enemies_spotted"},
    {"missions.starts", "step_6_4"}, /* [INC-MISSION-1] */
    {"missions.ends", "next_day_step_6_2"},
    {"personal_actions.per_character_per_day", "1"}, /* [INC-ROLE-11] */
    {"personal_actions.kinds", "[mission build found spy rest]"},
    {"personal_actions.live_games_count", "false"}, /* [INC-ROLE-12] */
    {"personal_actions.needs_own_confirmation", "[mission build found spy]"},
    {"deadlines.timezone", "campaign"},
    {"deadlines.close_early_when_all_done", "true"}, /* [INC-ROLE-20] */
    {"deadlines.default", "[general_decision hold]"},
    {"secrecy.public", "[rules map_sites_and_lines start_kinds initiative day_number battle_places_and_outcomes "
                       "master_bulletins]"},
    {"secrecy.structures_known_at_start", "false"}, /* [INC-SECRET-3] */
    {"secrecy.contact_is_mutual", "true"},
    {"secrecy.spied_side_is_told", "false"}, /* [INC-SECRET-9] */
    {"secrecy.objectives_secret_until_end", "true"},
    {"objectives.draw", "uniform_without_replacement"},
    {"win_conditions[0].winner", "raiders"}, /* [INC-WIN-2] */
    {"win_conditions[0].check", "dusk"},
    {"win_conditions[0].condition.op", "no_settlement_and_no_foundation"},
    {"win_conditions[1].winner", "raiders"}, /* [INC-WIN-3] */
    {"win_conditions[1].check", "step_6_3_and_dusk"},
    {"win_conditions[1].condition.op", "resources_at_least"},
    {"win_conditions[1].condition.amount", "setup.resources_goal"},
    {"win_conditions[2].winner", "defenders"}, /* [INC-WIN-4] */
    {"win_conditions[2].check", "dusk"},
    {"win_conditions[2].condition.op", "no_ruin_for_dusks"},
    {"win_conditions[2].condition.count", "setup.calm_days"},
    {"win_conditions[2].condition.from_day", "setup.calm_from"},
    {"win_conditions[3].winner", "higher_score"}, /* [INC-WIN-5] */
    {"win_conditions[3].check", "dusk_of_last_day"},
    {"win_conditions[3].condition.op", "score"},
    {"win_conditions[3].condition.table", "setup.points"},
    {"win_conditions[3].tie", "draw"}, /* [INC-WIN-7] */
};

/* Rows in their order, by "id"; `step` and `actor` of each, if the table tells them. */
static const struct order {
    const char *table, *ids, *steps, *actors;
} orders[] = {
    {"turn_order", "initiative first_move first_assault second_move second_assault maintenance spying final_move arrivals",
     "1 2 3 4 5 6 7 8 9", "master first first second second both both both both"},
    {"maintenance_order",
     "income missions_end constructions_end missions_start constructions_start locate_portals demon_phases", "1 2 3 4 5 6 7",
     NULL},
    {"deadlines.windows",
     "w_first_move w_first_assault w_second_move w_second_assault w_personal w_demon_phase w_final_move w_deploy",
     "2 3 4 5 6 6 8 9", NULL},
    {"win_conditions", "esdef_erased gates_open land_purified last_dusk", NULL, NULL},
};

/* A word of a list of words: where it begins, and how long it is. */
struct word {
    const char *at;
    size_t n;
};

static struct word next_word(const struct word *word) {
    const char *at = word->at + word->n;
    at += strspn(at, " []");
    return (struct word){.at = at, .n = strcspn(at, " []")};
}

static struct word first_word(const char *words) {
    struct word before = {.at = words};
    return next_word(&before);
}

static int count_words(const char *words) {
    int n = 0;
    for (struct word word = first_word(words); word.n; word = next_word(&word)) n++;
    return n;
}

static bool is_word(const struct word *word, const char *text) {
    return strlen(text) == word->n && memcmp(text, word->at, word->n) == 0;
}

/* The sentence's one hole is for the word. */
static void refuse_other(struct alea_loader *in, const struct word *word, const char *path) {
    static const char *const sentence[ALEA_LANGS] = {INCURSIO_SAY_SETUP_ONLY_WITH};
    char reason[ALEA_LANGS][128];
    for (int lang = 0; lang < ALEA_LANGS; lang++) {
        const char *hole = strstr(sentence[lang], "%s");
        const size_t n = (size_t)(hole - sentence[lang]);
        memcpy(reason[lang], sentence[lang], n);
        memcpy(reason[lang] + n, word->at, word->n);
        memcpy(reason[lang] + n + word->n, hole + 2, strlen(hole + 2) + 1);
    }
    alea_load_refuse(in, reason[ALEA_IT], reason[ALEA_EN], "%s", path);
}

static bool is_number(const struct word *word) { return strspn(word->at, "0123456789") >= word->n; }

static void check_value(struct alea_loader *in, const struct word *word, const char *path) {
    if (is_number(word)) {
        int32_t number = 0;
        for (size_t i = 0; i < word->n; i++) number = 10 * number + (word->at[i] - '0');
        alea_load_int(in, number, number, "%s", path);
    } else if (is_word(word, "true") || is_word(word, "false")) {
        if (alea_load_int(in, 0, 1, "%s", path) != is_word(word, "true")) refuse_other(in, word, path);
    } else if (!is_word(word, alea_load_string(in, "%s", path))) {
        refuse_other(in, word, path);
    }
}

/* From place `at` on; returns the place of the end. */
static size_t append(char path[96], size_t at, const char *words) {
    while (*words) path[at++] = *words++;
    path[at] = 0;
    return at;
}

/* "front[i]back" */
static void path_at(char path[96], const char *front, int i, const char *back) {
    const char index[] = {'[', (char)('0' + i), ']', 0};
    append(path, append(path, append(path, 0, front), index), back);
}

static void check_words(struct alea_loader *in, const char *words, const char *front, const char *back) {
    int i = 0;
    for (struct word word = first_word(words); word.n; word = next_word(&word)) {
        char path[96];
        path_at(path, front, i++, back);
        check_value(in, &word, path);
    }
}

void inc_check_fixed(struct alea_loader *in) {
    for (size_t i = 0; i < ALEA_LEN(orders); i++) {
        const struct order *order = &orders[i];
        int n = count_words(order->ids);
        alea_load_length(in, n, n, "%s", order->table);
        check_words(in, order->ids, order->table, ".id");
        if (order->steps) check_words(in, order->steps, order->table, ".step");
        if (order->actors) check_words(in, order->actors, order->table, ".actor");
    }
    for (size_t i = 0; i < ALEA_LEN(fixed); i++) {
        const char *path = fixed[i].path, *value = fixed[i].value;
        if (value[0] == '[') {
            int n = count_words(value);
            alea_load_length(in, n, n, "%s", path);
            check_words(in, value, path, "");
        } else {
            struct word word = first_word(value);
            check_value(in, &word, path);
        }
    }
}

/* ---- Growth: every level can be reached (section 24 of the rules) ---- */

/* What can be built, sooner or later, in a settlement of that level. [INC-BUILD-4] */
static uint32_t closure(const struct inc_tables *t, int level) {
    uint32_t before, has = 0;
    do {
        before = has;
        for (int structure = 0; structure < t->n_structures; structure++)
            if (t->structures[structure].level <= level && !(t->structures[structure].needs & ~has))
                has |= UINT32_C(1) << structure;
    } while (has != before);
    return has;
}

static void check_structures(struct alea_loader *in, const struct inc_tables *t) {
    uint32_t has = closure(t, INC_LEVELS - 1); /* all but those that require themselves in the end */
    for (int structure = 0; structure < t->n_structures; structure++)
        if (!(has >> structure & 1))
            alea_load_refuse(in, INCURSIO_SAY_STRUCTURE_CIRCLE, "structures[%d].requires", structure);
}

static void check_levels(struct alea_loader *in, const struct inc_tables *t) {
    for (int level = 1; level < INC_LEVELS; level++) { /* [INC-BUILD-20] */
        uint32_t lacks = t->level[level].needed & ~closure(t, level - 1);
        if (lacks)
            alea_load_refuse(in, INCURSIO_SAY_STRUCTURE_OUT_OF_REACH, "settlement_levels[%d].requires (%s)", level,
                             t->structure.at[inc_first(lacks)].id);
    }
}

/* What a founding starts makes a settlement of its level, and each of it may stand there. [INC-FOUND-3, INC-FOUND-4] */
static void check_founding(struct alea_loader *in, const struct inc_tables *t) {
    for (int structure = 0; structure < t->n_structures; structure++) {
        const struct inc_structure *row = &t->structures[structure];
        bool in_it = t->founding >> structure & 1;
        if (in_it && (row->level > t->founding_level || row->needs & ~t->founding))
            alea_load_refuse(in, INCURSIO_SAY_STRUCTURE_REQUIRES_MISSING, "founding.structures (%s)",
                             t->structure.at[structure].id);
        for (int level = 1; level <= t->founding_level; level++)
            if (t->level[level].needs[structure] > in_it)
                alea_load_refuse(in, INCURSIO_SAY_STRUCTURE_TOO_FEW_FOR_FOUNDING, "founding.structures (%s)",
                                 t->structure.at[structure].id);
    }
}

void inc_check_growth(struct alea_loader *in, const struct inc_tables *t) {
    if (!alea_load_ok(in)) return;
    check_structures(in, t);
    check_levels(in, t);
    check_founding(in, t);
}

/* ---- Sums: nothing outgrows the number that holds it ---- */

/* The most that one site may have in a garrison, and make in a day. */
static void check_places(struct alea_loader *in, const struct inc_tables *t) {
    int places = 0, garrison = 0, soldiers = 0, demons = 0, made = 0, gained[INC_SIDES] = {0};
    for (int level = 0; level < INC_LEVELS; level++) {
        if (t->level[level].garrison > garrison) garrison = t->level[level].garrison;
        if (t->level[level].soldiers > soldiers) soldiers = t->level[level].soldiers;
    }
    for (int level = 0; level < INC_RUIN_LEVELS; level++)
        if (t->ruin_demons[level] > demons) demons = t->ruin_demons[level];
    for (int structure = 0; structure < t->n_structures; structure++) {
        places += t->structures[structure].slots * t->structures[structure].limit;
        made += t->structures[structure].production * t->structures[structure].limit;
    }
    for (int i = 0; i < t->n_missions; i++) gained[t->missions[i].side] += t->missions[i].units * t->mission_kinds_more;
    if (garrison + places > INC_SEEN_GARRISON)
        alea_load_refuse(in, INCURSIO_SAY_STRUCTURE_GARRISON_TOO_LARGE, "settlement_levels");
    if (soldiers + made + gained[INC_DEFENDERS] > INC_PRODUCED_MOST)
        alea_load_refuse(in, INCURSIO_SAY_STRUCTURE_MAKES_TOO_MUCH, "settlement_levels");
    if (demons + t->power[t->n_upgrades].ruin_demons + gained[INC_RAIDERS] > INC_PRODUCED_MOST)
        alea_load_refuse(in, INCURSIO_SAY_STRUCTURE_YIELDS_TOO_MUCH, "ruin_levels");
}

/* The most that a side may gain in a campaign, if everything is as good for it as can be on every day. */
static void check_gains(struct alea_loader *in, const struct inc_tables *t) {
    int64_t income = 0, population = 0, ruin = 0, built = 0, gained[INC_SIDES] = {0};
    for (int level = 0; level < INC_LEVELS; level++) {
        if (t->level[level].income > income) income = t->level[level].income;
        if (t->level[level].population > population) population = t->level[level].population;
    }
    for (int level = 0; level < INC_RUIN_LEVELS; level++)
        if (t->ruin_resources[level] > ruin) ruin = t->ruin_resources[level];
    for (int structure = 0; structure < t->n_structures; structure++)
        built += (int64_t)t->structures[structure].income * t->structures[structure].limit;
    for (int i = 0; i < t->n_missions; i++) {
        int times = t->mission_kinds_more;
        gained[t->missions[i].side] += times * ((int64_t)t->missions[i].money + t->missions[i].resources);
    }
    int64_t money = t->treasury + t->days_max * (t->n_sites * (income + built) + gained[INC_DEFENDERS]);
    int64_t resources =
        t->resources + t->days_max * (t->n_sites * ruin + (t->attacks_a_day + 1) * population + gained[INC_RAIDERS]);
    if (money > INT32_MAX) alea_load_refuse(in, INCURSIO_SAY_STRUCTURE_MONEY_OVERFLOWS, "settlement_levels");
    if (resources > INT32_MAX) alea_load_refuse(in, INCURSIO_SAY_STRUCTURE_RESOURCES_OVERFLOW, "ruin_levels");
}

void inc_check_sums(struct alea_loader *in, const struct inc_tables *t) {
    check_places(in, t);
    check_gains(in, t);
}
