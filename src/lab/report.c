/* SPDX-License-Identifier: MIT */
/* report.c - the page as a whole: its head and style, its sections, how to repeat the run, how to read the figures. */
#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "error.h"
#include "report_page.h"
#include "report_style.h"

/* ---- Head ------------------------------------------------------------------------------------------------------------- */

/* The marks of the series, about 0, 0: each another shape, so that colour is never all; n is m, where there are many. */
static const char marks[] = "<svg width=\"0\" height=\"0\" class=\"marks\" aria-hidden=\"true\"><defs>"
                            "<circle id=\"m0\" r=\"5.5\"/>"
                            "<rect id=\"m1\" class=\"hollow\" x=\"-4.75\" y=\"-4.75\" width=\"9.5\" height=\"9.5\"/>"
                            "<path id=\"m2\" d=\"M0-6.5L6.2 5H-6.2Z\"/>"
                            "<path id=\"m3\" class=\"hollow\" d=\"M0-6.5L6.5 0L0 6.5L-6.5 0Z\"/>"
                            "<path id=\"m4\" d=\"M-5.5-2H-2V-5.5H2V-2H5.5V2H2V5.5H-2V2H-5.5Z\"/>"
                            "<path id=\"m5\" class=\"hollow\" d=\"M0 6.5L6.2-5H-6.2Z\"/>"
                            "<g id=\"n0\" transform=\"scale(0.6)\"><use href=\"#m0\"/></g>"
                            "<g id=\"n1\" transform=\"scale(0.6)\"><use href=\"#m1\"/></g>"
                            "<g id=\"n2\" transform=\"scale(0.6)\"><use href=\"#m2\"/></g>"
                            "<g id=\"n3\" transform=\"scale(0.6)\"><use href=\"#m3\"/></g>"
                            "<g id=\"n4\" transform=\"scale(0.6)\"><use href=\"#m4\"/></g>"
                            "<g id=\"n5\" transform=\"scale(0.6)\"><use href=\"#m5\"/></g>"
                            "<path id=\"cap\" d=\"M0-4V4\"/>"
                            "</defs></svg>\n";

/* The die of the program's own mark. */
static const char emblem[] =
    "<svg class=\"emblem\" viewBox=\"0 0 32 32\" width=\"28\" height=\"28\" aria-hidden=\"true\"><rect x=\"2\" y=\"2\" width=\"28\" "
    "height=\"28\" rx=\"6\"/><g><circle cx=\"9\" cy=\"9\" r=\"2.6\"/><circle cx=\"23\" cy=\"9\" r=\"2.6\"/><circle cx=\"9\" cy=\"16\" "
    "r=\"2.6\"/><circle cx=\"23\" cy=\"16\" r=\"2.6\"/><circle cx=\"9\" cy=\"23\" r=\"2.6\"/><circle cx=\"23\" cy=\"23\" "
    "r=\"2.6\"/></g></svg>";

/* The page may load nothing and run nothing, whatever the file held. */
static void add_head(struct report *report) {
    report_rawf(report, "<!doctype html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n",
                report->lang == ALEA_IT ? "it" : "en");
    report_raw(report,
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
               "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
               "<meta name=\"color-scheme\" content=\"light dark\">\n"
               "<meta name=\"robots\" content=\"noindex\">\n<title>");
    report_text(report, report_fill(report, REPORT_LABEL_PAGE_TITLE, report_question(report), NULL));
    report_raw(report, "</title>\n<style>\n");
    alea_text_addf(report->page, "%.*s", (int)alea_report_style_size, (const char *)alea_report_style);
    report_raw(report, "</style>\n</head>\n<body>\n");
    report_raw(report, marks);
}

/* ---- How to repeat it ------------------------------------------------------------------------------------------------- */

