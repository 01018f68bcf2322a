/* SPDX-License-Identifier: MIT */
/* draws.c - what binds the dice of a match beside its seed and words: failed draws, promises, names, a beacon's round. */
#include <string.h>

#include "engine_text.h"
#include "query.h"

enum kind { UNOPENED, PROMISE, BOUND, BEACON, KINDS };

enum {
    NAMED = ALEA_HASH_BYTES + 8,       /* bytes of a beacon's round: chain, number (little endian) */
    OUT = NAMED + ALEA_HASH_BYTES,     /* and, once it is out, randomness; the signature behind */
    MOST = OUT + ALEA_SIGNATURE_BYTES, /* as the schema says it */
};

/* ---- Writing ------------------------------------------------------------------------------------------------------------- */

struct writing {
    struct store *store;
    const char *id;
    int64_t number;
    struct alea_error *error;
    enum alea_err err;
};

static void add_row(struct writing *writing, enum kind kind, int number, int seat, const void *bytes, size_t n) {
    if (writing->err) return;
    struct query query = query_begin(writing->store, QUERY_ADD_DRAW, writing->id, 0, writing->error);
    query_bind_int(&query, writing->number);
    query_bind_int(&query, kind);
    query_bind_int(&query, number);
    query_bind_int(&query, seat);
    query_bind_blob(&query, bytes, n);
    writing->err = query_run(&query, NULL);
}

static void add_name(struct writing *writing, int seat, const struct alea_bound *name) {
    uint8_t bytes[ALEA_HASH_BYTES + ALEA_SALT_BYTES];
    memcpy(bytes, name->hash, ALEA_HASH_BYTES);
    memcpy(bytes + ALEA_HASH_BYTES, name->salt, ALEA_SALT_BYTES);
    add_row(writing, BOUND, seat, seat, bytes, name->has_salt ? sizeof bytes : ALEA_HASH_BYTES);
}

static void add_beacon(struct writing *writing, const struct alea_beacon *beacon) {
    uint8_t bytes[MOST];
    memcpy(bytes, beacon->chain, ALEA_HASH_BYTES);
    for (int i = 0; i < 8; i++) bytes[ALEA_HASH_BYTES + i] = (uint8_t)(beacon->round >> (8 * i));
    memcpy(bytes + NAMED, beacon->randomness, ALEA_HASH_BYTES);
    memcpy(bytes + OUT, beacon->signature, beacon->n_signature);
    add_row(writing, BEACON, 0, 0, bytes, beacon->out ? OUT + beacon->n_signature : NAMED);
}

/* Seed and commitment stand in the row of the match. */
static void set_seed(struct writing *writing, const struct alea_match_head *head) {
    int changed = 0;
    struct query query = query_begin(writing->store, QUERY_SET_SEED, writing->id, 0, writing->error);
    query_bind_int(&query, writing->number);
    query_bind_blob(&query, head->dice.seed, sizeof head->dice.seed);
    query_bind_blob(&query, head->commitment, sizeof head->commitment);
    writing->err = query_run(&query, &changed);
    if (!writing->err && changed == 0) writing->err = match_not_found(writing->id, writing->error);
}

static void drop_rows(struct writing *writing) {
    if (writing->err) return;
    struct query query = query_begin(writing->store, QUERY_DROP_DRAWS, writing->id, 0, writing->error);
    query_bind_int(&query, writing->number);
    writing->err = query_run(&query, NULL);
}

enum alea_err store_set_dice(struct store *store, const char *id, const struct alea_match_head *head, int seats,
                             struct alea_error *error) {
    struct writing writing = {.store = store, .id = id, .error = error};
    writing.err = match_number(store, id, &writing.number, error);
    if (writing.err) return writing.err;
    set_seed(&writing, head);
    drop_rows(&writing);
    for (int i = 0; i < head->n_unopened; i++)
        add_row(&writing, UNOPENED, i, head->unopened[i].seat, head->unopened[i].commitment, ALEA_HASH_BYTES);
    for (int seat = 0; seat < seats; seat++) {
        if (alea_is_promised(head, seat)) add_row(&writing, PROMISE, seat, seat, head->promise[seat], ALEA_HASH_BYTES);
        if (head->name[seat].bound) add_name(&writing, seat, &head->name[seat]);
    }
    if (head->dice.beacon.named) add_beacon(&writing, &head->dice.beacon);
    if (writing.err) batch_spoil(store); /* half of it is in the batch */
    return writing.err;
}

