/* SPDX-License-Identifier: MIT */
/* render.c - how words are laid out on a screen: widths in columns, wrapping, columns of cells. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli.h"

enum { MAX_PAGE = 64 << 20, MIN_WIDTH = 40, HANG = 2 };

struct alea_text cli_page(const struct cli *cli) {
    struct alea_text text;
    alea_text_init(&text, MAX_PAGE, cli->lang);
    text.colour = cli->colour;
    return text;
}

static int from_environment(const char *name, int otherwise) {
    const char *words = getenv(name);
    long n = words ? strtol(words, NULL, 10) : 0;
    return n > 0 && n < 10000 ? (int)n : otherwise;
}

int cli_screen_width(void) {
    struct winsize size;
    int width =
        ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : from_environment("COLUMNS", 80);
    return width < MIN_WIDTH ? MIN_WIDTH : width;
}

int cli_screen_height(void) {
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : from_environment("LINES", 24);
}

/* Adds one line (without its newline) at a column, broken at blanks where it is too wide. */
static void wrap_line(struct alea_text *text, const char *line, size_t n, int column, int indent, int width) {
    bool first = true;
    for (size_t at = 0; at < n || first;) {
        size_t blanks = at, end;
        while (blanks < n && line[blanks] == ' ') blanks++;
        for (end = blanks; end < n && line[end] != ' ';) end++;
        int needs = alea_text_columns(line + at, end - at);
        if (!first && column + needs > width) {
            alea_text_addf(text, "\n%*s", indent, "");
            at = blanks;
            column = indent;
            needs = alea_text_columns(line + at, end - at);
        }
        alea_text_addf(text, "%.*s", (int)(end - at), line + at);
        column += needs;
        at = end;
        first = false;
    }
}

void cli_wrap(struct alea_text *text, const char *words, int indent, int width) {
    for (const char *at = words;; at++) {
        size_t n = strcspn(at, "\n");
        wrap_line(text, at, n, indent, indent, width);
        at += n;
        if (!*at) return;
        alea_text_add(text, "\n");
        if (at[1]) alea_text_addf(text, "%*s", indent, "");
    }
}

void cli_print(const struct cli *cli, struct alea_text *text) {
    if (cli->terminal) {
        struct alea_text wrapped = cli_page(cli);
        int width = cli_screen_width();
        for (const char *at = alea_text_str(text); *at;) {
            size_t n = strcspn(at, "\n");
            wrap_line(&wrapped, at, n, 0, (int)strspn(at, " ") + HANG, width);
            at += n;
            if (!*at) break;
            alea_text_add(&wrapped, "\n");
            at++;
        }
        fwrite(alea_text_str(&wrapped), 1, wrapped.len, stdout);
        alea_text_clear(&wrapped);
    } else {
        fwrite(alea_text_str(text), 1, text->len, stdout);
    }
    alea_text_clear(text);
}

/* Widest cell of a column that holds `rows` cells from `first` on. */
static int widest(const char *const cells[], int n, int first, int rows) {
    int width = 0;
    for (int i = first; i < first + rows && i < n; i++) {
        int columns = alea_text_columns(cells[i], strlen(cells[i]));
        if (columns > width) width = columns;
    }
    return width;
}

enum { GAP = 2 };

/* Fewest rows with which all columns fit into the width. */
static int fewest_rows(const char *const cells[], int n, int width) {
    for (int rows = 1; rows < n; rows++) {
        int total = -GAP;
        for (int first = 0; first < n; first += rows) total += GAP + widest(cells, n, first, rows);
        if (total <= width) return rows;
    }
    return n;
}

void cli_lay_out(struct alea_text *text, const char *const cells[], int n, int width) {
    int rows = fewest_rows(cells, n, width);
    for (int row = 0; row < rows; row++) {
        for (int i = row; i < n; i += rows) {
            alea_text_add(text, cells[i]);
            int pad = widest(cells, n, i - row, rows) - alea_text_columns(cells[i], strlen(cells[i])) + GAP;
            if (i + rows < n) alea_text_addf(text, "%*s", pad, "");
        }
        alea_text_add(text, "\n");
    }
}
