/* SPDX-License-Identifier: MIT */
/* posts_test.c - posts of a store: appended, read, replayed with their match, taken along by what becomes of its plies; what can't be is damage. */
#include <stdio.h>
#include <stdlib.h>

#include "sqlite_test.h"

static struct alea_error error = {.lang = ALEA_EN};
static alea_move order[ALEA_MAX_ORDER];

static struct alea_post chat(long number, long ply) {
    return (struct alea_post){.number = number, .ply = ply, .from = 0, .to = 3, .text = "ave"};
}

static void add(struct store *store, const char *id, struct alea_post post) {
    FINE(store_add_post(store, id, &post, 1000 + post.number, &error));
}

/* Post 2 is a proposal of everything that a post can hold, 3 its answer, the others are chat; each after ply min(number, plies). */
static void talk(struct store *store, const char *id, long n, long plies) {
    static char text[ALEA_MAX_NOTE_BYTES + 1];
    for (int i = 0; i < ALEA_MAX_NOTE_CHARS; i++) memcpy(text + 4 * i, i % 80 ? "\xf0\x9f\x8e\xb2" : "a\n\\b", 4);
    text[ALEA_MAX_NOTE_BYTES - 160] = 0; /* no more than that many characters */
    for (int i = 0; i < ALEA_MAX_ORDER; i++) order[i] = alea_move_make(1, (unsigned)i % 6);
    for (long number = 1; number <= n; number++) {
        struct alea_post post = chat(number, number < plies ? number : plies);
        if (number == 1) post.to = ALEA_EVERYBODY;
        if (number == 2)
            post.kind = ALEA_POST_PROPOSAL, post.order = order, post.n_order = ALEA_MAX_ORDER, post.text = text + 4 * 160;
        if (number == 3) {
            post = (struct alea_post){.number = 3, .ply = post.ply, .kind = ALEA_POST_ANSWER, .from = ALEA_HOST, .text = ""};
            post.to = ALEA_ACTORS_HOST, post.re = 2, post.answer = ALEA_POST_LAPSED;
        }
        add(store, id, post);
    }
}

struct heard {
    long n, plies, moves, sum_of_plies;
};

static bool hear(void *context, const struct alea_post *post, int64_t at) {
    struct heard *heard = context;
    assert_int_equal(post->number, ++heard->n);
    assert_int_equal(at, 1000 + post->number);
    heard->moves += post->n_order;
    heard->plies = post->ply;
    heard->sum_of_plies += post->ply;
    return true;
}

static struct heard heard(struct store *store, const char *id) {
    struct heard all = {.n = 0};
    FINE(store_read_posts(store, id, 0, hear, &all, &error));
    return all;
}

/* ---- Appended and read ---------------------------------------------------------------------------------------------------- */

static void test_posts_come_back(void **state) {
    (void)state;
    struct store *store = open_new();
    struct alea_match *match = NULL;
    long n = play_and_keep(store, ID);
    talk(store, ID, 20, n);
    commit(store);
    store_close(store);
    store = open_as(test_where, STORE_READ);
    FINE(store_replay(store, ID, NULL, &match, &error));
    assert_int_equal(alea_match_posts(match), 20);
    const struct alea_post *proposal = alea_match_post_at(match, 2), *answer = alea_match_post_at(match, 3);
    assert_int_equal(proposal->n_order, ALEA_MAX_ORDER);
    assert_memory_equal(proposal->order, order, sizeof order);
    assert_true(strlen(proposal->text) > 12000 && strchr(proposal->text, '\n'));
    assert_true(answer->re == 2 && answer->answer == ALEA_POST_LAPSED && answer->from == ALEA_HOST);
    assert_true(answer->to == ALEA_ACTORS_HOST && alea_match_post_at(match, 1)->to == ALEA_EVERYBODY);
    assert_int_equal(alea_match_post_at(match, 20)->ply, n);
    assert_int_equal(heard(store, ID).moves, ALEA_MAX_ORDER);
    assert_int_equal(faults(store), 0);
    alea_match_free(match);
    store_close(store);
}

