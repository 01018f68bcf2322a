/* SPDX-License-Identifier: MIT */
/* why.c - which rule forbids a move: for each verb the conditions of section 7 in their order, the first that fails. Answers
 * 0 exactly for legal moves (laws.c compares it with the list). */
#include "spqrisiko.h"

/* Where a verb is at home. A verb at another phase is answered with SPQ-TURN-1, at another step with SPQ-STEP-1. */
static const struct home {
    uint8_t phase, step;
} home[SPQRISIKO_VERBS] = {
    [SPQRISIKO_VERB_CLAIM] = {SPQRISIKO_PHASE_SETUP, SPQRISIKO_STEP_IDLE},
    [SPQRISIKO_VERB_NEUTRAL] = {SPQRISIKO_PHASE_SETUP, SPQRISIKO_STEP_NEUTRAL},
    [SPQRISIKO_VERB_SET] = {SPQRISIKO_PHASE_REINFORCE_LAND, SPQRISIKO_STEP_IDLE},
    [SPQRISIKO_VERB_PLACE] = {SPQRISIKO_PHASE_REINFORCE_LAND, SPQRISIKO_STEP_IDLE},
    [SPQRISIKO_VERB_CENTRE] = {SPQRISIKO_PHASE_REINFORCE_LAND, SPQRISIKO_STEP_IDLE},
    [SPQRISIKO_VERB_REFUND] = {SPQRISIKO_PHASE_REINFORCE_LAND, SPQRISIKO_STEP_IDLE},
    [SPQRISIKO_VERB_REFUND_TO] = {SPQRISIKO_PHASE_REINFORCE_LAND, SPQRISIKO_STEP_REFUND_TO},
    [SPQRISIKO_VERB_BUILD_FROM] = {SPQRISIKO_PHASE_REINFORCE_NAVAL, SPQRISIKO_STEP_IDLE},
    [SPQRISIKO_VERB_BUILD_IN] = {SPQRISIKO_PHASE_REINFORCE_NAVAL, SPQRISIKO_STEP_BUILD_IN},
    [SPQRISIKO_VERB_LAUNCH] = {SPQRISIKO_PHASE_REINFORCE_NAVAL, SPQRISIKO_STEP_IDLE},
    [SPQRISIKO_VERB_SAIL_FROM] = {SPQRISIKO_PHASE_NAVAL_MOVE, SPQRISIKO_STEP_IDLE},
    [SPQRISIKO_VERB_SAIL_TO] = {SPQRISIKO_PHASE_NAVAL_MOVE, SPQRISIKO_STEP_SAIL_TO},
    [SPQRISIKO_VERB_SAIL] = {SPQRISIKO_PHASE_NAVAL_MOVE, SPQRISIKO_STEP_SAIL},
    [SPQRISIKO_VERB_FIGHT] = {SPQRISIKO_PHASE_NAVAL_COMBAT, SPQRISIKO_STEP_IDLE},
    [SPQRISIKO_VERB_ENEMY] = {SPQRISIKO_PHASE_NAVAL_COMBAT, SPQRISIKO_STEP_ENEMY},
    [SPQRISIKO_VERB_AGAIN] = {SPQRISIKO_PHASE_NAVAL_COMBAT, SPQRISIKO_STEP_NAVAL_AGAIN},
    [SPQRISIKO_VERB_EMBARK] = {SPQRISIKO_PHASE_SEA_ATTACK, SPQRISIKO_STEP_IDLE},
    [SPQRISIKO_VERB_ASSAULT] = {SPQRISIKO_PHASE_SEA_ATTACK, SPQRISIKO_STEP_ASSAULT},
    [SPQRISIKO_VERB_COMMIT] = {SPQRISIKO_PHASE_SEA_ATTACK, SPQRISIKO_STEP_COMMIT},
    [SPQRISIKO_VERB_ATTACK_FROM] = {SPQRISIKO_PHASE_LAND_ATTACK, SPQRISIKO_STEP_IDLE},
    [SPQRISIKO_VERB_ATTACK_TO] = {SPQRISIKO_PHASE_LAND_ATTACK, SPQRISIKO_STEP_ATTACK_TO},
    [SPQRISIKO_VERB_ROLL] = {SPQRISIKO_PHASE_LAND_ATTACK, SPQRISIKO_STEP_ROLL},
    [SPQRISIKO_VERB_ADVANCE] = {SPQRISIKO_PHASE_LAND_ATTACK, SPQRISIKO_STEP_ADVANCE},
    [SPQRISIKO_VERB_MOVE_FROM] = {SPQRISIKO_PHASE_STRATEGIC_MOVE, SPQRISIKO_STEP_IDLE},
    [SPQRISIKO_VERB_MOVE_TO] = {SPQRISIKO_PHASE_STRATEGIC_MOVE, SPQRISIKO_STEP_MOVE_TO},
    [SPQRISIKO_VERB_MOVE] = {SPQRISIKO_PHASE_STRATEGIC_MOVE, SPQRISIKO_STEP_MOVE},
};

