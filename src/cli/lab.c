/* SPDX-License-Identifier: MIT */
/* lab.c - `alea lab`: experiments with many games, by threads or by the ranks of an MPI program. */
#include "lab_cli.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "console.h"
#include "ranks.h"
#include "workers.h"

/* ---- Options --------------------------------------------------------------------------------------------------------- */

enum {
    OPT_GAME,
    OPT_GAMES,
    OPT_SEATS,
    OPT_SEED,
    OPT_THREADS,
    OPT_OPTION,
    OPT_SCENARIO,
    OPT_OUTPUT,
    OPT_RESUME,
    OPT_JSON,
    OPT_FIRST_OWN,
    OPT_SPRT = OPT_FIRST_OWN, /* of match */
    OPT_ALPHA,
    OPT_BETA,
    OPT_BOTS, /* of compare and sweep */
    OPT_SET   /* of sweep */
};

/* clang-format off */
#define COMMON_OPTIONS                                             \
    [OPT_GAME] = {"game", true, ALEA_LABEL_OPTION_LAB_GAME},       \
    [OPT_GAMES] = {"games", true, ALEA_LABEL_OPTION_LAB_GAMES},    \
    [OPT_SEATS] = {"seats", true, ALEA_LABEL_OPTION_LAB_SEATS},    \
    [OPT_SEED] = {"seed", true, ALEA_LABEL_OPTION_SIM_SEED},       \
    [OPT_THREADS] = {"threads", true, ALEA_LABEL_OPTION_THREADS},  \
    [OPT_OPTION] = {"option", true, ALEA_LABEL_OPTION_LAB_OPTION}, \
    [OPT_SCENARIO] = {"scenario", true, ALEA_LABEL_OPTION_SCENARIO}, \
    [OPT_OUTPUT] = {"output", true, ALEA_LABEL_OPTION_LAB_OUTPUT}, \
    [OPT_RESUME] = {"resume", true, ALEA_LABEL_OPTION_LAB_RESUME}, \
    [OPT_JSON] = {"json", false, ALEA_LABEL_OPTION_JSON}
/* clang-format on */

static const struct cli_option match_options[] = {COMMON_OPTIONS,
                                                  {"sprt", true, ALEA_LABEL_OPTION_LAB_SPRT},
                                                  {"alpha", true, ALEA_LABEL_OPTION_LAB_ALPHA},
                                                  {"beta", true, ALEA_LABEL_OPTION_LAB_BETA}};
static const struct cli_option tournament_options[] = {COMMON_OPTIONS};
static const struct cli_option compare_options[] = {COMMON_OPTIONS, {"bots", true, ALEA_LABEL_OPTION_LAB_BOTS}};
static const struct cli_option sweep_options[] = {
    COMMON_OPTIONS, {"bots", true, ALEA_LABEL_OPTION_LAB_BOTS}, {"set", true, ALEA_LABEL_OPTION_LAB_SET}};

static bool read_share(const struct cli *cli, const char *what, const char *words, double *share) {
    char *end = NULL;
    *share = strtod(words, &end);
    if (end != words && !*end && *share > 0 && *share < 1) return true;
    cli_bad_usage(cli, ALEA_LABEL_LAB_BAD_SHARE, what, words, NULL);
    return false;
}

/* --sprt LOW HIGH: two words, or one with a comma. */
static bool read_sprt(struct cli_args *args, struct lab_wishes *wishes) {
    char low[32];
    size_t length = strcspn(args->value, ",");
    const char *high = args->value[length] ? args->value + length + 1 : args->at < args->end ? *args->at++ : "";
    snprintf(low, sizeof low, "%.*s", (int)length, args->value);
    if (!read_share(args->cli, "--sprt", low, &wishes->low) || !read_share(args->cli, "--sprt", high, &wishes->high))
        return false;
    wishes->sprt = true;
    if (wishes->low < wishes->high) return true;
    cli_bad_usage(args->cli, ALEA_LABEL_LAB_SPRT_ORDER, low, high, NULL);
    return false;
}

static bool add_name(const struct cli *cli, struct lab_wishes *wishes, const char *name) {
    if (wishes->n_names == LAB_MAX_BOTS) cli_bad_usage(cli, ALEA_LABEL_TOO_MANY, name, NULL);
    else wishes->name[wishes->n_names++] = name;
    return wishes->name[wishes->n_names - 1] == name;
}

/* The options after the common ones, by kind. */
static int own_option(enum lab_kind kind, int next) {
    if (next < OPT_FIRST_OWN || kind == LAB_MATCH) return next;
    return next - OPT_FIRST_OWN + OPT_BOTS;
}

