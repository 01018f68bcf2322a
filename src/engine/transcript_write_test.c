/* SPDX-License-Identifier: MIT */
/* transcript_write_test.c - what is written is read and written the same; scenarios; memory and room that run out. */
#include "fail_alloc.h"
#include "transcript_test.h"

/* Reads the text, which is sound, and expects that it is written as `expected`. */
static void written_as(const char *bytes, unsigned flags, const char *expected) {
    struct alea_match *match = read_sound(bytes, strlen(bytes));
    struct alea_text text;
    alea_text_init(&text, CEILING, ALEA_EN);
    text.colour = true; /* must not come through */
    alea_transcript_write(match, flags, &text);
    assert_true(text.colour);
    assert_false(text.truncated);
    assert_string_equal(alea_text_str(&text), expected);
    alea_text_clear(&text);
    alea_match_free(match);
}

/* ---- Sound ones ------------------------------------------------------------------------------------------------------- */

static void sound_ones_come_back(void **state) {
    (void)state;
    struct alea_text whole = text_with(PUT, LINES + 1, "# the end");
    whole.at[strlen(whole.at) - strlen("# the end\n")] = 0;
    written_as(whole.at, 0, whole.at);
    written_as(whole.at, ALEA_TRANSCRIPT_SEALED, whole.at); /* over: open all the same */
    for (int line = 10; line < LINES; line++) {             /* and at every ply on the way */
        struct alea_text part;
        alea_text_init(&part, CEILING, ALEA_EN);
        for (int i = 0; i < line; i++) alea_text_addf(&part, "%s\n", sound[i]);
        bool check_follows = sound[line][0] == '=';
        if (!check_follows && line < LINES - 1) written_as(part.at, 0, part.at);
        alea_match_free(read_sound(part.at, part.len));
        alea_text_clear(&part);
    }
    alea_text_clear(&whole);
}

static void sealed_ones_keep_the_secret(void **state) {
    (void)state;
    const char *head = "alea 1\ngame null 1\noptions rounds=2 tie=nobody\nseat A human\nseat B human\ndice fair\n"
                       "commitment b3a3b63a64c92342c3a87a05086c63ad661c1af55dd53d55ffd748f06401adf0\n";
    char open[600], sealed[600];
    snprintf(open, sizeof open, "%sseed %s\n\n", head, sound[7] + 5);
    snprintf(sealed, sizeof sealed, "%s\n", head);
    written_as(open, 0, open);
    written_as(open, ALEA_TRANSCRIPT_SEALED, sealed);
    written_as(sealed, 0, sealed);
}

static void dice_by_hand_come_back(void **state) {
    (void)state;
    const char *by_hand = "alea 1\ngame null 1\noptions rounds=1 tie=both\nseat A human\nseat B human Bruto di Roma\n"
                          "dice by hand\n\n1 B bet two\n= 430fd9\n2 A bet four\n3 * dice 3\n";
    struct alea_match *match = read_sound(by_hand, strlen(by_hand) - strlen("= 430fd9\n2 A bet four\n3 * dice 3\n"));
    struct alea_text text;
    alea_text_init(&text, CEILING, ALEA_EN);
    assert_int_equal(alea_match_head(match)->dice_kind, ALEA_DICE_BY_HAND);
    alea_match_free(match);

    /* Both are one away, and both score: a draw. */
    struct alea_error error;
    match = read_bytes("alea 1\ngame null 1\noptions tie=both rounds=1\nseat A human\nseat B human\ndice by hand\n\n"
                       "1 B bet two\n2 A bet four\n3 * dice 3\nend 0.5 0.5\n",
                       strlen("alea 1\ngame null 1\noptions tie=both rounds=1\nseat A human\nseat B human\ndice by hand\n\n"
                              "1 B bet two\n2 A bet four\n3 * dice 3\nend 0.5 0.5\n"),
                       &error);
    assert_int_equal(error.code, ALEA_OK);
    alea_transcript_write(match, 0, &text);
    assert_non_null(strstr(text.at, "\noptions rounds=1 tie=both\n"));
    assert_non_null(strstr(text.at, "\nend 0.5 0.5\n"));
    alea_text_clear(&text);
    alea_match_free(match);
}

