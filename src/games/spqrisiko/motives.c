/* SPDX-License-Identifier: MIT */
/* motives.c - what speaks for and against the moves of a turn, from what the board was and is: the odds of the fight that they begin, how
 * provinces are guarded, what can be attacked next, points, seas, sets, and neighbours in the setup.
 *
 * Weights are in the unit of heuristic.c, a plain province. All of it lies open. */
#include <string.h>

#include "spqrisiko.h"

enum { COMING = 3 /* legionaries that a neighbour is expected to place before it attacks */ };

static const double CENTRE = 5, ARMY = 2, POINT = 1.5; /* a centre beside its province; what a lost attack costs */
static const double LEAST = 0.05;                      /* a change of chances that is worth a word */

struct telling {
    const struct spqrisiko_tables *t;
    const struct spqrisiko_position *was, *is;
    int seat, n;
    struct alea_motive *out;
};

static int percent(double chance) { return (int)(100 * chance + 0.5); }

static void add(struct telling *told, int label, double weight, const uint8_t set[], const int32_t arg[], int n) {
    if (told->n == ALEA_MAX_MOTIVES) return;
    struct alea_motive *motive = &told->out[told->n++];
    *motive = (struct alea_motive){.label = label, .weight = weight};
    for (int i = 0; i < n; i++) motive->set[i] = set[i], motive->arg[i] = arg[i];
}

/* A place, or a number, and up to three numbers. */
static void tell(struct telling *told, int label, double weight, uint8_t of, int first, int second, int third) {
    add(told, label, weight, (const uint8_t[]){of, ALEA_SET_NUMBER, ALEA_SET_NUMBER},
        (const int32_t[]){first, second, third}, 3);
}

/* ---- The fight at hand ---------------------------------------------------------------------------------------------------- */

static double worth_of(const struct spqrisiko_position *p, unsigned province) {
    return 1 + (spqrisiko_has(p->centres, province) ? CENTRE : 0);
}

static void tell_attack(struct telling *told, unsigned whom, int mine, double chance) {
    add(told, SPQRISIKO_LABEL_MOTIVE_ATTACK, chance * worth_of(told->is, whom) - (1 - chance) * ARMY,
        (const uint8_t[]){SPQRISIKO_SET_PROVINCE, ALEA_SET_NUMBER, ALEA_SET_NUMBER, ALEA_SET_NUMBER},
        (const int32_t[]){(int32_t)whom, mine, told->is->legionaries[whom], percent(chance)}, 4);
    int owner = spqrisiko_owner(told->is, whom);
    if (spqrisiko_has(told->is->centres, whom))
        tell(told, SPQRISIKO_LABEL_MOTIVE_CENTRE, chance * CENTRE, SPQRISIKO_SET_PROVINCE, (int)whom, 0, 0);
    if (owner != ALEA_NONE && spqrisiko_is_lone(told->is->own[owner])) /* [SPQ-ELIM-2] */
        tell(told, SPQRISIKO_LABEL_MOTIVE_ELIMINATES, chance * (2 + 0.5 * told->is->hand_size[owner]), ALEA_SET_SEAT, owner,
             told->is->hand_size[owner], 0);
}

static bool fights(const struct spqrisiko_position *p) {
    return p->step == SPQRISIKO_STEP_ROLL || p->step == SPQRISIKO_STEP_LAND_THROW || p->step == SPQRISIKO_STEP_SEA_THROW ||
           p->step == SPQRISIKO_STEP_NAVAL_THROW;
}

static double land_odds(const struct telling *told, const struct spqrisiko_position *p) {
    return spqrisiko_land_chance(told->t, p->legionaries[p->from] - 1, p->legionaries[p->to]);
}

