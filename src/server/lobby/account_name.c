/* SPDX-License-Identifier: MIT */
/* account_name.c - names for new accounts: that nobody hides in one what can't be seen, or passes for somebody else.
 *
 * What a letter is comes from the tables of libunistring; which scripts are written together from UTS 39, "Highly Restrictive". */
#include <stdlib.h>
#include <string.h>

#include <unictype.h>
#include <uninorm.h>

#include "accounts.h"
#include "alea.h"
#include "utf8.h"

enum { MAX_MARKS = 2 /* on one letter: what living languages need */ };

/* Scripts that are written together. */
static const char *const together[][4] = {
    {"Latin", "Han", "Hiragana", "Katakana"},
    {"Latin", "Han", "Bopomofo"},
    {"Latin", "Han", "Hangul"},
};

struct reading {
    const char *script[STORE_MAX_ACCOUNT_NAME];
    int scripts, marks;
    bool letter; /* that a mark can stand on is behind us */
    ucs4_t zero; /* of the digits that were read; 0: none was */
};

static bool is_category(ucs4_t code, uint32_t mask) { return uc_is_general_category_withtable(code, mask); }

/* Adds a letter's script, but for the common one, as of digits, and for that which marks inherit. */
static void add_script(struct reading *reading, ucs4_t code) {
    const uc_script_t *script = uc_script(code);
    if (!script || strcmp(script->name, "Common") == 0 || strcmp(script->name, "Inherited") == 0) return;
    for (int i = 0; i < reading->scripts; i++)
        if (strcmp(reading->script[i], script->name) == 0) return;
    reading->script[reading->scripts++] = script->name;
}

static enum account_name read_mark(struct reading *reading, ucs4_t code) {
    if (is_category(code, UC_CATEGORY_MASK_Mc)) return reading->letter ? ACCOUNT_NAME_FINE : ACCOUNT_NAME_UNSEEN;
    return reading->letter && ++reading->marks <= MAX_MARKS ? ACCOUNT_NAME_FINE : ACCOUNT_NAME_UNSEEN;
}

/* Digits of two scripts look alike and are worth something else. */
static enum account_name read_digit(struct reading *reading, ucs4_t code) {
    ucs4_t zero = code - (ucs4_t)uc_decimal_value(code);
    bool same = reading->zero == 0 || reading->zero == zero;
    reading->zero = zero;
    reading->letter = false;
    return same ? ACCOUNT_NAME_FINE : ACCOUNT_NAME_MIXED;
}

static enum account_name read_letter(struct reading *reading, ucs4_t code) {
    static const uint32_t unseen = UC_CATEGORY_MASK_C | UC_CATEGORY_MASK_Z;
    if (code == ' ' || code == '.' || code == '_' || code == '-') {
        reading->letter = false;
        return ACCOUNT_NAME_FINE;
    }
    if (uc_is_property_default_ignorable_code_point(code) || is_category(code, unseen)) return ACCOUNT_NAME_UNSEEN;
    add_script(reading, code);
    if (is_category(code, UC_CATEGORY_MASK_Mn | UC_CATEGORY_MASK_Mc)) return read_mark(reading, code);
    reading->letter = true;
    reading->marks = 0;
    if (is_category(code, UC_CATEGORY_MASK_Nd)) return read_digit(reading, code);
    return is_category(code, UC_CATEGORY_MASK_L) ? ACCOUNT_NAME_FINE : ACCOUNT_NAME_LETTERS;
}

static bool written_together(const struct reading *reading) {
    if (reading->scripts <= 1) return true;
    for (size_t row = 0; row < ALEA_LEN(together); row++) {
        int found = 0;
        for (int i = 0; i < reading->scripts; i++)
            for (size_t k = 0; k < ALEA_LEN(together[row]) && together[row][k]; k++)
                found += strcmp(reading->script[i], together[row][k]) == 0;
        if (found == reading->scripts) return true;
    }
    return false;
}

/* A letter that stands for another (a wide, a mathematical A), or one in pieces, is another name that looks the same. */
static bool is_plain(const char *name) {
    size_t n = strlen(name), length = 0;
    uint8_t *plain = u8_normalize(UNINORM_NFKC, (const uint8_t *)name, n, NULL, &length);
    bool same = plain && length == n && memcmp(plain, name, n) == 0;
    free(plain);
    return same;
}

enum account_name account_name_fresh(const char *name) {
    struct reading reading = {0};
    size_t n = strlen(name), length;
    if (n > STORE_MAX_ACCOUNT_NAME) return ACCOUNT_NAME_LETTERS;
    for (size_t at = 0; at < n; at += length) {
        uint32_t code;
        length = alea_utf8_next(name + at, n - at, &code);
        if (length == 0) return ACCOUNT_NAME_LETTERS;
        enum account_name kind = read_letter(&reading, code);
        if (kind != ACCOUNT_NAME_FINE) return kind;
    }
    if (!account_name_good(name)) return ACCOUNT_NAME_LETTERS;
    return written_together(&reading) && is_plain(name) ? ACCOUNT_NAME_FINE : ACCOUNT_NAME_MIXED;
}
