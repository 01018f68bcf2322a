/* SPDX-License-Identifier: MIT */
/* campaign.c - `alea campaign rehearse GAME`: a week before the first real day. Plays a campaign by programs that answer as people do, and
 * prints what each group would be sent, day by day. */
#include <stdlib.h>
#include <string.h>

#include "daily.h"
#include "names.h"
#include "rehearse.h"
#include "save.h"

enum { OPT_DAYS, OPT_SEATS, OPT_SEED, OPT_ZONE, OPT_BEGIN, OPT_OPTION, OPT_SAVE };

enum { USUAL_DAYS = 3, USUAL_SEATS = 20, MAX_DAYS = 1000 };

static const struct cli_option options[] = {
    [OPT_DAYS] = {"days", true, ALEA_LABEL_OPTION_DAYS},
    [OPT_SEATS] = {"seats", true, ALEA_LABEL_OPTION_REHEARSE_SEATS},
    [OPT_SEED] = {"seed", true, ALEA_LABEL_OPTION_REHEARSE_SEED},
    [OPT_ZONE] = {"zone", true, ALEA_LABEL_OPTION_REHEARSE_ZONE},
    [OPT_BEGIN] = {"begin", true, ALEA_LABEL_OPTION_REHEARSE_BEGIN},
    [OPT_OPTION] = {"option", true, ALEA_LABEL_OPTION_OPTION},
    [OPT_SAVE] = {"save", true, ALEA_LABEL_OPTION_REHEARSE_SAVE},
};

static const char USUAL_ZONE[] = "Europe/Rome", USUAL_BEGIN[] = "2026-03-02"; /* a Monday */

struct wishes {
    const char *what, *game, *save, *zone, *begin;
    long long days, seats, seed;
    struct cli_list options;
};

/* ---- What is printed ------------------------------------------------------------------------------------------------------------------ */

static enum cli_status tell_group(const struct rehearsal *rehearsal, int seat, int side, int round) {
    const struct cli *cli = rehearsal->cli;
    const struct daily daily = {.match = rehearsal->match, .viewer = seat, .side = seat != ALEA_NONE, .round = round};
    struct alea_text page, name = cli_page(cli);
    long parts = 0;
    alea_text_init(&page, DAILY_MAX, cli->lang);
    if (seat == ALEA_NONE) alea_text_add(&name, cli_words(cli, ALEA_LABEL_REHEARSE_ALL));
    else alea_name_say(rehearsal->rules, rehearsal->rules->game->seat_set, side, &name);
    const bool told = daily_write(&daily, &page);
    for (const char *at = alea_text_str(&page); *at; at += daily_part(at)) parts++;
    cli_say(cli, ALEA_LABEL_REHEARSE_GROUP, cli_digits(round).at, alea_text_str(&name), cli_digits(parts).at, NULL);
    fputs(alea_text_str(&page), stdout);
    fputs("\n", stdout);
    alea_text_clear(&name);
    alea_text_clear(&page);
    return told ? CLI_FINE : cli_wrong(cli, ALEA_LABEL_NO_MEMORY, NULL);
}

static enum cli_status tell_day(const struct rehearsal *rehearsal, int round) {
    enum cli_status status = tell_group(rehearsal, ALEA_NONE, 0, round);
    int seat;
    for (int side = 0; !status && (seat = daily_side_seat(rehearsal->rules, side)) != ALEA_NONE; side++)
        status = tell_group(rehearsal, seat, side, round);
    return status;
}

static void tell_sums(const struct rehearsal *rehearsal) {
    const long *answered = rehearsal->answered, *acts = rehearsal->acts;
    const long *proposed = rehearsal->proposed;
    cli_say(rehearsal->cli, ALEA_LABEL_REHEARSE_LATE, cli_digits(rehearsal->days.late).at, NULL);
    cli_say(rehearsal->cli, ALEA_LABEL_REHEARSE_PROPOSALS, cli_digits(proposed[PROPOSAL_ADOPTED]).at,
            cli_digits(proposed[PROPOSAL_DECLINED]).at, cli_digits(proposed[PROPOSAL_LAPSED]).at, NULL);
    cli_say(rehearsal->cli, ALEA_LABEL_REHEARSE_ANSWERS, cli_digits(rehearsal->asked).at,
            cli_digits(answered[TEMPER_AT_ONCE]).at, cli_digits(answered[TEMPER_LATE]).at,
            cli_digits(answered[TEMPER_BY_LINK]).at, cli_digits(answered[TEMPER_IN_CHAT]).at,
            cli_digits(answered[TEMPER_REFUSES]).at, cli_digits(rehearsal->overtaken).at, NULL);
    cli_say(rehearsal->cli, ALEA_LABEL_REHEARSE_MASTER, cli_digits(acts[ACT_CLOSED]).at, cli_digits(rehearsal->silent).at,
            cli_digits(acts[ACT_PAUSED]).at, cli_digits(acts[ACT_CORRECTED]).at, cli_digits(acts[ACT_REWOUND]).at,
            cli_digits(acts[ACT_KEPT]).at, NULL);
}

/* ---- The command ----------------------------------------------------------------------------------------------------------------------- */

static bool read_operand(const struct cli_args *args, struct wishes *wishes) {
    if (!wishes->what) {
        wishes->what = args->value;
        return true;
    }
    return cli_only_one(args, &wishes->game);
}

