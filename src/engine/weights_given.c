/* SPDX-License-Identifier: MIT */
/* weights_given.c - the weights that a page has handed over, for the loaders of its games. In a browser, in the place of weights.c: the page
 * has read the file, and its name holds a hash of it. */
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "load.h"
#include "loader.h"
#include "weights.h"

struct given {
    struct given *next;
    const struct alea_game *game;
    int rules_version, n;
    int16_t number[];
};

static struct given *all;

static struct given **find(const struct alea_game *game) {
    struct given **at = &all;
    while (*at && (*at)->game != game) at = &(*at)->next;
    return at;
}

int16_t *alea_weights_give(const struct alea_game *game, int rules_version, int n) {
    struct given **at = find(game), *old = *at, *made = malloc(sizeof *made + (size_t)n * sizeof *made->number);
    if (!made) return NULL;
    *made = (struct given){.next = old ? old->next : NULL, .game = game, .rules_version = rules_version, .n = n};
    free(old);
    *at = made;
    return made->number;
}

static enum alea_err read_given(struct alea_loader *in, int n, int16_t out[]) {
    const struct given *given = *find(in->game);
    struct alea_error *error = &in->weights;
    if (!out) return alea_loader_no_memory(in), ALEA_ERR_NO_MEMORY;
    if (!given || in->scenario) return ALEA_ERR_NOT_FOUND;
    if (given->rules_version == in->version && given->n == n) {
        memcpy(out, given->number, (size_t)n * sizeof *out);
        return ALEA_OK;
    }
    struct alea_reason reason = given->n == n
                                    ? alea_reason(error, ENGINE_SAY_WEIGHTS_OTHER_RULES, given->rules_version, in->version)
                                    : alea_reason(error, ENGINE_SAY_WEIGHTS_OTHER_SHAPE, n);
    return alea_fail(error, ALEA_ERR_DAMAGED, "weights", reason.at);
}

const int16_t *alea_load_weights(struct alea_loader *in, int n) {
    if (in->code) return NULL;
    int16_t *out = alea_arena_alloc(in->arena, (size_t)n * sizeof *out);
    in->weights = (struct alea_error){.lang = in->error ? in->error->lang : ALEA_EN};
    return read_given(in, n, out) ? NULL : out;
}
