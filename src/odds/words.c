/* SPDX-License-Identifier: MIT */
/* words.c - what is at hand, for people: a title, what the question is told, and a line for each answer; and the chance beside a
 * choice. */
#include <string.h>

#include "engine_text.h"
#include "odds.h"

enum { MOST_POLICY = 6 };

/* ---- Numbers ---------------------------------------------------------------------------------------------------------------- */

void odds_say_percent(struct alea_text *text, double chance) {
    if (chance > 0 && chance < 0.0005) alea_text_add(text, "<0.1%");
    else if (chance < 1 && chance > 0.9995) alea_text_add(text, ">99.9%");
    else alea_text_addf(text, "%.1f%%", 100 * chance);
}

/* "41.7%", "~41.7% ±2.1". */
static void say_chance(const struct odds_chance *chance, struct alea_text *text) {
    if (chance->error > 0) alea_text_add(text, "~");
    odds_say_percent(text, chance->value);
    if (chance->error > 0) alea_text_addf(text, " ±%.1f", 100 * chance->error);
}

/* ---- Parameters -------------------------------------------------------------------------------------------------------------- */

/* Words of a question or a parameter without what only a command line needs: "the attackers, from the first". */
static void say_head(const char *words, struct alea_text *text) {
    alea_text_addf(text, "%.*s", (int)strcspn(words, ";:"), words);
}

static bool same_values(const struct alea_values *a, const struct alea_values *b) {
    return a->n == b->n && !memcmp(a->at, b->at, (size_t)a->n * sizeof a->at[0]);
}

/* Is it told at all? Not what is as usual, unless it sets one question apart; and not words that only a command line knows. */
static bool is_told(const struct alea_parameter *parameter, const struct alea_values *values, bool apart) {
    if (parameter->words && !parameter->set && !parameter->said) return false;
    bool usual = !parameter->wanted && !parameter->list && values->n && values->at[0] == parameter->standard;
    return values->n && (!usual || (apart && parameter->said));
}

static void say_value(const struct alea_rules *rules, const struct alea_parameter *parameter, int32_t value,
                      struct alea_text *text) {
    if (!parameter->set) alea_text_addf(text, "%ld", (long)value);
    else if (value < 0) alea_text_add(text, "?"); /* nobody has seen it */
    else alea_name_say(rules, parameter->set, value, text);
}

/* "archers*2, ?". */
static void say_values(const struct alea_rules *rules, const struct alea_parameter *parameter,
                       const struct alea_values *values, struct alea_text *text) {
    for (int i = 0, times; i < values->n; i += times) {
        for (times = 1; i + times < values->n && values->at[i + times] == values->at[i];) times++;
        bool folded = parameter->set && times > 1;
        if (!folded) times = 1;
        if (i) alea_text_add(text, ", ");
        say_value(rules, parameter, values->at[i], text);
        if (folded) alea_text_addf(text, "*%d", times);
    }
}

/* "hoplites: 3", where `sign` is ": "; what has words of its own is these alone, "without forcing". */
static void say_parameter(const struct alea_rules *rules, const struct alea_parameter *parameter,
                          const struct alea_values *values, const char *sign, struct alea_text *text) {
    if (parameter->said) {
        alea_text_add(text, parameter->said[values->at[0]][text->lang]);
        return;
    }
    say_head(parameter->in[text->lang], text);
    alea_text_add(text, sign);
    say_values(rules, parameter, values, text);
}

/* Another line of an answer, further in. What stands before it may have nothing but its own beginning. */
static void next_line(struct alea_text *text) {
    while (text->len && text->at[text->len - 1] == ' ') text->at[--text->len] = 0;
    alea_text_add(text, text->len && text->at[text->len - 1] != '\n' ? "\n    " : "    ");
}

/* ---- Answers ------------------------------------------------------------------------------------------------------------------ */

static void say_mean(const struct alea_measure *measure, const struct odds_measure *answer, struct alea_text *text) {
    static const char *const mean[ALEA_LANGS] = {ENGINE_SAY_ODDS_MEAN};
    alea_text_addf(text, mean[text->lang], measure->in[text->lang], answer->expected);
}

