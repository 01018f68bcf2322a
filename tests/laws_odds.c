/* SPDX-License-Identifier: MIT */
/* laws_odds.c - laws of the questions about chances: whatever is asked within the parameters, the game keeps to the contract. */
#include "laws.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "odds.h"

enum { ASKED = 40, WALKED = 4000, SAMPLED = 20, WHY = 400 };

/* A question that is being asked. */
struct asking {
    struct law_run *run;
    const struct alea_question *question;
    struct alea_values values[ALEA_MAX_PARAMETERS];
    void *memory; /* of exactly the question's size */
    struct alea_asked asked;
    char words[512]; /* what is asked, for whoever reads of a fault */
};

static bool broken(struct asking *at, const char *what, long long number) {
    return law_broken(at->run, "question '%s'%s: %s (%lld)", at->question->name, at->words, what, number);
}

/* ---- The table ------------------------------------------------------------------------------------------------------------------ */

static bool named(const char *name, const char *const in[ALEA_LANGS]) {
    bool plain = name && *name && !name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_")];
    return plain && in[ALEA_IT] && *in[ALEA_IT] && law_clean(in[ALEA_IT], false) && in[ALEA_EN] && *in[ALEA_EN] &&
           law_clean(in[ALEA_EN], false);
}

static int names_of(const struct law_run *run, int set) {
    struct alea_names names = {.n = 0};
    if (set == ALEA_SET_SEAT) return run->seats;
    const struct alea_texts *texts = run->game->texts;
    int list = set - ALEA_SET_GAME - texts->n_sets;
    if (set >= ALEA_SET_GAME) names = list < 0 ? run->game->names(run->tables, set) : texts->lists[list];
    return names.n;
}

static bool parameter_is_sound(const struct law_run *run, const struct alea_parameter *parameter) {
    bool words = !parameter->words || (parameter->set ? parameter->min < 0 : parameter->min == 0);
    bool set = !parameter->set || names_of(run, parameter->set) > 0;
    return named(parameter->name, parameter->in) && words && set && (parameter->set || parameter->min <= parameter->max);
}

static bool columns_are_sound(const struct alea_measure *columns, int n) {
    for (int i = 0; i < n; i++)
        if (!named(columns[i].name, columns[i].in)) return false;
    return n <= ALEA_MAX_MEASURES;
}

static bool table_is_sound(struct asking *at) {
    const struct alea_question *question = at->question;
    if (!named(question->name, question->in)) return broken(at, "has no plain name or no words", 0);
    if (!question->example || strncmp(question->example, "--", 2) != 0 || strpbrk(question->example, "\"\\"))
        return broken(at, "has no example", 0);
    if (question->n_parameters > ALEA_MAX_PARAMETERS) return broken(at, "too many parameters", question->n_parameters);
    for (int i = 0; i < question->n_parameters; i++) {
        if (!parameter_is_sound(at->run, &question->parameters[i])) return broken(at, "parameter is not sound", i);
        for (int k = 0; k < i; k++)
            if (!strcmp(question->parameters[i].name, question->parameters[k].name))
                return broken(at, "two parameters of one name", i);
    }
    if (!columns_are_sound(question->measures, question->n_measures)) return broken(at, "measures are not sound", 0);
    if (!columns_are_sound(question->columns, question->n_columns)) return broken(at, "columns are not sound", 0);
    if (question->steps && !question->measure) return broken(at, "steps without measure", 0);
    return !question->row || (question->rows && question->n_columns) || broken(at, "rows without columns", 0);
}

/* ---- Values ----------------------------------------------------------------------------------------------------------------------- */

/* Often at an edge or small, where the special cases are. */
static int32_t number_within(struct alea_random *random, int32_t min, int32_t max) {
    uint32_t span = (uint32_t)((int64_t)max - min);
    switch (alea_random_below(random, 6)) {
    case 0: return min;
    case 1: return max;
    case 2: return min + (int32_t)alea_random_below(random, span + 1);
    default: return min + (int32_t)alea_random_below(random, (span < 10 ? span : 10) + 1);
    }
}

static int32_t value_of(const struct law_run *run, const struct alea_parameter *parameter, struct alea_random *random) {
    if (!parameter->set) return number_within(random, parameter->min, parameter->max);
    int32_t lowest = parameter->words ? parameter->min : 0, names = names_of(run, parameter->set);
    return lowest + (int32_t)alea_random_below(random, (uint32_t)(names - lowest));
}

