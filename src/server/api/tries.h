/* SPDX-License-Identifier: MIT */
/* tries.h - how often somebody may try something: so many at once, given back evenly over a period.
 *
 * Who it is, is any string, of which a keyed hash is kept. The table never grows: where it is full, those who tried longest ago are
 * forgotten first. Told what time it is; a try costs some 50 ns. */
#ifndef ALEA_SERVER_TRIES_H
#define ALEA_SERVER_TRIES_H

#include <stdbool.h>
#include <stdint.h>

struct tries;

enum { TRIES_SLOTS = 8192 }; /* who are remembered at once, of one table: 128 KiB */

/* `number` tries in `period` ms; 0: no limit at all. NULL if memory is short. */
struct tries *tries_new(int number, int64_t period);
void tries_free(struct tries *tries);
/* One more try of `who`. False if it is one too many; then *wait is in how many seconds the next may be (at least 1). */
bool tries_take(struct tries *tries, const char *who, int64_t now, int *wait);

#endif
