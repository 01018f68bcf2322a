/* SPDX-License-Identifier: MIT */
/* report_wins.c - who played and how well, which seat wins, and what variants change. */
#include <math.h>
#include <string.h>

#include "bot.h"
#include "names.h"
#include "report_page.h"
#include "text.h"

/* ---- The bots --------------------------------------------------------------------------------------------------------- */

static void add_bot(struct report *report, const char *words) {
    char name[RESULT_MAX_WORDS + 1];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(words, ":"), words);
    const struct alea_bot *bot = alea_bot_find(name);
    const char *stands = bot && bot->level && report->game ? report->game->strategy.levels[bot->level - 1].bot : NULL;
    report_raw(report, "<div><dt><code>");
    report_text(report, words);
    report_raw(report, "</code></dt><dd>");
    if (bot) report_text(report, bot->in[report->lang]);
    else report_say(report, REPORT_LABEL_UNKNOWN_BOT, NULL);
    if (stands) {
        report_raw(report, " ");
        report_say(report, REPORT_LABEL_LEVEL_STANDS, stands, NULL);
    }
    report_raw(report, "</dd></div>\n");
}

static void add_ratings(struct report *report) {
    const struct result *result = report->result;
    struct report_plot plot;
    if (result->n_ratings < 2 || !report_plot_init(report, &plot, result->n_ratings, 1)) return;
    plot.title = report_fill(report, REPORT_LABEL_RATINGS, NULL);
    plot.note = report_fill(report, REPORT_LABEL_RATINGS_NOTE, NULL);
    plot.unit = REPORT_RATING;
    for (int i = 0; i < result->n_ratings; i++) {
        plot.group[i] = result->bot[result->rating[i].bot];
        *report_plot_at(&plot, i, 0) = result->rating[i].figure;
    }
    report_dots(report, &plot);
}

static void set_fair(struct report *report, struct report_plot *plot) {
    plot->unit = REPORT_SHARE;
    plot->reference = report_fair_share(report);
    plot->reference_name = report_fill(report, REPORT_LABEL_FAIR_LINE, report_share(report, plot->reference).at, NULL);
}

/* Adds the scores: with two bots and several cells the first bot's share says all, else each bot has a row. */
static void add_scores(struct report *report) {
    const struct result *result = report->result;
    struct report_plot plot;
    int cells = result->n_cells, series = 1;
    for (int i = 0; i < cells; i++)
        if (result->cell[i].n_scores > series) series = result->cell[i].n_scores;
    bool first = cells > 1 && series == 2;
    if (!report_plot_init(report, &plot, cells, first ? 1 : series)) return;
    set_fair(report, &plot);
    bool same = report_one_line_up(report);
    const char *first_bot = result->bot[result->cell[0].score[0].bot];
    plot.title = first && same ? report_fill(report, REPORT_LABEL_SCORE_OF, first_bot, NULL)
                               : report_fill(report, first ? REPORT_LABEL_SCORE_OF_FIRST : REPORT_LABEL_SCORES, NULL);
    plot.note = report_fill(report, REPORT_LABEL_SCORES_NOTE, NULL);
    for (int i = 0; i < cells; i++) {
        plot.group[i] = report_cell(report, i);
        for (int j = 0; j < plot.series && j < result->cell[i].n_scores; j++) {
            const struct result_score *score = &result->cell[i].score[j];
            *report_plot_at(&plot, i, j) = score->share;
            plot.name[j] = same ? result->bot[score->bot]
                                : report_fill(report, REPORT_LABEL_PLACE, report_whole(report, j + 1).at, NULL);
        }
    }
    report_dots(report, &plot);
}

static void add_record_row(struct report *report, int cell, const struct result_score *score) {
    report_raw(report, "<tr><th scope=\"row\"><code>");
    report_text(report, report->result->bot[score->bot]);
    report_raw(report, "</code>");
    if (report->result->n_cells > 1) {
        report_raw(report, " <span class=\"soft\">");
        report_text(report, report_cell(report, cell));
        report_raw(report, "</span>");
    }
    report_rawf(report, "</th><td>%s</td><td>%s</td><td>%s</td></tr>\n", report_whole(report, score->won).at,
                report_whole(report, score->drawn).at, report_whole(report, score->lost).at);
}

