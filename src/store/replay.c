/* SPDX-License-Identifier: MIT */
/* replay.c - from the rows of a store to a match: its rules and head are made, and every ply goes through the door. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "store.h"

struct replay {
    struct store *store;
    const char *id;
    struct alea_rules *rules; /* made here, or the caller's */
    struct alea_match_head *head;
    struct alea_match *match;
    struct alea_error *error; /* never NULL */
    enum alea_err err;
};

/* ---- Rules --------------------------------------------------------------------------------------------------------------- */

/* Parts "key=value key=value" at its blanks, in place. False if there are too many. */
static bool split(char *words, const char *pairs[ALEA_MAX_OPTIONS], int *n) {
    *n = 0;
    for (char *at = words; *(at += strspn(at, " "));) {
        if (*n == ALEA_MAX_OPTIONS) return false;
        pairs[(*n)++] = at;
        at += strcspn(at, " ");
        if (*at) *at++ = 0;
    }
    return true;
}

static enum alea_err too_new(const struct replay *replay, const struct store_match *row, const struct alea_game *game) {
    return alea_fail(replay->error, ALEA_ERR_BAD_VERSION, alea_digits(row->rules_version).at,
                     alea_reason(replay->error, ENGINE_SAY_TRANSCRIPT_RULES_VERSION, game->id, game->rules_version).at);
}

static enum alea_err unknown_game(const struct replay *replay, const struct store_match *row) {
    const struct alea_game *game;
    struct alea_text ids;
    alea_text_init(&ids, 400, replay->error->lang);
    for (int i = 0; (game = alea_game_at(i)); i++)
        if (game->listed) alea_text_addf(&ids, "%s%s", ids.len ? ", " : "", game->id);
    alea_fail(replay->error, ALEA_ERR_UNKNOWN_GAME, row->game, alea_text_str(&ids));
    alea_text_clear(&ids);
    return ALEA_ERR_UNKNOWN_GAME;
}

static void make_rules(struct replay *replay, const struct store_match *row, const struct alea_game *game) {
    const char *pairs[ALEA_MAX_OPTIONS];
    int n = 0;
    char *words = strdup(row->options);
    const struct alea_scenario scenario = {
        .name = row->scenario_name, .bytes = row->scenario, .n_bytes = row->scenario_bytes};
    if (!words) {
        replay->err = alea_fail(replay->error, ALEA_ERR_NO_MEMORY);
    } else if (!split(words, pairs, &n)) {
        replay->err = alea_fail(replay->error, ALEA_ERR_BAD_OPTION, pairs[0],
                                alea_reason(replay->error, ENGINE_SAY_STORE_TOO_MANY_PLIES).at);
    } else {
        replay->rules = alea_rules_new_at(game, row->rules_version, row->seats, pairs, n, row->scenario ? &scenario : NULL,
                                          replay->error);
        if (!replay->rules) replay->err = replay->error->code;
    }
    free(words);
}

/* Called with the row of the match. */
static void take_match(void *context, const struct store_match *row) {
    struct replay *replay = context;
    struct alea_match_head *head = replay->head;
    const struct alea_game *game = alea_game_find(row->game);
    head->dice_kind = row->by_hand ? ALEA_DICE_BY_HAND : ALEA_DICE_FAIR;
    head->has_seed = !row->by_hand;
    head->dice.seats = row->seats;
    memcpy(head->dice.seed, row->seed, sizeof row->seed);
    memcpy(head->commitment, row->commitment, sizeof row->commitment);
    if (!game) replay->err = unknown_game(replay, row);
    else if (row->rules_version > game->rules_version) replay->err = too_new(replay, row, game);
    else if (!replay->rules) make_rules(replay, row, game);
    else
        assert(replay->rules->game == game && replay->rules->version == row->rules_version &&
               replay->rules->seats == row->seats && "rules that fit the match");
}

static enum alea_err take_seats(struct replay *replay) {
    int n = 0;
    struct store_seat *seats = calloc(ALEA_MAX_SEATS, sizeof *seats);
    if (!seats) return alea_fail(replay->error, ALEA_ERR_NO_MEMORY);
    enum alea_err err = store_seats(replay->store, replay->id, seats, &n, replay->error);
    for (int seat = 0; seat < n; seat++) {
        memcpy(replay->head->seat[seat].who, seats[seat].who, sizeof seats[seat].who);
        memcpy(replay->head->seat[seat].name, seats[seat].name, sizeof seats[seat].name);
        memcpy(replay->head->dice.word[seat], seats[seat].word, sizeof seats[seat].word);
    }
    free(seats);
    return err;
}

