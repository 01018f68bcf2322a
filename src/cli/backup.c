/* SPDX-License-Identifier: MIT */
/* backup.c - `alea backup`: a copy of a store, whole at one moment, while the server goes on; looked through before it is
 * called good. */
#include <sys/stat.h>

#include "keep.h"

static enum cli_status look(const struct cli *cli, const char *from, const char *to) {
    struct alea_error error = cli_error(cli);
    struct stat status;
    struct store *copy = store_open(to, STORE_COPY, &error);
    if (!copy) return cli_wrong_error(cli, &error);
    bool sound = keep_sound(cli, copy, to);
    store_close(copy);
    if (!sound) return cli_wrong(cli, ALEA_LABEL_BACKUP_FAULTS, from, to, NULL);
    long long size = stat(to, &status) == 0 ? (long long)status.st_size : 0;
    cli_say(cli, ALEA_LABEL_BACKUP_DONE, from, to, cli_digits(size).at, NULL);
    return CLI_FINE;
}

static enum cli_status backup(const struct cli *cli, const char *from, const char *to) {
    struct alea_error error = cli_error(cli);
    struct store *store = store_open(from, STORE_COPY, &error);
    if (!store) return cli_wrong_error(cli, &error);
    enum alea_err err = store_backup(store, to, &error);
    store_close(store);
    return err ? cli_wrong_error(cli, &error) : look(cli, from, to);
}

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    const char *file[2] = {NULL, NULL};
    int next, n = 0;
    while ((next = cli_next(args)) != CLI_END) {
        if (next != CLI_OPERAND) return cli_leave(next);
        if (n == 2) return cli_bad_usage(cli, ALEA_LABEL_OPERAND_UNWANTED, args->value, NULL);
        file[n++] = args->value;
    }
    return n == 2 ? backup(cli, file[0], file[1]) : cli_bad_usage(cli, ALEA_LABEL_TWO_FILES_WANTED, NULL);
}

const struct cli_command cli_backup = {
    .name = "backup",
    .run = run,
    .summary = ALEA_LABEL_BACKUP_SUMMARY,
    .usage = ALEA_LABEL_BACKUP_USAGE,
    .about = ALEA_LABEL_BACKUP_ABOUT,
    .example = ALEA_LABEL_BACKUP_EXAMPLE,
};
