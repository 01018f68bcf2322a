/* SPDX-License-Identifier: MIT */
/* api_accounts_test.c - accounts, sessions, seats that are somebody's; and how often anything may be tried. */
#include "api_test.h"

/* ---- People --------------------------------------------------------------------------------------------------------------------------- */

#define ORIGIN .origin = "http://alea.test"

/* The token in a Set-Cookie. */
static void token_of(const char *cookie, const char *begin_, const char *end_, char token[48]) {
    assert_memory_equal(cookie, begin_, strlen(begin_));
    snprintf(token, 48, "%.43s", cookie + strlen(begin_));
    assert_string_equal(cookie + strlen(begin_) + 43, end_);
}

struct tokens {
    char session[48], device[48];
};

static void sign(struct world *world, struct ask ask, int status, struct tokens *tokens) {
    struct asked asked;
    ask.origin = "http://alea.test";
    get(world, &asked, status, ask);
    token_of(asked.call.cookie, "alea_session=", "; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict", tokens->session);
    token_of(asked.call.cookie_too, "alea_device=", "; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict", tokens->device);
    let_go(&asked);
}

/* The session's token alone. */
static void sign_in(struct world *world, const char *at_, const char *body, int status, char token[48]) {
    struct tokens tokens;
    sign(world, (struct ask){.at = at_, .body = body}, status, &tokens);
    memcpy(token, tokens.session, sizeof tokens.session);
}

static void a_person_comes_back(void **state) {
    (void)state;
    static const char person[] = "{\"name\":\"Anna\",\"password\":\"correct horse\"}";
    struct world world;
    struct asked asked;
    char session[48], other[48];
    world_open(&world, 0, 0);
    sign_in(&world, "POST /accounts", person, 201, session);
    json_t *json = get(&world, &asked, 409,
                       (struct ask){.at = "POST /accounts", .body = "{\"name\":\"ANNA\",\"password\":\"another horse\"}"});
    assert_string_equal(words(json, "error"), "name_taken");
    let_go(&asked);
    want(&world, 401, (struct ask){.at = "POST /session", .body = "{\"name\":\"Anna\",\"password\":\"wrong horse\"}"});
    sign_in(&world, "POST /session", "{\"name\":\"anna\",\"password\":\"correct horse\"}", 200, other);
    get(&world, &asked, 200, (struct ask){.at = "POST /session", .body = person, .secure = true, ORIGIN});
    assert_non_null(strstr(asked.call.cookie, "; Secure"));
    let_go(&asked);
    want(&world, 403, (struct ask){.at = "POST /session", .body = person, .origin = "http://evil.test"});

    struct table_of table = make_table(&world, BET);
    struct ask claim = {.at = at(&table, "POST /matches/$/claim"), .token = table.seat[0], .session = session, ORIGIN};
    want(&world, 200, claim);
    json = get(&world, &asked, 200, (struct ask){.at = "GET /session", .session = session});
    assert_string_equal(words(json, "account.name"), "Anna");
    assert_string_equal(words(json, "matches[0].match"), table.id);
    assert_string_equal(words(json, "matches[0].seat"), "A");
    assert_true(json_is_true(part(json, "matches[0].your_turn")));
    let_go(&asked);
    /* A session is no link, and a link no session. */
    want(&world, 401, (struct ask){.at = at(&table, "GET /matches/$"), .token = session});
    struct asked look;
    json = get(&world, &look, 200, (struct ask){.at = "GET /session", .session = table.seat[0]});
    assert_true(json_is_null(part(json, "account")));
    let_go(&look);
    struct ask bet = {
        .at = at(&table, "POST /matches/$/moves"), .body = "{\"ply\":0,\"text\":\"bet one\"}", .session = session};
    want(&world, 403, bet);
    bet.origin = "http://alea.test";
    want(&world, 200, bet);
    json = get(&world, &asked, 200, (struct ask){.at = "GET /matches?mine=1", .session = other});
    assert_int_equal(json_array_size(part(json, "matches")), 1);
    let_go(&asked);

    /* Two seats of one person: which one must be said, to do something. */
    claim.at = at(&table, "POST /matches/$/claim");
    claim.token = table.seat[1];
    want(&world, 200, claim);
    bet.at = at(&table, "POST /matches/$/moves");
    bet.body = "{\"ply\":1,\"text\":\"bet two\"}";
    want(&world, 400, bet);
    bet.seat = "B";
    want(&world, 200, bet);
    want(&world, 200, (struct ask){.at = "DELETE /session", .session = session, ORIGIN});
    json = get(&world, &asked, 200, (struct ask){.at = "GET /session", .session = session});
    assert_true(json_is_null(part(json, "account")));
    let_go(&asked);
    world.now += INT64_C(31) * 24 * 3600 * 1000;
    want(&world, 401, (struct ask){.at = "GET /matches?mine=1", .session = other});
    world_close(&world);
}

