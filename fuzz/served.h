/* SPDX-License-Identifier: MIT */
/* served.h - what the targets of the server share: a server without sockets on a real SQLite file, and a table: all of it anew
 * for each input, so that an input does the same wherever it stands, and what it leaves behind is seen. */
#ifndef ALEA_FUZZ_SERVED_H
#define ALEA_FUZZ_SERVED_H

#include "api.h"
#include "fuzz.h"
#include "tokens.h"
#include "wire.h"

#include <jansson.h>
#include <sodium.h>
#include <string.h>
#include <unistd.h>

enum {
    SERVED_SEATS = 2,
    SERVED_MOST_SEATS = 6,
    SERVED_TURNS = 6,
    SERVED_MS = 26000,
    SERVED_RECORD = 0x1e,
    SERVED_REQUESTS = 12
};

struct served {
    char path[64];
    struct store *store;
    struct pool *pool;
    struct lobby *lobby;
    struct api *api;
    int64_t now;
    char host[API_MAX_TOKEN];
    /* The table of this input. */
    int seats; /* whose tokens are kept */
    char match[STORE_ID_LENGTH + 1], seat[SERVED_MOST_SEATS][API_MAX_TOKEN], admin[API_MAX_TOKEN], master[API_MAX_TOKEN];
    /* What stands for holes of a request; "": nothing does. */
    char ply[12], question[12], link[API_MAX_TOKEN];
};

static struct served served;

static inline void served_close(void) {
    static const char *const endings[] = {"", "-wal", "-shm"};
    pool_free(served.pool);
    api_free(served.api);
    lobby_free(served.lobby);
    store_close(served.store);
    for (size_t i = 0; i < ALEA_LEN(endings); i++) {
        char path[96];
        snprintf(path, sizeof path, "%s%s", served.path, endings[i]);
        unlink(path);
    }
    memset(&served, 0, sizeof served);
}

/* A server on served.store, with what stands in it. */
static inline void served_start(void) {
    struct alea_error error = {.lang = ALEA_EN};
    served.pool = pool_new(1, NULL, NULL);
    const struct lobby_options lobby = {
        .store = served.store,
        .pool = served.pool,
        .messages = &wire_messages,
        .max_tables = 20,
        .think_ms = 5,
        .base_url = "http://alea.test",
    };
    served.lobby = lobby_new(&lobby, &error);
    fuzz_check(served.pool && served.lobby, "no lobby", error.text);
    fuzz_check(!lobby_resume(served.lobby, served.now, &error), "a server starts on its store", error.text);
    const struct api_options api = {.lobby =
                                        served.lobby}; /* no accounts: hashing a password takes a thousand inputs' time */
    served.api = api_new(&api, &error);
    fuzz_check(served.api, "no server", error.text);
}

/* One on a new database. */
static inline void served_open(void) {
    struct alea_error error = {.lang = ALEA_EN};
    const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : ".";
    fuzz_check(sodium_init() >= 0, "no random numbers", "");
    snprintf(served.path, sizeof served.path, "%s/alea-fuzz-%ld.db", folder, (long)getpid());
    served.now = INT64_C(1800000000000);
    served.store = store_open(served.path, STORE_OPEN_OR_CREATE, &error);
    fuzz_check(served.store, "no store", error.text);
    served_start();
    fuzz_check(!api_host_link(served.api, served.host, &error), "no link of the host", error.text);
}

static inline void served_turn(void) {
    pool_collect(served.pool);
    lobby_turn(served.lobby, served.now);
    api_turn(served.api, served.now);
}

/* ---- Calls ------------------------------------------------------------------------------------------------------------------ */

struct served_call {
    struct api_call call; /* first */
    int finished;
};

static inline void served_finish(struct api_call *call) { ((struct served_call *)(void *)call)->finished++; }

