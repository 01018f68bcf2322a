/* SPDX-License-Identifier: MIT */
/* report_words.c - words and numbers on the page: escaped, with holes filled, as the language writes them. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "error.h"
#include "report_page.h"
#include "text.h"

enum { MAX_ARGS = 9, MAX_FILLED = 64 * 1024 };

void *report_room(struct report *report, size_t n, size_t size) {
    void *room = result_room(report->result, n, size);
    if (!room) report->failed = true;
    return room;
}

const char *report_keep(struct report *report, const char *words) {
    char *kept = report_room(report, strlen(words) + 1, 1);
    if (kept) memcpy(kept, words, strlen(words) + 1);
    return kept ? kept : "";
}

void report_raw(struct report *report, const char *html) { alea_text_add(report->page, html); }

void report_rawf(struct report *report, const char *format, ...) {
    char brief[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(brief, sizeof brief, format, arguments);
    va_end(arguments);
    alea_text_add(report->page, brief);
}

/* ---- Escaping --------------------------------------------------------------------------------------------------------- */

/* Bytes of a sequence at the beginning that no page should hold: controls, marks that turn the direction of the words around them,
 * what is no character. The words are valid UTF-8. */
static size_t unfit(const unsigned char *at) {
    if (at[0] < 0x20) return at[0] == '\t' || at[0] == '\n' ? 0 : 1;
    if (at[0] == 0x7f) return 1;
    if (at[0] == 0xc2 && at[1] < 0xa0) return 2;                                             /* U+0080 .. 9F */
    if (at[0] == 0xe2 && at[1] == 0x80 && (at[2] == 0x8e || at[2] == 0x8f)) return 3;        /* U+200E, F */
    if (at[0] == 0xe2 && at[1] == 0x80 && at[2] >= 0xa8 && at[2] <= 0xae) return 3;          /* U+2028 .. E */
    if (at[0] == 0xe2 && at[1] == 0x81 && at[2] >= 0xa0 && at[2] <= 0xaf) return 3;          /* U+2060 .. F */
    if (at[0] == 0xef && at[1] == 0xbf && at[2] >= 0xb0) return 3;                           /* U+FFF0 .. F */
    if (at[0] == 0xef && at[1] == 0xbb && at[2] == 0xbf) return 3;                           /* U+FEFF */
    if (at[0] >= 0xf0 && (at[1] & 0x0f) == 0x0f && at[2] == 0xbf && at[3] >= 0xbe) return 4; /* U+nFFFE, F */
    return 0;
}

static const char *entity(char letter) {
    switch (letter) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return NULL;
    }
}

static void add_escaped(struct alea_text *text, const char *words, size_t n) {
    for (const char *at = words; at < words + n;) {
        size_t skip = unfit((const unsigned char *)at);
        const char *instead = skip ? "\xef\xbf\xbd" : entity(*at);
        if (instead) alea_text_add(text, instead);
        else alea_text_add_n(text, at, 1);
        at += skip ? skip : 1;
    }
}

void report_text(struct report *report, const char *words) { add_escaped(report->page, words, strlen(words)); }

/* ---- Labels ----------------------------------------------------------------------------------------------------------- */

/* Marks of a label as tags: which of them are open. */
struct marks {
    bool strong, code;
};

static const char *tag(struct marks *marks, char letter) {
    bool *open = letter == '*' ? &marks->strong : &marks->code;
    *open = !*open;
    if (letter == '*') return *open ? "<strong>" : "</strong>";
    return *open ? "<code>" : "</code>";
}

/* The argument that the hole behind `at` stands for, "1}" or "1|one|many}", and where the hole ends; tools/texts.py checked its form. */
static const char *hole(const char **at, const char *const args[], size_t *n) {
    const char *arg = args[(*at)[0] - '1'], *end = strchr(*at, '}');
    *n = strlen(arg);
    if ((*at)[1] == '|') {
        const char *one = *at + 2, *bar = strchr(one, '|');
        bool is_one = strcmp(arg, "1") == 0;
        arg = is_one ? one : bar + 1;
        *n = (size_t)((is_one ? bar : end) - arg);
    }
    *at = end + 1;
    return arg;
}

static void fill(struct report *report, struct alea_text *text, bool html, int label, va_list list) {
    const char *args[MAX_ARGS], *arg = "";
    struct marks marks = {false, false};
    for (int i = 0; i < MAX_ARGS; i++) {
        arg = arg ? va_arg(list, const char *) : NULL;
        args[i] = arg ? arg : "";
    }
    for (const char *at = report_texts.labels[label].in [report->lang]; *at;) {
        size_t n = 1;
        bool mark = *at == '*' || *at == '`';
        const char *words = at;
        if (*at == '{') at++, words = hole(&at, args, &n);
        else if (mark) words = html ? tag(&marks, *at) : "", n = strlen(words), at++;
        else at++;
        if (html && !mark) add_escaped(text, words, n);
        else alea_text_addf(text, "%.*s", (int)n, words);
    }
}

