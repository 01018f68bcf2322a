/* SPDX-License-Identifier: MIT */
/* report_plot.c - means with their intervals along one axis. The plot is a table: a name, a track with a mark, the figure in words;
 * so it reads without sight, and on a narrow screen the track goes under its words.
 *
 * Positions along an axis are percentages, sizes of marks and letters are pixels: plots are as wide as there is room, and nothing in
 * them is stretched. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report_page.h"

enum { LANE = 15, ROOM = 13, MOST_ROWS = 16, LEAST_TICKS = 3 };

bool report_plot_init(struct report *report, struct report_plot *plot, int groups, int series) {
    size_t n = (size_t)groups * (size_t)series;
    *plot = (struct report_plot){.groups = groups, .series = series, .reference = NAN};
    plot->group = report_room(report, (size_t)groups, sizeof *plot->group);
    plot->name = report_room(report, (size_t)series, sizeof *plot->name);
    plot->at = report_room(report, n, sizeof *plot->at);
    for (size_t i = 0; i < n && !report->failed; i++) plot->at[i] = (struct result_figure){NAN, NAN, NAN};
    return !report->failed;
}

struct result_figure *report_plot_at(const struct report_plot *plot, int group, int serie) {
    return &plot->at[group * plot->series + serie];
}

/* ---- Axes ------------------------------------------------------------------------------------------------------------- */

static void widen(struct report_axis *axis, double value) {
    if (isnan(value)) return;
    axis->low = fmin(axis->low, value);
    axis->high = fmax(axis->high, value);
}

static void round_out(struct report_axis *axis) {
    static const double steps[] = {1, 2, 5, 10};
    double power = pow(10, floor(log10((axis->high - axis->low) / LEAST_TICKS)));
    for (size_t i = 0; i < ALEA_LEN(steps); i++) {
        axis->step = power * steps[i];
        double low = floor(axis->low / axis->step + 1e-9) * axis->step,
               high = ceil(axis->high / axis->step - 1e-9) * axis->step;
        if ((high - low) / axis->step > LEAST_TICKS + 1.5) continue;
        axis->low = low;
        axis->high = high;
        break;
    }
    int decimals = (int)ceil(-log10(axis->step) - 1e-9);
    axis->decimals = decimals < 0 ? 0 : decimals > 9 ? 9 : decimals;
}

struct report_axis report_axis_of(const struct report_plot *plot) {
    struct report_axis axis = {.low = INFINITY, .high = -INFINITY};
    bool share = plot->unit == REPORT_SHARE, alone = plot->groups * plot->series == 1;
    bool negative = plot->unit != REPORT_COUNT;
    for (int i = 0; i < plot->groups * plot->series; i++) {
        negative |= plot->at[i].mean < 0;
        widen(&axis, plot->at[i].low);
        widen(&axis, plot->at[i].mean);
        widen(&axis, plot->at[i].high);
    }
    widen(&axis, plot->reference);
    if (axis.low > axis.high) axis.low = 0, axis.high = 1;
    if (!negative && axis.low < 0) axis.low = 0, axis.high = fmax(axis.high, 0); /* what is counted is never less */
    if (plot->unit == REPORT_COUNT && axis.low > 0 && (alone || axis.low < 0.6 * axis.high)) axis.low = 0;
    if (share && axis.low < 0.3) axis.low = fmin(axis.low, 0);
    double least = share ? 0.2 : plot->unit == REPORT_POINTS ? 0.04 : 1e-3 * (1 + fabs(axis.high));
    double missing = (least - (axis.high - axis.low)) / 2;
    if (missing > 0) axis.low -= missing, axis.high += missing;
    if (share) {
        double aside = fmax(0, -axis.low) - fmax(0, axis.high - 1); /* what would leave 0 .. 1 goes to the other side */
        axis.low = fmax(0, axis.low + fmin(aside, 0));
        axis.high = fmin(1, axis.high + fmax(aside, 0));
    }
    round_out(&axis);
    return axis;
}

