/* SPDX-License-Identifier: MIT */
/* greedy.c - the bot `greedy`: completes what it knows by a guess (where the game can't do without), and plays the
 * move that then looks best to a sensible player, one choice ahead; among equals, any. */
#include "bot.h"
#include "engine_text.h"

alea_move alea_bot_like(const struct alea_bot_turn *turn, uint32_t temper) {
    if (turn->n_legal == 1) return turn->legal[0];
    if (!turn->rules->game->strategy.heuristic_of_views) alea_determinize(turn->rules, turn->view, turn->seat, turn->random);
    alea_tempered(turn->rules, turn->view, turn->seat, temper, turn->legal, turn->n_legal, turn->worth);

    alea_move best = turn->legal[0];
    double best_worth = 0;
    uint32_t equals = 0;
    for (int i = 0; i < turn->n_legal; i++) {
        double worth = turn->worth[i];
        if (equals == 0 || worth > best_worth) {
            best = turn->legal[i];
            best_worth = worth;
            equals = 1;
        } else if (!(worth < best_worth) && alea_random_below(turn->random, ++equals) == 0) {
            best = turn->legal[i]; /* the n-th of n equals replaces the others with chance 1/n: all are equally likely */
        }
    }
    return best;
}

static alea_move choose(const struct alea_bot_turn *turn) { return alea_bot_like(turn, 0); }

const struct alea_bot alea_bot_greedy = {
    .name = "greedy",
    .in = {ENGINE_SAY_BOT_GREEDY},
    .wants_view = true,
    .choose = choose,
};
