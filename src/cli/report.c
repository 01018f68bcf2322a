/* SPDX-License-Identifier: MIT */
/* report.c - `alea report`: what happened on one day of a match, as one seat may know it: plain lines for a chat. A day is a
 * round of the game; its headings are the events that the game says are headings (ALEA_ROLE_*). */
#include <stdlib.h>
#include <string.h>

#include "casefold.h"
#include "names.h"
#include "tell.h"
#include "text.h"

enum { OPT_ROUND, OPT_SIDE, OPT_SEAT, OPT_SCENARIO };

static const struct cli_option options[] = {
    [OPT_ROUND] = {"round", true, ALEA_LABEL_OPTION_ROUND},
    [OPT_SIDE] = {"side", true, ALEA_LABEL_OPTION_SIDE},
    [OPT_SEAT] = {"seat", true, ALEA_LABEL_OPTION_REPORT_SEAT},
    [OPT_SCENARIO] = {"scenario", true, ALEA_LABEL_OPTION_SCENARIO},
};

enum { MAX_LINE = 8192 };

struct report {
    const struct cli *cli;
    struct cli_match read;
    const struct alea_rules *rules;
    struct teller teller;
    int day, last;                  /* of those that there are */
    const struct alea_phrase *side; /* whose, if it was named so */

    struct alea_text page;
    struct alea_text heading; /* of what comes next; put out with the first line under it */
    struct tell_line line;
};

static int round_now(const struct report *report) {
    return report->rules->game->round(report->rules->tables, report->teller.pos);
}

/* ---- Lines ------------------------------------------------------------------------------------------------------------- */

static struct alea_text new_line(const struct report *report) {
    struct alea_text line;
    alea_text_init(&line, MAX_LINE, report->cli->lang);
    return line;
}

static void put_out(struct report *report) {
    bool any = report->line.n > 0;
    if (any && report->heading.len) alea_text_addf(&report->page, "\n%s\n", alea_text_str(&report->heading));
    if (any) alea_text_clear(&report->heading);
    tell_line_end(&report->line, &report->page);
}

/* Takes the words. */
static void put_line(struct report *report, struct alea_text *words, int group, bool tally) {
    if (tell_line_takes(&report->line, words, group, tally)) return;
    put_out(report);
    tell_line_begin(&report->line, "- ", words, group, tally);
}

/* Takes the line. A heading with nothing under it is left out. */
static void put_heading(struct report *report, struct alea_text *line) {
    put_out(report);
    alea_text_clear(&report->heading);
    report->heading = *line;
}

static void add_mover(const struct report *report, int seat, struct alea_text *line) {
    if (seat == ALEA_HOST) cli_add(line, report->cli, ALEA_LABEL_HOST, NULL);
    else if (seat != ALEA_CHANCE) cli_add_seat(line, report->teller.match, seat);
    if (seat != ALEA_CHANCE) alea_text_add(line, ": ");
}

static void put_move(struct report *report, const struct alea_ply *ply) {
    unsigned verb = alea_move_verb(ply->move);
    int group = ply->seat < ALEA_MAX_SEATS && !ply->note ? TELL_MOVES_OF + ply->seat : 0;
    bool goes_on = tell_line_goes_on(&report->line, group, verb);
    struct alea_text words = new_line(report);
    if (!goes_on) add_mover(report, ply->seat, &words);
    teller_say_move(&report->teller, goes_on, &words);
    teller_say_note(&report->teller, &words);
    if (!goes_on && !tell_line_again(&report->line, &words)) put_out(report);
    put_line(report, &words, group, false);
    if (!goes_on) report->line.opener = verb;
}

/* ---- A ply --------------------------------------------------------------------------------------------------------------- */

static unsigned role_of(const struct report *report, int event) {
    return report->rules->game->texts->events[report->teller.events.at[event].kind].role;
}

static void put_event(struct report *report, int event, bool noted) {
    unsigned role = role_of(report, event);
    if (!teller_tells(&report->teller, event) || role == ALEA_ROLE_ROUTINE) return;
    struct alea_text line = new_line(report);
    alea_event_say(report->rules, &report->teller.events.at[event], &line);
    if (noted) teller_say_note(&report->teller, &line);
    if (role == ALEA_ROLE_ROUND || role == ALEA_ROLE_STEP) put_heading(report, &line);
    else put_line(report, &line, tell_group_of(role), role == ALEA_ROLE_TALLY);
}

/* Of a ply in which the day changes: the event from which on it is the new one. */
static int day_break(const struct report *report) {
    int at = 0;
    while (at < report->teller.events.n && role_of(report, at) != ALEA_ROLE_ROUND) at++;
    return at;
}

/* The ply that the teller has just gone over, from one day to another (mostly the same). */
static void put_ply(struct report *report, int before, int after) {
    const struct alea_ply *ply = alea_match_ply(report->teller.match, report->teller.ply);
    int first = 0, end = report->teller.events.n;
    if (before != after && before == report->day) end = day_break(report);
    else if (before != after && after == report->day) first = day_break(report);
    else if (before != report->day) return;
    bool move = before == report->day && teller_tells_move(&report->teller);
    if (move) put_move(report, ply);
    for (int i = first; i < end; i++) put_event(report, i, !move && i == first);
}

/* ---- The whole ----------------------------------------------------------------------------------------------------------- */