/* "win 41.7%; attackers left 1.25 on average". */
static void say_measures(const struct odds_answer *answer, struct alea_text *text) {
    const struct alea_question *question = answer->question;
    bool any = false;
    for (int i = 0; i < question->n_measures; i++) {
        if (answer->measure[i].most < 0) continue;
        if (any) alea_text_add(text, "; ");
        any = true;
        if (!i && answer->measure[0].most == 1) {
            alea_text_addf(text, "%s ", question->measures[0].in[text->lang]);
            say_chance(&answer->measure[0].at[1], text);
        } else {
            say_mean(&question->measures[i], &answer->measure[i], text);
        }
    }
}

/* "attackers lost 1, defenders lost 0". */
static void say_numbers(const struct alea_measure *of, int n, const int32_t value[], struct alea_text *text) {
    for (int i = 0; i < n; i++) alea_text_addf(text, "%s%s %ld", i ? ", " : "", of[i].in[text->lang], (long)value[i]);
}

static void say_ends(const struct odds_answer *answer, struct alea_text *text) {
    for (int i = 0; i < answer->n_ends; i++) {
        next_line(text);
        say_numbers(answer->question->measures, answer->question->n_measures, answer->ends[i].value, text);
        alea_text_add(text, ": ");
        say_chance(&answer->ends[i].chance, text);
    }
}

static void say_rows(const struct odds_answer *answer, struct alea_text *text) {
    static const char *const none[ALEA_LANGS] = {ENGINE_SAY_ODDS_NONE};
    if (!answer->n_rows) alea_text_add(text, none[text->lang]);
    for (int i = 0; i < answer->n_rows; i++) {
        next_line(text);
        say_numbers(answer->question->columns, answer->question->n_columns, answer->rows[i].value, text);
    }
}

static void say_policy(const struct alea_rules *rules, const struct odds_answer *answer, struct alea_text *text) {
    for (int i = 0; i < answer->n_choices && i < MOST_POLICY; i++) {
        next_line(text);
        odds_say_percent(text, answer->choices[i].chance);
        alea_text_add(text, " ");
        answer->question->say_choice(rules->tables, answer->memory, answer->choices[i].state, &answer->choices[i].chosen,
                                     text);
    }
}

static void say_answer(const struct alea_rules *rules, const struct alea_at_hand *asked, struct alea_text *text) {
    static const char *const estimate[ALEA_LANGS] = {ENGINE_SAY_ODDS_ESTIMATE};
    struct odds_answer answer;
    struct alea_error error = {.lang = text->lang};
    if (odds_solve_at_hand(rules, asked, &answer, &error) != ALEA_OK) alea_text_add(text, error.text);
    else if (answer.kind == ALEA_ANSWER_ROWS) say_rows(&answer, text);
    else if (answer.joint) say_ends(&answer, text);
    else say_measures(&answer, text);
    if (answer.samples) alea_text_addf(text, estimate[text->lang], answer.samples);
    say_policy(rules, &answer, text);
    odds_clear(&answer);
}

/* ---- All that is at hand -------------------------------------------------------------------------------------------------------- */

/* Questions of one name that follow each other: `first` and how many, and which parameters are the same in all of them. */
struct group {
    const struct alea_question *question;
    struct alea_at_hand first;
    int from, n;
    bool common[ALEA_MAX_PARAMETERS], common_note;
};

static bool same_note(const struct alea_at_hand *a, const struct alea_at_hand *b) {
    return !memcmp(a->note, b->note, sizeof a->note);
}

static bool next_group(const struct odds_asker *asker, struct group *group) {
    struct alea_at_hand other;
    group->from += group->n;
    group->n = 1;
    if (!odds_at_hand(asker, group->from, &group->first)) return false;
    group->question = &asker->rules->game->chances.questions[group->first.question];
    group->common_note = true;
    for (int i = 0; i < ALEA_MAX_PARAMETERS; i++) group->common[i] = true;
    while (odds_at_hand(asker, group->from + group->n, &other) && other.question == group->first.question) {
        for (int i = 0; i < group->question->n_parameters; i++)
            group->common[i] = group->common[i] && same_values(&other.value[i], &group->first.value[i]);
        group->common_note = group->common_note && same_note(&other, &group->first);
        group->n++;
    }
    return true;
}

