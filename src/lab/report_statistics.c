/* SPDX-License-Identifier: MIT */
/* report_statistics.c - what happens in a game: each statistic that the game counts, by its rows and columns. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "report_page.h"
#include "text.h"

enum { MOST_LETTERS = 6 }; /* before the number of an id that counts */

/* A statistic in all cells, without the rows and columns of which no cell knows anything (seats that are not taken, rounds that no
 * game comes to). */
struct table {
    const struct result_statistic *statistic; /* as the first cell has it */
    const struct result_statistic **in;       /* by cell; NULL: it has none of that shape */
    int n_cells, n_rows, n_cols;
    int row[ALEA_MAX_TALLIES], col[ALEA_MAX_TALLIES];
    enum report_unit unit;
};

/* What the groups of a plot are, and its series. */
enum shape {
    CELLS,         /* a single figure: one group a cell */
    ROWS,          /* of the only column; a series is a cell */
    COLUMNS,       /* of one row; a series is a cell */
    COLUMNS_BY_ROW /* of the only cell; a series is a row */
};

/* ---- Tables ----------------------------------------------------------------------------------------------------------- */

static const struct result_statistic *same_in(const struct result_cell *cell, const struct result_statistic *statistic) {
    for (int i = 0; i < cell->n_statistics; i++) {
        const struct result_statistic *one = &cell->statistic[i];
        if (strcmp(one->words.id, statistic->words.id) == 0 && one->rows == statistic->rows && one->cols == statistic->cols)
            return one;
    }
    return NULL;
}

static bool known(const struct table *table, int row, int col) {
    for (int i = 0; i < table->n_cells; i++)
        if (table->in[i] && !isnan(table->in[i]->at[row * table->statistic->cols + col].mean)) return true;
    return false;
}

/* Are they the seats A, B and so on? Then those that the games had are enough. */
static int taken(const struct report *report, const struct result_phrase *phrases, int n) {
    for (int i = 0; i < n; i++)
        if (alea_seat_read(phrases[i].id) != i) return n;
    return n < report->result->seats ? n : report->result->seats;
}

static void keep_known(const struct report *report, struct table *table) {
    int rows = taken(report, table->statistic->row, table->statistic->rows);
    int cols = taken(report, table->statistic->col, table->statistic->cols);
    bool row_known[ALEA_MAX_TALLIES] = {false}, col_known[ALEA_MAX_TALLIES] = {false};
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            if (known(table, i, j)) row_known[i] = col_known[j] = true;
    for (int i = 0; i < rows; i++)
        if (row_known[i]) table->row[table->n_rows++] = i;
    for (int j = 0; j < cols; j++)
        if (col_known[j]) table->col[table->n_cols++] = j;
}

/* "sieges_won" is a share of "sieges" where it is never more; "hoplites_lost" for "poleis_taken" is not. */
static enum report_unit unit_of(const struct table *table) {
    const char *of = table->statistic->of, *id = table->statistic->words.id;
    size_t n = of ? strcspn(of, "_") : 0;
    if (!of || n != strcspn(id, "_") || strncmp(of, id, n) != 0) return REPORT_COUNT;
    for (int i = 0; i < table->n_cells; i++)
        for (int j = 0; table->in[i] && j < table->statistic->rows * table->statistic->cols; j++)
            if (table->in[i]->at[j].mean > 1 || table->in[i]->at[j].mean < 0) return REPORT_COUNT;
    return REPORT_SHARE;
}

/* False if there is nothing to show, or no memory. */
static bool find(struct report *report, const struct result_statistic *statistic, struct table *table) {
    int n = report->result->n_cells;
    *table = (struct table){.statistic = statistic, .n_cells = n};
    table->in = report_room(report, (size_t)n, sizeof *table->in);
    if (!table->in) return false;
    for (int i = 0; i < n; i++) table->in[i] = same_in(&report->result->cell[i], statistic);
    keep_known(report, table);
    table->unit = unit_of(table);
    return table->n_rows > 0;
}

/* Do they follow each other, like rounds and numbers ("3", "r5a")? */
static bool in_order(const struct result_phrase *phrases, const int kept[], int n) {
    for (int i = 0; i < n; i++) {
        const char *id = phrases[kept[i]].id;
        size_t letters = strcspn(id, "0123456789");
        if (!id[letters] || letters > MOST_LETTERS) return false;
    }
    return n > 1;
}

/* ---- Plots ------------------------------------------------------------------------------------------------------------ */

static void name_all(struct report *report, const struct table *table, enum shape shape, struct report_plot *plot) {
    const struct result_statistic *statistic = table->statistic;
    for (int i = 0; i < plot->groups; i++)
        plot->group[i] = shape == CELLS  ? report_cell(report, i)
                         : shape == ROWS ? report_phrase(report, &statistic->row[table->row[i]])
                                         : report_phrase(report, &statistic->col[table->col[i]]);
    for (int j = 0; j < plot->series && shape != CELLS; j++)
        plot->name[j] =
            shape == COLUMNS_BY_ROW ? report_phrase(report, &statistic->row[table->row[j]]) : report_cell(report, j);
}

/* Intervals of means may reach beyond what a share can be. */
static struct result_figure within(struct result_figure figure, enum report_unit unit) {
    if (unit != REPORT_SHARE) return figure;
    if (figure.low < 0) figure.low = 0;
    if (figure.high > 1) figure.high = 1;
    return figure;
}