/* The same arguments for all: `arg` is the move's. Each assumes its verb's phase and step. */
typedef alea_rule why_function(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg);

static alea_rule why_occupy(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    return spqrisiko_has(spqrisiko_free(t, p), arg) ? 0 : SPQ_SETUP_12;
}

/* ---- Reinforcements ---- */

static alea_rule why_set(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    if (p->sets_played >= t->sets_per_turn) return SPQ_CARDS_7;
    return arg < SPQRISIKO_SET_COUNT && spqrisiko_set_in_hand(t, p, arg) ? 0 : SPQ_CARDS_2;
}

static alea_rule why_place(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    (void)t;
    if (!p->pool) return SPQ_REINF_1;
    if (!spqrisiko_has(spqrisiko_mine(p), arg)) return SPQ_REINF_4;
    return spqrisiko_has(p->full, arg) ? SPQ_GEN_9 : 0;
}

static alea_rule why_centre(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    if (!p->pending_centres) return SPQ_CENTRE_2;
    if (!spqrisiko_has(spqrisiko_mine(p) & ~p->centres, arg)) return SPQ_CENTRE_3;
    if (t->next[arg] & p->centres) return SPQ_CENTRE_4;
    return spqrisiko_has(spqrisiko_centre_in(t, p), arg) ? 0 : SPQ_CENTRE_5;
}

static alea_rule why_refund(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    if (!spqrisiko_has(p->fleets[p->active], arg) || !(t->coast[arg] & spqrisiko_mine(p))) return SPQ_REINF_7;
    if (t->refunds_per_turn && p->refunds >= t->refunds_per_turn) return SPQ_REINF_8;
    return spqrisiko_has(spqrisiko_refund_of(t, p), arg) ? 0 : SPQ_GEN_9;
}

static alea_rule why_refund_to(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    if (!spqrisiko_has(spqrisiko_mine(p) & t->coast[p->from], arg)) return SPQ_REINF_7;
    return spqrisiko_has(spqrisiko_refund_to(t, p, p->from), arg) ? 0 : SPQ_GEN_9;
}

static alea_rule why_launch(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    if (!p->pending_triremes || arg >= SPQRISIKO_SEA_COUNT || !(t->coast[arg] & spqrisiko_mine(p))) return SPQ_NAVREINF_5;
    return spqrisiko_has(spqrisiko_launch_in(t, p), arg) ? 0 : SPQ_GEN_9;
}

static alea_rule why_build_from(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    if (!spqrisiko_has(spqrisiko_mine(p) & t->coastal, arg)) return SPQ_NAVREINF_2;
    if (!spqrisiko_has(p->at_least_4, arg)) return SPQ_NAVREINF_3;
    return spqrisiko_has(spqrisiko_build_from(t, p), arg) ? 0 : SPQ_GEN_9;
}

static alea_rule why_build_in(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    if (!spqrisiko_has(t->sea_of[p->from], arg)) return SPQ_NAVREINF_2;
    return spqrisiko_has(spqrisiko_build_in(t, p, p->from), arg) ? 0 : SPQ_GEN_9;
}

/* ---- Naval movement and combat ---- */

static alea_rule why_sail_from(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    if (!spqrisiko_has(p->fleets[p->active], arg) || p->triremes[p->active][arg] <= p->moved[arg]) return SPQ_NAVMOVE_6;
    if (!t->sea_next[arg]) return SPQ_NAVMOVE_6;
    return spqrisiko_has(spqrisiko_sail_from(t, p), arg) ? 0 : SPQ_GEN_9;
}

