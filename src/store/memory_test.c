/* SPDX-License-Identifier: MIT */
/* memory_test.c - the n-th allocation fails, ours or SQLite's: the call says so, and after abandoning the batch all is as before. */
#include <malloc.h>
#include <sqlite3.h>

#include "store_test.h"

#include "fail_alloc.h"

static struct alea_error error = {.lang = ALEA_EN};

/* ---- SQLite's allocations fail too ------------------------------------------------------------------------------------------- */

static sqlite3_mem_methods real;

static void *failing_malloc(int size) { return fail_alloc_now() ? NULL : real.xMalloc(size); }
static void *failing_realloc(void *block, int size) { return fail_alloc_now() ? NULL : real.xRealloc(block, size); }

static int fail_in_sqlite(void) {
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real)) return -1;
    sqlite3_mem_methods failing = real;
    failing.xMalloc = failing_malloc;
    failing.xRealloc = failing_realloc;
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &failing) ? -1 : 0;
}

/* ---- What is tried ------------------------------------------------------------------------------------------------------------ */

static bool any_row(void *context, const struct store_match *match) {
    (void)context;
    return match->id[0] != 0;
}

static void one_row(void *context, const struct store_match *match) { any_row(context, match); }

static bool any_line(void *context, long n, int seat, const char *text, int64_t at) {
    (void)context, (void)n, (void)seat, (void)at;
    return text[0] != 0;
}

static enum alea_err try_create(struct store *store) {
    struct store_match match = sample_match(OTHER);
    match.scenario = "{}", match.scenario_bytes = 2, match.scenario_name = "s";
    return store_create(store, &match, sample_seats, &error);
}

static enum alea_err try_append(struct store *store) {
    struct alea_ply done = sample_ply(10);
    return store_append(store, ID, 10, &done, 1010, &error);
}

static enum alea_err try_take_back(struct store *store) { return store_take_back(store, ID, 9, &error); }
static enum alea_err try_delete(struct store *store) { return store_delete(store, ID, &error); }
static enum alea_err try_state(struct store *store) { return store_set_state(store, ID, STORE_OVER, "{1}", 5, &error); }

static enum alea_err try_dice(struct store *store) {
    static struct alea_match_head head;
    sample_head(&head);
    enum alea_err err = store_set_dice(store, ID, &head, 2, &error);
    memset(&head, 0, sizeof head);
    return err ? err : store_dice(store, ID, &head, &error);
}

static enum alea_err try_match(struct store *store) { return store_match(store, ID, one_row, NULL, &error); }

static enum alea_err try_list(struct store *store) {
    struct store_filter filter = {.status = -1, .account = "Anna"};
    return store_list(store, &filter, any_row, NULL, &error);
}

static enum alea_err try_read(struct store *store) {
    long n = 0;
    return store_read(store, ID, 0, count_ply, &n, &error);
}

static enum alea_err try_seats(struct store *store) {
    struct store_seat seats[ALEA_MAX_SEATS];
    int n;
    enum alea_err err = store_seats(store, ID, seats, &n, &error);
    return err ? err : store_set_seat(store, ID, 1, &seats[0], &error);
}

static enum alea_err try_link(struct store *store) {
    struct store_link link = {.kind = STORE_LINK_SEAT, .id = ID, .seat = 1, .hash = {9}};
    enum alea_err err = store_add_link(store, &link, &error);
    if (!err) err = store_find_link(store, link.hash, 1, &link, &error);
    if (!err) err = store_drop_links(store, STORE_LINK_SEAT, ID, 1, &error);
    return err;
}

static enum alea_err try_asked(struct store *store) {
    struct store_asked asked = {.id = ID, .seat = 1, .hash = {9}, .question = 7, .ply = 3};
    enum alea_err err = store_add_asked(store, &asked, &error);
    if (!err) err = store_find_asked(store, asked.hash, &asked, &error);
    return err ? err : store_drop_asked(store, ID, 1, &error);
}

static bool any_enrolment(void *context, const struct store_enrolment *row) {
    (void)context;
    return row->number > 0;
}

static enum alea_err try_enrolment(struct store *store) {
    struct store_enrolment row = {.seat = 1, .name = "Bruno"};
    enum alea_err err = store_add_enrolment(store, ID, &row, &error);
    if (!err) err = store_enrolments(store, ID, any_enrolment, NULL, &error);
    if (!err) err = store_set_enrolment(store, ID, row.number, STORE_SEATED, 1, &error);
    if (!err) err = store_turn_links(store, ID, STORE_LINK_ENROLLED, row.number, STORE_LINK_SEAT, 1, &error);
    if (!err) err = store_vacate(store, ID, 1, STORE_LEFT, &error);
    return err ? err : store_drop_enrolment(store, ID, row.number, &error);
}

static enum alea_err try_account(struct store *store) {
    char name[STORE_MAX_ACCOUNT_NAME + 1], password[STORE_MAX_PASSWORD_HASH + 1];
    enum alea_err err = store_add_account(store, "Bruno", "hash", 1, &error);
    return err ? err : store_find_account(store, "bruno", name, password, &error);
}

