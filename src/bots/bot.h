/* SPDX-License-Identifier: MIT */
/* bot.h - players that are programs, and whole games played by them.
 *
 * A bot is a pure function of what its seat may know and of a random stream of its own: the same turn and the same stream
 * give the same move. It never sees the true position. Choosing allocates nothing. */
#ifndef ALEA_BOT_H
#define ALEA_BOT_H

#include "alea.h"

/* A decision to make. */
struct alea_bot_turn {
    const struct alea_rules *rules;
    int seat;
    void *view;             /* what `seat` may know, for the bot to write on; NULL for bots that want no view */
    const alea_move *legal; /* ascending; the law says that they follow from the view alone */
    int n_legal;            /* at least 1 */
    double *worth;          /* n_legal numbers, for the bot to write on */
    struct alea_random *random;
};

struct alea_bot {
    const char *name;
    const char *in[ALEA_LANGS]; /* what it does, in a few words */
    bool wants_view;            /* false: it looks at the legal moves alone, and no view is made for it */
    bool uniform;               /* choose() is alea_bot_any() and nothing else: playouts take the short way */
    alea_move (*choose)(const struct alea_bot_turn *turn);
};

/* One of the n legal moves, all equally likely: alea_random_below(n) of which the first word was drawn already. A playout
 * draws it before the moves are listed, so that the processor does both at once. */
static inline alea_move alea_bot_any(const alea_move legal[], int n, uint32_t word, struct alea_random *random) {
    uint64_t product = (uint64_t)word * (uint32_t)n;
    if ((uint32_t)product < (uint32_t)n) {
        uint32_t threshold = (0u - (uint32_t)n) % (uint32_t)n;
        while ((uint32_t)product < threshold) product = (uint64_t)alea_random_word(random) * (uint32_t)n;
    }
    return legal[product >> 32];
}

extern const struct alea_bot alea_bot_random, alea_bot_greedy, alea_bot_idle;

const struct alea_bot *alea_bot_at(int index);          /* in alphabetical order; NULL past the end */
const struct alea_bot *alea_bot_find(const char *name); /* NULL if there is none */

/* ---- Playouts: a game from the setup to its end, as fast as the game allows ------------------------------------------ */

/* A ply as it was played. */
struct alea_bot_ply {
    alea_move move;
    int seat; /* a seat or ALEA_CHANCE */
};

/* Buffers of one thread, and what the last game was. */
struct alea_playout {
    const struct alea_rules *rules; /* borrowed */
    void *start, *pos, *view;       /* three positions in one block that `start` owns; `pos` is where the game ended */
    alea_move *legal;
    double *worth;
    struct alea_bot_ply *record; /* NULL unless asked for; max_plies of the game */
    long plies;                  /* moves of all, chance included */
    long steps;                  /* moves of seats */
    bool over;                   /* false: given up at the game's max_plies */
};

/* False if memory is short; clear it in any case. */
bool alea_playout_init(struct alea_playout *playout, const struct alea_rules *rules, bool record);
void alea_playout_clear(struct alea_playout *playout);

/* Plays one game: bot[i] and its stream random[i] are seat i's, `chance` throws the dice. Of several seats that may move
 * the lowest does. Allocates nothing. */
void alea_playout_run(struct alea_playout *playout, const struct alea_bot *const bot[], struct alea_random random[],
                      struct alea_random *chance);

#endif
