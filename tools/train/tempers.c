/* SPDX-License-Identifier: MIT */
/* tempers.c - looks for stronger tempers by evolution strategies: of a game whose sides differ both in turn, each against tempers that are known and
 * against what the other side has come to; where one plays at any seat, against known ones and itself at all others (minds.h).
 *
 * Each generation tries some tempers around a mean in the same games, and moves mean and spreads towards those that won more: separable CMA-ES (Ros
 * and Hansen, "A simple modification in CMA-ES achieving linear time and space complexity", PPSN 2008). After each the means are printed as a table of
 * tempers has them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "minds.h"

enum {
    TRIED = 14,
    PARENTS = 7,
    KEPT = 2,
    KEEP_EVERY = 4,
    MOST_KNOWN = 8,
    MOST_OTHERS = MOST_KNOWN + 1 + KEPT,
    MOST_RULES = 8
};

/* As moved: logarithms of factors. */
struct evolution {
    double mean[MIND_NUMBERS], variance[MIND_NUMBERS], path[MIND_NUMBERS], step_path[MIND_NUMBERS], step;
};

struct temper {
    double number[MIND_NUMBERS];
};

static const struct mind_game *game;
static struct alea_rules *rules[MOST_RULES]; /* played by in turn */
static struct alea_playout playout[MOST_RULES];
static int n_rules;
static const struct temper *by[MIND_SEATS];

static double usable(int i, double moved) {
    return game->number[i].kind == MIND_FACTOR ? exp(moved) : game->number[i].kind == MIND_STEP ? fmax(moved, 0) : moved;
}

static struct temper temper_of(const double mean[]) {
    struct temper temper = {{0}};
    for (int i = 0; i < game->numbers; i++) temper.number[i] = usable(i, mean[i]);
    return temper;
}

static struct evolution begin_at(struct temper temper) {
    static const double variance[] = {[MIND_FACTOR] = 1, [MIND_STEP] = 4, [MIND_LIKING] = 2.5, [MIND_SHADE] = 0.02};
    struct evolution at = {.step = 0.25};
    for (int i = 0; i < game->numbers; i++) {
        double number = temper.number[i];
        at.mean[i] = game->number[i].kind == MIND_FACTOR ? log(fmax(number, 1e-3)) : number;
        at.variance[i] = variance[game->number[i].kind];
    }
    return at;
}

/* ---- Games ------------------------------------------------------------------------------------------------------------- */

static alea_move choose(const struct alea_bot_turn *turn) {
    int best = 0;
    if (turn->n_legal == 1) return turn->legal[0];
    game->like(turn->rules->tables, turn->view, turn->seat, by[turn->seat]->number, turn->legal, turn->n_legal, turn->worth);
    for (int i = 1; i < turn->n_legal; i++)
        if (turn->worth[i] > turn->worth[best]) best = i;
    return turn->legal[best];
}

/* The share of so many games that `own` scores: at that seat, or, where any is played, at each by turns over the same dice. */
static double share_of(int at, const struct temper *own, const struct temper *other, uint64_t seed, long games) {
    static const struct alea_bot bot = {.name = "evolved", .wants_view = true, .choose = choose};
    static const struct alea_player player = {.bot = &bot};
    const struct alea_player *const seats[MIND_SEATS] = {&player, &player, &player};
    const int turns = game->by_side ? 1 : game->seats;
    double sum = 0;
    for (long i = 0; i < games; i++) {
        const int seat = game->by_side ? at : (int)(i % turns), k = (int)(i / turns % n_rules);
        double score[ALEA_MAX_SEATS] = {0};
        struct alea_random random[MIND_SEATS] = {0}, chance = alea_random_stream(seed, (uint64_t)(i / turns));
        for (int other_seat = 0; other_seat < game->seats; other_seat++) by[other_seat] = other_seat == seat ? own : other;
        alea_playout_run(&playout[k], seats, random, &chance);
        rules[k]->game->score(rules[k]->tables, playout[k].pos, score);
        sum += score[seat];
    }
    return sum / (double)games;
}

