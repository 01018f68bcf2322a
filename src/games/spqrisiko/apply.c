/* SPDX-License-Identifier: MIT */
/* apply.c - what each verb does. Assumes a legal move and never fails; the parts of composite actions set `step`, and
 * whoever closes an action calls spqrisiko_close_action(), which passes over phases without a choice. */
#include <assert.h>

#include "spqrisiko.h"

static void open_step(struct spqrisiko_position *p, unsigned from, unsigned step) {
    p->from = (uint8_t)from;
    p->step = (uint8_t)step;
}

static void next_step(struct spqrisiko_position *p, unsigned to, unsigned step) {
    p->to = (uint8_t)to;
    p->step = (uint8_t)step;
}

/* ---- Setup ---- */

static void claim(const struct spqrisiko_tables *t, struct spqrisiko_position *p, unsigned province,
                  struct alea_events *sink) {
    p->own[p->active] |= spqrisiko_bit(province); /* [SPQ-SETUP-6] */
    spqrisiko_put_legionaries(t, p, province, t->claim_legionaries);
    alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_CLAIMED, p->active, (int32_t)province, 0, 0);
    if (p->groups_left && spqrisiko_free(t, p)) p->step = SPQRISIKO_STEP_NEUTRAL; /* [SPQ-SETUP-7] */
    else spqrisiko_place_next(t, p, sink);
}

static void place_neutral(const struct spqrisiko_tables *t, struct spqrisiko_position *p, unsigned province,
                          struct alea_events *sink) {
    p->neutral |= spqrisiko_bit(province);
    p->groups_left--;
    spqrisiko_put_legionaries(t, p, province, t->group_legionaries);
    alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_NEUTRAL_PLACED, (int32_t)province, 0, 0, 0);
    spqrisiko_place_next(t, p, sink);
}

/* ---- Reinforcements ---- */

static void play_set(const struct spqrisiko_tables *t, struct spqrisiko_position *p, unsigned set,
                     struct alea_events *sink) {
    int seat = p->active;
    for (int card = 0; card < SPQRISIKO_CARD_COUNT; card++) { /* [SPQ-CARDS-10] */
        p->hand[seat][card] = (uint8_t)(p->hand[seat][card] - t->set_cards[set][card]);
        p->discard[card] = (uint8_t)(p->discard[card] + t->set_cards[set][card]);
    }
    p->hand_size[seat] = (uint8_t)(p->hand_size[seat] - 3);
    p->sets_played++;
    p->pool = (uint8_t)(p->pool + t->set_legionaries[set]); /* [SPQ-CARDS-3, SPQ-CARDS-4] */
    p->pending_centres = t->set_centres[set];               /* [SPQ-CARDS-5] */
    p->pending_triremes = t->set_triremes[set];             /* [SPQ-CARDS-6] */
    alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_SET_PLAYED, seat, (int32_t)set, t->set_legionaries[set], 0);
    if (p->pending_centres) alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_CENTRES_PENDING, p->pending_centres, 0, 0, 0);
    if (p->pending_triremes) alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_TRIREMES_PENDING, p->pending_triremes, 0, 0, 0);
}

static void place(const struct spqrisiko_tables *t, struct spqrisiko_position *p, unsigned province) {
    spqrisiko_put_legionaries(t, p, province, p->legionaries[province] + 1);
    p->pool--;
}

static void build_centre(struct spqrisiko_position *p, unsigned province, struct alea_events *sink) {
    p->centres |= spqrisiko_bit(province);
    p->pending_centres--;
    alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_CENTRE_BUILT, p->active, (int32_t)province, 0, 0);
}

static void refund_to(const struct spqrisiko_tables *t, struct spqrisiko_position *p, unsigned province,
                      struct alea_events *sink) {
    spqrisiko_put_triremes(p, p->active, p->from, p->triremes[p->active][p->from] - 1); /* [SPQ-REINF-6] */
    spqrisiko_put_legionaries(t, p, province, p->legionaries[province] + 2);
    if (p->refunds < UINT8_MAX) p->refunds++;
    alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_REFUNDED, p->active, p->from, (int32_t)province, 0);
    spqrisiko_close_action(t, p, sink);
}

static void launch(const struct spqrisiko_tables *t, struct spqrisiko_position *p, unsigned sea, struct alea_events *sink) {
    spqrisiko_put_triremes(p, p->active, sea, p->triremes[p->active][sea] + 1);
    p->pending_triremes--;
    alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_LAUNCHED, p->active, (int32_t)sea, 0, 0);
    spqrisiko_close_action(t, p, sink);
}

static void build_in(const struct spqrisiko_tables *t, struct spqrisiko_position *p, unsigned sea,
                     struct alea_events *sink) {
    spqrisiko_put_legionaries(t, p, p->from, p->legionaries[p->from] - 3); /* [SPQ-NAVREINF-2] */
    spqrisiko_put_triremes(p, p->active, sea, p->triremes[p->active][sea] + 1);
    alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_BUILT, p->active, p->from, (int32_t)sea, 0);
    spqrisiko_close_action(t, p, sink);
}