double report_along(const struct report_axis *axis, double value) {
    return fmin(100, fmax(0, 100 * (value - axis->low) / (axis->high - axis->low)));
}

struct report_number report_tick(const struct report *report, const struct report_plot *plot, const struct report_axis *axis,
                                 double value) {
    bool share = plot->unit == REPORT_SHARE || plot->unit == REPORT_POINTS;
    bool signs = plot->unit == REPORT_POINTS || plot->unit == REPORT_DIFFERENCE;
    int decimals = share && axis->decimals > 2 ? axis->decimals - 2 : share ? 0 : axis->decimals;
    if (plot->unit == REPORT_SHARE) return report_share(report, value);
    return report_value(report, signs ? REPORT_DIFFERENCE : REPORT_COUNT, decimals, share ? 100 * value : value);
}

int report_ticks(const struct report_axis *axis) { return (int)((axis->high - axis->low) / axis->step + 1.5); }

/* ---- Marks ------------------------------------------------------------------------------------------------------------ */

void report_mark(struct report *report, int serie) {
    serie %= REPORT_MAX_SERIES;
    report_rawf(
        report,
        "<svg class=\"key s%d\" width=\"26\" height=\"14\" aria-hidden=\"true\"><line class=\"join\" x1=\"0\" x2=\"26\" "
        "y1=\"7\" y2=\"7\"/><use href=\"#m%d\" x=\"13\" y=\"7\"/></svg>",
        serie, serie);
}

void report_legend(struct report *report, const struct report_plot *plot) {
    report_raw(report, "<ul class=\"legend\">");
    for (int i = 0; i < plot->series; i++) {
        report_raw(report, "<li>");
        report_mark(report, i);
        report_raw(report, "<span>");
        report_text(report, plot->name[i]);
        report_raw(report, "</span></li>");
    }
    report_raw(report, "</ul>\n");
}

static void add_grid(struct report *report, const struct report_plot *plot, const struct report_axis *axis) {
    for (int i = 0; i < report_ticks(axis); i++) {
        double x = report_along(axis, axis->low + i * axis->step);
        report_rawf(report, "<line class=\"grid\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"0\" y2=\"100%%\"/>", x, x);
    }
    if (isnan(plot->reference)) return;
    double x = report_along(axis, plot->reference);
    report_rawf(report, "<line class=\"reference\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"0\" y2=\"100%%\"/>", x, x);
}

static void add_figure(struct report *report, const struct report_axis *axis, const struct result_figure *figure, int serie,
                       double y) {
    if (isnan(figure->mean)) return;
    report_rawf(report, "<g class=\"s%d\" transform=\"translate(0 %.1f)\">", serie, y);
    if (!isnan(figure->low) && !isnan(figure->high)) {
        double low = report_along(axis, figure->low), high = report_along(axis, figure->high);
        report_rawf(report, "<line class=\"range\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"50%%\" y2=\"50%%\"/>", low, high);
        report_rawf(report, "<use href=\"#cap\" class=\"cap\" x=\"%.2f%%\" y=\"50%%\"/>", low);
        report_rawf(report, "<use href=\"#cap\" class=\"cap\" x=\"%.2f%%\" y=\"50%%\"/>", high);
    }
    report_rawf(report, "<use href=\"#m%d\" x=\"%.2f%%\" y=\"50%%\"/></g>", serie, report_along(axis, figure->mean));
}

/* A track with series `first` to `end` of a group, one under the other; as high as the words beside it. */
static void add_track(struct report *report, const struct report_plot *plot, const struct report_axis *axis, int group,
                      int first, int end) {
    report_rawf(report, "<td role=\"cell\" class=\"track\" style=\"min-height:%dpx\"><svg aria-hidden=\"true\">",
                LANE * (end - first) + ROOM);
    add_grid(report, plot, axis);
    for (int serie = first; serie < end; serie++)
        add_figure(report, axis, report_plot_at(plot, group, serie), serie % REPORT_MAX_SERIES,
                   LANE * (serie - (first + end - 1) / 2.0));
    report_raw(report, "</svg></td>");
}

