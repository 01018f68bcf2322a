/* SPDX-License-Identifier: MIT */
/* review.c - `alea review`: how a match went: each seat's chances, what the dice did to them, the largest mistakes. */
#include "review.h"

#include <unistd.h>

#include "cli.h"
#include "now.h"
#include "tell.h"

enum { OPT_SAMPLES, OPT_SEED, OPT_THREADS, OPT_SCENARIO, OPT_JSON };
enum { SHOWN_BATTLES = 5, COLUMNS = 48, BLOCKS = 8, MAX_JSON = 64 << 20 };

static const struct cli_option options[] = {
    [OPT_SAMPLES] = {"samples", true, ALEA_LABEL_OPTION_SAMPLES},
    [OPT_SEED] = {"seed", true, ALEA_LABEL_OPTION_SIM_SEED},
    [OPT_THREADS] = {"threads", true, ALEA_LABEL_OPTION_THREADS},
    [OPT_SCENARIO] = {"scenario", true, ALEA_LABEL_OPTION_SCENARIO},
    [OPT_JSON] = {"json", false, ALEA_LABEL_OPTION_JSON},
};

struct wishes {
    const char *path, *scenario;
    long long samples, seed, threads;
    bool json;
};

/* ---- Making it, with a clock ------------------------------------------------------------------------------------------- */

struct progress {
    const struct cli *cli;
    atomic_long done;
    long all;
    double since;
};

static void show_progress(void *context) {
    const struct progress *progress = context;
    const struct cli *cli = progress->cli;
    long n = atomic_load(&progress->done);
    if (n == 0) return;
    struct alea_text line = cli_page(cli);
    double left = (alea_now() - progress->since) * (double)(progress->all - n) / (double)n;
    cli_add(&line, cli, ALEA_LABEL_REVIEW_PROGRESS, cli_digits(n).at, cli_digits(progress->all).at,
            cli_digits((long long)(left + 0.5)).at, NULL);
    fprintf(stderr, "\r%s\033[K", alea_text_str(&line));
    alea_text_clear(&line);
}

static bool make_watched(const struct cli *cli, const struct alea_match *match, const struct wishes *wishes,
                         struct review *review) {
    bool watched = isatty(STDERR_FILENO);
    struct progress progress = {.cli = cli, .all = alea_match_plies(match) + 1, .since = alea_now()};
    const struct review_wish wish = {
        .samples = (int)wishes->samples,
        .threads = (int)wishes->threads,
        .seed = (uint64_t)wishes->seed,
        .done = &progress.done,
        .look_up = watched ? show_progress : NULL,
        .context = &progress,
    };
    bool fine = review_make(match, &wish, review);
    if (watched) fputs("\r\033[K", stderr);
    return fine;
}

/* ---- In words ----------------------------------------------------------------------------------------------------------- */

struct number {
    char at[16];
};

/* Of a score of 1, in hundredths: "+12.3". */
static struct number signed_points(double share) {
    struct number number;
    snprintf(number.at, sizeof number.at, "%+.1f", 100 * share);
    return number;
}

static struct number points(double share) {
    struct number number;
    snprintf(number.at, sizeof number.at, "%.1f", 100 * share);
    return number;
}

/* The chances of a seat from the first ply to the last, as a row of blocks. */
static void add_curve(const struct review *review, int seat, struct alea_text *page) {
    static const char *const blocks[BLOCKS] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    for (int i = 0; i < COLUMNS; i++) {
        long ply = review->plies * i / (COLUMNS - 1);
        int block = (int)(review->value[ply * review->seats + seat] * BLOCKS);
        alea_text_add(page, blocks[block < 0 ? 0 : block >= BLOCKS ? BLOCKS - 1 : block]);
    }
}

