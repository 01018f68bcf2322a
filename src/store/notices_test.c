/* SPDX-License-Identifier: MIT */
/* notices_test.c - turns, channels, the outbox and passes of a store. */
#include "store_test.h"

static struct alea_error error = {.lang = ALEA_EN};

static struct store_channel make_channel(const char *account, const char *id, int seat, const char *secret) {
    struct store_channel channel = {.seat = seat, .kind = STORE_CHANNEL_JSON, .status = STORE_CHANNEL_ON, .reminders = 5};
    snprintf(channel.account, sizeof channel.account, "%s", account);
    snprintf(channel.id, sizeof channel.id, "%s", id);
    snprintf(channel.address, sizeof channel.address, "https://example.org/hook");
    snprintf(channel.secret, sizeof channel.secret, "%s", secret);
    return channel;
}

/* Lists of what was found. */
struct found {
    int n;
    struct store_notice notice[8];
    struct store_turn turn[8];
    int64_t channel[8];
};

static bool find_turn(void *context, const struct store_turn *turn) {
    struct found *found = context;
    found->turn[found->n++] = *turn;
    return found->n < 8;
}

static bool find_channel(void *context, const struct store_channel *channel) {
    struct found *found = context;
    found->channel[found->n++] = channel->number;
    return found->n < 8;
}

static bool find_notice(void *context, const struct store_notice *notice) {
    struct found *found = context;
    found->notice[found->n++] = *notice;
    return found->n < 8;
}

static void add_anna(struct store *store) {
    struct store_seat anna = sample_seats[0];
    FINE(store_add_account(store, "Anna", "hash", 1, &error));
    snprintf(anna.account, sizeof anna.account, "Anna");
    FINE(store_set_seat(store, ID, 0, &anna, &error));
}

static void test_turns(void **state) {
    (void)state;
    struct store *store = open_new();
    struct store_turn turn = {.id = ID, .seat = 0, .since = 5, .deadline = 90, .step = STORE_NOTICE_SIX, .due = 50};
    struct found found = {0};
    int64_t next, notice;
    create(store, ID);
    add_anna(store);
    FINE(store_set_turn(store, &turn, &error));
    turn.seat = 1, turn.due = 0;
    FINE(store_set_turn(store, &turn, &error));
    commit(store);
    FINE(store_turns(store, ID, find_turn, &found, &error));
    assert_int_equal(found.n, 2);
    found.n = 0;
    FINE(store_due_turns(store, 49, 9, find_turn, &found, &error));
    assert_int_equal(found.n, 0);
    FINE(store_due_turns(store, 50, 9, find_turn, &found, &error));
    assert_int_equal(found.n, 1);
    assert_int_equal(found.turn[0].step, STORE_NOTICE_SIX);
    FINE(store_next_notice(store, &next, &notice, &error));
    assert_int_equal(next, 50);
    assert_int_equal(notice, 0);
    found.n = 0;
    FINE(store_turns_of(store, "aNNa", 9, find_turn, &found, &error));
    assert_int_equal(found.n, 1); /* her seat alone */
    assert_int_equal(found.turn[0].deadline, 90);
    FINE(store_drop_turn(store, ID, 0, &error));
    FINE(store_next_notice(store, &next, &notice, &error));
    assert_int_equal(next, 0);
    FAILS(ALEA_ERR_NOT_FOUND, store_drop_turn(store, OTHER, 0, &error));
    store_close(store);
}

