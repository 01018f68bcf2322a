/* SPDX-License-Identifier: MIT */
/* sends_none.c - built without liburing. */
#include <stddef.h>

#include "sends_internal.h"

struct ring *ring_new(void) {
    return NULL;
}
void ring_free(struct ring *ring) { (void)ring; }

bool ring_send(struct ring *ring, struct sending *all, unsigned n) {
    (void)ring, (void)all, (void)n;
    return false;
}
