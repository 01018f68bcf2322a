/* SPDX-License-Identifier: MIT */
/* worth.c - what a position is worth to a side: points at the end of the game, as far as one can see them.
 *
 * One unit is one point of the final score. Stocks count for what they will become; what is left to be done this round
 * counts as a part of its worth as long as the side has not passed. The shortage of wheat is dealt with before all else:
 * who starves has lost. [POL-END-1, POL-END-2] */
#include "worth.h"

static const double LOST = -100, WON = 1000;
static const double SHORT = 1.5; /* each Prestige or sack short of rescue: so that even the lost go on trying */
static const double COMFORT = 8; /* Prestige that one likes to have left after Supply: what the next round begins with */

/* Rounds still to come after this one: 0 .. 3. */
static int rounds_left(const struct polis_position *p) { return POLIS_ROUND_COUNT - 1 - p->round; }

/* ---- What both sides' parts are worked out from ---- */

/* A position at a glance: evaluate() is called for every position that heuristic.c looks at, some dozens a choice. */
struct survey {
    uint32_t camp[POLIS_SIDES];     /* regions with units */
    uint32_t seat[POLIS_SIDES];     /* land regions with an own polis */
    uint32_t building[POLIS_SIDES]; /* projects in progress */
    int need[POLIS_SIDES], merchants[POLIS_SIDES], megalopoleis[POLIS_SIDES], growth[POLIS_SIDES];
};

static void survey_poleis(const struct polis_tables *t, const struct polis_position *p, int side, struct survey *s) {
    for (uint32_t rest = p->own[side]; rest; rest &= rest - 1) {
        unsigned city = polis_first(rest);
        const struct polis_city *at = &t->city_at[city];
        int people = p->population[city];
        s->seat[side] |= polis_bit(at->region);
        s->need[side] += people;
        s->megalopoleis[side] += people > at->base;
        s->growth[side] += polis_most(0, polis_least(at->growth - p->grown[city], at->most - people));
    }
    s->seat[side] &= t->lands;
}

static struct survey survey_of(const struct polis_tables *t, const struct polis_position *p) {
    struct survey s = {.merchants = {p->port[0], p->port[1]}};
    for (unsigned region = 0; region < POLIS_REGIONS_MAX; region++) {
        s.camp[0] |= (uint32_t)(p->units[0][region] != 0) << region;
        s.camp[1] |= (uint32_t)(p->units[1][region] != 0) << region;
    }
    for (uint32_t rest = polis_projects(p, POLIS_PLACE_OF_PROJECT_PROGRESS); rest; rest &= rest - 1) {
        const unsigned project = polis_first(rest);
        const int owner = polis_owner(p, p->project_at[project]);
        if (owner != POLIS_NEUTRAL) s.building[owner] |= polis_bit(project);
    }
    for (int load = 0; load < POLIS_SHIPLOAD_COUNT; load++)
        if (p->trader[load]) s.merchants[p->trader[load] - 1]++;
    for (int side = 0; side < POLIS_SIDES; side++) survey_poleis(t, p, side, &s);
    return s;
}

/* ---- Wheat that can still be had this round ---- */

/* Lands where there can still be a collection. */
static uint32_t collectable_in(const struct polis_position *p, int side, const struct survey *s) {
    return s->camp[side] & s->seat[side] & ~p->tribute;
}

/* Of one of their rows. */
static int collectable(const struct polis_tables *t, const struct polis_position *p, int side, unsigned region,
                       unsigned row) {
    int hoplites = polis_least(p->units[side][region], POLIS_YIELD_MAX);
    while (hoplites && !t->yields[region][row][hoplites - 1]) hoplites--;
    return hoplites ? t->yields[region][row][hoplites - 1] : 0;
}

static bool trades(const struct polis_tables *t, const struct polis_position *p, int side) {
    for (uint32_t rest = p->own[side]; rest; rest &= rest - 1)
        if (t->city_at[polis_first(rest)].commercial_of == side) return true;
    return false;
}

/* Wheat of the shiploads that the side could still fetch, at most one for each merchant in port. */
static int tradable(const struct polis_tables *t, const struct polis_position *p, int side) {
    int merchants = p->port[side], wheat = 0, silver = p->resource[side][POLIS_SILVER];
    if (!merchants || !trades(t, p, side)) return 0;
    uint32_t reach = polis_trade_reach(t, p, side);
    for (unsigned i = 0; i < POLIS_SHIPLOAD_COUNT && merchants; i++) {
        const struct polis_shipload *load = &t->shiploads[i];
        bool open =
            load->gives == POLIS_WHEAT && load->number <= t->number[p->round] && !p->trader[i] && !polis_has(p->closed, i);
        if (!open || !polis_has(reach, load->market)) continue;
        bool goods = p->resource[side][load->good] >= polis_price_of(t, p, i);
        if (!goods && silver < load->number) continue;
        if (!goods) silver -= load->number;
        wheat += load->number;
        merchants--;
    }
    return wheat;
}

