/* SPDX-License-Identifier: MIT */
/* api_live_test.c - long polls and sockets: who is told what, when, and what becomes of those who leave. */
#include "api_test.h"

/* ---- Long polls --------------------------------------------------------------------------------------------------------------------- */

static void a_poll_waits_until_something_happens(void **state) {
    (void)state;
    struct world world;
    struct asked poll, empty, gone, asked;
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, BET);
    begin(&world, &poll, &(struct ask){.at = at(&table, "GET /matches/$/events?since=0"), .token = table.seat[1]});
    begin(&world, &gone, &(struct ask){.at = at(&table, "GET /matches/$/events?since=0")});
    json_t *json = get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$/events?wait=0")});
    assert_int_equal(json_array_size(part(json, "messages")), 0);
    let_go(&asked);
    for (int i = 0; i < 3; i++) turn(&world);
    assert_int_equal(poll.finished, 0);
    api_cancel(world.api, &gone.call);
    play(&world, &table, 0, 0, "bet one");
    turn(&world);
    assert_int_equal(poll.finished, 1);
    json = end(&world, &poll);
    assert_int_equal(number(json, "ply"), 1);
    assert_string_equal(words(json, "messages[0].kind"), "ply");
    assert_string_equal(words(json, "messages[0].events[0].event"), "ready");
    let_go(&poll);

    /* What has been seen already is waited on, to the end of the time. */
    begin(&world, &empty, &(struct ask){.at = at(&table, "GET /matches/$/events?since=1&wait=3")});
    for (int i = 0; i < 3; i++) turn(&world);
    assert_int_equal(empty.finished, 0);
    assert_true(api_next(world.api) > world.now);
    world.now = api_next(world.api);
    turn(&world);
    json = end(&world, &empty);
    assert_int_equal(json_array_size(part(json, "messages")), 0);
    assert_int_equal(api_next(world.api), 0);
    let_go(&empty);
    assert_int_equal(gone.finished, 0);
    let_go(&gone);
    world_close(&world);
}

static void a_poll_hears_of_chat_and_changes(void **state) {
    (void)state;
    struct world world;
    struct asked asked, poll;
    char line[128];
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, BET);
    json_t *json = get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$")});
    snprintf(line, sizeof line, "GET /matches/%s/events?since=0&chat=0&rev=%ld", table.id, number(json, "rev"));
    let_go(&asked);
    begin(&world, &poll, &(struct ask){.at = line});
    want(&world, 200,
         (struct ask){.at = at(&table, "POST /matches/$/pause"), .token = table.admin, .body = "{\"paused\":true}"});
    json = end(&world, &poll);
    assert_string_equal(words(json, "messages[0].kind"), "table");
    assert_string_equal(words(json, "messages[0].status"), "paused");
    let_go(&poll);
    begin(&world, &poll, &(struct ask){.at = at(&table, "GET /matches/$/events?since=0&chat=0")});
    want(&world, 201,
         (struct ask){.at = at(&table, "POST /matches/$/chat"), .token = table.seat[0], .body = "{\"text\":\"Ave\"}"});
    json = end(&world, &poll);
    assert_string_equal(words(json, "messages[0].kind"), "chat");
    assert_string_equal(words(json, "messages[0].text"), "Ave");
    let_go(&poll);
    world_close(&world);
}

/* The seed is that of the commitment. */
static void opens(json_t *grave, const char *commitment) {
    uint8_t seed[ALEA_SEED_BYTES], hash[ALEA_HASH_BYTES];
    char hex[2 * ALEA_HASH_BYTES + 1];
    assert_string_equal(words(grave, "error"), "deleted");
    assert_string_equal(words(grave, "commitment"), commitment);
    assert_int_equal(sodium_hex2bin(seed, sizeof seed, words(grave, "seed"), 2 * sizeof seed, NULL, NULL, NULL), 0);
    alea_seed_commit(seed, hash);
    assert_string_equal(sodium_bin2hex(hex, sizeof hex, hash, sizeof hash), commitment);
}

