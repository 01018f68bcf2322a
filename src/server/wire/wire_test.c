/* SPDX-License-Identifier: MIT */
/* wire_test.c - what viewers are told: whoever puts the messages together, one by one, has what a fresh STATE says; all of it is sound
 * JSON that no page stumbles over; nothing of it is a secret. */
#include <jansson.h>

#include "json_out.h"
#include "table_test.h"
#include "wire.h"

static struct alea_error error = {.lang = ALEA_EN};

enum { CEILING = 64 << 20 };

static json_t *parsed(const struct alea_text *text) {
    json_error_t fault;
    assert_false(text->truncated);
    json_t *json = json_loadb(alea_text_str(text), text->len, JSON_REJECT_DUPLICATES, &fault);
    if (!json) fail_msg("%s at %d: %.80s", fault.text, fault.position, alea_text_str(text) + fault.position);
    for (const char *at = alea_text_str(text); *at; at++) /* in a script these could end it */
        if (*at == '<' || *at == '>' || *at == '&' || (unsigned char)*at < ' ') fail_msg("raw '%c': %.80s", *at, at);
    return json;
}

static const char *word_of(const json_t *json, const char *key) { return json_string_value(json_object_get(json, key)); }

/* ---- A page, as far as a test needs one ---------------------------------------------------------------------------------------- */

struct page {
    struct ear ear; /* first */
    json_t *state;
    int plies; /* messages */
};

static void page_open(struct page *page, struct table *table, int seat, bool plain) {
    *page = (struct page){.ear.n = 0};
    ear_open(&page->ear, table, seat);
    page->ear.listener.plain = plain;
    ear_clear(&page->ear);
    table_greet(&page->ear.listener);
}

static void page_close(struct page *page) {
    json_decref(page->state);
    ear_close(&page->ear);
}

/* Takes over members of the message; those that it does not have go. */
static void take(json_t *state, json_t *message, const char *const keys[]) {
    for (int i = 0; keys[i]; i++) {
        json_t *value = json_object_get(message, keys[i]);
        if (value) json_object_set(state, keys[i], value);
        else json_object_del(state, keys[i]);
    }
}

static void hear_ply(struct page *page, json_t *message) {
    static const char *const always[] = {"ply",    "rev",    "actor", "actors", "round",
                                         "status", "prompt", "moves", "undo",   NULL};
    static const char *const sometimes[] = {"seats", "clock", "result", "dice", "chain"};
    assert_int_equal(json_integer_value(json_object_get(message, "ply")),
                     json_integer_value(json_object_get(page->state, "ply")) + 1);
    take(page->state, message, always);
    for (size_t i = 0; i < ALEA_LEN(sometimes); i++) {
        json_t *value = json_object_get(message, sometimes[i]);
        if (value) json_object_set(page->state, sometimes[i], value);
    }
    assert_int_equal(json_object_update(json_object_get(page->state, "view"), json_object_get(message, "changes")), 0);
    page->plies++;
}

static void hear(struct page *page, json_t *message) {
    static const char *const of_table[] = {"rev", "status", "seats", "clock", NULL};
    const char *kind = word_of(message, "kind");
    assert_non_null(kind);
    if (strcmp(kind, "state") == 0) {
        json_decref(page->state);
        page->state = json_deep_copy(message);
        json_object_del(page->state, "undone");
    } else if (strcmp(kind, "ply") == 0) {
        hear_ply(page, message);
    } else {
        assert_string_equal(kind, "table");
        take(page->state, message, of_table);
    }
}

/* All that was told since the last time; how many messages. */
static int page_turn(struct page *page) {
    int n = 0;
    for (char *line = page->ear.heard.at, *end; line && *line; line = end + 1, n++) {
        end = strchr(line, '\n');
        struct alea_text text = {.at = line, .len = (size_t)(end - line)};
        *end = 0;
        json_t *message = parsed(&text);
        hear(page, message);
        json_decref(message);
    }
    ear_clear(&page->ear);
    return n;
}

