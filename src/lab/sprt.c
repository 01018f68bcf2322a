/* SPDX-License-Identifier: MIT */
/* sprt.c - the generalised sequential probability ratio test over the means of blocks. */
#include "sprt.h"

#include <math.h>

double lab_sprt_lower(const struct lab_sprt *sprt) { return log(sprt->beta / (1 - sprt->alpha)); }
double lab_sprt_upper(const struct lab_sprt *sprt) { return log((1 - sprt->beta) / sprt->alpha); }

/* The values that were seen, and how often. */
struct seen {
    int n;
    double value[LAB_SPRT_CELLS], count[LAB_SPRT_CELLS];
};

/* A trace of the ends of the scale is always there, so that every mean between them is possible, and a row of wins alone does not
 * decide at once. */
static void look(const struct lab_sprt *sprt, struct seen *seen) {
    seen->n = 0;
    for (int cell = 0; cell < LAB_SPRT_CELLS; cell++) {
        double count = sprt->count[cell];
        if ((cell == 0 || cell == LAB_SPRT_CELLS - 1) && count < 1) count = 1e-3;
        if (!(count > 0)) continue;
        seen->value[seen->n] = (double)cell / (LAB_SPRT_CELLS - 1);
        seen->count[seen->n++] = count;
    }
}

/* The likeliest distribution over the values with that mean has p / (1 + theta (value - mean)) for the observed p, where
 * theta makes the expectation of (value - mean) vanish. That sum falls as theta grows: bisection. */
static double theta_of(const struct seen *seen, double mean) {
    double low = -1 / (1 - mean), high = 1 / mean;
    for (int step = 0; step < 60; step++) {
        double theta = (low + high) / 2, sum = 0;
        for (int i = 0; i < seen->n; i++) {
            double off = seen->value[i] - mean;
            sum += seen->count[i] * off / (1 + theta * off);
        }
        if (sum > 0) low = theta;
        else high = theta;
    }
    return (low + high) / 2;
}

static double ratio_of(const struct lab_sprt *sprt) {
    struct seen seen;
    look(sprt, &seen);
    double low = theta_of(&seen, sprt->low), high = theta_of(&seen, sprt->high), llr = 0;
    for (int i = 0; i < seen.n; i++)
        llr += seen.count[i] * log((1 + low * (seen.value[i] - sprt->low)) / (1 + high * (seen.value[i] - sprt->high)));
    return llr;
}

void lab_sprt_add(struct lab_sprt *sprt, double mean) {
    if (sprt->decision != LAB_OPEN) return;
    int cell = (int)lround(mean * (LAB_SPRT_CELLS - 1));
    sprt->count[cell < 0 ? 0 : cell >= LAB_SPRT_CELLS ? LAB_SPRT_CELLS - 1 : cell] += 1;
    sprt->n++;
    sprt->llr = ratio_of(sprt);
    if (sprt->llr >= lab_sprt_upper(sprt)) sprt->decision = LAB_HIGH;
    else if (sprt->llr <= lab_sprt_lower(sprt)) sprt->decision = LAB_LOW;
}
