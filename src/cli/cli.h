/* SPDX-License-Identifier: MIT */
/* cli.h - what the subcommands of the program `alea` share: words, options, files, output.
 *
 * Exit status: 0 fine; 1 the input is wrong, or a check failed; 2 usage; 3 a game was left unfinished (and saved).
 * Results go to stdout, complaints and progress to stderr. All words come from data/text/alea.json. */
#ifndef ALEA_CLI_H
#define ALEA_CLI_H

#include <stdio.h>

#include "alea.h"
#include "alea_text.h"
#include "bot.h"

enum cli_status { CLI_FINE, CLI_WRONG, CLI_USAGE, CLI_UNFINISHED };

/* What the program knows about its surroundings. */
struct cli {
    enum alea_lang lang;
    bool terminal; /* stdout is one */
    bool colour;   /* and likes colours */
};

/* ---- Words (words.c): a label of data/text/alea.json; its holes {1}.. are filled with strings, ended by NULL ----------- */

const char *cli_words(const struct cli *cli, int label);
void cli_fill(struct alea_text *text, const char *words, const char *const args[]);
void cli_add(struct alea_text *text, const struct cli *cli, int label, ...) __attribute__((sentinel));
void cli_say(const struct cli *cli, int label, ...) __attribute__((sentinel));                  /* a line on stdout */
enum cli_status cli_wrong(const struct cli *cli, int label, ...) __attribute__((sentinel));     /* on stderr; CLI_WRONG */
enum cli_status cli_bad_usage(const struct cli *cli, int label, ...) __attribute__((sentinel)); /* the same; CLI_USAGE */
/* "FILE:LINE: ply 17: refused SPQ-LAND-2: a sentence", as far as the error knows a file, a line and a ply. */
void cli_add_error(struct alea_text *text, const struct cli *cli, const struct alea_error *error);
/* That on stderr; CLI_WRONG. */
enum cli_status cli_wrong_error(const struct cli *cli, const struct alea_error *error);
struct alea_error cli_error(const struct cli *cli); /* an empty one in the right language */

/* Decimal digits that live until the end of the full expression. */
struct cli_digits {
    char at[24];
};
struct cli_digits cli_digits(long long number);
/* A note of the record, such as a program's last misdeed, in words. */
struct cli_note {
    char at[600];
};
struct cli_note cli_note(const struct cli *cli, const char *note);

/* On stderr, where one of the bots thinks: why it does without what was learned. Nothing if it need not. */
void cli_tell_unlearned(const struct cli *cli, const struct alea_rules *rules, const struct alea_bot_spec bot[], int n);

/* ---- Output (render.c) ----------------------------------------------------------------------------------------------- */

struct alea_text cli_page(const struct cli *cli); /* an empty text with the right language, colour and ceiling */
int cli_screen_width(void);                       /* columns; 80 if nobody knows */
int cli_screen_height(void);                      /* lines; 24 if nobody knows */
/* Adds words to a text that stands at column `indent`, wrapped at `width` columns and indented; '\n' starts a new line. */
void cli_wrap(struct alea_text *text, const char *words, int indent, int width);
/* Prints a text and clears it. On a terminal lines that are too long are broken, with a hanging indent. */
void cli_print(const struct cli *cli, struct alea_text *text);
/* Lays n cells out in columns that read downwards, as many as fit. */
void cli_lay_out(struct alea_text *text, const char *const cells[], int n, int width);

/* ---- Options (args.c) ------------------------------------------------------------------------------------------------ */

struct cli_args;

struct cli_option {
    const char *name; /* "seats", without its dashes */
    bool takes_value;
    int help; /* label: "LIST|what it does" */
};

struct cli_command {
    const char *name;
    enum cli_status (*run)(struct cli *cli, struct cli_args *args);
    int summary, usage, about, example; /* labels */
    const struct cli_option *options;
    int n_options;
    bool any; /* it reads other options with values too, as CLI_OTHER, and prints its help itself */
};

extern const struct cli_command cli_backup, cli_bench, cli_bot_host, cli_campaign, cli_check, cli_copy, cli_games, cli_lab,
    cli_learn, cli_master, cli_notify, cli_odds, cli_play, cli_recover, cli_replay, cli_report, cli_restore, cli_review,
    cli_serve, cli_sim, cli_verify;

/* The words of a command line, read one by one. */
struct cli_args {
    const struct cli *cli;
    const struct cli_command *command;
    char **at, **end;
    bool only_operands; /* "--" was there */
    const char *value;  /* of the option, or the operand */
    char name[32];      /* of CLI_OTHER, without its dashes */
};

enum { CLI_OPERAND = -1, CLI_END = -2, CLI_BAD = -3, CLI_HELP = -4, CLI_OTHER = -6 };

