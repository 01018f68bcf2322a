/* SPDX-License-Identifier: MIT */
/* notices_test.c - the ladder of a turn by a clock that is told the time: its steps, quiet hours over the change to summer time, a digest, who has
 * looked, and a server that was away. The sender takes nothing, so that the outbox shows what it was to be given. */
#include "table_test.h"

#include <sqlite3.h>

#include "notify.h"

static struct alea_error error = {.lang = ALEA_EN};
static const int64_t second = 1000, hour = INT64_C(3600) * 1000;

static struct notify *open_world(struct world *world, int64_t now) {
    const struct notify_options wishes = {.hooks = true, .base_url = "http://localhost"};
    struct notify *notify = notify_new(&wishes, &error);
    assert_non_null(notify);
    notify_stop(notify, 0);
    *world = (struct world){.now = now, .random = alea_random_stream(2026, 0)};
    world->store = open_as(DB, STORE_OPEN_OR_CREATE);
    world->pool = pool_new(1, NULL, NULL);
    const struct lobby_options options = {.store = world->store,
                                          .pool = world->pool,
                                          .messages = &wire_messages,
                                          .max_tables = 10,
                                          .notify = notify,
                                          .notice_ms = 20 * second,
                                          .log = note_log,
                                          .log_context = world};
    world->lobby = lobby_new(&options, &error);
    assert_non_null(world->lobby);
    FINE(lobby_resume(world->lobby, now, &error));
    return notify;
}

static void close_world(struct world *world, struct notify *notify) {
    world_close(world);
    notify_free(notify);
}

/* A table of people who have two days for a turn; its id, and the first seat that is awaited. */
static int lay(struct world *world, char id[STORE_ID_LENGTH + 1]) {
    struct table_plan plan = plan_of("null", "human human", "");
    plan.clock = (struct clock_rules){.kind = CLOCK_DAYS, .then = CLOCK_THEN_PASS, .reserve = 48 * hour, .zone = "UTC"};
    struct table *table = create_table(world, &plan);
    snprintf(id, STORE_ID_LENGTH + 1, "%s", table_look(table).id);
    for (int seat = 0; seat < 2; seat++)
        assert_int_equal(table_join(table, seat, "Anna", NULL, world->now, &error), TABLE_OK);
    turn(world);
    table = table_of(world, id);
    const struct alea_match *match = table_look(table).match;
    alea_actors movers = alea_movers(alea_match_rules(match), alea_match_position(match));
    assert_true(movers && movers < ALEA_ACTORS_CHANCE);
    return __builtin_ctzll(movers);
}

static int64_t add(struct world *world, const char *id, int seat, unsigned reminders, const char *secret, int digest,
                   bool quiet) {
    struct store_channel channel = {
        .seat = seat, .kind = STORE_CHANNEL_JSON, .status = STORE_CHANNEL_ON, .reminders = reminders, .digest = digest};
    snprintf(channel.id, sizeof channel.id, "%s", id);
    snprintf(channel.address, sizeof channel.address, "https://%s.invalid/", secret);
    snprintf(channel.secret, sizeof channel.secret, "%s", secret);
    snprintf(channel.zone, sizeof channel.zone, "Europe/Rome");
    if (quiet) channel.quiet_from = 22 * 60, channel.quiet_to = 8 * 60;
    FINE(store_add_channel(world->store, &channel, &error));
    FINE(store_commit(world->store, &error));
    return channel.number;
}

/* What is due by then is done a little at a time. */
static void go_to(struct world *world, int64_t now) {
    world->now = now;
    turn(world);
    for (int64_t next; (next = lobby_next(world->lobby, world->now)) && next < now + second;) {
        world->now = next;
        turn(world);
    }
}

