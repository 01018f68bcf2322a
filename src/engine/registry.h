/* SPDX-License-Identifier: MIT */
/* registry.h - the data that was built in beside each game (data/GAME.json). */
#ifndef ALEA_ENGINE_REGISTRY_H
#define ALEA_ENGINE_REGISTRY_H

#include "alea.h"

struct alea_data {
    const char *bytes;
    size_t n_bytes;
};

/* Data of a registered game; no bytes for any other. */
struct alea_data alea_game_data(const struct alea_game *game);

/* Its lesson for beginners, a commented transcript (data/lessons/GAME.alea); no bytes if it has none. */
struct alea_data alea_game_lesson(const struct alea_game *game);

#endif
