/* SPDX-License-Identifier: MIT */
/* odds_say.c - answers about chances, for people: percentages, bars, tables. */
#include <string.h>

#include "odds_say.h"

#include "odds.h"

enum { BAR = 30, MOST_LINES = 16, MOST_POLICY = 12, MOST_CELLS = ALEA_MAX_MEASURES };

/* ---- Numbers ------------------------------------------------------------------------------------------------------------------- */

/* "41.7% = 5/12", "41.7% ±0.3": fractions that a person can read. */
static void add_chance(struct alea_text *page, const struct odds_chance *chance) {
    odds_say_percent(page, chance->value);
    if (chance->bottom > 1 && chance->bottom < 10000000)
        alea_text_addf(page, " = %llu/%llu", (unsigned long long)chance->top, (unsigned long long)chance->bottom);
    if (chance->error > 0) alea_text_addf(page, " ±%.1f", 100 * chance->error);
}

/* A bar of so much of BAR columns, in eighths of a column. */
static void add_bar(struct alea_text *page, double share) {
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    int n = (int)(8 * BAR * share + 0.5);
    for (int i = 0; i < n / 8; i++) alea_text_add(page, "█");
    alea_text_add(page, eighths[n % 8]);
}

/* Words on the right of so many columns. */
static void add_right(struct alea_text *page, const char *words, int width) {
    int pad = width - alea_text_columns(words, strlen(words));
    alea_text_addf(page, "%*s%s", pad > 0 ? pad : 0, "", words);
}

/* ---- How a measure ends ----------------------------------------------------------------------------------------------------------- */

/* The values worth a line, `step` of them each. */
struct range {
    int32_t first, last, step;
};

static struct range range_of(const struct odds_measure *measure) {
    struct range range = {.first = 0, .last = measure->most};
    while (range.first < range.last && measure->at[range.first].value < 0.0005) range.first++;
    while (range.first < range.last && measure->at[range.last].value < 0.0005) range.last--;
    range.step = (range.last - range.first + MOST_LINES) / MOST_LINES;
    return range;
}

static double sum_of(const struct odds_measure *measure, const struct range *range, int32_t from) {
    double sum = 0;
    for (int32_t value = from; value < from + range->step && value <= range->last; value++) sum += measure->at[value].value;
    return sum;
}

static void add_line(struct alea_text *page, const struct cli *cli, const struct odds_measure *measure,
                     const struct range *range, int32_t from, double highest) {
    struct alea_text cell = cli_page(cli);
    int32_t last = from + range->step - 1 < range->last ? from + range->step - 1 : range->last;
    alea_text_addf(&cell, last > from ? "%ld-%ld" : "%ld", (long)from, (long)last);
    add_right(page, alea_text_str(&cell), 11);
    alea_text_clear(&cell);
    struct odds_chance chance = {.value = sum_of(measure, range, from), .error = measure->at[from].error};
    if (range->step > 1) chance.error = 0;
    add_chance(&cell, &chance);
    add_right(page, alea_text_str(&cell), chance.error > 0 ? 14 : 8);
    alea_text_clear(&cell);
    if (chance.value > 0) {
        alea_text_add(page, "  ");
        add_bar(page, chance.value / highest);
    }
    alea_text_add(page, "\n");
}

static void add_measure(struct alea_text *page, const struct cli *cli, const char *name,
                        const struct odds_measure *measure) {
    struct range range = range_of(measure);
    struct alea_text mean = cli_page(cli);
    double highest = 0;
    alea_text_addf(&mean, "%.2f", measure->expected);
    if (measure->error > 0) alea_text_addf(&mean, " ±%.2f", measure->error);
    alea_text_addf(page, "\n  %s, ", name);
    cli_add(page, cli, ALEA_LABEL_ODDS_EXPECTED, alea_text_str(&mean), NULL);
    alea_text_add(page, "\n");
    alea_text_clear(&mean);
    for (int32_t value = range.first; value <= range.last; value += range.step) {
        double sum = sum_of(measure, &range, value);
        if (sum > highest) highest = sum;
    }
    for (int32_t value = range.first; value <= range.last && highest > 0; value += range.step)
        add_line(page, cli, measure, &range, value, highest);
}

