/* SPDX-License-Identifier: MIT */
/* moments.c - means over blocks and their intervals. */
#include "moments.h"

#include <math.h>
#include <stddef.h>

void lab_moments_add(struct lab_moments *moments, double x, double y) {
    double n = (double)++moments->n, dx = x - moments->mx, dy = y - moments->my;
    moments->x += x;
    moments->y += y;
    moments->mx += dx / n;
    moments->my += dy / n;
    moments->cxx += dx * (x - moments->mx);
    moments->cxy += dx * (y - moments->my);
    moments->cyy += dy * (y - moments->my);
}

double lab_moments_mean(const struct lab_moments *moments) { return moments->y > 0 ? moments->x / moments->y : 0; }

/* The blocks' residuals x - mean * y have variance cxx - 2 mean cxy + mean^2 cyy over n - 1. */
double lab_moments_error(const struct lab_moments *moments) {
    if (moments->n < 2 || !(moments->y > 0)) return -1;
    double n = (double)moments->n, mean = lab_moments_mean(moments);
    double squares = moments->cxx - 2 * mean * moments->cxy + mean * mean * moments->cyy;
    return squares > 0 ? sqrt(squares / (n - 1) / n) / moments->my : 0;
}

double lab_student(long freedom) {
    static const double small[] = {12.706204736, 4.302652730, 3.182446305, 2.776445105, 2.570581836,
                                   2.446911851,  2.364624252, 2.306004135, 2.262157163, 2.228138852};
    if (freedom < 1) freedom = 1;
    if (freedom <= (long)(sizeof small / sizeof *small)) return small[freedom - 1];
    /* Abramowitz and Stegun, 26.7.5. */
    double z = 1.959963984540054, z2 = z * z, v = (double)freedom;
    double g1 = (z2 + 1) * z / 4, g2 = ((5 * z2 + 16) * z2 + 3) * z / 96;
    double g3 = (((3 * z2 + 19) * z2 + 17) * z2 - 15) * z / 384;
    return z + g1 / v + g2 / (v * v) + g3 / (v * v * v);
}

struct lab_interval lab_interval_mean(const struct lab_moments *moments) {
    double mean = lab_moments_mean(moments), error = lab_moments_error(moments);
    if (error < 0) return (struct lab_interval){.mean = mean};
    double half = lab_student(moments->n - 1) * error;
    return (struct lab_interval){.known = true, .mean = mean, .low = mean - half, .high = mean + half};
}

struct lab_interval lab_interval_share(const struct lab_moments *moments) {
    double mean = lab_moments_mean(moments), error = lab_moments_error(moments);
    if (error < 0) return (struct lab_interval){.mean = mean};
    double t = lab_student(moments->n - 1), t2 = t * t;
    double trials = error > 0 ? mean * (1 - mean) / (error * error) : (double)moments->n;
    double middle = (mean + t2 / (2 * trials)) / (1 + t2 / trials);
    double half = t / (1 + t2 / trials) * sqrt(mean * (1 - mean) / trials + t2 / (4 * trials * trials));
    double low = fmax(middle - half, 0), high = fmin(middle + half, 1);
    /* Rounding may leave the end of an extreme share beside it. */
    return (struct lab_interval){.known = true, .mean = mean, .low = fmin(low, mean), .high = fmax(high, mean)};
}
