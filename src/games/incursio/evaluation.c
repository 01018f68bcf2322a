/* SPDX-License-Identifier: MIT */
/* evaluation.c - each side's chance to win, at a glance at the whole truth: a weighted sum of what it has, on a logistic curve.
 *
 * The weights were found by logistic regression over campaigns of `greedy` between equals, in positions that chance moves had
 * disturbed; docs/bots.md tells how well they hold. The second of each pair is added as the campaign goes by. */
#include "incursio_internal.h"

/* What speaks for the Defenders if it is more, or against them. */
enum feature {
    ALWAYS,
    SMALL,  /* how far from the largest map */
    POINTS, /* the lead, as if this were the last dusk */
    RUINS,
    RUIN_LEVELS,
    CALM,  /* dusks without a ruin, as a share of those that end the campaign */
    CLEAR, /* 1: no ruin now */
    SETTLEMENTS,
    LEVELS,
    ARMIES, /* soldiers less demons, as a share of both */
    SOLDIERS,
    DEMONS,
    GATES,    /* resources, as a share of those that open the Gates */
    HARVESTS, /* the same once the ruins of today were harvested until the end */
    INCOME,
    TREASURY,
    PORTALS, /* demons to come with tomorrow's */
    UPGRADES,
    CAPITAL, /* 1: it has fallen */
    DAYS,    /* left */
    LENGTH,  /* of the campaign */
    FEATURES
};

enum { BEGINNING, LATER, WEIGHTS };

static const double weights[FEATURES][WEIGHTS] = {
    [ALWAYS] = {-0.7148, -0.6000},  [SMALL] = {3.8761, -2.4018},        [POINTS] = {0.2771, 0.4863},
    [RUINS] = {-0.2668, -0.1432},   [RUIN_LEVELS] = {-0.0977, -0.0364}, [CALM] = {0.1959, 0.2757},
    [CLEAR] = {0.5364, 0.7048},     [SETTLEMENTS] = {0.0879, 0.0959},   [LEVELS] = {0.0258, 0.0622},
    [ARMIES] = {1.5598, 1.1542},    [SOLDIERS] = {0.5272, 0.4318},      [DEMONS] = {-0.1412, 0.0522},
    [GATES] = {-0.3671, -0.1104},   [HARVESTS] = {-0.9331, 0.4987},     [INCOME] = {-0.0918, 0.5508},
    [TREASURY] = {0.7183, -1.7519}, [PORTALS] = {-1.0903, 0.4020},      [UPGRADES] = {-0.2000, -0.0431},
    [CAPITAL] = {-0.4900, -0.2139}, [DAYS] = {-1.9776, 2.5582},         [LENGTH] = {-0.2978, 1.8789},
};

/* ---- What there is ---- */

static void count_sites(const struct inc_tables *t, const struct inc_position *p, double at[]) {
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        if (inc_is_settlement(p, site)) {
            at[SETTLEMENTS] += 1;
            at[LEVELS] += p->level[site];
        }
        if (inc_is_ruin(p, site)) {
            at[RUINS] += 1;
            at[RUIN_LEVELS] += inc_ruin_level(p, site);
            at[HARVESTS] += t->ruin_resources[inc_ruin_level(p, site)];
        }
    }
    at[CLEAR] = at[RUINS] < 1;
    at[CALM] = t->calm_days ? (double)p->calm / t->calm_days : 0;
}

static void count_armies(const struct inc_position *p, double at[]) {
    double soldiers = p->total[INC_DEFENDERS], demons = p->total[INC_RAIDERS];
    at[ARMIES] = (soldiers - demons) / (soldiers + demons + 1);
    at[SOLDIERS] = soldiers / 100;
    at[DEMONS] = demons / 100;
}

static double days_left(const struct inc_position *p) { return p->days > p->day ? p->days - p->day : 0; }

static void count_stocks(const struct inc_tables *t, const struct inc_position *p, double at[]) {
    double harvests = t->harvest ? days_left(p) / t->harvest : 0, goal = t->resources_goal + 1;
    double open = (p->resources + harvests * at[HARVESTS]) / goal;
    at[GATES] = p->resources / goal;
    at[HARVESTS] = open < 2 ? open : 2;
    at[INCOME] = p->income / 1000.0;
    at[TREASURY] = p->treasury / 4000.0 < 2 ? p->treasury / 4000.0 : 2;
    at[PORTALS] = inc_count(p->located) * p->portal_demons / 50.0;
    at[UPGRADES] = p->steps;
    at[CAPITAL] = p->capital_lost;
}

static void look(const struct inc_tables *t, const struct inc_position *p, double at[]) {
    at[ALWAYS] = 1;
    at[SMALL] = (double)(INC_SITES - t->n_sites) / INC_SITES;
    at[DAYS] = days_left(p) / 20;
    at[LENGTH] = p->days / 20.0;
    at[POINTS] = (inc_points(t, p, INC_DEFENDERS) - inc_points(t, p, INC_RAIDERS)) / 10.0;
    count_sites(t, p, at);
    count_armies(p, at);
    count_stocks(t, p, at);
}

/* How far the campaign has come, from 0 to 1. */
static double progress(const struct inc_position *p) { return p->days > p->day ? (double)p->day / p->days : 1; }

/* ---- Shares ---- */

/* e to the x, for x <= 0, by multiplications alone: the same on every machine. */
static double exponential(double x) {
    if (x < -30) return 0;
    double power = 1 + x / 1024 + x * x / (2.0 * 1024 * 1024);
    for (int i = 0; i < 10; i++) power *= power;
    return power;
}

static double logistic(double x) {
    double power = exponential(x < 0 ? x : -x);
    return x < 0 ? power / (1 + power) : 1 / (1 + power);
}

/* A side's chance is divided among its seats. */
void inc_evaluation(const void *tables, const void *pos, double out[]) {
    const struct inc_tables *t = tables;
    const struct inc_position *p = pos;
    if (p->step == INCURSIO_STEP_OVER) {
        inc_score(t, p, out);
        return;
    }
    double at[FEATURES] = {0}, sum = 0, late = progress(p);
    look(t, p, at);
    for (int i = 0; i < FEATURES; i++) sum += at[i] * (weights[i][BEGINNING] + late * weights[i][LATER]);
    double defenders = logistic(sum);
    for (int seat = 0; seat < t->seats; seat++) {
        int side = inc_side_of(seat), players = (t->seats - side + 1) / INC_SIDES;
        out[seat] = (side == INC_DEFENDERS ? defenders : 1 - defenders) / players;
    }
}
