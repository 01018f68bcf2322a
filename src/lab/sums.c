/* SPDX-License-Identifier: MIT */
/* sums.c - samples added up, in the order of their tasks. */
#include <stdlib.h>
#include <string.h>

#include "lab.h"

/* ---- Room ------------------------------------------------------------------------------------------------------------- */

int lab_pair(const struct lab_plan *plan, int a, int b) { return a * plan->n_variants + b; }

bool lab_sums_init(struct lab_sums *sums, const struct lab_plan *plan) {
    size_t cells = (size_t)plan->n_cells, variants = (size_t)plan->n_variants;
    int tallies = lab_tallies(plan->game);
    *sums = (struct lab_sums){.plan = plan, .sprt = plan->sprt};
    sums->cell = calloc(cells, sizeof *sums->cell);
    sums->difference = calloc(variants * variants * LAB_FIGURES, sizeof *sums->difference);
    sums->figure = calloc(cells * LAB_FIGURES, sizeof *sums->figure);
    sums->group = calloc(LAB_GROUPS * cells * ALEA_MAX_SEATS, sizeof *sums->group);
    bool fine = sums->cell && sums->difference && sums->figure && sums->group;
    for (int c = 0; c < plan->n_cells && fine; c++) {
        sums->cell[c].statistic = calloc((size_t)tallies + 1, sizeof *sums->cell[c].statistic);
        sums->cell[c].blocks_mean = calloc((size_t)plan->blocks, sizeof *sums->cell[c].blocks_mean);
        fine = sums->cell[c].statistic && sums->cell[c].blocks_mean;
    }
    return fine;
}

void lab_sums_clear(struct lab_sums *sums) {
    for (int c = 0; sums->cell && c < sums->plan->n_cells; c++) {
        free(sums->cell[c].statistic);
        free(sums->cell[c].blocks_mean);
    }
    free(sums->cell);
    free(sums->difference);
    free(sums->figure);
    free(sums->group);
    *sums = (struct lab_sums){.cell = NULL};
}

/* ---- One block of one cell -------------------------------------------------------------------------------------------- */

/* A block in the making: sums over its games. */
struct block {
    double place[ALEA_MAX_SEATS], seat[ALEA_MAX_SEATS], rounds, plies;
};

static void add_winners(struct lab_cell_sums *sums, const struct lab_cell *cell, int seats, int game,
                        const double *numbers) {
    uint64_t firsts = (uint64_t)numbers[LAB_FIRSTS];
    bool over = numbers[LAB_OVER] > 0;
    for (int i = 0; i < seats; i++) {
        int seat = (i + game) % seats, who = 0;
        bool first = firsts & alea_actor(seat), alone = firsts == alea_actor(seat);
        while (cell->who[who] != cell->bot[i]) who++;
        if (alone) sums->who[who].won++;
        else if (first || !over) sums->who[who].drawn++;
        else sums->who[who].lost++;
        sums->seat_wins[seat] += alone;
    }
}

static void add_game(struct lab_cell_sums *sums, struct block *block, const struct lab_plan *plan,
                     const struct lab_cell *cell, int game, const double *numbers) {
    int round = (int)numbers[LAB_ROUNDS], end = (int)numbers[LAB_END];
    for (int i = 0; i < plan->seats; i++) {
        int seat = (i + game) % plan->seats;
        block->place[i] += numbers[LAB_SCORE + seat];
        block->seat[seat] += numbers[LAB_SCORE + seat];
    }
    block->rounds += numbers[LAB_ROUNDS];
    block->plies += numbers[LAB_PLIES];
    sums->games++;
    sums->unfinished += !(numbers[LAB_OVER] > 0);
    sums->ended[round < 0 ? 0 : round < LAB_MAX_ROUNDS ? round : LAB_MAX_ROUNDS]++;
    if (end < LAB_ENDS) sums->end[end]++;
    add_winners(sums, cell, plan->seats, game, numbers);
}

