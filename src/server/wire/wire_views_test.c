/* SPDX-License-Identifier: MIT */
/* wire_views_test.c - the parts of a view: sound JSON that no page stumbles over, what it says of moves, rules and chances, and nothing
 * that is a secret. */
#include "json_write.h"
#include "wire_test.h"

/* ---- Pieces ------------------------------------------------------------------------------------------------------------------------ */

static void said_as(const char *words, const char *wanted) {
    struct alea_text text;
    alea_text_init(&text, CEILING, ALEA_EN);
    alea_json_string(&text, NULL, words);
    assert_string_equal(alea_text_str(&text), wanted);
    json_t *json = json_loadb(text.at, text.len, JSON_DECODE_ANY, NULL);
    assert_true(json_is_string(json));
    json_decref(json);
    alea_text_clear(&text);
}

static void strings_break_nothing(void **state) {
    (void)state;
    said_as("", "\"\"");
    said_as("Nicolò è qui 🎲", "\"Nicolò è qui 🎲\"");
    said_as("a\"b\\c/d", "\"a\\u0022b\\u005cc/d\"");
    said_as("</script><!-- & \n\t\r\x01\x7f",
            "\"\\u003c/script\\u003e\\u003c!-- \\u0026 \\u000a\\u0009\\u000d\\u0001\\u007f\"");
    said_as("a\xe2\x80\xa8"
            "b\xe2\x80\xa9",
            "\"a\\u2028b\\u2029\"");
    said_as("\xff\xc3", "\"\\ufffd\\ufffd\"");
    said_as("\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"");
}

static void hostile_names_are_harmless(void **state) {
    (void)state;
    struct world world;
    struct alea_text text;
    world_open(&world);
    struct wire wire = seat_at(&world, "null", "human human", "", 0);
    alea_text_init(&text, CEILING, ALEA_EN);
    wire_state(&wire, -1, 0, true, world.now, &text);
    json_t *json = parsed(&text);
    assert_string_equal(word_of(json, "name"), "\"<b>&\\");
    assert_true(json_is_true(json_object_get(json, "undone")));
    assert_string_equal(word_of(json, "you"), "A");
    json_decref(json);
    alea_text_clear(&text);
    wire_chat(3, ALEA_HOST, "</script>", 77, &text);
    json = parsed(&text);
    assert_string_equal(word_of(json, "text"), "</script>");
    assert_string_equal(word_of(json, "seat"), "host");
    json_decref(json);
    alea_text_clear(&text);
    world_close(&world);
}

/* Says a move, why it is allowed or not, and the chances, as JSON. */
static json_t *asked(const struct wire *wire, void (*how)(const struct wire *, alea_move, struct alea_text *),
                     alea_move move) {
    struct alea_text text;
    alea_text_init(&text, CEILING, ALEA_EN);
    how(wire, move, &text);
    json_t *json = parsed(&text);
    alea_text_clear(&text);
    return json;
}

static json_t *chances(const struct wire *wire, const alea_move *move, int stop) {
    struct alea_text text;
    alea_text_init(&text, CEILING, ALEA_EN);
    wire_odds(wire, move, stop, &text);
    json_t *json = parsed(&text);
    alea_text_clear(&text);
    return json;
}

static alea_move move_of(const struct wire *wire, const char *line) {
    alea_move move = 0;
    FINE(alea_move_read(alea_match_rules(table_look(wire->table).match), line, &move, &error));
    return move;
}

static void moves_are_told(void **state) {
    (void)state;
    static const struct {
        const char *line, *args;
    } wanted[] = {{"attack_from italia", "{\"province\": \"italia\"}"},
                  {"roll 3", "{\"number\": 3}"},
                  {"enemy B", "{\"seat\": \"B\"}"},
                  {"done", "{}"},
                  {"dice 6 5 2 - 4", "{\"dice\": [[6, 5, 2], [4]]}"}};
    struct world world;
    world_open(&world);
    struct wire wire = seat_at(&world, "spqrisiko", "human human human", "", 0);
    for (size_t i = 0; i < ALEA_LEN(wanted); i++) {
        json_t *json = asked(&wire, wire_move, move_of(&wire, wanted[i].line));
        char *args = json_dumps(json_object_get(json, "args"), 0);
        assert_string_equal(word_of(json, "text"), wanted[i].line);
        assert_string_equal(args, wanted[i].args);
        assert_true(strlen(word_of(json, "words")) > 0);
        free(args);
        json_decref(json);
    }
    world_close(&world);
}

static void questions_are_answered(void **state) {
    (void)state;
    struct world world;
    world_open(&world);
    struct wire wire = seat_at(&world, "spqrisiko", "human human human", "", 0), other = wire;
    alea_move claim = move_of(&wire, "claim italia"), done = move_of(&wire, "done");
    json_t *json = asked(&wire, wire_why, claim);
    assert_true(json_is_true(json_object_get(json, "allowed")));
    assert_true(json_is_null(json_object_get(json, "rule")));
    json_decref(json);
    json = asked(&wire, wire_why, done);
    assert_true(json_is_false(json_object_get(json, "allowed")));
    assert_true(strncmp(word_of(json, "rule"), "SPQ-", 4) == 0 && strlen(word_of(json, "text")) > 0);
    json_decref(json);
    other.viewer.seat = ALEA_NONE;
    json = asked(&other, wire_why, claim);
    assert_true(json_is_false(json_object_get(json, "allowed")));
    json_decref(json);
    for (int i = 0; i < 3; i++) {
        json = i < 2 ? chances(&other, i ? &claim : &done, 2) : chances(&wire, NULL, 0);
        assert_true(json_is_null(json_object_get(json, "battle")));
        assert_true(json_is_null(json_object_get(json, "detail")));
        json_decref(json);
    }
    world_close(&world);
}

/* Until somebody may attack a province by land: then its chances, for those who look on as well. */
static void battles_are_told(void **state) {
    (void)state;
    struct world world;
    world_open(&world);
    struct wire wire = seat_at(&world, "spqrisiko", "human human human", "max_rounds=6", ALEA_NONE);
    struct table *table = (struct table *)wire.table;
    const struct alea_texts *texts = alea_game_find("spqrisiko")->texts;
    int found = 0;
    for (int i = 0; i < 4000 && found < 5 && table_look(table).status == STORE_PLAYING; i++) {
        alea_move legal[ROOM];
        int seat = person_to_move(table), n = legal_of(table, seat, legal);
        if (strcmp(texts->verbs[alea_move_verb(legal[0])].token, "attack_to") == 0) {
            json_t *json = chances(&wire, &legal[n - 1], 2), *battle = json_object_get(json, "battle"), *left;
            size_t at;
            double sum = 0;
            assert_true(json_is_true(json_object_get(battle, "exact")));
            json_array_foreach(json_object_get(battle, "attackers_left"), at, left) sum += json_number_value(left);
            assert_true(sum > 1 - 1e-9 && sum < 1 + 1e-9);
            assert_int_equal(at, json_integer_value(json_object_get(battle, "attackers")) + 1);
            json_decref(json);
            found++;
        }
        assert_int_equal(play_any(&world, table, seat), TABLE_OK);
        turn(&world);
    }
    assert_true(found > 0);
    world_close(&world);
}

/* What the game says of a move to who may make it; its own words for nothing are none. */
static void warnings_are_told(void **state) {
    (void)state;
    struct world world;
    world_open(&world);
    struct wire wire = seat_at(&world, "polis", "human human", "", ALEA_NONE);
    struct table *table = (struct table *)wire.table;
    const struct alea_game *game = alea_game_find("polis");
    void *view = calloc(1, game->position_size);
    int told = 0;
    for (int i = 0; i < 40 && table_look(table).status == STORE_PLAYING; i++) {
        struct alea_text text, words;
        int seat = wire.viewer.seat = person_to_move(table);
        const struct alea_match *match = table_look(table).match;
        alea_match_view(match, seat, view);
        alea_text_init(&text, CEILING, ALEA_EN);
        wire_state(&wire, -1, seat, false, world.now, &text);
        json_t *json = parsed(&text), *move;
        size_t at;
        json_array_foreach(json_object_get(json, "moves"), at, move) {
            alea_text_init(&words, CEILING, ALEA_EN);
            game->words.warn(alea_match_rules(match)->tables, view, seat,
                             (alea_move)json_integer_value(json_object_get(move, "m")), &words);
            assert_int_equal(words.len > 0, json_object_get(move, "warning") != NULL);
            if (words.len > 0) assert_string_equal(word_of(move, "warning"), words.at);
            told += words.len > 0;
            alea_text_clear(&words);
        }
        json_decref(json);
        alea_text_clear(&text);
        assert_int_equal(play_any(&world, table, seat), TABLE_OK);
        turn(&world);
    }
    assert_true(told > 0);
    free(view);
    world_close(&world);
}

/* ---- Who may know what -------------------------------------------------------------------------------------------------------------- */

static void secrets_stay_secret(void **state) {
    (void)state;
    struct world world;
    struct ear other, spectator;
    struct alea_text text;
    long from;
    world_open(&world);
    struct wire wire = seat_at(&world, "null", "human human", "", 0);
    struct table *table = (struct table *)wire.table;
    ear_open(&other, table, 1);
    ear_open(&spectator, table, ALEA_NONE);
    ear_clear(&other);
    ear_clear(&spectator);
    turn(&world);
    ear_clear(&other);
    ear_clear(&spectator);
    assert_int_equal(table_submit(table, 0, 0, move_of(&wire, "bet three"), "my three", world.now, &from, &error), TABLE_OK);
    turn(&world);
    for (int i = 0; i < 2; i++) {
        struct ear *ear = i ? &spectator : &other;
        assert_true(ear_has(ear, "\"event\":\"ready\""));
        assert_true(ear_has(ear, "\"move\":null"));
        assert_true(ear_has(ear, "\"seat\":null")); /* two could have made it; the event says who did */
        assert_false(ear_has(ear, "three") && !ear_has(ear, "\"moves\":["));
        assert_false(ear_has(ear, "my three") || ear_has(ear, "own_bet"));
    }
    alea_text_init(&text, CEILING, ALEA_EN);
    wire_events(&wire, from, plies_of(table), &text);
    assert_non_null(strstr(text.at, "own_bet"));
    alea_text_clear(&text);
    wire.viewer.seat = 1;
    wire_events(&wire, from, plies_of(table), &text);
    assert_null(strstr(text.at, "own_bet"));
    alea_text_clear(&text);
    wire_transcript(&wire, true, &text);
    assert_null(strstr(text.at, "three"));
    assert_null(strstr(text.at, "seed "));
    alea_text_clear(&text);
    ear_close(&other);
    ear_close(&spectator);
    world_close(&world);
}

static void plain_has_no_words(void **state) {
    (void)state;
    struct world world;
    struct alea_text text;
    world_open(&world);
    struct wire wire = seat_at(&world, "spqrisiko", "human human human", "", 0);
    wire.plain = true;
    alea_text_init(&text, CEILING, ALEA_EN);
    for (int i = 0; i < 40; i++) {
        assert_int_equal(play_any(&world, (struct table *)wire.table, person_to_move(wire.table)), TABLE_OK);
        turn(&world);
    }
    wire_state(&wire, -1, 0, false, world.now, &text);
    wire_plies(&wire, 0, plies_of(wire.table), world.now, &text);
    assert_null(strstr(text.at, "\"prompt\""));
    assert_null(strstr(text.at, "\"forecast\""));
    assert_null(strstr(text.at, "\"remark\""));
    assert_null(strstr(text.at, "\"warning\""));
    assert_null(strstr(text.at, "\"words\":\""));
    alea_text_clear(&text);
    world_close(&world);
}

/* ---- Looking back, words, games ------------------------------------------------------------------------------------------------------- */

static void after_the_end_all_is_open(void **state) {
    (void)state;
    struct world world;
    struct alea_text text;
    char id[STORE_ID_LENGTH + 1];
    world_open(&world);
    struct wire wire = seat_at(&world, "null", "human human", "rounds=3", ALEA_NONE);
    memcpy(id, table_look(wire.table).id, sizeof id);
    play_to_the_end(&world, id);
    wire.table = table_of(&world, id);
    alea_text_init(&text, CEILING, ALEA_EN);
    wire_state(&wire, 1, ALL_EYES, false, world.now, &text);
    json_t *json = parsed(&text);
    assert_true(json_is_string(json_object_get(json_object_get(json, "dice"), "seed")));
    assert_true(json_is_object(json_object_get(json, "result")));
    assert_non_null(strstr(text.at, "\"bet\":{\"")); /* one bet is in, and to be seen */
    json_decref(json);
    alea_text_clear(&text);
    assert_true(wire_words(&wire, "board", 1, ALEA_NONE, &text) && text.len > 0);
    assert_false(wire_words(&wire, "places", 1, ALEA_NONE, &text));
    assert_false(wire_words(&wire, "hand", -1, ALEA_NONE, &text));
    assert_false(wire_words(&wire, "seed", -1, 0, &text));
    assert_false(wire_words(&wire, "board", 1000, 0, &text));
    alea_text_clear(&text);
    world_close(&world);
}

static void assert_values_have_words(const json_t *options) {
    size_t i;
    const json_t *option;
    json_array_foreach(options, i, option) {
        const json_t *values = json_object_get(option, "values"), *words = json_object_get(option, "words");
        assert_int_equal(json_array_size(words), json_array_size(values));
        assert_int_equal(!values, !words);
    }
}

static void games_are_told(void **state) {
    (void)state;
    for (int i = 0; alea_game_at(i); i++)
        for (int which = 0; which < 4; which++) {
            const struct alea_game *game = alea_game_at(i);
            struct alea_text text;
            alea_text_init(&text, CEILING, ALEA_EN);
            wire_game(game, which % 2 ? ALEA_IT : ALEA_EN, which / 2, &text);
            json_t *json = json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES, NULL);
            assert_non_null(json);
            assert_string_equal(word_of(json, "id"), game->id);
            assert_int_equal(json_array_size(json_object_get(json, "options")), game->n_options);
            assert_int_equal(json_is_true(json_object_get(json, "secrets")), alea_game_has_secrets(game));
            assert_values_have_words(json_object_get(json, "options"));
            if (which / 2) {
                assert_int_equal(json_array_size(json_object_get(json, "verbs")), game->texts->n_verbs - 1);
                assert_true(json_object_size(json_object_get(json, "sets")) > 0);
                assert_true(json_is_object(json_object_get(json, "data")));
            }
            json_decref(json);
            alea_text_clear(&text);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_break_nothing), IN_FOLDER(hostile_names_are_harmless), IN_FOLDER(moves_are_told),
        IN_FOLDER(questions_are_answered),       IN_FOLDER(battles_are_told),           IN_FOLDER(warnings_are_told),
        IN_FOLDER(secrets_stay_secret),          IN_FOLDER(plain_has_no_words),         IN_FOLDER(after_the_end_all_is_open),
        cmocka_unit_test(games_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
