/* SPDX-License-Identifier: MIT */
/* question.c - the questions about chances of sieges and battles, in words. */
#include "question.h"

enum { MOST_FORTIFICATION = 9, MOST_HOPLITES = 60, MOST_ATTEMPTS = 30, MOST_POPULATION = 20, MOST_UNITS = 12 };

static const char *const objectives[POLIS_OBJECTIVES] = {"capture", "hoplites"};
static const char *const seats[POLIS_SIDES] = {"attacker", "defender"};

static const struct alea_parameter siege_parameters[POLIS_SIEGE_PARAMETERS] = {
    [POLIS_ASK_MODE] = {.name = "mode",
                        .in = {"modo d'assedio; se manca, quello delle opzioni",
                               "siege mode; if missing, that of the options"},
                        .words = polis_siege_words,
                        .max = POLIS_SIEGE_MODES - 1,
                        .standard = -1},
    [POLIS_ASK_FORTIFICATION] = {.name = "fortification",
                                 .in = {"Fortificazione della polis", "Fortification of the polis"},
                                 .min = 1,
                                 .max = MOST_FORTIFICATION,
                                 .wanted = true},
    [POLIS_ASK_HOPLITES] = {.name = "hoplites",
                            .in = {"opliti nel territorio, all'inizio", "hoplites in the region, at the beginning"},
                            .max = MOST_HOPLITES,
                            .wanted = true},
    [POLIS_ASK_PRESTIGE] = {.name = "prestige",
                            .in = {"PP all'inizio", "Prestige at the beginning"},
                            .max = POLIS_CAP,
                            .wanted = true},
    [POLIS_ASK_ATTEMPTS] = {.name = "attempts",
                            .in = {"assedi di seguito, con il dado: finché le regole lo permettono",
                                   "sieges in a row, with the die: as long as the rules let it"},
                            .min = 1,
                            .max = MOST_ATTEMPTS,
                            .standard = 1},
    [POLIS_ASK_POPULATION] = {.name = "population",
                              .in = {"popolazione di una polis dell'avversario; se manca, la polis è neutrale",
                                     "population of a polis of the opponent's; if missing, the polis is neutral"},
                              .min = 1,
                              .max = MOST_POPULATION},
    [POLIS_ASK_OBJECTIVE] =
        {.name = "objective",
         .in = {"che cosa vuole chi forza: la conquista più probabile (e poi meno opliti perduti), o meno "
                "opliti perduti in media (e poi la conquista più probabile)",
                "what forcing is for: the likeliest capture (and then fewer hoplites lost), or fewer "
                "hoplites lost on average (and then the likeliest capture)"},
         .words = objectives,
         .max = POLIS_OBJECTIVES - 1},
};

static const struct alea_measure siege_measures[POLIS_SIEGE_MEASURES] = {
    [POLIS_CAPTURE] = {"capture", {"conquista", "capture"}},
    [POLIS_HOPLITES_LOST] = {"hoplites_lost", {"opliti perduti", "hoplites lost"}},
    [POLIS_PRESTIGE_SPENT] = {"prestige_spent", {"PP spesi, senza il premio", "Prestige spent, the reward left out"}},
    [POLIS_POPULATION_LEFT] = {"population_left", {"popolazione rimasta nella polis", "population left in the polis"}},
};

static const struct alea_measure siege_columns[POLIS_SIEGE_COLUMNS] = {
    [POLIS_ROW_TURNS] = {"turns", {"turni", "turns"}},
    [POLIS_ROW_PAID] = {"prestige", {"PP spesi, senza il premio", "Prestige spent, the reward left out"}},
    [POLIS_ROW_HOPLITES] = {"hoplites", {"opliti perduti", "hoplites lost"}},
};

static const struct alea_parameter battle_parameters[POLIS_BATTLE_PARAMETERS] = {
    [POLIS_ASK_ATTACKERS] = {.name = "attackers",
                             .in = {"unità, e carte, di chi attacca per primo: Sparta a terra, Atene in mare",
                                    "units, and cards, of who attacks first: Sparta on land, Athens at sea"},
                             .min = 1,
                             .max = MOST_UNITS,
                             .wanted = true},
    [POLIS_ASK_DEFENDERS] = {.name = "defenders",
                             .in = {"unità, e carte, dell'altra fazione", "units, and cards, of the other side"},
                             .min = 1,
                             .max = MOST_UNITS,
                             .wanted = true},
    [POLIS_ASK_HAND] = {.name = "hand",
                        .in = {"carte note della propria mano; le altre sono pescate",
                               "known cards of one's own hand; the others are drawn"},
                        .list = true,
                        .set = POLIS_SET_CARD},
    [POLIS_ASK_OF] = {.name = "of",
                      .in = {"di chi è quella mano", "whose hand that is"},
                      .words = seats,
                      .max = POLIS_SIDES - 1},
};

static const struct alea_measure battle_measures[POLIS_BATTLE_MEASURES] = {
    [POLIS_ATTACKER_CONTROLS] = {"win", {"controllo di chi ha attaccato per primo", "control of who attacked first"}},
    [POLIS_DEFENDER_CONTROLS] = {"defender_win", {"controllo dell'altra fazione", "control of the other side"}},
    [POLIS_ATTACKERS_LEFT] = {"attackers_left",
                              {"unità rimaste a chi ha attaccato per primo", "units left to who attacked first"}},
    [POLIS_DEFENDERS_LEFT] = {"defenders_left", {"unità rimaste all'altra fazione", "units left to the other side"}},
    [POLIS_ATTACKER_PRESTIGE] = {"attacker_prestige",
                                 {"PP delle carte a chi ha attaccato per primo", "Prestige by cards to who attacked first"}},
    [POLIS_DEFENDER_PRESTIGE] = {"defender_prestige",
                                 {"PP delle carte all'altra fazione", "Prestige by cards to the other side"}},
};

const struct alea_question polis_questions[POLIS_QUESTIONS] = {
    {.name = "siege",
     .in = {"Assedi della stessa polis, uno dopo l'altro; senza dado: i modi di condurne uno",
            "Sieges of one polis, one after another; without a die: the ways to carry one out"},
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
     .in = {"Una battaglia; entrambe giocano come il bot greedy, nessuno si ritira",
            "A battle; both play as the bot greedy does, nobody retreats"},
     .example = "--attackers 4 --defenders 3",
     .parameters = battle_parameters,
     .n_parameters = POLIS_BATTLE_PARAMETERS,
     .measures = battle_measures,
     .n_measures = POLIS_BATTLE_MEASURES,
     .memory = sizeof(struct polis_asked_battle),
     .begin = polis_battle_begin,
     .sample = polis_battle_sample},
};
