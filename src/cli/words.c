/* SPDX-License-Identifier: MIT */
/* words.c - the program's own words, in the reader's language, with their holes filled. */
#include <stdarg.h>
#include <string.h>

#include "cli.h"

enum { MAX_ARGS = 9, MAX_LINE = 64 * 1024 };

const char *cli_words(const struct cli *cli, int label) { return alea_texts.labels[label].in[cli->lang]; }

static void add_n(struct alea_text *text, const char *words, size_t n) { alea_text_addf(text, "%.*s", (int)n, words); }

/* Fills the hole that begins behind `at`, "1}" or "1|one|many}"; returns where it ends. tools/texts.py checked its form. */
static const char *fill_hole(struct alea_text *text, const char *at, const char *const args[]) {
    const char *arg = args[at[0] - '1'], *end = strchr(at, '}');
    if (at[1] == '|') {
        const char *one = at + 2, *bar = strchr(one, '|');
        if (strcmp(arg, "1") == 0) add_n(text, one, (size_t)(bar - one));
        else add_n(text, bar + 1, (size_t)(end - bar - 1));
    } else {
        alea_text_add(text, arg);
    }
    return end + 1;
}

void cli_fill(struct alea_text *text, const char *words, const char *const args[]) {
    for (const char *at = words; *at;) {
        size_t plain = strcspn(at, "{");
        if (plain) add_n(text, at, plain);
        at += plain;
        if (at[0] == '{' && at[1] == '{') {
            alea_text_add(text, "{");
            at += 2;
        } else if (at[0] == '{') {
            at = fill_hole(text, at + 1, args);
        }
    }
}

/* The words of a label, filled with the strings up to NULL. */
static void fill_list(struct alea_text *text, const struct cli *cli, int label, va_list list) {
    const char *args[MAX_ARGS];
    for (int i = 0; i < MAX_ARGS; i++) args[i] = "";
    for (int i = 0; i < MAX_ARGS; i++) {
        const char *arg = va_arg(list, const char *);
        if (!arg) break;
        args[i] = arg;
    }
    cli_fill(text, cli_words(cli, label), args);
}

void cli_add(struct alea_text *text, const struct cli *cli, int label, ...) {
    va_list list;
    va_start(list, label);
    fill_list(text, cli, label, list);
    va_end(list);
}

void cli_say(const struct cli *cli, int label, ...) {
    struct alea_text text = cli_page(cli);
    va_list list;
    va_start(list, label);
    fill_list(&text, cli, label, list);
    va_end(list);
    alea_text_add(&text, "\n");
    cli_print(cli, &text);
}

static void complain(const struct cli *cli, int label, va_list list) {
    struct alea_text text;
    alea_text_init(&text, MAX_LINE, cli->lang);
    fill_list(&text, cli, label, list);
    fflush(stdout);
    fprintf(stderr, "alea: %s\n", alea_text_str(&text));
    alea_text_clear(&text);
}

enum cli_status cli_wrong(const struct cli *cli, int label, ...) {
    va_list list;
    va_start(list, label);
    complain(cli, label, list);
    va_end(list);
    return CLI_WRONG;
}

enum cli_status cli_bad_usage(const struct cli *cli, int label, ...) {
    va_list list;
    va_start(list, label);
    complain(cli, label, list);
    va_end(list);
    return CLI_USAGE;
}

struct alea_error cli_error(const struct cli *cli) {
    return (struct alea_error){.lang = cli->lang};
}

/* "FILE:LINE: ply 17: text", as far as there is a file, a line and a ply. */
void cli_add_error(struct alea_text *text, const struct cli *cli, const struct alea_error *error) {
    if (error->where[0]) alea_text_addf(text, "%s:", error->where);
    if (error->line) alea_text_addf(text, "%ld:", error->line);
    if (error->where[0] || error->line) alea_text_add(text, " ");
    if (error->ply) cli_add(text, cli, ALEA_LABEL_FAULT_PLY, cli_digits(error->ply).at, NULL);
    /* "refused" is for scripts, the same in both languages. */
    if (error->code == ALEA_ERR_REFUSED) alea_text_addf(text, "%s ", alea_err_name(error->code));
    alea_text_add(text, error->text);
}

enum cli_status cli_wrong_error(const struct cli *cli, const struct alea_error *error) {
    struct alea_text text;
    alea_text_init(&text, MAX_LINE, cli->lang);
    cli_add_error(&text, cli, error);
    fflush(stdout);
    fprintf(stderr, "alea: %s\n", alea_text_str(&text));
    alea_text_clear(&text);
    return CLI_WRONG;
}

struct cli_note cli_note(const struct cli *cli, const char *note) {
    struct cli_note words;
    struct alea_text text;
    alea_text_init(&text, sizeof words.at - 1, cli->lang);
    alea_note_say(note, &text);
    snprintf(words.at, sizeof words.at, "%s", alea_text_str(&text));
    alea_text_clear(&text);
    return words;
}

struct cli_digits cli_digits(long long number) {
    struct cli_digits digits;
    snprintf(digits.at, sizeof digits.at, "%lld", number);
    return digits;
}