/* ---- Naval movement and combat ---- */

static void sail(const struct spqrisiko_tables *t, struct spqrisiko_position *p, unsigned n, struct alea_events *sink) {
    int seat = p->active, ships = (int)n;
    spqrisiko_put_triremes(p, seat, p->from, p->triremes[seat][p->from] - ships);
    spqrisiko_put_triremes(p, seat, p->to, p->triremes[seat][p->to] + ships);
    p->moved[p->to] = (uint8_t)(p->moved[p->to] + n); /* [SPQ-NAVMOVE-2] */
    alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_SAILED, seat, ships, p->from, p->to);
    if (t->single_group) spqrisiko_finish_phase(t, p, sink); /* [SPQ-NAVMOVE-1] */
    else spqrisiko_close_action(t, p, sink);
}

static void fight_whom(struct spqrisiko_position *p, unsigned enemy, struct alea_events *sink) {
    p->closed = (uint16_t)(p->closed | spqrisiko_bit(p->from)); /* [SPQ-NAVAL-10] */
    next_step(p, enemy, SPQRISIKO_STEP_NAVAL_THROW);
    alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_FIGHT_BEGAN, p->active, (int32_t)enemy, p->from, 0);
}

/* ---- Attacks and moves ---- */

static void commit(const struct spqrisiko_tables *t, struct spqrisiko_position *p, unsigned n, struct alea_events *sink) {
    spqrisiko_put_legionaries(t, p, p->from, p->legionaries[p->from] - (int)n); /* [SPQ-SEA-5] */
    p->force = (uint16_t)n;
    p->sea_attacked |= spqrisiko_bit(p->to); /* [SPQ-SEA-10] */
    p->step = SPQRISIKO_STEP_SEA_THROW;
    alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_ASSAULT_BEGAN, p->active, p->from, p->to, (int32_t)n);
}

static void roll(struct spqrisiko_position *p, unsigned dice, struct alea_events *sink) {
    p->dice = (uint8_t)dice;
    p->step = SPQRISIKO_STEP_LAND_THROW;
    if (!p->thrown) alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_ATTACK_BEGAN, p->active, p->from, p->to, 0);
}

static void march(const struct spqrisiko_tables *t, struct spqrisiko_position *p, unsigned n, unsigned event,
                  struct alea_events *sink) {
    spqrisiko_put_legionaries(t, p, p->from, p->legionaries[p->from] - (int)n);
    spqrisiko_put_legionaries(t, p, p->to, p->legionaries[p->to] + (int)n);
    if (n) alea_emit(sink, ALEA_EVERYBODY, event, (int32_t)n, p->from, p->to, 0);
}

static void draw(const struct spqrisiko_tables *t, struct spqrisiko_position *p, unsigned card, struct alea_events *sink) {
    int seat = p->active;
    p->deck[card]--;
    p->deck_size--;
    p->hand[seat][card]++;
    p->hand_size[seat]++;
    alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_CARD_DRAWN, seat, 0, 0, 0);
    alea_emit(sink, alea_actor(seat), SPQRISIKO_EVENT_CARD_SEEN, (int32_t)card, 0, 0, 0); /* [SPQ-INFO-3] */
    spqrisiko_end_turn(t, p, sink);
}

/* ---- The host [SPQ-END-6, SPQ-END-7] ---- */

static void resign(const struct spqrisiko_tables *t, struct spqrisiko_position *p, int seat, struct alea_events *sink) {
    alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_RESIGNED, seat, 0, 0, 0);
    p->neutral |= p->own[seat];
    p->own[seat] = 0;
    spqrisiko_eliminate(t, p, seat, ALEA_NONE, sink);
    if (p->phase == SPQRISIKO_PHASE_OVER) return;
    bool his_turn = seat == p->active;
    if (p->phase == SPQRISIKO_PHASE_SETUP) {
        if (his_turn) spqrisiko_place_next(t, p, sink);
        return;
    }
    if (his_turn) {
        spqrisiko_end_turn(t, p, sink);
        return;
    }
    bool enemy_gone = (p->step == SPQRISIKO_STEP_NAVAL_THROW || p->step == SPQRISIKO_STEP_NAVAL_AGAIN) && p->to == seat;
    bool nobody_left = p->step == SPQRISIKO_STEP_ENEMY && !spqrisiko_fight_whom(p, p->from);
    if (enemy_gone || nobody_left) spqrisiko_close_action(t, p, sink);
    else spqrisiko_settle(t, p, sink);
}

/* ---- All verbs ---- */

