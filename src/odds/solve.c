/* SPDX-License-Identifier: MIT */
/* solve.c - a question from its values to its answer, by whichever way it is answered. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "odds_internal.h"

enum { LONGEST_WHY = 300 };

/* ---- What is told ------------------------------------------------------------------------------------------------------------ */

struct odds_end *odds_end_of(struct odds_answer *answer, const int32_t value[ALEA_MAX_MEASURES]) {
    for (int i = 0; i < answer->n_ends; i++)
        if (memcmp(answer->ends[i].value, value, sizeof answer->ends[i].value) == 0) return &answer->ends[i];
    assert(answer->n_ends < ODDS_MAX_ENDS);
    if ((answer->n_ends & (answer->n_ends - 1)) == 0) { /* at powers of 2 there is no room left */
        size_t room = answer->n_ends ? 2 * (size_t)answer->n_ends : 1;
        struct odds_end *more = realloc(answer->ends, room * sizeof *more);
        if (!more) return NULL;
        answer->ends = more;
    }
    struct odds_end *fresh = &answer->ends[answer->n_ends++];
    *fresh = (struct odds_end){.chance = {.value = 0}};
    memcpy(fresh->value, value, sizeof fresh->value);
    return fresh;
}

static bool make_room(const struct odds_task *task, struct odds_answer *answer) {
    answer->joint = task->asked->joint;
    for (int i = 0; i < ALEA_MAX_MEASURES; i++) {
        if (answer->joint || !odds_measured(task, i)) continue;
        int32_t most = task->asked->most[i];
        assert(most <= ODDS_MAX_MOST);
        answer->measure[i].at = calloc((size_t)most + 1, sizeof(struct odds_chance));
        if (!answer->measure[i].at) return false;
        answer->measure[i].most = most;
    }
    return true;
}

/* The ends in the order of their values, whatever way led to them. */
static int by_values(const void *a, const void *b) {
    const struct odds_end *x = a, *y = b;
    for (int i = 0; i < ALEA_MAX_MEASURES; i++)
        if (x->value[i] != y->value[i]) return x->value[i] < y->value[i] ? -1 : 1;
    return 0;
}

void odds_clear(struct odds_answer *answer) {
    for (int i = 0; i < ALEA_MAX_MEASURES; i++) free(answer->measure[i].at);
    free(answer->ends);
    free(answer->rows);
    free(answer->choices);
    free(answer->memory);
    *answer = (struct odds_answer){.kind = ALEA_ANSWER_NONE};
}

/* ---- The ways ------------------------------------------------------------------------------------------------------------------ */

void odds_sample_end(const struct odds_task *task, struct alea_random *random, int32_t out[ALEA_MAX_MEASURES]) {
    memset(out, 0, ALEA_MAX_MEASURES * sizeof *out);
    task->question->sample(task->tables, task->memory, random, out);
    for (int i = 0; i < task->question->n_measures; i++)
        assert(!odds_measured(task, i) || (out[i] >= 0 && out[i] <= task->asked->most[i]));
}

static bool list_rows(const struct odds_task *task, struct odds_answer *answer) {
    struct odds_row row = {{0}};
    answer->rows = calloc(ODDS_MAX_ROWS, sizeof *answer->rows);
    if (!answer->rows) return false;
    while (answer->n_rows < ODDS_MAX_ROWS && task->question->row(task->tables, task->memory, answer->n_rows, row.value))
        answer->rows[answer->n_rows++] = row;
    return true;
}

static bool solve(const struct odds_task *task, struct odds_answer *answer) {
    if (answer->kind == ALEA_ANSWER_ROWS) return list_rows(task, answer);
    if (!make_room(task, answer)) return false;
    assert(answer->kind == ALEA_ANSWER_SAMPLE || (task->asked->start >= 0 && task->asked->start < task->asked->states));
    assert(task->asked->states <= ODDS_MAX_STATES);
    if (!(answer->kind == ALEA_ANSWER_CHAIN ? odds_solve_chain(task, answer) : odds_sample(task, answer))) return false;
    if (answer->n_ends) qsort(answer->ends, (size_t)answer->n_ends, sizeof *answer->ends, by_values);
    return true;
}

/* ---- From values to answers -------------------------------------------------------------------------------------------------- */

/* Fills in `asked` and, of the answer, its kind and the question's memory. */
static enum alea_err begin(const struct alea_rules *rules, const struct alea_question *question,
                           const struct alea_values values[], struct alea_asked *asked, struct odds_answer *answer,
                           struct alea_error *error) {
    *answer = (struct odds_answer){.question = question, .memory = calloc(1, question->memory + 1)};
    for (int i = 0; i < ALEA_MAX_MEASURES; i++) answer->measure[i].most = -1;
    if (!answer->memory) return alea_fail(error, ALEA_ERR_NO_MEMORY);

    struct alea_text why;
    alea_text_init(&why, LONGEST_WHY, error ? error->lang : ALEA_EN);
    answer->kind = question->begin(rules->tables, values, answer->memory, asked, &why);
    enum alea_err code = ALEA_OK;
    if (answer->kind == ALEA_ANSWER_NONE) code = alea_fail(error, ALEA_ERR_NO_ODDS, question->name, alea_text_str(&why));
    alea_text_clear(&why);
    return code;
}

static struct odds_task task_of(const struct alea_rules *rules, const struct odds_answer *begun,
                                const struct alea_asked *asked, const struct odds_how *how, long *steps) {
    return (struct odds_task){.question = begun->question,
                              .tables = rules->tables,
                              .memory = begun->memory,
                              .asked = asked,
                              .how = how,
                              .steps = steps};
}

enum alea_err odds_solve(const struct alea_rules *rules, const struct alea_question *question,
                         const struct alea_values values[], const struct odds_how *how, struct odds_answer *answer,
                         struct alea_error *error) {
    struct alea_asked asked = {.effort = how->most_steps};
    enum alea_err code = begin(rules, question, values, &asked, answer, error);
    if (code != ALEA_OK) return code;
    answer->fractions = how->fractions;
    long steps = 0;
    struct odds_task task = task_of(rules, answer, &asked, how, &steps);
    if (solve(&task, answer)) return ALEA_OK;
    if (!odds_too_much(&task)) return alea_fail(error, ALEA_ERR_NO_MEMORY);
    return alea_fail(error, ALEA_ERR_TOO_LARGE, alea_reason(error, ENGINE_SAY_ODDS_TOO_MANY_CASES).at);
}

/* Where somebody chooses, what is chosen may hang on where the chain begins. */
static bool is_one_of_many(const struct odds_answer *begun, const struct alea_asked *asked) {
    return begun->kind == ALEA_ANSWER_CHAIN && !begun->question->say_choice && !asked->joint && asked->most[0] == 1;
}

bool odds_win(const struct alea_rules *rules, const struct alea_question *question, const struct alea_values values[],
              const struct odds_how *how, struct odds_wins *wins, struct odds_chance *win) {
    struct alea_asked asked = {.effort = how->most_steps};
    struct odds_answer answer;
    bool won = begin(rules, question, values, &asked, &answer, NULL) == ALEA_OK;
    long steps = 0;
    struct odds_task task = task_of(rules, &answer, &asked, how, &steps);
    *win = (struct odds_chance){.value = 0};
    if (won && is_one_of_many(&answer, &asked)) {
        won = odds_solve_wins(&task, &answer, wins, &win->value);
    } else if (won) {
        won = solve(&task, &answer) && answer.measure[0].most == 1;
        if (won) *win = answer.measure[0].at[1];
    }
    odds_clear(&answer);
    return won;
}
