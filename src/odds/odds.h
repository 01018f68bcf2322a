/* SPDX-License-Identifier: MIT */
/* odds.h - answers to a game's questions about chance: parameters read, chains solved exactly, the rest sampled.
 *
 * A chain is solved in one pass over its states, from the first downwards, in doubles; the same pass in fractions, for those who
 * ask. Where somebody chooses, a pass upwards finds the best choices first. Cost: 30 legionaries against 30, some 1000 states, in
 * about 20 microseconds. Nothing here is remembered between two questions but by who asks (struct odds_wins), and any
 * thread may ask. */
#ifndef ALEA_ODDS_H
#define ALEA_ODDS_H

#include "alea.h"

enum {
    ODDS_MAX_STATES = 1 << 22,
    ODDS_MAX_MOST = 1 << 16, /* of a measure */
    ODDS_MAX_ENDS = 4096,    /* told one by one */
    ODDS_MAX_ROWS = 4096,
    ODDS_MAX_CHOICES = 1000, /* told in words */
    ODDS_STREAMS = 16,       /* of random numbers: samples are shared out among them */
    ODDS_SAMPLES = 100000,
    ODDS_MAX_SAMPLES = 100000000
};

/* How the question is to be answered. */
struct odds_how {
    bool fractions;      /* of chains: with the exact fractions too, */
    long most_fractions; /* if one pass over the chain has no more steps than that, of some 5 us; 0: any number */
    long most_steps;     /* of all states, in all passes: past that it is ALEA_ERR_TOO_LARGE; 0: any number */
    long samples;        /* of what is too large to be exact; 0: ODDS_SAMPLES */
    uint64_t seed;
};

struct odds_chance {
    double value;
    double error;         /* of samples: half of the interval that holds the true value 95 times in 100 (Wilson) */
    uint64_t top, bottom; /* the reduced fraction; bottom is 0 where it is not known or does not fit */
};

/* How one measure ends. */
struct odds_measure {
    int32_t most;           /* -1: not measured */
    struct odds_chance *at; /* most + 1 of them */
    double expected, error; /* of samples: as above, by the normal distribution */
};

struct odds_end {
    int32_t value[ALEA_MAX_MEASURES];
    struct odds_chance chance;
};

struct odds_row {
    int32_t value[ALEA_MAX_MEASURES];
};

struct odds_choice {
    int32_t state;
    struct alea_step chosen;
    double chance; /* that it comes to this choice */
};

/* All arrays are owned. */
struct odds_answer {
    enum alea_answer kind;
    const struct alea_question *question;
    bool joint;     /* `ends` are told, else the measures */
    bool fractions; /* they were asked for */
    struct odds_measure measure[ALEA_MAX_MEASURES];
    struct odds_end *ends;
    int n_ends;
    struct odds_row *rows;
    int n_rows;
    struct odds_choice *choices; /* those that may have to be made, the likeliest first */
    int n_choices;
    long samples;
    uint64_t seed; /* streams 0 .. ODDS_STREAMS - 1 of it */
    void *memory;  /* the question's */
};

/* ---- Parameters (read.c) ------------------------------------------------------------------------------------------------ */

/* The game's question of that name; NULL, and the nearest in the error, if it has none. */
const struct alea_question *odds_find(const struct alea_game *game, const char *name, struct alea_error *error);

/* One parameter as it was given: "attackers", "7". */
struct odds_given {
    const char *name, *value;
};

/* Reads n of them into values[ALEA_MAX_PARAMETERS], in the question's order; completes what was not given. */
ALEA_MUST_CHECK enum alea_err odds_read(const struct alea_rules *rules, const struct alea_question *question,
                                        const struct odds_given given[], int n, struct alea_values values[],
                                        struct alea_error *error);
/* What may be given for a parameter, in words: "1..99", "land|sea|naval". */
void odds_allowed(const struct alea_rules *rules, const struct alea_parameter *parameter, struct alea_text *text);

/* ---- Answers (solve.c, and chain.c, fraction.c, sample.c, wins.c behind it) ----------------------------------------------------- */