static void a_poll_ends_with_its_table(void **state) {
    (void)state;
    struct world world;
    struct asked poll;
    char commitment[2 * ALEA_HASH_BYTES + 1];
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, BET);
    json_t *before = get(&world, &poll, 200, (struct ask){.at = at(&table, "GET /matches/$")});
    snprintf(commitment, sizeof commitment, "%s", words(before, "dice.commitment"));
    let_go(&poll);
    play(&world, &table, 0, 0, "bet one");
    begin(&world, &poll, &(struct ask){.at = at(&table, "GET /matches/$/events?since=1")});
    want(&world, 200, (struct ask){.at = at(&table, "DELETE /matches/$"), .token = table.admin});
    json_t *json = end(&world, &poll);
    assert_int_equal(poll.call.status, 410);
    assert_string_equal(words(json, "error"), "deleted");
    let_go(&poll);
    struct asked asked;
    static const char *const addresses[] = {"GET /matches/$", "GET /matches/$/transcript", "POST /matches/$/start"};
    for (size_t i = 0; i < ALEA_LEN(addresses); i++) {
        json = get(&world, &asked, 410, (struct ask){.at = at(&table, addresses[i]), .token = table.admin});
        opens(json, commitment);
        assert_int_equal(number(json, "plies"), 1);
        assert_int_equal(number(json, "deleted"), world.now);
        let_go(&asked);
    }
    world_close(&world);
}

static void an_undo_is_a_state(void **state) {
    (void)state;
    struct world world;
    struct asked asked;
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, "{\"game\":\"spqrisiko\",\"seats\":[\"human\",\"human\",\"human\"]}");
    play(&world, &table, 0, 0, "Claim Italia");
    want(&world, 200, (struct ask){.at = at(&table, "POST /matches/$/undo"), .token = table.seat[0], .body = "{\"ply\":1}"});
    json_t *json = get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$/events?since=1")});
    assert_string_equal(words(json, "messages[0].kind"), "state");
    assert_true(json_is_true(part(json, "messages[0].undone")));
    assert_int_equal(number(json, "ply"), 0);
    let_go(&asked);
    world_close(&world);
}

/* ---- Sockets -------------------------------------------------------------------------------------------------------------------------- */

static void a_socket_becomes_a_seat_and_plays(void **state) {
    (void)state;
    struct world world;
    struct ear ear;
    char line[128];
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, BET);
    assert_true(ear_open(&world, &ear, &table, NULL));
    turn(&world);
    assert_true(json_is_null(part(last(&ear, "state"), "you")));
    say(&world, &ear, "{\"id\":1,\"ply\":0,\"text\":\"bet one\"}");
    assert_string_equal(words(last(&ear, "error"), "error"), "unauthorized");
    assert_int_equal(number(last(&ear, "error"), "id"), 1);
    say(&world, &ear, "{\"token\":\"" NOBODYS "\"}");
    assert_string_equal(words(last(&ear, "error"), "error"), "unauthorized");
    assert_true(json_is_null(part(last(&ear, "error"), "id")));
    snprintf(line, sizeof line, "{\"token\":\"%s\",\"lang\":\"it\"}", table.seat[0]);
    say(&world, &ear, line);
    assert_string_equal(words(last(&ear, "state"), "you"), "A");
    say(&world, &ear, "{\"id\":\"x\\\"y\",\"ply\":0,\"text\":\"bet one\"}");
    assert_string_equal(words(last(&ear, "answer"), "id"), "x\"y");
    assert_int_equal(number(last(&ear, "answer"), "ply"), 1);
    assert_string_equal(words(last(&ear, "ply"), "move.text"), "bet one");
    say(&world, &ear, "{\"id\":2,\"chat\":\"Ave\"}");
    assert_int_equal(number(last(&ear, "answer"), "n"), 1);
    assert_string_equal(words(last(&ear, "chat"), "text"), "Ave");
    say(&world, &ear, "{\"ping\":1}");
    assert_true(json_is_true(part(last(&ear, "answer"), "pong")));
    ear_close(&world, &ear);
    world_close(&world);
}

