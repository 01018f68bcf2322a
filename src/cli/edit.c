/* SPDX-License-Identifier: MIT */
/* edit.c - line editing, history and completion at a terminal, by libedit. */
#include <histedit.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "casefold.h"
#include "console.h"
#include "utf8.h"

struct editor {
    struct console *console;
    EditLine *line;
    History *history;
    enum console_got got; /* why the last read ended */
};

enum { MAX_HISTORY = 500, MAX_SHOWN = 2048 };

static char *prompt(EditLine *line) {
    static char words[] = "> ";
    (void)line;
    return words;
}

/* Letters come through console_byte(), which a signal ends. */
static int read_letter(EditLine *line, wchar_t *letter) {
    struct editor *editor = NULL;
    char bytes[4];
    size_t n = 0;
    uint32_t code = 0;
    el_get(line, EL_CLIENTDATA, &editor);
    do {
        unsigned char byte = 0;
        editor->got = console_byte(editor->console, &byte);
        if (editor->got != CONSOLE_LINE) return editor->got == CONSOLE_END ? 0 : -1;
        bytes[n++] = (char)byte;
    } while (!alea_utf8_next(bytes, n, &code) && (unsigned char)bytes[0] >= 0xc2 && n < 4);
    *letter = alea_utf8_next(bytes, n, &code) ? (wchar_t)code : L'?';
    return 1;
}

/* ---- Completion ---------------------------------------------------------------------------------------------------- */

/* Shortens `common` to what it shares with `words`. */
static void share(char *common, const char *words) {
    size_t n = 0;
    while (common[n] && common[n] == words[n]) n++;
    while (n > 0 && ((unsigned char)common[n] & 0xc0) == 0x80) n--;
    common[n] = 0;
}

static void show(const struct console *console, char *const found[], int n) {
    struct alea_text page = cli_page(console->cli);
    const char *cells[MAX_SHOWN];
    for (int i = 0; i < n; i++) cells[i] = found[i];
    alea_text_add(&page, "\n");
    cli_lay_out(&page, cells, n, cli_screen_width());
    fputs(alea_text_str(&page), stdout);
    fflush(stdout);
    alea_text_clear(&page);
}

static const char *next_offer(const struct console *console, int n) {
    return console->offer ? console->offer(console->context, n) : NULL;
}

static unsigned char complete(EditLine *line, int key) {
    (void)key;
    struct editor *editor = NULL;
    el_get(line, EL_CLIENTDATA, &editor);
    const LineInfo *info = el_line(line);
    char typed[CONSOLE_MAX_LINE + 1], common[CONSOLE_MAX_LINE + 1] = "", *found[MAX_SHOWN];
    size_t length = (size_t)(info->cursor - info->buffer);
    if (length >= sizeof typed) return CC_ERROR;
    memcpy(typed, info->buffer, length);
    typed[length] = 0;

    const char *offered;
    int n = 0;
    for (int i = 0; n < MAX_SHOWN && (offered = next_offer(editor->console, i)); i++) {
        if (!casefold_begins(offered, typed)) continue;
        if (n == 0) snprintf(common, sizeof common, "%s", offered);
        else share(common, offered);
        if ((found[n] = strdup(offered))) n++;
    }
    unsigned char result = CC_ERROR;
    if (n > 0 && (strlen(common) > length || n == 1)) {
        el_deletestr(line, (int)strlen(typed));
        el_insertstr(line, common);
        if (n == 1) el_insertstr(line, " ");
        result = CC_REFRESH;
    } else if (n > 1) {
        show(editor->console, found, n);
        result = CC_REDISPLAY;
    }
    for (int i = 0; i < n; i++) free(found[i]);
    return result;
}

/* ---- Lines --------------------------------------------------------------------------------------------------------- */

bool console_edit_init(struct console *console) {
    const char *term = getenv("TERM");
    struct editor *editor = term && *term && strcmp(term, "dumb") != 0 ? calloc(1, sizeof *editor) : NULL;
    if (!editor) return false;
    editor->console = console;
    editor->line = el_init("alea", stdin, stdout, stderr);
    editor->history = history_init();
    console->editor = editor;
    if (!editor->line || !editor->history) {
        console_edit_clear(console);
        return false;
    }
    HistEvent event;
    history(editor->history, &event, H_SETSIZE, MAX_HISTORY);
    history(editor->history, &event, H_SETUNIQUE, 1);
    el_set(editor->line, EL_CLIENTDATA, editor);
    el_set(editor->line, EL_PROMPT, prompt);
    el_set(editor->line, EL_EDITOR, "emacs");
    el_set(editor->line, EL_HIST, history, editor->history);
    el_set(editor->line, EL_GETCFN, read_letter);
    el_wset(editor->line, EL_ADDFN, L"alea-complete", L"complete a move or a command", complete); /* el_set leaks them */
    el_set(editor->line, EL_BIND, "^I", "alea-complete", NULL);
    el_set(editor->line, EL_BIND, "^R", "em-inc-search-prev", NULL);
    return true;
}

void console_edit_clear(struct console *console) {
    struct editor *editor = console->editor;
    if (editor->line) el_end(editor->line);
    if (editor->history) history_end(editor->history);
    free(editor);
    console->editor = NULL;
}

enum console_got console_edit_read(struct console *console) {
    struct editor *editor = console->editor;
    int n = 0;
    editor->got = CONSOLE_LINE;
    el_resize(editor->line);
    const char *line = el_gets(editor->line, &n);
    if (!line || n <= 0) {
        fputc('\n', stdout);
        console->line[0] = 0;
        return editor->got == CONSOLE_LINE ? CONSOLE_END : editor->got;
    }
    snprintf(console->line, sizeof console->line, "%.*s", (int)strcspn(line, "\n"), line);
    HistEvent event;
    if (console->line[0]) history(editor->history, &event, H_ENTER, console->line);
    return CONSOLE_LINE;
}
