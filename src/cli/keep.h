/* SPDX-License-Identifier: MIT */
/* keep.h - what the subcommands that look after a store share. */
#ifndef ALEA_CLI_KEEP_H
#define ALEA_CLI_KEEP_H

#include "cli.h"
#include "store.h"

/* True if the file begins as SQLite's databases do. */
bool keep_is_store(const char *path);
/* Replays every match of the store and looks at the file itself. Prints a line a fault, then the counts; true if there is none. */
bool keep_check(const struct cli *cli, const char *path);
/* Looks at the file alone; prints a line a fault to stderr. True if there is none. */
bool keep_sound(const struct cli *cli, struct store *store, const char *path);

#endif
