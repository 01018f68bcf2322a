/* SPDX-License-Identifier: MIT */
/* review.h - a played match looked at again: how each seat's chances went, what the dice did to them and what choices did.
 *
 * All numbers are a bot's estimate: the mean, over `samples` playouts of `greedy` for some plies and then the game's evaluation(), of
 * what each seat will score. Luck of a throw is what the chances became less what they were expected to become, over all that could
 * have fallen, by exact weights. The cost of a choice is what the best other choice promised more, on what its seat could know then:
 * the better one is picked by one half of the samples and measured by the other, so that noise is not taken for a mistake.
 *
 * A review is a function of the match, `samples` and `seed`, whatever the number of threads. */
#ifndef ALEA_LAB_REVIEW_H
#define ALEA_LAB_REVIEW_H

#include <stdatomic.h>

#include "alea.h"

enum { REVIEW_MISTAKES = 3, REVIEW_MAX_PLIES = 50000, REVIEW_MAX_SAMPLES = 4096, REVIEW_MAX_THREADS = 64 };

/* The last one: of a seat or of chance, but the match was taken back behind it. Nobody had the luck of it, nor made a mistake. */
enum review_kind { REVIEW_CHOICE, REVIEW_FORCED, REVIEW_CHANCE, REVIEW_HOST, REVIEW_TAKEN_BACK };

struct review_ply {
    enum review_kind kind;
    int seat;         /* a seat, ALEA_CHANCE or ALEA_HOST */
    int round;        /* in which it was made */
    int battle;       /* CHANCE: index of the run of throws that it belongs to; -1 */
    double cost;      /* CHOICE: 0 .. 1, in score of its seat, more or less exact; else 0 */
    double error2;    /* of the cost: its standard error, squared */
    alea_move better; /* CHOICE: the best other one; the move itself if none seems better */
};

/* Throws that follow each other on one decision: an attack fought out, a siege. */
struct review_battle {
    long first, last; /* plies, from 1 */
    long decision;    /* the ply that brought them about: the last one before that points at something; 0: none */
    int seat;         /* whose that was; ALEA_NONE: nobody's */
};

struct review_seat {
    double luck;       /* sum over all throws, in score */
    double percentile; /* of such sums over the throws that there were, 0 .. 100: the share that was less lucky */
    double cost;       /* sum over its choices, at least 0 */
    double noise;      /* standard error of that sum */
    int choices;       /* with more than one legal move */
};

struct review {
    const struct alea_match *match; /* borrowed */
    long plies;
    int seats, samples;
    struct review_ply *ply;       /* plies of them: ply 1 is at [0] */
    double *value;                /* (plies + 1) * seats: after so many plies, by the true position */
    double *luck;                 /* plies * seats: 0 where nothing was thrown */
    struct review_battle *battle; /* n_battles */
    long n_battles;
    struct review_seat seat[ALEA_MAX_SEATS];
    long mistake[REVIEW_MISTAKES]; /* plies, from 1, the dearest first; 0 past the last */
};

struct review_wish {
    int samples; /* playouts of each position: 1 .. REVIEW_MAX_SAMPLES */
    int threads; /* 1 .. REVIEW_MAX_THREADS; 0: the caller's alone */
    uint64_t seed;
    atomic_long *done;       /* NULL, or plies that were looked at, for a clock */
    const atomic_bool *stop; /* NULL, or true: give up */
    void (*look_up)(
        void *context); /* NULL, or called now and then by the caller's thread while others work, or after each ply */
    void *context;
};

/* The number of samples with which a review of the match takes seconds. */
int review_usual_samples(const struct alea_match *match);
/* False if memory was short or it was stopped, or the match has more than REVIEW_MAX_PLIES. Clear it in any case. */
bool review_make(const struct alea_match *match, const struct review_wish *wish, struct review *review);
void review_clear(struct review *review);

/* What the throws of a battle did to each seat, in score: review->seats numbers. */
void review_battle_luck(const struct review *review, const struct review_battle *battle, double luck[]);

/* Writes the review as JSON, with the words of the moves in text->lang; `format` is "alea.review". */
void review_json(const struct review *review, struct alea_text *text);

#endif
