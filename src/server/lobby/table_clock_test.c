/* SPDX-License-Identifier: MIT */
/* table_clock_test.c - clocks at tables, with a time of the test's own: late windows, deputies, passing, forfeits, over restarts. */
#include "table_test.h"

#include "clock.h"

static struct alea_error error = {.lang = ALEA_EN};

enum { SECOND = 1000, HOUR = 3600 * SECOND };

static struct table_plan timed(const char *game, const char *who, enum clock_then then) {
    struct table_plan plan = plan_of(game, who, "");
    plan.clock = (struct clock_rules){
        .kind = CLOCK_LIVE, .then = then, .reserve = 60 * SECOND, .move = 10 * SECOND, .late = 5 * SECOND};
    if (then == CLOCK_THEN_DEPUTY) snprintf(plan.clock.deputy, sizeof plan.clock.deputy, "random");
    return plan;
}

static struct table *open_timed(struct world *world, const struct table_plan *plan, char id[STORE_ID_LENGTH + 1]) {
    struct table *table = create_table(world, plan);
    memcpy(id, table_look(table).id, STORE_ID_LENGTH + 1);
    turn_while_bots_move(world);
    return table_of(world, id);
}

/* The lobby is asked when it wants to be, and not before. */
static void pass_time(struct world *world, int64_t ms) {
    int64_t end = world->now + ms, next;
    while ((next = lobby_next(world->lobby, world->now)) && next <= end) {
        if (next > world->now) world->now = next;
        turn_while_bots_move(world);
    }
    world->now = end;
    turn_while_bots_move(world);
}

static void test_deputy(void **state) {
    (void)state;
    struct world world;
    struct ear ear;
    char id[STORE_ID_LENGTH + 1];
    world_open(&world);
    struct table_plan plan = timed("null", "human human", CLOCK_THEN_DEPUTY);
    struct table *table = open_timed(&world, &plan, id);
    ear_open(&ear, table, ALEA_NONE);
    assert_int_equal(play_any(&world, table, 0), TABLE_OK);
    pass_time(&world, 69 * SECOND);
    ear_clear(&ear);
    assert_false(clock_late(table_look(table).clock, 1, world.now));
    pass_time(&world, 3 * SECOND);
    assert_int_equal(plies_of(table), 1); /* the late window */
    assert_true(ear_has(&ear, "\"late\":true"));
    ear_clear(&ear);
    pass_time(&world, 4 * SECOND);
    assert_int_equal(table_look(table).deputies, 2);
    assert_true(ear_has(&ear, "\"deputy\":true"));
    assert_int_equal(plies_of(table), 4); /* its bet, the throw, and its bet in the next round */
    assert_true(strstr(world.log, "clock_expired"));
    uint64_t hash = hash_of(table);
    ear_close(&ear);
    world_close(&world);

    world_open_at(&world, DB, 100, noon + 100 * SECOND); /* a restart knows of the deputy, and of the reserve */
    turn(&world);
    table = table_of(&world, id);
    assert_true(hash_of(table) == hash);
    assert_int_equal(table_look(table).deputies, 2);
    assert_int_equal(clock_left(table_look(table).clock, 1, world.now), 0);
    assert_int_equal(clock_deadline(table_look(table).clock, 0), noon + (76 + 70) * SECOND - SECOND);
    ear_open(&ear, table, ALEA_NONE);
    ear_clear(&ear);
    assert_int_equal(table_return(table, 1, world.now, &error), TABLE_OK);
    turn(&world);
    assert_int_equal(table_look(table).deputies, 0);
    assert_true(ear_has(&ear, "\"kind\":\"table\""));
    ear_close(&ear);
    world_close(&world);
}

/* Who moves is back. */
static void test_move_takes_the_seat_back(void **state) {
    (void)state;
    struct world world;
    char id[STORE_ID_LENGTH + 1];
    world_open(&world);
    struct table_plan plan = timed("null", "human human", CLOCK_THEN_DEPUTY);
    struct table *table = open_timed(&world, &plan, id);
    assert_int_equal(play_any(&world, table, 1), TABLE_OK);
    world.now += 80 * SECOND;
    lobby_turn(world.lobby, world.now); /* the deputy has begun to think */
    assert_int_equal(table_look(table).deputies, 1);
    assert_int_equal(play_any(&world, table, 0), TABLE_OK);
    assert_int_equal(table_look(table).deputies, 0);
    turn_while_bots_move(&world);
    assert_int_equal(plies_of(table), 3);
    world_close(&world);
}

static void test_pass(void **state) {
    (void)state;
    struct world world;
    char id[STORE_ID_LENGTH + 1];
    world_open(&world);
    struct table_plan plan = timed("spqrisiko", "human human human", CLOCK_THEN_PASS);
    struct table *table = open_timed(&world, &plan, id);
    for (int i = 0; i < 2000; i++) { /* until all has been claimed */
        table = table_of(&world, id);
        if (plies_of(table) > 150) break;
        assert_int_equal(play_any(&world, table, person_to_move(table)), TABLE_OK);
        turn(&world);
    }
    int seat = person_to_move(table);
    long before = plies_of(table);
    pass_time(&world, 76 * SECOND);
    assert_true(plies_of(table) > before);
    assert_int_equal(table_look(table).deputies, 0);
    assert_int_not_equal(person_to_move(table), seat); /* its turn is over, and the next is somebody's own */
    assert_int_not_equal(person_to_move(table), ALEA_NONE);
    before = plies_of(table);
    pass_time(&world, 9 * SECOND);
    assert_int_equal(plies_of(table), before);
    world_close(&world);
}

