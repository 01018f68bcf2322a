/* SPDX-License-Identifier: MIT */
/* heuristic.c - how a sensible player likes each choice. What the bot `greedy` plays by.
 *
 * A choice is worth what the position is worth once the action that it belongs to is completed, completed as well as one
 * sees at a glance: where a choice is repeated (units, rows, discs) one more is added as long as that helps, elsewhere every
 * branch is looked at. Dice count by their exact odds. Cards in a battle are judged by what the other side may hold. */
#include "worth.h"

enum { DEPTH = 8, MOVES = 128 };

/* A player that looks at the board. */
struct mind {
    const struct polis_tables *t;
    const struct polis_temper *temper;
};

/* The functions below call each other, each time with a smaller `depth`: at most DEPTH deep.
 * NOLINTBEGIN(misc-no-recursion) */

static double value_of(const struct mind *m, const struct polis_position *p, int side, int depth);

static struct polis_position after(const struct mind *m, const struct polis_position *p, alea_move move) {
    struct polis_position next = *p;
    polis_apply(m->t, &next, p->decider, move, NULL);
    return next;
}

static double expected(const struct mind *m, const struct polis_position *p, int side, int depth) {
    struct alea_outcome out[POLIS_EVENT_COUNT];
    double sum = 0, total = 0;
    int n = polis_outcomes(m->t, p, out);
    for (int i = 0; i < n; i++) {
        struct polis_position next = after(m, p, out[i].move);
        sum += out[i].weight * value_of(m, &next, side, depth - 1);
        total += out[i].weight;
    }
    return sum / total;
}

static bool is_repeated(unsigned step) {
    return step == POLIS_STEP_MAKE_HOPLITES || step == POLIS_STEP_MAKE_GALLEYS || step == POLIS_STEP_MAKE_MERCHANTS ||
           step == POLIS_STEP_MOVE_HOPLITES || step == POLIS_STEP_MOVE_GALLEYS || step == POLIS_STEP_COLLECT_ROWS ||
           step == POLIS_STEP_FORCE_MORE || step == POLIS_STEP_SEND || step == POLIS_STEP_GROWTH;
}

static bool has_done(const alea_move legal[], int n) {
    for (int i = 0; i < n; i++)
        if (alea_move_verb(legal[i]) == POLIS_VERB_DONE) return true;
    return false;
}

/* Worth of a repeated choice if it were left at that. */
static double left_at_that(const struct mind *m, const struct polis_position *p, int side, int depth) {
    alea_move legal[MOVES];
    if (!is_repeated(p->step) || p->decider != side) return value_of(m, p, side, depth);
    int n = polis_legal(m->t, p, p->decider, legal);
    if (!has_done(legal, n)) return value_of(m, p, side, depth);
    struct polis_position next = after(m, p, alea_move_make(POLIS_VERB_DONE, 0));
    return polis_evaluate(m->t, m->temper, &next, side);
}

/* One more as long as it helps. */
static double climb(const struct mind *m, struct polis_position p, int side, int depth) {
    alea_move legal[MOVES];
    unsigned step = p.step;
    double best = left_at_that(m, &p, side, depth - 1);
    for (;;) {
        struct polis_position chosen = p;
        bool better = false;
        int n = polis_legal(m->t, &p, p.decider, legal);
        for (int i = 0; i < n; i++) {
            if (alea_move_verb(legal[i]) == POLIS_VERB_DONE) continue;
            struct polis_position next = after(m, &p, legal[i]);
            double value = left_at_that(m, &next, side, depth - 1);
            if (value <= best) continue;
            best = value;
            chosen = next;
            better = true;
        }
        if (!better) return best;
        p = chosen;
        if (p.step != step || p.decider != side) return best;
    }
}

static double best_branch(const struct mind *m, const struct polis_position *p, int side, int depth) {
    alea_move legal[MOVES];
    double best = -1e9;
    int n = polis_legal(m->t, p, p->decider, legal);
    for (int i = 0; i < n; i++) {
        struct polis_position next = after(m, p, legal[i]);
        double value = value_of(m, &next, side, depth - 1);
        if (value > best) best = value;
    }
    return best;
}

/* Worth of a position, the open action completed. Never deeper than DEPTH. */
static double value_of(const struct mind *m, const struct polis_position *p, int side, int depth) {
    bool die = p->step == POLIS_STEP_SIEGE_DIE || p->step == POLIS_STEP_MARKET_DIE;
    if (depth > 0 && die) return expected(m, p, side, depth);
    bool open = p->action != ALEA_NONE && p->decider == side && !polis_is_chance(p);
    if (depth <= 0 || !open) return polis_evaluate(m->t, m->temper, p, side);
    if (!is_repeated(p->step)) return best_branch(m, p, side, depth);
    alea_move legal[MOVES];
    int n = polis_legal(m->t, p, p->decider, legal);
    return has_done(legal, n) ? climb(m, *p, side, depth) : best_branch(m, p, side, depth);
}

