/* SPDX-License-Identifier: MIT */
/* rewind.c - the host takes a match back: whether it may, where that leads, and how each viewer numbers it. */
#include "rewind.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "match.h"

/* ---- Where they led ---------------------------------------------------------------------------------------------------- */

bool alea_rewinds_reserve(struct alea_rewinds *rewinds, size_t size) {
    if (rewinds->n < rewinds->cap) return true;
    int cap = rewinds->cap ? 2 * rewinds->cap : 1;
    long *ply = realloc(rewinds->ply, (size_t)cap * sizeof *ply);
    if (!ply) return false;
    rewinds->ply = ply;
    unsigned char *after = realloc(rewinds->after, (size_t)cap * size);
    if (!after) return false;
    rewinds->after = after;
    rewinds->cap = cap;
    return true;
}

void *alea_rewinds_room(const struct alea_rewinds *rewinds, size_t size) {
    return rewinds->after + (size_t)rewinds->n * size;
}

void alea_rewinds_take_room(struct alea_rewinds *rewinds, long ply) { rewinds->ply[rewinds->n++] = ply; }

void alea_rewinds_clear(struct alea_rewinds *rewinds) {
    free(rewinds->ply);
    free(rewinds->after);
    *rewinds = (struct alea_rewinds){0};
}

const void *alea_rewinds_before(const struct alea_rewinds *rewinds, size_t size, long ply, long *rewind) {
    int n = rewinds->n;
    while (n > 0 && rewinds->ply[n - 1] > ply) n--;
    if (n == 0) return NULL;
    *rewind = rewinds->ply[n - 1];
    return rewinds->after + (size_t)(n - 1) * size;
}

void alea_rewind_step(const struct alea_rules *rules, const struct alea_rewinds *rewinds, long ply, void *pos,
                      struct alea_events *events) {
    long rewind = 0;
    const size_t size = rules->game->position_size;
    const void *after = alea_rewinds_before(rewinds, size, ply, &rewind);
    assert(after && rewind == ply);
    memcpy(pos, after, size);
    if (events && rules->game->campaign.rewound) rules->game->campaign.rewound(rules->tables, pos, events);
}

/* ---- Whether it may be -------------------------------------------------------------------------------------------------- */

static enum alea_err no_rewind(struct alea_error *error, struct alea_reason reason) {
    return alea_fail(error, ALEA_ERR_NO_REWIND, reason.at);
}

enum alea_err alea_match_may_rewind(const struct alea_match *match, long target, void *then, struct alea_error *error) {
    const struct alea_rules *rules = alea_match_rules(match);
    const struct alea_game *game = rules->game;
    if (alea_match_actors(match) == ALEA_ACTORS_OVER) return alea_fail(error, ALEA_ERR_OVER);
    if (target < 0 || target >= alea_match_plies(match))
        return no_rewind(error, alea_reason(error, ENGINE_SAY_REWIND_NOT_EARLIER));
    if (alea_match_rewinds(match) == ALEA_MAX_REWINDS)
        return alea_fail(error, ALEA_ERR_TOO_LARGE, alea_reason(error, ENGINE_SAY_REWIND_TOO_MANY, ALEA_MAX_REWINDS).at);
    alea_match_position_at(match, target, then);
    alea_actors actors = game->actors(rules->tables, then);
    if (actors == ALEA_ACTORS_CHANCE || actors == ALEA_ACTORS_OVER)
        return no_rewind(error, alea_reason(error, ENGINE_SAY_REWIND_NOBODY));
    alea_rule rule = 0;
    if (game->campaign.why_not_rewind) rule = game->campaign.why_not_rewind(rules->tables, alea_match_position(match), then);
    return rule ? alea_match_refuse(match, rule, error) : ALEA_OK;
}

enum alea_err alea_match_wants_reason(const struct alea_match *match, int seat, alea_move move, const char *note,
                                      struct alea_error *error) {
    const struct alea_texts *texts = alea_match_rules(match)->game->texts;
    if (note && note[strspn(note, " ")]) return ALEA_OK;
    if (alea_is_rewind(seat, move)) return no_rewind(error, alea_reason(error, ENGINE_SAY_REWIND_NO_REASON));
    unsigned verb = alea_move_verb(move);
    alea_rule rule = verb < (unsigned)texts->n_verbs ? texts->verbs[verb].note : 0;
    return rule ? alea_match_refuse(match, rule, error) : ALEA_OK;
}

/* ---- As a viewer numbers it ---------------------------------------------------------------------------------------------- */

void alea_numbers_pass(struct alea_numbers *numbers, const struct alea_match *match, long ply) {
    for (int i = 0; i < alea_match_rewinds(match); i++) {
        long target = (long)alea_move_arg(alea_match_ply(match, alea_match_rewind(match, i))->move);
        if (target == ply) numbers->target[i] = (uint32_t)numbers->heard;
    }
}

bool alea_match_is_taken_back(const struct alea_match *match, long ply) {
    for (int i = 0; i < alea_match_rewinds(match); i++) {
        const long at = alea_match_rewind(match, i);
        if (at > ply && (long)alea_move_arg(alea_match_ply(match, at)->move) < ply) return true;
    }
    return false;
}

struct alea_ply alea_numbers_ply(const struct alea_numbers *numbers, const struct alea_match *match, long ply) {
    struct alea_ply made = *alea_match_ply(match, ply);
    if (!alea_is_rewind(made.seat, made.move)) return made;
    int i = 0;
    while (alea_match_rewind(match, i) != ply) i++;
    made.move = alea_move_make(ALEA_VERB_REWIND, numbers->target[i]);
    return made;
}