/* Asks, and turns the loop until the answer is there; a long poll gets its time. The answer is whole JSON, or text. */
static inline void served_ask(struct served_call *asked) {
    struct api_call *call = &asked->call;
    call->finish = served_finish;
    call->host = "alea.test";
    api_handle(served.api, call, served.now);
    for (int i = 0; i < SERVED_TURNS && !asked->finished; i++) {
        served_turn();
        if (i > 1) served.now += SERVED_MS;
    }
    fuzz_check(asked->finished == 1, "a call is answered once", call->path);
    fuzz_check(call->status >= 200 && call->status < 600, "a status", call->path);
    fuzz_check(!call->answer.truncated, "an answer is whole", call->path);
    if (strcmp(call->type, "application/json") != 0) return;
    json_t *json = json_loadb(alea_text_str(&call->answer), call->answer.len, JSON_REJECT_DUPLICATES, NULL);
    fuzz_check(json_is_object(json), "an answer is an object", alea_text_str(&call->answer));
    if (call->status >= 400) {
        const char *words = json_string_value(json_object_get(json, "text"));
        fuzz_check(json_is_string(json_object_get(json, "error")), "an error has a name", alea_text_str(&call->answer));
        fuzz_check(words && *words && !strchr(words, '\n'), "an error has one line of words", alea_text_str(&call->answer));
    }
    json_decref(json);
}

static inline void served_end(struct served_call *asked) { alea_text_clear(&asked->call.answer); }

/* Grows with every change that anybody at the table hears of; 0 once it is gone, or a bot may change it whenever it likes. */
static inline uint64_t served_revision(void) {
    struct alea_error error = {.lang = ALEA_EN};
    struct table *table;
    uint64_t sum = 0;
    if (lobby_find(served.lobby, served.match, &table, &error)) return 0;
    const struct table_view view = table_look(table);
    for (int seat = 0; seat < alea_match_rules(view.match)->seats; seat++)
        if (strcmp(view.seat[seat].who, "human") != 0) return 0;
    for (int seat = 0; seat < served.seats; seat++) sum += table_revision(table, seat);
    return sum + table_revision(table, ALEA_NONE);
}

/* ---- The table ---------------------------------------------------------------------------------------------------------------- */

static inline void served_keep(const json_t *json, const char *key, char *out, size_t size) {
    const char *words = json_string_value(json_object_get(json, key));
    fuzz_check(words && strlen(words) < size, "a new table has its links", key);
    memcpy(out, words, strlen(words) + 1);
}

/* {"ruleset":"v1_2",...} out of "ruleset=v1_2 ..." */
static inline json_t *served_options(const char *options) {
    json_t *object = json_object();
    while (*options) {
        size_t key = strcspn(options, "="), value = strcspn(options + key + 1, " ");
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)key, options);
        json_object_set_new(object, name, json_stringn(options + key + 1, value));
        options += key + 1 + value;
        options += strspn(options, " ");
    }
    return object;
}

/* The game that this byte chooses; the smallest, and quickest, if it is past the last. */
static inline const struct alea_game *served_game(unsigned choice) {
    const struct alea_game *game, *smallest = alea_game_at(0);
    for (unsigned i = 0; (game = alea_game_at((int)i)); i++) {
        if (i == choice) return game;
        if (game->position_size < smallest->position_size) smallest = game;
    }
    return smallest;
}

/* A table of people, with a Master or without. */
static inline void served_lay(const struct alea_game *game, const struct alea_variant *variant, bool master) {
    json_t *seats = json_array(), *plan = json_pack("{s:s, s:o, s:o}", "game", game->id, "seats", seats, "options",
                                                    served_options(variant->options));
    for (int i = 0; i < variant->seats; i++) json_array_append_new(seats, json_string("human"));
    if (master) json_object_set_new(plan, "master", json_true());
    char *body = json_dumps(plan, 0);
    fuzz_check(body, "memory", "");
    struct served_call asked = {
        .call = {.method = API_POST, .path = "/matches", .query = "", .body = body, .n_body = strlen(body)}};
    served_ask(&asked);
    fuzz_check(asked.call.status == 201, "a table is made", alea_text_str(&asked.call.answer));
    json_t *json = json_loadb(alea_text_str(&asked.call.answer), asked.call.answer.len, 0, NULL);
    served_keep(json, "match", served.match, sizeof served.match);
    served_keep(json, "admin", served.admin, sizeof served.admin);
    if (master) served_keep(json, "master", served.master, sizeof served.master);
    served.seats = variant->seats < SERVED_MOST_SEATS ? variant->seats : SERVED_MOST_SEATS;
    for (int i = 0; i < served.seats; i++)
        served_keep(json_array_get(json_object_get(json, "seats"), (size_t)i), "token", served.seat[i],
                    sizeof served.seat[i]);
    json_decref(json);
    json_decref(plan);
    free(body);
    served_end(&asked);
}

/* Of that game's first variant. */
static inline void served_table(unsigned choice) {
    const struct alea_game *game = served_game(choice);
    served_lay(game, &game->variants[0], false);
}

