/* SPDX-License-Identifier: MIT */
/* bench.c - `alea bench`: what a step of random play costs, beside the floor that no game can beat.
 *
 * A step is: list the legal moves, choose one, apply it; or, at a chance node, roll and apply. Games are played from the
 * setup to the end over and over, in the standard options. The floor is copying that position once and drawing one random
 * number. Both are measured in turns, five times; the medians count. */
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "now.h"

enum { REPETITIONS = 5, MAX_BENCHED = 32 };
static const double STEP_SECONDS = 0.2, FLOOR_SECONDS = 0.05;

struct subject {
    struct alea_rules *rules;
    void *block; /* three positions: the setup, and two to play and copy in */
    alea_move *legal;
    struct alea_random random;
    double step_ns[REPETITIONS], floor_ns[REPETITIONS], game_steps[REPETITIONS];
};

static void *position(const struct subject *subject, int index) {
    return (unsigned char *)subject->block + (size_t)index * ((subject->rules->game->position_size + 63) / 64 * 64);
}

/* ---- Measuring --------------------------------------------------------------------------------------------------------- */

static long play_one(struct subject *subject) {
    const struct alea_game *game = subject->rules->game;
    const void *tables = subject->rules->tables;
    void *pos = position(subject, 1);
    long plies = 0;
    alea_actors actors;
    memcpy(pos, position(subject, 0), game->position_size);
    for (; (actors = game->actors(tables, pos)) != ALEA_ACTORS_OVER && plies < game->max_plies; plies++) {
        int seat = __builtin_ctzll(actors);
        if (actors == ALEA_ACTORS_CHANCE) {
            game->apply(tables, pos, seat, game->roll(tables, pos, &subject->random), NULL);
        } else {
            int n = game->legal(tables, pos, seat, subject->legal);
            game->apply(tables, pos, seat, subject->legal[alea_random_below(&subject->random, (uint32_t)n)], NULL);
        }
    }
    return plies;
}

static void measure_steps(struct subject *subject, int repetition) {
    long steps = 0, games = 0;
    double since = alea_now(), seconds;
    do {
        steps += play_one(subject);
        games++;
    } while ((seconds = alea_now() - since) < STEP_SECONDS);
    subject->step_ns[repetition] = seconds * 1e9 / (double)steps;
    subject->game_steps[repetition] = (double)steps / (double)games;
}

static void measure_floor(struct subject *subject, int repetition) {
    enum { BATCH = 4096 };
    size_t size = subject->rules->game->position_size;
    long rounds = 0;
    uint32_t drawn = 0;
    double since = alea_now(), seconds;
    do {
        for (int i = 0; i < BATCH; i++) {
            memcpy(position(subject, 1 + (i & 1)), position(subject, 2 - (i & 1)), size);
            drawn ^= alea_random_word(&subject->random);
            __asm__ volatile("" : "+r"(drawn) : "r"(subject->block) : "memory"); /* nothing of it may be left out */
        }
        rounds += BATCH;
    } while ((seconds = alea_now() - since) < FLOOR_SECONDS);
    subject->floor_ns[repetition] = seconds * 1e9 / (double)rounds;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double values[REPETITIONS]) {
    qsort(values, REPETITIONS, sizeof *values, by_size);
    return values[REPETITIONS / 2];
}

/* ---- Reports ----------------------------------------------------------------------------------------------------------- */

struct figures {
    double step_ns, floor_ns, games_per_second;
};

static struct figures figures_of(struct subject *subject) {
    struct figures figures = {.step_ns = median(subject->step_ns), .floor_ns = median(subject->floor_ns)};
    figures.games_per_second = 1e9 / (figures.step_ns * median(subject->game_steps));
    return figures;
}

static json_t *figures_json(struct subject *subject) {
    struct figures figures = figures_of(subject);
    return json_pack("{s:s, s:i, s:f, s:f, s:f, s:I, s:f, s:f}", "game", subject->rules->game->id, "seats",
                     subject->rules->seats, "ns_per_step", figures.step_ns, "steps_per_second", 1e9 / figures.step_ns,
                     "games_per_second", figures.games_per_second, "position_bytes",
                     (json_int_t)subject->rules->game->position_size, "floor_ns", figures.floor_ns, "ratio",
                     figures.step_ns / figures.floor_ns);
}