static void tell_seats(const struct cli *cli, const struct review *review, struct alea_text *page) {
    for (int seat = 0; seat < review->seats; seat++) {
        const struct review_seat *at = &review->seat[seat];
        alea_text_add(page, "  ");
        tell_seat(review->match, seat, page);
        alea_text_addf(page, "\n    %3.0f%% ", 100 * review->value[seat]);
        add_curve(review, seat, page);
        alea_text_addf(page, " %3.0f%%\n    ", 100 * review->value[review->plies * review->seats + seat]);
        cli_add(page, cli, ALEA_LABEL_REVIEW_LUCK, signed_points(at->luck).at,
                cli_digits((long long)(at->percentile + 0.5)).at, NULL);
        alea_text_add(page, "; ");
        cli_add(page, cli, ALEA_LABEL_REVIEW_SKILL, points(at->cost).at, cli_digits(at->choices).at, points(at->noise).at,
                NULL);
        alea_text_add(page, "\n");
    }
}

static void say_move(const struct review *review, alea_move move, struct alea_text *page) {
    alea_move_say(alea_match_rules(review->match), move, page);
}

static void tell_mistakes(const struct cli *cli, const struct review *review, struct alea_text *page) {
    if (!review->mistake[0]) return;
    cli_add(page, cli, ALEA_LABEL_REVIEW_MISTAKES, NULL);
    alea_text_add(page, "\n");
    for (int i = 0; i < REVIEW_MISTAKES && review->mistake[i]; i++) {
        long ply = review->mistake[i];
        const struct review_ply *at = &review->ply[ply - 1];
        struct alea_text played = cli_page(cli), better = cli_page(cli);
        say_move(review, alea_match_ply(review->match, ply)->move, &played);
        say_move(review, at->better, &better);
        alea_text_addf(page, "  %d. ", i + 1);
        alea_text_seat(page, at->seat);
        alea_text_add(page, ", ");
        cli_add(page, cli, ALEA_LABEL_REVIEW_MISTAKE, cli_digits(ply).at, alea_text_str(&played), alea_text_str(&better),
                points(at->cost).at, NULL);
        alea_text_add(page, "\n");
        alea_text_clear(&played);
        alea_text_clear(&better);
    }
}

/* How far the throws of a battle moved the chances, the most for any seat. */
static double swing_of(const struct review *review, const struct review_battle *battle, double luck[]) {
    double most = 0;
    review_battle_luck(review, battle, luck);
    for (int seat = 0; seat < review->seats; seat++)
        most = luck[seat] > most ? luck[seat] : -luck[seat] > most ? -luck[seat] : most;
    return most;
}

static void tell_battle(const struct cli *cli, const struct review *review, const struct review_battle *battle,
                        struct alea_text *page) {
    double luck[ALEA_MAX_SEATS];
    struct alea_text words = cli_page(cli);
    review_battle_luck(review, battle, luck);
    if (battle->decision)
        alea_move_say(alea_match_rules(review->match), alea_match_ply(review->match, battle->decision)->move, &words);
    alea_text_add(page, "  ");
    cli_add(page, cli, ALEA_LABEL_REVIEW_BATTLE, cli_digits(battle->first).at, cli_digits(battle->last).at, NULL);
    if (battle->seat != ALEA_NONE) {
        alea_text_add(page, ", ");
        alea_text_seat(page, battle->seat);
    }
    if (words.len) alea_text_addf(page, ", %s", alea_text_str(&words));
    alea_text_add(page, ":");
    for (int seat = 0; seat < review->seats; seat++) {
        if (luck[seat] > -0.005 && luck[seat] < 0.005) continue;
        alea_text_add(page, " ");
        alea_text_seat(page, seat);
        alea_text_addf(page, " %s", signed_points(luck[seat]).at);
    }
    alea_text_add(page, "\n");
    alea_text_clear(&words);
}

/* The battles whose dice moved most, in the order in which they were fought. */
static void tell_battles(const struct cli *cli, const struct review *review, struct alea_text *page) {
    double luck[ALEA_MAX_SEATS], floor = 0.005;
    long n = SHOWN_BATTLES + 1;
    while (n > SHOWN_BATTLES) { /* raise the floor until few enough stand above it */
        double least = 2;
        n = 0;
        for (long i = 0; i < review->n_battles; i++) {
            double swing = swing_of(review, &review->battle[i], luck);
            if (swing < floor) continue;
            n++;
            if (swing < least) least = swing;
        }
        if (n > SHOWN_BATTLES) floor = least * 1.000001;
    }
    if (n == 0) return;
    cli_add(page, cli, ALEA_LABEL_REVIEW_BATTLES, NULL);
    alea_text_add(page, "\n");
    for (long i = 0; i < review->n_battles; i++)
        if (swing_of(review, &review->battle[i], luck) >= floor) tell_battle(cli, review, &review->battle[i], page);
}

