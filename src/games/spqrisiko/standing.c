/* SPDX-License-Identifier: MIT */
/* standing.c - a match that is over, in the numbers by which seats are ranked. [SPQ-END] */
#include "spqrisiko.h"

static alea_rule decided_by(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    for (int seat = 0; seat < t->seats; seat++)
        if (t->target && p->winners >> seat & 1 && p->vp[seat] >= t->target) return SPQ_END_1;
    return spqrisiko_count(p->alive) == 1 ? SPQ_END_2 : SPQ_END_4;
}

struct alea_standing spqrisiko_standing(const void *tables, const void *pos, int seat) {
    static const int labels[] = {SPQRISIKO_LABEL_POINTS, SPQRISIKO_LABEL_PROVINCES_COUNT, SPQRISIKO_LABEL_CENTRES,
                                 SPQRISIKO_LABEL_LEGIONARIES, SPQRISIKO_LABEL_TRIREMES};
    const struct spqrisiko_position *p = pos;
    struct alea_standing standing = {.rule = decided_by(tables, p), .n = ALEA_LEN(labels)};
    standing.compared = standing.rule == SPQ_END_1 ? 1 : standing.rule == SPQ_END_4 ? standing.n : 0;
    for (int which = 0; which < standing.n; which++) {
        standing.label[which] = labels[which];
        standing.value[which] = spqrisiko_tie_break(p, seat, which);
    }
    return standing;
}
