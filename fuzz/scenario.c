/* SPDX-License-Identifier: MIT */
/* scenario.c - fuzz target: if alea_rules_new() takes a scenario, the game that it makes can be played: setup and up to 2,000
 * random plies break no invariant and run into no dead end. */
#include "played.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes) {
    struct alea_scenario scenario = {.name = "input", .bytes = (const char *)bytes, .n_bytes = n_bytes};
    uint64_t hash = hash_of(bytes, n_bytes);
    for (int i = 0; alea_game_at(i); i++) {
        struct alea_rules *rules = rules_for(alea_game_at(i), &scenario, hash >> 8);
        if (rules) play(rules, alea_random_stream(hash, 0));
        alea_rules_free(rules);
    }
    return 0;
}