static void test_one_is_first(void **state) {
    (void)state;
    struct store *one = open_new(), *two = open_new();
    struct alea_post post = chat(1, 0);
    create(one, ID);
    commit(one);
    add(one, ID, chat(1, 0));
    commit(one);
    FAILS(ALEA_ERR_STALE, store_add_post(two, ID, &post, 1, &error));
    assert_non_null(strstr(error.text, "1"));
    post.number = 3;
    FAILS(ALEA_ERR_STALE, store_add_post(two, ID, &post, 1, &error));
    add(two, ID, chat(2, 0));
    commit(two);
    add(two, ID, chat(3, 0));
    store_abandon(two);
    assert_int_equal(heard(one, ID).n, 2);
    FAILS(ALEA_ERR_NOT_FOUND, store_add_post(one, OTHER, &post, 1, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_read_posts(one, OTHER, 0, hear, NULL, &error));
    store_close(two);
    store_close(one);
}

/* What was said behind a ply that is taken back stands behind the one before; a deletion piece by piece takes it along. */
static void test_with_the_plies(void **state) {
    (void)state;
    struct store *store = open_new();
    create(store, ID);
    create(store, OTHER);
    append(store, ID, 1, 6);
    append(store, OTHER, 1, 6);
    for (long number = 1; number <= 6; number++)
        add(store, ID, chat(number, number)), add(store, OTHER, chat(number, number));
    FINE(store_take_back(store, ID, 6, &error));
    FINE(store_take_back(store, ID, 5, &error));
    FAILS(ALEA_ERR_STALE, store_take_back(store, ID, 5, &error));
    struct heard all = heard(store, ID);
    assert_int_equal(all.n, 6);
    assert_int_equal(all.sum_of_plies, 1 + 2 + 3 + 4 + 4 + 4);
    FINE(store_shorten(store, ID, 3, &error));
    assert_int_equal(heard(store, ID).n, 3);
    assert_int_equal(heard(store, OTHER).sum_of_plies, 21);
    assert_int_equal(faults(store), 0);
    FINE(store_delete(store, ID, &error));
    commit(store);
    FAILS(ALEA_ERR_NOT_FOUND, store_read_posts(store, ID, 0, hear, &all, &error));
    create(store, ID);
    assert_int_equal(heard(store, ID).n, 0);
    store_close(store);
}

/* ---- What can't be -------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *sql, *words;
    long kept; /* posts by a recovery */
    bool seen; /* by a look at the file */
} spoilt[] = {
    {"DELETE FROM posts WHERE post = 4", "a post is missing", 3, true},
    {"DELETE FROM posts WHERE post = 1", "a post is missing", 0, true},
    {"UPDATE posts SET kind = 5 WHERE post = 4", "column kind", 3, true},
    {"UPDATE posts SET seat = 2 WHERE post = 4", "post 4: there is no seat C", 3, false},
    {"UPDATE posts SET readers = 4 WHERE post = 4", "post 4: invalid post", 3, false},
    {"UPDATE posts SET re = 3 WHERE post = 4", "post 4: invalid post", 3, false},
    {"UPDATE posts SET answer = 1 WHERE post = 4", "post 4: invalid post", 3, false},
    {"UPDATE posts SET ply = 0 WHERE post = 4", "post 4: invalid post", 3, false},
    {"UPDATE posts SET text = '' WHERE post = 4", "post 4: invalid post", 3, false},
    {"UPDATE posts SET text = printf('%.*c', 4001, 'x') WHERE post = 4", "post 4: too large", 3, false},
    {"UPDATE posts SET text = CAST(x'c328' AS TEXT) WHERE post = 4", "column text is not UTF-8", 3, false},
    {"UPDATE posts SET moves = x'fe000001' WHERE post = 2", "post 2: can't read", 1, false},
    {"UPDATE posts SET moves = x'000001' WHERE post = 2", "half a move", 1, true},
    {"UPDATE posts SET moves = zeroblob(260) WHERE post = 2", "column moves", 1, true},
    {"DELETE FROM posts; INSERT INTO posts VALUES (1, 1, 99, 0, 0, 0, 3, 0, 1001, 'ave', x'')", NULL, 1, true},
};

static enum alea_err sound(struct store *store, const char *id, struct alea_error *why) {
    (void)store, (void)id, (void)why;
    return ALEA_OK;
}

static void told(void *context, const struct store_saved *match) { *(struct store_saved *)context = *match; }

/* A look finds it or the replay does, and what is recovered has neither: all plies, and the posts before it. */
static void test_spoilt(void **state) {
    (void)state;
    OF_A_FILE();
    for (size_t i = 0; i < ALEA_LEN(spoilt); i++) {
        struct store *store = open_new();
        struct alea_match *match = NULL;
        struct store_saved saved;
        struct store_recovery sums;
        const struct store_rescue how = {.check = sound, .settings = "{}", .state = "{}", .told = told, .context = &saved};
        long n = play_and_keep(store, ID);
        talk(store, ID, 6, n);
        commit(store);
        store_close(store);
        sqlite3 *db = raw(DB);
        run_raw(db, "PRAGMA ignore_check_constraints = ON");
        run_raw(db, spoilt[i].sql);
        sqlite3_close(db);
        store = open_as(DB, STORE_READ);
        enum alea_err err = store_replay(store, ID, NULL, &match, &error);
        if (err != (spoilt[i].words ? ALEA_ERR_DAMAGED : ALEA_OK) || (err && !strstr(error.text, spoilt[i].words)))
            fail_msg("%s: %s: %s", spoilt[i].sql, alea_err_name(err), error.text);
        assert_int_equal(alea_match_plies(match), n);
        assert_int_equal(alea_match_posts(match), spoilt[i].words ? spoilt[i].kept : 0);
        if ((faults(store) > 0) != spoilt[i].seen) fail_msg("%s: %ld faults are seen", spoilt[i].sql, faults(store));
        alea_match_free(match);
        store_close(store);

        FINE(store_recover(DB, "saved", &how, &sums, &error));
        assert_int_equal(sums.matches, 1);
        assert_int_equal(saved.plies, n);
        store = open_as("saved", STORE_READ);
        assert_int_equal(faults(store), 0);
        FINE(store_replay(store, ID, NULL, &match, &error));
        if (alea_match_posts(match) != spoilt[i].kept)
            fail_msg("%s: %ld posts are kept, not %ld", spoilt[i].sql, alea_match_posts(match), spoilt[i].kept);
        assert_int_equal(saved.posts, spoilt[i].words ? 6 - spoilt[i].kept : 0);
        alea_match_free(match);
        store_close(store);
        remove("saved");
        remove(DB);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_posts_come_back),
        IN_FOLDER(test_one_is_first),
        IN_FOLDER(test_with_the_plies),
        IN_FOLDER(test_spoilt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
