/* SPDX-License-Identifier: MIT */
/* ply_test.c - who may know of a ply; moves that are made for a seat; rules with several owners; a match as a viewer may have it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "alea.h"
#include "fail_alloc.h"

enum { A = 0, B = 1, CEILING = 1 << 20 };

/* Two bets, of which each is known to its seat alone, and the throw; then a bet of B's. */
static const char lines[] =
    "alea 1\ngame null 1\noptions rounds=2 tie=nobody\nseat A human Anna\nseat B human\ndice fair\n"
    "commitment b3a3b63a64c92342c3a87a05086c63ad661c1af55dd53d55ffd748f06401adf0\n"
    "seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\nword A alea iacta est\n\n"
    "1 A bet three | a note\n2 B bet five\n3 * dice 6\n4 B bet two\n";

static struct alea_match *read_lines(const char *more) {
    char bytes[2048];
    struct alea_error error = {.lang = ALEA_EN};
    snprintf(bytes, sizeof bytes, "%s%s", lines, more);
    struct alea_match *match = alea_transcript_read("x", bytes, strlen(bytes), NULL, NULL, NULL, &error);
    assert_int_equal(error.code, ALEA_OK);
    assert_non_null(match);
    return match;
}

static struct alea_rules *rules_of(const char *id, int seats) {
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_rules *rules = alea_rules_new(alea_game_find(id), seats, NULL, 0, NULL, &error);
    assert_non_null(rules);
    return rules;
}

/* ---- Who may know ----------------------------------------------------------------------------------------------------- */

static void secret_bets_are_known_to_their_seats(void **state) {
    (void)state;
    struct alea_match *match = read_lines("5 ! resign A\n");
    const struct alea_rules *rules = alea_match_rules(match);
    static const struct {
        bool by_a, by_b, by_all;
    } known[] = {{true, false, false}, {false, true, false}, {true, true, true}, {false, true, false}, {true, true, true}};
    for (long ply = 1; ply <= 5; ply++) {
        _Alignas(16) char before[256], after[256];
        struct alea_events events = {.n = 0};
        const struct alea_ply *done = alea_match_ply(match, ply);
        assert_in_range(rules->game->position_size, 1, sizeof before);
        alea_match_position_at(match, ply - 1, before);
        alea_match_position_at(match, ply - 1, after);
        rules->game->apply(rules->tables, after, done->seat, done->move, &events);
        alea_actors who = alea_ply_known(rules, before, done, &events);
        assert_int_equal(alea_may_know(who, A), known[ply - 1].by_a);
        assert_int_equal(alea_may_know(who, B), known[ply - 1].by_b);
        assert_int_equal(alea_may_know(who, ALEA_NONE), known[ply - 1].by_all);
        assert_true(alea_ply_heard(rules, before, done, &events) == ALEA_EVERYBODY); /* that it was made */
    }
    alea_match_free(match);
}

static void spectators_are_everybody(void **state) {
    (void)state;
    assert_true(alea_may_know(ALEA_EVERYBODY, ALEA_NONE) && alea_may_know(ALEA_EVERYBODY, 47));
    assert_false(alea_may_know(~alea_actor(5), ALEA_NONE) || alea_may_know(~alea_actor(5), 5));
    assert_true(alea_may_know(alea_actor(5), 5));
}

/* ---- Moves for a seat ------------------------------------------------------------------------------------------------- */

static void seats_resign(void **state) {
    (void)state;
    static const struct {
        const char *game, *move;
        int seats, seat;
    } wanted[] = {{"null", "resign B", 2, 1},
                  {"spqrisiko", "resign C", 3, 2},
                  {"polis", "resign athens", 2, 1},
                  {"incursio", "resign raiders", 2, 1}};
    for (size_t i = 0; i < ALEA_LEN(wanted); i++) {
        struct alea_rules *rules = rules_of(wanted[i].game, wanted[i].seats);
        struct alea_text text;
        alea_move move = 0;
        alea_text_init(&text, CEILING, ALEA_EN);
        assert_true(alea_resign_move(rules, wanted[i].seat, &move));
        alea_move_write(rules, move, &text);
        assert_string_equal(alea_text_str(&text), wanted[i].move);
        alea_text_clear(&text);
        alea_rules_free(rules);
    }
    struct alea_rules *teams = rules_of("incursio", 6);
    alea_move move;
    assert_false(alea_resign_move(teams, 0, &move)); /* a side gives up there, not a seat */
    alea_rules_free(teams);
}

