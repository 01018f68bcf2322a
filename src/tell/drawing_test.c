/* SPDX-License-Identifier: MIT */
/* drawing_test.c - alea-draw draws what Alea draws, and ends with an error in bounded time for what is hostile. Without librsvg there is
 * no such program; then that is what is told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "drawing.h"
#include "now.h"

#define HEAD "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1080\" height=\"1350\" viewBox=\"0 0 1080 1350\">"

static bool there; /* was it built? */

static enum alea_err drawn_in(const char *svg, size_t n, double seconds, char **png, size_t *n_png) {
    struct alea_error error = {.lang = ALEA_EN};
    enum alea_err code = drawing_png(svg, n, seconds, NULL, png, n_png, &error);
    if (code) assert_string_not_equal(error.text, "");
    return code;
}

static enum alea_err drawn(const char *svg, size_t n) {
    char *png = NULL;
    size_t n_png = 0;
    enum alea_err code = drawn_in(svg, n, DRAWING_SECONDS, &png, &n_png);
    free(png);
    return code;
}

static enum alea_err drawn_words(const char *svg) { return drawn(svg, strlen(svg)); }

static void a_picture_is_drawn(void **state) {
    (void)state;
    static const char svg[] =
        HEAD "<text x=\"9\" y=\"90\" font-weight=\"bold\" font-size=\"40\">Esdef &amp; Varannah</text></svg>";
    char *png = NULL;
    size_t n = 0;
    if (!there) {
        assert_int_equal(drawn_words(svg), ALEA_ERR_NOT_FOUND);
        return;
    }
    assert_int_equal(drawn_in(svg, sizeof svg - 1, DRAWING_SECONDS, &png, &n), ALEA_OK);
    assert_true(n > 1000);
    assert_memory_equal(png + 12, "IHDR\0\0\x04\x38\0\0\x05\x46", 12); /* 1080 x 1350 */
    free(png);
}

static void a_map_is_drawn(void **state) {
    (void)state;
    const char *const options[] = {"map=esdef"};
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_rules *rules = alea_rules_new(alea_game_find("incursio"), 2, options, 1, NULL, &error);
    void *view = calloc(1, rules->game->position_size);
    if (!there) skip();
    for (int seat = 0; seat < 3; seat++) {
        struct alea_text svg;
        alea_text_init(&svg, 1 << 20, seat ? ALEA_IT : ALEA_EN);
        memset(view, 0, rules->game->position_size);
        rules->game->setup(rules->tables, view);
        alea_hide(rules, view, seat < 2 ? seat : ALEA_NONE);
        assert_true(alea_picture(rules, view, seat < 2 ? seat : ALEA_NONE, &svg));
        assert_int_equal(drawn(svg.at, svg.len), ALEA_OK);
        alea_text_clear(&svg);
    }
    free(view);
    alea_rules_free(rules);
}

static void what_is_hostile_is_not_drawn(void **state) {
    (void)state;
    static const char *const bad[] = {
        "",
        "x",
        "<svg",
        HEAD,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1000000000\" height=\"1000000000\"/>",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1080\" height=\"1e38\"/>",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"-1\" height=\"nan\"/>",
        "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
        "<!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c "
        "\"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\"><!ENTITY d \"&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;\">]>" HEAD "<text>&d;</text></svg>",
        "<!DOCTYPE svg [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>" HEAD "<text>&a;</text></svg>",
        HEAD "<image href=\"file:///etc/passwd\" width=\"9\" height=\"9\"/></svg>",
        HEAD "<image xlink:href=\"http://127.0.0.1:1/x.png\" width=\"9\" height=\"9\"/></svg>",
        HEAD "<g id=\"a\"><use href=\"#a\"/></g></svg>",
        HEAD "<style>@import url(http://127.0.0.1:1/);</style></svg>",
        HEAD "<rect fill=\"url(http://127.0.0.1:1/x.svg#a)\" width=\"9\" height=\"9\"/></svg>",
        HEAD "<rect fill=\"url(",
        HEAD "<filter id=\"a\"><feGaussianBlur stdDeviation=\"1e9\"/></filter></svg>",
        HEAD "<script>while (1);</script></svg>",
        HEAD "<g>",
    };
    for (size_t i = 0; there && i < ALEA_LEN(bad); i++) {
        double begin = alea_now();
        if (drawn_words(bad[i]) != ALEA_ERR_IO) fail_msg("drawn: %s", bad[i]);
        assert_true(alea_now() - begin < DRAWING_SECONDS / 2.0);
    }
}

