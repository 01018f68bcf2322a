/* SPDX-License-Identifier: MIT */
/* table_windows_test.c - windows of a game at a table, with a time of the test's own: closed one by one at their times, through the
 * beginning of summer, pauses, restarts, kills; put off by the host. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "table_test.h"

#include "timezone.h"

enum { MINUTE = 60000, HOUR = 60 * MINUTE };

static const char rome[] = "Europe/Rome";
static const char campaign[] = "incursio"; /* the one game whose windows have closing times */

static struct alea_error error = {.lang = ALEA_EN};

/* ---- A table ---------------------------------------------------------------------------------------------------------------------- */

static struct table_plan plan_with(const char *game, enum clock_kind kind) {
    struct table_plan plan = plan_of(game, "human human", strcmp(game, campaign) == 0 ? "map=small" : "");
    plan.clock = (struct clock_rules){.kind = kind, .reserve = HOUR};
    if (kind == CLOCK_WINDOWS) snprintf(plan.clock.zone, sizeof plan.clock.zone, "%s", rome);
    return plan;
}

static struct table *open_campaign(struct world *world, char id[STORE_ID_LENGTH + 1]) {
    struct table_plan plan = plan_with(campaign, CLOCK_WINDOWS);
    struct table *table = create_table(world, &plan);
    memcpy(id, table_look(table).id, STORE_ID_LENGTH + 1);
    turn(world);
    return table_of(world, id);
}

static struct alea_window window_of(const struct table *table) {
    const struct alea_match *match = table_look(table).match;
    const struct alea_rules *rules = alea_match_rules(match);
    struct alea_window window = {.number = 0};
    if (!rules->game->campaign.window(rules->tables, alea_match_position(match), &window)) window.number = 0;
    return window;
}

/* The host's move, in words. */
static void host(struct world *world, const char *id, const char *words) {
    struct table *table = table_of(world, id);
    alea_move move;
    long from;
    FINE(alea_move_read(alea_match_rules(table_look(table).match), words, &move, &error));
    assert_int_equal(table_submit(table, ALEA_HOST, table_ply(table, ALEA_HOST), move, NULL, world->now, &from, &error),
                     TABLE_OK);
    turn(world);
}

/* Until the first window that closes by itself, which the host brings about. */
static void begin(struct world *world, const char *id) {
    for (int i = 0; i < 20 && !table_look(table_of(world, id)).window_closes; i++) host(world, id, "close");
    assert_true(table_look(table_of(world, id)).window_closes > world->now);
}

static void pass_time(struct world *world, int64_t ms) {
    int64_t end = world->now + ms, next;
    while ((next = lobby_next(world->lobby, world->now)) && next <= end) {
        if (next > world->now) world->now = next;
        turn(world);
    }
    world->now = end;
    turn(world);
}

static void pass_until(struct world *world, int64_t at) { pass_time(world, at - world->now); }

/* How many plies say that it was closing time. */
static int closed_by_time(const struct table *table) {
    const struct alea_match *match = table_look(table).match;
    int n = 0;
    for (long ply = 1; ply <= alea_match_plies(match); ply++) {
        const struct alea_ply *done = alea_match_ply(match, ply);
        n += done->seat == ALEA_HOST && done->note && strcmp(done->note, "@deadline") == 0;
    }
    return n;
}

static void assert_closes(struct world *world, const char *id, const char *stamp) {
    char is[TIMEZONE_STAMP];
    timezone_stamp(rome, table_look(table_of(world, id)).window_closes, is);
    assert_string_equal(is, stamp);
}

/* ---- Closing ------------------------------------------------------------------------------------------------------------------------- */

