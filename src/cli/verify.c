/* SPDX-License-Identifier: MIT */
/* verify.c - `alea verify`: recomputes the commitment and every throw of a match with fair dice. */
#include "json.h"

enum { OPT_SCENARIO, OPT_JSON };

static const struct cli_option options[] = {
    [OPT_SCENARIO] = {"scenario", true, ALEA_LABEL_OPTION_SCENARIO},
    [OPT_JSON] = {"json", false, ALEA_LABEL_OPTION_JSON},
};

static void print_json(const char *path, const struct alea_match_head *head, const char *wrong, long n_throws) {
    bool fair = head->dice_kind == ALEA_DICE_FAIR;
    json_t *row = json_pack("{s:s, s:s, s:b, s:I}", "file", path, "dice", fair ? "fair" : "by hand", "verified", !wrong,
                            "throws", (json_int_t)n_throws);
    if (wrong) json_object_set_new(row, "error", json_string(wrong));
    if (fair) json_object_set_new(row, "commitment", cli_hex_json(head->commitment, sizeof head->commitment));
    cli_print_json(row);
}

static enum cli_status verify(const struct cli *cli, const char *path, const struct alea_match *match, bool json) {
    const struct alea_match_head *head = alea_match_head(match);
    struct alea_error error = cli_error(cli);
    bool fair = head->dice_kind == ALEA_DICE_FAIR;
    long n_throws = 0;
    enum alea_err code = fair ? alea_match_verify(match, &n_throws, &error) : ALEA_OK;
    if (json) print_json(path, head, !fair ? "by_hand" : code ? alea_err_name(code) : NULL, n_throws);
    if (json) return fair && !code ? CLI_FINE : CLI_WRONG;
    if (!fair) return cli_wrong(cli, ALEA_LABEL_DICE_BY_HAND, path, NULL);
    if (code) {
        snprintf(error.where, sizeof error.where, "%s", path);
        return cli_wrong_error(cli, &error);
    }
    cli_say(cli, ALEA_LABEL_VERIFIED, path, cli_digits(n_throws).at, NULL);
    return CLI_FINE;
}

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    const char *path = NULL, *scenario_path = NULL;
    bool json = false;
    int next;
    while ((next = cli_next(args)) != CLI_END) {
        switch (next) {
        case CLI_OPERAND:
            if (!cli_only_one(args, &path)) return CLI_USAGE;
            break;
        case OPT_SCENARIO: scenario_path = args->value; break;
        case OPT_JSON: json = true; break;
        default: return cli_leave(next);
        }
    }
    if (!cli_wanted(cli, path, ALEA_LABEL_FILE_WANTED)) return CLI_USAGE;
    struct cli_match read;
    if (!cli_match_read(cli, path, scenario_path, &read)) return CLI_WRONG;
    enum cli_status status = read.error.code ? cli_wrong_error(cli, &read.error) : verify(cli, path, read.match, json);
    cli_match_clear(&read);
    return status;
}

const struct cli_command cli_verify = {
    .name = "verify",
    .run = run,
    .summary = ALEA_LABEL_VERIFY_SUMMARY,
    .usage = ALEA_LABEL_VERIFY_USAGE,
    .about = ALEA_LABEL_VERIFY_ABOUT,
    .example = ALEA_LABEL_VERIFY_EXAMPLE,
    .options = options,
    .n_options = ALEA_LEN(options),
};