void spqrisiko_apply(const void *tables, void *pos, int seat, alea_move move, struct alea_events *sink) {
    const struct spqrisiko_tables *t = tables;
    struct spqrisiko_position *p = pos;
    unsigned arg = alea_move_arg(move);
    (void)seat; /* the verb tells who moves */
    switch (alea_move_verb(move)) {
    case SPQRISIKO_VERB_CLAIM: claim(t, p, arg, sink); return;
    case SPQRISIKO_VERB_NEUTRAL: place_neutral(t, p, arg, sink); return;
    case SPQRISIKO_VERB_SET: play_set(t, p, arg, sink); return;
    case SPQRISIKO_VERB_PLACE: place(t, p, arg); return;
    case SPQRISIKO_VERB_CENTRE: build_centre(p, arg, sink); return;
    case SPQRISIKO_VERB_REFUND: open_step(p, arg, SPQRISIKO_STEP_REFUND_TO); return;
    case SPQRISIKO_VERB_REFUND_TO: refund_to(t, p, arg, sink); return;
    case SPQRISIKO_VERB_BUILD_FROM: open_step(p, arg, SPQRISIKO_STEP_BUILD_IN); return;
    case SPQRISIKO_VERB_BUILD_IN: build_in(t, p, arg, sink); return;
    case SPQRISIKO_VERB_LAUNCH: launch(t, p, arg, sink); return;
    case SPQRISIKO_VERB_SAIL_FROM: open_step(p, arg, SPQRISIKO_STEP_SAIL_TO); return;
    case SPQRISIKO_VERB_SAIL_TO: next_step(p, arg, SPQRISIKO_STEP_SAIL); return;
    case SPQRISIKO_VERB_SAIL: sail(t, p, arg, sink); return;
    case SPQRISIKO_VERB_FIGHT: open_step(p, arg, SPQRISIKO_STEP_ENEMY); return;
    case SPQRISIKO_VERB_ENEMY: fight_whom(p, arg, sink); return;
    case SPQRISIKO_VERB_AGAIN: p->step = SPQRISIKO_STEP_NAVAL_THROW; return;
    case SPQRISIKO_VERB_STOP: spqrisiko_close_action(t, p, sink); return;
    case SPQRISIKO_VERB_EMBARK: open_step(p, arg, SPQRISIKO_STEP_ASSAULT); return;
    case SPQRISIKO_VERB_ASSAULT: next_step(p, arg, SPQRISIKO_STEP_COMMIT); return;
    case SPQRISIKO_VERB_COMMIT: commit(t, p, arg, sink); return;
    case SPQRISIKO_VERB_ATTACK_FROM: open_step(p, arg, SPQRISIKO_STEP_ATTACK_TO); return;
    case SPQRISIKO_VERB_ATTACK_TO: next_step(p, arg, SPQRISIKO_STEP_ROLL); return;
    case SPQRISIKO_VERB_ROLL: roll(p, arg, sink); return;
    case SPQRISIKO_VERB_ADVANCE:
        march(t, p, arg, SPQRISIKO_EVENT_ADVANCED, sink);
        spqrisiko_close_action(t, p, sink);
        return;
    case SPQRISIKO_VERB_MOVE_FROM: open_step(p, arg, SPQRISIKO_STEP_MOVE_TO); return;
    case SPQRISIKO_VERB_MOVE_TO: next_step(p, arg, SPQRISIKO_STEP_MOVE); return;
    case SPQRISIKO_VERB_MOVE:
        march(t, p, arg, SPQRISIKO_EVENT_MOVED, sink);
        spqrisiko_finish_phase(t, p, sink); /* [SPQ-MOVE-1] */
        return;
    case SPQRISIKO_VERB_DONE: spqrisiko_finish_phase(t, p, sink); return;
    case SPQRISIKO_VERB_DICE: spqrisiko_thrown(t, p, arg, sink); return;
    case SPQRISIKO_VERB_CARD: draw(t, p, arg, sink); return;
    case SPQRISIKO_VERB_AT:
        if (p->step == SPQRISIKO_STEP_NEUTRAL) place_neutral(t, p, arg, sink);
        else claim(t, p, arg, sink);
        return;
    case SPQRISIKO_VERB_RESIGN: resign(t, p, (int)arg, sink); return;
    case SPQRISIKO_VERB_LAST_ROUND:
        p->last_round = p->round;
        alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_LAST_ROUND_SET, p->round, 0, 0, 0);
        return;
    default: assert(false && "a move that why_not() lets pass");
    }
}

/* A set was shown, or the turn or the right to place went to somebody else. Throws and draws are CHANCE's. [SPQ-UNDO-2] */
bool spqrisiko_barrier(const void *tables, const void *before, int seat, alea_move move, const void *after) {
    const struct spqrisiko_position *was = before, *is = after;
    (void)tables, (void)seat;
    return alea_move_verb(move) == SPQRISIKO_VERB_SET || was->active != is->active || was->round != is->round ||
           is->phase == SPQRISIKO_PHASE_OVER || is->phase < was->phase ||
           (was->phase == SPQRISIKO_PHASE_SETUP && is->phase != SPQRISIKO_PHASE_SETUP);
}
