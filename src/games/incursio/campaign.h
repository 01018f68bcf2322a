/* SPDX-License-Identifier: MIT */
/* campaign.h - for tests: whole campaigns, played by chance, by the bot's appraisals, or by both. */
#ifndef ALEA_INCURSIO_CAMPAIGN_H
#define ALEA_INCURSIO_CAMPAIGN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "incursio_internal.h"

enum { MOST_LEGAL = INC_UNITS + 512 };

/* A match without a record. */
struct campaign {
    struct alea_rules *rules;
    const struct inc_tables *t;
    struct inc_position p;
    struct alea_random random;
    int greedy; /* of 100 decisions those that are the bot's */
    int hosted; /* of 1000 plies those of the Master */
    int seat;   /* who made the last ply, and what */
    alea_move move;
    struct alea_events events; /* of the last ply */
};

/* `options`: up to three, NULL for none. */
static inline void campaign_begin(struct campaign *c, int seats, const char *const options[3], uint64_t seed) {
    struct alea_error error = {.lang = ALEA_EN};
    int n = 0;
    while (n < 3 && options[n]) n++;
    memset(c, 0, sizeof *c);
    c->rules = alea_rules_new(alea_game_find("incursio"), seats, options, n, NULL, &error);
    if (!c->rules) {
        fail_msg("%s", error.text);
        return;
    }
    c->t = c->rules->tables;
    c->random = alea_random_stream(seed, 0);
    inc_setup(c->t, &c->p);
}

static inline void campaign_end(struct campaign *c) { alea_rules_free(c->rules); }

static inline alea_move any_of(struct campaign *c, const alea_move legal[], int n) {
    assert_true(n > 0);
    return legal[alea_random_below(&c->random, (uint32_t)n)];
}

static inline alea_move best_of(struct campaign *c, int seat, const alea_move legal[], int n) {
    static struct inc_position view;
    static double worth[MOST_LEGAL];
    int best = 0;
    view = c->p;
    inc_hide(c->t, &view, seat);
    inc_heuristic(c->t, &view, seat, legal, n, worth);
    for (int i = 1; i < n; i++)
        if (worth[i] > worth[best] || (!(worth[i] < worth[best]) && !alea_random_below(&c->random, 3))) best = i;
    return legal[best];
}

/* One of those who are to act; of a mask of them. */
static inline int any_seat(struct campaign *c, alea_actors actors) {
    for (uint32_t skip = alea_random_below(&c->random, (uint32_t)inc_count(actors)); skip; skip--) actors &= actors - 1;
    return (int)inc_first(actors);
}

static inline void campaign_apply(struct campaign *c, int seat, alea_move move) {
    c->seat = seat;
    c->move = move;
    c->events.n = 0;
    inc_apply(c->t, &c->p, seat, move, &c->events);
}

/* The Master does not end campaigns here. */
static inline bool campaign_host(struct campaign *c) {
    static alea_move legal[MOST_LEGAL];
    int n = 0, all = inc_legal(c->t, &c->p, ALEA_HOST, legal);
    for (int i = 0; i < all; i++)
        if (alea_move_verb(legal[i]) != INCURSIO_VERB_RESIGN && alea_move_verb(legal[i]) != INCURSIO_VERB_END)
            legal[n++] = legal[i];
    if (!n) return false;
    campaign_apply(c, ALEA_HOST, any_of(c, legal, n));
    return true;
}

/* One ply; false when the campaign is over. */
static inline bool campaign_ply(struct campaign *c) {
    static alea_move legal[MOST_LEGAL];
    alea_actors actors = inc_actors(c->t, &c->p);
    if (actors == ALEA_ACTORS_OVER) return false;
    bool hosted = actors == ALEA_ACTORS_HOST || (int)alea_random_below(&c->random, 1000) < c->hosted;
    if (hosted && campaign_host(c)) return true;
    if (actors == ALEA_ACTORS_CHANCE) {
        campaign_apply(c, ALEA_CHANCE, inc_roll(c->t, &c->p, &c->random));
        return true;
    }
    int seat = any_seat(c, actors), n = inc_legal(c->t, &c->p, seat, legal);
    bool greedy = (int)alea_random_below(&c->random, 100) < c->greedy;
    campaign_apply(c, seat, greedy ? best_of(c, seat, legal, n) : any_of(c, legal, n));
    return true;
}

/* The setups that are played: both maps, Generals and teams. */
static const struct {
    int seats;
    const char *options[3];
} setups[] = {{2, {"map=small"}},
              {2, {NULL}},
              {6, {"map=small", "teams=players"}},
              {9, {"map=small", "teams=players", "characters=6"}},
              {8, {"teams=players", "days=14"}}};

#endif
