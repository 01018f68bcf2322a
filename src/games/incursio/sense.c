/* SPDX-License-Identifier: MIT */
/* sense.c - the faction map as a General reads it. The numbers were found by playing greedy against greedy. */
#include "sense.h"

#include <string.h>

enum { REACH = 6 }; /* lines along which a target is felt */

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
                       : t->level[level].garrison + 3 + 0.35 * p->day * t->level[level].soldiers;
    double places = places_seen(t, p, site, level), inside = n < places ? n : places;
    sense->foes[site] = (n - inside) * 0.95 + inside * walls_seen(t, p, site, level);
    sense->worth[site] = 1.6 + t->level[level].population / 160.0 + 0.4 * level;
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
static double demons_expected(const struct inc_tables *t, const struct inc_position *p, unsigned site) {
    const struct inc_knowledge *know = &p->know[INC_DEFENDERS];
    bool counted = know->units_day[site] && know->units[site] != INC_SOME;
    int since = counted ? know->units_day[site] - 1 : p->born[site] > INC_RUIN_BIAS ? p->born[site] - INC_RUIN_BIAS : 0;
    double n = counted ? know->units[site] : 4;
    int harvests = t->harvest ? (p->day - 1) / t->harvest - since / t->harvest : 0;
    return n + (harvests > 0 ? harvests * 0.55 * t->ruin_demons[inc_ruin_level(p, site)] : 0);
}

static void sense_defenders(const struct inc_tables *t, const struct inc_position *p, struct inc_sense *sense) {
    const struct inc_knowledge *know = &p->know[INC_DEFENDERS];
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        if (sense->own >> site & 1) continue;
        if (p->born[site]) {
            sense->foes[site] = demons_expected(t, p, site) * 0.95;
            sense->worth[site] = 2.4 + 0.7 * inc_ruin_level(p, site);
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
        if (!(sense->targets >> site & 1) && !(sense->own >> site & 1) && !p->level[site] && !p->born[site])
            sense->land |= inc_bit(site);
}

/* ---- Our own ---- */

static void count_own(const struct inc_tables *t, const struct inc_position *p, struct inc_sense *sense) {
    int side = sense->side;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        const inc_unit *camp = inc_camp(p, side, site);
        int n = inc_garrison(p, side, site);
        for (int i = 0; i < p->camp[side][site]; i++) {
            if (inc_is_shadow(camp[i])) continue;
            n++;
            bool fit = inc_state_of(camp[i]) != INC_FOUGHT;
            sense->free[site] += fit;
            sense->portal[site] += fit && inc_is_portal(camp[i]);
        }
        sense->here[site] = n;
        if (n) sense->own |= inc_bit(site);
    }
}

/* The enemy's types, as far as they were seen anywhere: one of each is taken for granted. */
static void count_seen(const struct inc_position *p, struct inc_sense *sense) {
    int seen[INC_TYPES + 1] = {0, 1, 1, 1}, total = INC_TYPES;
    for (uint64_t sites = sense->targets; sites; sites &= sites - 1) {
        unsigned site = inc_first(sites);
        for (int place = 0; place < INC_SEEN_CAMP; place++)
            seen[inc_seen_at(p->know[sense->side].camp[site], INC_SEEN_CAMP, place)]++;
        for (int place = 0; sense->side == INC_RAIDERS && place < INC_SEEN_GARRISON; place++)
            seen[inc_seen_at(p->seen_garrison[site], INC_SEEN_GARRISON, place)]++;
    }
    for (int type = 1; type <= INC_TYPES; type++) total += seen[type] - 1;
    for (int type = 0; type < INC_TYPES; type++) sense->mix[type] = (double)seen[type + 1] / total;
}

/* ---- Where that draws us ---- */

static uint64_t around(const struct inc_tables *t, int side, uint64_t sites) {
    uint64_t next = sites;
    for (; sites; sites &= sites - 1) next |= inc_ways(t, side, inc_first(sites));
    return next;
}

static int units_in(const struct inc_sense *sense, uint64_t sites) {
    int n = 0;
    for (; sites; sites &= sites - 1) n += sense->free[inc_first(sites)];
    return n;
}

/* A target draws from near more than from far, and more the better our odds are once those near it have come together. */
static void draw_to(const struct inc_tables *t, struct inc_sense *sense, unsigned target) {
    uint64_t ring = inc_bit(target), inside = ring, two = around(t, sense->side, around(t, sense->side, ring));
    double strength = sense->worth[target], ratio = units_in(sense, two) / (1.2 * sense->foes[target] + 0.1);
    if (ratio < 1) strength *= ratio * ratio;
    for (int lines = 0; lines < REACH; lines++) {
        uint64_t wider = around(t, sense->side, inside);
        ring = wider & ~inside;
        if (!ring) break;
        for (; ring; ring &= ring - 1)
            if (strength > sense->pull[inc_first(ring)]) sense->pull[inc_first(ring)] = strength;
        strength *= 0.6;
        inside = wider;
    }
}

void inc_sense_make(const struct inc_tables *t, const struct inc_position *p, int side, struct inc_sense *sense) {
    memset(sense, 0, sizeof *sense);
    sense->side = side;
    sense->days_left = p->days > p->day ? p->days - p->day : 0;
    count_own(t, p, sense);
    if (side == INC_RAIDERS) sense_raiders(t, p, sense);
    else sense_defenders(t, p, sense);
    count_seen(p, sense);
    for (uint64_t targets = sense->targets; targets; targets &= targets - 1) draw_to(t, sense, inc_first(targets));
}

int inc_sense_guard(const struct inc_tables *t, const struct inc_position *p, const struct inc_sense *sense, unsigned site) {
    if (!inc_must_stay(p, sense->side, site)) return 0;
    if (sense->side == INC_DEFENDERS) return inc_is_settlement(p, site) ? 2 : 1;
    double near = 0;
    for (uint64_t ways = t->grey[site] & sense->targets; ways; ways &= ways - 1)
        if ((p->know[INC_RAIDERS].kind[inc_first(ways)] & 0xf0) != INC_KIND_SETTLEMENT || sense->days_left <= 1)
            near += sense->foes[inc_first(ways)];
    bool harvest = t->harvest && (p->day + (p->step == INCURSIO_STEP_FINAL)) % t->harvest == 0; /* [INC-RUIN-5] */
    return (near > 5 ? 6 : 1 + (int)near) + 2 * harvest;
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
