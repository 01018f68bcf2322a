/* SPDX-License-Identifier: MIT */
/* registry.c - the games that are built in. games.inc has a line ALEA_GAME(id) for each word in src/games/meson.build. */
#include "registry.h"

#include <string.h>

#define ALEA_GAME(id)                              \
    extern const struct alea_game alea_game_##id;  \
    extern const unsigned char alea_data_##id[];   \
    extern const size_t alea_data_##id##_size;     \
    extern const unsigned char alea_lesson_##id[]; \
    extern const size_t alea_lesson_##id##_size;
#include "games.inc"
#undef ALEA_GAME

static const struct {
    const struct alea_game *game;
    const unsigned char *data, *lesson;
    const size_t *data_size, *lesson_size;
} registry[] = {
#define ALEA_GAME(id)                     \
    {.game = &alea_game_##id,             \
     .data = alea_data_##id,              \
     .lesson = alea_lesson_##id,          \
     .data_size = &alea_data_##id##_size, \
     .lesson_size = &alea_lesson_##id##_size},
#include "games.inc"
#undef ALEA_GAME
};

const struct alea_game *alea_game_at(int index) {
    return index >= 0 && index < (int)ALEA_LEN(registry) ? registry[index].game : NULL;
}

const struct alea_game *alea_game_find(const char *id) {
    for (size_t i = 0; i < ALEA_LEN(registry); i++)
        if (strcmp(registry[i].game->id, id) == 0) return registry[i].game;
    return NULL;
}

bool alea_game_has_secrets(const struct alea_game *game) { return game->secrecy.hide != NULL; }

const char *alea_game_data(const struct alea_game *game, size_t *n) {
    *n = 0;
    for (size_t i = 0; i < ALEA_LEN(registry); i++) {
        if (registry[i].game != game) continue;
        *n = *registry[i].data_size;
        return (const char *)registry[i].data;
    }
    return "";
}

struct alea_data alea_game_lesson(const struct alea_game *game) {
    for (size_t i = 0; i < ALEA_LEN(registry); i++)
        if (registry[i].game == game)
            return (struct alea_data){.bytes = (const char *)registry[i].lesson, .n_bytes = *registry[i].lesson_size};
    return (struct alea_data){.bytes = "", .n_bytes = 0};
}
