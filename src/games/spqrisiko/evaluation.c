/* SPDX-License-Identifier: MIT */
/* evaluation.c - each seat's chance to win, at a glance: a weighted sum of what it has, and shares by the exponentials of the sums.
 *
 * The weights were found by logistic regression over games of `search` between equals; docs/bots.md tells how well they hold. Some are
 * for the map as it is dealt, some for the game, each of these with what is added to it as somebody comes near the target. */
#include "evaluation.h"

/* ---- What there is ---- */

static void count_pieces(const struct spqrisiko_tables *t, const struct spqrisiko_position *p,
                         struct spqrisiko_seat_look seats[]) {
    double all = 0, ships = 0;
    for (int seat = 0; seat < t->seats; seat++) {
        int n = 0;
        for (uint64_t rest = p->own[seat]; rest; rest &= rest - 1) n += p->legionaries[spqrisiko_first(rest)];
        seats[seat].at[SPQRISIKO_LOOK_LEGIONARIES] = n;
        all += n;
        n = 0;
        for (uint64_t rest = p->fleets[seat]; rest; rest &= rest - 1) n += p->triremes[seat][spqrisiko_first(rest)];
        seats[seat].at[SPQRISIKO_LOOK_TRIREMES] = n;
        ships += n;
    }
    int alive = spqrisiko_count(p->alive);
    for (int seat = 0; seat < t->seats; seat++) {
        seats[seat].at[SPQRISIKO_LOOK_LEGIONARIES] *= alive / (all + 1);
        seats[seat].at[SPQRISIKO_LOOK_TRIREMES] *= alive / (ships + 1);
    }
}

/* Seas that each seat controls. [SPQ-GEN-7] */
static void count_seas(const struct spqrisiko_tables *t, const struct spqrisiko_position *p,
                       struct spqrisiko_seat_look seats[]) {
    for (unsigned sea = 0; sea < SPQRISIKO_SEA_COUNT; sea++) {
        int most = 0, who = ALEA_NONE;
        for (int seat = 0; seat < t->seats; seat++) {
            int n = p->triremes[seat][sea];
            if (n > most) who = seat;
            else if (n == most) who = ALEA_NONE;
            if (n > most) most = n;
        }
        if (who != ALEA_NONE) seats[who].at[SPQRISIKO_LOOK_SEAS] += 1;
    }
}

void spqrisiko_see_raids(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, int seat, int raid[]) {
    for (int sea = 0; sea < SPQRISIKO_SEA_COUNT; sea++) raid[sea] = 0;
    for (int other = 0; other < t->seats; other++)
        for (uint64_t seas = other == seat ? 0 : p->fleets[other]; seas; seas &= seas - 1) {
            unsigned sea = spqrisiko_first(seas);
            if (p->triremes[other][sea] <= p->triremes[seat][sea]) continue;
            raid[sea] = spqrisiko_max(raid[sea], spqrisiko_largest_army(p, t->coast[sea] & p->own[other] & p->at_least_2));
        }
}

/* What attacks on a province of one's own may take: by the strongest neighbour and, beyond that, by the strongest army that could cross a sea. */
static void see_danger(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, uint64_t rivals,
                       const int raid[], unsigned province, double at[]) {
    enum { COMING = 2 }; /* more of them than are there now, beside the one who stays */
    const int army = spqrisiko_largest_army(p, t->next[province] & rivals),
              fleet = spqrisiko_largest_raid(t, raid, province);
    const double land = spqrisiko_land_chance(t, army + COMING, p->legionaries[province]);
    /* Where no rival is near, `land` is of who may yet come there, and is not taken off. */
    const double sea = fleet ? spqrisiko_sea_chance(t, fleet + COMING, p->legionaries[province]) - (army ? land : 0) : 0;
    const bool centre = spqrisiko_has(p->centres, province);
    at[centre ? SPQRISIKO_LOOK_CENTRES_SAFE : SPQRISIKO_LOOK_EXPOSED] += centre ? 1 - land : land;
    if (sea > 0) at[centre ? SPQRISIKO_LOOK_CENTRES_BY_SEA : SPQRISIKO_LOOK_EXPOSED_BY_SEA] += sea;
}

/* Chance that a seat takes a centre, by land or by sea. */
static double strike(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, int seat, unsigned centre) {
    const uint64_t ready = p->own[seat] & p->at_least_2;
    int by_land = spqrisiko_largest_army(p, t->next[centre] & ready), by_sea = 0;
    for (uint64_t seas = t->sea_of[centre] & p->fleets[seat]; seas; seas &= seas - 1) {
        unsigned sea = spqrisiko_first(seas);
        if (spqrisiko_across(t, p, sea, p->triremes[seat][sea], spqrisiko_bit(centre)))
            by_sea = spqrisiko_max(by_sea, spqrisiko_largest_army(p, t->coast[sea] & ready));
    }
    const double land = by_land ? spqrisiko_land_chance(t, by_land + 1, p->legionaries[centre]) : 0;
    const double sea = by_sea ? spqrisiko_sea_chance(t, by_sea + 1, p->legionaries[centre]) : 0;
    return land > sea ? land : sea;
}

