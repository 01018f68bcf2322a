/* SPDX-License-Identifier: MIT */
/* chain.c - what a viewer has heard of, as a chain of salted hashes: docs/fair-dice.md tells the exact bytes. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "match.h"
#include "transcript.h"

void alea_chain_salt(const uint8_t seed[ALEA_SEED_BYTES], int viewer, uint8_t salt[ALEA_SALT_BYTES]) {
    static const char label[] = "alea salt 1chain";
    uint8_t whole[ALEA_HASH_BYTES], number = (uint8_t)viewer;
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, seed, ALEA_SEED_BYTES, sizeof whole);
    crypto_generichash_update(&hash, (const unsigned char *)label, sizeof label - 1);
    crypto_generichash_update(&hash, &number, 1);
    crypto_generichash_final(&hash, whole, sizeof whole);
    memcpy(salt, whole, ALEA_SALT_BYTES);
}

/* link = BLAKE2b-256(what stood before | text) */
static enum alea_err hang(struct alea_chain *chain, const void *before, size_t n_before, const struct alea_text *text) {
    crypto_generichash_state hash;
    if (text->truncated) return ALEA_ERR_NO_MEMORY;
    crypto_generichash_init(&hash, NULL, 0, sizeof chain->link);
    crypto_generichash_update(&hash, before, n_before);
    crypto_generichash_update(&hash, (const unsigned char *)alea_text_str(text), text->len);
    crypto_generichash_final(&hash, chain->link, sizeof chain->link);
    return ALEA_OK;
}

enum alea_err alea_chain_begin(struct alea_chain *chain, const struct alea_match *match, int viewer) {
    static const char label[] = "alea chain 1";
    struct alea_text head;
    uint8_t before[sizeof label - 1 + ALEA_SALT_BYTES];
    memcpy(before, label, sizeof label - 1);
    alea_chain_salt(alea_match_head(match)->dice.seed, viewer, before + sizeof label - 1);
    *chain = (struct alea_chain){.viewer = viewer};
    alea_text_init(&head, ALEA_MAX_HEAD_BYTES, ALEA_EN);
    alea_transcript_fixed(match, &head);
    enum alea_err err = hang(chain, before, sizeof before, &head);
    alea_text_clear(&head);
    return err;
}

enum alea_err alea_chain_add_line(struct alea_chain *chain, const struct alea_text *line) {
    chain->heard++;
    return hang(chain, chain->link, sizeof chain->link, line);
}

enum alea_err alea_chain_add(struct alea_chain *chain, const struct alea_rules *rules, const struct alea_ply *ply,
                             alea_actors known, alea_actors heard) {
    struct alea_text line;
    if (!alea_may_know(heard, chain->viewer)) return ALEA_OK;
    alea_text_init(&line, ALEA_MAX_LINE_BYTES, ALEA_EN);
    alea_transcript_ply(rules, chain->heard + 1, ply, alea_may_know(known, chain->viewer), false, &line);
    enum alea_err err = alea_chain_add_line(chain, &line);
    alea_text_clear(&line);
    return err;
}

/* Extends the chain up to `plies`, or to the first link that begins with `begins` (NULL: none). *ply is where that was, or -1. */
static enum alea_err walk(struct alea_chain *chain, const struct alea_match *match, long plies, const uint8_t *begins,
                          size_t n_begins, long *ply) {
    const struct alea_rules *rules = alea_match_rules(match);
    size_t size = rules->game->position_size;
    unsigned char *pos = malloc(2 * size), *before = pos ? pos + size : NULL;
    if (!pos) return ALEA_ERR_NO_MEMORY;
    struct alea_numbers numbers = {.heard = 0};
    alea_match_start(rules, pos);
    enum alea_err err = alea_chain_begin(chain, match, chain->viewer);
    *ply = -1;
    for (long number = 0; !err; number++) {
        if (begins && memcmp(chain->link, begins, n_begins) == 0) *ply = number;
        if (*ply >= 0 || number >= plies) break;
        numbers.heard = chain->heard;
        alea_numbers_pass(&numbers, match, number);
        const struct alea_ply next = alea_numbers_ply(&numbers, match, number + 1);
        struct alea_events events;
        memcpy(before, pos, size);
        alea_match_step(match, number + 1, pos, &events);
        err = alea_chain_add(chain, rules, &next, alea_ply_known(rules, before, &next, &events),
                             alea_ply_heard(rules, before, &next, &events));
    }
    free(pos);
    return err;
}

enum alea_err alea_match_chain(const struct alea_match *match, int viewer, long plies, struct alea_chain *chain) {
    long ply;
    *chain = (struct alea_chain){.viewer = viewer};
    return walk(chain, match, plies, NULL, 0, &ply);
}

enum alea_err alea_match_find_link(const struct alea_match *match, int viewer, const uint8_t *begins, size_t n_begins,
                                   long *ply) {
    struct alea_chain chain = {.viewer = viewer};
    return walk(&chain, match, alea_match_plies(match), begins, n_begins, ply);
}
