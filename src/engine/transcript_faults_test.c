/* SPDX-License-Identifier: MIT */
/* transcript_faults_test.c - what is wrong is reported in one sentence at its line and ply; what is cut short, mangled or huge. */
#include "fail_alloc.h" /* linked with it: see tests/meson.build */
#include "transcript_test.h"

struct told {
    int n;
    struct alea_error last;
};

static void hear(void *context, const struct alea_error *error) {
    struct told *told = context;
    told->n++;
    told->last = *error;
}

/* ---- Faults ------------------------------------------------------------------------------------------------------------- */

#define HEX64 "0000000000000000000000000000000000000000000000000000000000000000"
#define LONG64 "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww"

static const struct {
    enum edit edit;
    int line;
    const char *with;
    enum alea_err code;
    long told_line, told_ply;
    const char *words;
} faults[] = {
    /* the head */
    {PUT, 1, "aleo 1", ALEA_ERR_BAD_TRANSCRIPT, 1, 0, "no transcript"},
    {LEAVE, 1, "", ALEA_ERR_BAD_TRANSCRIPT, 1, 0, "no transcript"},
    {BEFORE, 1, "", ALEA_ERR_BAD_TRANSCRIPT, 1, 0, "no transcript"},
    {PUT, 1, "alea 5", ALEA_ERR_BAD_VERSION, 1, 0, "version 5"},
    {PUT, 1, "alea", ALEA_ERR_BAD_VERSION, 1, 0, "'alea 1'"},
    {PUT, 1, "alea 1 x", ALEA_ERR_BAD_VERSION, 1, 0, "'alea 1'"},
    {BEFORE, 2, "alea 1", ALEA_ERR_BAD_TRANSCRIPT, 2, 0, "already (line 1)"},
    {PUT, 2, "game chess 1", ALEA_ERR_UNKNOWN_GAME, 2, 0, "unknown game 'chess'"},
    {PUT, 2, "game", ALEA_ERR_UNKNOWN_GAME, 2, 0, "unknown game ''"},
    {PUT, 2, "game null", ALEA_ERR_BAD_TRANSCRIPT, 2, 0, "'game null VERSION'"},
    {PUT, 2, "game null 0", ALEA_ERR_BAD_TRANSCRIPT, 2, 0, "'game null VERSION'"},
    {PUT, 2, "game null -1", ALEA_ERR_BAD_TRANSCRIPT, 2, 0, "'game null VERSION'"},
    {PUT, 2, "game null 99999999999999999999", ALEA_ERR_BAD_TRANSCRIPT, 2, 0, "'game null VERSION'"},
    {PUT, 2, "game null 2", ALEA_ERR_BAD_VERSION, 2, 0, "version 2 is not supported"},
    {LEAVE, 2, "", ALEA_ERR_BAD_TRANSCRIPT, 9, 0, "no line 'game'"},
    {BEFORE, 4, "game null 1", ALEA_ERR_BAD_TRANSCRIPT, 4, 0, "already (line 2)"},
    {LEAVE, 3, "", ALEA_ERR_BAD_TRANSCRIPT, 9, 0, "no line 'options'"},
    {PUT, 3, "options rounds=9", ALEA_ERR_BAD_OPTION, 3, 0, "rounds"},
    {PUT, 3, "options round=1", ALEA_ERR_BAD_OPTION, 3, 0, "'rounds'"},
    {PUT, 3, "options a b c d e f g h i j k l m n o p q r s t u v w x y", ALEA_ERR_TOO_LARGE, 3, 0, "at most 24"},
    {PUT, 3, "scenario x " HEX64, ALEA_ERR_BAD_TRANSCRIPT, 10, 0, "no line 'options'"},
    {BEFORE, 4, "scenario x " HEX64, ALEA_ERR_BAD_SCENARIO, 4, 0, "'x' (BLAKE2b-256 " HEX64 ")"},
    {BEFORE, 4, "scenario " HEX64, ALEA_ERR_BAD_TRANSCRIPT, 4, 0, "'scenario NAME HASH'"},
    {BEFORE, 4, "scenario x 12", ALEA_ERR_BAD_TRANSCRIPT, 4, 0, "'scenario NAME HASH'"},
    {BEFORE, 4, "scenario x " HEX64 " y", ALEA_ERR_BAD_TRANSCRIPT, 4, 0, "'scenario NAME HASH'"},
    {PUT, 4, "seat B human", ALEA_ERR_BAD_TRANSCRIPT, 4, 0, "'seat A' here"},
    {PUT, 4, "seat", ALEA_ERR_BAD_TRANSCRIPT, 4, 0, "'seat A' here"},
    {PUT, 5, "seat A human", ALEA_ERR_BAD_TRANSCRIPT, 5, 0, "'seat B' here"},
    {PUT, 5, "seat B", ALEA_ERR_BAD_TRANSCRIPT, 5, 0, "'seat B WHO NAME'"},
    {PUT, 5, "seat B " LONG64, ALEA_ERR_BAD_TRANSCRIPT, 5, 0, "1 to 31 bytes"},
    {PUT, 5, "seat B human " LONG64, ALEA_ERR_BAD_TRANSCRIPT, 5, 0, "at most 63"},
    {LEAVE, 5, "", ALEA_ERR_BAD_SEATS, 4, 0, "seats given: 1"},
    {BEFORE, 6, "seat C human", ALEA_ERR_BAD_SEATS, 4, 0, "seats given: 3"},
    {BEFORE, 8, "seat C human", ALEA_ERR_BAD_TRANSCRIPT, 8, 0, "'seat' must stand before 'dice'"},
    {PUT, 6, "dice loaded", ALEA_ERR_BAD_TRANSCRIPT, 6, 0, "'dice fair' or 'dice by hand'"},
    {LEAVE, 6, "", ALEA_ERR_BAD_TRANSCRIPT, 9, 0, "no line 'dice'"},
    {PUT, 6, "dice by hand", ALEA_ERR_BAD_TRANSCRIPT, 7, 0, "no 'commitment'"},
    {LEAVE, 7, "", ALEA_ERR_BAD_TRANSCRIPT, 9, 0, "no line 'commitment'"},
    {PUT, 7, "commitment abc", ALEA_ERR_BAD_TRANSCRIPT, 7, 0, "64 hexadecimal digits"},
    {PUT, 8, "seed " HEX64 "00", ALEA_ERR_BAD_TRANSCRIPT, 8, 0, "64 hexadecimal digits"},
    {PUT, 8, "seed g" HEX64, ALEA_ERR_BAD_TRANSCRIPT, 8, 0, "64 hexadecimal digits"},
    {BEFORE, 9, "seed " HEX64, ALEA_ERR_BAD_TRANSCRIPT, 9, 0, "already (line 8)"},
    {PUT, 9, "word C x", ALEA_ERR_BAD_TRANSCRIPT, 9, 0, "'word SEAT WORD'"},
    {PUT, 9, "word A", ALEA_ERR_BAD_TRANSCRIPT, 9, 0, "'word SEAT WORD'"},
    {PUT, 9, "word * x", ALEA_ERR_BAD_TRANSCRIPT, 9, 0, "'word SEAT WORD'"},
    {PUT, 9, "word A " LONG64 "w", ALEA_ERR_BAD_TRANSCRIPT, 9, 0, "at most 64 bytes"},
    {BEFORE, 10, "word A x", ALEA_ERR_BAD_TRANSCRIPT, 10, 0, "one a seat"},
    {BEFORE, 9, "word B x", ALEA_ERR_BAD_TRANSCRIPT, 10, 0, "order of the seats"},
    {PUT, 9, "words A x", ALEA_ERR_BAD_TRANSCRIPT, 9, 0, "'word'"},
    {BEFORE, 4, "sealed a " HEX64, ALEA_ERR_BAD_TRANSCRIPT, 4, 0, "is one of transcripts 'alea 4'"},
    {BEFORE, 4, "opened e30=", ALEA_ERR_BAD_TRANSCRIPT, 4, 0, "is one of transcripts 'alea 4'"},
    {BEFORE, 3, "option x", ALEA_ERR_BAD_TRANSCRIPT, 3, 0, "'options'"},
    {LEAVE, 10, "", ALEA_ERR_BAD_TRANSCRIPT, 10, 0, "an empty line must stand"},
    {BEFORE, 5, "", ALEA_ERR_BAD_TRANSCRIPT, 5, 0, "no line 'dice'"},
    /* the moves */
    {PUT, 11, "A bet three", ALEA_ERR_BAD_TRANSCRIPT, 11, 1, "NUMBER SEAT MOVE"},
    {PUT, 11, "| 1 A bet three", ALEA_ERR_BAD_TRANSCRIPT, 11, 1, "NUMBER SEAT MOVE"},
    {PUT, 11, "ended", ALEA_ERR_BAD_TRANSCRIPT, 11, 1, "NUMBER SEAT MOVE"},
    {PUT, 11, "0 A bet three", ALEA_ERR_BAD_TRANSCRIPT, 11, 1, "ply 1 stands here, not 0"},
    {LEAVE, 13, "", ALEA_ERR_BAD_TRANSCRIPT, 13, 2, "ply 2 stands here, not 3"},
    {BEFORE, 13, "1 A bet three", ALEA_ERR_BAD_TRANSCRIPT, 13, 2, "ply 2 stands here, not 1"},
    {PUT, 13, "4294967298 B bet five", ALEA_ERR_BAD_TRANSCRIPT, 13, 2, "not 4294967298"},
    {PUT, 13, "2x B bet five", ALEA_ERR_BAD_TRANSCRIPT, 13, 2, "not 2x"},
    {PUT, 13, "2 ? bet five", ALEA_ERR_BAD_TRANSCRIPT, 13, 2, "'?' is no seat"},
    {PUT, 13, "2 bet five", ALEA_ERR_BAD_TRANSCRIPT, 13, 2, "'bet' is no seat"},
    {PUT, 13, "2", ALEA_ERR_BAD_TRANSCRIPT, 13, 2, "'' is no seat"},
    {PUT, 13, "2 C bet five", ALEA_ERR_NO_SEAT, 13, 2, "no seat C"},
    {PUT, 13, "2 A bet five", ALEA_ERR_REFUSED, 13, 2, "NULL-BET-1: "},
    {PUT, 13, "2 * dice 6", ALEA_ERR_REFUSED, 13, 2, "NULL-DIE-1: "},
    {PUT, 13, "2 ! bet five", ALEA_ERR_REFUSED, 13, 2, "NULL-HOST-1: "},
    {PUT, 13, "2 B bat five", ALEA_ERR_BAD_MOVE, 13, 2, "'bet'"},
    {PUT, 13, "2 B bet fife", ALEA_ERR_BAD_MOVE, 13, 2, "'five'"},
    {PUT, 13, "2 B bet", ALEA_ERR_BAD_MOVE, 13, 2, "'bet'"},
    {PUT, 13, "2 B", ALEA_ERR_BAD_MOVE, 13, 2, "''"},
    {PUT, 13, "2 B #16777216", ALEA_ERR_BAD_MOVE, 13, 2, "#16777216"},
    {PUT, 14, "3 * dice 9", ALEA_ERR_BAD_MOVE, 14, 3, "dice 9"},
    {PUT, 12, "= 257d3c", ALEA_ERR_DIVERGED, 12, 1, "check 257d3c does not match (computed 257d3b)"},
    {PUT, 12, "= 257d3", ALEA_ERR_BAD_TRANSCRIPT, 12, 1, "6 hexadecimal digits"},
    {PUT, 12, "= 257d3g", ALEA_ERR_BAD_TRANSCRIPT, 12, 1, "6 hexadecimal digits"},
    {PUT, 12, "= 257d3b0", ALEA_ERR_BAD_TRANSCRIPT, 12, 1, "6 hexadecimal digits"},
    {PUT, 12, "=", ALEA_ERR_BAD_TRANSCRIPT, 12, 1, "6 hexadecimal digits"},
    {BEFORE, 11, "= 000000", ALEA_ERR_DIVERGED, 11, 0, "computed 35e85d"},
    {PUT, 11, "1 A bet four", ALEA_ERR_DIVERGED, 12, 1, "257d3b"},
    {BEFORE, 18, "end 0 1", ALEA_ERR_BAD_TRANSCRIPT, 18, 4, "it goes on"},
    {PUT, 21, "end 1 0", ALEA_ERR_DIVERGED, 21, 6, "check 1 0 does not match (computed 0 1)"},
    {PUT, 21, "end", ALEA_ERR_DIVERGED, 21, 6, "computed 0 1"},
    {PUT, 21, "end 0 1 0", ALEA_ERR_DIVERGED, 21, 6, "0 1 0"},
    {PUT, 21, "7 A bet one", ALEA_ERR_OVER, 21, 7, "over"},
    {BEFORE, 21, "7 ! resign A", ALEA_ERR_OVER, 21, 7, "over"},
    {PUT, 22, "7 A bet one", ALEA_ERR_BAD_TRANSCRIPT, 22, 0, "behind the line 'end' (line 21)"},
    {PUT, 22, "end 0 1", ALEA_ERR_BAD_TRANSCRIPT, 22, 0, "behind the line 'end'"},
    /* bytes */
    {PUT, 11, "1 A bet three | \xff", ALEA_ERR_BAD_TRANSCRIPT, 11, 1, "not text"},
    {PUT, 11, "1 A bet three\r| x", ALEA_ERR_BAD_TRANSCRIPT, 11, 1, "not text"},
    {PUT, 4, "seat A human \033[31m", ALEA_ERR_BAD_TRANSCRIPT, 4, 0, "not text"},
    {BEFORE, 15, "# \xe2\x80\x8f turned", ALEA_ERR_BAD_TRANSCRIPT, 15, 4, "not text"},
};

