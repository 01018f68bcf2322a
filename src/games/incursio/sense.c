/* SPDX-License-Identifier: MIT */
/* sense.c - the faction map as a General reads it. */
#include "sense.h"

#include <string.h>

/* ---- How strong, and worth what ---- */

static int days_since(const struct inc_position *p, int stored) { return p->day + 1 - stored; }

/* Places of a garrison with the structures that were seen. */
static int places_seen(const struct inc_tables *t, const struct inc_position *p, unsigned site, unsigned level) {
    int places = t->level[level].garrison;
    for (uint32_t seen = p->seen_has[site]; seen; seen &= seen - 1) places += t->structures[inc_first(seen)].slots;
    return places;
}

/* What walls are worth to each soldier of a garrison; unseen ones are taken to be those of the level. */
static double walls_seen(const struct inc_tables *t, const struct inc_position *p, unsigned site, unsigned level) {
    double factor = 1.15;
    for (uint32_t seen = p->seen_has[site]; seen; seen &= seen - 1) {
        const struct inc_structure *built = &t->structures[inc_first(seen)];
        factor += built->tie_win ? 0.2 : 0;
        for (int type = 0; type < INC_TYPES; type++) factor += 0.11 * built->garrison_bonus[type];
    }
    double usual = level >= 5 ? 2.6 : level == 4 ? 2.0 : level == 3 ? 1.45 : 1.15;
    return factor > usual ? factor : usual;
}

/* A settlement as the Raiders see it. */
static void sense_settlement(const struct inc_tables *t, const struct inc_position *p, struct inc_sense *sense,
                             unsigned site) {
    const struct inc_knowledge *know = &p->know[INC_RAIDERS];
    unsigned level = know->kind[site] & 0xfu;
    if (level == INC_LEVEL_UNKNOWN || level == 0) level = site == t->capital ? 3 : p->day > 8 ? 2 : 1;
    bool counted = know->units_day[site] && know->units[site] != INC_SOME;
    double n = counted ? know->units[site] + 0.7 * days_since(p, know->units_day[site]) * t->level[level].soldiers
                       : t->level[level].garrison + 3 + sense->temper->unknown * p->day * t->level[level].soldiers;
    double places = places_seen(t, p, site, level), inside = n < places ? n : places;
    sense->foes[site] = (n - inside) * 0.95 + inside * sense->temper->walls * walls_seen(t, p, site, level);
    sense->worth[site] = sense->temper->worth + t->level[level].population / 160.0 + sense->temper->worth_level * level;
}

static void sense_raiders(const struct inc_tables *t, const struct inc_position *p, struct inc_sense *sense) {
    const struct inc_knowledge *know = &p->know[INC_RAIDERS];
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        if (sense->own >> site & 1) continue;
        if ((know->kind[site] & 0xf0) == INC_KIND_SETTLEMENT) {
            sense_settlement(t, p, sense, site);
        } else if (know->units_day[site] && know->units[site] && days_since(p, know->units_day[site]) <= 2) {
            double n = know->units[site] == INC_SOME ? 2 : know->units[site];
            sense->foes[site] = n * 0.95;
            sense->worth[site] = 0.3 + 0.15 * n;
        } else {
            continue;
        }
        sense->targets |= inc_bit(site);
    }
}

/* Demons of a ruin that nobody has counted: those of the opening, and those of the harvests since. */
static double demons_expected(const struct inc_tables *t, const struct inc_position *p, const struct inc_temper *temper,
                              unsigned site) {
    const struct inc_knowledge *know = &p->know[INC_DEFENDERS];
    bool counted = know->units_day[site] && know->units[site] != INC_SOME;
    int since = counted ? know->units_day[site] - 1 : p->born[site] > INC_RUIN_BIAS ? p->born[site] - INC_RUIN_BIAS : 0;
    double n = counted ? know->units[site] : 4;
    int harvests = t->harvest ? (p->day - 1) / t->harvest - since / t->harvest : 0;
    return n + (harvests > 0 ? harvests * temper->unknown * t->ruin_demons[inc_ruin_level(p, site)] : 0);
}

static void sense_defenders(const struct inc_tables *t, const struct inc_position *p, struct inc_sense *sense) {
    const struct inc_knowledge *know = &p->know[INC_DEFENDERS];
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        if (sense->own >> site & 1) continue;
        if (inc_is_known_ruin(p, site)) {
            sense->foes[site] = demons_expected(t, p, sense->temper, site) * sense->temper->walls;
            sense->worth[site] = sense->temper->worth + sense->temper->worth_level * inc_ruin_level(p, site);
        } else if (know->units_day[site] && know->units[site] && days_since(p, know->units_day[site]) <= 1) {
            double n = know->units[site] == INC_SOME ? 3 : know->units[site];
            sense->foes[site] = n * 0.95;
            sense->worth[site] = 0.3 + 0.1 * n;
        } else {
            continue;
        }
        sense->targets |= inc_bit(site);
    }
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
        if (!(sense->targets >> site & 1) && !(sense->own >> site & 1) && !p->level[site] && !inc_is_known_ruin(p, site))
            sense->land |= inc_bit(site);
}

/* ---- Our own ---- */

