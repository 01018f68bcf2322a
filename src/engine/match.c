/* SPDX-License-Identifier: MIT */
/* match.c - a match: rules, head and the list of plies, behind one door.
 *
 * The list alone is the truth. Beside it stand the position now; the anchor, which is the position after the last barrier,
 * so that an undo copies it and replays the few plies behind it; the last few positions before now, as far as they are small,
 * for those who are told what has just happened; and snapshots at a stride that doubles until it is MAX_STRIDE, some MAX_SNAPS
 * of them in a match of usual length, so that a look further back replays at most a 32nd of the match (or 16 plies), and never more than
 * MAX_STRIDE plies. A rewind is a ply like another; the position after each is kept, so that a look back begins behind the last one
 * before what is looked for, and replays none of them. All that can fail for want of memory is done before anything
 * changes. A match is used by one thread at a time; its const functions by many. */
#include "match.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "posts.h"
#include "rewind.h"
#include "text.h"
#include "view.h"

/* MAX_LEGAL: moves of any game at one node. They are listed on the stack (40 KiB): thousands of open matches need not hold the room. */
enum { FIRST_STRIDE = 16, MAX_SNAPS = 64, MAX_STRIDE = 1024, MAX_RECENT = 16, RECENT_BYTES = 8 << 10, MAX_LEGAL = 10240 };

struct alea_match {
    struct alea_rules *rules;
    struct alea_match_head head;

    struct alea_ply *plies;
    long n, cap;
    size_t note_bytes;
    struct alea_posts posts;
    uint32_t n_throws; /* chance plies: none is ever taken back, so a number of a throw is used once */

    void *now, *anchor, *recent; /* positions in one block that `now` owns */
    long anchor_ply;

    /* After ply p, which is not the last, recent[p % n_recent], until n_recent more are played. At least one. */
    long n_recent, recent_ply[MAX_RECENT];

    unsigned char *snaps; /* positions after 0, stride, 2 * stride... plies */
    long stride;
    long n_snaps, cap_snaps;

    struct alea_rewinds rewinds;
};

/* ---- Small helpers ---------------------------------------------------------------------------------------------- */

static size_t size_of(const struct alea_match *match) { return match->rules->game->position_size; }

static long recent_room(const struct alea_game *game) {
    long n = RECENT_BYTES / (long)game->position_size;
    return n < 1 ? 1 : n > MAX_RECENT ? MAX_RECENT : n;
}

static void *recent(const struct alea_match *match, long ply) {
    return (unsigned char *)match->recent + (size_t)(ply % match->n_recent) * size_of(match);
}

/* An older one at its place was written at the same ply, or has been written over. */
static bool is_recent(const struct alea_match *match, long ply) { return match->recent_ply[ply % match->n_recent] == ply; }

static void *snap(const struct alea_match *match, long index) { return match->snaps + (size_t)index * size_of(match); }

void alea_match_start(const struct alea_rules *rules, void *pos) {
    memset(pos, 0, rules->game->position_size);
    rules->game->setup(rules->opening, pos);
}

void alea_match_step(const struct alea_match *match, long ply, void *pos, struct alea_events *events) {
    const struct alea_ply *done = alea_match_ply(match, ply);
    if (events) events->n = 0;
    if (alea_is_rewind(done->seat, done->move)) alea_rewind_step(match->rules, &match->rewinds, ply, pos, events);
    else match->rules->game->apply(match->rules->tables, pos, done->seat, done->move, events);
}

alea_rule alea_match_imagine(const struct alea_match *match, void *view, int seat, const alea_move moves[], int n, int *at) {
    const struct alea_game *game = match->rules->game;
    for (*at = 0;; ++*at) {
        alea_rule rule = game->why_not(match->rules->tables, view, seat, moves[*at]);
        if (rule || *at + 1 >= n) return rule;
        game->apply(match->rules->tables, view, seat, moves[*at], NULL);
    }
}

