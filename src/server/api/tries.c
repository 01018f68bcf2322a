/* SPDX-License-Identifier: MIT */
/* tries.c - see tries.h: token buckets in a table of fixed size. */
#include "tries.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bucket.h"

enum { WAYS = 8 }; /* slots that one hash may lie in */

struct slot {
    uint64_t who; /* 0: nobody */
    struct bucket bucket;
};

struct tries {
    struct bucket_limit limit;
    uint8_t key[crypto_shorthash_KEYBYTES]; /* so that nobody can choose whom to push out */
    struct slot slot[TRIES_SLOTS];
};

struct tries *tries_new(int number, int64_t period) {
    struct tries *tries = calloc(1, sizeof *tries);
    if (!tries) return NULL;
    tries->limit = bucket_limit(number, period);
    crypto_shorthash_keygen(tries->key);
    return tries;
}

void tries_free(struct tries *tries) { free(tries); }

/* The slot of that hash, or the one of its set that is full again soonest, taken for it. */
static struct slot *slot_of(struct tries *tries, uint64_t who) {
    struct slot *set = &tries->slot[who % (TRIES_SLOTS / WAYS) * WAYS], *oldest = set;
    for (int way = 0; way < WAYS; way++) {
        if (set[way].who == who) return &set[way];
        if (set[way].bucket.whole < oldest->bucket.whole) oldest = &set[way];
    }
    *oldest = (struct slot){.who = who};
    return oldest;
}

bool tries_take(struct tries *tries, const char *who, int64_t now, int *wait) {
    *wait = 0;
    if (tries->limit.each == 0 || !who) return true;
    uint8_t hash[crypto_shorthash_BYTES];
    crypto_shorthash(hash, (const unsigned char *)who, strlen(who), tries->key);
    uint64_t number;
    memcpy(&number, hash, sizeof number);
    struct slot *slot = slot_of(tries, number ? number : 1);
    *wait = (int)bucket_wait(&slot->bucket, &tries->limit, now);
    return bucket_take(&slot->bucket, &tries->limit, now);
}
