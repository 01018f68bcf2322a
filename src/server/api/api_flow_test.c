/* SPDX-License-Identifier: MIT */
/* api_flow_test.c - what the API does: when answers go out, new tables, links, words, games. */
#include <signal.h>
#include <sys/resource.h>

#include "api_test.h"

/* ---- After the commit --------------------------------------------------------------------------------------------------------- */

static void answers_wait_for_the_commit(void **state) {
    (void)state;
    struct world world;
    struct asked move, look;
    struct ear ear;
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, BET);
    assert_true(ear_open(&world, &ear, &table, table.seat[0]));
    turn(&world);
    int version = version_of(&world), told = ear.told;
    begin(&world, &move,
          &(struct ask){.at = at(&table, "POST /matches/$/moves"),
                        .token = table.seat[0],
                        .body = "{\"ply\":0,\"text\":\"BET  One\"}"});
    begin(&world, &look, &(struct ask){.at = at(&table, "GET /matches/$"), .token = table.seat[0]});
    assert_int_equal(move.finished, 0);
    assert_int_equal(look.finished, 0);
    assert_int_equal(version_of(&world), version);
    assert_int_equal(ear.told, told);
    lobby_turn(world.lobby, world.now);
    assert_int_equal(move.finished, 1);
    assert_int_equal(look.finished, 1);
    assert_true(version_of(&world) > version);
    assert_true(ear.told > told);
    json_t *json = end(&world, &move);
    assert_int_equal(move.call.status, 200);
    assert_int_equal(number(json, "ply"), 1);
    assert_string_equal(words(json, "events[0].event"), "ready");
    assert_int_equal(number(end(&world, &look), "ply"), 1);
    let_go(&move);
    let_go(&look);
    ear_close(&world, &ear);
    world_close(&world);
}

/* A disk that is full: nothing has happened, everybody is told so, and later it goes on. */
static void nothing_happens_when_the_disk_is_full(void **state) {
    (void)state;
    struct world world;
    struct asked asked;
    struct rlimit was, none = {0};
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, BET);
    struct ask bet = {
        .at = at(&table, "POST /matches/$/moves"), .token = table.seat[0], .body = "{\"ply\":0,\"text\":\"bet one\"}"};
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &was);
    none.rlim_max = was.rlim_max;
    setrlimit(RLIMIT_FSIZE, &none);
    json_t *json = get(&world, &asked, 503, bet);
    assert_string_equal(words(json, "error"), "store");
    assert_int_equal(number(json, "retry_after"), 1);
    assert_int_equal(asked.call.retry_after, 1);
    let_go(&asked);
    setrlimit(RLIMIT_FSIZE, &was);
    for (int i = 0; i < 3; i++, world.now += 2000) turn(&world);
    json = get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$"), .token = table.seat[0]});
    assert_int_equal(number(json, "ply"), 0);
    let_go(&asked);
    want(&world, 200, bet);
    world_close(&world);
}

/* ---- New tables ------------------------------------------------------------------------------------------------------------------ */

