/* SPDX-License-Identifier: MIT */
/* laws_rewind.c - laws of games that the host may take back. They play a game of their own, with fair dice, and take it back again
 * and again: behind what was taken back already, over it, and to where nobody may. */
#include "laws.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 40, NEAR = 48 /* plies */, LOOKS = 8 };

/* A match on its way, and the hash of the position after each of its plies. */
struct way {
    struct law_run *run;
    struct alea_match *match;
    uint64_t *hashes;
    long n, cap, throws;
    int rewinds;
};

static bool add(struct way *way) {
    if (way->n == way->cap) {
        way->cap = way->cap ? 2 * way->cap : 256;
        way->hashes = realloc(way->hashes, (size_t)way->cap * sizeof *way->hashes);
        if (!way->hashes) abort();
    }
    way->hashes[way->n++] = alea_position_hash(way->run->rules, alea_match_position(way->match));
    return way->n == alea_match_plies(way->match) + 1 || law_broken(way->run, "the number of plies does not grow by one");
}

/* What the engine and the game have to say of it. */
static enum alea_err wanted(const struct way *way, long target, alea_rule *rule) {
    const struct law_run *run = way->run;
    *rule = 0;
    if (target >= alea_match_plies(way->match)) return ALEA_ERR_NO_REWIND;
    alea_match_position_at(way->match, target, run->spare[0]);
    alea_actors actors = run->game->actors(run->tables, run->spare[0]);
    if (actors == ALEA_ACTORS_CHANCE || actors == ALEA_ACTORS_OVER) return ALEA_ERR_NO_REWIND;
    if (run->game->campaign.why_not_rewind)
        *rule = run->game->campaign.why_not_rewind(run->tables, alea_match_position(way->match), run->spare[0]);
    return *rule ? ALEA_ERR_REFUSED : ALEA_OK;
}

static bool nobody_undoes(struct way *way) {
    for (int seat = 0; seat < way->run->seats; seat++)
        if (alea_match_can_undo(way->match, seat)) return law_broken(way->run, "%s may undo a rewind", law_seat_name(seat));
    return !alea_match_can_undo(way->match, ALEA_HOST) || law_broken(way->run, "the host may undo a rewind");
}

static bool goes_back(struct way *way) {
    struct law_run *run = way->run;
    struct alea_error error = {.lang = (enum alea_lang)(way->n & 1)};
    struct alea_events events;
    const uint32_t now = (uint32_t)alea_match_plies(way->match);
    bool near = alea_random_below(&run->random, 2) && now > NEAR;
    const uint32_t target = near ? now - alea_random_below(&run->random, NEAR) : alea_random_below(&run->random, now + 2);
    alea_rule rule;
    enum alea_err due = wanted(way, (long)target, &rule);
    enum alea_err err = alea_match_play(way->match, (long)now, ALEA_HOST, alea_move_make(ALEA_VERB_REWIND, target), "reason",
                                        &events, &error);
    if (err != due || error.rule != rule)
        return law_broken(run, "a rewind from ply %u to %u is answered by %s (rule %u), not %s (rule %u)", now, target,
                          alea_err_name(err), error.rule, alea_err_name(due), rule);
    if (err) {
        bool same = alea_match_plies(way->match) == (long)now &&
                    alea_position_hash(run->rules, alea_match_position(way->match)) == way->hashes[now];
        if (!same || events.n) return law_broken(run, "a rewind was refused, yet something changed");
        return (error.text[0] && law_clean(error.text, false)) || law_broken(run, "no clean words: '%s'", error.text);
    }
    way->rewinds++;
    if (!add(way)) return false;
    if (way->hashes[now + 1] != way->hashes[target])
        return law_broken(run, "a rewind from ply %u to %u leads to another position", now, target);
    for (int i = 0; i < events.n; i++)
        if (events.at[i].audience != ALEA_EVERYBODY) return law_broken(run, "not everybody is told of a rewind");
    return nobody_undoes(way);
}

static bool goes_on(struct way *way) {
    struct law_run *run = way->run;
    struct alea_error error = {.lang = ALEA_EN};
    alea_actors actors = alea_match_actors(way->match);
    if (actors == ALEA_ACTORS_CHANCE) {
        way->throws++;
        if (alea_match_roll(way->match, NULL, &error)) return law_broken(run, "no roll: %s", error.text);
        return add(way);
    }
    int seat = actors == ALEA_ACTORS_HOST ? ALEA_HOST : __builtin_ctzll(actors);
    int n = 0;
    if (!alea_random_below(&run->random, 256)) /* consents among other things; a host may have nothing to do */
        n = run->game->legal(run->tables, alea_match_position(way->match), ALEA_HOST, run->moves[0]);
    if (n > 0) seat = ALEA_HOST;
    else n = run->game->legal(run->tables, alea_match_position(way->match), seat, run->moves[0]);
    alea_move move = run->moves[0][alea_random_below(&run->random, (uint32_t)n)];
    return law_play(run, way->match, &(struct alea_ply){.seat = (uint8_t)seat, .move = move}) && add(way);
}

