/* SPDX-License-Identifier: MIT */
/* evaluation.c - each seat's chance to win, at a glance: a weighted sum of what it has, and shares by the exponentials of the sums.
 *
 * The weights were found by logistic regression over games of `greedy` between equals, in positions that chance moves had
 * disturbed; docs/bots.md tells how well they hold. They come in three sets: for the setup, for the game, and what is added to
 * the latter as somebody comes near the target. */
#include "spqrisiko.h"

enum feature {
    POINTS,     /* VP, as if the target were 20 */
    GAIN,       /* of the next scoring, if nothing changed */
    WINS,       /* 1: that would win */
    WINS_FIRST, /* and it is the next turn */
    WINS_LATER, /* turns until then */
    TURNS,      /* until the seat scores */
    PACE,       /* 1 / scorings to the target at that gain */
    PROVINCES,
    EMPIRE,      /* provinces of the largest */
    LEGIONARIES, /* as a share of all, 1 if equal */
    CENTRES,
    CENTRES_SAFE, /* expected to stand after an attack each */
    SEAS,
    TRIREMES, /* as a share of all */
    CARDS,
    SET, /* a set in hand: its legionaries */
    SET_CENTRES,
    ACTIVE,
    ACTIVE_BEFORE, /* and the attacks by land are still to come */
    ACTIVE_POOL,
    ACTIVE_CARD, /* and a province was conquered */
    EMPIRE_LEAD, /* over the largest of the others, at most 4 either way */
    PROVINCES_LEAD,
    SEAS_LEAD,
    EXPOSED,        /* provinces that attacks on each would take */
    LAST_PROVINCES, /* how near to be eliminated */
    FEATURES
};

enum { SETUP, GAME, NEAR_END, WEIGHTS };

static const double weights[FEATURES][WEIGHTS] = {
    [POINTS] = {0.0000, 0.0675, 0.2560},          [GAIN] = {0.1839, -0.0205, 0.2162},
    [WINS] = {0.0000, -0.6606, 2.8569},           [WINS_FIRST] = {0.0000, -2.6065, 4.8775},
    [WINS_LATER] = {0.0000, -0.3798, 0.0394},     [TURNS] = {-0.5217, -0.1292, -0.2257},
    [PACE] = {0.1646, -0.0256, 0.5245},           [PROVINCES] = {-0.0270, 0.2867, -0.0761},
    [EMPIRE] = {0.0596, 0.1961, -0.2052},         [LEGIONARIES] = {0.0017, 0.2757, -0.4013},
    [CENTRES] = {0.0000, 0.3827, -0.2986},        [CENTRES_SAFE] = {0.0000, 0.6130, 0.0815},
    [SEAS] = {0.0000, -0.0652, -0.3299},          [TRIREMES] = {0.0000, 0.4177, -0.4881},
    [CARDS] = {0.0000, 0.4151, -0.3723},          [SET] = {0.0000, -0.0058, 0.0404},
    [SET_CENTRES] = {0.0000, 0.8539, -0.3178},    [ACTIVE] = {0.0000, 0.1883, 0.3333},
    [ACTIVE_BEFORE] = {0.0000, 0.0814, -0.0167},  [ACTIVE_POOL] = {0.0000, 0.1160, -0.0773},
    [ACTIVE_CARD] = {0.0000, 0.0796, -0.7268},    [EMPIRE_LEAD] = {0.0219, 0.0058, 0.0304},
    [PROVINCES_LEAD] = {0.0175, 0.0278, -0.0025}, [SEAS_LEAD] = {0.0000, 0.1526, 0.3846},
    [EXPOSED] = {-0.2807, -0.4073, 0.1817},       [LAST_PROVINCES] = {-0.0998, -0.5921, 0.6821},
};

/* ---- What there is ---- */

struct seat_state {
    double at[FEATURES];
};

static void count_pieces(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, struct seat_state seats[]) {
    double all = 0, ships = 0;
    for (int seat = 0; seat < t->seats; seat++) {
        int n = 0;
        for (uint64_t rest = p->own[seat]; rest; rest &= rest - 1) n += p->legionaries[spqrisiko_first(rest)];
        seats[seat].at[LEGIONARIES] = n;
        all += n;
        n = 0;
        for (uint64_t rest = p->fleets[seat]; rest; rest &= rest - 1) n += p->triremes[seat][spqrisiko_first(rest)];
        seats[seat].at[TRIREMES] = n;
        ships += n;
    }
    int alive = spqrisiko_count(p->alive);
    for (int seat = 0; seat < t->seats; seat++) {
        seats[seat].at[LEGIONARIES] *= alive / (all + 1);
        seats[seat].at[TRIREMES] *= alive / (ships + 1);
    }
}

