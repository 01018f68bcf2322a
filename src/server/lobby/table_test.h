/* SPDX-License-Identifier: MIT */
/* table_test.h - what the tests of tables share: a lobby over a real file with a time of its own, ears, and people who play. */
#ifndef ALEA_SERVER_TABLE_TEST_H
#define ALEA_SERVER_TABLE_TEST_H

#include <signal.h>
#include <sys/resource.h>
#include <time.h>

#include "bot.h"
#include "store_test.h"
#include "table.h"
#include "wire.h"

static const int64_t noon = INT64_C(1774695600000);

/* ---- A lobby ------------------------------------------------------------------------------------------------------------------- */

struct world {
    struct store *store;
    struct pool *pool;
    struct lobby *lobby;
    int64_t now;
    struct alea_random random; /* of the people */
    char log[4096];            /* what was logged last */
    int logged;
};

static inline void note_log(void *context, const char *line) {
    struct world *world = context;
    snprintf(world->log, sizeof world->log, "%s", line);
    world->logged++;
}

/* By these options, and what all lobbies of tests have. */
static inline void world_open_by(struct world *world, const char *path, struct lobby_options options, int64_t now) {
    struct alea_error error = {.lang = ALEA_EN};
    *world = (struct world){.now = now, .random = alea_random_stream(7, 7)};
    world->store = open_as(path, STORE_OPEN_OR_CREATE);
    world->pool = pool_new(2, NULL, NULL);
    assert_non_null(world->pool);
    options.store = world->store;
    options.pool = world->pool;
    options.messages = &wire_messages;
    options.log = note_log;
    options.log_context = world;
    world->lobby = lobby_new(&options, &error);
    assert_non_null(world->lobby);
    FINE(lobby_resume(world->lobby, world->now, &error));
}

static inline void world_open_as(struct world *world, const char *path, int max_tables, int64_t now, int64_t think_ms) {
    world_open_by(world, path, (struct lobby_options){.max_tables = max_tables, .think_ms = think_ms}, now);
}

static inline void world_open_at(struct world *world, const char *path, int max_tables, int64_t now) {
    world_open_as(world, path, max_tables, now, 2000);
}

static inline void world_open(struct world *world) { world_open_at(world, DB, 100, noon); }

static inline void world_close(struct world *world) {
    lobby_free(world->lobby);
    pool_free(world->pool);
    store_close(world->store);
}

/* Of so many bytes at most, as if the disk were full. */
static inline void limit_files(rlim_t bytes) {
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static inline void rest(void) { nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL); }

/* Turns of the loop until nothing is left to do at once. */
static inline void turn(struct world *world) {
    do pool_collect(world->pool);
    while (lobby_turn(world->lobby, world->now));
}

/* The same, and bots that think are waited for: a machine that is busy lets their thread wait. */
static inline void turn_while_bots_move(struct world *world) {
    uint64_t moves;
    int idle = 0;
    while (idle < 20) {
        moves = lobby_counts(world->lobby)->bot_moves;
        turn(world);
        idle = lobby_counts(world->lobby)->bot_moves == moves && pool_idle(world->pool) ? idle + 1 : 0;
        if (idle > 10) nanosleep(&(struct timespec){.tv_nsec = 10 * 1000000}, NULL);
        else rest();
    }
}

/* ---- Tables ------------------------------------------------------------------------------------------------------------------- */

/* `who`: a word a seat, "human bot:greedy". `options`: as many words as there are. */
static inline struct table_plan plan_of(const char *game, const char *who, const char *options) {
    static char words[512];
    struct table_plan plan = {.game = alea_game_find(game), .name = "Test"};
    assert_non_null(plan.game);
    for (const char *at = who; *at; plan.seats++) {
        size_t n = strcspn(at, " ");
        memcpy(plan.seat[plan.seats].who, at, n);
        at += n + (at[n] == ' ');
    }
    snprintf(words, sizeof words, "%s", options);
    for (char *at = words; *at;) {
        plan.option[plan.n_options++] = at;
        at += strcspn(at, " ");
        if (*at) *at++ = 0;
    }
    return plan;
}

static inline struct table *create_table(struct world *world, const struct table_plan *plan) {
    struct alea_error error = {.lang = ALEA_EN};
    struct table *table = NULL;
    FINE(lobby_create(world->lobby, plan, world->now, &table, &error));
    return table;
}

struct known {
    char id[STORE_ID_LENGTH + 1];
};

static inline struct known known(const struct table *table) {
    struct known known;
    memcpy(known.id, table_look(table).id, sizeof known.id);
    return known;
}

static inline struct table *new_table(struct world *world, const char *game, const char *who, const char *options) {
    struct table_plan plan = plan_of(game, who, options);
    struct table *table = create_table(world, &plan);
    turn(world);
    return table;
}