alea_rule alea_match_imagine_whole(const struct alea_match *match, void *pos, int seat, const alea_move moves[], int n) {
    int at;
    alea_rule rule = alea_match_imagine(match, pos, seat, moves, n, &at);
    if (!rule) match->rules->game->apply(match->rules->tables, pos, seat, moves[n - 1], NULL);
    return rule;
}

/* ---- A match comes and goes ------------------------------------------------------------------------------------- */

/* `who` is one word of printable ASCII. */
static void clean_who(char *who, size_t size) {
    size_t length = strnlen(who, size - 1);
    for (size_t i = 0; i < length; i++)
        if (who[i] <= ' ' || who[i] >= 0x7f) who[i] = '_';
    if (length == 0) who[length++] = '-';
    memset(who + length, 0, size - length);
}

static void clean_line(char *line, size_t size) {
    size_t length = alea_line_clean(line, strnlen(line, size), line, size);
    memset(line + length, 0, size - length);
}

static bool all_zero(const uint8_t *bytes, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (bytes[i]) return false;
    return true;
}

/* What binds the dice, and the names that are bound beside them. */
static void take_bonds(struct alea_match_head *head, int seats) {
    int kept = 0;
    for (int i = 0; i < head->n_unopened && i < ALEA_MAX_UNOPENED; i++)
        if (head->unopened[i].seat < seats) head->unopened[kept++] = head->unopened[i];
    memset(head->unopened + kept, 0, (ALEA_MAX_UNOPENED - (size_t)kept) * sizeof *head->unopened);
    head->n_unopened = kept;
    for (int seat = 0; seat < ALEA_MAX_SEATS; seat++) {
        if (seat >= seats) memset(head->promise[seat], 0, sizeof head->promise[seat]);
        if (seat >= seats || !head->name[seat].bound) memset(&head->name[seat], 0, sizeof head->name[seat]);
        if (!head->name[seat].has_salt) memset(head->name[seat].salt, 0, sizeof head->name[seat].salt);
    }
    struct alea_beacon *beacon = &head->dice.beacon;
    if (!beacon->named || beacon->round < 1 || beacon->round > ALEA_MAX_ROUND) memset(beacon, 0, sizeof *beacon);
    if (beacon->n_signature < 1 || beacon->n_signature > ALEA_SIGNATURE_BYTES) beacon->out = false;
}

/* The head must survive being written and read: nothing in it that its transcript can't hold. */
static void take_head(struct alea_match_head *head, int seats) {
    bool fair = head->dice_kind == ALEA_DICE_FAIR;
    if (!fair) { /* nothing is bound */
        head->n_unopened = 0;
        head->dice.beacon.named = false;
        memset(head->promise, 0, sizeof head->promise);
        memset(head->name, 0, sizeof head->name);
    }
    take_bonds(head, seats);
    for (int seat = 0; seat < ALEA_MAX_SEATS; seat++) {
        if (seat < seats) {
            clean_who(head->seat[seat].who, sizeof head->seat[seat].who);
            clean_line(head->seat[seat].name, sizeof head->seat[seat].name);
        } else {
            memset(&head->seat[seat], 0, sizeof head->seat[seat]);
        }
        if (seat < seats && fair) clean_line(head->dice.word[seat], sizeof head->dice.word[seat]);
        else memset(head->dice.word[seat], 0, sizeof head->dice.word[seat]);
    }
    head->dice.seats = seats;
    head->has_seed = head->has_seed && fair;
    if (!head->has_seed) memset(head->dice.seed, 0, sizeof head->dice.seed);
    if (!fair) memset(head->commitment, 0, sizeof head->commitment);
    if (head->has_seed && all_zero(head->commitment, sizeof head->commitment))
        alea_seed_commit(head->dice.seed, head->commitment);
}

void alea_match_sit(struct alea_match *match, int seat, const struct alea_seat_head *who) {
    struct alea_seat_head *to = &match->head.seat[seat];
    assert(seat >= 0 && seat < match->rules->seats);
    *to = *who;
    clean_who(to->who, sizeof to->who);
    clean_line(to->name, sizeof to->name);
}

