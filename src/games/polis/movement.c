/* SPDX-License-Identifier: MIT */
/* movement.c - move hoplites and galleys. [POL-MOVH, POL-MOVG]
 * Ways are found by flooding masks of regions, a few steps each. */
#include "polis_internal.h"

/* Regions beside `from` or beside any of `open` to which there is a way from it through regions of `open`. */
static uint32_t flood(const uint32_t ways[], uint32_t from, uint32_t open) {
    uint32_t seen = from, border = from, beside = 0;
    while (border) {
        uint32_t next = ways[polis_first(border)];
        beside |= next;
        next &= open & ~seen;
        seen |= next;
        border = (border & (border - 1)) | next;
    }
    return beside;
}

static uint32_t neighbours(const uint32_t ways[], uint32_t set) {
    uint32_t next = 0;
    for (; set; set &= set - 1) next |= ways[polis_first(set)];
    return next;
}

/* What a side may pass through: nothing that the opponent controls. [POL-MOVH-4, POL-MOVH-6, POL-MOVG-4] */
static uint32_t passable(const struct polis_position *p) { return ~polis_controlled(p, polis_other(p->active)); }

/* ---- Both kinds ---- */

static uint32_t theatre(const struct polis_tables *t, bool galleys) { return galleys ? t->seas : t->lands; }

/* Regions to which there is a way from one of these, or to one of them: ways lead back as well. A hoplite goes over land alone or
 * over sea alone. The regions themselves are among them if one neighbour may be passed through. */
static uint32_t reach(const struct polis_tables *t, uint32_t open, bool galleys, uint32_t from) {
    if (galleys) return flood(t->galley_ways, from, open & t->seas) & t->seas; /* [POL-MOVG-5] */
    uint32_t by_land = flood(t->hoplite_ways, from, open & t->lands);          /* [POL-MOVH-3] */
    uint32_t by_sea = flood(t->hoplite_ways, from, open & t->seas);
    return (by_land | by_sea) & t->lands; /* [POL-MOVH-1, POL-MOVH-5] */
}

/* As if hoplites could change between land and sea. */
static uint32_t mixed_reach(const struct polis_tables *t, uint32_t open, uint32_t from) {
    return flood(t->hoplite_ways, from, open) & t->lands;
}

static uint32_t camps(const struct polis_tables *t, const struct polis_position *p, bool galleys) {
    return polis_camps(p, p->active, 1) & theatre(t, galleys);
}

static uint32_t roomy(const struct polis_tables *t, const struct polis_position *p, bool galleys) {
    return polis_roomy(t, p, p->active) & theatre(t, galleys); /* [POL-MOVH-7, POL-MOVG-7] */
}

/* Where units stand that can come to a region. */
static uint32_t origins(const struct polis_tables *t, const struct polis_position *p, bool galleys, unsigned to) {
    return reach(t, passable(p), galleys, polis_bit(to)) & camps(t, p, galleys) & ~polis_bit(to);
}

static uint32_t destinations(const struct polis_tables *t, const struct polis_position *p, bool galleys) {
    uint32_t from = camps(t, p, galleys), set = reach(t, passable(p), galleys, from) & roomy(t, p, galleys);
    for (uint32_t rest = set & from; rest; rest &= rest - 1)
        if (!origins(t, p, galleys, polis_first(rest))) set &= ~polis_bit(polis_first(rest)); /* nobody moves on the spot */
    return set;
}

/* ---- Refusals, in their order ---- */

enum { NO_PRESTIGE, WRONG_THEATRE, NO_UNIT, MIXED_WAY, BLOCKED, FULL, REFUSALS };
static const alea_rule refusal[2][REFUSALS] = {
    {POL_MIL_2, POL_MOVH_1, POL_MOVH_2, POL_MOVH_3, POL_MOVH_4, POL_STACK_1},
    {POL_MIL_2, POL_MOVG_1, POL_MOVG_2, POL_MOVG_4, POL_MOVG_4, POL_STACK_1},
};

static alea_rule named(bool galleys, int passed) { return passed == REFUSALS ? 0 : refusal[galleys][passed]; }

/* From one region, or from any (ALEA_NONE), to `to`. */
static int passes(const struct polis_tables *t, const struct polis_position *p, bool galleys, unsigned from, unsigned to) {
    if (!polis_has(theatre(t, galleys), to)) return WRONG_THEATRE;
    uint32_t units = camps(t, p, galleys) & ~polis_bit(to);
    if (from != ALEA_NONE) units &= from < 32 ? polis_bit(from) : 0;
    if (!units) return NO_UNIT;
    if (!(units & origins(t, p, galleys, to))) {
        bool mixed = !galleys && units & mixed_reach(t, passable(p), polis_bit(to));
        return mixed ? MIXED_WAY : BLOCKED;
    }
    return polis_room(t, p, p->active, to) ? REFUSALS : FULL;
}