/* Seas that each seat controls. [SPQ-GEN-7] */
static void count_seas(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, struct seat_state seats[]) {
    for (unsigned sea = 0; sea < SPQRISIKO_SEA_COUNT; sea++) {
        int most = 0, who = ALEA_NONE;
        for (int seat = 0; seat < t->seats; seat++) {
            int n = p->triremes[seat][sea];
            if (n > most) who = seat;
            else if (n == most) who = ALEA_NONE;
            if (n > most) most = n;
        }
        if (who != ALEA_NONE) seats[who].at[SEAS] += 1;
    }
}

/* Chance that the owner still has the centre after the strongest neighbour's attack. */
static double safety(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned province,
                     uint64_t others) {
    int most = 0;
    for (uint64_t rest = t->next[province] & others & p->at_least_2; rest; rest &= rest - 1)
        most = spqrisiko_max(most, p->legionaries[spqrisiko_first(rest)]);
    return 1 - spqrisiko_land_chance(t, most + 2, p->legionaries[province]);
}

static void count_land(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, int seat, double at[]) {
    uint64_t own = p->own[seat], others = t->land & ~own & ~p->neutral;
    at[PROVINCES] = spqrisiko_count(own);
    at[EMPIRE] = spqrisiko_largest_empire(t, own);
    at[CENTRES] = spqrisiko_count(own & p->centres);
    for (uint64_t rest = own & p->centres; rest; rest &= rest - 1)
        at[CENTRES_SAFE] += safety(t, p, spqrisiko_first(rest), others);
    for (uint64_t rest = own & ~p->centres; rest; rest &= rest - 1)
        at[EXPOSED] += 1 - safety(t, p, spqrisiko_first(rest), others);
    at[LAST_PROVINCES] = at[PROVINCES] < 3 ? 3 - at[PROVINCES] : 0;
}

static void count_cards(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, int seat, double at[]) {
    at[CARDS] = p->hand_size[seat];
    if (p->hand_size[seat] < 3) return;
    int best = -1;
    for (int set = 0; set < SPQRISIKO_SET_COUNT; set++) {
        bool has = true;
        for (int card = 0; card < SPQRISIKO_CARD_COUNT; card++) has = has && p->hand[seat][card] >= t->set_cards[set][card];
        int value = t->set_legionaries[set] + 20 * t->set_centres[set];
        if (!has || value <= best) continue;
        best = value;
        at[SET] = t->set_legionaries[set];
        at[SET_CENTRES] = t->set_centres[set];
    }
}

/* The points of the next scoring. [SPQ-SCORE] */
static double gain_of(const struct spqrisiko_tables *t, const struct seat_state seats[], int seat) {
    bool empire = seats[seat].at[EMPIRE] >= t->empire_minimum, provinces = true, sea = seats[seat].at[SEAS] > 0;
    for (int other = 0; other < t->seats; other++) {
        if (other == seat) continue;
        empire = empire && seats[seat].at[EMPIRE] > seats[other].at[EMPIRE];
        provinces = provinces && seats[seat].at[PROVINCES] > seats[other].at[PROVINCES];
        sea = sea && seats[seat].at[SEAS] > seats[other].at[SEAS];
    }
    return t->points_centre * seats[seat].at[CENTRES] + empire * t->points_empire + provinces * t->points_provinces +
           sea * t->points_seas;
}

static double lead(const struct spqrisiko_tables *t, const struct seat_state seats[], int seat, enum feature feature) {
    double most = 0, mine = seats[seat].at[feature];
    for (int other = 0; other < t->seats; other++)
        if (other != seat && seats[other].at[feature] > most) most = seats[other].at[feature];
    double lead = mine - most;
    return lead > 4 ? 4 : lead < -4 ? -4 : lead;
}

