/* SPDX-License-Identifier: MIT */
/* args.c - command lines: options from a table, help made of the same table, and what was meant when a word is unknown. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "names.h"
#include "registry.h"
#include "words.h"

/* Every subcommand has these. --lang is read by main() before anything else. */
static const struct cli_option common[] = {
    {"lang", true, ALEA_LABEL_OPTION_LANG},
    {"help", false, ALEA_LABEL_OPTION_HELP},
};

/* What may be said by one letter, of commands that have such an option. */
static const struct { const char *letter, *word; } letters[] = {{"-h", "--help"}, {"-o", "--output"}};

enum { HELP_COLUMN = 26, HELP_WIDTH = 100, AGAIN = -5 };

static int help_width(void) {
    int width = cli_screen_width();
    return width < HELP_WIDTH ? width : HELP_WIDTH;
}

/* Names that are not known before the program runs: the bots, and the first game that is listed. */
static void add_bots(struct alea_text *text) {
    const struct alea_bot *bot;
    for (int i = 0; (bot = alea_bot_at(i)); i++) alea_text_addf(text, "%s%s", i ? ", " : "", bot->name);
}

static const char *first_game(void) {
    const struct alea_game *game, *first = NULL;
    for (int i = 0; (game = alea_game_at(i)); i++) {
        if (!game->listed) continue;
        if (alea_game_lesson(game).n_bytes > 0) return game->id;
        if (!first) first = game;
    }
    return first ? first->id : "GAME";
}

/* One option: "  --seats LIST            what it does". */
static void add_option_help(struct alea_text *page, const struct cli *cli, const struct cli_option *option) {
    struct alea_text line = cli_page(cli), words = cli_page(cli), bots = cli_page(cli);
    const char *help = cli_words(cli, option->help), *bar = strrchr(help, '|');
    alea_text_addf(&line, "  --%s", option->name);
    if (bar > help) alea_text_addf(&line, " %.*s", (int)(bar - help), help);
    int column = alea_text_columns(alea_text_str(&line), line.len);
    if (column + 2 > HELP_COLUMN) alea_text_addf(&line, "\n%*s", HELP_COLUMN, "");
    else alea_text_addf(&line, "%*s", HELP_COLUMN - column, "");
    alea_text_add(page, alea_text_str(&line));
    add_bots(&bots);
    cli_fill(&words, bar + 1, (const char *const[]){alea_text_str(&bots)});
    cli_wrap(page, alea_text_str(&words), HELP_COLUMN, help_width());
    alea_text_add(page, "\n");
    alea_text_clear(&line);
    alea_text_clear(&words);
    alea_text_clear(&bots);
}

void cli_print_help(const struct cli_args *args) {
    const struct cli *cli = args->cli;
    const struct cli_command *command = args->command;
    struct alea_text page = cli_page(cli);
    cli_add(&page, cli, command->usage, NULL);
    alea_text_add(&page, "\n\n");
    cli_wrap(&page, cli_words(cli, command->about), 0, help_width());
    alea_text_add(&page, "\n\n");
    cli_add(&page, cli, ALEA_LABEL_HELP_OPTIONS, NULL);
    alea_text_add(&page, "\n");
    for (int i = 0; i < command->n_options; i++) add_option_help(&page, cli, &command->options[i]);
    for (size_t i = 0; i < ALEA_LEN(common); i++) add_option_help(&page, cli, &common[i]);
    alea_text_add(&page, "\n");
    cli_add(&page, cli, ALEA_LABEL_HELP_EXAMPLE, NULL);
    alea_text_add(&page, "\n  ");
    cli_add(&page, cli, command->example, first_game(), NULL);
    alea_text_add(&page, "\n");
    fputs(alea_text_str(&page), stdout);
    alea_text_clear(&page);
}

/* The option of that name (n bytes): its index, or past n_options one of the common ones; -1 if there is none. */
static int find(const struct cli_command *command, const char *name, size_t n) {
    int count = command->n_options + (int)ALEA_LEN(common);
    for (int i = 0; i < count; i++) {
        const char *option = i < command->n_options ? command->options[i].name : common[i - command->n_options].name;
        if (strlen(option) == n && strncmp(option, name, n) == 0) return i;
    }
    return -1;
}

static int unknown_option(struct cli_args *args, const char *word) {
    const char *candidates[CLI_MAX_OPTIONS];
    int n = 0;
    char dashed[CLI_MAX_OPTIONS][24];
    for (int i = 0; i < args->command->n_options + (int)ALEA_LEN(common) && n < CLI_MAX_OPTIONS; i++) {
        const char *name =
            i < args->command->n_options ? args->command->options[i].name : common[i - args->command->n_options].name;
        snprintf(dashed[n], sizeof dashed[n], "--%s", name);
        candidates[n] = dashed[n];
        n++;
    }
    char plain[64];
    snprintf(plain, sizeof plain, "%.*s", (int)strcspn(word, "="), word);
    cli_unknown(args->cli, ALEA_LABEL_UNKNOWN_OPTION, plain, candidates, n);
    return CLI_BAD;
}

