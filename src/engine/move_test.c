/* SPDX-License-Identifier: MIT */
/* move_test.c - moves written, read and said, over a game of all kinds of arguments, some of whose verbs share a name; what
 * can't be read is told why. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "alea.h"
#include "fail_alloc.h"

enum { SET_LAND = ALEA_SET_GAME, SET_STEP };

static const struct alea_phrase lands[] = {
    {.id = "italia", .in = {"Italia", "Italy"}},
    {.id = "illiria", .in = {"Illiria", "Illyria"}},
};
static const struct alea_phrase steps[] = {{.id = "idle", .in = {"attesa", "idle"}}};
static const struct alea_names lists[] = {{.at = steps, .n = 1}};
static const struct alea_phrase rule_table[] = {
    {.id = "", .in = {"", ""}},
    {.id = "T-LAND-1", .in = {"Prima regola.", "First rule."}},
    {.id = "T-LAND-2", .in = {"Seconda regola.", "Second rule."}},
};
enum { VERB_DONE = 1, VERB_MARCH, VERB_ROLL, VERB_PAY_ALL, VERB_PAY, VERB_ROB, VERB_CITE, VERB_WAIT, VERB_MARCH_ON };
static const struct alea_verb verbs[] = {
    {.token = ""},
    {.token = "done", .set = ALEA_SET_NONE, .in = {"Basta", "Enough"}},
    {.token = "march", .set = SET_LAND, .in = {"Marcia su {1}", "March on {1}"}},
    {.token = "dice", .set = ALEA_SET_DICE, .in = {"I dadi: {1}", "The dice: {1}"}},
    {.token = "pay", .set = ALEA_SET_NONE, .in = {"Paga tutto", "Pay everything"}},
    {.token = "pay", .set = ALEA_SET_NUMBER, .in = {"Paga {1} {1|moneta|monete}", "Pay {1} {1|coin|coins}"}},
    {.token = "rob", .set = ALEA_SET_SEAT, .in = {"Deruba {1}", "Rob {1}"}},
    {.token = "cite", .set = ALEA_SET_RULE, .in = {"Cita {1}", "Cite {1}"}},
    {.token = "wait", .set = SET_STEP, .in = {"Resta: {1}", "Stay: {1}"}},
    {.token = "march", .set = SET_STEP, .in = {"Marcia: {1}", "March: {1}"}},
};
static const struct alea_event_kind events[] = {
    {.token = "taken",
     .set = {ALEA_SET_SEAT, SET_LAND, ALEA_SET_NUMBER},
     .in = {"{1} prende {2}: {3}", "{1} takes {2}: {3}"}},
};
static const char *const set_ids[] = {"land"};
static const struct alea_texts texts = {
    .verbs = verbs,
    .n_verbs = ALEA_LEN(verbs),
    .events = events,
    .n_events = ALEA_LEN(events),
    .rules = rule_table,
    .n_rules = ALEA_LEN(rule_table),
    .sets = set_ids,
    .n_sets = 1,
    .lists = lists,
    .n_lists = 1,
};

static struct alea_names names(const void *tables, int set) {
    (void)tables;
    return set == SET_LAND ? (struct alea_names){.at = lands, .n = ALEA_LEN(lands)} : (struct alea_names){.at = NULL};
}

static const struct alea_game game = {.id = "test", .texts = &texts, .names = names};
static const struct alea_rules rules = {.game = &game, .seats = 3};

static const struct {
    unsigned verb, arg;
    const char *line, *it, *en;
} moves[] = {
    {VERB_DONE, 0, "done", "Basta", "Enough"},
    {VERB_MARCH, 1, "march illiria", "Marcia su Illiria", "March on Illyria"},
    {VERB_ROLL, 6 | 4 << 3 | 5 << 9, "dice 6 4 - 5", "I dadi: 6 4 - 5", "The dice: 6 4 - 5"},
    {VERB_ROLL, 1, "dice 1", "I dadi: 1", "The dice: 1"},
    {VERB_ROLL, 7 << 9, "dice - 7", "I dadi: - 7", "The dice: - 7"},
    {VERB_ROLL, 0, "dice -", "I dadi: -", "The dice: -"},
    {VERB_PAY_ALL, 0, "pay", "Paga tutto", "Pay everything"},
    {VERB_PAY, 0, "pay 0", "Paga 0 monete", "Pay 0 coins"},
    {VERB_PAY, 1, "pay 1", "Paga 1 moneta", "Pay 1 coin"},
    {VERB_PAY, 0xffffff, "pay 16777215", "Paga 16777215 monete", "Pay 16777215 coins"},
    {VERB_ROB, 2, "rob C", "Deruba C", "Rob C"},
    {VERB_ROB, ALEA_NONE, "rob -", "Deruba -", "Rob -"},
    {VERB_CITE, 2, "cite T-LAND-2", "Cita T-LAND-2", "Cite T-LAND-2"},
    {VERB_WAIT, 0, "wait idle", "Resta: attesa", "Stay: idle"},
    {VERB_MARCH_ON, 0, "march idle", "Marcia: attesa", "March: idle"},
};

static void moves_come_back(void **state) {
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(moves); i++) {
        alea_move move = alea_move_make(moves[i].verb, moves[i].arg), read = 0;
        struct alea_text text;
        alea_text_init(&text, 100, ALEA_EN);
        alea_move_write(&rules, move, &text);
        assert_string_equal(alea_text_str(&text), moves[i].line);
        assert_int_equal(alea_move_read(&rules, alea_text_str(&text), &read, NULL), ALEA_OK);
        assert_int_equal(read, move);
        alea_text_clear(&text);
    }
}

static void moves_are_said(void **state) {
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(moves); i++) {
        for (int lang = 0; lang < ALEA_LANGS; lang++) {
            struct alea_text text;
            alea_text_init(&text, 100, (enum alea_lang)lang);
            alea_move_say(&rules, alea_move_make(moves[i].verb, moves[i].arg), &text);
            assert_string_equal(alea_text_str(&text), lang == ALEA_IT ? moves[i].it : moves[i].en);
            alea_text_clear(&text);
        }
    }
}

static void case_and_blanks_do_not_matter(void **state) {
    (void)state;
    static const char *const lines[] = {"march italia", "  MARCH\t Italia  ", "march italia\n", "march italia\r\nmore"};
    for (size_t i = 0; i < ALEA_LEN(lines); i++) {
        alea_move move = 0;
        assert_int_equal(alea_move_read(&rules, lines[i], &move, NULL), ALEA_OK);
        assert_int_equal(move, alea_move_make(VERB_MARCH, 0));
    }
}

/* What can't be a move of this game is still written, and never read. */
static void strange_moves_are_written(void **state) {
    (void)state;
    static const struct {
        alea_move move;
        const char *line;
    } rows[] = {
        {0, "#0"},
        {0xffffffff, "#4294967295"},
        {(alea_move)ALEA_VERB_REWIND << 24 | 524289, "#4278714369"},
        {(alea_move)VERB_MARCH << 24 | 2, "march #2"},
        {(alea_move)VERB_DONE << 24 | 3, "done 3"},
        {(alea_move)VERB_CITE << 24 | 9, "cite #9"},
        {(alea_move)VERB_ROB << 24 | 99, "rob #99"},
    };
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        struct alea_text text;
        alea_move move;
        alea_text_init(&text, 100, ALEA_EN);
        alea_move_write(&rules, rows[i].move, &text);
        assert_string_equal(alea_text_str(&text), rows[i].line);
        assert_int_equal(alea_move_read(&rules, rows[i].line, &move, NULL), ALEA_ERR_BAD_MOVE);
        alea_text_clear(&text);
        alea_move_say(&rules, rows[i].move, &text);
        assert_int_not_equal(text.len, 0);
        alea_text_clear(&text);
    }
}

