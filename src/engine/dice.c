/* SPDX-License-Identifier: MIT */
/* dice.c - fair dice: a secret seed, its commitment, and the words of each throw, as docs/fair-dice.md tells it to people.
 *
 * One keyed hash for each word that is drawn (about a microsecond): a throw holds no state but its two counters. */
#include "alea.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

static const unsigned char dice_label[] = "alea dice 1";
static const unsigned char seed_label[] = "alea seed 1";

enum { BLOCK_BYTES = 64, BLOCK_WORDS = BLOCK_BYTES / 4 };

void alea_seed_new(uint8_t seed[ALEA_SEED_BYTES]) {
    int ready = sodium_init(); /* 0 or 1 (it was ready); -1: the system has no source of randomness */
    assert(ready >= 0);
    (void)ready;
    randombytes_buf(seed, ALEA_SEED_BYTES);
}

void alea_seed_commit(const uint8_t seed[ALEA_SEED_BYTES], uint8_t commitment[ALEA_HASH_BYTES]) {
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, NULL, 0, ALEA_HASH_BYTES);
    crypto_generichash_update(&hash, seed_label, sizeof seed_label - 1);
    crypto_generichash_update(&hash, seed, ALEA_SEED_BYTES);
    crypto_generichash_final(&hash, commitment, ALEA_HASH_BYTES);
}

struct alea_random alea_dice_throw(const struct alea_dice *dice, uint32_t throw_number) {
    return (struct alea_random){.gamma = 1, .dice = dice, .throw_number = throw_number};
}

static void little_endian(uint64_t number, int n_bytes, unsigned char *bytes) {
    for (int i = 0; i < n_bytes; i++) bytes[i] = (unsigned char)(number >> (8 * i) & 0xff);
}

uint32_t alea_random_fair_word(struct alea_random *random) {
    const struct alea_dice *dice = random->dice;
    unsigned char numbers[8 + 4], block[BLOCK_BYTES];
    little_endian(random->throw_number, 8, numbers);
    little_endian(random->word_number / BLOCK_WORDS, 4, numbers + 8);

    crypto_generichash_state hash;
    crypto_generichash_init(&hash, dice->seed, ALEA_SEED_BYTES, BLOCK_BYTES);
    crypto_generichash_update(&hash, dice_label, sizeof dice_label - 1);
    crypto_generichash_update(&hash, numbers, sizeof numbers);
    for (int seat = 0; seat < dice->seats; seat++) {
        unsigned char length = (unsigned char)strnlen(dice->word[seat], ALEA_WORD_BYTES);
        crypto_generichash_update(&hash, &length, 1);
        crypto_generichash_update(&hash, (const unsigned char *)dice->word[seat], length);
    }
    crypto_generichash_final(&hash, block, sizeof block);

    const unsigned char *word = block + 4 * (random->word_number % BLOCK_WORDS);
    random->word_number++;
    return (uint32_t)word[0] | (uint32_t)word[1] << 8 | (uint32_t)word[2] << 16 | (uint32_t)word[3] << 24;
}
