/* SPDX-License-Identifier: MIT */
/* processes_test.c - several servers over one database: shares, and that who was struck off writes nothing. By tests/database/cluster.py. */
#include "processes.h"
#include "store_test.h"

static struct alea_error error = {.lang = ALEA_EN};

static struct membership *join_as(const char *address) {
    struct membership *membership = process_join(test_where, address, &error);
    if (!membership) fail_msg("%s", error.text);
    return membership;
}

static struct process_map beat(struct membership *membership) {
    struct process_map map;
    FINE(process_beat(membership, &map, &error));
    return map;
}

static struct store *open_for(const struct membership *membership) {
    struct store *store = open_as(test_where, STORE_OPEN);
    FINE(store_serve(store, false, &error));
    FINE(store_fence(store, process_number(membership), &error));
    return store;
}

/* All shares are somebody's, and nobody has one that is another's. */
static void all_are_taken(const struct process_map maps[], int n) {
    shares all = 0;
    for (int i = 0; i < n; i++) {
        assert_int_equal(all & maps[i].mine, 0);
        all |= maps[i].mine;
    }
    assert_int_equal(all, SHARES_ALL);
}

static void test_share_of(void **state) {
    (void)state;
    shares seen = 0;
    for (const char *at = "abcdefghijklmnopqrstuvwxyz234567"; *at; at++) seen |= share_bit(share_of_match(at));
    assert_int_equal(seen, SHARES_ALL);
    assert_int_equal(share_of_match(""), 0);
    assert_int_equal(share_of_match("\xff"), 0);
}

static void test_alone(void **state) {
    (void)state;
    struct store *alone = open_new(), *other = open_new();
    FINE(store_serve(alone, true, &error));
    FAILS(ALEA_ERR_IO, store_serve(other, true, &error));
    says(&error, "--peer-listen");
    assert_null(process_join(test_where, "a:1", &error));
    says(&error, "without --peer-listen");
    store_close(alone);
    store_close(other);
    struct membership *member = join_as("a:1");
    alone = open_new();
    FAILS(ALEA_ERR_IO, store_serve(alone, true, &error));
    store_close(alone);
    process_leave(member);
    assert_null(process_join("alea.db", "a:1", &error));
    says(&error, "PostgreSQL");
    assert_null(process_join(test_where, "a'); DROP TABLE matches; --", &error));
    says(&error, "no address");
}

static void test_shares(void **state) {
    (void)state;
    struct membership *one = join_as("a:1"), *two = join_as("b:2"), *three;
    assert_true(process_number(two) > process_number(one));
    assert_memory_equal(process_secret(one), process_secret(two), PROCESS_SECRET_BYTES);
    struct process_map maps[3] = {beat(one), beat(two)};
    all_are_taken(maps, 2);
    assert_int_equal(__builtin_popcount(maps[0].mine), 16);
    assert_int_equal(maps[0].orphans, maps[0].mine); /* nobody knows what was before */
    assert_int_equal(beat(one).orphans, 0);
    assert_string_equal(beat(one).at[1].address, "b:2");
    three = join_as("c:3");
    maps[0] = beat(one);
    maps[1] = beat(two);
    assert_int_equal(beat(three).mine, 0);
    assert_int_equal(__builtin_popcount(maps[0].surplus), 5);
    assert_int_equal(__builtin_popcount(maps[1].surplus), 5);
    FINE(process_give(one, maps[0].surplus, &error));
    FINE(process_give(two, maps[1].surplus | maps[0].mine, &error)); /* of others' it gives none */
    maps[0] = beat(one);
    maps[1] = beat(two);
    maps[2] = beat(three);
    all_are_taken(maps, 3);
    assert_int_equal(__builtin_popcount(maps[2].mine), 10);
    assert_int_equal(maps[2].orphans, 0);
    process_leave(one);
    process_leave(three);
    maps[0] = beat(two);
    all_are_taken(maps, 1);
    assert_int_equal(maps[0].orphans, 0); /* they were given */
    process_leave(two);
}