/* A day of windows, closed one by one at their times: none is swallowed, and the night in which summer begins is an hour shorter. */
static void test_one_by_one(void **state) {
    (void)state;
    static const char *const times[] = {"10:00", "12:30", "15:00", "17:30", "20:30", "21:00", "22:30", "23:45"};
    struct world world;
    struct ear ear;
    char id[STORE_ID_LENGTH + 1];
    world_open(&world); /* Saturday, noon, in Rome; summer begins at 2:00 */
    open_campaign(&world, id);
    begin(&world, id);
    assert_closes(&world, id, "2026-03-29T10:00:00+02:00");
    struct table *table = table_of(&world, id);
    ear_open(&ear, table, 1);
    assert_true(ear_has(&ear, "\"text\":\"tomorrow 10:00\""));
    assert_true(ear_has(&ear, "\"local\":\"2026-03-29T10:00:00+02:00\""));
    assert_true(ear_has(&ear, "\"seats\":{}")); /* nobody's own clock */
    const int64_t morning = noon + 21 * HOUR;
    pass_until(&world, morning - 1);
    table = table_of(&world, id);
    assert_int_equal(closed_by_time(table), 0);
    const uint32_t first = window_of(table).number;
    ear_clear(&ear);
    pass_until(&world, morning);
    table = table_of(&world, id);
    assert_int_equal(closed_by_time(table), 1);
    assert_int_not_equal(window_of(table).number, first);
    assert_true(ear_has(&ear, "\"text\":\"today 12:30\""));
    assert_true(ear_has(&ear, "it is closing time"));
    ear_close(&ear);
    uint32_t last = first;
    int closed = 1;
    for (int i = 0; i < 12; i++) { /* a day and more: one window at a time, each with its own */
        const struct table_view look = table_look(table_of(&world, id));
        const int64_t closes = look.window_closes;
        const int minute = (int)(timezone_wall(rome, closes) / MINUTE % (24 * 60));
        char time[24];
        bool known = false;
        snprintf(time, sizeof time, "%02d:%02d", minute / 60, minute % 60);
        for (size_t n = 0; n < ALEA_LEN(times); n++) known |= strcmp(times[n], time) == 0;
        assert_true(known || closes - look.window->opened == 30 * MINUTE);
        assert_int_not_equal(window_of(table_of(&world, id)).number, last);
        last = window_of(table_of(&world, id)).number;
        pass_until(&world, closes - 1);
        assert_int_equal(closed_by_time(table_of(&world, id)), closed);
        pass_until(&world, closes);
        assert_int_equal(closed_by_time(table_of(&world, id)), ++closed);
        assert_true(table_look(table_of(&world, id)).window_closes > world.now);
    }
    assert_true(world.now > noon + 36 * HOUR);
    world_close(&world);
}

/* Windows of one side in a row: its silence closes the first alone, and it may still act in the next. */
static void test_no_window_is_swallowed(void **state) {
    (void)state;
    struct world world;
    char id[STORE_ID_LENGTH + 1];
    world_open(&world);
    open_campaign(&world, id);
    begin(&world, id);
    for (int i = 0; i < 40; i++) {
        struct table *table = table_of(&world, id);
        const struct alea_window before = window_of(table);
        const int64_t closes = table_look(table).window_closes;
        pass_until(&world, closes);
        const struct alea_window after = window_of(table_of(&world, id));
        if (before.seats != after.seats || !after.number) continue;
        const long plies = plies_of(table_of(&world, id));
        pass_until(&world, table_look(table_of(&world, id)).window_closes - 1);
        assert_int_equal(plies_of(table_of(&world, id)), plies);
        assert_int_equal(window_of(table_of(&world, id)).number, after.number);
        world_close(&world);
        return;
    }
    fail_msg("no two windows of one side in a row");
}

/* ---- Pauses ---------------------------------------------------------------------------------------------------------------------------- */

