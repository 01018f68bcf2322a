/* SPDX-License-Identifier: MIT */
/* report_test.c - the page of a result: numbers, axes, escaping, verdicts, and memory that is short. */
#include "fail_alloc.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "report_page.h"

static struct alea_text page;

static struct report report_in(enum alea_lang lang) {
    alea_text_clear(&page);
    alea_text_init(&page, 4096, lang);
    return (struct report){.page = &page, .lang = lang};
}

static void numbers(void **state) {
    (void)state;
    struct report it = report_in(ALEA_IT), en = report_in(ALEA_EN);
    struct result_figure share = {0.5, 0.4901, 0.5523}, points = {0.05, -0.001, 0.1}, none = {0.5, NAN, NAN};
    assert_string_equal(report_value(&it, REPORT_SHARE, 0, 0.5214).at, "52,1%");
    assert_string_equal(report_value(&en, REPORT_SHARE, 0, 0.5214).at, "52.1%");
    assert_string_equal(report_value(&en, REPORT_POINTS, 0, 0.05).at, "+5.0");
    assert_string_equal(report_value(&en, REPORT_POINTS, 0, -0.05).at, "\xe2\x88\x92"
                                                                       "5.0");
    assert_string_equal(report_value(&en, REPORT_POINTS, 0, -0.0001).at, "0.0");
    assert_string_equal(report_value(&en, REPORT_COUNT, 2, NAN).at, "\xe2\x80\x93");
    assert_string_equal(report_whole(&en, 1600).at, "1600");
    assert_string_equal(report_whole(&en, 1234567).at, "1,234,567");
    assert_string_equal(report_whole(&it, -1234567).at, "\xe2\x88\x92"
                                                        "1.234.567");
    assert_string_equal(report_share(&it, 0.75).at, "75%");
    assert_string_equal(report_share(&it, 0.755).at, "75,5%");
    assert_string_equal(report_interval(&en, REPORT_SHARE, 0, &share).at, "49.0 to 55.2%");
    assert_string_equal(report_interval(&it, REPORT_SHARE, 0, &share).at, "da 49,0 a 55,2%");
    assert_string_equal(report_range(&en, REPORT_SHARE, 0, &share).at, "49.0\xe2\x80\x93"
                                                                       "55.2");
    assert_string_equal(report_range(&en, REPORT_POINTS, 0, &points).at, "\xe2\x88\x92"
                                                                         "0.1 \xe2\x80\xa6 +10.0");
    assert_string_equal(report_range(&en, REPORT_SHARE, 0, &none).at, "\xe2\x80\x93");
}

static void escapes(const char *words, const char *wanted) {
    struct report report = report_in(ALEA_EN);
    report_text(&report, words);
    assert_string_equal(alea_text_str(&page), wanted);
}

static void hostile_words(void **state) {
    (void)state;
    escapes("<a href='x'>&\"", "&lt;a href=&#39;x&#39;&gt;&amp;&quot;");
    escapes("5\xce\xb1 \xe2\x86\x92 \xf0\x9f\x8e\xb2",
            "5\xce\xb1 \xe2\x86\x92 \xf0\x9f\x8e\xb2"); /* letters stay as they are */
    /* Controls, what turns the direction of words around, what is no character. */
    static const char unfit[][4] = {{'\x01'},
                                    {'\x7f'},
                                    {'\xc2', '\x85'},
                                    {'\xe2', '\x80', '\xae'},
                                    {'\xe2', '\x81', '\xa6'},
                                    {'\xef', '\xbf', '\xbe'},
                                    {'\xef', '\xbb', '\xbf'}};
    for (size_t i = 0; i < ALEA_LEN(unfit); i++) escapes(unfit[i], "\xef\xbf\xbd");
    /* What fills a hole can't bring marks of its own. */
    struct report report = report_in(ALEA_EN);
    report_say(&report, REPORT_LABEL_STRENGTH, "*<b>* {1} `", NULL);
    assert_non_null(strstr(alea_text_str(&page), "<code>*&lt;b&gt;* {1} `</code>"));
}

/* The axis holds all that it shall, has 3 to 6 ticks, and steps of 1, 2 or 5. */
static void check_axis(enum report_unit unit, double low, double mean, double high) {
    struct result_figure figure = {mean, low, high};
    struct report_plot plot = {.unit = unit, .groups = 1, .series = 1, .at = &figure, .reference = NAN};
    struct report_axis axis = report_axis_of(&plot);
    int ticks = report_ticks(&axis);
    double first = axis.step / pow(10, floor(log10(axis.step) + 1e-9)), slack = 1e-9 * (fabs(low) + fabs(high) + 1);
    assert_true(ticks >= 2 && ticks <= 6);
    assert_true(fabs(first - 1) < 1e-6 || fabs(first - 2) < 1e-6 || fabs(first - 5) < 1e-6);
    if (unit == REPORT_SHARE) assert_true(axis.low >= -slack && axis.high <= 1 + slack);
    else if (unit == REPORT_DIFFERENCE) assert_true(axis.low <= low + slack && axis.high >= high - slack);
    assert_true(axis.low <= mean + slack && axis.high >= mean - slack);
    assert_true(report_along(&axis, mean) >= 0 && report_along(&axis, mean) <= 100);
}