static enum alea_err try_chat(struct store *store) {
    long n;
    enum alea_err err = store_add_chat(store, ID, 0, "ciao", 1, &n, &error);
    return err ? err : store_read_chat(store, ID, 0, any_line, NULL, &error);
}

static bool any_post(void *context, const struct alea_post *post, int64_t at) {
    (void)context, (void)at;
    return post->number > 0;
}

static enum alea_err try_posts(struct store *store) {
    const alea_move move = alea_move_make(1, 1);
    const struct alea_post post = {
        .number = 1, .kind = ALEA_POST_PROPOSAL, .to = 3, .text = "ciao", .order = &move, .n_order = 1};
    enum alea_err err = store_add_post(store, "bbbbbbbbbbbb", &post, 1, &error);
    if (!err) err = store_read_posts(store, "bbbbbbbbbbbb", 0, any_post, NULL, &error);
    struct alea_match *match = NULL;
    if (!err) err = store_replay(store, "bbbbbbbbbbbb", NULL, &match, &error);
    alea_match_free(match);
    return err;
}

static enum alea_err try_replay(struct store *store) {
    struct alea_match *match = NULL;
    enum alea_err err = store_replay(store, "bbbbbbbbbbbb", NULL, &match, &error);
    alea_match_free(match);
    return err;
}

static enum alea_err try_inspect(struct store *store) {
    long n = 0;
    enum alea_err err = store_inspect(store, count_fault, &n, &error);
    return !err && n ? ALEA_ERR_NO_MEMORY : err; /* SQLite tells of memory as of a fault of the file */
}

static enum alea_err try_backup(struct store *store) {
    enum alea_err err = store_backup(store, "copy.db", &error);
    if (!err) unlink("copy.db");
    return err;
}

/* ---- Trying it ------------------------------------------------------------------------------------------------------------------ */

static void is_as_before(struct store *store) {
    struct alea_match *match = NULL;
    assert_int_equal(plies(store, ID), 9);
    FAILS(ALEA_ERR_NOT_FOUND, store_match(store, OTHER, one_row, NULL, &error));
    FINE(store_replay(store, "bbbbbbbbbbbb", NULL, &match, &error));
    alea_match_free(match);
}

static void make_sample(void) {
    struct store *store = open_new();
    create(store, ID);
    append(store, ID, 1, 9);
    play_and_keep(store, "bbbbbbbbbbbb");
    FINE(store_add_account(store, "Anna", "hash", 1, &error));
    commit(store);
    store_close(store);
}

/* The store is fresh, so that statements have to be prepared, up to some n; then it has all at hand. */
static void run_dry(enum alea_err (*work)(struct store *store)) {
    bool hit = true;
    for (long n = 1; hit; n += 1 + n / 40) {
        struct store *store = open_as(DB, STORE_OPEN);
        fail_alloc_at(n);
        enum alea_err err = work(store);
        if (!err) err = store_commit(store, &error);
        hit = fail_alloc_hit();
        if (hit && err) assert_true(err == ALEA_ERR_NO_MEMORY || err == ALEA_ERR_IO);
        if (!hit) check(err, &error);
        store_abandon(store);
        if (err) is_as_before(store);
        store_close(store);
        if (!err) { /* SQLite did without; or all went well */
            unlink(DB);
            make_sample();
        }
    }
    assert_int_equal(test_files(), 1);
}

static void test_calls(void **state) {
    (void)state;
    enum alea_err (*const calls[])(struct store *) = {
        try_create, try_append, try_take_back, try_delete,  try_state,     try_match,   try_list,
        try_read,   try_dice,   try_seats,     try_link,    try_enrolment, try_account, try_chat,
        try_posts,  try_asked,  try_replay,    try_inspect, try_backup,
    };
    make_sample();
    for (size_t i = 0; i < ALEA_LEN(calls); i++) run_dry(calls[i]);
}

static void test_opening(void **state) {
    (void)state;
    for (int there = 0; there < 2; there++) {
        bool hit = true;
        for (long n = 1; hit; n += 1 + n / 40) {
            fail_alloc_at(n);
            struct store *store = store_open(DB, STORE_OPEN_OR_CREATE, &error);
            hit = fail_alloc_hit();
            if (!store) {
                assert_true(hit);
                assert_true(error.code == ALEA_ERR_NO_MEMORY || error.code == ALEA_ERR_IO);
            }
            store_close(store);
            if (!there) unlink(DB);
        }
        if (!there) make_sample();
    }
}

/* What each try frees stays with the program: given back to the kernel and asked for anew some 70,000 times, it took more than the tries. */
static void keep_what_is_freed(void) {
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    mallopt(M_TOP_PAD, 4 << 20);
}

int main(void) {
    keep_what_is_freed();
    const struct CMUnitTest tests[] = {IN_FOLDER(test_calls), IN_FOLDER(test_opening)};
    return fail_in_sqlite() ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
