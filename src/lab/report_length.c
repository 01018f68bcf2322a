/* SPDX-License-Identifier: MIT */
/* report_length.c - how long games last, and how they end. */
#include <math.h>
#include <string.h>

#include "report_page.h"

enum { MOST_BARS = 24, MOST_PANELS = 12 };

/* ---- Means ------------------------------------------------------------------------------------------------------------ */

static void add_means(struct report *report, int title, int note, bool plies) {
    const struct result *result = report->result;
    struct report_plot plot;
    if (!report_plot_init(report, &plot, result->n_cells, 1)) return;
    plot.title = report_fill(report, title, NULL);
    plot.note = report_fill(report, note, NULL);
    plot.unit = REPORT_COUNT;
    for (int i = 0; i < result->n_cells; i++) {
        plot.group[i] = report_cell(report, i);
        *report_plot_at(&plot, i, 0) = plies ? result->cell[i].plies : result->cell[i].rounds;
    }
    report_dots(report, &plot);
}

/* ---- How often each length -------------------------------------------------------------------------------------------- */

/* Rounds `first` to `end` in bars of `width` rounds each: the same for all cells. */
struct bars {
    long first, width;
    int n;
    const char *name[MOST_BARS];
};

static struct bars bars_of(struct report *report) {
    const struct result *result = report->result;
    long low = -1, high = -1;
    for (int i = 0; i < result->n_cells; i++) {
        for (int j = 0; j < result->cell[i].n_bars; j++) {
            long round = result->cell[i].bar[j].round;
            if (result->cell[i].bar[j].games == 0) continue;
            if (low < 0 || round < low) low = round;
            if (round > high) high = round;
        }
    }
    struct bars bars = {.first = low, .width = (high - low) / MOST_BARS + 1};
    if (low < 0) return bars;
    bars.n = (int)((high - low) / bars.width + 1);
    for (int i = 0; i < bars.n; i++) {
        long first = low + i * bars.width;
        bars.name[i] = bars.width == 1 ? report_fill(report, REPORT_LABEL_PLAIN, report_whole(report, first).at, NULL)
                                       : report_fill(report, REPORT_LABEL_ROUNDS_FROM_TO, report_whole(report, first).at,
                                                     report_whole(report, first + bars.width - 1).at, NULL);
    }
    return bars;
}

/* Shares of a cell's games. */
static void add_up(const struct result_cell *cell, const struct bars *bars, struct report_plot *plot, int serie) {
    double all = 0, games[MOST_BARS] = {0};
    for (int i = 0; i < cell->n_bars; i++) {
        if (cell->bar[i].games == 0) continue;
        games[(cell->bar[i].round - bars->first) / bars->width] += (double)cell->bar[i].games;
        all += (double)cell->bar[i].games;
    }
    for (int i = 0; i < bars->n && all > 0; i++) {
        report_plot_at(plot, i, serie)->mean = games[i] / all;
        plot->n[i * plot->series + serie] = games[i];
    }
}

static void add_panel(struct report *report, const struct report_plot *plot, const struct bars *bars,
                      const struct report_axis *axis, int serie) {
    struct report_plot one = *plot;
    double bottom = report_field_height(axis, axis->low);
    if (plot->name[serie]) {
        one.title = plot->name[serie];
        report_raw(report, "<h4>");
        report_mark(report, serie % REPORT_MAX_SERIES);
        report_text(report, one.title);
        report_raw(report, "</h4>\n");
    }
    report_field_begin(report, &one, axis);
    report_rawf(report, "<g class=\"s%d\">", serie % REPORT_MAX_SERIES);
    for (int i = 0; i < bars->n; i++) {
        double share = report_plot_at(plot, i, serie)->mean, top = report_field_height(axis, isnan(share) ? 0 : share);
        if (isnan(share) || share <= 0) continue;
        report_rawf(report, "<rect class=\"bar\" x=\"%.2f%%\" width=\"%.2f%%\" y=\"%.1f\" height=\"%.1f\"/>",
                    100 * (i + 0.14) / bars->n, 100 * 0.72 / bars->n, top, bottom - top);
    }
    report_raw(report, "</g>");
    report_field_end(report, bars->n, bars->name);
}

