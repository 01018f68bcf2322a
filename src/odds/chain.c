/* SPDX-License-Identifier: MIT */
/* chain.c - absorbing chains whose states fall: one pass downwards gives the chance of every end; before it, where somebody
 * chooses, one pass upwards finds what is best. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "odds_internal.h"

/* ---- One state ---------------------------------------------------------------------------------------------------------- */

/* All steps as the game tells them. */
static int ask_steps(const struct odds_task *task, int32_t state, struct alea_step steps[ALEA_MAX_STEPS]) {
    int n = task->question->steps(task->tables, task->memory, state, steps);
    assert(n >= 0 && n <= ALEA_MAX_STEPS);
    for (int i = 0; i < n; i++) assert(steps[i].next >= 0 && steps[i].next <= state);
    *task->steps += n;
    return n;
}

/* Drops the steps that stay and sums the others' weights; 0 means that somebody chooses. */
static int drop_loops(int32_t state, struct alea_step steps[], int n, uint64_t *total) {
    int kept = 0;
    *total = 0;
    for (int i = 0; i < n; i++) {
        if (steps[i].next == state) continue;
        *total += steps[i].weight;
        steps[kept++] = steps[i];
    }
    assert((kept || !n) && "a state that is never left is an end: it has no steps");
    return kept;
}

int odds_steps(const struct odds_chain *chain, int32_t state, struct alea_step steps[ALEA_MAX_STEPS], uint64_t *total) {
    int n = drop_loops(state, steps, ask_steps(chain->task, state, steps), total);
    if (!n || *total) return n;
    if (chain->chosen) steps[0] = steps[chain->chosen[state]];
    steps[0].weight = 1;
    *total = 1;
    return 1;
}

void odds_measure_end(const struct odds_task *task, int32_t state, int32_t out[ALEA_MAX_MEASURES]) {
    memset(out, 0, ALEA_MAX_MEASURES * sizeof *out);
    task->question->measure(task->tables, task->memory, state, out);
    for (int i = 0; i < task->question->n_measures; i++)
        assert(!odds_measured(task, i) || (out[i] >= 0 && out[i] <= task->asked->most[i]));
}

/* ---- Upwards: what to choose ----------------------------------------------------------------------------------------------- */

/* Marks what can be come to, whatever is chosen: chance > 0. True if somebody chooses anywhere. */
static bool look_ahead(const struct odds_chain *chain) {
    struct alea_step steps[ALEA_MAX_STEPS];
    bool choices = false;
    chain->chance[chain->task->asked->start] = 1;
    for (int32_t state = chain->task->asked->start; state >= 0 && !odds_too_much(chain->task); state--) {
        uint64_t total;
        if (chain->chance[state] <= 0) continue;
        int n = drop_loops(state, steps, ask_steps(chain->task, state, steps), &total);
        choices = choices || (n && !total);
        for (int i = 0; i < n; i++) chain->chance[steps[i].next] = 1;
    }
    return choices;
}

/* What is wanted of a state, and what among equals. */
struct worth {
    double best, then;
};

static int compare(double a, double b) {
    double rounding = 1e-12 * fmax(1, fabs(b));
    return (a > b + rounding) - (a < b - rounding);
}

/* Of equals, but for the rounding, the first is taken: so the answer does not hang on the order of sums. */
static int best_of(const struct alea_step steps[], int n, const struct worth worth[]) {
    int best = 0;
    for (int i = 1; i < n; i++) {
        const struct worth *here = &worth[steps[i].next], *there = &worth[steps[best].next];
        int order = compare(here->best, there->best);
        if (order > 0 || (!order && compare(here->then, there->then) > 0)) best = i;
    }
    return best;
}

/* Of measure i its value, of ~i what it falls short. */
static double wanted(const int32_t end[], int measure) { return measure < 0 ? -end[~measure] : end[measure]; }

static struct worth worth_of(const struct odds_chain *chain, int32_t state, const struct worth worth[]) {
    struct alea_step steps[ALEA_MAX_STEPS];
    uint64_t total;
    const struct alea_asked *asked = chain->task->asked;
    int n = drop_loops(state, steps, ask_steps(chain->task, state, steps), &total);
    if (!n) {
        int32_t end[ALEA_MAX_MEASURES];
        odds_measure_end(chain->task, state, end);
        return (struct worth){wanted(end, asked->best), wanted(end, asked->then)};
    }
    if (!total) {
        chain->chosen[state] = (int16_t)best_of(steps, n, worth);
        return worth[steps[chain->chosen[state]].next];
    }
    struct worth sum = {0, 0};
    for (int i = 0; i < n; i++) {
        double share = (double)steps[i].weight / (double)total;
        sum.best += share * worth[steps[i].next].best;
        sum.then += share * worth[steps[i].next].then;
    }
    return sum;
}

