/* SPDX-License-Identifier: MIT */
/* sim_report.c - what came of many games: for people, as JSON, and each game as a transcript. */
#include <errno.h>
#include <math.h>
#include <sys/stat.h>

#include "json.h"
#include "names.h"
#include "sim.h"
#include "text.h"

/* ---- Transcripts ------------------------------------------------------------------------------------------------------- */

/* The dice come from no committed seed, so the head says "by hand". */
static struct alea_match_head head_of(const struct sim *sim, long game) {
    struct alea_match_head head = {.dice_kind = ALEA_DICE_BY_HAND};
    int seats = sim->rules->seats;
    for (int b = 0; b < seats; b++) {
        struct alea_seat_head *seat = &head.seat[(b + game) % seats];
        cli_write_who(&sim->bot[b], seat->who);
    }
    return head;
}

/* A match of its own has rules of its own: it frees them. */
static struct alea_match *match_of(const struct sim *sim, long game, const struct alea_playout *playout) {
    struct alea_error error = cli_error(sim->cli);
    struct alea_match_head head = head_of(sim, game);
    struct alea_rules *rules = sim_rules(sim, &error);
    struct alea_match *match = rules ? alea_match_new(rules, &head, &error) : NULL;
    if (!match) alea_rules_free(rules);
    for (long ply = 0; match && ply < playout->plies; ply++) {
        const struct alea_bot_ply *done = &playout->record[ply];
        if (alea_match_play(match, ply, done->seat, done->move, NULL, NULL, &error)) {
            cli_wrong_error(sim->cli, &error); /* the game broke its own laws */
            alea_match_free(match);
            return NULL;
        }
    }
    return match;
}

static struct alea_text path_of(const struct sim *sim, long game) {
    struct alea_text path;
    alea_text_init(&path, 4096, sim->cli->lang);
    alea_text_addf(&path, "%s/%s-%06ld.alea", sim->folder, sim->rules->game->id, game);
    return path;
}

bool sim_is_there(const struct sim *sim, long game) {
    struct alea_text path = path_of(sim, game);
    struct stat status;
    bool there = lstat(alea_text_str(&path), &status) == 0;
    alea_text_clear(&path);
    return there;
}

int sim_save(const struct sim *sim, long game, const struct alea_playout *playout) {
    struct alea_match *match = match_of(sim, game, playout);
    if (!match) return ENOMEM;
    struct alea_text text, path = path_of(sim, game);
    alea_text_init(&text, ALEA_MAX_TRANSCRIPT_BYTES, sim->cli->lang);
    alea_transcript_write(match, 0, &text);
    int failed = text.truncated            ? EFBIG
                 : path.truncated          ? ENAMETOOLONG
                 : sim_is_there(sim, game) ? EEXIST
                                           : cli_file_write(path.at, alea_text_str(&text), text.len, false);
    alea_text_clear(&path);
    alea_text_clear(&text);
    alea_match_free(match);
    return failed;
}

/* ---- Ends -------------------------------------------------------------------------------------------------------------- */

/* The names of the ways in which games end. */
static struct alea_names ends_of(const struct sim *sim) {
    struct alea_names names = {.n = 0};
    if (sim->outcome) names = alea_names_of(sim->rules, sim->outcome->value_set);
    if (names.n > SIM_ENDS) names.n = SIM_ENDS;
    return names;
}

static double mean_round_of(const struct sim_end *end) { return (double)end->rounds / (double)end->games; }

/* ---- JSON -------------------------------------------------------------------------------------------------------------- */

static double mean_rounds(const struct sim_sums *sums) { return (double)sums->rounds / (double)sums->games; }

/* NULL if the game's positions don't say how they ended. */
static json_t *ends_json(const struct sim *sim, const struct sim_sums *sums) {
    struct alea_names names = ends_of(sim);
    json_t *ends = sim->outcome ? json_object() : NULL;
    for (int i = 0; i < names.n; i++) {
        const struct sim_end *end = &sums->end[i];
        if (!end->games) continue;
        json_object_set_new(ends, names.at[i].id,
                            json_pack("{s:I, s:f}", "games", (json_int_t)end->games, "mean_round", mean_round_of(end)));
    }
    return ends;
}

/* NULL if no bot is somebody else's program; null for those that are not. */
static json_t *conduct_json(const struct sim *sim) {
    json_t *list = json_array();
    bool any = false;
    for (int b = 0; b < sim->rules->seats; b++) {
        const struct alea_conduct *conduct = &sim->conduct[b];
        bool program = sim->bot[b].bot->conduct != NULL;
        any |= program;
        json_array_append_new(
            list, !program ? json_null()
                           : json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:s}", "name", conduct->name, "turns",
                                       (json_int_t)conduct->turns, "stood_in", (json_int_t)conduct->stood_in, "late",
                                       (json_int_t)conduct->late, "refused", (json_int_t)conduct->refused, "babbled",
                                       (json_int_t)conduct->babbled, "crashed", (json_int_t)conduct->crashed, "last",
                                       cli_note(sim->cli, conduct->last).at));
    }
    if (any) return list;
    json_decref(list);
    return NULL;
}

