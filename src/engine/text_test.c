/* SPDX-License-Identifier: MIT */
/* text_test.c - growing strings, words, templates, UTF-8 and the table of errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "alea.h"
#include "error.h"
#include "fail_alloc.h"
#include "names.h"
#include "text.h"
#include "utf8.h"

static struct alea_text text_of(enum alea_lang lang) {
    struct alea_text text;
    alea_text_init(&text, 4096, lang);
    return text;
}

/* Compares and clears. */
static void assert_text(struct alea_text *text, const char *expected) {
    assert_string_equal(alea_text_str(text), expected);
    assert_int_equal(text->len, strlen(expected));
    alea_text_clear(text);
}

/* ---- Growing ----------------------------------------------------------------------------------------------------- */

static void grows_and_clears(void **state) {
    (void)state;
    struct alea_text text = text_of(ALEA_EN);
    assert_string_equal(alea_text_str(&text), "");
    for (int i = 0; i < 100; i++) alea_text_addf(&text, "%d,", i % 10);
    assert_int_equal(text.len, 200);
    assert_false(text.truncated);
    alea_text_clear(&text);
    alea_text_add(&text, "again");
    assert_text(&text, "again");
}

static void long_formats_are_whole(void **state) {
    (void)state;
    char words[1000];
    memset(words, 'x', sizeof words - 1);
    words[sizeof words - 1] = 0;
    struct alea_text text = text_of(ALEA_EN);
    alea_text_addf(&text, "<%s>", words);
    assert_int_equal(text.len, sizeof words + 1);
    assert_int_equal(text.at[text.len - 1], '>');
    alea_text_clear(&text);
}

static void stops_at_its_ceiling(void **state) {
    (void)state;
    struct alea_text text;
    alea_text_init(&text, 5, ALEA_IT);
    alea_text_add(&text, "città"); /* 6 bytes */
    assert_true(text.truncated);
    assert_string_equal(alea_text_str(&text), "citt"); /* and not half a letter */
    alea_text_add(&text, "x");
    assert_text(&text, "citt");

    alea_text_init(&text, 5, ALEA_IT);
    alea_text_add(&text, "cinqu");
    assert_false(text.truncated);
    alea_text_add(&text, "");
    assert_false(text.truncated);
    alea_text_add(&text, "e");
    assert_true(text.truncated);
    assert_text(&text, "cinqu");
}

static void lives_without_memory(void **state) {
    (void)state;
    char words[500];
    memset(words, 'x', sizeof words - 1);
    words[sizeof words - 1] = 0;
    bool hit = true;
    for (long n = 1; hit; n++) {
        struct alea_text text = text_of(ALEA_EN);
        fail_alloc_at(n);
        alea_text_add(&text, "brief");
        alea_text_addf(&text, "%s", words);
        hit = fail_alloc_hit();
        assert_int_equal(text.truncated, hit);
        assert_int_equal(strlen(alea_text_str(&text)), text.len);
        alea_text_clear(&text);
        assert_in_range(n, 1, 20);
    }
}

static void columns_are_those_of_a_screen(void **state) {
    (void)state;
    static const struct {
        const char *words;
        int columns;
    } rows[] = {{"", 0},
                {"Roma", 4},
                {"città", 5},
                {"citta\u0300", 5},
                {"日本", 4},
                {"\xf0\x9f\x8e\xb2 6", 4},
                {"\xff!", 2},
                {"\033[1mA\033[0m", 1},
                {"\033[38;5;2", 0},
                {"\033x", 2}};
    for (size_t i = 0; i < ALEA_LEN(rows); i++)
        assert_int_equal(alea_text_columns(rows[i].words, strlen(rows[i].words)), rows[i].columns);

    struct alea_text text = text_of(ALEA_IT);
    alea_text_pad(&text, "città", 7);
    alea_text_pad(&text, "Roma", 3);
    size_t from = text.len;
    alea_text_fill(&text, from, 2);
    text.colour = true;
    alea_text_seat(&text, 1);
    alea_text_fill(&text, from, 5);
    assert_text(&text, "città  Roma  \033[1;38;5;26mB\033[0m  ");
    alea_text_fill(&text, 9, 2); /* past the end */
    assert_text(&text, "  ");
}

/* ---- Seats, throws, templates ------------------------------------------------------------------------------------ */

static void seats_are_letters(void **state) {
    (void)state;
    static const struct {
        int seat;
        const char *letters;
    } rows[] = {{0, "A"},           {25, "Z"},        {26, "AA"},       {47, "AV"},
                {ALEA_CHANCE, "*"}, {ALEA_HOST, "!"}, {ALEA_NONE, "-"}, {-1, "-"}};
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        struct alea_text text = text_of(ALEA_EN);
        alea_text_seat(&text, rows[i].seat);
        assert_text(&text, rows[i].letters);
        if (rows[i].seat >= 0) assert_int_equal(alea_seat_read(rows[i].letters), rows[i].seat);
    }
    assert_int_equal(alea_seat_read("av"), 47);
    assert_int_equal(alea_seat_read("AW"), ALEA_NONE);
    assert_int_equal(alea_seat_read(""), ALEA_NONE);
    assert_int_equal(alea_seat_read("AAA"), ALEA_NONE);
}

