/* SPDX-License-Identifier: MIT */
/* seal.h - sealed scenarios: which differences from the game's data may be one, where the first other one lies. */
#ifndef ALEA_ENGINE_SEAL_H
#define ALEA_ENGINE_SEAL_H

#include <jansson.h>

#include "alea.h"

enum { ALEA_LONGEST_PATH = 160 };

/* Is it 2 * ALEA_SALT_BYTES hexadecimal digits? */
bool alea_is_salt(const json_t *value);

/* Where the table `is` differs from what it `was`, but for what the game lets be sealed: "maps[0].sites[3].level". False: nowhere. */
bool alea_seal_finds(const struct alea_game *game, const char *table, json_t *was, json_t *is, char path[ALEA_LONGEST_PATH]);

#endif
