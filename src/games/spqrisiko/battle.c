/* SPDX-License-Identifier: MIT */
/* battle.c - how a combat may end, exactly: the chance of each number of survivors, when the attacker throws as many dice as it may
 * and stops when it wants to. [SPQ-LAND-2, SPQ-LAND-3, SPQ-SEA-7, SPQ-SEA-8, SPQ-NAVAL-3 to SPQ-NAVAL-8]
 *
 * Chances flow from the forces at the beginning to smaller ones, throw by throw; a throw costs a side three at most, so that four rows
 * of forces are enough. */
#include <string.h>

#include "spqrisiko.h"

enum { ROWS = SPQRISIKO_DICE + 1 };

struct fight {
    const struct spqrisiko_rules *r;
    enum spqrisiko_fight_kind kind;
    int attackers, defenders; /* those that may fall */
    int dice;                 /* of the attacker's first throw; 0: as many as it may */
    bool due;                 /* the first throw can't be left out */
    int stop;
};

/* The rules stop the attacker, or fewer than `stop` are left to it; by sea nothing of the kind. */
bool spqrisiko_fight_stops(enum spqrisiko_fight_kind kind, int attackers, int defenders, int stop) {
    if (!attackers || !defenders) return true;
    if (kind == SPQRISIKO_FIGHT_SEA) return false; /* [SPQ-SEA-7] */
    return spqrisiko_dice(attackers) < spqrisiko_dice(defenders) || attackers < stop;
}

/* How a throw of so many dice may end. */
const struct spqrisiko_throws *spqrisiko_fight_throws(const struct spqrisiko_rules *r, enum spqrisiko_fight_kind kind,
                                                      int attacker_dice, int defenders) {
    return &r->throws[kind == SPQRISIKO_FIGHT_NAVAL ? SPQRISIKO_NAVAL : SPQRISIKO_LAND][attacker_dice]
                     [spqrisiko_dice(defenders)];
}

static void end_with(struct alea_battle *out, int attackers, int defenders, double chance) {
    out->attackers_left[attackers] += chance;
    out->defenders_left[defenders] += chance;
    if (!defenders) out->win += chance;
}

static void fight_out(const struct fight *fight, struct alea_battle *out) {
    double chance[ROWS][ALEA_MAX_BATTLE + 1] = {{0}};
    chance[fight->attackers % ROWS][fight->defenders] = 1;
    for (int a = fight->attackers; a >= 0; a--) {
        for (int d = fight->defenders; d >= 0; d--) {
            double here = chance[a % ROWS][d];
            bool first = a == fight->attackers && d == fight->defenders;
            if (here <= 0) continue;
            if (spqrisiko_fight_stops(fight->kind, a, d, fight->stop) && !(first && fight->due)) {
                end_with(out, a, d, here);
                continue;
            }
            int dice = first && fight->dice ? fight->dice : spqrisiko_dice(a);
            const struct spqrisiko_throws *throws = spqrisiko_fight_throws(fight->r, fight->kind, dice, d);
            double total = 0;
            for (int i = 0; i < throws->n; i++) total += throws->at[i].weight;
            for (int i = 0; i < throws->n; i++) {
                int lost = throws->at[i].attacker_losses, won = throws->at[i].defender_losses;
                double part = here * throws->at[i].weight / total;
                if (!lost && !won) end_with(out, a, d, part); /* [SPQ-NAVAL-7] */
                else chance[(a - lost) % ROWS][d - won] += part;
            }
        }
        memset(chance[a % ROWS], 0, sizeof chance[0]); /* for the row of a - 4 */
    }
}

/* ---- Which combat ------------------------------------------------------------------------------------------------------------ */

static struct fight by_land(const struct spqrisiko_rules *r, const struct spqrisiko_position *p, unsigned to, int dice) {
    return (struct fight){.r = r,
                          .kind = SPQRISIKO_FIGHT_LAND,
                          .attackers = p->legionaries[p->from] - 1,
                          .defenders = p->legionaries[to],
                          .dice = dice,
                          .due = true};
}

static struct fight by_sea(const struct spqrisiko_rules *r, const struct spqrisiko_position *p, unsigned to, int force) {
    return (struct fight){
        .r = r, .kind = SPQRISIKO_FIGHT_SEA, .attackers = force, .defenders = p->legionaries[to], .due = true};
}

static struct fight at_sea(const struct spqrisiko_rules *r, const struct spqrisiko_position *p, unsigned enemy) {
    return (struct fight){.r = r,
                          .kind = SPQRISIKO_FIGHT_NAVAL,
                          .attackers = p->triremes[p->active][p->from],
                          .defenders = p->triremes[enemy][p->from],
                          .due = true};
}

/* That which has begun. */
static bool at_hand(const struct spqrisiko_rules *r, const struct spqrisiko_position *p, struct fight *fight) {
    switch (p->step) {
    case SPQRISIKO_STEP_ROLL:
        *fight = by_land(r, p, p->to, 0);
        fight->due = !p->thrown; /* [SPQ-LAND-3] */
        return true;
    case SPQRISIKO_STEP_LAND_THROW: *fight = by_land(r, p, p->to, p->dice); return true;
    case SPQRISIKO_STEP_COMMIT: *fight = by_sea(r, p, p->to, spqrisiko_spare(r, p, p->from)); return true;
    case SPQRISIKO_STEP_SEA_THROW: *fight = by_sea(r, p, p->to, p->force); return true;
    case SPQRISIKO_STEP_NAVAL_AGAIN:
    case SPQRISIKO_STEP_NAVAL_THROW:
        *fight = at_sea(r, p, p->to);
        fight->due = p->step == SPQRISIKO_STEP_NAVAL_THROW; /* [SPQ-NAVAL-6] */
        return true;
    default: return false;
    }
}

/* That which the move begins or goes on with. */
static bool of_move(const struct spqrisiko_rules *r, const struct spqrisiko_position *p, alea_move move,
                    struct fight *fight) {
    unsigned arg = alea_move_arg(move);
    if (spqrisiko_why_not(r, p, p->active, move)) return false;
    switch (alea_move_verb(move)) {
    case SPQRISIKO_VERB_ATTACK_TO: *fight = by_land(r, p, arg, 0); return true;
    case SPQRISIKO_VERB_ROLL: *fight = by_land(r, p, p->to, (int)arg); return true;
    case SPQRISIKO_VERB_ASSAULT: *fight = by_sea(r, p, arg, spqrisiko_spare(r, p, p->from)); return true;
    case SPQRISIKO_VERB_COMMIT: *fight = by_sea(r, p, p->to, (int)arg); return true;
    case SPQRISIKO_VERB_ENEMY: *fight = at_sea(r, p, arg); return true;
    case SPQRISIKO_VERB_AGAIN: *fight = at_sea(r, p, p->to); return true;
    default: return false;
    }
}

bool spqrisiko_battle(const void *rules, const void *pos, int seat, alea_move move, int stop, struct alea_battle *out) {
    const struct spqrisiko_rules *r = rules;
    const struct spqrisiko_position *p = pos;
    struct fight fight;
    if (p->phase == SPQRISIKO_PHASE_OVER || seat != p->active) return false;
    if (!(move ? of_move(r, p, move, &fight) : at_hand(r, p, &fight))) return false;
    if (spqrisiko_max(fight.attackers, fight.defenders) > ALEA_MAX_BATTLE) return false;
    fight.stop = stop;
    *out = (struct alea_battle){.attackers = fight.attackers, .defenders = fight.defenders, .exact = true};
    fight_out(&fight, out);
    return true;
}