static void a_table_is_made_as_ordered(void **state) {
    (void)state;
    struct world world;
    struct asked asked;
    world_open(&world, 0, 0);
    json_t *json = get(
        &world, &asked, 201,
        (struct ask){
            .at = "POST /matches",
            .body =
                "{\"game\":\"null\",\"seats\":[\"human\",\"bot:greedy\"],\"options\":{\"rounds\":3,"
                "\"tie\":\"both\"},\"clock\":{\"kind\":\"live\",\"reserve\":600,\"move\":30},"
                "\"name\":\" Sera \\n d'autunno\",\"names\":[\"Anna\"],\"words\":[\"sole\"],"
                "\"listed\":true,\"scenario\":{\"format\":\"alea.scenario\",\"version\":1,\"game\":\"null\",\"name\":\"big\",\"replace\":{\"prize\":{\"points\":3}}}}"});
    char link[128], token[48], id[16];
    snprintf(id, sizeof id, "%s", words(json, "match"));
    snprintf(token, sizeof token, "%s", words(json, "seats[0].token"));
    snprintf(link, sizeof link, "http://alea.test/m/%s#%s", id, token);
    assert_string_equal(words(json, "seats[0].url"), link);
    assert_true(json_is_null(part(json, "seats[1].token")));
    assert_true(json_is_null(part(json, "seats[1].url")));
    assert_string_equal(words(json, "seats[1].who"), "bot:greedy");
    snprintf(link, sizeof link, "http://alea.test/a/%s#%s", id, words(json, "admin"));
    assert_string_equal(words(json, "admin_url"), link);
    assert_int_equal(strlen(words(json, "commitment")), 64);
    assert_string_equal(words(json, "status"), "playing");
    let_go(&asked);
    struct table_of table = {0};
    memcpy(table.id, id, sizeof table.id);
    json = get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$?lang=it"), .token = token});
    assert_string_equal(words(json, "name"), "Sera   d'autunno");
    assert_string_equal(words(json, "you"), "A");
    assert_string_equal(words(json, "seats[0].name"), "Anna");
    assert_string_equal(words(json, "dice.words.A"), "sole");
    assert_string_equal(words(json, "clock.kind"), "live");
    assert_int_equal(number(json, "options.rounds"), 3);
    let_go(&asked);
    json = get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$/scenario")});
    assert_string_equal(asked.call.file_name, "big.json");
    assert_int_equal(number(json, "replace.prize.points"), 3);
    let_go(&asked);
    json = get(&world, &asked, 200, (struct ask){.at = "GET /matches"});
    assert_string_equal(words(json, "matches[0].match"), id);
    assert_int_equal(json_array_size(part(json, "matches")), 1);
    let_go(&asked);
    world_close(&world);
}

static void nobody_moves_before_all_have_come(void **state) {
    (void)state;
    struct world world;
    struct asked asked;
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, "{\"game\":\"null\",\"seats\":[\"human\",\"human\"],\"start\":\"joined\"}");
    struct ask join = {
        .at = at(&table, "POST /matches/$/join"), .token = table.seat[0], .body = "{\"name\":\"Anna\",\"word\":\"sole\"}"};
    json_t *json = get(&world, &asked, 200, join);
    assert_string_equal(words(json, "status"), "waiting");
    assert_string_equal(words(json, "seat"), "A");
    let_go(&asked);
    join.token = table.seat[1];
    join.body = "";
    json = get(&world, &asked, 200, join);
    assert_string_equal(words(json, "status"), "playing");
    let_go(&asked);
    play(&world, &table, 0, 0, "bet one");
    world_close(&world);
}

/* A match of the null game after its first round, as somebody saved it; how many throws there were to *throws. `laid`: a scenario's file, or
 * NULL. */
static char *begun_elsewhere(const char *laid, int *throws) {
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_match_head head = {
        .dice_kind = ALEA_DICE_FAIR, .has_seed = true, .dice.seed = {7}, .seat = {{"human", "Anna"}, {"human", "Bruno"}}};
    const struct alea_scenario scenario = {.name = "slow.json", .bytes = laid, .n_bytes = laid ? strlen(laid) : 0};
    struct alea_rules *rules =
        alea_rules_new(alea_game_find("null"), 2, (const char *[]){"rounds=3"}, 1, laid ? &scenario : NULL, &error);
    struct alea_match *match = alea_match_new(rules, &head, &error);
    for (*throws = 0; rules->game->round(rules->tables, alea_match_position(match)) < 2;) {
        alea_move legal[64];
        const alea_actors actors = alea_match_actors(match);
        if (actors == ALEA_ACTORS_CHANCE) {
            assert_int_equal(alea_match_roll(match, NULL, &error), ALEA_OK);
            ++*throws;
            continue;
        }
        const int seat = __builtin_ctzll(actors);
        assert_true(rules->game->legal(rules->tables, alea_match_position(match), seat, legal) > 0);
        assert_int_equal(alea_match_play(match, alea_match_plies(match), seat, legal[0], NULL, NULL, &error), ALEA_OK);
    }
    struct alea_text text;
    alea_text_init(&text, 1 << 16, ALEA_EN);
    alea_transcript_write(match, 0, &text);
    char *written = strdup(alea_text_str(&text));
    alea_text_clear(&text);
    alea_match_free(match);
    return written;
}