static void look_at_fight(struct telling *told) {
    const struct spqrisiko_position *p = told->is;
    if (!fights(p)) {
        if (told->was->step == SPQRISIKO_STEP_ROLL && told->was->thrown) /* [SPQ-LAND-3] */
            tell(told, SPQRISIKO_LABEL_MOTIVE_STOPS, 1 - 2 * land_odds(told, told->was), SPQRISIKO_SET_PROVINCE,
                 told->was->to, percent(land_odds(told, told->was)), 0);
    } else if (p->step == SPQRISIKO_STEP_SEA_THROW) {
        tell_attack(told, p->to, p->force, spqrisiko_sea_chance(told->t, p->force, p->legionaries[p->to]));
    } else if (p->step == SPQRISIKO_STEP_NAVAL_THROW) {
        int mine = p->triremes[told->seat][p->from], his = p->triremes[p->to][p->from];
        tell(told, SPQRISIKO_LABEL_MOTIVE_FLEET, 0.3 * (mine - his), ALEA_SET_SEAT, p->to, mine, his);
    } else {
        tell_attack(told, p->to, p->legionaries[p->from] - 1, land_odds(told, p));
    }
}

/* ---- Guards and attacks to come --------------------------------------------------------------------------------------------- */

/* The strongest of those who could take the province in one attack by land, and the chance; ALEA_NONE. */
static unsigned threat(const struct telling *told, const struct spqrisiko_position *p, unsigned province, double *chance) {
    unsigned worst = ALEA_NONE;
    uint64_t rivals = told->t->land & ~p->own[told->seat] & ~p->neutral;
    *chance = 0;
    for (uint64_t rest = told->t->next[province] & rivals; rest; rest &= rest - 1) {
        unsigned from = spqrisiko_first(rest);
        double one = p->legionaries[from]
                         ? spqrisiko_land_chance(told->t, p->legionaries[from] - 1 + COMING, p->legionaries[province])
                         : 0;
        if (one > *chance) *chance = one, worst = from;
    }
    return worst;
}

static void look_at_guard(struct telling *told, unsigned province) {
    double before, after;
    unsigned who = threat(told, told->was, province, &before), now = threat(told, told->is, province, &after);
    double gain = before - after;
    if (gain < LEAST && gain > -LEAST) return;
    bool safer = gain > 0;
    add(told, safer ? SPQRISIKO_LABEL_MOTIVE_GUARDS : SPQRISIKO_LABEL_MOTIVE_EXPOSES, gain * worth_of(told->is, province),
        (const uint8_t[]){SPQRISIKO_SET_PROVINCE, ALEA_SET_NUMBER, ALEA_SET_NUMBER, SPQRISIKO_SET_PROVINCE},
        (const int32_t[]){(int32_t)province, told->is->legionaries[province], percent(safer ? before : after),
                          (int32_t)(safer ? who : now)},
        4);
}

/* The best attack by land from there, and its chance; ALEA_NONE. */
static unsigned target(const struct telling *told, const struct spqrisiko_position *p, unsigned province, double *chance) {
    unsigned best = ALEA_NONE;
    double most = 0;
    *chance = 0;
    for (uint64_t rest = told->t->next[province] & ~p->own[told->seat]; rest; rest &= rest - 1) {
        unsigned to = spqrisiko_first(rest);
        double one = spqrisiko_land_chance(told->t, p->legionaries[province] - 1, p->legionaries[to]);
        double gain = one * worth_of(p, to) - (1 - one) * ARMY;
        if (gain > most) most = gain, best = to, *chance = one;
    }
    return best;
}

static void look_at_attacks(struct telling *told, unsigned province) {
    double chance;
    unsigned to = target(told, told->is, province, &chance);
    if (to == ALEA_NONE || told->is->phase > SPQRISIKO_PHASE_LAND_ATTACK || fights(told->is)) return;
    double before = spqrisiko_land_chance(told->t, told->was->legionaries[province] - 1, told->was->legionaries[to]);
    if (chance - before < LEAST) return;
    add(told, SPQRISIKO_LABEL_MOTIVE_READIES, 0.6 * (chance - before) * worth_of(told->is, to),
        (const uint8_t[]){SPQRISIKO_SET_PROVINCE, SPQRISIKO_SET_PROVINCE, ALEA_SET_NUMBER, ALEA_SET_NUMBER},
        (const int32_t[]){(int32_t)province, (int32_t)to, percent(chance), percent(before)}, 4);
}

