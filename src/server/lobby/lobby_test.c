/* SPDX-License-Identifier: MIT */
/* lobby_test.c - many tables over one real file: batches that fail, two processes, restarts, tables dropped, bots that are late. */
#include <malloc.h>
#include <semaphore.h>

#include "sqlite_test.h"
#include "table_test.h"

static struct alea_error error = {.lang = ALEA_EN};

/* ---- Nothing is said before it is sure --------------------------------------------------------------------------------------- */

static long plies_in(struct store *store, const char *id) {
    struct alea_match *match = NULL;
    FINE(store_replay(store, id, NULL, &match, &error));
    long n = alea_match_plies(match);
    alea_match_free(match);
    return n;
}

static void test_told_after_the_commit(void **state) {
    (void)state;
    struct world world;
    struct ear ear;
    struct answer answer;
    world_open(&world);
    struct store *other = open_as(DB, STORE_READ);
    struct table *table = new_table(&world, "null", "human human", "");
    ear_open(&ear, table, 1);
    ear_clear(&ear);
    turn(&world);
    ear_clear(&ear);
    assert_int_equal(play_any(&world, table, 0), TABLE_OK);
    await(&world, &answer);
    assert_int_equal(ear.n, 0);
    assert_int_equal(answer.settled, 0);
    assert_int_equal(plies_in(other, table_look(table).id), 0);
    lobby_turn(world.lobby, world.now);
    assert_int_equal(answer.settled, 1);
    assert_int_equal(answer.err, ALEA_OK);
    assert_int_equal(ear.n, 1);
    assert_int_equal(plies_in(other, table_look(table).id), 1);
    store_close(other);
    ear_close(&ear);
    world_close(&world);
}

/* One who listens from the middle of a batch is greeted when it is sure. */
static void test_greeted_after_the_commit(void **state) {
    (void)state;
    struct world world;
    struct ear ear;
    world_open(&world);
    struct table *table = new_table(&world, "null", "human human", "");
    assert_int_equal(play_any(&world, table, 0), TABLE_OK);
    ear_open(&ear, table, 1);
    assert_int_equal(ear.n, 0);
    turn(&world);
    assert_true(ear_has(&ear, "\"kind\":\"state\""));
    assert_false(ear_has(&ear, "\"kind\":\"ply\""));
    ear_close(&ear);
    world_close(&world);
}

/* ---- A store that fails --------------------------------------------------------------------------------------------------------- */

static void test_store_fails(void **state) {
    (void)state;
    struct world world;
    struct ear ear;
    struct answer answer;
    struct table *made = NULL;
    world_open(&world);
    struct table *table = new_table(&world, "spqrisiko", "human human human", "");
    struct known id = known(table);
    for (int i = 0; i < 50; i++) {
        assert_int_equal(play_any(&world, table, person_to_move(table)), TABLE_OK);
        turn(&world);
    }
    ear_open(&ear, table, 1);
    ear_clear(&ear);
    turn(&world);
    ear_clear(&ear);
    uint64_t hash = hash_of(table), revision = table_revision(table, 1);

    limit_files(1); /* as if the disk were full */
    enum table_answer played = play_any(&world, table, person_to_move(table));
    struct table_plan plan = plan_of("null", "human human", "");
    enum alea_err created = lobby_create(world.lobby, &plan, world.now, &made, &error);
    await(&world, &answer);
    turn(&world);
    limit_files(RLIM_INFINITY);
    assert_true(played == TABLE_ENGINE || answer.err == ALEA_ERR_IO);
    assert_int_equal(answer.settled, 1);
    assert_int_equal(answer.err, ALEA_ERR_IO);
    assert_true(lobby_counts(world.lobby)->store_fails);
    assert_true(world.logged > 0 && strstr(world.log, "store_failed"));
    assert_int_equal(lobby_counts(world.lobby)->tables, 1); /* what was created is no more */
    (void)created;
    table = table_of(&world, id.id);
    assert_true(hash_of(table) == hash);
    assert_int_equal(ear.n, 1);
    assert_true(ear_has(&ear, "\"kind\":\"state\""));
    assert_true(table_revision(table, 1) > revision);

    assert_int_equal(lobby_next(world.lobby, world.now), world.now + 1000);
    turn(&world);
    assert_true(lobby_counts(world.lobby)->store_fails); /* until something could be written */
    world.now += 1000;
    turn(&world);
    assert_false(lobby_counts(world.lobby)->store_fails);
    assert_int_equal(play_any(&world, table_of(&world, id.id), person_to_move(table_of(&world, id.id))), TABLE_OK);
    await(&world, &answer);
    turn(&world);
    assert_int_equal(answer.err, ALEA_OK);
    assert_true(ear_has(&ear, "\"kind\":\"ply\""));
    assert_int_equal(ear_count(&ear, "\"kind\":\"state\""), 1);
    ear_close(&ear);
    world_close(&world);
}

