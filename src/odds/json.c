/* SPDX-License-Identifier: MIT */
/* json.c - answers and questions as JSON, by the shapes of docs/odds.md. Numbers have 15 digits. */
#include <inttypes.h>

#include "names.h"
#include "odds.h"

/* ---- Small things -------------------------------------------------------------------------------------------------------------- */

static void add_string(struct alea_text *text, const char *words) {
    alea_text_add(text, "\"");
    for (const char *at = words; *at; at++) {
        if (*at == '"' || *at == '\\') alea_text_addf(text, "\\%c", *at);
        else if ((unsigned char)*at < ' ') alea_text_addf(text, "\\u%04x", (unsigned)*at);
        else alea_text_addf(text, "%c", *at);
    }
    alea_text_add(text, "\"");
}

static void add_number(struct alea_text *text, double number) { alea_text_addf(text, "%.15g", number); }

static void add_fraction(struct alea_text *text, const struct odds_chance *chance) {
    if (chance->bottom == 1) alea_text_addf(text, "\"%" PRIu64 "\"", chance->top);
    else if (chance->bottom) alea_text_addf(text, "\"%" PRIu64 "/%" PRIu64 "\"", chance->top, chance->bottom);
    else alea_text_add(text, "null");
}

/* ---- Answers ------------------------------------------------------------------------------------------------------------------- */

static void add_win(struct alea_text *text, const char *name, const struct odds_measure *win, bool sampled) {
    alea_text_addf(text, "\"%s\":", name);
    add_fraction(text, &win->at[1]);
    alea_text_add(text, ",\"value\":");
    add_number(text, win->at[1].value);
    if (!sampled) return;
    alea_text_add(text, ",\"error\":");
    add_number(text, win->at[1].error);
}

static void add_list(struct alea_text *text, const struct odds_measure *measure, double (*of)(const struct odds_chance *)) {
    alea_text_add(text, "[");
    for (int32_t value = 0; value <= measure->most; value++) {
        if (value) alea_text_add(text, ",");
        if (of) add_number(text, of(&measure->at[value]));
        else add_fraction(text, &measure->at[value]);
    }
    alea_text_add(text, "]");
}

static double value_of(const struct odds_chance *chance) { return chance->value; }
static double error_of(const struct odds_chance *chance) { return chance->error; }

static void add_measure(struct alea_text *text, const char *name, const struct odds_measure *measure, bool sampled) {
    alea_text_addf(text, ",\"%s\":", name);
    add_list(text, measure, value_of);
    alea_text_addf(text, ",\"%s_%s\":", name, sampled ? "error" : "p");
    add_list(text, measure, sampled ? error_of : NULL);
    alea_text_addf(text, ",\"expected_%s\":", name);
    add_number(text, measure->expected);
    if (!sampled) return;
    alea_text_addf(text, ",\"expected_%s_error\":", name);
    add_number(text, measure->error);
}

static void add_values(struct alea_text *text, const struct alea_measure *of, int n, const int32_t value[]) {
    for (int i = 0; i < n; i++) alea_text_addf(text, "%s\"%s\":%ld", i ? "," : "", of[i].name, (long)value[i]);
}

static void add_ends(struct alea_text *text, const struct odds_answer *answer, bool sampled) {
    alea_text_add(text, "\"outcomes\":[");
    for (int i = 0; i < answer->n_ends; i++) {
        alea_text_add(text, i ? ",{" : "{");
        add_values(text, answer->question->measures, answer->question->n_measures, answer->ends[i].value);
        alea_text_add(text, ",\"p\":");
        add_fraction(text, &answer->ends[i].chance);
        alea_text_add(text, ",\"value\":");
        add_number(text, answer->ends[i].chance.value);
        if (sampled) {
            alea_text_add(text, ",\"error\":");
            add_number(text, answer->ends[i].chance.error);
        }
        alea_text_add(text, "}");
    }
    alea_text_add(text, "]");
}

static void add_rows(struct alea_text *text, const struct odds_answer *answer) {
    const struct alea_question *question = answer->question;
    alea_text_addf(text, "{\"%s\":[", question->rows);
    for (int i = 0; i < answer->n_rows; i++) {
        alea_text_add(text, i ? ",{" : "{");
        add_values(text, question->columns, question->n_columns, answer->rows[i].value);
        alea_text_add(text, "}");
    }
    alea_text_add(text, "]}");
}

