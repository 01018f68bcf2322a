/* SPDX-License-Identifier: MIT */
/* metrics.h - what is counted, and all of it as Prometheus reads it. */
#ifndef ALEA_SERVER_METRICS_H
#define ALEA_SERVER_METRICS_H

#include "table.h"

enum { METRICS_BUCKETS = 12, METRICS_MAX_TEXT = 64 << 10, METRICS_MINUTE = 60 };

/* How long something took, in seconds. */
struct metrics_times {
    uint64_t bucket[METRICS_BUCKETS + 1]; /* up to metrics_bound[i] us; the last: longer */
    uint64_t n, sum_us;
};

/* The longest of something: since the beginning, and over the last minute, second by second. */
struct metrics_longest {
    int64_t ever_us, second_us[METRICS_MINUTE], second[METRICS_MINUTE];
};

struct metrics {
    uint64_t answered[600]; /* HTTP requests by status */
    uint64_t accepted, refused_connections, evicted, rate_limited, malformed, slow_readers, timeouts;
    uint64_t spent_heard;         /* addresses and networks that other processes told of */
    uint64_t bytes_in, bytes_out; /* bodies and messages in; answers, with their heads, and frames out */
    uint64_t messages_in, messages_out;
    long connections, sockets; /* now; sockets: WebSockets among them */
    int addresses;             /* remembered */
    size_t held;               /* bytes of bodies, answers and queues now */
    struct metrics_times commit, move, request;
    struct metrics_times turn;      /* of the loop: the time that its thread works in one, its commit apart */
    struct metrics_longest longest; /* of these */
    int64_t send_us;                /* of the processor that the thread has used which sends; 0: there is none */
    int64_t started;                /* ms since 1970 */
};

void metrics_time(struct metrics_times *times, int64_t us);
/* One turn of the loop more, at `now` in ms of a clock that never jumps. */
void metrics_turn(struct metrics *metrics, int64_t us, int64_t now);
/* By the main thread, whose time of the processor it tells. */
void metrics_write(const struct metrics *metrics, const struct lobby *lobby, int jobs_waiting, int64_t now,
                   struct alea_text *text);

#endif