static struct alea_names a_pair(const void *tables, int set) {
    static const struct alea_phrase pair[] = {{.id = "heads"}, {.id = "tails"}};
    (void)tables, (void)set;
    return (struct alea_names){.at = pair, .n = 2};
}

/* There may be as many faces of a coin as seats: they are not the seats. */
static void as_many_names_are_no_seats(void **state) {
    (void)state;
    const struct alea_verb verbs[] = {{.token = ""}, {.token = "resign", .set = ALEA_SET_GAME}};
    const char *const sets[] = {"face", "team"};
    const struct alea_texts texts = {.verbs = verbs, .n_verbs = 2, .sets = sets, .n_sets = 2};
    struct alea_game game = {.texts = &texts, .names = a_pair, .resign_verb = 1};
    struct alea_rules rules = {.game = &game, .seats = 2};
    alea_move move;
    assert_false(alea_resign_move(&rules, 1, &move));
    game.seat_set = ALEA_SET_GAME + 1; /* these are */
    assert_false(alea_resign_move(&rules, 1, &move));
    game.seat_set = ALEA_SET_GAME;
    assert_true(alea_resign_move(&rules, 1, &move));
    assert_int_equal(move, alea_move_make(1, 1));
    rules.seats = 3;
    assert_false(alea_resign_move(&rules, 1, &move)); /* teams */
}

static void one_move_is_forced_unless_it_asks(void **state) {
    (void)state;
    const struct alea_verb verbs[] = {{.token = ""}, {.token = "go"}, {.token = "stay", .ask = true}};
    const struct alea_texts texts = {.verbs = verbs, .n_verbs = 3};
    const struct alea_game game = {.texts = &texts};
    alea_move go[] = {alea_move_make(1, 0), alea_move_make(1, 1)}, stay = alea_move_make(2, 0), move;
    assert_true(alea_moves_forced(&game, go, 1));
    assert_false(alea_moves_forced(&game, go, 2) || alea_moves_forced(&game, go, 0) || alea_moves_forced(&game, &stay, 1));
    struct alea_match *match = read_lines("");
    for (int seat = -1; seat <= 2; seat++) assert_false(alea_match_forced(match, seat, &move)); /* six faces to bet on */
    assert_false(alea_match_forced(match, ALEA_HOST, &move));
    alea_match_free(match);
}

/* ---- Rules, names ----------------------------------------------------------------------------------------------------- */

static void rules_live_as_long_as_an_owner(void **state) {
    (void)state;
    struct alea_rules *rules = rules_of("spqrisiko", 3), *other = alea_rules_share(rules);
    assert_ptr_equal(other, rules);
    alea_rules_free(rules);
    assert_int_equal(other->seats, 3);
    assert_string_equal(other->game->id, "spqrisiko");
    alea_rules_free(other);
}

static void values_have_names_for_programs(void **state) {
    (void)state;
    struct alea_rules *rules = rules_of("spqrisiko", 3);
    static const struct {
        const char *set, *value;
        long index;
    } wanted[] = {{"number", "-3", -3},          {"seat", "B", 1},
                  {"seat", "-", ALEA_NONE},      {"rule", "SPQ-GEN-1", 1},
                  {"dice", "6 - 5", 6 | 5 << 9}, {"province", "britannia", 0}};
    for (size_t i = 0; i < ALEA_LEN(wanted); i++) {
        int set = 1;
        while (alea_set_id(rules->game, set) == NULL || strcmp(alea_set_id(rules->game, set), wanted[i].set) != 0) set++;
        struct alea_text text;
        alea_text_init(&text, CEILING, ALEA_EN);
        alea_value_id(rules, set, wanted[i].index, &text);
        assert_string_equal(alea_text_str(&text), wanted[i].value);
        alea_text_clear(&text);
    }
    assert_null(alea_set_id(rules->game, ALEA_SET_NONE));
    assert_null(alea_set_id(rules->game, 200));
    alea_rules_free(rules);
}