static json_t *fresh_state(const struct page *page, const struct world *world, const struct table *table) {
    const struct listener *listener = &page->ear.listener;
    struct wire wire = {.table = table, .viewer = listener->viewer, .lang = listener->lang, .plain = listener->plain};
    struct alea_text text;
    alea_text_init(&text, CEILING, ALEA_IT);
    wire_state(&wire, -1, listener->viewer.seat, false, world->now, &text);
    json_t *state = parsed(&text);
    alea_text_clear(&text);
    return state;
}

/* A view is compared member by member, for the sake of the words. NOLINTNEXTLINE(misc-no-recursion) */
static void same_members(const struct page *page, json_t *is, const json_t *told) {
    const char *key;
    json_t *value;
    json_object_foreach(is, key, value) {
        const json_t *other = json_object_get(told, key);
        if (json_equal(value, other)) continue;
        if (strcmp(key, "view") == 0) same_members(page, value, other);
        char *a = json_dumps(other, JSON_ENCODE_ANY | JSON_COMPACT), *b = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
        fail_msg("seat %d, its ply %ld: '%s' was told as %.300s, and is %.300s", page->ear.listener.viewer.seat,
                 (long)json_integer_value(json_object_get(page->state, "ply")), key, a ? a : "nothing", b);
    }
    assert_int_equal(json_object_size(is), json_object_size(told));
}

static void page_is_true(const struct page *page, const struct world *world, const struct table *table) {
    json_t *state = fresh_state(page, world, table);
    same_members(page, state, page->state);
    json_decref(state);
}

/* ---- Games that are looked on ---------------------------------------------------------------------------------------------------- */

enum { PAGES = 12 };

static int open_pages(struct page pages[], struct table *table, int seats) {
    int n = 0;
    for (int seat = 0; seat < seats && n + 3 < PAGES; seat++) page_open(&pages[n++], table, seat, false);
    page_open(&pages[n++], table, 0, true);
    page_open(&pages[n++], table, ALEA_NONE, false);
    page_open(&pages[n++], table, ALEA_NONE, true);
    return n;
}

/* A move of somebody, or back by one. */
static void do_something(struct world *world, struct table *table) {
    alea_actors actors = alea_match_actors(table_look(table).match);
    int n = __builtin_popcountll(actors), skip = (int)alea_random_below(&world->random, (uint32_t)n);
    for (; skip; skip--) actors &= actors - 1;
    int seat = __builtin_ctzll(actors);
    bool back = alea_random_below(&world->random, 12) == 0 && table_may_undo(table, seat, &error) == ALEA_OK;
    if (back) assert_int_equal(table_undo(table, seat, table_ply(table, seat), world->now, &error), TABLE_OK);
    else assert_int_equal(play_any(world, table, seat), TABLE_OK);
    world->now += 1000;
}

static void look_on(const char *game, const char *who, const char *options, int turns) {
    struct world world;
    struct page pages[PAGES];
    char id[STORE_ID_LENGTH + 1];
    world_open(&world);
    struct table_plan plan = plan_of(game, who, options);
    struct table *table = create_table(&world, &plan);
    memcpy(id, table_look(table).id, sizeof id);
    turn(&world);
    int n = open_pages(pages, table, plan.seats);
    for (int i = 0; i < turns && table_look(table).status == STORE_PLAYING; i++) {
        do_something(&world, table);
        if (i % 3 == 0 && table_look(table).status == STORE_PLAYING && !alea_match_actors(table_look(table).match)) break;
        turn(&world);
        table = table_of(&world, id);
        for (int at = 0; at < n; at++)
            if (page_turn(&pages[at])) page_is_true(&pages[at], &world, table);
    }
    for (int at = 0; at < n; at++) {
        assert_true(pages[at].plies > 0);
        page_close(&pages[at]);
    }
    world_close(&world);
}

static void messages_make_the_state(void **state) {
    (void)state;
    look_on("null", "human human", "rounds=3", 200);
    look_on("spqrisiko", "human human human human", "max_rounds=8", 1200);
    look_on("polis", "human human", "", 500);
}

static void messages_of_secret_games_make_the_state(void **state) {
    (void)state;
    look_on("incursio", "human human", "map=small", 700);
    look_on("incursio", "human human human human human human", "map=small teams=players", 500);
}

/* ---- Pieces ------------------------------------------------------------------------------------------------------------------------ */

