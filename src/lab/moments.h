/* SPDX-License-Identifier: MIT */
/* moments.h - means over blocks of games, with 95% intervals. Sums are made one block after the other, so that the same blocks in
 * the same order give the same bits. */
#ifndef ALEA_LAB_MOMENTS_H
#define ALEA_LAB_MOMENTS_H

#include <stdbool.h>

/* The mean of x per y over blocks, each of which brings a sum of x and one of y: points per game, sieges won per siege tried. With
 * y = 1 it is a plain mean. */
struct lab_moments {
    long n;        /* blocks */
    double x, y;   /* sums */
    double mx, my; /* means of the blocks' sums, and the sums of squares about them (Welford) */
    double cxx, cxy, cyy;
};

void lab_moments_add(struct lab_moments *moments, double x, double y);
/* x per y; 0 if there is no y. */
double lab_moments_mean(const struct lab_moments *moments);
/* Its standard error (delta method); -1 where two blocks, or any y, are wanting. */
double lab_moments_error(const struct lab_moments *moments);

struct lab_interval {
    bool known; /* false: too few blocks */
    double mean, low, high;
};

/* The confidence interval of a mean: Student's t over blocks. */
struct lab_interval lab_interval_mean(const struct lab_moments *moments);
/* That of a share, 0 .. 1: Wilson's, for as many independent trials as have the same standard error; where all blocks are alike, for
 * as many as there are blocks. */
struct lab_interval lab_interval_share(const struct lab_moments *moments);

/* The quantile 0.975 of Student's t with so many degrees of freedom, at least 1. */
double lab_student(long freedom);

#endif