static void report_json(const struct sim *sim, const struct sim_sums *sums, double seconds) {
    json_t *bots = json_array(), *wins = json_array(), *score = json_array(), *by_seat = json_array();
    char signature[17];
    snprintf(signature, sizeof signature, "%016llx", (unsigned long long)sums->hash);
    for (int b = 0; b < sim->rules->seats; b++) {
        json_array_append_new(bots, json_string(sim->bot[b].words));
        json_array_append_new(wins, json_integer(sums->wins[b]));
        json_array_append_new(score, json_real(sums->score[b]));
        json_array_append_new(by_seat, json_integer(sums->wins_by_seat[b]));
    }
    json_t *rounds =
        json_pack("{s:f, s:i, s:i}", "mean", mean_rounds(sums), "min", sums->min_rounds, "max", sums->max_rounds);
    cli_print_json(json_pack("{s:s, s:i, s:o, s:o, s:I, s:I, s:i, s:I, s:I, s:f, s:o, s:o, s:o, s:I, s:o, s:o*, s:o*, s:s}",
                             "game", sim->rules->game->id, "rules_version", sim->rules->version, "options",
                             cli_options_json(sim->rules), "bots", bots, "seed", (json_int_t)sim->seed, "games",
                             (json_int_t)sums->games, "threads", sim->threads, "plies", (json_int_t)sums->plies, "steps",
                             (json_int_t)sums->steps, "seconds", seconds, "wins", wins, "score", score, "wins_by_seat",
                             by_seat, "unfinished", (json_int_t)sums->unfinished, "rounds", rounds, "ends",
                             ends_json(sim, sums), "conduct", conduct_json(sim), "signature", signature));
}

/* ---- Words ------------------------------------------------------------------------------------------------------------- */

static const char *fixed(char buffer[32], double number, int digits) {
    snprintf(buffer, 32, "%.*f", digits, number);
    return buffer;
}

/* Half the width of Wilson's 95% interval for a share of n games, as a figure to print beside it. */
static double half_width(double share, double n) {
    double z = 1.96, z2 = z * z;
    return z / (1 + z2 / n) * sqrt(share * (1 - share) / n + z2 / (4 * n * n));
}

static void add_ends(const struct sim *sim, const struct sim_sums *sums, struct alea_text *page) {
    struct alea_names names = ends_of(sim);
    char share[32], round[32];
    for (int i = 0; i < names.n; i++) {
        const struct sim_end *end = &sums->end[i];
        if (!end->games) continue;
        fixed(share, 100 * (double)end->games / (double)sums->games, 1);
        cli_add(page, sim->cli, ALEA_LABEL_SIM_END, names.at[i].in[sim->cli->lang], cli_digits(end->games).at, share,
                fixed(round, mean_round_of(end), 2), NULL);
        alea_text_add(page, "\n");
    }
}

static void add_conducts(const struct sim *sim, struct alea_text *page) {
    for (int b = 0; b < sim->rules->seats; b++) {
        if (!sim->bot[b].bot->conduct) continue;
        alea_text_addf(page, "%s: ", sim->bot[b].words);
        cli_add_conduct(page, sim->cli, &sim->conduct[b]);
        alea_text_add(page, "\n");
    }
}

static void report_words(const struct sim *sim, const struct sim_sums *sums, double seconds) {
    const struct cli *cli = sim->cli;
    struct alea_text page = cli_page(cli);
    char a[32], b[32], c[32], d[32];
    double n = (double)sums->games;
    cli_add(&page, cli, ALEA_LABEL_SIM_HEAD, sim->rules->game->texts->title.in[cli->lang], cli_digits(sums->games).at,
            fixed(a, seconds, 2), fixed(b, n / seconds, 0), fixed(c, (double)sums->steps / seconds / 1e6, 2), NULL);
    alea_text_add(&page, "\n");
    for (int bot = 0; bot < sim->rules->seats; bot++) {
        double share = (double)sums->wins[bot] / n;
        alea_text_addf(&page, "  %d. %-10s ", bot + 1, sim->bot[bot].words);
        cli_add(&page, cli, ALEA_LABEL_SIM_BOT, cli_digits(sums->wins[bot]).at, fixed(a, 100 * share, 1),
                fixed(b, 100 * half_width(share, n), 1), fixed(c, sums->score[bot] / n, 4), NULL);
        alea_text_add(&page, "\n");
    }
    cli_add(&page, cli, ALEA_LABEL_SIM_SEATS, NULL);
    for (int seat = 0; seat < sim->rules->seats; seat++) {
        alea_text_add(&page, seat ? ", " : " ");
        alea_text_seat(&page, seat);
        alea_text_addf(&page, " %ld", sums->wins_by_seat[seat]);
    }
    alea_text_add(&page, "\n");
    cli_add(&page, cli, ALEA_LABEL_SIM_TAIL, fixed(a, mean_rounds(sums), 2), cli_digits(sums->min_rounds).at,
            cli_digits(sums->max_rounds).at, fixed(d, (double)sums->plies / n, 1), cli_digits(sums->unfinished).at, NULL);
    alea_text_add(&page, "\n");
    add_ends(sim, sums, &page);
    add_conducts(sim, &page);
    char signature[17];
    snprintf(signature, sizeof signature, "%016llx", (unsigned long long)sums->hash);
    cli_add(&page, cli, ALEA_LABEL_SIM_SIGNATURE, cli_digits((long long)sim->seed).at, signature, NULL);
    alea_text_add(&page, "\n");
    cli_print(cli, &page);
}

void sim_report(const struct sim *sim, const struct sim_sums *sums, double seconds) {
    if (seconds <= 0) seconds = 1e-9;
    if (sim->json) report_json(sim, sums, seconds);
    else report_words(sim, sums, seconds);
}