static void add_title(struct report *report) {
    const struct cli *cli = report->cli;
    const char *game = report->rules->game->texts->title.in[cli->lang];
    struct alea_text who = new_line(report);
    if (report->side) alea_text_add(&who, report->side->in[cli->lang]);
    else if (report->teller.viewer == ALEA_NONE) cli_add(&who, cli, ALEA_LABEL_EVERYBODY, NULL);
    else cli_add_seat(&who, report->teller.match, report->teller.viewer);
    cli_add(&report->page, cli, ALEA_LABEL_REPORT_TITLE, game, cli_digits(report->day).at, alea_text_str(&who), NULL);
    alea_text_add(&report->page, "\n");
    alea_text_clear(&who);
}

/* What is to be decided now, if the day is today's and the decision the viewer's. */
static void add_prompt(struct report *report) {
    int viewer = report->teller.viewer;
    void *view = calloc(1, report->rules->game->position_size);
    if (view && viewer != ALEA_NONE && alea_match_actors(report->teller.match) & alea_actor(viewer)) {
        alea_match_view(report->teller.match, viewer, view);
        alea_text_add(&report->page, "\n");
        alea_prompt(report->rules, view, viewer, &report->page);
        if (report->page.at[report->page.len - 1] != '\n') alea_text_add(&report->page, "\n");
    }
    free(view);
}

static void add_end(struct report *report) {
    if (report->day != report->last) return;
    if (alea_match_actors(report->teller.match) != ALEA_ACTORS_OVER) {
        add_prompt(report);
        return;
    }
    alea_text_add(&report->page, "\n");
    tell_result(report->cli, report->teller.match, &report->page);
}

static void print(struct report *report) {
    long plies = alea_match_plies(report->teller.match);
    report->page = cli_page(report->cli);
    report->page.colour = false;
    add_title(report);
    size_t empty = report->page.len;
    teller_seek(&report->teller, 0);
    while (report->teller.ply < plies) {
        int before = round_now(report);
        teller_step(&report->teller);
        put_ply(report, before, round_now(report));
    }
    put_out(report);
    if (report->page.len == empty) {
        alea_text_add(&report->page, "\n");
        cli_add(&report->page, report->cli, ALEA_LABEL_NO_NEWS, NULL);
        alea_text_add(&report->page, "\n");
    }
    add_end(report);
    fputs(alea_text_str(&report->page), stdout);
}

/* ---- The command ----------------------------------------------------------------------------------------------------------- */

struct wishes {
    const char *path, *day, *side, *seat, *scenario;
};

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
static bool read_side(struct report *report, const char *words, int *seat) {
    struct alea_names sides = alea_names_of(report->rules, report->rules->game->seat_set); /* seat i is of side i */
    const char *candidates[CLI_MAX_OPTIONS];
    int n = sides.n < CLI_MAX_OPTIONS ? sides.n : CLI_MAX_OPTIONS;
    if (n > report->rules->seats) n = report->rules->seats;
    for (int i = 0; i < n; i++) {
        const struct alea_phrase *side = &sides.at[i];
        candidates[i] = side->id;
        if (!*words || (!casefold_begins(side->id, words) && !casefold_begins(side->in[ALEA_IT], words) &&
                        !casefold_begins(side->in[ALEA_EN], words)))
            continue;
        *seat = i;
        report->side = side;
        return true;
    }
    if (n == 0) cli_bad_usage(report->cli, ALEA_LABEL_NO_SIDES, report->rules->game->id, NULL);
    else cli_unknown(report->cli, ALEA_LABEL_UNKNOWN_SIDE, words, candidates, n);
    return false;
}

/* The last day that something happened on, or will: after the end, that of the last ply. */
static int last_day(struct report *report, bool over) {
    long plies = alea_match_plies(report->teller.match);
    teller_seek(&report->teller, over && plies > 0 ? plies - 1 : plies);
    return round_now(report);
}

/* The day asked for, else the last one that is over. */
static bool read_day(struct report *report, const char *words) {
    long long day;
    bool over = alea_match_actors(report->teller.match) == ALEA_ACTORS_OVER;
    int last = report->last = last_day(report, over);
    teller_seek(&report->teller, 0);
    int first = round_now(report);
    if (words && !cli_number(report->cli, "--round", words, first, last, &day)) return false;
    report->day = words ? (int)day : over ? last : last - 1;
    if (report->day >= first) return true;
    cli_wrong(report->cli, ALEA_LABEL_NO_WHOLE_DAY, cli_digits(last).at, NULL);
    return false;
}

static enum cli_status show(struct report *report, const struct wishes *wishes) {
    int viewer = ALEA_NONE;
    if (wishes->seat && !cli_seat(report->cli, wishes->seat, report->rules->seats, &viewer)) return CLI_WRONG;
    if (wishes->side && !read_side(report, wishes->side, &viewer)) return CLI_USAGE;
    if (!teller_init(&report->teller, report->read.match, viewer)) return cli_wrong(report->cli, ALEA_LABEL_NO_MEMORY, NULL);
    if (!read_day(report, wishes->day)) return wishes->day ? CLI_USAGE : CLI_WRONG;
    print(report);
    return report->read.error.code ? cli_wrong_error(report->cli, &report->read.error) : CLI_FINE;
}

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    struct wishes wishes = {0};
    int next = read_wishes(args, &wishes);
    if (next != CLI_END) return cli_leave(next);
    struct report report = {.cli = cli};
    if (!cli_match_read(cli, wishes.path, wishes.scenario, &report.read)) return CLI_WRONG;
    report.rules = alea_match_rules(report.read.match);
    enum cli_status status = show(&report, &wishes);
    teller_clear(&report.teller);
    alea_text_clear(&report.page);
    alea_text_clear(&report.heading);
    tell_line_clear(&report.line);
    cli_match_clear(&report.read);
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
