/* SPDX-License-Identifier: MIT */
/* observe.c - what studies count: points and provinces as the rounds go by, and how attacks end. */
#include "spqrisiko.h"
#include "spqrisiko_text.h"

enum { ROUNDS = 25 }; /* of the plots: 0 is the setup, longer games leave their edge */

enum statistic { FINAL_POINTS, GAMES_BY_ROUND, POINTS_BY_ROUND, PROVINCES_BY_ROUND, TRIED, WON, STATISTICS };

const struct alea_statistic spqrisiko_statistics[SPQRISIKO_STATISTICS] = {
    [FINAL_POINTS] = {.id = "final_points",
                      .in = {SPQRISIKO_SAY_STUDY_FINAL_POINTS},
                      .row_set = ALEA_SET_NONE,
                      .col_set = ALEA_SET_SEAT,
                      .rows = 1,
                      .cols = SPQRISIKO_SEATS,
                      .of = -1},
    [GAMES_BY_ROUND] = {.id = "games_by_round",
                        .in = {SPQRISIKO_SAY_STUDY_GAMES_BY_ROUND},
                        .row_set = ALEA_SET_SEAT,
                        .col_set = ALEA_SET_NUMBER,
                        .rows = SPQRISIKO_SEATS,
                        .cols = ROUNDS,
                        .of = -1},
    [POINTS_BY_ROUND] = {.id = "points_by_round",
                         .in = {SPQRISIKO_SAY_STUDY_POINTS_BY_ROUND},
                         .row_set = ALEA_SET_SEAT,
                         .col_set = ALEA_SET_NUMBER,
                         .rows = SPQRISIKO_SEATS,
                         .cols = ROUNDS,
                         .of = GAMES_BY_ROUND},
    [PROVINCES_BY_ROUND] = {.id = "provinces_by_round",
                            .in = {SPQRISIKO_SAY_STUDY_PROVINCES_BY_ROUND},
                            .row_set = ALEA_SET_SEAT,
                            .col_set = ALEA_SET_NUMBER,
                            .rows = SPQRISIKO_SEATS,
                            .cols = ROUNDS,
                            .of = GAMES_BY_ROUND},
    [TRIED] = {.id = "attacks",
               .in = {SPQRISIKO_SAY_STUDY_ATTACKS},
               .row_set = ALEA_SET_NONE,
               .col_set = SPQRISIKO_SET_ATTACK,
               .rows = 1,
               .cols = SPQRISIKO_ATTACK_NAVAL + 1,
               .of = -1},
    [WON] = {.id = "attacks_won",
             .in = {SPQRISIKO_SAY_STUDY_ATTACKS_WON},
             .row_set = ALEA_SET_NONE,
             .col_set = SPQRISIKO_SET_ATTACK,
             .rows = 1,
             .cols = SPQRISIKO_ATTACK_NAVAL + 1,
             .of = TRIED},
};
_Static_assert((int)STATISTICS == (int)SPQRISIKO_STATISTICS, "as many as spqrisiko.h says");

/* Where each statistic begins in the tally. */
enum {
    AT_GAMES = SPQRISIKO_SEATS,
    AT_POINTS = AT_GAMES + SPQRISIKO_SEATS * ROUNDS,
    AT_PROVINCES = AT_POINTS + SPQRISIKO_SEATS * ROUNDS,
    AT_TRIED = AT_PROVINCES + SPQRISIKO_SEATS * ROUNDS,
    AT_WON = AT_TRIED + SPQRISIKO_ATTACK_NAVAL + 1,
    CELLS = AT_WON + SPQRISIKO_ATTACK_NAVAL + 1
};
_Static_assert((int)CELLS <= (int)ALEA_MAX_TALLIES, "more than studies keep");

/* Points before the ply, which may have begun the next turn with its scoring; provinces after it, which may have been the last claim. */
static void end_round(const struct spqrisiko_tables *t, const struct spqrisiko_position *before,
                      const struct spqrisiko_position *after, int round, double tally[]) {
    for (int seat = 0; seat < t->seats && round < ROUNDS; seat++) {
        int cell = seat * ROUNDS + round;
        tally[AT_GAMES + cell] += 1;
        tally[AT_POINTS + cell] += before->vp[seat];
        tally[AT_PROVINCES + cell] += spqrisiko_count(after->own[seat]);
    }
}

/* The round was the last one, and nobody had won before its end. [SPQ-END-3] */
static bool ended_by_rounds(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    if (p->phase != SPQRISIKO_PHASE_OVER || !p->last_round || p->round < p->last_round) return false;
    for (int seat = 0; seat < t->seats; seat++)
        if (t->target && p->vp[seat] >= t->target) return false;
    return spqrisiko_count(p->alive) > 1;
}

static void begin_attack(alea_move move, double tally[]) {
    switch (alea_move_verb(move)) {
    case SPQRISIKO_VERB_ATTACK_TO: tally[AT_TRIED + SPQRISIKO_ATTACK_LAND] += 1; break;
    case SPQRISIKO_VERB_COMMIT: tally[AT_TRIED + SPQRISIKO_ATTACK_SEA] += 1; break;
    case SPQRISIKO_VERB_ENEMY: tally[AT_TRIED + SPQRISIKO_ATTACK_NAVAL] += 1; break;
    default: break;
    }
}

static void end_attack(const struct spqrisiko_position *before, const struct spqrisiko_position *p, double tally[]) {
    bool taken = spqrisiko_has(p->own[before->active], before->to);
    switch (before->step) {
    case SPQRISIKO_STEP_LAND_THROW: tally[AT_WON + SPQRISIKO_ATTACK_LAND] += taken; break;
    case SPQRISIKO_STEP_SEA_THROW: tally[AT_WON + SPQRISIKO_ATTACK_SEA] += taken; break;
    case SPQRISIKO_STEP_NAVAL_THROW: tally[AT_WON + SPQRISIKO_ATTACK_NAVAL] += !p->triremes[before->to][before->from]; break;
    default: break;
    }
}

void spqrisiko_observe(const void *tables, const void *before, int seat, alea_move move, const void *after, double tally[]) {
    const struct spqrisiko_tables *t = tables;
    const struct spqrisiko_position *was = before, *p = after;
    if (seat == ALEA_CHANCE) end_attack(was, p, tally);
    else if (seat != ALEA_HOST) begin_attack(move, tally);
    if (was->phase == SPQRISIKO_PHASE_SETUP && p->phase != SPQRISIKO_PHASE_SETUP) end_round(t, was, p, 0, tally);
    if (p->round != was->round || ended_by_rounds(t, p)) end_round(t, was, p, was->round, tally);
    if (p->phase != SPQRISIKO_PHASE_OVER) return;
    for (int i = 0; i < t->seats; i++) tally[i] += p->vp[i];
}
