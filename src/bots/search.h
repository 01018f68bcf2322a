/* SPDX-License-Identifier: MIT */
/* search.h - the inside of the bot `search`, for search*.c and for measurements.
 *
 * Monte Carlo tree search over information sets (Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search", 2012).
 * Each iteration makes one complete position of the view by determinize(), and plays it on: down the tree by PUCT (Rosin, "Multi-armed
 * bandits with episode context", 2011) with priors from heuristic(), by the temper that the game says (strategy.search), dice as they
 * fall, then `horizon` plies by the same, or to the end of an opening (strategy.opening); what evaluation() says of the position there
 * goes back up, each seat's share to the choices that this seat made.
 *
 * A move that is one of many alike is made many times as one step (strategy.at_once), in the tree and past it.
 *
 * A node is what the searching seat would see when somebody has to choose. It is found by the hash of that view: faces with one
 * effect, orders of moves that lead to one position, and cards that the seat can't see come together by themselves; chance
 * needs no nodes. */
#ifndef ALEA_SEARCH_H
#define ALEA_SEARCH_H

#include "bot.h"

enum {
    SEARCH_MS = 1000,       /* of a bot that was given no limit */
    SEARCH_MOST_MOVES = 80, /* of a node that are looked at: those that heuristic() likes best */
    SEARCH_MOST_DEPTH = 256 /* choices on the way down */
};

/* What is found by measurement: docs/studies/bots.md. */
struct search_parameters {
    double explore;     /* weight of the prior against what was seen */
    double temperature; /* of priors, in units of heuristic(): at a high one all moves are equal */
    double even;        /* part of the prior that all moves share equally */
    double unseen;      /* how much worse than its node a move is taken to be before it was tried */
    int expand_at;      /* visit from which on a node has moves */
    int horizon;        /* -1: the game's */
    bool linear;        /* by evaluation(), though there is learned() */
};

extern const struct search_parameters search_standard;

struct search_edge {
    alea_move move;
    uint32_t visits;
    uint32_t available; /* times that it could have been chosen; counted where moves come and go with the guess */
    float prior;
    double value; /* sum of what came of it, for the seat that chooses */
};

struct search_node {
    uint64_t key;
    uint32_t visits;
    uint32_t first; /* edge, of those that lie side by side, the best prior first */
    uint16_t edges; /* 0: not expanded yet */
    uint16_t legal; /* moves when the edges were made */
    uint8_t seat;   /* who chooses */
    bool varies;    /* its moves depend on what the searching seat can't see */
    uint64_t sum;   /* over those moves */
    double value;   /* for the seat that chooses */
};

/* A step on the way down. */
struct search_step {
    uint32_t node, edge;
};

/* A choice that is expected. */
struct search_step_told {
    int seat;
    alea_move move;
};

/* One thread's tree and buffers, in one block that `pos` owns. */
struct search_tree {
    const struct alea_rules *rules;
    const struct search_parameters *parameters;
    int seat;    /* that searches */
    int horizon; /* plies */
    bool secrets;
    struct alea_random random;

    void *pos, *view; /* to play on, to look through somebody's eyes */
    alea_move *legal;
    double *worth;

    struct search_node *node;
    uint32_t nodes, most_nodes;
    struct search_edge *edge;
    uint32_t edges, most_edges;
    uint32_t *slot; /* table of nodes by key: index + 1; 0: free */
    uint32_t slots; /* a power of 2 */

    struct search_step step[SEARCH_MOST_DEPTH];
    int depth;
    long iterations;
    const atomic_bool *stop;
    int64_t deadline; /* nanoseconds of the clock; 0: none */
    bool late;        /* it was seen to be over, or the answer is of no use */
};

/* search_tree.c */
bool search_tree_init(struct search_tree *tree, const struct alea_rules *rules, const struct search_parameters *parameters,
                      long iterations);
void search_tree_clear(struct search_tree *tree);
void search_tree_empty(struct search_tree *tree, int seat);
/* The node of that key, made if there is none and room is left. *made tells. NULL: no room. */
struct search_node *search_node_at(struct search_tree *tree, uint64_t key, int seat, bool *made);
/* NULL: there is none. */
const struct search_node *search_node_find(const struct search_tree *tree, uint64_t key);
/* Gives the node edges for the n legal moves, with worths; false if there is no room. */
bool search_expand(struct search_tree *tree, struct search_node *node, const alea_move legal[], int n, double worth[]);
/* Takes note that its moves are these, this time. False if some are new to it: expand it again. */
bool search_meet(struct search_tree *tree, struct search_node *node, const alea_move legal[], int n);
/* Which edge to go along; the moves are those that can be made this time. NULL: none of them has an edge. */
struct search_edge *search_select(struct search_tree *tree, struct search_node *node, const alea_move legal[], int n);
void search_back_up(struct search_tree *tree, const double share[]);
uint64_t search_sum_of(const alea_move legal[], int n);
uint64_t search_hash(const void *bytes, size_t size);

/* search_walk.c */
/* One iteration from the view. */
void search_walk(struct search_tree *tree, const void *view);
bool search_is_late(struct search_tree *tree);
/* See search_line(). */
int search_follow(struct search_tree *tree, const void *view, alea_move move, struct search_step_told out[], int most);

/* search.c */
/* What open() of the bot makes, with other parameters. */
void *search_open(const struct alea_rules *rules, const struct alea_budget *budget,
                  const struct search_parameters *parameters);
/* How the last choice was made. */
struct search_report {
    long iterations;
    uint32_t nodes, edges;
    int64_t ns;
};
struct search_report search_report_of(const void *room);

/* For whoever wants more than a choice: weighs the moves of the turn in its room, however few they are and whatever is settled. */
void search_weigh(const struct alea_bot_turn *turn);
/* Those of n legal moves that were weighed last, the best first: how many, at most `most`. */
int search_weighed(const void *room, const alea_move legal[], int n, struct search_edge out[], int most);
/* How the first thread's tree expects that move to go on from the view, it first, in one guess at what is hidden: until chance falls, or
 * nothing was tried. How many, at most `most`. */
int search_line(void *room, const void *view, alea_move move, struct search_step_told out[], int most);

#endif