/* -o - is standard output, as of `alea lab report`. */
static bool read_output(const struct cli_args *args, struct lab_wishes *wishes) {
    bool here = strcmp(args->value, "-") == 0;
    wishes->output = here ? NULL : args->value;
    wishes->json |= here;
    return true;
}

static bool read_option(struct cli_args *args, int option, struct lab_wishes *wishes) {
    const struct cli *cli = args->cli;
    switch (option) {
    case OPT_GAME: wishes->game = args->value; return true;
    case OPT_GAMES: return cli_number(cli, "--games", args->value, 1, LAB_MAX_GAMES, &wishes->games);
    case OPT_SEATS: return cli_number(cli, "--seats", args->value, 1, ALEA_MAX_SEATS, &wishes->seats);
    case OPT_SEED: return cli_number(cli, "--seed", args->value, 0, INT64_MAX, &wishes->seed);
    case OPT_THREADS: return cli_number(cli, "--threads", args->value, 1, LAB_MAX_THREADS, &wishes->threads);
    case OPT_OPTION: return cli_list_add(cli, &wishes->options, args->value);
    case OPT_SCENARIO: wishes->scenario = args->value; return true;
    case OPT_OUTPUT: return read_output(args, wishes);
    case OPT_RESUME: wishes->journal = args->value; return true;
    case OPT_JSON: wishes->json = true; return true;
    case OPT_SPRT: return read_sprt(args, wishes);
    case OPT_ALPHA: return read_share(cli, "--alpha", args->value, &wishes->alpha);
    case OPT_BETA: return read_share(cli, "--beta", args->value, &wishes->beta);
    case OPT_BOTS: wishes->bots = args->value; return true;
    default: return cli_list_add(cli, &wishes->sets, args->value);
    }
}

/* One file for both would lose the journal to the result. */
static bool is_journal(const struct lab_wishes *wishes) {
    struct stat output, journal;
    if (!wishes->output || !wishes->journal) return false;
    if (strcmp(wishes->output, wishes->journal) == 0) return true;
    return !stat(wishes->output, &output) && !stat(wishes->journal, &journal) && output.st_dev == journal.st_dev &&
           output.st_ino == journal.st_ino;
}

/* CLI_END when all is well. */
static int read_wishes(struct cli_args *args, struct lab_wishes *wishes) {
    const struct cli *cli = args->cli;
    bool names = wishes->kind == LAB_MATCH || wishes->kind == LAB_TOURNAMENT, fine = true;
    int next;
    while ((next = cli_next(args)) != CLI_END) {
        if (next == CLI_OPERAND && names) fine = add_name(cli, wishes, args->value);
        else if (next == CLI_OPERAND) fine = cli_only_one(args, &(const char *){""});
        else if (next >= 0) fine = read_option(args, own_option(wishes->kind, next), wishes);
        else return next;
        if (!fine) return CLI_BAD;
    }
    if (wishes->alpha + wishes->beta >= 1) return cli_bad_usage(cli, ALEA_LABEL_LAB_ERRORS, NULL), CLI_BAD;
    if (is_journal(wishes)) return cli_bad_usage(cli, ALEA_LABEL_LAB_OUTPUT_IS_JOURNAL, wishes->output, NULL), CLI_BAD;
    return cli_wanted(cli, wishes->game, ALEA_LABEL_LAB_GAME_WANTED) ? CLI_END : CLI_BAD;
}

/* ---- Runs ------------------------------------------------------------------------------------------------------------ */

static void tell_progress(void *context, const struct lab_progress *progress) { lab_say_progress(context, progress); }

static void tell_torn(void *context, const char *journal) { cli_wrong(context, ALEA_LABEL_LAB_TORN, journal, NULL); }

/* Programs of somebody else's: what they are called, and whether they played every turn themselves, so that their results are all
 * their own. */
static void tell_conduct(const struct cli *cli, const struct lab_plan *plan, const struct alea_conduct conduct[]) {
    for (int b = 0; b < plan->n_bots; b++) {
        struct alea_text words = cli_page(cli);
        if (!conduct[b].name[0] && !conduct[b].stood_in && !conduct[b].babbled && !conduct[b].crashed) continue;
        cli_add_conduct(&words, cli, &conduct[b]);
        fprintf(stderr, "%s: %s\n", plan->bot[b].words, alea_text_str(&words));
        alea_text_clear(&words);
    }
}

static enum cli_status bot_failed(const struct cli *cli, const struct lab_run *run) {
    int b = 0;
    while (b + 1 < run->plan->n_bots && !run->conduct[b].failed) b++;
    return cli_wrong(cli, ALEA_LABEL_BOT_FAILED, run->plan->bot[b].words, cli_note(cli, run->conduct[b].last).at, NULL);
}