/* Index into the command's options, or one of the above; CLI_BAD was complained about, CLI_HELP was printed. */
int cli_next(struct cli_args *args);
void cli_print_help(const struct cli_args *args); /* of the command */
/* The status with which to leave after CLI_BAD or CLI_HELP. */
enum cli_status cli_leave(int next);
/* Takes the operand just read; complains and says false if there was one already. */
bool cli_only_one(const struct cli_args *args, const char **operand);
/* Complains with that label and says false if there is no operand. */
bool cli_wanted(const struct cli *cli, const char *operand, int label);
/* Reads a whole number, all of `words`; complains and says false if it is none within min..max. */
bool cli_number(const struct cli *cli, const char *what, const char *words, long long min, long long max, long long *number);
/* Complains about an unknown word, with the nearest of the candidates. */
enum cli_status cli_unknown(const struct cli *cli, int label, const char *word, const char *const candidates[], int n);

enum { CLI_MAX_OPTIONS = 64 };

/* Values of an option that may be given more than once. */
struct cli_list {
    const char *at[CLI_MAX_OPTIONS];
    int n;
};

bool cli_list_add(const struct cli *cli, struct cli_list *list, const char *value);

/* ---- Files (file.c) ---------------------------------------------------------------------------------------------------- */

struct cli_file {
    const char *name; /* for messages; borrowed */
    char *bytes;      /* owned; a 0 stands behind the last */
    size_t n;
};

/* Reads a whole file of at most `max` bytes; "-" is standard input. Complains if it can't. */
bool cli_file_read(const struct cli *cli, const char *path, size_t max, struct cli_file *file);
void cli_file_clear(struct cli_file *file);
/* Puts a file in place, whole or not at all: a new file in the same folder, flushed to the disk if `durable`, then renamed.
 * What is not a regular file (a device, a pipe) is written to. 0, or the errno of what failed. */
int cli_file_write(const char *path, const char *bytes, size_t n, bool durable);
/* Makes a folder and those above it. 0 or errno. */
int cli_make_folders(const char *path);

/* Why the system refused, in the language of the session where the reason is a common one. */
const char *cli_reason(const struct cli *cli, int failed);
/* A path as a shell wants it: in quotes if it holds anything unusual. */
void cli_quote(struct alea_text *text, const char *path);

/* ---- Matches (common.c) ------------------------------------------------------------------------------------------------ */

/* The game of that id; complains if there is none, with the nearest. */
const struct alea_game *cli_game(const struct cli *cli, const char *id);
enum { CLI_MAX_NAME = ALEA_BOT_WORDS };

/* Takes the next name off a list like "human, greedy": false once there is none. */
bool cli_next_name(const char **list, char name[CLI_MAX_NAME]);
/* Seats when nobody says how many: those of the first variant of the game. */
int cli_usual_seats(const struct alea_game *game);
/* Complains that rules could not be made: CLI_USAGE if an option or the number of seats is to blame, else CLI_WRONG. */
enum cli_status cli_rules_error(const struct cli *cli, const struct alea_error *error);
/* Reads a scenario if path is not NULL. scenario->bytes stays with file. */
bool cli_scenario_read(const struct cli *cli, const char *path, struct cli_file *file, struct alea_scenario *scenario);
#define CLI_HUMAN "human" /* who sits at a seat that is no bot's */

/* Reads which bot that is; complains if there is none for the game, with the nearest, which may be CLI_HUMAN if people can sit there. */
bool cli_bot(const struct cli *cli, const struct alea_game *game, const char *words, bool people,
             struct alea_bot_spec *spec);
/* "bot:greedy", as it stands at a seat in a transcript; of a program no more than its name, "bot:exec:mybot": who resumes the match
 * says again which it is. */
void cli_write_who(const struct alea_bot_spec *spec, char who[32]);
/* What a program of somebody else's has done wrong, as far as it has: "stood in for 3 of 40 turns: ...". */
void cli_add_conduct(struct alea_text *text, const struct cli *cli, const struct alea_conduct *conduct);
/* A match read from a file. */
struct cli_match {
    struct alea_match *match;
    struct alea_error error; /* code is ALEA_OK if the file is sound; else the match is what stands before the fault */
};

/* False, after a complaint, if no match could be made of the file at all. scenario_path may be NULL. */
bool cli_match_read(const struct cli *cli, const char *path, const char *scenario_path, struct cli_match *read);
void cli_match_clear(struct cli_match *read);
/* A seat of so many, as a letter, or its number from 0. False after a complaint. */
bool cli_seat(const struct cli *cli, const char *words, int seats, int *seat);
/* Splits "A=words": the seat of the match, and where the words begin. False after a complaint. */
bool cli_seat_value(const struct cli *cli, const char *option, const char *value, int seats, int *seat, const char **words);

#endif
