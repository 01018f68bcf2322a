/* SPDX-License-Identifier: MIT */
/* read.c - the parameters of a question, from words; what is wrong with them, and what was meant. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "names.h"
#include "odds.h"
#include "text.h"

enum { LONGEST = 63, LONGEST_LIST = 320 };

const struct alea_question *odds_find(const struct alea_game *game, const char *name, struct alea_error *error) {
    struct alea_nearest nearest = {.word = name};
    struct alea_text all;
    alea_text_init(&all, LONGEST_LIST, ALEA_EN);
    for (int i = 0; i < game->chances.n_questions; i++) {
        const struct alea_question *question = &game->chances.questions[i];
        if (strcmp(question->name, name) == 0) {
            alea_text_clear(&all);
            return question;
        }
        alea_nearest_offer(&nearest, question->name);
        alea_text_addf(&all, "%s%s", i ? ", " : "", question->name);
    }
    alea_fail(error, ALEA_ERR_NO_ODDS, game->id,
              alea_reason(error, ENGINE_SAY_ODDS_UNKNOWN_QUESTION, name, alea_nearest_hint(&nearest, error).at,
                          alea_text_str(&all))
                  .at);
    alea_text_clear(&all);
    return NULL;
}

/* ---- What may be given ----------------------------------------------------------------------------------------------------- */

/* Words beside the names of a set have values of their own, below 0. */
static int n_words(const struct alea_parameter *parameter) {
    if (!parameter->words) return 0;
    return (int)(parameter->set ? -parameter->min : parameter->max + 1);
}

static int32_t value_of_word(const struct alea_parameter *parameter, int word) {
    return (int32_t)(parameter->set ? -1 - word : word);
}

static int n_names(const struct alea_rules *rules, const struct alea_parameter *parameter) {
    if (parameter->set == ALEA_SET_SEAT) return rules->seats;
    return alea_names_of(rules, parameter->set).n;
}

/* "legionary": as on a command line; lives in `room` if it is nobody's. */
static const char *name_of(const struct alea_rules *rules, const struct alea_parameter *parameter, int i, char room[3]) {
    if (parameter->set != ALEA_SET_SEAT) return alea_names_of(rules, parameter->set).at[i].id;
    alea_seat_letters(i, room);
    return room;
}

void odds_allowed(const struct alea_rules *rules, const struct alea_parameter *parameter, struct alea_text *text) {
    int n = 0;
    char room[3];
    if (!parameter->words && !parameter->set) {
        alea_text_addf(text, "%ld..%ld", (long)parameter->min, (long)parameter->max);
        return;
    }
    for (int i = 0; i < n_words(parameter); i++) alea_text_addf(text, "%s%s", n++ ? "|" : "", parameter->words[i]);
    for (int i = 0; parameter->set && i < n_names(rules, parameter); i++)
        alea_text_addf(text, "%s%s", n++ ? "|" : "", name_of(rules, parameter, i, room));
}

/* ---- One value --------------------------------------------------------------------------------------------------------------- */

/* What is read, for whoever complains. */
struct reader {
    const struct alea_rules *rules;
    const struct alea_parameter *parameter;
    struct alea_error *error;
};

static enum alea_err refuse(const struct reader *in, struct alea_reason reason) {
    return alea_fail(in->error, ALEA_ERR_BAD_OPTION, in->parameter->name, reason.at);
}

static enum alea_err read_number(const struct reader *in, const char *word, int32_t *value) {
    char *end = NULL;
    errno = 0;
    long number = strtol(word, &end, 10);
    bool digits = word[0] && (word[0] == '-' || (word[0] >= '0' && word[0] <= '9')) && !*end && !errno;
    if (digits && number >= in->parameter->min && number <= in->parameter->max) {
        *value = (int32_t)number;
        return ALEA_OK;
    }
    return refuse(
        in, alea_reason(in->error, ENGINE_SAY_ODDS_NOT_IN_RANGE, word, (long)in->parameter->min, (long)in->parameter->max));
}

static enum alea_err read_name(const struct reader *in, const char *word, int32_t *value) {
    struct alea_nearest nearest = {.word = word};
    char room[3], near_room[3] = "";
    const char *const *words = in->parameter->words;
    for (int i = 0; words && i < n_words(in->parameter); i++) {
        *value = value_of_word(in->parameter, i);
        if (alea_word_same(words[i], word)) return ALEA_OK;
        alea_nearest_offer(&nearest, words[i]);
    }
    for (int i = 0; in->parameter->set && i < n_names(in->rules, in->parameter); i++) {
        const char *name = name_of(in->rules, in->parameter, i, room);
        *value = i;
        if (alea_word_same(name, word)) return ALEA_OK;
        alea_nearest_offer(&nearest, name);
        if (nearest.best == room) nearest.best = memcpy(near_room, room, sizeof room);
    }
    struct alea_text all;
    alea_text_init(&all, LONGEST_LIST, ALEA_EN);
    odds_allowed(in->rules, in->parameter, &all);
    struct alea_reason reason =
        alea_reason(in->error, ENGINE_SAY_ODDS_NOT_A_WORD, word, alea_nearest_hint(&nearest, in->error).at,
                    alea_text_str(&all), all.truncated ? "..." : "");
    alea_text_clear(&all);
    return refuse(in, reason);
}

