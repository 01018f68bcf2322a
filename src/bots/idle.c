/* SPDX-License-Identifier: MIT */
/* idle.c - the bot `idle`: does no more than it must, as for somebody who has left the table. It rests where a verb says that this is
 * resting, and else plays like `greedy`. */
#include "bot.h"
#include "engine_text.h"

static alea_move choose(const struct alea_bot_turn *turn) {
    const struct alea_verb *verbs = turn->rules->game->texts->verbs;
    for (int i = 0; i < turn->n_legal; i++)
        if (verbs[alea_move_verb(turn->legal[i])].rest) return turn->legal[i];
    return alea_bot_greedy.choose(turn);
}

const struct alea_bot alea_bot_idle = {
    .name = "idle",
    .in = {ENGINE_SAY_BOT_IDLE},
    .wants_view = true,
    .choose = choose,
};
