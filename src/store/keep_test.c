/* SPDX-License-Identifier: MIT */
/* keep_test.c - backup, restore, inspection. */
#include "store_test.h"

enum { MATCHES = 20 };

static struct alea_error error = {.lang = ALEA_EN};

static void test_backup(void **state) {
    (void)state;
    struct stat status;
    struct store *store = open_new();
    create(store, ID);
    append(store, ID, 1, 300);
    commit(store);
    append(store, ID, 301, 305); /* a batch is open: it is not in the backup, and goes on */
    long files = test_files();
    FINE(store_backup(store, "copy.db", &error));
    assert_int_equal(test_files(), files + 1); /* one file, nothing beside it */
    assert_int_equal(stat("copy.db", &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    FAILS(ALEA_ERR_IO, store_backup(store, "copy.db", &error));
    says(&error, "copy.db: it is there already");
    FAILS(ALEA_ERR_IO, store_backup(store, DB, &error));
    FAILS(ALEA_ERR_IO, store_backup(store, "no/copy.db", &error));
    assert_int_equal(test_files(), files + 1);
    commit(store);
    assert_int_equal(plies(store, ID), 305);
    store_close(store);

    assert_int_equal(chmod("copy.db", 0400), 0);
    struct store *copy = open_as("copy.db", STORE_READ);
    assert_int_equal(plies(copy, ID), 300);
    assert_int_equal(faults(copy), 0);
    FINE(store_backup(copy, "copy2.db", &error)); /* a copy of a copy */
    store_close(copy);
    copy = open_as("copy2.db", STORE_OPEN); /* and it is a store like any other */
    append(copy, ID, 301, 301);
    commit(copy);
    store_close(copy);
}

/* A log that somebody left beside where the file goes is not taken for its own. */
static void test_left_log(void **state) {
    (void)state;
    struct store *store = open_new();
    create(store, ID);
    append(store, ID, 1, 3);
    commit(store);
    FINE(store_backup(store, "copy.db", &error));
    assert_int_equal(link(DB "-wal", "new.db-wal"), 0);
    append(store, ID, 4, 4);
    commit(store);
    struct store *copy = open_as("copy.db", STORE_READ);
    FINE(store_restore(copy, "new.db", false, &error));
    store_close(copy);
    store_close(store);
    store = open_as("new.db", STORE_OPEN);
    assert_int_equal(plies(store, ID), 3);
    store_close(store);
}

static void test_restore(void **state) {
    (void)state;
    struct stat status;
    struct store *store = open_new();
    create(store, ID);
    append(store, ID, 1, 5);
    commit(store);
    FINE(store_backup(store, "copy.db", &error));
    append(store, ID, 6, 9);
    commit(store);
    struct store *copy = open_as("copy.db", STORE_READ);
    FAILS(ALEA_ERR_IO, store_restore(copy, DB, false, &error));
    says(&error, "there already");
    FAILS(ALEA_ERR_IO, store_restore(copy, DB, true, &error)); /* `store` has it open, though it does nothing */
    says(&error, "it is in use");
    struct alea_error it = {.lang = ALEA_IT};
    assert_int_equal(store_restore(copy, DB, true, &it), ALEA_ERR_IO);
    says(&it, "è in uso");
    assert_int_equal(plies(store, ID), 9);
    append(store, ID, 10, 10);
    commit(store);
    store_close(store);

    assert_int_equal(symlink(DB, "link.db"), 0);
    FINE(store_restore(copy, "link.db", true, &error));
    assert_int_equal(lstat("link.db", &status), 0);
    assert_true(S_ISLNK(status.st_mode)); /* the link stays, the file is another */
    store = open_as(DB, STORE_OPEN);
    assert_int_equal(plies(store, ID), 5);
    append(store, ID, 6, 6);
    commit(store);
    store_close(store);
    FINE(store_restore(copy, "new.db", false, &error));
    FINE(store_restore(copy, "new.db", true, &error));
    FAILS(ALEA_ERR_IO, store_restore(copy, "no/new.db", false, &error));
    FAILS(ALEA_ERR_IO, store_restore(copy, "copy.db", true, &error)); /* over itself */
    store_close(copy);
    assert_int_equal(test_files(), 4); /* nothing was left lying about */
}

static void write_file(const char *path, const char *bytes, size_t n) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    fclose(file);
}

static char *read_file(const char *path, size_t *n) {
    struct stat status;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fstat(fileno(file), &status), 0);
    char *bytes = malloc((size_t)status.st_size);
    assert_non_null(bytes);
    *n = fread(bytes, 1, (size_t)status.st_size, file);
    fclose(file);
    return bytes;
}