static enum alea_err read_one(const struct reader *in, const char *word, int32_t *value) {
    return in->parameter->words || in->parameter->set ? read_name(in, word, value) : read_number(in, word, value);
}

/* ---- Lists -------------------------------------------------------------------------------------------------------------------- */

/* Cuts "archer*3" before its star; how many, 0 if that is no number. */
static int times_of(const struct reader *in, char *word) {
    char *star = strchr(word, '*'), *end = NULL;
    if (!star || !(in->parameter->words || in->parameter->set)) return 1;
    bool digit = star[1] >= '0' && star[1] <= '9';
    long times = strtol(star + 1, &end, 10);
    if (!digit || *end || times < 1 || times > ALEA_MAX_VALUES) return 0;
    *star = 0;
    return (int)times;
}

static enum alea_err read_element(const struct reader *in, char *word, struct alea_values *values) {
    int32_t value = 0;
    int times = times_of(in, word);
    if (!times) return refuse(in, alea_reason(in->error, ENGINE_SAY_ODDS_NOT_A_LIST, word));
    enum alea_err code = read_one(in, word, &value);
    if (code != ALEA_OK) return code;
    if (values->n + times > ALEA_MAX_VALUES)
        return refuse(in, alea_reason(in->error, ENGINE_SAY_ODDS_TOO_MANY, (int)ALEA_MAX_VALUES));
    while (times--) values->at[values->n++] = value;
    return ALEA_OK;
}

static enum alea_err read_list(const struct reader *in, const char *words, struct alea_values *values) {
    enum alea_err code = ALEA_OK;
    values->n = 0;
    for (const char *at = words; at && code == ALEA_OK;) {
        char word[LONGEST + 1];
        size_t length = strcspn(at, ",");
        const char *first = at;
        at = at[length] ? at + length + 1 : NULL;
        while (length > 0 && *first == ' ') first++, length--;
        while (length > 0 && first[length - 1] == ' ') length--;
        snprintf(word, sizeof word, "%.*s", (int)(length < LONGEST ? length : LONGEST), first);
        code = read_element(in, word, values);
    }
    return code;
}

/* ---- All of them ---------------------------------------------------------------------------------------------------------------- */

static enum alea_err unknown(const struct alea_question *question, const char *name, struct alea_error *error) {
    struct alea_nearest nearest = {.word = name};
    struct alea_text all;
    alea_text_init(&all, LONGEST_LIST, ALEA_EN);
    for (int i = 0; i < question->n_parameters; i++) {
        alea_nearest_offer(&nearest, question->parameters[i].name);
        alea_text_addf(&all, "%s%s", i ? ", " : "", question->parameters[i].name);
    }
    enum alea_err code = alea_fail(error, ALEA_ERR_BAD_OPTION, name,
                                   alea_reason(error, ENGINE_SAY_ODDS_UNKNOWN_PARAMETER, question->name,
                                               alea_nearest_hint(&nearest, error).at, alea_text_str(&all))
                                       .at);
    alea_text_clear(&all);
    return code;
}

static enum alea_err wanted(const struct reader *in) {
    struct alea_text all;
    alea_text_init(&all, LONGEST_LIST, ALEA_EN);
    odds_allowed(in->rules, in->parameter, &all);
    struct alea_reason reason = alea_reason(in->error, ENGINE_SAY_ODDS_MISSING, alea_text_str(&all),
                                            in->parameter->in[in->error ? in->error->lang : ALEA_EN]);
    alea_text_clear(&all);
    return refuse(in, reason);
}

enum alea_err odds_read(const struct alea_rules *rules, const struct alea_question *question,
                        const struct odds_given given[], int n, struct alea_values values[], struct alea_error *error) {
    bool found[ALEA_MAX_PARAMETERS] = {false};
    assert(question->n_parameters <= ALEA_MAX_PARAMETERS);
    for (int i = 0; i < question->n_parameters; i++) {
        const struct alea_parameter *parameter = &question->parameters[i];
        values[i] = (struct alea_values){.n = parameter->list ? 0 : 1, .at = {parameter->standard}};
    }
    for (int k = 0; k < n; k++) {
        int i = 0;
        while (i < question->n_parameters && strcmp(question->parameters[i].name, given[k].name) != 0) i++;
        if (i == question->n_parameters) return unknown(question, given[k].name, error);
        struct reader in = {.rules = rules, .parameter = &question->parameters[i], .error = error};
        if (found[i]) return refuse(&in, alea_reason(error, ENGINE_SAY_OPTION_TWICE));
        found[i] = true;
        enum alea_err code = in.parameter->list ? read_list(&in, given[k].value, &values[i])
                                                : read_one(&in, given[k].value, &values[i].at[0]);
        if (code != ALEA_OK) return code;
    }
    for (int i = 0; i < question->n_parameters; i++) {
        struct reader in = {.rules = rules, .parameter = &question->parameters[i], .error = error};
        if (in.parameter->wanted && !found[i]) return wanted(&in);
    }
    return ALEA_OK;
}
