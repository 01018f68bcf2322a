/* SPDX-License-Identifier: MIT */
/* novice.c - the bot `novice`: a sensible player who makes a beginner's mistakes. What stands behind `beginner`.
 *
 * It overlooks: each place on the board escapes it now and then, with all that could be done there; it forgets: sometimes it ends what it
 * is about though there was still something to do; and it likes its moves by the temper that the game calls a novice's (strategy.novice),
 * which rushes in and fears nothing. Of what it sees it takes the best: no move of its is a mere accident. */
#include <assert.h>

#include "bot.h"
#include "engine_text.h"

enum { OVERLOOKS = 30, FORGETS = 8 /* times in a hundred */ };

static bool happens(struct alea_random *random, uint32_t times) { return alea_random_below(random, 100) < times; }

/* Is it one in so many? */
static bool is_one_of(struct alea_random *random, uint32_t steps) {
    return steps < 2 || alea_random_below(random, steps) == 0;
}

/* Is that place out of its sight, this time? Moves of any verb that point there are. */
static bool overlooked(const struct alea_rules *rules, alea_move move, uint64_t seed) {
    const unsigned set = rules->game->texts->verbs[alea_move_verb(move)].set;
    if (set < ALEA_SET_GAME) return false;
    struct alea_random random = alea_random_stream(seed, (uint64_t)set << 32 | alea_move_arg(move));
    return happens(&random, OVERLOOKS);
}

static bool rests(const struct alea_rules *rules, alea_move move) {
    return rules->game->texts->verbs[alea_move_verb(move)].rest;
}

static alea_move choose(const struct alea_bot_turn *turn) {
    const struct alea_rules *rules = turn->rules;
    if (turn->n_legal == 1) return turn->legal[0];
    const uint64_t seed = alea_bot_seed(turn);
    const bool forgets = happens(turn->random, FORGETS) && is_one_of(turn->random, rules->game->strategy.novice_steps);
    if (!rules->game->strategy.heuristic_of_views) alea_determinize(rules, turn->view, turn->seat, turn->random);
    alea_tempered(rules, turn->view, turn->seat, rules->game->strategy.novice, turn->legal, turn->n_legal, turn->worth);
    int best = -1, seen = -1;
    for (int i = 0; i < turn->n_legal; i++) {
        if (forgets && rests(rules, turn->legal[i])) return turn->legal[i];
        if (best < 0 || turn->worth[i] > turn->worth[best]) best = i;
        if (overlooked(rules, turn->legal[i], seed)) continue;
        if (seen < 0 || turn->worth[i] > turn->worth[seen]) seen = i;
    }
    assert(best >= 0);
    return turn->legal[seen < 0 ? best : seen]; /* it has to do something */
}

const struct alea_bot alea_bot_novice = {
    .name = "novice",
    .in = {ENGINE_SAY_BOT_NOVICE},
    .wants_view = true,
    .choose = choose,
};