/* Forces that can't be are ALEA_ERR_NO_ODDS, more work than is allowed ALEA_ERR_TOO_LARGE. The answer is to be cleared in any case. */
ALEA_MUST_CHECK enum alea_err odds_solve(const struct alea_rules *rules, const struct alea_question *question,
                                         const struct alea_values values[], const struct odds_how *how,
                                         struct odds_answer *answer, struct alea_error *error);
void odds_clear(struct odds_answer *answer);

/* Chances to win that were found: of all states of one chain that were come to. Questions that differ in nothing but where their chain
 * begins, as all forces that may be sent against one garrison, find them here. For one set of rules; all 0 to begin with. */
struct odds_wins {
    const struct alea_question *question;
    void *memory; /* of the question: its steps hang on nothing else */
    struct odds_win *at;
    size_t room;
};

/* The chance that measure 0 is 1, as odds_solve() tells it but for rounding; its error is 0 unless it was sampled. False: there is no answer,
 * or nothing to win. */
ALEA_MUST_CHECK bool odds_win(const struct alea_rules *rules, const struct alea_question *question,
                              const struct alea_values values[], const struct odds_how *how, struct odds_wins *wins,
                              struct odds_chance *win);
void odds_wins_clear(struct odds_wins *wins);

/* ---- What is at hand (at_hand.c) ------------------------------------------------------------------------------------------ */

/* A view of whoever asks, and the move that is asked about; 0: what is at hand now. */
struct odds_asker {
    const struct alea_rules *rules;
    const void *view;
    int seat;
    alea_move move;
};

/* The i-th question at hand; false past the last. */
ALEA_MUST_CHECK bool odds_at_hand(const struct odds_asker *asker, int i, struct alea_at_hand *out);
/* Its answer, at the cost that an answer of a server may have. To be cleared in any case. */
ALEA_MUST_CHECK enum alea_err odds_solve_at_hand(const struct alea_rules *rules, const struct alea_at_hand *asked,
                                                 struct odds_answer *answer, struct alea_error *error);
/* Its chance to win, at the same cost: see odds_win(). */
ALEA_MUST_CHECK bool odds_win_at_hand(const struct alea_rules *rules, const struct alea_at_hand *asked,
                                      struct odds_wins *wins, struct odds_chance *win);
/* The answer about the combat that has begun, or that the move leads to, when its attacker stops as soon as fewer than `stop` are left
 * (0: never): see struct alea_question. False: there is none. To be cleared in any case. */
ALEA_MUST_CHECK bool odds_battle(const struct odds_asker *asker, int stop, struct odds_answer *answer);
/* The members `battle`, that answer, and `detail`, all questions at hand with their answers: docs/odds.md; null where there are none. */
void odds_at_hand_json(const struct odds_asker *asker, int stop, struct alea_text *text);

/* ---- For people (words.c) --------------------------------------------------------------------------------------------------- */

/* What is not 0 or 1 is not called so: "41.7%", "<0.1%". */
void odds_say_percent(struct alea_text *text, double chance);
/* All that is at hand, a few lines a question. False, and nothing added: nothing is. */
bool odds_say_at_hand(const struct odds_asker *asker, struct alea_text *text);
/* A note of a question, as a sentence. */
void odds_say_note(const struct alea_rules *rules, const struct alea_note *note, struct alea_text *text);
/* The game's remark on the move, and the chance of what it leads to: "3: 41.7%". `wins` is kept from move to move by those who say
 * many; NULL: this is the only one. */
void odds_say_remark(const struct odds_asker *asker, struct odds_wins *wins, struct alea_text *text);

/* ---- As JSON (json.c): docs/odds.md ------------------------------------------------------------------------------------- */

void odds_json(const struct alea_rules *rules, const struct odds_answer *answer, struct alea_text *text);
/* A question that was at hand: its name, whom it is about, its values, its answer; NULL: it has none. */
void odds_asked_json(const struct alea_rules *rules, const struct alea_at_hand *asked, const struct odds_answer *answer,
                     struct alea_text *text);
/* The questions of a game and their parameters, for a form: an array. */
void odds_questions_json(const struct alea_rules *rules, struct alea_text *text);

#endif