/* By its id, after a turn: pointers to tables are good for one turn of the loop. */
static inline struct table *table_of(struct world *world, const char *id) {
    struct alea_error error = {.lang = ALEA_EN};
    struct table *table = NULL;
    FINE(lobby_find(world->lobby, id, &table, &error));
    return table;
}

static inline enum store_status status_of(struct world *world, const char *id) {
    return table_look(table_of(world, id)).status;
}

static inline uint64_t hash_of(const struct table *table) {
    const struct alea_match *match = table_look(table).match;
    return alea_position_hash(alea_match_rules(match), alea_match_position(match));
}

static inline long plies_of(const struct table *table) { return alea_match_plies(table_look(table).match); }

/* The legal moves of a seat now. */
static inline int legal_of(const struct table *table, int seat, alea_move out[]) {
    const struct alea_match *match = table_look(table).match;
    const struct alea_rules *rules = alea_match_rules(match);
    return rules->game->legal(rules->tables, alea_match_position(match), seat, out);
}

enum { ROOM = 10000 };

/* Any legal move of that seat. */
static inline enum table_answer play_any(struct world *world, struct table *table, int seat) {
    static alea_move legal[ROOM];
    struct alea_error error = {.lang = ALEA_EN};
    long from;
    int n = legal_of(table, seat, legal);
    assert_true(n > 0 && n <= ROOM);
    alea_move move = legal[alea_random_below(&world->random, (uint32_t)n)];
    return table_submit(table, seat, table_ply(table, seat), move, NULL, world->now, &from, &error);
}

/* The lowest seat that is to move and that nobody but its person plays for; ALEA_NONE. */
static inline int person_to_move(const struct table *table) {
    struct table_view view = table_look(table);
    alea_actors actors = alea_match_actors(view.match);
    for (int seat = 0; seat < alea_match_rules(view.match)->seats; seat++)
        if (actors & alea_actor(seat) && strcmp(view.seat[seat].who, "human") == 0 && !(view.deputies & alea_actor(seat)))
            return seat;
    return ALEA_NONE;
}

/* People play any moves, bots theirs, until the end. */
static inline void play_to_the_end(struct world *world, const char *id) {
    for (long i = 0; i < 400000; i++) {
        struct table *table = table_of(world, id);
        if (table_look(table).status == STORE_OVER) return;
        int seat = person_to_move(table);
        if (seat != ALEA_NONE) assert_int_equal(play_any(world, table, seat), TABLE_OK);
        else rest();
        turn(world);
    }
    fail_msg("no end");
}

/* The match as the store has it. The caller's. */
static inline struct alea_match *stored(struct world *world, const char *id) {
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_match *match = NULL;
    FINE(store_replay(world->store, id, NULL, &match, &error));
    return match;
}

/* ---- Ears --------------------------------------------------------------------------------------------------------------------- */

struct ear {
    struct listener listener; /* first */
    struct alea_text heard;   /* a message a line */
    int n;
    bool gone, moved;
};

static inline void ear_notify(struct listener *listener, const char *json, size_t n) {
    struct ear *ear = (struct ear *)listener;
    alea_text_addf(&ear->heard, "%.*s\n", (int)n, json);
    ear->n++;
}

static inline void ear_gone(struct listener *listener) { ((struct ear *)listener)->gone = true; }

static inline void ear_moved(struct listener *listener) { ((struct ear *)listener)->moved = true; }

static inline void ear_open(struct ear *ear, struct table *table, int seat) {
    *ear = (struct ear){
        .listener = {.viewer = {.seat = seat}, .lang = ALEA_EN, .notify = ear_notify, .gone = ear_gone, .moved = ear_moved}};
    alea_text_init(&ear->heard, 64 << 20, ALEA_EN);
    table_listen(table, &ear->listener);
}

static inline void ear_clear(struct ear *ear) {
    alea_text_clear(&ear->heard);
    ear->n = 0;
}

static inline void ear_close(struct ear *ear) {
    table_unlisten(&ear->listener);
    ear_clear(ear);
}

static inline bool ear_has(const struct ear *ear, const char *words) {
    return strstr(alea_text_str(&ear->heard), words) != NULL;
}

/* How often the words were heard. */
static inline int ear_count(const struct ear *ear, const char *words) {
    int n = 0;
    for (const char *at = alea_text_str(&ear->heard); (at = strstr(at, words)); at += strlen(words)) n++;
    return n;
}

/* ---- Waiting --------------------------------------------------------------------------------------------------------------------- */

struct answer {
    struct waiter waiter; /* first */
    int settled;
    enum alea_err err;
};

static inline void answer_settled(struct waiter *waiter, enum alea_err err) {
    struct answer *answer = (struct answer *)waiter;
    answer->settled++;
    answer->err = err;
}

static inline void await(struct world *world, struct answer *answer) {
    *answer = (struct answer){.waiter.settled = answer_settled};
    lobby_wait(world->lobby, &answer->waiter);
}

#endif
