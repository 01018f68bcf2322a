/* SPDX-License-Identifier: MIT */
/* restore.c - `alea restore`: a backup, once it was looked through, in the place of a store that nobody uses. */
#include <unistd.h>

#include "keep.h"

enum { OPT_FORCE };

static const struct cli_option options[] = {[OPT_FORCE] = {"force", false, ALEA_LABEL_OPTION_FORCE}};

static enum cli_status restore(const struct cli *cli, const char *from, const char *to, bool force) {
    struct alea_error error = cli_error(cli);
    if (!force && access(to, F_OK) == 0) return cli_wrong(cli, ALEA_LABEL_RESTORE_THERE, to, NULL);
    struct store *backup = store_open(from, STORE_COPY, &error);
    if (!backup) return cli_wrong_error(cli, &error);
    enum alea_err err = ALEA_OK;
    bool sound = keep_sound(cli, backup, from);
    if (sound) err = store_restore(backup, to, force, &error);
    store_close(backup);
    if (!sound) return cli_wrong(cli, ALEA_LABEL_RESTORE_FAULTS, from, to, NULL);
    if (err) return cli_wrong_error(cli, &error);
    cli_say(cli, ALEA_LABEL_RESTORE_DONE, to, from, NULL);
    return CLI_FINE;
}

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    const char *file[2] = {NULL, NULL};
    bool force = false;
    int next, n = 0;
    while ((next = cli_next(args)) != CLI_END) {
        if (next == OPT_FORCE) {
            force = true;
            continue;
        }
        if (next != CLI_OPERAND) return cli_leave(next);
        if (n == 2) return cli_bad_usage(cli, ALEA_LABEL_OPERAND_UNWANTED, args->value, NULL);
        file[n++] = args->value;
    }
    return n == 2 ? restore(cli, file[0], file[1], force) : cli_bad_usage(cli, ALEA_LABEL_TWO_FILES_WANTED, NULL);
}

const struct cli_command cli_restore = {
    .name = "restore",
    .run = run,
    .summary = ALEA_LABEL_RESTORE_SUMMARY,
    .usage = ALEA_LABEL_RESTORE_USAGE,
    .about = ALEA_LABEL_RESTORE_ABOUT,
    .example = ALEA_LABEL_RESTORE_EXAMPLE,
    .options = options,
    .n_options = ALEA_LEN(options),
};
