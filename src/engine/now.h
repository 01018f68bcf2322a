/* SPDX-License-Identifier: MIT */
/* now.h - what time it is. No rule and no match looks at it: for those who wait, measure, or write a date. */
#ifndef ALEA_ENGINE_NOW_H
#define ALEA_ENGINE_NOW_H

#include <stdint.h>
#include <time.h>

static inline int64_t alea_now_of(clockid_t clock) {
    struct timespec at;
    clock_gettime(clock, &at);
    return (int64_t)at.tv_sec * 1000000000 + at.tv_nsec;
}

/* Of a clock that only goes on, from a beginning of its own: nanoseconds, and seconds. */
static inline int64_t alea_now_ns(void) { return alea_now_of(CLOCK_MONOTONIC); }
static inline double alea_now(void) { return (double)alea_now_ns() * 1e-9; }

#endif
