/* SPDX-License-Identifier: MIT */
/* question.c - the questions about chances of sieges and battles, in words. */
#include "question.h"

enum { MOST_FORTIFICATION = 9, MOST_HOPLITES = 60, MOST_ATTEMPTS = 30, MOST_POPULATION = 20, MOST_UNITS = 12 };

static const char *const objectives[POLIS_OBJECTIVES] = {"capture", "hoplites"};
static const char *const seats[POLIS_SIDES] = {"attacker", "defender"};

static const struct alea_parameter siege_parameters[POLIS_SIEGE_PARAMETERS] = {
    [POLIS_ASK_MODE] = {.name = "mode",
                        .in = {POLIS_SAY_QUESTION_SIEGE_MODE},
                        .words = polis_siege_words,
                        .max = POLIS_SIEGE_MODES - 1,
                        .standard = -1},
    [POLIS_ASK_FORTIFICATION] = {.name = "fortification",
                                 .in = {POLIS_SAY_QUESTION_SIEGE_FORTIFICATION},
                                 .min = 1,
                                 .max = MOST_FORTIFICATION,
                                 .wanted = true},
    [POLIS_ASK_HOPLITES] = {.name = "hoplites",
                            .in = {POLIS_SAY_QUESTION_SIEGE_HOPLITES},
                            .max = MOST_HOPLITES,
                            .wanted = true},
    [POLIS_ASK_PRESTIGE] = {.name = "prestige", .in = {POLIS_SAY_QUESTION_SIEGE_PRESTIGE}, .max = POLIS_CAP, .wanted = true},
    [POLIS_ASK_ATTEMPTS] =
        {.name = "attempts", .in = {POLIS_SAY_QUESTION_SIEGE_ATTEMPTS}, .min = 1, .max = MOST_ATTEMPTS, .standard = 1},
    [POLIS_ASK_POPULATION] = {.name = "population",
                              .in = {POLIS_SAY_QUESTION_SIEGE_POPULATION},
                              .min = 1,
                              .max = MOST_POPULATION},
    [POLIS_ASK_OBJECTIVE] = {.name = "objective",
                             .in = {POLIS_SAY_QUESTION_SIEGE_OBJECTIVE},
                             .words = objectives,
                             .max = POLIS_OBJECTIVES - 1},
};

static const struct alea_measure siege_measures[POLIS_SIEGE_MEASURES] = {
    [POLIS_CAPTURE] = {"capture", {POLIS_SAY_QUESTION_CAPTURE}},
    [POLIS_HOPLITES_LOST] = {"hoplites_lost", {POLIS_SAY_QUESTION_HOPLITES_LOST}},
    [POLIS_PRESTIGE_SPENT] = {"prestige_spent", {POLIS_SAY_QUESTION_PRESTIGE_SPENT}},
    [POLIS_POPULATION_LEFT] = {"population_left", {POLIS_SAY_QUESTION_POPULATION_LEFT}},
};

static const struct alea_measure siege_columns[POLIS_SIEGE_COLUMNS] = {
    [POLIS_ROW_TURNS] = {"turns", {POLIS_SAY_QUESTION_ROW_TURNS}},
    [POLIS_ROW_PAID] = {"prestige", {POLIS_SAY_QUESTION_ROW_PRESTIGE}},
    [POLIS_ROW_HOPLITES] = {"hoplites", {POLIS_SAY_QUESTION_ROW_HOPLITES}},
};

static const struct alea_parameter battle_parameters[POLIS_BATTLE_PARAMETERS] = {
    [POLIS_ASK_ATTACKERS] =
        {.name = "attackers", .in = {POLIS_SAY_QUESTION_BATTLE_ATTACKERS}, .min = 1, .max = MOST_UNITS, .wanted = true},
    [POLIS_ASK_DEFENDERS] =
        {.name = "defenders", .in = {POLIS_SAY_QUESTION_BATTLE_DEFENDERS}, .min = 1, .max = MOST_UNITS, .wanted = true},
    [POLIS_ASK_HAND] = {.name = "hand", .in = {POLIS_SAY_QUESTION_BATTLE_HAND}, .list = true, .set = POLIS_SET_CARD},
    [POLIS_ASK_OF] = {.name = "of", .in = {POLIS_SAY_QUESTION_BATTLE_OF}, .words = seats, .max = POLIS_SIDES - 1},
};

static const struct alea_measure battle_measures[POLIS_BATTLE_MEASURES] = {
    [POLIS_ATTACKER_CONTROLS] = {"win", {POLIS_SAY_QUESTION_WIN}},
    [POLIS_DEFENDER_CONTROLS] = {"defender_win", {POLIS_SAY_QUESTION_DEFENDER_WIN}},
    [POLIS_ATTACKERS_LEFT] = {"attackers_left", {POLIS_SAY_QUESTION_ATTACKERS_LEFT}},
    [POLIS_DEFENDERS_LEFT] = {"defenders_left", {POLIS_SAY_QUESTION_DEFENDERS_LEFT}},
    [POLIS_ATTACKER_PRESTIGE] = {"attacker_prestige", {POLIS_SAY_QUESTION_ATTACKER_PRESTIGE}},
    [POLIS_DEFENDER_PRESTIGE] = {"defender_prestige", {POLIS_SAY_QUESTION_DEFENDER_PRESTIGE}},
};

const struct alea_question polis_questions[POLIS_QUESTIONS] = {
    {.name = "siege",
     .in = {POLIS_SAY_QUESTION_SIEGE},
     .example = "--mode standard --fortification 3 --hoplites 5 --prestige 9 --attempts 2",
     .parameters = siege_parameters,
     .n_parameters = POLIS_SIEGE_PARAMETERS,
     .measures = siege_measures,
     .n_measures = POLIS_SIEGE_MEASURES,
     .rows = "frontier",
     .columns = siege_columns,
     .n_columns = POLIS_SIEGE_COLUMNS,
     .memory = sizeof(struct polis_asked_siege),
     .begin = polis_siege_begin,
     .steps = polis_siege_steps,
     .measure = polis_siege_measure,
     .row = polis_siege_row,
     .say_choice = polis_siege_say_choice},
    {.name = "battle",
     .in = {POLIS_SAY_QUESTION_BATTLE},
     .example = "--attackers 4 --defenders 3",
     .parameters = battle_parameters,
     .n_parameters = POLIS_BATTLE_PARAMETERS,
     .measures = battle_measures,
     .n_measures = POLIS_BATTLE_MEASURES,
     .memory = sizeof(struct polis_asked_battle),
     .begin = polis_battle_begin,
     .sample = polis_battle_sample},
};
