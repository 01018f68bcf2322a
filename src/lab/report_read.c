/* SPDX-License-Identifier: MIT */
/* report_read.c - reading a result file, strictly where it would be drawn and with bounds everywhere.
 *
 * The first fault is kept, with its place in the file; from then on every call answers a standard value, so that the reader reads
 * straight through. Members that nobody asks for are let be: later versions may add some. */
#include "report_read.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"

struct result_chunk {
    struct result_chunk *next;
};

struct reader {
    struct result *result;
    struct alea_error *error;
    enum alea_err fault;
    char path[256]; /* of the value that is being read */
};

static const double LARGEST = 1e12;

/* ---- Memory ----------------------------------------------------------------------------------------------------------- */

void *result_room(struct result *result, size_t n, size_t size) {
    struct result_chunk *chunk = calloc(1, sizeof *chunk + n * size);
    if (!chunk) return NULL;
    chunk->next = result->chunks;
    result->chunks = chunk;
    return chunk + 1;
}

void result_clear(struct result *result) {
    for (struct result_chunk *chunk = result->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    json_decref(result->root);
    *result = (struct result){0};
}

static void *room(struct reader *reader, size_t n, size_t size) {
    void *made = reader->fault ? NULL : result_room(reader->result, n, size);
    if (!made && !reader->fault) reader->fault = alea_fail(reader->error, ALEA_ERR_NO_MEMORY);
    return made;
}

/* ---- Faults and places ------------------------------------------------------------------------------------------------ */

static void refuse(struct reader *reader, const char *it, const char *en) {
    if (reader->fault) return;
    const char *what = reader->error->lang == ALEA_IT ? it : en;
    struct alea_reason reason = alea_reason(reader->error, "%s: %s", "%s: %s", reader->path, what);
    reader->fault = alea_fail(reader->error, ALEA_ERR_BAD_RESULT, reason.at);
}

/* Goes down to a member or an element; the mark leads back. */
static size_t enter(struct reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));
static size_t enter(struct reader *reader, const char *format, ...) {
    size_t mark = strlen(reader->path);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reader->path + mark, sizeof reader->path - mark, format, arguments);
    va_end(arguments);
    return mark;
}

static void leave(struct reader *reader, size_t mark) { reader->path[mark] = 0; }

static size_t enter_member(struct reader *reader, const char *key) {
    return enter(reader, "%s%s", reader->path[0] ? "." : "", key);
}

/* ---- Values ----------------------------------------------------------------------------------------------------------- */

static double to_real(struct reader *reader, const json_t *value, double min, double max) {
    if (!json_is_number(value)) refuse(reader, ENGINE_SAY_RESULT_NO_NUMBER);
    double number = json_number_value(value);
    if (!(number >= min && number <= max)) refuse(reader, ENGINE_SAY_RESULT_OUT_OF_RANGE);
    return reader->fault ? min : number;
}

static long to_whole(struct reader *reader, const json_t *value, long min, long max) {
    if (!json_is_integer(value)) refuse(reader, ENGINE_SAY_RESULT_NO_INTEGER);
    json_int_t number = json_integer_value(value);
    if (number < min || number > max) refuse(reader, ENGINE_SAY_RESULT_OUT_OF_RANGE);
    return reader->fault ? min : (long)number;
}

static const char *to_string(struct reader *reader, const json_t *value, size_t max) {
    if (!json_is_string(value)) refuse(reader, ENGINE_SAY_RESULT_NO_STRING);
    else if (json_string_length(value) > max) refuse(reader, ENGINE_SAY_RESULT_LONG_STRING);
    return reader->fault ? "" : json_string_value(value);
}

static double real(struct reader *reader, const json_t *object, const char *key, double min, double max) {
    size_t mark = enter_member(reader, key);
    double number = to_real(reader, json_object_get(object, key), min, max);
    leave(reader, mark);
    return number;
}

static long whole(struct reader *reader, const json_t *object, const char *key, long min, long max) {
    size_t mark = enter_member(reader, key);
    long number = to_whole(reader, json_object_get(object, key), min, max);
    leave(reader, mark);
    return number;
}

static const char *string(struct reader *reader, const json_t *object, const char *key, size_t max) {
    size_t mark = enter_member(reader, key);
    const char *words = to_string(reader, json_object_get(object, key), max);
    leave(reader, mark);
    return words;
}

