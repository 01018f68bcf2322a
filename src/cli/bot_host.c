/* SPDX-License-Identifier: MIT */
/* bot_host.c - `alea bot-host`: its options, and games that are played here, with how they went. */
#include "bot_host.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"

enum {
    OPT_GAME,
    OPT_OPTION,
    OPT_SCENARIO,
    OPT_AGAINST,
    OPT_GAMES,
    OPT_SEED,
    OPT_URL,
    OPT_TOKEN,
    OPT_MATCH,
    OPT_PATIENCE,
    OPT_TIME,
    OPT_SHOW
};

static const struct cli_option options[] = {
    [OPT_GAME] = {"game", true, ALEA_LABEL_OPTION_HOST_GAME},
    [OPT_OPTION] = {"option", true, ALEA_LABEL_OPTION_OPTION},
    [OPT_SCENARIO] = {"scenario", true, ALEA_LABEL_OPTION_SCENARIO},
    [OPT_AGAINST] = {"against", true, ALEA_LABEL_OPTION_AGAINST},
    [OPT_GAMES] = {"games", true, ALEA_LABEL_OPTION_HOST_GAMES},
    [OPT_SEED] = {"seed", true, ALEA_LABEL_OPTION_SIM_SEED},
    [OPT_URL] = {"url", true, ALEA_LABEL_OPTION_URL},
    [OPT_TOKEN] = {"token", true, ALEA_LABEL_OPTION_TOKEN},
    [OPT_MATCH] = {"match", true, ALEA_LABEL_OPTION_MATCH},
    [OPT_PATIENCE] = {"patience", true, ALEA_LABEL_OPTION_PATIENCE},
    [OPT_TIME] = {"time", true, ALEA_LABEL_OPTION_TIME},
    [OPT_SHOW] = {"show", false, ALEA_LABEL_OPTION_SHOW},
};

enum { MAX_TIME = 3600000, MAX_PATIENCE = 86400 };

/* All that stands behind the first word that is no option is the program's. */
static int read_wishes(struct cli_args *args, struct bot_host *host) {
    const struct cli *cli = args->cli;
    long long ms = 0;
    int next = CLI_END;
    bool fine = true;
    while (fine && !host->argv && (next = cli_next(args)) != CLI_END) {
        switch (next) {
        case CLI_OPERAND: host->argv = args->at - 1; break;
        case OPT_GAME: host->game = args->value; break;
        case OPT_OPTION: fine = cli_list_add(cli, &host->options, args->value); break;
        case OPT_SCENARIO: host->scenario = args->value; break;
        case OPT_AGAINST: host->against = args->value; break;
        case OPT_GAMES: fine = cli_number(cli, "--games", args->value, 1, 1000000000, &host->games); break;
        case OPT_SEED: fine = cli_number(cli, "--seed", args->value, 0, INT64_MAX, &host->seed); break;
        case OPT_URL: host->url = args->value; break;
        case OPT_TOKEN: host->token = args->value; break;
        case OPT_MATCH: host->match = args->value; break;
        case OPT_PATIENCE: fine = cli_number(cli, "--patience", args->value, 0, MAX_PATIENCE, &host->patience); break;
        case OPT_TIME: fine = cli_number(cli, "--time", args->value, 1, MAX_TIME, &ms); break;
        case OPT_SHOW: host->trace = stderr; break;
        default: return next;
        }
    }
    host->ms = (int)ms;
    return fine ? CLI_END : CLI_BAD;
}

/* ---- Games here -------------------------------------------------------------------------------------------------------------- */

struct hosting {
    const struct bot_host *host;
    struct alea_rules *rules;
    struct alea_bot_spec spec[ALEA_MAX_SEATS]; /* [0] is not used: the program */
    struct alea_player player[ALEA_MAX_SEATS]; /* [0] is the program */
    int seats;
    long games, wins, unfinished;
    double score;
};

/* "greedy" at all other seats, or a list, one a seat. */
static bool read_against(struct hosting *hosting, const struct alea_game *game) {
    const struct cli *cli = hosting->host->cli;
    const char *list = hosting->host->against ? hosting->host->against : alea_bot_greedy.name;
    bool one = strchr(list, ',') == NULL;
    char name[CLI_MAX_NAME];
    hosting->seats = 1;
    while (cli_next_name(&list, name)) {
        if (hosting->seats == ALEA_MAX_SEATS) {
            cli_bad_usage(cli, ALEA_LABEL_TOO_MANY, name, NULL);
            return false;
        }
        if (!cli_bot(cli, game, name, false, &hosting->spec[hosting->seats++])) return false;
    }
    for (; one && hosting->seats < cli_usual_seats(game); hosting->seats++) hosting->spec[hosting->seats] = hosting->spec[1];
    return true;
}

static enum cli_status make_rules(struct hosting *hosting) {
    const struct bot_host *host = hosting->host;
    struct alea_error error = cli_error(host->cli);
    const struct alea_game *game = cli_game(host->cli, host->game);
    struct alea_scenario scenario;
    struct cli_file file;
    if (!game || !read_against(hosting, game)) return CLI_USAGE;
    if (!cli_scenario_read(host->cli, host->scenario, &file, &scenario)) return CLI_WRONG;
    hosting->rules =
        alea_rules_new(game, hosting->seats, host->options.at, host->options.n, host->scenario ? &scenario : NULL, &error);
    cli_file_clear(&file);
    return hosting->rules ? CLI_FINE : cli_rules_error(host->cli, &error);
}

