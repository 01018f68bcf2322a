/* SPDX-License-Identifier: MIT */
/* exec_none.c - in place of exec.c and of what it stands on, where no process can be started: no command names a program. */
#include "external.h"

#include <errno.h>

const struct alea_bot alea_bot_exec = {.name = "exec", .takes_budget = true, .takes_command = true};

int external_find(const char *program) {
    (void)program;
    return ENOENT;
}
