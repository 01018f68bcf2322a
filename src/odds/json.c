/* SPDX-License-Identifier: MIT */
/* json.c - answers and questions as JSON, by the shapes of docs/odds.md. Numbers have 15 digits. */
#include <inttypes.h>
#include <stdio.h>

#include "json_write.h"
#include "move_json.h"
#include "names.h"
#include "odds.h"

enum { DIGITS = 15 };

/* ---- Answers ------------------------------------------------------------------------------------------------------------------- */

static void add_fraction(struct alea_text *text, const char *key, const struct odds_chance *chance) {
    if (!chance->bottom) {
        alea_json_null(text, key);
        return;
    }
    size_t from = alea_json_open_string(text, key);
    alea_text_addf(text, "%" PRIu64, chance->top);
    if (chance->bottom > 1) alea_text_addf(text, "/%" PRIu64, chance->bottom);
    alea_json_close_string(text, from);
}

static bool is_sampled(const struct odds_answer *answer) { return answer->kind == ALEA_ANSWER_SAMPLE; }

static void add_chance(struct alea_text *text, const char *key, const struct odds_answer *answer,
                       const struct odds_chance *chance) {
    if (answer->fractions) add_fraction(text, key, chance);
    alea_json_real(text, "value", chance->value, DIGITS);
    if (is_sampled(answer)) alea_json_real(text, "error", chance->error, DIGITS);
}

/* Behind each chance its fraction, if they were asked for, or its error. */
static void add_measure(struct alea_text *text, const char *name, const struct odds_answer *answer,
                        const struct odds_measure *measure) {
    bool sampled = is_sampled(answer);
    char key[80];
    alea_json_open_array(text, name);
    for (int32_t value = 0; value <= measure->most; value++) alea_json_real(text, NULL, measure->at[value].value, DIGITS);
    alea_json_close_array(text);
    if (sampled || answer->fractions) {
        snprintf(key, sizeof key, "%s_%s", name, sampled ? "error" : "p");
        alea_json_open_array(text, key);
        for (int32_t value = 0; value <= measure->most; value++)
            if (sampled) alea_json_real(text, NULL, measure->at[value].error, DIGITS);
            else add_fraction(text, NULL, &measure->at[value]);
        alea_json_close_array(text);
    }
    snprintf(key, sizeof key, "expected_%s", name);
    alea_json_real(text, key, measure->expected, DIGITS);
    snprintf(key, sizeof key, "expected_%s_error", name);
    if (sampled) alea_json_real(text, key, measure->error, DIGITS);
}

static void add_values(struct alea_text *text, const struct alea_measure *of, int n, const int32_t value[]) {
    for (int i = 0; i < n; i++) alea_json_integer(text, of[i].name, value[i]);
}

