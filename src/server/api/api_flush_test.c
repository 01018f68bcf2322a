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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(not_known_is_said_so, take_disk, give_disk)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
