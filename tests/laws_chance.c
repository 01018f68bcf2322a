/* SPDX-License-Identifier: MIT */
/* laws_chance.c - laws of chance nodes: outcomes() lists what can happen and how often, roll() does just that. */
#include "laws.h"

#include <math.h>
#include <string.h>

static bool outcomes_are_sound(struct law_run *run) {
    if (run->actors != ALEA_ACTORS_CHANCE) return true;
    int n = run->game->outcomes(run->tables, run->position, run->outcomes);
    if (n < 1 || n > run->game->max_outcomes)
        return law_broken(run, "%d outcomes of at most %d", n, run->game->max_outcomes);
    uint64_t total = 0;
    for (int i = 0; i < n; i++) {
        if (!run->outcomes[i].weight)
            return law_broken(run, "outcome '%s' has weight 0", law_move_name(run, run->outcomes[i].move));
        total += run->outcomes[i].weight;
        alea_rule rule = run->game->why_not(run->tables, run->position, ALEA_CHANCE, run->outcomes[i].move);
        if (rule)
            return law_broken(run, "outcome '%s' is refused by %s", law_move_name(run, run->outcomes[i].move),
                              alea_rule_id(run->game, rule));
        for (int j = 0; j < i; j++)
            if (run->outcomes[j].move == run->outcomes[i].move)
                return law_broken(run, "outcome '%s' is there twice", law_move_name(run, run->outcomes[i].move));
    }
    return total <= UINT32_MAX || law_broken(run, "the weights of the outcomes do not fit into 32 bits");
}

/* The throw that was made has the effect of an outcome, and so do a few others. */
static bool rolls_are_outcomes(struct law_run *run) {
    if (run->seat != ALEA_CHANCE) return true;
    int n = law_outcomes(run, run->before), which;
    if (!law_is_outcome(run, run->before, run->move, n, &which))
        return law_broken(run, "roll() answers '%s', whose effect is none of the %d outcomes'",
                          law_move_name(run, run->move), n);
    for (int i = 0; i < 8; i++) {
        alea_move move = run->game->roll(run->tables, run->before, &run->random);
        alea_rule rule = run->game->why_not(run->tables, run->before, ALEA_CHANCE, move);
        if (rule)
            return law_broken(run, "roll() answers '%s', refused by %s", law_move_name(run, move),
                              alea_rule_id(run->game, rule));
        if (!law_is_outcome(run, run->before, move, n, &which))
            return law_broken(run, "roll() answers '%s', whose effect is none of the %d outcomes'", law_move_name(run, move),
                              n);
    }
    return true;
}

static bool roll_is_a_function(struct law_run *run) {
    if (run->actors != ALEA_ACTORS_CHANCE) return true;
    struct alea_random a = run->random, b = run->random;
    alea_move first = run->game->roll(run->tables, run->position, &a),
              second = run->game->roll(run->tables, run->position, &b);
    if (first != second || a.state != b.state) return law_broken(run, "roll() answers differently for the same stream");
    return true;
}

/* Is chi^2 with so many degrees of freedom too large to be luck? One in ten million, by the cube root that is nearly normal
 * (Wilson and Hilferty, 1931); with the fixed seed an answer never changes. */
static bool too_large(double chi2, int freedom) {
    double spread = 2.0 / (9.0 * freedom);
    return (cbrt(chi2 / freedom) - (1 - spread)) / sqrt(spread) > 5.2;
}

static bool rolls_fit_the_weights(struct law_run *run) {
    enum { ROLLS = 400, MOST = 4096 };
    if (run->actors != ALEA_ACTORS_CHANCE) return true;
    int n = law_outcomes(run, run->position);
    if (n < 2 || n > MOST) return true;
    static uint32_t seen[MOST];
    double total = 0;
    memset(seen, 0, sizeof seen);
    for (int i = 0; i < n; i++) total += run->outcomes[i].weight;
    for (int i = 0; i < ROLLS; i++) {
        int which;
        if (!law_is_outcome(run, run->position, run->game->roll(run->tables, run->position, &run->random), n, &which))
            return law_broken(run, "a roll is no outcome");
        seen[which]++;
    }
    /* Outcomes of the same effect are one; rare ones are put together, five expected in each class. */
    double chi2 = 0, rest_expected = 0, rest_seen = 0;
    int classes = 0;
    for (int i = 0; i < n; i++) {
        double weight = 0, times = 0;
        bool first = true;
        for (int j = 0; j < n; j++)
            if (run->effect_hashes[i] == run->effect_hashes[j]) {
                weight += run->outcomes[j].weight;
                times += seen[j];
                if (j < i) first = false;
            }
        if (!first) continue;
        double expected = weight / total * ROLLS;
        if (expected < 5) {
            rest_expected += expected;
            rest_seen += times;
            continue;
        }
        chi2 += (times - expected) * (times - expected) / expected;
        classes++;
    }
    if (rest_expected >= 5) {
        chi2 += (rest_seen - rest_expected) * (rest_seen - rest_expected) / rest_expected;
        classes++;
    }
    if (classes < 2) return true;
    run->chi2 += chi2;
    run->freedom += classes - 1;
    return !too_large(chi2, classes - 1) || law_broken(run, "chi^2 is %.1f with %d degrees of freedom", chi2, classes - 1);
}

/* A bias too small for one node shows over all of them. */
static bool all_rolls_fit(struct law_run *run) {
    return !run->freedom || !too_large(run->chi2, run->freedom) ||
           law_broken(run, "chi^2 of all rolls is %.1f with %d degrees of freedom", run->chi2, run->freedom);
}

const struct law laws_chance[] = {
    {"outcomes", "outcomes are lawful, distinct, within the bound, with positive weights", outcomes_are_sound, LAW_NODE,
     LAW_CHEAP},
    {"roll", "what roll() throws is lawful and has the effect of an outcome", rolls_are_outcomes, LAW_PLY, LAW_SOME},
    {"roll-pure", "roll() is a function of position and stream", roll_is_a_function, LAW_NODE, LAW_SOME},
    {"roll-fair", "how often roll() throws what fits the weights", rolls_fit_the_weights, LAW_NODE, LAW_SOME},
    {"roll-fair-all", "all rolls together fit the weights", all_rolls_fit, LAW_AFTER, LAW_CHEAP},
};
const int n_laws_chance = ALEA_LEN(laws_chance);