static void said_as(const char *words, const char *wanted) {
    struct alea_text text;
    alea_text_init(&text, CEILING, ALEA_EN);
    json_out_string(&text, words);
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

/* A table of that game, of people, and what is said to a seat of it. */
static struct wire seat_at(struct world *world, const char *game, const char *who, const char *options, int seat) {
    struct table_plan plan = plan_of(game, who, options);
    plan.name = "\"<b>&\\";
    struct table *table = create_table(world, &plan);
    turn(world);
    return (struct wire){.table = table, .viewer = {.seat = seat}, .lang = ALEA_EN};
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

static json_t *state_at(const struct wire *wire, long at, int eyes, const struct world *world) {
    struct alea_text text;
    alea_text_init(&text, CEILING, ALEA_EN);
    wire_state(wire, at, eyes, false, world->now, &text);
    json_t *state = parsed(&text);
    alea_text_clear(&text);
    return state;
}

/* Told from its beginning as those eyes had it, the match ends where they are; how many plies they heard of, *unknown moves among them. */
static int told_again(const struct wire *wire, int eyes, const struct world *world, int *unknown) {
    struct page page = {.state = state_at(wire, 0, eyes, world)};
    struct wire seen = *wire;
    struct alea_text text;
    size_t i;
    json_t *message, *last = state_at(wire, -1, eyes, world);
    seen.viewer.seat = eyes;
    *unknown = 0;
    alea_text_init(&text, CEILING, ALEA_EN);
    alea_text_add(&text, "[");
    int n = wire_plies(&seen, 0, plies_of(wire->table), world->now, &text);
    alea_text_add(&text, "]");
    json_t *messages = parsed(&text);
    json_array_foreach(messages, i, message) {
        hear_ply(&page, message);
        *unknown += json_is_null(json_object_get(message, "move"));
    }
    assert_int_equal(page.plies, n);
    same_members(&page, json_object_get(last, "view"), json_object_get(page.state, "view"));
    assert_int_equal(json_integer_value(json_object_get(last, "ply")), n);
    json_decref(messages);
    json_decref(last);
    json_decref(page.state);
    alea_text_clear(&text);
    return n;
}

static void told_again_to_all(const char *game, const char *who, const char *options) {
    struct world world;
    char id[STORE_ID_LENGTH + 1];
    world_open(&world);
    struct wire wire = seat_at(&world, game, who, options, ALEA_NONE);
    memcpy(id, table_look(wire.table).id, sizeof id);
    play_to_the_end(&world, id);
    wire.table = table_of(&world, id);
    int unknown, hidden = 0, seats = alea_match_rules(table_look(wire.table).match)->seats;
    for (int seat = 0; seat < seats; seat++) {
        assert_true(told_again(&wire, seat, &world, &unknown) <= plies_of(wire.table));
        hidden += unknown;
    }
    assert_true(told_again(&wire, ALEA_NONE, &world, &unknown) <= plies_of(wire.table));
    assert_true(hidden + unknown > 0); /* else there is nothing to see */
    assert_int_equal(told_again(&wire, ALL_EYES, &world, &unknown), plies_of(wire.table));
    assert_int_equal(unknown, 0);
    world_close(&world);
}

static void plies_are_told_again_to_any_eyes(void **state) {
    (void)state;
    told_again_to_all("null", "human human", "rounds=3");
    told_again_to_all("spqrisiko", "human human human", "max_rounds=6");
    told_again_to_all("incursio", "human human", "map=small");
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
        cmocka_unit_test(strings_break_nothing),
        cmocka_unit_test(games_are_told),
        IN_FOLDER(messages_make_the_state),
        IN_FOLDER(messages_of_secret_games_make_the_state),
        IN_FOLDER(hostile_names_are_harmless),
        IN_FOLDER(moves_are_told),
        IN_FOLDER(questions_are_answered),
        IN_FOLDER(battles_are_told),
        IN_FOLDER(warnings_are_told),
        IN_FOLDER(secrets_stay_secret),
        IN_FOLDER(plain_has_no_words),
        IN_FOLDER(after_the_end_all_is_open),
        IN_FOLDER(plies_are_told_again_to_any_eyes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