void alea_match_forget_name(struct alea_match *match, int seat) {
    assert(seat >= 0 && seat < match->rules->seats);
    match->head.name[seat].has_salt = false;
    memset(match->head.name[seat].salt, 0, sizeof match->head.name[seat].salt);
}

static enum alea_err bad_beacon(const struct alea_match *match, struct alea_error *error, const char *it, const char *en) {
    return alea_fail(error, ALEA_ERR_BAD_BEACON, alea_digits((long)match->head.dice.beacon.round).at,
                     error && error->lang == ALEA_IT ? it : en);
}

enum alea_err alea_match_open_beacon(struct alea_match *match, const uint8_t randomness[ALEA_HASH_BYTES],
                                     const uint8_t *signature, size_t n_signature, struct alea_error *error) {
    struct alea_beacon *beacon = &match->head.dice.beacon, came = *beacon;
    if (!beacon->named) return bad_beacon(match, error, ENGINE_SAY_BEACON_NOT_NAMED);
    if (!alea_beacon_open(&came, randomness, signature, n_signature))
        return bad_beacon(match, error, ENGINE_SAY_BEACON_NOT_WHOLE);
    if (beacon->out && (beacon->n_signature != n_signature || memcmp(beacon->signature, signature, n_signature) != 0))
        return bad_beacon(match, error, ENGINE_SAY_BEACON_CAME_OTHERWISE);
    *beacon = came;
    return ALEA_OK;
}

struct alea_match *alea_match_new(struct alea_rules *rules, const struct alea_match_head *head, struct alea_error *error) {
    const struct alea_game *game = rules->game;
    struct alea_match *match = calloc(1, sizeof *match);
    if (!match) goto out;
    match->stride = FIRST_STRIDE;
    match->cap_snaps = 4;
    match->n_recent = recent_room(game);
    match->now = calloc(2 + (size_t)match->n_recent, game->position_size);
    match->snaps = calloc((size_t)match->cap_snaps, game->position_size);
    assert(game->max_legal <= MAX_LEGAL);
    if (!match->now || !match->snaps) goto out;
    match->anchor = (unsigned char *)match->now + game->position_size;
    match->recent = (unsigned char *)match->anchor + game->position_size;
    for (int i = 0; i < MAX_RECENT; i++) match->recent_ply[i] = -1;

    match->rules = rules;
    match->head = *head;
    take_head(&match->head, rules->seats);
    match->n_snaps = 1;
    alea_match_start(rules, match->anchor);
    alea_match_begin_at(match, match->anchor);
    return match;
out:
    alea_match_free(match);
    alea_fail(error, ALEA_ERR_NO_MEMORY);
    return NULL;
}

void alea_match_begin_at(struct alea_match *match, const void *pos) {
    assert(match->n == 0);
    memcpy(match->now, pos, size_of(match));
    if (pos != match->anchor) memcpy(match->anchor, pos, size_of(match));
    memcpy(snap(match, 0), pos, size_of(match));
}

const void *alea_match_beginning(const struct alea_match *match) { return snap(match, 0); }

static void drop_note(struct alea_match *match, struct alea_ply *ply) {
    if (!ply->note) return;
    match->note_bytes -= strlen(ply->note) + 1;
    free((void *)ply->note);
    ply->note = NULL;
}

void alea_match_free(struct alea_match *match) {
    if (!match) return;
    for (long i = 0; i < match->n; i++) drop_note(match, &match->plies[i]);
    free(match->plies);
    alea_posts_clear(&match->posts);
    free(match->now);
    free(match->snaps);
    alea_rewinds_clear(&match->rewinds);
    alea_rules_free(match->rules);
    free(match);
}

/* ---- Looking at it ---------------------------------------------------------------------------------------------- */

