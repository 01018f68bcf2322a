/* SPDX-License-Identifier: MIT */
/* table_test.c - what happens at a table, on a real file: whole games, words for the dice, undo, seats, pauses, talk. */
#include "table_test.h"

#include "clock.h"

static struct alea_error error = {.lang = ALEA_EN};

static void keep_id(char id[STORE_ID_LENGTH + 1], const struct table *table) {
    memcpy(id, table_look(table).id, STORE_ID_LENGTH + 1);
}

/* ---- Whole games ------------------------------------------------------------------------------------------------------------- */

/* What the store has is what stood at the table, and every throw comes from the seed. */
static void check_record(struct world *world, const char *id) {
    long throws = 0;
    struct alea_match *match = stored(world, id);
    assert_int_equal(alea_match_actors(match), ALEA_ACTORS_OVER);
    assert_true(alea_position_hash(alea_match_rules(match), alea_match_position(match)) == hash_of(table_of(world, id)));
    FINE(alea_match_verify(match, &throws, &error));
    assert_true(throws > 0);
    alea_match_free(match);
}

/* The ply of the STATE that it heard first. */
static long greeted_at(const struct ear *ear) {
    const char *ply = strstr(alea_text_str(&ear->heard), "\"ply\":");
    assert_non_null(ply);
    return strtol(ply + strlen("\"ply\":"), NULL, 10);
}

static void play_whole(struct world *world, const char *game, const char *who, const char *options) {
    char id[STORE_ID_LENGTH + 1];
    struct table_plan plan = plan_of(game, who, options);
    struct table *table = create_table(world, &plan);
    struct ear spectator, first;
    keep_id(id, table);
    ear_open(&spectator, table, ALEA_NONE);
    ear_open(&first, table, 0);
    play_to_the_end(world, id);
    check_record(world, id);
    table = table_of(world, id);
    assert_true(table_ply(table, ALEA_NONE) <= plies_of(table));
    assert_int_equal(ear_count(&spectator, "{\"kind\":\"ply\""), table_ply(table, ALEA_NONE) - greeted_at(&spectator));
    assert_int_equal(ear_count(&first, "{\"kind\":\"ply\""), table_ply(table, 0) - greeted_at(&first));
    assert_true(ear_has(&spectator, "\"status\":\"over\""));
    struct ear late;
    ear_open(&late, table, 0);
    assert_int_equal(late.n, 1);
    assert_true(ear_has(&late, "\"status\":\"over\""));
    ear_close(&late);
    ear_close(&spectator);
    ear_close(&first);
}

static void test_whole_games(void **state) {
    (void)state;
    struct world world;
    world_open(&world);
    play_whole(&world, "null", "human human", "");
    play_whole(&world, "null", "bot:greedy bot:random", "rounds=3");
    play_whole(&world, "polis", "bot:random bot:random", "");
    play_whole(&world, "spqrisiko", "bot:greedy human bot:greedy", "max_rounds=6");
    play_whole(&world, "spqrisiko", "bot:greedy bot:greedy bot:random", "max_rounds=6");
    assert_int_equal(lobby_counts(world.lobby)->bot_late, 0);
    assert_int_equal(lobby_counts(world.lobby)->refused, 0);
    world_close(&world);
}

/* Bots play on though nobody listens or asks. */
static void test_bots_alone(void **state) {
    (void)state;
    char id[STORE_ID_LENGTH + 1];
    struct world world;
    world_open(&world);
    struct table_plan plan = plan_of("spqrisiko", "bot:greedy bot:greedy bot:greedy", "max_rounds=5");
    keep_id(id, create_table(&world, &plan));
    turn_while_bots_move(&world);
    assert_int_equal(status_of(&world, id), STORE_OVER);
    world_close(&world);
}

/* ---- Who may move ------------------------------------------------------------------------------------------------------------ */

