/* SPDX-License-Identifier: MIT */
/* observe.c - what studies count: how it ends, how the rounds go, and what sieges and battles cost and bring. */
#include "polis_internal.h"
#include "polis_text.h"

enum { FORTIFICATIONS = 4 }; /* 1 to 4; a scenario's higher ones count as 4 */

enum statistic {
    FINAL_SCORE,
    FINAL_POLEIS,
    PRESTIGE_BY_ROUND,
    POPULATION_BY_ROUND,
    SIEGES,
    SIEGES_WON,
    SIEGES_BY_ROUND,
    SIEGES_WON_BY_ROUND,
    POLEIS_TAKEN,
    HOPLITES_PER_POLIS,
    PRESTIGE_PER_POLIS,
    BATTLES,
    BATTLES_WON,
    STATISTICS
};

#define BY_SIDE(name, words, whole)                                                                                       \
    {                                                                                                                     \
        .id = (name), .in = {words}, .row_set = ALEA_SET_NONE, .col_set = POLIS_SET_SIDE, .rows = 1, .cols = POLIS_SIDES, \
        .of = (whole)                                                                                                     \
    }
#define BY_ROUND(name, words, whole, miss)                                                                       \
    {                                                                                                            \
        .id = (name), .in = {words}, .row_set = POLIS_SET_SIDE, .col_set = POLIS_SET_ROUND, .rows = POLIS_SIDES, \
        .cols = POLIS_ROUND_COUNT, .of = (whole), .missing = (miss)                                              \
    }
#define BY_FORTIFICATION(name, words, whole)                                                                             \
    {                                                                                                                    \
        .id = (name), .in = {words}, .row_set = POLIS_SET_SIDE, .col_set = POLIS_SET_FORTIFICATION, .rows = POLIS_SIDES, \
        .cols = FORTIFICATIONS, .of = (whole)                                                                            \
    }

const struct alea_statistic polis_statistics[POLIS_STATISTICS] = {
    [FINAL_SCORE] = BY_SIDE("final_score", POLIS_SAY_STUDY_FINAL_SCORE, -1),
    [FINAL_POLEIS] = BY_SIDE("final_poleis", POLIS_SAY_STUDY_FINAL_POLEIS, -1),
    [PRESTIGE_BY_ROUND] = BY_ROUND("prestige_by_round", POLIS_SAY_STUDY_PRESTIGE_BY_ROUND, -1, true),
    [POPULATION_BY_ROUND] = BY_ROUND("population_by_round", POLIS_SAY_STUDY_POPULATION_BY_ROUND, -1, true),
    [SIEGES] = BY_FORTIFICATION("sieges", POLIS_SAY_STUDY_SIEGES, -1),
    [SIEGES_WON] = BY_FORTIFICATION("sieges_won", POLIS_SAY_STUDY_SIEGES_WON, SIEGES),
    [SIEGES_BY_ROUND] = BY_ROUND("sieges_by_round", POLIS_SAY_STUDY_SIEGES_BY_ROUND, -1, false),
    [SIEGES_WON_BY_ROUND] = BY_ROUND("sieges_won_by_round", POLIS_SAY_STUDY_SIEGES_WON_BY_ROUND, SIEGES_BY_ROUND, false),
    [POLEIS_TAKEN] = BY_FORTIFICATION("poleis_taken", POLIS_SAY_STUDY_POLEIS_TAKEN, -1),
    [HOPLITES_PER_POLIS] = BY_FORTIFICATION("hoplites_per_polis", POLIS_SAY_STUDY_HOPLITES_PER_POLIS, POLEIS_TAKEN),
    [PRESTIGE_PER_POLIS] = BY_FORTIFICATION("prestige_per_polis", POLIS_SAY_STUDY_PRESTIGE_PER_POLIS, POLEIS_TAKEN),
    [BATTLES] = BY_SIDE("battles", POLIS_SAY_STUDY_BATTLES, -1),
    [BATTLES_WON] = BY_SIDE("battles_won", POLIS_SAY_STUDY_BATTLES_WON, BATTLES),
};
_Static_assert((int)STATISTICS == (int)POLIS_STATISTICS, "as many as polis_internal.h says");

/* Where each statistic begins in the tally. */
enum { SIDES = POLIS_SIDES, ROUNDS = POLIS_SIDES * POLIS_ROUND_COUNT, FORTS = POLIS_SIDES * FORTIFICATIONS };
enum {
    AT_POLEIS = SIDES,
    AT_PRESTIGE = AT_POLEIS + SIDES,
    AT_POPULATION = AT_PRESTIGE + ROUNDS,
    AT_SIEGES = AT_POPULATION + ROUNDS,
    AT_WON = AT_SIEGES + FORTS,
    AT_ROUND_SIEGES = AT_WON + FORTS,
    AT_ROUND_WON = AT_ROUND_SIEGES + ROUNDS,
    AT_TAKEN = AT_ROUND_WON + ROUNDS,
    AT_HOPLITES = AT_TAKEN + FORTS,
    AT_SPENT = AT_HOPLITES + FORTS,
    AT_BATTLES = AT_SPENT + FORTS,
    AT_BATTLES_WON = AT_BATTLES + SIDES,
    CELLS = AT_BATTLES_WON + SIDES
};
_Static_assert((int)CELLS <= (int)ALEA_MAX_TALLIES, "more than studies keep");

