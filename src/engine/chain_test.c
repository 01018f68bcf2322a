/* SPDX-License-Identifier: MIT */
/* chain_test.c - what each viewer has heard of, against chains that were computed apart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "alea.h"
#include "fail_alloc.h"

enum { A = 0, B = 1, PLIES = 4 };

/* All that a head can hold; two bets, of which each is known to its seat alone, the throw, and a bet of B's. */
static const char lines[] =
    "alea 2\n"
    "game null 1\n"
    "options rounds=3 tie=nobody\n"
    "seat A human Anna\n"
    "seat B human\n"
    "dice fair\n"
    "commitment b3a3b63a64c92342c3a87a05086c63ad661c1af55dd53d55ffd748f06401adf0\n"
    "seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"
    "unopened B 0eb39cfc3efc1b70e7ef25c9e9b494266e4392c5ae214e28a47a0c5bf44fa1fa\n"
    "promise A 22e6087e5251a6f16fc843f55455404e2226b6c102a9b1473541dec8dc81feb0\n"
    "beacon 404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f 7 4dbdc2b2b62cb00749785bc84202236dbc3777d74660611b8e58812f0cfde6c3 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f\n"
    "word A alea iacta est\n"
    "bound A 41281f6e12bf48adabcf8e3552b60e2c150749fd3794d2a1c2e00dd1868f6a89 000102030405060708090a0b0c0d0e0f\n"
    "\n"
    "1 A bet three | a note\n"
    "2 B bet five\n"
    "3 * dice 6\n"
    "4 B bet two\n";

/* What of that nothing changes after the start. */
static const char fixed[] = "game null\n"
                            "seats 2\n"
                            "option rounds=3\n"
                            "commitment b3a3b63a64c92342c3a87a05086c63ad661c1af55dd53d55ffd748f06401adf0\n"
                            "unopened B 0eb39cfc3efc1b70e7ef25c9e9b494266e4392c5ae214e28a47a0c5bf44fa1fa\n"
                            "promise A 22e6087e5251a6f16fc843f55455404e2226b6c102a9b1473541dec8dc81feb0\n"
                            "beacon 404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f 7\n"
                            "word A alea iacta est\n"
                            "bound A 41281f6e12bf48adabcf8e3552b60e2c150749fd3794d2a1c2e00dd1868f6a89\n";

static struct alea_match *read_lines(void) {
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_match *match = alea_transcript_read("x", lines, strlen(lines), NULL, NULL, NULL, &error);
    if (error.code) fail_msg("line %ld: %s", error.line, error.text);
    assert_non_null(match);
    return match;
}

static void hex_of(const uint8_t *bytes, size_t n, char *hex) {
    for (size_t i = 0; i < n; i++) snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
}

static void assert_link(const struct alea_chain *chain, const char *expected) {
    char hex[2 * ALEA_HASH_BYTES + 1];
    hex_of(chain->link, sizeof chain->link, hex);
    assert_string_equal(hex, expected);
}

static void fixed_lines_are_pinned(void **state) {
    (void)state;
    struct alea_match *match = read_lines();
    struct alea_text text;
    alea_text_init(&text, 4096, ALEA_IT);
    alea_match_forget_name(match, A); /* changes nothing of them, and neither does another name */
    alea_match_sit(match, B, &(struct alea_seat_head){.who = "bot:easy", .name = "Bea"});
    alea_transcript_fixed(match, &text);
    assert_string_equal(alea_text_str(&text), fixed);
    alea_text_clear(&text);
    alea_match_free(match);
}

/* From Python's hashlib, as docs/fair-dice.md says, with seed = bytes(range(32)), viewer 0, 1 and 255 and the lines of `fixed`:
 *   salt = blake2b(b"alea salt 1chain" + bytes([viewer]), key=seed, digest_size=32).digest()[:16]
 *   link = blake2b(b"alea chain 1" + salt + fixed, digest_size=32).digest()
 *   link = blake2b(link + line, digest_size=32).digest()
 * The links after no ply, after one and after all four, of which the viewer's own transcript says "# 2 ..." where it may not know. */
