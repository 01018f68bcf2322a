/* SPDX-License-Identifier: MIT */
/* combat.c - what a throw does: losses, conquest, elimination, and what is due next. [SPQ-COMBAT to SPQ-INVADE, SPQ-ELIM] */
#include "spqrisiko.h"

enum spqrisiko_combat spqrisiko_combat_kind(const struct spqrisiko_position *p) {
    return p->step == SPQRISIKO_STEP_NAVAL_THROW ? SPQRISIKO_NAVAL : SPQRISIKO_LAND;
}

/* Numbers of dice in the throw that is due, 1 .. 3 each. [SPQ-COMBAT-2, SPQ-COMBAT-3] */
void spqrisiko_throw_dice(const struct spqrisiko_position *p, int *attacker, int *defender) {
    switch (p->step) {
    case SPQRISIKO_STEP_NAVAL_THROW: /* [SPQ-NAVAL-3] */
        *attacker = spqrisiko_dice(p->triremes[p->active][p->from]);
        *defender = spqrisiko_dice(p->triremes[p->to][p->from]);
        return;
    case SPQRISIKO_STEP_SEA_THROW: *attacker = spqrisiko_dice(p->force); break; /* [SPQ-SEA-8] */
    default: *attacker = p->dice; break;                                        /* [SPQ-LAND-2] */
    }
    *defender = spqrisiko_dice(p->legionaries[p->to]);
}

/* Three dice in falling order; missing dice (0) go last. */
static void sort_dice(unsigned faces, int side, unsigned die[SPQRISIKO_DICE]) {
    unsigned a = alea_dice_face(faces, side, 0), b = alea_dice_face(faces, side, 1), c = alea_dice_face(faces, side, 2);
    unsigned high = a > b ? a : b, low = a > b ? b : a;
    die[0] = high > c ? high : c;
    die[2] = low < c ? low : c;
    die[1] = a + b + c - die[0] - die[2];
}

void spqrisiko_losses(unsigned faces, enum spqrisiko_combat combat, int *attacker_losses, int *defender_losses) {
    unsigned attack[SPQRISIKO_DICE], defence[SPQRISIKO_DICE];
    sort_dice(faces, 0, attack);
    sort_dice(faces, 1, defence);
    *attacker_losses = *defender_losses = 0;
    for (int pair = 0; pair < SPQRISIKO_DICE; pair++) { /* [SPQ-COMBAT-4] */
        bool fought = attack[pair] && defence[pair];
        bool attacker_loses = combat == SPQRISIKO_NAVAL ? attack[pair] < defence[pair]   /* [SPQ-NAVAL-5] */
                                                        : attack[pair] <= defence[pair]; /* [SPQ-COMBAT-6] */
        *attacker_losses += fought && attacker_loses;
        *defender_losses += fought && attack[pair] > defence[pair]; /* [SPQ-COMBAT-5] */
    }
}

void spqrisiko_eliminate(const struct spqrisiko_tables *t, struct spqrisiko_position *p, int victim, int conqueror,
                         struct alea_events *sink) {
    int cards = p->hand_size[victim];
    for (int card = 0; card < SPQRISIKO_CARD_COUNT; card++) {
        uint8_t *to = conqueror == ALEA_NONE ? &p->discard[card] : &p->hand[conqueror][card];
        *to = (uint8_t)(*to + p->hand[victim][card]); /* [SPQ-ELIM-2, SPQ-END-7] */
        p->hand[victim][card] = 0;
    }
    if (conqueror != ALEA_NONE) p->hand_size[conqueror] = (uint8_t)(p->hand_size[conqueror] + cards);
    p->hand_size[victim] = 0;
    for (unsigned sea = 0; sea < SPQRISIKO_SEA_COUNT; sea++) spqrisiko_put_triremes(p, victim, sea, 0); /* [SPQ-ELIM-3] */
    p->fell[victim] = (uint8_t)(1 + t->seats - spqrisiko_count(p->alive));
    p->alive &= (uint8_t) ~(1u << victim);
    if (conqueror != ALEA_NONE) alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_ELIMINATED, victim, conqueror, cards, 0);
    if (spqrisiko_count(p->alive) > 1) return;
    int survivor = (int)spqrisiko_first(p->alive); /* [SPQ-END-2] */
    alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_WON_LAST, survivor, 0, 0, 0);
    spqrisiko_win(p, p->alive);
}

