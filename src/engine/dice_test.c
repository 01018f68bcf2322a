/* SPDX-License-Identifier: MIT */
/* dice_test.c - fair dice, against vectors that were computed apart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "alea.h"
#include "fail_alloc.h"

/* All vectors come from Python's hashlib: with seed = bytes(range(32)) and `words` a list of bytes,
 *   commitment = blake2b(b"alea seed 1" + seed, digest_size=32)
 *   block b of throw n = blake2b(b"alea dice 1" + n.to_bytes(8, "little") + b.to_bytes(4, "little")
 *                                + b"".join(bytes([len(w)]) + w for w in words), key=seed, digest_size=64)
 *   word k = int.from_bytes(block[k // 16][4 * (k % 16):][:4], "little") */
static struct alea_dice dice_of(int seats) {
    struct alea_dice dice = {.seats = seats};
    for (int i = 0; i < ALEA_SEED_BYTES; i++) dice.seed[i] = (uint8_t)i;
    return dice;
}

/* Three seats: "alea", nothing, and 32 times "è", which fills the 64 bytes. */
static struct alea_dice dice_with_words(void) {
    struct alea_dice dice = dice_of(3);
    memcpy(dice.word[0], "alea", sizeof "alea");
    for (size_t i = 0; i < ALEA_WORD_BYTES; i += 2) memcpy(dice.word[2] + i, "è", 2);
    return dice;
}

static void commitment_is_pinned(void **state) {
    (void)state;
    static const uint8_t expected[ALEA_HASH_BYTES] = {
        0xb3, 0xa3, 0xb6, 0x3a, 0x64, 0xc9, 0x23, 0x42, 0xc3, 0xa8, 0x7a, 0x05, 0x08, 0x6c, 0x63, 0xad,
        0x66, 0x1c, 0x1a, 0xf5, 0x5d, 0xd5, 0x3d, 0x55, 0xff, 0xd7, 0x48, 0xf0, 0x64, 0x01, 0xad, 0xf0,
    };
    struct alea_dice dice = dice_of(2);
    uint8_t commitment[ALEA_HASH_BYTES];
    alea_seed_commit(dice.seed, commitment);
    assert_memory_equal(commitment, expected, sizeof expected);
}

static void words_are_pinned(void **state) {
    (void)state;
    static const struct {
        uint32_t throw_number, word_number;
        bool with_words;
        uint32_t expected;
    } vectors[] = {
        {1, 0, false, 0x86b6691d},          {1, 1, false, 0x33c1d8c5},  {1, 15, false, 0x7d0c1847},
        {1, 16, false, 0x78223ed5},         {1, 47, false, 0x67c0b300}, {2, 0, false, 0x3759e07b},
        {UINT32_MAX, 0, false, 0xfc88c9e0}, {1, 0, true, 0x6fc8c6d3},   {1, 16, true, 0xc4443c11},
        {300, 3, true, 0x0e4e0481},
    };
    struct alea_dice plain = dice_of(2), worded = dice_with_words();
    for (size_t i = 0; i < ALEA_LEN(vectors); i++) {
        struct alea_random random = alea_dice_throw(vectors[i].with_words ? &worded : &plain, vectors[i].throw_number);
        for (uint32_t skipped = 0; skipped < vectors[i].word_number; skipped++) alea_random_word(&random);
        assert_int_equal(alea_random_word(&random), vectors[i].expected);
    }
}

/* One die each of throws 1 to 20, 1 + below(6), and below(3 * 2^30), which rejects in throws 2 and 4. */
static void ranges_are_pinned(void **state) {
    (void)state;
    static const uint32_t die[] = {3, 1, 4, 4, 3, 5, 5, 4, 5, 2, 4, 6, 1, 5, 6, 3, 6, 1, 6, 2};
    static const uint32_t wide[] = {1406571806, 69027744,   2147381271, 1644939808,
                                    1568310788, 2681223491, 2413947815, 1759263784};
    static const uint32_t words_used[] = {1, 2, 1, 2, 1, 1, 1, 1};
    struct alea_dice dice = dice_with_words();
    for (uint32_t n = 0; n < ALEA_LEN(die); n++) {
        struct alea_random random = alea_dice_throw(&dice, n + 1);
        assert_int_equal(1 + alea_random_below(&random, 6), die[n]);
    }
    for (uint32_t n = 0; n < ALEA_LEN(wide); n++) {
        struct alea_random random = alea_dice_throw(&dice, n + 1);
        assert_int_equal(alea_random_below(&random, UINT32_C(3) << 30), wide[n]);
        assert_int_equal(random.word_number, words_used[n]);
    }
}

/* What was moved from one word to the next must not give the same dice: lengths stand before the words. */
static void words_do_not_run_together(void **state) {
    (void)state;
    struct alea_dice ab = dice_of(2), a_b = dice_of(2);
    memcpy(ab.word[0], "ab", sizeof "ab");
    memcpy(a_b.word[0], "a", sizeof "a");
    memcpy(a_b.word[1], "b", sizeof "b");
    struct alea_random one = alea_dice_throw(&ab, 1), other = alea_dice_throw(&a_b, 1);
    assert_int_not_equal(alea_random_word(&one), alea_random_word(&other));
}

static void seeds_are_new(void **state) {
    (void)state;
    uint8_t one[ALEA_SEED_BYTES] = {0}, other[ALEA_SEED_BYTES] = {0}, nought[ALEA_SEED_BYTES] = {0};
    alea_seed_new(one);
    alea_seed_new(other);
    assert_memory_not_equal(one, other, sizeof one);
    assert_memory_not_equal(one, nought, sizeof one);
}

