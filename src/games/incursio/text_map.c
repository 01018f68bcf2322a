/* SPDX-License-Identifier: MIT */
/* text_map.c - the faction map drawn in characters: sites where the map has them, lines between them, a legend.
 *
 * A line that falls slowly has a character in each column, high, in the middle or low ('-.); a steep one has a character in
 * each row. Red lines are drawn first, then grey ones, then the sites over them. [INC-GEN-4, INC-SECRET-2] */
#include <string.h>

#include "say.h"

enum {
    COLUMNS = 79,
    ROWS = 40,
    MARGIN = 3,
    MOST_COUNT = 99, /* units: a third digit would lie over a neighbour */
    TOKEN = 8
};

struct canvas {
    char at[ROWS][COLUMNS + 1];
    int rows;
    int column[INC_SITES], row[INC_SITES];
};

/* ---- Where things are ---- */

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }
static int size_of(int n) { return n < 0 ? -n : n; }

/* 0 .. range spread over 0 .. span, rounded. */
static int spread(int at, int range, int span) { return range ? (2 * at * span + range) / (2 * range) : span / 2; }

static int half_steps(const struct inc_tables *t, int site) { return 2 * t->q[site] + t->r[site]; }
static int row_of(const struct inc_tables *t, int site) { return t->r[site]; }

/* x = q + r/2, y = r: the whole width if the map needs it, at most a row a step. */
static void place_sites(const struct inc_tables *t, struct canvas *canvas) {
    int left = half_steps(t, 0), right = left, top = row_of(t, 0), bottom = top;
    for (int site = 1; site < t->n_sites; site++) {
        left = least(left, half_steps(t, site));
        right = most(right, half_steps(t, site));
        top = least(top, row_of(t, site));
        bottom = most(bottom, row_of(t, site));
    }
    int width = least(COLUMNS - 1 - 2 * MARGIN, (right - left) * 11 / 4), height = least(ROWS - 1, bottom - top);
    for (int site = 0; site < t->n_sites; site++) {
        canvas->column[site] = MARGIN + spread(half_steps(t, site) - left, right - left, width);
        canvas->row[site] = spread(row_of(t, site) - top, bottom - top, height);
    }
    canvas->rows = height + 1;
    memset(canvas->at, ' ', sizeof canvas->at);
}

/* ---- Lines ---- */

/* From the left end, a character a column. */
static void draw_slow(struct canvas *canvas, int x, int y, int dx, int dy, bool red) {
    static const char high_to_low[] = {'\'', '-', '.'};
    for (int i = 1; i < dx; i++) {
        int at = 2 * (dy * i + dx * ROWS) + dx; /* doubled; ROWS keeps it above 0 */
        char grey = high_to_low[at % (2 * dx) * 3 / (2 * dx)];
        canvas->at[y + at / (2 * dx) - ROWS][x + i] = red ? '~' : grey;
    }
}

/* From the upper end, a character a row. */
static void draw_steep(struct canvas *canvas, int x, int y, int dx, int dy, bool red) {
    char grey = 2 * size_of(dx) < dy ? '|' : dx > 0 ? '\\' : '/';
    for (int i = 1; i < dy; i++) {
        int at = 2 * (dx * i + dy * COLUMNS) + dy;
        canvas->at[y + i][x + at / (2 * dy) - COLUMNS] = red ? ':' : grey;
    }
}

static void draw_line(struct canvas *canvas, unsigned from, unsigned to, bool red) {
    int dx = canvas->column[to] - canvas->column[from], dy = canvas->row[to] - canvas->row[from];
    bool slow = 5 * size_of(dx) >= 11 * size_of(dy), swap = slow ? dx < 0 : dy < 0;
    unsigned first = swap ? to : from;
    int x = canvas->column[first], y = canvas->row[first], sign = swap ? -1 : 1;
    if (slow) draw_slow(canvas, x, y, sign * dx, sign * dy, red);
    else draw_steep(canvas, x, y, sign * dx, sign * dy, red);
}

static void draw_lines(const struct inc_tables *t, struct canvas *canvas, bool red) {
    for (unsigned from = 0; from < (unsigned)t->n_sites; from++) {
        uint64_t later = (red ? t->any[from] & ~t->grey[from] : t->grey[from]) & ~(inc_bit(from) * 2 - 1);
        for (; later; later &= later - 1) draw_line(canvas, from, inc_first(later), red);
    }
}

/* ---- Sites ---- */

static int put_number(char token[], int n, int number, bool two_digits) {
    if (two_digits || number > 9) token[n++] = (char)('0' + number / 10 % 10);
    token[n++] = (char)('0' + number % 10);
    return n;
}

/* "[07+3]": the brackets tell what it is, the mark who is there. */
static int make_token(const struct inc_position *p, const struct inc_look *look, unsigned site, char token[TOKEN]) {
    const char *brackets = look->kind == INC_KIND_SETTLEMENT ? "[]"
                           : look->kind == INC_KIND_RUIN     ? "{}"
                           : look->works                     ? "[)"
                           : look->portal                    ? "<>"
                           : look->kind == INC_KIND_EMPTY    ? "()"
                                                             : "..";
    int n = 0;
    token[n++] = brackets[0];
    n = put_number(token, n, (int)site + 1, true);
    int count = look->mine ? look->mine : look->enemies;
    if (count) {
        token[n++] = look->mine ? '+' : look->enemies_day == p->day ? '!' : '?';
        if (look->mine || look->enemies != INC_SOME) n = put_number(token, n, least(count, MOST_COUNT), false);
    }
    token[n++] = brackets[1];
    return n;
}

static void draw_site(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site,
                      struct canvas *canvas) {
    char token[TOKEN];
    struct inc_look look = inc_look_at(t, p, side, site);
    int n = make_token(p, &look, site, token);
    int column = canvas->column[site] - (n < 6 ? 2 : n / 2);
    column = least(most(column, 0), COLUMNS - n);
    memcpy(canvas->at[canvas->row[site]] + column, token, (size_t)n);
}

/* ---- The whole ---- */

static void say_legend(const struct inc_tables *t, int side, struct alea_text *text) {
    bool builds = side == INC_DEFENDERS;
    inc_say(text, INCURSIO_LABEL_LEGEND_SITES, 0, 0, 0);
    if (!t->kinds_public) inc_say(text, INCURSIO_LABEL_LEGEND_UNKNOWN, 0, 0, 0);
    alea_text_add(text, "\n");
    if (side != ALEA_NONE) {
        inc_say_line(text, builds ? INCURSIO_LABEL_LEGEND_WORKS : INCURSIO_LABEL_LEGEND_PORTAL, 0, 0, 0);
        inc_say_line(text, INCURSIO_LABEL_LEGEND_UNITS, 0, 0, 0);
    }
    inc_say_line(text, INCURSIO_LABEL_LEGEND_LINES, 0, 0, 0);
}

void inc_say_map(const struct inc_tables *t, const struct inc_position *p, int side, struct alea_text *text) {
    struct canvas canvas;
    place_sites(t, &canvas);
    draw_lines(t, &canvas, true);
    draw_lines(t, &canvas, false);
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) draw_site(t, p, side, site, &canvas);
    for (int row = 0; row < canvas.rows; row++) {
        int end = COLUMNS;
        while (end > 0 && canvas.at[row][end - 1] == ' ') end--;
        canvas.at[row][end] = 0;
        alea_text_addf(text, "%s\n", canvas.at[row]);
    }
    say_legend(t, side, text);
}
