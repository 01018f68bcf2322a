/* SPDX-License-Identifier: MIT */
/* fraction.c - the same pass downwards in exact fractions, by GMP. */
#include <gmp.h>
#include <stdlib.h>

#include "odds_internal.h"

/* GMP ends the program when memory runs out, like the C library's own assertions: fractions are of the size of the chain. */

/* One fraction for each state that something came to, and for each thing that is told. */
struct fractions {
    mpq_t *at;
    bool *made;
    size_t n;
};

static bool fractions_new(struct fractions *all, size_t n) {
    *all = (struct fractions){.at = calloc(n, sizeof(mpq_t)), .made = calloc(n, sizeof(bool)), .n = n};
    return all->at && all->made;
}

static void drop(struct fractions *all, size_t i) {
    if (all->made[i]) mpq_clear(all->at[i]);
    all->made[i] = false;
}

static void fractions_free(struct fractions *all) {
    for (size_t i = 0; all->at && all->made && i < all->n; i++) drop(all, i);
    free(all->at);
    free(all->made);
}

static void add(struct fractions *all, size_t i, const mpq_t what) {
    if (!all->made[i]) mpq_init(all->at[i]);
    all->made[i] = true;
    mpq_add(all->at[i], all->at[i], what);
}

/* ---- What is told ------------------------------------------------------------------------------------------------------------ */

static uint64_t to_64(const mpz_t number) {
    uint64_t bits = 0;
    mpz_export(&bits, NULL, -1, sizeof bits, 0, 0, number);
    return bits;
}

static void from_64(uint64_t bits, mpz_t number) { mpz_import(number, 1, -1, sizeof bits, 0, 0, &bits); }

static void tell(const struct fractions *all, size_t i, struct odds_chance *chance) {
    if (!all->made[i]) {
        *chance = (struct odds_chance){.value = chance->value, .top = 0, .bottom = 1};
        return;
    }
    chance->value = mpq_get_d(all->at[i]); /* nearer than the sum of doubles */
    if (mpz_sizeinbase(mpq_numref(all->at[i]), 2) > 64 || mpz_sizeinbase(mpq_denref(all->at[i]), 2) > 64) return;
    chance->top = to_64(mpq_numref(all->at[i]));
    chance->bottom = to_64(mpq_denref(all->at[i]));
}

/* Where the values of a measure begin among all that is told. */
static size_t begin_of(const struct odds_answer *answer, int measure) {
    size_t begin = 0;
    for (int i = 0; i < measure; i++) begin += (size_t)(answer->measure[i].most + 1);
    return begin;
}

static void tell_all(const struct fractions *told, struct odds_answer *answer) {
    for (int i = 0; answer->joint && i < answer->n_ends; i++) tell(told, (size_t)i, &answer->ends[i].chance);
    for (int i = 0; !answer->joint && i < ALEA_MAX_MEASURES; i++)
        for (int32_t value = 0; value <= answer->measure[i].most; value++)
            tell(told, begin_of(answer, i) + (size_t)value, &answer->measure[i].at[value]);
}

/* ---- The pass ------------------------------------------------------------------------------------------------------------------ */

static void end_with(const struct odds_task *task, int32_t state, const mpq_t chance, struct fractions *told,
                     struct odds_answer *answer) {
    int32_t end[ALEA_MAX_MEASURES];
    odds_measure_end(task, state, end);
    if (answer->joint) {
        add(told, (size_t)(odds_end_of(answer, end) - answer->ends), chance); /* it is there since the first pass */
        return;
    }
    for (int i = 0; i < ALEA_MAX_MEASURES; i++)
        if (odds_measured(task, i)) add(told, begin_of(answer, i) + (size_t)end[i], chance);
}

static void flow(const struct odds_chain *chain, struct fractions *states, struct fractions *told,
                 struct odds_answer *answer) {
    struct alea_step steps[ALEA_MAX_STEPS];
    mpq_t part, weight;
    mpq_inits(part, weight, NULL);
    int32_t start = chain->task->asked->start;
    mpq_set_ui(part, 1, 1);
    add(states, (size_t)start, part);
    for (int32_t state = start; state >= 0; state--) {
        uint64_t total;
        if (!states->made[state]) continue;
        int n = odds_steps(chain, state, steps, &total);
        if (!n) end_with(chain->task, state, states->at[state], told, answer);
        for (int i = 0; i < n; i++) {
            if (!steps[i].weight) continue;
            from_64(steps[i].weight, mpq_numref(weight));
            from_64(total, mpq_denref(weight));
            mpq_canonicalize(weight);
            mpq_mul(part, states->at[state], weight);
            add(states, (size_t)steps[i].next, part);
        }
        drop(states, (size_t)state);
    }
    mpq_clears(part, weight, NULL);
}

bool odds_add_fractions(const struct odds_chain *chain, struct odds_answer *answer) {
    struct fractions states, told;
    size_t n = answer->joint ? (size_t)answer->n_ends : begin_of(answer, ALEA_MAX_MEASURES);
    bool ok = fractions_new(&told, n + 1);
    ok = fractions_new(&states, (size_t)chain->task->asked->start + 1) && ok;
    if (ok) {
        flow(chain, &states, &told, answer);
        tell_all(&told, answer);
    }
    fractions_free(&states);
    fractions_free(&told);
    return ok;
}
