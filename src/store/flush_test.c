/* SPDX-License-Identifier: MIT */
/* flush_test.c - a disk that fails to flush: whoever is told of it is told the truth, which is what a restart would find. */
#include "failing_disk.h"
#include "store_test.h"

static struct alea_error error = {.lang = ALEA_EN};

/* ---- A disk that fails when it is told to -------------------------------------------------------------------------------- */

static int take_disk(void **state) { return disk_take() ? test_begin(state) : -1; }

static int give_disk(void **state) {
    disk_give();
    return test_end(state);
}

/* ---- What is there ------------------------------------------------------------------------------------------------------- */

static void copy_file(const char *from, const char *to) {
    char bytes[4096];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    assert_true(in && out);
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, in)) > 0;) assert_int_equal(fwrite(bytes, 1, n, out), n);
    fclose(in);
    fclose(out);
}

/* As many plies as a process finds that is started after this one was killed just now. */
static long plies_after_kill(void) {
    copy_file(DB, "killed.db");
    copy_file(DB "-wal", "killed.db-wal");
    struct store *store = open_as("killed.db", STORE_OPEN);
    long n = plies(store, ID);
    store_close(store);
    return n;
}

/* ---- Tests --------------------------------------------------------------------------------------------------------------- */

/* SQLite says that the batch was rolled back. A restart finds it. */
static void test_what_is_told_is_what_a_restart_finds(void **state) {
    (void)state;
    struct store *store = open_with_plies();
    append(store, ID, 4, 6);
    disk_failing = 1;
    FAILS(ALEA_ERR_IO, store_commit(store, &error));
    assert_true(store_unsure(store));
    long found = plies(store, ID);
    assert_false(store_unsure(store));
    assert_int_equal(found, plies_after_kill());
    append(store, ID, found + 1, found + 2); /* and it goes on from there */
    commit(store);
    assert_int_equal(plies(store, ID), found + 2);
    assert_int_equal(plies_after_kill(), found + 2);
    assert_int_equal(faults(store), 0);
    store_close(store);
}

/* As long as the disk fails nothing is told at all; then all is as it was sure to be. */
static void test_disk_that_goes_on_failing(void **state) {
    (void)state;
    struct store *store = open_with_plies();
    long n = 0;
    append(store, ID, 4, 6);
    disk_failing = 1000;
    FAILS(ALEA_ERR_IO, store_commit(store, &error));
    for (int i = 0; i < 3; i++) {
        FAILS(ALEA_ERR_IO, store_read(store, ID, 0, count_ply, &n, &error));
        assert_true(store_unsure(store));
        FAILS(ALEA_ERR_IO, store_set_state(store, ID, STORE_PAUSED, "{}", 1, &error));
        store_abandon(store);
    }
    disk_failing = 0;
    n = plies(store, ID);
    assert_true(n == 3 || n == 6);
    assert_int_equal(n, plies_after_kill());
    store_close(store);
}

/* A write that fails before the flush changes nothing, and that is known. */
static void test_failed_write_is_sure(void **state) {
    (void)state;
    struct store *store = open_with_plies();
    struct alea_ply done = sample_ply(9);
    FAILS(ALEA_ERR_STALE, store_append(store, ID, 9, &done, 1, &error));
    store_abandon(store);
    assert_false(store_unsure(store));
    assert_int_equal(plies(store, ID), 3);
    store_close(store);
}

/* With nothing to do, what stands in the log goes into the file. */
static void test_tidy(void **state) {
    (void)state;
    struct store *store = open_with_plies();
    FINE(store_tidy(store, &error));
    copy_file(DB, "alone.db"); /* without its log */
    struct store *copy = open_as("alone.db", STORE_OPEN);
    assert_int_equal(plies(copy, ID), 3);
    store_close(copy);
    append(store, ID, 4, 4);
    FINE(store_tidy(store, &error)); /* a batch is open: nothing happens to it */
    commit(store);
    assert_int_equal(plies(store, ID), 4);
    store_close(store);
}

/* A batch that was begun relaxed needs no flush, the next one does; what had been written before is not relaxed by it. */
static void test_relaxed(void **state) {
    (void)state;
    struct store *store = open_with_plies();
    store_relax(store, true);
    append(store, ID, 4, 4);
    store_relax(store, false);
    disk_failing = 1000;
    commit(store);
    assert_int_equal(plies(store, ID), 4);
    append(store, ID, 5, 5);
    FAILS(ALEA_ERR_IO, store_commit(store, &error));
    disk_failing = 0;
    assert_in_range(plies(store, ID), 4, 5);
    const long n = plies(store, ID);
    append(store, ID, n + 1, n + 1);
    store_relax(store, true);
    append(store, ID, n + 2, n + 2);
    disk_failing = 1;
    FAILS(ALEA_ERR_IO, store_commit(store, &error));
    const long there = plies(store, ID);
    append(store, ID, there + 1, there + 1); /* and one that is given up */
    store_abandon(store);
    store_relax(store, false);
    append(store, ID, plies(store, ID) + 1, plies(store, ID) + 1);
    disk_failing = 1;
    FAILS(ALEA_ERR_IO, store_commit(store, &error));
    store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_relaxed, take_disk, give_disk),
        cmocka_unit_test_setup_teardown(test_what_is_told_is_what_a_restart_finds, take_disk, give_disk),
        cmocka_unit_test_setup_teardown(test_disk_that_goes_on_failing, take_disk, give_disk),
        cmocka_unit_test_setup_teardown(test_failed_write_is_sure, take_disk, give_disk),
        cmocka_unit_test_setup_teardown(test_tidy, take_disk, give_disk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