/* NULL if it is null or not there. */
static const char *maybe_string(struct reader *reader, const json_t *object, const char *key, size_t max) {
    const json_t *value = json_object_get(object, key);
    return !value || json_is_null(value) ? NULL : string(reader, object, key, max);
}

static int word(struct reader *reader, const json_t *object, const char *key, const char *const words[], int n) {
    const char *found = string(reader, object, key, RESULT_MAX_WORDS);
    for (int i = 0; i < n; i++)
        if (strcmp(words[i], found) == 0) return i;
    size_t mark = enter_member(reader, key);
    refuse(reader, ENGINE_SAY_RESULT_UNKNOWN_WORD);
    leave(reader, mark);
    return 0;
}

/* The length of an array; 0 after a fault. */
static int length(struct reader *reader, const json_t *array, size_t min, size_t max) {
    if (!json_is_array(array)) refuse(reader, ENGINE_SAY_RESULT_NO_ARRAY);
    else if (json_array_size(array) < min) refuse(reader, ENGINE_SAY_RESULT_SHORT_ARRAY);
    else if (json_array_size(array) > max) refuse(reader, ENGINE_SAY_RESULT_LONG_ARRAY);
    return reader->fault ? 0 : (int)json_array_size(array);
}

static const json_t *wants_object(struct reader *reader, const json_t *value) {
    if (!json_is_object(value)) refuse(reader, ENGINE_SAY_RESULT_NO_OBJECT);
    return value;
}

/* Reads each element of an array with `one`, into a row of *out that has `size` bytes; answers how many there are. */
static int list(struct reader *reader, const json_t *object, const char *key, size_t min, size_t max, size_t size, void *out,
                void (*one)(struct reader *reader, const json_t *value, void *at)) {
    size_t mark = enter_member(reader, key);
    const json_t *array = json_object_get(object, key);
    int n = length(reader, array, min, max);
    char *rows = room(reader, (size_t)n, size);
    memcpy(out, &rows, sizeof rows);
    for (int i = 0; i < n && rows && !reader->fault; i++) {
        size_t here = enter(reader, "[%d]", i);
        one(reader, json_array_get(array, (size_t)i), rows + (size_t)i * size);
        leave(reader, here);
    }
    leave(reader, mark);
    return reader->fault ? 0 : n;
}

/* True if the member is neither missing nor null. */
static bool is_there(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return value && !json_is_null(value);
}

/* ---- Figures ---------------------------------------------------------------------------------------------------------- */

static double real_or_nan(struct reader *reader, const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    if (json_is_null(value)) return NAN;
    double number = real(reader, object, key, -LARGEST, LARGEST);
    return number;
}

static void check_order(struct reader *reader, const struct result_figure *figure) {
    double slack = 1e-9 * (1 + fabs(figure->mean));
    if (figure->low > figure->mean + slack || figure->mean > figure->high + slack)
        refuse(reader, ENGINE_SAY_RESULT_MEAN_OUTSIDE);
}

static struct result_figure figure_of(struct reader *reader, const json_t *object, const char *mean, const char *low,
                                      const char *high) {
    struct result_figure figure = {real_or_nan(reader, object, mean), real_or_nan(reader, object, low),
                                   real_or_nan(reader, object, high)};
    check_order(reader, &figure);
    return figure;
}

static struct result_figure share_of(struct reader *reader, const json_t *object) {
    struct result_figure figure = figure_of(reader, object, "mean", "low", "high");
    if (figure.mean < 0 || figure.mean > 1) refuse(reader, ENGINE_SAY_RESULT_BAD_SHARE);
    return figure;
}

static struct result_figure figure_in(struct reader *reader, const json_t *object, const char *key) {
    size_t mark = enter_member(reader, key);
    const json_t *value = wants_object(reader, json_object_get(object, key));
    struct result_figure figure = figure_of(reader, value, "mean", "low", "high");
    leave(reader, mark);
    return figure;
}

static struct result_phrase phrase_of(struct reader *reader, const json_t *object) {
    struct result_phrase phrase = {.id = string(reader, object, "id", RESULT_MAX_WORDS)};
    size_t mark = enter_member(reader, "words");
    const json_t *words = wants_object(reader, json_object_get(object, "words"));
    phrase.in[ALEA_IT] = string(reader, words, "it", RESULT_MAX_WORDS);
    phrase.in[ALEA_EN] = string(reader, words, "en", RESULT_MAX_WORDS);
    leave(reader, mark);
    return phrase;
}

