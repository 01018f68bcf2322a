/* SPDX-License-Identifier: MIT */
/* garrison.c - who may stand in a garrison, and the orders that put units into a new order: the opening arrangement, the
 * reordering of a garrison, the arranging of camps. [INC-GARR, INC-GEN-9, INC-PROD-9] */
#include "incursio_internal.h"

enum { ALL_TYPES = (1 << INC_TYPES) - 1 };

/* ---- Places ---- */

/* A type that some structure allows enters only where such a structure is active. [INC-GARR-4] */
bool inc_garrison_allows(const struct inc_tables *t, const struct inc_position *p, unsigned site, unsigned type) {
    unsigned barred = 0, allowed = 0;
    for (int structure = 0; structure < t->n_structures; structure++) {
        barred |= t->structures[structure].allows;
        if (p->has[site] >> structure & 1) allowed |= t->structures[structure].allows;
    }
    return !((barred & ~allowed) >> type & 1);
}

/* Places open to at least one type of the set: the level's, and those that structures add. [INC-GARR-1, INC-GARR-5] */
static int places(const struct inc_tables *t, const struct inc_position *p, unsigned site, unsigned types) {
    int n = t->level[p->level[site]].garrison;
    for (uint32_t rest = p->has[site]; rest; rest &= rest - 1) {
        unsigned structure = inc_first(rest);
        if (t->structures[structure].slot_types & types)
            n += t->structures[structure].slots * inc_copies(t, p, site, structure);
    }
    return n;
}

static int units_of(const int count[INC_TYPES], unsigned types) {
    int n = 0;
    for (unsigned type = 0; type < INC_TYPES; type++)
        if (types >> type & 1) n += count[type];
    return n;
}

bool inc_garrison_fits(const struct inc_tables *t, const struct inc_position *p, unsigned site, const int count[INC_TYPES]) {
    for (unsigned type = 0; type < INC_TYPES; type++)
        if (count[type] && !inc_garrison_allows(t, p, site, type)) return false;
    for (unsigned types = 1; types <= ALL_TYPES; types++)
        if (units_of(count, types) > places(t, p, site, types)) return false; /* [INC-GARR-6] */
    return true;
}

/* The garrison of `count`, of which one of that type came last. */
static alea_rule why_not_fit(const struct inc_tables *t, const struct inc_position *p, unsigned site,
                             const int count[INC_TYPES], unsigned type) {
    if (!inc_garrison_allows(t, p, site, type)) return INC_GARR_4;
    if (units_of(count, ALL_TYPES) > places(t, p, site, ALL_TYPES)) return INC_GARR_1;
    return inc_garrison_fits(t, p, site, count) ? 0 : INC_GARR_6;
}

alea_rule inc_why_not_enter(const struct inc_tables *t, const struct inc_position *p, unsigned site, unsigned type) {
    if (!inc_is_settlement(p, site)) return INC_MOVE_4;
    int count[INC_TYPES] = {0};
    const inc_unit *garrison = inc_units_at(p, INC_DEFENDERS, site);
    for (int i = 0; i < p->garrison[site]; i++) count[inc_type(garrison[i])]++;
    count[type]++;
    return why_not_fit(t, p, site, count, type);
}

/* ---- A new order: one unit after another ---- */

static bool is_setup(const struct inc_position *p) { return p->step == INCURSIO_STEP_SETUP; }

/* On day 0 all units of the site are arranged as one list, in step 9 those of the camp. */
static int length(const struct inc_position *p, int side, unsigned site) {
    return p->camp[side][site] + (is_setup(p) ? inc_garrison(p, side, site) : 0);
}

static bool has_garrison(const struct inc_position *p, int side, unsigned site) {
    return side == INC_DEFENDERS && inc_is_settlement(p, site);
}

/* The first g of the site's units are its garrison, the others its camp. */
static void divide(struct inc_position *p, unsigned site, int g) {
    int n = p->garrison[site] + p->camp[INC_DEFENDERS][site];
    p->garrison[site] = (uint8_t)g;
    p->camp[INC_DEFENDERS][site] = (uint16_t)(n - g);
}

alea_rule inc_why_not_arrange(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned site) {
    int side = inc_side_of(seat);
    if (site >= (unsigned)t->n_sites || !inc_n_units(p, side, site)) return INC_GEN_7;
    if (!is_setup(p)) /* [INC-PROD-9, INC-ROLE-4] */
        return !inc_commands(t, p, seat, site) ? INC_ROLE_4 : length(p, side, site) < 2 ? INC_PROD_9 : 0;
    if (!inc_is_general(t, p, seat)) return INC_ROLE_3;
    return length(p, side, site) > 1 || has_garrison(p, side, site) ? 0 : INC_GEN_9;
}

/* The order is complete when one unit is left. */
static void go_on_arranging(const struct inc_tables *t, struct inc_position *p, int seat) {
    int side = inc_side_of(seat);
    unsigned site = p->site_of[seat];
    if (p->made_of[seat] + 1 < length(p, side, site)) inc_to_stage(p, seat, INCURSIO_STAGE_ARRANGE);
    else if (is_setup(p) && has_garrison(p, side, site)) inc_to_stage(p, seat, INCURSIO_STAGE_SPLIT);
    else inc_to_base(t, p, seat);
}

void inc_arrange_begins(const struct inc_tables *t, struct inc_position *p, int seat, unsigned site) {
    if (is_setup(p) && inc_side_of(seat) == INC_DEFENDERS) divide(p, site, 0);
    p->site_of[seat] = (uint8_t)site;
    p->made_of[seat] = 0;
    go_on_arranging(t, p, seat);
}

