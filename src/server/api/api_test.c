/* SPDX-License-Identifier: MIT */
/* api_test.c - every refusal of the API: its status, its name, its sentence in both languages; nothing written, nobody told. */
#include "api_test.h"

#include "api_errors.h"

/* ---- The tables that are asked about ------------------------------------------------------------------------------------------- */

enum scene { PLAYING, WAITING, PAUSED, OVER, OTHER, SCENES };

struct stage {
    struct world world;
    struct table_of table[SCENES];
    struct ear ear[SCENES];
    char host[API_MAX_TOKEN];
};

static void set_stage(struct stage *stage) {
    struct alea_error error = {.lang = ALEA_EN};
    world_open(&stage->world, 0, 0);
    stage->host[0] = 0;
    assert_int_equal(api_host_link(stage->world.api, stage->host, &error), ALEA_OK);
    for (int scene = 0; scene < SCENES; scene++)
        stage->table[scene] = make_table(
            &stage->world, scene == WAITING ? "{\"game\":\"null\",\"seats\":[\"human\",\"human\"],\"start\":\"joined\"}"
                                            : "{\"game\":\"null\",\"seats\":[\"human\",\"human\"]}");
    struct table_of *table = stage->table;
    struct ask pause = {
        .at = at(&table[PAUSED], "POST /matches/$/pause"), .token = table[PAUSED].admin, .body = "{\"paused\":true}"};
    struct ask resign = {.at = at(&table[OVER], "POST /matches/$/resign"), .token = table[OVER].seat[0]};
    struct ask bet = {.at = at(&table[PLAYING], "POST /matches/$/moves"),
                      .token = table[PLAYING].seat[0],
                      .body = "{\"ply\":0,\"text\":\"bet one\"}"};
    want(&stage->world, 200, pause);
    want(&stage->world, 200, resign);
    want(&stage->world, 200, bet); /* A has bet, B has not */
    for (int scene = 0; scene < SCENES; scene++)
        assert_true(ear_open(&stage->world, &stage->ear[scene], &table[scene], table[scene].seat[1]));
    for (int i = 0; i < 4; i++) turn(&stage->world);
}

static void strike(struct stage *stage) {
    for (int scene = 0; scene < SCENES; scene++) ear_close(&stage->world, &stage->ear[scene]);
    world_close(&stage->world);
}

static int told(const struct stage *stage) {
    int sum = 0;
    for (int scene = 0; scene < SCENES; scene++) sum += stage->ear[scene].told;
    return sum;
}

/* ---- Refusals ------------------------------------------------------------------------------------------------------------------- */

/* who: A, B, w (the admin), h (the host), o (a seat of another table), x (a token that nobody has), s (a session that nobody has),
 * NULL: nobody. more: a member of the answer and its value, "where=ply". */
