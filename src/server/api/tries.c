/* SPDX-License-Identifier: MIT */
/* tries.c - see tries.h. Each slot keeps one time: when all that was taken will have been given back. */
#include "tries.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 8 }; /* slots that one hash may lie in */

struct slot {
    uint64_t who;  /* 0: nobody */
    int64_t until; /* ms */
};

struct tries {
    int64_t period, each;                   /* each: what one try costs, ms */
    uint8_t key[crypto_shorthash_KEYBYTES]; /* so that nobody can choose whom to push out */
    struct slot slot[TRIES_SLOTS];
};

struct tries *tries_new(int number, int64_t period) {
    struct tries *tries = calloc(1, sizeof *tries);
    if (!tries) return NULL;
    tries->period = number > 0 ? period : 0;
    tries->each = number > 0 ? period / number : 0;
    crypto_shorthash_keygen(tries->key);
    return tries;
}

void tries_free(struct tries *tries) { free(tries); }

/* The slot of that hash, or the one of its set that is free soonest, taken for it. */
static struct slot *slot_of(struct tries *tries, uint64_t who) {
    struct slot *set = &tries->slot[who % (TRIES_SLOTS / WAYS) * WAYS], *oldest = set;
    for (int way = 0; way < WAYS; way++) {
        if (set[way].who == who) return &set[way];
        if (set[way].until < oldest->until) oldest = &set[way];
    }
    *oldest = (struct slot){.who = who};
    return oldest;
}

bool tries_take(struct tries *tries, const char *who, int64_t now, int *wait) {
    *wait = 0;
    if (tries->period == 0 || !who) return true;
    uint8_t hash[crypto_shorthash_BYTES];
    crypto_shorthash(hash, (const unsigned char *)who, strlen(who), tries->key);
    uint64_t number;
    memcpy(&number, hash, sizeof number);
    struct slot *slot = slot_of(tries, number ? number : 1);
    int64_t from = slot->until > now ? slot->until : now;
    if (from + tries->each > now + tries->period) {
        *wait = (int)((from + tries->each - now - tries->period + 999) / 1000);
        return false;
    }
    slot->until = from + tries->each;
    return true;
}
