/* SPDX-License-Identifier: MIT */
/* style.c - the bot `style:NAME`: `greedy` by another temper of the game's (strategy.tempered). An opponent to be measured against, with
 * likes of its own; at a server's tables nobody is offered one. */
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "engine_text.h"

static bool find(const struct alea_game *game, const char *name, uint32_t *temper) {
    const char *next;
    for (*temper = 0; game->strategy.style && (next = game->strategy.style(*temper)); ++*temper)
        if (strcmp(next, name) == 0) return true;
    return false;
}

bool alea_bot_suits(const struct alea_bot_spec *spec, const struct alea_game *game) {
    uint32_t temper;
    return alea_bot_is_in(spec->bot, game) && (!spec->bot->takes_style || find(game, spec->words + spec->style, &temper));
}

static void *open_room(const struct alea_rules *rules, const struct alea_bot_spec *spec) {
    uint32_t *temper = malloc(sizeof *temper);
    if (temper && find(rules->game, spec->words + spec->style, temper)) return temper;
    free(temper);
    return NULL;
}

static alea_move choose(const struct alea_bot_turn *turn) { return alea_bot_like(turn, *(const uint32_t *)turn->room); }

const struct alea_bot alea_bot_style = {
    .name = "style",
    .in = {ENGINE_SAY_BOT_STYLE},
    .wants_view = true,
    .takes_style = true,
    .open = open_room,
    .close = free,
    .choose = choose,
};
