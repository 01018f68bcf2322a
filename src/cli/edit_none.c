/* SPDX-License-Identifier: MIT */
/* edit_none.c - stands for edit.c where libedit is missing: lines at a terminal are as plain as those from a pipe. */
#include "console.h"

bool console_edit_init(struct console *console) {
    console->editor = NULL;
    return false;
}

void console_edit_clear(struct console *console) { console->editor = NULL; }

enum console_got console_edit_read(struct console *console) {
    console->line[0] = 0;
    return CONSOLE_END;
}
