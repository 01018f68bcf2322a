/* SPDX-License-Identifier: MIT */
/* random.c - the bot `random`: every legal move is equally likely. */
#include "bot.h"

static alea_move choose(const struct alea_bot_turn *turn) {
    return alea_bot_any(turn->legal, turn->n_legal, alea_random_word(turn->random), turn->random);
}

const struct alea_bot alea_bot_random = {
    .name = "random",
    .in = {"una mossa legale a caso", "any legal move, at random"},
    .uniform = true,
    .choose = choose,
};
