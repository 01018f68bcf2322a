/* SPDX-License-Identifier: MIT */
/* alarms.c - what somebody who lets windows go by would want to hear of: a battle against their side, a settlement that falls, a portal. */
#include "incursio_internal.h"

bool inc_alarms(const void *tables, const void *before, const void *after, int seat) {
    const struct inc_position *was = before, *is = after;
    const int side = inc_side_of(seat);
    (void)tables;
    if (is->battle != ALEA_NONE && is->battle != was->battle && is->side != side) return true;
    if (is->foreseen & ~was->foreseen) return true;
    for (int site = 0; site < INC_SITES; site++)
        if (is->level[site] < was->level[site]) return true;
    return false;
}