static void tell(const struct cli *cli, const struct review *review) {
    struct alea_text page = cli_page(cli);
    const struct alea_game *game = alea_match_rules(review->match)->game;
    cli_add(&page, cli, ALEA_LABEL_REVIEW_HEAD, game->texts->title.in[cli->lang], cli_digits(review->plies).at,
            cli_digits(review->samples).at, NULL);
    alea_text_add(&page, "\n");
    tell_seats(cli, review, &page);
    tell_mistakes(cli, review, &page);
    tell_battles(cli, review, &page);
    cli_print(cli, &page);
}

/* ---- The command ----------------------------------------------------------------------------------------------------------- */

static enum cli_status review_match(const struct cli *cli, const struct alea_match *match, struct wishes *wishes) {
    struct review review;
    if (alea_match_plies(match) > REVIEW_MAX_PLIES)
        return cli_wrong(cli, ALEA_LABEL_REVIEW_TOO_LONG, wishes->path, cli_digits(alea_match_plies(match)).at,
                         cli_digits(REVIEW_MAX_PLIES).at, NULL);
    if (!wishes->samples) wishes->samples = review_usual_samples(match);
    bool fine = make_watched(cli, match, wishes, &review);
    if (fine && wishes->json) {
        struct alea_text text;
        alea_text_init(&text, MAX_JSON, cli->lang);
        review_json(&review, &text);
        puts(alea_text_str(&text));
        alea_text_clear(&text);
    } else if (fine) {
        tell(cli, &review);
    }
    review_clear(&review);
    return fine ? CLI_FINE : cli_wrong(cli, ALEA_LABEL_NO_MEMORY, NULL);
}

/* CLI_END when all is well. */
static int read_wishes(struct cli_args *args, struct wishes *wishes) {
    const struct cli *cli = args->cli;
    int next;
    bool fine = true;
    while (fine && (next = cli_next(args)) != CLI_END) {
        switch (next) {
        case CLI_OPERAND: fine = cli_only_one(args, &wishes->path); break;
        case OPT_SAMPLES: fine = cli_number(cli, "--samples", args->value, 2, REVIEW_MAX_SAMPLES, &wishes->samples); break;
        case OPT_SEED: fine = cli_number(cli, "--seed", args->value, 0, INT64_MAX, &wishes->seed); break;
        case OPT_THREADS: fine = cli_number(cli, "--threads", args->value, 1, REVIEW_MAX_THREADS, &wishes->threads); break;
        case OPT_SCENARIO: wishes->scenario = args->value; break;
        case OPT_JSON: wishes->json = true; break;
        default: return next;
        }
    }
    return fine && cli_wanted(cli, wishes->path, ALEA_LABEL_FILE_WANTED) ? CLI_END : CLI_BAD;
}

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct wishes wishes = {.seed = 1, .threads = cores < 1 ? 1 : cores < REVIEW_MAX_THREADS ? cores : REVIEW_MAX_THREADS};
    struct cli_match read;
    int next = read_wishes(args, &wishes);
    if (next != CLI_END) return cli_leave(next);
    if (!cli_match_read(cli, wishes.path, wishes.scenario, &read)) return CLI_WRONG;
    enum cli_status status = read.error.code ? cli_wrong_error(cli, &read.error) : review_match(cli, read.match, &wishes);
    cli_match_clear(&read);
    return status;
}

const struct cli_command cli_review = {
    .name = "review",
    .run = run,
    .summary = ALEA_LABEL_REVIEW_SUMMARY,
    .usage = ALEA_LABEL_REVIEW_USAGE,
    .about = ALEA_LABEL_REVIEW_ABOUT,
    .example = ALEA_LABEL_REVIEW_EXAMPLE,
    .options = options,
    .n_options = ALEA_LEN(options),
};