/* ---- Two processes -------------------------------------------------------------------------------------------------------------- */

static void test_two_processes(void **state) {
    (void)state;
    struct world one, two;
    struct ear ear;
    world_open(&one);
    world_open(&two);
    struct known id = known(new_table(&one, "null", "human human", "rounds=3"));
    ear_open(&ear, table_of(&two, id.id), 1);
    turn(&two);
    assert_int_equal(play_any(&one, table_of(&one, id.id), 0), TABLE_OK);
    turn(&one);
    ear_clear(&ear);
    static alea_move legal[ROOM];
    long from;
    legal_of(table_of(&two, id.id), 0, legal);
    assert_int_equal(table_submit(table_of(&two, id.id), 0, 0, legal[0], NULL, noon, &from, &error), TABLE_ENGINE);
    assert_int_equal(error.code, ALEA_ERR_STALE);
    assert_int_equal(play_any(&two, table_of(&two, id.id), 1), TABLE_ENGINE); /* it is behind until it was opened anew */
    turn(&two);
    assert_int_equal(ear.n, 1);
    assert_true(ear_has(&ear, "\"kind\":\"state\""));
    assert_true(ear_has(&ear, "\"ply\":1"));
    assert_int_equal(plies_of(table_of(&two, id.id)), 1);
    assert_true(hash_of(table_of(&two, id.id)) == hash_of(table_of(&one, id.id)));
    assert_int_equal(play_any(&two, table_of(&two, id.id), 1), TABLE_OK);
    turn(&two);
    assert_int_equal(plies_of(table_of(&two, id.id)), 3);

    assert_int_equal(table_delete(table_of(&two, id.id), noon, &error), TABLE_OK);
    turn(&two);
    assert_true(ear.gone);
    assert_int_equal(play_any(&one, table_of(&one, id.id), 1), TABLE_ENGINE);
    turn(&one);
    struct table *table;
    assert_int_equal(lobby_find(one.lobby, id.id, &table, &error), ALEA_ERR_NOT_FOUND);
    ear_close(&ear);
    world_close(&one);
    world_close(&two);
}

/* ---- Restarts -------------------------------------------------------------------------------------------------------------------- */

static void test_restart(void **state) {
    (void)state;
    struct world world;
    struct known id[6];
    uint64_t hash[6], revision[6];
    static const char *const games[] = {"spqrisiko", "polis", "incursio"};
    world_open(&world);
    for (int i = 0; i < 6; i++) {
        struct table *table =
            new_table(&world, games[i % 3], games[i % 3][0] == 's' ? "human human human" : "human human", "");
        id[i] = known(table);
        for (int ply = 0; ply < 150 && person_to_move(table) != ALEA_NONE; ply++) {
            assert_int_equal(play_any(&world, table, person_to_move(table)), TABLE_OK);
            if (ply % 7 == 0) turn(&world);
        }
        turn(&world);
        hash[i] = hash_of(table);
        revision[i] = table_revision(table, 0);
        assert_true(table_ply(table, ALEA_NONE) <= table_ply(table, 0));
    }
    long heard = table_ply(table_of(&world, id[2].id), 1);
    world_close(&world);

    world_open_at(&world, DB, 100, noon + 60000);
    assert_int_equal(lobby_counts(world.lobby)->tables, 0);
    for (int i = 0; i < 6; i++) {
        struct table *table = table_of(&world, id[i].id);
        assert_true(hash_of(table) == hash[i]);
        assert_true(table_revision(table, 0) > revision[i]);
        assert_int_equal(table_true_ply(table, 0, table_ply(table, 0)), plies_of(table));
        for (long ply = 0; ply <= plies_of(table); ply++)
            assert_true(table_true_ply(table, 1, table_ply_at(table, 1, ply)) >= ply);
    }
    assert_int_equal(table_ply(table_of(&world, id[2].id), 1), heard);
    assert_true(heard < plies_of(table_of(&world, id[2].id)));
    world_close(&world);
}