int report_plot_decimals(const struct report_plot *plot) {
    double largest = 0;
    for (int i = 0; i < plot->groups * plot->series; i++)
        if (!isnan(plot->at[i].mean)) largest = fmax(largest, fabs(plot->at[i].mean));
    return report_decimals(largest);
}

static void add_value(struct report *report, const struct report_plot *plot, const struct result_figure *figure) {
    int decimals = report_plot_decimals(plot);
    report_rawf(report, "<td role=\"cell\" class=\"value\"><b>%s</b> <span>%s</span></td>",
                report_value(report, plot->unit, decimals, figure->mean).at,
                report_range(report, plot->unit, decimals, figure).at);
}

static void add_axis_row(struct report *report, const struct report_plot *plot, const struct report_axis *axis) {
    report_raw(report, "<tr role=\"row\" class=\"axis\" aria-hidden=\"true\"><td role=\"cell\"></td><td role=\"cell\" "
                       "class=\"track\" style=\"min-height:22px\"><svg>");
    for (int i = 0; i < report_ticks(axis); i++) {
        double value = axis->low + i * axis->step;
        report_rawf(report, "<text x=\"%.2f%%\" y=\"15\">%s</text>", report_along(axis, value),
                    report_tick(report, plot, axis, fabs(value) < axis->step / 1e6 ? 0 : value).at);
    }
    report_raw(report, "</svg></td><td role=\"cell\"></td></tr>\n");
}

/* ---- Figures ---------------------------------------------------------------------------------------------------------- */

void report_figure_begin(struct report *report, const char *title, const char *note) {
    report_rawf(report, "<figure aria-labelledby=\"f%d\"><figcaption><h3 id=\"f%d\">", report->n_figures, report->n_figures);
    report->n_figures++;
    report_text(report, title);
    report_raw(report, "</h3>");
    if (note && *note) {
        report_raw(report, "<p>");
        report_text(report, note);
        report_raw(report, "</p>");
    }
    report_raw(report, "</figcaption>\n");
}

void report_figure_end(struct report *report) { report_raw(report, "</figure>\n"); }

static void add_row(struct report *report, const struct report_plot *plot, const struct report_axis *axis, int group,
                    int serie, bool of_serie) {
    const char *name = of_serie ? plot->name[serie] : plot->group[group];
    report_raw(report, "<tr role=\"row\"><th role=\"rowheader\" scope=\"row\">");
    if (plot->series > 1) report_mark(report, serie);
    report_raw(report, "<span>");
    report_text(report, name ? name : "");
    report_raw(report, "</span></th>");
    add_track(report, plot, axis, group, serie, serie + 1);
    add_value(report, plot, report_plot_at(plot, group, serie));
    report_raw(report, "</tr>\n");
}

/* A line of its own over the rows of a group, or before its compact track. */
static void add_group(struct report *report, const struct report_plot *plot, int group) {
    report_raw(report, "<tr role=\"row\" class=\"group\"><th role=\"rowheader\" scope=\"rowgroup\" colspan=\"3\">");
    report_text(report, plot->group[group]);
    report_raw(report, "</th></tr>\n");
}

static void add_compact(struct report *report, const struct report_plot *plot, const struct report_axis *axis) {
    for (int group = 0; group < plot->groups; group++) {
        report_raw(report, "<tr role=\"row\"><th role=\"rowheader\" scope=\"row\">");
        report_text(report, plot->group[group]);
        report_raw(report, "</th>");
        add_track(report, plot, axis, group, 0, plot->series);
        report_raw(report, "</tr>\n");
    }
}

static void add_head(struct report *report, bool compact) {
    report_rawf(report, "<table role=\"table\" class=\"dots%s\"><thead class=\"unseen\"><tr role=\"row\">",
                compact ? " compact" : "");
    for (int i = 0; i < (compact ? 2 : 3); i++) {
        static const int labels[] = {REPORT_LABEL_COLUMN_WHAT, REPORT_LABEL_COLUMN_PLOT, REPORT_LABEL_COLUMN_MEAN};
        report_raw(report, "<th role=\"columnheader\" scope=\"col\">");
        report_say(report, labels[i], NULL);
        report_raw(report, "</th>");
    }
    report_raw(report, "</tr></thead><tbody>\n");
}

