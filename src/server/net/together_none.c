/* SPDX-License-Identifier: MIT */
/* together_none.c - built without liburing. */
#include <stddef.h>

#include "together_internal.h"

struct ring *ring_new(void) {
    return NULL;
}
void ring_free(struct ring *ring) { (void)ring; }

bool ring_go(struct ring *ring, enum together_way way, struct piece *all, unsigned n) {
    (void)ring, (void)way, (void)all, (void)n;
    return false;
}
