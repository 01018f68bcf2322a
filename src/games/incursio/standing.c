/* SPDX-License-Identifier: MIT */
/* standing.c - a campaign that is over, in numbers: points, where they came from, and what else each side had to show. [INC-WIN] */
#include "incursio_internal.h"

/* Points decide the last dusk, and an end by consent, which is scored like it. [INC-WIN-5, INC-WIN-7] */
static alea_rule decided_by(const struct inc_position *p) {
    switch (p->outcome) {
    case INCURSIO_OUTCOME_ERASED: return INC_WIN_2;
    case INCURSIO_OUTCOME_GATES: return INC_WIN_3;
    case INCURSIO_OUTCOME_PURIFIED: return INC_WIN_4;
    case INCURSIO_OUTCOME_RESIGNED: return 0;
    default: return p->winner < INC_SIDES ? INC_WIN_5 : INC_WIN_7;
    }
}

struct alea_standing inc_standing(const void *tables, const void *pos, int seat) {
    const struct inc_tables *t = tables;
    const struct inc_position *p = pos;
    const int side = inc_side_of(seat);
    const struct {
        int label;
        int32_t value;
    } rows[] = {
        {INCURSIO_LABEL_STANDING_POINTS, inc_points(t, p, side)},
        {INCURSIO_LABEL_STANDING_SETTLEMENTS, inc_points_from(t, p, side, INC_FROM_SETTLEMENTS)},
        {INCURSIO_LABEL_STANDING_RUINS, inc_points_from(t, p, side, INC_FROM_RUINS)},
        {INCURSIO_LABEL_STANDING_UPGRADES, inc_points_from(t, p, side, INC_FROM_UPGRADES)},
        {INCURSIO_LABEL_STANDING_OBJECTIVES, inc_points_from(t, p, side, INC_FROM_OBJECTIVES)},
        {INCURSIO_LABEL_STANDING_TAKEN, inc_taken(p, side)},
        {INCURSIO_LABEL_STANDING_UNITS, p->total[side]},
        {INCURSIO_LABEL_STANDING_PURSE, (int32_t)(side == INC_DEFENDERS ? p->treasury : p->resources)},
    };
    struct alea_standing standing = {.rule = decided_by(p), .n = ALEA_LEN(rows)};
    standing.compared = standing.rule == INC_WIN_5 || standing.rule == INC_WIN_7;
    for (int i = 0; i < standing.n; i++) {
        standing.label[i] = rows[i].label;
        standing.value[i] = rows[i].value;
    }
    return standing;
}
