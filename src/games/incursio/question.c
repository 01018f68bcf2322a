/* SPDX-License-Identifier: MIT */
/* question.c - the questions about chances of duels and battles, in words. */
#include "question.h"

enum { MOST_PASSES = 30 };

/* The last one only where a unit may be unknown. */
static const char *const units[INC_UNIT_WORDS + 1] = {"infantry",   "archers",    "cavalry", "troopers",
                                                      "assailants", "destroyers", "unknown"};
static const char *const no_or_yes[] = {"no", "yes"};

#define SWITCH(parameter, it, en) \
    { .name = (parameter), .in = {it, en}, .words = no_or_yes, .max = 1 }
#define UNITS .words = units, .min = -INC_UNIT_WORDS, .set = INCURSIO_SET_UNIT
#define UNITS_OR_UNKNOWN .words = units, .min = -INC_UNIT_WORDS - 1, .set = INCURSIO_SET_UNIT
#define BONUS(parameter, it, en) \
    { .name = (parameter), .in = {it, en}, .max = INC_MOST_BONUS }

static const struct alea_parameter duel_parameters[INC_DUEL_PARAMETERS] = {
    [INC_DUEL_ATTACKER] = {.name = "attacker", .in = {"chi attacca", "who attacks"}, UNITS, .wanted = true},
    [INC_DUEL_DEFENDER] = {.name = "defender", .in = {"chi difende", "who defends"}, UNITS, .wanted = true},
    [INC_DUEL_GARRISON] = SWITCH("garrison", "il difensore è in guarnigione", "the defender stands in a garrison"),
    [INC_DUEL_WALLS] =
        SWITCH("walls", "mura presidiate: la guarnigione vince i pareggi", "manned walls: the garrison wins ties"),
    [INC_DUEL_BONUS] = BONUS("bonus", "al dado dell'attaccante", "to the attacker's die"),
    [INC_DUEL_DEFENCE] = BONUS("defence", "al dado del difensore", "to the defender's die"),
    [INC_DUEL_PASSES] = {.name = "passes",
                         .in = {"tiri al più; 0: finché uno cade", "throws at most; 0: until one falls"},
                         .max = MOST_PASSES},
};

static const struct alea_parameter battle_parameters[INC_BATTLE_PARAMETERS] = {
    [INC_BATTLE_ATTACKERS] = {.name = "attackers",
                              .in = {"gli attaccanti, dal primo: troopers*2,assailants",
                                     "the attackers, from the first: troopers*2,assailants"},
                              UNITS,
                              .wanted = true,
                              .list = true},
    [INC_BATTLE_CAMP] = {.name = "camp",
                         .in = {"i difensori fuori dalla guarnigione, dal primo; unknown: di tipo ignoto",
                                "the defenders outside of the garrison, from the first; unknown: of unknown type"},
                         UNITS_OR_UNKNOWN,
                         .list = true},
    [INC_BATTLE_GARRISON] = {.name = "garrison",
                             .in = {"la guarnigione, dal primo posto; unknown: di tipo ignoto",
                                    "the garrison, from the first place; unknown: of unknown type"},
                             UNITS_OR_UNKNOWN,
                             .list = true},
    [INC_BATTLE_SEEN] = {.name = "seen",
                         .in = {"i posti visti, dal primo, se l'ordine della guarnigione non è noto; unknown: non visto",
                                "the places seen, from the first, if the garrison's order is not known; unknown: not seen"},
                         UNITS_OR_UNKNOWN,
                         .list = true},
    [INC_BATTLE_STRUCTURES] = {.name = "structures",
                               .in = {"strutture attive e armi da assedio, con le copie: catapults*2",
                                      "active structures and siege weapons, with their copies: catapults*2"},
                               .list = true,
                               .set = INCURSIO_SET_STRUCTURE},
    [INC_BATTLE_UPGRADES] = {.name = "upgrades",
                             .in = {"gradini dell'indicatore che valgono per i demoni",
                                    "steps of the indicator that the demons have"},
                             .max = INC_UPGRADES_MAX},
    [INC_BATTLE_BONUS] =
        BONUS("bonus", "al dado di ogni attaccante, oltre ai gradini", "to the die of each attacker, beyond the steps"),
    [INC_BATTLE_RUIN] = SWITCH("ruin", "i demoni difendono una rovina", "the demons defend a ruin"),
    [INC_BATTLE_DEATH] = SWITCH("death", "all'ultimo sangue: nessuna ritirata", "to the death: no retreat"),
};

static const struct alea_measure measures[INC_QUESTION_MEASURES] = {
    [INC_WIN] = {"win", {"nessun difensore resta", "no defender is left"}},
    [INC_ATTACKERS_LEFT] = {"attackers_left", {"attaccanti rimasti", "attackers left"}},
    [INC_DEFENDERS_LEFT] = {"defenders_left", {"difensori rimasti", "defenders left"}},
};

const struct alea_question inc_questions[INC_QUESTIONS] = {
    [INC_ASK_DUEL] = {.name = "duel",
                      .in = {"Un'unità contro una", "One unit against one"},
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
                        .in = {"Una battaglia; esatta fino a 8 contro 8", "A battle; exact up to 8 against 8"},
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
