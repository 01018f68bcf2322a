/* SPDX-License-Identifier: MIT */
/* question.h - what can be asked about chances without a match: question.c the words, question_siege.c and question_battle.c the
 * answers. */
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
    POLIS_SIEGE_PARAMETERS
};
enum { POLIS_WANTS_CAPTURE, POLIS_WANTS_HOPLITES, POLIS_OBJECTIVES };
enum { POLIS_CAPTURE, POLIS_HOPLITES_LOST, POLIS_PRESTIGE_SPENT, POLIS_POPULATION_LEFT, POLIS_SIEGE_MEASURES };
enum { POLIS_ROW_TURNS, POLIS_ROW_PAID, POLIS_ROW_HOPLITES, POLIS_SIEGE_COLUMNS };

struct polis_asked_siege {
    struct polis_siege_mode mode;
    int32_t fortification, hoplites, prestige, attempts, population; /* population 0: of a neutral polis */
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