/* CLI_END when all is well. */
static int read_wishes(struct cli_args *args, struct wishes *wishes) {
    const struct cli *cli = args->cli;
    static const char *const known[] = {"rehearse"};
    int next;
    bool fine = true;
    while (fine && (next = cli_next(args)) != CLI_END) {
        switch (next) {
        case CLI_OPERAND: fine = read_operand(args, wishes); break;
        case OPT_DAYS: fine = cli_number(cli, "--days", args->value, 1, MAX_DAYS, &wishes->days); break;
        case OPT_SEATS: fine = cli_number(cli, "--seats", args->value, 2, ALEA_MAX_SEATS, &wishes->seats); break;
        case OPT_SEED: fine = cli_number(cli, "--seed", args->value, 0, INT64_MAX, &wishes->seed); break;
        case OPT_ZONE: wishes->zone = args->value; break;
        case OPT_BEGIN: wishes->begin = args->value; break;
        case OPT_OPTION: fine = cli_list_add(cli, &wishes->options, args->value); break;
        case OPT_SAVE: wishes->save = args->value; break;
        default: return next;
        }
    }
    if (!fine || !cli_wanted(cli, wishes->what, ALEA_LABEL_CAMPAIGN_WHAT) || !wishes->what) return CLI_BAD;
    if (strcmp(wishes->what, known[0]) == 0)
        return cli_wanted(cli, wishes->game, ALEA_LABEL_GAME_WANTED) ? CLI_END : CLI_BAD;
    cli_unknown(cli, ALEA_LABEL_UNKNOWN_COMMAND, wishes->what, known, 1);
    return CLI_BAD;
}

static enum cli_status save(const struct rehearsal *rehearsal, const char *path) {
    if (!path) return CLI_FINE;
    const int failed = save_match_to(rehearsal->cli, path, rehearsal->match, 0, NULL);
    return failed ? cli_wrong(rehearsal->cli, ALEA_LABEL_CANT_WRITE, path, cli_reason(rehearsal->cli, failed), NULL)
                  : CLI_FINE;
}

static enum cli_status rehearse(struct rehearsal *rehearsal, const struct wishes *wishes) {
    enum cli_status status = CLI_FINE;
    for (int day = 0; day <= wishes->days && !status; day++) {
        if (alea_match_actors(rehearsal->match) == ALEA_ACTORS_OVER) break;
        if (!rehearsal_play(rehearsal, day)) return cli_wrong_error(rehearsal->cli, &rehearsal->error);
        status = tell_day(rehearsal, day);
    }
    if (!status) tell_sums(rehearsal);
    return status ? status : save(rehearsal, wishes->save);
}

/* NULL after the complaint; *status says with which to leave. */
static struct alea_match *begin(const struct cli *cli, const struct wishes *wishes, enum cli_status *status) {
    struct alea_error error = cli_error(cli);
    struct alea_match_head head = {.has_seed = true};
    const struct alea_game *game = cli_game(cli, wishes->game);
    *status = CLI_USAGE;
    if (game && !game->campaign.window) cli_bad_usage(cli, ALEA_LABEL_NO_CAMPAIGN, game->id, NULL);
    if (!game || !game->campaign.window) return NULL;
    struct alea_rules *rules = alea_rules_new(game, (int)wishes->seats, wishes->options.at, wishes->options.n, NULL, &error);
    if (!rules) {
        *status = cli_rules_error(cli, &error);
        return NULL;
    }
    for (int i = 0; i < 8; i++) head.dice.seed[i] = (uint8_t)((uint64_t)wishes->seed >> 8 * i);
    for (int seat = 0; seat < (int)wishes->seats; seat++) memcpy(head.seat[seat].who, "bot:greedy", sizeof "bot:greedy");
    struct alea_match *match = alea_match_new(rules, &head, &error);
    if (!match) {
        alea_rules_free(rules);
        *status = cli_wrong_error(cli, &error);
    }
    return match;
}

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    struct wishes wishes = {.days = USUAL_DAYS, .seats = USUAL_SEATS, .seed = 1, .zone = USUAL_ZONE, .begin = USUAL_BEGIN};
    int next = read_wishes(args, &wishes);
    if (next != CLI_END) return cli_leave(next);
    enum cli_status status;
    struct alea_match *match = begin(cli, &wishes, &status);
    struct rehearsal *rehearsal = match ? malloc(sizeof *rehearsal) : NULL;
    if (!match) return status;
    if (!rehearsal) {
        alea_match_free(match);
        return cli_wrong(cli, ALEA_LABEL_NO_MEMORY, NULL);
    }
    bool begun = rehearsal_begin(rehearsal, cli, match, (uint64_t)wishes.seed);
    if (!begun) status = cli_wrong(cli, ALEA_LABEL_NO_MEMORY, NULL);
    else if (rehearsal_date(rehearsal, wishes.zone, wishes.begin)) status = rehearse(rehearsal, &wishes);
    else status = cli_bad_usage(cli, ALEA_LABEL_REHEARSE_NO_DAY, wishes.begin, wishes.zone, NULL);
    rehearsal_clear(rehearsal);
    free(rehearsal);
    return status;
}

const struct cli_command cli_campaign = {
    .name = "campaign",
    .run = run,
    .summary = ALEA_LABEL_CAMPAIGN_SUMMARY,
    .usage = ALEA_LABEL_CAMPAIGN_USAGE,
    .about = ALEA_LABEL_CAMPAIGN_ABOUT,
    .example = ALEA_LABEL_CAMPAIGN_EXAMPLE,
    .options = options,
    .n_options = ALEA_LEN(options),
};
