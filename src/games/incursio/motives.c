/* SPDX-License-Identifier: MIT */
/* motives.c - what speaks for and against a General's orders, from what the faction map was and is: how many attack how many, where units
 * stand beside the enemy, and where fewer are left than could come.
 *
 * All from the side's own things and from what it knows of the other one, as sense.c makes it out; weights are in the unit of heuristic.c,
 * where taking a place is worth what sense.c says. */
#include <string.h>

#include "sense.h"

enum { STRONGEST = 1 /* temper */ };

struct telling {
    const struct inc_tables *t;
    const struct inc_position *was, *is;
    struct inc_sense before, after;
    int side, n;
    struct alea_motive *out;
};

/* A site, units of ours, and another site with some of the enemy's. */
static void tell(struct telling *told, int label, double weight, unsigned site, int ours, unsigned other, int theirs) {
    if (told->n == ALEA_MAX_MOTIVES) return;
    told->out[told->n++] =
        (struct alea_motive){.label = label,
                             .set = {INCURSIO_SET_SITE, ALEA_SET_NUMBER, INCURSIO_SET_SITE, ALEA_SET_NUMBER},
                             .arg = {(int32_t)site, ours, (int32_t)other, theirs},
                             .weight = weight};
}

static int rounded(double strength) { return strength < 1 ? 1 : (int)(strength + 0.5); }

/* [INC-ASSAULT-9] */
static void look_at_attack(struct telling *told) {
    const struct inc_position *is = told->is;
    if (is->battle == ALEA_NONE || told->was->battle != ALEA_NONE || is->side != told->side || is->ambush) return;
    double odds = inc_sense_odds(&told->before, is->battle, is->attackers);
    tell(told, INCURSIO_LABEL_MOTIVE_ATTACK, told->before.worth[is->battle] * (odds > 2 ? 2 : odds), is->battle,
         is->attackers, is->battle, rounded(told->before.foes[is->battle]));
}

/* The strongest of the enemy's camps and settlements one march away; ALEA_NONE. */
static unsigned beside(const struct telling *told, const struct inc_sense *sense, unsigned site) {
    unsigned worst = ALEA_NONE;
    for (uint64_t rest = inc_ways(told->t, told->side, site) & sense->targets; rest; rest &= rest - 1) {
        unsigned other = inc_first(rest);
        if (worst == ALEA_NONE || sense->foes[other] > sense->foes[worst]) worst = other;
    }
    return worst;
}

/* [INC-MOVE-3] */
static void look_at_place(struct telling *told, unsigned site) {
    int had = told->before.here[site], have = told->after.here[site];
    unsigned other = beside(told, &told->after, site);
    if (had == have || other == ALEA_NONE) return;
    double foes = told->after.foes[other];
    if (have > had) {
        double odds = inc_sense_odds(&told->after, other, have);
        tell(told, INCURSIO_LABEL_MOTIVE_GATHERS, told->after.worth[other] * (odds > 1 ? 1 : odds), site, have, other,
             rounded(foes));
    } else if (have < foes) {
        double settled = told->side == INC_DEFENDERS ? told->is->level[site] : inc_is_ruin(told->is, site);
        tell(told, INCURSIO_LABEL_MOTIVE_EXPOSES, -(0.5 + settled) * (1 - have / foes), site, have, other, rounded(foes));
    }
}

int inc_motives(const void *tables, const void *before, const void *after, int seat, struct alea_motive out[]) {
    struct telling told = {.t = tables, .was = before, .is = after, .side = inc_side_of(seat), .out = out};
    struct inc_temper temper;
    if (memcmp(before, after, sizeof *told.was) == 0) return 0;
    inc_temper_of(told.t, told.side, STRONGEST, &temper);
    inc_sense_make(told.t, told.was, told.side, &temper, 0, &told.before);
    inc_sense_make(told.t, told.is, told.side, &temper, 0, &told.after);
    look_at_attack(&told);
    for (unsigned site = 0; site < (unsigned)told.t->n_sites; site++) look_at_place(&told, site);
    return told.n;
}