static void each_fault_is_told_in_its_place(void **state) {
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(faults); i++) {
        struct alea_text text = text_with(faults[i].edit, faults[i].line, faults[i].with);
        for (int lang = 0; lang < ALEA_LANGS; lang++) {
            struct alea_error error = {.lang = (enum alea_lang)lang, .code = ALEA_ERR_IO};
            struct told told = {.n = 0};
            struct alea_match *match = alea_transcript_read("file.alea", text.at, text.len, NULL, hear, &told, &error);
            if (error.code != faults[i].code || error.line != faults[i].told_line || error.ply != faults[i].told_ply ||
                (lang == ALEA_EN && !strstr(error.text, faults[i].words)) || told.n != 1)
                fail_msg("fault %zu, '%s': told %d times, %s at line %ld, ply %ld: %s", i, faults[i].with, told.n,
                         alea_err_name(error.code), error.line, error.ply, error.text);
            assert_string_equal(error.where, "file.alea");
            assert_memory_equal(&told.last, &error, sizeof error);
            assert_true((error.rule != 0) == (error.code == ALEA_ERR_REFUSED));
            if (match) assert_true(faults[i].told_ply > 0 || error.code == ALEA_ERR_DIVERGED || faults[i].told_line > LINES);
            else assert_int_equal(error.ply, 0);
            alea_match_free(match);

            struct alea_error alone;
            match = read_bytes(text.at, text.len, &alone);
            assert_int_equal(alone.code, faults[i].code);
            alea_match_free(match);
            alea_match_free(alea_transcript_read(NULL, text.at, text.len, NULL, NULL, NULL, NULL));
        }
        alea_text_clear(&text);
    }
}