static void add_policy(const struct alea_rules *rules, struct alea_text *text, const struct odds_answer *answer) {
    alea_text_add(text, ",\"policy\":[");
    for (int i = 0; i < answer->n_choices; i++) {
        struct alea_text words;
        alea_text_init(&words, 1024, text->lang);
        answer->question->say_choice(rules->tables, answer->memory, answer->choices[i].state, &answer->choices[i].chosen,
                                     &words);
        alea_text_add(text, i ? ",{\"text\":" : "{\"text\":");
        add_string(text, alea_text_str(&words));
        alea_text_add(text, ",\"value\":");
        add_number(text, answer->choices[i].chance);
        alea_text_add(text, "}");
        alea_text_clear(&words);
    }
    alea_text_add(text, "]");
}

static void add_measures(struct alea_text *text, const struct odds_answer *answer, bool sampled) {
    bool win = answer->measure[0].most == 1;
    if (win) add_win(text, answer->question->measures[0].name, &answer->measure[0], sampled);
    else alea_text_addf(text, "\"exact\":%s", sampled ? "false" : "true");
    for (int i = win ? 1 : 0; i < answer->question->n_measures; i++)
        if (answer->measure[i].most >= 0)
            add_measure(text, answer->question->measures[i].name, &answer->measure[i], sampled);
}

void odds_json(const struct alea_rules *rules, const struct odds_answer *answer, struct alea_text *text) {
    bool sampled = answer->kind == ALEA_ANSWER_SAMPLE;
    if (answer->kind == ALEA_ANSWER_ROWS) {
        add_rows(text, answer);
        return;
    }
    alea_text_add(text, "{");
    if (answer->joint) add_ends(text, answer, sampled);
    else add_measures(text, answer, sampled);
    if (answer->choices) add_policy(rules, text, answer);
    if (sampled)
        alea_text_addf(text, ",\"samples\":%ld,\"seed\":%" PRIu64 ",\"streams\":%d", answer->samples, answer->seed,
                       (int)ODDS_STREAMS);
    alea_text_add(text, "}");
}

/* ---- Questions ------------------------------------------------------------------------------------------------------------------ */

static void add_parameter(const struct alea_rules *rules, const struct alea_parameter *parameter, struct alea_text *text) {
    alea_text_addf(text, "{\"name\":\"%s\",\"text\":", parameter->name);
    add_string(text, parameter->in[text->lang]);
    alea_text_addf(text, ",\"wanted\":%s,\"list\":%s", parameter->wanted ? "true" : "false",
                   parameter->list ? "true" : "false");
    int n_words = !parameter->words ? 0 : (int)(parameter->set ? -parameter->min : parameter->max + 1);
    if (!parameter->set && !parameter->words)
        alea_text_addf(text, ",\"min\":%ld,\"max\":%ld", (long)parameter->min, (long)parameter->max);
    if (parameter->words) {
        alea_text_add(text, ",\"values\":[");
        for (int i = 0; i < n_words; i++) alea_text_addf(text, "%s\"%s\"", i ? "," : "", parameter->words[i]);
        alea_text_add(text, "]");
    }
    if (parameter->set) alea_text_addf(text, ",\"set\":\"%s\"", alea_set_id(rules->game, parameter->set));
    bool within = parameter->standard >= parameter->min && parameter->standard <= parameter->max;
    if (!parameter->wanted && !parameter->list && within && parameter->words && !parameter->set)
        alea_text_addf(text, ",\"default\":\"%s\"", parameter->words[parameter->standard]);
    else if (!parameter->wanted && !parameter->list && within && !parameter->set)
        alea_text_addf(text, ",\"default\":%ld", (long)parameter->standard);
    alea_text_add(text, "}");
}

void odds_questions_json(const struct alea_rules *rules, struct alea_text *text) {
    alea_text_add(text, "[");
    for (int i = 0; i < rules->game->chances.n_questions; i++) {
        const struct alea_question *question = &rules->game->chances.questions[i];
        alea_text_addf(text, "%s{\"name\":\"%s\",\"text\":", i ? "," : "", question->name);
        add_string(text, question->in[text->lang]);
        alea_text_add(text, ",\"example\":");
        add_string(text, question->example);
        alea_text_add(text, ",\"parameters\":[");
        for (int k = 0; k < question->n_parameters; k++) {
            if (k) alea_text_add(text, ",");
            add_parameter(rules, &question->parameters[k], text);
        }
        alea_text_add(text, "]}");
    }
    alea_text_add(text, "]");
}