/* ---- Rounds and the end --------------------------------------------------------------------------------------------- */

static void end_round(const struct polis_position *p, int round, double tally[]) {
    for (int side = 0; side < POLIS_SIDES; side++) {
        int cell = side * POLIS_ROUND_COUNT + round;
        tally[AT_PRESTIGE + cell] += p->prestige[side];
        tally[AT_POPULATION + cell] += polis_need_of(p, side);
    }
}

static void end_game(const struct polis_tables *t, const struct polis_position *p, double tally[]) {
    for (int side = 0; side < POLIS_SIDES; side++) {
        tally[side] += polis_score_of(t, p, side);
        tally[AT_POLEIS + side] += polis_count(p->own[side]);
    }
}

/* ---- Sieges ----------------------------------------------------------------------------------------------------------- */

/* The cells of a statistic by Fortification and one by round, at a polis. */
struct cells {
    int fort, round;
};

static struct cells cells_of(const struct polis_tables *t, const struct polis_position *p, unsigned city) {
    int fortification = polis_least(FORTIFICATIONS, t->city_at[city].fortification);
    return (struct cells){.fort = p->active * FORTIFICATIONS + fortification - 1,
                          .round = p->active * POLIS_ROUND_COUNT + p->round};
}

/* What the ply was in a siege: `city` is where. */
static void observe_siege(const struct polis_tables *t, const struct polis_position *was, unsigned verb, unsigned city,
                          const struct polis_position *p, double tally[]) {
    int side = was->active;
    unsigned region = t->city_at[city].region;
    struct cells cell = cells_of(t, was, city);
    bool start = t->siege.die || !was->discs[side][city];
    if (verb == POLIS_VERB_SIEGE && start) tally[AT_SIEGES + cell.fort] += 1, tally[AT_ROUND_SIEGES + cell.round] += 1;
    if (verb == POLIS_VERB_SIEGE)
        tally[AT_SPENT + cell.fort] += start ? t->siege.prestige_start : t->siege.prestige_continue;
    if (verb == POLIS_VERB_FORCE) tally[AT_SPENT + cell.fort] += t->siege.force_prestige;
    tally[AT_HOPLITES + cell.fort] += was->units[side][region] - p->units[side][region];
    if (!polis_has(p->own[side] & ~was->own[side], city)) return;
    tally[AT_WON + cell.fort] += 1;
    tally[AT_ROUND_WON + cell.round] += 1;
    tally[AT_TAKEN + cell.fort] += 1;
    tally[AT_SPENT + cell.fort] += t->siege.prestige_win;
}

/* ---- Battles ------------------------------------------------------------------------------------------------------------ */

/* Whoever retreats has lost, else whose cards brought less Prestige. Where the next battle has begun, they are forgotten: then
 * what the last exchange brought is seen by what its attacker has gained. */
static void observe_battle(const struct polis_position *was, alea_move move, const struct polis_position *p,
                           double tally[]) {
    int lead = p->won[0] - p->won[1], gained = p->prestige[was->attacker] - was->prestige[was->attacker];
    if (p->battle != ALEA_NONE) lead = was->won[0] - was->won[1] + (was->attacker ? -gained : gained);
    if (alea_move_verb(move) == POLIS_VERB_RETREAT) lead = was->decider == 0 ? -1 : 1;
    for (int side = 0; side < POLIS_SIDES; side++) tally[AT_BATTLES + side] += 1;
    if (lead) tally[AT_BATTLES_WON + (lead < 0)] += 1;
}

void polis_observe(const void *tables, const void *before, int seat, alea_move move, const void *after, double tally[]) {
    const struct polis_tables *t = tables;
    const struct polis_position *was = before, *p = after;
    (void)seat;
    switch (was->step) {
    case POLIS_STEP_SIEGE_POLIS: observe_siege(t, was, alea_move_verb(move), alea_move_arg(move), p, tally); break;
    case POLIS_STEP_SIEGE_DIE:
    case POLIS_STEP_FORCE_ONCE:
    case POLIS_STEP_FORCE_MORE: observe_siege(t, was, alea_move_verb(move), was->what, p, tally); break;
    default: break;
    }
    if (was->battle != ALEA_NONE && p->battle != was->battle) observe_battle(was, move, p, tally);
    bool over = p->step == POLIS_STEP_OVER && was->step != POLIS_STEP_OVER;
    if (p->round != was->round || (over && p->outcome != POLIS_OUTCOME_RESIGNED)) end_round(p, was->round, tally);
    if (over) end_game(t, p, tally);
}
