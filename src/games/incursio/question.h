/* SPDX-License-Identifier: MIT */
/* question.h - what can be asked about chances without a match: question.c the words, question_duel.c one against one,
 * question_battle.c the forces of a battle and its samples, question_order.c a garrison
 * that is not wholly known, question_chain.c the battle as a chain, question_clash.c all results
 * of a clash. */
#ifndef ALEA_INCURSIO_QUESTION_H
#define ALEA_INCURSIO_QUESTION_H

#include "odds.h"

enum { INC_ASK_DUEL, INC_ASK_BATTLE };
enum { INC_MOST_BONUS = 9 };
enum { INC_WIN, INC_ATTACKERS_LEFT, INC_DEFENDERS_LEFT, INC_QUESTION_MEASURES };

/* A unit may be named by its token or by the words of its type, which are numbered down from -1; the last is a unit that nobody
 * has seen. */
enum { INC_UNIT_WORDS = INC_SIDES * INC_TYPES, INC_UNSEEN = -1 - INC_UNIT_WORDS };

static inline int inc_unit_of(int32_t value) {
    return value < 0 ? -1 - (int)value : (int)value;
} /* as the set numbers them */

/* ---- A duel ---- */

enum {
    INC_DUEL_ATTACKER,
    INC_DUEL_DEFENDER,
    INC_DUEL_GARRISON,
    INC_DUEL_WALLS,
    INC_DUEL_BONUS,
    INC_DUEL_DEFENCE,
    INC_DUEL_PASSES,
    INC_DUEL_PARAMETERS
};

struct inc_asked_duel {
    uint32_t weight[3]; /* by enum inc_fate */
    int32_t passes;     /* 0: until one falls */
};

enum alea_answer inc_duel_begin(const void *tables, const struct alea_values given[], void *memory, struct alea_asked *asked,
                                struct alea_text *why);
int inc_duel_steps(const void *tables, const void *memory, int32_t state, struct alea_step out[]);
void inc_duel_measure(const void *tables, const void *memory, int32_t state, int32_t out[]);

/* ---- A battle ---- */

enum {
    INC_BATTLE_ATTACKERS,
    INC_BATTLE_CAMP,
    INC_BATTLE_GARRISON,
    INC_BATTLE_SEEN,
    INC_BATTLE_STRUCTURES,
    INC_BATTLE_UPGRADES,
    INC_BATTLE_BONUS,
    INC_BATTLE_RUIN,
    INC_BATTLE_DEATH,
    INC_BATTLE_PARAMETERS
};

enum {
    INC_EXACT = 8,      /* units of each side that a battle is reckoned exactly with */
    INC_STRINGS = 9841, /* rows of 0 .. 8 units of three types */
    INC_CROWDS = (INC_FIGHT_GARRISON + 1) * (INC_FIGHT_GARRISON + 2) / 2,
    INC_RESULTS = 6561,    /* of a clash of 8 pairs */
    INC_BEST_DICE = 432214 /* numbers in the table of best dice: of d6 and d4 */
};

/* A row of units, by type. */
struct inc_string {
    int n;
    uint8_t type[INC_EXACT];
};

/* Rows that can come about, shorter ones first: code[0 .. n - 1], and the number of each code. */
struct inc_strings {
    int32_t n;
    int16_t code[INC_STRINGS], index[INC_STRINGS];
};

/* In how many ways the dice of `fighters` and as many extras end as these faces of the fighters, the first one counting least:
 * ways[begin + ((face - 1) + die * ...)]. By size of the dice: 1 the low one. [INC-COMBAT-14] */
struct inc_best {
    int32_t begin[2][INC_EXACT][INC_EXACT];
    int32_t n;
    uint64_t ways[INC_BEST_DICE];
};

/* What is known of a garrison: question_order.c. */
struct inc_order {
    int32_t n, places_seen;
    bool told;                                  /* place by place; else the units are, and what was seen of their places */
    uint8_t known[INC_TYPES], unknown, allowed; /* units; types that unknown ones may have: a set */
    uint8_t place[INC_FIGHT_GARRISON];          /* INC_TYPES: not seen */
    uint8_t seen[INC_TYPES];
    double weight_up_to[INC_CROWDS]; /* of garrisons by their numbers of each type: the first two counted up */
};

/* Who meets whom: what a battle by lot needs. */
struct inc_forces {
    struct inc_fight fight; /* places of the garrison that were not seen are 0 */
    struct inc_order order;
    bool camp_unseen; /* some of the camp are of unknown type: INC_TYPES */
};

struct inc_asked_battle {
    struct inc_forces forces;
    /* Exact ones alone. */
    struct inc_strings line, camp, garrison;
    uint8_t weapon[INC_STRUCTURES_MAX]; /* kinds that shoot */
    int32_t weapons;
    struct inc_best best;
};

bool inc_may_meet(const struct inc_tables *t, int attacker, int defender, bool garrison, struct alea_text *why);
enum alea_answer inc_battle_question_begin(const void *tables, const struct alea_values given[], void *memory,
                                           struct alea_asked *asked, struct alea_text *why);
/* Of so many battles by lot between those forces, how many end with the site taken; -1: such forces can't be. */
int inc_battles_won(const struct inc_tables *t, const struct alea_values given[], int battles);
void inc_battle_question_sample(const void *tables, const void *memory, struct alea_random *random, int32_t out[]);

/* ---- question_chain.c ---- */

/* Fills what exact ones need. False: the battle is too large, or its numbers are. */
bool inc_chain_begin(const struct inc_tables *t, struct inc_asked_battle *m, struct alea_asked *asked);
int inc_chain_steps(const void *tables, const void *memory, int32_t state, struct alea_step out[]);
void inc_chain_measure(const void *tables, const void *memory, int32_t state, int32_t out[]);

/* ---- question_order.c ---- */

/* Reads it into m->order and m->fight. False: there is no such garrison. */
bool inc_take_garrison(const struct inc_tables *t, const struct alea_values *units, const struct alea_values *seen,
                       struct inc_forces *m, struct alea_text *why);
/* How likely an order of a short garrison is, among the others; 0: it does not agree with what is known. */
uint64_t inc_weight_of_order(const struct inc_order *order, const struct inc_string *string);
/* Makes ready for inc_draw_order(), which fills the places that were not seen. */
void inc_weigh_crowds(struct inc_order *order);
void inc_draw_order(const struct inc_order *order, struct alea_random *random, uint8_t garrison[]);

/* ---- question_clash.c ---- */

struct inc_result {
    uint8_t fallen, lost; /* sets: of the line, of their foes */
    uint64_t weight;
};

struct inc_results {
    int n;
    uint64_t total, none; /* weights: of all, and of nobody falling */
    struct inc_result at[INC_RESULTS];
};

/* For lines of at most `most` units of a type against at most `foes`; and about how many steps that costs. */
int64_t inc_best_effort(const struct inc_tables *t, int most, int foes);
void inc_best_begin(const struct inc_tables *t, int most, int foes, struct inc_best *best);
void inc_clash_results(const struct inc_tables *t, const struct inc_asked_battle *m, bool garrison,
                       const struct inc_string *line, const struct inc_string *foes, struct inc_results *out);

#endif
