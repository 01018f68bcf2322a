/* SPDX-License-Identifier: MIT */
/* lobby_memory_test.c - memory runs out at every single allocation in turn: what a table shows is what the store has, all the same. */
#include "fail_alloc.h"
#include "table_test.h"

static struct alea_error error = {.lang = ALEA_EN};

/* What is done with little memory. `id` is a table of three people; false once nothing failed any more. */
typedef void (*deed)(struct world *world, const char *id);

static void check_table(struct world *world, const char *id) {
    struct alea_match *match = stored(world, id);
    struct table *table = table_of(world, id);
    assert_int_equal(alea_match_plies(match), plies_of(table));
    assert_true(alea_position_hash(alea_match_rules(match), alea_match_position(match)) == hash_of(table));
    assert_int_equal(table_ply(table, 0), plies_of(table));
    alea_match_free(match);
}

static void until_somebody_is_asked(struct world *world, const char *id) {
    for (int i = 0; i < 2000; i++) {
        world->now += 1000;
        turn(world);
        if (person_to_move(table_of(world, id)) != ALEA_NONE) return;
        rest();
    }
    fail_msg("nobody is asked");
}

/* The table is as good as ever: people can go on. */
static void check_goes_on(struct world *world, const char *id) {
    until_somebody_is_asked(world, id);
    check_table(world, id);
    struct table *table = table_of(world, id);
    assert_int_equal(table_look(table).status, STORE_PLAYING);
    int seat = person_to_move(table);
    assert_int_not_equal(seat, ALEA_NONE);
    assert_int_equal(play_any(world, table, seat), TABLE_OK);
    turn(world);
    check_table(world, id);
}

/* As another process would find it: what was written is whole. */
static void check_opens(struct world *world, const char *id) {
    struct lobby_options options = *lobby_options_of(world->lobby);
    struct lobby *lobby = lobby_new(&options, &error);
    struct table *table = NULL;
    turn(world);
    FINE(lobby_find(lobby, id, &table, &error));
    lobby_free(lobby);
}

static void with_little_memory(deed act, const char *who) {
    struct world world;
    bool hit = true;
    world_open(&world);
    for (long n = 1; hit; n++) {
        char id[STORE_ID_LENGTH + 1];
        struct ear ear;
        struct table_plan plan = plan_of("spqrisiko", who, "max_rounds=6");
        struct table *table = create_table(&world, &plan);
        memcpy(id, table_look(table).id, sizeof id);
        until_somebody_is_asked(&world, id);
        ear_open(&ear, table_of(&world, id), 0);
        turn(&world);
        ear_clear(&ear);
        fail_alloc_at(n);
        act(&world, id);
        hit = fail_alloc_hit();
        check_opens(&world, id);
        check_goes_on(&world, id);
        assert_false((ear.gone || ear.moved) && !hit);
        ear_close(&ear);
        assert_int_equal(table_delete(table_of(&world, id), world.now, &error), TABLE_OK);
        turn(&world);
        assert_true(n < 2000);
    }
    world_close(&world);
}

static void play_some(struct world *world, const char *id) {
    struct table *table;
    for (int i = 0; i < 70; i++) { /* so many that what is kept of each ply has to grow */
        if (lobby_find(world->lobby, id, &table, &error)) return;
        int seat = person_to_move(table);
        if (seat != ALEA_NONE) (void)play_any(world, table, seat);
        if (i % 3 == 0) turn(world);
    }
    turn(world);
}

static void open_again(struct world *world, const char *id) {
    struct table_plan plan = plan_of("null", "human human", "");
    struct table *table = NULL;
    struct lobby_options options = *lobby_options_of(world->lobby);
    struct lobby *lobby = lobby_new(&options, &error);
    if (!lobby) return;
    if (!lobby_resume(lobby, world->now, &error)) (void)lobby_turn(lobby, world->now);
    if (!lobby_find(lobby, id, &table, &error)) (void)lobby_turn(lobby, world->now);
    if (!lobby_create(lobby, &plan, world->now, &table, &error)) (void)table_delete(table, world->now, &error);
    (void)lobby_turn(lobby, world->now);
    store_abandon(world->store);
    lobby_free(lobby);
}

static void talk(struct world *world, const char *id) {
    struct table *table;
    struct ear ear;
    long n;
    if (lobby_find(world->lobby, id, &table, &error)) return;
    (void)table_chat(table, 0, "mater artium necessitas", world->now, &n, &error);
    (void)table_join(table, 0, "Anna", NULL, world->now, &error);
    ear_open(&ear, table, 1);
    turn(world);
    if (!lobby_find(world->lobby, id, &table, &error)) (void)table_undo(table, 0, table_ply(table, 0), world->now, &error);
    turn(world);
    ear_close(&ear);
}

