/* SPDX-License-Identifier: MIT */
/* verify_test.c - what the head of a match promises: written, read, and found to be kept or not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "alea.h"
#include "fail_alloc.h"

enum { A = 0, B = 1, CEILING = 1 << 16 };

#define HEX64 "0000000000000000000000000000000000000000000000000000000000000001"
#define ZERO64 "0000000000000000000000000000000000000000000000000000000000000000"
#define CHAIN "404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f"
#define RANDOMNESS "4dbdc2b2b62cb00749785bc84202236dbc3777d74660611b8e58812f0cfde6c3"
#define SIGNATURE "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f"
#define OTHER_SIGNATURE "ff" SIGNATURE

/* The numbers of these lines are those of the table of faults below. */
static const char *const sound[] = {
    /* 1 */ "alea 2",
    /* 2 */ "game null 1",
    /* 3 */ "options rounds=1 tie=nobody",
    /* 4 */ "seat A human Anna",
    /* 5 */ "seat B bot:greedy",
    /* 6 */ "dice fair",
    /* 7 */ "commitment b3a3b63a64c92342c3a87a05086c63ad661c1af55dd53d55ffd748f06401adf0",
    /* 8 */ "seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    /* 9 */ "unopened B 0eb39cfc3efc1b70e7ef25c9e9b494266e4392c5ae214e28a47a0c5bf44fa1fa",
    /* 10 */ "promise A 22e6087e5251a6f16fc843f55455404e2226b6c102a9b1473541dec8dc81feb0",
    /* 11 */ "beacon " CHAIN " 7 " RANDOMNESS " " SIGNATURE,
    /* 12 */ "word A alea iacta est",
    /* 13 */ "bound A 41281f6e12bf48adabcf8e3552b60e2c150749fd3794d2a1c2e00dd1868f6a89 000102030405060708090a0b0c0d0e0f",
    /* 14 */ "",
};

enum { LINES = ALEA_LEN(sound) };

static struct alea_text text_with(int line, const char *words) {
    struct alea_text text;
    alea_text_init(&text, CEILING, ALEA_EN);
    for (int i = 1; i <= LINES; i++) alea_text_addf(&text, "%s\n", i == line ? words : sound[i - 1]);
    return text;
}

static struct alea_match *read_with(int line, const char *words, struct alea_error *error) {
    struct alea_text text = text_with(line, words);
    *error = (struct alea_error){.lang = ALEA_EN};
    struct alea_match *match = alea_transcript_read("file.alea", text.at, text.len, NULL, NULL, NULL, error);
    alea_text_clear(&text);
    return match;
}

static struct alea_match *sound_with(int line, const char *words) {
    struct alea_error error;
    struct alea_match *match = read_with(line, words, &error);
    if (error.code) fail_msg("line %ld: %s", error.line, error.text);
    assert_non_null(match);
    return match;
}

/* ---- Written and read ------------------------------------------------------------------------------------------------- */

static void assert_written(const struct alea_match *match, unsigned flags, const char *expected) {
    struct alea_text text;
    alea_text_init(&text, CEILING, ALEA_EN);
    alea_transcript_write(match, flags, &text);
    assert_string_equal(alea_text_str(&text), expected);
    alea_text_clear(&text);
}

static void heads_come_back(void **state) {
    (void)state;
    static const struct {
        int line;
        const char *words;
    } heads[] = {
        {0, ""},
        {11, "beacon " CHAIN " 7"},                                                       /* not out yet */
        {13, "bound A 41281f6e12bf48adabcf8e3552b60e2c150749fd3794d2a1c2e00dd1868f6a89"}, /* erased */
        {13, "bound B 41281f6e12bf48adabcf8e3552b60e2c150749fd3794d2a1c2e00dd1868f6a89 ffffffffffffffffffffffffffffffff"},
        {9, "unopened A " HEX64 "\nunopened B " HEX64 "\nunopened A " HEX64},
        {10, "promise A " HEX64 "\npromise B " HEX64},
        {11, "beacon " CHAIN " 999999999 " HEX64 " 00"}, /* false, but readable */
    };
    for (size_t i = 0; i < ALEA_LEN(heads); i++) {
        struct alea_text text = text_with(heads[i].line, heads[i].words);
        struct alea_match *match = sound_with(heads[i].line, heads[i].words);
        assert_written(match, 0, text.at);
        alea_match_free(match);
        alea_text_clear(&text);
    }
}

