/* SPDX-License-Identifier: MIT */
/* sim.h - many games between bots: what is asked for, and what came of it. */
#ifndef ALEA_CLI_SIM_H
#define ALEA_CLI_SIM_H

#include "cli.h"

struct sim {
    const struct cli *cli;
    const struct alea_game *game;
    struct cli_list options;
    struct cli_file scenario_file;
    struct alea_scenario scenario; /* name is NULL if there is none */
    struct alea_rules *rules;
    const struct alea_field *outcome; /* of the position: how a game ended, as a name; NULL if the game has no such field */
    struct alea_bot_spec bot[ALEA_MAX_SEATS]; /* as listed */
    int seats;                                /* as many as bots */
    long games;
    uint64_t seed;
    int threads;
    const char *folder;                          /* NULL, or where each game is kept */
    struct alea_conduct conduct[ALEA_MAX_SEATS]; /* of those bots that are somebody else's programs */
    bool json;
};

enum { SIM_ENDS = 32 };

/* Games that ended in one way. */
struct sim_end {
    long games, rounds;
};

/* Sums over a run of games, in their order. */
struct sim_sums {
    long games, plies, steps, unfinished, rounds;
    long wins[ALEA_MAX_SEATS];         /* games in which that bot alone came first */
    long wins_by_seat[ALEA_MAX_SEATS]; /* the same by seat */
    double score[ALEA_MAX_SEATS];      /* sum of that bot's results */
    int min_rounds, max_rounds;
    struct sim_end end[SIM_ENDS]; /* of games that are over, by sim->outcome */
    uint64_t hash;                /* over the games in order, see sim_add() */
};

/* Adds the sums of the games that follow. The hash of a run is a polynomial in SIM_BASE over its games' hashes modulo 2^64,
 * so that runs can be put together: hash(ab) = hash(a) * base^games(b) + hash(b). */
void sim_add(struct sim_sums *sums, const struct sim_sums *next);

/* The rules once more, for a match of their own. */
struct alea_rules *sim_rules(const struct sim *sim, struct alea_error *error);

/* Plays all games. False after a complaint. */
bool sim_run(struct sim *sim, struct sim_sums *sums);

/* Is there a file already where that game would be kept? */
bool sim_is_there(const struct sim *sim, long game);
/* Writes one game as a transcript into sim->folder, where nothing may stand yet. 0 or errno. */
int sim_save(const struct sim *sim, long game, const struct alea_playout *playout);

void sim_report(const struct sim *sim, const struct sim_sums *sums, double seconds);

#endif
