/* SPDX-License-Identifier: MIT */
/* opening.c - the sealed opening: what chance adds to the settlements and to the purse, for the Defenders alone to know.
 * [INC-TABLE-20] */
#include "incursio_internal.h"

/* Structures whose requirements the settlement meets; what they cost is not asked. */
static uint64_t fitting(const struct inc_tables *t, const struct inc_position *p, unsigned site) {
    uint64_t set = 0;
    for (unsigned structure = 0; inc_is_settlement(p, site) && structure < (unsigned)t->n_structures; structure++) {
        const struct inc_structure *kind = &t->structures[structure];
        bool fits = kind->level <= p->level[site] && !(kind->needs & ~p->has[site]);
        if (fits && inc_copies(t, p, site, structure) < kind->limit) set |= inc_bit(structure);
    }
    return set;
}

/* ---- A further structure, or none, each as likely ---- */

static int structure_outcomes(const struct inc_tables *t, const struct inc_position *p, struct alea_outcome out[]) {
    int n = inc_list_draws(fitting(t, p, p->subject), INCURSIO_VERB_ENDOW, out);
    out[n] = (struct alea_outcome){.move = alea_move_make(INCURSIO_VERB_BARE, 0), .weight = 1};
    return n + 1;
}

static alea_move structure_roll(const struct inc_tables *t, const struct inc_position *p, struct alea_random *random) {
    uint64_t set = fitting(t, p, p->subject);
    bool none = alea_random_below(random, (uint32_t)inc_count(set) + 1) == 0;
    return none ? alea_move_make(INCURSIO_VERB_BARE, 0) : inc_draw(set, INCURSIO_VERB_ENDOW, random);
}

static alea_rule structure_why_not(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned arg) {
    if (verb == INCURSIO_VERB_BARE) return arg ? INC_TABLE_20 : 0;
    return verb == INCURSIO_VERB_ENDOW && inc_is_one(fitting(t, p, p->subject), arg) ? 0 : INC_TABLE_20;
}

/* The next settlement that has room for something; else the purse, or the window of day 0. */
static void go_on(const struct inc_tables *t, struct inc_position *p, unsigned site, struct alea_events *sink) {
    while (site < (unsigned)t->n_sites && (!t->opening_structures || !fitting(t, p, site))) site++;
    p->who = INC_DEFENDERS;
    p->subject = site < (unsigned)t->n_sites ? (uint8_t)site : 0;
    p->left = site < (unsigned)t->n_sites ? t->opening_structures : 0;
    if (p->left) {
        p->step = INCURSIO_STEP_OPENING;
    } else if (p->step != INCURSIO_STEP_PURSE && t->opening_money) {
        p->step = INCURSIO_STEP_PURSE;
        p->left = 1;
    } else {
        inc_window_open(t, p, INCURSIO_STEP_SETUP, ALEA_NONE, sink);
    }
}

void inc_opening_begins(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    go_on(t, p, 0, sink);
}

static void structure_apply(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg,
                            struct alea_events *sink) {
    unsigned site = p->subject;
    if (verb == INCURSIO_VERB_ENDOW) {
        inc_set_copies(t, p, site, arg, inc_copies(t, p, site, arg) + 1);
        inc_tell(p, sink, 1u << INC_DEFENDERS, INCURSIO_EVENT_ENDOWED, (int32_t)site, (int32_t)arg, 0, 0);
    }
    if (verb == INCURSIO_VERB_ENDOW && --p->left && fitting(t, p, site)) return;
    go_on(t, p, site + 1, sink);
}

const struct inc_chance inc_chance_opening = {structure_outcomes, structure_roll, structure_why_not, structure_apply};

/* ---- The purse: in steps, each sum as likely ---- */

enum { STEP = 50 };

static alea_move purse_of(int steps) { return alea_move_make(INCURSIO_VERB_PURSE, (unsigned)(steps * STEP)); }

static int purse_outcomes(const struct inc_tables *t, const struct inc_position *p, struct alea_outcome out[]) {
    int n = 0;
    (void)p;
    for (; n <= t->opening_money / STEP; n++) out[n] = (struct alea_outcome){.move = purse_of(n), .weight = 1};
    return n;
}

static alea_move purse_roll(const struct inc_tables *t, const struct inc_position *p, struct alea_random *random) {
    (void)p;
    return purse_of((int)alea_random_below(random, (uint32_t)(t->opening_money / STEP + 1)));
}

static alea_rule purse_why_not(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned arg) {
    (void)p;
    return verb == INCURSIO_VERB_PURSE && arg % STEP == 0 && arg <= (unsigned)t->opening_money ? 0 : INC_TABLE_20;
}

static void purse_apply(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg,
                        struct alea_events *sink) {
    (void)verb;
    p->treasury += arg;
    if (arg) inc_tell(p, sink, 1u << INC_DEFENDERS, INCURSIO_EVENT_PURSE_FILLED, (int32_t)arg, (int32_t)p->treasury, 0, 0);
    go_on(t, p, (unsigned)t->n_sites, sink);
}

const struct inc_chance inc_chance_purse = {purse_outcomes, purse_roll, purse_why_not, purse_apply};
