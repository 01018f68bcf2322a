/* SPDX-License-Identifier: MIT */
/* api_draw_test.c - how words for the dice are drawn: what goes well, who fails, who cheats, and a server that dies in the middle. */
#include "api_test.h"

#define FRIENDS "{\"game\":\"null\",\"seats\":[\"human\",\"human\"],\"names\":[\"Anna\",\"Bruno\"],\"start\":\"joined\"}"
#define MINUTE 60000

static const char *const said[] = {"alea iacta est k3v7mnop2345qrst", "non omnis moriar abcd2345efgh6723"};

/* ---- What pages do -------------------------------------------------------------------------------------------------------------- */

/* The commitment of the table's dice now. */
static void commitment_of(struct world *world, const struct table_of *table, char hex[2 * ALEA_HASH_BYTES + 1]) {
    struct asked asked;
    json_t *state = get(world, &asked, 200, (struct ask){.at = at(table, "GET /matches/$")});
    snprintf(hex, 2 * ALEA_HASH_BYTES + 1, "%s", words(state, "dice.commitment"));
    let_go(&asked);
}

/* "commitment":...,"promise":... of that word. */
static const char *promise_of(const char *commitment, int seat, const char *word) {
    static char room[4][256];
    static int turns;
    char *line = room[turns++ % 4], hex[2 * ALEA_HASH_BYTES + 1];
    uint8_t bytes[ALEA_HASH_BYTES], promise[ALEA_HASH_BYTES];
    assert_int_equal(sodium_hex2bin(bytes, sizeof bytes, commitment, strlen(commitment), NULL, NULL, NULL), 0);
    alea_word_promise(bytes, seat, word, promise);
    sodium_bin2hex(hex, sizeof hex, promise, sizeof promise);
    snprintf(line, sizeof room[0], "\"commitment\":\"%s\",\"promise\":\"%s\"", commitment, hex);
    return line;
}

static void post(struct world *world, const struct table_of *table, int seat, const char *where, int status,
                 const char *error, const char *format, const char *a, const char *b) {
    char body[512], line[64];
    struct asked asked;
    snprintf(body, sizeof body, format, a, b);
    snprintf(line, sizeof line, "POST /matches/$/%s", where);
    json_t *json = get(world, &asked, status, (struct ask){.at = at(table, line), .token = table->seat[seat], .body = body});
    if (error) assert_string_equal(words(json, "error"), error);
    let_go(&asked);
}

static void promise(struct world *world, const struct table_of *table, int seat) {
    char commitment[2 * ALEA_HASH_BYTES + 1];
    commitment_of(world, table, commitment);
    post(world, table, seat, "draw", 200, NULL, "{%s}", promise_of(commitment, seat, said[seat]), "");
}

static void open_word(struct world *world, const struct table_of *table, int seat) {
    post(world, table, seat, "draw", 200, NULL, "{\"word\":\"%s\"}", said[seat], "");
}

/* The page joins and promises at once. */
static void join(struct world *world, const struct table_of *table, int seat) {
    char commitment[2 * ALEA_HASH_BYTES + 1];
    commitment_of(world, table, commitment);
    post(world, table, seat, "join", 200, NULL, "{%s}", promise_of(commitment, seat, said[seat]), "");
}

/* What the table tells of its dice. */
static json_t *look(struct world *world, struct asked *asked, const struct table_of *table) {
    return get(world, asked, 200, (struct ask){.at = at(table, "GET /matches/$")});
}

static void is(struct world *world, const struct table_of *table, const char *where, const char *wanted) {
    struct asked asked;
    json_t *state = look(world, &asked, table);
    assert_string_equal(words(state, where), wanted);
    let_go(&asked);
}

/* How many failed draws are on record. */
static size_t failures(struct world *world, const struct table_of *table) {
    struct asked asked;
    size_t n = json_array_size(part(look(world, &asked, table), "dice.unopened"));
    let_go(&asked);
    return n;
}