static void a_socket_is_refused_what_it_should_be(void **state) {
    (void)state;
    static const struct {
        const char *said, *error;
    } rows[] = {{"", "bad_request"},
                {"{", "bad_json"},
                {"[]", "bad_request"},
                {"{\"id\":1}", "bad_request"},
                {"{\"id\":{},\"ping\":1}", "bad_request"},
                {"{\"id\":1,\"ply\":0}", "bad_request"},
                {"{\"id\":1,\"m\":1}", "bad_request"},
                {"{\"id\":1,\"ply\":0,\"m\":1,\"text\":\"x\"}", "bad_request"},
                {"{\"id\":1,\"undo\":false,\"ply\":0}", "bad_request"},
                {"{\"id\":1,\"ply\":0,\"text\":\"x\",\"force\":true}", "bad_request"},
                {"{\"id\":1,\"chat\":\"\"}", "bad_request"},
                {"{\"lang\":\"fr\"}", "bad_request"},
                {"{\"id\":1,\"ply\":0,\"text\":\"x\"}", "bad_move"},
                {"{\"id\":1,\"ply\":3,\"text\":\"x\"}", "stale"},
                {"{\"id\":1,\"ply\":0,\"undo\":true}", "no_undo"},
                {"{\"id\":1,\"ply\":3,\"m\":1}", "stale"}, /* a move, however it is written */
                {"{\"m\":1,\"ply\":3,\"id\":1}", "stale"},
                {"{\"id\": 1, \"ply\": 3, \"m\": 1}", "stale"},
                {"{\"ply\":3,\"m\":4294967295}", "stale"},
                {"{\"id\":1,\"ply\":3,\"m\":4294967296}", "bad_request"},
                {"{\"id\":1,\"ply\":3,\"m\":-1}", "bad_request"},
                {"{\"id\":1,\"ply\":3,\"m\":1.5}", "bad_request"},
                {"{\"id\":1,\"ply\":3,\"m\":1,\"m\":1}", "bad_json"},
                {"{\"id\":1,\"ply\":3,\"id\":1}", "bad_json"},
                {"{\"id\":1,\"ply\":3,\"m\":1,\"text\":\"x\"}", "bad_request"},
                {"{\"id\":01,\"ply\":3,\"m\":1}", "bad_json"},
                {"{\"id\":1,\"ply\":3,\"m\":}", "bad_json"},
                {"{\"id\":1,\"ply\":3,\"m\":1", "bad_json"},
                {"{\"id\":1,\"ply\":3,\"m\":1}}", "bad_json"},
                {"{\"id\":1,\"ply\":0,\"text\":\"resign A\"}", "refused"}};
    struct world world;
    struct ear ear;
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, BET);
    assert_true(ear_open(&world, &ear, &table, table.seat[0]));
    for (int i = 0; i < 3; i++) turn(&world);
    int version = version_of(&world);
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        int told = ear.told;
        say(&world, &ear, rows[i].said);
        if (strcmp(words(last(&ear, "error"), "error"), rows[i].error) != 0 || ear.told != told + 1)
            fail_msg("%s: %s", rows[i].said, words(last(&ear, "error"), "error"));
    }
    assert_int_equal(version_of(&world), version);
    ear_close(&world, &ear);
    assert_false(ear_open(&world, &ear, &table, NOBODYS));
    json_decref(ear.heard);
    world_close(&world);
}

/* Who goes before the commit is told nothing any more; the move stands. */
static void a_socket_may_leave_at_any_time(void **state) {
    (void)state;
    static const char bet[] = "{\"id\":1,\"ply\":0,\"text\":\"bet one\"}";
    struct world world;
    struct ear ear;
    struct asked asked;
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, BET);
    assert_true(ear_open(&world, &ear, &table, table.seat[0]));
    turn(&world);
    api_hear(world.api, &ear.listener, NULL, bet, strlen(bet), world.now);
    int told = ear.told;
    ear_close(&world, &ear);
    turn(&world);
    assert_int_equal(ear.told, told);
    json_t *json = get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$")});
    assert_int_equal(number(json, "ply"), 1);
    let_go(&asked);
    world_close(&world);
}

/* A link of another match opens nothing here, and takes nothing away either. */
static void a_link_of_another_match_changes_nothing(void **state) {
    (void)state;
    struct world world;
    struct ear ear;
    char line[128];
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, BET), other = make_table(&world, BET);
    assert_true(ear_open(&world, &ear, &table, NULL));
    turn(&world);
    snprintf(line, sizeof line, "{\"token\":\"%s\"}", other.admin);
    say(&world, &ear, line);
    assert_string_equal(words(last(&ear, "error"), "error"), "not_your_seat");
    say(&world, &ear, "{\"id\":1,\"chat\":\"Ave\"}");
    assert_string_equal(words(last(&ear, "error"), "error"), "unauthorized");
    ear_close(&world, &ear);

    assert_true(ear_open(&world, &ear, &table, table.seat[0]));
    turn(&world);
    snprintf(line, sizeof line, "{\"token\":\"%s\"}", other.seat[1]);
    say(&world, &ear, line);
    assert_string_equal(words(last(&ear, "error"), "error"), "not_your_seat");
    say(&world, &ear, "{\"id\":2,\"ply\":0,\"text\":\"bet one\"}");
    assert_int_equal(number(last(&ear, "answer"), "id"), 2);
    ear_close(&world, &ear);
    world_close(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_poll_waits_until_something_happens), IN_FOLDER(a_poll_hears_of_chat_and_changes),
        IN_FOLDER(a_poll_ends_with_its_table),           IN_FOLDER(an_undo_is_a_state),
        IN_FOLDER(a_socket_becomes_a_seat_and_plays),    IN_FOLDER(a_socket_is_refused_what_it_should_be),
        IN_FOLDER(a_socket_may_leave_at_any_time),       IN_FOLDER(a_link_of_another_match_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
