/* SPDX-License-Identifier: MIT */
/* copy.c - `alea copy`: a host's store from a file to PostgreSQL, or back. */
#include <stdlib.h>

#include "keep.h"

static enum cli_status copy(const struct cli *cli, const char *const place[2]) {
    struct alea_error error = cli_error(cli);
    struct store_copied sums;
    char *shown[2] = {store_shown(place[0]), store_shown(place[1])};
    struct store *from = store_open(place[0], STORE_OPEN, &error);
    struct store *to = from ? store_open(place[1], STORE_OPEN_OR_CREATE, &error) : NULL;
    const bool done = to && !store_copy(from, to, &sums, &error);
    store_close(to);
    store_close(from);
    if (done)
        cli_say(cli, ALEA_LABEL_COPY_DONE, shown[0] ? shown[0] : "", shown[1] ? shown[1] : "", cli_digits(sums.matches).at,
                cli_digits(sums.rows).at, NULL);
    free(shown[0]);
    free(shown[1]);
    return done ? CLI_FINE : cli_wrong_error(cli, &error);
}

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    const char *place[2] = {NULL, NULL};
    int next, n = 0;
    while ((next = cli_next(args)) != CLI_END) {
        if (next != CLI_OPERAND) return cli_leave(next);
        if (n == 2) return cli_bad_usage(cli, ALEA_LABEL_OPERAND_UNWANTED, args->value, NULL);
        place[n++] = args->value;
    }
    return n == 2 ? copy(cli, place) : cli_bad_usage(cli, ALEA_LABEL_TWO_FILES_WANTED, NULL);
}

const struct cli_command cli_copy = {
    .name = "copy",
    .run = run,
    .summary = ALEA_LABEL_COPY_SUMMARY,
    .usage = ALEA_LABEL_COPY_USAGE,
    .about = ALEA_LABEL_COPY_ABOUT,
    .example = ALEA_LABEL_COPY_EXAMPLE,
};
