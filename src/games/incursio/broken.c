/* SPDX-License-Identifier: MIT */
/* broken.c - invariants, as far as one position shows them. [section 29]
 *
 * They stand in the order in which they are asked: the lists of units first, since the others walk along them. */
#include <string.h>

#include "broken.h"

typedef bool invariant(const struct inc_tables *t, const struct inc_position *p);

/* ---- Units ---- */

static bool is_zero(const void *bytes, size_t n) {
    const uint8_t *at = bytes;
    return !n || (!at[0] && !memcmp(at, at + 1, n - 1));
}

/* Invariant 7: no gaps, nothing behind the last unit, no unit that there isn't, nobody off the map. */
static bool places_hold(const struct inc_tables *t, const struct inc_position *p) {
    size_t off = (size_t)(INC_SITES - t->n_sites);
    for (int side = 0; side < INC_SIDES; side++) {
        int n = p->total[side];
        if (n > INC_UNITS || !is_zero(p->unit[side] + n, (size_t)(INC_UNITS - n))) return false;
        if (!is_zero(p->camp[side] + t->n_sites, off * sizeof *p->camp[side])) return false;
        for (int i = 0; i < n; i++)
            if (inc_type(p->unit[side][i]) >= INC_TYPES) return false;
    }
    return is_zero(p->garrison + t->n_sites, off) && is_zero(p->level + t->n_sites, off) &&
           is_zero(p->born + t->n_sites, off);
}

/* Whose orders to march stand there now: a mask of sides. */
static unsigned marching(const struct inc_position *p) {
    switch (p->step) {
    case INCURSIO_STEP_MOVE: return p->side < INC_SIDES ? 1u << p->side : 0;
    case INCURSIO_STEP_DEMON_MOVE: return 1u << INC_RAIDERS;
    case INCURSIO_STEP_FINAL: return INC_BOTH;
    default: return 0;
    }
}

/* Invariant 8: reinforcements are fresh until dusk; who marches stands in a camp, and while marches are entered. */
static bool marks_hold(const struct inc_tables *t, const struct inc_position *p) {
    bool over = p->step == INCURSIO_STEP_OVER; /* as things stood */
    for (int side = 0; side < INC_SIDES; side++) {
        bool marches = over || marching(p) >> side & 1;
        unsigned most = marches ? INC_GOING + INC_WAYS - 1 : INC_FRESH;
        for (int i = 0; i < p->total[side]; i++) {
            unsigned state = inc_state_of(p->unit[side][i]);
            if (state > most || (state == INC_FRESH && p->step != INCURSIO_STEP_DEPLOY && !over)) return false;
        }
    }
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
        for (int i = 0; i < p->garrison[site]; i++)
            if (inc_state_of(inc_units_at(p, INC_DEFENDERS, site)[i]) >= INC_COMING) return false;
    return true;
}

/* What comes to each site along each way less what has gone: ten bits for each kind of unit. */
struct balance {
    uint64_t of[INC_SITES][INC_WAYS];
};

static bool weigh_camp(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site,
                       struct balance *balance) {
    const inc_unit *camp = inc_camp(p, side, site);
    for (int i = 0; i < p->camp[side][site]; i++) {
        unsigned state = inc_state_of(camp[i]), kind = inc_type(camp[i]) + (inc_is_portal(camp[i]) ? INC_TYPES : 0);
        uint64_t one = UINT64_C(1) << 10 * kind;
        if (state < INC_COMING) continue;
        unsigned way = (state - INC_COMING) % INC_WAYS;
        if (way >= t->n_ways[site]) return false;
        if (inc_is_shadow(camp[i])) balance->of[t->way[site][way]][inc_way_to(t, t->way[site][way], site)] -= one;
        else balance->of[site][way] += one;
    }
    return true;
}

