/* SPDX-License-Identifier: MIT */
/* at_hand.c - the questions about chances that a position asks by itself: the combat that has begun, those that may be chosen, and
 * their next throw. [SPQ-LAND-2, SPQ-LAND-3, SPQ-SEA-7, SPQ-NAVAL-3 to SPQ-NAVAL-8] */
#include "spqrisiko.h"

/* ---- The questions -------------------------------------------------------------------------------------------------------- */

/* Against whom: a province, or at sea a seat. */
static void about(struct alea_at_hand *out, int question, unsigned whom) {
    bool naval = question == SPQRISIKO_ASK_NAVAL;
    alea_at_hand_begin(out, spqrisiko_questions, question);
    out->set = naval ? ALEA_SET_SEAT : SPQRISIKO_SET_PROVINCE;
    out->subject = (int32_t)whom;
}

static bool combat(struct alea_at_hand *out, int question, unsigned whom, int attackers, int defenders) {
    bool fits = attackers > 0 && defenders > 0 && spqrisiko_max(attackers, defenders) <= SPQRISIKO_FORCE;
    if (!fits) return false;
    about(out, question, whom);
    out->value[SPQRISIKO_ATTACKERS].at[0] = attackers;
    out->value[SPQRISIKO_DEFENDERS].at[0] = defenders;
    out->value[SPQRISIKO_DUE].at[0] = 1;
    return true;
}

/* The next throw of a combat that was asked about. */
static bool next_throw(struct alea_at_hand *out) {
    struct alea_at_hand fight = *out;
    bool land = fight.question == SPQRISIKO_ASK_LAND;
    int dice = spqrisiko_dice(fight.value[SPQRISIKO_ATTACKERS].at[0]);
    alea_at_hand_begin(out, spqrisiko_questions, SPQRISIKO_ASK_THROW);
    out->choice = fight.choice;
    out->set = fight.set;
    out->subject = fight.subject;
    out->value[SPQRISIKO_THROW_KIND].at[0] = fight.question - SPQRISIKO_ASK_LAND + SPQRISIKO_FIGHT_LAND;
    out->value[SPQRISIKO_THROW_ATTACK].at[0] = land ? spqrisiko_min(dice, fight.value[SPQRISIKO_FIRST_DICE].at[0]) : dice;
    out->value[SPQRISIKO_THROW_DEFEND].at[0] = spqrisiko_dice(fight.value[SPQRISIKO_DEFENDERS].at[0]);
    return true;
}

static bool by_land(const struct spqrisiko_position *p, unsigned to, struct alea_at_hand *out) {
    return combat(out, SPQRISIKO_ASK_LAND, to, p->legionaries[p->from] - 1, p->legionaries[to]);
}

/* The first throw of so many dice. */
static bool rolled(const struct spqrisiko_position *p, int dice, struct alea_at_hand *out) {
    if (!by_land(p, p->to, out)) return false;
    out->value[SPQRISIKO_FIRST_DICE].at[0] = dice;
    return true;
}

static bool by_sea(const struct spqrisiko_position *p, unsigned to, int force, struct alea_at_hand *out) {
    return combat(out, SPQRISIKO_ASK_SEA, to, force, p->legionaries[to]);
}

static bool at_sea(const struct spqrisiko_position *p, unsigned enemy, struct alea_at_hand *out) {
    return combat(out, SPQRISIKO_ASK_NAVAL, enemy, p->triremes[p->active][p->from], p->triremes[enemy][p->from]);
}

/* Nobody has to go on. */
static bool freely(bool asked, struct alea_at_hand *out) {
    if (asked) out->value[SPQRISIKO_DUE].at[0] = 0;
    return asked;
}

static bool chosen(bool asked, struct alea_at_hand *out) {
    if (asked) out->choice = true;
    return asked;
}

/* ---- What has begun, and what may be chosen --------------------------------------------------------------------------------- */

/* The i-th member, or -1. */
static int member(uint64_t set, int i) {
    for (; set && i > 0; i--) set &= set - 1;
    return set ? (int)spqrisiko_first(set) : -1;
}

