/* SPDX-License-Identifier: MIT */
/* evaluation.c - each side's chance to win, at a glance at the whole truth: a weighted sum of what it has, on a logistic curve.
 *
 * The weights were found by logistic regression over campaigns of four tempers, each between equals, from positions that chance moves and
 * other tempers had disturbed; docs/bots.md tells how well they hold. The second of each pair is added as the campaign goes by. */
#include "evaluation.h"

/* ---- What there is ---- */

static void count_sites(const struct inc_tables *t, const struct inc_position *p, double at[]) {
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        if (inc_is_settlement(p, site)) {
            at[INC_LOOK_SETTLEMENTS] += 1;
            at[INC_LOOK_LEVELS] += p->level[site];
        }
        if (inc_is_ruin(p, site)) {
            at[INC_LOOK_RUINS] += 1;
            at[INC_LOOK_RUIN_LEVELS] += inc_ruin_level(p, site);
            at[INC_LOOK_HARVESTS] += t->ruin_resources[inc_ruin_level(p, site)];
        }
    }
    at[INC_LOOK_CLEAR] = at[INC_LOOK_RUINS] < 1;
    at[INC_LOOK_CALM] = t->calm_days ? (double)p->calm / t->calm_days : 0;
}

static void count_armies(const struct inc_position *p, double at[]) {
    double soldiers = p->total[INC_DEFENDERS], demons = p->total[INC_RAIDERS];
    at[INC_LOOK_ARMIES] = (soldiers - demons) / (soldiers + demons + 1);
    at[INC_LOOK_SOLDIERS] = soldiers / 100;
    at[INC_LOOK_DEMONS] = demons / 100;
}

static double days_left(const struct inc_position *p) { return p->days > p->day ? p->days - p->day : 0; }

static void count_stocks(const struct inc_tables *t, const struct inc_position *p, double at[]) {
    double harvests = t->harvest ? days_left(p) / t->harvest : 0, goal = t->resources_goal + 1;
    double open = (p->resources + harvests * at[INC_LOOK_HARVESTS]) / goal;
    at[INC_LOOK_GATES] = p->resources / goal;
    at[INC_LOOK_HARVESTS] = open < 2 ? open : 2;
    at[INC_LOOK_INCOME] = p->income / 1000.0;
    at[INC_LOOK_TREASURY] = p->treasury / 4000.0 < 2 ? p->treasury / 4000.0 : 2;
    at[INC_LOOK_PORTALS] = inc_count(p->located) * p->portal_demons / 50.0;
    at[INC_LOOK_UPGRADES] = p->steps;
    at[INC_LOOK_CAPITAL] = p->capital_lost;
}

void inc_look(const struct inc_tables *t, const struct inc_position *p, double at[]) {
    at[INC_LOOK_ALWAYS] = 1;
    at[INC_LOOK_SMALL] = (double)(INC_SITES - t->n_sites) / INC_SITES;
    at[INC_LOOK_DAYS] = days_left(p) / 20;
    at[INC_LOOK_LENGTH] = p->days / 20.0;
    at[INC_LOOK_POINTS] = (inc_points(t, p, INC_DEFENDERS) - inc_points(t, p, INC_RAIDERS)) / 10.0;
    count_sites(t, p, at);
    count_armies(p, at);
    count_stocks(t, p, at);
}

double inc_progress(const struct inc_position *p) { return p->days > p->day ? (double)p->day / p->days : 1; }

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
    double at[INC_FEATURES] = {0}, sum = 0, late = inc_progress(p);
    inc_look(t, p, at);
    for (int i = 0; i < INC_FEATURES; i++) sum += at[i] * (inc_weight[i][INC_BEGINNING] + late * inc_weight[i][INC_LATER]);
    double defenders = logistic(sum);
    for (int seat = 0; seat < t->seats; seat++) {
        int side = inc_side_of(seat), players = (t->seats - side + 1) / INC_SIDES;
        out[seat] = (side == INC_DEFENDERS ? defenders : 1 - defenders) / players;
    }
}
