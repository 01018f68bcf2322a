/* SPDX-License-Identifier: MIT */
/* maintenance.c - steps 6.1 to 6.5: money, missions, works, levels, powers. [INC-MAINT] */
#include "incursio_internal.h"

/* ---- 6.1 Income and resources ---- */

static int32_t income_of(const struct inc_tables *t, const struct inc_position *p, unsigned site) {
    int32_t sum = t->level[p->level[site]].income;
    for (uint32_t rest = p->has[site]; rest; rest &= rest - 1) {
        unsigned structure = inc_first(rest);
        sum += inc_copies(t, p, site, structure) * t->structures[structure].income; /* [INC-INCOME-3] */
    }
    return sum;
}

static void earn(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) { /* [INC-INCOME-1] */
    p->income = 0;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
        if (inc_is_settlement(p, site)) p->income += (uint32_t)income_of(t, p, site);
    p->treasury += p->income;
    if (p->income > p->best_income) p->best_income = p->income;
    inc_tell(p, sink, 1u << INC_DEFENDERS, INCURSIO_EVENT_INCOME, (int32_t)p->income, (int32_t)p->treasury, 0, 0);
}

static void harvest(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) { /* [INC-RUIN-6] */
    uint32_t sum = 0;
    if (p->day % t->harvest) return; /* [INC-RUIN-5] */
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
        if (inc_is_ruin(p, site)) sum += (uint32_t)t->ruin_resources[inc_ruin_level(p, site)];
    p->resources += sum;
    inc_tell(p, sink, 1u << INC_RAIDERS, INCURSIO_EVENT_HARVEST, (int32_t)sum, (int32_t)p->resources, 0, 0);
}

/* ---- 6.2 Yesterday's missions end ---- */

static void mission_ends(const struct inc_tables *t, struct inc_position *p, int side, unsigned c,
                         struct alea_events *sink) {
    unsigned mission = p->mission[side][c], site = p->mission_site[side][c];
    p->mission[side][c] = p->mission_site[side][c] = p->ending[side][c] = p->ending_site[side][c] = ALEA_NONE;
    if (mission == ALEA_NONE) return;
    bool works = site == ALEA_NONE || inc_is_target(t, p, mission, site); /* [INC-MISSION-5] */
    inc_tell(p, sink, 1u << side, works ? INCURSIO_EVENT_MISSION_ENDS : INCURSIO_EVENT_MISSION_FAILS, (int32_t)c,
             (int32_t)mission, 0, 0);
    if (!works) return;
    const struct inc_mission *gain = &t->missions[mission];
    p->ending[side][c] = (uint8_t)mission;
    p->ending_site[side][c] = (uint8_t)site;
    p->treasury += (uint32_t)gain->money; /* [INC-MISSION-6] */
    p->resources += (uint32_t)gain->resources;
    if (gain->resources)
        inc_tell(p, sink, 1u << side, INCURSIO_EVENT_RESOURCES, gain->resources, (int32_t)p->resources, 0, 0);
}

/* ---- 6.3 Works end, levels rise, powers apply [INC-MAINT-3] ---- */

static void finish_structure(const struct inc_tables *t, struct inc_position *p, unsigned site, unsigned structure,
                             struct alea_events *sink) {
    if (!inc_is_settlement(p, site)) return; /* [INC-BUILD-9] */
    inc_set_copies(t, p, site, structure, inc_copies(t, p, site, structure) + 1);
    inc_tell(p, sink, 1u << INC_DEFENDERS, INCURSIO_EVENT_BUILT, (int32_t)site, (int32_t)structure, 0, 0);
}

/* True if there is a settlement now. [INC-FOUND-4] */
static bool finish_founding(const struct inc_tables *t, struct inc_position *p, unsigned site, struct alea_events *sink) {
    if (inc_is_settlement(p, site) || inc_is_ruin(p, site) || inc_here(p, INC_DEFENDERS, site) == 0) return false;
    p->level[site] = t->founding_level;
    for (uint32_t rest = t->founding; rest; rest &= rest - 1) inc_set_copies(t, p, site, inc_first(rest), 1);
    inc_tell(p, sink, 1u << INC_DEFENDERS, INCURSIO_EVENT_FOUNDED, (int32_t)site, 0, 0, 0);
    return true;
}

/* Every work is finished the day after its start; returns the sites founded. [INC-BUILD-8] */
static uint64_t finish_works(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    uint64_t founded = 0;
    for (unsigned c = 0; c < INC_CHARACTERS; c++) {
        unsigned work = p->work[c], site = p->work_site[c];
        p->work[c] = p->work_site[c] = ALEA_NONE;
        if (work == ALEA_NONE) continue;
        if (work != INC_WORK_FOUND) finish_structure(t, p, site, work, sink);
        else if (finish_founding(t, p, site, sink)) founded |= inc_bit(site);
    }
    return founded;
}

static bool rises(const struct inc_tables *t, const struct inc_position *p, unsigned site) { /* [INC-BUILD-20] */
    if (p->level[site] + 1 >= INC_LEVELS) return false;
    const struct inc_level *next = &t->level[p->level[site] + 1];
    for (uint32_t rest = next->needed; rest; rest &= rest - 1)
        if (inc_copies(t, p, site, inc_first(rest)) < next->needs[inc_first(rest)]) return false; /* [INC-BUILD-21] */
    return true;
}

/* By one level at most, a founding being one. [INC-BUILD-23] */
static void raise_levels(const struct inc_tables *t, struct inc_position *p, uint64_t founded, struct alea_events *sink) {
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        if (!inc_is_settlement(p, site) || inc_has(founded, site) || !rises(t, p, site)) continue;
        p->level[site]++;
        inc_tell(p, sink, 1u << INC_DEFENDERS, INCURSIO_EVENT_LEVEL, (int32_t)site, p->level[site], 0, 0);
    }
}

