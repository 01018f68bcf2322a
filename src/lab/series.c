/* SPDX-License-Identifier: MIT */
/* series.c - games by number, and their signature. */
#include "series.h"

/* Streams that no other use of the seed has: bots draw from a seed made of it. */
static const uint64_t BOT_SEED = UINT64_C(0xb0715eed0f0a1ea5);
static const uint64_t BASE = UINT64_C(0x9e3779b97f4a7c15);

void series_play(struct alea_playout *playout, uint64_t seed, const struct alea_player players[], long game) {
    const struct alea_player *player[ALEA_MAX_SEATS];
    struct alea_random random[ALEA_MAX_SEATS];
    int seats = playout->rules->seats;
    for (int b = 0; b < seats; b++) {
        int seat = (int)((b + game) % seats);
        uint64_t stream = (uint64_t)game * ALEA_MAX_SEATS + (uint64_t)b;
        player[seat] = &players[b];
        random[seat] = alea_random_stream(alea_random_mix(seed ^ BOT_SEED), stream);
    }
    struct alea_random chance = alea_random_stream(seed, (uint64_t)game);
    alea_playout_run(playout, player, random, &chance);
}

uint64_t series_signature(const struct alea_playout *playout) {
    return alea_random_mix(alea_position_hash(playout->rules, playout->pos) ^ alea_random_mix((uint64_t)playout->plies));
}

static uint64_t power(uint64_t base, long exponent) {
    uint64_t result = 1;
    for (; exponent > 0; exponent >>= 1, base *= base)
        if (exponent & 1) result *= base;
    return result;
}

uint64_t series_join(uint64_t signature, uint64_t next, long next_games) {
    return signature * power(BASE, next_games) + next;
}