/* ---- Evolution ----------------------------------------------------------------------------------------------------------- */

static double normal(struct alea_random *random) {
    double one = (alea_random_below(random, 1u << 30) + 1.0) / (1u << 30),
           other = alea_random_below(random, 1u << 30) / (double)(1u << 30);
    return sqrt(-2 * log(one)) * cos(6.283185307179586 * other);
}

struct tried {
    double drawn[MIND_NUMBERS], won;
};

static int more_won(const void *a, const void *b) {
    double one = ((const struct tried *)a)->won, other = ((const struct tried *)b)->won;
    return (one < other) - (one > other);
}

/* Towards the better half, as CMA-ES has it with its usual constants; the covariances between numbers are left out. */
static void move_towards(struct evolution *at, const struct tried tried[]) {
    double weight[PARENTS], sum = 0, squares = 0, length = 0;
    for (int i = 0; i < PARENTS; i++) sum += weight[i] = log(PARENTS + 0.5) - log(i + 1);
    for (int i = 0; i < PARENTS; i++) weight[i] /= sum, squares += weight[i] * weight[i];
    const double parents = 1 / squares, n = game->numbers, faster = (n + 2) / 3;
    const double step_rate = (parents + 2) / (n + parents + 5),
                 damping = 1 + step_rate + 2 * fmax(0, sqrt((parents - 1) / (n + 1)) - 1);
    const double path_rate = 4 / (n + 4), one_rate = faster * 2 / ((n + 1.3) * (n + 1.3) + parents);
    const double all_rate = fmin(1 - one_rate, faster * 2 * (parents - 2 + squares) / ((n + 2) * (n + 2) + parents));
    for (int i = 0; i < game->numbers; i++) {
        double moved = 0, spread = 0, deviation = sqrt(at->variance[i]);
        for (int p = 0; p < PARENTS; p++) {
            moved += weight[p] * tried[p].drawn[i];
            spread += weight[p] * tried[p].drawn[i] * tried[p].drawn[i] * at->variance[i];
        }
        at->mean[i] += at->step * deviation * moved;
        if (game->number[i].kind == MIND_STEP) at->mean[i] = fmax(at->mean[i], 0);
        at->step_path[i] = (1 - step_rate) * at->step_path[i] + sqrt(step_rate * (2 - step_rate) * parents) * moved;
        at->path[i] = (1 - path_rate) * at->path[i] + sqrt(path_rate * (2 - path_rate) * parents) * deviation * moved;
        at->variance[i] =
            (1 - one_rate - all_rate) * at->variance[i] + one_rate * at->path[i] * at->path[i] + all_rate * spread;
        length += at->step_path[i] * at->step_path[i];
    }
    const double usual = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
    at->step = fmin(0.5, fmax(0.08, at->step * exp(fmin(0.2, step_rate / damping * (sqrt(length) / usual - 1)))));
}

/* What a temper meets, and by what each counts. */
struct others {
    int n, known;
    struct temper temper[MOST_OTHERS];
    double weight[MOST_OTHERS];
};

/* What those that were tried won, in the mean. Every second one is the first's mirror image. */
static double generation(struct evolution *at, int seat, const struct others *others, struct alea_random *random,
                         long games) {
    struct tried tried[TRIED];
    double mean = 0;
    const uint64_t seed = (uint64_t)alea_random_below(random, 1u << 30) << 8;
    for (int k = 0; k < TRIED; k++) {
        double place[MIND_NUMBERS], sum = 0;
        for (int i = 0; i < game->numbers; i++) {
            tried[k].drawn[i] = k % 2 ? -tried[k - 1].drawn[i] : normal(random);
            place[i] = at->mean[i] + at->step * sqrt(at->variance[i]) * tried[k].drawn[i];
        }
        const struct temper temper = temper_of(place);
        tried[k].won = 0;
        for (int o = 0; o < others->n; o++) {
            tried[k].won += others->weight[o] * share_of(seat, &temper, &others->temper[o], seed + (uint64_t)o, games);
            sum += others->weight[o];
        }
        tried[k].won /= sum;
        mean += tried[k].won / TRIED;
    }
    qsort(tried, TRIED, sizeof *tried, more_won);
    move_towards(at, tried);
    return mean;
}