static void print_words(const struct cli *cli, struct subject *subject, struct alea_text *page) {
    struct figures figures = figures_of(subject);
    char number[6][32];
    const double shown[6] = {figures.step_ns,          1e3 / figures.step_ns,
                             figures.games_per_second, (double)subject->rules->game->position_size,
                             figures.floor_ns,         figures.step_ns / figures.floor_ns};
    static const int digits[6] = {1, 2, 0, 0, 1, 1};
    for (int i = 0; i < 6; i++) snprintf(number[i], sizeof number[i], "%.*f", digits[i], shown[i]);
    cli_add(page, cli, ALEA_LABEL_BENCH_LINE, subject->rules->game->id, number[0], number[1], number[2], number[3],
            number[4], number[5], NULL);
    alea_text_add(page, "\n");
}

/* ---- The command ------------------------------------------------------------------------------------------------------- */

enum { OPT_JSON };

static const struct cli_option options[] = {[OPT_JSON] = {"json", false, ALEA_LABEL_OPTION_JSON}};

static void clear(struct subject *subject) {
    alea_rules_free(subject->rules);
    free(subject->block);
    free(subject->legal);
}

static bool prepare(const struct cli *cli, struct subject *subject, const struct alea_game *game) {
    struct alea_error error = cli_error(cli);
    *subject = (struct subject){.random = alea_random_stream(1, 0)};
    subject->rules = alea_rules_new(game, cli_usual_seats(game), NULL, 0, NULL, &error);
    if (!subject->rules) {
        cli_rules_error(cli, &error);
        return false;
    }
    size_t size = 3 * ((game->position_size + 63) / 64 * 64);
    subject->block = aligned_alloc(64, size);
    subject->legal = calloc((size_t)game->max_legal, sizeof *subject->legal);
    if (!subject->block || !subject->legal) {
        cli_wrong(cli, ALEA_LABEL_NO_MEMORY, NULL);
        return false;
    }
    memset(subject->block, 0, size);
    game->setup(subject->rules->opening, position(subject, 0));
    return true;
}

static void measure(struct subject subjects[], int n) {
    for (int i = 0; i < n; i++) play_one(&subjects[i]); /* warm */
    for (int repetition = 0; repetition < REPETITIONS; repetition++) {
        for (int i = 0; i < n; i++) {
            measure_floor(&subjects[i], repetition);
            measure_steps(&subjects[i], repetition);
        }
    }
}

static void report(const struct cli *cli, struct subject subjects[], int n, bool json) {
    if (json) {
        json_t *rows = json_array();
        for (int i = 0; i < n; i++) json_array_append_new(rows, figures_json(&subjects[i]));
        cli_print_json(json_pack("{s:s, s:o}", "version", ALEA_VERSION, "games", rows));
        return;
    }
    struct alea_text page = cli_page(cli);
    for (int i = 0; i < n; i++) print_words(cli, &subjects[i], &page);
    cli_print(cli, &page);
}

static enum cli_status bench(const struct cli *cli, const struct alea_game *const games[], int n, bool json) {
    struct subject subjects[MAX_BENCHED] = {0};
    bool fine = true;
    for (int i = 0; i < n && fine; i++) fine = prepare(cli, &subjects[i], games[i]);
    if (fine) {
        measure(subjects, n);
        report(cli, subjects, n, json);
    }
    for (int i = 0; i < n; i++) clear(&subjects[i]);
    return fine ? CLI_FINE : CLI_WRONG;
}

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    const struct alea_game *games[MAX_BENCHED], *game;
    bool json = false;
    int next, n = 0;
    while ((next = cli_next(args)) != CLI_END) {
        if (next == CLI_OPERAND) {
            if (n == MAX_BENCHED) return cli_bad_usage(cli, ALEA_LABEL_TOO_MANY, args->value, NULL);
            if (!(games[n++] = cli_game(cli, args->value))) return CLI_USAGE;
        } else if (next < 0) {
            return cli_leave(next);
        } else {
            json = true;
        }
    }
    if (n == 0)
        for (int i = 0; n < MAX_BENCHED && (game = alea_game_at(i)); i++)
            if (game->listed) games[n++] = game;
    return bench(cli, games, n, json);
}

const struct cli_command cli_bench = {
    .name = "bench",
    .run = run,
    .summary = ALEA_LABEL_BENCH_SUMMARY,
    .usage = ALEA_LABEL_BENCH_USAGE,
    .about = ALEA_LABEL_BENCH_ABOUT,
    .example = ALEA_LABEL_BENCH_EXAMPLE,
    .options = options,
    .n_options = ALEA_LEN(options),
};
