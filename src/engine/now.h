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

/* The monotonic clock, whose zero means nothing: in nanoseconds, micro- and milliseconds, and seconds. */
static inline int64_t alea_now_ns(void) { return alea_now_of(CLOCK_MONOTONIC); }
static inline int64_t alea_now_us(void) { return alea_now_ns() / 1000; }
static inline int64_t alea_now_ms(void) { return alea_now_ns() / 1000000; }
static inline double alea_now(void) { return (double)alea_now_ns() * 1e-9; }

/* The wall clock, since 1970. Somebody may set it back. */
static inline int64_t alea_wall_ns(void) { return alea_now_of(CLOCK_REALTIME); }
static inline int64_t alea_wall_ms(void) { return alea_wall_ns() / 1000000; }

/* The processor time that the calling thread has used. */
static inline int64_t alea_work_us(void) { return alea_now_of(CLOCK_THREAD_CPUTIME_ID) / 1000; }

#endif
