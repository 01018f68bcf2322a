/* SPDX-License-Identifier: MIT */
/* sim.c - `alea sim`: many games between bots, as fast as the games allow.
 *
 * What game i is, series.h says. Threads take blocks of games by an atomic counter; the sums of the blocks are put together in the order
 * of the games. The cut into blocks depends on the number of games alone, so the results are the same, bit for bit, for any
 * number of threads. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab.h"
#include "now.h"
#include "series.h"
#include "sim.h"
#include "workers.h"

enum { MAX_BLOCKS = 4096, PROGRESS_MS = 500 };

struct run {
    const struct sim *sim;
    struct alea_conduct *conduct; /* under the lock */
    struct sim_sums *block;       /* n_blocks of them */
    long n_blocks, block_games;
    atomic_long next_block, games_done;
    double since;
    atomic_int failed; /* 0 or errno: stop */
    pthread_mutex_t lock;
};

/* ---- One game -------------------------------------------------------------------------------------------------------- */

static struct sim_sums sums_of(const struct sim *sim, const struct alea_playout *playout, long game) {
    const struct alea_game *rules_of = sim->rules->game;
    const void *tables = sim->rules->tables;
    int seats = sim->rules->seats, firsts = 0, round = rules_of->round(tables, playout->pos);
    struct sim_sums sums = {.games = 1, .plies = playout->plies, .steps = playout->steps, .unfinished = !playout->over};
    sums.rounds = sums.min_rounds = sums.max_rounds = round;
    sums.hash = series_signature(playout);
    if (!playout->over) return sums;

    unsigned end = sim->outcome ? ((const unsigned char *)playout->pos)[sim->outcome->offset] : SIM_ENDS;
    if (end < SIM_ENDS) sums.end[end] = (struct sim_end){.games = 1, .rounds = round};
    double score[ALEA_MAX_SEATS] = {0};
    rules_of->score(tables, playout->pos, score);
    for (int seat = 0; seat < seats; seat++) firsts += alea_place(playout->rules, playout->pos, seat) == 1;
    for (int b = 0; b < seats; b++) {
        int seat = (int)((b + game) % seats);
        bool won = firsts == 1 && alea_place(playout->rules, playout->pos, seat) == 1;
        sums.score[b] = score[seat];
        sums.wins[b] = won;
        sums.wins_by_seat[seat] = won;
    }
    return sums;
}

/* ---- Sums ------------------------------------------------------------------------------------------------------------ */

void sim_add(struct sim_sums *sums, const struct sim_sums *next) {
    bool first = sums->games == 0;
    sums->hash = series_join(sums->hash, next->hash, next->games);
    if (first || next->min_rounds < sums->min_rounds) sums->min_rounds = next->min_rounds;
    if (first || next->max_rounds > sums->max_rounds) sums->max_rounds = next->max_rounds;
    sums->games += next->games;
    sums->plies += next->plies;
    sums->steps += next->steps;
    sums->unfinished += next->unfinished;
    sums->rounds += next->rounds;
    for (int i = 0; i < ALEA_MAX_SEATS; i++) {
        sums->wins[i] += next->wins[i];
        sums->wins_by_seat[i] += next->wins_by_seat[i];
        sums->score[i] += next->score[i];
    }
    for (int i = 0; i < SIM_ENDS; i++) {
        sums->end[i].games += next->end[i].games;
        sums->end[i].rounds += next->end[i].rounds;
    }
}

/* ---- Threads --------------------------------------------------------------------------------------------------------- */

static void play_block(struct run *run, struct alea_playout *playout, const struct alea_player players[], long block) {
    long first = block * run->block_games, end = first + run->block_games;
    if (end > run->sim->games) end = run->sim->games;
    struct sim_sums sums = {0};
    for (long game = first; game < end && !atomic_load_explicit(&run->failed, memory_order_relaxed); game++) {
        series_play(playout, run->sim->seed, players, game);
        struct sim_sums one = sums_of(run->sim, playout, game);
        sim_add(&sums, &one);
        if (run->sim->folder) {
            int failed = sim_save(run->sim, game, playout);
            if (failed) atomic_store(&run->failed, failed);
        }
        atomic_fetch_add_explicit(&run->games_done, 1, memory_order_relaxed);
    }
    run->block[block] = sums;
}

/* Do the programs say that they are ready? */
static bool are_ready(const struct run *run, const struct alea_player players[]) {
    for (int b = 0; b < run->sim->seats; b++) {
        const struct alea_conduct *conduct = alea_player_conduct(&players[b]);
        if (conduct && conduct->failed) return false;
    }
    return true;
}