static const struct refusal {
    enum scene scene;
    const char *at, *who, *body;
    int status;
    const char *error, *more;
} refusals[] = {
    /* Addresses */
    {PLAYING, "GET /nothing/$", NULL, NULL, 404, "not_found", NULL},
    {PLAYING, "GET /matches/$/", NULL, NULL, 404, "not_found", NULL},
    {PLAYING, "GET /matches/$/moves", "A", NULL, 405, "method_not_allowed", NULL},
    {PLAYING, "PUT /matches/$", "A", NULL, 405, "method_not_allowed", NULL},
    {PLAYING, "DELETE /matches/$/moves", "A", NULL, 405, "method_not_allowed", NULL},
    {PLAYING, "GET /matches/$?lang=fr", NULL, NULL, 400, "bad_request", "where=lang"},
    {PLAYING, "GET /matches/$?plain=2", NULL, NULL, 400, "bad_request", "where=plain"},
    {PLAYING, "GET /matches/$/events?brief=2", NULL, NULL, 400, "bad_request", "where=brief"},
    {PLAYING, "GET /matches/$?at=%zz", NULL, NULL, 400, "bad_request", NULL},
    {PLAYING, "GET /matches/$?at=%00", NULL, NULL, 400, "bad_request", NULL},
    {PLAYING, "GET /matches/$?lang=it&lang=en", NULL, NULL, 400, "bad_request", NULL},
    {PLAYING, "GET /matches/..%2f$", NULL, NULL, 404, "not_found", NULL},
    {PLAYING, "GET /games/ludo$", NULL, NULL, 404, "not_found", NULL},

    /* Moves, in the order of the checks */
    {OVER, "POST /matches/$/moves", "x", "{\"ply\":", 400, "bad_json", NULL},
    {OVER, "POST /matches/$/moves", "x", "", 400, "bad_request", "where=ply"},
    {OVER, "POST /matches/$/moves", "x", "[]", 400, "bad_request", NULL},
    {OVER, "POST /matches/$/moves", "x", "7", 400, "bad_request", NULL},
    {OVER, "POST /matches/$/moves", "x", "{\"ply\":0,\"ply\":0}", 400, "bad_json", NULL},
    {OVER, "POST /matches/$/moves", "x", "{\"ply\":\"0\",\"m\":1}", 400, "bad_request", "where=ply"},
    {OVER, "POST /matches/$/moves", "x", "{\"ply\":-1,\"m\":1}", 400, "bad_request", "where=ply"},
    {OVER, "POST /matches/$/moves", "x", "{\"ply\":0,\"m\":4294967296}", 400, "bad_request", "where=m"},
    {OVER, "POST /matches/$/moves", "x", "{\"ply\":0,\"m\":1.5}", 400, "bad_request", "where=m"},
    {OVER, "POST /matches/$/moves", "x", "{\"ply\":0,\"m\":null}", 400, "bad_request", "where=m"},
    {OVER, "POST /matches/$/moves", "x", "{\"ply\":0,\"text\":7}", 400, "bad_request", "where=text"},
    {OVER, "POST /matches/$/moves", "x", "{\"ply\":0}", 400, "bad_request", NULL},
    {OVER, "POST /matches/$/moves", "x", "{\"ply\":0,\"m\":1,\"text\":\"bet one\"}", 400, "bad_request", NULL},
    {OVER, "POST /matches/$/moves", "x", "{\"ply\":0,\"m\":1,\"seat\":\"A\"}", 400, "bad_request", "where=seat"},
    {OVER, "POST /matches/$/moves", "x", "{\"ply\":0,\"text\":\"\\u0000\"}", 400, "bad_json", NULL},
    {OVER, "POST /matches/$/moves", "x", "{\"ply\":0,\"text\":\"\xff\"}", 400, "bad_json", NULL},
    {OVER, "POST /matches/$/moves", "x", "[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]", 400, "bad_json", NULL},
    {OVER, "POST /matches/$/moves", NULL, "{\"ply\":0,\"m\":1}", 401, "unauthorized", NULL},
    {OVER, "POST /matches/$/moves", "x", "{\"ply\":0,\"m\":1}", 401, "unauthorized", NULL},
    {OVER, "POST /matches/aaaaaaaaaaaa/moves?seat=A&$=", "o", "{\"ply\":0,\"m\":1}", 404, "not_found", NULL},
    {OVER, "POST /matches/$/moves", "o", "{\"ply\":0,\"m\":1}", 403, "not_your_seat", NULL},
    {OVER, "POST /matches/$/moves?seat=B", "A", "{\"ply\":0,\"m\":1}", 403, "not_your_seat", NULL},
    {OVER, "POST /matches/$/moves?seat=C", "A", "{\"ply\":0,\"m\":1}", 404, "not_found", "where=seat"},
    {OVER, "POST /matches/$/moves", "w", "{\"ply\":0,\"m\":1}", 403, "forbidden", NULL},
    {OVER, "POST /matches/$/moves", "h", "{\"ply\":0,\"m\":1}", 403, "forbidden", NULL},
    {OVER, "POST /matches/$/moves", "A", "{\"ply\":0,\"m\":1}", 410, "over", NULL},
    {OVER, "POST /matches/$/moves", "A", "{\"ply\":0,\"text\":\"nonsense\"}", 410, "over", NULL},
    {WAITING, "POST /matches/$/moves", "A", "{\"ply\":9,\"text\":\"nonsense\"}", 409, "waiting", NULL},
    {PAUSED, "POST /matches/$/moves", "A", "{\"ply\":9,\"text\":\"nonsense\"}", 409, "paused", NULL},
    {PLAYING, "POST /matches/$/moves", "A", "{\"ply\":0,\"text\":\"nonsense\"}", 409, "stale", "ply=1"},
    {PLAYING, "POST /matches/$/moves", "B", "{\"ply\":9,\"m\":1}", 409, "stale", "ply=1"},
    {PLAYING, "POST /matches/$/moves", "A", "{\"ply\":1,\"text\":\"nonsense\"}", 403, "not_your_turn", NULL},
    {PLAYING, "POST /matches/$/moves", "A", "{\"ply\":1,\"text\":\"bet two\"}", 403, "not_your_turn", NULL},
    {PLAYING, "POST /matches/$/moves", "B", "{\"ply\":1,\"text\":\"nonsense\"}", 400, "bad_move", NULL},
    {PLAYING, "POST /matches/$/moves", "B", "{\"ply\":1,\"text\":\"\"}", 400, "bad_move", NULL},
    {PLAYING, "POST /matches/$/moves", "B", "{\"ply\":1,\"text\":\"bet seven\"}", 400, "bad_move", NULL},
    {PLAYING, "POST /matches/$/moves", "B", "{\"ply\":1,\"m\":1}", 400, "bad_move", NULL},
    {PLAYING, "POST /matches/$/moves", "B", "{\"ply\":1,\"m\":4294967295}", 400, "bad_move", NULL},
    {PLAYING, "POST /matches/$/moves", "B", "{\"ply\":1,\"text\":\"resign A\"}", 422, "refused", "rule=NULL-BET-1"},
    {PLAYING, "POST /matches/$/moves", "B", "{\"ply\":1,\"m\":16777300}", 422, "refused", "rule=NULL-BET-1"},

    /* Undo */
    {PLAYING, "POST /matches/$/undo", "A", "{}", 400, "bad_request", "where=ply"},
    {PLAYING, "POST /matches/$/undo", NULL, "{\"ply\":1}", 401, "unauthorized", NULL},
    {PLAYING, "POST /matches/$/undo", "A", "{\"ply\":0}", 409, "stale", "ply=1"},
    {PLAYING, "POST /matches/$/undo", "A", "{\"ply\":1}", 409, "no_undo", NULL},
    {OVER, "POST /matches/$/undo", "A", "{\"ply\":1}", 409, "no_undo", NULL},
    {WAITING, "POST /matches/$/undo", "A", "{\"ply\":0}", 409, "waiting", NULL},
    {PAUSED, "POST /matches/$/undo", "A", "{\"ply\":0}", 409, "paused", NULL},

    /* The host's moves */
    {PLAYING, "POST /matches/$/host", "A", "{\"ply\":1,\"text\":\"resign A\"}", 403, "forbidden", NULL},
    {PLAYING, "POST /matches/$/host", "w", "{\"ply\":1}", 400, "bad_request", "where=text"},
    {PLAYING, "POST /matches/$/host", "w", "{\"ply\":0,\"text\":\"resign A\"}", 409, "stale", NULL},
    {PLAYING, "POST /matches/$/host", "w", "{\"ply\":1,\"text\":\"nonsense\"}", 400, "bad_move", NULL},
    {PLAYING, "POST /matches/$/host", "w", "{\"ply\":1,\"text\":\"bet one\"}", 422, "refused", "rule=NULL-HOST-1"},

    /* Looking */
    {PLAYING, "GET /matches/$?as=B", "A", NULL, 403, "forbidden", "where=as"},
    {PLAYING, "GET /matches/$?as=all", "A", NULL, 403, "forbidden", "where=as"},
    {PLAYING, "GET /matches/$?as=all", "h", NULL, 403, "forbidden", "where=as"},
    {PLAYING, "GET /matches/$?as=A", NULL, NULL, 403, "forbidden", "where=as"},
    {PLAYING, "GET /matches/$?as=C", "A", NULL, 404, "not_found", "where=as"},
    {PLAYING, "GET /matches/$?at=2", "A", NULL, 400, "bad_request", "where=at"},
    {PLAYING, "GET /matches/$?at=-1", "A", NULL, 400, "bad_request", "where=at"},
    {PLAYING, "GET /matches/$", "x", NULL, 401, "unauthorized", NULL},
    {PLAYING, "GET /matches/$", "o", NULL, 403, "not_your_seat", NULL},
    {PLAYING, "GET /matches/$/words?what=map", "A", NULL, 400, "bad_request", "where=what"},
    {PLAYING, "GET /matches/$/words?as=A", "B", NULL, 403, "forbidden", "where=as"},
    {PLAYING, "GET /matches/$/why", "B", NULL, 400, "bad_request", "where=text"},
    {PLAYING, "GET /matches/$/why?text=nonsense", "B", NULL, 400, "bad_move", NULL},
    {PLAYING, "GET /matches/$/odds?text=nonsense", "B", NULL, 400, "bad_move", NULL},
    {PLAYING, "GET /matches/$/odds?stop=-1", "B", NULL, 400, "bad_request", "where=stop"},
    {PLAYING, "GET /matches/$/explain", "B", NULL, 403, "no_help", NULL},
    {PLAYING, "GET /matches/$/explain?at=1", "A", NULL, 403, "no_help", NULL},
    {OVER, "GET /matches/$/explain?at=0", "A", NULL, 400, "bad_request", "where=at"},
    {OVER, "GET /matches/$/explain?at=999", "A", NULL, 400, "bad_request", "where=at"},
    {OVER, "GET /matches/$/explain", "A", NULL, 403, "not_your_turn", NULL},
    {PLAYING, "GET /matches/$/transcript?explain=yes", NULL, NULL, 400, "bad_request", "where=explain"},
    {PLAYING, "GET /matches/$/scenario", NULL, NULL, 404, "not_found", NULL},
    {PLAYING, "GET /matches/$/events?since=x", NULL, NULL, 400, "bad_request", "where=since"},
    {PLAYING, "GET /matches/$/events?wait=26", NULL, NULL, 400, "bad_request", "where=wait"},
    {PLAYING, "GET /matches/$/events?limit=501", NULL, NULL, 400, "bad_request", "where=limit"},
    {PLAYING, "GET /matches/$/events?limit=0", NULL, NULL, 400, "bad_request", "where=limit"},
    {PLAYING, "GET /matches/$/events?rev=1e3", NULL, NULL, 400, "bad_request", "where=rev"},
    {PLAYING, "GET /matches/$/events", "x", NULL, 401, "unauthorized", NULL},
    {PLAYING, "GET /matches/$/chat?after=x", NULL, NULL, 400, "bad_request", "where=after"},

    /* Seats */
    {WAITING, "POST /matches/$/join", NULL, "{}", 401, "unauthorized", NULL},
    {WAITING, "POST /matches/$/join", "w", "{}", 403, "forbidden", NULL},
    {WAITING, "POST /matches/$/join", "A", "{\"name\":7}", 400, "bad_request", "where=name"},
    {WAITING, "POST /matches/$/join", "A", "{\"name\":\"1234567890123456789012345678901234567890123456789012345678901234\"}",
     400, "bad_request", "where=name"},
    {PLAYING, "POST /matches/$/join", "A", "{\"word\":\"late\"}", 409, "too_late", "where=word"},
    {WAITING, "POST /matches/$/start", "A", "{}", 403, "forbidden", NULL},
    {WAITING, "POST /matches/$/start", "w", "{\"now\":true}", 400, "bad_request", "where=now"},
    {OVER, "POST /matches/$/start", "w", "{}", 410, "over", NULL},
    {PLAYING, "POST /matches/$/return", "w", "{}", 403, "forbidden", NULL},
    {OVER, "POST /matches/$/return", "A", "{}", 410, "over", NULL},
    {PLAYING, "POST /matches/$/resign", NULL, "{}", 401, "unauthorized", NULL},
    {PLAYING, "POST /matches/$/resign", "w", "{}", 403, "forbidden", NULL},
    {WAITING, "POST /matches/$/resign", "A", "{}", 409, "waiting", NULL},
    {OVER, "POST /matches/$/resign", "A", "{}", 410, "over", NULL},
    {PLAYING, "POST /matches/$/pause", "A", "{\"paused\":true}", 403, "forbidden", NULL},
    {PLAYING, "POST /matches/$/pause", "w", "{}", 400, "bad_request", "where=paused"},
    {PLAYING, "POST /matches/$/pause", "w", "{\"paused\":1}", 400, "bad_request", "where=paused"},
    {WAITING, "POST /matches/$/pause", "w", "{\"paused\":true}", 409, "waiting", NULL},
    {PLAYING, "POST /matches/$/seats/A", "A", "{\"mute\":true}", 403, "forbidden", NULL},
    {PLAYING, "POST /matches/$/seats/C", "w", "{\"mute\":true}", 404, "not_found", NULL},
    {PLAYING, "POST /matches/$/seats/*", "w", "{\"mute\":true}", 404, "not_found", NULL},
    {PLAYING, "POST /matches/$/seats/A", "w", "{}", 400, "bad_request", NULL},
    {PLAYING, "POST /matches/$/seats/A", "w", "{\"mute\":true,\"who\":\"human\"}", 400, "bad_request", NULL},
    {PLAYING, "POST /matches/$/seats/A", "w", "{\"who\":\"bot:hal\"}", 400, "bad_seats", "where=who"},
    {PLAYING, "POST /matches/$/seats/A", "w", "{\"who\":\"bot:expert\"}", 400, "bad_seats", "where=who"},
    {OVER, "POST /matches/$/seats/A", "w", "{\"who\":\"human\"}", 410, "over", NULL},
    {PLAYING, "POST /matches/$/chat", NULL, "{\"text\":\"x\"}", 401, "unauthorized", NULL},
    {PLAYING, "POST /matches/$/chat", "A", "{\"text\":\" \"}", 400, "bad_request", "where=text"},
    {PLAYING, "POST /matches/$/chat", "A", "{}", 400, "bad_request", "where=text"},
    {PLAYING, "POST /matches/$/claim", NULL, "{}", 401, "unauthorized", NULL},
    {PLAYING, "POST /matches/$/claim", "A", "{}", 401, "unauthorized", NULL},
    {PLAYING, "DELETE /matches/$", NULL, NULL, 401, "unauthorized", NULL},
    {PLAYING, "DELETE /matches/$", "A", NULL, 403, "forbidden", NULL},
    {PLAYING, "DELETE /matches/$", "o", NULL, 403, "not_your_seat", NULL},

    /* Pages that are not ours */
    {PLAYING, "POST /matches/$/moves", "s", "{\"ply\":1,\"m\":1}", 403, "bad_origin", NULL},
    {PLAYING, "DELETE /matches/$", "s", NULL, 403, "bad_origin", NULL},

    /* Lists, and people */
    {PLAYING, "GET /matches?status=gone&$=", NULL, NULL, 400, "bad_request", "where=status"},
    {PLAYING, "GET /matches?before=0&$=", NULL, NULL, 400, "bad_request", "where=before"},
    {PLAYING, "GET /matches?mine=1&$=", NULL, NULL, 401, "unauthorized", NULL},
    {PLAYING, "GET /admin?$=", NULL, NULL, 401, "unauthorized", NULL},
    {PLAYING, "GET /admin?$=", "w", NULL, 403, "forbidden", NULL},
    {PLAYING, "POST /accounts?$=", NULL, "{\"name\":\"Anna\"}", 400, "bad_request", "where=password"},
    {PLAYING, "POST /accounts?$=", NULL, "{\"name\":\"Anna\",\"password\":\"short\"}", 400, "bad_request", "where=password"},
    {PLAYING, "POST /accounts?$=", NULL, "{\"name\":\" Anna\",\"password\":\"long enough\"}", 400, "bad_request",
     "where=name"},
    {PLAYING, "POST /accounts?$=", NULL, "{\"name\":\"A  B\",\"password\":\"long enough\"}", 400, "bad_request",
     "where=name"},
    {PLAYING, "POST /accounts?$=", NULL, "{\"name\":\"a/b\",\"password\":\"long enough\"}", 400, "bad_request",
     "where=name"},
    {PLAYING, "POST /accounts?$=", NULL, "{\"name\":\"\",\"password\":\"long enough\"}", 400, "bad_request", "where=name"},
    {PLAYING, "POST /accounts?$=", NULL, "{\"name\":\"Anna\",\"password\":\"long enough\",\"admin\":true}", 400,
     "bad_request", "where=admin"},
    {PLAYING, "POST /session?$=", NULL, "{\"name\":\"Nobody\",\"password\":\"long enough\"}", 401, "unauthorized", NULL},

    /* New tables */
    {PLAYING, "POST /matches?$=", NULL, "", 400, "bad_request", "where=game"},
    {PLAYING, "POST /matches?$=", NULL, "{\"game\":\"null\"}", 400, "bad_request", "where=seats"},
    {PLAYING, "POST /matches?$=", NULL, "{\"game\":\"ludo\",\"seats\":[]}", 400, "unknown_game", "where=game"},
    {PLAYING, "POST /matches?$=", NULL, "{\"game\":\"null\",\"seats\":[]}", 400, "bad_seats", "where=seats"},
    {PLAYING, "POST /matches?$=", NULL, "{\"game\":\"null\",\"seats\":[\"human\"]}", 400, "bad_seats", "where=seats"},
    {PLAYING, "POST /matches?$=", NULL, "{\"game\":\"null\",\"seats\":[\"human\",\"me\"]}", 400, "bad_seats",
     "where=seats[1]"},
    {PLAYING, "POST /matches?$=", NULL, "{\"game\":\"null\",\"seats\":[\"human\",7]}", 400, "bad_request", "where=seats[1]"},
#define SEATS "{\"game\":\"null\",\"seats\":[\"human\",\"human\"],"
    {PLAYING, "POST /matches?$=", NULL, SEATS "\"colour\":1}", 400, "bad_request", "where=colour"},
    {PLAYING, "POST /matches?$=", NULL, SEATS "\"names\":[\"a\",\"b\",\"c\"]}", 400, "bad_request", "where=names"},
    {PLAYING, "POST /matches?$=", NULL, SEATS "\"words\":[\"a\",1]}", 400, "bad_request", "where=words[1]"},
    {PLAYING, "POST /matches?$=", NULL, SEATS "\"options\":[]}", 400, "bad_request", "where=options"},
    {PLAYING, "POST /matches?$=", NULL, SEATS "\"options\":{\"rounds\":null}}", 400, "bad_request", "where=options.rounds"},
    {PLAYING, "POST /matches?$=", NULL, SEATS "\"options\":{\"rounds\":1000}}", 400, "bad_option", "where=options"},
    {PLAYING, "POST /matches?$=", NULL, SEATS "\"options\":{\"laps\":1}}", 400, "bad_option", "where=options"},
    {PLAYING, "POST /matches?$=", NULL, SEATS "\"clock\":7}", 400, "bad_request", "where=clock"},
    {PLAYING, "POST /matches?$=", NULL, SEATS "\"clock\":{\"kind\":\"blitz\"}}", 400, "bad_option", "where=clock.kind"},
    {PLAYING, "POST /matches?$=", NULL, SEATS "\"clock\":{\"kind\":\"live\",\"move\":60,\"then\":\"bot:hal\"}}", 400,
     "bad_option", "where=clock.then"},
    {PLAYING, "POST /matches?$=", NULL, SEATS "\"start\":\"later\"}", 400, "bad_request", "where=start"},
    {PLAYING, "POST /matches?$=", NULL, SEATS "\"dice\":\"by_hand\"}", 400, "bad_request", "where=dice"},
    {PLAYING, "POST /matches?$=", NULL, SEATS "\"listed\":\"yes\"}", 400, "bad_request", "where=listed"},
    {PLAYING, "POST /matches?$=", NULL, SEATS "\"name\":[]}", 400, "bad_request", "where=name"},
    {PLAYING, "POST /matches?$=", NULL, SEATS "\"scenario\":\"file\"}", 400, "bad_request", "where=scenario"},
    {PLAYING, "POST /matches?$=", NULL, SEATS "\"scenario\":{\"faces\":7}}", 400, "bad_scenario", NULL},
};