/* `row` counts for COLUMNS: one of those that were kept. */
static bool fill(struct report *report, const struct table *table, enum shape shape, int row, struct report_plot *plot) {
    int groups = shape == CELLS ? table->n_cells : shape == ROWS ? table->n_rows : table->n_cols;
    int series = shape == CELLS ? 1 : shape == COLUMNS_BY_ROW ? table->n_rows : table->n_cells;
    if (!report_plot_init(report, plot, groups, series)) return false;
    plot->n = report_room(report, (size_t)groups * (size_t)series, sizeof *plot->n);
    if (!plot->n) return false;
    plot->unit = table->unit;
    name_all(report, table, shape, plot);
    for (int i = 0; i < groups; i++) {
        for (int j = 0; j < series; j++) {
            int cell = shape == CELLS ? i : shape == COLUMNS_BY_ROW ? 0 : j;
            int r = table->row[shape == ROWS ? i : shape == COLUMNS_BY_ROW ? j : row];
            int c = table->col[shape == ROWS || shape == CELLS ? 0 : i], at = r * table->statistic->cols + c;
            if (!table->in[cell]) continue;
            *report_plot_at(plot, i, j) = within(table->in[cell]->at[at], table->unit);
            plot->n[i * series + j] = table->in[cell]->n[at];
        }
    }
    return true;
}

/* What the games call "cities taken" begins a title. */
static const char *title_of(struct report *report, const struct result_phrase *phrase) {
    const char *words = report_phrase(report, phrase);
    size_t n = strlen(words) + 1;
    char *title = report_room(report, n, 1);
    if (!title) return words;
    memcpy(title, words, n);
    if (title[0] >= 'a' && title[0] <= 'z') title[0] = (char)toupper((unsigned char)title[0]);
    return title;
}

static const char *note_of(struct report *report, const struct table *table) {
    const struct result_cell *cell = &report->result->cell[0];
    const char *of = table->statistic->of;
    if (!of) return report_fill(report, REPORT_LABEL_STATISTIC_NOTE, NULL);
    for (int i = 0; i < cell->n_statistics; i++)
        if (strcmp(cell->statistic[i].words.id, of) == 0) of = report_phrase(report, &cell->statistic[i].words);
    return report_fill(report, table->unit == REPORT_SHARE ? REPORT_LABEL_SHARE_OF : REPORT_LABEL_FOR_EACH_OF, of, NULL);
}

static void draw(struct report *report, const struct report_plot *plot, bool lines) {
    if (lines) report_lines(report, plot);
    else report_dots(report, plot);
}

/* One figure for each row, side by side where there is room, along one scale. */
static void add_rows(struct report *report, const struct table *table, bool lines) {
    struct report_plot all, *plot = report_room(report, (size_t)table->n_rows, sizeof *plot);
    int n = table->n_cols * table->n_cells;
    if (!plot || !report_plot_init(report, &all, table->n_rows, n)) return;
    all.unit = table->unit;
    for (int i = 0; i < table->n_rows; i++) {
        if (!fill(report, table, COLUMNS, i, &plot[i])) return;
        memcpy(report_plot_at(&all, i, 0), plot[i].at, (size_t)n * sizeof *all.at);
    }
    struct report_axis axis = report_axis_of(&all);
    const char *title = title_of(report, &table->statistic->words);
    bool several = table->n_rows > 1;
    if (several && lines && plot->series > 1 && plot->series <= REPORT_MAX_SERIES) report_legend(report, plot);
    if (several && lines) report_raw(report, "<div class=\"pairs\">\n");
    for (int i = 0; i < table->n_rows; i++) {
        const char *row = report_phrase(report, &table->statistic->row[table->row[i]]);
        plot[i].title = several ? report_fill(report, REPORT_LABEL_STATISTIC_ROW, title, row, NULL) : title;
        plot[i].note = note_of(report, table);
        plot[i].axis = &axis;
        plot[i].no_legend = several && lines;
        draw(report, &plot[i], lines);
    }
    if (several && lines) report_raw(report, "</div>\n");
}

static void add_one(struct report *report, const struct table *table, enum shape shape, bool lines) {
    struct report_plot plot;
    if (!fill(report, table, shape, 0, &plot)) return;
    plot.title = title_of(report, &table->statistic->words);
    plot.note = note_of(report, table);
    draw(report, &plot, lines);
}

static void add_statistic(struct report *report, const struct result_statistic *statistic) {
    struct table table;
    if (!find(report, statistic, &table)) return;
    bool by_row = in_order(statistic->row, table.row, table.n_rows),
         by_col = in_order(statistic->col, table.col, table.n_cols);
    if (table.n_rows == 1 && table.n_cols == 1) add_one(report, &table, CELLS, false);
    else if (table.n_cols == 1) add_one(report, &table, ROWS, by_row);
    else if (table.n_cells == 1 && table.n_rows > 1 && table.n_rows <= REPORT_MAX_SERIES)
        add_one(report, &table, COLUMNS_BY_ROW, by_col);
    else add_rows(report, &table, by_col);
}

bool report_has_statistics(const struct report *report) { return report->result->cell[0].n_statistics > 0; }

void report_statistics(struct report *report) {
    const struct result_cell *cell = &report->result->cell[0];
    for (int i = 0; i < cell->n_statistics && !report->failed; i++) add_statistic(report, &cell->statistic[i]);
}