static void choose_values(struct asking *at) {
    struct alea_random *random = &at->run->random;
    size_t n = 0;
    memset(at->values, 0, sizeof at->values);
    for (int i = 0; i < at->question->n_parameters; i++) {
        const struct alea_parameter *parameter = &at->question->parameters[i];
        struct alea_values *values = &at->values[i];
        bool given = parameter->wanted || alea_random_below(random, 3) > 0;
        int most = alea_random_below(random, 16) ? 9 : ALEA_MAX_VALUES;
        if (!parameter->list || given)
            values->n = 1 + (parameter->list ? (int)alea_random_below(random, (uint32_t)most) : 0);
        for (int k = 0; k < values->n; k++)
            values->at[k] = given ? value_of(at->run, parameter, random) : parameter->standard;
        n += (size_t)snprintf(at->words + n, sizeof at->words - n, " %s", parameter->name);
        for (int k = 0; k < values->n && n + 16 < sizeof at->words; k++)
            n += (size_t)snprintf(at->words + n, sizeof at->words - n, "%s%ld", k ? "," : " ", (long)values->at[k]);
        if (n + 40 > sizeof at->words) n = sizeof at->words - 40;
    }
}

/* ---- Chains ----------------------------------------------------------------------------------------------------------------------- */

static bool measures_are_within(struct asking *at, const int32_t value[]) {
    for (int i = 0; i < at->question->n_measures; i++)
        if (at->asked.most[i] >= 0 && (value[i] < 0 || value[i] > at->asked.most[i]))
            return broken(at, "a measure is out of its range", value[i]);
    return true;
}

static bool state_is_sound(struct asking *at, int32_t state, struct alea_step steps[], bool reached[]) {
    uint64_t total = 0;
    int n = at->question->steps(at->run->tables, at->memory, state, steps), away = 0;
    if (n < 0 || n > ALEA_MAX_STEPS) return broken(at, "number of steps", n);
    if (!n) {
        int32_t value[ALEA_MAX_MEASURES] = {0};
        at->question->measure(at->run->tables, at->memory, state, value);
        return measures_are_within(at, value);
    }
    for (int i = 0; i < n; i++) {
        if (steps[i].next < 0 || steps[i].next > state) return broken(at, "a step that does not fall", state);
        if (__builtin_add_overflow(total, steps[i].weight, &total)) return broken(at, "weights of more than 64 bits", state);
        away += steps[i].next != state && (steps[i].weight || !total);
        reached[steps[i].next] = true;
    }
    if (!away) return broken(at, "a state that is never left", state);
    if (!total && (!at->question->say_choice || away < n)) return broken(at, "a choice without words, or to stay", state);
    return true;
}

/* The first states that can be come to, downwards. */
static bool chain_is_sound(struct asking *at) {
    if (at->asked.states < 1 || at->asked.states > ODDS_MAX_STATES) return broken(at, "number of states", at->asked.states);
    if (at->asked.start < 0 || at->asked.start >= at->asked.states) return broken(at, "the first state", at->asked.start);
    bool *reached = calloc((size_t)at->asked.start + 1, sizeof *reached), sound = true;
    struct alea_step *steps = malloc(ALEA_MAX_STEPS * sizeof *steps);
    if (!reached || !steps) abort();
    reached[at->asked.start] = true;
    int walked = 0;
    for (int32_t state = at->asked.start; state >= 0 && sound && walked < WALKED; state--) {
        if (!reached[state]) continue;
        sound = state_is_sound(at, state, steps, reached);
        walked++;
    }
    free(reached);
    free(steps);
    return sound;
}

/* ---- Answers ---------------------------------------------------------------------------------------------------------------------- */

static bool samples_are_sound(struct asking *at) {
    for (int i = 0; i < SAMPLED; i++) {
        struct alea_random first = alea_random_stream(at->run->seed, (uint64_t)i), second = first;
        int32_t value[ALEA_MAX_MEASURES] = {0}, again[ALEA_MAX_MEASURES] = {0};
        at->question->sample(at->run->tables, at->memory, &first, value);
        at->question->sample(at->run->tables, at->memory, &second, again);
        if (memcmp(value, again, sizeof value) != 0) return broken(at, "the same stream has two ends", i);
        if (!measures_are_within(at, value)) return false;
    }
    return true;
}

