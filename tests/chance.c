/* SPDX-License-Identifier: MIT */
/* chance.c - put before libsodium under a test's server, it draws the same each time: a scenario meets the same seeds, alone or among
 * others. One stream for each length that is asked for, so that a token more does not move the seeds of tables. */
#include <sodium.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTHS = 128 };

static atomic_ullong drawn[LENGTHS];

void randombytes_buf(void *const bytes, const size_t n) {
    const char *seed = getenv("ALEA_TEST_SEED");
    unsigned long long at[2] = {n, atomic_fetch_add(&drawn[n % LENGTHS], 1)};
    unsigned char key[randombytes_SEEDBYTES];
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, NULL, 0, sizeof key);
    if (seed) crypto_generichash_update(&hash, (const unsigned char *)seed, strlen(seed));
    crypto_generichash_update(&hash, (const unsigned char *)at, sizeof at);
    crypto_generichash_final(&hash, key, sizeof key);
    randombytes_buf_deterministic(bytes, n, key);
}