static const char *token_of(const struct stage *stage, const struct refusal *row) {
    const struct table_of *table = &stage->table[row->scene];
    if (!row->who || row->who[0] == 's') return NULL;
    switch (row->who[0]) {
    case 'A': return table->seat[0];
    case 'B': return table->seat[1];
    case 'w': return table->admin;
    case 'h': return stage->host;
    case 'o': return stage->table[OTHER].seat[0];
    default: return NOBODYS;
    }
}

static void check_more(const struct refusal *row, json_t *json) {
    char key[16], found[64];
    const char *equals = strchr(row->more, '=');
    snprintf(key, sizeof key, "%.*s", (int)(equals - row->more), row->more);
    const json_t *value = json_object_get(json, key);
    if (json_is_integer(value)) snprintf(found, sizeof found, "%lld", (long long)json_integer_value(value));
    else snprintf(found, sizeof found, "%s", json_is_string(value) ? json_string_value(value) : "nothing");
    if (strcmp(found, equals + 1) != 0) fail_msg("%s %s: %s is %s", row->at, row->body ? row->body : "", row->more, found);
}

static void check_refusal(struct stage *stage, const struct refusal *row) {
    struct asked asked;
    struct ask ask = {.at = at(&stage->table[row->scene], row->at), .token = token_of(stage, row), .body = row->body};
    if (row->who && row->who[0] == 's') ask.session = NOBODYS, ask.origin = "https://elsewhere.test";
    int version = version_of(&stage->world), ears = told(stage);
    begin(&stage->world, &asked, &ask);
    json_t *json = end(&stage->world, &asked);
    const char *name = json_string_value(json_object_get(json, "error"));
    if (asked.call.status != row->status || !name || strcmp(name, row->error) != 0)
        fail_msg("%s as %s %s: wanted %d %s, got %d %s", row->at, row->who ? row->who : "nobody", row->body ? row->body : "",
                 row->status, row->error, asked.call.status, answer_of(&asked));
    assert_true(strlen(words(json, "text")) > 5);
    if (row->more) check_more(row, json);
    assert_int_equal(asked.call.status == 405, asked.call.allow[0] != 0);
    assert_int_equal(asked.call.cookie[0], 0);
    let_go(&asked);
    for (int i = 0; i < 3; i++) turn(&stage->world);
    if (version_of(&stage->world) != version) fail_msg("%s: something was written", row->at);
    if (told(stage) != ears) fail_msg("%s: somebody was told", row->at);
}

