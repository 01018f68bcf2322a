/* SPDX-License-Identifier: MIT */
/* play.c - the games of one task, and what is kept of each. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"

/* Streams that no other use of the seed has: what bots draw from. */
static const uint64_t SEAT_SEED = UINT64_C(0x1ab0b075eed5a1ea);

struct lab_table {
    const struct lab_plan *plan;
    const atomic_bool *stop;
    struct alea_playout *playout; /* one a variant, made when it is wanted */
    struct alea_player *player;   /* one a slot and variant, opened when it is wanted */
    int slots;
    void *before, *pos; /* positions of the game that is looked at again */
};

int lab_tallies(const struct alea_game *game) {
    int n = 0;
    for (int i = 0; i < game->study.n_statistics; i++) n += game->study.statistics[i].rows * game->study.statistics[i].cols;
    return n;
}

int lab_game_numbers(const struct lab_plan *plan) { return LAB_SCORE + plan->seats + lab_tallies(plan->game); }

int lab_task_numbers(const struct lab_plan *plan, long task) {
    return plan->cell[task % plan->n_cells].games * lab_game_numbers(plan);
}

const struct alea_field *lab_ending(const struct alea_game *game) {
    for (int i = 0; game->study.ending && i < game->n_fields; i++)
        if (strcmp(game->fields[i].name, game->study.ending) == 0) return &game->fields[i];
    return NULL;
}

/* ---- Tables ----------------------------------------------------------------------------------------------------------- */

/* A player sits at one seat at a time: of a list of bots each place has its own, in a tournament each bot. */
static int slot_of(const struct lab_table *table, const struct lab_cell *cell, int place) {
    int slot = table->plan->kind == LAB_TOURNAMENT ? cell->bot[place] : place;
    return cell->variant * table->slots + slot;
}

struct lab_table *lab_table_new(const struct lab_plan *plan, const atomic_bool *stop) {
    struct lab_table *table = calloc(1, sizeof *table);
    size_t variants = (size_t)plan->n_variants, size = plan->game->position_size;
    int slots = plan->kind == LAB_TOURNAMENT ? plan->n_bots : plan->seats;
    if (!table) return NULL;
    *table = (struct lab_table){.plan = plan,
                                .stop = stop,
                                .playout = calloc(variants, sizeof *table->playout),
                                .player = calloc(variants * (size_t)slots, sizeof *table->player),
                                .slots = slots,
                                .before = calloc(1, size),
                                .pos = calloc(1, size)};
    if (table->playout && table->player && table->before && table->pos) return table;
    lab_table_free(table);
    return NULL;
}

void lab_table_free(struct lab_table *table) {
    if (!table) return;
    int variants = table->plan->n_variants;
    for (int v = 0; v < variants && table->playout; v++) alea_playout_clear(&table->playout[v]);
    for (int i = 0; i < variants * table->slots && table->player; i++) alea_player_close(&table->player[i]);
    free(table->playout);
    free(table->player);
    free(table->before);
    free(table->pos);
    free(table);
}

/* Makes ready what a cell needs. 0 or errno. */
static int open_cell(struct lab_table *table, const struct lab_cell *cell) {
    const struct lab_plan *plan = table->plan;
    const struct alea_rules *rules = plan->variant[cell->variant].rules;
    struct alea_playout *playout = &table->playout[cell->variant];
    if (!playout->start) {
        if (!alea_playout_init(playout, rules, plan->game->study.n_statistics > 0)) return ENOMEM;
        playout->stop = table->stop;
    }
    for (int i = 0; i < plan->seats; i++) {
        struct alea_player *player = &table->player[slot_of(table, cell, i)];
        if (!player->bot && !alea_player_open(player, rules, &plan->bot[cell->bot[i]])) return ENOMEM;
        const struct alea_conduct *conduct = alea_player_conduct(player);
        if (conduct && conduct->failed) return ECHILD;
    }
    return 0;
}

/* ---- Conduct ---------------------------------------------------------------------------------------------------------- */

void lab_conduct_add(struct alea_conduct *sum, const struct alea_conduct *more) {
    if (!more) return;
    sum->failed |= more->failed;
    sum->games += more->games;
    sum->turns += more->turns;
    sum->stood_in += more->stood_in;
    sum->late += more->late;
    sum->refused += more->refused;
    sum->babbled += more->babbled;
    sum->crashed += more->crashed;
    memcpy(sum->name, more->name, sizeof sum->name);
    if (more->last[0]) memcpy(sum->last, more->last, sizeof sum->last);
}

