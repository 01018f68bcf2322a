/* SPDX-License-Identifier: MIT */
/* tempers.c - looks for stronger tempers of Incursio's Generals: evolution strategies for both sides of a map in turn, each against tempers
 * that are known and against what the other side has come to.
 *
 * Each generation tries some tempers around a mean in the same games, and moves mean and spreads towards those that won more: separable CMA-ES (Ros
 * and Hansen, "A simple modification in CMA-ES achieving linear time and space complexity", PPSN 2008). Numbers that may be 0 move by steps, the
 * others by factors. After each the means are printed as src/games/incursio/temper.c would have them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alea.h"
#include "bot.h"
#include "incursio/temper.h"

enum { TRIED = 14, PARENTS = 7, KEPT = 2, KEEP_EVERY = 4, KNOWN = 3 };

static const struct {
    const char *name;
    size_t at;
    bool step; /* it moves by steps, and is never below 0 */
} numbers[] = {
#define NUMBER(name, step) {#name, offsetof(struct inc_temper, name), step}
    NUMBER(least, false),       NUMBER(least_portal, false), NUMBER(guard, true),       NUMBER(guard_most, true), NUMBER(guard_harvest, true),
    NUMBER(decay, false),       NUMBER(gather, false),       NUMBER(unknown, false),    NUMBER(walls, false),     NUMBER(worth, false),
    NUMBER(worth_level, false), NUMBER(line, false),         NUMBER(line_more, false),  NUMBER(point, false),     NUMBER(wall, false),
#undef NUMBER
};
enum { NUMBERS = ALEA_LEN(numbers) };

struct evolution {
    double mean[NUMBERS], variance[NUMBERS], path[NUMBERS], step_path[NUMBERS], step;
};

static const struct alea_rules *rules;
static struct alea_playout playout;
static const struct inc_temper *by[INC_SIDES];

static double *number_of(struct inc_temper *temper, int i) { return (double *)(void *)((char *)temper + numbers[i].at); }

static struct inc_temper temper_of(const double mean[]) {
    struct inc_temper temper = {.dusk = 0.15};
    for (int i = 0; i < NUMBERS; i++) *number_of(&temper, i) = numbers[i].step ? fmax(mean[i], 0) : exp(mean[i]);
    temper.decay = fmin(temper.decay, 1);
    return temper;
}

static struct evolution begin_at(struct inc_temper temper) {
    struct evolution at = {.step = 0.25};
    for (int i = 0; i < NUMBERS; i++) {
        double number = *number_of(&temper, i);
        at.mean[i] = numbers[i].step ? number : log(fmax(number, 1e-3));
        at.variance[i] = numbers[i].step ? 4 : 1;
    }
    return at;
}

/* ---- Games ------------------------------------------------------------------------------------------------------------- */

static alea_move choose(const struct alea_bot_turn *turn) {
    int best = 0;
    if (turn->n_legal == 1) return turn->legal[0];
    inc_heuristic_by(turn->rules->tables, turn->view, turn->seat, by[inc_side_of(turn->seat)], turn->legal, turn->n_legal, turn->worth);
    for (int i = 1; i < turn->n_legal; i++)
        if (turn->worth[i] > turn->worth[best]) best = i;
    return turn->legal[best];
}

/* The share of so many games that the side scores. */
static double share_of(int side, const struct inc_temper *own, const struct inc_temper *other, uint64_t seed, long games) {
    static const struct alea_bot bot = {.name = "evolved", .wants_view = true, .choose = choose};
    static const struct alea_player player = {.bot = &bot};
    const struct alea_player *const seats[INC_SIDES] = {&player, &player};
    double sum = 0;
    by[side] = own;
    by[!side] = other;
    for (long i = 0; i < games; i++) {
        double score[ALEA_MAX_SEATS] = {0};
        struct alea_random random[INC_SIDES] = {0}, chance = alea_random_stream(seed, (uint64_t)i);
        alea_playout_run(&playout, seats, random, &chance);
        rules->game->score(rules->tables, playout.pos, score);
        sum += score[side];
    }
    return sum / (double)games;
}

/* ---- Evolution ----------------------------------------------------------------------------------------------------------- */

static double normal(struct alea_random *random) {
    double one = (alea_random_below(random, 1u << 30) + 1.0) / (1u << 30), other = alea_random_below(random, 1u << 30) / (double)(1u << 30);
    return sqrt(-2 * log(one)) * cos(6.283185307179586 * other);
}