static void reading_goes_on_after_a_check_alone(void **state) {
    (void)state;
    struct alea_text text = text_with(PUT, 12, "= 000000");
    memcpy(strstr(text.at, "= 1b298c"), "= 111111", 8);
    memcpy(strstr(text.at, "end 0 1"), "end 1 0", 7);
    struct alea_error error = {.lang = ALEA_EN};
    struct told told = {.n = 0};
    struct alea_match *match = alea_transcript_read("file.alea", text.at, text.len, NULL, hear, &told, &error);
    assert_int_equal(told.n, 3);
    assert_int_equal(error.line, 21);
    assert_int_equal(alea_match_plies(match), 6);
    alea_match_free(match);

    match =
        alea_transcript_read("file.alea", text.at, text.len, NULL, NULL, NULL, &error); /* nobody hears: the first ends it */
    assert_int_equal(error.line, 12);
    assert_int_equal(error.ply, 1);
    assert_int_equal(alea_match_plies(match), 1);
    alea_match_free(match);

    memcpy(strstr(text.at, "4 B bet two"), "4 B bet ten", 11); /* two checks, then a move that can't be read */
    told.n = 0;
    match = alea_transcript_read("file.alea", text.at, text.len, NULL, hear, &told, &error);
    assert_int_equal(told.n, 3);
    assert_int_equal(error.code, ALEA_ERR_BAD_MOVE);
    assert_int_equal(alea_match_plies(match), 3);
    alea_match_free(match);
    alea_text_clear(&text);
}

