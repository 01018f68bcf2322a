/* SPDX-License-Identifier: MIT */
/* wire_messages_test.c - whoever applies the messages one by one has what a fresh state says, while a match is played and when it is
 * replayed through any eyes. */
#include "wire_test.h"

/* ---- A page, as far as a test needs one ---------------------------------------------------------------------------------------- */

struct page {
    struct ear ear; /* first */
    json_t *state;
    int plies; /* messages */
};

static void page_open(struct page *page, struct table *table, int seat, bool plain, bool brief) {
    *page = (struct page){.ear.n = 0};
    ear_open(&page->ear, table, seat);
    page->ear.listener.plain = plain;
    page->ear.listener.brief = brief;
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

static void lay_part(json_t *value, const char *key, json_t *part) {
    assert_true(json_is_object(value));
    assert_false(json_is_object(part));
    if (json_is_null(part)) assert_int_equal(json_object_del(value, key), 0);
    else json_object_set(value, key, part);
}

/* Keys with their new values; null: the key is gone, of an object or of the objects in it. */
static void lay_parts(json_t *value, json_t *parts) {
    const char *key, *inner_key;
    json_t *part, *inner;
    json_object_foreach(parts, key, part) {
        if (!json_is_object(part)) lay_part(value, key, part);
        else json_object_foreach(part, inner_key, inner) lay_part(json_object_get(value, key), inner_key, inner);
    }
}

/* Makes of a brief message a whole one, as docs/api.md says. */
static void fill_in(struct page *page, json_t *message) {
    static const char *const same[] = {"actor", "actors", "round"};
    json_t *view = json_object_get(page->state, "view"), *parts = json_object_get(message, "parts"), *part;
    const char *key;
    assert_true(json_object_size(json_object_get(message, "changes")) > 0 || !json_object_get(message, "changes"));
    json_object_foreach(parts, key, part) lay_parts(json_object_get(view, key), part);
    for (size_t i = 0; i < ALEA_LEN(same); i++)
        if (!json_object_get(message, same[i])) json_object_set(message, same[i], json_object_get(page->state, same[i]));
    if (!json_object_get(message, "status")) json_object_set_new(message, "status", json_string("playing"));
    if (!page->ear.listener.plain) return;
    json_object_set(message, "rev", json_object_get(page->state, "rev"));
    if (json_object_get(message, "undo") || !json_object_get(page->state, "undo")) return;
    json_object_set_new(message, "undo", json_pack("{s:b}", "ok", 0));
}

static void hear_ply(struct page *page, json_t *message) {
    static const char *const always[] = {"ply",    "rev",    "actor", "actors", "round",
                                         "status", "prompt", "moves", "undo",   NULL};
    static const char *const sometimes[] = {"seats", "clock", "window",   "result",   "dice",
                                            "chain", "team",  "consents", "proposals"};
    assert_int_equal(json_integer_value(json_object_get(message, "ply")),
                     json_integer_value(json_object_get(page->state, "ply")) + 1);
    if (page->ear.listener.brief) fill_in(page, message);
    take(page->state, message, always);
    for (size_t i = 0; i < ALEA_LEN(sometimes); i++) {
        json_t *value = json_object_get(message, sometimes[i]);
        if (value) json_object_set(page->state, sometimes[i], value);
    }
    json_t *changes = json_object_get(message, "changes");
    if (changes) assert_int_equal(json_object_update(json_object_get(page->state, "view"), changes), 0);
    else assert_true(page->ear.listener.brief);
    json_t *facts = json_object_get(message, "facts");
    if (facts) assert_int_equal(json_object_update(json_object_get(page->state, "facts"), facts), 0);
    page->plies++;
}

static void hear(struct page *page, json_t *message) {
    static const char *const of_table[] = {"rev", "status", "seats", "clock", "window", NULL};
    const char *kind = word_of(message, "kind");
    assert_non_null(kind);
    if (strcmp(kind, "state") == 0) {
        json_decref(page->state);
        page->state = json_deep_copy(message);
        json_object_del(page->state, "undone");
    } else if (strcmp(kind, page->ear.listener.brief ? "brief" : "ply") == 0) {
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
    static const char *const untold[] = {"chain", "rev"};
    const bool terse = page->ear.listener.brief && page->ear.listener.plain;
    for (size_t i = 0; terse && i < ALEA_LEN(untold); i++)
        json_object_set(state, untold[i], json_object_get(page->state, untold[i]));
    same_members(page, state, page->state);
    json_decref(state);
}

/* ---- Games that are looked on ---------------------------------------------------------------------------------------------------- */

enum { PAGES = 24, OTHERS = 3 };

static int open_pages(struct page pages[], struct table *table, int seats) {
    int n = 0;
    for (int seat = 0; seat < seats && n + 2 * OTHERS < PAGES; seat++) {
        page_open(&pages[n++], table, seat, false, false);
        page_open(&pages[n++], table, seat, seat % 2 == 0, true);
    }
    for (int brief = 0; brief < 2; brief++) {
        page_open(&pages[n++], table, 0, true, brief);
        page_open(&pages[n++], table, ALEA_NONE, false, brief);
        page_open(&pages[n++], table, ALEA_NONE, true, brief);
    }
    return n;
}

/* The host takes the match back, if the rules let it, to a ply of late. */
static bool take_back(struct world *world, struct table *table) {
    const struct alea_match *match = table_look(table).match;
    const long n = plies_of(table), late = n < 60 ? n : 60;
    void *then = malloc(alea_match_rules(match)->game->position_size);
    long target = -1, from;
    assert_non_null(then);
    for (int i = 0; i < 8 && late > 0 && target < 0; i++) {
        target = n - 1 - (long)alea_random_below(&world->random, (uint32_t)late);
        if (alea_match_may_rewind(match, target, then, &error)) target = -1;
    }
    free(then);
    if (target < 0) return false;
    const alea_move move = alea_move_make(ALEA_VERB_REWIND, (unsigned)target);
    const long ply = table_ply(table, ALEA_HOST);
    assert_int_equal(table_submit(table, ALEA_HOST, ply, move, "why", world->now, &from, &error), TABLE_OK);
    world->now += 1000;
    return true;
}

/* A link is each viewer's own, and one of long ago is computed again when there is time: it is left out. */
static void without_chain(char *text) {
    static const char key[] = "\"chain\":\"";
    for (char *at; (at = strstr(text, key));) {
        char *end = strchr(at + sizeof key - 1, '"') + 2; /* a comma is behind it */
        memmove(at, end, strlen(end) + 1);
    }
}

/* Viewers are told one after the other, and what one was told is repeated to the next where it is the same: each hears what it would hear
 * alone, byte for byte. True if there was something to compare. */
static bool told_as_alone(const struct page *page, const struct world *world, const struct table *table, long from) {
    const struct listener *listener = &page->ear.listener;
    const struct wire wire = {.table = table,
                              .viewer = listener->viewer,
                              .lang = listener->lang,
                              .plain = listener->plain,
                              .brief = listener->brief,
                              .lines = true};
    struct alea_text text;
    char *heard = strdup(alea_text_str(&page->ear.heard));
    assert_non_null(heard);
    if (from >= plies_of(table) || strncmp(heard, "{\"kind\":\"state\"", 15) == 0) {
        free(heard);
        return false;
    }
    alea_text_init(&text, CEILING, ALEA_EN);
    const bool any = wire_plies(&wire, from, plies_of(table), world->now, &text);
    without_chain(heard);
    if (any) without_chain(text.at);
    if (any && strncmp(heard, text.at, strlen(text.at)) != 0)
        fail_msg("seat %d, ply %ld: was told %.600s\nand is told %.600s", listener->viewer.seat, from + 1, heard,
                 alea_text_str(&text));
    alea_text_clear(&text);
    free(heard);
    return any;
}

/* A move of somebody, or back by one; or, if the host may, by more. */
static void do_something(struct world *world, struct table *table, bool rewind) {
    if (rewind && take_back(world, table)) return;
    alea_actors actors = alea_match_actors(table_look(table).match);
    int n = __builtin_popcountll(actors), skip = (int)alea_random_below(&world->random, (uint32_t)n);
    for (; skip; skip--) actors &= actors - 1;
    int seat = __builtin_ctzll(actors);
    bool back = alea_random_below(&world->random, 12) == 0 && table_may_undo(table, seat, &error) == ALEA_OK;
    if (back) assert_int_equal(table_undo(table, seat, table_ply(table, seat), world->now, &error), TABLE_OK);
    else assert_int_equal(play_any(world, table, seat), TABLE_OK);
    world->now += 1000;
}

/* The store has the same match, and who goes over its plies makes of it the links that the table has told. */
static void same_when_opened(struct world *world, const char *id) {
    struct table *table = table_of(world, id);
    struct alea_match *match = stored(world, id);
    assert_int_equal(alea_match_plies(match), plies_of(table));
    assert_int_equal(alea_match_rewinds(match), alea_match_rewinds(table_look(table).match));
    assert_true(alea_position_hash(alea_match_rules(match), alea_match_position(match)) == hash_of(table));
    for (int seat = 0; seat <= alea_match_rules(match)->seats; seat++) {
        const int viewer = seat < alea_match_rules(match)->seats ? seat : ALEA_NONE;
        struct alea_chain chain;
        uint8_t link[ALEA_HASH_BYTES];
        assert_true(table_chain(table, viewer, plies_of(table), link));
        FINE(alea_match_chain(match, viewer, plies_of(table), &chain));
        assert_int_equal(chain.heard, table_ply(table, viewer));
        assert_memory_equal(chain.link, link, sizeof link);
    }
    alea_match_free(match);
}

/* How often the match was taken back. */
static int look_on(const char *game, const char *who, const char *options, int turns) {
    struct world world;
    struct page pages[PAGES];
    char id[STORE_ID_LENGTH + 1];
    world_open(&world);
    struct table_plan plan = plan_of(game, who, options);
    struct table *table = create_table(&world, &plan);
    memcpy(id, table_look(table).id, sizeof id);
    turn(&world);
    int n = open_pages(pages, table, plan.seats), compared = 0;
    for (int i = 0; i < turns && table_look(table).status == STORE_PLAYING; i++) {
        const long from = plies_of(table);
        do_something(&world, table, i % 4 == 3);
        if (i % 3 == 0 && table_look(table).status == STORE_PLAYING && !alea_match_actors(table_look(table).match)) break;
        turn(&world);
        table = table_of(&world, id);
        for (int at = 0; at < n; at++) compared += told_as_alone(&pages[at], &world, table, from);
        for (int at = 0; at < n; at++)
            if (page_turn(&pages[at])) page_is_true(&pages[at], &world, table);
    }
    assert_true(compared > 0);
    same_when_opened(&world, id);
    const int rewinds = alea_match_rewinds(table_look(table_of(&world, id)).match);
    for (int at = 0; at < n; at++) {
        assert_true(pages[at].plies > 0);
        page_close(&pages[at]);
    }
    world_close(&world);
    return rewinds;
}

static void messages_make_the_state(void **state) {
    (void)state;
    assert_true(look_on("null", "human human", "rounds=3", 200) > 0);
    assert_true(look_on("spqrisiko", "human human human human", "max_rounds=8", 1200) > 0);
    assert_true(look_on("polis", "human human", "", 500) > 0);
}

static void messages_of_secret_games_make_the_state(void **state) {
    (void)state;
    assert_true(look_on("incursio", "human human", "map=small", 700) > 0);
    assert_true(look_on("incursio", "human human human human human human", "map=small teams=players", 500) > 0);
}

/* ---- Replays of finished matches ------------------------------------------------------------------------------------------------- */

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

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(messages_make_the_state),
        IN_FOLDER(messages_of_secret_games_make_the_state),
        IN_FOLDER(plies_are_told_again_to_any_eyes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