/* All steps that the indicator has reached. [INC-DEMON-6] */
static void take_powers(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    while (p->steps < t->n_upgrades && p->resources >= (uint32_t)t->upgrades[p->steps].resources) {
        inc_tell(p, sink, 1u << INC_RAIDERS, INCURSIO_EVENT_UPGRADE, p->steps, 0, 0, 0);
        p->steps++;
    }
}

void inc_maintenance_begins(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    earn(t, p, sink);
    harvest(t, p, sink);
    for (int side = 0; side < INC_SIDES; side++)
        for (unsigned c = 0; c < INC_CHARACTERS; c++) mission_ends(t, p, side, c, sink);
    raise_levels(t, p, finish_works(t, p, sink), sink);
    take_powers(t, p, sink);
}

/* ---- 6.4 and 6.5 Today's missions and works begin ---- */

/* `ordered`: copies that others are to start today. The checks are made in this order. */
alea_rule inc_why_not_build(const struct inc_tables *t, const struct inc_position *p, unsigned site, unsigned structure,
                            int ordered) {
    const struct inc_structure *kind = &t->structures[structure];
    if (!inc_is_settlement(p, site)) return INC_BUILD_1;
    if (p->level[site] < kind->level || kind->needs & ~p->has[site]) return INC_BUILD_4;
    int copies = inc_copies(t, p, site, structure) + inc_in_yard(p, site, structure) + ordered;
    if (copies >= kind->limit) return INC_BUILD_5;
    return p->treasury >= (uint32_t)kind->cost ? 0 : INC_BUILD_2;
}

/* Where own soldiers stand there is no ruin, so nothing secret is looked at. */
alea_rule inc_why_not_found(const struct inc_tables *t, const struct inc_position *p, unsigned site, int ordered) {
    bool empty = !inc_is_settlement(p, site) && inc_here(p, INC_DEFENDERS, site) >= t->founding_soldiers;
    if (!empty || inc_is_works(p, site) || ordered) return INC_FOUND_1;
    return p->treasury >= (uint32_t)t->founding_cost ? 0 : INC_FOUND_2;
}

static void rests(struct inc_position *p, int side, unsigned c, alea_rule why, struct alea_events *sink) {
    p->action[side][c] = INCURSIO_ACTION_REST;
    p->action_site[side][c] = p->action_what[side][c] = ALEA_NONE;
    inc_tell(p, sink, 1u << side, INCURSIO_EVENT_NOT_STARTED, (int32_t)c, why, 0, 0);
}

/* Pays and starts the work of a character, or says why it does not start. [INC-BUILD-7] */
static void start_work(const struct inc_tables *t, struct inc_position *p, unsigned c, struct alea_events *sink) {
    unsigned site = p->action_site[INC_DEFENDERS][c], what = p->action_what[INC_DEFENDERS][c];
    bool founds = p->action[INC_DEFENDERS][c] == INCURSIO_ACTION_FOUND;
    alea_rule why = founds ? inc_why_not_found(t, p, site, 0) : inc_why_not_build(t, p, site, what, 0);
    if (!(p->flags[INC_DEFENDERS][c] & INC_APPROVED)) why = INC_ROLE_8;
    if (why) {
        rests(p, INC_DEFENDERS, c, why, sink);
        return;
    }
    int32_t cost = founds ? t->founding_cost : t->structures[what].cost;
    p->treasury -= (uint32_t)cost;
    p->work[c] = founds ? INC_WORK_FOUND : (uint8_t)what;
    p->work_site[c] = (uint8_t)site;
    if (founds) inc_tell(p, sink, 1u << INC_DEFENDERS, INCURSIO_EVENT_STARTS_FOUND, (int32_t)c, (int32_t)site, cost, 0);
    else inc_tell(p, sink, 1u << INC_DEFENDERS, INCURSIO_EVENT_STARTS_BUILD, (int32_t)c, (int32_t)site, (int32_t)what, cost);
}

/* Those that the General has put in order come first, then the others as they were confirmed. */
static int turn_of(const struct inc_position *p, unsigned c) {
    return p->pay[c] ? p->pay[c] : INC_CHARACTERS + p->rank[INC_DEFENDERS][c];
}

static void start_works(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    for (int turn = 1; turn <= 2 * INC_CHARACTERS; turn++)
        for (unsigned c = 0; c < (unsigned)t->characters; c++) {
            unsigned action = p->action[INC_DEFENDERS][c];
            bool works = action == INCURSIO_ACTION_BUILD || action == INCURSIO_ACTION_FOUND;
            if (works && turn_of(p, c) == turn) start_work(t, p, c, sink);
        }
}

static void start_mission(struct inc_position *p, int side, unsigned c, struct alea_events *sink) { /* [INC-MISSION-1] */
    p->mission[side][c] = p->action_what[side][c];
    p->mission_site[side][c] = p->action_site[side][c];
    inc_tell(p, sink, 1u << side, INCURSIO_EVENT_STARTS_MISSION, (int32_t)c, p->mission[side][c], 0, 0);
}

/* After the closing: what is left of orders is confirmed, but for suggestions without an answer. [INC-ROLE-6] */
void inc_orders_start(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    for (int side = 0; side < INC_SIDES; side++)
        for (unsigned c = 0; c < (unsigned)t->characters; c++) {
            if (p->action[side][c] == INCURSIO_ACTION_MISSION) start_mission(p, side, c, sink);
            else if (p->flags[side][c] == INC_ASSIGNED) rests(p, side, c, INC_ROLE_6, sink);
        }
    start_works(t, p, sink);
    inc_free_begin(t, p, sink);
}