/* ---- Cut short, mangled, huge --------------------------------------------------------------------------------------------- */

static void every_cut_is_told_or_sound(void **state) {
    (void)state;
    struct alea_text text = text_with(PUT, 4, "seat A human Annè");
    for (size_t n = 0; n < text.len; n++) {
        char *exact = malloc(n ? n : 1); /* so that a sanitizer sees a byte read past the end */
        assert_non_null(exact);
        memcpy(exact, text.at, n);
        struct alea_error error;
        struct alea_match *match = read_bytes(exact, n, &error);
        bool in_line = n > 0 && exact[n - 1] != '\n';
        if (match && !in_line) assert_int_equal(error.code, ALEA_OK);
        else if (match) assert_true(error.code == ALEA_OK || error.code == ALEA_ERR_TRUNCATED);
        else if (in_line) assert_true(error.code == ALEA_ERR_TRUNCATED || error.code == ALEA_ERR_BAD_TRANSCRIPT);
        else assert_int_equal(error.code, ALEA_ERR_BAD_TRANSCRIPT);
        if (!match) assert_true(error.line > 0 && error.text[0]);
        alea_match_free(match);
        free(exact);
    }
    alea_text_clear(&text);
}

static void half_lines_are_truncated(void **state) {
    (void)state;
    static const struct {
        const char *until; /* the file ends behind this */
        enum alea_err code;
    } ends[] = {
        {"al", ALEA_ERR_TRUNCATED},
        {"game nu", ALEA_ERR_TRUNCATED},
        {"\ndice fai", ALEA_ERR_TRUNCATED},
        {"\nseed 0001", ALEA_ERR_TRUNCATED},
        {"1 A bet thre", ALEA_ERR_TRUNCATED},
        {"= 257d3", ALEA_ERR_TRUNCATED},
        {"3 * di", ALEA_ERR_TRUNCATED},
        {"end 0", ALEA_ERR_TRUNCATED},
        {"1 A bet three", ALEA_OK},
        {"= 257d3b", ALEA_OK},
        {"end 0 1", ALEA_OK},
    };
    struct alea_text text = text_with(PUT, 0, "");
    for (size_t i = 0; i < ALEA_LEN(ends); i++) {
        struct alea_error error;
        const char *end = strstr(text.at, ends[i].until);
        alea_match_free(read_bytes(text.at, (size_t)(end - text.at) + strlen(ends[i].until), &error));
        assert_int_equal(error.code, ends[i].code);
    }
    struct alea_error error;
    char *check = strstr(text.at, "= 257d3b");
    check[2] = '3'; /* a whole check that is wrong is wrong, newline or not */
    alea_match_free(read_bytes(text.at, (size_t)(check - text.at) + 8, &error));
    assert_int_equal(error.code, ALEA_ERR_DIVERGED);
    alea_text_clear(&text);
}