static void colour_stands_beside_the_letter(void **state) {
    (void)state;
    struct alea_text text = text_of(ALEA_EN);
    text.colour = true;
    alea_text_seat(&text, 1);
    assert_non_null(strstr(alea_text_str(&text), "mB\033[0m"));
    alea_text_clear(&text);
    alea_text_seat(&text, ALEA_NONE);
    assert_text(&text, "-");
}

static void throws_are_faces(void **state) {
    (void)state;
    unsigned both = alea_dice_with(alea_dice_with(alea_dice_with(alea_dice_with(0, 0, 0, 6), 0, 1, 4), 0, 2, 1), 1, 0, 5);
    const struct {
        unsigned arg;
        const char *words;
    } rows[] = {{both, "6 4 1 - 5"}, {6, "6"}, {alea_dice_with(0, 1, 0, 3), "- 3"}, {0, "-"}};
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        struct alea_text text = text_of(ALEA_EN);
        alea_dice_write(rows[i].arg, &text);
        assert_text(&text, rows[i].words);
    }
}

static void templates_are_filled(void **state) {
    (void)state;
    const struct alea_rules rules = {.game = alea_game_find("null"), .seats = 2};
    int step = ALEA_SET_GAME + 1; /* the list of the null game */
    const uint8_t sets[] = {ALEA_SET_SEAT, ALEA_SET_NUMBER, ALEA_SET_DICE, (uint8_t)step};
    const struct {
        const char *template;
        int32_t args[4];
        const char *it, *en;
    } rows[] = {
        {"plain", {0}, "plain", "plain"},
        {"", {0}, "", ""},
        {"{1} x{2}", {1, 7}, "B x7", "B x7"},
        {"{2} {2|legionario|legionari}", {0, 1}, "1 legionario", "1 legionario"},
        {"{2} {2|legionario|legionari}", {0, 0}, "0 legionari", "0 legionari"},
        {"{2|one|}", {0, 2}, "", ""},
        {"{{1}}{{{1}", {0}, "{1}}{A", "{1}}{A"},
        {"{3}", {0, 0, 0x1c}, "4 3", "4 3"},
        {"{4}", {0, 0, 0, 1}, "tiro del dado", "throw of the die"},
        {"{4}", {0, 0, 0, ALEA_NONE}, "-", "-"},
        {"{4}", {0, 0, 0, 99}, "?", "?"},
        {"{5}", {0}, "?", "?"},
    };
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        for (int lang = 0; lang < ALEA_LANGS; lang++) {
            struct alea_text text = text_of((enum alea_lang)lang);
            alea_say(&rules, rows[i].template, 4, sets, rows[i].args, &text);
            assert_text(&text, lang == ALEA_IT ? rows[i].it : rows[i].en);
        }
    }
}

/* ---- UTF-8 ------------------------------------------------------------------------------------------------------- */

static void utf8_is_strict(void **state) {
    (void)state;
    static const char turned[] = {'\xe2', '\x80', '\xae', 'a', 0};
    static const struct {
        const char *bytes;
        bool clean;
    } rows[] = {
        {"perché", true},
        {"", true},
        {"\xf0\x9f\x8e\xb2", true},  /* a die, four bytes */
        {"\xc3", false},             /* cut short */
        {"\xc3(", false},            /* not continued */
        {"\x80", false},             /* continued, not begun */
        {"\xc0\xaf", false},         /* overlong */
        {"\xe0\x80\xaf", false},     /* overlong */
        {"\xed\xa0\x80", false},     /* a surrogate */
        {"\xf4\x90\x80\x80", false}, /* past the end */
        {"\xff", false},
        {"a\nb", false},
        {"\033[2J", false},
        {"\xc2\x9b", false},     /* a control character of two bytes */
        {turned, false},         /* turns the direction of writing */
        {"\xef\xbf\xbf", false}, /* a non-character */
    };
    for (size_t i = 0; i < ALEA_LEN(rows); i++)
        assert_int_equal(alea_utf8_clean(rows[i].bytes, strlen(rows[i].bytes)), rows[i].clean);
}

static void utf8_is_trimmed(void **state) {
    (void)state;
    static const char die[] = "x\xf0\x9f\x8e\xb2";
    assert_int_equal(alea_utf8_trim(die, 5), 5);
    for (size_t n = 2; n < 5; n++) assert_int_equal(alea_utf8_trim(die, n), 1);
    assert_int_equal(alea_utf8_trim(die, 1), 1);
    assert_int_equal(alea_utf8_trim(die, 0), 0);
}

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

