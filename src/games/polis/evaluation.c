/* SPDX-License-Identifier: MIT */
/* evaluation.c - each side's chance to win, at a glance.
 *
 * What worth.c weighs and some plain counts, as differences between the sides, added up with weights by round and put on a
 * logistic curve; a net (net.c) adds what such a sum can't say. Both were fitted on games of `search` against itself, many of which began
 * with a stretch of other players' moves, in all four siege modes: docs/bots.md says how, and how well it is calibrated.
 *
 * In the middle of an action the price may be paid and the gain not yet there. Where it is plain how to go on, that is done first,
 * on a copy: the rows of a collection, the goods of a project, the answer in a battle, the garrison. A siege counts by its die.
 * What else was begun counts by a weight of its own. */
#include <string.h>

#include "net.h"

/* ---- What a position looks like ---- */

/* Far below what can be mended, one point more or less changes nothing. */
static const double HOPELESS = -20, LOST = -40;

static void look_at_side(const struct polis_position *p, int side, const double part[], double sign, double x[]) {
    for (int i = 0; i < POLIS_PARTS; i++)
        x[POLIS_LOOK_PARTS + i] += sign * (i == POLIS_PART_SUPPLY && part[i] < HOPELESS ? HOPELESS : part[i]);
    x[POLIS_LOOK_LOSES] += sign * (part[POLIS_PART_SUPPLY] < LOST);
    x[POLIS_LOOK_PRESTIGE] += sign * p->prestige[side];
    x[POLIS_LOOK_POLEIS] += sign * polis_count(p->own[side]);
    int units[2] = {0};
    for (unsigned region = 0; region < POLIS_REGIONS_MAX; region++) {
        int mine = p->units[side][region];
        units[region >= POLIS_LANDS] += mine;
        x[POLIS_LOOK_SEAS] += region >= POLIS_LANDS && mine > p->units[polis_other(side)][region] ? sign : 0;
    }
    x[POLIS_LOOK_HOPLITES] += sign * units[0];
    x[POLIS_LOOK_GALLEYS] += sign * units[1];
    x[POLIS_LOOK_SILVER] += sign * p->resource[side][POLIS_SILVER];
    for (int good = 0; good < POLIS_GOODS; good++) x[POLIS_LOOK_GOODS] += sign * p->resource[side][good];
    x[POLIS_LOOK_WHEAT] += sign * p->resource[side][POLIS_WHEAT];
    x[POLIS_LOOK_AWAY] += sign * p->away[side];
    x[POLIS_LOOK_PASSED] += sign * polis_is_passed(p, side);
}

static void look_at_battle(const struct polis_tables *t, const struct polis_position *p, double x[]) {
    bool sparta = p->attacker == POLIS_SPARTA;
    if (p->step == POLIS_STEP_DEAL && p->made) sparta = !sparta; /* the roles change after the deal */
    x[POLIS_LOOK_ATTACKER] = sparta ? 1 : -1;
    for (int card = 0; card < POLIS_CARD_KINDS; card++)
        x[POLIS_LOOK_CARDS] += (p->hand[0][card] - p->hand[1][card]) * t->cards[card].value;
    x[POLIS_LOOK_FIGHTERS] = p->units[0][p->battle] - p->units[1][p->battle];
}

/* What was begun; 0: nothing that counts. */
static unsigned open_action(const struct polis_position *p) {
    switch (p->action) {
    case POLIS_CREATE_HOPLITES:
    case POLIS_CREATE_GALLEYS:
    case POLIS_CREATE_MERCHANTS: return p->made ? POLIS_LOOK_MADE : POLIS_LOOK_MAKING;
    case POLIS_MOVE_HOPLITES:
    case POLIS_MOVE_GALLEYS:
        return p->step == POLIS_STEP_MOVE_TO ? POLIS_LOOK_MOVING_TO : p->made ? POLIS_LOOK_MOVED : POLIS_LOOK_MOVING;
    case POLIS_BESIEGE: return p->step == POLIS_STEP_FORCE_MORE ? POLIS_LOOK_FORCING : POLIS_LOOK_BESIEGING;
    case POLIS_COLLECT: return POLIS_LOOK_COLLECTING;
    case POLIS_TRADE: return p->step == POLIS_STEP_MARKET_DIE ? 0 : POLIS_LOOK_TRADING;
    case POLIS_MOVE_PROXENOS: return POLIS_LOOK_MOVING_PROXENOS;
    case POLIS_START_PROJECT: return POLIS_LOOK_PROJECTING;
    default: return 0;
    }
}

void polis_look(const struct polis_tables *t, const struct polis_position *p, double x[]) {
    double part[POLIS_SIDES][POLIS_PARTS], turn = p->active == POLIS_SPARTA ? 1 : -1;
    memset(x, 0, POLIS_FEATURES * sizeof *x);
    polis_weigh(t, p, part);
    for (int side = 0; side < POLIS_SIDES; side++) look_at_side(p, side, part[side], side == POLIS_SPARTA ? 1 : -1, x);
    x[POLIS_LOOK_SPARTA] = 1;
    x[POLIS_LOOK_START] = p->start == POLIS_SPARTA ? 1 : -1;
    x[POLIS_LOOK_BEFORE_TURNS] = p->step < POLIS_STEP_ACTION;
    if (p->step >= POLIS_STEP_ACTION && p->step < POLIS_STEP_BATTLE_ORDER) {
        unsigned begun = open_action(p);
        x[POLIS_LOOK_TURN] = turn;
        x[POLIS_LOOK_ACTIONS] = turn * (2 - p->actions);
        x[POLIS_LOOK_SURCHARGE] = turn * p->surcharge;
        if (begun) x[begun] = turn;
    }
    if (p->battle != ALEA_NONE) look_at_battle(t, p, x);
}

