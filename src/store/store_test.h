/* SPDX-License-Identifier: MIT */
/* store_test.h - what the tests of the store share: a folder for each test, sample matches, and stores opened without fuss. */
#ifndef ALEA_STORE_STORE_TEST_H
#define ALEA_STORE_STORE_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <dirent.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include "notices.h"
#include "store.h"
#include "test_folder.h"

#define DB "alea.db"
#define ID "abcdefgh2345"
#define OTHER "zzzzzzzzzzz7"

static inline void check(enum alea_err err, const struct alea_error *error) {
    if (err) fail_msg("%s: %s", alea_err_name(err), error->text);
}

/* The call must be fine. Uses a `struct alea_error error` of the caller. */
#define FINE(call) check((call), &error)
/* The call must fail so, and say something about it. */
#define FAILS(code_, call)                                              \
    do {                                                                \
        assert_string_equal(alea_err_name(call), alea_err_name(code_)); \
        assert_int_equal(error.code, code_);                            \
        assert_true(error.text[0]);                                     \
    } while (0)

static inline void says(const struct alea_error *error, const char *words) {
    if (!strstr(error->text, words)) fail_msg("'%s' does not say '%s'", error->text, words);
}

/* ---- Where the store is ------------------------------------------------------------------------------------------------------ */

/* tests/database/cluster.py runs the same tests over a database: then each test has a schema of its own there. */
static inline const char *test_postgres(void) { return getenv("ALEA_TEST_POSTGRES"); }

static char test_where[400] = DB;

/* For tests of what a file alone has. */
#define OF_A_FILE()                  \
    do {                             \
        if (test_postgres()) skip(); \
    } while (0)

/* ---- A folder of its own --------------------------------------------------------------------------------------------------- */

static inline int test_begin(void **state) {
    (void)state;
    static int number;
    if (test_postgres()) snprintf(test_where, sizeof test_where, "%s%d", test_postgres(), number++);
    return sodium_init() < 0 ? -1 : test_folder_enter();
}

static inline int test_end(void **state) {
    (void)state;
    return test_folder_leave();
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, test_begin, test_end)

static inline long test_files(void) {
    long n = 0;
    DIR *folder = opendir(".");
    if (!folder) return -1;
    for (const struct dirent *entry; (entry = readdir(folder));) n += entry->d_name[0] != '.';
    closedir(folder);
    return n;
}

/* ---- Samples --------------------------------------------------------------------------------------------------------------- */

static inline struct store *open_as(const char *where, enum store_mode mode) {
    struct alea_error error = {.lang = ALEA_EN};
    struct store *store = store_open(where, mode, &error);
    if (!store) fail_msg("%s: %s", where, error.text);
    return store;
}

static inline struct store *open_new(void) { return open_as(test_where, STORE_OPEN_OR_CREATE); }

static inline struct store_match sample_match(const char *id) {
    struct store_match match = {
        .game = "null",
        .rules_version = 1,
        .seats = 2,
        .options = "rounds=3 tie=nobody",
        .name = "Città di Traù",
        .listed = true,
        .settings = "{\"clock\":null}",
        .state = "{}",
        .status = STORE_PLAYING,
        .created = 1000,
        .changed = 1000,
    };
    snprintf(match.id, sizeof match.id, "%s", id);
    for (int i = 0; i < ALEA_SEED_BYTES; i++) match.seed[i] = (uint8_t)i;
    alea_seed_commit(match.seed, match.commitment);
    return match;
}

static const struct store_seat sample_seats[2] = {
    {.who = "human", .name = "Anna", .word = "alea iacta est", .joined = true},
    {.who = "bot:greedy", .name = "", .joined = true},
};

static inline void create(struct store *store, const char *id) {
    struct alea_error error = {.lang = ALEA_EN};
    struct store_match match = sample_match(id);
    FINE(store_create(store, &match, sample_seats, &error));
}