static void test_answers(void **state) {
    (void)state;
    struct world world;
    long from;
    alea_move legal[16];
    world_open(&world);
    struct table_plan plan = plan_of("null", "human human", "");
    struct table *table = create_table(&world, &plan);
    assert_int_equal(legal_of(table, 0, legal), 6);
    assert_int_equal(table_submit(table, 0, 5, legal[0], NULL, noon, &from, &error), TABLE_ENGINE);
    assert_int_equal(error.code, ALEA_ERR_STALE);
    assert_int_equal(table_submit(table, 0, 0, 0x7f000000, NULL, noon, &from, &error), TABLE_ENGINE);
    assert_int_equal(error.code, ALEA_ERR_REFUSED);
    assert_int_equal(error.ply, 1);
    assert_int_equal(table_submit(table, 0, 0, legal[2], NULL, noon, &from, &error), TABLE_OK);
    assert_int_equal(from, 0);
    assert_int_equal(table_submit(table, 0, 1, legal[2], NULL, noon, &from, &error), TABLE_NOT_YOUR_TURN);
    assert_int_equal(table_submit(table, 0, 0, legal[2], NULL, noon, &from, &error), TABLE_ENGINE);
    assert_int_equal(error.code, ALEA_ERR_STALE);
    turn(&world);
    assert_int_equal(table_resign(table, 1, noon, &error), TABLE_OK);
    assert_int_equal(table_look(table).status, STORE_OVER);
    assert_non_null(alea_match_ply(table_look(table).match, 2)->note);
    assert_int_equal(table_submit(table, 1, 2, legal[2], NULL, noon, &from, &error), TABLE_ENGINE);
    assert_int_equal(error.code, ALEA_ERR_OVER);
    turn(&world);
    world_close(&world);
}

/* ---- Words for the dice -------------------------------------------------------------------------------------------------------- */

static void test_words(void **state) {
    (void)state;
    char id[STORE_ID_LENGTH + 1];
    struct world world;
    struct ear ear;
    long from, throws;
    alea_move legal[16];
    world_open(&world);
    struct table_plan plan = plan_of("null", "human human", "");
    plan.wait_for_all = true;
    snprintf(plan.seat[0].word, sizeof plan.seat[0].word, "first thought");
    struct table *table = create_table(&world, &plan);
    keep_id(id, table);
    ear_open(&ear, table, ALEA_NONE);
    legal_of(table, 0, legal);
    assert_int_equal(table_submit(table, 0, 0, legal[0], NULL, noon, &from, &error), TABLE_WAITING);
    assert_int_equal(table_pause(table, true, noon, &error), TABLE_WAITING);
    assert_int_equal(table_join(table, 0, "Anna", "alea", noon, &error), TABLE_OK);
    assert_int_equal(table_look(table).status, STORE_WAITING);
    assert_int_equal(table_join(table, 0, "Anna\nBianca", "alea iacta", noon, &error), TABLE_OK);
    turn(&world);
    assert_int_equal(table_join(table, 1, "Carlo", NULL, noon, &error), TABLE_OK);
    assert_int_equal(table_look(table).status, STORE_PLAYING);
    assert_int_equal(table_join(table, 1, NULL, "too late", noon, &error), TABLE_ENGINE);
    assert_int_equal(error.code, ALEA_ERR_BAD_OPTION);
    turn(&world);
    assert_true(ear_has(&ear, "\"status\":\"playing\""));
    assert_true(ear_has(&ear, "Anna Bianca"));
    ear_close(&ear);

    play_to_the_end(&world, id);
    struct alea_match *match = stored(&world, id);
    assert_string_equal(alea_match_head(match)->dice.word[0], "alea iacta");
    assert_string_equal(alea_match_head(match)->dice.word[1], "");
    assert_memory_equal(alea_match_head(match)->commitment,
                        alea_match_head(table_look(table_of(&world, id)).match)->commitment, ALEA_HASH_BYTES);
    FINE(alea_match_verify(match, &throws, &error));
    assert_int_equal(throws, 2);
    alea_match_free(match);
    world_close(&world);
}

