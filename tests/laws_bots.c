/* SPDX-License-Identifier: MIT */
/* laws_bots.c - laws of bots: with one view and one stream a bot makes one move, and a legal one. */
#include "laws.h"

#include "../src/bots/bot.h"

#include <string.h>

static alea_move choice_of(struct law_run *run, const struct alea_bot *bot, int seat, struct alea_random random) {
    law_view(run, run->position, seat, run->spare[0]);
    memcpy(run->moves[0], run->legal[seat], (size_t)run->n_legal[seat] * sizeof *run->moves[0]);
    struct alea_bot_turn turn = {.rules = run->rules,
                                 .seat = seat,
                                 .view = run->spare[0],
                                 .legal = run->moves[0],
                                 .n_legal = run->n_legal[seat],
                                 .worth = run->worth[0],
                                 .random = &random};
    const struct alea_bot_spec spec = {.bot = bot, .budget = {.iterations = alea_bot_plans_ahead(run->rules, bot) ? 2 : 8}};
    struct alea_player player;
    bool open = alea_player_open(&player, run->rules, &spec);
    if (open && !player.bot->wants_view) turn.view = NULL;
    alea_move chosen = open ? alea_player_choose(&player, &turn) : 0;
    alea_player_close(&player);
    return chosen;
}

static bool bots_are_functions(struct law_run *run) {
    for (int i = 0; alea_bot_at(i); i++)
        for (int seat = 0; seat < run->seats; seat++) {
            if (!run->n_legal[seat]) continue;
            const struct alea_bot *bot = alea_bot_at(i);
            struct alea_random random = run->random;
            /* One choice of a bot that plans costs as much as hundreds of the others'. */
            if (alea_random_word(&run->random) % 32 && alea_bot_plans_ahead(run->rules, bot)) continue;
            alea_move first = choice_of(run, bot, seat, random), second = choice_of(run, bot, seat, random);
            if (first != second)
                return law_broken(run, "%s answers '%s', then '%s'", bot->name, law_move_name(run, first),
                                  law_move_name(run, second));
            if (!law_has_move(run->legal[seat], run->n_legal[seat], first))
                return law_broken(run, "%s answers '%s', which is not legal", bot->name, law_move_name(run, first));
        }
    return true;
}

const struct law laws_bots[] = {
    {"bots", "a bot's move is legal and a function of view and stream", bots_are_functions, LAW_NODE, LAW_DEAR},
};
const int n_laws_bots = ALEA_LEN(laws_bots);