static void mangled_bytes_are_survived(void **state) {
    (void)state;
    struct alea_text text = text_with(PUT, 0, "");
    char *copy = malloc(text.len);
    assert_non_null(copy);
    struct alea_random random = alea_random_stream(17, 0);
    for (int round = 0; round < 4000; round++) {
        memcpy(copy, text.at, text.len);
        for (uint32_t n = 1 + alea_random_below(&random, 3); n > 0; n--)
            copy[alea_random_below(&random, (uint32_t)text.len)] = (char)alea_random_below(&random, round & 1 ? 256 : 128);
        struct alea_error error;
        struct alea_match *match = read_bytes(copy, text.len, &error);
        assert_true(match || error.code);
        assert_true(!error.code || (error.text[0] && !strchr(error.text, '\n') && error.line > 0));
        alea_match_free(match);
    }
    free(copy);
    alea_text_clear(&text);
}

static void what_is_no_text_is_told(void **state) {
    (void)state;
    struct alea_error error;
    static const char nul[] = "alea 1\ngame null 1\noptions\0x\n";
    assert_null(read_bytes(nul, sizeof nul - 1, &error));
    assert_int_equal(error.line, 3);
    assert_non_null(strstr(error.text, "not text"));
    assert_null(read_bytes("", 0, &error));
    assert_int_equal(error.code, ALEA_ERR_BAD_TRANSCRIPT);
    assert_int_equal(error.line, 1);
    assert_null(read_bytes("\x7f"
                           "ELF\2\1\1",
                           7, &error));
    assert_int_equal(error.code, ALEA_ERR_BAD_TRANSCRIPT);
    assert_null(read_bytes("PK", 2, &error));
    assert_non_null(strstr(error.text, "no transcript"));
}