static bool looks_back(struct way *way, const struct alea_match *match) {
    for (int i = 0; i < LOOKS; i++) {
        long ply = (long)alea_random_below(&way->run->random, (uint32_t)way->n);
        alea_match_position_at(match, ply, way->run->spare[0]);
        if (alea_position_hash(way->run->rules, way->run->spare[0]) != way->hashes[ply])
            return law_broken(way->run, "looking back from ply %ld to %ld shows another position", way->n - 1, ply);
    }
    return true;
}

/* Whoever goes over all plies, one after the other, is taken back as well: a chain, a viewer, a verifier. */
static bool steps_over(struct way *way) {
    struct law_run *run = way->run;
    struct alea_chain chain;
    long found;
    for (int viewer = 0; viewer < run->seats; viewer++) {
        if (alea_match_chain(way->match, viewer, way->n - 1, &chain)) abort();
        if (chain.heard > way->n - 1) return law_broken(run, "%s heard of more plies than there are", law_seat_name(viewer));
        if (alea_match_find_link(way->match, viewer, chain.link, sizeof chain.link, &found)) abort();
        if (found < 0) return law_broken(run, "the last link of %s is not found", law_seat_name(viewer));
    }
    return true;
}

/* Written and read again it is the same match, whose throws are each what its number gives. */
static bool comes_back(struct way *way) {
    struct law_run *run = way->run;
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_text text, again;
    alea_text_init(&text, ALEA_MAX_TRANSCRIPT_BYTES, ALEA_EN);
    alea_text_init(&again, ALEA_MAX_TRANSCRIPT_BYTES, ALEA_EN);
    alea_transcript_write(way->match, 0, &text);
    struct alea_match *back = alea_transcript_read("written", alea_text_str(&text), text.len, NULL, NULL, NULL, &error);
    long n = -1;
    bool good = back && !error.code;
    if (!good) law_broken(run, "a transcript with rewinds can't be read: line %ld: %s", error.line, error.text);
    if (good) alea_transcript_write(back, 0, &again);
    if (good && strcmp(alea_text_str(&text), alea_text_str(&again)) != 0)
        good = law_broken(run, "a transcript with rewinds is written differently the second time");
    good = good && looks_back(way, back);
    if (good && (alea_match_verify(back, &n, &error) || n != way->throws))
        good = law_broken(run, "%ld throws were verified of %ld: %s", n, way->throws, error.text);
    alea_match_free(back);
    alea_text_clear(&text);
    alea_text_clear(&again);
    return good;
}

static bool rewinds_hold(struct law_run *run) {
    uint8_t seed[ALEA_SEED_BYTES];
    for (size_t i = 0; i < sizeof seed; i++) seed[i] = (uint8_t)alea_random_below(&run->random, 256);
    struct way way = {.run = run, .match = law_match_new(run, seed)};
    if (!way.match) return false;
    const uint32_t seldom = 2 + (uint32_t)(run->ply / MOST);
    bool good = add(&way);
    for (long step = 0; good && step < 2 * run->ply && alea_match_actors(way.match); step++) {
        bool back = way.rewinds < MOST && !alea_random_below(&run->random, seldom);
        good = back ? goes_back(&way) : goes_on(&way);
        if (good && !alea_random_below(&run->random, 64)) good = looks_back(&way, way.match);
    }
    good = good && looks_back(&way, way.match) && steps_over(&way) && comes_back(&way);
    free(way.hashes);
    alea_match_free(way.match);
    return good;
}

/* The engine's verb is no game's. */
static bool verb_is_free(struct law_run *run) {
    const struct alea_texts *texts = run->game->texts;
    if (texts->n_verbs > ALEA_VERB_REWIND) return law_broken(run, "verb %d is the engine's", ALEA_VERB_REWIND);
    for (int seat = 0; seat < run->seats; seat++)
        if (!run->game->why_not(run->tables, run->position, seat, alea_move_make(ALEA_VERB_REWIND, 0)))
            return law_broken(run, "%s may make a move of the engine's verb", law_seat_name(seat));
    return run->game->why_not(run->tables, run->position, ALEA_CHANCE, alea_move_make(ALEA_VERB_REWIND, 0)) != 0 ||
           law_broken(run, "chance may make a move of the engine's verb");
}

const struct law laws_rewind[] = {
    {"rewind", "a rewind leads to the earlier position; plies and throws only grow, and all replays the same", rewinds_hold,
     LAW_GAME, LAW_DEAR},
    {"engine-verb", "verb 255 is the engine's, and no seat's move", verb_is_free, LAW_NODE, LAW_SOME},
};
const int n_laws_rewind = ALEA_LEN(laws_rewind);
