/* SPDX-License-Identifier: MIT */
/* sprt.h - a sequential test of a mean: it looks after every block, and stops as soon as the question is decided.
 *
 * H0: the mean is `low` or less; H1: it is `high` or more. The generalised sequential probability ratio test: of each hypothesis the
 * distribution over the observed values that is likeliest (empirical likelihood), as tests of chess engines do with the five
 * results of a pair of games. (Van den Bergh, "A practical introduction to the GSPRT"; Owen, "Empirical
 * Likelihood", 2001.) */
#ifndef ALEA_LAB_SPRT_H
#define ALEA_LAB_SPRT_H

#include <stdbool.h>

enum lab_decision { LAB_OPEN, LAB_LOW, LAB_HIGH };

enum {
    LAB_SPRT_CELLS = 241
}; /* values are rounded to 240ths: halves, thirds, quarters, fifths, sixths, eighths of a point are exact */

struct lab_sprt {
    double low, high;   /* 0 <= low < high <= 1 */
    double alpha, beta; /* wanted: chances to decide `high` though H0 holds, and `low` though H1 does */
    double count[LAB_SPRT_CELLS];
    long n;
    double llr; /* log of the ratio of likelihoods, H1 against H0 */
    enum lab_decision decision;
};

/* Bounds between which the ratio stays while nothing is decided. */
double lab_sprt_lower(const struct lab_sprt *sprt);
double lab_sprt_upper(const struct lab_sprt *sprt);

/* Another block, whose mean is 0 .. 1. Nothing changes after the decision. */
void lab_sprt_add(struct lab_sprt *sprt, double mean);

#endif