static void count_land(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, int seat, double at[]) {
    uint64_t own = p->own[seat], rivals = t->land & ~own & ~p->neutral & p->at_least_2, near = 0;
    int raid[SPQRISIKO_SEA_COUNT];
    spqrisiko_see_raids(t, p, seat, raid);
    at[SPQRISIKO_LOOK_PROVINCES] = spqrisiko_count(own);
    at[SPQRISIKO_LOOK_EMPIRE] = spqrisiko_largest_empire(t, own);
    at[SPQRISIKO_LOOK_CENTRES] = spqrisiko_count(own & p->centres);
    for (uint64_t rest = own; rest; rest &= rest - 1) {
        unsigned province = spqrisiko_first(rest);
        near |= t->next[province];
        see_danger(t, p, rivals, raid, province, at);
    }
    for (uint64_t rest = p->centres & ~own; rest; rest &= rest - 1)
        at[SPQRISIKO_LOOK_STRIKES] += strike(t, p, seat, spqrisiko_first(rest));
    at[SPQRISIKO_LOOK_LAST_PROVINCES] = at[SPQRISIKO_LOOK_PROVINCES] < 3 ? 3 - at[SPQRISIKO_LOOK_PROVINCES] : 0;
    at[SPQRISIKO_LOOK_RIVALS] = spqrisiko_count(near & rivals);
    at[SPQRISIKO_LOOK_NEUTRALS] = spqrisiko_count(near & p->neutral);
}

static void count_cards(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, int seat, double at[]) {
    at[SPQRISIKO_LOOK_CARDS] = p->hand_size[seat];
    if (p->hand_size[seat] < 3) return;
    int best = -1;
    for (int set = 0; set < SPQRISIKO_SET_COUNT; set++) {
        bool has = true;
        for (int card = 0; card < SPQRISIKO_CARD_COUNT; card++) has = has && p->hand[seat][card] >= t->set_cards[set][card];
        int value = t->set_legionaries[set] + 20 * t->set_centres[set];
        if (!has || value <= best) continue;
        best = value;
        at[SPQRISIKO_LOOK_SET] = t->set_legionaries[set];
        at[SPQRISIKO_LOOK_SET_CENTRES] = t->set_centres[set];
    }
}

/* The points of the next scoring. [SPQ-SCORE] */
static double gain_of(const struct spqrisiko_tables *t, const struct spqrisiko_seat_look seats[], int seat) {
    bool empire = seats[seat].at[SPQRISIKO_LOOK_EMPIRE] >= t->empire_minimum, provinces = true,
         sea = seats[seat].at[SPQRISIKO_LOOK_SEAS] > 0;
    for (int other = 0; other < t->seats; other++) {
        if (other == seat) continue;
        empire = empire && seats[seat].at[SPQRISIKO_LOOK_EMPIRE] > seats[other].at[SPQRISIKO_LOOK_EMPIRE];
        provinces = provinces && seats[seat].at[SPQRISIKO_LOOK_PROVINCES] > seats[other].at[SPQRISIKO_LOOK_PROVINCES];
        sea = sea && seats[seat].at[SPQRISIKO_LOOK_SEAS] > seats[other].at[SPQRISIKO_LOOK_SEAS];
    }
    return t->points_centre * seats[seat].at[SPQRISIKO_LOOK_CENTRES] + empire * t->points_empire +
           provinces * t->points_provinces + sea * t->points_seas;
}

static double lead(const struct spqrisiko_tables *t, const struct spqrisiko_seat_look seats[], int seat,
                   enum spqrisiko_feature feature) {
    double most = 0, mine = seats[seat].at[feature];
    for (int other = 0; other < t->seats; other++)
        if (other != seat && seats[other].at[feature] > most) most = seats[other].at[feature];
    double lead = mine - most;
    return lead > 4 ? 4 : lead < -4 ? -4 : lead;
}

static void see_turn(const struct spqrisiko_position *p, double at[]) {
    at[SPQRISIKO_LOOK_ACTIVE] = 1;
    at[SPQRISIKO_LOOK_ACTIVE_BEFORE] = p->phase <= SPQRISIKO_PHASE_LAND_ATTACK;
    at[SPQRISIKO_LOOK_ACTIVE_POOL] = p->pool;
    at[SPQRISIKO_LOOK_ACTIVE_CARD] = p->conquered;
}

/* ---- The race to the target ---- */

static double target_of(const struct spqrisiko_tables *t) { return t->target ? t->target : 20; }