const struct alea_rules *alea_match_rules(const struct alea_match *match) { return match->rules; }
const struct alea_match_head *alea_match_head(const struct alea_match *match) { return &match->head; }
const void *alea_match_position(const struct alea_match *match) { return match->now; }
long alea_match_plies(const struct alea_match *match) { return match->n; }
int alea_match_rewinds(const struct alea_match *match) { return match->rewinds.n; }
long alea_match_rewind(const struct alea_match *match, int rewind) { return match->rewinds.ply[rewind]; }

const struct alea_ply *alea_match_ply(const struct alea_match *match, long ply) {
    assert(ply >= 1 && ply <= match->n);
    return &match->plies[ply - 1];
}

alea_actors alea_match_actors(const struct alea_match *match) {
    return match->rules->game->actors(match->rules->tables, match->now);
}

/* Short of memory, nothing but what concerns the viewer alone. */
alea_actors alea_match_actors_seen(const struct alea_match *match, int viewer) {
    const struct alea_game *game = match->rules->game;
    alea_actors actors = alea_match_actors(match);
    if (!game->secrecy.private_actors) return actors;
    void *view = malloc(size_of(match));
    if (!view) return viewer == ALEA_NONE ? ALEA_ACTORS_HOST : actors & alea_actor(viewer);
    alea_match_view(match, viewer, view);
    actors = game->actors(match->rules->tables, view);
    free(view);
    return actors;
}

void alea_match_view(const struct alea_match *match, int seat, void *pos) {
    memcpy(pos, match->now, size_of(match));
    alea_hide(match->rules, pos, seat);
}

void alea_match_position_at(const struct alea_match *match, long ply, void *pos) {
    assert(ply >= 0 && ply <= match->n);
    if (ply == match->n) {
        memcpy(pos, match->now, size_of(match));
        return;
    }
    if (is_recent(match, ply)) {
        memcpy(pos, recent(match, ply), size_of(match));
        return;
    }
    long from = ply / match->stride * match->stride, back;
    const void *after = alea_rewinds_before(&match->rewinds, size_of(match), ply, &back);
    bool behind = after && back > from;
    memcpy(pos, behind ? after : snap(match, ply / match->stride), size_of(match));
    for (long at = behind ? back : from; at < ply; at++) alea_match_step(match, at + 1, pos, NULL);
}

bool alea_match_forced(const struct alea_match *match, int seat, alea_move *move) {
    const struct alea_game *game = match->rules->game;
    if (seat < 0 || seat >= match->rules->seats || !(alea_match_actors(match) & alea_actor(seat))) return false;
    alea_move legal[MAX_LEGAL];
    if (!alea_moves_forced(game, legal, game->legal(match->rules->tables, match->now, seat, legal))) return false;
    *move = legal[0];
    return true;
}

/* ---- The door --------------------------------------------------------------------------------------------------- */

static enum alea_err no_seat(const struct alea_match *match, int seat, struct alea_error *error) {
    char letters[3];
    if ((seat >= 0 && seat < match->rules->seats) || seat == ALEA_CHANCE || seat == ALEA_HOST) return ALEA_OK;
    if (seat < 0 || seat >= ALEA_MAX_SEATS) return alea_fail(error, ALEA_ERR_NO_SEAT, alea_digits(seat).at);
    alea_seat_letters(seat, letters);
    return alea_fail(error, ALEA_ERR_NO_SEAT, letters);
}

/* Is the move among those that may be made? Moves of chance and the host need not be listed: many throws may be merged into
 * one outcome, and a ruling may carry any number. */
static bool allowed(const struct alea_match *match, int seat, alea_move move) {
    const struct alea_game *game = match->rules->game;
    const void *tables = match->rules->tables;
    if (seat == ALEA_CHANCE && alea_match_actors(match) != ALEA_ACTORS_CHANCE) return false;
    if (seat == ALEA_CHANCE || seat == ALEA_HOST) return game->why_not(tables, match->now, seat, move) == 0;
    alea_move legal[MAX_LEGAL];
    int n = game->legal(tables, match->now, seat, legal);
    assert(n >= 0 && n <= game->max_legal);
    for (int i = 0; i < n; i++)
        if (legal[i] == move) return true;
    return false;
}