static void add_ends(struct alea_text *text, const struct odds_answer *answer) {
    alea_json_open_array(text, "outcomes");
    for (int i = 0; i < answer->n_ends; i++) {
        alea_json_open_object(text, NULL);
        add_values(text, answer->question->measures, answer->question->n_measures, answer->ends[i].value);
        add_chance(text, "p", answer, &answer->ends[i].chance);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
}

static void add_rows(struct alea_text *text, const struct odds_answer *answer) {
    const struct alea_question *question = answer->question;
    alea_json_open_array(text, question->rows);
    for (int i = 0; i < answer->n_rows; i++) {
        alea_json_open_object(text, NULL);
        add_values(text, question->columns, question->n_columns, answer->rows[i].value);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
}

static void add_policy(const struct alea_rules *rules, struct alea_text *text, const struct odds_answer *answer) {
    alea_json_open_array(text, "policy");
    for (int i = 0; i < answer->n_choices; i++) {
        const struct odds_choice *choice = &answer->choices[i];
        alea_json_open_object(text, NULL);
        size_t from = alea_json_open_string(text, "text");
        answer->question->say_choice(rules->tables, answer->memory, choice->state, &choice->chosen, text);
        alea_json_close_string(text, from);
        alea_json_real(text, "value", choice->chance, DIGITS);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
}

static void add_measures(struct alea_text *text, const struct odds_answer *answer) {
    const struct alea_measure *measures = answer->question->measures;
    bool win = answer->measure[0].most == 1;
    if (win) add_chance(text, measures[0].name, answer, &answer->measure[0].at[1]);
    else alea_json_bool(text, "exact", !is_sampled(answer));
    for (int i = win ? 1 : 0; i < answer->question->n_measures; i++)
        if (answer->measure[i].most >= 0) add_measure(text, measures[i].name, answer, &answer->measure[i]);
}

void odds_json(const struct alea_rules *rules, const struct odds_answer *answer, struct alea_text *text) {
    bool rows = answer->kind == ALEA_ANSWER_ROWS;
    alea_json_open_object(text, NULL);
    if (rows) add_rows(text, answer);
    else if (answer->joint) add_ends(text, answer);
    else add_measures(text, answer);
    if (!rows && answer->choices) add_policy(rules, text, answer);
    if (is_sampled(answer)) {
        alea_json_integer(text, "samples", answer->samples);
        alea_json_natural(text, "seed", answer->seed);
        alea_json_integer(text, "streams", ODDS_STREAMS);
    }
    alea_json_close_object(text);
}

/* ---- What was asked ---------------------------------------------------------------------------------------------------------------- */

static void add_given(const struct alea_rules *rules, const struct alea_parameter *parameter, const char *key, int32_t value,
                      struct alea_text *text) {
    if (parameter->set && value >= 0) alea_value_json(rules, key, parameter->set, value, text);
    else if (parameter->words) alea_json_string(text, key, parameter->words[parameter->set ? -1 - value : value]);
    else alea_json_integer(text, key, value);
}

/* Not what is left to begin(), as it is when nothing is given. */
static bool is_given(const struct alea_parameter *parameter, int32_t value) {
    return parameter->set || (value >= parameter->min && value <= parameter->max);
}

static void add_notes(const struct alea_rules *rules, const struct alea_at_hand *asked, struct alea_text *text) {
    alea_json_open_array(text, "notes");
    for (int i = 0; i < ALEA_MAX_NOTES && asked->note[i].label; i++) {
        const size_t from = alea_json_open_string(text, NULL);
        odds_say_note(rules, &asked->note[i], text);
        alea_json_close_string(text, from);
    }
    alea_json_close_array(text);
}

void odds_asked_json(const struct alea_rules *rules, const struct alea_at_hand *asked, const struct odds_answer *answer,
                     struct alea_text *text) {
    const struct alea_question *question = &rules->game->chances.questions[asked->question];
    alea_json_open_object(text, NULL);
    alea_json_id(text, "question", question->name);
    alea_json_bool(text, "choice", asked->choice);
    alea_json_open_object(text, "about");
    if (asked->set) alea_value_json(rules, alea_set_id(rules->game, asked->set), asked->set, asked->subject, text);
    alea_json_close_object(text);
    alea_json_open_object(text, "given");
    for (int i = 0; i < question->n_parameters; i++) {
        const struct alea_parameter *parameter = &question->parameters[i];
        const struct alea_values *values = &asked->value[i];
        if (parameter->list) alea_json_open_array(text, parameter->name);
        for (int k = 0; k < values->n; k++)
            if (is_given(parameter, values->at[k]))
                add_given(rules, parameter, parameter->list ? NULL : parameter->name, values->at[k], text);
        if (parameter->list) alea_json_close_array(text);
    }
    alea_json_close_object(text);
    alea_json_key(text, "answer");
    if (answer) odds_json(rules, answer, text);
    else alea_json_null(text, NULL);
    if (asked->note[0].label) add_notes(rules, asked, text);
    alea_json_close_object(text);
}

/* ---- Questions ------------------------------------------------------------------------------------------------------------------ */

/* What it is when it is not given, where that is a plain value. */
static void add_default(const struct alea_parameter *parameter, struct alea_text *text) {
    bool within = parameter->standard >= parameter->min && parameter->standard <= parameter->max;
    if (parameter->wanted || parameter->list || parameter->set || !within) return;
    if (parameter->words) alea_json_string(text, "default", parameter->words[parameter->standard]);
    else alea_json_integer(text, "default", parameter->standard);
}

static void add_parameter(const struct alea_rules *rules, const struct alea_parameter *parameter, struct alea_text *text) {
    alea_json_open_object(text, NULL);
    alea_json_string(text, "name", parameter->name);
    alea_json_string(text, "text", parameter->in[text->lang]);
    alea_json_bool(text, "wanted", parameter->wanted);
    alea_json_bool(text, "list", parameter->list);
    if (parameter->words) {
        int n_words = (int)(parameter->set ? -parameter->min : parameter->max + 1);
        alea_json_open_array(text, "values");
        for (int i = 0; i < n_words; i++) alea_json_string(text, NULL, parameter->words[i]);
        alea_json_close_array(text);
    } else if (!parameter->set) {
        alea_json_integer(text, "min", parameter->min);
        alea_json_integer(text, "max", parameter->max);
    }
    if (parameter->set) alea_json_string(text, "set", alea_set_id(rules->game, parameter->set));
    add_default(parameter, text);
    alea_json_close_object(text);
}

void odds_questions_json(const struct alea_rules *rules, struct alea_text *text) {
    alea_json_open_array(text, NULL);
    for (int i = 0; i < rules->game->chances.n_questions; i++) {
        const struct alea_question *question = &rules->game->chances.questions[i];
        alea_json_open_object(text, NULL);
        alea_json_string(text, "name", question->name);
        alea_json_string(text, "text", question->in[text->lang]);
        alea_json_string(text, "example", question->example);
        alea_json_open_array(text, "parameters");
        for (int k = 0; k < question->n_parameters; k++) add_parameter(rules, &question->parameters[k], text);
        alea_json_close_array(text);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
}