static void bots(struct world *world, const char *id) {
    (void)id;
    struct table *table;
    if (!lobby_find(world->lobby, id, &table, &error) && person_to_move(table) != ALEA_NONE)
        (void)play_any(world, table, person_to_move(table));
    for (int i = 0; i < 10; i++) {
        turn(world);
        rest();
    }
}

/* A pause stands in the state alone, and nothing is written after it that would mend what was cut short. */
static void test_pausing(void **state) {
    (void)state;
    struct world world;
    bool hit = true;
    world_open(&world);
    const struct known id = known(new_table(&world, "null", "human human", ""));
    for (long n = 1; hit; n++) {
        fail_alloc_at(n);
        (void)table_pause(table_of(&world, id.id), true, world.now, &error);
        turn(&world);
        hit = fail_alloc_hit();
        check_opens(&world, id.id);
        world.now += 1000; /* the store is tried again */
        turn(&world);
        check_opens(&world, id.id);
        assert_int_equal(table_pause(table_of(&world, id.id), false, world.now, &error), TABLE_OK);
        turn(&world);
    }
    world_close(&world);
}

/* ---- Words for the dice -------------------------------------------------------------------------------------------------------- */

/* What a seat's page does as long as the match has not begun: whatever was answered, it tries again. */
static void do_ones_part(struct world *world, const char *id, int seat, bool tells) {
    const char *word = seat ? "alea iacta est" : "in hoc signo";
    struct table *table;
    uint8_t promise[ALEA_HASH_BYTES], commitment[ALEA_HASH_BYTES];
    if (lobby_find(world->lobby, id, &table, &error)) return;
    memcpy(commitment, alea_match_head(table_look(table).match)->commitment, sizeof commitment);
    alea_word_promise(commitment, seat, word, promise);
    (void)table_promise(table, seat, commitment, promise, world->now, &error);
    if (!table_look(table).seat[seat].joined) (void)table_join(table, seat, "Anna", NULL, world->now, &error);
    if (tells) (void)table_open_word(table, seat, word, world->now, &error);
    turn(world);
}

/* Memory runs out at the n-th allocation while two tell their words, or one does, and once more at the m-th from then on, when nobody does
 * anything: the match begins all the same, by the words that were told in the draw that counts. True if it ran out for the second time. */
static bool begins(struct world *world, int tellers, long n, long m, bool *hit) {
    struct table_plan plan = plan_of("null", "human human", "");
    plan.wait_for_all = true;
    const struct known id = known(create_table(world, &plan));
    turn(world);
    fail_alloc_at(n);
    for (int i = 0; i < 3; i++)
        for (int seat = 0; seat < 2; seat++) do_ones_part(world, id.id, seat, seat < tellers);
    *hit = fail_alloc_hit();
    fail_alloc_at(m);
    for (int i = 0; i < 300; i++, world->now += 1000) turn(world);
    const bool again = fail_alloc_hit();
    assert_int_equal(status_of(world, id.id), STORE_PLAYING);
    check_table(world, id.id);
    long throws = 0;
    struct alea_match *match = stored(world, id.id);
    FINE(alea_match_verify(match, &throws, &error));
    alea_match_free(match);
    assert_int_equal(table_delete(table_of(world, id.id), world->now, &error), TABLE_OK);
    turn(world);
    return again;
}

static void test_drawing(void **state) {
    (void)state;
    struct world world;
    bool hit = true;
    world_open(&world);
    for (int tellers = 2; tellers > 0; tellers--, hit = true)
        for (long n = 1; hit; n++)
            for (long m = 1; begins(&world, tellers, n, m, &hit); m++) assert_true(n < 2000 && m < 2000);
    world_close(&world);
}

static void test_playing(void **state) {
    (void)state;
    with_little_memory(play_some, "human human human");
}

static void test_opening(void **state) {
    (void)state;
    with_little_memory(open_again, "human human human");
}

static void test_talking(void **state) {
    (void)state;
    with_little_memory(talk, "human human human");
}

static void test_bots(void **state) {
    (void)state;
    with_little_memory(bots, "human bot:random bot:greedy");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_playing), IN_FOLDER(test_opening), IN_FOLDER(test_talking),
        IN_FOLDER(test_bots),    IN_FOLDER(test_pausing), IN_FOLDER(test_drawing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