/* blake2b(b"alea word 1" + commitment + bytes([2]) + word, digest_size=32), blake2b(b"alea name 1" + bytes(range(16)) + name,
 * digest_size=32), blake2b(b"alea salt 1chain" + bytes([viewer]), key=seed, digest_size=32)[:16] */
static void promises_names_and_salts_are_pinned(void **state) {
    (void)state;
    static const uint8_t promised[ALEA_HASH_BYTES] = {
        0x5e, 0xd7, 0x08, 0x70, 0x08, 0x9d, 0x67, 0x08, 0xd7, 0xd6, 0xde, 0x5f, 0x89, 0xc7, 0xbc, 0x31,
        0x50, 0x62, 0x06, 0x8c, 0x8e, 0xe7, 0x94, 0x61, 0x42, 0x95, 0x57, 0xa7, 0xf4, 0xf4, 0x88, 0x7b,
    };
    static const uint8_t bound[ALEA_HASH_BYTES] = {
        0xcd, 0xf8, 0x7c, 0x35, 0x4d, 0x1e, 0x07, 0x27, 0x65, 0xc7, 0x39, 0x79, 0x90, 0x52, 0xb0, 0x1e,
        0xcf, 0xd7, 0x82, 0x8b, 0x13, 0xf6, 0x39, 0xdf, 0x0c, 0x31, 0xdb, 0xaa, 0xde, 0xee, 0xd3, 0xae,
    };
    static const uint8_t salts[2][ALEA_SALT_BYTES] = {
        {0x54, 0xd6, 0xcb, 0x7b, 0xbd, 0x6a, 0xf4, 0x61, 0x13, 0x16, 0x70, 0x8f, 0xb9, 0x1a, 0xeb, 0x4e},
        {0x35, 0xd6, 0xe7, 0x0b, 0x05, 0xac, 0x28, 0x91, 0x9f, 0xfe, 0x45, 0x45, 0xef, 0xee, 0x53, 0x46},
    };
    struct alea_dice dice = dice_of(2);
    uint8_t commitment[ALEA_HASH_BYTES], computed[ALEA_HASH_BYTES], salt[ALEA_SALT_BYTES];
    alea_seed_commit(dice.seed, commitment);
    alea_word_promise(commitment, 2, "alea k3v7è", computed);
    assert_memory_equal(computed, promised, sizeof promised);
    for (size_t i = 0; i < sizeof salt; i++) salt[i] = (uint8_t)i;
    alea_name_bind(salt, "Giulia", computed);
    assert_memory_equal(computed, bound, sizeof bound);
    alea_chain_salt(dice.seed, 0, salt);
    assert_memory_equal(salt, salts[0], sizeof salt);
    alea_chain_salt(dice.seed, ALEA_NONE, salt);
    assert_memory_equal(salt, salts[1], sizeof salt);
}

/* As above, with b"alea dice 2" and, behind the words, (12345678901).to_bytes(8, "little") + sha256(bytes(range(48))). */
static void words_with_a_beacon_are_pinned(void **state) {
    (void)state;
    static const uint8_t randomness[ALEA_HASH_BYTES] = {
        0x4d, 0xbd, 0xc2, 0xb2, 0xb6, 0x2c, 0xb0, 0x07, 0x49, 0x78, 0x5b, 0xc8, 0x42, 0x02, 0x23, 0x6d,
        0xbc, 0x37, 0x77, 0xd7, 0x46, 0x60, 0x61, 0x1b, 0x8e, 0x58, 0x81, 0x2f, 0x0c, 0xfd, 0xe6, 0xc3,
    };
    static const struct {
        uint32_t throw_number, word_number, expected;
    } vectors[] = {{1, 0, 0x60ac32f3}, {1, 16, 0xe3b21210}, {300, 3, 0xd3c4ba79}};
    struct alea_dice dice = dice_with_words();
    uint8_t signature[48];
    for (size_t i = 0; i < sizeof signature; i++) signature[i] = (uint8_t)i;
    dice.beacon = (struct alea_beacon){.named = true, .round = UINT64_C(12345678901)};
    assert_true(alea_beacon_open(&dice.beacon, randomness, signature, sizeof signature));
    for (size_t i = 0; i < ALEA_LEN(vectors); i++) {
        struct alea_random random = alea_dice_throw(&dice, vectors[i].throw_number);
        for (uint32_t skipped = 0; skipped < vectors[i].word_number; skipped++) alea_random_word(&random);
        assert_int_equal(alea_random_word(&random), vectors[i].expected);
    }
}

static void a_beacon_must_be_the_hash_of_its_signature(void **state) {
    (void)state;
    uint8_t randomness[ALEA_HASH_BYTES] = {0}, signature[ALEA_SIGNATURE_BYTES + 1] = {1};
    struct alea_beacon beacon = {.named = true, .round = 7}, before = beacon;
    assert_false(alea_beacon_open(&beacon, randomness, signature, 48));
    assert_false(alea_beacon_open(&beacon, randomness, signature, 0));
    assert_false(alea_beacon_open(&beacon, randomness, signature, sizeof signature));
    assert_memory_equal(&beacon, &before, sizeof beacon);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commitment_is_pinned),
        cmocka_unit_test(words_are_pinned),
        cmocka_unit_test(ranges_are_pinned),
        cmocka_unit_test(words_do_not_run_together),
        cmocka_unit_test(seeds_are_new),
        cmocka_unit_test(promises_names_and_salts_are_pinned),
        cmocka_unit_test(words_with_a_beacon_are_pinned),
        cmocka_unit_test(a_beacon_must_be_the_hash_of_its_signature),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