static void see_race(const struct spqrisiko_tables *t, const struct spqrisiko_position *p,
                     struct spqrisiko_seat_look seats[], int seat, int turns) {
    double *at = seats[seat].at, need = target_of(t) - p->vp[seat], gain = gain_of(t, seats, seat);
    at[SPQRISIKO_LOOK_POINTS] = p->vp[seat] * 20 / target_of(t);
    at[SPQRISIKO_LOOK_GAIN] = gain * 20 / target_of(t);
    at[SPQRISIKO_LOOK_EMPIRE_LEAD] = lead(t, seats, seat, SPQRISIKO_LOOK_EMPIRE);
    at[SPQRISIKO_LOOK_PROVINCES_LEAD] = lead(t, seats, seat, SPQRISIKO_LOOK_PROVINCES);
    at[SPQRISIKO_LOOK_SEAS_LEAD] = lead(t, seats, seat, SPQRISIKO_LOOK_SEAS);
    at[SPQRISIKO_LOOK_TURNS] = turns;
    at[SPQRISIKO_LOOK_PACE] = t->target ? (gain + 0.5) / (need > 0.5 ? need : 0.5) : 0;
    if (!t->target || gain < need) return;
    at[SPQRISIKO_LOOK_WINS] = 1;
    at[SPQRISIKO_LOOK_WINS_FIRST] = turns == 1;
    at[SPQRISIKO_LOOK_WINS_LATER] = turns;
}

double spqrisiko_progress(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    double most = 0;
    for (int seat = 0; t->target && seat < t->seats; seat++)
        if (p->alive >> seat & 1 && p->vp[seat] > most * t->target) most = (double)p->vp[seat] / t->target;
    double rounds = p->last_round ? (double)p->round / p->last_round : 0;
    return most > rounds ? most : rounds;
}

bool spqrisiko_is_dealt(const struct spqrisiko_position *p) {
    return p->phase == SPQRISIKO_PHASE_SETUP ||
           (p->phase == SPQRISIKO_PHASE_REINFORCE_LAND && p->round == 1 && p->active == spqrisiko_first(p->alive));
}

/* Each province that is free takes a ply; after the draft none is. */
int spqrisiko_opening(const void *tables, const void *pos) { return spqrisiko_count(spqrisiko_free(tables, pos)); }

/* Half of a pool goes to one place: what a single legionary more brings is lost among the dice of some hundred tries. */
int spqrisiko_at_once(const void *tables, const void *pos, alea_move move) {
    const struct spqrisiko_position *p = pos;
    (void)tables;
    return alea_move_verb(move) == SPQRISIKO_VERB_PLACE ? (p->pool + 1) / 2 : 1;
}

/* Turns until each seat scores, in the order of play; whose turn it is comes last. */
void spqrisiko_look(const struct spqrisiko_tables *t, const struct spqrisiko_position *p,
                    struct spqrisiko_seat_look seats[]) {
    count_pieces(t, p, seats);
    count_seas(t, p, seats);
    for (int seat = 0; seat < t->seats; seat++) {
        count_land(t, p, seat, seats[seat].at);
        count_cards(t, p, seat, seats[seat].at);
    }
    bool dealt = spqrisiko_is_dealt(p);
    for (int i = 1, turns = 0; i <= t->seats; i++) {
        int seat = dealt ? i - 1 : (p->active + i) % t->seats;
        if (!(p->alive >> seat & 1)) continue;
        see_race(t, p, seats, seat, ++turns);
    }
    if (!dealt) see_turn(p, seats[p->active].at);
}

/* ---- Shares ---- */

/* e to the x, for x <= 0, by multiplications alone: the same on every machine. */
static double exponential(double x) {
    if (x < -30) return 0;
    double power = 1 + x / 1024 + x * x / (2.0 * 1024 * 1024);
    for (int i = 0; i < 10; i++) power *= power;
    return power;
}

/* What a seat has, weighed; each weight grows by `near` times what the end of the game adds. */
static double weigh(const double at[], int base, int end, double near) {
    double sum = 0;
    for (int i = 0; i < SPQRISIKO_FEATURES; i++)
        sum += at[i] * (spqrisiko_weight[i][base] + near * spqrisiko_weight[i][end]);
    return sum / 1000;
}

void spqrisiko_evaluation(const void *tables, const void *pos, double out[]) {
    const struct spqrisiko_tables *t = tables;
    const struct spqrisiko_position *p = pos;
    if (p->phase == SPQRISIKO_PHASE_OVER) {
        spqrisiko_score(t, p, out);
        return;
    }
    struct spqrisiko_seat_look seats[SPQRISIKO_SEATS] = {0};
    double worth[SPQRISIKO_SEATS], best = -1e9, all = 0;
    const bool dealt = spqrisiko_is_dealt(p);
    const double near = dealt ? 0 : spqrisiko_progress(t, p), trust = dealt ? 1 : 0.72 + 0.07 * t->seats;
    const int game = t->seats > 3 ? SPQRISIKO_AMONG_MANY : SPQRISIKO_AMONG_FEW;
    const int base = dealt ? SPQRISIKO_IN_SETUP + t->seats - 2 : game;
    spqrisiko_look(t, p, seats);
    for (int seat = 0; seat < t->seats; seat++) {
        if (!(p->alive >> seat & 1)) continue;
        worth[seat] = trust * weigh(seats[seat].at, base, game + 1, near);
        if (worth[seat] > best) best = worth[seat];
    }
    for (int seat = 0; seat < t->seats; seat++) {
        out[seat] = p->alive >> seat & 1 ? exponential(worth[seat] - best) : 0;
        all += out[seat];
    }
    for (int seat = 0; seat < t->seats; seat++) out[seat] /= all;
}