/* "--name VALUE" of a command that reads such options itself. */
static int take_other(struct cli_args *args, const char *word) {
    size_t length;
    const char *value = alea_word_value(word, &length);
    struct alea_nearest nearest = {.word = word + 2};
    if (word[1] != '-' || length < 3 || length - 2 >= sizeof args->name) return unknown_option(args, word);
    snprintf(args->name, sizeof args->name, "%.*s", (int)length - 2, word + 2);
    args->value = value;
    if (value) return CLI_OTHER;
    for (int i = 0; i < args->command->n_options; i++) alea_nearest_offer(&nearest, args->command->options[i].name);
    for (size_t i = 0; i < ALEA_LEN(common); i++) alea_nearest_offer(&nearest, common[i].name);
    if (args->at == args->end || strncmp(*args->at, "--", 2) == 0) {
        if (nearest.best) return unknown_option(args, word);
        cli_bad_usage(args->cli, ALEA_LABEL_VALUE_WANTED, args->name, NULL);
        return CLI_BAD;
    }
    args->value = *args->at++;
    return CLI_OTHER;
}

static int take_option(struct cli_args *args, const char *word) {
    size_t length;
    for (size_t i = 0; i < ALEA_LEN(letters); i++)
        if (strcmp(word, letters[i].letter) == 0 &&
            find(args->command, letters[i].word + 2, strlen(letters[i].word + 2)) >= 0)
            word = letters[i].word;
    const char *value = alea_word_value(word, &length);
    int index = length > 2 && word[1] == '-' ? find(args->command, word + 2, length - 2) : -1;
    if (index < 0) return args->command->any ? take_other(args, word) : unknown_option(args, word);

    int n = args->command->n_options;
    const struct cli_option *option = index < n ? &args->command->options[index] : &common[index - n];
    args->value = value;
    if (!option->takes_value && value) {
        cli_bad_usage(args->cli, ALEA_LABEL_NO_VALUE_WANTED, option->name, NULL);
        return CLI_BAD;
    }
    if (option->takes_value && !value) {
        if (args->at == args->end) {
            cli_bad_usage(args->cli, ALEA_LABEL_VALUE_WANTED, option->name, NULL);
            return CLI_BAD;
        }
        args->value = *args->at++;
    }
    if (index < n) return index;
    if (option == &common[0]) return AGAIN; /* --lang: main() has read it */
    if (!args->command->any) cli_print_help(args);
    return CLI_HELP;
}

int cli_next(struct cli_args *args) {
    int next = AGAIN;
    while (next == AGAIN && args->at < args->end) {
        const char *word = *args->at++;
        bool option = !args->only_operands && word[0] == '-' && word[1];
        if (option && strcmp(word, "--") == 0) {
            args->only_operands = true;
        } else if (option) {
            next = take_option(args, word);
        } else {
            args->value = word;
            next = CLI_OPERAND;
        }
    }
    return next == AGAIN ? CLI_END : next;
}

enum cli_status cli_leave(int next) { return next == CLI_HELP ? CLI_FINE : CLI_USAGE; }

bool cli_only_one(const struct cli_args *args, const char **operand) {
    if (*operand) cli_bad_usage(args->cli, ALEA_LABEL_OPERAND_UNWANTED, args->value, NULL);
    else *operand = args->value;
    return *operand == args->value;
}

bool cli_wanted(const struct cli *cli, const char *operand, int label) {
    if (!operand) cli_bad_usage(cli, label, NULL);
    return operand;
}

bool cli_number(const struct cli *cli, const char *what, const char *words, long long min, long long max,
                long long *number) {
    char *end = NULL;
    errno = 0;
    int base = strncmp(words, "0x", 2) == 0 ? 16 : 10;
    *number = strtoll(words, &end, base);
    bool digits = (words[0] >= '0' && words[0] <= '9') || (words[0] == '-' && words[1] >= '0' && words[1] <= '9');
    if (digits && !*end && !errno && *number >= min && *number <= max) return true;
    cli_bad_usage(cli, ALEA_LABEL_BAD_NUMBER, what, words, cli_digits(min).at, cli_digits(max).at, NULL);
    return false;
}

enum cli_status cli_unknown(const struct cli *cli, int label, const char *word, const char *const candidates[], int n) {
    struct alea_text hint = cli_page(cli);
    struct alea_nearest nearest = {.word = word};
    for (int i = 0; i < n; i++) alea_nearest_offer(&nearest, candidates[i]);
    if (nearest.best) {
        cli_add(&hint, cli, ALEA_LABEL_DID_YOU_MEAN, nearest.best, NULL);
    } else if (n > 0) {
        struct alea_text all = cli_page(cli);
        for (int i = 0; i < n; i++) alea_text_addf(&all, "%s%s", i ? ", " : "", candidates[i]);
        cli_add(&hint, cli, ALEA_LABEL_THERE_ARE, alea_text_str(&all), NULL);
        alea_text_clear(&all);
    }
    cli_bad_usage(cli, label, word, alea_text_str(&hint), NULL);
    alea_text_clear(&hint);
    return CLI_USAGE;
}

bool cli_list_add(const struct cli *cli, struct cli_list *list, const char *value) {
    if (list->n == CLI_MAX_OPTIONS) {
        cli_bad_usage(cli, ALEA_LABEL_TOO_MANY, value, NULL);
        return false;
    }
    list->at[list->n++] = value;
    return true;
}