static void links_are_pinned(void **state) {
    (void)state;
    static const struct {
        int viewer;
        const char *link[3];
    } vectors[] = {
        {A,
         {"7aa8e9a2f75ae9309107b6964c78d21f90392570257762689111396c45e12523",
          "7fd9a935c2e136a38aba8a93f6d8a0038dad985485c8d715c14f8d9989b53b4b",
          "9ec9e5b54ff7cc2d6fc263eb3d9dd4106281e150bff83b6092f1a347979814fa"}},
        {B,
         {"6238c5ad7b033e1655986057f75fb0497033ee32859060c928aeea7ebf98b259",
          "4ea645382bce3fde4b40fb55e50d1bf1bc41cace9821a8e70b4bd362453f242b",
          "9cf1810c814d540a97bec841d1a2596f2b792b034c5b55f86ce2be635ea92bec"}},
        {ALEA_NONE,
         {"7d66d961d0434362b324d71d0277bd559129c0c62ad1f85daac1ae50a5c70efa",
          "276ddb54f00b01319c671678179de2c20da7d6e32b4ad6d62e505ac0163148ce",
          "2325b9a9821db8b7e17e1f4981c597a2e0907b81e44816504f7491b1982502b3"}},
    };
    static const long plies[] = {0, 1, PLIES};
    struct alea_match *match = read_lines();
    for (size_t i = 0; i < ALEA_LEN(vectors); i++) {
        for (size_t at = 0; at < ALEA_LEN(plies); at++) {
            struct alea_chain chain;
            assert_int_equal(alea_match_chain(match, vectors[i].viewer, plies[at], &chain), ALEA_OK);
            assert_int_equal(chain.heard, plies[at]);
            assert_link(&chain, vectors[i].link[at]);
        }
    }
    alea_match_free(match);
}

/* So secrets can't be counted. */
static void what_is_not_heard_has_no_link(void **state) {
    (void)state;
    struct alea_match *match = read_lines();
    const struct alea_rules *rules = alea_match_rules(match);
    struct alea_chain chain, before;
    assert_int_equal(alea_chain_begin(&chain, match, A), ALEA_OK);
    before = chain;
    assert_int_equal(alea_chain_add(&chain, rules, alea_match_ply(match, 2), alea_actor(B), alea_actor(B)), ALEA_OK);
    assert_memory_equal(&chain, &before, sizeof chain);
    assert_int_equal(alea_chain_add(&chain, rules, alea_match_ply(match, 2), alea_actor(B), ALEA_EVERYBODY), ALEA_OK);
    assert_memory_not_equal(chain.link, before.link, sizeof chain.link);
    assert_int_equal(chain.heard, 1);
    alea_match_free(match);
}

/* An undone ply takes its link along, and what is played instead has another. */
static void what_is_undone_leaves_no_link(void **state) {
    (void)state;
    struct alea_match *match = read_lines();
    struct alea_chain with, without, other;
    struct alea_error error = {.lang = ALEA_EN};
    alea_move move;
    assert_int_equal(alea_match_chain(match, B, PLIES, &with), ALEA_OK);
    assert_int_equal(alea_match_undo(match, B, &error), ALEA_OK);
    assert_int_equal(alea_match_chain(match, B, PLIES - 1, &without), ALEA_OK);
    assert_int_equal(alea_move_read(alea_match_rules(match), "bet one", &move, &error), ALEA_OK);
    assert_int_equal(alea_match_play(match, PLIES - 1, B, move, NULL, NULL, &error), ALEA_OK);
    assert_int_equal(alea_match_chain(match, B, PLIES, &other), ALEA_OK);
    assert_memory_not_equal(&with.link, &without.link, sizeof with.link);
    assert_memory_not_equal(&with.link, &other.link, sizeof with.link);
    alea_match_free(match);
}

static void links_are_found(void **state) {
    (void)state;
    struct alea_match *match = read_lines();
    for (long plies = 0; plies <= PLIES; plies++) {
        struct alea_chain chain;
        long found;
        assert_int_equal(alea_match_chain(match, B, plies, &chain), ALEA_OK);
        assert_int_equal(alea_match_find_link(match, B, chain.link, 8, &found), ALEA_OK);
        assert_int_equal(found, plies);
        assert_int_equal(alea_match_find_link(match, A, chain.link, 8, &found), ALEA_OK);
        assert_int_equal(found, -1);
    }
    alea_match_free(match);
}

static void failing_memory_is_told(void **state) {
    (void)state;
    struct alea_match *match = read_lines();
    struct alea_chain chain, whole;
    enum alea_err err;
    long n = 1;
    assert_int_equal(alea_match_chain(match, A, PLIES, &whole), ALEA_OK);
    for (; fail_alloc_at(n), err = alea_match_chain(match, A, PLIES, &chain), fail_alloc_hit(); n++)
        assert_int_equal(err, ALEA_ERR_NO_MEMORY);
    assert_true(n > 3);
    assert_int_equal(err, ALEA_OK);
    assert_memory_equal(chain.link, whole.link, sizeof chain.link);
    alea_match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fixed_lines_are_pinned),
        cmocka_unit_test(links_are_pinned),
        cmocka_unit_test(what_is_not_heard_has_no_link),
        cmocka_unit_test(what_is_undone_leaves_no_link),
        cmocka_unit_test(links_are_found),
        cmocka_unit_test(failing_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