/* Those that are known of that seat; of now and of before, which are all the second of them yet. */
static struct others others_of(int seat) {
    static const double come_to[1 + KEPT] = {1.5, 0.8, 0.8};
    struct others others = {.n = game->known + 1 + KEPT, .known = game->known};
    for (int i = 0; i < others.n; i++) {
        const bool known = i < game->known;
        game->known_as(rules[0]->tables, seat, known ? i : 1, others.temper[i].number);
        others.weight[i] = known ? game->weight[i] : come_to[i - game->known];
    }
    return others;
}

static void print(long generation, int seat, double won, const struct temper *temper) {
    printf("%ld ", generation);
    if (game->by_side) printf("%c ", 'A' + seat);
    printf("%.3f", won);
    for (int i = 0; i < game->numbers; i++) printf("%s .%s = %.4g", i ? "," : "", game->number[i].name, temper->number[i]);
    printf("\n");
    fflush(stdout);
}

static void evolve(long generations, long games, uint64_t seed) {
    struct alea_random random = alea_random_stream(seed, 1);
    struct others others[MIND_SEATS]; /* by the seat that they play at */
    struct evolution at[MIND_SEATS];
    const int evolved = game->by_side ? game->seats : 1;
    for (int seat = 0; seat < evolved; seat++) {
        others[seat] = others_of(seat);
        at[seat] = begin_at(others[seat].temper[1]);
    }
    for (long g = 0; g < generations; g++) {
        for (int seat = 0; seat < evolved; seat++) {
            double won = generation(&at[seat], seat, &others[game->by_side ? !seat : seat], &random, games);
            const struct temper temper = temper_of(at[seat].mean);
            print(g, seat, won, &temper);
        }
        for (int seat = 0; seat < evolved; seat++) {
            struct temper *come_to = &others[seat].temper[others[seat].known];
            come_to[0] = temper_of(at[seat].mean);
            if (g % KEEP_EVERY == KEEP_EVERY - 1) come_to[1 + g / KEEP_EVERY % KEPT] = come_to[0];
        }
    }
}

/* By each of those options in turn: "siege=standard,siege=diceless". */
static bool read_rules(char *options, struct alea_error *error) {
    char *rest;
    for (const char *one = strtok_r(options, ",", &rest); one && n_rules < MOST_RULES;
         one = strtok_r(NULL, ",", &rest), n_rules++) {
        rules[n_rules] = alea_rules_new(alea_game_find(game->id), game->seats, &one, 1, NULL, error);
        if (!rules[n_rules] || !alea_playout_init(&playout[n_rules], rules[n_rules], false)) return false;
    }
    return n_rules > 0;
}

int main(int argc, char **argv) {
    static const struct mind_game *const games_of[] = {&mind_incursio, &mind_polis, &mind_spqrisiko};
    struct alea_error error = {.lang = ALEA_EN};
    for (size_t i = 0; argc == 6 && i < ALEA_LEN(games_of); i++)
        if (strcmp(games_of[i]->id, argv[1]) == 0) game = games_of[i];
    const long generations = game ? strtol(argv[3], NULL, 10) : 0, games = game ? strtol(argv[4], NULL, 10) : 0;
    if (generations <= 0 || games <= 0) {
        fprintf(
            stderr,
            "usage: train_tempers GAME OPTION=VALUE[,...] GENERATIONS GAMES SEED, as in: train_tempers incursio map=small 12 60 1\n");
        return 2;
    }
    if (!read_rules(argv[2], &error)) {
        fprintf(stderr, "train_tempers: %s\n", error.text);
        return 2;
    }
    evolve(generations, games, strtoull(argv[5], NULL, 10));
    return 0;
}