/* ---- A cell ----------------------------------------------------------------------------------------------------------- */

static void read_index(struct reader *reader, const json_t *value, void *at) {
    *(int *)at = (int)to_whole(reader, value, 0, reader->result->n_bots - 1);
}

static void read_score(struct reader *reader, const json_t *value, void *at) {
    struct result_score *score = at;
    wants_object(reader, value);
    score->bot = (int)whole(reader, value, "bot", 0, reader->result->n_bots - 1);
    score->share = share_of(reader, value);
    score->elo = (struct result_figure){NAN, NAN, NAN};
    if (is_there(value, "elo")) score->elo = figure_of(reader, value, "elo", "elo_low", "elo_high");
    score->won = whole(reader, value, "won", 0, LONG_MAX);
    score->drawn = whole(reader, value, "drawn", 0, LONG_MAX);
    score->lost = whole(reader, value, "lost", 0, LONG_MAX);
}

static void read_seat(struct reader *reader, const json_t *value, void *at) {
    struct result_seat *seat = at;
    wants_object(reader, value);
    seat->letter = string(reader, value, "seat", 8);
    seat->wins = real(reader, value, "wins", 0, LARGEST);
    seat->share = share_of(reader, value);
}

static void read_bar(struct reader *reader, const json_t *value, void *at) {
    struct result_bar *bar = at;
    length(reader, value, 2, 2);
    bar->round = to_whole(reader, json_array_get(value, 0), 0, 1000000);
    bar->games = to_whole(reader, json_array_get(value, 1), 0, LONG_MAX);
}

static void read_end(struct reader *reader, const json_t *value, void *at) {
    struct result_end *end = at;
    wants_object(reader, value);
    end->words = phrase_of(reader, value);
    end->games = whole(reader, value, "games", 0, LONG_MAX);
}

static void read_phrase(struct reader *reader, const json_t *value, void *at) {
    wants_object(reader, value);
    *(struct result_phrase *)at = phrase_of(reader, value);
}

/* The number in row i, column j of a table of the statistic; NAN for null. */
static double number_at(struct reader *reader, const json_t *table, const char *key,
                        const struct result_statistic *statistic, int i, int j) {
    size_t mark = enter_member(reader, key);
    if (i == 0 && j == 0) length(reader, table, (size_t)statistic->rows, (size_t)statistic->rows);
    enter(reader, "[%d]", i);
    const json_t *row = json_array_get(table, (size_t)i);
    if (j == 0) length(reader, row, (size_t)statistic->cols, (size_t)statistic->cols);
    enter(reader, "[%d]", j);
    const json_t *value = json_array_get(row, (size_t)j);
    double number = json_is_null(value) ? NAN : to_real(reader, value, -LARGEST, LARGEST);
    leave(reader, mark);
    return number;
}

static void read_statistic(struct reader *reader, const json_t *value, void *at) {
    struct result_statistic *statistic = at;
    wants_object(reader, value);
    statistic->words = phrase_of(reader, value);
    statistic->of = maybe_string(reader, value, "of", RESULT_MAX_WORDS);
    statistic->rows = list(reader, value, "rows", 1, ALEA_MAX_TALLIES, sizeof *statistic->row, &statistic->row, read_phrase);
    statistic->cols = list(reader, value, "cols", 1, ALEA_MAX_TALLIES, sizeof *statistic->col, &statistic->col, read_phrase);
    int n = statistic->rows * statistic->cols;
    if (n > ALEA_MAX_TALLIES) refuse(reader, ENGINE_SAY_RESULT_LARGE_TABLE);
    statistic->at = room(reader, (size_t)n, sizeof *statistic->at);
    statistic->n = room(reader, (size_t)n, sizeof *statistic->n);
    const json_t *mean = json_object_get(value, "mean"), *low = json_object_get(value, "low");
    const json_t *high = json_object_get(value, "high"), *trials = json_object_get(value, "n");
    for (int i = 0; i < statistic->rows; i++) {
        for (int j = 0; j < statistic->cols && !reader->fault; j++) {
            int cell = i * statistic->cols + j;
            statistic->at[cell] = (struct result_figure){number_at(reader, mean, "mean", statistic, i, j),
                                                         number_at(reader, low, "low", statistic, i, j),
                                                         number_at(reader, high, "high", statistic, i, j)};
            statistic->n[cell] = number_at(reader, trials, "n", statistic, i, j);
            check_order(reader, &statistic->at[cell]);
        }
    }
}

