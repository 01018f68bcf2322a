/* SPDX-License-Identifier: MIT */
/* report.c - `alea report`: what happened on one day of a match, as one seat may know it: sentences for a chat, and the map as a
 * picture. A day is a round of the game. */
#include <stdlib.h>
#include <string.h>

#include "casefold.h"
#include "cli.h"
#include "daily.h"
#include "drawing.h"
#include "names.h"

enum { OPT_ROUND, OPT_SIDE, OPT_SEAT, OPT_PART, OPT_MAP, OPT_SCENARIO };

static const struct cli_option options[] = {
    [OPT_ROUND] = {"round", true, ALEA_LABEL_OPTION_ROUND},
    [OPT_SIDE] = {"side", true, ALEA_LABEL_OPTION_SIDE},
    [OPT_SEAT] = {"seat", true, ALEA_LABEL_OPTION_REPORT_SEAT},
    [OPT_PART] = {"part", true, ALEA_LABEL_OPTION_PART},
    [OPT_MAP] = {"map", true, ALEA_LABEL_OPTION_MAP},
    [OPT_SCENARIO] = {"scenario", true, ALEA_LABEL_OPTION_SCENARIO},
};

struct wishes {
    const char *path, *day, *side, *seat, *part, *map, *scenario;
};

struct report {
    const struct cli *cli;
    const struct wishes *wishes;
    const struct alea_rules *rules;
    struct daily daily;
};

/* ---- Text ---------------------------------------------------------------------------------------------------------------- */

/* All of it, or the part that was asked for. */
static enum cli_status put(const struct report *report, const char *words) {
    long long part, n = 0;
    for (const char *at = words; *at; at += daily_part(at)) n++;
    if (!report->wishes->part) {
        fputs(words, stdout);
        return CLI_FINE;
    }
    if (!cli_number(report->cli, "--part", report->wishes->part, 1, n, &part)) return CLI_USAGE;
    for (; part > 1; part--) words += daily_part(words);
    printf("%.*s", (int)daily_part(words), words);
    return CLI_FINE;
}

static enum cli_status tell(const struct report *report) {
    struct alea_text page;
    alea_text_init(&page, DAILY_MAX, report->cli->lang);
    bool told = daily_write(&report->daily, &page);
    enum cli_status status = told ? put(report, alea_text_str(&page)) : cli_wrong(report->cli, ALEA_LABEL_NO_MEMORY, NULL);
    alea_text_clear(&page);
    return status;
}

/* ---- Map ----------------------------------------------------------------------------------------------------------------- */

static bool ends_in(const char *path, const char *end) {
    size_t n = strlen(path), length = strlen(end);
    return n > length && strcmp(path + n - length, end) == 0;
}

static enum cli_status save(const struct report *report, const char *bytes, size_t n) {
    const char *path = report->wishes->map;
    int failed = cli_file_write(path, bytes, n, false);
    return failed ? cli_wrong(report->cli, ALEA_LABEL_CANT_WRITE, path, cli_reason(report->cli, failed), NULL) : CLI_FINE;
}

static enum cli_status save_png(const struct report *report, const struct alea_text *svg) {
    struct alea_error error = cli_error(report->cli);
    char *png = NULL;
    size_t n = 0;
    if (drawing_png(svg->at, svg->len, DRAWING_SECONDS, NULL, &png, &n, &error)) return cli_wrong_error(report->cli, &error);
    enum cli_status status = save(report, png, n);
    free(png);
    return status;
}

static enum cli_status save_map(const struct report *report) {
    const char *path = report->wishes->map;
    struct alea_text svg;
    enum cli_status status;
    if (!path) return CLI_FINE;
    alea_text_init(&svg, DAILY_PICTURE, report->cli->lang);
    if (!daily_picture(&report->daily, &svg) || svg.truncated) status = cli_wrong(report->cli, ALEA_LABEL_NO_MEMORY, NULL);
    else if (ends_in(path, ".png")) status = save_png(report, &svg);
    else status = save(report, svg.at, svg.len);
    alea_text_clear(&svg);
    return status;
}

/* ---- The command ----------------------------------------------------------------------------------------------------------- */

