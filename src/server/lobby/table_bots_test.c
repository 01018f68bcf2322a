/* SPDX-License-Identifier: MIT */
/* table_bots_test.c - bots that think for long: they keep nobody waiting, share the time, and are let go in mid-thought. */
#include "table_test.h"

#include <semaphore.h>

#include "pool.h"

struct game {
    char id[STORE_ID_LENGTH + 1];
};

static struct game begin_planned(struct world *world, const struct table_plan *plan) {
    struct game begun;
    memcpy(begun.id, table_look(create_table(world, plan)).id, sizeof begun.id);
    return begun;
}

static struct game begin_game(struct world *world, const char *game, const char *who, const char *options) {
    const struct table_plan plan = plan_of(game, who, options);
    return begin_planned(world, &plan);
}

static long stands_at(struct world *world, const struct game *game) { return plies_of(table_of(world, game->id)); }

static void wait_for_plies(struct world *world, const struct game *game, long n) {
    for (int i = 0; stands_at(world, game) < n; i++) {
        assert_true(i < 400000);
        turn(world);
        rest();
    }
}

/* ---- A thought that lasts ------------------------------------------------------------------------------------------------ */

struct lasting {
    struct pool_job job; /* first */
    sem_t *begun, *go;   /* NULL: does not wait */
    int dones;
};

static void last(struct pool_job *job) {
    struct lasting *lasting = (struct lasting *)job;
    if (lasting->begun) sem_post(lasting->begun);
    if (lasting->go) sem_wait(lasting->go);
}

static void count(struct pool_job *job) { ((struct lasting *)job)->dones++; }

/* While somebody thinks, quick bots play whole games and passwords are hashed; others that think wait. */
static void test_nobody_waits_for_a_thought(void **state) {
    (void)state;
    struct world world;
    sem_t begun, go;
    assert_true(!sem_init(&begun, 0, 0) && !sem_init(&go, 0, 0));
    world_open_as(&world, DB, 100, noon, 40);
    struct lasting thought = {.job = {.run = last, .done = count, .thought = true}, .begun = &begun, .go = &go};
    assert_true(pool_add(world.pool, &thought.job));
    sem_wait(&begun);
    struct game thinks = begin_game(&world, "spqrisiko", "bot:search bot:search bot:search", "");
    struct game quick = begin_game(&world, "spqrisiko", "bot:greedy bot:greedy bot:random", "max_rounds=6");
    turn(&world);
    long before = stands_at(&world, &thinks);
    play_to_the_end(&world, quick.id);
    struct lasting password = {.job = {.run = last, .done = count, .slow = true}};
    assert_true(pool_add(world.pool, &password.job));
    for (int i = 0; !password.dones; i++) {
        assert_true(i < 400000);
        turn(&world);
        rest();
    }
    assert_int_equal(stands_at(&world, &thinks), before);
    assert_int_equal(thought.dones, 0);
    sem_post(&go);
    wait_for_plies(&world, &thinks, before + 10);
    assert_int_equal(lobby_counts(world.lobby)->refused, 0);
    world_close(&world);
    sem_destroy(&begun);
    sem_destroy(&go);
}

/* Many tables of bots that think go on side by side: each has a share of the time, and plays legal moves. */
static void test_many_share_the_time(void **state) {
    (void)state;
    enum { GAMES = 6 };
    struct world world;
    struct game game[GAMES];
    world_open_as(&world, DB, 100, noon, 30);
    for (int i = 0; i < GAMES; i++)
        game[i] = i % 2 ? begin_game(&world, "polis", "bot:search bot:hard", "")
                        : begin_game(&world, "spqrisiko", "bot:hard bot:search bot:normal", "");
    for (int i = 0; i < GAMES; i++) wait_for_plies(&world, &game[i], 25);
    assert_int_equal(lobby_counts(world.lobby)->refused, 0);
    assert_false(strstr(world.log, "bot_refused"));
    world_close(&world);
}

/* Of a game with learned weights, under a scenario: a bot that thinks goes without them, and the table says so. */
static void test_it_is_said_what_they_do_without(void **state) {
    (void)state;
    static const char words[] =
        "{\"format\":\"alea.scenario\",\"version\":1,\"game\":\"polis\",\"name\":\"same\",\"replace\":{}}";
    const struct alea_scenario same = {.name = "same", .bytes = words, .n_bytes = sizeof words - 1};
    struct alea_error error = {.lang = ALEA_EN};
    struct world world;
    struct ear ear;
    world_open(&world);
    struct table_plan plan = plan_of("polis", "bot:hard human", "");
    assert_int_equal(table_look(create_table(&world, &plan)).chat, 0);
    plan.scenario = &same;
    assert_int_equal(table_look(create_table(&world, &plan)).chat, 1);
    plan = plan_of("polis", "bot:greedy human", "");
    plan.scenario = &same;
    const struct game game = begin_planned(&world, &plan);
    assert_int_equal(table_look(table_of(&world, game.id)).chat, 0);
    turn(&world);
    ear_open(&ear, table_of(&world, game.id), 1);
    assert_int_equal(table_reseat(table_of(&world, game.id), 0, "bot:random", noon, &error), TABLE_OK);
    assert_int_equal(table_look(table_of(&world, game.id)).chat, 1); /* that it was given */
    assert_int_equal(table_reseat(table_of(&world, game.id), 0, "bot:normal", noon, &error), TABLE_OK);
    assert_int_equal(table_look(table_of(&world, game.id)).chat, 3);
    turn(&world);
    assert_true(ear_has(&ear, "without what they have learned"));
    ear_close(&ear);
    world_close(&world);
}

/* What they think becomes useless: other people sit down, tables go, the lobby goes. */
static void test_let_go_in_mid_thought(void **state) {
    (void)state;
    struct alea_error error = {.lang = ALEA_EN};
    struct world world;
    world_open(&world); /* two seconds for each move: nobody here waits for them */
    for (int i = 0; i < 8; i++) {
        struct game game = begin_game(&world, "spqrisiko", "bot:search bot:search human", "");
        turn(&world);
        if (i % 2) assert_int_equal(table_reseat(table_of(&world, game.id), 0, "bot:random", noon, &error), TABLE_OK);
        else if (i % 4) assert_int_equal(table_delete(table_of(&world, game.id), noon, &error), TABLE_OK);
    }
    for (int i = 0; i < 4; i++) turn(&world);
    world_close(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_nobody_waits_for_a_thought),
        IN_FOLDER(test_many_share_the_time),
        IN_FOLDER(test_it_is_said_what_they_do_without),
        IN_FOLDER(test_let_go_in_mid_thought),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