static enum cli_status run_failed(const struct cli *cli, const struct lab_run *run, const struct alea_error *error) {
    if (run->failed == ECHILD) return bot_failed(cli, run);
    if (run->failed == ENOMEM || (run->failed && !run->journal)) return cli_wrong(cli, ALEA_LABEL_NO_MEMORY, NULL);
    if (run->failed == EBUSY) return cli_wrong(cli, ALEA_LABEL_LAB_BUSY, run->journal, NULL);
    if (run->failed) return cli_wrong(cli, ALEA_LABEL_CANT_WRITE, run->journal, cli_reason(cli, run->failed), NULL);
    return cli_wrong_error(cli, error);
}

/* The result: into its file, on stdout as JSON or in words. */
static enum cli_status hand_out(const struct cli *cli, const struct lab_wishes *wishes, const struct lab_sums *sums,
                                enum lab_stopped stopped) {
    char *result = lab_result(sums, stopped);
    if (!result) return cli_wrong(cli, ALEA_LABEL_NO_MEMORY, NULL);
    size_t length = strlen(result);
    result[length] = '\n'; /* in the place of the 0 */
    int failed = wishes->output ? cli_file_write(wishes->output, result, length + 1, true) : 0;
    if (wishes->json || failed) fwrite(result, 1, length + 1, stdout); /* it is not to be lost */
    else lab_say(cli, sums, stopped);
    free(result);
    if (failed) return cli_wrong(cli, ALEA_LABEL_CANT_WRITE, wishes->output, cli_reason(cli, failed), NULL);
    if (stopped != LAB_INTERRUPTED) return CLI_FINE;
    if (wishes->journal) cli_wrong(cli, ALEA_LABEL_LAB_RESUMABLE, wishes->journal, NULL);
    else cli_wrong(cli, ALEA_LABEL_LAB_NOT_RESUMABLE, NULL);
    return CLI_UNFINISHED;
}

static enum cli_status play_plan(struct cli *cli, const struct lab_wishes *wishes, const struct lab_plan *plan) {
    struct alea_error error = cli_error(cli);
    struct lab_sums sums;
    struct lab_run run = {.plan = plan, .threads = (int)wishes->threads, .journal = wishes->journal, .stop = console_stop()};
    run.context = cli;
    run.torn = tell_torn;
    if (isatty(STDERR_FILENO)) run.progress = tell_progress;
    enum cli_status status = CLI_FINE;
    console_catch_signals();
    if (!lab_sums_init(&sums, plan)) {
        status = cli_wrong(cli, ALEA_LABEL_NO_MEMORY, NULL);
    } else {
        bool fine = lab_run(&run, &sums, &error);
        if (run.progress) fputs("\r\033[K", stderr);
        if (fine) tell_conduct(cli, plan, run.conduct);
        status = fine ? hand_out(cli, wishes, &sums, run.stopped) : run_failed(cli, &run, &error);
    }
    lab_sums_clear(&sums);
    return status;
}

/* ---- Ranks ----------------------------------------------------------------------------------------------------------- */

/* Rank 0 alone says what is wrong with a command line that all ranks read. */
static int silence(void) {
    fflush(stderr);
    int kept = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) {
        dup2(nowhere, STDERR_FILENO);
        close(nowhere);
    }
    return kept;
}

static void speak_again(int kept) {
    fflush(stderr);
    if (kept >= 0) {
        dup2(kept, STDERR_FILENO);
        close(kept);
    }
}

static enum cli_status serve_rank(const struct cli *cli, const struct lab_plan *plan) {
    console_catch_signals(); /* a Ctrl-C is for rank 0, which sends the others home */
    int failed = lab_ranks_serve(plan);
    if (failed == ECHILD) return cli_wrong(cli, ALEA_LABEL_LAB_RANK_BOT, cli_digits(lab_ranks_number()).at, NULL);
    return failed ? cli_wrong(cli, ALEA_LABEL_NO_MEMORY, NULL) : CLI_FINE;
}

/* What was asked for, made a plan. */
static enum cli_status read_plan(const struct cli *cli, struct cli_args *args, struct lab_wishes *wishes, bool ranks,
                                 struct lab_plan *plan) {
    int next = read_wishes(args, wishes);
    if (next == CLI_HELP) return CLI_UNFINISHED; /* said all there is to say */
    if (next != CLI_END) return CLI_USAGE;
    if (!wishes->threads) {
        long cores = sysconf(_SC_NPROCESSORS_ONLN);
        wishes->threads = ranks || cores < 1 ? 1 : cores < LAB_MAX_THREADS ? cores : LAB_MAX_THREADS;
    }
    return lab_make_plan(cli, wishes, plan);
}