static void make_template(void) {
    struct store *store = open_new();
    struct store_link link = {.kind = STORE_LINK_SEAT, .id = ID, .seat = 1};
    long n;
    create(store, ID);
    append(store, ID, 1, 400);
    for (int i = 0; i < MATCHES; i++) {
        char id[STORE_ID_LENGTH + 1];
        snprintf(id, sizeof id, "%cbbbbbbbbbbb", 'a' + i);
        play_and_keep(store, id);
        FINE(store_add_chat(store, id, 0, "chi va piano va sano e va lontano", 1, &n, &error));
    }
    FINE(store_add_link(store, &link, &error));
    commit(store);
    store_close(store);
}

/* Whoever runs over the old file with something that is no store is told to look at it first. */
static void test_restore_over_ruins(void **state) {
    (void)state;
    make_template();
    struct store *copy = open_as(DB, STORE_READ);
    write_file("ruin.db", "what was this?\n", 15);
    FAILS(ALEA_ERR_IO, store_restore(copy, "ruin.db", true, &error));
    says(&error, "move it away");
    store_close(copy);
    size_t n;
    char *bytes = read_file(DB, &n);
    memset(bytes + 4 * 4096, 0, 4096);
    write_file("hurt.db", bytes, n);
    free(bytes);
    copy = open_as(DB, STORE_READ);
    FINE(store_restore(copy, "hurt.db", true, &error)); /* the reason for having backups */
    store_close(copy);
    copy = open_as("hurt.db", STORE_READ);
    assert_int_equal(faults(copy), 0);
    store_close(copy);
}

static bool any_match(void *context, const struct store_match *match) {
    *(long *)context += match->plies;
    return true;
}

static void one_match(void *context, const struct store_match *match) { any_match(context, match); }

static bool any_ply(void *context, long ply, const struct alea_ply *done, int64_t at) {
    (void)at;
    *(long *)context += ply + done->seat;
    return true;
}

static bool any_line(void *context, long n, int seat, const char *text, int64_t at) {
    (void)at;
    *(long *)context += n + seat + (long)strlen(text);
    return true;
}

static void any(enum alea_err err) { assert_in_range(err, ALEA_OK, ALEA_ERRS - 1); }

/* Everything that can be asked of a store and written to it. Answers may be errors. */
static void try_everything(struct store *store) {
    struct store_filter filter = {.status = -1};
    struct store_seat seats[ALEA_MAX_SEATS];
    struct store_link link;
    struct alea_match *match;
    long sum = 0;
    int n;
    const uint8_t hash[ALEA_HASH_BYTES] = {0};
    any(store_list(store, &filter, any_match, &sum, &error));
    for (int i = 0; i < MATCHES; i++) {
        char id[] = "abbbbbbbbbbb";
        id[0] = (char)('a' + i);
        any(store_match(store, id, one_match, &sum, &error));
        any(store_replay(store, id, NULL, &match, &error));
        alea_match_free(match);
        any(store_seats(store, id, seats, &n, &error));
        any(store_read_chat(store, id, 0, any_line, &sum, &error));
    }
    any(store_read(store, ID, 0, any_ply, &sum, &error));
    any(store_find_link(store, hash, 0, &link, &error));
    any(store_inspect(store, count_fault, &sum, &error));
    struct alea_ply done = {.move = 1};
    any(store_append(store, ID, 401, &done, 1, &error));
    any(store_set_state(store, ID, STORE_OVER, "{}", 1, &error));
    any(store_bury(store, "bbbbbbbbbbbb", 0, 1, &error));
    any(store_delete(store, "bbbbbbbbbbbb", &error));
    any(store_commit(store, &error));
    any(store_backup(store, "copy.db", &error));
    unlink("copy.db");
}

/* A file with bytes that fell over: no crash, and what is told is never a success without a fault where a page is gone. */
static void test_damaged(void **state) {
    (void)state;
    make_template();
    size_t n;
    long found = 0, unopened = 0;
    char *bytes = read_file(DB, &n);
    char *hurt = malloc(n);
    assert_non_null(hurt);
    struct alea_random random = alea_random_stream(5, 1);
    for (int round = 0; round < 150; round++) {
        memcpy(hurt, bytes, n);
        int flips = round % 3 == 0 ? 1 : 40;
        for (int i = 0; i < flips; i++)
            hurt[alea_random_below(&random, (uint32_t)n)] = (char)alea_random_below(&random, 256);
        size_t length = round % 10 == 9 ? alea_random_below(&random, (uint32_t)n) : n; /* the end is missing */
        write_file("hurt.db", hurt, length);
        struct store *store = store_open("hurt.db", STORE_OPEN, &error);
        if (store) {
            long before = found;
            if (store_inspect(store, count_fault, &found, &error)) found++;
            if (found > before) found = before + 1;
            try_everything(store);
        } else {
            unopened++;
            assert_true(error.text[0]);
        }
        store_close(store);
        unlink("hurt.db");
        unlink("hurt.db-wal");
        unlink("hurt.db-shm");
    }
    assert_true(found + unopened > 50);
    free(hurt);
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_backup),  IN_FOLDER(test_left_log),           IN_FOLDER(test_restore),
        IN_FOLDER(test_damaged), IN_FOLDER(test_restore_over_ruins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
