/* SPDX-License-Identifier: MIT */
/* api_flush_test.c - what a client is told when the disk fails to flush: never that nothing has changed, for that is not known. */
#include "failing_disk.h"

#include "api_test.h"

static int take_disk(void **state) { return disk_take() ? test_begin(state) : -1; }

static int give_disk(void **state) {
    disk_give();
    return test_end(state);
}

static void not_known_is_said_so(void **state) {
    (void)state;
    struct world world;
    struct asked asked;
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, BET);
    const struct ask line = {.at = at(&table, "POST /matches/$/chat"), .body = "{\"text\":\"ave\"}", .token = table.seat[0]};
    disk_failing = 1;
    json_t *json = get(&world, &asked, 503, line);
    assert_string_equal(words(json, "error"), "store");
    assert_non_null(strstr(words(json, "text"), "not known"));
    assert_null(strstr(words(json, "text"), "nothing has changed"));
    let_go(&asked);
    /* Who looks again sees what is there; and everything goes on. */
    const struct ask look = {.at = at(&table, "GET /matches/$/chat")};
    json = get(&world, &asked, 200, look);
    size_t kept = json_array_size(json_object_get(json, "messages"));
    assert_true(kept <= 1);
    let_go(&asked);
    world.now += 2000;
    turn(&world);
    want(&world, 201, line);
    json = get(&world, &asked, 200, look);
    assert_int_equal(json_array_size(json_object_get(json, "messages")), kept + 1);
    let_go(&asked);
    world_close(&world);
}

/* Nor that something has, before it is kept: as where a request waited until the pool had opened its table, behind the turn's commit. */
static void what_waited_for_its_table_is_kept_first(void **state) {
    (void)state;
    static const char on_scenario[] =
        "{\"game\":\"null\",\"seats\":[\"human\",\"human\"],\"scenario\":{\"format\":\"alea.scenario\","
        "\"version\":1,\"game\":\"null\",\"name\":\"slow\",\"replace\":{\"prize\":{\"points\":3}}}}";
    struct world world;
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, on_scenario);
    const struct ask pause = {.at = at(&table, "POST /matches/$/pause"), .body = "{\"paused\":true}", .token = table.admin};
    world_close(&world);
    world_open_by(&world, DB, 0, 0);
    disk_failing = 1;
    want(&world, 503, pause);
    world.now += 2000;
    turn(&world);
    want(&world, 200, pause);
    world_close(&world);
}

#define ON_THAT_DISK(test) cmocka_unit_test_setup_teardown(test, take_disk, give_disk)

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_THAT_DISK(not_known_is_said_so),
        ON_THAT_DISK(what_waited_for_its_table_is_kept_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
