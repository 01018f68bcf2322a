/* SPDX-License-Identifier: MIT */
/* table_secrets_test.c - two worlds that differ only in what one seat enters in secret: nobody else is told a byte of difference. */
#include "table_test.h"

static struct alea_error error = {.lang = ALEA_EN};

enum { WORLDS = 2, OTHER_SEAT = 1 };

struct twin {
    struct world world;
    struct ear ear, spectator;
    int watched; /* how often a long poll of the other seat's was woken */
    struct twin_watcher {
        struct watcher watcher; /* first */
        struct twin *twin;
    } watcher;
};

static void woken(struct watcher *watcher) { ((struct twin_watcher *)watcher)->twin->watched++; }

/* Both worlds over the same match: the second one over a copy of the file. */
static void open_twins(struct twin twin[WORLDS], const char *id, struct world *origin) {
    static const char *const paths[WORLDS] = {DB, "copy.db"};
    FINE(store_backup(origin->store, paths[1], &error));
    world_close(origin);
    for (int i = 0; i < WORLDS; i++) {
        world_open_at(&twin[i].world, paths[i], 100, noon + 1000);
        struct table *table = table_of(&twin[i].world, id);
        turn(&twin[i].world);
        ear_open(&twin[i].ear, table, OTHER_SEAT);
        ear_open(&twin[i].spectator, table, ALEA_NONE);
        turn(&twin[i].world);
        twin[i].watched = 0;
        twin[i].watcher = (struct twin_watcher){.watcher = {.changed = woken, .seat = OTHER_SEAT}, .twin = &twin[i]};
        table_watch(table, &twin[i].watcher.watcher);
        twin[i].world.random = alea_random_stream(99, (uint64_t)i);
    }
}

static void close_twins(struct twin twin[WORLDS]) {
    for (int i = 0; i < WORLDS; i++) {
        table_unwatch(&twin[i].watcher.watcher);
        ear_close(&twin[i].ear);
        ear_close(&twin[i].spectator);
        world_close(&twin[i].world);
    }
}

static void alike(struct twin twin[WORLDS], const char *id) {
    const struct table *table[WORLDS] = {table_of(&twin[0].world, id), table_of(&twin[1].world, id)};
    static const int viewers[] = {OTHER_SEAT, ALEA_NONE};
    assert_string_equal(alea_text_str(&twin[0].ear.heard), alea_text_str(&twin[1].ear.heard));
    assert_string_equal(alea_text_str(&twin[0].spectator.heard), alea_text_str(&twin[1].spectator.heard));
    assert_int_equal(twin[0].watched, twin[1].watched);
    for (size_t i = 0; i < ALEA_LEN(viewers); i++) {
        struct alea_error why[WORLDS] = {{.lang = ALEA_EN}, {.lang = ALEA_EN}};
        assert_int_equal(table_ply(table[0], viewers[i]), table_ply(table[1], viewers[i]));
        assert_true(table_revision(table[0], viewers[i]) == table_revision(table[1], viewers[i]));
        assert_true(table_undone(table[0], viewers[i]) == table_undone(table[1], viewers[i]));
        assert_int_equal(table_may_undo(table[0], viewers[i], &why[0]), table_may_undo(table[1], viewers[i], &why[1]));
        assert_string_equal(why[0].text, why[1].text);
    }
    assert_int_equal(table_look(table[0]).changed, table_look(table[1]).changed); /* in lists that everybody sees */
}

/* Everything once more, as a new socket would see it. */
static void greet_again(struct twin twin[WORLDS]) {
    for (int i = 0; i < WORLDS; i++) {
        table_greet(&twin[i].ear.listener);
        table_greet(&twin[i].spectator.listener);
    }
}

static bool is_done(const struct table *table, alea_move move) {
    const struct alea_game *game = alea_match_rules(table_look(table).match)->game;
    return strcmp(game->texts->verbs[alea_move_verb(move)].token, "done") == 0;
}

/* Seat 0 enters up to n random moves that the other does not hear of; how many. */
static int enter_in_secret(struct twin *twin, const char *id, int n) {
    static alea_move legal[ROOM];
    int entered = 0;
    long from;
    for (int i = 0; i < n; i++) {
        struct table *table = table_of(&twin->world, id);
        int moves = legal_of(table, 0, legal);
        if (moves == 0) break;
        alea_move move = legal[alea_random_below(&twin->world.random, (uint32_t)moves)];
        if (is_done(table, move)) continue;
        long heard = table_ply(table, OTHER_SEAT);
        twin->world.now += 1000;
        assert_int_equal(table_submit(table, 0, table_ply(table, 0), move, NULL, twin->world.now, &from, &error), TABLE_OK);
        turn(&twin->world);
        assert_int_equal(table_ply(table, OTHER_SEAT), heard);
        entered++;
    }
    return entered;
}