/* What the seed alone proves is written as the first format has it. */
static void the_first_format_stays(void **state) {
    (void)state;
    const char *plain = "alea 1\ngame null 1\noptions rounds=1 tie=nobody\nseat A human\nseat B human\ndice fair\n"
                        "commitment " ZERO64 "\nword B x\n\n";
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_match *match = alea_transcript_read("x", plain, strlen(plain), NULL, NULL, NULL, &error);
    assert_non_null(match);
    assert_written(match, 0, plain);
    alea_match_free(match);
}

static void what_a_transcript_cannot_hold_is_left_out(void **state) {
    (void)state;
    static struct alea_match_head head;
    struct alea_error error = {.lang = ALEA_EN};
    head = (struct alea_match_head){.dice_kind = ALEA_DICE_BY_HAND, .n_unopened = 2};
    memset(head.promise, 7, sizeof head.promise);
    head.name[A].bound = head.dice.beacon.named = true;
    for (int fair = 0; fair < 2; fair++) {
        head.dice_kind = fair ? ALEA_DICE_FAIR : ALEA_DICE_BY_HAND;
        head.unopened[1].seat = 9; /* of two */
        struct alea_rules *rules = alea_rules_new(alea_game_find("null"), 2, NULL, 0, NULL, &error);
        struct alea_match *match = alea_match_new(rules, &head, &error);
        assert_non_null(match);
        const struct alea_match_head *kept = alea_match_head(match);
        assert_int_equal(kept->n_unopened, fair);
        assert_int_equal(alea_is_promised(kept, A), fair);
        assert_false(alea_is_promised(kept, 2));
        assert_int_equal(kept->name[A].bound, fair);
        assert_false(kept->dice.beacon.named); /* a round is at least 1 */
        alea_match_free(match);
        head.dice.beacon =
            (struct alea_beacon){.named = fair, .out = true, .round = 7}; /* without a signature nothing is out */
        rules = alea_rules_new(alea_game_find("null"), 2, NULL, 0, NULL, &error);
        match = alea_match_new(rules, &head, &error);
        assert_int_equal(alea_match_head(match)->dice.beacon.named, fair);
        assert_false(alea_match_head(match)->dice.beacon.out);
        alea_match_free(match);
        head.dice.beacon = (struct alea_beacon){.named = true};
    }
}

static const struct {
    int line;
    const char *words, *told;
} faults[] = {
    {1, "alea 1", "'unopened' is one of transcripts 'alea 2'"},
    {9, "unopened C " HEX64, "'unopened SEAT HASH'"},
    {9, "unopened A 12", "'unopened SEAT HASH'"},
    {9, "unopened", "'unopened SEAT HASH'"},
    {10, "promise C " HEX64, "'promise SEAT HASH'"},
    {10, "promise A " ZERO64, "'promise SEAT HASH'"},
    {10, "promise A " HEX64 "0", "'promise SEAT HASH'"},
    {10, "promise * " HEX64, "'promise SEAT HASH'"},
    {10, "promise A " HEX64 "\npromise A " HEX64, "one a seat"},
    {10, "promise B " HEX64 "\npromise A " HEX64, "order of the seats"},
    {11, "beacon " CHAIN, "'beacon CHAIN ROUND'"},
    {11, "beacon " CHAIN " 0", "'beacon CHAIN ROUND'"},
    {11, "beacon " CHAIN " 1000000000", "'beacon CHAIN ROUND'"},
    {11, "beacon " CHAIN " -1", "'beacon CHAIN ROUND'"},
    {11, "beacon 12 7", "'beacon CHAIN ROUND'"},
    {11, "beacon " CHAIN " 7 " RANDOMNESS, "'beacon CHAIN ROUND'"},
    {11, "beacon " CHAIN " 7 " RANDOMNESS " " SIGNATURE " x", "'beacon CHAIN ROUND'"},
    {11, "beacon " CHAIN " 7 " RANDOMNESS " " SIGNATURE SIGNATURE "00", "'beacon CHAIN ROUND'"},
    {11, "beacon " CHAIN " 7\nbeacon " CHAIN " 7", "already"},
    {12, "word A x\npromise B " HEX64, "'promise' must stand before 'beacon'"},
    {13, "bound C " HEX64, "'bound SEAT HASH SALT'"},
    {13, "bound A 12", "'bound SEAT HASH SALT'"},
    {13, "bound A " HEX64 " 12", "'bound SEAT HASH SALT'"},
    {13, "bound A " HEX64 " " SIGNATURE, "'bound SEAT HASH SALT'"},
    {13, "bound B " HEX64 "\nbound A " HEX64, "order of the seats"},
};

