/* SPDX-License-Identifier: MIT */
/* project.c - start a project: a tile, a polis, and for each good of the cost how much of it silver replaces. [POL-PROJ] */
#include "polis_internal.h"

/* Silver that the tile costs at least, given what has been replaced of its first `settled` goods. [POL-PROJ-4] */
static int silver_at_least(const struct polis_tables *t, const struct polis_position *p, unsigned tile, unsigned settled) {
    const struct polis_project *project = &t->project_at[tile];
    int silver = project->cost[POLIS_SILVER];
    for (unsigned good = 0; good < POLIS_GOODS; good++)
        silver += good < settled ? p->replaced[good] : polis_most(0, project->cost[good] - p->resource[p->active][good]);
    return silver;
}

static int spare_silver(const struct polis_tables *t, const struct polis_position *p, unsigned tile, unsigned settled) {
    return p->resource[p->active][POLIS_SILVER] - silver_at_least(t, p, tile, settled);
}

uint32_t polis_busy_poleis(const struct polis_position *p) {
    uint32_t set = 0;
    for (uint32_t rest = polis_projects(p, POLIS_PLACE_OF_PROJECT_PROGRESS); rest; rest &= rest - 1)
        set |= polis_bit(p->project_at[polis_first(rest)]);
    return set;
}

/* Own poleis that take the tile, busy ones too. [POL-PROJ-2] */
static uint32_t homes(const struct polis_tables *t, const struct polis_position *p, unsigned tile) {
    return p->own[p->active] & t->project_at[tile].homes;
}

enum { NOT_SHOWN, NO_HOME, BUSY, GOODS, SILVER, REFUSALS };
static const alea_rule refusal[REFUSALS] = {POL_PROJ_1, POL_PROJ_2, POL_PROJ_3, POL_PROJ_4, POL_PROJ_5};

static int passes(const struct polis_tables *t, const struct polis_position *p, unsigned tile, uint32_t busy) {
    if (tile >= POLIS_PROJECT_COUNT || p->project[tile] != POLIS_PLACE_OF_PROJECT_DISPLAY) return NOT_SHOWN;
    uint32_t home = homes(t, p, tile);
    if (!home) return NO_HOME;
    if (!(home & ~busy)) return BUSY; /* [POL-PROJ-3] */
    if (spare_silver(t, p, tile, 0) >= 0) return REFUSALS;
    int silver = p->resource[p->active][POLIS_SILVER], asked = t->project_at[tile].cost[POLIS_SILVER];
    bool goods_payable = silver_at_least(t, p, tile, 0) - asked <= silver;
    return goods_payable && silver < asked ? SILVER : GOODS;
}

static uint32_t tiles(const struct polis_tables *t, const struct polis_position *p) {
    uint32_t set = 0, busy = polis_busy_poleis(p);
    for (uint32_t rest = polis_projects(p, POLIS_PLACE_OF_PROJECT_DISPLAY); rest; rest &= rest - 1)
        if (passes(t, p, polis_first(rest), busy) == REFUSALS) set |= polis_bit(polis_first(rest));
    return set;
}

bool polis_can_project(const struct polis_tables *t, const struct polis_position *p) {
    uint32_t busy = polis_busy_poleis(p);
    for (uint32_t rest = polis_projects(p, POLIS_PLACE_OF_PROJECT_DISPLAY); rest; rest &= rest - 1)
        if (passes(t, p, polis_first(rest), busy) == REFUSALS) return true;
    return false;
}

/* Of the tiles on display the refusal of the one that comes furthest. */
alea_rule polis_why_project(const struct polis_tables *t, const struct polis_position *p) {
    int furthest = NOT_SHOWN;
    uint32_t busy = polis_busy_poleis(p);
    for (unsigned tile = 0; tile < POLIS_PROJECT_COUNT; tile++) furthest = polis_most(furthest, passes(t, p, tile, busy));
    return furthest == REFUSALS ? 0 : refusal[furthest];
}

/* ---- Which tile ---- */

static int list_tile(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    return polis_list(out, 0, POLIS_VERB_TILE, tiles(t, p));
}

static alea_rule why_not_tile(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    (void)verb;
    int passed = passes(t, p, arg, polis_busy_poleis(p));
    return passed == REFUSALS ? 0 : refusal[passed];
}