static void test_start_by_the_host(void **state) {
    (void)state;
    struct world world;
    world_open(&world);
    struct table_plan plan = plan_of("null", "human bot:random", "");
    plan.wait_for_all = true;
    struct table *table = create_table(&world, &plan);
    turn_while_bots_move(&world);
    assert_int_equal(plies_of(table), 0); /* bots wait too */
    assert_int_equal(table_start(table, noon, &error), TABLE_OK);
    turn_while_bots_move(&world);
    assert_int_equal(plies_of(table), 1);
    assert_int_equal(table_start(table, noon, &error), TABLE_OK);
    world_close(&world);
}

/* ---- Undo ------------------------------------------------------------------------------------------------------------------------ */

/* Plays first moves until the seat can take one back that it chose itself. */
static struct table *until_undo(struct world *world, const char *id, int *seat) {
    for (int i = 0; i < 20000; i++) {
        struct table *table = table_of(world, id);
        *seat = person_to_move(table);
        if (*seat != ALEA_NONE && !table_may_undo(table, *seat, &error)) return table;
        assert_int_equal(play_any(world, table, *seat), TABLE_OK);
        turn(world);
    }
    fail_msg("nothing to undo");
    return NULL;
}

static void test_undo(void **state) {
    (void)state;
    char id[STORE_ID_LENGTH + 1];
    struct world world;
    struct ear ear;
    int seat = 0;
    long from;
    alea_move legal;
    world_open(&world);
    struct table_plan plan = plan_of("spqrisiko", "human human human", "max_rounds=6");
    keep_id(id, create_table(&world, &plan));
    for (int i = 0; i < 40; i++) {
        struct table *table = until_undo(&world, id, &seat);
        long before = plies_of(table);
        uint64_t hash = hash_of(table);
        ear_open(&ear, table, ALEA_NONE);
        ear_clear(&ear);
        alea_move last = alea_match_ply(table_look(table).match, before)->move;
        assert_int_equal(table_undo(table, seat, before + 1, noon, &error), TABLE_ENGINE);
        assert_int_equal(error.code, ALEA_ERR_STALE);
        assert_int_equal(table_undo(table, (seat + 1) % 3, before, noon, &error), TABLE_ENGINE);
        assert_int_equal(error.code, ALEA_ERR_NO_UNDO);
        uint64_t revision = table_revision(table, ALEA_NONE);
        assert_int_equal(table_undo(table, seat, before, noon, &error), TABLE_OK);
        assert_true(plies_of(table) < before);
        assert_false(alea_match_forced(table_look(table).match, seat, &legal)); /* a choice came back */
        assert_int_equal(ear.n, 0);
        turn(&world);
        assert_true(ear_has(&ear, "\"undone\":true"));
        assert_true(table_undone(table, ALEA_NONE) > revision);
        struct alea_match *match = stored(&world, id);
        assert_int_equal(alea_match_plies(match), plies_of(table));
        alea_match_free(match);
        if (plies_of(table) == before - 1) {
            assert_int_equal(table_submit(table, seat, table_ply(table, seat), last, NULL, noon, &from, &error), TABLE_OK);
            assert_true(hash_of(table) == hash);
        }
        ear_close(&ear);
        assert_int_equal(play_any(&world, table, seat), TABLE_OK);
        turn(&world);
    }
    world_close(&world);
}

/* Where others enter moves in secret, nothing is taken back, and the answer is the same whether they did or not. */
static void test_undo_tells_nothing(void **state) {
    (void)state;
    struct world world;
    world_open(&world);
    struct table_plan plan = plan_of("null", "human human", "");
    struct table *table = create_table(&world, &plan);
    assert_int_equal(play_any(&world, table, 0), TABLE_OK);
    assert_int_equal(table_may_undo(table, 0, &error), ALEA_ERR_NO_UNDO);
    assert_int_equal(table_may_undo(table, 1, &error), ALEA_ERR_NO_UNDO);
    assert_int_equal(table_may_undo(table, ALEA_NONE, &error), ALEA_ERR_NO_UNDO);
    turn(&world);
    world_close(&world);
}

/* ---- Seats -------------------------------------------------------------------------------------------------------------------------- */