/* The program changes its seat from game to game. Streams as those of `alea sim`: one a game, one a player. */
static void play(struct hosting *hosting, struct alea_playout *playout, long number) {
    const struct alea_player *player[ALEA_MAX_SEATS];
    struct alea_random random[ALEA_MAX_SEATS];
    const struct alea_game *game = hosting->rules->game;
    uint64_t seed = (uint64_t)hosting->host->seed;
    int own = (int)(number % hosting->seats), firsts = 0;
    double score[ALEA_MAX_SEATS] = {0};
    for (int b = 0; b < hosting->seats; b++) {
        int seat = (b + own) % hosting->seats;
        player[seat] = &hosting->player[b];
        random[seat] = alea_random_stream(alea_random_mix(seed), (uint64_t)number * ALEA_MAX_SEATS + (uint64_t)b);
    }
    struct alea_random chance = alea_random_stream(seed, (uint64_t)number);
    alea_playout_run(playout, player, random, &chance);
    if (console_stopped()) return;
    hosting->games++;
    if (!playout->over) {
        hosting->unfinished++;
        return;
    }
    game->score(hosting->rules->tables, playout->pos, score);
    hosting->score += score[own];
    for (int seat = 0; seat < hosting->seats; seat++) firsts += alea_place(hosting->rules, playout->pos, seat) == 1;
    hosting->wins += firsts == 1 && alea_place(hosting->rules, playout->pos, own) == 1;
}

static enum cli_status play_all(struct hosting *hosting) {
    const struct bot_host *host = hosting->host;
    struct alea_playout playout;
    bool fine = alea_playout_init(&playout, hosting->rules, false);
    playout.stop = console_stop();
    hosting->player[0] = (struct alea_player){.bot = &alea_bot_exec};
    hosting->player[0].room = external_room(hosting->rules, host->argv, host->ms, host->cli->lang, host->trace);
    fine = fine && hosting->player[0].room;
    for (int b = 1; b < hosting->seats && fine; b++)
        fine = alea_player_open(&hosting->player[b], hosting->rules, &hosting->spec[b]);
    enum cli_status status = fine ? CLI_FINE : cli_wrong(host->cli, ALEA_LABEL_NO_MEMORY, NULL);
    for (int b = 0; b < hosting->seats && !status; b++) {
        const struct alea_conduct *conduct = alea_player_conduct(&hosting->player[b]);
        const char *words = b ? hosting->spec[b].words : host->argv[0];
        if (conduct && conduct->failed)
            status = cli_wrong(host->cli, ALEA_LABEL_BOT_FAILED, words, cli_note(host->cli, conduct->last).at, NULL);
    }
    for (long game = 0; game < host->games && !status && !console_stopped(); game++) play(hosting, &playout, game);
    alea_playout_clear(&playout);
    return status;
}

static void report(const struct hosting *hosting) {
    const struct cli *cli = hosting->host->cli;
    double games = hosting->games ? (double)hosting->games : 1;
    char share[32], score[32];
    snprintf(share, sizeof share, "%.1f", 100 * (double)hosting->wins / games);
    snprintf(score, sizeof score, "%.4f", hosting->score / games);
    cli_say(cli, ALEA_LABEL_HOST_RESULT, hosting->rules->game->texts->title.in[cli->lang], cli_digits(hosting->games).at,
            cli_digits(hosting->wins).at, share, score, cli_digits(hosting->unfinished).at, NULL);
}

enum cli_status bot_host_end(const struct bot_host *host, const struct alea_conduct *conduct) {
    struct alea_text page = cli_page(host->cli);
    alea_text_addf(&page, "%s: ", host->argv[0]);
    cli_add_conduct(&page, host->cli, conduct);
    alea_text_add(&page, "\n");
    cli_print(host->cli, &page);
    if (console_stopped()) return CLI_UNFINISHED;
    return conduct->stood_in ? CLI_WRONG : CLI_FINE;
}

static enum cli_status play_here(const struct bot_host *host) {
    struct hosting *hosting = calloc(1, sizeof *hosting);
    if (!hosting) return cli_wrong(host->cli, ALEA_LABEL_NO_MEMORY, NULL);
    hosting->host = host;
    enum cli_status status = make_rules(hosting);
    if (!status) status = play_all(hosting);
    if (!status) {
        report(hosting);
        status = bot_host_end(host, alea_player_conduct(&hosting->player[0]));
    }
    for (int b = 0; b < hosting->seats; b++)
        if (hosting->player[b].bot) alea_player_close(&hosting->player[b]);
    alea_rules_free(hosting->rules);
    free(hosting);
    return status;
}

/* ---- The command -------------------------------------------------------------------------------------------------------------- */

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    struct bot_host host = {.cli = cli, .games = 1, .seed = 1, .patience = 60};
    int next = read_wishes(args, &host);
    if (next != CLI_END) return cli_leave(next);
    if (!host.argv) return cli_bad_usage(cli, ALEA_LABEL_PROGRAM_WANTED, NULL);
    if (!host.game == !host.url) return cli_bad_usage(cli, ALEA_LABEL_GAME_OR_URL, NULL);
    int failed = external_find(host.argv[0]);
    if (failed) return cli_bad_usage(cli, ALEA_LABEL_CANT_RUN, host.argv[0], cli_reason(cli, failed), NULL);
    console_catch_signals();
    return host.url ? bot_table(&host) : play_here(&host);
}

const struct cli_command cli_bot_host = {
    .name = "bot-host",
    .run = run,
    .summary = ALEA_LABEL_BOT_HOST_SUMMARY,
    .usage = ALEA_LABEL_BOT_HOST_USAGE,
    .about = ALEA_LABEL_BOT_HOST_ABOUT,
    .example = ALEA_LABEL_BOT_HOST_EXAMPLE,
    .options = options,
    .n_options = ALEA_LEN(options),
};