void odds_say_note(const struct alea_rules *rules, const struct alea_note *note, struct alea_text *text) {
    static const uint8_t sets[] = {ALEA_SET_NUMBER, ALEA_SET_NUMBER, ALEA_SET_NUMBER};
    alea_say(rules, rules->game->texts->labels[note->label].in[text->lang], ALEA_LEN(sets), sets, note->arg, text);
}

static void say_note(const struct alea_rules *rules, const struct alea_at_hand *asked, const char *before,
                     struct alea_text *text) {
    for (int i = 0; i < ALEA_MAX_NOTES && asked->note[i].label; i++) {
        alea_text_add(text, i ? " " : before);
        odds_say_note(rules, &asked->note[i], text);
    }
    if (asked->note[0].label) alea_text_add(text, "\n");
}

static void say_title(const struct odds_asker *asker, const struct group *group, struct alea_text *text) {
    say_head(group->question->in[text->lang], text);
    if (group->n == 1 && group->first.set) {
        alea_text_add(text, ": ");
        alea_name_say(asker->rules, group->first.set, group->first.subject, text);
    }
    alea_text_add(text, "\n");
    if (group->common_note) say_note(asker->rules, &group->first, "  ", text);
    for (int i = 0; i < group->question->n_parameters; i++) {
        const struct alea_parameter *parameter = &group->question->parameters[i];
        if (!group->common[i] || !is_told(parameter, &group->first.value[i], false)) continue;
        alea_text_add(text, "  ");
        say_parameter(asker->rules, parameter, &group->first.value[i], ": ", text);
        alea_text_add(text, "\n");
    }
}

/* What sets it apart: "Corsica, defenders 3: ". */
static void say_apart(const struct odds_asker *asker, const struct group *group, const struct alea_at_hand *asked,
                      struct alea_text *text) {
    bool any = asked->set;
    if (any) alea_name_say(asker->rules, asked->set, asked->subject, text);
    for (int i = 0; i < group->question->n_parameters; i++) {
        const struct alea_parameter *parameter = &group->question->parameters[i];
        if (group->common[i] || !is_told(parameter, &asked->value[i], true)) continue;
        if (any) alea_text_add(text, ", ");
        say_parameter(asker->rules, parameter, &asked->value[i], " ", text);
        any = true;
    }
    if (any) alea_text_add(text, ": ");
}

bool odds_say_at_hand(const struct odds_asker *asker, struct alea_text *text) {
    struct group group = {.n = 0};
    size_t before = text->len;
    while (next_group(asker, &group)) {
        say_title(asker, &group, text);
        struct alea_at_hand asked;
        for (int i = 0; i < group.n && odds_at_hand(asker, group.from + i, &asked); i++) {
            alea_text_add(text, "  ");
            if (group.n > 1) say_apart(asker, &group, &asked, text);
            say_answer(asker->rules, &asked, text);
            alea_text_add(text, "\n");
            if (!group.common_note) say_note(asker->rules, &asked, "    ", text);
        }
    }
    return text->len > before;
}

/* ---- Beside a choice ------------------------------------------------------------------------------------------------------------ */

void odds_say_remark(const struct odds_asker *asker, struct odds_wins *wins, struct alea_text *text) {
    const struct alea_rules *rules = asker->rules;
    struct alea_at_hand asked;
    struct odds_wins own = {.question = NULL};
    struct odds_chance win;
    size_t before = text->len;
    if (rules->game->words.remark) rules->game->words.remark(rules->tables, asker->view, asker->seat, asker->move, text);
    if (!asker->move || !odds_at_hand(asker, 0, &asked) || asked.choice) return;
    if (odds_win_at_hand(rules, &asked, wins ? wins : &own, &win)) {
        if (text->len > before) alea_text_add(text, ": ");
        if (win.error > 0) alea_text_add(text, "~");
        odds_say_percent(text, win.value);
    }
    odds_wins_clear(&own);
}
