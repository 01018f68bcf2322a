/* SPDX-License-Identifier: MIT */
/* series.h - numbered games of one seed between bots, and their signature: one hash over how all of them ended.
 *
 * Game i plays with random stream i of the seed, and each bot in it with a stream of its own; bot b sits at seat (b + i) mod n. So a
 * game is a function of rules, bots, seed and number, on every machine. */
#ifndef ALEA_LAB_SERIES_H
#define ALEA_LAB_SERIES_H

#include "bot.h"

/* Plays that game; as many players as the rules have seats. How it went is the playout's. */
void series_play(struct alea_playout *playout, uint64_t seed, const struct alea_player players[], long game);
/* The signature of the game that was played last; of `games` games and then of `next_games` more. Nothing played: 0. */
uint64_t series_signature(const struct alea_playout *playout);
uint64_t series_join(uint64_t signature, uint64_t next, long next_games);

#endif
