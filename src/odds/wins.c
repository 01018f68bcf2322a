/* SPDX-License-Identifier: MIT */
/* wins.c - the chance to win alone: one pass upwards gives it for every state of a chain, so that questions whose chains are the same
 * but for where they begin are answered by one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "odds_internal.h"

/* The chance to win from a state, once it is known. */
struct odds_win {
    double chance;
    bool known, wanted;
};

void odds_wins_clear(struct odds_wins *wins) {
    free(wins->memory);
    free(wins->at);
    wins->question = NULL;
    wins->memory = wins->at = NULL;
    wins->room = 0;
}

/* ---- The chain that is known ------------------------------------------------------------------------------------------------ */

/* Steps hang on nothing but the question and its memory: where these are the same, so is the chain. */
static bool same_chain(const struct odds_wins *wins, const struct odds_answer *begun) {
    return wins->question == begun->question && !memcmp(wins->memory, begun->memory, begun->question->memory);
}

/* Room for so many states, those that are known kept; what is fresh is 0. */
static bool make_room(struct odds_wins *wins, size_t states) {
    if (states <= wins->room) return true;
    size_t room = states > 2 * wins->room ? states : 2 * wins->room;
    struct odds_win *more = calloc(room, sizeof *more);
    if (!more) return false;
    if (wins->room) memcpy(more, wins->at, wins->room * sizeof *more);
    free(wins->at);
    wins->at = more;
    wins->room = room;
    return true;
}

/* Takes over the chain that has begun, unless it is the one that is known, and makes room for it. */
static bool turn_to(struct odds_wins *wins, struct odds_answer *begun, int32_t start) {
    if (!same_chain(wins, begun)) {
        odds_wins_clear(wins);
        wins->question = begun->question;
        wins->memory = begun->memory;
        begun->memory = NULL;
    }
    return make_room(wins, (size_t)start + 1);
}

/* ---- The pass ---------------------------------------------------------------------------------------------------------------- */

/* Marks what can be come to and isn't known yet. The lowest of it. */
static int32_t look_down(const struct odds_chain *chain, struct odds_win at[]) {
    struct alea_step steps[ALEA_MAX_STEPS];
    int32_t state = chain->task->asked->start;
    int32_t left = !at[state].known;
    at[state].wanted = left;
    for (; left && !odds_too_much(chain->task); state--) {
        uint64_t total;
        if (!at[state].wanted) continue;
        left--;
        int n = odds_steps(chain, state, steps, &total);
        for (int i = 0; i < n; i++) {
            struct odds_win *next = &at[steps[i].next];
            if (next->known || next->wanted) continue;
            next->wanted = true;
            left++;
        }
    }
    return state + 1;
}

/* It is 1 only where all ways lead to a victory: rounding makes nothing certain. */
static double chance_of(const struct odds_chain *chain, int32_t state, const struct odds_win at[]) {
    struct alea_step steps[ALEA_MAX_STEPS];
    uint64_t total;
    double sum = 0;
    bool certain = true;
    int n = odds_steps(chain, state, steps, &total);
    if (!n) {
        int32_t end[ALEA_MAX_MEASURES];
        odds_measure_end(chain->task, state, end);
        return end[0];
    }
    for (int i = 0; i < n; i++) {
        double next = at[steps[i].next].chance;
        sum += (double)steps[i].weight * next;
        certain = certain && next >= 1;
    }
    return certain ? 1 : fmin(sum / (double)total, nextafter(1, 0));
}

/* False: too much. */
static bool climb(const struct odds_task *task, struct odds_win at[]) {
    struct odds_chain chain = {.task = task};
    int32_t state = look_down(&chain, at);
    if (odds_too_much(task)) return false;
    for (; state <= task->asked->start; state++)
        if (at[state].wanted) at[state] = (struct odds_win){.chance = chance_of(&chain, state, at), .known = true};
    return true;
}

bool odds_solve_wins(const struct odds_task *task, struct odds_answer *begun, struct odds_wins *wins, double *chance) {
    int32_t start = task->asked->start;
    if (!turn_to(wins, begun, start)) return false;
    struct odds_task known = *task;
    known.memory = wins->memory;
    bool ok = climb(&known, wins->at);
    if (ok) *chance = wins->at[start].chance;
    else odds_wins_clear(wins); /* some are marked, and not known */
    return ok;
}