/* Whoever looks on by a link that died is a spectator at once: of a bet in secret the seat alone hears the words. */
static void an_open_seat_is_taken(void **state) {
    (void)state;
    struct world world;
    struct asked asked, linked;
    char token[48];
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, "{\"game\":\"null\",\"seats\":[\"human\",\"human\"],\"open\":[\"B\"]}");
    struct ask wait = {.at = at(&table, "GET /matches/$/events?since=0&wait=25"), .token = table.seat[1]};
    begin(&world, &linked, &wait);
    turn(&world);
    json_t *json = get(&world, &asked, 201,
                       (struct ask){.at = at(&table, "POST /matches/$/seats/B/take"), .body = "{\"name\":\"Carla\"}"});
    snprintf(token, sizeof token, "%s", words(json, "token"));
    let_go(&asked);
    turn(&world);
    json = end(&world, &linked);
    assert_string_equal(words(json, "error"), "unauthorized");
    let_go(&linked);
    want(&world, 401, (struct ask){.at = at(&table, "GET /matches/$"), .token = table.seat[1]});
    want(&world, 200, (struct ask){.at = at(&table, "GET /matches/$"), .token = token});
    want(&world, 409, (struct ask){.at = at(&table, "POST /matches/$/seats/B/take"), .body = "{\"name\":\"Dario\"}"});
    world_close(&world);
}

static void signing_out_ends_what_the_session_opened(void **state) {
    (void)state;
    static const char person[] = "{\"name\":\"Anna\",\"password\":\"correct horse\"}";
    struct world world;
    struct asked asked, poll, linked;
    struct tokens tokens;
    world_open(&world, 0, 0);
    sign(&world, (struct ask){.at = "POST /accounts", .body = person}, 201, &tokens);
    struct table_of table = make_table(&world, BET);
    want(&world, 200,
         (struct ask){.at = at(&table, "POST /matches/$/claim"), .token = table.seat[0], .session = tokens.session, ORIGIN});
    /* Of a bet in secret the seat alone hears the words. */
    struct ask wait = {.at = at(&table, "GET /matches/$/events?since=0&wait=25"), .session = tokens.session};
    begin(&world, &poll, &wait);
    wait.session = NULL;
    wait.token = table.seat[0];
    begin(&world, &linked, &wait);
    turn(&world);
    assert_int_equal(poll.finished + linked.finished, 0);
    want(&world, 200, (struct ask){.at = "DELETE /session", .session = tokens.session, ORIGIN});
    turn(&world);
    assert_int_equal(poll.finished + linked.finished, 0); /* a spectator waits as well */
    get(&world, &asked, 200,
        (struct ask){
            .at = at(&table, "POST /matches/$/moves"), .token = table.seat[0], .body = "{\"ply\":0,\"text\":\"bet one\"}"});
    let_go(&asked);
    json_t *json = end(&world, &linked);
    assert_true(json_is_object(part(json, "messages[0].move")));
    let_go(&linked);
    json = end(&world, &poll);
    assert_true(json_is_null(part(json, "messages[0].move")));
    let_go(&poll);
    world_close(&world);
}

static void note_told(void *context, const char *json) { snprintf(context, 256, "%s", json); }

