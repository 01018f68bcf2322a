/* SPDX-License-Identifier: MIT */
/* lab_report.c - `alea lab report`: a result file as one page that a person can send. */
#include "report.h"

#include <string.h>

#include "lab_cli.h"

enum { OPT_OUTPUT };

static const struct cli_option options[] = {
    [OPT_OUTPUT] = {"output", true, ALEA_LABEL_OPTION_LAB_REPORT_OUTPUT},
};

static enum cli_status write_page(const struct cli *cli, const char *path, const struct alea_text *page) {
    const char *output = path ? path : "-";
    if (strcmp(output, "-") == 0) {
        fwrite(page->at, 1, page->len, stdout);
        return CLI_FINE;
    }
    int failed = cli_file_write(output, page->at, page->len, false);
    return failed ? cli_wrong(cli, ALEA_LABEL_CANT_WRITE, output, cli_reason(cli, failed), NULL) : CLI_FINE;
}

static enum cli_status report_on(const struct cli *cli, const char *path, const char *output) {
    struct cli_file file;
    struct alea_text page;
    struct alea_error error = cli_error(cli);
    if (!cli_file_read(cli, path, LAB_MAX_RESULT_BYTES, &file)) return CLI_WRONG;
    alea_text_init(&page, LAB_MAX_REPORT_BYTES, cli->lang);
    enum cli_status status = CLI_FINE;
    if (lab_report_write(path, file.bytes, file.n, &page, &error)) status = cli_wrong_error(cli, &error);
    else status = write_page(cli, output, &page);
    alea_text_clear(&page);
    cli_file_clear(&file);
    return status;
}

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    const char *path = NULL, *output = NULL;
    int next;
    while ((next = cli_next(args)) != CLI_END) {
        switch (next) {
        case CLI_OPERAND:
            if (!cli_only_one(args, &path)) return CLI_USAGE;
            break;
        case OPT_OUTPUT: output = args->value; break;
        default: return cli_leave(next);
        }
    }
    return cli_wanted(cli, path, ALEA_LABEL_FILE_WANTED) ? report_on(cli, path, output) : CLI_USAGE;
}

const struct cli_command cli_lab_report = {
    .name = "report",
    .run = run,
    .summary = ALEA_LABEL_LAB_REPORT_SUMMARY,
    .usage = ALEA_LABEL_LAB_REPORT_USAGE,
    .about = ALEA_LABEL_LAB_REPORT_ABOUT,
    .example = ALEA_LABEL_LAB_REPORT_EXAMPLE,
    .options = options,
    .n_options = ALEA_LEN(options),
};