static void read_cell(struct reader *reader, const json_t *value, void *at) {
    struct result_cell *cell = at;
    int *bots;
    wants_object(reader, value);
    cell->variant = (int)whole(reader, value, "variant", 0, reader->result->n_variants - 1);
    cell->n_bots = list(reader, value, "bots", 1, (size_t)reader->result->seats, sizeof *bots, &bots, read_index);
    if (bots) memcpy(cell->bot, bots, (size_t)cell->n_bots * sizeof *bots);
    cell->blocks = whole(reader, value, "blocks", 0, LONG_MAX);
    cell->games = whole(reader, value, "games", 0, LONG_MAX);
    cell->unfinished = whole(reader, value, "unfinished", 0, cell->games);
    cell->n_scores = list(reader, value, "score", 1, RESULT_MAX_BOTS, sizeof *cell->score, &cell->score, read_score);
    cell->n_seats = list(reader, value, "seats", 1, ALEA_MAX_SEATS, sizeof *cell->seat, &cell->seat, read_seat);
    cell->rounds = figure_in(reader, value, "rounds");
    cell->plies = figure_in(reader, value, "plies");
    size_t mark = enter_member(reader, "rounds");
    cell->n_bars = list(reader, json_object_get(value, "rounds"), "histogram", 0, RESULT_MAX_HISTOGRAM, sizeof *cell->bar,
                        &cell->bar, read_bar);
    leave(reader, mark);
    cell->n_ends = list(reader, value, "ends", 0, RESULT_MAX_ENDS, sizeof *cell->end, &cell->end, read_end);
    cell->n_statistics = list(reader, value, "statistics", 0, RESULT_MAX_STATISTICS, sizeof *cell->statistic,
                              &cell->statistic, read_statistic);
}

/* ---- The whole -------------------------------------------------------------------------------------------------------- */

static void read_name(struct reader *reader, const json_t *value, void *at) {
    *(const char **)at = to_string(reader, value, RESULT_MAX_WORDS);
}

static void read_variant(struct reader *reader, const json_t *value, void *at) {
    wants_object(reader, value);
    *(struct result_variant *)at = (struct result_variant){
        .name = string(reader, value, "name", RESULT_MAX_WORDS),
        .options = string(reader, value, "options", RESULT_MAX_COMMAND),
        .set = maybe_string(reader, value, "set", RESULT_MAX_COMMAND),
    };
}

static void read_difference(struct reader *reader, const json_t *value, void *at) {
    static const char *const whats[] = {"bot", "seat", "rounds", "plies"};
    struct result_difference *difference = at;
    wants_object(reader, value);
    difference->a = (int)whole(reader, value, "a", 0, reader->result->n_variants - 1);
    difference->b = (int)whole(reader, value, "b", 0, reader->result->n_variants - 1);
    difference->what = (enum result_what)word(reader, value, "what", whats, RESULT_WHATS);
    difference->who = string(reader, value, "who", RESULT_MAX_WORDS);
    difference->figure = figure_of(reader, value, "mean", "low", "high");
}

static void read_rating(struct reader *reader, const json_t *value, void *at) {
    struct result_rating *rating = at;
    wants_object(reader, value);
    rating->bot = (int)whole(reader, value, "bot", 0, reader->result->n_bots - 1);
    rating->figure = figure_of(reader, value, "rating", "low", "high");
}

static void read_test(struct reader *reader, const json_t *root) {
    static const char *const decisions[] = {"low", "none", "high"};
    struct result_test *test = reader->result->test = room(reader, 1, sizeof *test);
    if (!test) return;
    size_t mark = enter_member(reader, "sprt");
    const json_t *value = wants_object(reader, json_object_get(root, "sprt"));
    test->low = real(reader, value, "low", 0, 1);
    test->high = real(reader, value, "high", 0, 1);
    test->alpha = real(reader, value, "alpha", 0, 1);
    test->beta = real(reader, value, "beta", 0, 1);
    test->llr = real(reader, value, "llr", -LARGEST, LARGEST);
    test->lower = real(reader, value, "lower", -LARGEST, 0);
    test->upper = real(reader, value, "upper", 0, LARGEST);
    test->decision = word(reader, value, "decision", decisions, (int)ALEA_LEN(decisions)) - 1;
    test->blocks = whole(reader, value, "blocks", 0, LONG_MAX);
    leave(reader, mark);
}

