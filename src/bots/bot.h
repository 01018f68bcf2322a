/* SPDX-License-Identifier: MIT */
/* bot.h - players that are programs, and whole games played by them.
 *
 * A bot is a pure function of what its seat may know and of a random stream of its own: the same turn and the same stream
 * give the same move (a budget of time, a program of somebody else's can't promise that). It never sees the true position.
 *
 * Three steps: words ("search:2000it") are read into a spec; a spec is opened for rules as a player, which owns its memory; a
 * player chooses. */
#ifndef ALEA_BOT_H
#define ALEA_BOT_H

#include <stdatomic.h>

#include "alea.h"

/* What a bot that decides several moves at once will choose where its seat sees this. Kept from one choice of a seat to the next by
 * whoever asks it; where it is lost, the bot thinks again. */
enum { ALEA_PLAN_STEPS = 512 };
struct alea_plan {
    int steps;
    struct alea_plan_step {
        uint64_t view; /* hash of what is seen */
        alea_move move;
    } step[ALEA_PLAN_STEPS];
};

/* A decision to make. */
struct alea_bot_turn {
    const struct alea_rules *rules;
    int seat;
    void *view;             /* what `seat` may know, for the bot to write on; NULL for bots that want no view */
    const alea_move *legal; /* ascending; the law says that they follow from the view alone */
    int n_legal;            /* at least 1 */
    double *worth;          /* n_legal numbers, for the bot to write on */
    struct alea_random *random;
    void *room;              /* what the bot's open() made; NULL if it has none */
    struct alea_plan *plan;  /* NULL: the player's own is used */
    const atomic_bool *stop; /* NULL, or true once nobody wants the answer any more: any legal move will do then */
    int most_ms;             /* the answer is wanted by then, whatever the budget; 0: no such limit */
    /* Of a bot that plans and keeps its room: it stops after so long, a little more, with the move 0 if it is undecided, and goes on when it
     * is asked again what to do where it sees the same; `most_ms` is of all slices together. 0: it thinks in one go. */
    int slice_ms;
};

/* How long a bot may think about one move; 0: no such limit. */
struct alea_budget {
    long iterations;
    int ms;
    int threads; /* 0 and 1: the caller's alone */
};

struct alea_bot_spec;

struct alea_bot {
    const char *name;
    const char *in[ALEA_LANGS]; /* what it does, in a few words */
    bool wants_view;            /* false: it looks at the legal moves alone, and no view is made for it */
    bool uniform;               /* choose() is alea_bot_any() and nothing else: playouts take the short way */
    bool takes_budget;          /* "search:500ms" */
    bool takes_linear;          /* "search:500ms:linear" */
    bool takes_command;         /* "exec:500ms:./mybot" */
    bool takes_style;           /* "style:naval" */
    bool plans;                 /* decides several moves at once: turn->plan is of use to it */
    int level;                  /* 1 .. ALEA_LEVELS: stands for the game's levels[level - 1]; 0: for itself */
    /* Memory of one player; NULL if there is not enough. A bot without open() needs none. */
    void *(*open)(const struct alea_rules *rules, const struct alea_bot_spec *spec);
    void (*begin)(void *room, int seat, const struct alea_random *random); /* a new game, at that seat; may be NULL */
    void (*close)(void *room);
    alea_move (*choose)(const struct alea_bot_turn *turn);
    void (*over)(void *room, const void *pos);               /* the game has ended there; may be NULL */
    const struct alea_conduct *(*conduct)(const void *room); /* of somebody else's program; NULL of bots of our own */
};

/* How a program of somebody else's has behaved since it was opened. What it does not choose, its deputy does: `idle`. */
struct alea_conduct {
    bool failed; /* it could not be started, or never said that it is ready, before its first game */
    long games, turns;
    long stood_in;  /* turns that its deputy made */
    long late;      /* answers that did not come in time */
    long refused;   /* moves that can't be made */
    long babbled;   /* lines that say nothing */
    long crashed;   /* ends of the program */
    char name[64];  /* as it calls itself; "": it does not */
    char last[200]; /* the last misdeed, as a note: alea_note_say() puts it in words; "" : none */
};

enum { ALEA_BOT_WORDS = 256 };

/* Which bot, and what it was told: read from words. */
struct alea_bot_spec {
    const struct alea_bot *bot; /* NULL: nobody */
    struct alea_budget budget;
    enum alea_lang lang;        /* of what it is told: the language of the error that it was read with */
    char words[ALEA_BOT_WORDS]; /* as read: "search:2000it" */
    size_t command;             /* of "exec:500ms:./mybot": where in `words` the command begins */
    size_t style;               /* of "style:naval": where its name does */
    bool linear;                /* "search:500ms:linear": without what was learned */
};

/* The bot that stands for a level, from 1 to ALEA_LEVELS, the weakest first. */
const struct alea_bot *alea_bot_of_level(int level);
/* Has the game what stands behind it? All bots are in all games, but for levels that a game says nothing of. */
bool alea_bot_is_in(const struct alea_bot *bot, const struct alea_game *game);

