/* SPDX-License-Identifier: MIT */
/* attempts.h - a limiter of attempts: how often somebody may try something, so many at once, given back evenly over a period.
 *
 * Who it is, is any string, of which a keyed hash is kept. The table never grows: where it is full, those who tried longest ago are
 * forgotten first. Told what time it is; an attempt costs some 50 ns. */
#ifndef ALEA_SERVER_ATTEMPTS_H
#define ALEA_SERVER_ATTEMPTS_H

#include <stdbool.h>
#include <stdint.h>

struct attempts;

enum { ATTEMPTS_SLOTS = 8192 }; /* who are remembered at once, of one table: 128 KiB */

/* `number` tries in `period` ms; 0: no limit at all. NULL if memory is short. */
struct attempts *attempts_new(int number, int64_t period);
void attempts_free(struct attempts *attempts);
/* One more try of `who`. False if it is one too many; then *wait is in how many seconds the next may be (at least 1). */
bool attempts_take(struct attempts *attempts, const char *who, int64_t now, int *wait);

#endif
