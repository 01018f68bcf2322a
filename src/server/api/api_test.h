/* SPDX-License-Identifier: MIT */
/* api_test.h - what the tests of the API share: a server without sockets on a real file, and requests to it. Time stands still
 * unless it is told. */
#ifndef ALEA_SERVER_API_TEST_H
#define ALEA_SERVER_API_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>
#include <sodium.h>
#include <sqlite3.h>
#include <time.h>
#include <unistd.h>

#include "api.h"
#include "test_folder.h"
#include "wire.h"

#define DB "alea.db"
#define BET "{\"game\":\"null\",\"seats\":[\"human\",\"human\"]}" /* a table for two */
#define NOBODYS "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

enum { MAX_WORDS = 4096, MAX_EARS = 16 };

/* ---- A folder of its own ------------------------------------------------------------------------------------------------------- */

static inline int test_begin(void **state) {
    (void)state;
    return sodium_init() < 0 ? -1 : test_folder_enter();
}

static inline int test_end(void **state) {
    (void)state;
    return test_folder_leave();
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, test_begin, test_end)

/* ---- The server ------------------------------------------------------------------------------------------------------------------ */

struct world {
    struct store *store;
    struct pool *pool;
    struct lobby *lobby;
    struct api *api;
    sqlite3 *watch; /* another connection to the file, by which one sees what was committed */
    int64_t now;
};

/* `path`: of the store, for the pool's own connections; NULL: the loop opens all. */
static inline void world_open_by(struct world *world, const char *path, int creations, int wrong_tokens) {
    struct alea_error error = {.lang = ALEA_EN};
    world->now = INT64_C(1800000000000);
    world->store = store_open(DB, STORE_OPEN_OR_CREATE, &error);
    world->pool = pool_new(1, NULL, NULL);
    struct lobby_options lobby = {
        .store = world->store,
        .store_path = path,
        .pool = world->pool,
        .messages = &wire_messages,
        .max_tables = 100,
        .think_ms = 2000,
        .base_url = "http://alea.test",
    };
    world->lobby = lobby_new(&lobby, &error);
    struct api_options options = {
        .lobby = world->lobby, .accounts = true, .creations_per_hour = creations, .wrong_tokens_per_minute = wrong_tokens};
    world->api = api_new(&options, &error);
    if (!world->store || !world->pool || !world->lobby || !world->api) fail_msg("%s", error.text);
    assert_int_equal(sqlite3_open(DB, &world->watch), SQLITE_OK);
}

static inline void world_open(struct world *world, int creations, int wrong_tokens) {
    world_open_by(world, NULL, creations, wrong_tokens);
}

static inline void world_close(struct world *world) {
    sqlite3_close(world->watch);
    api_free(world->api);
    lobby_free(world->lobby);
    pool_free(world->pool);
    store_close(world->store);
}