static void axes(void **state) {
    (void)state;
    struct alea_random random = alea_random_stream(1, 1);
    for (int i = 0; i < 20000; i++) {
        double size = pow(10, (double)alea_random_below(&random, 16) - 4), part = alea_random_below(&random, 1001) / 1000.0;
        double width = pow(10, -(double)alea_random_below(&random, 5)) * size;
        check_axis(REPORT_COUNT, part * size - width, part * size, part * size + width);
        check_axis(REPORT_DIFFERENCE, -part * size - width, -part * size, -part * size + width);
        check_axis(REPORT_SHARE, fmax(0, part - 0.01), part, fmin(1, part + 0.2));
    }
}

static void beyond_chance(void **state) {
    (void)state;
    struct result_figure just = {0.0197, 0.0001, 0.0393}, clear = {-0.04, -0.0596, -0.0204}, within = {0.01, -0.01, 0.03};
    assert_true(report_beyond_chance(&just, 1));
    assert_false(report_beyond_chance(&just, 2));
    assert_true(report_beyond_chance(&clear, 6)); /* 4 standard errors; 2.64 would do */
    assert_true(report_beyond_chance(&clear, 500));
    assert_false(report_beyond_chance(&within, 1));
    struct result_figure nothing = {0, 0, 0}, certain = {0.1, 0.1, 0.1}, unknown = {0.1, NAN, NAN};
    assert_false(report_beyond_chance(&nothing, 1));
    assert_true(report_beyond_chance(&certain, 3));
    assert_false(report_beyond_chance(&unknown, 1));
}

/* A small result: one bot, one cell, a statistic of two columns. */
static const char small[] =
    "{\"format\":\"alea.lab\",\"version\":1,\"alea\":\"0\",\"kind\":\"match\",\"game\":\"none\",\"rules_version\":1,\"seats\":2,"
    "\"seed\":-1,\"command\":\"alea lab\",\"bots\":[\"x\"],\"variants\":[{\"name\":\"\",\"options\":\"\",\"set\":null}],"
    "\"block_games\":1,\"blocks\":1,\"games\":1,\"stopped\":\"games\",\"sprt\":null,\"cells\":[{\"variant\":0,\"bots\":[0,0],"
    "\"blocks\":1,\"games\":1,\"unfinished\":0,\"score\":[{\"bot\":0,\"mean\":0.5,\"low\":null,\"high\":null,\"won\":1,\"drawn\":0,"
    "\"lost\":1}],\"seats\":[{\"seat\":\"A\",\"wins\":1,\"mean\":1,\"low\":0.2,\"high\":1},{\"seat\":\"B\",\"wins\":0,\"mean\":0,"
    "\"low\":0,\"high\":0.8}],\"rounds\":{\"mean\":3,\"low\":null,\"high\":null,\"histogram\":[[3,1],[5,1]]},\"plies\":{\"mean\":9,"
    "\"low\":null,\"high\":null},\"ends\":[{\"id\":\"e\",\"words\":{\"it\":\"f\",\"en\":\"e\"},\"games\":1}],\"statistics\":[{\"id\":"
    "\"s\",\"words\":{\"it\":\"s\",\"en\":\"s\"},\"of\":null,\"rows\":[{\"id\":\"\",\"words\":{\"it\":\"\",\"en\":\"\"}}],\"cols\":[{"
    "\"id\":\"1\",\"words\":{\"it\":\"a\",\"en\":\"a\"}},{\"id\":\"2\",\"words\":{\"it\":\"b\",\"en\":\"b\"}}],\"mean\":[[1,2]],"
    "\"low\":[[1,2]],\"high\":[[1,2]],\"n\":[[1,1]]}]}],\"differences\":[],\"ratings\":null}";

static enum alea_err write_small(struct alea_error *error) {
    *error = (struct alea_error){.lang = ALEA_EN};
    alea_text_clear(&page);
    alea_text_init(&page, LAB_MAX_REPORT_BYTES, ALEA_EN);
    return lab_report_write("small.json", small, sizeof small - 1, &page, error);
}

static void memory(void **state) {
    (void)state;
    struct alea_error error;
    assert_int_equal(write_small(&error), ALEA_OK);
    size_t whole = page.len;
    assert_non_null(strstr(alea_text_str(&page), "18446744073709551615")); /* seeds have 64 bits */
    long n = 1;
    for (bool hit = true; hit; n++) {
        fail_alloc_at(n);
        enum alea_err failed = write_small(&error);
        hit = fail_alloc_hit();
        if (hit && !failed) assert_int_equal(page.len, whole); /* it could do without */
        if (failed) assert_true(error.text[0] != 0);
    }
    assert_true(n > 100);
}

static void too_large(void **state) {
    (void)state;
    struct alea_error error = {.lang = ALEA_EN};
    alea_text_clear(&page);
    alea_text_init(&page, 2000, ALEA_EN);
    assert_int_equal(lab_report_write("small.json", small, sizeof small - 1, &page, &error), ALEA_ERR_TOO_LARGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),       cmocka_unit_test(hostile_words), cmocka_unit_test(axes),
        cmocka_unit_test(beyond_chance), cmocka_unit_test(memory),        cmocka_unit_test(too_large),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    alea_text_clear(&page);
    return failed;
}