struct tried {
    double drawn[NUMBERS], won;
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
    const double parents = 1 / squares, n = NUMBERS, faster = (n + 2) / 3;
    const double step_rate = (parents + 2) / (n + parents + 5), damping = 1 + step_rate + 2 * fmax(0, sqrt((parents - 1) / (n + 1)) - 1);
    const double path_rate = 4 / (n + 4), one_rate = faster * 2 / ((n + 1.3) * (n + 1.3) + parents);
    const double all_rate = fmin(1 - one_rate, faster * 2 * (parents - 2 + squares) / ((n + 2) * (n + 2) + parents));
    for (int i = 0; i < NUMBERS; i++) {
        double moved = 0, spread = 0, deviation = sqrt(at->variance[i]);
        for (int p = 0; p < PARENTS; p++) {
            moved += weight[p] * tried[p].drawn[i];
            spread += weight[p] * tried[p].drawn[i] * tried[p].drawn[i] * at->variance[i];
        }
        at->mean[i] += at->step * deviation * moved;
        if (numbers[i].step) at->mean[i] = fmax(at->mean[i], 0);
        at->step_path[i] = (1 - step_rate) * at->step_path[i] + sqrt(step_rate * (2 - step_rate) * parents) * moved;
        at->path[i] = (1 - path_rate) * at->path[i] + sqrt(path_rate * (2 - path_rate) * parents) * deviation * moved;
        at->variance[i] = (1 - one_rate - all_rate) * at->variance[i] + one_rate * at->path[i] * at->path[i] + all_rate * spread;
        length += at->step_path[i] * at->step_path[i];
    }
    const double usual = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
    at->step = fmin(0.5, fmax(0.08, at->step * exp(fmin(0.2, step_rate / damping * (sqrt(length) / usual - 1)))));
}

/* What those that were tried won, in the mean. Every second one is the first's mirror image. */
static double generation(struct evolution *at, int side, const struct inc_temper other[], const double weight[], int others,
                         struct alea_random *random, long games) {
    struct tried tried[TRIED];
    double mean = 0;
    const uint64_t seed = (uint64_t)alea_random_below(random, 1u << 30) << 8;
    for (int k = 0; k < TRIED; k++) {
        double place[NUMBERS], sum = 0;
        for (int i = 0; i < NUMBERS; i++) {
            tried[k].drawn[i] = k % 2 ? -tried[k - 1].drawn[i] : normal(random);
            place[i] = at->mean[i] + at->step * sqrt(at->variance[i]) * tried[k].drawn[i];
        }
        const struct inc_temper temper = temper_of(place);
        tried[k].won = 0;
        for (int o = 0; o < others; o++) {
            tried[k].won += weight[o] * share_of(side, &temper, &other[o], seed + (uint64_t)o, games);
            sum += weight[o];
        }
        tried[k].won /= sum;
        mean += tried[k].won / TRIED;
    }
    qsort(tried, TRIED, sizeof *tried, more_won);
    move_towards(at, tried);
    return mean;
}

static void evolve(long generations, long games, uint64_t seed) {
    static const double weight[KNOWN + 1 + KEPT] = {0.5, 1, 0.7, 1.5, 0.8, 0.8}; /* known ones; of now; of before */
    struct alea_random random = alea_random_stream(seed, 1);
    struct inc_temper other[INC_SIDES][KNOWN + 1 + KEPT]; /* what the other side meets */
    struct evolution at[INC_SIDES];
    for (int side = 0; side < INC_SIDES; side++) {
        for (uint32_t i = 0; i < KNOWN; i++) inc_temper_of(rules->tables, side, i, &other[side][i]);
        for (int i = KNOWN; i < KNOWN + 1 + KEPT; i++) other[side][i] = other[side][1];
        at[side] = begin_at(other[side][1]);
    }
    for (long g = 0; g < generations; g++) {
        for (int side = 0; side < INC_SIDES; side++) {
            double won = generation(&at[side], side, other[!side], weight, KNOWN + 1 + KEPT, &random, games);
            struct inc_temper temper = temper_of(at[side].mean);
            printf("%ld %s %.3f", g, side == INC_DEFENDERS ? "Defenders" : "Raiders", won);
            for (int i = 0; i < NUMBERS; i++) printf("%s .%s = %.4g", i ? "," : "", numbers[i].name, *number_of(&temper, i));
            printf("\n");
            fflush(stdout);
        }
        for (int side = 0; side < INC_SIDES; side++) {
            other[side][KNOWN] = temper_of(at[side].mean);
            if (g % KEEP_EVERY == KEEP_EVERY - 1) other[side][KNOWN + 1 + g / KEEP_EVERY % KEPT] = other[side][KNOWN];
        }
    }
}

int main(int argc, char **argv) {
    struct alea_error error = {.lang = ALEA_EN};
    char map[32];
    const long generations = argc == 5 ? strtol(argv[2], NULL, 10) : 0, games = argc == 5 ? strtol(argv[3], NULL, 10) : 0;
    if (generations <= 0 || games <= 0) {
        fprintf(stderr, "usage: train_tempers MAP GENERATIONS GAMES SEED, as in: train_tempers small 12 60 1\n");
        return 2;
    }
    snprintf(map, sizeof map, "map=%s", argv[1]);
    rules = alea_rules_new(alea_game_find("incursio"), INC_SIDES, (const char *const[]){map}, 1, NULL, &error);
    if (!rules || !alea_playout_init(&playout, rules, false)) {
        fprintf(stderr, "train_tempers: %s\n", error.text);
        return 2;
    }
    evolve(generations, games, strtoull(argv[4], NULL, 10));
    return 0;
}
