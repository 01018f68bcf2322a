/* SPDX-License-Identifier: MIT */
/* rewind.h - what a match keeps of its rewinds: after which ply each came, and the position that it led to.
 *
 * They are few (ALEA_MAX_REWINDS), so each has its position: a look back that begins behind the last one before what it looks for
 * goes through none of them, however many there are and wherever they lead. */
#ifndef ALEA_ENGINE_REWIND_H
#define ALEA_ENGINE_REWIND_H

#include "alea.h"

struct alea_rewinds {
    int n, cap;
    long *ply;            /* that each of them is, ascending */
    unsigned char *after; /* the positions after them */
};

/* Makes room for one more position of `size` bytes; false without memory. The room counts once it is taken, for that ply. */
bool alea_rewinds_reserve(struct alea_rewinds *rewinds, size_t size);
void *alea_rewinds_room(const struct alea_rewinds *rewinds, size_t size);
void alea_rewinds_take_room(struct alea_rewinds *rewinds, long ply);
void alea_rewinds_clear(struct alea_rewinds *rewinds);

/* The position after the last rewind at or before that ply, and which ply that is; NULL: there is none. */
const void *alea_rewinds_before(const struct alea_rewinds *rewinds, size_t size, long ply, long *rewind);
/* Takes a position over the ply, which is a rewind, and tells what the game tells of it. events may be NULL. */
void alea_rewind_step(const struct alea_rules *rules, const struct alea_rewinds *rewinds, long ply, void *pos,
                      struct alea_events *events);

#endif
