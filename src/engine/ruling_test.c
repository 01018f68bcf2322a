/* SPDX-License-Identifier: MIT */
/* ruling_test.c - rulings: what one needs, who may read which, and that a transcript keeps them. proves INC-TABLE-17 */
#include "fail_alloc.h" /* linked with it: see tests/meson.build */
#include "match_test.h"

enum { A, B, A_ALONE = 1 };

static char long_words[ALEA_MAX_NOTE_BYTES];

static enum alea_err rule(struct alea_match *match, struct alea_ruling ruling, alea_actors to) {
    if (!ruling.date[0]) memcpy(ruling.date, "2026-11-23", sizeof "2026-11-23");
    return alea_match_rule(match, &ruling, to, NULL);
}

static void assert_ruling(const struct alea_ruling *ruling, alea_rule rule, const char *question, const char *answer) {
    assert_int_equal(ruling->rule, rule);
    assert_string_equal(ruling->date, "2026-11-23");
    assert_int_equal(ruling->n_question, strlen(question));
    assert_memory_equal(ruling->question, question, strlen(question));
    assert_string_equal(ruling->answer, answer);
}

/* One for everybody, one for A, one of another rule; between them a chat, and a ruling in free words, which has no rule. */
static struct alea_match *ruled(void) {
    struct alea_match *match = new_match();
    const struct alea_post said = {
        .kind = ALEA_POST_CHAT, .from = B, .to = ALEA_EVERYBODY, .text = "NULL-BET-1 2026-11-23 no\nno"};
    const struct alea_post loose = {.kind = ALEA_POST_RULING, .from = ALEA_HOST, .to = ALEA_EVERYBODY, .text = "so it is"};
    assert_int_equal(
        rule(match, (struct alea_ruling){.rule = 1, .question = "may I\npass?", .answer = "no,\nnever"}, ALEA_EVERYBODY),
        ALEA_OK);
    assert_int_equal(alea_match_post(match, &said, NULL), ALEA_OK);
    assert_int_equal(rule(match, (struct alea_ruling){.rule = 1, .question = "and I?", .answer = "once"}, A_ALONE), ALEA_OK);
    assert_int_equal(alea_match_post(match, &loose, NULL), ALEA_OK);
    assert_int_equal(rule(match, (struct alea_ruling){.rule = 2, .question = "which?", .answer = "this"}, ALEA_EVERYBODY),
                     ALEA_OK);
    return match;
}

/* Each reads those that are for all and for its own; of one rule, or of any. */
static void who_may_reads_them(void **state) {
    (void)state;
    struct alea_match *match = ruled();
    struct alea_ruling ruling;
    assert_int_equal(alea_match_ruling(match, 0, A, 0, &ruling), 1);
    assert_ruling(&ruling, 1, "may I pass?", "no,\nnever");
    assert_int_equal(alea_match_ruling(match, 1, A, 1, &ruling), 3);
    assert_ruling(&ruling, 1, "and I?", "once");
    assert_int_equal(alea_match_ruling(match, 1, A, 3, &ruling), 0);
    assert_int_equal(alea_match_ruling(match, 0, B, 1, &ruling), 5);
    assert_ruling(&ruling, 2, "which?", "this");
    assert_int_equal(alea_match_ruling(match, 1, ALEA_NONE, 1, &ruling), 0);
    assert_int_equal(alea_match_ruling(match, 1, ALEA_HOST, 1, &ruling), 3);
    alea_match_free(match);
}

/* Each series of readers has numbers of its own, without gaps; what is no ruling has none. A transcript may name the host among the readers. */
static void numbers_are_of_those_who_read(void **state) {
    (void)state;
    static const long numbers[] = {1, 0, 1, 0, 2, 2, 1, 2};
    struct alea_match *match = ruled();
    const struct alea_ruling more = {.rule = 2, .question = "when?", .answer = "now"};
    assert_int_equal(rule(match, more, A_ALONE | ALEA_ACTORS_HOST), ALEA_OK);
    assert_int_equal(rule(match, more, alea_actor(B)), ALEA_OK);
    assert_int_equal(rule(match, more, alea_actor(B)), ALEA_OK);
    for (long post = 1; post <= (long)ALEA_LEN(numbers); post++)
        assert_int_equal(alea_ruling_number(match, post), numbers[post - 1]);
    alea_match_free(match);
}

