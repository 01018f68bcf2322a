/* SPDX-License-Identifier: MIT */
/* bucket.h - a token bucket: so many at once, given back evenly. Told what time it is, in ms of any clock.
 *
 * A bucket keeps one time: when all that was taken will have been given back. All zeros is a full one. */
#ifndef ALEA_SERVER_BUCKET_H
#define ALEA_SERVER_BUCKET_H

#include <stdbool.h>
#include <stdint.h>

enum { BUCKET_MS = 1000000 /* ns of a ms */ };

/* What many buckets have in common. */
struct bucket_limit {
    int64_t each;  /* ns in which one token is given back; 0: there is no limit */
    int64_t burst; /* ns in which all of them are */
};

struct bucket {
    int64_t whole; /* when it is full again, ns */
};

/* `number` tokens, given back in `period` ms; 0 or fewer: no limit at all. */
static inline struct bucket_limit bucket_limit(int64_t number, int64_t period) {
    if (number <= 0) return (struct bucket_limit){0};
    return (struct bucket_limit){.each = period * BUCKET_MS / number, .burst = period * BUCKET_MS};
}

/* How long until there is a token, ns; at most 0: there is one now. */
static inline int64_t bucket_missing(const struct bucket *bucket, const struct bucket_limit *limit, int64_t now) {
    int64_t ahead = bucket->whole - now * BUCKET_MS;
    return (ahead > 0 ? ahead : 0) + limit->each - limit->burst;
}

/* The number of whole seconds until there is a token; 0: now. */
static inline int64_t bucket_wait(const struct bucket *bucket, const struct bucket_limit *limit, int64_t now) {
    const int64_t second = INT64_C(1000) * BUCKET_MS, missing = bucket_missing(bucket, limit, now);
    return missing > 0 ? (missing + second - 1) / second : 0;
}

/* Takes what is given back in `cost` ns, whether it is there or not; of debts no more than `most` ns. A debt that is larger already
 * stays as it is. */
static inline void bucket_owe(struct bucket *bucket, const struct bucket_limit *limit, int64_t cost, int64_t most,
                              int64_t now) {
    const int64_t at = now * BUCKET_MS, ceiling = at + limit->burst + most;
    if (bucket->whole < at) bucket->whole = at;
    if (bucket->whole >= ceiling) return;
    bucket->whole = cost < ceiling - bucket->whole ? bucket->whole + cost : ceiling;
}

static inline bool bucket_in_debt(const struct bucket *bucket, const struct bucket_limit *limit, int64_t now) {
    return bucket->whole > now * BUCKET_MS + limit->burst;
}

/* Takes a token. False: there is none. */
static inline bool bucket_take(struct bucket *bucket, const struct bucket_limit *limit, int64_t now) {
    if (bucket_missing(bucket, limit, now) > 0) return false;
    bucket_owe(bucket, limit, limit->each, 0, now);
    return true;
}

#endif