static char *with_transcript(const char *transcript, const char *members) {
    json_t *json = json_loads(members, 0, NULL);
    json_object_set_new(json, "transcript", json_string(transcript));
    char *body = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    return body;
}

/* Its plies are the first ones of a new match, whose dice are others: the first throws are told to be of the earlier one. */
static void a_match_that_was_begun_elsewhere_goes_on(void **state) {
    (void)state;
    struct world world;
    struct asked asked;
    int throws;
    char *transcript = begun_elsewhere(NULL, &throws);
    char *body = with_transcript(transcript, "{\"game\":\"null\",\"seats\":[\"human\",\"human\"],\"names\":[\"Carla\"]}");
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, body);
    json_t *json = get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$?as=none")});
    assert_string_equal(words(json, "status"), "playing");
    assert_int_equal(number(json, "round"), 2);
    assert_int_equal(number(json, "options.rounds"), 3);
    assert_string_equal(words(json, "seats[0].name"), "Carla");
    let_go(&asked);
    for (int seat = 0; seat < 2; seat++) {
        json = get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$"), .token = table.seat[seat]});
        const long heard = number(json, "ply");
        let_go(&asked);
        play(&world, &table, seat, heard, seat ? "bet two" : "bet one");
    }
    json = get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$/verify")});
    assert_string_equal(words(json, "seed"), "good");
    assert_int_equal(number(json, "handed"), throws);
    assert_true(json_array_size(part(json, "throws")) >= 1);
    assert_string_equal(words(json, "throws[0].written"), words(json, "throws[0].computed"));
    let_go(&asked);
    free(body);

    static const struct {
        const char *members, *error;
    } bad[] = {
        {"{\"game\":\"null\",\"seats\":[\"human\",\"human\"],\"options\":{\"rounds\":3}}", "bad_request"},
        {"{\"game\":\"null\",\"seats\":[\"human\",\"human\"],\"start\":\"joined\"}", "bad_request"},
        {"{\"game\":\"null\",\"seats\":[\"human\",\"human\",\"human\"]}", "bad_option"},
        {"{\"game\":\"polis\",\"seats\":[\"human\",\"human\"]}", "bad_option"},
    };
    for (size_t i = 0; i < ALEA_LEN(bad); i++) {
        body = with_transcript(transcript, bad[i].members);
        json = get(&world, &asked, 400, (struct ask){.at = "POST /matches", .body = body});
        assert_string_equal(words(json, "error"), bad[i].error);
        assert_string_equal(words(json, "where"), "transcript");
        let_go(&asked);
        free(body);
    }
    body = with_transcript("alea 1\nnothing\n", "{\"game\":\"null\",\"seats\":[\"human\",\"human\"]}");
    json = get(&world, &asked, 400, (struct ask){.at = "POST /matches", .body = body});
    assert_string_equal(words(json, "where"), "transcript");
    let_go(&asked);
    free(body);
    free(transcript);
    world_close(&world);
}

/* One that was played on a scenario brings its file, which is kept to the byte: by another, or by none, it can't go on. */
static void so_does_one_on_a_scenario(void **state) {
    (void)state;
    static const char laid[] = "{\"format\": \"alea.scenario\", \"version\": 1, \"game\": \"null\", \"name\": \"slow\",\n"
                               "  \"replace\": {\"prize\": {\"points\": 3}}}\n";
    struct world world;
    struct asked asked;
    int throws;
    char *transcript = begun_elsewhere(laid, &throws);
    json_t *members = json_pack("{s:s,s:[s,s],s:s}", "game", "null", "seats", "human", "human", "scenario", laid);
    char *given = json_dumps(members, 0), *body = with_transcript(transcript, given);
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, body);
    json_t *json = get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$?as=none")});
    assert_string_equal(words(json, "scenario.name"), "slow");
    assert_int_equal(number(json, "round"), 2);
    let_go(&asked);
    get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$/scenario")});
    assert_string_equal(answer_of(&asked), laid);
    let_go(&asked);
    free(body);

    char *plain = begun_elsewhere(NULL, &throws);
    const struct {
        const char *transcript, *members, *where;
    } bad[] = {
        {transcript, "{\"game\":\"null\",\"seats\":[\"human\",\"human\"]}", "transcript"},
        {transcript, "{\"game\":\"null\",\"seats\":[\"human\",\"human\"],\"scenario\":\"{}\"}", "transcript"},
        {transcript, "{\"game\":\"null\",\"seats\":[\"human\",\"human\"],\"scenario\":{}}", "scenario"},
        {plain, given, "transcript"},
    };
    for (size_t i = 0; i < ALEA_LEN(bad); i++) {
        body = with_transcript(bad[i].transcript, bad[i].members);
        json = get(&world, &asked, 400, (struct ask){.at = "POST /matches", .body = body});
        assert_string_equal(words(json, "where"), bad[i].where);
        let_go(&asked);
        free(body);
    }
    json_decref(members);
    free(given);
    free(plain);
    free(transcript);
    world_close(&world);
}

