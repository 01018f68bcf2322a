/* SPDX-License-Identifier: MIT */
/* error.c - see error.h. */
#include "error.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine_text.h"
#include "utf8.h"

/* Their only conversions are %s. */
static const char *const texts[ALEA_ERRS][ALEA_LANGS] = {[ALEA_OK] = {"", ""},
#define ALEA_ERR_TEXT(name) [ALEA_ERR_##name] = {ENGINE_SAY_ERROR_##name},
                                                         ALEA_ERRORS(ALEA_ERR_TEXT)
#undef ALEA_ERR_TEXT
};

static const char *const capitals[ALEA_ERRS] = {[ALEA_OK] = "OK",
#define ALEA_ERR_NAME(name) [ALEA_ERR_##name] = #name,
                                                ALEA_ERRORS(ALEA_ERR_NAME)
#undef ALEA_ERR_NAME
};

static char names[ALEA_ERRS][24];

/* The table spells names as C does; people and the wire get small letters. Before main(), so that threads may read. */
__attribute__((constructor)) static void make_names(void) {
    for (int code = 0; code < ALEA_ERRS; code++) {
        size_t length = strlen(capitals[code]);
        assert(length < sizeof names[code]);
        for (size_t i = 0; i < length; i++) {
            char letter = capitals[code][i];
            names[code][i] = letter == '_' ? '_' : (char)(letter | 0x20);
        }
    }
}

const char *alea_err_name(enum alea_err code) {
    assert((int)code >= 0 && code < ALEA_ERRS);
    return names[code];
}

/* Adds words to the text, made fit to be shown; what doesn't fit is left out. Returns the new length. */
static size_t add_clean(char *text, size_t cap, size_t len, const char *words, size_t n_words) {
    size_t length;
    for (size_t at = 0; at < n_words; at += length) {
        uint32_t code;
        length = alea_utf8_next(words + at, n_words - at, &code);
        bool shown = length > 0 && alea_utf8_shown(code);
        if (length == 0) length = 1;
        size_t n = shown ? length : 1;
        if (len + n >= cap) break;
        memcpy(text + len, shown ? words + at : "?", n);
        len += n;
    }
    text[len] = 0;
    return len;
}

enum alea_err alea_fail(struct alea_error *error, enum alea_err code, ...) {
    if (!error) return code;
    struct alea_error failed = {.lang = error->lang, .code = code};
    const char *format = texts[code][error->lang];
    size_t len = 0;
    va_list arguments;
    va_start(arguments, code);
    for (const char *hole; (hole = strstr(format, "%s")); format = hole + 2) {
        len = add_clean(failed.text, sizeof failed.text, len, format, (size_t)(hole - format));
        const char *words = va_arg(arguments, const char *);
        if (words) len = add_clean(failed.text, sizeof failed.text, len, words, strlen(words));
    }
    va_end(arguments);
    add_clean(failed.text, sizeof failed.text, len, format, strlen(format));
    *error = failed;
    return code;
}

struct alea_reason alea_reason(const struct alea_error *error, const char *it, const char *en, ...) {
    struct alea_reason reason;
    va_list arguments;
    va_start(arguments, en);
    int length = vsnprintf(reason.at, sizeof reason.at, error && error->lang == ALEA_IT ? it : en, arguments);
    va_end(arguments);
    if (length < 0) reason.at[0] = 0;
    if (length >= (int)sizeof reason.at) reason.at[alea_utf8_trim(reason.at, sizeof reason.at - 1)] = 0;
    return reason;
}

struct alea_reason alea_digits(long long number) {
    struct alea_reason digits;
    snprintf(digits.at, sizeof digits.at, "%lld", number);
    return digits;
}