static bool of_targets(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, bool sea, int i,
                       struct alea_at_hand *out) {
    int to = member(sea ? spqrisiko_assault_on(t, p, p->from) : spqrisiko_attack_on(t, p, p->from), i);
    if (to < 0) return false;
    unsigned target = (unsigned)to;
    return chosen(sea ? by_sea(p, target, spqrisiko_spare(t, p, p->from), out) : by_land(p, target, out), out);
}

/* All that can be spared, or one less, and so on. [SPQ-SEA-6] */
static bool of_commitments(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, int i,
                           struct alea_at_hand *out) {
    int force = spqrisiko_spare(t, p, p->from) - i;
    bool asked = (!i || force >= spqrisiko_dice(p->legionaries[p->to])) && by_sea(p, p->to, force, out);
    return i ? chosen(asked, out) : asked;
}

/* The combat with each, then the throw that it begins with. */
static bool of_enemies(const struct spqrisiko_position *p, int i, struct alea_at_hand *out) {
    unsigned enemies = spqrisiko_fight_whom(p, p->from);
    int n = __builtin_popcount(enemies), enemy = i < 2 * n ? member(enemies, i % n) : -1;
    if (enemy < 0 || !chosen(at_sea(p, (unsigned)enemy, out), out)) return false;
    return i < n || next_throw(out);
}

static bool of_step(const struct spqrisiko_position *p, struct alea_at_hand *out) {
    switch (p->step) {
    case SPQRISIKO_STEP_ROLL:
        return p->thrown ? freely(by_land(p, p->to, out), out) : by_land(p, p->to, out); /* [SPQ-LAND-3] */
    case SPQRISIKO_STEP_LAND_THROW: return rolled(p, p->dice, out);
    case SPQRISIKO_STEP_SEA_THROW: return by_sea(p, p->to, p->force, out);
    case SPQRISIKO_STEP_NAVAL_AGAIN: return freely(at_sea(p, p->to, out), out); /* [SPQ-NAVAL-6] */
    case SPQRISIKO_STEP_NAVAL_THROW: return at_sea(p, p->to, out);
    default: return false;
    }
}

/* ---- What a move leads to ------------------------------------------------------------------------------------------------------ */

static bool of_move(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, alea_move move,
                    struct alea_at_hand *out) {
    unsigned arg = alea_move_arg(move);
    if (spqrisiko_why_not(t, p, p->active, move)) return false;
    switch (alea_move_verb(move)) {
    case SPQRISIKO_VERB_ATTACK_TO: return by_land(p, arg, out);
    case SPQRISIKO_VERB_ROLL: return rolled(p, (int)arg, out);
    case SPQRISIKO_VERB_ASSAULT: return by_sea(p, arg, spqrisiko_spare(t, p, p->from), out);
    case SPQRISIKO_VERB_COMMIT: return by_sea(p, p->to, (int)arg, out);
    case SPQRISIKO_VERB_ENEMY: return at_sea(p, arg, out);
    case SPQRISIKO_VERB_AGAIN: return at_sea(p, p->to, out);
    default: return false;
    }
}

/* All of it lies open: who asks makes no difference. */
bool spqrisiko_at_hand(const void *tables, const void *pos, int seat, alea_move move, int i, struct alea_at_hand *out) {
    const struct spqrisiko_tables *t = tables;
    const struct spqrisiko_position *p = pos;
    (void)seat;
    if (p->phase == SPQRISIKO_PHASE_OVER) return false;
    if (!move && p->step == SPQRISIKO_STEP_ATTACK_TO) return of_targets(t, p, false, i, out);
    if (!move && p->step == SPQRISIKO_STEP_ASSAULT) return of_targets(t, p, true, i, out);
    if (!move && p->step == SPQRISIKO_STEP_COMMIT) return of_commitments(t, p, i, out);
    if (!move && p->step == SPQRISIKO_STEP_ENEMY) return of_enemies(p, i, out);
    if (i > 1 || !(move ? of_move(t, p, move, out) : of_step(p, out))) return false;
    return i == 0 || next_throw(out);
}