enum alea_err alea_match_refuse(const struct alea_match *match, alea_rule rule, struct alea_error *error) {
    if (error) {
        struct alea_text words;
        alea_text_init(&words, sizeof error->text, error->lang);
        alea_rule_say(match->rules, rule, &words);
        alea_fail(error, ALEA_ERR_REFUSED, alea_rule_id(match->rules->game, rule), alea_text_str(&words));
        alea_text_clear(&words);
        error->rule = rule;
        error->ply = match->n + 1;
    }
    return ALEA_ERR_REFUSED;
}

/* Of a rewind, with the position that it leads to in the room for it. */
static enum alea_err check_rewind(struct alea_match *match, alea_move move, struct alea_error *error) {
    if (!alea_rewinds_reserve(&match->rewinds, size_of(match))) return alea_fail(error, ALEA_ERR_NO_MEMORY);
    return alea_match_may_rewind(match, (long)alea_move_arg(move), alea_rewinds_room(&match->rewinds, size_of(match)),
                                 error);
}

/* The seat exists, the game is not over. */
static enum alea_err check_actor(const struct alea_match *match, int seat, struct alea_error *error) {
    enum alea_err err = no_seat(match, seat, error);
    return err || alea_match_actors(match) != ALEA_ACTORS_OVER ? err : alea_fail(error, ALEA_ERR_OVER);
}

static enum alea_err check_move(const struct alea_match *match, int seat, alea_move move, struct alea_error *error) {
    if (allowed(match, seat, move)) return ALEA_OK;
    alea_rule rule = match->rules->game->why_not(match->rules->tables, match->now, seat, move);
    assert(rule != 0); /* the law: 0 exactly for legal moves */
    return alea_match_refuse(match, rule, error);
}

alea_rule alea_imagine_ply(const struct alea_rules *rules, void *pos, int seat, alea_move move, struct alea_events *events) {
    const alea_rule rule = rules->game->why_not(rules->tables, pos, seat, move);
    if (events) events->n = 0;
    if (!rule) rules->game->apply(rules->tables, pos, seat, move, events);
    return rule;
}

enum alea_err alea_match_try(const struct alea_match *match, int seat, alea_move move, void *after,
                             struct alea_events *events, struct alea_error *error) {
    const struct alea_game *game = match->rules->game;
    const bool back = alea_is_rewind(seat, move);
    enum alea_err err = check_actor(match, seat, error);
    events->n = 0;
    if (!err && back) err = alea_match_may_rewind(match, (long)alea_move_arg(move), after, error);
    else if (!err) err = check_move(match, seat, move, error);
    if (err) return err;
    if (back) {
        if (game->campaign.rewound) game->campaign.rewound(match->rules->tables, after, events);
    } else {
        memcpy(after, match->now, size_of(match));
        game->apply(match->rules->tables, after, seat, move, events);
    }
    return ALEA_OK;
}

static enum alea_err check(struct alea_match *match, long ply, int seat, alea_move move, struct alea_error *error) {
    enum alea_err err = check_actor(match, seat, error);
    if (err) return err;
    if (ply != match->n) return alea_fail(error, ALEA_ERR_STALE, alea_digits(ply).at, alea_digits(match->n).at);
    return alea_is_rewind(seat, move) ? check_rewind(match, move, error) : check_move(match, seat, move, error);
}

/* Every second snapshot goes, and the stride doubles. Nobody outside can tell. */
static void thin_snaps(struct alea_match *match) {
    for (long i = 1; 2 * i < match->n_snaps; i++) memcpy(snap(match, i), snap(match, 2 * i), size_of(match));
    match->n_snaps = (match->n_snaps + 1) / 2;
    match->stride *= 2;
}

static bool snap_is_due(const struct alea_match *match, long plies) {
    return plies % match->stride == 0 && plies / match->stride == match->n_snaps;
}

