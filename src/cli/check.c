/* SPDX-License-Identifier: MIT */
/* check.c - `alea check`: replays transcripts by the rules. Silent when all is well, else one line a fault. Stores: see
 * check_store.c. */
#include "keep.h"

enum { OPT_SCENARIO };

static const struct cli_option options[] = {[OPT_SCENARIO] = {"scenario", true, ALEA_LABEL_OPTION_SCENARIO}};

struct report {
    const struct cli *cli;
    const char *name;
    long faults;
};

/* Faults are what this program is asked for: they go to stdout. */
static void print_fault(void *context, const struct alea_error *error) {
    struct report *report = context;
    struct alea_error named = *error;
    struct alea_text line = cli_page(report->cli);
    snprintf(named.where, sizeof named.where, "%s", report->name);
    cli_add_error(&line, report->cli, &named);
    printf("%s\n", alea_text_str(&line));
    alea_text_clear(&line);
    report->faults++;
}

static bool check(const struct cli *cli, const char *path, const struct alea_scenario *scenario) {
    struct cli_file file;
    if (keep_is_store(path)) return keep_check(cli, path);
    if (!cli_file_read(cli, path, ALEA_MAX_TRANSCRIPT_BYTES, &file)) return false;
    struct report report = {.cli = cli, .name = path};
    struct alea_error error = cli_error(cli);
    struct alea_match *match = alea_transcript_read(path, file.bytes, file.n, scenario, print_fault, &report, &error);
    if (report.faults == 0 && (!match || error.code)) print_fault(&report, &error);
    alea_match_free(match);
    cli_file_clear(&file);
    return report.faults == 0;
}

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    const char *scenario_path = NULL;
    char **first = args->at;
    int next, n_files = 0;
    while ((next = cli_next(args)) != CLI_END) {
        if (next == CLI_OPERAND) first[n_files++] = (char *)args->value;
        else if (next < 0) return cli_leave(next);
        else scenario_path = args->value;
    }
    if (n_files == 0) return cli_bad_usage(cli, ALEA_LABEL_FILE_WANTED, NULL);

    struct cli_file file;
    struct alea_scenario scenario;
    if (!cli_scenario_read(cli, scenario_path, &file, &scenario)) return CLI_WRONG;
    bool fine = true;
    for (int i = 0; i < n_files; i++) fine &= check(cli, first[i], scenario_path ? &scenario : NULL);
    cli_file_clear(&file);
    return fine ? CLI_FINE : CLI_WRONG;
}

const struct cli_command cli_check = {
    .name = "check",
    .run = run,
    .summary = ALEA_LABEL_CHECK_SUMMARY,
    .usage = ALEA_LABEL_CHECK_USAGE,
    .about = ALEA_LABEL_CHECK_ABOUT,
    .example = ALEA_LABEL_CHECK_EXAMPLE,
    .options = options,
    .n_options = ALEA_LEN(options),
};
