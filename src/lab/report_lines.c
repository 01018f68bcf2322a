/* SPDX-License-Identifier: MIT */
/* report_lines.c - means with their intervals along groups that follow each other (rounds, numbers): lines over a field, with a scale
 * at its left and the names of the groups under it. */
#include <math.h>
#include <stdio.h>

#include "report_page.h"

enum { HEIGHT = 200, MARGIN = 12, DODGE = 5, MOST_NAMES = 12 };

static double height_of(const struct report_axis *axis, double value) {
    return MARGIN + (HEIGHT - 2 * MARGIN) * (1 - report_along(axis, value) / 100);
}

void report_field_begin(struct report *report, const struct report_plot *plot, const struct report_axis *axis) {
    report_rawf(report, "<div class=\"field\"><svg class=\"scale\" height=\"%d\" aria-hidden=\"true\">", HEIGHT);
    for (int i = 0; i < report_ticks(axis); i++) {
        double value = axis->low + i * axis->step;
        report_rawf(report, "<text x=\"100%%\" dx=\"-8\" y=\"%.1f\" dy=\"4\">%s</text>", height_of(axis, value),
                    report_tick(report, plot, axis, fabs(value) < axis->step / 1e6 ? 0 : value).at);
    }
    report_rawf(report, "</svg><svg class=\"plot\" height=\"%d\" role=\"img\" aria-label=\"", HEIGHT);
    report_text(report, report_fill(report, REPORT_LABEL_PLOT_OF, plot->title, NULL));
    report_raw(report, "\">");
    for (int i = 0; i < report_ticks(axis); i++) {
        double y = height_of(axis, axis->low + i * axis->step);
        report_rawf(report, "<line class=\"grid\" x1=\"0\" x2=\"100%%\" y1=\"%.1f\" y2=\"%.1f\"/>", y, y);
    }
}

/* Bytes that all names begin with, up to and with a blank: "Round ". */
static size_t common(int n, const char *const name[]) {
    size_t same = 0, blank = 0;
    for (bool all = n > 1; all && name[0][same]; same += all) {
        for (int i = 1; i < n && all; i++) all = name[i][same] == name[0][same];
        if (all && name[0][same] == ' ') blank = same + 1;
    }
    return blank;
}

void report_field_end(struct report *report, int n, const char *const name[]) {
    int every = (n + MOST_NAMES - 1) / MOST_NAMES;
    size_t begin = common(n, name);
    report_rawf(report,
                "</svg><div class=\"names\" aria-hidden=\"true\" style=\"grid-template-columns:repeat(%d,minmax(0,1fr))\">",
                n);
    for (int i = 0; i < n; i++) {
        report_rawf(report, "<span%s>", every > 1 ? " class=\"sparse\"" : "");
        if (i % every == 0) report_text(report, name[i] + begin);
        report_raw(report, "</span>");
    }
    report_raw(report, "</div>");
    if (begin > 0) {
        char words[RESULT_MAX_WORDS + 1];
        snprintf(words, sizeof words, "%.*s", (int)begin, name[0]);
        report_raw(report, "<p class=\"names-of\" aria-hidden=\"true\">");
        report_text(report, words);
        report_raw(report, "</p>");
    }
    report_raw(report, "</div>\n");
}

double report_field_height(const struct report_axis *axis, double value) { return height_of(axis, value); }

static void add_serie(struct report *report, const struct report_plot *plot, const struct report_axis *axis, int serie) {
    int dodge = (2 * serie - plot->series + 1) * (plot->groups > MOST_NAMES ? 1 : DODGE) / 2;
    double before_x = NAN, before_y = NAN;
    report_rawf(report, "<g class=\"s%d\" transform=\"translate(%d 0)\">", serie, dodge);
    for (int group = 0; group < plot->groups; group++) {
        const struct result_figure *figure = report_plot_at(plot, group, serie);
        double x = 100 * (group + 0.5) / plot->groups, y = height_of(axis, figure->mean);
        if (isnan(figure->mean)) {
            before_x = NAN;
            continue;
        }
        if (!isnan(before_x))
            report_rawf(report, "<line class=\"join\" x1=\"%.2f%%\" y1=\"%.1f\" x2=\"%.2f%%\" y2=\"%.1f\"/>", before_x,
                        before_y, x, y);
        if (!isnan(figure->low) && !isnan(figure->high))
            report_rawf(report, "<line class=\"range\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"%.1f\" y2=\"%.1f\"/>", x, x,
                        height_of(axis, figure->low), height_of(axis, figure->high));
        report_rawf(report, "<use href=\"#%c%d\" x=\"%.2f%%\" y=\"%.1f\"/>", plot->groups > MOST_NAMES ? 'n' : 'm', serie, x,
                    y);
        before_x = x;
        before_y = y;
    }
    report_raw(report, "</g>");
}

void report_lines(struct report *report, const struct report_plot *plot) {
    struct report_axis axis = plot->axis ? *plot->axis : report_axis_of(plot);
    report_figure_begin(report, plot->title, plot->note);
    if (plot->series <= REPORT_MAX_SERIES) {
        if (plot->series > 1 && !plot->no_legend) report_legend(report, plot);
        report_field_begin(report, plot, &axis);
        for (int serie = 0; serie < plot->series; serie++) add_serie(report, plot, &axis, serie);
        report_field_end(report, plot->groups, plot->group);
    }
    report_numbers(report, plot);
    report_figure_end(report);
}