/* Lots of what is allowed. */
static void what_is_endless_ends(void **state) {
    (void)state;
    enum { MEBIBYTES = 3 };
    struct alea_text deep, much;
    alea_text_init(&deep, (size_t)MEBIBYTES << 20, ALEA_EN);
    alea_text_init(&much, (size_t)MEBIBYTES << 20, ALEA_EN);
    alea_text_add(&deep, HEAD);
    alea_text_add(&much, HEAD);
    for (int i = 0; i < 100000; i++) alea_text_add(&deep, "<g>");
    while (!much.truncated) alea_text_add(&much, "          ");
    for (int i = 0; there && i < 2; i++) {
        double begin = alea_now();
        assert_int_equal(drawn(i ? much.at : deep.at, i ? much.len : deep.len), ALEA_ERR_IO);
        assert_true(alea_now() - begin < DRAWING_SECONDS / 2.0);
    }
    alea_text_clear(&deep);
    alea_text_clear(&much);
}

/* Patterns within patterns make much of little: ten of ten of ten..., which the clock of the child ends. */
static void what_takes_for_ever_is_ended(void **state) {
    (void)state;
    enum { CLOCK = 1 }; /* seconds */
    struct alea_text svg;
    alea_text_init(&svg, 1 << 19, ALEA_EN);
    alea_text_add(&svg, HEAD);
    for (int i = 0; i < 30; i++)
        alea_text_addf(
            &svg,
            "<pattern id=\"p%d\" width=\"1\" height=\"1\" patternUnits=\"userSpaceOnUse\"><rect width=\"9\" height=\"9\" "
            "fill=\"url(#p%d)\"/><rect width=\"9\" height=\"9\" fill=\"url(#p%d)\"/></pattern>",
            i, i + 1, i + 1);
    alea_text_add(&svg, "<pattern id=\"p30\" width=\"1\" height=\"1\" patternUnits=\"userSpaceOnUse\"><rect width=\"1\" "
                        "height=\"1\"/></pattern><rect width=\"1080\" height=\"1350\" fill=\"url(#p0)\"/></svg>");
    char *png = NULL;
    size_t n = 0;
    double begin = alea_now();
    enum alea_err err = there ? drawn_in(svg.at, svg.len, CLOCK, &png, &n) : ALEA_ERR_IO;
    double took = alea_now() - begin;
    assert_true(err ? took < CLOCK + 3 : took < CLOCK); /* a fast machine draws even this in time */
    free(png);
    alea_text_clear(&svg);
}

static void nobody_waits_for_what_nobody_wants(void **state) {
    (void)state;
    atomic_bool stop = true;
    char *png = NULL;
    size_t n = 0;
    if (!there) skip();
    assert_int_equal(drawing_png(HEAD "</svg>", sizeof HEAD + 5, 20, &stop, &png, &n, NULL), ALEA_ERR_IO);
}

/* The program is looked for beside the one that runs: this test. */
static void put_beside(const char *program) {
    char path[4096], beside[4200];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    assert_true(n > 0);
    path[n] = 0;
    snprintf(beside, sizeof beside, "%.*s/alea-draw", (int)(strrchr(path, '/') - path), path);
    unlink(beside);
    assert_int_equal(symlink(program, beside), 0);
}

int main(int argc, char *argv[]) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_is_drawn),           cmocka_unit_test(a_map_is_drawn),
        cmocka_unit_test(what_is_hostile_is_not_drawn), cmocka_unit_test(what_is_endless_ends),
        cmocka_unit_test(what_takes_for_ever_is_ended), cmocka_unit_test(nobody_waits_for_what_nobody_wants),
    };
    there = argc > 1;
    if (there) put_beside(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