static void each_fault_is_told(void **state) {
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(faults); i++) {
        struct alea_error error;
        struct alea_match *match = read_with(faults[i].line, faults[i].words, &error);
        assert_null(match);
        if (error.code != ALEA_ERR_BAD_TRANSCRIPT || !strstr(error.text, faults[i].told))
            fail_msg("'%s': %s", faults[i].words, error.text);
    }
    char many[32 + (ALEA_MAX_UNOPENED + 1) * (sizeof HEX64 + 12)];
    size_t n = 0;
    for (int i = 0; i <= ALEA_MAX_UNOPENED; i++)
        n += (size_t)snprintf(many + n, sizeof many - n, "%sunopened A " HEX64, i ? "\n" : "");
    struct alea_error error;
    assert_null(read_with(9, many, &error));
    assert_non_null(strstr(error.text, "at most 16"));
}

/* ---- Kept or not ------------------------------------------------------------------------------------------------------ */

static enum alea_err verified(struct alea_match *match, struct alea_error *error) {
    long n_throws;
    *error = (struct alea_error){.lang = ALEA_EN};
    enum alea_err err = alea_match_verify(match, &n_throws, error);
    alea_match_free(match);
    return err;
}

static void what_is_promised_is_verified(void **state) {
    (void)state;
    static const struct {
        int line;
        const char *words;
        enum alea_err code;
        const char *told;
    } cases[] = {
        {0, "", ALEA_OK, ""},
        {10, "promise A " HEX64, ALEA_ERR_BAD_WORD, "word of A"},
        {10, "promise B 22e6087e5251a6f16fc843f55455404e2226b6c102a9b1473541dec8dc81feb0", ALEA_ERR_BAD_WORD,
         "word of B"}, /* another's */
        {12, "word A alea iacta es", ALEA_ERR_BAD_WORD, "word of A"},
        {12, "word B alea iacta est", ALEA_ERR_BAD_WORD, "word of A"}, /* it has none */
        {11, "beacon " CHAIN " 7", ALEA_ERR_BAD_BEACON, "round 7: what came of it is missing"},
        {11, "beacon " CHAIN " 7 " HEX64 " " SIGNATURE, ALEA_ERR_BAD_BEACON, "not the SHA-256"},
        {11, "beacon " CHAIN " 7 " RANDOMNESS " " OTHER_SIGNATURE, ALEA_ERR_BAD_BEACON, "not the SHA-256"},
        {7, "commitment " HEX64, ALEA_ERR_BAD_COMMITMENT, "commitment"},
    };
    for (size_t i = 0; i < ALEA_LEN(cases); i++) {
        struct alea_error error;
        enum alea_err err = verified(sound_with(cases[i].line, cases[i].words), &error);
        if (err != cases[i].code || !strstr(error.text, cases[i].told)) fail_msg("'%s': %s", cases[i].words, error.text);
    }
}

static void names_are_known_by_their_hash(void **state) {
    (void)state;
    struct alea_match *match = sound_with(0, "");
    assert_int_equal(alea_match_called(match, A), ALEA_CALLED_THE_SAME);
    assert_int_equal(alea_match_called(match, B), ALEA_CALLED_UNBOUND);
    alea_match_sit(match, A, &(struct alea_seat_head){.who = "human", .name = "Anne"});
    assert_int_equal(alea_match_called(match, A), ALEA_CALLED_OTHERWISE);
    alea_match_forget_name(match, A);
    assert_int_equal(alea_match_called(match, A), ALEA_CALLED_ERASED);
    alea_match_free(match);
}

/* ---- The beacon ------------------------------------------------------------------------------------------------------- */