static void work(void *context) {
    struct run *run = context;
    struct alea_playout playout;
    struct alea_player players[ALEA_MAX_SEATS] = {{0}};
    bool fine = alea_playout_init(&playout, run->sim->rules, run->sim->folder != NULL);
    for (int b = 0; b < run->sim->seats && fine; b++)
        fine = alea_player_open(&players[b], run->sim->rules, &run->sim->bot[b]);
    if (fine && !are_ready(run, players)) {
        atomic_store(&run->failed, ECHILD);
    } else if (fine) {
        long block;
        while ((block = atomic_fetch_add(&run->next_block, 1)) < run->n_blocks) play_block(run, &playout, players, block);
    } else {
        atomic_store(&run->failed, ENOMEM);
    }
    pthread_mutex_lock(&run->lock);
    for (int b = 0; b < run->sim->seats; b++) lab_conduct_add(&run->conduct[b], alea_player_conduct(&players[b]));
    pthread_mutex_unlock(&run->lock);
    for (int b = 0; b < run->sim->seats; b++) alea_player_close(&players[b]);
    alea_playout_clear(&playout);
}

/* How far the threads are. */
static void show_progress(void *context) {
    const struct run *run = context;
    const struct cli *cli = run->sim->cli;
    long done = atomic_load_explicit(&run->games_done, memory_order_relaxed);
    double left = done ? (alea_now() - run->since) * (double)(run->sim->games - done) / (double)done : 0;
    struct alea_text line = cli_page(cli);
    cli_add(&line, cli, ALEA_LABEL_PROGRESS, cli_digits(done).at, cli_digits(run->sim->games).at,
            cli_digits(done * 100 / run->sim->games).at, cli_digits((long long)(left + 0.5)).at, NULL);
    fprintf(stderr, "\r%s\033[K", alea_text_str(&line));
    alea_text_clear(&line);
}

/* Why it was given up. */
static void tell_failure(const struct sim *sim, int failed) {
    int b = 0;
    while (b + 1 < sim->seats && !sim->conduct[b].failed) b++;
    if (failed == ECHILD)
        cli_wrong(sim->cli, ALEA_LABEL_BOT_FAILED, sim->bot[b].words, cli_note(sim->cli, sim->conduct[b].last).at, NULL);
    else if (sim->folder) cli_wrong(sim->cli, ALEA_LABEL_CANT_WRITE, sim->folder, cli_reason(sim->cli, failed), NULL);
    else cli_wrong(sim->cli, ALEA_LABEL_NO_MEMORY, NULL);
}

bool sim_run(struct sim *sim, struct sim_sums *sums) {
    bool watched = isatty(STDERR_FILENO);
    struct run run = {.sim = sim, .conduct = sim->conduct, .since = alea_now(), .lock = PTHREAD_MUTEX_INITIALIZER};
    run.block_games = (sim->games + MAX_BLOCKS - 1) / MAX_BLOCKS;
    run.n_blocks = (sim->games + run.block_games - 1) / run.block_games;
    run.block = calloc((size_t)run.n_blocks, sizeof *run.block);
    *sums = (struct sim_sums){0};
    if (run.block) lab_workers_run(sim->threads, work, watched ? show_progress : NULL, PROGRESS_MS, &run);
    if (watched) fputs("\r\033[K", stderr);
    int failed = run.block ? run.failed : ENOMEM;
    for (long i = 0; i < run.n_blocks && run.block && !failed; i++) sim_add(sums, &run.block[i]);
    free(run.block);
    if (failed) tell_failure(sim, failed);
    return !failed;
}

/* ---- The command ----------------------------------------------------------------------------------------------------- */

enum { OPT_GAMES, OPT_BOTS, OPT_SEED, OPT_THREADS, OPT_OPTION, OPT_SCENARIO, OPT_SAVE, OPT_JSON };

static const struct cli_option options[] = {
    [OPT_GAMES] = {"games", true, ALEA_LABEL_OPTION_GAMES},
    [OPT_BOTS] = {"bots", true, ALEA_LABEL_OPTION_BOTS},
    [OPT_SEED] = {"seed", true, ALEA_LABEL_OPTION_SIM_SEED},
    [OPT_THREADS] = {"threads", true, ALEA_LABEL_OPTION_THREADS},
    [OPT_OPTION] = {"option", true, ALEA_LABEL_OPTION_OPTION},
    [OPT_SCENARIO] = {"scenario", true, ALEA_LABEL_OPTION_SCENARIO},
    [OPT_SAVE] = {"save", true, ALEA_LABEL_OPTION_SAVE_FOLDER},
    [OPT_JSON] = {"json", false, ALEA_LABEL_OPTION_JSON},
};

struct wishes {
    const char *game, *bots, *scenario;
    long long games, seed, threads;
};