/* ---- Plies --------------------------------------------------------------------------------------------------------------- */

/* What the door said is kept, behind where it was said. */
static enum alea_err diverged(const struct replay *replay, long ply) {
    struct alea_error said = *replay->error;
    alea_fail(replay->error, ALEA_ERR_DIVERGED, "", "");
    replay->error->rule = said.rule;
    replay->error->ply = ply;
    struct alea_reason words = alea_reason(replay->error, ENGINE_SAY_STORE_REFUSED_PLY, replay->id, ply, said.text);
    snprintf(replay->error->text, sizeof replay->error->text, "%s", words.at);
    return ALEA_ERR_DIVERGED;
}

static bool play(void *context, long ply, const struct alea_ply *done, int64_t at) {
    struct replay *replay = context;
    (void)at;
    replay->err = alea_match_play(replay->match, ply - 1, done->seat, done->move, done->note, NULL, replay->error);
    if (replay->err && replay->err != ALEA_ERR_NO_MEMORY) replay->err = diverged(replay, ply);
    return replay->err == ALEA_OK;
}

/* Whoever plays on meanwhile may have said something behind a ply that was not there yet: the match is then as it was before. */
static bool say(void *context, const struct alea_post *post, int64_t at) {
    struct replay *replay = context;
    (void)at;
    if (post->ply > alea_match_plies(replay->match)) return false;
    replay->err = alea_match_post(replay->match, post, replay->error);
    if (!replay->err || replay->err == ALEA_ERR_NO_MEMORY) return !replay->err;
    struct alea_error said = *replay->error;
    replay->err = alea_fail(replay->error, ALEA_ERR_DAMAGED, replay->id,
                            alea_reason(replay->error, ENGINE_SAY_STORE_REFUSED_POST, post->number, said.text).at);
    return false;
}

static enum alea_err run(struct replay *replay) {
    const bool own_rules = !replay->rules;
    enum alea_err err = store_match(replay->store, replay->id, take_match, replay, replay->error);
    if (!err) err = replay->err;
    if (!err) err = take_seats(replay);
    if (!err) err = store_dice(replay->store, replay->id, replay->head, replay->error);
    if (!err) {
        replay->match = alea_match_new(replay->rules, replay->head, replay->error);
        if (!replay->match) err = replay->error->code;
    }
    if (!replay->match && own_rules) alea_rules_free(replay->rules);
    if (err) return err;
    err = store_read(replay->store, replay->id, 0, play, replay, replay->error);
    if (!err) err = replay->err;
    if (!err) err = store_read_posts(replay->store, replay->id, 0, say, replay, replay->error);
    return err ? err : replay->err;
}

enum alea_err store_replay(struct store *store, const char *id, struct alea_rules *rules, struct alea_match **match,
                           struct alea_error *error) {
    struct alea_error own = {.lang = ALEA_EN};
    struct replay replay = {.store = store, .id = id, .rules = rules, .error = error ? error : &own};
    *match = NULL;
    replay.head = calloc(1, sizeof *replay.head);
    enum alea_err err = replay.head ? run(&replay) : alea_fail(replay.error, ALEA_ERR_NO_MEMORY);
    free(replay.head);
    *match = replay.match;
    return err;
}

/* ---- Its dice ------------------------------------------------------------------------------------------------------------ */

static bool thrown(const struct alea_match *match) {
    for (long ply = 1; ply <= alea_match_plies(match); ply++)
        if (alea_match_ply(match, ply)->seat == ALEA_CHANCE) return true;
    return false;
}

enum alea_err store_verify(const struct alea_match *match, long *n_throws, struct alea_error *error) {
    const struct alea_match_head *head = alea_match_head(match);
    const struct alea_beacon *beacon = &head->dice.beacon;
    uint8_t computed[ALEA_HASH_BYTES];
    *n_throws = 0;
    bool drawing = alea_match_plies(match) == 0 || (beacon->named && !beacon->out && !thrown(match));
    if (head->dice_kind != ALEA_DICE_FAIR || !drawing) return alea_match_verify(match, n_throws, error);
    alea_seed_commit(head->dice.seed, computed);
    bool same = memcmp(computed, head->commitment, sizeof computed) == 0;
    return same ? ALEA_OK : alea_fail(error, ALEA_ERR_BAD_COMMITMENT);
}