static void look_at_land(struct telling *told) {
    uint64_t kept = told->is->own[told->seat] & told->was->own[told->seat];
    for (uint64_t rest = kept; rest; rest &= rest - 1) {
        unsigned province = spqrisiko_first(rest);
        int more = told->is->legionaries[province] - told->was->legionaries[province];
        if (more) look_at_guard(told, province);
        if (more > 0) look_at_attacks(told, province);
    }
}

/* ---- Setup [SPQ-SETUP] -------------------------------------------------------------------------------------------------------- */

/* Who places is seen by what is new: an own province, or a neutral one. */
static void look_at_setup(struct telling *told) {
    const struct spqrisiko_position *was = told->was, *is = told->is;
    uint64_t own = is->own[told->seat] & ~was->own[told->seat], neutral = is->neutral & ~was->neutral;
    uint64_t rivals = told->t->land & ~is->own[told->seat] & ~is->neutral & ~spqrisiko_free(told->t, is);
    for (uint64_t rest = was->phase == SPQRISIKO_PHASE_SETUP ? own | neutral : 0; rest; rest &= rest - 1) {
        unsigned province = spqrisiko_first(rest);
        int mine = spqrisiko_count(told->t->next[province] & is->own[told->seat]);
        int his = spqrisiko_count(told->t->next[province] & rivals);
        bool claim = spqrisiko_has(own, province);
        if (!mine && !his) continue;
        tell(told, claim ? SPQRISIKO_LABEL_MOTIVE_CLAIM : SPQRISIKO_LABEL_MOTIVE_NEUTRAL,
             claim ? 0.6 * mine - 0.2 * his : 0.2 * his - 0.3 * mine, SPQRISIKO_SET_PROVINCE, (int)province, mine, his);
    }
}

/* ---- Points, seas, cards [SPQ-SCORE, SPQ-GEN-7] ---------------------------------------------------------------------------------- */

static int points(const struct telling *told, const struct spqrisiko_position *p) {
    struct spqrisiko_points points = spqrisiko_points_of(told->t, p, told->seat);
    return points.empire + points.provinces + points.seas + points.centres;
}

static void look_at_points(struct telling *told) {
    if (told->is->phase == SPQRISIKO_PHASE_SETUP || told->is->phase == SPQRISIKO_PHASE_OVER) return;
    int more = points(told, told->is) - points(told, told->was);
    if (more > 0) tell(told, SPQRISIKO_LABEL_MOTIVE_POINTS, POINT * more, ALEA_SET_NUMBER, more, 0, 0);
    if (more < 0) tell(told, SPQRISIKO_LABEL_MOTIVE_POINTS_LOST, POINT * more, ALEA_SET_NUMBER, -more, 0, 0);
}

static void look_at_seas(struct telling *told) {
    for (unsigned sea = 0; sea < SPQRISIKO_SEA_COUNT; sea++) {
        bool had = spqrisiko_controls(told->was, told->seat, sea), has = spqrisiko_controls(told->is, told->seat, sea);
        if (had != has)
            tell(told, has ? SPQRISIKO_LABEL_MOTIVE_SEA : SPQRISIKO_LABEL_MOTIVE_SEA_LOST, has ? 0.8 : -0.8,
                 SPQRISIKO_SET_SEA, (int)sea, told->is->triremes[told->seat][sea], 0);
    }
}

static void look_at_cards(struct telling *told) {
    if (told->is->sets_played <= told->was->sets_played) return;
    int legionaries = told->is->pool - told->was->pool;
    tell(told, SPQRISIKO_LABEL_MOTIVE_SET, 0.3 * legionaries + CENTRE * told->is->pending_centres, ALEA_SET_NUMBER,
         legionaries, told->is->pending_centres, told->is->pending_triremes);
}

int spqrisiko_motives(const void *tables, const void *before, const void *after, int seat, struct alea_motive out[]) {
    struct telling told = {.t = tables, .was = before, .is = after, .seat = seat, .out = out};
    if (told.is->phase == SPQRISIKO_PHASE_OVER || memcmp(before, after, sizeof *told.was) == 0) return 0;
    look_at_fight(&told);
    look_at_points(&told);
    look_at_seas(&told);
    look_at_cards(&told);
    look_at_setup(&told);
    if (told.was->phase != SPQRISIKO_PHASE_SETUP) look_at_land(&told);
    return told.n;
}
