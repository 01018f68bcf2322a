/* SPDX-License-Identifier: MIT */
/* opening_test.c - tables that are opened while something else happens: a beacon is asked, somebody looks in or hangs up, an account ends. */
#include <semaphore.h>

#include "table_test.h"

static struct alea_error error = {.lang = ALEA_EN};

static void await_pool(struct world *world) {
    while (!pool_idle(world->pool)) {
        pool_collect(world->pool);
        rest();
    }
}

static void some_seconds(struct world *world) {
    for (int i = 0; i < 5; i++) {
        world->now += 1000;
        turn(world);
        await_pool(world);
    }
}

/* What is played by a scenario is opened by the pool. */
static const char slow_words[] =
    "{\"format\":\"alea.scenario\",\"version\":1,\"game\":\"null\",\"name\":\"slow\",\"replace\":{\"prize\":{\"points\":3}}}";
static const struct alea_scenario slow = {.name = "slow", .bytes = slow_words, .n_bytes = sizeof slow_words - 1};

/* Another lobby over the same file, with the pool. */
static void lobby_anew(struct world *world, int max_tables) {
    struct lobby_options options = *lobby_options_of(world->lobby);
    options.beacon = "http://127.0.0.1:1"; /* nobody is there */
    options.store_path = DB;
    options.max_tables = max_tables;
    lobby_free(world->lobby);
    world->lobby = lobby_new(&options, &error);
    assert_non_null(world->lobby);
}

/* A table that asks a beacon as soon as it is there, since it has no words to wait for. */
static struct table *asking_table(struct world *world, const struct alea_scenario *scenario) {
    struct table_plan plan = plan_of("null", "human human", "");
    plan.scenario = scenario;
    plan.wants_beacon = true;
    return create_table(world, &plan);
}

/* A table whose beacon is being asked is not dropped: what it says is for a table that is there. */
static void test_beacon_finds_its_table(void **state) {
    (void)state;
    struct world world;
    world_open(&world);
    lobby_anew(&world, 1);
    const struct known asking = known(asking_table(&world, &slow));
    (void)lobby_turn(world.lobby, world.now);
    const struct table_plan plan = plan_of("null", "human human", "");
    create_table(&world, &plan);
    (void)lobby_turn(world.lobby, world.now);
    await_pool(&world);
    assert_true(table_look(table_of(&world, asking.id)).beacon_fails);
    world_close(&world);
}

/* What a beacon says of a table that is being opened anew is lost, and is asked for again. */
static void test_beacon_is_asked_again(void **state) {
    (void)state;
    struct world world;
    world_open(&world);
    lobby_anew(&world, 100);
    struct table *table = asking_table(&world, &slow);
    const struct known asking = known(table);
    (void)lobby_turn(world.lobby, world.now);
    limit_files(1); /* as if the disk were full */
    (void)table_join(table, 0, "Anna", NULL, world.now, &error);
    (void)lobby_turn(world.lobby, world.now);
    limit_files(RLIM_INFINITY);
    FINE(lobby_find(world.lobby, asking.id, &table, &error));
    assert_null(table);                    /* it is being opened */
    for (int i = 0; i < 1000; i++) rest(); /* both have come by now */
    some_seconds(&world);
    assert_true(table_look(table_of(&world, asking.id)).beacon_fails);
    world_close(&world);
}

/* Who looks at a table that was opened just now does not take it from those that go on by themselves. */
static void test_looking_leaves_a_table_due(void **state) {
    (void)state;
    struct world world;
    struct ear ear;
    world_open(&world);
    lobby_anew(&world, 1);
    const struct known asking = known(asking_table(&world, NULL));
    turn(&world);
    await_pool(&world);
    new_table(&world, "null", "human human", "");
    assert_int_equal(lobby_counts(world.lobby)->tables_dropped, 1);
    ear_open(&ear, table_of(&world, asking.id), ALEA_NONE);
    some_seconds(&world);
    assert_true(table_look(table_of(&world, asking.id)).beacon_fails);
    ear_close(&ear);
    world_close(&world);
}

static sem_t held;

static void hold(struct pool_job *job) {
    (void)job;
    sem_wait(&held);
}

static void leave(struct pool_job *job) { (void)job; }

static void look_in(struct comer *comer) { (void)comer; }

/* A table whose time has come is opened though the one for whom it was being opened hangs up. */
static void test_hanging_up_leaves_a_table_due(void **state) {
    (void)state;
    enum { HELD = 8, ASKER = 100 };
    struct pool_job job[HELD];
    int64_t work_us = 0;
    struct comer comer = {.opened = look_in, .work_us = &work_us};
    struct world world;
    world_open(&world);
    lobby_anew(&world, 100);
    const struct known asking = known(asking_table(&world, &slow));
    turn(&world);
    some_seconds(&world);
    lobby_anew(&world, 100);
    FINE(lobby_resume(world.lobby, world.now, &error));
    sem_init(&held, 0, 0);
    for (int i = 0; i < HELD; i++) {
        job[i] = (struct pool_job){.run = hold, .done = leave, .lasting = true, .asker = (uint64_t)i + 1};
        assert_true(pool_add(world.pool, &job[i]));
    }
    assert_true(lobby_await(world.lobby, asking.id, ASKER, &comer));
    (void)lobby_turn(world.lobby, world.now);
    lobby_unawait(&comer);
    for (int i = 0; i < HELD; i++) sem_post(&held);
    some_seconds(&world);
    assert_int_equal(lobby_counts(world.lobby)->tables, 1);
    world_close(&world);
    sem_destroy(&held);
}

/* What the pool has read of a table before an account ended has its name: it is read once more. */
static void test_names_are_forgotten_while_opening(void **state) {
    (void)state;
    struct world world;
    world_open(&world);
    lobby_anew(&world, 100);
    FINE(store_add_account(world.store, "Anna", "hash", noon, &error));
    struct table_plan plan = plan_of("null", "human human", "");
    plan.scenario = &slow;
    struct table *table = create_table(&world, &plan);
    assert_int_equal(table_join(table, 0, "Anna", NULL, noon, &error), TABLE_OK);
    assert_int_equal(table_claim(table, 0, "Anna", noon, &error), TABLE_OK);
    const struct known made = known(table);
    (void)lobby_turn(world.lobby, world.now);
    lobby_anew(&world, 100);
    FINE(lobby_find(world.lobby, made.id, &table, &error));
    assert_null(table);
    assert_true(lobby_await(world.lobby, made.id, 0, NULL));
    for (int i = 0; i < 1000; i++) rest(); /* it is read by now, and not taken in */
    FINE(store_drop_account(world.store, "Anna", &error));
    lobby_forget_account(world.lobby, "Anna");
    (void)lobby_turn(world.lobby, world.now);
    await_pool(&world);
    FINE(lobby_find(world.lobby, made.id, &table, &error));
    assert_non_null(table);
    assert_string_equal(table_look(table).seat[0].name, "");
    assert_string_equal(table_look(table).seat[0].account, "");
    world_close(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_beacon_finds_its_table),
        IN_FOLDER(test_beacon_is_asked_again),
        IN_FOLDER(test_looking_leaves_a_table_due),
        IN_FOLDER(test_hanging_up_leaves_a_table_due),
        IN_FOLDER(test_names_are_forgotten_while_opening),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