static void add_fact(struct report *report, int label, const char *words) {
    report_raw(report, "<div><dt>");
    report_say(report, label, NULL);
    report_raw(report, "</dt><dd>");
    report_text(report, words);
    report_raw(report, "</dd></div>\n");
}

static void add_variants(struct report *report) {
    report_raw(report, "<h3>");
    report_say(report, REPORT_LABEL_REPEAT_VARIANTS, NULL);
    report_raw(report, "</h3>\n<dl class=\"variants\">\n");
    for (int i = 0; i < report->result->n_variants; i++) {
        const struct result_variant *variant = &report->result->variant[i];
        report_raw(report, "<div><dt>");
        report_text(report, report_variant_whole(report, i));
        report_raw(report, "</dt><dd><code>");
        report_text(report, variant->options);
        report_raw(report, "</code>");
        if (variant->set) {
            report_raw(report, " <code>");
            report_say(report, REPORT_LABEL_REPEAT_SET, variant->set, NULL);
            report_raw(report, "</code>");
        }
        report_raw(report, "</dd></div>\n");
    }
    report_raw(report, "</dl>\n");
}

static void add_repeat(struct report *report) {
    static const int stops[] = {REPORT_LABEL_STOPPED_GAMES, REPORT_LABEL_STOPPED_SPRT, REPORT_LABEL_STOPPED_INTERRUPTED};
    const struct result *result = report->result;
    char seed[32];
    snprintf(seed, sizeof seed, "%" PRIu64, result->seed);
    report_raw(report, "<pre class=\"command\"><code>");
    report_text(report, result->command);
    report_raw(report, "</code></pre>\n<p>");
    report_say(report, REPORT_LABEL_REPEAT_NOTE, NULL);
    report_raw(report, "</p>\n<dl class=\"facts\">\n");
    add_fact(report, REPORT_LABEL_REPEAT_SEED, seed);
    add_fact(report, REPORT_LABEL_REPEAT_VERSION, result->alea);
    add_fact(report, REPORT_LABEL_REPEAT_RULES, report_whole(report, result->rules_version).at);
    add_fact(report, REPORT_LABEL_REPEAT_STOPPED, report_fill(report, stops[result->stopped], NULL));
    report_raw(report, "</dl>\n");
    add_variants(report);
}

/* ---- Sections --------------------------------------------------------------------------------------------------------- */

static bool always(const struct report *report) {
    (void)report;
    return true;
}
static bool has_differences(const struct report *report) { return report->result->n_differences > 0; }

static void add_reading(struct report *report) {
    static const int labels[] = {REPORT_LABEL_READING_INTERVAL, REPORT_LABEL_READING_BLOCK, REPORT_LABEL_READING_CHANCE,
                                 REPORT_LABEL_READING_LIMITS};
    report_raw(report, "<ul class=\"reading\">\n");
    for (size_t i = 0; i < ALEA_LEN(labels); i++) {
        if (labels[i] == REPORT_LABEL_READING_CHANCE && !has_differences(report)) continue;
        report_raw(report, "<li>");
        report_say(report, labels[i], NULL);
        report_raw(report, "</li>\n");
    }
    report_raw(report, "</ul>\n");
}

struct section {
    const char *id;
    int title;
    bool (*wanted)(const struct report *report);
    void (*write)(struct report *report);
};

enum { PLAYERS, SEATS, DIFFERENCES, LENGTH, WHAT_HAPPENS, REPEAT, READING, SECTIONS };

static const struct section sections[SECTIONS] = {
    [PLAYERS] = {"players", REPORT_LABEL_SECTION_PLAYERS, always, report_players},
    [SEATS] = {"seats", REPORT_LABEL_SECTION_SEATS, always, report_wins},
    [DIFFERENCES] = {"differences", REPORT_LABEL_SECTION_DIFFERENCES, has_differences, report_differences},
    [LENGTH] = {"length", REPORT_LABEL_SECTION_LENGTH, always, report_length},
    [WHAT_HAPPENS] = {"statistics", REPORT_LABEL_SECTION_STATISTICS, report_has_statistics, report_statistics},
    [REPEAT] = {"repeat", REPORT_LABEL_SECTION_REPEAT, always, add_repeat},
    [READING] = {"reading", REPORT_LABEL_SECTION_READING, always, add_reading},
};