/* Part of it only: others are after the same, and every action has something else to do. Of what is collected away from home the
 * Prestige that it costs is taken off, which would feed as many. [POL-COLL-4, POL-EOR-9] */
static double wheat_in_sight(const struct polis_tables *t, const struct polis_position *p, int side,
                             const struct survey *s) {
    if (polis_is_passed(p, side) || p->step >= POLIS_STEP_RETURN_UNITS) return 0;
    int best = 0, next = 0, prestige = p->prestige[side];
    for (uint32_t rest = collectable_in(p, side, s); rest; rest &= rest - 1) {
        unsigned region = polis_first(rest);
        int wheat = collectable(t, p, side, region, POLIS_WHEAT);
        bool home = t->home_of[region] == side, paid = home || prestige > 1;
        if (wheat && !home) wheat -= t->military_prestige;
        if (paid && wheat > best) next = best, best = wheat;
        else if (paid && wheat > next) next = wheat;
    }
    return 0.6 * best + 0.25 * next + 0.5 * tradable(t, p, side);
}

/* ---- Supply ---- */

/* Has this round's Supply behind it. */
static bool is_fed(const struct polis_position *p, int side) {
    bool second_pays = p->step == POLIS_STEP_SUPPLY && p->made;
    return p->step == POLIS_STEP_GROWTH || p->step == POLIS_STEP_PHOROS || (second_pays && side == p->start);
}

/* Prestige that projects will bring before Supply is paid. */
static int coming_prestige(const struct polis_tables *t, const struct polis_position *p, int side, const struct survey *s) {
    int sum = 0;
    for (uint32_t rest = s->building[side]; rest; rest &= rest - 1) sum += polis_tile_prestige(t, p, polis_first(rest));
    return sum;
}

/* Prestige that the end of this turn will take while free trade with Persia is barred. [POL-EVENT-28] */
static int coming_fine(const struct polis_tables *t, const struct polis_position *p, int side) {
    const struct polis_effect *effect = polis_lasting(t, p, POLIS_OP_FREE_TRADE);
    bool own_turn = p->step < POLIS_STEP_BATTLE_ORDER && p->active == side; /* its end is still to come */
    if (!effect || (polis_is_passed(p, side) && !own_turn) || p->step >= POLIS_STEP_RETURN_UNITS) return 0;
    return effect->set & ~polis_trade_reach(t, p, polis_other(side)) ? effect->count : 0;
}

/* Prestige that is left after Supply, given what is missing: too little is disliked before it is fatal. */
static double comfort(double left) { return left < COMFORT ? 0.3 * (COMFORT - left) * (COMFORT - left) : 0; }

/* What the end of this round will cost. A missing sack of wheat is one Prestige; where that would leave none, poleis go, and
 * where they are not enough, or the capital starves, the game is lost. While the side may still act, help may still come.
 * [POL-EOR-9, POL-EOR-12, POL-END-1, POL-END-2] */
static double supply(const struct polis_tables *t, const struct polis_position *p, int side, const struct survey *s,
                     int coming) {
    if (p->step == POLIS_STEP_OVER) return 0;
    bool fed = is_fed(p, side), certain = p->step >= POLIS_STEP_RETURN_UNITS || polis_is_passed(p, side);
    double lost = certain ? LOST : 0.5 * LOST;
    double wheat = p->resource[side][POLIS_WHEAT] + wheat_in_sight(t, p, side, s);
    double need = fed ? 0 : s->need[side];
    double purse = p->prestige[side] + coming - coming_fine(t, p, side);
    double later = s->megalopoleis[side] * t->megalopolis;
    double missing = need > wheat ? need - wheat : 0, left = purse + later - missing;
    if (missing <= 0) return left < 1 ? lost - SHORT * (1 - left) : -comfort(left);
    double gone = 0; /* population that has to be let go */
    if (left < 1 || missing > purse) {
        double spend = purse + later - 1 < purse ? purse + later - 1 : purse;
        gone = missing - (spend > 0 ? spend : 0);
        double too_much = gone - (need - p->population[t->capital[side]]), too_little = 1 - purse - later;
        if (too_little > 0 || too_much > 0)
            return lost - SHORT * ((too_little > 0 ? too_little : 0) + (too_much > 0 ? too_much : 0));
        missing -= gone;
        left = purse + later - missing;
    }
    return -1.1 * missing - 1.6 * gone - (gone > 0 ? 2 : 0) - comfort(left);
}

/* ---- Stocks ---- */

/* Diminishing: the first units are what projects, ships and trades need. */
static double stock(int n, double each, int enough) {
    return n <= enough ? n * each : enough * each + (n - enough) * each * 0.3;
}

