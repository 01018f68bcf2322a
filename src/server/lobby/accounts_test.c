/* SPDX-License-Identifier: MIT */
/* accounts_test.c - names and passwords of new accounts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "accounts.h"

static void expect(const char *name, enum account_name kind) {
    enum account_name found = account_name_fresh(name);
    if (found != kind) fail_msg("'%s' is %d, not %d", name, found, kind);
}

static void names_of_many_people_are_fine(void **state) {
    (void)state;
    static const char *const names[] = {
        "Anna",       "anna_2.b-c",  "Émile Zöe", "Nguyễn Văn", "Łukasz",  "Анна 7",
        "Αθηνά",      "שרה",         "محمّد",      "अनुष्का",      "สมศรี",    "さくらサクラ咲 Sakura",
        "김민수 Kim", "王小明 Wang", "ㄅㄆ王",    "Հայկ",       "٣٤ محمد",
    };
    for (size_t i = 0; i < ALEA_LEN(names); i++) {
        expect(names[i], ACCOUNT_NAME_FINE);
        assert_true(account_name_good(names[i]));
    }
}

static void what_is_not_seen_is_refused(void **state) {
    (void)state;
    static const char *const names[] = {
        "An\u200bna", /* zero width: blank, non-joiner, joiner, and the mark of a byte order */
        "An\u200cna",
        "An\u200dna",
        "\ufeffAnna",
        "Anna\u2060",
        "An\u00adna", /* a word joiner, a soft hyphen */
        "\u202eAnna\u202c",
        "An\u2066na\u2069",
        "Anna\u200f", /* directions of writing */
        "Anna\ufe0f",
        "Anna\U000e0100", /* variation selectors */
        "\u3164",
        "Anna\u3164",
        "Anna\uffa0",
        "\u115fAnna",
        "Anna\u17b4", /* letters that are blank */
        "Anna\u034f",
        "Anna\U000e0041", /* a joiner of marks, a tag */
        "Anna\u00a0",
        "An\u2003na",
        "An\u3000na", /* other blanks */
        "Anna\u0378",
        "Anna\U000323b0",
        "Anna\ue000", /* no letter yet, and nobody's */
        "x\u0300\u0301\u0302",
        "q\u0323\u0331\u0332",
        "\u0301Anna",
        "An. \u0301na",
        "1\u0301",
    };
    for (size_t i = 0; i < ALEA_LEN(names); i++) expect(names[i], ACCOUNT_NAME_UNSEEN);
}

static void letters_that_pass_for_others_are_refused(void **state) {
    (void)state;
    static const char *const names[] = {
        "\u0410nna",                                                                 /* a Cyrillic A */
        "Ann\u0430",   "\u0391nna",                                                  /* a Greek one */
        "Аνна",        "\u13aanna",    "Anna\u0585",   "\uff21nna", "\U0001d400nna", /* wide, mathematical */
        "\u212bnna",   "Anna\u00aa",   "e\u0301mile", /* the sign of a unit; an ordinal; a letter in pieces */
        "Anna1\u0662", "さくら\u0430", "김민수さくら",
    };
    for (size_t i = 0; i < ALEA_LEN(names); i++) expect(names[i], ACCOUNT_NAME_MIXED);
}

static void other_things_are_refused(void **state) {
    (void)state;
    static const char *const names[] = {
        "",       " Anna",   "Anna ",
        "An  na", "Anna!",   "Anna@home",
        "An\nna", "\u2605",  "Anna\U0001f600",
        "\u2800", "a\u20dd", "123456789012345678901234567890123",
        "\xff",   "Ann\xc3", "<b>",
    };
    for (size_t i = 0; i < ALEA_LEN(names); i++) assert_int_not_equal(account_name_fresh(names[i]), ACCOUNT_NAME_FINE);
    /* Accounts that there are sign in by the older rule. */
    assert_true(account_name_good("\u0410nna") && account_name_good("\u3164") && account_name_good("Anna\ufe0f"));
}

static void common_passwords(void **state) {
    (void)state;
    static const char *const passwords[] = {
        "password",   "12345678",    "PassWord1",     "  iloveyou ", "qwertyuiop", "fqrg7cs493",
        "diosesfiel", "password123", "P\u00e0ssword", "Qwerty123!",  "changeme",   "\tTrustNo1\t",
    };
    for (size_t i = 0; i < ALEA_LEN(passwords); i++)
        if (!account_password_common(passwords[i])) fail_msg("'%s' is not known", passwords[i]);
    assert_false(account_password_common("passwords"));
    assert_false(account_password_common("correct horse"));
    assert_false(account_password_common(""));
    assert_true(account_password_is_name("anna LIVIA", "\u00c0nna Livia"));
    assert_true(account_password_is_name(" Anna  Livia ", "Anna Livia"));
    assert_false(account_password_is_name("Anna Livia 2", "Anna Livia"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_many_people_are_fine),
        cmocka_unit_test(what_is_not_seen_is_refused),
        cmocka_unit_test(letters_that_pass_for_others_are_refused),
        cmocka_unit_test(other_things_are_refused),
        cmocka_unit_test(common_passwords),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