/* What was asked about comes first: the bots, or what variants do to the seats. NULL: the report has no such section. */
static const struct section *section_at(const struct report *report, int at) {
    static const int of_bots[SECTIONS] = {PLAYERS, SEATS, DIFFERENCES, LENGTH, WHAT_HAPPENS, REPEAT, READING};
    static const int of_variants[SECTIONS] = {SEATS, DIFFERENCES, LENGTH, WHAT_HAPPENS, PLAYERS, REPEAT, READING};
    bool variants = report->result->kind == RESULT_COMPARE || report->result->kind == RESULT_SWEEP;
    const struct section *section = &sections[variants ? of_variants[at] : of_bots[at]];
    return section->wanted(report) ? section : NULL;
}

static void add_contents(struct report *report) {
    report_raw(report, "<nav aria-label=\"");
    report_say(report, REPORT_LABEL_CONTENTS, NULL);
    report_raw(report, "\"><ul>");
    for (int i = 0; i < SECTIONS; i++) {
        const struct section *section = section_at(report, i);
        if (!section) continue;
        report_rawf(report, "<li><a href=\"#%s\">", section->id);
        report_say(report, section->title, NULL);
        report_raw(report, "</a></li>");
    }
    report_raw(report, "</ul></nav>\n");
}

static void add_section(struct report *report, const struct section *section) {
    if (!section) return;
    report_rawf(report, "<section id=\"%s\" aria-labelledby=\"%s-title\">\n<h2 id=\"%s-title\">", section->id, section->id,
                section->id);
    report_say(report, section->title, NULL);
    report_raw(report, "</h2>\n");
    section->write(report);
    report_raw(report, "</section>\n");
}

/* ---- The whole -------------------------------------------------------------------------------------------------------- */

static void add_page(struct report *report) {
    add_head(report);
    report_raw(report, "<header class=\"masthead\">");
    report_raw(report, emblem);
    report_raw(report, "<p><b>");
    report_say(report, REPORT_LABEL_MASTHEAD, NULL);
    report_raw(report, "</b> <span>");
    report_text(report, report_game(report));
    report_raw(report, "</span></p></header>\n<main>\n<div class=\"lead\">\n");
    report_answer(report);
    report_raw(report, "</div>\n");
    add_contents(report);
    for (int i = 0; i < SECTIONS; i++) add_section(report, section_at(report, i));
    report_raw(report, "</main>\n<footer>");
    report_say(report, REPORT_LABEL_FOOTER, ALEA_VERSION, report->result->alea, NULL);
    report_raw(report, "</footer>\n</body>\n</html>\n");
}

/* The game in words, if this program knows it with so many seats. */
static void find_game(struct report *report) {
    struct alea_error ignored = {.lang = report->lang};
    report->game = alea_game_find(report->result->game);
    if (report->game) report->rules = alea_rules_new(report->game, report->result->seats, NULL, 0, NULL, &ignored);
}

enum alea_err lab_report_write(const char *name, const char *bytes, size_t n, struct alea_text *page,
                               struct alea_error *error) {
    struct result result;
    struct report report = {.result = &result, .page = page, .lang = page->lang};
    enum alea_err failed = result_read(&result, name, bytes, n, error);
    if (!failed) {
        find_game(&report);
        add_page(&report);
        alea_rules_free(report.rules);
        if (report.failed) failed = alea_fail(error, ALEA_ERR_NO_MEMORY);
        else if (page->truncated) failed = alea_fail(error, ALEA_ERR_TOO_LARGE, name);
    }
    result_clear(&result);
    return failed;
}
