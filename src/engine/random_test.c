/* SPDX-License-Identifier: MIT */
/* random_test.c - the fast generator: its numbers are a promise, and its ranges are uniform. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "alea.h"
#include "fail_alloc.h"

/* Computed apart, in Python, from the definition: with G = 0x9e3779b97f4a7c15, p = mix(seed) and all sums modulo 2^64,
 * state = mix(p + (2 stream + 1) G), gamma = mix_gamma(p + (2 stream + 2) G), word n = mix(state + n gamma) >> 32, n from 1.
 * The third stream's gamma has fewer than 24 changes and was mended. */
static const struct {
    uint64_t seed, stream, state, gamma;
    uint32_t word[4];
} vectors[] = {
    {0, 0, UINT64_C(0xe220a8397b1dcdaf), UINT64_C(0xd30b054265133dd7), {0x184c6c53, 0xd08944b9, 0xc54dc71f, 0x0d33d9b1}},
    {1, 0, UINT64_C(0xbfef8030ddc2d772), UINT64_C(0x6e78530df89dca31), {0x70cd3418, 0x4c84127d, 0x366f1bce, 0xcdf121d9}},
    {1, 228, UINT64_C(0xcdab5da0ac7d83f4), UINT64_C(0x42b6bb514baac92f), {0x5551f0b4, 0xe52262ee, 0x2c5445de, 0x417724b6}},
    {UINT64_MAX,
     UINT64_MAX,
     UINT64_C(0x37bbcbaf20495954),
     UINT64_C(0x2738fccc6b2a42b9),
     {0x5043c6de, 0xd98b2cac, 0x4f87b4fc, 0x3398c4ac}},
};

static void vectors_are_pinned(void **state) {
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(vectors); i++) {
        struct alea_random random = alea_random_stream(vectors[i].seed, vectors[i].stream);
        assert_int_equal(random.state, vectors[i].state);
        assert_int_equal(random.gamma, vectors[i].gamma);
        for (size_t n = 0; n < ALEA_LEN(vectors[i].word); n++)
            assert_int_equal(alea_random_word(&random), vectors[i].word[n]);
    }
}

/* SplitMix64 from seed 1234567 with the golden gamma, as Rosetta Code lists it. */
static void mixes_as_published(void **state) {
    (void)state;
    static const uint64_t published[] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                         UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
                                         UINT64_C(16408922859458223821)};
    uint64_t counter = 1234567;
    for (size_t i = 0; i < ALEA_LEN(published); i++) {
        counter += UINT64_C(0x9e3779b97f4a7c15);
        assert_int_equal(alea_random_mix(counter), published[i]);
    }
}

static void gammas_are_odd_and_differ(void **state) {
    (void)state;
    uint64_t before = 0;
    for (uint64_t stream = 0; stream < 10000; stream++) {
        struct alea_random random = alea_random_stream(7, stream);
        assert_int_equal(random.gamma & 1, 1);
        assert_int_not_equal(random.gamma, before);
        assert_null(random.dice);
        before = random.gamma;
    }
}

/* Chi-square over a fixed stream, so it holds always or never; the bounds are the 99.9% points for n - 1 degrees of
 * freedom (tables: 1: 10.83, 2: 13.82, 5: 20.52, 6: 22.46, 35: 66.62). */
static void below_is_uniform(void **state) {
    (void)state;
    static const struct {
        uint32_t n;
        double bound;
    } ranges[] = {{2, 10.83}, {3, 13.82}, {6, 20.52}, {7, 22.46}, {36, 66.62}};
    enum { DRAWS = 360000 };
    for (size_t i = 0; i < ALEA_LEN(ranges); i++) {
        int count[36] = {0};
        struct alea_random random = alea_random_stream(2026, i);
        for (int draw = 0; draw < DRAWS; draw++) {
            uint32_t value = alea_random_below(&random, ranges[i].n);
            assert_in_range(value, 0, ranges[i].n - 1);
            count[value]++;
        }
        double expected = (double)DRAWS / ranges[i].n, chi = 0;
        for (uint32_t value = 0; value < ranges[i].n; value++)
            chi += (count[value] - expected) * (count[value] - expected) / expected;
        assert_true(chi < ranges[i].bound);
    }
}

/* Over 3 * 2^30 values a quarter of the words must be rejected, and then each third is as likely: by % or by a plain
 * multiplication the first third would be drawn half of the time. */
static void below_rejects(void **state) {
    (void)state;
    enum { DRAWS = 300000 };
    int count[3] = {0};
    struct alea_random random = alea_random_stream(2026, 99), words = random;
    for (int draw = 0; draw < DRAWS; draw++) count[alea_random_below(&random, UINT32_C(3) << 30) % 3]++;
    for (int third = 0; third < 3; third++) assert_in_range(count[third], DRAWS / 3 - 1300, DRAWS / 3 + 1300);
    long n_words = 0;
    for (; words.state != random.state; n_words++) alea_random_word(&words);
    assert_in_range(n_words, DRAWS * 4 / 3 - 2000, DRAWS * 4 / 3 + 2000);
}

static void below_one_is_nought(void **state) {
    (void)state;
    struct alea_random random = alea_random_stream(3, 3);
    for (int draw = 0; draw < 100; draw++) assert_int_equal(alea_random_below(&random, 1), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_are_pinned),
        cmocka_unit_test(mixes_as_published),
        cmocka_unit_test(gammas_are_odd_and_differ),
        cmocka_unit_test(below_is_uniform),
        cmocka_unit_test(below_rejects),
        cmocka_unit_test(below_one_is_nought),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
