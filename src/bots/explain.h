/* SPDX-License-Identifier: MIT */
/* explain.h - a bot that says what it would do and why: its best plans, what it expects of each, what speaks for and against them; the same
 * of the move that somebody has in mind or has made.
 *
 * It thinks as the bots of the game's levels do, `plans` where they compare plans, else `search`, from what the seat sees and by a stream
 * that follows from it: the same view is explained in the same way, whoever asks and in any language, and nothing hidden is told.
 * All numbers are those that it chose by. */
#ifndef ALEA_EXPLAIN_H
#define ALEA_EXPLAIN_H

#include "bot.h"

enum {
    EXPLAIN_PLANS = 3,
    EXPLAIN_MOVES = 6, /* of a plan that are told, each as often as it is made in a row */
    EXPLAIN_LINE = 96, /* that are looked at */
    EXPLAIN_MOTIVES = 4,
    EXPLAIN_ITERATIONS = 1000, /* of `search`; of `plans` so many fewer: */
    EXPLAIN_PLAN_ITERATIONS = 36
};

/* What a seat does until chance or somebody else has the word. */
struct explain_plan {
    int moves;
    alea_move move[EXPLAIN_MOVES];
    int times[EXPLAIN_MOVES]; /* each, in a row */
    bool more;                /* it goes on */
    long tries;               /* how often it was looked at; 0: never, and nothing is known of it */
    double expects;           /* what the seat, or its side, scores in the mean of them, 0 .. 1 */
    int motives;              /* the weightiest first */
    struct alea_motive motive[EXPLAIN_MOTIVES];
};

struct explanation {
    int seat;
    long iterations;
    int plans; /* the best first; at least 1 */
    struct explain_plan plan[EXPLAIN_PLANS];
    bool asked;               /* about a move: */
    struct explain_plan made; /* it first, and how the bot would go on */
};

struct explain_wish {
    const struct alea_rules *rules;
    const void *view; /* of `seat`, which may move */
    int seat;
    alea_move move;          /* that is asked about; 0: none. It is legal */
    long iterations;         /* 0: as many as usual */
    const atomic_bool *stop; /* NULL, or true once nobody wants the answer any more */
};

/* False if memory is short, or it was stopped. */
ALEA_MUST_CHECK bool explain(const struct explain_wish *wish, struct explanation *out);

/* A few lines, for people. */
void explain_say(const struct alea_rules *rules, const struct explanation *told, struct alea_text *text);
/* {"format":"alea.explanation",...}: docs/api.md. */
void explain_json(const struct alea_rules *rules, const struct explanation *told, struct alea_text *text);

#endif