/* CLI_END when all is well. */
static int read_wishes(struct cli_args *args, struct sim *sim, struct wishes *wishes) {
    const struct cli *cli = args->cli;
    int next;
    bool fine = true;
    while (fine && (next = cli_next(args)) != CLI_END) {
        switch (next) {
        case CLI_OPERAND: fine = cli_only_one(args, &wishes->game); break;
        case OPT_GAMES: fine = cli_number(cli, "--games", args->value, 1, 1000000000000, &wishes->games); break;
        case OPT_BOTS: wishes->bots = args->value; break;
        case OPT_SEED: fine = cli_number(cli, "--seed", args->value, 0, INT64_MAX, &wishes->seed); break;
        case OPT_THREADS: fine = cli_number(cli, "--threads", args->value, 1, LAB_MAX_THREADS, &wishes->threads); break;
        case OPT_OPTION: fine = cli_list_add(cli, &sim->options, args->value); break;
        case OPT_SCENARIO: wishes->scenario = args->value; break;
        case OPT_SAVE: sim->folder = args->value; break;
        case OPT_JSON: sim->json = true; break;
        default: return next;
        }
    }
    return fine && cli_wanted(cli, wishes->game, ALEA_LABEL_GAME_WANTED) ? CLI_END : CLI_BAD;
}

/* Reads "greedy,random,random": the bots as listed; how many, or 0 after a complaint. */
static int read_bots(struct sim *sim, const char *list) {
    char name[CLI_MAX_NAME];
    int n = 0;
    while (cli_next_name(&list, name)) {
        if (n == ALEA_MAX_SEATS) {
            cli_bad_usage(sim->cli, ALEA_LABEL_TOO_MANY, name, NULL);
            return 0;
        }
        if (!cli_bot(sim->cli, sim->game, name, false, &sim->bot[n++])) return 0;
    }
    return n;
}

static int default_bots(struct sim *sim) {
    int n = cli_usual_seats(sim->game);
    for (int b = 0; b < n; b++) sim->bot[b] = (struct alea_bot_spec){.bot = &alea_bot_random, .words = "random"};
    return n;
}

struct alea_rules *sim_rules(const struct sim *sim, struct alea_error *error) {
    const struct alea_scenario *scenario = sim->scenario.name ? &sim->scenario : NULL;
    return alea_rules_new(sim->game, sim->seats, sim->options.at, sim->options.n, scenario, error);
}

static enum cli_status make_rules(struct sim *sim, const struct wishes *wishes) {
    struct alea_error error = cli_error(sim->cli);
    if (!(sim->game = cli_game(sim->cli, wishes->game))) return CLI_USAGE;
    sim->seats = wishes->bots ? read_bots(sim, wishes->bots) : default_bots(sim);
    if (sim->seats == 0) return CLI_USAGE;
    if (!cli_scenario_read(sim->cli, wishes->scenario, &sim->scenario_file, &sim->scenario)) return CLI_WRONG;
    sim->rules = sim_rules(sim, &error);
    sim->outcome = lab_ending(sim->game);
    if (sim->rules) cli_tell_unlearned(sim->cli, sim->rules, sim->bot, sim->seats);
    return sim->rules ? CLI_FINE : cli_rules_error(sim->cli, &error);
}

static enum cli_status simulate(struct sim *sim) {
    int failed = sim->folder ? cli_make_folders(sim->folder) : 0;
    if (failed) return cli_wrong(sim->cli, ALEA_LABEL_CANT_WRITE, sim->folder, cli_reason(sim->cli, failed), NULL);
    if (sim->folder && sim_is_there(sim, 0)) return cli_wrong(sim->cli, ALEA_LABEL_FOLDER_USED, sim->folder, NULL);
    struct sim_sums sums;
    double since = alea_now();
    if (!sim_run(sim, &sums)) return CLI_WRONG;
    sim_report(sim, &sums, alea_now() - since);
    return CLI_FINE;
}

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct sim sim = {.cli = cli};
    struct wishes wishes = {.games = 1000,
                            .seed = 1,
                            .threads = cores < 1                 ? 1
                                       : cores < LAB_MAX_THREADS ? cores
                                                                 : LAB_MAX_THREADS};
    int next = read_wishes(args, &sim, &wishes);
    if (next != CLI_END) return cli_leave(next);
    sim.games = (long)wishes.games;
    sim.seed = (uint64_t)wishes.seed;
    sim.threads = (int)(wishes.threads < wishes.games ? wishes.threads : wishes.games);
    enum cli_status status = make_rules(&sim, &wishes);
    if (!status) status = simulate(&sim);
    alea_rules_free(sim.rules);
    cli_file_clear(&sim.scenario_file);
    return status;
}

const struct cli_command cli_sim = {
    .name = "sim",
    .run = run,
    .summary = ALEA_LABEL_SIM_SUMMARY,
    .usage = ALEA_LABEL_SIM_USAGE,
    .about = ALEA_LABEL_SIM_ABOUT,
    .example = ALEA_LABEL_SIM_EXAMPLE,
    .options = options,
    .n_options = ALEA_LEN(options),
};