/* ---- Secrets ----------------------------------------------------------------------------------------------------------------------- */

/* B's look and its poll are the same whatever A bets. */
static void a_seat_learns_nothing_of_the_others(void **state) {
    (void)state;
    char seen[2][MAX_WORDS];
    for (int bet = 0; bet < 2; bet++) {
        struct world world;
        struct asked asked;
        world_open(&world, 0, 0);
        struct table_of table = make_table(&world, BET);
        play(&world, &table, 0, 0, bet ? "bet one" : "bet six");
        json_t *json =
            get(&world, &asked, 200,
                (struct ask){.at = at(&table, "GET /matches/$/events?since=0&wait=0&plain=1"), .token = table.seat[1]});
        json_object_del(json, "rev");
        json_object_del(part(json, "messages[0]"), "rev");
        json_object_del(part(json, "messages[0]"), "chain"); /* it holds the commitment, which is another one */
        char *dumped = json_dumps(json, JSON_SORT_KEYS);
        snprintf(seen[bet], sizeof seen[bet], "%s", dumped);
        free(dumped);
        assert_true(json_is_null(part(json, "messages[0].move")));
        let_go(&asked);
        world_close(&world);
        unlink(DB);
    }
    assert_string_equal(seen[0], seen[1]);
}

/* ---- Links --------------------------------------------------------------------------------------------------------------------------- */

static void a_seat_changes_hands(void **state) {
    (void)state;
    struct world world;
    struct ear ear;
    struct asked asked;
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, BET);
    assert_true(ear_open(&world, &ear, &table, table.seat[1]));
    turn(&world);
    struct ask reseat = {.at = at(&table, "POST /matches/$/seats/B"), .token = table.admin, .body = "{\"who\":\"human\"}"};
    json_t *json = get(&world, &asked, 200, reseat);
    char fresh[48];
    snprintf(fresh, sizeof fresh, "%s", words(json, "token"));
    let_go(&asked);
    assert_true(json_is_null(part(last(&ear, "state"), "you"))); /* who listened from there is a spectator now */
    want(&world, 401, (struct ask){.at = at(&table, "GET /matches/$"), .token = table.seat[1]});
    json = get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$"), .token = fresh});
    assert_string_equal(words(json, "you"), "B");
    let_go(&asked);
    reseat.body = "{\"who\":\"bot:random\"}";
    json = get(&world, &asked, 200, reseat);
    assert_true(json_is_null(part(json, "token")));
    let_go(&asked);
    want(&world, 401, (struct ask){.at = at(&table, "GET /matches/$"), .token = fresh});
    ear_close(&world, &ear);
    world_close(&world);
}