static void what_is_wrong_is_told(void **state) {
    (void)state;
    static const struct {
        const char *line, *told;
    } rows[] = {
        {"", "empty"},
        {"   \t ", "empty"},
        {"\nmarch italia", "empty"},
        {"marhc italia", "did you mean 'march'?"},
        {"xyzzy", "there are: done, march, dice, pay, rob, cite, wait"},
        {"march", "missing after 'march'"},
        {"march itlaia", "did you mean 'italia'?"},
        {"march idel", "did you mean 'idle'?"},
        {"march idle idle", "'idle' is one word too many"},
        {"march nowhere", "there is no 'nowhere' here"},
        {"march italia illiria", "'illiria' is one word too many"},
        {"done now", "'now' is one word too many"},
        {"pay much", "'much' is not a number"},
        {"pay 3 4", "'4' is one word too many"},
        {"pay -1", "'-1' is not a number from 0 to 16777215"},
        {"pay 16777216", "not a number"},
        {"pay 99999999999999999999", "not a number"},
        {"pay 1.5", "not a number"},
        {"rob D", "they go from A to C"},
        {"rob *", "they go from A to C"},
        {"dice", "missing"},
        {"dice 8", "'8' won't do"},
        {"dice 0", "'0' won't do"},
        {"dice 1 2 3 4", "'4' won't do"},
        {"dice 1 - 2 - 3", "'-' won't do"},
        {"dice 12", "'12' won't do"},
        {"cite T-LAND-3", "did you mean 'T-LAND-1'?"},
        {"march \xff\xfe", "there is no '?\?' here"},
        {"march \033[31m", "there is no '?[31m' here"},
    };
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        struct alea_error error = {.lang = ALEA_EN};
        alea_move move = 77;
        assert_int_equal(alea_move_read(&rules, rows[i].line, &move, &error), ALEA_ERR_BAD_MOVE);
        assert_int_equal(error.code, ALEA_ERR_BAD_MOVE);
        assert_int_equal(move, 77);
        if (!strstr(error.text, rows[i].told)) fail_msg("'%s' is answered with: %s", rows[i].line, error.text);
        error.lang = ALEA_IT;
        assert_int_equal(alea_move_read(&rules, rows[i].line, &move, &error), ALEA_ERR_BAD_MOVE);
        assert_null(strstr(error.text, rows[i].told[0] == '\'' ? "won't" : rows[i].told));
    }
}

