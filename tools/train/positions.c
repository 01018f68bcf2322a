/* SPDX-License-Identifier: MIT */
/* positions.c - positions of Polis and how their games ended, for tools/train/fit.py.
 *
 * Until a moment of each game its sides play by styles of the pool, and one choice in eight is any move, so that positions that search
 * would never reach are judged as well; from then on `search` plays both. Each record, written to stdout, is one of those positions
 * as evaluation.c and net.c look at it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net.h"
#include "search.h"

enum { EVERY = 3, ANY = 8, MOST_PLIES = 2000 };

struct record {
    uint32_t game;
    uint8_t mode, phase, result, end; /* result: 2 Sparta won, 1 drawn */
    float chance, linear;             /* Sparta's, as the search saw it; as the linear estimate does */
    float look[POLIS_FEATURES];
    int16_t input[POLIS_NET_INPUTS];
};

struct table {
    struct alea_rules *rules;
    struct alea_playout playout;
    struct alea_player player[POLIS_TEMPERS + 1]; /* styles; search, last */
    struct record record[MOST_PLIES];
    int n, games;
};

static struct alea_player player_of(const struct alea_rules *rules, const char *words) {
    struct alea_bot_spec spec;
    struct alea_player player;
    if (alea_bot_spec_read(words, &spec, NULL) || !alea_player_open(&player, rules, &spec)) exit(2);
    return player;
}

static void sit_down(struct table *table, const char *siege, const char *search) {
    char words[64];
    struct alea_error error = {.lang = ALEA_EN};
    snprintf(words, sizeof words, "siege=%s", siege);
    const char *option = words;
    table->rules = alea_rules_new(alea_game_find("polis"), POLIS_SIDES, &option, 1, NULL, &error);
    if (!table->rules || !alea_playout_init(&table->playout, table->rules, false)) exit(2);
    for (uint32_t i = 0; i < POLIS_TEMPERS; i++) {
        snprintf(words, sizeof words, "style:%s", polis_style(i));
        table->player[i] = player_of(table->rules, words);
    }
    table->player[POLIS_TEMPERS] = player_of(table->rules, search);
}

static void note(struct table *table, int seat, const struct alea_bot_turn *turn) {
    const struct polis_tables *t = table->rules->tables;
    struct record *record = &table->record[table->n];
    struct search_edge best;
    double x[POLIS_FEATURES], share[POLIS_SIDES];
    if (table->n == MOST_PLIES) return;
    memset(record, 0, sizeof *record);
    struct polis_position settled = *(const struct polis_position *)table->playout.pos, *p = &settled;
    if (p->step == POLIS_STEP_SIEGE_DIE || p->step == POLIS_STEP_FORCE_ONCE) return;
    polis_settle(t, p);
    if (p->step == POLIS_STEP_OVER) return;
    polis_look(t, p, x);
    polis_net_look(t, p, x, record->input);
    for (int i = 0; i < POLIS_FEATURES; i++) record->look[i] = (float)x[i];
    polis_evaluation(t, p, share);
    search_weighed(turn->room, turn->legal, turn->n_legal, &best, 1);
    double chance = best.visits ? best.value / best.visits : 0.5;
    record->linear = (float)share[POLIS_SPARTA];
    record->chance = (float)(seat == POLIS_SPARTA ? chance : 1 - chance);
    record->game = (uint32_t)table->games;
    record->mode = (uint8_t)t->mode;
    record->phase = (uint8_t)polis_phase(p);
    table->n++;
}

static alea_move decide(struct table *table, int seat, const struct alea_player *player, struct alea_random *random,
                        bool counts) {
    struct alea_playout *playout = &table->playout;
    const struct alea_game *game = table->rules->game;
    struct alea_bot_turn turn = {
        .rules = table->rules, .seat = seat, .legal = playout->legal, .worth = playout->worth, .random = random};
    turn.n_legal = game->legal(table->rules->tables, playout->pos, seat, playout->legal);
    memcpy(playout->view, playout->pos, game->position_size);
    alea_hide(table->rules, playout->view, seat);
    turn.view = playout->view;
    alea_move move = alea_player_choose(player, &turn);
    if (counts && turn.n_legal > 1) note(table, seat, &turn);
    return move;
}

static void play(struct table *table, uint64_t seed) {
    const struct alea_game *game = table->rules->game;
    const void *tables = table->rules->tables;
    struct alea_random random = alea_random_stream(seed, (uint64_t)table->games);
    struct polis_position *p = table->playout.pos;
    const struct alea_player *style[POLIS_SIDES], *search = &table->player[POLIS_TEMPERS];
    for (int side = 0; side < POLIS_SIDES; side++) style[side] = &table->player[alea_random_below(&random, POLIS_TEMPERS)];
    long moment = alea_random_below(&random, 3) ? (long)alea_random_below(&random, 400) : 0;
    memcpy(p, table->playout.start, sizeof *p);
    alea_actors actors;
    table->n = 0;
    for (long ply = 0; ply < game->max_plies && (actors = game->actors(tables, p)) != ALEA_ACTORS_OVER; ply++) {
        int seat = __builtin_ctzll(actors);
        alea_move move;
        if (actors == ALEA_ACTORS_CHANCE) {
            move = game->roll(tables, p, &random);
        } else if (ply >= moment) {
            move = decide(table, seat, search, &random, alea_random_below(&random, EVERY) == 0);
        } else if (alea_random_below(&random, ANY) == 0) {
            int n = game->legal(tables, p, seat, table->playout.legal);
            move = table->playout.legal[alea_random_below(&random, (uint32_t)n)];
        } else {
            move = decide(table, seat, style[seat], &random, false);
        }
        game->apply(tables, p, seat, move, NULL);
    }
}

static void write_down(struct table *table) {
    const struct polis_position *p = table->playout.pos;
    for (int i = 0; i < table->n; i++) {
        table->record[i].result = p->winners == 3 ? 1 : p->winners & 1 ? 2 : 0;
        table->record[i].end = p->outcome;
    }
    fwrite(table->record, sizeof *table->record, (size_t)table->n, stdout);
    fflush(stdout);
}

int main(int argc, char **argv) {
    static const char *const siege[] = {"standard", "sacrifice", "diceless", "diceless_sacrifice"};
    static struct table table[ALEA_LEN(siege)];
    const long games = argc == 4 ? strtol(argv[2], NULL, 10) : 0;
    if (games <= 0) {
        fprintf(stderr, "usage: train_positions SEARCH GAMES SEED, as in: train_positions search:100it 4000 1\n");
        return 2;
    }
    for (size_t i = 0; i < ALEA_LEN(siege); i++) sit_down(&table[i], siege[i], argv[1]);
    for (int game = 0; game < games; game++) {
        struct table *at = &table[(size_t)game % ALEA_LEN(siege)];
        at->games = game;
        play(at, strtoull(argv[3], NULL, 10));
        write_down(at);
    }
    return 0;
}
