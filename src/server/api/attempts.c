/* SPDX-License-Identifier: MIT */
/* attempts.c - see attempts.h: token buckets in a table of fixed size. */
#include "attempts.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bucket.h"

enum { WAYS = 8 }; /* slots that one hash may lie in */

struct slot {
    uint64_t who; /* 0: nobody */
    struct bucket bucket;
};

struct attempts {
    struct bucket_limit limit;
    uint8_t key[crypto_shorthash_KEYBYTES]; /* so that nobody can choose whom to push out */
    struct slot slot[ATTEMPTS_SLOTS];
};

struct attempts *attempts_new(int number, int64_t period) {
    struct attempts *attempts = calloc(1, sizeof *attempts);
    if (!attempts) return NULL;
    attempts->limit = bucket_limit(number, period);
    crypto_shorthash_keygen(attempts->key);
    return attempts;
}

void attempts_free(struct attempts *attempts) { free(attempts); }

/* The slot of that hash, or the one of its set that is full again soonest, taken for it. */
static struct slot *slot_of(struct attempts *attempts, uint64_t who) {
    struct slot *set = &attempts->slot[who % (ATTEMPTS_SLOTS / WAYS) * WAYS], *oldest = set;
    for (int way = 0; way < WAYS; way++) {
        if (set[way].who == who) return &set[way];
        if (set[way].bucket.whole < oldest->bucket.whole) oldest = &set[way];
    }
    *oldest = (struct slot){.who = who};
    return oldest;
}

bool attempts_take(struct attempts *attempts, const char *who, int64_t now, int *wait) {
    *wait = 0;
    if (attempts->limit.each == 0 || !who) return true;
    uint8_t hash[crypto_shorthash_BYTES];
    crypto_shorthash(hash, (const unsigned char *)who, strlen(who), attempts->key);
    uint64_t number;
    memcpy(&number, hash, sizeof number);
    struct slot *slot = slot_of(attempts, number ? number : 1);
    *wait = (int)bucket_wait(&slot->bucket, &attempts->limit, now);
    return bucket_take(&slot->bucket, &attempts->limit, now);
}