/* The other seat's own moves, the same in both worlds. */
static void move_other(struct twin twin[WORLDS], const char *id, int n) {
    static alea_move legal[WORLDS][ROOM];
    long from;
    for (int i = 0; i < n; i++) {
        struct table *table[WORLDS] = {table_of(&twin[0].world, id), table_of(&twin[1].world, id)};
        int moves = legal_of(table[0], OTHER_SEAT, legal[0]);
        assert_int_equal(legal_of(table[1], OTHER_SEAT, legal[1]), moves);
        assert_memory_equal(legal[0], legal[1], (size_t)moves * sizeof legal[0][0]);
        if (moves == 0) return;
        alea_move move = legal[0][i * 7 % moves];
        if (is_done(table[0], move)) continue;
        for (int at = 0; at < WORLDS; at++) {
            long ply = table_ply(table[at], OTHER_SEAT);
            assert_int_equal(table_submit(table[at], OTHER_SEAT, ply, move, NULL, twin[at].world.now, &from, &error),
                             TABLE_OK);
            turn(&twin[at].world);
        }
    }
}

/* Until seat 0 can enter something that the other does not hear of. */
static void until_secrets(struct world *world, const char *id) {
    static alea_move legal[ROOM];
    for (int i = 0; i < 3000; i++) {
        struct table *table = table_of(world, id);
        const struct alea_match *match = table_look(table).match;
        alea_actors actors = alea_match_actors(match);
        if (i > 60 && actors & 1 && actors & 2 && legal_of(table, 0, legal) > 3) return;
        int seat = person_to_move(table);
        assert_int_not_equal(seat, ALEA_NONE);
        assert_int_equal(play_any(world, table, seat), TABLE_OK);
        turn(world);
    }
    fail_msg("no secrets");
}

static void test_sealed_orders(void **state) {
    (void)state;
    struct world origin;
    static struct twin twin[WORLDS];
    char id[STORE_ID_LENGTH + 1];
    int entered[WORLDS] = {0};
    world_open(&origin);
    struct table_plan plan = plan_of("incursio", "human human", "map=small");
    memcpy(id, table_look(create_table(&origin, &plan)).id, sizeof id);
    turn(&origin);
    until_secrets(&origin, id);
    open_twins(twin, id, &origin);
    alike(twin, id);
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < WORLDS; i++) entered[i] += enter_in_secret(&twin[i], id, round % 3 + 4 * i);
        alike(twin, id);
        assert_int_equal(twin[0].watched, 0); /* nothing of it wakes anybody else */
        greet_again(twin);
        alike(twin, id);
    }
    assert_true(entered[0] > 0 && entered[1] > entered[0]);
    twin[0].world.now = twin[1].world.now = twin[1].world.now + 1000;
    move_other(twin, id, 20);
    alike(twin, id);
    close_twins(twin);
}

/* When something was last entered in secret is no more to be seen after a restart. */
static void test_times_of_secrets(void **state) {
    (void)state;
    struct world origin, again;
    static struct twin twin[WORLDS];
    char id[STORE_ID_LENGTH + 1];
    world_open(&origin);
    struct table_plan plan = plan_of("incursio", "human human", "map=small");
    memcpy(id, table_look(create_table(&origin, &plan)).id, sizeof id);
    turn(&origin);
    until_secrets(&origin, id);
    open_twins(twin, id, &origin);
    int64_t changed = table_look(table_of(&twin[0].world, id)).changed;
    assert_int_equal(changed, table_look(table_of(&twin[1].world, id)).changed);
    assert_true(enter_in_secret(&twin[0], id, 20) > 0);
    alike(twin, id);
    close_twins(twin);
    world_open_at(&again, DB, 100, noon + 100000);
    assert_int_equal(table_look(table_of(&again, id)).changed, changed);
    world_close(&again);
}

static void test_secret_bets(void **state) {
    (void)state;
    static alea_move legal[ROOM];
    struct world origin;
    static struct twin twin[WORLDS];
    char id[STORE_ID_LENGTH + 1];
    long from;
    world_open(&origin);
    struct table_plan plan = plan_of("null", "human human", "");
    memcpy(id, table_look(create_table(&origin, &plan)).id, sizeof id);
    turn(&origin);
    open_twins(twin, id, &origin);
    for (int i = 0; i < WORLDS; i++) {
        struct table *table = table_of(&twin[i].world, id);
        legal_of(table, 0, legal);
        assert_int_equal(table_submit(table, 0, 0, legal[3 * i], NULL, noon, &from, &error), TABLE_OK);
        turn(&twin[i].world);
    }
    greet_again(twin);
    alike(twin, id);
    assert_int_equal(twin[0].watched, 1); /* that a bet was made all may know */
    close_twins(twin);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_sealed_orders),
        IN_FOLDER(test_times_of_secrets),
        IN_FOLDER(test_secret_bets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