static enum cli_status run_kind(struct cli *cli, struct cli_args *args, enum lab_kind kind) {
    static struct lab_wishes wishes; /* both are large */
    static struct lab_plan plan;
    bool ranks = lab_ranks_begin(), speaks = lab_ranks_number() == 0;
    wishes = (struct lab_wishes){.kind = kind, .seed = 1, .alpha = 0.05, .beta = 0.05};
    int kept = speaks ? -1 : silence();
    enum cli_status status = read_plan(cli, args, &wishes, ranks, &plan);
    if (!speaks) speak_again(kept);
    bool agreed = lab_ranks_agree(status ? NULL : &plan);
    if (status == CLI_UNFINISHED) status = CLI_FINE;
    else if (!status && speaks) status = play_plan(cli, &wishes, &plan);
    else if (!speaks && agreed) status = serve_rank(cli, &plan);
    else if (!speaks && !status) status = cli_wrong(cli, ALEA_LABEL_LAB_OTHER_RANK, cli_digits(lab_ranks_number()).at, NULL);
    lab_plan_clear(&plan);
    lab_ranks_end();
    return status;
}

static enum cli_status run_match(struct cli *cli, struct cli_args *args) { return run_kind(cli, args, LAB_MATCH); }
static enum cli_status run_tournament(struct cli *cli, struct cli_args *args) { return run_kind(cli, args, LAB_TOURNAMENT); }
static enum cli_status run_compare(struct cli *cli, struct cli_args *args) { return run_kind(cli, args, LAB_COMPARE); }
static enum cli_status run_sweep(struct cli *cli, struct cli_args *args) { return run_kind(cli, args, LAB_SWEEP); }

/* ---- The command ----------------------------------------------------------------------------------------------------- */

static const struct cli_command match_command = {
    .name = "match",
    .run = run_match,
    .summary = ALEA_LABEL_LAB_MATCH_SUMMARY,
    .usage = ALEA_LABEL_LAB_MATCH_USAGE,
    .about = ALEA_LABEL_LAB_MATCH_ABOUT,
    .example = ALEA_LABEL_LAB_MATCH_EXAMPLE,
    .options = match_options,
    .n_options = ALEA_LEN(match_options),
};

static const struct cli_command tournament_command = {
    .name = "tournament",
    .run = run_tournament,
    .summary = ALEA_LABEL_LAB_TOURNAMENT_SUMMARY,
    .usage = ALEA_LABEL_LAB_TOURNAMENT_USAGE,
    .about = ALEA_LABEL_LAB_TOURNAMENT_ABOUT,
    .example = ALEA_LABEL_LAB_TOURNAMENT_EXAMPLE,
    .options = tournament_options,
    .n_options = ALEA_LEN(tournament_options),
};

static const struct cli_command compare_command = {
    .name = "compare",
    .run = run_compare,
    .summary = ALEA_LABEL_LAB_COMPARE_SUMMARY,
    .usage = ALEA_LABEL_LAB_COMPARE_USAGE,
    .about = ALEA_LABEL_LAB_COMPARE_ABOUT,
    .example = ALEA_LABEL_LAB_COMPARE_EXAMPLE,
    .options = compare_options,
    .n_options = ALEA_LEN(compare_options),
};

static const struct cli_command sweep_command = {
    .name = "sweep",
    .run = run_sweep,
    .summary = ALEA_LABEL_LAB_SWEEP_SUMMARY,
    .usage = ALEA_LABEL_LAB_SWEEP_USAGE,
    .about = ALEA_LABEL_LAB_SWEEP_ABOUT,
    .example = ALEA_LABEL_LAB_SWEEP_EXAMPLE,
    .options = sweep_options,
    .n_options = ALEA_LEN(sweep_options),
};

static const struct cli_command *const subcommands[] = {&match_command, &tournament_command, &compare_command,
                                                        &sweep_command, &cli_lab_report};

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    const char *names[ALEA_LEN(subcommands)];
    for (size_t i = 0; i < ALEA_LEN(subcommands); i++) {
        names[i] = subcommands[i]->name;
        if (args->at == args->end || strcmp(*args->at, names[i]) != 0) continue;
        args->at++;
        args->command = subcommands[i];
        return args->command->run(cli, args);
    }
    int next = cli_next(args);
    if (next == CLI_END) return cli_bad_usage(cli, ALEA_LABEL_LAB_WANTED, NULL);
    if (next != CLI_OPERAND) return cli_leave(next);
    return cli_unknown(cli, ALEA_LABEL_UNKNOWN_COMMAND, args->value, names, (int)ALEA_LEN(names));
}

const struct cli_command cli_lab = {
    .name = "lab",
    .run = run,
    .summary = ALEA_LABEL_LAB_SUMMARY,
    .usage = ALEA_LABEL_LAB_USAGE,
    .about = ALEA_LABEL_LAB_ABOUT,
    .example = ALEA_LABEL_LAB_EXAMPLE,
};