static void test_nothing_closes_in_a_pause(void **state) {
    (void)state;
    struct world world;
    struct ear ear;
    char id[STORE_ID_LENGTH + 1];
    world_open(&world);
    open_campaign(&world, id);
    begin(&world, id);
    const int64_t morning = noon + 21 * HOUR;
    host(&world, id, "pause");
    assert_int_equal(table_look(table_of(&world, id)).window_closes, 0);
    ear_open(&ear, table_of(&world, id), ALEA_NONE);
    assert_true(ear_has(&ear, "\"closes\":null,\"local\":null,\"paused\":true"));
    ear_close(&ear);
    pass_until(&world, noon + 3 * HOUR);
    host(&world, id, "resume");
    assert_true(table_look(table_of(&world, id)).window_closes == morning); /* its time stands */
    host(&world, id, "pause");
    pass_until(&world, morning + HOUR);
    assert_int_equal(closed_by_time(table_of(&world, id)), 0);
    world_close(&world);
    world_open_at(&world, DB, 100, morning + 2 * HOUR);
    pass_time(&world, HOUR);
    assert_int_equal(closed_by_time(table_of(&world, id)), 0);
    host(&world, id, "resume");
    assert_true(table_look(table_of(&world, id)).window_closes == world.now + 30 * MINUTE);

    assert_int_equal(table_pause(table_of(&world, id), true, world.now, &error), TABLE_OK); /* the whole table's */
    turn(&world);
    pass_time(&world, HOUR);
    assert_int_equal(closed_by_time(table_of(&world, id)), 0);
    assert_int_equal(table_look(table_of(&world, id)).window_closes, 0);
    assert_int_equal(table_pause(table_of(&world, id), false, world.now, &error), TABLE_OK);
    turn(&world);
    assert_true(table_look(table_of(&world, id)).window_closes == world.now + 30 * MINUTE);
    pass_time(&world, 30 * MINUTE);
    assert_int_equal(closed_by_time(table_of(&world, id)), 1);
    world_close(&world);
}

/* ---- Stops ------------------------------------------------------------------------------------------------------------------------------ */

static void test_a_stop_of_the_server(void **state) {
    (void)state;
    struct world world;
    char id[STORE_ID_LENGTH + 1];
    world_open(&world);
    open_campaign(&world, id);
    begin(&world, id);
    const int64_t morning = noon + 21 * HOUR;
    world_close(&world);

    world_open_at(&world, DB, 100, morning - HOUR); /* a restart before its time changes nothing */
    turn(&world);
    assert_true(table_look(table_of(&world, id)).window_closes == morning);
    world_close(&world);

    world_open_at(&world, DB, 100, morning + 5 * HOUR); /* after it: once, after a grace */
    assert_int_equal(lobby_next(world.lobby, world.now) <= world.now + HOUR, true);
    pass_time(&world, HOUR - 1);
    assert_int_equal(closed_by_time(table_of(&world, id)), 0);
    assert_true(table_look(table_of(&world, id)).window_closes == morning + 6 * HOUR);
    pass_time(&world, 1);
    assert_int_equal(closed_by_time(table_of(&world, id)), 1);
    const int64_t next = table_look(table_of(&world, id)).window_closes;
    assert_true(next >= world.now + 30 * MINUTE);
    const uint32_t number = window_of(table_of(&world, id)).number;
    world_close(&world);

    world_open_at(&world, DB, 100, morning + 6 * HOUR + 1000); /* not a second time */
    pass_until(&world, next - 1);
    assert_int_equal(closed_by_time(table_of(&world, id)), 1);
    assert_int_equal(window_of(table_of(&world, id)).number, number);
    world_close(&world);
}

/* A kill in the very turn in which a window closes: what was not committed did not happen, and happens once. */
static void test_a_kill_while_it_closes(void **state) {
    (void)state;
    struct world world;
    char id[STORE_ID_LENGTH + 1];
    world_open(&world);
    open_campaign(&world, id);
    begin(&world, id);
    const int64_t morning = noon + 21 * HOUR;
    world.now = morning;
    struct table *table = table_of(&world, id);
    assert_int_equal(closed_by_time(table), 0);
    for (int kill = 0; kill < 3; kill++) {
        lobby_turn(world.lobby, world.now); /* one turn, whatever is left to do */
        const int closed = closed_by_time(table_of(&world, id));
        world_close(&world); /* nothing is written here */
        world_open_at(&world, DB, 100, morning + 1 + kill);
        turn(&world);
        assert_int_equal(closed_by_time(table_of(&world, id)), closed);
        assert_int_equal(closed, 1);
    }
    world_close(&world);
}

/* Turns of the loop about that time until it is killed, in a process of its own. */
static void serve_until_killed(int64_t since, int64_t now) {
    struct world world;
    world_open_at(&world, DB, 100, since);
    for (;; rest()) lobby_turn(world.lobby, now);
}

