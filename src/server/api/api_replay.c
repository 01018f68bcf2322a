/* SPDX-License-Identifier: MIT */
/* api_replay.c - a table's match once more, for a thread of the pool: from the store, through a connection of its own. */
#include <string.h>

#include "api_internal.h"

void api_replay_init(struct api_replay *replay, const struct api_request *request) {
    struct table_view look = table_look(request->table);
    replay->store_path = lobby_options_of(request->api->lobby)->store_path;
    memcpy(replay->id, look.id, sizeof replay->id);
    replay->rules = alea_rules_share(alea_match_rules(look.match));
    replay->head = *alea_match_head(look.match);
    replay->plies = alea_match_plies(look.match);
    replay->error.lang = request->lang;
}

static bool stopped(const struct api_replay *replay) { return atomic_load_explicit(replay->stop, memory_order_relaxed); }

static bool play(void *context, long ply, const struct alea_ply *done, int64_t at) {
    struct api_replay *replay = context;
    (void)at;
    if (ply > replay->plies) return false;
    replay->err = alea_match_play(replay->match, ply - 1, done->seat, done->move, done->note, NULL, &replay->error);
    return replay->err == ALEA_OK && !stopped(replay);
}

/* The match goes on meanwhile: what was said behind later plies is not in this record. */
static bool say(void *context, const struct alea_post *post, int64_t at) {
    struct api_replay *replay = context;
    (void)at;
    if (post->ply > alea_match_plies(replay->match)) return false;
    replay->err = alea_match_post(replay->match, post, &replay->error);
    return replay->err == ALEA_OK && !stopped(replay);
}

static enum alea_err read_store(struct api_replay *replay, struct store *store, bool posts) {
    replay->match = alea_match_new(replay->rules, &replay->head, &replay->error);
    if (!replay->match) return replay->error.code;
    replay->rules = NULL; /* the match's now */
    enum alea_err err = store_read(store, replay->id, 0, play, replay, &replay->error);
    if (!err) err = replay->err;
    if (!err && posts && !stopped(replay)) err = store_read_posts(store, replay->id, 0, say, replay, &replay->error);
    return err ? err : replay->err;
}

bool api_replay_run(struct api_replay *replay, const atomic_bool *stop, bool posts) {
    struct store *store = store_open(replay->store_path, STORE_READ, &replay->error);
    replay->stop = stop;
    replay->err = store ? read_store(replay, store, posts) : replay->error.code;
    store_close(store);
    return replay->err == ALEA_OK && !stopped(replay);
}

bool api_replay_refuses(const struct api_replay *replay, struct api_request *request) {
    if (replay->err == ALEA_OK) return false;
    request->error = replay->error;
    api_refuse_engine(request);
    return true;
}

void api_replay_end(struct api_replay *replay) {
    alea_match_free(replay->match);
    alea_rules_free(replay->rules);
    replay->match = NULL;
    replay->rules = NULL;
}
