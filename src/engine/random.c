/* SPDX-License-Identifier: MIT */
/* random.c - the streams of the fast generator; drawing from them is inline in alea.h. No state, no allocation. */
#include "alea.h"

static const uint64_t golden_gamma = UINT64_C(0x9e3779b97f4a7c15); /* 2^64 / golden ratio, odd */

/* The gamma of a stream: odd, and with enough changes between adjacent bits, or neighbouring counters would mix to similar
 * words. The paper's listing has the comparison the wrong way round (its text does not); this is Java's SplittableRandom,
 * by the same authors, in finalizer (MurmurHash3's) and threshold. */
static uint64_t mix_gamma(uint64_t z) {
    z = (z ^ z >> 33) * UINT64_C(0xff51afd7ed558ccd);
    z = (z ^ z >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    z = (z ^ z >> 33) | 1;
    uint64_t changes = z ^ z >> 1;
    int n_changes = 0;
    for (; changes; changes &= changes - 1) n_changes++;
    return n_changes < 24 ? z ^ UINT64_C(0xaaaaaaaaaaaaaaaa) : z;
}

/* Stream s is split number s of a parent generator with the golden gamma, which spends two counters on a split. The parent
 * starts at the mixed seed, so that seeds that people choose (1, 2, 3) don't make parents that overlap. */
struct alea_random alea_random_stream(uint64_t seed, uint64_t stream) {
    uint64_t counter = alea_random_mix(seed) + (2 * stream + 1) * golden_gamma;
    return (struct alea_random){.state = alea_random_mix(counter), .gamma = mix_gamma(counter + golden_gamma)};
}
