/* SPDX-License-Identifier: MIT */
/* main.c - the program `alea`: finds the language, the surroundings and the subcommand. */
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

static const struct cli_command *const commands[] = {
    &cli_games,   &cli_learn,   &cli_play,   &cli_master, &cli_campaign, &cli_replay,   &cli_report,
    &cli_check,   &cli_odds,    &cli_review, &cli_verify, &cli_serve,    &cli_notify,   &cli_backup,
    &cli_restore, &cli_recover, &cli_copy,   &cli_sim,    &cli_lab,      &cli_bot_host, &cli_bench,
};

static enum alea_lang lang_of_locale(void) {
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < ALEA_LEN(names); i++) {
        const char *value = getenv(names[i]);
        if (value && *value) return strncmp(value, "it", 2) == 0 ? ALEA_IT : ALEA_EN;
    }
    return ALEA_EN;
}

/* Reads --lang wherever it stands, so that complaints about what comes before it are in the right language too. */
static bool read_lang(struct cli *cli, int argc, char **argv) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *value = "";
        if (strncmp(argv[i], "--lang=", 7) == 0) value = argv[i] + 7;
        else if (strcmp(argv[i], "--lang") != 0) continue;
        else if (i + 1 < argc) value = argv[i + 1];
        if (strcmp(value, "it") == 0) {
            cli->lang = ALEA_IT;
        } else if (strcmp(value, "en") == 0) {
            cli->lang = ALEA_EN;
        } else {
            cli_bad_usage(cli, ALEA_LABEL_BAD_LANG, value, NULL);
            return false;
        }
    }
    return true;
}

/* Widths of letters and line editing need a locale that knows UTF-8; numbers are written as in C everywhere. */
static void set_locale(void) {
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
}

static void look_around(struct cli *cli) {
    const char *term = getenv("TERM"), *no_colour = getenv("NO_COLOR");
    bool dumb = !term || !*term || strcmp(term, "dumb") == 0;
    cli->terminal = isatty(STDOUT_FILENO);
    cli->colour = cli->terminal && !dumb && !(no_colour && *no_colour);
}

static void print_help(const struct cli *cli) {
    struct alea_text page = cli_page(cli);
    cli_add(&page, cli, ALEA_LABEL_HELP_HEAD, NULL);
    alea_text_add(&page, "\n\n");
    for (size_t i = 0; i < ALEA_LEN(commands); i++)
        alea_text_addf(&page, "  %-8s %s\n", commands[i]->name, cli_words(cli, commands[i]->summary));
    alea_text_add(&page, "\n");
    cli_add(&page, cli, ALEA_LABEL_HELP_TAIL, NULL);
    alea_text_add(&page, "\n");
    fputs(alea_text_str(&page), stdout);
    alea_text_clear(&page);
}

static enum cli_status unknown_command(const struct cli *cli, const char *word) {
    static const char *const options[] = {"--help", "--lang", "--version"};
    const char *names[ALEA_LEN(commands)];
    if (word[0] == '-') return cli_unknown(cli, ALEA_LABEL_UNKNOWN_OPTION, word, options, (int)ALEA_LEN(options));
    for (size_t i = 0; i < ALEA_LEN(commands); i++) names[i] = commands[i]->name;
    return cli_unknown(cli, ALEA_LABEL_UNKNOWN_COMMAND, word, names, (int)ALEA_LEN(names));
}

static const struct cli_command *find(const char *name) {
    for (size_t i = 0; i < ALEA_LEN(commands); i++)
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    return NULL;
}

static enum cli_status run(struct cli *cli, int argc, char **argv) {
    int at = 1;
    while (at < argc && (strcmp(argv[at], "--lang") == 0 || strncmp(argv[at], "--lang=", 7) == 0))
        at += argv[at][6] == '=' ? 1 : 2; /* read_lang() checked it */
    const char *word = at < argc ? argv[at++] : NULL;
    bool help = word && (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0);
    if (help && at < argc && find(argv[at])) word = argv[at]; /* alea help play */
    else if (!word || (help && (at == argc || argv[at][0] == '-'))) {
        print_help(cli);
        return word ? CLI_FINE : CLI_USAGE;
    } else if (help) {
        return unknown_command(cli, argv[at]);
    } else if (strcmp(word, "--version") == 0) {
        printf("alea %s\n", ALEA_VERSION);
        return CLI_FINE;
    }
    const struct cli_command *command = find(word);
    if (!command) return unknown_command(cli, word);
    static char ask_help[] = "--help", *helped[] = {ask_help};
    struct cli_args args = {.cli = cli, .command = command, .at = argv + at, .end = argv + argc};
    if (help) args.at = helped, args.end = helped + 1;
    return command->run(cli, &args);
}

int main(int argc, char **argv) {
    struct cli cli = {.lang = lang_of_locale()};
    set_locale();
    look_around(&cli);
    signal(SIGXFSZ, SIG_IGN); /* a limit on file sizes is an error of a write like any other */
    if (sodium_init() < 0) return (int)cli_wrong(&cli, ALEA_LABEL_NO_RANDOMNESS, NULL);
    if (!read_lang(&cli, argc, argv)) return CLI_USAGE;
    enum cli_status status = run(&cli, argc, argv);
    errno = 0;
    if ((fflush(stdout) || ferror(stdout)) && (status == CLI_FINE || status == CLI_UNFINISHED)) {
        cli_wrong(&cli, ALEA_LABEL_CANT_PRINT, cli_reason(&cli, errno ? errno : EIO),
                  NULL); /* what failed before is forgotten */
        if (status == CLI_FINE) status = CLI_WRONG;
    }
    return (int)status;
}