/* What people agreed to when they sat down; a table of an older release, which said nothing of it, gave chances. */
static void test_help_is_kept(void **state) {
    (void)state;
    struct world world;
    struct known id[TABLE_HELPS];
    world_open(&world);
    for (int help = 0; help < TABLE_HELPS; help++) {
        struct table_plan plan = plan_of("null", "human human", "");
        plan.help = (enum table_help)help;
        struct table *table = create_table(&world, &plan);
        assert_int_equal(table_look(table).help, help);
        id[help] = known(table);
    }
    turn(&world);
    world_close(&world);
    world_open(&world);
    for (int help = 0; help < TABLE_HELPS; help++) assert_int_equal(table_look(table_of(&world, id[help].id)).help, help);
    world_close(&world);
}

/* What the server makes by itself goes on after a restart, though nobody asks: however long that takes on a machine that is busy. */
static void test_bots_go_on_after_a_restart(void **state) {
    (void)state;
    struct world world;
    struct known id[20];
    world_open(&world);
    for (int i = 0; i < 20; i++)
        id[i] = known(new_table(&world, "spqrisiko", "bot:random bot:random bot:greedy", "max_rounds=4"));
    world_close(&world);
    world_open_at(&world, DB, 4, noon); /* more than are kept in memory: busy ones are kept all the same */
    for (int turns = 0; matches_of(world.store, STORE_OVER) < 20 && turns < 600000; turns++) {
        turn(&world);
        rest();
    }
    for (int i = 0; i < 20; i++) assert_int_equal(status_of(&world, id[i].id), STORE_OVER);
    turn(&world);
    assert_true(lobby_counts(world.lobby)->tables <= 4);
    world_close(&world);
}

/* A match that was begun elsewhere, whose plies can't be written: there is no such table, and the next one is fine. */
static void test_begun_elsewhere(void **state) {
    (void)state;
    struct world world;
    struct table *made = NULL;
    world_open(&world);
    const struct known id = known(new_table(&world, "null", "human human", ""));
    for (int i = 0; i < 4; i++) {
        struct table *table = table_of(&world, id.id);
        assert_int_equal(play_any(&world, table, person_to_move(table)), TABLE_OK);
        turn(&world);
    }
    struct alea_match *begun = stored(&world, id.id);
    struct table_plan plan = plan_of("null", "human human", "");
    plan.begun = begun;
    run_on(DB, "ALTER TABLE plies RENAME TO gone");
    assert_int_not_equal(lobby_create(world.lobby, &plan, world.now, &made, &error), ALEA_OK);
    turn(&world);
    run_on(DB, "ALTER TABLE gone RENAME TO plies");
    assert_int_equal(matches_of(world.store, -1), 1);
    world.now += 1000;
    turn(&world);
    assert_int_equal(plies_of(create_table(&world, &plan)), alea_match_plies(begun));
    turn(&world);
    assert_int_equal(matches_of(world.store, -1), 2);
    alea_match_free(begun);
    world_close(&world);
}

/* A world with one table of two, at a seat of which somebody listens. */
static struct known open_listened_to(struct world *world, struct ear *ear, int seat) {
    world_open(world);
    struct table *table = new_table(world, "null", "human human", "");
    ear_open(ear, table, seat);
    return known(table);
}

/* Where the table can't be read anew after a batch that failed, nobody hears that it was deleted: it is there again later. */
static void test_not_there_for_a_while(void **state) {
    (void)state;
    struct world world;
    struct ear ear;
    const struct known id = open_listened_to(&world, &ear, 0);
    run_on(DB, "ALTER TABLE plies RENAME TO gone");
    (void)play_any(&world, table_of(&world, id.id), 0);
    turn(&world);
    assert_false(ear.gone);
    assert_true(ear.moved);
    run_on(DB, "ALTER TABLE gone RENAME TO plies");
    world.now += 20000;
    turn(&world);
    assert_int_equal(play_any(&world, table_of(&world, id.id), 0), TABLE_OK);
    ear_close(&ear);
    world_close(&world);
}