/* ---- Reading ------------------------------------------------------------------------------------------------------------- */

static void take_unopened(struct query *query, struct alea_match_head *head, int number, int seat, const uint8_t *bytes) {
    if (number != head->n_unopened || number >= ALEA_MAX_UNOPENED) {
        query_fault(query, ENGINE_SAY_ROW_LOST_DRAW);
        return;
    }
    struct alea_unopened *unopened = &head->unopened[head->n_unopened++];
    unopened->seat = (uint8_t)seat;
    memcpy(unopened->commitment, bytes, ALEA_HASH_BYTES);
}

static void take_name(struct alea_bound *name, const uint8_t *bytes, size_t n) {
    name->bound = true;
    name->has_salt = n > ALEA_HASH_BYTES;
    memcpy(name->hash, bytes, ALEA_HASH_BYTES);
    if (name->has_salt) memcpy(name->salt, bytes + ALEA_HASH_BYTES, ALEA_SALT_BYTES);
}

static void take_beacon(struct query *query, struct alea_beacon *beacon, const uint8_t *bytes, size_t n) {
    beacon->named = true;
    beacon->round = 0;
    memcpy(beacon->chain, bytes, ALEA_HASH_BYTES);
    for (int i = 0; i < 8; i++) beacon->round |= (uint64_t)bytes[ALEA_HASH_BYTES + i] << (8 * i);
    if (beacon->round < 1 || beacon->round > ALEA_MAX_ROUND) query_fault(query, ENGINE_SAY_ROW_NO_SUCH_ROUND);
    if (n == NAMED) return;
    if (n <= OUT || !alea_beacon_open(beacon, bytes + NAMED, bytes + OUT, n - OUT))
        query_fault(query, ENGINE_SAY_ROW_OTHER_ROUND);
}

static void take_row(struct query *query, struct alea_match_head *head) {
    static const struct {
        size_t min, max;
    } sizes[KINDS] = {
        [UNOPENED] = {ALEA_HASH_BYTES, ALEA_HASH_BYTES},
        [PROMISE] = {ALEA_HASH_BYTES, ALEA_HASH_BYTES},
        [BOUND] = {ALEA_HASH_BYTES, ALEA_HASH_BYTES + ALEA_SALT_BYTES},
        [BEACON] = {NAMED, MOST},
    };
    enum kind kind = (enum kind)query_int(query, 0, 0, KINDS - 1);
    int number = (int)query_int(query, 1, 0, ALEA_MAX_SEATS - 1), seat = (int)query_int(query, 2, 0, ALEA_MAX_SEATS - 1);
    size_t n = 0;
    const uint8_t *bytes = query_blob(query, 3, sizes[kind].min, sizes[kind].max, &n);
    if (bytes && kind != UNOPENED && number != seat) query_fault(query, ENGINE_SAY_ROW_PROMISE);
    if (bytes && kind == BOUND && n != sizes[kind].min && n != sizes[kind].max)
        query_fault(query, ENGINE_SAY_ROW_BOUND_NAME);
    if (!bytes || query->err) return;
    switch (kind) {
    case UNOPENED: take_unopened(query, head, number, seat, bytes); break;
    case PROMISE: memcpy(head->promise[seat], bytes, ALEA_HASH_BYTES); break;
    case BOUND: take_name(&head->name[seat], bytes, n); break;
    case BEACON: take_beacon(query, &head->dice.beacon, bytes, n); break;
    case KINDS: break;
    }
}

enum alea_err store_dice(struct store *store, const char *id, struct alea_match_head *head, struct alea_error *error) {
    int64_t number = 0;
    enum alea_err err = match_number(store, id, &number, error);
    if (err) return err;
    struct query query = query_begin(store, QUERY_DRAWS, id, 0, error);
    query_bind_int(&query, number);
    while (query_step(&query)) take_row(&query, head);
    return query_end(&query);
}