/* A head whose dice are bound in all the ways there are. */
static inline void sample_head(struct alea_match_head *head) {
    const uint8_t signature[48] = {0x83, 0xad, 0x29};
    uint8_t randomness[ALEA_HASH_BYTES];
    memset(head, 0, sizeof *head);
    head->has_seed = true;
    memset(head->dice.seed, 5, sizeof head->dice.seed);
    alea_seed_commit(head->dice.seed, head->commitment);
    alea_word_promise(head->commitment, 0, "alea iacta est", head->promise[0]);
    head->n_unopened = 2;
    head->unopened[0] = (struct alea_unopened){.seat = 1, .commitment = {1}};
    head->unopened[1] = (struct alea_unopened){.seat = 1, .commitment = {2}};
    for (int seat = 0; seat < 2; seat++) {
        struct alea_bound *name = &head->name[seat];
        *name = (struct alea_bound){.bound = true, .has_salt = seat == 0, .salt = {seat == 0}};
        alea_name_bind(name->salt, "Anna", name->hash);
    }
    head->dice.beacon = (struct alea_beacon){.named = true, .chain = {0x52}, .round = UINT64_C(999999999)};
    crypto_hash_sha256(randomness, signature, sizeof signature);
    assert_true(alea_beacon_open(&head->dice.beacon, randomness, signature, sizeof signature));
}

/* Ply number `ply` of a log that means nothing to a game, but can be told from any other ply. */
static inline struct alea_ply sample_ply(long ply) {
    return (struct alea_ply){
        .move = (alea_move)(ply * 2654435761L), .seat = (uint8_t)(ply % 2), .note = ply % 5 == 0 ? "perché no" : NULL};
}

static inline void append(struct store *store, const char *id, long from, long to) {
    struct alea_error error = {.lang = ALEA_EN};
    for (long ply = from; ply <= to; ply++) {
        struct alea_ply done = sample_ply(ply);
        FINE(store_append(store, id, ply, &done, 1000 + ply, &error));
    }
}

static inline void commit(struct store *store) {
    struct alea_error error = {.lang = ALEA_EN};
    FINE(store_commit(store, &error));
}

/* A match of three plies. */
static inline struct store *open_with_plies(void) {
    struct store *store = open_new();
    create(store, ID);
    append(store, ID, 1, 3);
    commit(store);
    return store;
}

static inline bool count_ply(void *context, long ply, const struct alea_ply *done, int64_t at) {
    struct alea_ply wanted = sample_ply(ply);
    long *n = context;
    assert_int_equal(ply, *n + 1);
    assert_int_equal(done->move, wanted.move);
    assert_int_equal(done->seat, wanted.seat);
    assert_int_equal(at, 1000 + ply);
    if (wanted.note) assert_string_equal(done->note, wanted.note);
    else assert_null(done->note);
    *n = ply;
    return true;
}

/* How many plies the log has; all of them are the samples. */
static inline long plies(struct store *store, const char *id) {
    struct alea_error error = {.lang = ALEA_EN};
    long n = 0;
    FINE(store_read(store, id, 0, count_ply, &n, &error));
    return n;
}

static inline bool count_match(void *context, const struct store_match *match) {
    (void)match;
    ++*(int *)context;
    return true;
}

/* How many matches have that status; -1: any. Nothing of them is opened. */
static inline int matches_of(struct store *store, int status) {
    struct alea_error error = {.lang = ALEA_EN};
    const struct store_filter filter = {.status = status};
    int n = 0;
    FINE(store_list(store, &filter, count_match, &n, &error));
    return n;
}

/* Plays a match of the null game to its end and keeps it: the first legal move each time. Returns the number of plies. */
static inline long play_and_keep(struct store *store, const char *id) {
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_match *match = NULL;
    create(store, id);
    FINE(store_replay(store, id, NULL, &match, &error));
    const struct alea_rules *rules = alea_match_rules(match);
    alea_move legal[64];
    assert_true(rules->game->max_legal <= (int)ALEA_LEN(legal));
    alea_actors actors;
    while ((actors = alea_match_actors(match)) != ALEA_ACTORS_OVER) {
        int seat = 0;
        while (seat < rules->seats && !(actors & alea_actor(seat))) seat++;
        if (actors == ALEA_ACTORS_CHANCE) {
            FINE(alea_match_roll(match, NULL, &error));
        } else {
            assert_true(rules->game->legal(rules->tables, alea_match_position(match), seat, legal) > 0);
            FINE(alea_match_play(match, alea_match_plies(match), seat, legal[0], "so it goes", NULL, &error));
        }
        long ply = alea_match_plies(match);
        FINE(store_append(store, id, ply, alea_match_ply(match, ply), 2000 + ply, &error));
    }
    long n = alea_match_plies(match);
    FINE(store_seal(store, id, 3000, &error));
    alea_match_free(match);
    return n;
}

static inline void count_fault(void *context, const char *words) {
    assert_true(words[0]);
    ++*(long *)context;
}

static inline long faults(struct store *store) {
    struct alea_error error = {.lang = ALEA_EN};
    long n = 0;
    FINE(store_inspect(store, count_fault, &n, &error));
    return n;
}

#endif
