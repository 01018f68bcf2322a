/* SPDX-License-Identifier: MIT */
/* copy_test.c - all of a store into another, and back: from a file into what is under test, into a file again. */
#include "store_test.h"

static struct alea_error error = {.lang = ALEA_EN};

static void link_of(struct store *store, enum store_link_kind kind, const char *id, int seat, const char *account) {
    struct store_link link = {.kind = kind, .seat = seat, .until = kind == STORE_LINK_SESSION ? 9000 : 0};
    snprintf(link.id, sizeof link.id, "%s", id);
    snprintf(link.account, sizeof link.account, "%s", account);
    memset(link.hash, 1 + (int)kind, sizeof link.hash);
    FINE(store_add_link(store, &link, &error));
}

/* Something in every table. */
static void fill(struct store *store) {
    static struct alea_match_head head;
    struct store_match match = sample_match(OTHER);
    struct store_seat seats[2] = {sample_seats[0], sample_seats[1]};
    const alea_move order[2] = {1, UINT32_MAX};
    struct alea_post post = {
        .number = 1, .from = 1, .to = ALEA_EVERYBODY, .text = "\xf0\x9f\x8e\xb2 ave", .order = order, .n_order = 2};
    struct store_device device = {.hash = {7}, .account = "Ännä", .until = INT64_MAX};
    struct store_enrolment enrolment = {.seat = ALEA_NONE, .at = 5, .name = "Bruno", .wishes = "il nord"};
    struct store_asked asked = {.hash = {8}, .id = OTHER, .seat = 1, .question = UINT32_MAX, .ply = 2};
    struct store_channel channel = {
        .account = "anna", .seat = ALEA_NONE, .address = "a@b", .secret = "s", .zone = "Europe/Rome"};
    struct store_pass pass = {.hash = {9}, .id = OTHER, .seat = 0, .until = 77};
    struct store_note note = {.seat = 1, .side = true, .place = "Roma", .at = 6, .text = "qui"};
    struct store_turn turn = {.id = OTHER, .seat = 1, .since = 10, .due = 20};
    long line = 0;
    play_and_keep(store, ID);
    FINE(store_add_account(store, device.account, "argon", 4, &error));
    match.scenario = "{\0}", match.scenario_bytes = 3, match.scenario_name = "Ein großer Krieg";
    snprintf(seats[0].account, sizeof seats[0].account, "anna");
    FINE(store_create(store, &match, seats, &error));
    append(store, OTHER, 1, 12);
    sample_head(&head);
    FINE(store_set_dice(store, OTHER, &head, 2, &error));
    FINE(store_add_post(store, OTHER, &post, 3, &error));
    FINE(store_add_chat(store, OTHER, 1, "salve", 3, &line, &error));
    link_of(store, STORE_LINK_SEAT, OTHER, 0, "");
    link_of(store, STORE_LINK_HOST, "", ALEA_NONE, "");
    link_of(store, STORE_LINK_SESSION, "", ALEA_NONE, "anna");
    FINE(store_add_device(store, &device, NULL, &error));
    FINE(store_set_recovery(store, "anna", device.hash, &error));
    FINE(store_add_enrolment(store, OTHER, &enrolment, &error));
    FINE(store_add_asked(store, &asked, &error));
    FINE(store_add_channel(store, &channel, &error));
    for (int i = 0; i < 2; i++) {
        struct store_notice notice = {.channel = channel.number, .id = OTHER, .seat = 1, .since = 10, .due = 20 + i};
        FINE(store_add_notice(store, &notice, &error));
    }
    FINE(store_drop_notice(store, 2, &error)); /* its number is not to be used again */
    FINE(store_add_pass(store, &pass, &error));
    FINE(store_set_note(store, OTHER, &note, &error));
    FINE(store_set_turn(store, &turn, &error));
    create(store, "bbbbbbbbbbbb");
    FINE(store_bury(store, "bbbbbbbbbbbb", 0, 5, &error));
    FINE(store_delete(store, "bbbbbbbbbbbb", &error));
    commit(store);
}

static bool number_of(void *context, const struct store_notice *notice) {
    *(int64_t *)context = notice->number;
    return true;
}

/* What was copied answers as the original does, and goes on. */
static void lives(struct store *store) {
    struct alea_match *match = NULL;
    char spelled[STORE_MAX_ACCOUNT_NAME + 1], password[STORE_MAX_PASSWORD_HASH + 1];
    struct store_notice notice = {.channel = 1, .id = OTHER, .seat = 1, .since = 10, .due = 99};
    int64_t number = 0;
    assert_int_equal(plies(store, OTHER), 12);
    assert_int_equal(faults(store), 0);
    FINE(store_replay(store, ID, NULL, &match, &error));
    assert_true(alea_match_actors(match) == ALEA_ACTORS_OVER);
    alea_match_free(match);
    FINE(store_find_account(store, "ANNA", spelled, password, &error));
    assert_string_equal(spelled, "Ännä");
    append(store, OTHER, 13, 13);
    create(store, "cccccccccccc");
    FINE(store_add_notice(store, &notice, &error));
    FINE(store_due_notices(store, 100, 9, number_of, &number, &error));
    assert_true(number >= 3); /* a sequence goes on even if what it was asked for is abandoned */
    store_abandon(store);
}

static void test_there_and_back(void **state) {
    (void)state;
    struct store_copied there, back;
    struct store *from = open_as("from.db", STORE_OPEN_OR_CREATE), *to = open_new();
    fill(from);
    FINE(store_copy(from, to, &there, &error));
    assert_false(store_dirty(from) || store_dirty(to));
    assert_int_equal(there.matches, 2);
    assert_true(there.rows > 40);
    lives(to);
    FAILS(ALEA_ERR_IO, store_copy(from, to, &back, &error));
    says(&error, "it has data in it already");
    lives(to);
    struct store *again = open_as("again.db", STORE_OPEN_OR_CREATE);
    FINE(store_copy(to, again, &back, &error));
    assert_int_equal(back.rows, there.rows);
    lives(again);
    lives(from);
    store_close(again);
    store_close(from);
    store_close(to);
}

/* Of a host who never told anybody anything: no number was used there, nor is one afterwards. */
static void test_no_notices(void **state) {
    (void)state;
    struct store_copied sums;
    struct store *from = open_as("from.db", STORE_OPEN_OR_CREATE), *to = open_new();
    create(from, ID);
    append(from, ID, 1, 3);
    commit(from);
    FINE(store_copy(from, to, &sums, &error));
    assert_int_equal(sums.matches, 1);
    assert_int_equal(plies(to, ID), 3);
    store_close(from);
    store_close(to);
}

/* While somebody writes there nothing is copied; what was begun of a copy is gone. */
static void test_in_use(void **state) {
    (void)state;
    struct store_copied sums;
    struct store *from = open_as("from.db", STORE_OPEN_OR_CREATE), *writer = open_as("from.db", STORE_OPEN),
                 *to = open_new();
    fill(writer);
    append(writer, OTHER, 13, 13);
    FAILS(ALEA_ERR_IO, store_copy(from, to, &sums, &error));
    says(&error, "another program is using it");
    store_abandon(writer);
    FINE(store_copy(from, to, &sums, &error));
    store_close(writer);
    store_close(from);
    store_close(to);
}

int main(void) {
    const struct CMUnitTest tests[] = {IN_FOLDER(test_there_and_back), IN_FOLDER(test_no_notices), IN_FOLDER(test_in_use)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