/* A process stops in the middle of a batch, and comes back when others have its shares. */
static void test_struck_off(void **state) {
    (void)state;
    struct membership *one = join_as("a:1"), *two = join_as("b:2");
    struct store *store = open_for(one), *other = open_for(two);
    struct process_map map;
    create(store, ID);
    append(store, ID, 1, 3);
    commit(store);
    append(store, ID, 4, 4);
    for (map = beat(two); map.mine != SHARES_ALL; map = beat(two)) process_wait(two, -1, PROCESS_BEAT_MS);
    assert_true(map.orphans);
    FAILS(ALEA_ERR_IO, store_commit(store, &error)); /* late */
    store_abandon(store);
    assert_int_equal(plies(other, ID), 3);
    append(other, ID, 4, 4);
    commit(other);
    struct alea_ply done = sample_ply(5);
    FAILS(ALEA_ERR_IO, store_append(store, ID, 5, &done, 1, &error));
    says(&error, "stood still for too long");
    store_abandon(store);
    FAILS(ALEA_ERR_IO, process_beat(one, &map, &error)); /* its connections were cut */
    FAILS(ALEA_ERR_STALE, process_beat(one, &map, &error));
    assert_int_equal(plies(store, ID), 4);
    process_leave(one);
    one = join_as("a:1");
    FINE(store_fence(store, process_number(one), &error));
    append(store, ID, 5, 5);
    commit(store);
    assert_int_equal(plies(other, ID), 5);
    store_close(store);
    store_close(other);
    process_leave(one);
    process_leave(two);
}

/* Batches of two processes do not wait for each other. */
static void test_side_by_side(void **state) {
    (void)state;
    struct membership *one = join_as("a:1"), *two = join_as("b:2");
    struct store *store = open_for(one), *other = open_for(two);
    create(store, ID);
    create(other, OTHER);
    append(store, ID, 1, 1);
    append(other, OTHER, 1, 2);
    commit(other);
    commit(store);
    assert_int_equal(plies(store, OTHER), 2);
    assert_int_equal(plies(other, ID), 1);
    store_close(store);
    store_close(other);
    process_leave(one);
    process_leave(two);
}

static bool take_id(void *context, const struct store_turn *turn) {
    char *ids = context;
    const size_t n = strlen(ids);
    ids[n] = turn->id[0];
    ids[n + 1] = 0;
    return true;
}

/* The first letters of the matches whose turns are due. */
static void due(struct store *store, shares which, const char *wanted) {
    char ids[8] = "";
    int64_t turn, notice;
    store_look_after(store, which);
    FINE(store_due_turns(store, 100, 10, take_id, ids, &error));
    assert_string_equal(ids, wanted);
    FINE(store_next_notice(store, &turn, &notice, &error));
    assert_int_equal(turn != 0, wanted[0] != 0);
}

static void test_turns_of_shares(void **state) {
    (void)state;
    struct store *store = open_new();
    create(store, ID);
    create(store, OTHER);
    struct store_turn turn = {.id = ID, .seat = 0, .since = 1, .due = 5};
    FINE(store_set_turn(store, &turn, &error));
    memcpy(turn.id, OTHER, sizeof turn.id);
    turn.due = 6;
    FINE(store_set_turn(store, &turn, &error));
    commit(store);
    due(store, SHARES_ALL, "az");
    due(store, share_bit(share_of_match(ID)), "a");
    due(store, SHARES_ALL & ~share_bit(share_of_match(ID)), "z");
    due(store, 0, "");
    FINE(store_resume_notices(store, &error));
    commit(store);
    store_close(store);
}

int main(void) {
    if (sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_share_of), IN_FOLDER(test_alone),        IN_FOLDER(test_shares),
        IN_FOLDER(test_struck_off),      IN_FOLDER(test_side_by_side), IN_FOLDER(test_turns_of_shares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