/* Each unit that was ordered away comes along the same line, as what it is. */
static bool marches_hold(const struct inc_tables *t, const struct inc_position *p) {
    for (int side = 0; side < INC_SIDES; side++) {
        if (!(marching(p) >> side & 1)) continue;
        struct balance balance;
        memset(&balance, 0, sizeof balance);
        for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
            if (!weigh_camp(t, p, side, site, &balance)) return false;
        if (!is_zero(&balance, sizeof balance)) return false;
    }
    return true;
}

/* Invariant 13: soldiers march along grey lines. [INC-MOVE-3] */
static bool red_lines_hold(const struct inc_tables *t, const struct inc_position *p) {
    if (!(marching(p) >> INC_DEFENDERS & 1)) return true;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        const inc_unit *camp = inc_camp(p, INC_DEFENDERS, site);
        for (int i = 0; i < p->camp[INC_DEFENDERS][site]; i++) {
            unsigned state = inc_state_of(camp[i]);
            if (state < INC_COMING) continue;
            if (!inc_has(t->grey[site], t->way[site][(state - INC_COMING) % INC_WAYS])) return false;
        }
    }
    return true;
}

static bool at_portals(const struct inc_position *p) {
    unsigned step = p->battle == ALEA_NONE ? p->step : p->resume;
    return step == INCURSIO_STEP_PORTAL_TYPE || step == INCURSIO_STEP_PORTAL_DEMON;
}

/* Invariant 1, but for a battle and for a portal that opens among soldiers. [INC-GEN-7] */
static bool sites_are_not_shared(const struct inc_tables *t, const struct inc_position *p) {
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        if (!p->camp[INC_RAIDERS][site] || !(p->garrison[site] + p->camp[INC_DEFENDERS][site])) continue;
        if (site == p->battle || (at_portals(p) && site == p->subject)) continue;
        if (inc_stands(p, INC_DEFENDERS, site) && inc_stands(p, INC_RAIDERS, site)) return false;
    }
    return true;
}

/* Now, and once the marches that are entered have been run: who arrives at a site of ours finds no enemy there. */
static bool is_guarded(const struct inc_position *p, int side, unsigned site) {
    return inc_here(p, side, site) > 0 && inc_stands(p, side, site) > 0;
}

/* Invariant 2. [INC-MOVE-10] */
static bool all_are_guarded(const struct inc_tables *t, const struct inc_position *p) {
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        if (inc_is_settlement(p, site) && !is_guarded(p, INC_DEFENDERS, site)) return false;
        if (inc_is_ruin(p, site) && !is_guarded(p, INC_RAIDERS, site)) return false;
    }
    for (int c = 0; c < INC_CHARACTERS; c++) {
        bool founds = p->work[c] == INC_WORK_FOUND && p->work_site[c] < t->n_sites;
        if (founds && !is_guarded(p, INC_DEFENDERS, p->work_site[c])) return false;
    }
    return true;
}

/* Invariant 15. [INC-GEN-11] */
static bool units_are_few(const struct inc_tables *t, const struct inc_position *p) {
    return inc_living(p, INC_DEFENDERS) <= t->units_most && inc_living(p, INC_RAIDERS) <= t->units_most;
}

/* Invariant 11, as far as it shows: soldiers come out of no portal, and demons not before the first. [INC-PORTAL-1] */
static bool portal_marks_hold(const struct inc_tables *t, const struct inc_position *p) {
    for (int i = 0; i < p->total[INC_DEFENDERS]; i++)
        if (inc_is_portal(p->unit[INC_DEFENDERS][i])) return false;
    for (int i = 0; p->day < t->portals_first_day && i < p->total[INC_RAIDERS]; i++)
        if (inc_is_portal(p->unit[INC_RAIDERS][i])) return false;
    return true;
}

/* ---- Sites ---- */

