/* SPDX-License-Identifier: MIT */
/* playout.c - whole games between bots. The loop does nothing per ply but what the game and the bots ask for: no match,
 * no check of legality (bots choose from the legal moves), no allocation. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"

bool alea_playout_init(struct alea_playout *playout, const struct alea_rules *rules, bool record) {
    const struct alea_game *game = rules->game;
    /* Whole cache lines, so that threads never share one. */
    size_t size = (game->position_size + 63) / 64 * 64;
    *playout = (struct alea_playout){.rules = rules};
    playout->start = aligned_alloc(64, 3 * size);
    playout->legal = calloc((size_t)game->max_legal, sizeof *playout->legal);
    playout->worth = calloc((size_t)game->max_legal, sizeof *playout->worth);
    if (record) playout->record = calloc((size_t)game->max_plies, sizeof *playout->record);
    if (!playout->start || !playout->legal || !playout->worth || (record && !playout->record)) return false;
    playout->pos = (unsigned char *)playout->start + size;
    playout->view = (unsigned char *)playout->pos + size;
    memset(playout->start, 0, 3 * size);
    game->setup(rules->opening, playout->start);
    return true;
}

void alea_playout_clear(struct alea_playout *playout) {
    free(playout->start);
    free(playout->legal);
    free(playout->worth);
    free(playout->record);
    *playout = (struct alea_playout){0};
}

/* What the bot `random` would choose from its own stream, without the call. */
static inline alea_move decide_uniform(const struct alea_playout *playout, int seat, struct alea_random *random) {
    const struct alea_rules *rules = playout->rules;
    uint32_t word = alea_random_word(random);
    int n = rules->game->legal(rules->tables, playout->pos, seat, playout->legal);
    assert(n > 0);
    return alea_bot_any(playout->legal, n, word, random);
}

static alea_move decide(struct alea_playout *playout, int seat, const struct alea_player *player,
                        struct alea_random *random) {
    const struct alea_game *game = playout->rules->game;
    const void *tables = playout->rules->tables;
    struct alea_bot_turn turn = {.rules = playout->rules,
                                 .seat = seat,
                                 .legal = playout->legal,
                                 .worth = playout->worth,
                                 .random = random,
                                 .stop = playout->stop};
    turn.n_legal = game->legal(tables, playout->pos, seat, playout->legal);
    assert(turn.n_legal > 0 && turn.n_legal <= game->max_legal);
    if (player->bot->wants_view) {
        memcpy(playout->view, playout->pos, game->position_size);
        alea_hide(playout->rules, playout->view, seat);
        turn.view = playout->view;
    }
    return alea_player_choose(player, &turn);
}

void alea_playout_go_on(struct alea_playout *playout, const void *from, long plies, const struct alea_player *const player[],
                        struct alea_random random[], struct alea_random *chance) {
    const struct alea_game *game = playout->rules->game;
    const void *tables = playout->rules->tables;
    void *pos = playout->pos;
    long first = plies, rolls = 0;
    alea_actors actors;
    memcpy(pos, from, game->position_size);
    for (int seat = 0; seat < playout->rules->seats; seat++) alea_player_begin(player[seat], seat, &random[seat]);
    for (; (actors = game->actors(tables, pos)) != ALEA_ACTORS_OVER && plies < game->max_plies; plies++) {
        int seat = __builtin_ctzll(actors);
        alea_move move;
        if (actors == ALEA_ACTORS_CHANCE) {
            move = game->roll(tables, pos, chance);
            rolls++;
        } else if (player[seat]->bot->uniform) {
            move = decide_uniform(playout, seat, &random[seat]);
        } else {
            if (playout->stop && atomic_load_explicit(playout->stop, memory_order_relaxed)) break;
            move = decide(playout, seat, player[seat], &random[seat]);
        }
        if (playout->record) playout->record[plies] = (struct alea_bot_ply){.move = move, .seat = seat};
        game->apply(tables, pos, seat, move, NULL);
    }
    playout->plies = plies;
    playout->steps = plies - first - rolls;
    playout->over = actors == ALEA_ACTORS_OVER;
    for (int seat = 0; seat < playout->rules->seats && playout->over; seat++) alea_player_over(player[seat], pos);
}

void alea_playout_run(struct alea_playout *playout, const struct alea_player *const player[], struct alea_random random[],
                      struct alea_random *chance) {
    alea_playout_go_on(playout, playout->start, 0, player, random, chance);
}