static void what_lacks_something_is_refused(void **state) {
    (void)state;
    struct alea_match *match = new_match();
    const struct alea_ruling whole = {.rule = 1, .question = "may I?", .answer = "no"};
    struct alea_ruling ruling = whole;
    ruling.rule = 0;
    assert_int_equal(rule(match, ruling, ALEA_EVERYBODY), ALEA_ERR_BAD_POST);
    ruling.rule = 999;
    assert_int_equal(rule(match, ruling, ALEA_EVERYBODY), ALEA_ERR_BAD_POST);
    static const char *const dates[] = {"2026", "2026-11-2", "2026-11-2x", "20261-1-23"};
    for (size_t i = 0; i < ALEA_LEN(dates); i++) {
        ruling = whole;
        memcpy(ruling.date, dates[i], strlen(dates[i]) + 1);
        assert_int_equal(rule(match, ruling, ALEA_EVERYBODY), ALEA_ERR_BAD_POST);
    }
    static const char *const none[] = {NULL, "", " ", " \n"};
    for (size_t i = 0; i < ALEA_LEN(none); i++) {
        ruling = whole;
        ruling.question = none[i];
        assert_int_equal(rule(match, ruling, ALEA_EVERYBODY), ALEA_ERR_BAD_POST);
        ruling = whole;
        ruling.answer = none[i];
        assert_int_equal(rule(match, ruling, ALEA_EVERYBODY), ALEA_ERR_BAD_POST);
    }
    memset(long_words, 'x', ALEA_MAX_NOTE_CHARS);
    ruling = whole;
    ruling.answer = long_words;
    assert_int_equal(rule(match, ruling, ALEA_EVERYBODY), ALEA_ERR_TOO_LARGE);
    assert_int_equal(rule(match, whole, alea_actor(9)), ALEA_ERR_BAD_POST);
    assert_int_equal(alea_match_posts(match), 0);
    fail_alloc_at(1);
    assert_int_not_equal(rule(match, whole, ALEA_EVERYBODY), ALEA_OK);
    assert_true(fail_alloc_hit());
    alea_match_free(match);
}

static void rules_are_read_by_their_ids(void **state) {
    (void)state;
    struct alea_match *match = new_match();
    const struct alea_rules *rules = alea_match_rules(match);
    struct alea_error error = {.lang = ALEA_EN};
    alea_rule found = 0;
    assert_int_equal(alea_rule_read(rules, "null-die-1", &found, &error), ALEA_OK);
    assert_string_equal(alea_rule_id(rules->game, found), "NULL-DIE-1");
    assert_int_equal(alea_rule_read(rules, "NULL-DEI-1", &found, &error), ALEA_ERR_BAD_POST);
    assert_non_null(strstr(error.text, "NULL-DIE-1"));
    alea_match_free(match);
}

/* Posts as other programs may write them: no ruling of these has a rule, and none is read past its end. */
static void other_words_are_none(void **state) {
    (void)state;
    struct alea_match *match = new_match();
    static const char *const none[] = {"yes",
                                       "NULL-BET-1",
                                       "NULL-BET-1 2026-11-23",
                                       "NULL-BET-1 2026-11-23\nno",
                                       "NULL-BET-1\n2026-11-23",
                                       "NULL-BET-9 2026-11-23 so?\nno",
                                       "NULL-BET-1 2026-11-2 so?\nno",
                                       "\n",
                                       "x\n",
                                       "a b\nc"};
    struct alea_ruling ruling;
    for (size_t i = 0; i < ALEA_LEN(none); i++) {
        struct alea_post post = {.kind = ALEA_POST_RULING, .from = ALEA_HOST, .text = none[i]};
        assert_false(alea_ruling_of(alea_match_rules(match), &post, &ruling));
    }
    alea_match_free(match);
}

static void a_transcript_keeps_them(void **state) {
    (void)state;
    struct alea_match *match = ruled();
    struct alea_text text;
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_ruling ruling;
    alea_text_init(&text, 1 << 16, ALEA_EN);
    alea_transcript_write(match, 0, &text);
    assert_non_null(
        strstr(alea_text_str(&text), "post 1 ! ruling to all | NULL-BET-1 2026-11-23 may I pass?\\nno,\\nnever\n"));
    alea_match_free(match);
    match = alea_transcript_read("x", text.at, text.len, NULL, NULL, NULL, &error);
    assert_int_equal(error.code, ALEA_OK);
    assert_int_equal(alea_match_ruling(match, 1, A, 1, &ruling), 3);
    assert_ruling(&ruling, 1, "and I?", "once");
    alea_text_clear(&text);
    alea_match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_may_reads_them),
        cmocka_unit_test(numbers_are_of_those_who_read),
        cmocka_unit_test(what_lacks_something_is_refused),
        cmocka_unit_test(rules_are_read_by_their_ids),
        cmocka_unit_test(other_words_are_none),
        cmocka_unit_test(a_transcript_keeps_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