static void test_pause(void **state) {
    (void)state;
    char id[STORE_ID_LENGTH + 1];
    struct world world;
    long from;
    alea_move legal[16];
    world_open(&world);
    struct table_plan plan = plan_of("null", "human bot:random", "");
    struct table *table = create_table(&world, &plan);
    keep_id(id, table);
    assert_int_equal(table_pause(table, true, noon, &error), TABLE_OK);
    turn_while_bots_move(&world);
    table = table_of(&world, id);
    assert_int_equal(plies_of(table), 0);
    legal_of(table, 0, legal);
    assert_int_equal(table_submit(table, 0, 0, legal[0], NULL, noon, &from, &error), TABLE_PAUSED);
    world_close(&world);

    world_open(&world); /* it is a pause after a restart as well */
    turn_while_bots_move(&world);
    table = table_of(&world, id);
    assert_int_equal(plies_of(table), 0);
    assert_int_equal(table_look(table).status, STORE_PAUSED);
    assert_int_equal(table_pause(table, false, noon, &error), TABLE_OK);
    turn_while_bots_move(&world);
    assert_int_equal(plies_of(table_of(&world, id)), 1);
    world_close(&world);
}

static void test_reseat(void **state) {
    (void)state;
    char id[STORE_ID_LENGTH + 1];
    struct world world;
    struct ear ear;
    world_open(&world);
    struct table_plan plan = plan_of("null", "human human", "rounds=3");
    struct table *table = create_table(&world, &plan);
    keep_id(id, table);
    ear_open(&ear, table, ALEA_NONE);
    assert_int_equal(table_reseat(table, 1, "bot:nobody", noon, &error), TABLE_ENGINE);
    assert_int_equal(table_reseat(table, 7, "human", noon, &error), TABLE_FORBIDDEN);
    assert_int_equal(table_reseat(table, 1, "bot:greedy", noon, &error), TABLE_OK);
    turn_while_bots_move(&world);
    assert_int_equal(plies_of(table), 1);
    assert_true(ear_has(&ear, "\"who\":\"bot:greedy\""));
    assert_int_equal(table_reseat(table, 1, "human", noon, &error), TABLE_OK);
    assert_int_equal(play_any(&world, table, 0), TABLE_OK);
    turn_while_bots_move(&world);
    assert_int_equal(plies_of(table), 3); /* nobody bets for seat 1 */
    assert_false(table_look(table).seat[1].joined);
    assert_int_equal(table_join(table, 1, "Carla", NULL, noon, &error), TABLE_OK);
    assert_string_equal(alea_match_head(table_look(table).match)->seat[1].name, "Carla");
    assert_string_equal(alea_match_head(table_look(table).match)->seat[1].who, "human");
    turn(&world);
    ear_close(&ear);
    world_close(&world);
}

/* Everybody at the table hears of it at once, and the record tells of it with the next move, also over a restart and an undo. */
static void test_reseat_is_told(void **state) {
    (void)state;
    struct world world;
    struct ear spectator, italian;
    char id[STORE_ID_LENGTH + 1];
    world_open(&world);
    struct table_plan plan = plan_of("null", "human human", "");
    struct table *table = create_table(&world, &plan);
    keep_id(id, table);
    ear_open(&spectator, table, ALEA_NONE);
    ear_open(&italian, table, ALEA_NONE);
    italian.listener.lang = ALEA_IT;
    turn(&world);
    assert_int_equal(table_reseat(table, 1, "bot:idle", noon, &error), TABLE_OK);
    assert_int_equal(table_reseat(table, 0, "human", noon, &error), TABLE_OK);
    turn(&world);
    assert_true(ear_has(&spectator, "\"seat\":\"table\""));
    assert_true(ear_has(&spectator, "\"text\":\"whoever runs the table has given seat B to bot:idle\""));
    assert_true(ear_has(&italian, "\"text\":\"chi gestisce il tavolo ha dato il posto A a un'altra persona\""));
    assert_non_null(strstr(world.log, "{\"event\":\"reseated\""));
    ear_close(&spectator);
    ear_close(&italian);
    world_close(&world);

    world_open_at(&world, DB, 100, noon);
    table = table_of(&world, id);
    assert_int_equal(play_any(&world, table, 0), TABLE_OK);
    turn_while_bots_move(&world);
    table = table_of(&world, id);
    assert_string_equal(alea_match_ply(table_look(table).match, 1)->note, "@seat_to_person A");
    assert_string_equal(alea_match_ply(table_look(table).match, 2)->note, "@seat_to_bot B bot:idle");
    assert_null(alea_match_ply(table_look(table).match, 3)->note);
    world_close(&world);
}