static void refused(void **state) {
    (void)state;
    struct stage stage;
    set_stage(&stage);
    for (size_t i = 0; i < ALEA_LEN(refusals); i++) check_refusal(&stage, &refusals[i]);
    strike(&stage);
}

/* ---- Sentences -------------------------------------------------------------------------------------------------------------------- */

/* The same refusal in the reader's language, by the query or the browser's header. */
static void languages(void **state) {
    (void)state;
    static const struct {
        const char *query, *header;
        const char *sentence;
    } rows[] = {{"", NULL, "there is no such match"},
                {"", "it", "questa partita non esiste"},
                {"", "de, it-IT;q=0.7, en;q=0.3", "questa partita non esiste"},
                {"", "en-GB,it;q=0.9", "there is no such match"},
                {"", "it;q=0, fr", "there is no such match"},
                {"", "italiano", "there is no such match"},
                {"?lang=it", "en", "questa partita non esiste"},
                {"?lang=en", "it", "there is no such match"}};
    struct world world;
    world_open(&world, 0, 0);
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        char line[64];
        struct asked asked;
        snprintf(line, sizeof line, "GET /matches/aaaaaaaaaaaa%s", rows[i].query);
        json_t *json = get(&world, &asked, 404, (struct ask){.at = line, .languages = rows[i].header});
        assert_string_equal(words(json, "text"), rows[i].sentence);
        let_go(&asked);
    }
    world_close(&world);
}

