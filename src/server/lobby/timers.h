/* SPDX-License-Identifier: MIT */
/* timers.h - what is to happen when: any number of times, of which only the earliest is ever looked at.
 *
 * A timer is a member of whatever waits, so that setting one allocates nothing. A pairing heap: setting takes constant time, taking the
 * earliest or any other out logarithmic time, on the average of all. */
#ifndef ALEA_SERVER_TIMERS_H
#define ALEA_SERVER_TIMERS_H

#include <stdint.h>

struct timer {
    int64_t due;                           /* 0: not set */
    struct timer *child, *next, *previous; /* previous: the sibling before, or the parent of a first child */
};

struct timers {
    struct timer *first; /* the earliest; NULL: none is set */
};

void timer_set(struct timers *timers, struct timer *timer, int64_t due); /* anew, if it was set; 0: not any more */

#endif