/* Invariant 3: what a level asks for is there, copy by copy. */
static bool level_holds(const struct inc_tables *t, const struct inc_position *p, unsigned site) {
    uint32_t rest = 0;
    for (unsigned level = 1; level <= p->level[site]; level++) rest |= t->level[level].needed;
    if (rest & ~p->has[site]) return false;
    for (; rest; rest &= rest - 1) {
        unsigned structure = inc_first(rest);
        int copies = inc_copies(t, p, site, structure);
        for (unsigned level = 1; level <= p->level[site]; level++)
            if (copies < t->level[level].needs[structure]) return false;
    }
    return true;
}

static bool levels_hold(const struct inc_tables *t, const struct inc_position *p) {
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        if (!p->level[site]) {
            if (p->has[site] || !is_zero(p->copies[site], sizeof p->copies[site])) return false;
        } else if (p->level[site] >= INC_LEVELS || inc_is_ruin(p, site) || !level_holds(t, p, site)) {
            return false;
        }
    }
    return true;
}

static bool types_are_allowed(const struct inc_tables *t, const struct inc_position *p, unsigned site,
                              const int count[INC_TYPES]) {
    for (unsigned type = 0; type < INC_TYPES; type++)
        if (count[type] && !inc_garrison_allows(t, p, site, type)) return false;
    return true;
}

/* Invariant 4; within the places that the level gives anybody can be seated. [INC-GARR-4, INC-GARR-6] */
static bool garrisons_hold(const struct inc_tables *t, const struct inc_position *p) {
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        int count[INC_TYPES] = {0};
        if (!p->garrison[site]) continue;
        if (!inc_is_settlement(p, site)) return false;
        for (int i = 0; i < p->garrison[site]; i++) count[inc_type(inc_units_at(p, INC_DEFENDERS, site)[i])]++;
        if (p->garrison[site] <= t->level[p->level[site]].garrison ? !types_are_allowed(t, p, site, count)
                                                                   : !inc_garrison_fits(t, p, site, count))
            return false;
    }
    return true;
}

/* Invariant 5: limits, the yard counted; what each structure requires; its level. [INC-BUILD-4, INC-BUILD-5] */
static bool structures_hold(const struct inc_tables *t, const struct inc_position *p) {
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        if (p->has[site] >> t->n_structures) return false;
        for (uint32_t rest = p->has[site]; rest; rest &= rest - 1) {
            unsigned at = inc_first(rest);
            const struct inc_structure *structure = &t->structures[at];
            if (structure->needs & ~p->has[site] || structure->level > p->level[site]) return false;
            int copies = inc_copies(t, p, site, at);
            if (copies < 1 || copies + inc_in_yard(p, site, at) > structure->limit) return false;
        }
    }
    return true;
}

/* Works are in a settlement, foundings on empty land, one a site. [INC-BUILD-9, INC-FOUND-1] */
static bool works_hold(const struct inc_tables *t, const struct inc_position *p) {
    for (int c = 0; c < INC_CHARACTERS; c++) {
        unsigned work = p->work[c], site = p->work_site[c];
        if (work == ALEA_NONE && site == ALEA_NONE) continue;
        if (c >= t->characters || site >= (unsigned)t->n_sites) return false;
        if (work != INC_WORK_FOUND) {
            if (work >= (unsigned)t->n_structures || !inc_is_settlement(p, site)) return false;
        } else if (inc_is_settlement(p, site) || inc_is_ruin(p, site) || inc_in_yard(p, site, work) > 1) {
            return false;
        }
    }
    return true;
}

/* Invariant 14: born by today, and at most of the highest level. */
static bool ruins_hold(const struct inc_tables *t, const struct inc_position *p) {
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
        if (p->born[site] && (p->born[site] > p->day + INC_RUIN_BIAS || p->born[site] <= INC_RUIN_BIAS - INC_RUIN_LEVELS))
            return false;
    return true;
}