/* NOLINTEND(misc-no-recursion) */

/* ---- Battles ---- */

/* Chance that the other side can match a formation: cards of it among those unseen, by how many the other one holds. */
static double chance_of_match(const struct polis_tables *t, const struct polis_position *p, int side, unsigned card) {
    int other = polis_other(side), unseen = 0, matching = 0;
    for (unsigned i = 0; i < POLIS_CARD_KINDS; i++) {
        int n = polis_deck(t, p, i) + p->hand[other][i];
        unseen += n;
        if (t->cards[i].formation == t->cards[card].formation) matching += n;
    }
    double none = 1;
    for (int i = 0; i < p->hand_size[other] && i < unseen; i++)
        none *= (double)polis_most(0, unseen - matching - i) / (unseen - i);
    return 1 - none;
}

static double like_attack_card(const struct polis_tables *t, const struct polis_position *p, int side, unsigned card) {
    double match = chance_of_match(t, p, side, card);
    return (1 - match) * (1.2 + t->cards[card].value) + match * 0.3 * t->cards[card].value;
}

/* A match saves a unit; among matches the dearest value that is needed, else the card that is missed least. */
double polis_like_answer(const struct polis_tables *t, const struct polis_position *p, unsigned card) {
    const struct polis_card *attack = &t->cards[p->attack[p->answer[0] == ALEA_NONE ? 0 : 1]], *mine = &t->cards[card];
    int lost = attack->value > mine->value ? attack->value - mine->value : 0;
    if (attack->formation == mine->formation) return 3 - lost - 0.1 * mine->value;
    bool needed = p->answer[0] == ALEA_NONE && mine->formation == t->cards[p->attack[1]].formation;
    return -0.3 * mine->value - (needed ? 2 : 0);
}

static double like_retreat(const struct polis_position *p) {
    int side = p->decider, mine = p->units[side][p->battle], other = p->units[polis_other(side)][p->battle];
    return p->prestige[side] < 2 ? -1 : 0.8 * (other - mine) - 1.5;
}

/* ---- Choices of other kinds ---- */

static double like_pass(const struct mind *m, const struct polis_position *p, int side) {
    struct polis_position passed = *p;
    passed.passed = (uint8_t)(passed.passed | 1u << side);
    return polis_evaluate(m->t, m->temper, &passed, side) + m->temper->pass;
}

/* Against quarrels without end: an action has to bring the more, the longer the round has been. */
static double impatience(const struct polis_position *p) { return p->turns > 16 ? 0.3 * (p->turns - 16) : 0; }

static double like_action(const struct mind *m, const struct polis_position *p, int side, alea_move move) {
    struct polis_position next = after(m, p, move);
    double value = value_of(m, &next, side, DEPTH);
    unsigned verb = alea_move_verb(move);
    if (verb == POLIS_VERB_SURCHARGE) return best_branch(m, &next, side, DEPTH);
    if (verb == POLIS_VERB_ACT) value += m->temper->act[alea_move_arg(move)] - impatience(p);
    return verb == POLIS_VERB_ACT && alea_move_arg(move) == POLIS_MOVE_PROXENOS ? value - 0.15 : value;
}

static double like(const struct mind *m, const struct polis_position *p, int seat, alea_move move) {
    unsigned verb = alea_move_verb(move), arg = alea_move_arg(move);
    switch (verb) {
    case POLIS_VERB_PLAY: return like_attack_card(m->t, p, seat, arg);
    case POLIS_VERB_ANSWER: return polis_like_answer(m->t, p, arg);
    case POLIS_VERB_RETREAT: return like_retreat(p) + m->temper->flee;
    case POLIS_VERB_FIGHT: return 0;
    case POLIS_VERB_DOUBLE: return 1;
    case POLIS_VERB_PASS: return like_pass(m, p, seat);
    case POLIS_VERB_BATTLE: return p->units[seat][arg] - p->units[polis_other(seat)][arg];
    default: return like_action(m, p, seat, move);
    }
}

void polis_heuristic_by(const struct polis_tables *t, const struct polis_position *p, int seat,
                        const struct polis_temper *temper, const alea_move move[], int n, double worth[]) {
    const struct mind mind = {t, temper};
    for (int i = 0; i < n; i++) worth[i] = like(&mind, p, seat, move[i]);
}

void polis_tempered(const void *tables, const void *pos, int seat, uint32_t temper, const alea_move move[], int n,
                    double worth[]) {
    polis_heuristic_by(tables, pos, seat, polis_temper_of(temper), move, n, worth);
}

void polis_heuristic(const void *tables, const void *pos, int seat, const alea_move move[], int n, double worth[]) {
    polis_tempered(tables, pos, seat, 0, move, n, worth);
}