void report_say(struct report *report, int label, ...) {
    va_list list;
    va_start(list, label);
    fill(report, report->page, true, label, list);
    va_end(list);
}

const char *report_fill(struct report *report, int label, ...) {
    struct alea_text text;
    va_list list;
    alea_text_init(&text, MAX_FILLED, report->lang);
    va_start(list, label);
    fill(report, &text, false, label, list);
    va_end(list);
    const char *kept = report_keep(report, alea_text_str(&text));
    report->failed |= text.truncated;
    alea_text_clear(&text);
    return kept;
}

/* ---- Numbers ---------------------------------------------------------------------------------------------------------- */

enum { GROUP = 3, LEAST_GROUPED = 5 /* digits: a year's worth of them needs no mark */ };

/* Digits as the language writes them: marks between thousands, a comma in Italian, a true minus. */
static struct report_number as_written(const struct report *report, const char *digits, bool plus) {
    struct report_number number = {""};
    bool minus = *digits == '-', zero = !digits[strspn(digits, "-0.")];
    const char *at = digits + minus;
    size_t whole = strcspn(at, "."), n = 0;
    const char *sign = zero ? "" : minus ? "\xe2\x88\x92" : plus ? "+" : "";
    n += (size_t)snprintf(number.at, sizeof number.at, "%s", sign);
    for (size_t i = 0; at[i] && n + 2 < sizeof number.at; i++) {
        bool mark = i > 0 && i < whole && (whole - i) % GROUP == 0 && whole >= LEAST_GROUPED;
        if (mark) number.at[n++] = report->lang == ALEA_IT ? '.' : ',';
        number.at[n++] = at[i] == '.' && report->lang == ALEA_IT ? ',' : at[i];
    }
    number.at[n] = 0;
    return number;
}

struct report_number report_whole(const struct report *report, long number) {
    char digits[32];
    snprintf(digits, sizeof digits, "%ld", number);
    return as_written(report, digits, false);
}

int report_decimals(double largest) { return largest >= 1000 ? 0 : largest >= 20 ? 1 : 2; }

/* A number without the sign of its unit. */
static struct report_number bare(const struct report *report, enum report_unit unit, int decimals, double value) {
    char digits[48];
    bool share = unit == REPORT_SHARE || unit == REPORT_POINTS;
    if (isnan(value)) return (struct report_number){"\xe2\x80\x93"};
    if (share) value *= 100, decimals = 1;
    if (unit == REPORT_RATING) decimals = 0;
    snprintf(digits, sizeof digits, "%.*f", decimals, value);
    return as_written(report, digits, unit == REPORT_POINTS || unit == REPORT_DIFFERENCE);
}

static const char *sign_of(enum report_unit unit) { return unit == REPORT_SHARE ? "%" : ""; }

struct report_number report_value(const struct report *report, enum report_unit unit, int decimals, double value) {
    struct report_number number = bare(report, unit, decimals, value);
    size_t n = strlen(number.at);
    if (!isnan(value)) snprintf(number.at + n, sizeof number.at - n, "%s", sign_of(unit));
    return number;
}

struct report_number report_share(const struct report *report, double share) {
    bool whole = fabs(100 * share - round(100 * share)) < 1e-9;
    if (!whole) return report_value(report, REPORT_SHARE, 0, share);
    struct report_number number;
    snprintf(number.at, sizeof number.at, "%.0f%%", 100 * share);
    return number;
}

struct report_number report_interval(const struct report *report, enum report_unit unit, int decimals,
                                     const struct result_figure *figure) {
    struct report_number number;
    if (isnan(figure->low) || isnan(figure->high)) return (struct report_number){"\xe2\x80\x93"};
    snprintf(number.at, sizeof number.at, alea_either(report->lang, REPORT_SAY_NUMBER_INTERVAL),
             bare(report, unit, decimals, figure->low).at, bare(report, unit, decimals, figure->high).at, sign_of(unit));
    return number;
}

struct report_number report_range(const struct report *report, enum report_unit unit, int decimals,
                                  const struct result_figure *figure) {
    bool signs = unit == REPORT_POINTS || unit == REPORT_DIFFERENCE || figure->low < 0;
    struct report_number number;
    if (isnan(figure->low) || isnan(figure->high)) return (struct report_number){"\xe2\x80\x93"};
    snprintf(number.at, sizeof number.at, "%.24s%s%.24s", bare(report, unit, decimals, figure->low).at,
             signs ? " \xe2\x80\xa6 " : "\xe2\x80\x93", bare(report, unit, decimals, figure->high).at);
    return number;
}
