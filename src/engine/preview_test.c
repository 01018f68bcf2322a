/* SPDX-License-Identifier: MIT */
/* preview_test.c - what each viewer would read of a move that is not made, and which moves want a reason. */
#include "fail_alloc.h"
#include "match_test.h"

enum { A, B };

/* What the viewer would read, in English. */
static const char *read(const struct alea_match *match, int seat, const char *line, const char *note, int viewer) {
    static char words[400];
    struct alea_text text;
    struct alea_error error = {.lang = ALEA_EN};
    alea_text_init(&text, sizeof words, ALEA_EN);
    assert_int_equal(alea_match_preview(match, seat, read_move(match, line), note, viewer, &text, &error), ALEA_OK);
    memcpy(words, alea_text_str(&text), strlen(alea_text_str(&text)) + 1);
    alea_text_clear(&text);
    return words;
}

static void each_reads_what_it_would_hear(void **state) {
    (void)state;
    struct alea_match *match = new_match();
    const uint64_t before = hash_now(match);
    assert_string_equal(read(match, A, "bet three", NULL, A), "A has bet\nYou bet on three\n");
    assert_string_equal(read(match, A, "bet three", NULL, B), "A has bet\n");
    assert_string_equal(read(match, A, "bet three", NULL, ALEA_NONE), "A has bet\n");
    assert_int_equal(alea_match_plies(match), 0);
    assert_true(hash_now(match) == before);
    alea_match_free(match);
}

/* The note is for those who may know the move, behind the first line alone. */
static void the_note_is_read_with_the_move(void **state) {
    (void)state;
    struct alea_match *match = new_match();
    assert_string_equal(read(match, A, "bet three", "a hunch", A), "A has bet (a hunch)\nYou bet on three\n");
    assert_string_equal(read(match, A, "bet three", "a hunch", B), "A has bet\n");
    assert_string_equal(read(match, ALEA_HOST, "resign B", " had to leave ", ALEA_NONE), "B resigns (had to leave)\n");
    alea_match_free(match);
}

/* The words of the move, where no event tells it. */
static void a_move_without_events_is_told_by_its_words(void **state) {
    (void)state;
    struct alea_match *match = new_counters();
    assert_string_equal(read(match, ALEA_HOST, "resign B", "so", B), "B resigns (so)\n");
    alea_match_free(match);
}

static void what_may_not_be_is_refused(void **state) {
    (void)state;
    struct alea_match *match = new_match();
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_text text;
    alea_text_init(&text, 400, ALEA_EN);
    const alea_move bet = read_move(match, "bet three");
    assert_int_equal(alea_match_preview(match, 7, bet, NULL, A, &text, &error), ALEA_ERR_NO_SEAT);
    assert_int_equal(alea_match_preview(match, ALEA_HOST, bet, NULL, A, &text, &error), ALEA_ERR_REFUSED);
    assert_int_equal(play(match, A, "bet three"), ALEA_OK);
    assert_int_equal(alea_match_preview(match, A, bet, NULL, A, &text, &error), ALEA_ERR_REFUSED);
    const alea_move back = alea_move_make(ALEA_VERB_REWIND, 7);
    assert_int_equal(alea_match_preview(match, ALEA_HOST, back, "so", A, &text, &error), ALEA_ERR_NO_REWIND);
    assert_int_equal(play(match, ALEA_HOST, "resign B"), ALEA_OK);
    assert_int_equal(alea_match_preview(match, A, bet, NULL, A, &text, &error), ALEA_ERR_OVER);
    assert_int_equal(text.len, 0);
    alea_text_clear(&text);
    alea_match_free(match);
}

static void a_rewind_is_read_before(void **state) {
    (void)state;
    struct alea_match *match = new_match();
    assert_int_equal(play(match, A, "bet three"), ALEA_OK);
    assert_string_equal(read(match, ALEA_HOST, "rewind 0", "a mistake", B), "Play goes on from round 1 (a mistake)\n");
    assert_int_equal(alea_match_rewinds(match), 0);
    alea_match_free(match);
}

/* A verb says by which rule it wants one; replays aren't asked. */
static void some_moves_want_a_reason(void **state) {
    (void)state;
    static struct alea_game game;
    static struct alea_texts texts;
    struct alea_verb verbs[16];
    game = *alea_game_find("null");
    texts = *game.texts;
    assert_true(texts.n_verbs <= (int)ALEA_LEN(verbs));
    memcpy(verbs, texts.verbs, (size_t)texts.n_verbs * sizeof *verbs);
    verbs[game.resign_verb].note = 2;
    texts.verbs = verbs;
    game.texts = &texts;
    struct alea_rules *rules = null_rules();
    rules->game = &game;
    struct alea_match_head head = fair_head();
    struct alea_match *match = alea_match_new(rules, &head, NULL);
    assert_non_null(match);
    struct alea_error error = {.lang = ALEA_EN};
    const alea_move leaves = read_move(match, "resign B"), bet = read_move(match, "bet three");
    static const char *const none[] = {NULL, "", "  "};
    for (size_t i = 0; i < ALEA_LEN(none); i++) {
        assert_int_equal(alea_match_wants_reason(match, ALEA_HOST, leaves, none[i], &error), ALEA_ERR_REFUSED);
        assert_int_equal(error.rule, 2);
        assert_int_equal(alea_match_wants_reason(match, A, bet, none[i], &error), ALEA_OK);
        const alea_move back = alea_move_make(ALEA_VERB_REWIND, 0);
        assert_int_equal(alea_match_wants_reason(match, ALEA_HOST, back, none[i], &error), ALEA_ERR_NO_REWIND);
        assert_int_equal(alea_match_wants_reason(match, ALEA_HOST, back, "so", &error), ALEA_OK);
    }
    assert_int_equal(alea_match_wants_reason(match, ALEA_HOST, leaves, "has left", &error), ALEA_OK);
    assert_int_equal(play(match, ALEA_HOST, "resign B"), ALEA_OK);
    alea_match_free(match);
}

static void memory_that_runs_out_is_told(void **state) {
    (void)state;
    struct alea_match *match = new_match();
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_text text;
    alea_text_init(&text, 400, ALEA_EN);
    for (long n = 1; n <= 2; n++) { /* the position and the events */
        fail_alloc_at(n);
        enum alea_err err = alea_match_preview(match, A, alea_move_make(1, 2), NULL, A, &text, &error);
        assert_true(fail_alloc_hit());
        assert_int_equal(err, ALEA_ERR_NO_MEMORY);
        assert_int_equal(text.len, 0);
    }
    alea_match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_reads_what_it_would_hear),
        cmocka_unit_test(the_note_is_read_with_the_move),
        cmocka_unit_test(a_move_without_events_is_told_by_its_words),
        cmocka_unit_test(what_may_not_be_is_refused),
        cmocka_unit_test(a_rewind_is_read_before),
        cmocka_unit_test(some_moves_want_a_reason),
        cmocka_unit_test(memory_that_runs_out_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
