/* SPDX-License-Identifier: MIT */
/* alarms.c - what a seat that lets its turns go by would want to hear of: whoever attacks it, and what it lost. */
#include "spqrisiko.h"

/* Is a throw due against something of the seat? */
static bool is_attacked(const struct spqrisiko_position *p, int seat) {
    switch (p->step) {
    case SPQRISIKO_STEP_NAVAL_THROW: return p->to == seat;
    case SPQRISIKO_STEP_SEA_THROW:
    case SPQRISIKO_STEP_LAND_THROW: return spqrisiko_owner(p, p->to) == seat;
    default: return false;
    }
}

bool spqrisiko_alarms(const void *tables, const void *before, const void *after, int seat) {
    const struct spqrisiko_position *was = before, *is = after;
    (void)tables;
    if (is_attacked(is, seat) && !is_attacked(was, seat)) return true;
    if (was->own[seat] & ~is->own[seat]) return true;
    for (int sea = 0; sea < SPQRISIKO_SEA_COUNT; sea++)
        if (is->triremes[seat][sea] < was->triremes[seat][sea]) return true;
    return false;
}