static void count_site(const struct inc_position *p, struct inc_sense *sense, unsigned site) {
    const int side = sense->side, units = p->camp[side][site];
    const inc_unit *camp = inc_camp(p, side, site);
    /* Rollouts spend most of their time here: no stores to memory. */
    int here = 0, fit = 0, idle = 0, portal = 0;
    for (int i = 0; i < units; i++) {
        const inc_unit unit = camp[i];
        const bool is_fit = !inc_is_shadow(unit) && inc_state_of(unit) != INC_FOUGHT;
        here += !inc_is_shadow(unit);
        fit += is_fit;
        idle += inc_state_of(unit) == INC_IDLE;
        portal += is_fit && inc_is_portal(unit);
    }
    sense->here[site] = here + inc_garrison(p, side, site);
    sense->free[site] = fit;
    sense->idle[site] = idle;
    sense->portal[site] = portal;
    if (sense->here[site]) sense->own |= inc_bit(site);
}

static void count_own(const struct inc_tables *t, const struct inc_position *p, struct inc_sense *sense) {
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
        if (inc_n_units(p, sense->side, site)) count_site(p, sense, site);
}

/* Of a list of places, those of each type, by 1 + type. */
static void count_types(const uint8_t list[], int places, int seen[]) {
    for (int i = 0; i < places / 4; i++)
        for (unsigned four = list[i]; four; four >>= 2) seen[four & 3]++;
}

/* The enemy's types, as far as they were seen anywhere: one of each is taken for granted. */
static void count_seen(const struct inc_position *p, struct inc_sense *sense) {
    int seen[INC_TYPES + 1] = {0, 1, 1, 1}, total = INC_TYPES;
    for (uint64_t sites = sense->targets; sites; sites &= sites - 1) {
        unsigned site = inc_first(sites);
        count_types(p->know[sense->side].camp[site], INC_SEEN_CAMP, seen);
        if (sense->side == INC_RAIDERS) count_types(p->seen_garrison[site], INC_SEEN_GARRISON, seen);
    }
    for (int type = 1; type <= INC_TYPES; type++) total += seen[type] - 1;
    for (int type = 0; type < INC_TYPES; type++) sense->mix[type] = (double)seen[type + 1] / total;
}

/* ---- Where that draws us ---- */

static int units_in(const struct inc_sense *sense, uint64_t sites) {
    int n = 0;
    for (sites &= sense->own; sites; sites &= sites - 1) n += sense->free[inc_first(sites)];
    return n;
}

/* A target draws from near more than from far, and more the better our odds are once those near it have come together. */
static void draw_to(const struct inc_tables *t, struct inc_sense *sense, uint64_t places, unsigned target) {
    const uint64_t *ring = t->ring[sense->side][target];
    double strength = sense->worth[target];
    double ratio = units_in(sense, ring[0] | ring[1] | ring[2]) / (sense->temper->gather * sense->foes[target] + 0.1);
    if (ratio < 1) strength *= ratio * ratio;
    for (int lines = 1; lines <= INC_REACH; lines++) {
        for (uint64_t sites = ring[lines] & places; sites; sites &= sites - 1)
            if (strength > sense->pull[inc_first(sites)]) sense->pull[inc_first(sites)] = strength;
        strength *= sense->temper->decay;
    }
}

void inc_sense_make(const struct inc_tables *t, const struct inc_position *p, int side, const struct inc_temper *temper,
                    uint64_t places, struct inc_sense *sense) {
    memset(sense, 0, sizeof *sense);
    sense->temper = temper;
    sense->side = side;
    sense->days_left = p->days > p->day ? p->days - p->day : 0;
    count_own(t, p, sense);
    if (side == INC_RAIDERS) sense_raiders(t, p, sense);
    else sense_defenders(t, p, sense);
    count_seen(p, sense);
    for (uint64_t targets = sense->targets; temper->whim && targets; targets &= targets - 1)
        sense->worth[inc_first(targets)] *= inc_whim(temper, inc_first(targets));
    for (uint64_t targets = places ? sense->targets : 0; targets; targets &= targets - 1)
        draw_to(t, sense, places, inc_first(targets));
}

int inc_sense_guard(const struct inc_tables *t, const struct inc_position *p, const struct inc_sense *sense, unsigned site) {
    if (!inc_must_stay(p, sense->side, site)) return 0;
    if (sense->side == INC_DEFENDERS)
        return (int)(inc_is_settlement(p, site) ? sense->temper->guard : sense->temper->guard_most);
    double near = 0;
    for (uint64_t ways = t->grey[site] & sense->targets; ways; ways &= ways - 1)
        if ((p->know[INC_RAIDERS].kind[inc_first(ways)] & 0xf0) != INC_KIND_SETTLEMENT || sense->days_left <= 1)
            near += sense->foes[inc_first(ways)];
    bool harvest = t->harvest && (p->day + (p->step == INCURSIO_STEP_FINAL)) % t->harvest == 0; /* [INC-RUIN-5] */
    near *= sense->temper->guard;
    double most = sense->temper->guard_most;
    return 1 + (int)(near < most ? near : most) + (harvest ? (int)sense->temper->guard_harvest : 0);
}

int inc_sense_striking(const struct inc_tables *t, const struct inc_position *p, const struct inc_sense *sense,
                       unsigned site, int *portal) {
    int n = 0;
    *portal = 0;
    for (uint64_t ways = inc_ways(t, sense->side, site) & sense->own; ways; ways &= ways - 1) {
        unsigned from = inc_first(ways);
        int kept = inc_sense_guard(t, p, sense, from) - (sense->here[from] - sense->free[from]);
        int ready = sense->free[from] - (kept > 0 ? kept : 0);
        if (ready <= 0) continue;
        n += ready;
        *portal += sense->portal[from] < ready ? sense->portal[from] : ready;
    }
    return n;
}