static alea_rule why_sail_to(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    if (!spqrisiko_has(t->sea_next[p->from], arg)) return SPQ_NAVMOVE_6;
    return spqrisiko_has(spqrisiko_sail_to(t, p, p->from), arg) ? 0 : SPQ_GEN_9;
}

static alea_rule why_sail(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    if (arg < 1 || (int)arg > p->triremes[p->active][p->from] - p->moved[p->from]) return SPQ_NAVMOVE_6;
    return (int)arg <= spqrisiko_sail_most(t, p) ? 0 : SPQ_GEN_9;
}

static bool others_in(const struct spqrisiko_position *p, unsigned sea) {
    for (int seat = 0; seat < SPQRISIKO_SEATS; seat++)
        if (seat != p->active && p->triremes[seat][sea]) return true;
    return false;
}

static alea_rule why_fight(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    (void)t;
    if (!spqrisiko_has(p->fleets[p->active], arg)) return SPQ_NAVAL_1;
    if (spqrisiko_has(p->closed, arg)) return SPQ_NAVAL_2;
    if (!others_in(p, arg)) return SPQ_NAVAL_1;
    return spqrisiko_fight_whom(p, arg) ? 0 : SPQ_NAVAL_4;
}

static alea_rule why_enemy(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    if ((int)arg >= t->seats || arg == p->active || !p->triremes[arg][p->from]) return SPQ_NAVAL_1;
    return spqrisiko_fight_whom(p, p->from) >> arg & 1 ? 0 : SPQ_NAVAL_4;
}

/* ---- By sea ---- */

static alea_rule why_embark(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    if (!spqrisiko_has(spqrisiko_mine(p) & t->coastal, arg)) return SPQ_SEA_1;
    if (spqrisiko_has(p->sea_conquered, arg)) return SPQ_SEA_11;
    if (!spqrisiko_spare(t, p, arg)) return SPQ_SEA_5;
    uint64_t reach = spqrisiko_sea_reach(t, p, arg, spqrisiko_enemies(t, p));
    if (!reach) return SPQ_SEA_2;
    if (!(reach &= spqrisiko_beatable(p, spqrisiko_spare(t, p, arg)))) return SPQ_SEA_6;
    if (!(reach &= ~p->sea_attacked)) return SPQ_SEA_10;
    return reach & ~spqrisiko_protected(t, p) ? 0 : SPQ_SEA_15;
}

static alea_rule why_assault(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    if (!spqrisiko_has(spqrisiko_enemies(t, p), arg) || !(t->sea_of[arg] & t->sea_of[p->from])) return SPQ_SEA_1;
    if (!spqrisiko_sea_reach(t, p, p->from, spqrisiko_bit(arg))) return SPQ_SEA_2;
    if (!spqrisiko_has(spqrisiko_beatable(p, spqrisiko_spare(t, p, p->from)), arg)) return SPQ_SEA_6;
    if (spqrisiko_has(p->sea_attacked, arg)) return SPQ_SEA_10;
    return spqrisiko_has(spqrisiko_protected(t, p), arg) ? SPQ_SEA_15 : 0;
}

static alea_rule why_commit(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    if (arg < 1 || (int)arg > spqrisiko_spare(t, p, p->from)) return SPQ_SEA_5;
    return (int)arg >= spqrisiko_dice(p->legionaries[p->to]) ? 0 : SPQ_SEA_6;
}

/* ---- By land ---- */

static alea_rule why_attack_from(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    if (!spqrisiko_has(spqrisiko_mine(p), arg)) return SPQ_LAND_1;
    uint64_t reach = t->next[arg] & spqrisiko_enemies(t, p);
    if (!reach) return SPQ_LAND_1;
    if (!(reach &= spqrisiko_beatable(p, p->legionaries[arg] - 1))) return SPQ_LAND_2;
    return reach & ~spqrisiko_protected(t, p) ? 0 : SPQ_LAND_6;
}

static alea_rule why_attack_to(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    if (!spqrisiko_has(t->next[p->from] & spqrisiko_enemies(t, p), arg)) return SPQ_LAND_1;
    if (!spqrisiko_has(spqrisiko_beatable(p, p->legionaries[p->from] - 1), arg)) return SPQ_LAND_2;
    return spqrisiko_has(spqrisiko_protected(t, p), arg) ? SPQ_LAND_6 : 0;
}

