/* SPDX-License-Identifier: MIT */
/* report_differences.c - what the variants change: differences between them, paired by block. */
#include <math.h>
#include <string.h>

#include "report_page.h"

/* ---- What a difference is about --------------------------------------------------------------------------------------- */

static bool same(const struct result_difference *one, const struct result_difference *other) {
    return one->what == other->what && strcmp(one->who, other->who) == 0;
}

bool report_is_about(const struct result_difference *difference, const char *letter) {
    if (!letter) return difference->what == RESULT_ROUNDS;
    return difference->what == RESULT_SEAT && strcmp(difference->who, letter) == 0;
}

static const char *title_of(struct report *report, const struct result_difference *difference) {
    switch (difference->what) {
    case RESULT_BOT: return report_fill(report, REPORT_LABEL_SCORE_OF, difference->who, NULL);
    case RESULT_SEAT: return report_fill(report, REPORT_LABEL_SCORE_OF, report_seat(report, difference->who), NULL);
    case RESULT_ROUNDS: return report_fill(report, REPORT_LABEL_ROUNDS, NULL);
    case RESULT_PLIES:
    case RESULT_WHATS: break;
    }
    return report_fill(report, REPORT_LABEL_PLIES, NULL);
}

/* ---- Beyond chance? --------------------------------------------------------------------------------------------------- */

/* x for which a normal deviate is beyond +-x with that chance. */
static double two_sided(double chance) {
    double low = 0, high = 40;
    for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        if (erfc(middle / sqrt(2)) > chance) low = middle;
        else high = middle;
    }
    return high;
}

/* Bonferroni: the interval as it would be at 5% over the number of comparisons. */
bool report_beyond_chance(const struct result_figure *difference, int comparisons) {
    double half = difference->mean > 0 ? difference->mean - difference->low : difference->high - difference->mean;
    double wider = comparisons > 1 ? two_sided(0.05 / comparisons) / two_sided(0.05) : 1;
    return half > 0 ? fabs(difference->mean) > half * wider : difference->low == difference->high && difference->mean != 0;
}

/* ---- The figures ------------------------------------------------------------------------------------------------------ */

enum { MOST_PAIRS = 45, MOST_KINDS = 128 };

/* True if the difference is shown: of many variants, only what sets them apart from the first. */
static bool shown(const struct result *result, const struct result_difference *one) {
    int n = result->n_variants;
    return n * (n - 1) / 2 <= MOST_PAIRS || one->a == 0;
}

static void add_differences(struct report *report, const struct result_difference *first) {
    const struct result *result = report->result;
    bool points = first->what == RESULT_BOT || first->what == RESULT_SEAT;
    struct report_plot plot;
    int n = 0, group = 0;
    for (int i = 0; i < result->n_differences; i++)
        n += shown(result, &result->difference[i]) && same(&result->difference[i], first);
    if (!report_plot_init(report, &plot, n, 1)) return;
    plot.title = title_of(report, first);
    plot.note = report_fill(report, points ? REPORT_LABEL_DIFFERENCE_POINTS : REPORT_LABEL_DIFFERENCE_NOTE, NULL);
    plot.unit = points ? REPORT_POINTS : REPORT_DIFFERENCE;
    plot.reference = 0;
    plot.reference_name = report_fill(report, REPORT_LABEL_NO_DIFFERENCE, NULL);
    for (int i = 0; i < result->n_differences; i++) {
        const struct result_difference *one = &result->difference[i];
        if (!shown(result, one) || !same(one, first)) continue;
        plot.group[group] =
            report_fill(report, REPORT_LABEL_MINUS, report_variant(report, one->b), report_variant(report, one->a), NULL);
        *report_plot_at(&plot, group++, 0) = one->figure;
    }
    report_dots(report, &plot);
}

/* What one of two wins the other loses: the first is enough. */
static bool is_mirror(const struct result *result, const struct result_difference *difference) {
    const struct result_cell *cell = &result->cell[0];
    if (difference->what == RESULT_SEAT) return cell->n_seats == 2 && strcmp(difference->who, cell->seat[1].letter) == 0;
    return difference->what == RESULT_BOT && result->seats == 2 && cell->n_scores == 2 &&
           strcmp(difference->who, result->bot[cell->score[1].bot]) == 0;
}

/* Adds the differences of one kind, each about another seat or bot. */
static void add_kind(struct report *report, enum result_what what) {
    const struct result *result = report->result;
    const struct result_difference *first[MOST_KINDS];
    int n = 0;
    for (int i = 0; i < result->n_differences; i++) {
        const struct result_difference *one = &result->difference[i];
        bool before = n == MOST_KINDS;
        for (int k = 0; k < n && !before; k++) before = same(first[k], one);
        if (before || one->what != what || !shown(result, one)) continue;
        first[n++] = one;
        if (!is_mirror(result, one)) add_differences(report, one);
    }
}

void report_differences(struct report *report) {
    static const enum result_what order[] = {RESULT_SEAT, RESULT_ROUNDS, RESULT_BOT, RESULT_PLIES};
    for (size_t i = 0; i < ALEA_LEN(order); i++) add_kind(report, order[i]);
}