/* Who was unseated by what could not be written sits there as before. */
static void test_unseated_in_vain(void **state) {
    (void)state;
    struct world world;
    struct ear ear;
    const struct known id = open_listened_to(&world, &ear, 1);
    ear_clear(&ear);
    limit_files(1);
    (void)table_reseat(table_of(&world, id.id), 1, "bot:random", world.now, &error);
    turn(&world);
    limit_files(RLIM_INFINITY);
    assert_true(lobby_counts(world.lobby)->store_fails);
    assert_true(ear_has(&ear, "\"you\":\"B\""));
    assert_int_equal(ear.listener.viewer.seat, 1);
    world.now += 1000;
    turn(&world);
    assert_int_equal(table_reseat(table_of(&world, id.id), 1, "bot:random", world.now, &error), TABLE_OK);
    turn(&world);
    assert_int_equal(ear.listener.viewer.seat, ALEA_NONE);
    ear_close(&ear);
    world_close(&world);
}

/* A turn deletes no more of a long match than a piece, though the turn before could not be written. */
static void test_deleted_piece_by_piece(void **state) {
    (void)state;
    enum { PLIES = 10000, PIECE = 2000, SECOND = 1000 };
    struct world world;
    struct store_match match = sample_match(ID);
    struct store *store = open_new();
    match.state = "{\"v\":1,\"deleting\":true}";
    FINE(store_create(store, &match, sample_seats, &error));
    append(store, ID, 1, PLIES);
    commit(store);
    store_close(store);

    world_open(&world);
    limit_files(1);
    (void)lobby_turn(world.lobby, world.now);
    limit_files(RLIM_INFINITY);
    assert_true(lobby_counts(world.lobby)->store_fails);
    assert_int_equal(plies(world.store, ID), PLIES);
    for (long left = PLIES; left > PIECE; left -= PIECE) {
        world.now += SECOND;
        (void)lobby_turn(world.lobby, world.now);
        assert_int_equal(plies(world.store, ID), left - PIECE);
    }
    turn(&world);
    assert_int_equal(matches_of(world.store, -1), 0);
    world_close(&world);
}

/* ---- What is kept in memory --------------------------------------------------------------------------------------------------------- */

static void test_idle_tables_are_dropped(void **state) {
    (void)state;
    struct world world;
    struct known id[12];
    struct ear ear;
    world_open_at(&world, DB, 3, noon);
    for (int i = 0; i < 12; i++) {
        struct table *table = new_table(&world, "null", "human human", "");
        if (i == 0) ear_open(&ear, table, 0);
        id[i] = known(table);
    }
    turn(&world);
    assert_int_equal(lobby_counts(world.lobby)->tables, 3);
    assert_int_equal(lobby_counts(world.lobby)->tables_dropped, 9);
    assert_non_null(ear.listener.table); /* where somebody listens it stays */
    uint64_t opened = lobby_counts(world.lobby)->tables_opened;
    table_of(&world, id[0].id);
    assert_int_equal(lobby_counts(world.lobby)->tables_opened, opened);
    for (int i = 0; i < 12; i++) assert_int_equal(play_any(&world, table_of(&world, id[i].id), 1), TABLE_OK);
    assert_int_equal(lobby_counts(world.lobby)->tables, 12); /* until the end of the turn */
    turn(&world);
    assert_int_equal(lobby_counts(world.lobby)->tables, 3);
    for (int i = 0; i < 12; i++) assert_int_equal(plies_of(table_of(&world, id[i].id)), 1);
    ear_close(&ear);
    world_close(&world);
}

static void one_life(struct world *world) {
    struct ear ear;
    struct table *table = new_table(world, "spqrisiko", "human bot:random human", "max_rounds=4");
    struct known id = known(table);
    ear_open(&ear, table, 0);
    play_to_the_end(world, id.id);
    ear_close(&ear);
    assert_int_equal(table_delete(table_of(world, id.id), noon, &error), TABLE_OK);
    turn(world);
}

/* Over the ceiling nearly all are looked at: a turn passes over a few of them, and one that nobody looks at goes all the same. */
static void test_what_is_looked_at_stays(void **state) {
    (void)state;
    enum { LOOKED_AT = 100 };
    static struct ear ears[LOOKED_AT];
    struct world world;
    world_open_at(&world, DB, 10, noon);
    const struct table_plan plan = plan_of("null", "human human", "");
    for (int i = 0; i < LOOKED_AT; i++) ear_open(&ears[i], create_table(&world, &plan), ALEA_NONE);
    struct known nobodys = known(create_table(&world, &plan));
    (void)lobby_turn(world.lobby, world.now);
    assert_int_equal(lobby_counts(world.lobby)->tables, LOOKED_AT + 1);
    for (int i = 0; i < LOOKED_AT; i++) (void)lobby_turn(world.lobby, world.now);
    assert_int_equal(lobby_counts(world.lobby)->tables, LOOKED_AT);
    assert_int_equal(lobby_counts(world.lobby)->tables_dropped, 1);
    table_of(&world, nobodys.id);
    for (int i = 0; i < LOOKED_AT; i++) ear_close(&ears[i]);
    for (int i = 0; i < LOOKED_AT; i++) (void)lobby_turn(world.lobby, world.now);
    assert_int_equal(lobby_counts(world.lobby)->tables, 10);
    world_close(&world);
}