static void test_reseat_outlasts_an_undo(void **state) {
    (void)state;
    struct world world;
    world_open(&world);
    struct table_plan plan = plan_of("spqrisiko", "human human human", "");
    struct table *table = create_table(&world, &plan);
    turn(&world);
    int seat = person_to_move(table);
    assert_int_equal(table_reseat(table, (seat + 1) % 3, "human", noon, &error), TABLE_OK);
    long before = plies_of(table);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(play_any(&world, table, seat), TABLE_OK);
        const char *note = alea_match_ply(table_look(table).match, before + 1)->note;
        assert_memory_equal(note, "@seat_to_person ", 16);
        if (i == 0) assert_int_equal(table_undo(table, seat, before + 1, noon, &error), TABLE_OK);
    }
    world_close(&world);
}

static void test_online(void **state) {
    (void)state;
    struct world world;
    struct ear spectator, seat, again;
    world_open(&world);
    struct table_plan plan = plan_of("null", "human human", "");
    struct table *table = create_table(&world, &plan);
    ear_open(&spectator, table, ALEA_NONE);
    assert_int_equal(spectator.n, 0); /* the table itself is not sure yet */
    turn(&world);
    assert_int_equal(spectator.n, 1);
    ear_open(&seat, table, 1);
    assert_int_equal(seat.n, 1);
    assert_int_equal(table_look(table).online, 2);
    turn(&world);
    assert_int_equal(ear_count(&spectator, "\"kind\":\"table\""), 1);
    ear_open(&again, table, 1);
    ear_close(&seat);
    turn(&world);
    assert_int_equal(ear_count(&spectator, "\"kind\":\"table\""), 1); /* it was there all the time */
    again.listener.viewer.seat = 0;
    table_greet(&again.listener);
    assert_int_equal(table_look(table).online, 1);
    turn(&world);
    assert_int_equal(ear_count(&spectator, "\"kind\":\"table\""), 2);
    assert_int_equal(table_delete(table, noon, &error), TABLE_OK);
    assert_false(again.gone);
    turn(&world);
    assert_true(again.gone && spectator.gone);
    ear_close(&again);
    ear_close(&spectator);
    assert_int_equal(lobby_counts(world.lobby)->tables, 0);
    world_close(&world);
}

/* ---- Talk ---------------------------------------------------------------------------------------------------------------------------- */

static void test_chat(void **state) {
    (void)state;
    char id[STORE_ID_LENGTH + 1], line[1200];
    struct world world;
    struct ear ear;
    long n = 0;
    world_open(&world);
    struct table_plan plan = plan_of("null", "human human", "");
    struct table *table = create_table(&world, &plan);
    keep_id(id, table);
    turn(&world);
    ear_open(&ear, table, ALEA_NONE);
    assert_int_equal(table_chat(table, 0, " ciao\n<b>tutti</b> ", noon, &n, &error), TABLE_OK);
    assert_int_equal(n, 1);
    assert_false(ear_has(&ear, "chat\",\"n\""));
    assert_int_equal(table_chat(table, ALEA_HOST, "host", noon, &n, &error), TABLE_OK);
    turn(&world);
    assert_true(ear_has(&ear, "\"text\":\"ciao \\u003cb\\u003etutti"));
    assert_int_equal(table_chat(table, 0, " \n ", noon, &n, &error), TABLE_ENGINE);
    memset(line, 'x', sizeof line);
    line[1001] = 0;
    assert_int_equal(table_chat(table, 0, line, noon, &n, &error), TABLE_ENGINE);
    assert_int_equal(error.code, ALEA_ERR_TOO_LARGE);
    line[1000] = 0;
    assert_int_equal(table_chat(table, 0, line, noon, &n, &error), TABLE_OK);
    assert_int_equal(table_chat(table, ALEA_NONE, "a spectator", noon, &n, &error), TABLE_FORBIDDEN);
    assert_int_equal(table_mute(table, 0, true, noon, &error), TABLE_OK);
    assert_int_equal(table_chat(table, 0, "but", noon, &n, &error), TABLE_FORBIDDEN);
    turn(&world);
    ear_close(&ear);
    world_close(&world);
    world_open(&world);
    assert_int_equal(table_look(table_of(&world, id)).chat, 3);
    assert_int_equal(table_chat(table_of(&world, id), 1, "after", noon, &n, &error), TABLE_OK);
    assert_int_equal(n, 4);
    world_close(&world);
}