static void add_histogram(struct report *report) {
    const struct result *result = report->result;
    struct bars bars = bars_of(report);
    int series = result->n_cells < MOST_PANELS ? result->n_cells : MOST_PANELS;
    struct report_plot plot;
    if (bars.n < 2 || !report_plot_init(report, &plot, bars.n, series)) return;
    plot.n = report_room(report, (size_t)bars.n * (size_t)series, sizeof *plot.n);
    if (!plot.n) return;
    plot.title = report_fill(report, REPORT_LABEL_HISTOGRAM, NULL);
    plot.note = report_fill(report, REPORT_LABEL_HISTOGRAM_NOTE, NULL);
    plot.unit = REPORT_SHARE;
    plot.reference = 0;
    for (int i = 0; i < bars.n; i++) plot.group[i] = bars.name[i];
    for (int i = 0; i < series; i++) {
        plot.name[i] = result->n_cells > 1 ? report_cell(report, i) : NULL;
        add_up(&result->cell[i], &bars, &plot, i);
    }
    struct report_axis axis = report_axis_of(&plot);
    report_figure_begin(report, plot.title, plot.note);
    report_raw(report, series > 1 ? "<div class=\"panels\">\n" : "<div>\n");
    for (int i = 0; i < series; i++) {
        report_raw(report, "<div>");
        add_panel(report, &plot, &bars, &axis, i);
        report_raw(report, "</div>\n");
    }
    report_raw(report, "</div>\n");
    report_numbers(report, &plot);
    report_figure_end(report);
}

/* ---- Ends ------------------------------------------------------------------------------------------------------------- */

/* Wilson's interval (1927), each block counted once: games of a block share their chances, so it is rather too wide than too narrow. */
static struct result_figure share_of(long games, long all, long blocks) {
    double n = blocks > 0 ? (double)blocks : 1, p = all > 0 ? fmin(1, (double)games / (double)all) : NAN,
           z = 1.959963984540054;
    double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    double half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return (struct result_figure){p, fmax(0, middle - half), fmin(1, middle + half)};
}

static const struct result_end *end_of(const struct result_cell *cell, const char *id) {
    for (int i = 0; i < cell->n_ends; i++)
        if (strcmp(cell->end[i].words.id, id) == 0) return &cell->end[i];
    return NULL;
}

/* Each way to end that some cell knows, in the order in which they come: how many. */
static int all_ends(const struct report *report, const struct result_phrase *end[RESULT_MAX_ENDS]) {
    int n = 0;
    for (int i = 0; i < report->result->n_cells; i++) {
        const struct result_cell *cell = &report->result->cell[i];
        for (int j = 0; j < cell->n_ends; j++) {
            bool known = false;
            for (int k = 0; k < n && !known; k++) known = strcmp(end[k]->id, cell->end[j].words.id) == 0;
            if (!known && n < RESULT_MAX_ENDS && cell->end[j].games > 0) end[n++] = &cell->end[j].words;
        }
    }
    return n;
}

static void add_ends(struct report *report) {
    const struct result *result = report->result;
    const struct result_phrase *end[RESULT_MAX_ENDS];
    struct report_plot plot;
    int n = all_ends(report, end);
    if (n == 0 || !report_plot_init(report, &plot, n, result->n_cells)) return;
    plot.n = report_room(report, (size_t)n * (size_t)result->n_cells, sizeof *plot.n);
    if (!plot.n) return;
    plot.title = report_fill(report, REPORT_LABEL_ENDS, NULL);
    plot.note = report_fill(report, REPORT_LABEL_ENDS_NOTE, NULL);
    plot.unit = REPORT_SHARE;
    for (int i = 0; i < n; i++) {
        plot.group[i] = report_phrase(report, end[i]);
        for (int j = 0; j < result->n_cells; j++) {
            const struct result_cell *cell = &result->cell[j];
            const struct result_end *found = end_of(cell, end[i]->id);
            long games = found ? found->games : 0;
            if (i == 0) plot.name[j] = report_cell(report, j);
            *report_plot_at(&plot, i, j) = share_of(games, cell->games - cell->unfinished, cell->blocks);
            plot.n[i * plot.series + j] = (double)games;
        }
    }
    report_dots(report, &plot);
}

void report_length(struct report *report) {
    add_means(report, REPORT_LABEL_ROUNDS, REPORT_LABEL_ROUNDS_NOTE, false);
    add_histogram(report);
    add_means(report, REPORT_LABEL_PLIES, REPORT_LABEL_PLIES_NOTE, true);
    add_ends(report);
}