/* Another process tells whom to look up: whose session goes on stays seated, and what can't be read does nothing. */
static void others_are_told_and_heard(void **state) {
    (void)state;
    static const char person[] = "{\"name\":\"Anna\",\"password\":\"correct horse\"}";
    static const char *const wrong[] = {
        "",
        "{}",
        "[]",
        "{\"session\":\"ab\"}",
        "{\"account\":7}",
        "{\"account\":\"Anna\",\"but\":\"x\"}",
        "{\"session\":\"zz00000000000000000000000000000000000000000000000000000000000000\"}",
    };
    struct world world;
    struct tokens tokens;
    struct ear ear = {.listener = {.notify = hear, .gone = hear_end, .moved = hear_end}, .heard = json_array()};
    char told[256] = "", account[] = "{\"account\":\"Anna\"}";
    world_open(&world, 0, 0);
    api_free(world.api);
    const struct api_options options = {.lobby = world.lobby, .accounts = true, .tell = note_told, .context = told};
    world.api = api_new(&options, NULL);
    assert_non_null(world.api);
    sign(&world, (struct ask){.at = "POST /accounts", .body = person}, 201, &tokens);
    assert_string_equal(told, "");
    struct table_of table = make_table(&world, BET);
    want(&world, 200,
         (struct ask){.at = at(&table, "POST /matches/$/claim"), .token = table.seat[0], .session = tokens.session, ORIGIN});
    struct api_call call = {
        .path = "", .query = "", .session = tokens.session, .origin = "http://alea.test", .host = "alea.test"};
    assert_true(api_listen(world.api, &ear.listener, table.id, &call, world.now));
    alea_text_clear(&call.answer);
    assert_int_equal(ear.listener.viewer.seat, 0);
    for (size_t i = 0; i < ALEA_LEN(wrong); i++) assert_false(api_hear_of(world.api, wrong[i], strlen(wrong[i]), world.now));
    assert_true(api_hear_of(world.api, account, sizeof account - 1, world.now));
    assert_int_equal(ear.listener.viewer.seat, 0);
    want(&world, 200, (struct ask){.at = "DELETE /session", .session = tokens.session, ORIGIN});
    assert_memory_equal(told, "{\"session\":\"", 12);
    assert_true(api_hear_of(world.api, told, strlen(told), world.now));
    assert_int_equal(ear.listener.viewer.seat, ALEA_NONE);
    sign(&world, (struct ask){.at = "POST /session", .body = person}, 200, &tokens);
    want(&world, 200,
         (struct ask){
             .at = "POST /account/delete", .body = "{\"password\":\"correct horse\"}", .session = tokens.session, ORIGIN});
    assert_string_equal(told, account);
    ear_close(&world, &ear);
    world_close(&world);
}

/* Of a new account more is asked than of those that there are. */
static void old_accounts_go_on(void **state) {
    (void)state;
    static const char *const names[] = {"\u0410nna", "Anna\ufe0f", "password"};
    struct world world;
    struct asked asked;
    struct tokens tokens;
    char body[128], hash[crypto_pwhash_STRBYTES];
    world_open(&world, 0, 0);
    assert_int_equal(crypto_pwhash_str(hash, "password", 8, crypto_pwhash_OPSLIMIT_MIN, crypto_pwhash_MEMLIMIT_MIN), 0);
    for (size_t i = 0; i < ALEA_LEN(names); i++) {
        snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"password\"}", names[i]);
        get(&world, &asked, 400, (struct ask){.at = "POST /accounts", .body = body});
        let_go(&asked);
        assert_int_equal(store_add_account(world.store, names[i], hash, world.now, NULL), ALEA_OK);
        sign(&world, (struct ask){.at = "POST /session", .body = body}, 200, &tokens);
    }
    world_close(&world);
}

/* The client goes while its password is hashed. */
static void a_person_may_leave_at_any_time(void **state) {
    (void)state;
    struct world world;
    struct asked asked;
    const struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
    world_open(&world, 0, 0);
    begin(&world, &asked,
          &(struct ask){.at = "POST /accounts", .body = "{\"name\":\"Anna\",\"password\":\"correct horse\"}"});
    assert_int_equal(asked.finished, 0);
    api_cancel(world.api, &asked.call);
    for (int i = 0; i < 100; i++, nanosleep(&pause, NULL)) turn(&world);
    assert_int_equal(asked.finished, 0);
    let_go(&asked);
    want(&world, 401, (struct ask){.at = "POST /session", .body = "{\"name\":\"Anna\",\"password\":\"correct horse\"}"});
    world_close(&world);
}