static void the_host_may_do_what_an_admin_may(void **state) {
    (void)state;
    struct alea_error error = {.lang = ALEA_EN};
    struct world world;
    struct asked asked;
    char first[API_MAX_TOKEN] = "", second[API_MAX_TOKEN] = "", third[API_MAX_TOKEN] = "x";
    world_open(&world, 0, 0);
    assert_int_equal(api_host_link(world.api, first, &error), ALEA_OK);
    assert_int_equal(strlen(first), 43);
    assert_int_equal(api_host_link(world.api, second, &error), ALEA_OK);
    assert_string_equal(second, "");
    struct table_of table = make_table(&world, BET);
    json_t *json = get(&world, &asked, 200, (struct ask){.at = "GET /admin", .token = first});
    assert_string_equal(words(json, "matches[0].match"), table.id);
    assert_true(json_is_true(part(json, "store.ok")));
    let_go(&asked);
    assert_int_equal(api_host_link(world.api, third, &error), ALEA_OK);
    want(&world, 401, (struct ask){.at = "GET /admin", .token = first});
    json = get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$"), .token = third});
    assert_string_equal(words(json, "you"), "admin");
    let_go(&asked);
    want(&world, 200,
         (struct ask){.at = at(&table, "POST /matches/$/host"),
                      .token = third,
                      .body = "{\"ply\":0,\"text\":\"resign B\",\"note\":\"too late\"}"});
    json = get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$?as=all")});
    assert_string_equal(words(json, "status"), "over");
    assert_int_equal(strlen(words(json, "dice.seed")), 64);
    let_go(&asked);
    get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$/transcript")});
    assert_non_null(strstr(answer_of(&asked), "too late"));
    assert_string_equal(asked.call.type, "text/plain; charset=utf-8");
    let_go(&asked);
    want(&world, 200, (struct ask){.at = at(&table, "DELETE /matches/$"), .token = third});
    world_close(&world);
}

/* ---- Odds and ends --------------------------------------------------------------------------------------------------------------------- */

static void games_are_described(void **state) {
    (void)state;
    struct world world;
    struct asked asked, again;
    world_open(&world, 0, 0);
    json_t *json = get(&world, &asked, 200, (struct ask){.at = "GET /games?lang=it"});
    size_t index;
    json_t *game;
    json_array_foreach(part(json, "games"), index, game) {
        char line[64];
        struct asked one;
        assert_string_not_equal(words(game, "id"), "null");
        snprintf(line, sizeof line, "GET /games/%s", words(game, "id"));
        json_t *whole = get(&world, &one, 200, (struct ask){.at = line});
        assert_true(json_is_object(part(whole, "data")));
        assert_true(one.call.etag[0] == '"');
        get(&world, &again, 200, (struct ask){.at = line});
        assert_string_equal(one.call.etag, again.call.etag);
        let_go(&again);
        let_go(&one);
    }
    assert_true(index >= 3);
    let_go(&asked);
    json = get(&world, &asked, 200, (struct ask){.at = "GET /openapi.json"});
    assert_string_equal(words(json, "openapi"), "3.1.0");
    let_go(&asked);
    world_close(&world);
}

/* A move in the words of any language, a name of its argument in any, and a whole order. */
static void words_of_people_are_read(void **state) {
    (void)state;
    struct world world;
    struct asked asked;
    world_open(&world, 0, 0);
    struct table_of table = make_table(&world, "{\"game\":\"spqrisiko\",\"seats\":[\"human\",\"human\",\"human\"]}");
    json_t *json =
        get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$?lang=it"), .token = table.seat[0]});
    play(&world, &table, 0, 0, words(json, "moves[3].words"));
    let_go(&asked);
    json = get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$?lang=en"), .token = table.seat[0]});
    play(&world, &table, 0, 1, words(json, "moves[3].words"));
    let_go(&asked);
    json = get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$/words?what=board&lang=it")});
    assert_non_null(strchr(words(json, "text"), '\n'));
    let_go(&asked);
    json = get(
        &world, &asked, 200,
        (struct ask){.at = at(&table, "GET /matches/$/why?text=attack_from%20BALEARIC++islands"), .token = table.seat[0]});
    assert_true(json_is_false(part(json, "allowed")));
    let_go(&asked);
    want(&world, 200, (struct ask){.at = at(&table, "GET /matches/$/odds"), .token = table.seat[0]});
    world_close(&world);
}

