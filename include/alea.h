/* SPDX-License-Identifier: MIT */
/* alea.h - the public API of Alea: the contract of a game, and what the engine builds on it.
 *
 * A position is a value: a plain struct without pointers that memcpy copies and memcmp compares. A game is a set of pure
 * functions over it; chance and the host are actors like the seats, so a list of moves alone replays a match.
 * The comment over `struct alea_game` is the contract. Nothing in a game allocates, does I/O, or keeps global state.
 *
 *   values.h   seats, moves, outcomes, events
 *   text.h     errors, growing texts, the words of a game
 *   chance.h   random numbers, fair dice, questions about chances
 *   game.h     the contract of a game; rules: a game made ready with options and data
 *   match.h    matches, transcripts, chains
 */
#ifndef ALEA_H
#define ALEA_H

#define ALEA_VERSION "0.1.0"

#include "alea/chance.h"
#include "alea/game.h"
#include "alea/match.h"
#include "alea/text.h"
#include "alea/values.h"

#endif