/* What people and programs do to text files, and mean no harm by. */
static void harmless_differences_are_forgiven(void **state) {
    (void)state;
    struct alea_text plain = text_with(PUT, 0, ""), odd;
    alea_text_init(&odd, CEILING, ALEA_EN);
    alea_text_add(&odd, "\xef\xbb\xbf# a comment with an è\r\n");
    for (int i = 0; i < LINES; i++) {
        if (i == 10) alea_text_add(&odd, "  \t \r\n\r\n");
        if (strncmp(sound[i], "4 B", 3) == 0) alea_text_add(&odd, "4\tB   BET  Two  \r\n#\n");
        else if (strcmp(sound[i], "= 257d3b") == 0) alea_text_add(&odd, "=257D3B\n");
        else alea_text_addf(&odd, "%s%s", sound[i], i + 1 < LINES ? " \r\n" : ""); /* no newline at the end */
    }
    written_as(odd.at, 0, plain.at);
    alea_text_clear(&odd);
    alea_text_clear(&plain);
}

static void comments_explain(void **state) {
    (void)state;
    struct alea_text plain = text_with(PUT, 0, ""), text;
    struct alea_match *match = read_sound(plain.at, plain.len);
    alea_text_init(&text, CEILING, ALEA_IT);
    text.colour = true;
    alea_transcript_write(match, ALEA_TRANSCRIPT_EXPLAIN, &text);
    assert_null(strchr(text.at, '\033'));
    assert_non_null(
        strstr(text.at, "\n\n#   scelte: A 6 B 6; posizione 35e85d; viste: A 35e85d B 35e85d - 35e85d\n1 A bet three"));
    assert_non_null(strstr(text.at, "#   Scommetti su tre\n#   - A ha scommesso\n#   - Hai scommesso su tre (lo sanno: A)\n"
                                    "#   scelte: B 6; posizione 257d3b; viste: A 257d3b B 430fd9 - 430fd9\n= 257d3b\n"));
    assert_non_null(strstr(text.at, "#   scelte: * 6; posizione"));
    assert_non_null(strstr(text.at, "#   partita finita; posizione 2c1ff6"));
    written_as(text.at, 0, plain.at);
    alea_text_clear(&text);
    alea_text_clear(&plain);
    alea_match_free(match);
}

/* The example of docs/transcript.md, found from the path of this file. */
static void the_documented_example_is_true(void **state) {
    (void)state;
    char path[600], block[4096] = "", line[512];
    const char *slash = strrchr(__FILE__, '/');
    snprintf(path, sizeof path, "%.*s/../../docs/transcript.md", slash ? (int)(slash - __FILE__) : 1,
             slash ? __FILE__ : ".");
    FILE *file = fopen(path, "r");
    if (!file) skip(); /* built elsewhere than it is run */
    bool inside = false;
    while (fgets(line, sizeof line, file)) {
        if (inside && strncmp(line, "```", 3) == 0) break;
        if (inside) strncat(block, line, sizeof block - strlen(block) - 1);
        if (strcmp(line, "```alea\n") == 0) inside = true;
    }
    fclose(file);
    assert_true(inside);
    written_as(block, 0, block);
    struct alea_match *match = read_sound(block, strlen(block));
    long n_throws = 0;
    assert_int_equal(alea_match_verify(match, &n_throws, NULL), ALEA_OK);
    assert_int_equal(n_throws, 2);
    alea_match_free(match);
}

/* ---- Scenarios ------------------------------------------------------------------------------------------------------------ */

static void scenarios_are_asked_for(void **state) {
    (void)state;
    static const char good[] = "{\"format\": \"alea.scenario\", \"version\": 1, \"game\": \"null\", \"name\": \"rich\", "
                               "\"replace\": {\"prize\": {\"points\": 3}}}";
    static const char other[] = "{\"format\": \"alea.scenario\", \"version\": 1, \"game\": \"null\", \"name\": \"rich\", "
                                "\"replace\": {\"prize\": {\"points\": 4}}}";
    struct alea_scenario scenario = {.name = "rich.json", .bytes = good, .n_bytes = sizeof good - 1};
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_match_head head = {.dice_kind = ALEA_DICE_BY_HAND, .seat = {{.who = "human"}, {.who = "human"}}};
    struct alea_rules *rules = alea_rules_new(alea_game_find("null"), 2, NULL, 0, &scenario, &error);
    assert_non_null(rules);
    struct alea_match *match = alea_match_new(rules, &head, &error);
    struct alea_text text, again;
    alea_text_init(&text, CEILING, ALEA_EN);
    alea_text_init(&again, CEILING, ALEA_EN);
    alea_transcript_write(match, 0, &text);
    alea_match_free(match);
    assert_non_null(strstr(text.at, "\nscenario rich "));

    assert_null(read_bytes(text.at, text.len, &error));
    assert_int_equal(error.code, ALEA_ERR_BAD_SCENARIO);
    assert_int_equal(error.line, 4);
    assert_non_null(strstr(error.text, "give that file too"));

    scenario.bytes = other;
    assert_null(alea_transcript_read("file.alea", text.at, text.len, &scenario, NULL, NULL, &error));
    assert_int_equal(error.code, ALEA_ERR_BAD_SCENARIO);
    assert_non_null(strstr(error.text, "'rich.json' is not the match's scenario 'rich'"));

    scenario.bytes = good;
    scenario.name = "elsewhere/called.otherwise";
    match = alea_transcript_read("file.alea", text.at, text.len, &scenario, NULL, NULL, &error);
    assert_int_equal(error.code, ALEA_OK);
    alea_transcript_write(match, 0, &again);
    assert_string_equal(text.at, again.at);
    alea_match_free(match);
    alea_text_clear(&text);
    alea_text_clear(&again);

    /* Not needed, not looked at. */
    text = text_with(PUT, 0, "");
    match = alea_transcript_read("file.alea", text.at, text.len, &scenario, NULL, NULL, &error);
    assert_int_equal(error.code, ALEA_OK);
    alea_match_free(match);
    alea_text_clear(&text);
}

