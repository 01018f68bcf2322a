/* SPDX-License-Identifier: MIT */
/* rating.c - one scale of strength for all bots of a tournament. */
#include <math.h>
#include <string.h>

#include "lab.h"

enum { STEPS = 10000 };

/* Points of each place of each cell, and blocks, less those of one group (-1: none): a resample of the jackknife. */
struct points {
    double place[LAB_MAX_CELLS][ALEA_MAX_SEATS];
    double blocks;
};

static void gather(const struct lab_sums *sums, int without, struct points *points) {
    const struct lab_plan *plan = sums->plan;
    memset(points, 0, sizeof *points);
    for (int g = 0; g < LAB_GROUPS; g++) {
        long blocks = sums->blocks / LAB_GROUPS + (g < sums->blocks % LAB_GROUPS);
        if (g == without) continue;
        points->blocks += (double)blocks;
        for (int c = 0; c < plan->n_cells; c++)
            for (int i = 0; i < plan->seats; i++)
                points->place[c][i] += sums->group[(g * plan->n_cells + c) * ALEA_MAX_SEATS + i];
    }
}

/* The likeliest strengths, by Hunter's minorisation ("MM algorithms for generalized Bradley-Terry models", 2004). One drawn game is
 * added to each cell, so that who never scored has a rating too. */
static void solve(const struct lab_plan *plan, const struct points *points, double w[]) {
    for (int b = 0; b < plan->n_bots; b++) w[b] = 1;
    double moved = 1;
    for (int step = 0; step < STEPS && moved > 1e-12; step++) {
        double won[LAB_MAX_BOTS] = {0}, met[LAB_MAX_BOTS] = {0}, sum = 0;
        for (int c = 0; c < plan->n_cells; c++) {
            const int *bot = plan->cell[c].bot;
            double table = 0;
            for (int i = 0; i < plan->seats; i++) table += w[bot[i]];
            for (int i = 0; i < plan->seats; i++) {
                won[bot[i]] += points->place[c][i] + 1.0 / plan->seats;
                met[bot[i]] += (points->blocks + 1) / table;
            }
        }
        moved = 0;
        for (int b = 0; b < plan->n_bots; b++) {
            double next = met[b] > 0 ? won[b] / met[b] : 1;
            moved = fmax(moved, fabs(next / w[b] - 1));
            w[b] = next;
            sum += next;
        }
        for (int b = 0; b < plan->n_bots; b++) w[b] *= plan->n_bots / sum;
    }
}

static int weakest(const struct lab_plan *plan, const double w[]) {
    int least = 0;
    for (int b = 1; b < plan->n_bots; b++)
        if (w[b] < w[least]) least = b;
    return least;
}

void lab_ratings(const struct lab_sums *sums, struct lab_rating rating[]) {
    static const double PER_TENFOLD = 400;
    const struct lab_plan *plan = sums->plan;
    struct points points;
    double w[LAB_MAX_BOTS], mean[LAB_MAX_BOTS] = {0}, resample[LAB_GROUPS][LAB_MAX_BOTS];
    int groups = sums->blocks < LAB_GROUPS ? (int)sums->blocks : LAB_GROUPS;
    gather(sums, -1, &points);
    solve(plan, &points, w);
    int least = weakest(plan, w);
    for (int b = 0; b < plan->n_bots; b++)
        rating[b] = (struct lab_rating){.rating = PER_TENFOLD * log10(w[b] / w[least]), .known = groups > 1};
    for (int g = 0; g < groups; g++) {
        gather(sums, g, &points);
        solve(plan, &points, w);
        for (int b = 0; b < plan->n_bots; b++) {
            resample[g][b] = PER_TENFOLD * log10(w[b] / w[least]);
            mean[b] += resample[g][b] / groups;
        }
    }
    for (int b = 0; b < plan->n_bots && groups > 1; b++) {
        double squares = 0;
        for (int g = 0; g < groups; g++) squares += (resample[g][b] - mean[b]) * (resample[g][b] - mean[b]);
        double half = lab_student(groups - 1) * sqrt(squares * (groups - 1) / groups);
        rating[b].low = rating[b].rating - half;
        rating[b].high = rating[b].rating + half;
    }
}