static bool choose(struct odds_chain *chain) {
    size_t states = (size_t)chain->task->asked->start + 1;
    struct worth *worth = calloc(states, sizeof *worth);
    chain->chosen = calloc(states, sizeof *chain->chosen);
    if (worth && chain->chosen)
        for (int32_t state = 0; state <= chain->task->asked->start && !odds_too_much(chain->task); state++)
            if (chain->chance[state] > 0) worth[state] = worth_of(chain, state, worth);
    bool made = worth && chain->chosen;
    free(worth);
    return made;
}

/* ---- Downwards: how it ends ------------------------------------------------------------------------------------------------ */

/* Adds a chance to what the answer tells of this end. */
static bool end_with(const struct odds_task *task, int32_t state, double chance, struct odds_answer *answer) {
    int32_t end[ALEA_MAX_MEASURES];
    odds_measure_end(task, state, end);
    if (answer->joint) {
        struct odds_end *same = odds_end_of(answer, end);
        if (same) same->chance.value += chance;
        return same;
    }
    for (int i = 0; i < task->question->n_measures; i++)
        if (odds_measured(task, i)) answer->measure[i].at[end[i]].value += chance;
    return true;
}

static bool flow(const struct odds_chain *chain, struct odds_answer *answer) {
    struct alea_step steps[ALEA_MAX_STEPS];
    int32_t start = chain->task->asked->start;
    bool ok = true;
    chain->chance[start] = 1;
    for (int32_t state = start; state >= 0 && ok && !odds_too_much(chain->task); state--) {
        double here = chain->chance[state];
        uint64_t total;
        if (here <= 0) continue;
        int n = odds_steps(chain, state, steps, &total);
        if (!n) ok = end_with(chain->task, state, here, answer);
        double share = n ? here / (double)total : 0;
        for (int i = 0; i < n; i++) chain->chance[steps[i].next] += share * (double)steps[i].weight;
    }
    return ok;
}

/* ---- The choices, for people ------------------------------------------------------------------------------------------------- */

static int likelier_first(const void *a, const void *b) {
    const struct odds_choice *x = a, *y = b;
    if (x->chance > y->chance) return -1;
    if (x->chance < y->chance) return 1;
    return (x->state < y->state) - (x->state > y->state);
}

static bool tell_choices(const struct odds_chain *chain, struct odds_answer *answer) {
    struct alea_step steps[ALEA_MAX_STEPS];
    answer->choices = calloc(ODDS_MAX_CHOICES, sizeof *answer->choices);
    if (!answer->choices) return false;
    for (int32_t state = chain->task->asked->start; state >= 0 && answer->n_choices < ODDS_MAX_CHOICES; state--) {
        uint64_t total;
        if (chain->chance[state] <= 0) continue;
        int n = drop_loops(state, steps, ask_steps(chain->task, state, steps), &total);
        if (!n || total) continue;
        answer->choices[answer->n_choices++] =
            (struct odds_choice){.state = state, .chosen = steps[chain->chosen[state]], .chance = chain->chance[state]};
    }
    qsort(answer->choices, (size_t)answer->n_choices, sizeof *answer->choices, likelier_first);
    return true;
}

/* ---- The whole ----------------------------------------------------------------------------------------------------------------- */

static void sum_up(struct odds_answer *answer) {
    for (int i = 0; i < ALEA_MAX_MEASURES; i++) {
        struct odds_measure *measure = &answer->measure[i];
        for (int32_t value = 0; value <= measure->most; value++) measure->expected += value * measure->at[value].value;
    }
}

bool odds_solve_chain(const struct odds_task *task, struct odds_answer *answer) {
    size_t states = (size_t)task->asked->start + 1;
    struct odds_chain chain = {.task = task, .chance = calloc(states, sizeof(double))};
    bool ok = chain.chance;
    if (ok && task->question->say_choice && look_ahead(&chain)) ok = choose(&chain);
    if (ok) memset(chain.chance, 0, states * sizeof(double));
    long before = *task->steps;
    ok = ok && flow(&chain, answer);
    bool small = !task->how->most_fractions || *task->steps - before <= task->how->most_fractions;
    ok = ok && (!chain.chosen || tell_choices(&chain, answer)) && !odds_too_much(task);
    if (ok) sum_up(answer);
    if (ok && task->how->fractions && small) ok = odds_add_fractions(&chain, answer);
    free(chain.chance);
    free(chain.chosen);
    return ok;
}