static void later(struct world *world, int64_t ms) {
    world->now += ms;
    turn(world);
}

/* Ends the match, and checks the file as anybody can. */
static void verifies(struct world *world, const struct table_of *table, const char *const lines[], size_t n) {
    struct asked asked;
    struct alea_error error = {.lang = ALEA_EN};
    long throws = 0;
    want(world, 200, (struct ask){.at = at(table, "POST /matches/$/resign"), .token = table->seat[0], .body = "{}"});
    get(world, &asked, 200, (struct ask){.at = at(table, "GET /matches/$/transcript")});
    const char *text = answer_of(&asked);
    for (size_t i = 0; i < n; i++)
        if (!strstr(text, lines[i])) fail_msg("no '%s' in %s", lines[i], text);
    struct alea_match *match = alea_transcript_read("it", text, strlen(text), NULL, NULL, NULL, &error);
    if (!match || error.code || alea_match_verify(match, &throws, &error)) fail_msg("%s", error.text);
    alea_match_free(match);
    let_go(&asked);
}

/* ---- It goes well ----------------------------------------------------------------------------------------------------------------- */

static void test_all_promise_and_open(void **state) {
    (void)state;
    struct world world;
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, FRIENDS);
    is(&world, &table, "dice.draw.phase", "promising");
    join(&world, &table, 0);
    is(&world, &table, "dice.draw.phase", "promising");
    join(&world, &table, 1);
    is(&world, &table, "dice.draw.phase", "opening");
    is(&world, &table, "dice.words.A", "");
    open_word(&world, &table, 1);
    is(&world, &table, "dice.words.B", said[1]);
    is(&world, &table, "status", "waiting");
    open_word(&world, &table, 0);
    is(&world, &table, "status", "playing");
    static const char *const lines[] = {"alea 2\n",     "\npromise A ",
                                        "\npromise B ", "\nword A alea iacta est k3v7mnop2345qrst\n",
                                        "\nbound A ",   "\nbound B "};
    verifies(&world, &table, lines, ALEA_LEN(lines));
    world_close(&world);
}

/* One person's page: the promise and the word at once, and the match is on. */
static void test_drawn_at_once(void **state) {
    (void)state;
    struct world world;
    char commitment[2 * ALEA_HASH_BYTES + 1];
    world_open(&world, 0, 0);
    struct table_of table =
        make_table(&world, "{\"game\":\"null\",\"seats\":[\"human\",\"bot:greedy\"],\"start\":\"drawn\"}");
    is(&world, &table, "status", "waiting");
    commitment_of(&world, &table, commitment);
    post(&world, &table, 0, "draw", 200, NULL, "{%s,\"word\":\"%s\"}", promise_of(commitment, 0, said[0]), said[0]);
    is(&world, &table, "status", "playing");
    is(&world, &table, "dice.words.A", said[0]);
    table = make_table(&world, "{\"game\":\"null\",\"seats\":[\"bot:greedy\",\"bot:greedy\"],\"start\":\"drawn\"}");
    is(&world, &table, "status", "playing"); /* nobody could draw */
    world_close(&world);
}

/* Scripts that know nothing of it. */
static void test_nobody_promises(void **state) {
    (void)state;
    struct world world;
    char commitment[2 * ALEA_HASH_BYTES + 1];
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, FRIENDS);
    commitment_of(&world, &table, commitment);
    post(&world, &table, 0, "join", 200, NULL, "{\"word\":\"ave\"}", "", "");
    post(&world, &table, 1, "join", 200, NULL, "{}", "", "");
    is(&world, &table, "status", "playing");
    is(&world, &table, "dice.words.A", "ave");
    post(&world, &table, 0, "draw", 409, "too_late", "{%s}", promise_of(commitment, 0, "x"), "");
    world_close(&world);
}

