/* SPDX-License-Identifier: MIT */
/* question.c - the questions about chances of sieges, markets, hands and battles, in words. */
#include "question.h"

enum { MOST_FORTIFICATION = 9, MOST_HOPLITES = 60, MOST_ATTEMPTS = 30, MOST_POPULATION = 20, MOST_UNITS = 12 };

static const char *const objectives[POLIS_OBJECTIVES] = {"capture", "hoplites", "never"};
static const char *const no_yes[] = {"no", "yes"};
static const char *const payments[POLIS_PAYMENTS] = {"exchange", "purchase"};
static const char *const seats[POLIS_SIDES] = {"attacker", "defender"};

static const char *const objectives_said[POLIS_OBJECTIVES][ALEA_LANGS] = {
    [POLIS_WANTS_CAPTURE] = {POLIS_SAY_QUESTION_TO_CAPTURE},
    [POLIS_WANTS_HOPLITES] = {POLIS_SAY_QUESTION_TO_SAVE_HOPLITES},
    [POLIS_WANTS_NO_FORCE] = {POLIS_SAY_QUESTION_NO_FORCE}};
static const char *const laid_said[][ALEA_LANGS] = {{POLIS_SAY_QUESTION_NOT_LAID}, {POLIS_SAY_QUESTION_LAID}};
static const char *const payments_said[POLIS_PAYMENTS][ALEA_LANGS] = {
    [POLIS_PAID_EXCHANGE] = {POLIS_SAY_QUESTION_BY_EXCHANGE}, [POLIS_PAID_PURCHASE] = {POLIS_SAY_QUESTION_BY_PURCHASE}};

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
                             .said = objectives_said,
                             .max = POLIS_OBJECTIVES - 1},
    [POLIS_ASK_ROLL] = {.name = "roll", .in = {POLIS_SAY_QUESTION_SIEGE_ROLL}, .min = 1, .max = MOST_FORTIFICATION - 1},
    [POLIS_ASK_DISCS] = {.name = "discs", .in = {POLIS_SAY_QUESTION_SIEGE_DISCS}, .max = MOST_FORTIFICATION},
    [POLIS_ASK_LAID] = {.name = "laid", .in = {POLIS_SAY_QUESTION_SIEGE_LAID}, .words = no_yes, .said = laid_said, .max = 1},
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
    [POLIS_ROW_FORCED] = {"forced", {POLIS_SAY_QUESTION_ROW_FORCED}},
};

static const struct alea_parameter market_parameters[POLIS_MARKET_PARAMETERS] = {
    [POLIS_ASK_SHIPLOAD] = {.name = "shipload",
                            .in = {POLIS_SAY_QUESTION_MARKET_SHIPLOAD},
                            .set = POLIS_SET_SHIPLOAD,
                            .wanted = true},
    [POLIS_ASK_POSITION] = {.name = "position",
                            .in = {POLIS_SAY_QUESTION_MARKET_POSITION},
                            .max = POLIS_PRICE_POSITIONS - 1,
                            .wanted = true},
    [POLIS_ASK_PAID] = {.name = "paid",
                        .in = {POLIS_SAY_QUESTION_MARKET_PAID},
                        .words = payments,
                        .said = payments_said,
                        .max = POLIS_PAYMENTS - 1,
                        .wanted = true},
};

static const struct alea_measure market_measures[POLIS_MARKET_MEASURES] = {
    [POLIS_MARKER_POSITION] = {"position", {POLIS_SAY_QUESTION_POSITION}},
    [POLIS_MARKER_PRICE] = {"price", {POLIS_SAY_QUESTION_PRICE}},
};

static const struct alea_parameter cards_parameters[POLIS_CARDS_PARAMETERS] = {
    [POLIS_ASK_FORMATION] = {.name = "formation",
                             .in = {POLIS_SAY_QUESTION_CARDS_FORMATION},
                             .set = POLIS_SET_FORMATION,
                             .wanted = true},
    [POLIS_ASK_HELD] = {.name = "held", .in = {POLIS_SAY_QUESTION_CARDS_HELD}, .max = POLIS_MOST_HELD, .wanted = true},
    [POLIS_ASK_SEEN] = {.name = "seen", .in = {POLIS_SAY_QUESTION_CARDS_SEEN}, .list = true, .set = POLIS_SET_CARD},
};

static const struct alea_measure cards_measures[POLIS_CARDS_MEASURES] = {
    [POLIS_ANY_HELD] = {"any", {POLIS_SAY_QUESTION_ANY}},
    [POLIS_CARDS_HELD] = {"cards", {POLIS_SAY_QUESTION_CARDS_OF_IT}},
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
    [POLIS_ASK_SIEGE] = {.name = "siege",
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
    [POLIS_ASK_MARKET] = {.name = "market",
                          .in = {POLIS_SAY_QUESTION_MARKET},
                          .example = "--shipload egypt_oil_3 --position 2 --paid exchange",
                          .parameters = market_parameters,
                          .n_parameters = POLIS_MARKET_PARAMETERS,
                          .measures = market_measures,
                          .n_measures = POLIS_MARKET_MEASURES,
                          .memory = sizeof(struct polis_asked_market),
                          .begin = polis_market_begin,
                          .steps = polis_market_steps,
                          .measure = polis_market_measure},
    [POLIS_ASK_CARDS] = {.name = "cards",
                         .in = {POLIS_SAY_QUESTION_CARDS},
                         .example = "--formation phalanx --held 4 --seen phalanx_1,wedge_2",
                         .parameters = cards_parameters,
                         .n_parameters = POLIS_CARDS_PARAMETERS,
                         .measures = cards_measures,
                         .n_measures = POLIS_CARDS_MEASURES,
                         .memory = sizeof(struct polis_asked_cards),
                         .begin = polis_cards_begin,
                         .steps = polis_cards_steps,
                         .measure = polis_cards_measure},
    [POLIS_ASK_BATTLE] = {.name = "battle",
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