static alea_rule why_roll(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    (void)t;
    int least = spqrisiko_dice(p->legionaries[p->to]), most = spqrisiko_dice(p->legionaries[p->from] - 1);
    return (int)arg >= least && (int)arg <= most ? 0 : SPQ_LAND_2;
}

static alea_rule why_advance(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    return (int)arg <= spqrisiko_spare(t, p, p->from) ? 0 : SPQ_INVADE_3;
}

/* ---- Strategic move ---- */

static alea_rule why_move_from(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    if (!spqrisiko_has(spqrisiko_mine(p), arg)) return SPQ_MOVE_2;
    if (!spqrisiko_spare(t, p, arg)) return SPQ_MOVE_4;
    if (spqrisiko_move_to(t, p, arg)) return 0;
    struct spqrisiko_position roomy = *p;
    roomy.full = 0;
    return spqrisiko_move_to(t, &roomy, arg) ? SPQ_GEN_9 : SPQ_MOVE_2;
}

static alea_rule why_move_to(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    if (spqrisiko_has(spqrisiko_move_to(t, p, p->from), arg)) return 0;
    if (!spqrisiko_has(spqrisiko_mine(p), arg) || arg == p->from) return SPQ_MOVE_2;
    bool near = spqrisiko_has(t->next[p->from], arg);
    if (!near && !(t->sea_of[p->from] & t->sea_of[arg])) return SPQ_MOVE_3;
    struct spqrisiko_position roomy = *p;
    roomy.full = 0;
    return spqrisiko_has(spqrisiko_move_to(t, &roomy, p->from), arg) ? SPQ_GEN_9 : SPQ_MOVE_2;
}

static alea_rule why_move(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned arg) {
    if (arg < 1 || (int)arg > spqrisiko_spare(t, p, p->from)) return SPQ_MOVE_4;
    return (int)arg <= t->legionary_cap - p->legionaries[p->to] ? 0 : SPQ_GEN_9;
}

static why_function *const why[SPQRISIKO_VERBS] = {
    [SPQRISIKO_VERB_CLAIM] = why_occupy,
    [SPQRISIKO_VERB_NEUTRAL] = why_occupy,
    [SPQRISIKO_VERB_SET] = why_set,
    [SPQRISIKO_VERB_PLACE] = why_place,
    [SPQRISIKO_VERB_CENTRE] = why_centre,
    [SPQRISIKO_VERB_REFUND] = why_refund,
    [SPQRISIKO_VERB_REFUND_TO] = why_refund_to,
    [SPQRISIKO_VERB_BUILD_FROM] = why_build_from,
    [SPQRISIKO_VERB_BUILD_IN] = why_build_in,
    [SPQRISIKO_VERB_LAUNCH] = why_launch,
    [SPQRISIKO_VERB_SAIL_FROM] = why_sail_from,
    [SPQRISIKO_VERB_SAIL_TO] = why_sail_to,
    [SPQRISIKO_VERB_SAIL] = why_sail,
    [SPQRISIKO_VERB_FIGHT] = why_fight,
    [SPQRISIKO_VERB_ENEMY] = why_enemy,
    [SPQRISIKO_VERB_EMBARK] = why_embark,
    [SPQRISIKO_VERB_ASSAULT] = why_assault,
    [SPQRISIKO_VERB_COMMIT] = why_commit,
    [SPQRISIKO_VERB_ATTACK_FROM] = why_attack_from,
    [SPQRISIKO_VERB_ATTACK_TO] = why_attack_to,
    [SPQRISIKO_VERB_ROLL] = why_roll,
    [SPQRISIKO_VERB_ADVANCE] = why_advance,
    [SPQRISIKO_VERB_MOVE_FROM] = why_move_from,
    [SPQRISIKO_VERB_MOVE_TO] = why_move_to,
    [SPQRISIKO_VERB_MOVE] = why_move,
};

/* ---- The three kinds of actors ---- */

/* `done` and `stop` have no home of their own. */
static alea_rule why_done(const struct spqrisiko_position *p, unsigned arg) {
    if (p->phase == SPQRISIKO_PHASE_SETUP) return SPQ_SETUP_12;
    if (p->step != SPQRISIKO_STEP_IDLE) return SPQ_STEP_2;
    if (!spqrisiko_may_finish(p)) return SPQ_REINF_5;
    return arg ? SPQ_STEP_1 : 0;
}

