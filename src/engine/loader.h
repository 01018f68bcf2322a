/* SPDX-License-Identifier: MIT */
/* loader.h - the engine's side of load.h: opening a game's data with a scenario laid over it, and closing it again.
 *
 * Everything that the loader hands out lies in an arena, which lives as long as the rules. The parsed JSON doesn't. */
#ifndef ALEA_ENGINE_LOADER_H
#define ALEA_ENGINE_LOADER_H

#include <jansson.h>

#include "alea.h"

enum {
    ALEA_MAX_DATA_DEPTH = 16, /* of nested arrays and objects */
    ALEA_MAX_NAMES = 64       /* of one table of names, so that a set of them fits a word */
};

/* Memory that is freed at once. */
struct alea_arena {
    struct alea_arena_block *last;
};

void *alea_arena_alloc(struct alea_arena *arena, size_t size); /* zeroed; NULL when out of memory */
void alea_arena_clear(struct alea_arena *arena);

struct alea_loader {
    const struct alea_game *game;
    int version;        /* of the rules that are made */
    char data_name[64]; /* for messages, as the next one */
    const char *scenario_name;
    json_t *data;     /* top-level tables, those of the scenario in the place of the game's */
    json_t *scenario; /* NULL: none */
    json_t *read;     /* with a scenario: the tables that the game has looked at */
    bool sealed;      /* the scenario is */
    struct alea_arena *arena;
    struct alea_error *error; /* may be NULL */
    struct alea_error
        weights;        /* why the game's file of weights is not made use of; ALEA_OK: it is, or nobody asked for it */
    enum alea_err code; /* of the first fault */
};

/* The object that a file is, a new reference; NULL after a fault. */
json_t *alea_loader_parse(struct alea_loader *in, const char *file, const char *bytes, size_t n_bytes);
void alea_loader_no_memory(struct alea_loader *in); /* is the fault */

/* Parses both (scenario may be NULL) and merges them. False after a fault. To be closed in any case. */
bool alea_loader_open(struct alea_loader *in, const struct alea_game *game, int version,
                      const struct alea_scenario *scenario, struct alea_arena *arena, struct alea_error *error);
void alea_loader_close(struct alea_loader *in);

/* After the game has read its data: a fault if the scenario replaces a table that it did not look at. */
void alea_loader_check_read(struct alea_loader *in);

/* The scenario's own name; "" without one. */
const char *alea_loader_scenario_name(const struct alea_loader *in);

#endif