/* ---- A match as a viewer may have it ------------------------------------------------------------------------------------ */

static void written_for(const struct alea_match *match, int viewer, unsigned flags, const char *wanted) {
    struct alea_text text;
    alea_text_init(&text, CEILING, ALEA_EN);
    alea_transcript_write_for(match, viewer, flags, &text);
    const char *plies = strstr(alea_text_str(&text), "\n\n");
    assert_non_null(plies);
    assert_null(strstr(alea_text_str(&text), "seed"));
    assert_string_equal(plies + 2, wanted);
    alea_text_clear(&text);
}

#define WARNING "# While the match lasts, what whoever asked for it may not know is left out: it can't be replayed.\n"

static void viewers_get_what_they_may_know(void **state) {
    (void)state;
    struct alea_match *match = read_lines("");
    written_for(match, A, 0, WARNING "1 A bet three | a note\n# 2 ...\n3 * dice 6\n# 4 ...\n");
    written_for(match, B, 0, WARNING "# 1 ...\n2 B bet five\n3 * dice 6\n4 B bet two\n");
    written_for(match, ALEA_NONE, 0, WARNING "# 1 ...\n# 2 ...\n3 * dice 6\n# 4 ...\n");
    alea_match_free(match);
}

static void explanations_tell_no_more(void **state) {
    (void)state;
    struct alea_match *match = read_lines("");
    struct alea_text text;
    alea_text_init(&text, CEILING, ALEA_EN);
    alea_transcript_write_for(match, A, ALEA_TRANSCRIPT_EXPLAIN, &text);
    const char *words = alea_text_str(&text);
    assert_non_null(
        strstr(words, "1 A bet three | a note\n#   Bet on three\n#   - A has bet\n#   - You bet on three\n#   view: "));
    assert_non_null(strstr(words, "# 2 ...\n#   - B has bet\n#   view: "));
    assert_non_null(strstr(words, "# 4 ...\n#   - B has bet\n#   choices: 6; view: "));
    assert_null(strstr(words, "two"));
    assert_null(strstr(words, "position"));
    assert_null(strstr(words, "known to"));
    alea_text_clear(&text);
    alea_match_free(match);
}

static void failing_memory_cuts_the_text(void **state) {
    (void)state;
    struct alea_match *match = read_lines("");
    for (long n = 1; n <= 3; n++) {
        struct alea_text text;
        alea_text_init(&text, CEILING, ALEA_EN);
        fail_alloc_at(n);
        alea_transcript_write_for(match, A, 0, &text);
        assert_true(fail_alloc_hit());
        assert_true(text.truncated);
        alea_text_clear(&text);
    }
    alea_match_free(match);
}

static void after_the_end_everybody_gets_all(void **state) {
    (void)state;
    struct alea_match *match = read_lines("5 A bet six\n6 * dice 2\n");
    struct alea_text whole, text;
    alea_text_init(&whole, CEILING, ALEA_EN);
    alea_text_init(&text, CEILING, ALEA_EN);
    alea_transcript_write(match, ALEA_TRANSCRIPT_FACES, &whole);
    alea_transcript_write_for(match, ALEA_NONE, 0, &text);
    assert_string_equal(alea_text_str(&text), alea_text_str(&whole));
    assert_non_null(strstr(alea_text_str(&text), "seed 0001"));
    alea_text_clear(&whole);
    alea_text_clear(&text);
    alea_match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(secret_bets_are_known_to_their_seats),
        cmocka_unit_test(spectators_are_everybody),
        cmocka_unit_test(seats_resign),
        cmocka_unit_test(as_many_names_are_no_seats),
        cmocka_unit_test(one_move_is_forced_unless_it_asks),
        cmocka_unit_test(rules_live_as_long_as_an_owner),
        cmocka_unit_test(values_have_names_for_programs),
        cmocka_unit_test(viewers_get_what_they_may_know),
        cmocka_unit_test(explanations_tell_no_more),
        cmocka_unit_test(failing_memory_cuts_the_text),
        cmocka_unit_test(after_the_end_everybody_gets_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
