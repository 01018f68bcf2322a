/* SPDX-License-Identifier: MIT */
/* weights.h - reading a file of weights, data/weights/GAME.json: what a program has learned of a game, apart from its code.
 *
 * {"format": "alea.weights", "version": 1, "game", "rules_version", "recipe": how to make them again, "numbers": base64 of whole numbers of
 * 16 bits, the low byte first, "hash": BLAKE2b-256 of all else, written with sorted keys and without blanks}. tools/train/ makes it.
 */
#ifndef ALEA_ENGINE_WEIGHTS_H
#define ALEA_ENGINE_WEIGHTS_H

#include "registry.h"

/* The file that was built in; no bytes if the game has none. */
struct alea_data alea_game_weights(const struct alea_game *game);

/* Its n numbers. ALEA_ERR_DAMAGED, with a reason: it can't be made use of by that version of the rules. `name` is for messages. */
ALEA_MUST_CHECK enum alea_err alea_weights_read(const char *name, struct alea_data file, const struct alea_game *game,
                                                int version, int16_t out[], int n, struct alea_error *error);

#ifdef __wasm__
/* A page hands over what was learned of that game by that version of its rules (weights_given.c): room for its n numbers, to be filled. Rules
 * that are loaded from then on make use of them. NULL: memory is short. */
int16_t *alea_weights_give(const struct alea_game *game, int rules_version, int n);
#endif

#endif