/* Only one promised, and the creator begins without the other. */
static void test_nobody_absent_is_awaited(void **state) {
    (void)state;
    struct world world;
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, FRIENDS);
    join(&world, &table, 0);
    want(&world, 200, (struct ask){.at = at(&table, "POST /matches/$/start"), .token = table.admin, .body = "{}"});
    is(&world, &table, "dice.draw.phase", "opening");
    open_word(&world, &table, 0);
    is(&world, &table, "status", "playing");
    world_close(&world);
}

/* ---- Somebody does not open --------------------------------------------------------------------------------------------------------- */

static void test_who_does_not_open_is_named(void **state) {
    (void)state;
    struct world world;
    struct asked asked;
    struct ear ear;
    char first[2 * ALEA_HASH_BYTES + 1], second[2 * ALEA_HASH_BYTES + 1], line[128];
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, FRIENDS);
    commitment_of(&world, &table, first);
    join(&world, &table, 0);
    join(&world, &table, 1);
    assert_true(ear_open(&world, &ear, &table, NULL));
    open_word(&world, &table, 0);
    later(&world, MINUTE - 1);
    is(&world, &table, "dice.draw.phase", "opening");
    later(&world, 1);
    json_t *told = last(&ear, "table"); /* at once, and to all */
    assert_string_equal(words(told, "dice.unopened[0].seat"), "B");
    assert_string_equal(words(told, "dice.unopened[0].commitment"), first);
    assert_string_equal(words(told, "dice.draw.phase"), "again");
    assert_string_equal(words(told, "dice.words.A"), "");
    commitment_of(&world, &table, second);
    assert_string_not_equal(first, second);
    post(&world, &table, 0, "draw", 409, "stale", "{%s}", promise_of(first, 0, said[0]), ""); /* a promise of before */
    post(&world, &table, 0, "draw", 409, "not_promised", "{\"word\":\"%s\"}", said[0], "");
    promise(&world, &table, 0);
    is(&world, &table, "dice.draw.phase", "opening"); /* B may promise anew, but is not waited for */
    open_word(&world, &table, 0);
    is(&world, &table, "status", "playing");
    json_t *state_now = look(&world, &asked, &table);
    assert_null(part(state_now, "dice.promises.B"));
    let_go(&asked);
    snprintf(line, sizeof line, "\nunopened B %s\n", first);
    const char *const lines[] = {line, "\npromise A "};
    verifies(&world, &table, lines, ALEA_LEN(lines));
    ear_close(&world, &ear);
    world_close(&world);
}

/* Whoever does it again and again is on record sixteen times, then it goes on without. */
static void test_sixteen_times(void **state) {
    (void)state;
    struct world world;
    char commitment[2 * ALEA_HASH_BYTES + 1];
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, FRIENDS);
    join(&world, &table, 0);
    join(&world, &table, 1);
    for (size_t n = 1; n <= ALEA_MAX_UNOPENED; n++) {
        open_word(&world, &table, 0);
        later(&world, MINUTE);
        assert_int_equal(failures(&world, &table), n);
        if (n == ALEA_MAX_UNOPENED) break;
        promise(&world, &table, 1);
        is(&world, &table, "dice.draw.phase", "again");
        promise(&world, &table, 0);
        is(&world, &table, "dice.draw.phase", "opening");
    }
    commitment_of(&world, &table, commitment);
    post(&world, &table, 1, "draw", 403, "forbidden", "{%s}", promise_of(commitment, 1, said[1]), "");
    promise(&world, &table, 0);
    open_word(&world, &table, 0);
    is(&world, &table, "status", "playing");
    assert_int_equal(failures(&world, &table), ALEA_MAX_UNOPENED);
    world_close(&world);
}