void lab_table_conduct(const struct lab_table *table, struct alea_conduct conduct[]) {
    const struct lab_plan *plan = table->plan;
    for (int v = 0; v < plan->n_variants; v++) {
        for (int slot = 0; slot < table->slots; slot++) {
            const struct alea_player *player = &table->player[v * table->slots + slot];
            int bot = plan->kind == LAB_TOURNAMENT ? slot : plan->cell[v].bot[slot];
            if (player->bot) lab_conduct_add(&conduct[bot], alea_player_conduct(player));
        }
    }
}

/* ---- Games ------------------------------------------------------------------------------------------------------------ */

/* Plays the game again from its record, for the statistics. */
static void observe(const struct lab_table *table, const struct alea_playout *playout, double tally[]) {
    const struct alea_game *game = table->plan->game;
    const void *tables = playout->rules->tables;
    int n = lab_tallies(game);
    for (int i = 0; i < n; i++) tally[i] = -0.0; /* x + -0 is x, and a sum of numbers that are not -0 isn't -0 */
    if (!game->study.observe || n == 0) return;
    memcpy(table->pos, playout->start, game->position_size);
    for (long ply = 0; ply < playout->plies; ply++) {
        const struct alea_bot_ply *done = &playout->record[ply];
        memcpy(table->before, table->pos, game->position_size);
        game->apply(tables, table->pos, done->seat, done->move, NULL);
        game->study.observe(tables, table->before, done->seat, done->move, table->pos, tally);
    }
}

static void keep(const struct lab_table *table, const struct alea_playout *playout, double numbers[]) {
    const struct lab_plan *plan = table->plan;
    const struct alea_game *game = plan->game;
    const void *tables = playout->rules->tables;
    const struct alea_field *outcome = lab_ending(game);
    uint64_t firsts = 0;
    unsigned end = outcome && playout->over ? ((const unsigned char *)playout->pos)[outcome->offset] : LAB_ENDS;
    for (int seat = 0; seat < plan->seats && playout->over; seat++)
        if (alea_place(playout->rules, playout->pos, seat) == 1) firsts |= alea_actor(seat);
    numbers[LAB_ROUNDS] = game->round(tables, playout->pos);
    numbers[LAB_PLIES] = (double)playout->plies;
    numbers[LAB_OVER] = playout->over;
    numbers[LAB_END] = end < LAB_ENDS ? end : LAB_ENDS;
    numbers[LAB_FIRSTS] = (double)firsts;
    for (int seat = 0; seat < plan->seats; seat++) numbers[LAB_SCORE + seat] = 1.0 / plan->seats;
    if (playout->over) game->score(tables, playout->pos, &numbers[LAB_SCORE]);
    observe(table, playout, &numbers[LAB_SCORE + plan->seats]);
}

int lab_table_play(struct lab_table *table, long task, double numbers[]) {
    const struct lab_plan *plan = table->plan;
    const struct lab_cell *cell = &plan->cell[task % plan->n_cells];
    struct alea_playout *playout = &table->playout[cell->variant];
    uint64_t block = (uint64_t)(task / plan->n_cells);
    int failed = open_cell(table, cell);
    if (failed) return failed;
    for (int game = 0; game < cell->games; game++, numbers += lab_game_numbers(plan)) {
        const struct alea_player *player[ALEA_MAX_SEATS];
        struct alea_random random[ALEA_MAX_SEATS], chance = alea_random_stream(plan->seed, block);
        for (int i = 0; i < plan->seats; i++) {
            int seat = (i + game) % plan->seats;
            player[seat] = &table->player[slot_of(table, cell, i)];
            random[seat] =
                alea_random_stream(alea_random_mix(plan->seed ^ SEAT_SEED), block * ALEA_MAX_SEATS + (uint64_t)seat);
        }
        alea_playout_run(playout, player, random, &chance);
        if (table->stop && atomic_load_explicit(table->stop, memory_order_relaxed)) return EINTR;
        keep(table, playout, numbers);
    }
    return 0;
}
