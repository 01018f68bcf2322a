/* SPDX-License-Identifier: MIT */
/* report_page.h - what the parts of the report share: words and numbers on the page, and two kinds of plots.
 *
 * Whatever comes from the file goes through report_text() or, as an argument, through report_say(), which escape it. */
#ifndef ALEA_LAB_REPORT_PAGE_H
#define ALEA_LAB_REPORT_PAGE_H

#include "report_read.h"
#include "report_text.h"

struct report {
    struct result *result;
    struct alea_text *page;
    enum alea_lang lang;
    const struct alea_game *game; /* NULL: this program does not know it */
    struct alea_rules *rules;     /* for the names of its seats; NULL as well */
    const char **variant;         /* what each is called, once somebody asked */
    int n_figures;                /* so far */
    bool failed;                  /* memory is short */
};

/* ---- Words (report_words.c) ------------------------------------------------------------------------------------------- */

/* Zeros, and a copy of words, that live as long as the result; out of memory, NULL and "", and report->failed. */
void *report_room(struct report *report, size_t n, size_t size);
const char *report_keep(struct report *report, const char *words);
void report_raw(struct report *report, const char *html); /* ours, never the file's */
void report_rawf(struct report *report, const char *format, ...) __attribute__((format(printf, 2, 3)));
void report_text(struct report *report, const char *words); /* the file's: escaped */
/* The words of a label; its holes are filled with the strings up to NULL, escaped. In labels *a* is strong and `a` is code. */
void report_say(struct report *report, int label, ...) __attribute__((sentinel));
/* The same without marks and not escaped, to be passed on; lives as long as the result. Never NULL. */
const char *report_fill(struct report *report, int label, ...) __attribute__((sentinel));

/* A number in words; lives until the end of the full expression. */
struct report_number {
    char at[64];
};

enum report_unit {
    REPORT_SHARE,      /* 0.5 is "50.0%" */
    REPORT_POINTS,     /* a difference of shares: 0.05 is "+5.0" percentage points */
    REPORT_COUNT,      /* 4.25 */
    REPORT_DIFFERENCE, /* +4.25 */
    REPORT_RATING      /* +120 */
};

struct report_number report_whole(const struct report *report, long number);
/* `decimals` counts for REPORT_COUNT and REPORT_DIFFERENCE. NAN is "-". */
struct report_number report_value(const struct report *report, enum report_unit unit, int decimals, double value);
struct report_number report_share(const struct report *report, double share); /* "75%": one that somebody chose */
/* "49.0 to 55.2%", in a sentence */
struct report_number report_interval(const struct report *report, enum report_unit unit, int decimals,
                                     const struct result_figure *figure);
/* "49.0-55.2", for tables */
struct report_number report_range(const struct report *report, enum report_unit unit, int decimals,
                                  const struct result_figure *figure);
int report_decimals(double largest); /* that a count of that size is told with */

/* ---- Names (report_names.c) ------------------------------------------------------------------------------------------- */

const char *report_game(const struct report *report);
const char *report_game_brief(struct report *report);                 /* the title up to its colon */
const char *report_seat(struct report *report, const char *letter);   /* "Sparta", "seat A" */
const char *report_variant(struct report *report, int variant);       /* "Standard" */
const char *report_variant_whole(struct report *report, int variant); /* "Standard (d4)" */
const char *
report_variant_about(struct report *report);            /* what their options decide, in a sentence; "" if nobody can tell */
const char *report_variant_keys(struct report *report); /* what differs: "siege"; "" if nobody can tell */
const char *report_cell(struct report *report, int cell); /* tells it from the others: variant or line-up */
const char *report_bots(struct report *report, const struct result_cell *cell); /* "hard, greedy" */
const char *report_phrase(const struct report *report, const struct result_phrase *phrase);
bool report_one_line_up(const struct report *report); /* do the same bots play in all cells? */

/* ---- Plots (report_plot.c, report_lines.c) ---------------------------------------------------------------------------- */

enum { REPORT_MAX_SERIES = 6 }; /* that a plot can tell apart; more make a table alone */

/* Means with intervals: `series` of them in each of `groups`. */
struct report_plot {
    const char *title, *note; /* plain words; note may be NULL */
    enum report_unit unit;
    int groups, series;
    const char **group, **name; /* of each group, and of each series; a single one needs no name: NULL */
    struct result_figure *at;   /* series after series within group after group */
    double *n;                  /* what stands behind each; NULL: not told */
    double reference;           /* a line to look at; NAN: none */
    const char *reference_name;
    bool no_legend;                 /* somebody else shows it */
    const struct report_axis *axis; /* shared with other plots; NULL: its own */
};

/* Room for a plot; false if memory is short. */
bool report_plot_init(struct report *report, struct report_plot *plot, int groups, int series);
struct result_figure *report_plot_at(const struct report_plot *plot, int group, int serie);
void report_dots(struct report *report, const struct report_plot *plot);  /* groups have no order: a table with marks */
void report_lines(struct report *report, const struct report_plot *plot); /* groups follow each other: lines along them */

/* An axis: from low to high in steps that are round numbers, at most 5 of them. */
struct report_axis {
    double low, high, step;
    int decimals;
};
struct report_axis report_axis_of(const struct report_plot *plot);
int report_ticks(const struct report_axis *axis);
double report_along(const struct report_axis *axis, double value); /* in percent of the axis, within 0 .. 100 */
/* What stands at a tick: the value in the unit of the plot. */
struct report_number report_tick(const struct report *report, const struct report_plot *plot, const struct report_axis *axis,
                                 double value);
/* The field of a plot, up to its marks, and from them on: n names under it. */
void report_field_begin(struct report *report, const struct report_plot *plot, const struct report_axis *axis);
void report_field_end(struct report *report, int n, const char *const name[]);
double report_field_height(const struct report_axis *axis, double value); /* in pixels from the top */
void report_figure_begin(struct report *report, const char *title, const char *note);
void report_figure_end(struct report *report);
void report_legend(struct report *report, const struct report_plot *plot);
/* Folded under the plot: every figure of it in words. */
void report_numbers(struct report *report, const struct report_plot *plot);
void report_reference(struct report *report, const struct report_plot *plot); /* what the line stands for */
int report_plot_decimals(const struct report_plot *plot);
void report_mark(struct report *report, int serie); /* the sign of a series, as in a legend */

/* ---- Parts of the page ------------------------------------------------------------------------------------------------ */

const char *report_question(struct report *report);
void report_answer(struct report *report);      /* report_answer.c: question, answer, facts */
void report_players(struct report *report);     /* report_wins.c */
void report_wins(struct report *report);        /* report_wins.c: by seat */
void report_differences(struct report *report); /* report_differences.c: between variants */
void report_length(struct report *report);      /* report_length.c: how long, and how it ends */
void report_statistics(struct report *report);  /* report_statistics.c: what the game counts */
bool report_has_statistics(const struct report *report);

double report_fair_share(const struct report *report); /* what each seat would take if all were alike */
/* Is a difference about that seat or, for NULL, about the rounds? */
bool report_is_about(const struct result_difference *difference, const char *letter);
/* True if the difference is beyond chance, at 5% for all `comparisons` together. */
bool report_beyond_chance(const struct result_figure *difference, int comparisons);

#endif