/* At a table that lets bots advise, and of the viewer's own choices alone; once it is over, of everybody's. */
static void choices_are_explained(void **state) {
    (void)state;
    struct world world;
    struct asked asked;
    world_open(&world, 0, 0);
    struct table_of table = make_table(
        &world, "{\"game\":\"null\",\"seats\":[\"human\",\"human\"],\"options\":{\"rounds\":1},\"help\":\"all\"}");
    const char *seat = table.seat[0], *other = table.seat[1];
    json_t *json = get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$/explain?lang=en"), .token = seat});
    assert_string_equal(words(json, "format"), "alea.explanation");
    assert_string_equal(words(json, "seat"), "A");
    assert_true(json_is_null(part(json, "made")));
    assert_true(number(json, "plans[0].tries") > 0);
    assert_true(json_number_value(part(json, "plans[0].expects")) > 0);
    let_go(&asked);
    want(&world, 403, (struct ask){.at = at(&table, "GET /matches/$/explain")}); /* who looks on has no choice */
    want(&world, 400, (struct ask){.at = at(&table, "GET /matches/$/explain?text=nonsense"), .token = seat});
    json = get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$?lang=en"), .token = seat});
    play(&world, &table, 0, 0, words(json, "moves[0].words"));
    let_go(&asked);
    want(&world, 403, (struct ask){.at = at(&table, "GET /matches/$/explain"), .token = seat});
    json = get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$/explain?at=1"), .token = seat});
    assert_int_equal(json_array_size(part(json, "made.moves")), 1);
    let_go(&asked);
    json = get(&world, &asked, 200, (struct ask){.at = at(&table, "GET /matches/$?lang=en"), .token = other});
    const long heard = number(json, "ply");
    play(&world, &table, 1, heard, words(json, "moves[0].words"));
    let_go(&asked);
    want(&world, 200, (struct ask){.at = at(&table, "GET /matches/$/explain?at=1"), .token = other}); /* it is over */
    world_close(&world);
}

static long ply_of(struct world *world, const struct table_of *table, int seat) {
    struct asked asked;
    json_t *json = get(world, &asked, 200, (struct ask){.at = at(table, "GET /matches/$"), .token = table->seat[seat]});
    long ply = number(json, "ply");
    let_go(&asked);
    return ply;
}

/* All of an order's moves, or none of them. */
static void whole_orders_are_read(void **state) {
    (void)state;
    struct world world;
    struct asked asked;
    char body[128];
    world_open(&world, 0, 0);
    struct table_of table =
        make_table(&world, "{\"game\":\"incursio\",\"seats\":[\"human\",\"human\"],\"options\":{\"map\":\"small\"}}");
    long ply = ply_of(&world, &table, 0), other = ply_of(&world, &table, 1); /* cards were drawn already */
    struct ask order = {.at = at(&table, "POST /matches/$/moves"), .token = table.seat[0], .body = body};
    snprintf(body, sizeof body, "{\"ply\":%ld,\"text\":\"arrange 11: F F camp A C F\"}", ply);
    json_t *json = get(&world, &asked, 422, order);
    assert_string_equal(words(json, "rule"), "INC-GARR-1"); /* of the last of its moves */
    let_go(&asked);
    assert_int_equal(ply_of(&world, &table, 0), ply);
    order.at = at(&table, "POST /matches/$/moves");
    snprintf(body, sizeof body, "{\"ply\":%ld,\"text\":\"DISPONI 7: f a f campo a 2c f\"}", ply);
    json = get(&world, &asked, 200, order);
    assert_int_equal(number(json, "ply"), ply + 8);
    let_go(&asked);
    assert_int_equal(ply_of(&world, &table, 1), other); /* the other side hears nothing */
    world_close(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(answers_wait_for_the_commit),
        IN_FOLDER(nothing_happens_when_the_disk_is_full),
        IN_FOLDER(a_table_is_made_as_ordered),
        IN_FOLDER(a_match_that_was_begun_elsewhere_goes_on),
        IN_FOLDER(so_does_one_on_a_scenario),
        IN_FOLDER(nobody_moves_before_all_have_come),
        IN_FOLDER(a_seat_learns_nothing_of_the_others),
        IN_FOLDER(a_seat_changes_hands),
        IN_FOLDER(the_host_may_do_what_an_admin_may),
        IN_FOLDER(games_are_described),
        IN_FOLDER(words_of_people_are_read),
        IN_FOLDER(choices_are_explained),
        IN_FOLDER(whole_orders_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
