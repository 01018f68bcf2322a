/* SPDX-License-Identifier: MIT */
/* alarms.c - what a side that lets its turns go by would want to hear of: battles and sieges against it, and what it lost. */
#include "polis_internal.h"

/* More of the other's discs at one of the side's poleis? They go with the polis, and by themselves at the end of a round. */
static bool is_besieged(const struct polis_position *was, const struct polis_position *is, int side) {
    for (uint32_t rest = is->own[side]; rest; rest &= rest - 1) {
        const int polis = __builtin_ctz(rest);
        if (is->discs[!side][polis] > was->discs[!side][polis]) return true;
    }
    return false;
}

bool polis_alarms(const void *tables, const void *before, const void *after, int side) {
    const struct polis_position *was = before, *is = after;
    (void)tables;
    if (is->battle != ALEA_NONE && is->battle != was->battle) return true; /* both sides fight in it */
    if (was->own[side] & ~is->own[side] || is_besieged(was, is, side)) return true;
    if (is->captive & ~was->captive & 1u << side) return true;
    for (int region = 0; region < POLIS_REGIONS_MAX; region++)
        if (is->units[side][region] < was->units[side][region]) return true;
    return false;
}