static void see_turn(const struct spqrisiko_position *p, double at[]) {
    at[ACTIVE] = 1;
    at[ACTIVE_BEFORE] = p->phase <= SPQRISIKO_PHASE_LAND_ATTACK;
    at[ACTIVE_POOL] = p->pool;
    at[ACTIVE_CARD] = p->conquered;
}

/* ---- The race to the target ---- */

static double target_of(const struct spqrisiko_tables *t) { return t->target ? t->target : 20; }

static void see_race(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, struct seat_state seats[],
                     int seat, int turns) {
    double *at = seats[seat].at, need = target_of(t) - p->vp[seat], gain = gain_of(t, seats, seat);
    at[POINTS] = p->vp[seat] * 20 / target_of(t);
    at[GAIN] = gain * 20 / target_of(t);
    at[EMPIRE_LEAD] = lead(t, seats, seat, EMPIRE);
    at[PROVINCES_LEAD] = lead(t, seats, seat, PROVINCES);
    at[SEAS_LEAD] = lead(t, seats, seat, SEAS);
    at[TURNS] = turns;
    at[PACE] = t->target ? (gain + 0.5) / (need > 0.5 ? need : 0.5) : 0;
    if (!t->target || gain < need) return;
    at[WINS] = 1;
    at[WINS_FIRST] = turns == 1;
    at[WINS_LATER] = turns;
}

/* How far the game has come, from 0 to 1. */
static double progress(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    double most = 0;
    for (int seat = 0; t->target && seat < t->seats; seat++)
        if (p->alive >> seat & 1 && p->vp[seat] > most * t->target) most = (double)p->vp[seat] / t->target;
    double rounds = p->last_round ? (double)p->round / p->last_round : 0;
    return most > rounds ? most : rounds;
}

/* Turns until each seat scores, in the order of play; whose turn it is comes last. */
static void look(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, struct seat_state seats[]) {
    count_pieces(t, p, seats);
    count_seas(t, p, seats);
    for (int seat = 0; seat < t->seats; seat++) {
        count_land(t, p, seat, seats[seat].at);
        count_cards(t, p, seat, seats[seat].at);
    }
    bool setup = p->phase == SPQRISIKO_PHASE_SETUP;
    for (int i = 1, turns = 0; i <= t->seats; i++) {
        int seat = setup ? i - 1 : (p->active + i) % t->seats;
        if (!(p->alive >> seat & 1)) continue;
        see_race(t, p, seats, seat, ++turns);
    }
    if (!setup) see_turn(p, seats[p->active].at);
}

/* ---- Shares ---- */

/* e to the x, for x <= 0, by multiplications alone: the same on every machine. */
static double exponential(double x) {
    if (x < -30) return 0;
    double power = 1 + x / 1024 + x * x / (2.0 * 1024 * 1024);
    for (int i = 0; i < 10; i++) power *= power;
    return power;
}

/* What a seat has, weighed; it grows from `base` by `near` times what the end of the game adds. */
static double weigh(const double at[], int base, double near) {
    double sum = 0;
    for (int i = 0; i < FEATURES; i++) sum += at[i] * (weights[i][base] + near * weights[i][NEAR_END]);
    return sum;
}

void spqrisiko_evaluation(const void *tables, const void *pos, double out[]) {
    const struct spqrisiko_tables *t = tables;
    const struct spqrisiko_position *p = pos;
    if (p->phase == SPQRISIKO_PHASE_OVER) {
        spqrisiko_score(t, p, out);
        return;
    }
    struct seat_state seats[SPQRISIKO_SEATS] = {0};
    double worth[SPQRISIKO_SEATS], best = -1e9, all = 0, near = progress(t, p), trust = 0.72 + 0.07 * t->seats;
    bool setup = p->phase == SPQRISIKO_PHASE_SETUP;
    look(t, p, seats);
    for (int seat = 0; seat < t->seats; seat++) {
        if (!(p->alive >> seat & 1)) continue;
        worth[seat] = setup ? weigh(seats[seat].at, SETUP, 0) : trust * weigh(seats[seat].at, GAME, near);
        if (worth[seat] > best) best = worth[seat];
    }
    for (int seat = 0; seat < t->seats; seat++) {
        out[seat] = p->alive >> seat & 1 ? exponential(worth[seat] - best) : 0;
        all += out[seat];
    }
    for (int seat = 0; seat < t->seats; seat++) out[seat] /= all;
}