static void test_nothing_grows(void **state) {
    (void)state;
    struct world world;
    size_t before = 0;
    world_open(&world);
    for (int i = 0; i < 30; i++) {
        one_life(&world);
        if (i == 9) before = mallinfo2().uordblks;
    }
    assert_true(mallinfo2().uordblks <= before + (64 << 10));
    assert_int_equal(lobby_counts(world.lobby)->tables, 0);
    world_close(&world);
}

/* ---- Bots that are late ------------------------------------------------------------------------------------------------------------------ */

struct blocker {
    struct pool_job job; /* first */
    sem_t *go;
};

static void block(struct pool_job *job) { sem_wait(((struct blocker *)job)->go); }
static void unblocked(struct pool_job *job) { (void)job; }

static void test_late_bot(void **state) {
    (void)state;
    struct world world;
    sem_t go;
    world_open(&world);
    assert_int_equal(sem_init(&go, 0, 0), 0);
    struct blocker blockers[2] = {{.job = {.run = block, .done = unblocked}, .go = &go},
                                  {.job = {.run = block, .done = unblocked}, .go = &go}};
    for (int i = 0; i < 2; i++) assert_true(pool_add(world.pool, &blockers[i].job));
    struct known id = known(new_table(&world, "null", "human bot:greedy", ""));
    turn(&world);
    assert_int_equal(plies_of(table_of(&world, id.id)), 0);
    assert_int_equal(lobby_next(world.lobby, world.now), noon + 2000);
    world.now = noon + 1999;
    turn(&world);
    assert_int_equal(plies_of(table_of(&world, id.id)), 0);
    world.now = noon + 2000;
    turn(&world);
    assert_int_equal(plies_of(table_of(&world, id.id)), 1);
    assert_int_equal(lobby_counts(world.lobby)->bot_late, 1);
    assert_true(strstr(world.log, "bot_late"));
    for (int i = 0; i < 2; i++) sem_post(&go);
    turn_while_bots_move(&world);
    assert_int_equal(plies_of(table_of(&world, id.id)), 1); /* what came of it after all is not played */
    world_close(&world);
    sem_destroy(&go);
}

/* A bot's thought is of no use once something changed, and the lobby may go while it thinks. */
static void test_useless_thoughts(void **state) {
    (void)state;
    struct world world;
    world_open(&world);
    for (int i = 0; i < 40; i++) {
        struct table *table = new_table(&world, "spqrisiko", "bot:greedy bot:greedy human", "");
        if (i % 2) assert_int_equal(table_reseat(table, 0, i % 4 == 1 ? "human" : "bot:random", noon, &error), TABLE_OK);
        if (i % 3 == 0) assert_int_equal(table_delete(table, noon, &error), TABLE_OK);
    }
    turn(&world);
    lobby_free(world.lobby);
    pool_free(world.pool);
    store_close(world.store);
    world_open(&world);
    for (int i = 0; i < 4; i++) turn(&world);
    pool_free(world.pool); /* the other way round */
    lobby_free(world.lobby);
    store_close(world.store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_told_after_the_commit),
        IN_FOLDER(test_greeted_after_the_commit),
        IN_FOLDER(test_store_fails),
        IN_FOLDER(test_two_processes),
        IN_FOLDER(test_restart),
        IN_FOLDER(test_help_is_kept),
        IN_FOLDER(test_bots_go_on_after_a_restart),
        IN_FOLDER(test_begun_elsewhere),
        IN_FOLDER(test_not_there_for_a_while),
        IN_FOLDER(test_unseated_in_vain),
        IN_FOLDER(test_deleted_piece_by_piece),
        IN_FOLDER(test_idle_tables_are_dropped),
        IN_FOLDER(test_what_is_looked_at_stays),
        IN_FOLDER(test_nothing_grows),
        IN_FOLDER(test_late_bot),
        IN_FOLDER(test_useless_thoughts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