/* ---- The curve ---- */

/* 1 / (1 + e^-x), by + - * / alone, so that it is the same everywhere: e^t = (e^(t/256))^256. */
static double curve(double x) {
    double t = (x > 20 ? -20 : x < -20 ? 20 : -x) / 256;
    double power = 1 + t * (1 + t / 2 * (1 + t / 3 * (1 + t / 4)));
    for (int i = 0; i < 8; i++) power *= power;
    return 1 / (1 + power);
}

static double chance_of_sparta(const struct polis_tables *t, const struct polis_net *net, const struct polis_position *p) {
    if (p->step == POLIS_STEP_OVER) return p->winners == 3 ? 0.5 : p->winners & 1; /* [POL-SCORE-3, POL-SCORE-5] */
    double x[POLIS_FEATURES], sum = 0;
    int kind = t->siege.die ? 0 : t->siege.force == POLIS_FORCE_DISCS ? 2 : 1;
    const float *w = polis_weight[kind][polis_phase(p)];
    polis_look(t, p, x);
    for (int i = 0; i < POLIS_FEATURES; i++) sum += (double)w[i] * x[i];
    return curve(net ? sum + polis_net_adds(net, t, p, x) : sum);
}

/* ---- What is plain to do ---- */

/* The row where one hoplite more brings most; 0: there is none. */
static alea_move best_row(const struct polis_tables *t, const struct polis_position *p) {
    static const double worth[POLIS_ROWS_MAX] = {0.35, 0.35, 0.35, 0.35, 0.5, 0.8, 1};
    alea_move legal[POLIS_LEGAL_MAX], best = 0;
    double most = 0;
    int n = polis_legal(t, p, p->decider, legal);
    for (int i = 0; i < n; i++) {
        unsigned row = alea_move_arg(legal[i]);
        if (alea_move_verb(legal[i]) != POLIS_VERB_ROW) continue;
        int now = polis_tribute_of(t, p, p->what, row, p->rows[row]);
        double gain = worth[row] * (polis_tribute_of(t, p, p->what, row, p->rows[row] + 1) - now);
        if (!best || gain > most) most = gain, best = legal[i];
    }
    return best;
}

static alea_move best_answer(const struct polis_tables *t, const struct polis_position *p) {
    double most = 0;
    alea_move best = 0;
    for (unsigned card = 0; card < POLIS_CARD_KINDS; card++) {
        if (!p->hand[p->decider][card]) continue;
        double like = polis_like_answer(t, p, card);
        if (!best || like > most) most = like, best = alea_move_make(POLIS_VERB_ANSWER, card);
    }
    return best;
}

/* The next move where it is plain; 0 elsewhere. */
static alea_move plain(const struct polis_tables *t, const struct polis_position *p) {
    alea_move legal[POLIS_LEGAL_MAX];
    switch (p->step) {
    case POLIS_STEP_COLLECT_ROWS: {
        alea_move row = best_row(t, p);
        return row ? row : alea_move_make(POLIS_VERB_DONE, 0);
    }
    case POLIS_STEP_GARRISON: return alea_move_make(POLIS_VERB_GARRISON, 0);
    case POLIS_STEP_TILE_IN:
    case POLIS_STEP_SILVER_FOR: return polis_legal(t, p, p->decider, legal), legal[0];
    case POLIS_STEP_ANSWER: return best_answer(t, p);
    default: return 0;
    }
}

void polis_settle(const struct polis_tables *t, struct polis_position *p) {
    for (alea_move move; (move = plain(t, p));) polis_apply(t, p, p->decider, move, NULL);
}

static double settled(const struct polis_tables *t, const struct polis_net *net, const struct polis_position *p) {
    if (!plain(t, p)) return chance_of_sparta(t, net, p);
    struct polis_position next = *p;
    polis_settle(t, &next);
    return chance_of_sparta(t, net, &next);
}

/* Forcing or not, as the besieger likes. */
static double forced_or_not(const struct polis_tables *t, const struct polis_net *net, const struct polis_position *p) {
    alea_move legal[POLIS_LEGAL_MAX];
    double best = 0;
    int n = polis_legal(t, p, p->decider, legal);
    for (int i = 0; i < n; i++) {
        struct polis_position next = *p;
        polis_apply(t, &next, p->decider, legal[i], NULL);
        double chance = settled(t, net, &next);
        bool better = p->decider == POLIS_SPARTA ? chance > best : chance < best;
        if (!i || better) best = chance;
    }
    return best;
}

static double rolled(const struct polis_tables *t, const struct polis_net *net, const struct polis_position *p) {
    double sum = 0;
    for (unsigned face = 1; face <= t->siege.die; face++) {
        struct polis_position next = *p;
        polis_apply(t, &next, ALEA_CHANCE, alea_move_make(POLIS_VERB_DICE, alea_dice_with(0, 0, 0, face)), NULL);
        sum += next.step == POLIS_STEP_FORCE_ONCE ? forced_or_not(t, net, &next) : settled(t, net, &next);
    }
    return sum / t->siege.die;
}

static void judge(const struct polis_tables *t, const struct polis_net *net, const struct polis_position *p, double out[]) {
    out[POLIS_SPARTA] = p->step == POLIS_STEP_SIEGE_DIE    ? rolled(t, net, p)
                        : p->step == POLIS_STEP_FORCE_ONCE ? forced_or_not(t, net, p)
                                                           : settled(t, net, p);
    out[POLIS_ATHENS] = 1 - out[POLIS_SPARTA];
}

void polis_evaluation(const void *tables, const void *pos, double out[]) { judge(tables, NULL, pos, out); }

void polis_learned(const void *tables, const void *pos, double out[]) {
    const struct polis_tables *t = tables;
    judge(t, t->net, pos, out);
}