/* `to` changes hands and is occupied by `n` legionaries; its owner may be eliminated. [SPQ-INVADE-1, SPQ-ELIM-7] */
static void conquer(const struct spqrisiko_tables *t, struct spqrisiko_position *p, int n, struct alea_events *sink) {
    int victim = spqrisiko_owner(p, p->to);
    uint64_t province = spqrisiko_bit(p->to);
    if (victim != ALEA_NONE) p->own[victim] &= ~province;
    p->neutral &= ~province;
    p->own[p->active] |= province;
    p->conquered = 1;
    spqrisiko_put_legionaries(t, p, p->to, n);
    alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_CONQUERED, p->active, p->to, n, 0);
    if (victim != ALEA_NONE && !p->own[victim]) spqrisiko_eliminate(t, p, victim, p->active, sink); /* [SPQ-ELIM-1] */
}

/* ---- After the throw, by kind of combat ---- */

static void after_naval(const struct spqrisiko_tables *t, struct spqrisiko_position *p, int attacker_losses,
                        int defender_losses, struct alea_events *sink) {
    int mine = p->triremes[p->active][p->from] - attacker_losses, his = p->triremes[p->to][p->from] - defender_losses;
    spqrisiko_put_triremes(p, p->active, p->from, mine);
    spqrisiko_put_triremes(p, p->to, p->from, his);
    bool cost = attacker_losses + defender_losses > 0;                        /* [SPQ-NAVAL-6, SPQ-NAVAL-7] */
    if (cost && mine && his && spqrisiko_dice(mine) >= spqrisiko_dice(his)) { /* [SPQ-NAVAL-4, SPQ-NAVAL-8] */
        p->step = SPQRISIKO_STEP_NAVAL_AGAIN;
        return;
    }
    alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_FIGHT_OVER, p->from, 0, 0, 0);
    spqrisiko_close_action(t, p, sink);
}

/* On to the end, throw after throw. [SPQ-SEA-7] */
static void after_sea(const struct spqrisiko_tables *t, struct spqrisiko_position *p, int attacker_losses,
                      int defender_losses, struct alea_events *sink) {
    int left = p->legionaries[p->to] - defender_losses, force = p->force - attacker_losses;
    p->force = (uint16_t)force;
    if (left && force) {
        spqrisiko_put_legionaries(t, p, p->to, left);
        return;
    }
    p->force = 0;
    if (left) {
        spqrisiko_put_legionaries(t, p, p->to, left);
        alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_ASSAULT_FAILED, p->active, p->to, 0, 0);
    } else {
        p->sea_conquered |= spqrisiko_bit(p->to);
        conquer(t, p, force, sink); /* [SPQ-SEA-9] */
        if (p->phase == SPQRISIKO_PHASE_OVER) return;
    }
    spqrisiko_close_action(t, p, sink);
}

static void after_land(const struct spqrisiko_tables *t, struct spqrisiko_position *p, int attacker_losses,
                       int defender_losses, struct alea_events *sink) {
    int left = p->legionaries[p->to] - defender_losses, mine = p->legionaries[p->from] - attacker_losses;
    if (left) {
        spqrisiko_put_legionaries(t, p, p->to, left);
        spqrisiko_put_legionaries(t, p, p->from, mine);
        p->dice = 0;
        p->thrown = 1;
        p->step = SPQRISIKO_STEP_ROLL;
        if (spqrisiko_dice(mine - 1) < spqrisiko_dice(left)) spqrisiko_close_action(t, p, sink); /* [SPQ-LAND-2] */
        return;
    }
    int occupying = p->dice; /* [SPQ-INVADE-2] */
    spqrisiko_put_legionaries(t, p, p->from, mine - occupying);
    conquer(t, p, occupying, sink); /* [SPQ-LAND-5] */
    if (p->phase == SPQRISIKO_PHASE_OVER) return;
    p->dice = p->thrown = 0;
    p->step = SPQRISIKO_STEP_ADVANCE;                                        /* [SPQ-INVADE-3] */
    if (!spqrisiko_spare(t, p, p->from)) spqrisiko_close_action(t, p, sink); /* [SPQ-INVADE-4] */
}

void spqrisiko_thrown(const struct spqrisiko_tables *t, struct spqrisiko_position *p, unsigned faces,
                      struct alea_events *sink) {
    int attacker_losses, defender_losses;
    spqrisiko_losses(faces, spqrisiko_combat_kind(p), &attacker_losses, &defender_losses);
    alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_THROWN, (int32_t)faces, attacker_losses, defender_losses, 0);
    switch (p->step) {
    case SPQRISIKO_STEP_NAVAL_THROW: after_naval(t, p, attacker_losses, defender_losses, sink); break;
    case SPQRISIKO_STEP_SEA_THROW: after_sea(t, p, attacker_losses, defender_losses, sink); break;
    default: after_land(t, p, attacker_losses, defender_losses, sink); break;
    }
}