/* Nearly always there is room in a region beside. */
static bool can_move(const struct polis_tables *t, const struct polis_position *p, bool galleys) {
    if (p->prestige[p->active] < t->military_prestige) return false; /* [POL-MIL-1, POL-MIL-2] */
    uint32_t from = camps(t, p, galleys);
    uint32_t beside = neighbours(galleys ? t->galley_ways : t->hoplite_ways, from) & ~from;
    return beside & roomy(t, p, galleys) || destinations(t, p, galleys);
}

static alea_rule why_move(const struct polis_tables *t, const struct polis_position *p, bool galleys) {
    if (p->prestige[p->active] < t->military_prestige) return POL_MIL_2;
    int furthest = NO_PRESTIGE;
    for (unsigned to = 0; to < POLIS_REGIONS_MAX; to++)
        furthest = polis_most(furthest, passes(t, p, galleys, ALEA_NONE, to));
    return named(galleys, furthest);
}

bool polis_can_move_hoplites(const struct polis_tables *t, const struct polis_position *p) { return can_move(t, p, false); }
bool polis_can_move_galleys(const struct polis_tables *t, const struct polis_position *p) { return can_move(t, p, true); }
alea_rule polis_why_move_hoplites(const struct polis_tables *t, const struct polis_position *p) {
    return why_move(t, p, false);
}
alea_rule polis_why_move_galleys(const struct polis_tables *t, const struct polis_position *p) {
    return why_move(t, p, true);
}

static bool is_galleys(const struct polis_position *p) { return p->action == POLIS_MOVE_GALLEYS; }

int polis_who_can_come(const struct polis_tables *t, const struct polis_position *p, unsigned to) {
    int units = 0;
    for (uint32_t rest = origins(t, p, is_galleys(p), to); rest; rest &= rest - 1)
        units += p->units[p->active][polis_first(rest)];
    return polis_least(units, polis_room(t, p, p->active, to));
}

/* ---- To which region ---- */

static int list_to(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    return polis_list(out, 0, POLIS_VERB_TO_REGION, destinations(t, p, is_galleys(p)));
}

static alea_rule why_not_to(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    (void)verb;
    return named(is_galleys(p), passes(t, p, is_galleys(p), ALEA_NONE, arg));
}

static void apply_to(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                     struct alea_events *sink) {
    (void)verb, (void)sink;
    p->what = (uint8_t)arg;
    polis_gain_prestige(t, p, p->active, -t->military_prestige); /* [POL-MIL-1] */
    polis_to(p, is_galleys(p) ? POLIS_STEP_MOVE_GALLEYS : POLIS_STEP_MOVE_HOPLITES, p->active);
}

const struct polis_handler polis_step_move_to = {list_to, why_not_to, apply_to};

/* ---- One unit after another ---- */

static int list_from(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    bool room = polis_room(t, p, p->active, p->what);
    int n = polis_list(out, 0, POLIS_VERB_FROM_REGION, room ? origins(t, p, is_galleys(p), p->what) : 0);
    return p->made ? polis_list_one(out, n, POLIS_VERB_DONE) : n;
}

static alea_rule why_not_from(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    if (verb == POLIS_VERB_DONE) return p->made ? 0 : is_galleys(p) ? POL_MOVG_8 : POL_MOVH_9;
    return named(is_galleys(p), passes(t, p, is_galleys(p), arg < POLIS_REGIONS_MAX ? arg : POLIS_REGIONS_MAX, p->what));
}

static void apply_from(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    int side = p->active;
    if (verb == POLIS_VERB_DONE) {
        polis_action_over(t, p, sink);
        return;
    }
    p->units[side][arg]--;
    p->units[side][p->what]++;
    p->made = (uint8_t)polis_least(p->made + 1, UINT8_MAX);
    alea_emit(sink, ALEA_EVERYBODY, is_galleys(p) ? POLIS_EVENT_GALLEY_MOVED : POLIS_EVENT_HOPLITE_MOVED, side, (int32_t)arg,
              p->what, 0);
    polis_break_sieges(t, p, POLIS_BREAK_AT_ONCE, sink);
}

const struct polis_handler polis_step_move_hoplites = {list_from, why_not_from, apply_from};
const struct polis_handler polis_step_move_galleys = {list_from, why_not_from, apply_from};