static void apply_tile(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    (void)t, (void)verb, (void)sink;
    p->what = (uint8_t)arg;
    polis_to(p, POLIS_STEP_TILE_IN, p->active);
}

const struct polis_handler polis_step_tile = {list_tile, why_not_tile, apply_tile};

/* ---- Where, and how it is paid ---- */

/* Of a good that was not asked yet: what is missing has to be replaced. [POL-PROJ-4] */
static int missing(const struct polis_tables *t, const struct polis_position *p, unsigned good) {
    return polis_most(0, t->project_at[p->what].cost[good] - p->resource[p->active][good]);
}

void polis_payment(const struct polis_tables *t, const struct polis_position *p, int replaced,
                   uint8_t out[POLIS_RESOURCE_COUNT]) {
    memcpy(out, t->project_at[p->what].cost, POLIS_RESOURCE_COUNT);
    for (unsigned good = 0; good < POLIS_GOODS; good++) {
        const int silver = good < p->made ? p->replaced[good] : good > p->made ? missing(t, p, good) : replaced;
        out[good] = (uint8_t)(out[good] - silver);
        out[POLIS_SILVER] = (uint8_t)(out[POLIS_SILVER] + silver); /* one for one [POL-PROJ-4] */
    }
}

/* All goods were asked. */
static void pay(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    const int side = p->active;
    uint8_t paid[POLIS_RESOURCE_COUNT];
    polis_payment(t, p, 0, paid);
    for (unsigned resource = 0; resource < POLIS_RESOURCE_COUNT; resource++)
        polis_gain_resource(t, p, side, resource, -paid[resource]);
    memset(p->replaced, 0, sizeof p->replaced);
    p->project[p->what] = POLIS_PLACE_OF_PROJECT_PROGRESS; /* [POL-PROJ-6] */
    p->project_at[p->what] = p->where;
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_PROJECT_STARTED, side, p->what, p->where, 0);
    polis_action_over(t, p, sink);
}

/* To the next good that the tile costs; `made` is the good that is asked. */
static void ask_from(const struct polis_tables *t, struct polis_position *p, unsigned good, struct alea_events *sink) {
    while (good < POLIS_GOODS && !t->project_at[p->what].cost[good]) good++;
    p->made = (uint8_t)good;
    if (good < POLIS_GOODS) polis_to(p, POLIS_STEP_SILVER_FOR, p->active);
    else pay(t, p, sink);
}

static int list_in(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    return polis_list(out, 0, POLIS_VERB_IN_POLIS, homes(t, p, p->what) & ~polis_busy_poleis(p));
}

static alea_rule why_not_in(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    (void)verb;
    if (!polis_has(homes(t, p, p->what), arg)) return POL_PROJ_2;
    return polis_has(polis_busy_poleis(p), arg) ? POL_PROJ_3 : 0;
}

static void apply_in(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                     struct alea_events *sink) {
    (void)verb;
    p->where = (uint8_t)arg;
    ask_from(t, p, 0, sink);
}

const struct polis_handler polis_step_tile_in = {list_in, why_not_in, apply_in};

static int fewest(const struct polis_tables *t, const struct polis_position *p) { return missing(t, p, p->made); }

/* What is missing must be replaced; more may be, as far as the silver goes. [POL-PROJ-4] */
static int greatest(const struct polis_tables *t, const struct polis_position *p) {
    int spare = spare_silver(t, p, p->what, p->made);
    return polis_least(t->project_at[p->what].cost[p->made], fewest(t, p) + spare);
}

static int list_silver(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    return polis_list_range(out, 0, POLIS_VERB_SILVER_FOR, fewest(t, p), greatest(t, p));
}

static alea_rule why_not_silver(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    (void)verb;
    return (int)arg >= fewest(t, p) && (int)arg <= greatest(t, p) ? 0 : POL_PROJ_4;
}

static void apply_silver(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                         struct alea_events *sink) {
    (void)verb;
    p->replaced[p->made] = (uint8_t)arg;
    ask_from(t, p, p->made + 1u, sink);
}

const struct polis_handler polis_step_silver_for = {list_silver, why_not_silver, apply_silver};