static inline const char *served_hole(char name) {
    switch (name) {
    case 'M': return served.match;
    case 'P': return served.ply;
    case 'Q': return served.question;
    case 'L': return served.link;
    default: return "";
    }
}

/* Copies n bytes with "$M" as the id of the table, "$P" as the ply that a caller answers, "$Q" as the number of a question and "$L" as the token of
 * the last link to one; a 0 behind. The caller's. */
static inline char *served_fill(const char *bytes, size_t n, size_t *length) {
    char *out = malloc(n * API_MAX_TOKEN + 1);
    fuzz_check(out, "memory", "");
    *length = 0;
    for (size_t i = 0; i < n; i++) {
        const char *hole = bytes[i] == '$' && i + 1 < n ? served_hole(bytes[i + 1]) : "";
        if (*hole) {
            memcpy(out + *length, hole, strlen(hole));
            *length += strlen(hole);
            i++;
        } else {
            out[(*length)++] = bytes[i];
        }
    }
    out[*length] = 0;
    return out;
}

/* ---- Requests ------------------------------------------------------------------------------------------------------------------ */

/* What WHO stands for; NULL: nobody. */
typedef const char *served_token(char who);

static inline enum api_method served_method(const char *word) {
    if (strcmp(word, "GET") == 0) return API_GET;
    if (strcmp(word, "POST") == 0) return API_POST;
    return strcmp(word, "DELETE") == 0 ? API_DELETE : API_OTHER;
}

/* Cuts the words of the first line apart; what is longer than the server lets pass is not for the API. */
static inline bool served_line(char *line, struct api_call *call, served_token *token_of) {
    char *path = strchr(line, ' ');
    if (!path) return false;
    *path++ = 0;
    char *who = strrchr(path, ' ');
    if (who) *who++ = 0;
    char *query = strchr(path, '?');
    if (query) *query++ = 0;
    call->method = served_method(line);
    call->path = path;
    call->query = query ? query : "";
    call->bearer = who ? token_of(*who) : NULL;
    return path[0] == '/' && strlen(path) <= API_MAX_PATH && strlen(call->query) <= API_MAX_QUERY;
}

/* The ply that this caller, a seat's letter or somebody else, would answer now. */
static inline void served_find_ply(char who) {
    struct alea_error error = {.lang = ALEA_EN};
    struct table *table;
    served.ply[0] = 0;
    if (lobby_find(served.lobby, served.match, &table, &error) || !table) return;
    const int seat = who >= 'A' && who < 'A' + served.seats ? who - 'A' : ALEA_NONE;
    snprintf(served.ply, sizeof served.ply, "%ld", table_ply(table, seat));
}

/* What is refused changes nothing. A link that is handed out is kept. */
static inline void served_request(const char *bytes, size_t n, served_token *token_of) {
    const char *line_end = memchr(bytes, '\n', n);
    size_t length;
    served_find_ply(line_end > bytes ? line_end[-1] : ' ');
    char *words = served_fill(bytes, n, &length), *end = memchr(words, '\n', length);
    struct served_call asked = {.call = {.body = ""}};
    if (end) {
        *end = 0;
        asked.call.body = end + 1;
        asked.call.n_body = length - (size_t)(end + 1 - words);
    }
    if (served_line(words, &asked.call, token_of) && asked.call.n_body <= API_MAX_BODY) {
        uint64_t before = served_revision();
        served_ask(&asked);
        bool refused = asked.call.status >= 400;
        fuzz_check(!refused || served_revision() == before, "what is refused changes nothing",
                   alea_text_str(&asked.call.answer));
        const char *link = asked.call.status == 201 ? strstr(alea_text_str(&asked.call.answer), "/c/") : NULL;
        if (link) snprintf(served.link, sizeof served.link, "%.*s", TOKEN_LENGTH, link + 3);
    }
    served_end(&asked);
    free(words);
}

/* `goes_on`, if not NULL, is asked before each, and after the last. */
static inline void served_requests(const char *at, const char *end, served_token *token_of, bool (*goes_on)(void)) {
    for (int i = 0; i < SERVED_REQUESTS && at < end && (!goes_on || goes_on()); i++) {
        const char *record = memchr(at, SERVED_RECORD, (size_t)(end - at));
        served_request(at, (size_t)((record ? record : end) - at), token_of);
        at = record ? record + 1 : end;
    }
    if (goes_on) goes_on();
}

#endif