/* No throw before the round is out; from then on the dice are those of a file that had it from the start. */
static void throws_wait_for_the_beacon(void **state) {
    (void)state;
    static const uint8_t randomness[ALEA_HASH_BYTES] = {
        0x4d, 0xbd, 0xc2, 0xb2, 0xb6, 0x2c, 0xb0, 0x07, 0x49, 0x78, 0x5b, 0xc8, 0x42, 0x02, 0x23, 0x6d,
        0xbc, 0x37, 0x77, 0xd7, 0x46, 0x60, 0x61, 0x1b, 0x8e, 0x58, 0x81, 0x2f, 0x0c, 0xfd, 0xe6, 0xc3,
    };
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_match *match = sound_with(11, "beacon " CHAIN " 7"), *whole = sound_with(0, "");
    uint8_t signature[48], other[ALEA_HASH_BYTES] = {0};
    for (size_t i = 0; i < sizeof signature; i++) signature[i] = (uint8_t)i;
    for (int seat = A; seat <= B; seat++) {
        alea_move bet = 0;
        assert_int_equal(alea_move_read(alea_match_rules(match), "bet two", &bet, &error), ALEA_OK);
        assert_int_equal(alea_match_play(match, seat, seat, bet, NULL, NULL, &error), ALEA_OK);
        assert_int_equal(alea_match_play(whole, seat, seat, bet, NULL, NULL, &error), ALEA_OK);
    }
    assert_int_equal(alea_match_roll(match, NULL, &error), ALEA_ERR_NO_ROLL);
    assert_non_null(strstr(error.text, "beacon"));
    assert_int_equal(alea_match_open_beacon(match, other, signature, sizeof signature, &error), ALEA_ERR_BAD_BEACON);
    assert_int_equal(alea_match_open_beacon(match, randomness, signature, 47, &error), ALEA_ERR_BAD_BEACON);
    assert_int_equal(alea_match_open_beacon(match, randomness, signature, sizeof signature, &error), ALEA_OK);
    assert_int_equal(alea_match_open_beacon(match, randomness, signature, sizeof signature, &error), ALEA_OK);
    assert_int_equal(alea_match_roll(match, NULL, &error), ALEA_OK);
    assert_int_equal(alea_match_roll(whole, NULL, &error), ALEA_OK);
    assert_int_equal(alea_match_ply(match, 3)->move, alea_match_ply(whole, 3)->move);
    assert_int_equal(verified(match, &error), ALEA_OK);
    assert_int_equal(verified(whole, &error), ALEA_OK);
}

static void a_round_comes_out_once(void **state) {
    (void)state;
    static const uint8_t of_nought[ALEA_HASH_BYTES] = {
        /* hashlib.sha256(b"\0") */
        0x6e, 0x34, 0x0b, 0x9c, 0xff, 0xb3, 0x7a, 0x98, 0x9c, 0xa5, 0x44, 0xe6, 0xbb, 0x78, 0x0a, 0x2c,
        0x78, 0x90, 0x1d, 0x3f, 0xb3, 0x37, 0x38, 0x76, 0x85, 0x11, 0xa3, 0x06, 0x17, 0xaf, 0xa0, 0x1d,
    };
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_match *match = sound_with(0, "");
    uint8_t nought = 0;
    assert_int_equal(alea_match_open_beacon(match, of_nought, &nought, 1, &error), ALEA_ERR_BAD_BEACON);
    assert_non_null(strstr(error.text, "otherwise"));
    alea_match_free(match);
}

/* ---- Faces ------------------------------------------------------------------------------------------------------------ */

static void faces_stand_under_throws(void **state) {
    (void)state;
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_match *match = sound_with(0, "");
    alea_move bet = 0;
    assert_int_equal(alea_move_read(alea_match_rules(match), "bet two", &bet, &error), ALEA_OK);
    for (int seat = A; seat <= B; seat++)
        assert_int_equal(alea_match_play(match, seat, seat, bet, NULL, NULL, &error), ALEA_OK);
    assert_int_equal(alea_match_roll(match, NULL, &error), ALEA_OK);
    struct alea_text text;
    alea_text_init(&text, CEILING, ALEA_EN);
    alea_transcript_write(match, ALEA_TRANSCRIPT_FACES, &text);
    const char *throw = strstr(alea_text_str(&text), "3 * dice ");
    assert_non_null(throw);
    assert_memory_equal(throw +strlen("3 * dice 1\n"), "# of 6\n", strlen("# of 6\n"));
    struct alea_match *again = alea_transcript_read("x", text.at, text.len, NULL, NULL, NULL, &error);
    assert_int_equal(error.code, ALEA_OK);
    alea_match_free(again);
    alea_text_clear(&text);
    alea_transcript_write(match, 0, &text);
    assert_null(strstr(alea_text_str(&text), "# of"));
    alea_text_clear(&text);
    alea_match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heads_come_back),
        cmocka_unit_test(the_first_format_stays),
        cmocka_unit_test(what_a_transcript_cannot_hold_is_left_out),
        cmocka_unit_test(each_fault_is_told),
        cmocka_unit_test(what_is_promised_is_verified),
        cmocka_unit_test(names_are_known_by_their_hash),
        cmocka_unit_test(throws_wait_for_the_beacon),
        cmocka_unit_test(a_round_comes_out_once),
        cmocka_unit_test(faces_stand_under_throws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
