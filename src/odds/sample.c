/* SPDX-License-Identifier: MIT */
/* sample.c - what is too large to be exact: so many ends drawn from named streams, with an interval for every figure. */
#include <math.h>

#include "odds_internal.h"

static const double Z = 1.959963984540054; /* 95 in 100 of the normal distribution */

/* Half of Wilson's interval: it is never 0, so that what was never seen is not called impossible. */
static double error_of(double share, double n) {
    return Z / (1 + Z * Z / n) * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n));
}

static bool count(const struct odds_task *task, const int32_t end[], struct odds_answer *answer) {
    if (answer->joint) {
        struct odds_end *same = odds_end_of(answer, end);
        if (same) same->chance.value += 1;
        return same;
    }
    for (int i = 0; i < ALEA_MAX_MEASURES; i++)
        if (odds_measured(task, i)) answer->measure[i].at[end[i]].value += 1;
    return true;
}

static void share_out(struct odds_chance *chance, double n) {
    chance->value /= n;
    chance->error = error_of(chance->value, n);
}

static void mean_of(struct odds_measure *measure, double n) {
    double sum = 0, squares = 0;
    for (int32_t value = 0; value <= measure->most; value++) {
        sum += value * measure->at[value].value;
        squares += (double)value * value * measure->at[value].value;
    }
    measure->expected = sum;
    measure->error = n > 1 ? Z * sqrt(fmax(0, squares - sum * sum) / (n - 1)) : 0;
}

bool odds_sample(const struct odds_task *task, struct odds_answer *answer) {
    int32_t end[ALEA_MAX_MEASURES];
    long n = task->how->samples ? task->how->samples : ODDS_SAMPLES;
    bool ok = true;
    for (int stream = 0; stream < ODDS_STREAMS; stream++) {
        struct alea_random random = alea_random_stream(task->how->seed, (uint64_t)stream);
        for (long i = stream; i < n && ok; i += ODDS_STREAMS) {
            odds_sample_end(task, &random, end);
            ok = count(task, end, answer);
        }
    }
    answer->samples = n;
    answer->seed = task->how->seed;
    for (int i = 0; i < answer->n_ends; i++) share_out(&answer->ends[i].chance, (double)n);
    for (int i = 0; i < ALEA_MAX_MEASURES; i++) {
        struct odds_measure *measure = &answer->measure[i];
        for (int32_t value = 0; value <= measure->most; value++) share_out(&measure->at[value], (double)n);
        mean_of(measure, (double)n);
    }
    return ok;
}