static void sentences(void **state) {
    (void)state;
    for (int fault = 0; fault < API_FAULT_COUNT; fault++) {
        const struct api_fault_row *row = api_fault_row((enum api_fault)fault);
        assert_true(row->status >= 400 && row->status < 600);
        for (int lang = 0; lang < ALEA_LANGS; lang++) {
            const char *conversion = strchr(row->in[lang], '%');
            assert_int_equal(conversion != NULL, strchr(row->in[0], '%') != NULL);
            assert_true(!conversion || (conversion[1] == 's' && !strchr(conversion + 1, '%')));
        }
    }
    for (int code = 1; code < ALEA_ERRS; code++) assert_true(api_fault_of((enum alea_err)code).status >= 400);
}

/* ---- Packs ------------------------------------------------------------------------------------------------------------------------------ */

/* Where no other connection to the store can be, a pack is made at once, by the table's own match. */
static void packs_without_a_store_of_their_own(void **state) {
    (void)state;
    struct world world;
    struct asked made, asked;
    char report[64], map[64];
    world_open(&world, 0, 0);
    const char *id = words(get(&world, &made, 201, (struct ask){.at = "POST /matches", .body = BET}), "match");
    snprintf(report, sizeof report, "GET /matches/%s/report?lang=en", id);
    snprintf(map, sizeof map, "GET /matches/%s/map.png", id);
    get(&world, &asked, 200, (struct ask){.at = report});
    assert_string_equal(asked.call.type, "text/plain; charset=utf-8");
    assert_non_null(strstr(answer_of(&asked), ", for everybody\n"));
    let_go(&asked);
    want(&world, 404, (struct ask){.at = map});
    let_go(&made);
    world_close(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {IN_FOLDER(refused), IN_FOLDER(languages), cmocka_unit_test(sentences),
                                       IN_FOLDER(packs_without_a_store_of_their_own)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