/* Grows whenever somebody else has committed anything to the file. */
static inline int version_of(const struct world *world) {
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_prepare_v2(world->watch, "PRAGMA data_version", -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int version = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return version;
}

/* One turn of the loop, as the server makes it. */
static inline void turn(struct world *world) {
    pool_collect(world->pool);
    lobby_turn(world->lobby, world->now);
    api_turn(world->api, world->now);
}

/* ---- Requests -------------------------------------------------------------------------------------------------------------------- */

/* What is asked; the members are those of struct api_call. */
struct ask {
    const char *at;    /* "POST /matches/x/moves?lang=it" */
    const char *token; /* bearer's */
    const char *body;
    const char *session, *device, *seat, *origin, *address, *languages;
    bool secure;
};

struct asked {
    struct api_call call; /* first */
    int finished;
    char path[MAX_WORDS];
    json_t *json; /* of the answer, once it was looked at */
};

static inline void finish(struct api_call *call) { ((struct asked *)(void *)call)->finished++; }

/* Begins; the answer may come later. */
static inline void begin(struct world *world, struct asked *asked, const struct ask *ask) {
    memset(asked, 0, sizeof *asked);
    struct api_call *call = &asked->call;
    const char *blank = strchr(ask->at, ' ');
    assert_non_null(blank);
    snprintf(asked->path, sizeof asked->path, "%s", blank + 1);
    char *query = strchr(asked->path, '?');
    if (query) *query++ = 0;
    call->method = strncmp(ask->at, "GET ", 4) == 0      ? API_GET
                   : strncmp(ask->at, "POST ", 5) == 0   ? API_POST
                   : strncmp(ask->at, "DELETE ", 7) == 0 ? API_DELETE
                                                         : API_OTHER;
    call->path = asked->path;
    call->query = query ? query : "";
    call->bearer = ask->token;
    call->session = ask->session;
    call->device = ask->device;
    call->as_seat = ask->seat;
    call->origin = ask->origin;
    call->languages = ask->languages;
    call->host = "alea.test";
    call->address = ask->address;
    call->secure = ask->secure;
    call->body = ask->body ? ask->body : "";
    call->n_body = ask->body ? strlen(ask->body) : 0;
    call->finish = finish;
    api_handle(world->api, call, world->now);
}

/* Until the answer is there. */
static inline json_t *end(struct world *world, struct asked *asked) {
    const struct timespec pause = {.tv_nsec = 1000 * 1000};
    for (int i = 0; i < 20000 && !asked->finished; i++) {
        turn(world);
        if (!asked->finished && pool_waiting(world->pool) >= 0 && i > 2) nanosleep(&pause, NULL);
    }
    assert_int_equal(asked->finished, 1);
    if (asked->call.type && strcmp(asked->call.type, "application/json") == 0) {
        json_error_t error;
        asked->json = json_loadb(alea_text_str(&asked->call.answer), asked->call.answer.len, JSON_REJECT_DUPLICATES, &error);
        if (!asked->json) fail_msg("%s: %s in %s", asked->path, error.text, alea_text_str(&asked->call.answer));
    }
    return asked->json;
}

static inline void let_go(struct asked *asked) {
    json_decref(asked->json);
    asked->json = NULL;
    alea_text_clear(&asked->call.answer);
}

static inline const char *answer_of(const struct asked *asked) { return alea_text_str(&asked->call.answer); }

/* Asks, and wants that status. To be let go. */
static inline json_t *get(struct world *world, struct asked *asked, int status, struct ask ask) {
    begin(world, asked, &ask);
    json_t *json = end(world, asked);
    if (asked->call.status != status) fail_msg("%s: %d %s", ask.at, asked->call.status, answer_of(asked));
    return json;
}

/* The same when nothing but the status matters. */
static inline void want(struct world *world, int status, struct ask ask) {
    struct asked asked;
    get(world, &asked, status, ask);
    let_go(&asked);
}

/* "a.b[2].c" */
static inline json_t *part(json_t *json, const char *path) {
    while (*path && json) {
        char key[64];
        size_t n = strcspn(path, ".[");
        if (*path == '[') {
            json = json_array_get(json, strtoul(path + 1, NULL, 10));
            path += strcspn(path, "]") + 1;
        } else {
            snprintf(key, sizeof key, "%.*s", (int)n, path);
            json = json_object_get(json, key);
            path += n;
        }
        path += *path == '.';
    }
    return json;
}

static inline const char *words(json_t *json, const char *path) {
    const char *found = json_string_value(part(json, path));
    if (!found) fail_msg("no %s", path);
    return found ? found : "";
}

static inline long number(json_t *json, const char *path) {
    if (!json_is_integer(part(json, path))) fail_msg("no number %s", path);
    return (long)json_integer_value(part(json, path));
}

/* ---- Tables ---------------------------------------------------------------------------------------------------------------------- */

struct table_of {
    char id[16], admin[48], seat[4][48];
};

/* Makes a table by that body, with people on all seats. */
static inline struct table_of make_table(struct world *world, const char *body) {
    struct table_of made = {0};
    struct asked asked;
    json_t *json = get(world, &asked, 201, (struct ask){.at = "POST /matches", .body = body});
    snprintf(made.id, sizeof made.id, "%s", words(json, "match"));
    snprintf(made.admin, sizeof made.admin, "%s", words(json, "admin"));
    for (size_t seat = 0; seat < 4 && seat < json_array_size(part(json, "seats")); seat++) {
        const char *token = json_string_value(part(json_array_get(part(json, "seats"), seat), "token"));
        if (token) snprintf(made.seat[seat], sizeof made.seat[seat], "%s", token);
    }
    let_go(&asked);
    return made;
}

/* "POST /matches/$/moves" with the table's id in the place of '$'. Borrowed until the next three calls. */
static inline const char *at(const struct table_of *table, const char *pattern) {
    static char room[4][MAX_WORDS];
    static int turns;
    char *line = room[turns++ % 4];
    const char *dollar = strchr(pattern, '$');
    assert_non_null(dollar);
    snprintf(line, MAX_WORDS, "%.*s%s%s", (int)(dollar - pattern), pattern, table->id, dollar + 1);
    return line;
}

/* Plays a move in words. */
static inline void play(struct world *world, const struct table_of *table, int seat, long ply, const char *text) {
    char body[128];
    snprintf(body, sizeof body, "{\"ply\":%ld,\"text\":\"%s\"}", ply, text);
    want(world, 200, (struct ask){.at = at(table, "POST /matches/$/moves"), .token = table->seat[seat], .body = body});
}

/* ---- Ears ------------------------------------------------------------------------------------------------------------------------ */

/* A socket that keeps what it was told. */
struct ear {
    struct listener listener; /* first */
    int told, gone;
    json_t *heard; /* array */
};

static inline void hear(struct listener *listener, const char *json, size_t n) {
    struct ear *ear = (struct ear *)(void *)listener;
    ear->told++;
    json_t *message = json_loadb(json, n, JSON_REJECT_DUPLICATES, NULL);
    if (!message) fail_msg("not JSON: %.*s", (int)n, json);
    json_array_append_new(ear->heard, message);
}

static inline void hear_end(struct listener *listener) { ((struct ear *)(void *)listener)->gone++; }

static inline bool ear_open(struct world *world, struct ear *ear, const struct table_of *table, const char *token) {
    *ear = (struct ear){.listener = {.notify = hear, .gone = hear_end, .moved = hear_end}, .heard = json_array()};
    struct api_call call = {.path = "", .query = "lang=en", .bearer = token, .host = "alea.test"};
    bool listens = api_listen(world->api, &ear->listener, table->id, &call, world->now);
    alea_text_clear(&call.answer);
    return listens;
}

static inline void ear_close(struct world *world, struct ear *ear) {
    api_leave(world->api, &ear->listener);
    json_decref(ear->heard);
}

/* The last message that it was told, of that kind; fails if there is none. */
static inline json_t *last(const struct ear *ear, const char *kind) {
    for (size_t i = json_array_size(ear->heard); i > 0; i--) {
        json_t *message = json_array_get(ear->heard, i - 1);
        if (strcmp(words(message, "kind"), kind) == 0) return message;
    }
    fail_msg("no message '%s'", kind);
    return NULL;
}

static inline void say(struct world *world, struct ear *ear, const char *json) {
    api_hear(world->api, &ear->listener, "192.0.2.1", json, strlen(json), world->now);
    turn(world);
}

#endif