static int arrange_legal(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]) {
    (void)t;
    int n = length(p, inc_side_of(seat), p->site_of[seat]);
    return inc_list_range(out, 0, INCURSIO_VERB_PICK, p->made_of[seat] + 1, n);
}

static alea_rule arrange_why_not(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb,
                                 unsigned arg) {
    (void)t;
    if (verb != INCURSIO_VERB_PICK) return INC_TURN_1;
    bool left = arg > p->made_of[seat] && arg <= (unsigned)length(p, inc_side_of(seat), p->site_of[seat]);
    return left ? 0 : is_setup(p) ? INC_GEN_9 : INC_PROD_9;
}

static void arrange_apply(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned arg,
                          struct alea_events *sink) {
    (void)verb, (void)sink;
    int side = inc_side_of(seat);
    unsigned site = p->site_of[seat];
    if (is_setup(p) && side == INC_DEFENDERS) divide(p, site, 0);
    inc_shift(p, side, site, false, (int)arg - 1, p->made_of[seat]);
    p->made_of[seat]++;
    go_on_arranging(t, p, seat);
}

const struct inc_stage inc_stage_arrange = {arrange_legal, arrange_why_not, arrange_apply};

/* ---- How many of them are the garrison ---- */

/* The first g units there, and the rule that keeps the next one out. */
static int most_in_garrison(const struct inc_tables *t, const struct inc_position *p, unsigned site, alea_rule *why) {
    int count[INC_TYPES] = {0}, n = length(p, INC_DEFENDERS, site);
    const inc_unit *units = inc_units_at(p, INC_DEFENDERS, site);
    *why = INC_GARR_1;
    for (int g = 0; g < n; g++) {
        unsigned type = inc_type(units[g]);
        count[type]++;
        alea_rule rule = why_not_fit(t, p, site, count, type);
        if (rule) {
            *why = rule;
            return g;
        }
    }
    return n;
}

static int split_legal(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]) {
    alea_rule why;
    return inc_list_range(out, 0, INCURSIO_VERB_SPLIT, 0, most_in_garrison(t, p, p->site_of[seat], &why));
}

static alea_rule split_why_not(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb,
                               unsigned arg) {
    if (verb != INCURSIO_VERB_SPLIT) return INC_TURN_1;
    alea_rule why;
    return arg <= (unsigned)most_in_garrison(t, p, p->site_of[seat], &why) ? 0 : why;
}

static void split_apply(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned arg,
                        struct alea_events *sink) {
    (void)verb, (void)sink;
    divide(p, p->site_of[seat], (int)arg);
    inc_to_base(t, p, seat);
}

const struct inc_stage inc_stage_split = {split_legal, split_why_not, split_apply};

/* A window that closes meanwhile leaves the order as it stands; the garrison is as strong as it lawfully can be. */
void inc_arrange_default(const struct inc_tables *t, struct inc_position *p, int seat) {
    unsigned stage = p->stage_of[seat], site = p->site_of[seat];
    if (stage != INCURSIO_STAGE_ARRANGE && stage != INCURSIO_STAGE_SPLIT) return;
    if (!is_setup(p) || !has_garrison(p, inc_side_of(seat), site)) return;
    alea_rule why;
    divide(p, site, most_in_garrison(t, p, site, &why));
}

/* ---- Reordering [INC-INIT-5, INC-GARR-8, INC-GARR-9] ---- */

alea_rule inc_why_not_reorder(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned site) {
    int side = inc_side_of(seat);
    if (side != INC_DEFENDERS) return INC_GARR_10;
    if (p->step != INCURSIO_STEP_MOVE || p->first != side) return INC_INIT_5;
    if (!inc_is_general(t, p, seat)) return INC_ROLE_3;
    if (site >= (unsigned)t->n_sites || p->garrison[site] < 2) return INC_GARR_8;
    if (inc_has(p->reordered, site)) return INC_GARR_9;
    const inc_unit *garrison = inc_units_at(p, side, site);
    for (int i = 0; i < p->garrison[site]; i++)
        if (inc_state_of(garrison[i]) != INC_IDLE) return INC_GARR_9;
    return 0;
}

/* It takes the movement of all of them, whatever becomes of the order: nobody leaves in the meantime. */
void inc_reorder_begins(struct inc_position *p, int seat, unsigned site) {
    inc_unit *garrison = inc_units(p, INC_DEFENDERS, site);
    for (int i = 0; i < p->garrison[site]; i++) garrison[i] = inc_with_state(garrison[i], INC_MOVED);
    p->reordered |= inc_bit(site);
    p->site_of[seat] = (uint8_t)site;
    p->made_of[seat] = 0;
    inc_to_stage(p, seat, INCURSIO_STAGE_REORDER);
}

static int reorder_legal(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]) {
    (void)t;
    return inc_list_range(out, 0, INCURSIO_VERB_PICK, p->made_of[seat] + 1, p->garrison[p->site_of[seat]]);
}

static alea_rule reorder_why_not(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb,
                                 unsigned arg) {
    (void)t;
    if (verb != INCURSIO_VERB_PICK) return INC_TURN_1;
    return arg > p->made_of[seat] && arg <= p->garrison[p->site_of[seat]] ? 0 : INC_GARR_8;
}

static void reorder_apply(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned arg,
                          struct alea_events *sink) {
    (void)verb, (void)sink;
    unsigned site = p->site_of[seat];
    inc_shift(p, INC_DEFENDERS, site, true, (int)arg - 1, p->made_of[seat]);
    p->made_of[seat]++;
    if (p->made_of[seat] + 1 >= p->garrison[site]) inc_to_base(t, p, seat);
}

const struct inc_stage inc_stage_reorder = {reorder_legal, reorder_why_not, reorder_apply};
