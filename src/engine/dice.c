/* SPDX-License-Identifier: MIT */
/* dice.c - fair dice: a secret seed, what binds it, words and names, and the words of each throw, as docs/fair-dice.md tells it.
 *
 * One keyed hash for each word that is drawn (about a microsecond): a throw holds no state but its two counters. */
#include "alea.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

static const char dice_label[] = "alea dice 1", dice_with_beacon_label[] = "alea dice 2";

enum { BLOCK_BYTES = 64, BLOCK_WORDS = BLOCK_BYTES / 4 };

static void from_the_system(uint8_t *bytes, size_t n) {
    int ready = sodium_init(); /* 0 or 1 (it was ready); -1: the system has no source of randomness */
    assert(ready >= 0);
    (void)ready;
    randombytes_buf(bytes, n);
}

void alea_seed_new(uint8_t seed[ALEA_SEED_BYTES]) { from_the_system(seed, ALEA_SEED_BYTES); }
void alea_salt_new(uint8_t salt[ALEA_SALT_BYTES]) { from_the_system(salt, ALEA_SALT_BYTES); }

/* ---- What binds: hashes of a label and of what stands behind it ------------------------------------------------------------ */

static void add(crypto_generichash_state *hash, const void *bytes, size_t n) { crypto_generichash_update(hash, bytes, n); }

static void begin(crypto_generichash_state *hash, const char *label) {
    crypto_generichash_init(hash, NULL, 0, ALEA_HASH_BYTES);
    add(hash, label, strlen(label));
}

static void end(crypto_generichash_state *hash, uint8_t bytes[ALEA_HASH_BYTES]) {
    crypto_generichash_final(hash, bytes, ALEA_HASH_BYTES);
}

void alea_seed_commit(const uint8_t seed[ALEA_SEED_BYTES], uint8_t commitment[ALEA_HASH_BYTES]) {
    crypto_generichash_state hash;
    begin(&hash, "alea seed 1");
    add(&hash, seed, ALEA_SEED_BYTES);
    end(&hash, commitment);
}

void alea_word_promise(const uint8_t commitment[ALEA_HASH_BYTES], int seat, const char *word,
                       uint8_t promise[ALEA_HASH_BYTES]) {
    crypto_generichash_state hash;
    unsigned char number = (unsigned char)seat;
    begin(&hash, "alea word 1");
    add(&hash, commitment, ALEA_HASH_BYTES);
    add(&hash, &number, 1);
    add(&hash, word, strlen(word));
    end(&hash, promise);
}

void alea_name_bind(const uint8_t salt[ALEA_SALT_BYTES], const char *name, uint8_t bound[ALEA_HASH_BYTES]) {
    crypto_generichash_state hash;
    begin(&hash, "alea name 1");
    add(&hash, salt, ALEA_SALT_BYTES);
    add(&hash, name, strlen(name));
    end(&hash, bound);
}

bool alea_beacon_open(struct alea_beacon *beacon, const uint8_t randomness[ALEA_HASH_BYTES], const uint8_t *signature,
                      size_t n_signature) {
    uint8_t computed[crypto_hash_sha256_BYTES];
    if (n_signature < 1 || n_signature > ALEA_SIGNATURE_BYTES) return false;
    crypto_hash_sha256(computed, signature, n_signature);
    if (memcmp(computed, randomness, sizeof computed) != 0) return false;
    memcpy(beacon->randomness, computed, sizeof computed);
    memset(beacon->signature, 0, sizeof beacon->signature);
    memcpy(beacon->signature, signature, n_signature);
    beacon->n_signature = n_signature;
    beacon->out = true;
    return true;
}

/* ---- Throws ---------------------------------------------------------------------------------------------------------------- */

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
    const char *label = dice->beacon.out ? dice_with_beacon_label : dice_label;
    crypto_generichash_init(&hash, dice->seed, ALEA_SEED_BYTES, BLOCK_BYTES);
    add(&hash, label, strlen(label));
    add(&hash, numbers, sizeof numbers);
    for (int seat = 0; seat < dice->seats; seat++) {
        unsigned char length = (unsigned char)strnlen(dice->word[seat], ALEA_WORD_BYTES);
        add(&hash, &length, 1);
        add(&hash, dice->word[seat], length);
    }
    if (dice->beacon.out) {
        unsigned char round[8];
        little_endian(dice->beacon.round, sizeof round, round);
        add(&hash, round, sizeof round);
        add(&hash, dice->beacon.randomness, ALEA_HASH_BYTES);
    }
    crypto_generichash_final(&hash, block, sizeof block);

    const unsigned char *word = block + 4 * (random->word_number % BLOCK_WORDS);
    random->word_number++;
    return (uint32_t)word[0] | (uint32_t)word[1] << 8 | (uint32_t)word[2] << 16 | (uint32_t)word[3] << 24;
}

/* Gives the same numbers as alea_random_below(), and notes their ranges. */
uint32_t alea_random_fair_below(struct alea_random *random, uint32_t n) {
    struct alea_ranges *ranges = random->ranges;
    if (ranges && ranges->n < ALEA_MAX_RANGES) ranges->at[ranges->n++] = n;
    uint64_t product;
    uint32_t threshold = (0u - n) % n;
    do product = (uint64_t)alea_random_fair_word(random) * n;
    while ((uint32_t)product < threshold);
    return (uint32_t)(product >> 32);
}
