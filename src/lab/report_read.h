/* SPDX-License-Identifier: MIT */
/* report_read.h - a result file, read and checked: what the report draws. docs/lab.md tells what each member means.
 *
 * All strings are borrowed from the file's JSON and hostile: they are bounded and valid UTF-8, and nothing else is known of them. */
#ifndef ALEA_LAB_REPORT_READ_H
#define ALEA_LAB_REPORT_READ_H

#include <jansson.h>

#include "alea.h"

enum {
    RESULT_MAX_BOTS = 48,
    RESULT_MAX_VARIANTS = 64,
    RESULT_MAX_CELLS = 2048,
    RESULT_MAX_HISTOGRAM = 4096,
    RESULT_MAX_ENDS = 64,
    RESULT_MAX_STATISTICS = 64,
    RESULT_MAX_DIFFERENCES = 1 << 18,
    RESULT_MAX_WORDS = 256,    /* bytes of a name: of a bot's, ALEA_BOT_WORDS */
    RESULT_MAX_COMMAND = 8192, /* bytes of the command line, options, a setting */
};

/* A mean with its 95% interval. What could not be told is NAN. */
struct result_figure {
    double mean, low, high;
};

struct result_phrase {
    const char *id, *in[ALEA_LANGS];
};

struct result_variant {
    const char *name, *options, *set; /* set: NULL if nothing of the data was replaced */
};

struct result_score {
    int bot; /* index into bots */
    struct result_figure share, elo;
    long won, drawn, lost;
};

struct result_seat {
    const char *letter;
    double wins;
    struct result_figure share;
};

struct result_end {
    struct result_phrase words;
    long games;
};

struct result_bar {
    long round, games;
};

/* rows x cols figures, row by row. */
struct result_statistic {
    struct result_phrase words;
    const char *of; /* NULL, or id of the statistic that this is a share of */
    int rows, cols;
    struct result_phrase *row, *col;
    struct result_figure *at;
    double *n; /* games, or trials, that stand behind each figure */
};

/* All games of one line-up under one variant. */
struct result_cell {
    int variant, n_bots, n_scores, n_seats, n_bars, n_ends, n_statistics;
    int bot[RESULT_MAX_BOTS]; /* one a seat */
    long blocks, games, unfinished;
    struct result_score *score;
    struct result_seat *seat;
    struct result_figure rounds, plies;
    struct result_bar *bar;
    struct result_end *end;
    struct result_statistic *statistic;
};

struct result_test {
    double low, high, alpha, beta, llr, lower, upper;
    int decision; /* +1: high, -1: low, 0: none */
    long blocks;
};

enum result_what { RESULT_BOT, RESULT_SEAT, RESULT_ROUNDS, RESULT_PLIES, RESULT_WHATS };

struct result_difference {
    int a, b; /* variants: b less a */
    enum result_what what;
    const char *who; /* the bot, the letter of the seat */
    struct result_figure figure;
};

struct result_rating {
    int bot;
    struct result_figure figure;
};

enum result_kind { RESULT_MATCH, RESULT_TOURNAMENT, RESULT_COMPARE, RESULT_SWEEP, RESULT_KINDS };
enum result_stop { RESULT_ALL_GAMES, RESULT_DECIDED, RESULT_INTERRUPTED, RESULT_STOPS };

struct result_chunk;

struct result {
    enum result_kind kind;
    enum result_stop stopped;
    const char *alea, *game, *command;
    uint64_t seed;
    long rules_version, block_games, blocks, games;
    int seats, n_bots, n_variants, n_cells, n_differences, n_ratings;
    const char *bot[RESULT_MAX_BOTS];
    struct result_variant *variant;
    struct result_cell *cell;
    struct result_test *test; /* NULL: none */
    struct result_difference *difference;
    struct result_rating *rating;

    json_t *root;
    struct result_chunk *chunks;
};

/* Fills *result; to be cleared in any case. */
ALEA_MUST_CHECK enum alea_err result_read(struct result *result, const char *name, const char *bytes, size_t n,
                                          struct alea_error *error);
void result_clear(struct result *result);
/* size bytes of zeros that live as long as the result; NULL if memory is short. */
void *result_room(struct result *result, size_t n, size_t size);

#endif