static double stocks(const struct polis_position *p, int side, const struct survey *s) {
    int left = rounds_left(p);
    double sum = 0, weight = left ? 0.30 + 0.02 * left : 0.06;
    for (int good = 0; good < POLIS_GOODS; good++) sum += stock(p->resource[side][good], weight, 5);
    sum += stock(p->resource[side][POLIS_SILVER], left ? 0.5 : 0.1, 8);
    int spare = polis_most(0, p->resource[side][POLIS_WHEAT] - s->need[side]);
    if (is_fed(p, side)) spare = p->resource[side][POLIS_WHEAT];
    int grows = polis_least(spare, s->growth[side]);
    sum += p->step == POLIS_STEP_GROWTH || p->step < POLIS_STEP_GROWTH ? (left ? 0.45 : 0.9) * grows : 0;
    sum += (left ? 0.3 : 0) * (spare - grows);
    return sum;
}

/* ---- Armies and sieges ---- */

static double siege_worth(const struct polis_tables *t, const struct polis_position *p, int side, unsigned city) {
    double people = polis_people(t, p, city), worth = t->city_at[city].fortification + 0.75 * people;
    return polis_owner(p, city) == polis_other(side) ? worth + 0.5 * people : worth;
}

/* What can be besieged from where the armies stand: part of what it would bring. */
static double siege_hope(const struct polis_tables *t, const struct polis_position *p, int side, unsigned city) {
    const struct polis_city *at = &t->city_at[city];
    int hoplites = p->units[side][at->region], enemy = p->units[polis_other(side)][at->region];
    if (hoplites < at->fortification || !p->reserve[side]) return 0;
    double worth = siege_worth(t, p, side, city);
    if (!t->siege.die) {
        int discs = p->discs[side][city];
        bool may_start = discs || !polis_is_passed(p, polis_other(side)) || t->siege.start_after_pass;
        if (!may_start || (polis_owner(p, city) == POLIS_NEUTRAL && p->discs[polis_other(side)][city])) return 0;
        double kept = t->siege.discs_stay ? 0.45 : 0.3, done = (double)discs / at->fortification;
        return worth * (kept * (0.4 + 0.6 / at->fortification) + (0.9 - kept) * done);
    }
    if (enemy >= hoplites || p->prestige[side] < 1) return 0;
    double chance = (double)(t->siege.die + 1 - at->fortification) / t->siege.die;
    return 0.55 * (chance * worth - 1 - (1 - chance) * 0.5 > 0 ? chance * worth - 1 - (1 - chance) * 0.5 : 0);
}

/* Poleis in the regions where the side has units. */
static uint32_t near(const struct polis_tables *t, const struct survey *s, int side) {
    uint32_t set = 0;
    for (uint32_t rest = s->camp[side]; rest; rest &= rest - 1) set |= t->cities_in[polis_first(rest)];
    return set;
}

static double sieges(const struct polis_tables *t, const struct polis_position *p, int side, uint32_t near) {
    bool idle = polis_is_passed(p, side) && (t->siege.die || !t->siege.discs_stay);
    double best = 0, next = 0;
    for (uint32_t rest = near & t->besiegeable & ~p->own[side]; rest; rest &= rest - 1) {
        double hope = siege_hope(t, p, side, polis_first(rest));
        if (hope > best) next = best, best = hope;
        else if (hope > next) next = hope;
    }
    double part = idle ? (rounds_left(p) ? 0.5 : 0) : 1;
    return part * (best + 0.6 * next);
}

/* Own poleis that the other side could besiege. */
static double dangers(const struct polis_tables *t, const struct polis_position *p, int side, uint32_t near) {
    int other = polis_other(side);
    double sum = 0;
    for (uint32_t rest = near & p->own[side] & t->besiegeable; rest; rest &= rest - 1) {
        unsigned city = polis_first(rest);
        const struct polis_city *at = &t->city_at[city];
        int enemy = p->units[other][at->region], mine = p->units[side][at->region];
        if (enemy < at->fortification || (t->siege.die && enemy <= mine)) continue;
        double chance = t->siege.die ? (double)(t->siege.die + 1 - at->fortification) / t->siege.die
                                     : 0.3 + 0.7 * p->discs[other][city] / at->fortification;
        sum += 0.5 * chance * (p->population[city] + at->fortification);
    }
    return sum;
}