static void test_forfeit(void **state) {
    (void)state;
    struct world world;
    char id[STORE_ID_LENGTH + 1];
    world_open(&world);
    struct table_plan plan = timed("null", "human human", CLOCK_THEN_FORFEIT);
    struct table *table = open_timed(&world, &plan, id);
    assert_int_equal(play_any(&world, table, 0), TABLE_OK);
    pass_time(&world, 76 * SECOND);
    assert_int_equal(table_look(table).status, STORE_OVER);
    const struct alea_ply *last = alea_match_ply(table_look(table).match, plies_of(table));
    assert_int_equal(last->seat, ALEA_HOST);
    assert_string_equal(last->note, "@clock");
    world_close(&world);
}

static void test_pause_stops_the_clock(void **state) {
    (void)state;
    struct world world;
    char id[STORE_ID_LENGTH + 1];
    world_open(&world);
    struct table_plan plan = timed("null", "human human", CLOCK_THEN_FORFEIT);
    struct table *table = open_timed(&world, &plan, id);
    pass_time(&world, 30 * SECOND);
    assert_int_equal(table_pause(table, true, world.now, &error), TABLE_OK);
    pass_time(&world, 500 * SECOND);
    assert_int_equal(status_of(&world, id), STORE_PAUSED);
    assert_int_equal(lobby_next(world.lobby, world.now), 0);
    world_close(&world);
    world_open_at(&world, DB, 100, noon + 1000 * SECOND);
    table = table_of(&world, id);
    assert_int_equal(clock_left(table_look(table).clock, 0, world.now), 40 * SECOND);
    assert_int_equal(table_pause(table, false, world.now, &error), TABLE_OK);
    pass_time(&world, 44 * SECOND);
    assert_int_equal(table_look(table).status, STORE_PLAYING);
    pass_time(&world, 2 * SECOND);
    assert_int_equal(table_look(table).status, STORE_OVER);
    world_close(&world);
}

/* Tables of which only the clock runs need not be in memory: they are opened when it is time. */
static void test_sleepers(void **state) {
    (void)state;
    struct world world;
    char id[8][STORE_ID_LENGTH + 1];
    world_open_at(&world, DB, 2, noon);
    struct table_plan plan = timed("null", "human human", CLOCK_THEN_FORFEIT);
    for (int i = 0; i < 8; i++) {
        open_timed(&world, &plan, id[i]);
        turn(&world);
    }
    assert_int_equal(lobby_counts(world.lobby)->tables, 2);
    pass_time(&world, 74 * SECOND);
    for (int i = 0; i < 8; i++) assert_int_equal(status_of(&world, id[i]), STORE_PLAYING);
    world_close(&world);

    world_open_at(&world, DB, 2, noon + 74 * SECOND);
    turn(&world);
    assert_true(lobby_counts(world.lobby)->tables <= 2);
    pass_time(&world, 2 * SECOND);
    assert_true(lobby_counts(world.lobby)->tables <= 2);
    for (int i = 0; i < 8; i++) assert_int_equal(status_of(&world, id[i]), STORE_OVER);
    world_close(&world);
}

/* A process that stood still for longer than its lease lasted, and has it renewed just behind the turn in which clocks ran out. */
static void test_a_lease_that_lapsed(void **state) {
    (void)state;
    struct world world;
    char id[STORE_ID_LENGTH + 1];
    world_open(&world);
    struct table_plan plan = timed("null", "human human", CLOCK_THEN_FORFEIT);
    open_timed(&world, &plan, id);
    turn(&world);
    world_close(&world);

    world_open_by(&world, DB, (struct lobby_options){.max_tables = 2, .think_ms = 2000, .several = true}, noon);
    lobby_lease(world.lobby, lobby_lease_now() + HOUR);
    FINE(lobby_take(world.lobby, SHARES_ALL, SHARES_ALL, world.now, &error));
    lobby_lease(world.lobby, lobby_lease_now() - 1);
    world.now += 76 * SECOND;
    turn(&world);
    assert_int_equal(matches_of(world.store, STORE_PLAYING), 1);
    lobby_lease(world.lobby, lobby_lease_now() + HOUR);
    turn(&world);
    assert_int_equal(matches_of(world.store, STORE_PLAYING), 0);
    world_close(&world);
}

/* A clock that runs while nobody waits for anybody: bots do not use it. */
static void test_bots_have_no_clock(void **state) {
    (void)state;
    struct world world;
    char id[STORE_ID_LENGTH + 1];
    world_open(&world);
    struct table_plan plan = timed("null", "human bot:random", CLOCK_THEN_FORFEIT);
    struct table *table = open_timed(&world, &plan, id);
    assert_int_equal(table_look(table).clock->running, 1);
    pass_time(&world, 10 * SECOND);
    assert_int_equal(lobby_next(world.lobby, world.now), noon + 70 * SECOND);
    world_close(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_deputy),
        IN_FOLDER(test_move_takes_the_seat_back),
        IN_FOLDER(test_pass),
        IN_FOLDER(test_forfeit),
        IN_FOLDER(test_pause_stops_the_clock),
        IN_FOLDER(test_sleepers),
        IN_FOLDER(test_a_lease_that_lapsed),
        IN_FOLDER(test_bots_have_no_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