/* CLI_END when all is well. */
static int read_wishes(struct cli_args *args, struct wishes *wishes) {
    int next;
    while ((next = cli_next(args)) != CLI_END) {
        switch (next) {
        case CLI_OPERAND:
            if (!cli_only_one(args, &wishes->path)) return CLI_BAD;
            break;
        case OPT_ROUND: wishes->day = args->value; break;
        case OPT_SIDE: wishes->side = args->value; break;
        case OPT_SEAT: wishes->seat = args->value; break;
        case OPT_PART: wishes->part = args->value; break;
        case OPT_MAP: wishes->map = args->value; break;
        case OPT_SCENARIO: wishes->scenario = args->value; break;
        default: return next;
        }
    }
    if (!cli_wanted(args->cli, wishes->path, ALEA_LABEL_FILE_WANTED)) return CLI_BAD;
    if (!wishes->side || !wishes->seat) return CLI_END;
    cli_bad_usage(args->cli, ALEA_LABEL_NOT_TOGETHER, "--side", "--seat", NULL);
    return CLI_BAD;
}

/* A side by its id, or the beginning of its name in any language. */
static bool read_side(struct report *report, const char *words) {
    struct alea_names sides = alea_names_of(report->rules, report->rules->game->seat_set);
    const char *candidates[CLI_MAX_OPTIONS];
    int n = 0;
    while (n < CLI_MAX_OPTIONS && daily_side_seat(report->rules, n) != ALEA_NONE) n++;
    for (int i = 0; i < n; i++) {
        const struct alea_phrase *side = &sides.at[i];
        candidates[i] = side->id;
        if (!*words || (!casefold_begins(side->id, words) && !casefold_begins(side->in[ALEA_IT], words) &&
                        !casefold_begins(side->in[ALEA_EN], words)))
            continue;
        report->daily.viewer = daily_side_seat(report->rules, i);
        report->daily.side = true;
        return true;
    }
    if (n == 0) cli_bad_usage(report->cli, ALEA_LABEL_NO_SIDES, report->rules->game->id, NULL);
    else cli_unknown(report->cli, ALEA_LABEL_UNKNOWN_SIDE, words, candidates, n);
    return false;
}

/* The day asked for, else the last one that is over. */
static enum cli_status read_day(struct report *report) {
    struct daily_rounds rounds;
    const char *words = report->wishes->day;
    long long day;
    if (!daily_rounds(report->daily.match, &rounds)) return cli_wrong(report->cli, ALEA_LABEL_NO_MEMORY, NULL);
    if (words && !cli_number(report->cli, "--round", words, rounds.first, rounds.last, &day)) return CLI_USAGE;
    report->daily.round = words ? (int)day : rounds.whole;
    if (report->daily.round >= rounds.first) return CLI_FINE;
    return cli_wrong(report->cli, ALEA_LABEL_NO_WHOLE_DAY, cli_digits(rounds.last).at, NULL);
}

static enum cli_status show(struct report *report) {
    const struct wishes *wishes = report->wishes;
    report->daily.viewer = ALEA_NONE;
    if (wishes->seat && !cli_seat(report->cli, wishes->seat, report->rules->seats, &report->daily.viewer)) return CLI_WRONG;
    if (wishes->side && !read_side(report, wishes->side)) return CLI_USAGE;
    if (wishes->map && !report->rules->game->words.picture)
        return cli_bad_usage(report->cli, ALEA_LABEL_NO_MAP, report->rules->game->id, NULL);
    enum cli_status status = read_day(report);
    if (status == CLI_FINE) status = tell(report);
    if (status == CLI_FINE) status = save_map(report);
    return status;
}

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    struct wishes wishes = {0};
    struct cli_match read;
    int next = read_wishes(args, &wishes);
    if (next != CLI_END) return cli_leave(next);
    if (!cli_match_read(cli, wishes.path, wishes.scenario, &read)) return CLI_WRONG;
    struct report report = {.cli = cli, .wishes = &wishes, .rules = alea_match_rules(read.match), .daily.match = read.match};
    enum cli_status status = show(&report);
    if (status == CLI_FINE && read.error.code) status = cli_wrong_error(cli, &read.error);
    cli_match_clear(&read);
    return status;
}

const struct cli_command cli_report = {
    .name = "report",
    .run = run,
    .summary = ALEA_LABEL_REPORT_SUMMARY,
    .usage = ALEA_LABEL_REPORT_USAGE,
    .about = ALEA_LABEL_REPORT_ABOUT,
    .example = ALEA_LABEL_REPORT_EXAMPLE,
    .options = options,
    .n_options = ALEA_LEN(options),
};