static alea_rule why_stop(const struct spqrisiko_position *p, unsigned arg) {
    if (p->phase != SPQRISIKO_PHASE_NAVAL_COMBAT && p->phase != SPQRISIKO_PHASE_LAND_ATTACK) return SPQ_TURN_1;
    bool naval = p->step == SPQRISIKO_STEP_NAVAL_AGAIN, land = p->step == SPQRISIKO_STEP_ROLL;
    if (!naval && !land) return p->step == SPQRISIKO_STEP_IDLE ? SPQ_STEP_1 : SPQ_STEP_2;
    if (land && !p->thrown) return SPQ_STEP_2;
    return arg ? SPQ_STEP_1 : 0;
}

static alea_rule why_not_seat(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, alea_move move) {
    unsigned verb = alea_move_verb(move), arg = alea_move_arg(move);
    if (verb == SPQRISIKO_VERB_DONE) return why_done(p, arg);
    if (verb == SPQRISIKO_VERB_STOP) return why_stop(p, arg);
    bool of_seats = verb > 0 && verb < SPQRISIKO_VERB_DONE;
    if (!of_seats) return SPQ_STEP_1;
    if (home[verb].phase != p->phase) return SPQ_TURN_1;
    if (home[verb].step != p->step) return SPQ_STEP_1;
    if (verb == SPQRISIKO_VERB_AGAIN) return arg ? SPQ_STEP_1 : 0;
    return why[verb](t, p, arg);
}

static bool faces_fit(const struct spqrisiko_position *p, unsigned faces) {
    int dice[2];
    spqrisiko_throw_dice(p, &dice[0], &dice[1]);
    for (int side = 0; side < 2; side++)
        for (int die = 0; die < SPQRISIKO_DICE; die++) {
            unsigned face = alea_dice_face(faces, side, die);
            if (die < dice[side] ? face < 1 || face > 6 : face != 0) return false;
        }
    return faces >> 18 == 0;
}

static alea_rule why_not_chance(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, alea_move move) {
    unsigned verb = alea_move_verb(move), arg = alea_move_arg(move);
    if (!spqrisiko_is_chance(t, p)) return SPQ_TURN_6;
    if (p->phase == SPQRISIKO_PHASE_SETUP)
        return verb == SPQRISIKO_VERB_AT && spqrisiko_has(spqrisiko_free(t, p), arg) ? 0 : SPQ_SETUP_11;
    if (p->phase == SPQRISIKO_PHASE_DRAW)
        return verb == SPQRISIKO_VERB_CARD && arg < SPQRISIKO_CARD_COUNT && p->deck[arg] ? 0 : SPQ_DRAW_3;
    return verb == SPQRISIKO_VERB_DICE && faces_fit(p, arg) ? 0 : SPQ_COMBAT_8;
}

static alea_rule why_not_host(const struct spqrisiko_position *p, alea_move move) {
    unsigned verb = alea_move_verb(move), arg = alea_move_arg(move);
    if (verb == SPQRISIKO_VERB_RESIGN) return arg < SPQRISIKO_SEATS && p->alive >> arg & 1 ? 0 : SPQ_ELIM_6;
    if (verb == SPQRISIKO_VERB_LAST_ROUND) return arg ? SPQ_STEP_1 : 0;
    return SPQ_TURN_6;
}

alea_rule spqrisiko_why_not(const void *tables, const void *pos, int seat, alea_move move) {
    const struct spqrisiko_tables *t = tables;
    const struct spqrisiko_position *p = pos;
    if (p->phase == SPQRISIKO_PHASE_OVER) return SPQ_END_1;
    if (seat == ALEA_HOST) return why_not_host(p, move);
    if (seat == ALEA_CHANCE) return why_not_chance(t, p, move);
    if (seat != p->active) return SPQ_TURN_6;
    if (p->phase == SPQRISIKO_PHASE_DRAW) return SPQ_DRAW_3;
    if (spqrisiko_is_chance(t, p)) return p->phase == SPQRISIKO_PHASE_SETUP ? SPQ_SETUP_11 : SPQ_COMBAT_8;
    return why_not_seat(t, p, move);
}
