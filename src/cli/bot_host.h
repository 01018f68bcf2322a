/* SPDX-License-Identifier: MIT */
/* bot_host.h - `alea bot-host`: a program of somebody else's plays, here (bot_host.c) or at a server's table (bot_table.c). */
#ifndef ALEA_CLI_BOT_HOST_H
#define ALEA_CLI_BOT_HOST_H

#include "cli.h"
#include "external.h"

struct bot_host {
    const struct cli *cli;
    char **argv; /* of the program; ends with NULL */
    int ms;      /* for a turn; 0: the usual */
    FILE *trace; /* NULL, or where all that is said is shown */

    /* Games here. */
    const char *game, *against, *scenario;
    struct cli_list options;
    long long games, seed;

    /* A server's table. */
    const char *url, *token, *match;
    long long patience; /* seconds without a server */
};

/* Sits the program at the table until the end of the match. */
enum cli_status bot_table(const struct bot_host *host);
/* What became of it: fine, or CLI_WRONG if a deputy had to move. */
enum cli_status bot_host_end(const struct bot_host *host, const struct alea_conduct *conduct);

#endif
