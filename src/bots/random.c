/* SPDX-License-Identifier: MIT */
/* random.c - the bot `random`: every legal move is equally likely. */
#include "bot.h"
#include "engine_text.h"

static alea_move choose(const struct alea_bot_turn *turn) {
    return alea_bot_any(turn->legal, turn->n_legal, alea_random_word(turn->random), turn->random);
}

const struct alea_bot alea_bot_random = {
    .name = "random",
    .in = {ENGINE_SAY_BOT_RANDOM},
    .uniform = true,
    .choose = choose,
};