/* ---- Limits ---------------------------------------------------------------------------------------------------------------------------- */

/* How many of 100 tries get through; the one that does not is told when to come again, and may then. */
static int tries(struct world *world, struct ask ask, int allowed) {
    struct asked asked;
    for (int n = 0; n < 100; n++) {
        begin(world, &asked, &ask);
        json_t *json = end(world, &asked);
        int status = asked.call.status, after = asked.call.retry_after;
        if (status == 429) {
            assert_string_equal(words(json, "error"), "rate_limited");
            assert_int_equal(number(json, "retry_after"), after);
        }
        let_go(&asked);
        if (status != 429) {
            assert_int_equal(status, allowed);
            continue;
        }
        world->now += after * 1000;
        want(world, allowed, ask);
        return n;
    }
    return 100;
}

static void too_much_of_anything(void **state) {
    (void)state;
    struct world world;
    world_open(&world, 5, 7);
    struct table_of table = make_table(&world, BET);
    struct ask look = {.at = at(&table, "GET /matches/$"), .token = NOBODYS, .address = "192.0.2.1"};
    assert_int_equal(tries(&world, look, 401), 7);
    look.address = NULL;
    assert_int_equal(tries(&world, look, 401), 100); /* who has no limits */
    look.address = "192.0.2.1";
    look.token = table.seat[0];
    want(&world, 200, look); /* a good token is never held up */
    struct ask make = {.at = "POST /matches", .body = BET, .address = "192.0.2.1"};
    assert_int_equal(tries(&world, make, 201), 5);
    make.address = "192.0.2.2";
    want(&world, 201, make);
    struct ask chat = {.at = at(&table, "POST /matches/$/chat"), .token = table.seat[0], .body = "{\"text\":\"Ave\"}"};
    assert_int_equal(tries(&world, chat, 201), 10);
    struct ask enter = {
        .at = "POST /session", .body = "{\"name\":\"Anna\",\"password\":\"wrong horse\"}", .address = "192.0.2.3"};
    assert_int_equal(tries(&world, enter, 401), 10);
    world_close(&world);
}

/* All spellings of a name are one account; a device that it knows has tries of its own, and no other account's. */
static void strangers_lock_nobody_out(void **state) {
    (void)state;
    static const char person[] = "{\"name\":\"Anna\",\"password\":\"correct horse\"}";
    static const char *const spellings[] = {"Anna", "ANNA", "\u00c0nna", "\u00e0NN\u00c1"};
    struct world world;
    struct asked asked;
    struct tokens tokens, again;
    char body[128], address[32];
    int through = 0;
    world_open(&world, 0, 0);
    sign(&world, (struct ask){.at = "POST /accounts", .body = person}, 201, &tokens);
    for (int i = 0; i < 40; i++) {
        snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"wrong horse\"}", spellings[i % 4]);
        snprintf(address, sizeof address, "192.0.2.%d", i);
        begin(&world, &asked, &(struct ask){.at = "POST /session", .body = body, .address = address});
        end(&world, &asked);
        through += asked.call.status == 401;
        let_go(&asked);
    }
    assert_int_equal(through, 10);
    struct ask enter = {.at = "POST /session", .body = person, .address = "192.0.2.99"};
    want(&world, 429, enter);
    enter.device = tokens.session; /* a token, but not of a device */
    want(&world, 429, enter);
    enter.device = tokens.device;
    sign(&world, enter, 200, &again);
    assert_string_not_equal(again.device, tokens.device);
    want(&world, 429, enter); /* the old one has become a stranger's */
    enter.device = again.device;
    enter.body = "{\"name\":\"anna\",\"password\":\"wrong horse\"}";
    assert_int_equal(tries(&world, enter, 401), 10);
    world.now += INT64_C(366) * 24 * 3600 * 1000;
    want(&world, 401, enter);
    world_close(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_person_comes_back),
        IN_FOLDER(signing_out_ends_what_the_session_opened),
        IN_FOLDER(others_are_told_and_heard),
        IN_FOLDER(old_accounts_go_on),
        IN_FOLDER(a_person_may_leave_at_any_time),
        IN_FOLDER(too_much_of_anything),
        IN_FOLDER(strangers_lock_nobody_out),
        IN_FOLDER(an_open_seat_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
