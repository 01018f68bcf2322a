/* SPDX-License-Identifier: MIT */
/* odds_help.c - which questions a game answers, and how each is asked. */
#include <string.h>

#include "odds_say.h"

#include "odds.h"

enum { COLUMN = 26, LONGEST = 40, WIDTH = 80, INDENT = 12 };

/* "1..99", "land|sea|naval", "UNIT,UNIT": names of a long set stand for themselves. */
static void add_values(const struct alea_rules *rules, const struct alea_parameter *parameter, struct alea_text *page) {
    struct alea_text words;
    alea_text_init(&words, 4096, page->lang);
    odds_allowed(rules, parameter, &words);
    if (parameter->set && words.len > LONGEST) {
        const char *id = alea_set_id(rules->game, parameter->set);
        alea_text_clear(&words);
        for (const char *at = id; *at; at++) alea_text_addf(&words, "%c", *at >= 'a' && *at <= 'z' ? *at - 'a' + 'A' : *at);
    }
    alea_text_add(page, alea_text_str(&words));
    if (parameter->list) alea_text_add(page, ",...");
    alea_text_clear(&words);
}

/* Parameters are not broken at the end of a line. */
void odds_say_synopsis(const struct alea_rules *rules, const struct alea_question *question, int column, int indent,
                       struct alea_text *page) {
    for (int i = 0; i < question->n_parameters; i++) {
        const struct alea_parameter *parameter = &question->parameters[i];
        struct alea_text words;
        alea_text_init(&words, 4096, page->lang);
        alea_text_addf(&words, "%s--%s ", parameter->wanted ? "" : "[", parameter->name);
        add_values(rules, parameter, &words);
        if (!parameter->wanted) alea_text_add(&words, "]");
        int needs = alea_text_columns(alea_text_str(&words), words.len);
        bool fits = column + 1 + needs <= WIDTH;
        if (!fits) alea_text_addf(page, "\n%*s", indent, "");
        else if (column > indent) alea_text_add(page, " ");
        column = (fits ? column + (column > indent) : indent) + needs;
        alea_text_add(page, alea_text_str(&words));
        alea_text_clear(&words);
    }
}

/* What it means, what it may be if that is not said yet, and what it is if it is not given. */
static void add_meaning(const struct cli *cli, const struct alea_rules *rules, const struct alea_parameter *parameter,
                        struct alea_text *page) {
    struct alea_text words = cli_page(cli), allowed = cli_page(cli), standard = cli_page(cli);
    alea_text_add(&words, parameter->in[cli->lang]);
    odds_allowed(rules, parameter, &allowed);
    if (parameter->set && allowed.len > LONGEST) alea_text_addf(&words, " (%s)", alea_text_str(&allowed));
    bool within = parameter->standard >= parameter->min && parameter->standard <= parameter->max;
    bool told = !parameter->wanted && !parameter->set && within;
    if (told && parameter->words) alea_text_add(&standard, parameter->words[parameter->standard]);
    else if (told) alea_text_addf(&standard, "%ld", (long)parameter->standard);
    struct alea_text whole = cli_page(cli);
    if (told) cli_add(&whole, cli, ALEA_LABEL_USUALLY, alea_text_str(&words), alea_text_str(&standard), NULL);
    else alea_text_add(&whole, alea_text_str(&words));
    cli_wrap(page, alea_text_str(&whole), COLUMN, WIDTH);
    alea_text_clear(&words);
    alea_text_clear(&allowed);
    alea_text_clear(&standard);
    alea_text_clear(&whole);
}

static void add_parameter(const struct cli *cli, const struct alea_rules *rules, const struct alea_parameter *parameter,
                          struct alea_text *page) {
    struct alea_text line = cli_page(cli);
    alea_text_addf(&line, "  --%s ", parameter->name);
    add_values(rules, parameter, &line);
    int column = alea_text_columns(alea_text_str(&line), line.len);
    if (column + 2 > COLUMN) alea_text_addf(&line, "\n%*s", COLUMN, "");
    else alea_text_addf(&line, "%*s", COLUMN - column, "");
    alea_text_add(page, alea_text_str(&line));
    alea_text_clear(&line);
    add_meaning(cli, rules, parameter, page);
    alea_text_add(page, "\n");
}

void odds_say_help(const struct cli *cli, const struct alea_rules *rules, const struct alea_question *question) {
    struct alea_text page = cli_page(cli);
    cli_add(&page, cli, ALEA_LABEL_ODDS_QUESTION_USAGE, rules->game->id, question->name, NULL);
    odds_say_synopsis(rules, question, alea_text_columns(alea_text_str(&page), page.len), INDENT, &page);
    alea_text_addf(&page, "\n\n%s\n\n%s\n", question->in[cli->lang], cli_words(cli, ALEA_LABEL_ODDS_PARAMETERS));
    for (int i = 0; i < question->n_parameters; i++) add_parameter(cli, rules, &question->parameters[i], &page);
    alea_text_addf(&page, "\n%s\n  alea odds %s %s %s\n", cli_words(cli, ALEA_LABEL_HELP_EXAMPLE), rules->game->id,
                   question->name, question->example);
    fputs(alea_text_str(&page), stdout);
    alea_text_clear(&page);
}

void odds_say_questions(const struct cli *cli, const struct alea_rules *rules, struct alea_text *page) {
    const struct alea_game *game = rules->game;
    alea_text_addf(page, "%s - %s\n", game->id, game->texts->title.in[cli->lang]);
    for (int i = 0; i < game->chances.n_questions; i++) {
        const struct alea_question *question = &game->chances.questions[i];
        alea_text_addf(page, "  %-9s ", question->name);
        cli_wrap(page, question->in[cli->lang], INDENT, WIDTH);
        alea_text_addf(page, "\n%*s", INDENT, "");
        odds_say_synopsis(rules, question, INDENT, INDENT, page);
        alea_text_add(page, "\n");
    }
    if (game->chances.n_questions) return;
    alea_text_add(page, "  ");
    cli_add(page, cli, ALEA_LABEL_ODDS_NONE, game->texts->title.in[cli->lang], NULL);
    alea_text_add(page, "\n");
}
