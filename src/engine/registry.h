/* SPDX-License-Identifier: MIT */
/* registry.h - the lessons that were built in beside the games. Their data: alea_game_data(). */
#ifndef ALEA_ENGINE_REGISTRY_H
#define ALEA_ENGINE_REGISTRY_H

#include "alea.h"

struct alea_data {
    const char *bytes;
    size_t n_bytes;
};

/* The game's lesson for beginners, a commented transcript (data/lessons/GAME.alea); no bytes if it has none. */
struct alea_data alea_game_lesson(const struct alea_game *game);

#endif