/* kill -9 at any moment around the closing: however often, it closes once. */
static void test_kills(void **state) {
    (void)state;
    enum { KILLS = 25 };
    struct world world;
    char id[STORE_ID_LENGTH + 1];
    world_open(&world);
    open_campaign(&world, id);
    begin(&world, id);
    world_close(&world);
    const int64_t morning = noon + 21 * HOUR;
    int closed = 0;
    for (int kills = 0; kills < KILLS; kills++) {
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) serve_until_killed(morning - HOUR, morning + kills);
        nanosleep(&(struct timespec){.tv_nsec = 1000000L + kills * 2000000L}, NULL);
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, NULL, 0), child);
        struct alea_match *match = NULL;
        world_open_at(&world, DB, 100, morning - HOUR);
        const int now = closed_by_time(table_of(&world, id));
        assert_true(now == closed || (closed == 0 && now == 1));
        closed = now;
        match = stored(&world, id);
        assert_int_equal(alea_match_plies(match), plies_of(table_of(&world, id)));
        alea_match_free(match);
        world_close(&world);
    }
    world_open_at(&world, DB, 100, morning - HOUR);
    pass_until(&world, morning + HOUR);
    assert_int_equal(closed_by_time(table_of(&world, id)), 1);
    world_close(&world);
}

/* Tables that nobody looks at sleep in the store until then. */
static void test_sleepers(void **state) {
    (void)state;
    struct world world;
    char id[4][STORE_ID_LENGTH + 1];
    world_open_at(&world, DB, 1, noon);
    for (int i = 0; i < 4; i++) {
        open_campaign(&world, id[i]);
        begin(&world, id[i]);
        turn(&world);
    }
    pass_until(&world, noon + 21 * HOUR);
    for (int i = 0; i < 4; i++) assert_int_equal(closed_by_time(table_of(&world, id[i])), 1);
    world_close(&world);
}

/* ---- Taken back ------------------------------------------------------------------------------------------------------------------------- */

/* What the host takes back is open again, with a time of its own; within a window nothing opens anew. */
static void test_taken_back(void **state) {
    (void)state;
    struct world world;
    char id[STORE_ID_LENGTH + 1], words[32];
    world_open(&world);
    open_campaign(&world, id);
    begin(&world, id);
    const long ply = plies_of(table_of(&world, id));
    const uint32_t first = window_of(table_of(&world, id)).number;
    pass_until(&world, noon + 21 * HOUR);
    const int64_t closes = table_look(table_of(&world, id)).window_closes;
    const uint32_t second = window_of(table_of(&world, id)).number;
    assert_int_not_equal(first, second);
    pass_time(&world, HOUR);
    snprintf(words, sizeof words, "rewind %ld", ply);
    host(&world, id, words);
    assert_int_equal(window_of(table_of(&world, id)).number, first);
    assert_true(table_look(table_of(&world, id)).window->opened == world.now);
    assert_closes(&world, id, "2026-03-30T10:00:00+02:00");
    pass_until(&world, closes + HOUR); /* the time of the one that was taken back is nobody's now */
    assert_int_equal(window_of(table_of(&world, id)).number, first);
    const int64_t opened = table_look(table_of(&world, id)).window->opened;
    host(&world, id, "pause");
    host(&world, id, "resume");
    host(&world, id, words); /* to where it stood when it opened: it goes on */
    assert_true(table_look(table_of(&world, id)).window->opened == opened);
    assert_closes(&world, id, "2026-03-30T10:00:00+02:00");
    world_close(&world);
}

/* ---- Put off ------------------------------------------------------------------------------------------------------------------------------ */

static enum table_answer extend(struct world *world, const char *id, int64_t closes) {
    struct table *table = table_of(world, id);
    enum table_answer answer = table_extend(table, table_ply(table, ALEA_HOST), closes, world->now, &error);
    turn(world);
    return answer;
}

/* The opening arrangement has no time of its own, but may get one. */
static void test_a_time_for_the_opening(void **state) {
    (void)state;
    struct world world;
    char id[STORE_ID_LENGTH + 1];
    world_open(&world);
    open_campaign(&world, id);
    assert_true(table_look(table_of(&world, id)).window_closes == 0);
    assert_int_equal(extend(&world, id, noon + 21 * HOUR), TABLE_OK);
    assert_true(table_look(table_of(&world, id)).window_closes == noon + 21 * HOUR);
    world_close(&world);
}