/* Both languages of each error take the same number of %s, and nothing else. */
static void error_texts_agree(void **state) {
    (void)state;
    for (int code = 1; code < ALEA_ERRS; code++) {
        int holes[ALEA_LANGS];
        for (int lang = 0; lang < ALEA_LANGS; lang++) {
            struct alea_error error = {.lang = (enum alea_lang)lang};
            assert_int_equal(alea_fail(&error, (enum alea_err)code, "\x01", "\x01", "\x01"), code);
            assert_int_equal(error.code, code);
            assert_null(strchr(error.text, '%'));
            assert_int_not_equal(error.text[0], 0);
            holes[lang] = 0;
            for (const char *at = error.text; (at = strchr(at, '?')); at++) holes[lang]++;
        }
        assert_int_equal(holes[ALEA_IT], holes[ALEA_EN]);
    }
}

static void error_names_are_small(void **state) {
    (void)state;
    assert_string_equal(alea_err_name(ALEA_OK), "ok");
    assert_string_equal(alea_err_name(ALEA_ERR_STALE), "stale");
    assert_string_equal(alea_err_name(ALEA_ERR_BAD_MOVE), "bad_move");
}

static void errors_are_one_clean_line(void **state) {
    (void)state;
    struct alea_error error = {.lang = ALEA_EN, .rule = 7, .ply = 8, .line = 9, .where = "old"};
    alea_fail(&error, ALEA_ERR_IO, "a\nb\xff", NULL);
    assert_string_equal(error.text, "a?b?: ");
    assert_int_equal(error.rule + error.ply + error.line + error.where[0], 0);

    char words[2000];
    for (size_t i = 0; i + 1 < sizeof words; i += 2) memcpy(words + i, "è", 2);
    words[sizeof words - 2] = 0;
    alea_fail(&error, ALEA_ERR_IO, words, "end");
    assert_true(strlen(error.text) >= sizeof error.text - 3);
    assert_true(alea_utf8_clean(error.text, strlen(error.text)));

    alea_fail(&error, ALEA_ERR_IO, error.text, "an error may be part of the next one");
    assert_int_equal(alea_fail(NULL, ALEA_ERR_OVER), ALEA_ERR_OVER);
}

static void reasons_know_the_language(void **state) {
    (void)state;
    struct alea_error error = {.lang = ALEA_IT};
    assert_string_equal(alea_reason(&error, "%s sì", "%s yes", "x").at, "x sì");
    error.lang = ALEA_EN;
    assert_string_equal(alea_reason(&error, "%s sì", "%s yes", "x").at, "x yes");
    assert_string_equal(alea_reason(NULL, "%s sì", "%s yes", "x").at, "x yes");
    assert_string_equal(alea_digits(-12).at, "-12");
}

/* ---- Misspelt words ---------------------------------------------------------------------------------------------- */

static const char *nearest_of(const char *word) {
    static const char *const words[] = {"italia", "illiria", "attack_from", "attack_to", "done", "bot"};
    struct alea_nearest nearest = {.word = word};
    for (size_t i = 0; i < ALEA_LEN(words); i++) alea_nearest_offer(&nearest, words[i]);
    return nearest.best ? nearest.best : "";
}

static void misspelt_words_are_known(void **state) {
    (void)state;
    assert_string_equal(nearest_of("itlaia"), "italia");
    assert_string_equal(nearest_of("Italy"), "italia");
    assert_string_equal(nearest_of("ILIRIA"), "illiria");
    assert_string_equal(nearest_of("attak_from"), "attack_from");
    assert_string_equal(nearest_of("att"), "attack_from");
    assert_string_equal(nearest_of("don"), "done");
    assert_string_equal(nearest_of("bto"), "bot");
    assert_string_equal(nearest_of("foo"), "");
    assert_string_equal(nearest_of("dire"), "");
    assert_string_equal(nearest_of("xyzzy"), "");
    assert_string_equal(nearest_of(""), "");
    assert_string_equal(nearest_of("a_word_that_is_much_longer_than_any_id_can_ever_be"), "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grows_and_clears),
        cmocka_unit_test(long_formats_are_whole),
        cmocka_unit_test(stops_at_its_ceiling),
        cmocka_unit_test(lives_without_memory),
        cmocka_unit_test(columns_are_those_of_a_screen),
        cmocka_unit_test(seats_are_letters),
        cmocka_unit_test(colour_stands_beside_the_letter),
        cmocka_unit_test(throws_are_faces),
        cmocka_unit_test(templates_are_filled),
        cmocka_unit_test(utf8_is_strict),
        cmocka_unit_test(utf8_is_trimmed),
        cmocka_unit_test(error_texts_agree),
        cmocka_unit_test(error_names_are_small),
        cmocka_unit_test(errors_are_one_clean_line),
        cmocka_unit_test(reasons_know_the_language),
        cmocka_unit_test(misspelt_words_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