/* Nobody opens: nobody is there, and it begins without words. */
static void test_all_go_away(void **state) {
    (void)state;
    struct world world;
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, FRIENDS);
    join(&world, &table, 0);
    join(&world, &table, 1);
    later(&world, MINUTE);
    is(&world, &table, "status", "playing");
    assert_int_equal(failures(&world, &table), 2);
    table = make_table(&world, FRIENDS);
    join(&world, &table, 0);
    join(&world, &table, 1);
    open_word(&world, &table, 0);
    later(&world, MINUTE);
    is(&world, &table, "dice.draw.phase", "again");
    later(&world, MINUTE); /* nor does A come again */
    is(&world, &table, "status", "playing");
    assert_int_equal(failures(&world, &table), 1);
    world_close(&world);
}

/* ---- Cheats --------------------------------------------------------------------------------------------------------------------- */

static void test_cheats(void **state) {
    (void)state;
    struct world world;
    char commitment[2 * ALEA_HASH_BYTES + 1], older[2 * ALEA_HASH_BYTES + 1];
    world_open(&world, 0, 0);
    struct table_of before = make_table(&world, FRIENDS), table = make_table(&world, FRIENDS);
    commitment_of(&world, &before, older);
    commitment_of(&world, &table, commitment);
    post(&world, &table, 0, "draw", 409, "not_promised", "{\"word\":\"%s\"}", said[0], "");
    join(&world, &table, 0);
    post(&world, &table, 0, "draw", 409, "waiting", "{\"word\":\"%s\"}", said[0], "");
    /* Before they stand, a promise may be another one: the person sits at another device now. */
    post(&world, &table, 0, "draw", 200, NULL, "{%s}", promise_of(commitment, 0, "another device"), "");
    promise(&world, &table, 0);
    /* What was promised at another table, by a spectator, with another seat's link. */
    post(&world, &table, 1, "draw", 409, "stale", "{%s}", promise_of(older, 1, said[1]), "");
    want(&world, 401, (struct ask){.at = at(&table, "POST /matches/$/draw"), .body = "{\"word\":\"x\"}"});
    want(&world, 403,
         (struct ask){.at = at(&table, "POST /matches/$/draw"), .token = table.admin, .body = "{\"word\":\"x\"}"});
    want(&world, 403,
         (struct ask){.at = at(&table, "POST /matches/$/draw"), .token = before.seat[0], .body = "{\"word\":\"x\"}"});
    join(&world, &table, 1);
    is(&world, &table, "dice.draw.phase", "opening");
    /* They stand: the same again is no change, anything else is. */
    promise(&world, &table, 1);
    post(&world, &table, 1, "draw", 409, "too_late", "{%s}", promise_of(commitment, 1, "another"), "");
    post(&world, &table, 1, "join", 409, "too_late", "{\"word\":\"%s\"}", "another", "");
    post(&world, &table, 1, "draw", 422, "bad_word", "{\"word\":\"%s\"}", said[0], "");
    post(&world, &table, 1, "draw", 422, "bad_word", "{\"word\":\" %s\"}", said[1], "");
    post(&world, &table, 1, "draw", 422, "bad_word", "{\"word\":\"%s\"}", "", "");
    want(&world, 200, (struct ask){.at = at(&table, "POST /matches/$/start"), .token = table.admin, .body = "{}"});
    is(&world, &table, "status", "waiting"); /* the creator can't cut it short */
    open_word(&world, &table, 0);
    open_word(&world, &table, 0);
    open_word(&world, &table, 1);
    is(&world, &table, "status", "playing");
    post(&world, &table, 1, "draw", 409, "too_late", "{\"word\":\"%s\"}", said[1], "");
    world_close(&world);
}

/* A creator who gives a seat away once words are told would draw as often as he likes: that is on record, too. */
static void test_a_seat_is_given_away(void **state) {
    (void)state;
    struct world world;
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, FRIENDS);
    promise(&world, &table, 1);
    want(&world, 200,
         (struct ask){.at = at(&table, "POST /matches/$/seats/B"), .token = table.admin, .body = "{\"who\":\"human\"}"});
    assert_int_equal(failures(&world, &table), 0); /* nothing was told yet */
    table = make_table(&world, FRIENDS);
    join(&world, &table, 0);
    join(&world, &table, 1);
    open_word(&world, &table, 0);
    want(
        &world, 200,
        (struct ask){.at = at(&table, "POST /matches/$/seats/B"), .token = table.admin, .body = "{\"who\":\"bot:greedy\"}"});
    assert_int_equal(failures(&world, &table), 1);
    is(&world, &table, "dice.draw.phase", "again");
    promise(&world, &table, 0);
    open_word(&world, &table, 0);
    is(&world, &table, "status", "playing");
    world_close(&world);
}

