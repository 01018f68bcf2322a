/* SPDX-License-Identifier: MIT */
/* postgres_plies_test.c - plies that wait for others before they are sent: whoever asks sees them, all are in order, and none is there alone
 * when one can't be. By tests/database/cluster.py. */
#include "postgres_test.h"
#include "processes.h"

static struct alea_error error = {.lang = ALEA_EN};

static long all_plies(void) { return ask("SELECT count(*) FROM plies"); }

static enum alea_err append_one(struct store *store, const char *id, long ply) {
    const struct alea_ply done = {.move = (alea_move)(ply * 7), .seat = (uint8_t)(ply % 2)};
    return store_append(store, id, ply, &done, 1000 + ply, &error);
}

/* Two matches of a ply each, at a server: the next ones wait. */
static struct store *open_served(void) {
    struct store *store = open_new();
    FINE(store_serve(store, true, &error));
    create(store, ID);
    create(store, OTHER);
    FINE(append_one(store, ID, 1));
    FINE(append_one(store, OTHER, 1));
    commit(store);
    return store;
}

static int waiting(const struct store *store) { return postgres_of(store)->plies.n; }

static bool count_any(void *context, long ply, const struct alea_ply *done, int64_t at) {
    assert_int_equal(done->move, ply * 7);
    assert_int_equal(done->seat, ply % 2);
    assert_int_equal(at, 1000 + ply);
    ++*(long *)context;
    return true;
}

static void test_many(void **state) {
    (void)state;
    const long most = POSTGRES_PLIES + 100;
    struct store *store = open_served();
    long n = 0;
    for (long ply = 2; ply <= most; ply++) {
        FINE(append_one(store, ID, ply));
        FINE(append_one(store, OTHER, ply));
    }
    assert_int_equal(waiting(store), 2 * (most - 1) % POSTGRES_PLIES);
    FINE(store_read(store, OTHER, 0, count_any, &n, &error)); /* who writes sees it */
    assert_int_equal(n, most);
    assert_int_equal(waiting(store), 0);
    FINE(append_one(store, ID, most + 1));
    assert_int_equal(waiting(store), 1);
    assert_int_equal(all_plies(), 2);
    commit(store);
    assert_int_equal(all_plies(), 2 * most + 1);
    store_close(store);
}

/* Those with a note go by themselves, behind those that wait. */
static void test_notes(void **state) {
    (void)state;
    struct store *store = open_new();
    FINE(store_serve(store, true, &error));
    create(store, ID);
    append(store, ID, 1, 23);
    assert_int_equal(waiting(store), 3);
    commit(store);
    append(store, ID, 24, 24);
    FAILS(ALEA_ERR_STALE, append_one(store, ID, 24));
    FAILS(ALEA_ERR_STALE, append_one(store, ID, 27));
    commit(store);
    assert_int_equal(plies(store, ID), 24);
    store_close(store);
}

static void test_abandoned(void **state) {
    (void)state;
    struct store *store = open_served();
    FINE(append_one(store, ID, 2));
    store_abandon(store);
    commit(store);
    assert_int_equal(all_plies(), 2);
    FINE(append_one(store, ID, 2));
    commit(store);
    assert_int_equal(all_plies(), 3);
    store_close(store);
}

/* Somebody has written where nobody else may: nothing of the batch is there, and then that ply alone is refused. */
static void written_elsewhere(const char *sql, enum alea_err code) {
    struct store *store = open_served();
    FINE(append_one(store, ID, 2));
    FINE(append_one(store, OTHER, 2));
    ask(sql);
    const long before = all_plies();
    FAILS(ALEA_ERR_IO, store_commit(store, &error));
    says(&error, "another program is using it");
    assert_false(store_unsure(store));
    assert_int_equal(all_plies(), before);
    FAILS(code, append_one(store, ID, 2));
    FINE(append_one(store, OTHER, 2));
    commit(store);
    assert_int_equal(all_plies(), before + 1);
    store_close(store);
}

static void test_longer(void **state) {
    (void)state;
    written_elsewhere("INSERT INTO plies (match, ply, seat, move, at) SELECT number, 2, 0, 1, 1 FROM matches WHERE id = '" ID
                      "'",
                      ALEA_ERR_STALE);
}

static void test_shorter(void **state) {
    (void)state;
    written_elsewhere("DELETE FROM plies USING matches WHERE match = number AND id = '" ID "'", ALEA_ERR_STALE);
}

static void test_deleted(void **state) {
    (void)state;
    written_elsewhere("DELETE FROM matches WHERE id = '" ID "'", ALEA_ERR_NOT_FOUND);
}

/* They were never sent, and that is known. */
static void test_lost(void **state) {
    (void)state;
    struct store *store = open_served();
    FINE(append_one(store, ID, 2));
    cut_all();
    FAILS(ALEA_ERR_IO, store_commit(store, &error));
    says(&error, "the connection is lost");
    assert_false(store_unsure(store));
    assert_int_equal(all_plies(), 2);
    FINE(append_one(store, ID, 2));
    FINE(append_one(store, ID, 3));
    commit(store);
    assert_int_equal(all_plies(), 4);
    store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        BESIDE(test_many),    BESIDE(test_notes),   BESIDE(test_abandoned), BESIDE(test_longer),
        BESIDE(test_shorter), BESIDE(test_deleted), BESIDE(test_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
