/* SPDX-License-Identifier: MIT */
/* question.h - what can be asked about chances: question.c the words, question_siege.c, question_market.c, question_cards.c and
 * question_battle.c the answers, at_hand.c what a position asks by itself. */
#ifndef ALEA_POLIS_QUESTION_H
#define ALEA_POLIS_QUESTION_H

#include "odds.h"

/* ---- Sieges of one polis in a row, or a siege with discs ---- */

enum {
    POLIS_ASK_MODE,
    POLIS_ASK_FORTIFICATION,
    POLIS_ASK_HOPLITES,
    POLIS_ASK_PRESTIGE,
    POLIS_ASK_ATTEMPTS,
    POLIS_ASK_POPULATION,
    POLIS_ASK_OBJECTIVE,
    POLIS_ASK_ROLL,
    POLIS_ASK_DISCS,
    POLIS_ASK_LAID,
    POLIS_SIEGE_PARAMETERS
};
enum { POLIS_WANTS_CAPTURE, POLIS_WANTS_HOPLITES, POLIS_WANTS_NO_FORCE, POLIS_OBJECTIVES };
enum { POLIS_CAPTURE, POLIS_HOPLITES_LOST, POLIS_PRESTIGE_SPENT, POLIS_POPULATION_LEFT, POLIS_SIEGE_MEASURES };
enum { POLIS_ROW_TURNS, POLIS_ROW_PAID, POLIS_ROW_HOPLITES, POLIS_ROW_FORCED, POLIS_SIEGE_COLUMNS };

struct polis_asked_siege {
    struct polis_siege_mode mode;
    int32_t fortification, hoplites, prestige, attempts, population; /* population 0: of a neutral polis */
    int32_t hoplites_held, prestige_held; /* when it is asked: less than at the beginning, if a roll has failed */
    int32_t roll;                         /* that has failed; 0: the siege is to begin */
    int32_t discs;
    bool laid;   /* this turn's disc is one of them */
    bool forces; /* what can be forced may be */
    int32_t schedules;
    struct polis_schedule schedule[POLIS_SCHEDULES];
};

enum alea_answer polis_siege_begin(const void *tables, const struct alea_values given[], void *memory,
                                   struct alea_asked *asked, struct alea_text *why);
int polis_siege_steps(const void *tables, const void *memory, int32_t state, struct alea_step out[]);
void polis_siege_measure(const void *tables, const void *memory, int32_t state, int32_t out[]);
bool polis_siege_row(const void *tables, const void *memory, int i, int32_t out[]);
void polis_siege_say_choice(const void *tables, const void *memory, int32_t state, const struct alea_step *chosen,
                            struct alea_text *text);

/* ---- A market after a trade ---- */

enum { POLIS_ASK_SHIPLOAD, POLIS_ASK_POSITION, POLIS_ASK_PAID, POLIS_MARKET_PARAMETERS };
enum { POLIS_PAID_EXCHANGE, POLIS_PAID_PURCHASE, POLIS_PAYMENTS };
/* Where a market's marker may go, and how many throws of the dice lead there. */
struct polis_marker {
    int position, price, weight;
};

enum { POLIS_MARKERS = 8 };

enum { POLIS_MARKER_POSITION, POLIS_MARKER_PRICE, POLIS_MARKET_MEASURES };

struct polis_asked_market {
    struct polis_marker marker[POLIS_MARKERS];
    int32_t markers;
};

enum alea_answer polis_market_begin(const void *tables, const struct alea_values given[], void *memory,
                                    struct alea_asked *asked, struct alea_text *why);
int polis_market_steps(const void *tables, const void *memory, int32_t state, struct alea_step out[]);
void polis_market_measure(const void *tables, const void *memory, int32_t state, int32_t out[]);

/* ---- Cards in the other hand ---- */

enum { POLIS_ASK_FORMATION, POLIS_ASK_HELD, POLIS_ASK_SEEN, POLIS_CARDS_PARAMETERS };
enum { POLIS_ANY_HELD, POLIS_CARDS_HELD, POLIS_CARDS_MEASURES };
enum { POLIS_MOST_HELD = 60 };

struct polis_asked_cards {
    int32_t unseen, good; /* cards, and those of the formation among them */
    int32_t held;
};

enum alea_answer polis_cards_begin(const void *tables, const struct alea_values given[], void *memory,
                                   struct alea_asked *asked, struct alea_text *why);
int polis_cards_steps(const void *tables, const void *memory, int32_t state, struct alea_step out[]);
void polis_cards_measure(const void *tables, const void *memory, int32_t state, int32_t out[]);

/* ---- A battle ---- */

enum { POLIS_ASK_ATTACKERS, POLIS_ASK_DEFENDERS, POLIS_ASK_HAND, POLIS_ASK_OF, POLIS_BATTLE_PARAMETERS };
enum {
    POLIS_ATTACKER_CONTROLS,
    POLIS_DEFENDER_CONTROLS,
    POLIS_ATTACKERS_LEFT,
    POLIS_DEFENDERS_LEFT,
    POLIS_ATTACKER_PRESTIGE,
    POLIS_DEFENDER_PRESTIGE,
    POLIS_BATTLE_MEASURES
};

struct polis_asked_battle {
    struct polis_position start; /* cards are being dealt */
};

enum alea_answer polis_battle_begin(const void *tables, const struct alea_values given[], void *memory,
                                    struct alea_asked *asked, struct alea_text *why);
void polis_battle_sample(const void *tables, const void *memory, struct alea_random *random, int32_t out[]);

#endif