static void add_record(struct report *report) {
    static const int labels[] = {REPORT_LABEL_COLUMN_BOT, REPORT_LABEL_COLUMN_WON, REPORT_LABEL_COLUMN_DRAWN,
                                 REPORT_LABEL_COLUMN_LOST};
    report_raw(report, "<details><summary>");
    report_say(report, REPORT_LABEL_RECORD, NULL);
    report_raw(report, "</summary><table class=\"numbers\"><thead><tr>");
    for (size_t i = 0; i < ALEA_LEN(labels); i++) {
        report_raw(report, "<th scope=\"col\">");
        report_say(report, labels[i], NULL);
        report_raw(report, "</th>");
    }
    report_raw(report, "</tr></thead><tbody>\n");
    for (int i = 0; i < report->result->n_cells; i++)
        for (int j = 0; j < report->result->cell[i].n_scores; j++)
            add_record_row(report, i, &report->result->cell[i].score[j]);
    report_raw(report, "</tbody></table></details>\n");
}

/* How far the test had come, between its bounds. */
static void add_test(struct report *report) {
    const struct result_test *test = report->result->test;
    if (!test) return;
    struct report_axis axis = {.low = test->lower, .high = test->upper};
    bool fine = axis.high > axis.low;
    report_figure_begin(report, report_fill(report, REPORT_LABEL_TEST_TITLE, NULL),
                        report_fill(report, REPORT_LABEL_TEST_NOTE, report_share(report, test->low).at,
                                    report_share(report, test->high).at, report_share(report, test->alpha).at,
                                    report_share(report, test->beta).at, report_whole(report, test->blocks).at, NULL));
    report_raw(report, "<div class=\"gauge\"><svg height=\"34\" aria-hidden=\"true\">");
    if (fine)
        report_rawf(
            report,
            "<line class=\"reference\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"4\" y2=\"30\"/><line class=\"rail\" x1=\"0\" x2=\"100%%\" "
            "y1=\"17\" y2=\"17\"/><line class=\"cap\" x1=\"0\" x2=\"0\" y1=\"7\" y2=\"27\"/><line class=\"cap\" x1=\"100%%\" "
            "x2=\"100%%\" y1=\"7\" y2=\"27\"/><g class=\"s0\"><use href=\"#m0\" x=\"%.2f%%\" y=\"17\"/></g>",
            report_along(&axis, 0), report_along(&axis, 0), report_along(&axis, test->llr));
    report_raw(report, "</svg><p><span>");
    report_say(report, REPORT_LABEL_TEST_LOWER, report_value(report, REPORT_COUNT, 2, test->lower).at,
               report_share(report, test->low).at, NULL);
    report_raw(report, "</span><span>");
    report_say(report, REPORT_LABEL_TEST_NOW, report_value(report, REPORT_COUNT, 2, test->llr).at, NULL);
    report_raw(report, "</span><span>");
    report_say(report, REPORT_LABEL_TEST_UPPER, report_value(report, REPORT_COUNT, 2, test->upper).at,
               report_share(report, test->high).at, NULL);
    report_raw(report, "</span></p></div>\n");
    report_figure_end(report);
}

void report_players(struct report *report) {
    report_raw(report, "<dl class=\"bots\">\n");
    for (int i = 0; i < report->result->n_bots; i++) add_bot(report, report->result->bot[i]);
    report_raw(report, "</dl>\n");
    add_ratings(report);
    add_scores(report);
    add_record(report);
    add_test(report);
}

/* ---- The seats -------------------------------------------------------------------------------------------------------- */

/* Two seats share what there is: of several cells the first seat's share says all. */
void report_wins(struct report *report) {
    const struct result *result = report->result;
    struct report_plot plot;
    int cells = result->n_cells, seats = result->cell[0].n_seats;
    bool first = cells > 1 && seats == 2;
    for (int i = 0; i < cells; i++)
        if (result->cell[i].n_seats < seats) seats = result->cell[i].n_seats;
    if (!report_plot_init(report, &plot, cells, first ? 1 : seats)) return;
    set_fair(report, &plot);
    plot.title = first
                     ? report_fill(report, REPORT_LABEL_SCORE_OF, report_seat(report, result->cell[0].seat[0].letter), NULL)
                     : report_fill(report, REPORT_LABEL_SEATS, NULL);
    plot.note = first
                    ? report_fill(report, REPORT_LABEL_FIRST_SEAT_NOTE, report_seat(report, result->cell[0].seat[0].letter),
                                  report_seat(report, result->cell[0].seat[1].letter), NULL)
                    : report_fill(report, REPORT_LABEL_SEATS_NOTE, NULL);
    for (int i = 0; i < cells; i++) {
        plot.group[i] = report_cell(report, i);
        for (int j = 0; j < plot.series; j++) {
            *report_plot_at(&plot, i, j) = result->cell[i].seat[j].share;
            plot.name[j] = report_seat(report, result->cell[i].seat[j].letter);
        }
    }
    report_dots(report, &plot);
}