static bool rows_are_sound(struct asking *at) {
    int32_t value[ALEA_MAX_MEASURES] = {0};
    int n = 0;
    while (n <= ODDS_MAX_ROWS && at->question->row(at->run->tables, at->memory, n, value)) n++;
    return n <= ODDS_MAX_ROWS || broken(at, "rows without end", n);
}

static bool adds_up(struct asking *at, const struct odds_answer *answer) {
    for (int i = 0; i < at->question->n_measures && !answer->joint && answer->kind != ALEA_ANSWER_ROWS; i++) {
        double sum = 0;
        for (int32_t value = 0; value <= answer->measure[i].most; value++) sum += answer->measure[i].at[value].value;
        if (answer->measure[i].most >= 0 && !(fabs(sum - 1) < 1e-9)) return broken(at, "chances don't add up", i);
    }
    return true;
}

/* As it is asked by people. */
static bool is_answered(struct asking *at) {
    struct odds_answer answer;
    struct alea_error error = {.lang = ALEA_EN};
    enum alea_err code = odds_solve(at->run->rules, at->question, at->values,
                                    &(struct odds_how){.samples = SAMPLED, .seed = 1}, &answer, &error);
    bool sound = code == ALEA_OK ? adds_up(at, &answer) : broken(at, "has no answer", code);
    if (code == ALEA_OK) {
        struct alea_text *json = law_words(at->run, 0, ALEA_IT);
        odds_json(at->run->rules, &answer, json);
        if (!law_clean(alea_text_str(json), false)) sound = broken(at, "unclean JSON", 0);
    }
    odds_clear(&answer);
    return sound;
}

static enum alea_answer begin(struct asking *at, void *memory, struct alea_asked *asked, struct alea_text *why) {
    memset(memory, 0, at->question->memory);
    *asked = (struct alea_asked){.best = 0};
    return at->question->begin(at->run->tables, at->values, memory, asked, why);
}

static bool begins_alike(struct asking *at, enum alea_answer kind) {
    struct alea_asked asked;
    void *memory = malloc(at->question->memory ? at->question->memory : 1);
    if (!memory) abort();
    struct alea_text *why = law_words(at->run, 1, ALEA_EN);
    bool same = begin(at, memory, &asked, why) == kind && !memcmp(memory, at->memory, at->question->memory) &&
                asked.states == at->asked.states && asked.start == at->asked.start;
    bool told = kind != ALEA_ANSWER_NONE || (*alea_text_str(why) && law_clean(alea_text_str(why), false));
    free(memory);
    return same ? told || broken(at, "does not say why not", 0) : broken(at, "begins in two ways", kind);
}

static bool is_sound(struct asking *at) {
    struct alea_text *why = law_words(at->run, 0, ALEA_IT);
    enum alea_answer kind = begin(at, at->memory, &at->asked, why);
    if (!begins_alike(at, kind)) return false;
    switch (kind) {
    case ALEA_ANSWER_NONE: return *alea_text_str(why) || broken(at, "does not say why not", 0);
    case ALEA_ANSWER_CHAIN: return chain_is_sound(at) && is_answered(at);
    case ALEA_ANSWER_SAMPLE: return samples_are_sound(at) && is_answered(at);
    case ALEA_ANSWER_ROWS: return rows_are_sound(at) && is_answered(at);
    }
    return broken(at, "no such kind of answer", kind);
}

static bool questions_keep_the_contract(struct law_run *run) {
    bool sound = true;
    for (int i = 0; i < run->game->chances.n_questions && sound; i++) {
        struct asking at = {.run = run, .question = &run->game->chances.questions[i]};
        at.memory = malloc(at.question->memory ? at.question->memory : 1); /* so that ASan sees the first byte too many */
        if (!at.memory) abort();
        sound = table_is_sound(&at);
        for (int n = 0; n < ASKED && sound; n++) {
            choose_values(&at);
            sound = is_sound(&at);
        }
        free(at.memory);
    }
    return sound;
}

const struct law laws_odds[] = {
    {"questions", "whatever is asked about chances has an answer that adds up, or a reason why there is none",
     questions_keep_the_contract, LAW_VARIANT, LAW_CHEAP},
};
const int n_laws_odds = ALEA_LEN(laws_odds);