/* Reads "greedy", "hard", "search:500ms", "search:2000it", "search:500ms:2t", "search:500ms:linear". On error `spec` is not changed. */
ALEA_MUST_CHECK enum alea_err alea_bot_spec_read(const char *words, struct alea_bot_spec *spec, struct alea_error *error);
/* The same for what whoever runs the program has typed, and for nothing else: "exec:./mybot", too, which starts a process. Words from a
 * file, a request or a database never come here. */
ALEA_MUST_CHECK enum alea_err alea_bot_spec_read_typed(const char *words, struct alea_bot_spec *spec,
                                                       struct alea_error *error);

/* Has the game what was asked for: a level, a style of that name? */
bool alea_bot_suits(const struct alea_bot_spec *spec, const struct alea_game *game);

/* A bot at work: one player of one match at a time. */
struct alea_player {
    const struct alea_bot *bot; /* never one that stands for a level */
    void *room;                 /* owned */
};

/* Resolves levels, of which a budget of the spec's own replaces the game's, and makes the room. False if memory is short, or the spec
 * does not suit the game; close it in any case. */
bool alea_player_open(struct alea_player *player, const struct alea_rules *rules, const struct alea_bot_spec *spec);
void alea_player_close(struct alea_player *player);
/* Is it one that a budget keeps thinking, tenths of a second or more? The others answer at once. */
bool alea_bot_thinks(const struct alea_rules *rules, const struct alea_bot *bot);
/* Does it think without what was learned, for the reason that the rules tell? NULL, no bot, does not. */
static inline bool alea_bot_unlearned(const struct alea_rules *rules, const struct alea_bot *bot) {
    return bot && *rules->unlearned && alea_bot_thinks(rules, bot);
}
/* What tells how a position of the game stands: what was learned, but for `linear`, else evaluation(). NULL: neither is there. */
typedef void alea_estimate(const void *tables, const void *pos, double out[]);
static inline alea_estimate *alea_bot_estimate(const struct alea_game *game, bool linear) {
    return game->strategy.learned && !linear ? game->strategy.learned : game->strategy.evaluation;
}
/* Does it decide several moves at once? */
bool alea_bot_plans_ahead(const struct alea_rules *rules, const struct alea_bot *bot);
/* Does one of the game's levels compare plans? */
bool alea_bots_compare_plans(const struct alea_rules *rules);
/* A new game begins, in which it sits there; `random` is its own stream, from which nothing is drawn, or NULL. */
void alea_player_begin(const struct alea_player *player, int seat, const struct alea_random *random);
/* The game has ended at that position. */
void alea_player_over(const struct alea_player *player, const void *pos);
/* How somebody else's program behaves; NULL for bots of our own, which always do. */
const struct alea_conduct *alea_player_conduct(const struct alea_player *player);
/* turn->room is the player's. */
static inline alea_move alea_player_choose(const struct alea_player *player, struct alea_bot_turn *turn) {
    turn->room = player->room;
    return player->bot->choose(turn);
}

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

/* Of streams of the choice's own: two words of the bot's. */
static inline uint64_t alea_bot_seed(const struct alea_bot_turn *turn) {
    uint64_t high = alea_random_word(turn->random);
    return high << 32 | alea_random_word(turn->random);
}

/* `greedy` by a temper of the game's. */
alea_move alea_bot_like(const struct alea_bot_turn *turn, uint32_t temper);

/* `greedy` by a temper that has a name. It is not in the list below: no table offers it, words alone find it. */
extern const struct alea_bot alea_bot_style;

/* The bot that is somebody's program. It is not in the list below: only alea_bot_spec_read_typed() finds it by its name. */
extern const struct alea_bot alea_bot_exec;

extern const struct alea_bot alea_bot_random, alea_bot_greedy, alea_bot_idle, alea_bot_novice, alea_bot_plans,
    alea_bot_search;

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
    const atomic_bool *stop;     /* NULL, or true once nobody wants the game any more: it is left where it stands */
    long plies;                  /* moves of all, chance included */
    long steps;                  /* moves of seats */
    bool over;                   /* false: given up at the game's max_plies */
};

/* False if memory is short; clear it in any case. */
bool alea_playout_init(struct alea_playout *playout, const struct alea_rules *rules, bool record);
void alea_playout_clear(struct alea_playout *playout);

/* Plays one game: player[i] and its stream random[i] are seat i's, `chance` throws the dice. Of several seats that may move
 * the lowest does. Allocates nothing but what players do. */
void alea_playout_run(struct alea_playout *playout, const struct alea_player *const player[], struct alea_random random[],
                      struct alea_random *chance);
/* The same from a position on, where the game stands after `plies` plies. */
void alea_playout_go_on(struct alea_playout *playout, const void *pos, long plies, const struct alea_player *const player[],
                        struct alea_random random[], struct alea_random *chance);

#endif