static void test_extended(void **state) {
    (void)state;
    struct world world;
    struct ear ear;
    char id[STORE_ID_LENGTH + 1];
    world_open(&world);
    open_campaign(&world, id);
    const int64_t morning = noon + 21 * HOUR;
    begin(&world, id);
    ear_open(&ear, table_of(&world, id), 0);
    ear_clear(&ear);
    assert_int_equal(extend(&world, id, morning + 90 * MINUTE), TABLE_OK);
    assert_true(ear_has(&ear, "\"kind\":\"table\""));
    assert_true(ear_has(&ear, "\"text\":\"tomorrow 11:30\""));
    ear_close(&ear);
    const int64_t wrong[] = {world.now, world.now - HOUR, 0, world.now + INT64_C(367) * 24 * HOUR};
    for (size_t i = 0; i < ALEA_LEN(wrong); i++) {
        assert_int_equal(extend(&world, id, wrong[i]), TABLE_ENGINE);
        assert_int_equal(error.code, ALEA_ERR_BAD_OPTION);
        assert_true(table_look(table_of(&world, id)).window_closes == morning + 90 * MINUTE);
    }
    struct table *table = table_of(&world, id);
    assert_int_equal(table_extend(table, table_ply(table, ALEA_HOST) - 1, morning, world.now, &error), TABLE_ENGINE);
    assert_int_equal(error.code, ALEA_ERR_STALE);
    world_close(&world);
    world_open_at(&world, DB, 100, noon + HOUR); /* over a restart, too */
    pass_until(&world, morning + 90 * MINUTE - 1);
    assert_int_equal(closed_by_time(table_of(&world, id)), 0);
    pass_until(&world, morning + 90 * MINUTE);
    assert_int_equal(closed_by_time(table_of(&world, id)), 1);
    assert_closes(&world, id, "2026-03-29T12:30:00+02:00"); /* the next one has its own time */
    host(&world, id, "deadline 810");                       /* and the game's own move moves that */
    assert_closes(&world, id, "2026-03-29T13:30:00+02:00");
    host(&world, id, "close");
    assert_int_equal(closed_by_time(table_of(&world, id)), 1);
    world_close(&world);
}

/* ---- Which clocks there are ------------------------------------------------------------------------------------------------------------------ */

static void refuse(struct world *world, const struct table_plan *plan) {
    struct table *table = NULL;
    error = (struct alea_error){.lang = ALEA_EN};
    assert_int_equal(lobby_create(world->lobby, plan, world->now, &table, &error), ALEA_ERR_BAD_OPTION);
    assert_string_equal(error.where, "clock.kind");
    assert_false(store_dirty(world->store));
}

static void test_which_clocks(void **state) {
    (void)state;
    struct world world;
    world_open(&world);
    for (enum clock_kind kind = CLOCK_LIVE; kind <= CLOCK_DAYS; kind++) {
        struct table_plan plan = plan_with(campaign, kind);
        refuse(&world, &plan);
    }
    struct table_plan plan = plan_with("null", CLOCK_WINDOWS);
    refuse(&world, &plan);
    plan = plan_with(campaign, CLOCK_NONE);
    struct table *table = create_table(&world, &plan);
    turn(&world);
    assert_int_equal(table_look(table).window_closes, 0);
    assert_int_equal(lobby_counts(world.lobby)->tables, 1);
    world_close(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_one_by_one),
        IN_FOLDER(test_no_window_is_swallowed),
        IN_FOLDER(test_nothing_closes_in_a_pause),
        IN_FOLDER(test_a_stop_of_the_server),
        IN_FOLDER(test_a_kill_while_it_closes),
        IN_FOLDER(test_kills),
        IN_FOLDER(test_sleepers),
        IN_FOLDER(test_taken_back),
        IN_FOLDER(test_a_time_for_the_opening),
        IN_FOLDER(test_extended),
        IN_FOLDER(test_which_clocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