/* The scenario is the one that is meant, but wrong in itself: the place is in the scenario. */
static void faults_of_a_scenario_stand_there(void **state) {
    (void)state;
    static const char wrong[] = "{}";
    struct alea_scenario scenario = {.name = "wrong.json", .bytes = wrong, .n_bytes = 2};
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_text text = text_with(
        BEFORE, 4, "scenario wrong c09da522dac261c3d2566230bed10d2f3ef13f8e7654576c12e857e07f786098"); /* of "{}" */
    struct alea_match *match = alea_transcript_read("file.alea", text.at, text.len, &scenario, NULL, NULL, &error);
    assert_null(match);
    assert_int_equal(error.code, ALEA_ERR_BAD_SCENARIO);
    assert_memory_equal(error.where, "wrong.json", 10);
    alea_text_clear(&text);

    /* Of another version, and the transcript ends without a newline: that is not what is wrong. */
    static const char newer[] = "{\"format\": \"alea.scenario\", \"version\": 2}";
    static const char head[] = "alea 1\ngame null 1\noptions\n"
                               "scenario newer 90e8583aaf3e51db04a5122f43959f30d1418538e6bb42b1761018e7c0e28f53\n"
                               "seat A human\nseat B human\ndice by hand";
    scenario = (struct alea_scenario){.name = "newer.json", .bytes = newer, .n_bytes = sizeof newer - 1};
    assert_null(alea_transcript_read("file.alea", head, sizeof head - 1, &scenario, NULL, NULL, &error));
    assert_int_equal(error.code, ALEA_ERR_BAD_VERSION);
}

/* ---- Memory ------------------------------------------------------------------------------------------------------------------ */

static void failing_memory_is_told(void **state) {
    (void)state;
    struct alea_text text = text_with(PUT, 0, ""), written;
    struct alea_error error;
    struct alea_match *match = NULL;
    long n = 1;
    for (; fail_alloc_at(n), match = read_bytes(text.at, text.len, &error), fail_alloc_hit(); n++) {
        assert_int_equal(error.code, ALEA_ERR_NO_MEMORY);
        alea_match_free(match);
    }
    assert_true(n > 10);
    assert_int_equal(error.code, ALEA_OK);

    alea_text_init(&written, CEILING, ALEA_EN);
    for (n = 1; fail_alloc_at(n), alea_transcript_write(match, ALEA_TRANSCRIPT_EXPLAIN, &written), fail_alloc_hit(); n++) {
        assert_true(written.truncated);
        alea_text_clear(&written);
    }
    assert_true(n > 5);
    assert_false(written.truncated);
    alea_text_clear(&written);
    alea_text_clear(&text);
    alea_match_free(match);
}

static void what_does_not_fit_is_cut(void **state) {
    (void)state;
    struct alea_text text = text_with(PUT, 0, ""), written;
    struct alea_match *match = read_sound(text.at, text.len);
    for (size_t max = 0; max < text.len; max += 7) {
        alea_text_init(&written, max, ALEA_EN);
        alea_transcript_write(match, 0, &written);
        assert_true(written.truncated);
        assert_memory_equal(alea_text_str(&written), text.at, written.len);
        alea_text_clear(&written);
    }
    alea_text_clear(&text);
    alea_match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_ones_come_back),    cmocka_unit_test(sealed_ones_keep_the_secret),
        cmocka_unit_test(dice_by_hand_come_back),  cmocka_unit_test(harmless_differences_are_forgiven),
        cmocka_unit_test(comments_explain),        cmocka_unit_test(the_documented_example_is_true),
        cmocka_unit_test(scenarios_are_asked_for), cmocka_unit_test(faults_of_a_scenario_stand_there),
        cmocka_unit_test(failing_memory_is_told),  cmocka_unit_test(what_does_not_fit_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