static double armies(const struct polis_tables *t, const struct polis_position *p, int side, const struct survey *s) {
    int left = rounds_left(p);
    double sum = 0;
    for (uint32_t rest = s->camp[side]; rest; rest &= rest - 1) {
        unsigned region = polis_first(rest);
        int mine = p->units[side][region], other = p->units[polis_other(side)][region];
        bool sea = polis_has(t->seas, region), home = polis_has(s->seat[side], region);
        sum += mine * (left ? (sea ? 0.45 : 0.55) : 0.2);
        if (!sea && home && left) sum += 0.25 * polis_least(mine, 3); /* will collect there next round */
        if (sea && mine > other) sum += 0.4;
        bool battle = mine + other >= t->battle_threshold[p->round] && mine >= t->battle_least && other >= t->battle_least;
        if (battle) sum += 0.6 * (mine - other);
    }
    return sum;
}

/* Rows that could still be collected this round, wheat apart. */
static double harvest(const struct polis_tables *t, const struct polis_position *p, int side, const struct survey *s) {
    if (polis_is_passed(p, side) || p->step >= POLIS_STEP_RETURN_UNITS || !rounds_left(p)) return 0;
    double best = 0;
    for (uint32_t rest = collectable_in(p, side, s); rest; rest &= rest - 1)
        for (unsigned row = 0; row < POLIS_WHEAT; row++) {
            unsigned region = polis_first(rest);
            double worth = collectable(t, p, side, region, row) * (row == POLIS_SILVER ? 0.4 : 0.25);
            if (t->home_of[region] != side) worth -= 1;
            if (worth > best) best = worth;
        }
    return 0.8 * best;
}

/* ---- The proxenos ---- */

static double proxenos(const struct polis_tables *t, const struct polis_position *p, int side) {
    unsigned city = p->proxenos[side];
    if (p->captive >> side & 1 || city >= POLIS_POLEIS_MAX) return -0.5;
    if (polis_has(p->own[side], city) || t->city_at[city].capital_of != POLIS_NEUTRAL) return 0;
    bool neutral = polis_owner(p, city) == POLIS_NEUTRAL;
    int people = polis_people(t, p, city), price = people * (neutral ? t->civil_neutral : t->civil_enemy);
    double gain = people * (neutral ? 1.8 : 2.6) - 0.5 * price, near = (double)p->resource[side][POLIS_SILVER] / price;
    if (gain <= 0 || polis_is_passed(p, side)) return 0.05;
    return 0.5 * gain * (near >= 1 ? 1 : 0.3 * near);
}

/* ---- All together ---- */

static void weigh_side(const struct polis_tables *t, const struct polis_position *p, int side, const struct survey *s,
                       const uint32_t near_to[], double part[]) {
    int left = rounds_left(p), coming = coming_prestige(t, p, side, s);
    double people = s->need[side] * (left ? 0.8 : 1.0);
    double prestige = p->prestige[side] + (coming + s->megalopoleis[side] * t->megalopolis);
    double sum = people + prestige + polis_posterity(t, p, side);
    for (uint32_t rest = s->building[side]; rest; rest &= rest - 1) sum += t->project_at[polis_first(rest)].posterity;
    part[POLIS_PART_SCORE] = sum;
    part[POLIS_PART_MERCHANTS] = 0.35 * (left ? s->merchants[side] : 0);
    part[POLIS_PART_SUPPLY] = supply(t, p, side, s, coming);
    part[POLIS_PART_STOCKS] = stocks(p, side, s);
    part[POLIS_PART_SIEGES] = sieges(t, p, side, near_to[side]);
    part[POLIS_PART_DANGERS] = -dangers(t, p, side, near_to[polis_other(side)]);
    part[POLIS_PART_ARMIES] = armies(t, p, side, s);
    part[POLIS_PART_HARVEST] = harvest(t, p, side, s);
    part[POLIS_PART_PROXENOS] = proxenos(t, p, side);
}

void polis_weigh(const struct polis_tables *t, const struct polis_position *p, double part[POLIS_SIDES][POLIS_PARTS]) {
    const struct survey s = survey_of(t, p);
    const uint32_t near_to[POLIS_SIDES] = {near(t, &s, 0), near(t, &s, 1)};
    for (int side = 0; side < POLIS_SIDES; side++) weigh_side(t, p, side, &s, near_to, part[side]);
}

static double sum_of(const struct polis_temper *temper, const double part[]) {
    double sum = 0;
    for (int i = 0; i < POLIS_PARTS; i++) sum += temper->part[i] * part[i];
    return sum;
}

double polis_evaluate(const struct polis_tables *t, const struct polis_temper *temper, const struct polis_position *p,
                      int side) {
    if (p->step == POLIS_STEP_OVER) {
        double lead = polis_score_of(t, p, side) - polis_score_of(t, p, polis_other(side));
        if (p->winners == 3) return lead;
        return lead + (p->winners >> side & 1 ? WON : -WON);
    }
    double part[POLIS_SIDES][POLIS_PARTS];
    polis_weigh(t, p, part);
    return sum_of(temper, part[side]) - temper->other * sum_of(temper, part[polis_other(side)]);
}