static void test_channels(void **state) {
    (void)state;
    struct store *store = open_new();
    struct store_channel own = make_channel("Anna", "", ALEA_NONE, "1"), here = make_channel("", ID, 0, "2"),
                         others = make_channel("", ID, 1, "3"), again;
    struct found found = {0};
    bool shared = false;
    create(store, ID);
    add_anna(store);
    FINE(store_add_channel(store, &own, &error));
    FINE(store_add_channel(store, &here, &error));
    FAILS(ALEA_ERR_STALE, store_add_channel(store, &here, &error)); /* the secret is taken */
    store_abandon(store);
    create(store, ID);
    add_anna(store);
    FINE(store_add_channel(store, &own, &error));
    FINE(store_add_channel(store, &here, &error));
    FINE(store_channel_shared(store, ID, 0, &here, &shared, &error));
    assert_false(shared); /* twice by the same person */
    FINE(store_add_channel(store, &others, &error));
    FINE(store_channel_shared(store, ID, 0, &here, &shared, &error));
    assert_true(shared);
    FINE(store_channels_for(store, ID, 0, find_channel, &found, &error));
    assert_int_equal(found.n, 2);
    found.n = 0;
    FINE(store_channels_of_account(store, "ANNA", find_channel, &found, &error));
    assert_int_equal(found.n, 1);
    FINE(store_find_channel(store, "2", &again, &error));
    assert_int_equal(again.number, here.number);
    again.status = STORE_CHANNEL_FAILED;
    again.failures = 3;
    snprintf(again.trouble, sizeof again.trouble, "410");
    FINE(store_set_channel(store, &again, &error));
    commit(store);
    FINE(store_channel(store, here.number, &again, &error));
    assert_int_equal(again.status, STORE_CHANNEL_FAILED);
    assert_string_equal(again.trouble, "410");
    assert_string_equal(again.id, ID);
    assert_int_equal(again.seat, 0);
    /* Whoever sits there next is not told where the one before wanted to be, nor the other way round. */
    FINE(store_drop_links(store, STORE_LINK_SEAT, ID, 0, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_channel(store, here.number, &again, &error));
    FINE(store_channel(store, others.number, &again, &error));
    FINE(store_drop_account(store, "Anna", &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_channel(store, own.number, &again, &error));
    store_close(store);
}

static int look(struct store *store, int64_t now, struct found *found) {
    found->n = 0;
    FINE(store_due_notices(store, now, 8, find_notice, found, &error));
    return found->n;
}

/* What was being sent when the process died is sent once more, and then no more. */
static void test_outbox(void **state) {
    (void)state;
    struct store *store = open_new();
    struct store_turn turn = {.id = ID, .seat = 0, .since = 5, .deadline = 90};
    struct store_channel channel = make_channel("", ID, 0, "1");
    struct store_notice notice = {.id = ID, .seat = 0, .kind = STORE_NOTICE_TURN, .since = 5, .deadline = 90, .due = 10};
    struct found found = {0};
    long waiting, channels, failed;
    create(store, ID);
    FINE(store_set_turn(store, &turn, &error));
    FINE(store_add_channel(store, &channel, &error));
    notice.channel = channel.number;
    FINE(store_add_notice(store, &notice, &error));
    assert_int_equal(look(store, 9, &found), 0);
    assert_int_equal(look(store, 10, &found), 1);
    assert_false(found.notice[0].stale || found.notice[0].unsure);
    int64_t number = found.notice[0].number;
    FINE(store_begin_notice(store, number, &error));
    commit(store);
    assert_int_equal(look(store, 10, &found), 0); /* on its way */
    FINE(store_delay_notice(store, number, 20, false, &error));
    assert_int_equal(look(store, 19, &found), 0);
    assert_int_equal(look(store, 20, &found), 1);
    assert_int_equal(found.notice[0].attempts, 1);
    assert_false(found.notice[0].unsure);
    FINE(store_begin_notice(store, number, &error));
    commit(store);
    FINE(store_resume_notices(store, &error)); /* a crash */
    assert_int_equal(look(store, 20, &found), 1);
    assert_true(found.notice[0].unsure);
    turn.looked = true;
    FINE(store_set_turn(store, &turn, &error));
    assert_int_equal(look(store, 20, &found), 1);
    assert_true(found.notice[0].stale);
    FINE(store_begin_notice(store, number, &error));
    commit(store);
    FINE(store_resume_notices(store, &error)); /* another */
    FINE(store_count_notices(store, &waiting, &channels, &failed, &error));
    assert_int_equal(waiting, 0);
    assert_int_equal(channels, 1);
    FINE(store_add_notice(store, &notice, &error));
    FINE(store_drop_channel(store, channel.number, &error)); /* and what was for it */
    assert_int_equal(look(store, 20, &found), 0);
    store_close(store);
}

/* What goes to one address in one language is found together, whatever is due before it; not what goes to a channel that is off. */
static void test_one_address(void **state) {
    (void)state;
    struct store *store = open_new();
    struct store_channel channel[] = {make_channel("", ID, 0, "1"), make_channel("", ID, 1, "2"),
                                      make_channel("", ID, 0, "3"), make_channel("", ID, 1, "4"),
                                      make_channel("", ID, 1, "5")};
    struct found found = {0};
    create(store, ID);
    snprintf(channel[2].address, sizeof channel[2].address, "https://example.org/other");
    channel[3].lang = ALEA_EN;
    channel[4].status = STORE_CHANNEL_FAILED;
    for (size_t i = 0; i < ALEA_LEN(channel); i++) {
        struct store_notice notice = {.id = ID, .seat = channel[i].seat, .kind = STORE_NOTICE_OVER, .due = 10 - (int64_t)i};
        FINE(store_add_channel(store, &channel[i], &error));
        notice.channel = channel[i].number;
        FINE(store_add_notice(store, &notice, &error));
    }
    commit(store);
    assert_int_equal(look(store, 10, &found), 5);
    found.n = 0;
    FINE(store_due_notices_at(store, &channel[0], 10, 8, find_notice, &found, &error));
    assert_int_equal(found.n, 2);
    assert_int_equal(found.notice[0].channel, channel[1].number);
    found.n = 0;
    FINE(store_due_notices_at(store, &channel[0], 9, 8, find_notice, &found, &error));
    assert_int_equal(found.n, 1);
    FINE(store_begin_notice(store, found.notice[0].number, &error));
    found.n = 0;
    FINE(store_due_notices_at(store, &channel[0], 10, 8, find_notice, &found, &error));
    assert_int_equal(found.n, 1); /* the other one is on its way */
    store_close(store);
}

/* By the token of a push: does one of its turns still wait, and at how many tables of that address is somebody awaited? */
static void test_asks(void **state) {
    (void)state;
    struct store *store = open_new();
    struct store_turn turn = {.id = ID, .seat = 0, .since = 5, .deadline = 90};
    struct store_channel own = make_channel("Anna", "", ALEA_NONE, "1"), here = make_channel("", ID, 1, "2");
    struct store_notice notice = {.id = ID, .seat = 0, .kind = STORE_NOTICE_TURN, .since = 5};
    const uint8_t first[ALEA_HASH_BYTES] = {1}, reminder[ALEA_HASH_BYTES] = {2};
    bool holds = false;
    int tables = 0;
    create(store, ID);
    add_anna(store);
    FINE(store_set_turn(store, &turn, &error));
    FINE(store_add_channel(store, &own, &error));
    FINE(store_add_channel(store, &here, &error)); /* of the same address */
    notice.channel = own.number;
    FINE(store_add_ask(store, first, &notice, 100, &error));
    notice.kind = STORE_NOTICE_SIX;
    FINE(store_add_ask(store, reminder, &notice, 100, &error));
    commit(store);
    FINE(store_ask(store, first, 99, &holds, &tables, &error));
    assert_true(holds);
    assert_int_equal(tables, 1);
    FAILS(ALEA_ERR_NOT_FOUND, store_ask(store, first, 100, &holds, &tables, &error));
    turn.looked = true;
    FINE(store_set_turn(store, &turn, &error));
    FINE(store_ask(store, first, 99, &holds, &tables, &error));
    assert_false(holds);
    FINE(store_ask(store, reminder, 99, &holds, &tables, &error));
    assert_true(holds); /* a reminder is for those, too, who have looked */
    turn.seat = 1;
    FINE(store_set_turn(store, &turn, &error));
    FINE(store_ask(store, reminder, 99, &holds, &tables, &error));
    assert_int_equal(tables, 1); /* the same table */
    turn.seat = 0, turn.since = 6;
    FINE(store_set_turn(store, &turn, &error));
    FINE(store_ask(store, reminder, 99, &holds, &tables, &error));
    assert_false(holds); /* that is another turn */
    FINE(store_drop_turn(store, ID, 0, &error));
    FINE(store_drop_turn(store, ID, 1, &error));
    FINE(store_ask(store, reminder, 99, &holds, &tables, &error));
    assert_true(!holds && tables == 0);
    FINE(store_drop_expired(store, 100, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_ask(store, reminder, 99, &holds, &tables, &error));
    FINE(store_add_ask(store, first, &notice, 100, &error));
    FINE(store_drop_links(store, STORE_LINK_SEAT, ID, 0, &error)); /* somebody else sits there */
    FAILS(ALEA_ERR_NOT_FOUND, store_ask(store, first, 99, &holds, &tables, &error));
    store_close(store);
}

static void test_passes(void **state) {
    (void)state;
    struct store *store = open_new();
    struct store_pass pass = {.hash = {7}, .id = ID, .seat = 1, .until = 100}, taken;
    create(store, ID);
    FINE(store_add_pass(store, &pass, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_take_pass(store, pass.hash, 100, &taken, &error));
    FINE(store_take_pass(store, pass.hash, 99, &taken, &error));
    assert_int_equal(taken.seat, 1);
    assert_string_equal(taken.id, ID);
    FAILS(ALEA_ERR_NOT_FOUND, store_take_pass(store, pass.hash, 99, &taken, &error));
    FINE(store_add_pass(store, &pass, &error));
    FINE(store_drop_links(store, STORE_LINK_SEAT, ID, 1, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_take_pass(store, pass.hash, 99, &taken, &error));
    store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_turns),       IN_FOLDER(test_channels), IN_FOLDER(test_outbox),
        IN_FOLDER(test_one_address), IN_FOLDER(test_asks),     IN_FOLDER(test_passes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