static void what_is_too_large_is_told(void **state) {
    (void)state;
    struct alea_error error;
    char *huge = malloc(ALEA_MAX_TRANSCRIPT_BYTES + 1);
    assert_non_null(huge);
    memset(huge, '\n', ALEA_MAX_TRANSCRIPT_BYTES + 1);
    struct alea_text text = text_with(PUT, 0, "");
    memcpy(huge, text.at, text.len);
    assert_null(read_bytes(huge, ALEA_MAX_TRANSCRIPT_BYTES + 1, &error));
    assert_int_equal(error.code, ALEA_ERR_TOO_LARGE);
    alea_match_free(read_sound(huge, ALEA_MAX_TRANSCRIPT_BYTES)); /* empty lines are no fault */

    memset(huge + text.len, '#', ALEA_MAX_LINE_BYTES);
    alea_match_free(read_sound(huge, ALEA_MAX_TRANSCRIPT_BYTES));
    huge[text.len + ALEA_MAX_LINE_BYTES] = '#';
    struct alea_match *match = read_bytes(huge, ALEA_MAX_TRANSCRIPT_BYTES, &error);
    assert_int_equal(error.code, ALEA_ERR_TOO_LARGE);
    assert_int_equal(error.line, LINES + 1);
    assert_int_equal(alea_match_plies(match), 6);
    alea_match_free(match);
    free(huge);
    alea_text_clear(&text);

    alea_text_init(&text, CEILING, ALEA_EN);
    alea_text_add(&text, "alea 1\ngame null 1\noptions\n");
    for (int seat = 0; seat < 49; seat++) alea_text_addf(&text, "seat %s%c human\n", seat < 26 ? "" : "A", 'A' + seat % 26);
    assert_null(read_bytes(text.at, text.len, &error));
    assert_int_equal(error.code, ALEA_ERR_BAD_SEATS);
    assert_int_equal(error.line, 3 + 49);
    alea_text_clear(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_is_told_in_its_place), cmocka_unit_test(reading_goes_on_after_a_check_alone),
        cmocka_unit_test(every_cut_is_told_or_sound),      cmocka_unit_test(half_lines_are_truncated),
        cmocka_unit_test(mangled_bytes_are_survived),      cmocka_unit_test(what_is_no_text_is_told),
        cmocka_unit_test(what_is_too_large_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