/* ---- The server dies ------------------------------------------------------------------------------------------------------------- */

static void restart(struct world *world, int64_t away) {
    int64_t now = world->now;
    world_close(world);
    world_open(world, 0, 0);
    world->now = now + away;
    assert_int_equal(lobby_resume(world->lobby, world->now, NULL), ALEA_OK);
    turn(world);
}

static void test_restarts(void **state) {
    (void)state;
    struct world world;
    char first[2 * ALEA_HASH_BYTES + 1], after[2 * ALEA_HASH_BYTES + 1];
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, FRIENDS);
    commitment_of(&world, &table, first);
    join(&world, &table, 0);
    restart(&world, 1000);
    join(&world, &table, 1);
    open_word(&world, &table, 1);
    restart(&world, 10 * (int64_t)MINUTE); /* that it was away is nobody's fault */
    is(&world, &table, "dice.draw.phase", "opening");
    is(&world, &table, "dice.words.B", said[1]);
    commitment_of(&world, &table, after);
    assert_string_equal(first, after);
    later(&world, MINUTE); /* but then the minute counts, though nobody looks */
    is(&world, &table, "dice.draw.phase", "again");
    restart(&world, 1000);
    assert_int_equal(failures(&world, &table), 1);
    promise(&world, &table, 1);
    restart(&world, 1000);
    open_word(&world, &table, 1);
    is(&world, &table, "status", "playing");
    restart(&world, 1000);
    static const char *const lines[] = {"\nunopened A ", "\npromise B ", "\nword B non omnis moriar"};
    verifies(&world, &table, lines, ALEA_LEN(lines));
    world_close(&world);
}

/* ---- By socket ---------------------------------------------------------------------------------------------------------------------- */

static void test_by_socket(void **state) {
    (void)state;
    struct world world;
    struct ear ear;
    char commitment[2 * ALEA_HASH_BYTES + 1], line[512];
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, "{\"game\":\"null\",\"seats\":[\"human\",\"human\"],\"start\":\"drawn\"}");
    commitment_of(&world, &table, commitment);
    assert_true(ear_open(&world, &ear, &table, table.seat[1]));
    snprintf(line, sizeof line, "{\"id\":1,%s}", promise_of(commitment, 1, said[1]));
    say(&world, &ear, line);
    assert_string_equal(words(last(&ear, "answer"), "phase"), "opening");
    snprintf(line, sizeof line, "{\"id\":2,\"word\":\"%s\"}", "no");
    say(&world, &ear, line);
    assert_string_equal(words(last(&ear, "error"), "error"), "bad_word");
    snprintf(line, sizeof line, "{\"id\":3,\"word\":\"%s\"}", said[1]);
    say(&world, &ear, line);
    assert_string_equal(words(last(&ear, "answer"), "status"), "playing");
    ear_close(&world, &ear);
    world_close(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_all_promise_and_open),
        IN_FOLDER(test_drawn_at_once),
        IN_FOLDER(test_nobody_promises),
        IN_FOLDER(test_nobody_absent_is_awaited),
        IN_FOLDER(test_who_does_not_open_is_named),
        IN_FOLDER(test_sixteen_times),
        IN_FOLDER(test_all_go_away),
        IN_FOLDER(test_cheats),
        IN_FOLDER(test_a_seat_is_given_away),
        IN_FOLDER(test_restarts),
        IN_FOLDER(test_by_socket),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