static void read_head(struct reader *reader, const json_t *root) {
    static const char *const kinds[] = {"match", "tournament", "compare", "sweep"};
    static const char *const stops[] = {"games", "sprt", "interrupted"};
    struct result *result = reader->result;
    result->alea = string(reader, root, "alea", RESULT_MAX_WORDS);
    result->kind = (enum result_kind)word(reader, root, "kind", kinds, RESULT_KINDS);
    result->game = string(reader, root, "game", RESULT_MAX_WORDS);
    result->rules_version = whole(reader, root, "rules_version", 0, 1000000);
    result->seats = (int)whole(reader, root, "seats", 1, ALEA_MAX_SEATS);
    result->seed = (uint64_t)whole(reader, root, "seed", LONG_MIN, LONG_MAX);
    result->command = string(reader, root, "command", RESULT_MAX_COMMAND);
    result->block_games = whole(reader, root, "block_games", 1, LONG_MAX);
    result->blocks = whole(reader, root, "blocks", 0, LONG_MAX);
    result->games = whole(reader, root, "games", 0, LONG_MAX);
    result->stopped = (enum result_stop)word(reader, root, "stopped", stops, RESULT_STOPS);
}

static void read_lists(struct reader *reader, const json_t *root) {
    struct result *result = reader->result;
    const char **bots;
    result->n_bots = list(reader, root, "bots", 1, RESULT_MAX_BOTS, sizeof *bots, &bots, read_name);
    if (bots) memcpy(result->bot, bots, (size_t)result->n_bots * sizeof *bots);
    result->n_variants =
        list(reader, root, "variants", 1, RESULT_MAX_VARIANTS, sizeof *result->variant, &result->variant, read_variant);
    if (is_there(root, "sprt")) read_test(reader, root);
    result->n_cells = list(reader, root, "cells", 1, RESULT_MAX_CELLS, sizeof *result->cell, &result->cell, read_cell);
    if (is_there(root, "differences"))
        result->n_differences = list(reader, root, "differences", 0, RESULT_MAX_DIFFERENCES, sizeof *result->difference,
                                     &result->difference, read_difference);
    if (is_there(root, "ratings"))
        result->n_ratings =
            list(reader, root, "ratings", 0, RESULT_MAX_BOTS, sizeof *result->rating, &result->rating, read_rating);
}

/* True if the JSON is a result, of a version that is known here. */
static void check_format(struct reader *reader, const json_t *root) {
    const char *format = json_string_value(json_object_get(root, "format"));
    if (!format || strcmp(format, "alea.lab") != 0)
        reader->fault =
            alea_fail(reader->error, ALEA_ERR_BAD_RESULT, alea_reason(reader->error, ENGINE_SAY_RESULT_NOT_ONE).at);
    long version = reader->fault ? 1 : whole(reader, root, "version", 1, LONG_MAX);
    if (version == 1 || reader->fault) return;
    struct alea_reason reason = alea_reason(reader->error, ENGINE_SAY_RESULT_NEWER);
    reader->fault = alea_fail(reader->error, ALEA_ERR_BAD_VERSION, alea_digits(version).at, reason.at);
}

enum alea_err result_read(struct result *result, const char *name, const char *bytes, size_t n, struct alea_error *error) {
    json_error_t fault;
    struct reader reader = {.result = result, .error = error};
    *result = (struct result){.root = json_loadb(bytes, n, JSON_REJECT_DUPLICATES, &fault)};
    if (!result->root) {
        struct alea_reason reason = alea_reason(error, ENGINE_SAY_RESULT_NOT_JSON, fault.text);
        reader.fault = alea_fail(error, ALEA_ERR_BAD_RESULT, reason.at);
        error->line = fault.line > 0 ? fault.line : 0;
    }
    if (!reader.fault) check_format(&reader, result->root);
    if (!reader.fault) read_head(&reader, result->root);
    if (!reader.fault) read_lists(&reader, result->root);
    if (reader.fault) snprintf(error->where, sizeof error->where, "%s", name);
    return reader.fault;
}