void report_reference(struct report *report, const struct report_plot *plot) {
    if (isnan(plot->reference) || !plot->reference_name) return;
    report_raw(report, "<p class=\"aside\"><svg class=\"key\" width=\"26\" height=\"14\" aria-hidden=\"true\"><line "
                       "class=\"reference\" x1=\"13\" x2=\"13\" y1=\"0\" y2=\"14\"/></svg>");
    report_text(report, plot->reference_name);
    report_raw(report, "</p>\n");
}

void report_dots(struct report *report, const struct report_plot *plot) {
    struct report_axis axis = plot->axis ? *plot->axis : report_axis_of(plot);
    bool many = plot->series > REPORT_MAX_SERIES;
    bool compact = plot->groups > 1 && plot->series > 1 && plot->groups * plot->series > MOST_ROWS;
    report_figure_begin(report, plot->title, plot->note);
    if (!(many && compact)) {
        if (compact) report_legend(report, plot);
        add_head(report, compact);
        if (compact) add_compact(report, plot, &axis);
        for (int group = 0; group < plot->groups && !compact; group++) {
            bool headed = plot->groups > 1 && plot->series > 1;
            if (headed) add_group(report, plot, group);
            for (int serie = 0; serie < plot->series; serie++) add_row(report, plot, &axis, group, serie, plot->series > 1);
        }
        add_axis_row(report, plot, &axis);
        report_raw(report, "</tbody></table>\n");
        report_reference(report, plot);
    }
    if (compact || plot->n) report_numbers(report, plot);
    report_figure_end(report);
}

/* ---- The same in words ------------------------------------------------------------------------------------------------ */

static void add_numbers_row(struct report *report, const struct report_plot *plot, int group, int serie, bool of_serie) {
    const struct result_figure *figure = report_plot_at(plot, group, serie);
    const char *name = of_serie ? plot->name[serie] : plot->group[group];
    int decimals = report_plot_decimals(plot);
    report_raw(report, "<tr><th scope=\"row\">");
    report_text(report, name ? name : "");
    report_rawf(report, "</th><td>%s</td><td>%s</td>", report_value(report, plot->unit, decimals, figure->mean).at,
                report_range(report, plot->unit, decimals, figure).at);
    if (plot->n) {
        double n = plot->n[group * plot->series + serie];
        report_rawf(report, "<td>%s</td>", report_whole(report, isnan(n) ? 0 : (long)n).at);
    }
    report_raw(report, "</tr>\n");
}

void report_numbers(struct report *report, const struct report_plot *plot) {
    static const int labels[] = {REPORT_LABEL_COLUMN_WHAT, REPORT_LABEL_COLUMN_VALUE, REPORT_LABEL_COLUMN_INTERVAL,
                                 REPORT_LABEL_COLUMN_N};
    bool headed = plot->groups > 1 && plot->series > 1;
    int columns = plot->n ? 4 : 3;
    report_raw(report, "<details><summary>");
    report_say(report, REPORT_LABEL_NUMBERS, NULL);
    report_raw(report, "</summary><table class=\"numbers\"><thead><tr>");
    for (int i = 0; i < columns; i++) {
        report_raw(report, "<th scope=\"col\">");
        report_say(report, labels[i], NULL);
        report_raw(report, "</th>");
    }
    report_raw(report, "</tr></thead>\n");
    for (int group = 0; group < plot->groups; group++) {
        report_raw(report, headed || group == 0 ? "<tbody>" : "");
        if (headed) {
            report_rawf(report, "<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"%d\">", columns);
            report_text(report, plot->group[group]);
            report_raw(report, "</th></tr>\n");
        }
        for (int serie = 0; serie < plot->series; serie++) add_numbers_row(report, plot, group, serie, plot->series > 1);
        report_raw(report, headed || group == plot->groups - 1 ? "</tbody>\n" : "");
    }
    report_raw(report, "</table></details>\n");
}