/* Invariant 12: located portals are on empty sites, and the mages see no others. */
static bool located_hold(const struct inc_tables *t, const struct inc_position *p) {
    if (p->foreseen & ~p->located || p->opening & ~t->sites || (p->opening && !at_portals(p))) return false;
    for (uint64_t rest = p->located; rest; rest &= rest - 1) {
        unsigned site = inc_first(rest);
        if (!inc_has(t->sites, site) || inc_is_settlement(p, site) || inc_is_ruin(p, site)) return false;
    }
    return true;
}

/* ---- Numbers ---- */

/* Invariant 6: steps are those that were reached. [INC-GEN-8, INC-DEMON-6] */
static bool sums_hold(const struct inc_tables *t, const struct inc_position *p) {
    if (p->treasury > INT32_MAX || p->resources > INT32_MAX || p->steps > t->n_upgrades) return false;
    return !p->steps || p->resources >= (uint32_t)t->upgrades[p->steps - 1].resources;
}

/* Invariant 9. [INC-ASSAULT-1, INC-DEMON-9] */
static bool attacks_hold(const struct inc_tables *t, const struct inc_position *p) {
    return p->attacks <= t->attacks_a_day && p->extra_attacks <= 1;
}

/* What was produced is what the sites are due, neither more nor less, and they are the side's. [INC-PROD-6] */
static bool dues_hold(const struct inc_tables *t, const struct inc_position *p) {
    if (p->step == INCURSIO_STEP_OVER) return true; /* as things stood */
    for (int side = 0; side < INC_SIDES; side++) {
        int pool = inc_pool(p, side), due = inc_due(p, side);
        bool portals = side == INC_RAIDERS && at_portals(p);
        if (p->step == INCURSIO_STEP_DEPLOY ? pool != due : p->step == INCURSIO_STEP_PRODUCE ? pool > due : due)
            return false;
        if (pool && !due && !portals) return false;
        for (unsigned site = 0; due && site < (unsigned)t->n_sites; site++)
            if (p->due[side][site] && !(side == INC_DEFENDERS ? inc_is_settlement(p, site) : inc_is_ruin(p, site)))
                return false;
    }
    return true;
}

/* ---- All of them ---- */

int inc_broken(const void *tables, const void *pos) {
    static const struct {
        invariant *holds;
        int broken;
    } all[] = {
        {places_hold, INCURSIO_BROKEN_PLACES},
        {marks_hold, INCURSIO_BROKEN_MARKS},
        {marches_hold, INCURSIO_BROKEN_MARCHES},
        {red_lines_hold, INCURSIO_BROKEN_RED_LINES},
        {sites_are_not_shared, INCURSIO_BROKEN_SHARED_SITE},
        {all_are_guarded, INCURSIO_BROKEN_UNGUARDED},
        {levels_hold, INCURSIO_BROKEN_LEVELS},
        {ruins_hold, INCURSIO_BROKEN_RUIN_LEVELS},
        {structures_hold, INCURSIO_BROKEN_STRUCTURES},
        {garrisons_hold, INCURSIO_BROKEN_GARRISON},
        {works_hold, INCURSIO_BROKEN_WORKS},
        {located_hold, INCURSIO_BROKEN_LOCATED},
        {units_are_few, INCURSIO_BROKEN_TOO_MANY},
        {portal_marks_hold, INCURSIO_BROKEN_PORTAL_MARKS},
        {sums_hold, INCURSIO_BROKEN_SUMS},
        {dues_hold, INCURSIO_BROKEN_DUES},
        {attacks_hold, INCURSIO_BROKEN_ATTACKS},
        {inc_actions_hold, INCURSIO_BROKEN_ACTIONS},
        {inc_window_holds, INCURSIO_BROKEN_WINDOW},
        {inc_battle_holds, INCURSIO_BROKEN_BATTLE},
        {inc_knowledge_holds, INCURSIO_BROKEN_KNOWLEDGE},
    };
    for (size_t i = 0; i < ALEA_LEN(all); i++)
        if (!all[i].holds(tables, pos)) return all[i].broken;
    return INCURSIO_BROKEN_NONE;
}
