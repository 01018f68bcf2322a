/* SPDX-License-Identifier: MIT */
/* question.c - the questions about chances of duels and battles, in words. */
#include "question.h"

enum { MOST_PASSES = 30 };

/* The last one only where a unit may be unknown. */
static const char *const units[INC_UNIT_WORDS + 1] = {"infantry",   "archers",    "cavalry", "troopers",
                                                      "assailants", "destroyers", "unknown"};
static const char *const no_or_yes[] = {"no", "yes"};

#define SWITCH(parameter, says) \
    { .name = (parameter), .in = {says}, .words = no_or_yes, .max = 1 }
#define UNITS .words = units, .min = -INC_UNIT_WORDS, .set = INCURSIO_SET_UNIT
#define UNITS_OR_UNKNOWN .words = units, .min = -INC_UNIT_WORDS - 1, .set = INCURSIO_SET_UNIT
#define BONUS(parameter, says) \
    { .name = (parameter), .in = {says}, .max = INC_MOST_BONUS }

static const struct alea_parameter duel_parameters[INC_DUEL_PARAMETERS] = {
    [INC_DUEL_ATTACKER] = {.name = "attacker", .in = {INCURSIO_SAY_QUESTION_DUEL_ATTACKER}, UNITS, .wanted = true},
    [INC_DUEL_DEFENDER] = {.name = "defender", .in = {INCURSIO_SAY_QUESTION_DUEL_DEFENDER}, UNITS, .wanted = true},
    [INC_DUEL_GARRISON] = SWITCH("garrison", INCURSIO_SAY_QUESTION_DUEL_GARRISON),
    [INC_DUEL_WALLS] = SWITCH("walls", INCURSIO_SAY_QUESTION_DUEL_WALLS),
    [INC_DUEL_BONUS] = BONUS("bonus", INCURSIO_SAY_QUESTION_DUEL_BONUS),
    [INC_DUEL_DEFENCE] = BONUS("defence", INCURSIO_SAY_QUESTION_DUEL_DEFENCE),
    [INC_DUEL_PASSES] = {.name = "passes", .in = {INCURSIO_SAY_QUESTION_DUEL_PASSES}, .max = MOST_PASSES},
};

static const struct alea_parameter battle_parameters[INC_BATTLE_PARAMETERS] = {
    [INC_BATTLE_ATTACKERS] =
        {.name = "attackers", .in = {INCURSIO_SAY_QUESTION_BATTLE_ATTACKERS}, UNITS, .wanted = true, .list = true},
    [INC_BATTLE_CAMP] = {.name = "camp", .in = {INCURSIO_SAY_QUESTION_BATTLE_CAMP}, UNITS_OR_UNKNOWN, .list = true},
    [INC_BATTLE_GARRISON] = {.name = "garrison",
                             .in = {INCURSIO_SAY_QUESTION_BATTLE_GARRISON},
                             UNITS_OR_UNKNOWN,
                             .list = true},
    [INC_BATTLE_SEEN] = {.name = "seen", .in = {INCURSIO_SAY_QUESTION_BATTLE_SEEN}, UNITS_OR_UNKNOWN, .list = true},
    [INC_BATTLE_STRUCTURES] = {.name = "structures",
                               .in = {INCURSIO_SAY_QUESTION_BATTLE_STRUCTURES},
                               .list = true,
                               .set = INCURSIO_SET_STRUCTURE},
    [INC_BATTLE_UPGRADES] = {.name = "upgrades", .in = {INCURSIO_SAY_QUESTION_BATTLE_UPGRADES}, .max = INC_UPGRADES_MAX},
    [INC_BATTLE_BONUS] = BONUS("bonus", INCURSIO_SAY_QUESTION_BATTLE_BONUS),
    [INC_BATTLE_RUIN] = SWITCH("ruin", INCURSIO_SAY_QUESTION_BATTLE_RUIN),
    [INC_BATTLE_DEATH] = SWITCH("death", INCURSIO_SAY_QUESTION_BATTLE_DEATH),
};

static const struct alea_measure measures[INC_QUESTION_MEASURES] = {
    [INC_WIN] = {"win", {INCURSIO_SAY_QUESTION_WIN}},
    [INC_ATTACKERS_LEFT] = {"attackers_left", {INCURSIO_SAY_QUESTION_ATTACKERS_LEFT}},
    [INC_DEFENDERS_LEFT] = {"defenders_left", {INCURSIO_SAY_QUESTION_DEFENDERS_LEFT}},
};

const struct alea_question inc_questions[INC_QUESTIONS] = {
    [INC_ASK_DUEL] = {.name = "duel",
                      .in = {INCURSIO_SAY_QUESTION_DUEL},
                      .example = "--attacker assailants --defender archers",
                      .parameters = duel_parameters,
                      .n_parameters = INC_DUEL_PARAMETERS,
                      .measures = measures,
                      .n_measures = INC_QUESTION_MEASURES,
                      .memory = sizeof(struct inc_asked_duel),
                      .begin = inc_duel_begin,
                      .steps = inc_duel_steps,
                      .measure = inc_duel_measure},
    [INC_ASK_BATTLE] = {.name = "battle",
                        .in = {INCURSIO_SAY_QUESTION_BATTLE},
                        .example = "--attackers assailants*2,troopers --camp archers,infantry",
                        .parameters = battle_parameters,
                        .n_parameters = INC_BATTLE_PARAMETERS,
                        .measures = measures,
                        .n_measures = INC_QUESTION_MEASURES,
                        .memory = sizeof(struct inc_asked_battle),
                        .begin = inc_battle_question_begin,
                        .steps = inc_chain_steps,
                        .measure = inc_chain_measure,
                        .sample = inc_battle_question_sample},
};
