/* SPDX-License-Identifier: MIT */
/* search.c - measures the bot `search` at choices from the middle of games between `greedy` players: how many iterations it makes in a
 * second, and how well it keeps to a limit of time.
 *
 *   bench_search                   iterations a second, game by game
 *   bench_search GAME              of that game alone: `perf record` tells which part of it is the game's
 *   bench_search GAME MS CHOICES   quantiles of the time that it took for choices of MS milliseconds each */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "now.h"
#include "search.h"

/* ---- Choices in the middle of games --------------------------------------------------------------------------------------------- */

struct table {
    struct alea_rules *rules;
    void *pos, *view;
    alea_move *legal;
    double *worth;
    struct alea_random random;
    long ply;
};

static bool sit_down(struct table *table, const struct alea_game *game) {
    struct alea_error error = {.lang = ALEA_EN};
    *table = (struct table){.rules = alea_rules_new(game, game->variants[0].seats, NULL, 0, NULL, &error)};
    table->random = alea_random_stream(1, 0);
    table->pos = calloc(1, game->position_size);
    table->view = calloc(1, game->position_size);
    table->legal = calloc((size_t)game->max_legal, sizeof *table->legal);
    table->worth = calloc((size_t)game->max_legal, sizeof *table->worth);
    if (!table->rules || !table->pos || !table->view || !table->legal || !table->worth) return false;
    game->setup(table->rules->tables, table->pos);
    return true;
}

static void stand_up(struct table *table) {
    alea_rules_free(table->rules);
    free(table->pos);
    free(table->view);
    free(table->legal);
    free(table->worth);
}

static alea_move choose(struct table *table, const struct alea_player *player, int seat, int n) {
    const struct alea_game *game = table->rules->game;
    struct alea_bot_turn turn = {.rules = table->rules,
                                 .seat = seat,
                                 .view = table->view,
                                 .legal = table->legal,
                                 .n_legal = n,
                                 .worth = table->worth,
                                 .random = &table->random};
    memcpy(table->view, table->pos, game->position_size);
    alea_hide(table->rules, table->view, seat);
    return alea_player_choose(player, &turn);
}

/* Plays on by `greedy` to a choice, so many choices further; a game that ends is begun anew. Whose it is; *n: legal moves. */
static int go_on(struct table *table, int choices, int *n) {
    const struct alea_game *game = table->rules->game;
    const void *rules = table->rules->tables;
    const struct alea_player greedy = {.bot = &alea_bot_greedy};
    for (;; table->ply++) {
        alea_actors who = game->actors(rules, table->pos);
        int seat = __builtin_ctzll(who | alea_actor(ALEA_HOST));
        alea_move move;
        if (who == ALEA_ACTORS_OVER || who == ALEA_ACTORS_HOST) {
            memset(table->pos, 0, game->position_size);
            game->setup(rules, table->pos);
            continue;
        }
        if (who == ALEA_ACTORS_CHANCE) {
            move = game->roll(rules, table->pos, &table->random);
        } else {
            *n = game->legal(rules, table->pos, seat, table->legal);
            if (*n > 1 && choices-- == 0) return seat;
            move = choose(table, &greedy, seat, *n);
        }
        game->apply(rules, table->pos, seat, move, NULL);
    }
}

/* ---- How fast ----------------------------------------------------------------------------------------------------------- */

static struct alea_player open_player(const struct table *table, const struct alea_budget *budget) {
    struct alea_player player = {.bot = &alea_bot_search, .room = search_open(table->rules, budget, &search_standard)};
    if (!player.room) exit(1);
    return player;
}

static void tell_speed(const struct alea_game *game) {
    enum { POSITIONS = 60, EVERY = 23 };
    const struct alea_budget budget = {.iterations = 1000};
    struct search_report sum = {0};
    struct table table;
    if (!sit_down(&table, game)) exit(1);
    struct alea_player player = open_player(&table, &budget);
    for (int i = 0, n; i < POSITIONS; i++) {
        int seat = go_on(&table, EVERY, &n);
        (void)choose(&table, &player, seat, n);
        struct search_report report = search_report_of(player.room);
        sum.iterations += report.iterations;
        sum.nodes += report.nodes;
        sum.ns += report.ns;
    }
    printf("%-10s %9.0f iterations a second, %.2f nodes an iteration\n", game->id,
           (double)sum.iterations * 1e9 / (double)sum.ns, (double)sum.nodes / (double)sum.iterations);
    alea_player_close(&player);
    stand_up(&table);
}

/* ---- How punctual -------------------------------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void tell_times(const struct alea_game *game, int ms, int choices) {
    const struct alea_budget budget = {.ms = ms};
    int64_t *took = calloc((size_t)choices, sizeof *took);
    struct table table;
    if (!took || !sit_down(&table, game)) exit(1);
    struct alea_player player = open_player(&table, &budget);
    for (int i = 0, n; i < choices; i++) {
        int seat = go_on(&table, 5, &n);
        int64_t since = alea_now_ns();
        (void)choose(&table, &player, seat, n);
        took[i] = alea_now_ns() - since;
    }
    qsort(took, (size_t)choices, sizeof *took, by_size);
    printf("%s, %d choices of %d ms:", game->id, choices, ms);
    static const double parts[] = {0.5, 0.9, 0.99, 0.999};
    for (size_t i = 0; i < ALEA_LEN(parts); i++)
        printf(" p%g %.2f", 100 * parts[i], (double)took[(size_t)(parts[i] * choices)] / 1e6);
    printf(" most %.2f ms\n", (double)took[choices - 1] / 1e6);
    free(took);
    alea_player_close(&player);
    stand_up(&table);
}

int main(int argc, char **argv) {
    const struct alea_game *game = argc > 1 ? alea_game_find(argv[1]) : NULL;
    long ms = argc > 2 ? strtol(argv[2], NULL, 10) : 0, choices = argc > 3 ? strtol(argv[3], NULL, 10) : 1000;
    if ((argc > 1 && !game) || (argc > 2 && (ms < 1 || ms > 60000 || choices < 1 || choices > 1000000))) {
        fprintf(stderr, "bench_search [GAME [MS [CHOICES]]]\n");
        return 2;
    }
    if (ms) tell_times(game, (int)ms, (int)choices);
    else if (game) tell_speed(game);
    for (int i = 0; !game && alea_game_at(i); i++)
        if (alea_game_at(i)->listed) tell_speed(alea_game_at(i));
    return 0;
}