static void add_measures(struct alea_text *page, const struct cli *cli, const struct odds_answer *answer) {
    const struct alea_question *question = answer->question;
    bool win = answer->measure[0].most == 1;
    if (win) {
        alea_text_addf(page, "  %s: ", question->measures[0].in[cli->lang]);
        add_chance(page, &answer->measure[0].at[1]);
        alea_text_add(page, "\n");
    }
    for (int i = win ? 1 : 0; i < question->n_measures; i++)
        if (answer->measure[i].most >= 0) add_measure(page, cli, question->measures[i].in[cli->lang], &answer->measure[i]);
}

/* ---- Tables ------------------------------------------------------------------------------------------------------------------------- */

/* Heads of columns, each as wide as its words; numbers stand under them. */
static void add_heads(struct alea_text *page, const struct cli *cli, const struct alea_measure *columns, int n) {
    for (int i = 0; i < n; i++) alea_text_addf(page, "  %s", columns[i].in[cli->lang]);
}

static void add_numbers(struct alea_text *page, const struct cli *cli, const struct alea_measure *columns, int n,
                        const int32_t value[]) {
    for (int i = 0; i < n; i++) {
        const char *head = columns[i].in[cli->lang];
        alea_text_add(page, "  ");
        add_right(page, cli_digits(value[i]).at, alea_text_columns(head, strlen(head)));
    }
}

static void add_ends(struct alea_text *page, const struct cli *cli, const struct odds_answer *answer) {
    const struct alea_question *question = answer->question;
    double highest = 0;
    add_heads(page, cli, question->measures, question->n_measures);
    alea_text_addf(page, "  %s\n", cli_words(cli, ALEA_LABEL_ODDS_CHANCE));
    for (int i = 0; i < answer->n_ends; i++)
        if (answer->ends[i].chance.value > highest) highest = answer->ends[i].chance.value;
    for (int i = 0; i < answer->n_ends; i++) {
        struct alea_text cell = cli_page(cli);
        add_numbers(page, cli, question->measures, question->n_measures, answer->ends[i].value);
        alea_text_add(page, "  ");
        add_chance(&cell, &answer->ends[i].chance);
        alea_text_pad(page, alea_text_str(&cell), 20);
        add_bar(page, answer->ends[i].chance.value / highest);
        alea_text_add(page, "\n");
        alea_text_clear(&cell);
    }
}

static void add_rows(struct alea_text *page, const struct cli *cli, const struct odds_answer *answer) {
    const struct alea_question *question = answer->question;
    add_heads(page, cli, question->columns, question->n_columns);
    alea_text_add(page, "\n");
    for (int i = 0; i < answer->n_rows; i++) {
        add_numbers(page, cli, question->columns, question->n_columns, answer->rows[i].value);
        alea_text_add(page, "\n");
    }
}

/* ---- The whole ---------------------------------------------------------------------------------------------------------------------- */

static void add_policy(struct alea_text *page, const struct cli *cli, const struct alea_rules *rules,
                       const struct odds_answer *answer) {
    int n = answer->n_choices < MOST_POLICY ? answer->n_choices : MOST_POLICY;
    if (!n) return;
    alea_text_addf(page, "\n  %s\n", cli_words(cli, ALEA_LABEL_ODDS_POLICY));
    for (int i = 0; i < n; i++) {
        struct alea_text cell = cli_page(cli);
        odds_say_percent(&cell, answer->choices[i].chance);
        add_right(page, alea_text_str(&cell), 11);
        alea_text_add(page, "  ");
        answer->question->say_choice(rules->tables, answer->memory, answer->choices[i].state, &answer->choices[i].chosen,
                                     page);
        alea_text_add(page, "\n");
        alea_text_clear(&cell);
    }
    if (answer->n_choices == n) return;
    alea_text_addf(page, "%11s  ", "...");
    cli_add(page, cli, ALEA_LABEL_ODDS_POLICY_MORE, cli_digits(answer->n_choices - n).at, NULL);
    alea_text_add(page, "\n");
}

void odds_say_answer(const struct cli *cli, const struct alea_rules *rules, const struct odds_answer *answer,
                     struct alea_text *page) {
    if (answer->kind == ALEA_ANSWER_ROWS) add_rows(page, cli, answer);
    else if (answer->joint) add_ends(page, cli, answer);
    else add_measures(page, cli, answer);
    add_policy(page, cli, rules, answer);
    if (answer->kind != ALEA_ANSWER_SAMPLE) return;
    alea_text_add(page, "\n  ");
    cli_add(page, cli, ALEA_LABEL_ODDS_SAMPLED, cli_digits(answer->samples).at, cli_digits(ODDS_STREAMS - 1).at,
            cli_digits((long long)answer->seed).at, NULL);
    alea_text_add(page, "\n");
}
