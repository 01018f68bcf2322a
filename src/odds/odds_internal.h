/* SPDX-License-Identifier: MIT */
/* odds_internal.h - what the files behind odds.h share. */
#ifndef ALEA_ODDS_INTERNAL_H
#define ALEA_ODDS_INTERNAL_H

#include "odds.h"

/* A question that has begun. */
struct odds_task {
    const struct alea_question *question;
    const void *tables; /* the game's rules */
    const void *memory;
    const struct alea_asked *asked;
    const struct odds_how *how;
    long *steps; /* asked so far */
};

/* A chain with its choices made. */
struct odds_chain {
    const struct odds_task *task;
    double *chance;  /* of coming to each state */
    int16_t *chosen; /* step of each state where somebody chooses; NULL if nobody does */
};

static inline bool odds_measured(const struct odds_task *task, int measure) {
    return measure < task->question->n_measures && task->asked->most[measure] >= 0;
}

/* The steps that lead on, in place: those that stay are conditioned away. Returns their number, and the sum of their weights. */
int odds_steps(const struct odds_chain *chain, int32_t state, struct alea_step steps[ALEA_MAX_STEPS], uint64_t *total);
/* The measures of an end, or of one that is drawn; those beyond the question's are 0. */
void odds_measure_end(const struct odds_task *task, int32_t state, int32_t out[ALEA_MAX_MEASURES]);
void odds_sample_end(const struct odds_task *task, struct alea_random *random, int32_t out[ALEA_MAX_MEASURES]);
/* The end with these values, made if it is new. NULL: no memory. */
struct odds_end *odds_end_of(struct odds_answer *answer, const int32_t value[ALEA_MAX_MEASURES]);

/* Has it taken more than is allowed? */
static inline bool odds_too_much(const struct odds_task *task) {
    return task->how->most_steps && *task->steps > task->how->most_steps;
}

/* Each false: out of memory, or too much. */
bool odds_solve_chain(const struct odds_task *task, struct odds_answer *answer);
bool odds_add_fractions(const struct odds_chain *chain, struct odds_answer *answer);
bool odds_sample(const struct odds_task *task, struct odds_answer *answer);
/* Takes the memory of the answer that has begun, if it is of another chain. */
bool odds_solve_wins(const struct odds_task *task, struct odds_answer *begun, struct odds_wins *wins, double *chance);

#endif