static void huge_lines_are_refused(void **state) {
    (void)state;
    static char line[100000];
    alea_move move;
    struct alea_error error = {.lang = ALEA_EN};
    memset(line, 'a', sizeof line - 1);
    assert_int_equal(alea_move_read(&rules, line, &move, &error), ALEA_ERR_BAD_MOVE);
    assert_non_null(strstr(error.text, "too long"));
    for (size_t i = 0; i < sizeof line - 1; i += 2) line[i] = ' ';
    line[1000] = 0; /* 500 words */
    assert_int_equal(alea_move_read(&rules, line, &move, &error), ALEA_ERR_BAD_MOVE);
    assert_non_null(strstr(error.text, "too long"));
}

static void events_and_rules_have_words(void **state) {
    (void)state;
    const struct alea_event event = {.audience = ALEA_EVERYBODY, .kind = 0, .arg = {1, 0, -3}};
    struct alea_text text;
    alea_text_init(&text, 100, ALEA_EN);
    alea_event_say(&rules, &event, &text);
    assert_string_equal(alea_text_str(&text), "B takes Italy: -3");
    alea_text_clear(&text);
    assert_string_equal(alea_rule_id(&game, 1), "T-LAND-1");
    assert_string_equal(alea_rule_id(&game, 0), "");
    assert_string_equal(alea_rule_id(&game, 3), "");
    alea_rule_say(&rules, 3, &text);
    assert_int_equal(text.len, 0);
    text.lang = ALEA_IT;
    alea_rule_say(&rules, 2, &text);
    assert_string_equal(alea_text_str(&text), "Seconda regola.");
    alea_text_clear(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_come_back),
        cmocka_unit_test(moves_are_said),
        cmocka_unit_test(case_and_blanks_do_not_matter),
        cmocka_unit_test(strange_moves_are_written),
        cmocka_unit_test(what_is_wrong_is_told),
        cmocka_unit_test(huge_lines_are_refused),
        cmocka_unit_test(events_and_rules_have_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