/* Room for one more ply, and for the snapshot that it may bring. */
static bool reserve(struct alea_match *match) {
    if (match->n == match->cap) {
        long cap = match->cap ? 2 * match->cap : 64;
        struct alea_ply *grown = realloc(match->plies, (size_t)cap * sizeof *grown);
        if (!grown) return false;
        match->plies = grown;
        match->cap = cap;
    }
    bool thin = match->n_snaps >= MAX_SNAPS && match->stride < MAX_STRIDE;
    if (thin && snap_is_due(match, match->n + 1)) thin_snaps(match);
    if (match->n_snaps == match->cap_snaps && snap_is_due(match, match->n + 1)) {
        long cap = 2 * match->cap_snaps;
        unsigned char *grown = realloc(match->snaps, (size_t)cap * size_of(match));
        if (!grown) return false;
        match->snaps = grown;
        match->cap_snaps = cap;
    }
    return true;
}

/* A clean copy of the note in *kept, NULL if nothing is left of it. */
static enum alea_err keep_note(struct alea_match *match, const char *note, char **kept, struct alea_error *error) {
    char line[ALEA_MAX_NOTE_BYTES + 1];
    *kept = NULL;
    size_t length = note ? alea_lines_clean(note, strlen(note), line) : 0;
    if (length == 0) return ALEA_OK;
    if (match->note_bytes + length + 1 > ALEA_MAX_NOTES_BYTES)
        return alea_fail(error, ALEA_ERR_TOO_LARGE,
                         alea_reason(error, ENGINE_SAY_MATCH_NOTES_TOO_LONG, ALEA_MAX_NOTES_BYTES).at);
    *kept = malloc(length + 1);
    if (!*kept) return alea_fail(error, ALEA_ERR_NO_MEMORY);
    memcpy(*kept, line, length + 1);
    return ALEA_OK;
}

enum alea_err alea_match_play(struct alea_match *match, long ply, int seat, alea_move move, const char *note,
                              struct alea_events *events, struct alea_error *error) {
    if (events) events->n = 0;
    enum alea_err err = check(match, ply, seat, move, error);
    if (err) return err;
    if (match->n == ALEA_MAX_PLIES)
        return alea_fail(error, ALEA_ERR_TOO_LARGE, alea_reason(error, ENGINE_SAY_MATCH_TOO_MANY_PLIES, ALEA_MAX_PLIES).at);
    if (!reserve(match)) return alea_fail(error, ALEA_ERR_NO_MEMORY);
    char *kept;
    err = keep_note(match, note, &kept, error);
    if (err) return err;

    void *before = memcpy(recent(match, match->n), match->now, size_of(match));
    match->recent_ply[match->n % match->n_recent] = match->n;
    match->plies[match->n++] = (struct alea_ply){.move = move, .seat = (uint8_t)seat, .note = kept};
    if (kept) match->note_bytes += strlen(kept) + 1;
    if (seat == ALEA_CHANCE) match->n_throws++;
    if (alea_is_rewind(seat, move)) alea_rewinds_take_room(&match->rewinds, match->n);
    alea_match_step(match, match->n, match->now, events);
    if (seat == ALEA_CHANCE || seat == ALEA_HOST || alea_barrier(match->rules, before, seat, move, match->now)) {
        memcpy(match->anchor, match->now, size_of(match));
        match->anchor_ply = match->n;
    }
    if (snap_is_due(match, match->n)) memcpy(snap(match, match->n_snaps++), match->now, size_of(match));
    return ALEA_OK;
}

static enum alea_err no_roll(struct alea_error *error, const char *it, const char *en) {
    return alea_fail(error, ALEA_ERR_NO_ROLL, error && error->lang == ALEA_IT ? it : en);
}

