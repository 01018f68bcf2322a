/* SPDX-License-Identifier: MIT */
/* heuristic_orders.c - what each order of a character is worth, in money of the Defenders: 100 is a day's income of a village. */
#include "sense.h"

static const double A_SOLDIER = 130, A_RESOURCE = 12;

/* ---- Building ---- */

static double worth_of_level(const struct inc_tables *t, const struct inc_sense *sense, int level) {
    const struct inc_level *low = &t->level[level - 1], *high = &t->level[level];
    double daily = high->income - low->income + A_SOLDIER * (high->soldiers - low->soldiers);
    return daily * sense->days_left +
           sense->temper->point * (t->points_settlement[level] - t->points_settlement[level - 1]) +
           60.0 * (high->garrison - low->garrison);
}

/* Copies that are to be started today. */
static int ordered(const struct inc_position *p, unsigned site, unsigned structure) {
    int n = 0;
    for (int c = 0; c < INC_CHARACTERS; c++)
        n += p->action[INC_DEFENDERS][c] == INCURSIO_ACTION_BUILD && p->action_site[INC_DEFENDERS][c] == site &&
             p->action_what[INC_DEFENDERS][c] == structure;
    return n;
}

/* Does a structure, or one that needs it, stand between this settlement and its next level? What is still to be paid. */
static double share_of_level(const struct inc_tables *t, const struct inc_position *p, const struct inc_sense *sense,
                             unsigned site, unsigned structure) {
    int level = p->level[site] + 1;
    if (level >= INC_LEVELS) return 0;
    uint32_t wanted = t->level[level].needed, seen = 0;
    double missing = 0, mine = 0;
    for (; wanted & ~seen;) { /* with all that the wanted ones require */
        unsigned each = inc_first(wanted & ~seen);
        int need = t->level[level].needs[each] > 1 ? t->level[level].needs[each] : 1;
        int lacks = need - inc_copies(t, p, site, each) - inc_in_yard(p, site, each) - ordered(p, site, each);
        seen |= UINT32_C(1) << each;
        if (lacks <= 0) continue;
        missing += lacks * t->structures[each].cost;
        wanted |= t->structures[each].needs;
        if (each == structure) mine = t->structures[each].cost;
    }
    return mine > 0 ? worth_of_level(t, sense, level) * mine / missing : 0;
}

static double worth_of_structure(const struct inc_tables *t, const struct inc_position *p, const struct inc_sense *sense,
                                 unsigned site, unsigned structure) {
    const struct inc_structure *s = &t->structures[structure];
    double days = sense->days_left - 1, threat = 0;
    for (uint64_t ways = t->any[site] & sense->targets; ways; ways &= ways - 1) threat += sense->foes[inc_first(ways)];
    double worth = days * (s->income + A_SOLDIER * s->production) + share_of_level(t, p, sense, site, structure);
    double wall = sense->temper->wall * p->level[site] + 25 * (threat < 12 ? threat : 12);
    worth += s->tie_win ? 3 * wall : 0;
    for (int type = 0; type < INC_TYPES; type++) worth += s->garrison_bonus[type] * wall;
    worth += s->slots * wall + (s->allows ? wall : 0) + (s->weapon ? 1.5 * wall : 0) + 20 * s->spy + 100 * s->missions;
    return worth - s->cost;
}

static double money_left(const struct inc_tables *t, const struct inc_position *p) {
    double left = p->treasury;
    for (int c = 0; c < t->characters; c++) {
        unsigned action = p->action[INC_DEFENDERS][c];
        if (action == INCURSIO_ACTION_BUILD) left -= t->structures[p->action_what[INC_DEFENDERS][c]].cost;
        if (action == INCURSIO_ACTION_FOUND) left -= t->founding_cost;
    }
    return left;
}

/* Returns over cost decide, so that little money goes where it comes back soonest. */
static double worth_of_building(const struct inc_tables *t, const struct inc_position *p, const struct inc_sense *sense,
                                unsigned site, unsigned structure, double money) {
    double cost = t->structures[structure].cost;
    if (cost > money) return -1;
    double worth = worth_of_structure(t, p, sense, site, structure);
    return worth <= 0 ? -1 : 100 * (worth + cost) / (cost + 100);
}

static double best_building(const struct inc_tables *t, const struct inc_position *p, const struct inc_sense *sense,
                            unsigned site, double money) {
    double best = -1;
    for (unsigned structure = 0; structure < (unsigned)t->n_structures; structure++) {
        if (t->structures[structure].cost > money) continue;
        if (inc_why_not_build(t, p, site, structure, ordered(p, site, structure))) continue;
        double worth = worth_of_building(t, p, sense, site, structure, money);
        if (worth > best) best = worth;
    }
    return best;
}

static double worth_of_founding(const struct inc_tables *t, const struct inc_sense *sense, double money) {
    if (t->founding_cost > money) return -1;
    double worth = worth_of_level(t, sense, t->founding_level);
    return worth < t->founding_cost ? -1 : 100 * worth / (t->founding_cost + 100);
}

/* ---- Missions and spies ---- */

static double worth_of_mission(const struct inc_tables *t, unsigned index) {
    const struct inc_mission *mission = &t->missions[index];
    return 1 + 0.25 * mission->money + 0.5 * A_SOLDIER * mission->units + 0.5 * A_RESOURCE * mission->resources +
           40 * mission->steer + 25 * mission->hints;
}

/* Old news of a place that is worth taking, or no news. */
static double worth_of_spying(const struct inc_position *p, const struct inc_sense *sense, unsigned site) {
    if (!(sense->targets >> site & 1)) return 0.1;
    const struct inc_knowledge *know = &p->know[sense->side];
    int age = know->units_day[site] ? p->day + 1 - know->units_day[site] : 6;
    double near = sense->pull[site] > 0 ? 1 : 0.5;
    return near * sense->worth[site] * (age > 6 ? 6 : age) * 2;
}

double inc_worth_of_order(const struct inc_tables *t, const struct inc_position *p, const struct inc_sense *sense, int seat,
                          alea_move move) {
    unsigned arg = alea_move_arg(move), side = (unsigned)inc_side_of(seat);
    switch (alea_move_verb(move)) {
    case INCURSIO_VERB_CHARACTER: return p->action[side][arg] == INCURSIO_ACTION_NONE ? 1 : -1;
    case INCURSIO_VERB_CONFIRM:
    case INCURSIO_VERB_APPROVE: return 2;
    case INCURSIO_VERB_MISSION: return worth_of_mission(t, arg);
    case INCURSIO_VERB_TARGET: return 1 + sense->pull[arg] + 0.01 * sense->here[arg];
    case INCURSIO_VERB_BUILD: return best_building(t, p, sense, arg, money_left(t, p));
    case INCURSIO_VERB_STRUCTURE: return worth_of_building(t, p, sense, p->site_of[seat], arg, money_left(t, p));
    case INCURSIO_VERB_FOUND: return worth_of_founding(t, sense, money_left(t, p));
    case INCURSIO_VERB_SPY: return worth_of_spying(p, sense, arg);
    case INCURSIO_VERB_FOCUS: return arg == INCURSIO_FOCUS_SOLDIERS ? 2 : 1;
    default: return 0; /* rest */
    }
}
