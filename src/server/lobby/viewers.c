/* SPDX-License-Identifier: MIT */
/* viewers.c - the plies of a table as each viewer has heard of them: how many, which, and when there was news. */
#include "match.h"
#include "table_internal.h"

/* The index of a seat among viewers. All others but ALL_EYES see what spectators see, and share their index. */
static int index_of(int seat) {
    if (seat == ALL_EYES) return EVERYTHING;
    return seat >= 0 && seat < ALEA_MAX_SEATS ? seat : SPECTATORS;
}
static int viewer_of(int seat) { return seat >= 0 && seat < ALEA_MAX_SEATS ? seat : ALEA_NONE; }

uint64_t table_revision(const struct table *table, int seat) { return table->plies.changes[index_of(seat)]; }
uint64_t table_undone(const struct table *table, int seat) { return table->plies.undone[index_of(seat)]; }

long table_ply(const struct table *table, int seat) { return table->plies.n - table->plies.missed[index_of(seat)]; }

long table_ply_at(const struct table *table, int seat, long ply) {
    const struct plies *plies = &table->plies;
    const int viewer = viewer_of(seat);
    if (!plies->heard || seat == ALL_EYES) return ply;
    long heard = table_ply(table, viewer);
    for (long after = ply; after < plies->n; after++) heard -= alea_may_know(plies->heard[after], viewer);
    return heard;
}

struct alea_ply table_ply_told(const struct table *table, int seat, long ply) {
    struct alea_ply told = *alea_match_ply(table->match, ply);
    if (alea_is_rewind(told.seat, told.move)) {
        long target = table_ply_at(table, seat, (long)alea_move_arg(told.move));
        told.move = alea_move_make(ALEA_VERB_REWIND, (unsigned)target);
    }
    return told;
}

bool table_ply_visible(const struct table *table, int seat, long ply) {
    const struct plies *plies = &table->plies;
    return !plies->heard || seat == ALL_EYES || alea_may_know(plies->heard[ply - 1], viewer_of(seat));
}

long table_true_ply(const struct table *table, int seat, long heard) {
    const struct plies *plies = &table->plies;
    const int viewer = viewer_of(seat);
    long count = table_ply(table, seat), ply = plies->n;
    if (heard < 0 || heard > count) return -1;
    if (!plies->heard || seat == ALL_EYES) return heard;
    while (count > heard) count -= alea_may_know(plies->heard[--ply], viewer);
    return ply;
}