enum alea_err alea_match_roll(struct alea_match *match, struct alea_events *events, struct alea_error *error) {
    const struct alea_game *game = match->rules->game;
    if (events) events->n = 0;
    alea_actors actors = alea_match_actors(match);
    if (actors == ALEA_ACTORS_OVER) return alea_fail(error, ALEA_ERR_OVER);
    if (actors != ALEA_ACTORS_CHANCE) return no_roll(error, ENGINE_SAY_ROLL_NOT_CHANCE);
    if (match->head.dice_kind != ALEA_DICE_FAIR) return no_roll(error, ENGINE_SAY_ROLL_BY_HAND);
    if (!match->head.has_seed) return no_roll(error, ENGINE_SAY_ROLL_SEALED);
    if (match->head.dice.beacon.named && !match->head.dice.beacon.out) return no_roll(error, ENGINE_SAY_ROLL_BEFORE_BEACON);
    struct alea_random random = alea_dice_throw(&match->head.dice, match->n_throws + 1);
    alea_move move = game->roll(match->rules->tables, match->now, &random);
    return alea_match_play(match, match->n, ALEA_CHANCE, move, NULL, events, error);
}

/* ---- Posts: posts.c --------------------------------------------------------------------------------------------- */

enum alea_err alea_match_post(struct alea_match *match, const struct alea_post *post, struct alea_error *error) {
    return alea_posts_add(&match->posts, match->rules, match->n, post, error);
}

const struct alea_posts *alea_match_all_posts(const struct alea_match *match) { return &match->posts; }
long alea_match_posts(const struct alea_match *match) { return match->posts.n; }

const struct alea_post *alea_match_post_at(const struct alea_match *match, long number) {
    assert(number >= 1 && number <= match->posts.n);
    return &match->posts.at[number - 1];
}

/* ---- Undo ------------------------------------------------------------------------------------------------------- */

enum undo { UNDO_OK, UNDO_OVER, UNDO_NOT_A_SEAT, UNDO_NOTHING, UNDO_OTHER, UNDO_BARRIER, UNDOS };

static enum undo undo_state(const struct alea_match *match, int seat) {
    /* The seed may be open once the match is over: a player who could go back would know the dice to come. */
    if (alea_match_actors(match) == ALEA_ACTORS_OVER) return UNDO_OVER;
    if (seat >= match->rules->seats) return UNDO_NOT_A_SEAT;
    if (match->n == 0) return UNDO_NOTHING;
    if (match->anchor_ply == match->n) return UNDO_BARRIER;
    return match->plies[match->n - 1].seat == seat ? UNDO_OK : UNDO_OTHER;
}

bool alea_match_can_undo(const struct alea_match *match, int seat) {
    return no_seat(match, seat, NULL) == ALEA_OK && undo_state(match, seat) == UNDO_OK;
}

enum alea_err alea_match_undo(struct alea_match *match, int seat, struct alea_error *error) {
    static const char *const words[UNDOS][ALEA_LANGS] = {
        [UNDO_OVER] = {ENGINE_SAY_ERROR_OVER},      [UNDO_NOT_A_SEAT] = {ENGINE_SAY_UNDO_NOT_A_SEAT},
        [UNDO_NOTHING] = {ENGINE_SAY_UNDO_NOTHING}, [UNDO_OTHER] = {ENGINE_SAY_UNDO_OTHER},
        [UNDO_BARRIER] = {ENGINE_SAY_UNDO_BARRIER},
    };
    enum alea_err err = no_seat(match, seat, error);
    if (err) return err;
    enum undo state = undo_state(match, seat);
    if (state != UNDO_OK) return alea_fail(error, ALEA_ERR_NO_UNDO, words[state][error ? error->lang : ALEA_EN]);

    drop_note(match, &match->plies[--match->n]);
    alea_posts_take_back(&match->posts, match->n);
    while ((match->n_snaps - 1) * match->stride > match->n) match->n_snaps--;
    memcpy(match->now, match->anchor, size_of(match));
    for (long at = match->anchor_ply; at < match->n; at++) alea_match_step(match, at + 1, match->now, NULL);
    return ALEA_OK;
}