/* Goes on to that time. Then the notices of a channel as "KIND@due", due in ms after noon, which it has had; they are taken out. */
static void expect(struct world *world, int64_t now, int64_t channel, const char *wanted) {
    char found[256] = "", one[64];
    sqlite3 *db = NULL;
    sqlite3_stmt *rows = NULL;
    go_to(world, now);
    assert_int_equal(sqlite3_open(DB, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(db, "SELECT kind, due FROM outbox WHERE channel = ?1 ORDER BY number", -1, &rows, NULL),
        SQLITE_OK);
    sqlite3_bind_int64(rows, 1, channel);
    while (sqlite3_step(rows) == SQLITE_ROW) {
        snprintf(one, sizeof one, "%s%d@%lld", found[0] ? " " : "", sqlite3_column_int(rows, 0),
                 (long long)((sqlite3_column_int64(rows, 1) - noon) / second));
        strncat(found, one, sizeof found - strlen(found) - 1);
    }
    sqlite3_finalize(rows);
    char sql[64];
    snprintf(sql, sizeof sql, "DELETE FROM outbox WHERE channel = %lld", (long long)channel);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_string_equal(found, wanted);
}

static void test_ladder(void **state) {
    (void)state;
    struct world world;
    char id[STORE_ID_LENGTH + 1];
    struct notify *notify = open_world(&world, noon);
    const int seat = lay(&world, id);
    const int64_t all = add(&world, id, seat, 7, "a", 0, false), some = add(&world, id, seat, 2, "b", 0, true),
                  gathered = add(&world, id, seat, 4, "c", 240, false);
    expect(&world, noon + 19 * second, all, "");
    expect(&world, noon + 20 * second, all, "0@20");
    expect(&world, noon + 20 * second, some, "0@20");
    expect(&world, noon + 21 * second, gathered, "0@3600"); /* four hours are over at 12:00 UTC: noon in Rome is 11:00 */
    expect(&world, noon + 24 * hour, all, "1@86400");
    expect(&world, noon + 24 * hour, some, ""); /* it wants no such reminder */
    expect(&world, noon + 42 * hour, all, "2@151200");
    /* 07:00 in Rome, where summer time began meanwhile: at 08:00. */
    expect(&world, noon + 42 * hour, some, "2@154800");
    expect(&world, noon + 47 * hour, all, "3@169200");
    expect(&world, noon + 47 * hour, gathered, "3@176400");
    expect(&world, noon + 47 * hour + 30 * 60 * second, all, "");
    close_world(&world, notify);
}

/* Who has looked is not told of the turn, but reminded as long as nothing was played. */
static void test_looked(void **state) {
    (void)state;
    struct world world;
    char id[STORE_ID_LENGTH + 1];
    struct notify *notify = open_world(&world, noon);
    const int seat = lay(&world, id);
    const int64_t channel = add(&world, id, seat, 7, "a", 0, false);
    table_looked(table_of(&world, id), seat);
    expect(&world, noon + 60 * second, channel, "");
    expect(&world, noon + 24 * hour, channel, "1@86400");
    close_world(&world, notify);
}

/* A server that was away says the last of what it missed, and no more. */
static void test_away(void **state) {
    (void)state;
    struct world world;
    char id[STORE_ID_LENGTH + 1];
    struct notify *notify = open_world(&world, noon);
    const int seat = lay(&world, id);
    const int64_t channel = add(&world, id, seat, 7, "a", 0, false);
    expect(&world, noon + 20 * second, channel, "0@20");
    close_world(&world, notify);
    notify = open_world(&world, noon + 47 * hour + 60 * second);
    expect(&world, world.now, channel, "3@169260");
    expect(&world, world.now + 60 * second, channel, "");
    close_world(&world, notify);
}

/* The end is told once to each of its people, also to who has looked, at the end of quiet hours; a restart does not repeat it. */
static void test_over(void **state) {
    (void)state;
    struct world world;
    char id[STORE_ID_LENGTH + 1];
    struct notify *notify = open_world(&world, noon);
    lay(&world, id);
    const int64_t first = add(&world, id, 0, 0, "a", 0, false), second_one = add(&world, id, 1, 7, "b", 240, false);
    world.now = noon + 5 * second; /* before anybody is told of a turn */
    play_to_the_end(&world, id);
    assert_int_equal(status_of(&world, id), STORE_OVER);
    expect(&world, noon + 6 * second, first, "6@5");
    expect(&world, noon + 7 * second, second_one, "6@3600");
    close_world(&world, notify);
    notify = open_world(&world, noon + hour);
    (void)table_of(&world, id);
    expect(&world, world.now, first, "");
    expect(&world, world.now, second_one, "");
    close_world(&world, notify);
}

/* Many are due at once: they are told a few at a time, and moves come between, for which there is a rest after each few. */
static void tell_many(bool played, int64_t rest) {
    enum { TABLES = 2, CHANNELS = 5 };
    struct world world;
    int64_t channel[TABLES][CHANNELS], longest = 0;
    char other[STORE_ID_LENGTH + 1];
    struct notify *notify = open_world(&world, noon);
    const int mover = lay(&world, other);
    for (int i = 0; i < TABLES; i++) {
        char id[STORE_ID_LENGTH + 1], secret[] = "a0";
        const int seat = lay(&world, id);
        secret[0] = (char)(secret[0] + i);
        for (int j = 0; j < CHANNELS; j++, secret[1]++) channel[i][j] = add(&world, id, seat, 0, secret, 0, false);
    }
    world.now = noon + 20 * second - 1;
    if (played) assert_int_equal(play_any(&world, table_of(&world, other), mover), TABLE_OK);
    turn(&world);
    int turns = 0;
    for (int64_t next = world.now; next && next < noon + 21 * second; next = lobby_next(world.lobby, next)) {
        assert_true(next >= world.now); /* it rests between them */
        if (next - world.now > longest) longest = next - world.now;
        world.now = next + 1;
        turn(&world);
        turns++;
    }
    assert_in_range(turns, 2, 10);
    assert_int_equal(longest, rest);
    for (int i = 0; i < TABLES; i++)
        for (int j = 0; j < CHANNELS; j++) expect(&world, world.now, channel[i][j], "0@20");
    close_world(&world, notify);
}

static void test_many(void **state) {
    (void)state;
    tell_many(true, 30);
}

/* Nobody waits for a move meanwhile: they are told at once, one might say. */
static void test_many_alone(void **state) {
    (void)state;
    tell_many(false, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_ladder), IN_FOLDER(test_looked), IN_FOLDER(test_away),
        IN_FOLDER(test_over),   IN_FOLDER(test_many),   IN_FOLDER(test_many_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