/* ---- Watching ------------------------------------------------------------------------------------------------------------------------- */

struct looker {
    struct watcher watcher; /* first */
    int changed;
};

static void looker_changed(struct watcher *watcher) { ((struct looker *)watcher)->changed++; }

static void test_watch(void **state) {
    (void)state;
    struct world world;
    world_open(&world);
    struct table_plan plan = plan_of("null", "human human", "");
    struct table *table = create_table(&world, &plan);
    struct looker looker = {.watcher = {.changed = looker_changed, .seat = ALEA_NONE}}, other = looker;
    turn(&world);
    table_watch(table, &looker.watcher);
    table_watch(table, &other.watcher);
    turn(&world);
    assert_int_equal(looker.changed, 0);
    assert_int_equal(play_any(&world, table, 0), TABLE_OK);
    assert_int_equal(looker.changed, 0);
    table_unwatch(&other.watcher);
    turn(&world);
    assert_int_equal(looker.changed, 1);
    assert_int_equal(other.changed, 0);
    table_watch(table, &looker.watcher);
    world_close(&world);
}

/* The table's own lines, too, which may be more than people's. */
static void test_all_lines_are_found_again(void **state) {
    (void)state;
    enum { LINES = 20100 };
    struct world world;
    long n = 0;
    world_open(&world);
    const struct known id = known(new_table(&world, "null", "human human", ""));
    for (int i = 0; i < LINES; i++) FINE(store_add_chat(world.store, id.id, TABLE_ITSELF, "@asked", noon, &n, &error));
    commit(world.store);
    world_close(&world);
    world_open(&world);
    assert_int_equal(n, LINES);
    assert_int_equal(table_look(table_of(&world, id.id)).chat, LINES);
    world_close(&world);
}

/* Neither a yes nor a no is heard where the table can't be changed any more. */
static void test_asked_at_a_table_that_is_gone(void **state) {
    (void)state;
    struct world world;
    world_open(&world);
    struct table *table = new_table(&world, "spqrisiko", "human human human", "");
    const struct agreement asked = {.what = AGREE_PAUSE, .seat = 0};
    assert_int_equal(table_ask(table, &asked, noon, &error), TABLE_OK);
    turn(&world);
    assert_int_equal(table_delete(table, noon, &error), TABLE_OK);
    assert_int_equal(table_agree(table, 1, 1, true, noon, &error), TABLE_ENGINE);
    assert_int_equal(table_agree(table, 1, 1, false, noon, &error), TABLE_ENGINE);
    turn(&world);
    world_close(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_whole_games),
        IN_FOLDER(test_bots_alone),
        IN_FOLDER(test_answers),
        IN_FOLDER(test_words),
        IN_FOLDER(test_start_by_the_host),
        IN_FOLDER(test_undo),
        IN_FOLDER(test_undo_tells_nothing),
        IN_FOLDER(test_pause),
        IN_FOLDER(test_reseat),
        IN_FOLDER(test_reseat_is_told),
        IN_FOLDER(test_reseat_outlasts_an_undo),
        IN_FOLDER(test_online),
        IN_FOLDER(test_chat),
        IN_FOLDER(test_watch),
        IN_FOLDER(test_all_lines_are_found_again),
        IN_FOLDER(test_asked_at_a_table_that_is_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