/* Statistics: per game, per game that has a number, or per unit of another statistic. */
static void add_statistics(struct lab_cell_sums *sums, const struct lab_plan *plan, int games, const double *numbers) {
    const struct alea_game *game = plan->game;
    int first[ALEA_MAX_TALLIES], at = 0, size = lab_game_numbers(plan);
    const double *tally = &numbers[LAB_SCORE + plan->seats];
    for (int s = 0; s < game->study.n_statistics; s++) {
        first[s] = at;
        at += game->study.statistics[s].rows * game->study.statistics[s].cols;
    }
    at = 0;
    for (int s = 0; s < game->study.n_statistics; s++) {
        const struct alea_statistic *statistic = &game->study.statistics[s];
        for (int i = 0; i < statistic->rows * statistic->cols; i++, at++) {
            double x = 0, y = 0;
            for (int g = 0; g < games; g++) {
                double value = tally[g * size + at];
                bool there = !(value == 0 && __builtin_signbit(value)); /* -0: nothing was added */
                x += there ? value : 0;
                y += statistic->of >= 0 ? tally[g * size + first[statistic->of] + i] + 0.0 : there || !statistic->missing;
            }
            lab_moments_add(&sums->statistic[at], x, y);
        }
    }
}

static void add_block(struct lab_sums *sums, int c, long number, const double *numbers) {
    const struct lab_plan *plan = sums->plan;
    const struct lab_cell *cell = &plan->cell[c];
    struct lab_cell_sums *into = &sums->cell[c];
    struct block block = {.rounds = 0};
    double games = cell->games, *figure = &sums->figure[c * LAB_FIGURES];
    for (int game = 0; game < cell->games; game++)
        add_game(into, &block, plan, cell, game, numbers + game * lab_game_numbers(plan));

    for (int who = 0; who < cell->n_who; who++) {
        double points = 0, seats = 0;
        for (int i = 0; i < plan->seats; i++)
            if (cell->bot[i] == cell->who[who]) points += block.place[i], seats += games;
        lab_moments_add(&into->who[who].score, points, seats);
        figure[who] = points / seats;
    }
    for (int seat = 0; seat < plan->seats; seat++) {
        lab_moments_add(&into->seat[seat], block.seat[seat], games);
        figure[ALEA_MAX_SEATS + seat] = block.seat[seat] / games;
        sums->group[(number % LAB_GROUPS * plan->n_cells + c) * ALEA_MAX_SEATS + seat] += block.place[seat] / games;
    }
    lab_moments_add(&into->rounds, block.rounds, games);
    lab_moments_add(&into->plies, block.plies, games);
    figure[2 * ALEA_MAX_SEATS] = block.rounds / games;
    figure[2 * ALEA_MAX_SEATS + 1] = block.plies / games;
    add_statistics(into, plan, cell->games, numbers);
    into->blocks_mean[number] = figure[0];
}

/* ---- Blocks of all cells ---------------------------------------------------------------------------------------------- */

/* A line-up has a cell for each variant, one after the other; variants are compared by the first line-up. */
static void add_differences(struct lab_sums *sums) {
    int n = sums->plan->n_variants;
    for (int a = 0; a < n; a++) {
        for (int b = a + 1; b < n; b++) {
            struct lab_moments *difference = &sums->difference[lab_pair(sums->plan, a, b) * LAB_FIGURES];
            for (int f = 0; f < LAB_FIGURES; f++)
                lab_moments_add(&difference[f], sums->figure[b * LAB_FIGURES + f] - sums->figure[a * LAB_FIGURES + f], 1);
        }
    }
}

void lab_sums_add(struct lab_sums *sums, long task, const double numbers[]) {
    const struct lab_plan *plan = sums->plan;
    int c = (int)(task % plan->n_cells);
    add_block(sums, c, task / plan->n_cells, numbers);
    if (c < plan->n_cells - 1) return;
    add_differences(sums);
    sums->blocks++;
    if (plan->has_sprt) lab_sprt_add(&sums->sprt, sums->figure[0]);
}
