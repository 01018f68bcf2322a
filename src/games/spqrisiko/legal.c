/* SPDX-License-Identifier: MIT */
/* legal.c - what the active seat may do, as masks of provinces, seas and seats, and the list of legal moves made of them.
 * Cost: a handful of mask operations per own province; nothing scans the map. Where not `all` is asked for, the first that is found will do. */
#include "spqrisiko.h"

/* Provinces that nobody has occupied yet: none once the setup is over. [SPQ-SETUP-12] */
uint64_t spqrisiko_free(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    uint64_t free = t->land & ~p->neutral;
    for (int seat = 0; seat < SPQRISIKO_SEATS; seat++) free &= ~p->own[seat];
    return free;
}

/* ---- Land reinforcements ---- */

uint64_t spqrisiko_place_in(const struct spqrisiko_position *p) {
    return p->pool ? spqrisiko_mine(p) & ~p->full : 0; /* [SPQ-REINF-4] */
}

uint64_t spqrisiko_centre_in(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    if (!p->pending_centres || spqrisiko_count(p->centres) >= t->centre_cap) return 0;                 /* [SPQ-CENTRE-5] */
    uint64_t barred = p->centres;                                                                      /* [SPQ-CENTRE-3] */
    for (uint64_t rest = p->centres; rest; rest &= rest - 1) barred |= t->next[spqrisiko_first(rest)]; /* [SPQ-CENTRE-4] */
    return spqrisiko_mine(p) & ~barred;
}

static inline uint64_t refund_to(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned sea,
                                 bool all) {
    uint64_t room = 0;
    for (uint64_t rest = spqrisiko_mine(p) & t->coast[sea]; rest && (all || !room); rest &= rest - 1) {
        unsigned province = spqrisiko_first(rest);
        room |= spqrisiko_bit_if(p->legionaries[province] + 2 <= t->legionary_cap, province);
    }
    return room;
}

uint64_t spqrisiko_refund_to(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned sea) {
    return refund_to(t, p, sea, true);
}

uint64_t spqrisiko_refund_of(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    if (t->refunds_per_turn && p->refunds >= t->refunds_per_turn) return 0; /* [SPQ-REINF-8] */
    uint64_t seas = 0;
    for (uint64_t rest = p->fleets[p->active]; rest; rest &= rest - 1) { /* [SPQ-REINF-7] */
        unsigned sea = spqrisiko_first(rest);
        seas |= spqrisiko_bit_if(refund_to(t, p, sea, false), sea);
    }
    return seas;
}

bool spqrisiko_set_in_hand(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned set) {
    for (unsigned card = 0; card < SPQRISIKO_CARD_COUNT; card++)
        if (p->hand[p->active][card] < t->set_cards[set][card]) return false;
    return true;
}

/* ---- Naval reinforcements ---- */

static uint64_t seas_with_room(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, uint64_t seas) {
    for (uint64_t rest = seas & p->fleets[p->active]; rest; rest &= rest - 1) {
        unsigned sea = spqrisiko_first(rest);
        seas &= ~spqrisiko_bit_if(p->triremes[p->active][sea] >= t->trireme_cap, sea);
    }
    return seas;
}

uint64_t spqrisiko_launch_in(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    if (!p->pending_triremes) return 0;
    uint64_t seas = 0;
    for (unsigned sea = 0; sea < SPQRISIKO_SEA_COUNT; sea++)
        if (t->coast[sea] & spqrisiko_mine(p)) seas |= spqrisiko_bit(sea); /* [SPQ-NAVREINF-5] */
    return seas_with_room(t, p, seas);
}

uint64_t spqrisiko_build_in(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned province) {
    return seas_with_room(t, p, t->sea_of[province]); /* [SPQ-NAVREINF-2] */
}

static inline uint64_t build_from(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, bool all) {
    uint64_t yards = 0;
    for (uint64_t rest = spqrisiko_mine(p) & t->coastal & p->at_least_4; rest && (all || !yards);
         rest &= rest - 1) { /* [SPQ-NAVREINF-3] */
        unsigned province = spqrisiko_first(rest);
        yards |= spqrisiko_bit_if(spqrisiko_build_in(t, p, province), province);
    }
    return yards;
}

/* ---- Naval movement ---- */

uint64_t spqrisiko_sail_to(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned sea) {
    return seas_with_room(t, p, t->sea_next[sea]); /* [SPQ-NAVMOVE-6] */
}

static inline uint64_t sail_from(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, bool all) {
    uint64_t seas = 0;
    for (uint64_t rest = p->fleets[p->active]; rest && (all || !seas); rest &= rest - 1) {
        unsigned sea = spqrisiko_first(rest);
        if (p->triremes[p->active][sea] > p->moved[sea] && spqrisiko_sail_to(t, p, sea)) /* [SPQ-NAVMOVE-2] */
            seas |= spqrisiko_bit(sea);
    }
    return seas;
}

int spqrisiko_sail_most(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    const uint8_t *mine = p->triremes[p->active];
    return spqrisiko_min(mine[p->from] - p->moved[p->from], t->trireme_cap - mine[p->to]);
}

/* ---- Naval combat ---- */

unsigned spqrisiko_fight_whom(const struct spqrisiko_position *p, unsigned sea) {
    unsigned seats = 0;
    for (int seat = 0; seat < SPQRISIKO_SEATS; seat++)
        if (seat != p->active && p->triremes[seat][sea] &&
            spqrisiko_dice(p->triremes[p->active][sea]) >= spqrisiko_dice(p->triremes[seat][sea])) /* [SPQ-NAVAL-4] */
            seats |= 1u << seat;
    return seats;
}

uint64_t spqrisiko_fight_in(const struct spqrisiko_position *p) {
    uint64_t others = 0;
    for (int seat = 0; seat < SPQRISIKO_SEATS; seat++)
        if (seat != p->active) others |= p->fleets[seat];
    uint64_t seas = 0;
    for (uint64_t rest = p->fleets[p->active] & others & ~(uint64_t)p->closed; rest; rest &= rest - 1) { /* [SPQ-NAVAL-2] */
        unsigned sea = spqrisiko_first(rest);
        if (spqrisiko_fight_whom(p, sea)) seas |= spqrisiko_bit(sea);
    }
    return seas;
}

bool spqrisiko_controls(const struct spqrisiko_position *p, int seat, unsigned sea) {
    int mine = p->triremes[seat][sea];
    if (!mine) return false;
    for (int other = 0; other < SPQRISIKO_SEATS; other++)
        if (other != seat && p->triremes[other][sea] >= mine) return false; /* [SPQ-GEN-7] */
    return true;
}

/* ---- Attacks by sea and by land ---- */

/* Last provinces that may not be attacked yet. [SPQ-ELIM-4] */
uint64_t spqrisiko_protected(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    if (p->round >= t->first_elimination_round) return 0;
    uint64_t provinces = 0;
    for (int seat = 0; seat < t->seats; seat++)
        if (seat != p->active && spqrisiko_is_lone(p->own[seat])) provinces |= p->own[seat];
    return provinces;
}

uint64_t spqrisiko_assault_on(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned province) {
    const uint64_t weak = spqrisiko_beatable(p, spqrisiko_spare(t, p, province)); /* [SPQ-SEA-6] */
    const uint64_t open =
        spqrisiko_enemies(t, p) & ~p->sea_attacked & ~spqrisiko_protected(t, p); /* [SPQ-SEA-10, SPQ-SEA-15] */
    return spqrisiko_sea_reach(t, p, province, weak & open);
}

static inline uint64_t embark_from(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, bool all) {
    if (!p->fleets[p->active]) return 0;
    uint64_t coast = 0, ports = 0;
    for (uint64_t rest = p->fleets[p->active]; rest; rest &= rest - 1) coast |= t->coast[spqrisiko_first(rest)];
    for (uint64_t rest = spqrisiko_mine(p) & coast & p->at_least_2 & ~p->sea_conquered; rest && (all || !ports);
         rest &= rest - 1) {
        unsigned province = spqrisiko_first(rest); /* [SPQ-SEA-11] */
        if (spqrisiko_assault_on(t, p, province)) ports |= spqrisiko_bit(province);
    }
    return ports;
}

uint64_t spqrisiko_attack_on(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned province) {
    return t->next[province] & spqrisiko_enemies(t, p) & ~spqrisiko_protected(t, p) & /* [SPQ-LAND-1, SPQ-LAND-6] */
           spqrisiko_beatable(p, p->legionaries[province] - 1);                       /* [SPQ-LAND-2] */
}

/* Without a branch but the loop's: which camps have prey is as good as random, and a guess gone wrong costs more than all else here. */
static inline uint64_t attack_from(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, bool all) {
    const uint64_t open = spqrisiko_enemies(t, p) & ~spqrisiko_protected(t, p);
    const uint64_t prey[] = {open & ~p->at_least_2, open & ~p->at_least_3, open}; /* [SPQ-LAND-2] */
    uint64_t camps = 0;
    for (uint64_t rest = spqrisiko_mine(p) & p->at_least_2; rest && (all || !camps); rest &= rest - 1) {
        unsigned province = spqrisiko_first(rest);
        uint64_t near = t->next[province] & prey[(p->at_least_3 >> province & 1) + (p->at_least_4 >> province & 1)];
        camps |= spqrisiko_bit_if(near, province);
    }
    return camps;
}

/* ---- Strategic move ---- */

uint64_t spqrisiko_move_to(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned province) {
    uint64_t reach = t->next[province];
    for (uint64_t rest = t->sea_of[province] & p->fleets[p->active]; rest; rest &= rest - 1) {
        unsigned sea = spqrisiko_first(rest);
        if (spqrisiko_controls(p, p->active, sea)) reach |= t->coast[sea]; /* [SPQ-MOVE-2, SPQ-MOVE-3] */
    }
    return reach & spqrisiko_mine(p) & ~p->full & ~spqrisiko_bit(province);
}

static inline uint64_t move_from(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, bool all) {
    uint64_t enemies = spqrisiko_enemies(t, p), camps = 0;
    for (uint64_t rest = spqrisiko_mine(p) & p->at_least_2; rest && (all || !camps); rest &= rest - 1) {
        unsigned province = spqrisiko_first(rest);
        bool spare = spqrisiko_has(p->at_least_3, province) || !(t->next[province] & enemies); /* [SPQ-MOVE-4] */
        if (spare && spqrisiko_move_to(t, p, province)) camps |= spqrisiko_bit(province);
    }
    return camps;
}

uint64_t spqrisiko_build_from(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    return build_from(t, p, true);
}
uint64_t spqrisiko_sail_from(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    return sail_from(t, p, true);
}
uint64_t spqrisiko_embark_from(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    return embark_from(t, p, true);
}
uint64_t spqrisiko_attack_from(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    return attack_from(t, p, true);
}
uint64_t spqrisiko_move_from(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    return move_from(t, p, true);
}

/* ---- The list ---- */

bool spqrisiko_may_finish(const struct spqrisiko_position *p) {
    return p->phase != SPQRISIKO_PHASE_REINFORCE_LAND || !spqrisiko_place_in(p); /* [SPQ-REINF-5] */
}

/* Whether `done` would be the only move of the phase, between actions. [SPQ-TURN-4] */
bool spqrisiko_phase_is_empty(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    switch (p->phase) {
    case SPQRISIKO_PHASE_REINFORCE_NAVAL: return !build_from(t, p, false) && !spqrisiko_launch_in(t, p);
    case SPQRISIKO_PHASE_NAVAL_MOVE: return !sail_from(t, p, false);
    case SPQRISIKO_PHASE_NAVAL_COMBAT: return !spqrisiko_fight_in(p);
    case SPQRISIKO_PHASE_SEA_ATTACK: return !embark_from(t, p, false);
    case SPQRISIKO_PHASE_LAND_ATTACK: return !attack_from(t, p, false);
    case SPQRISIKO_PHASE_STRATEGIC_MOVE: return !move_from(t, p, false);
    default: return false;
    }
}

bool spqrisiko_is_chance(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    enum { THROWS = 1 << SPQRISIKO_STEP_NAVAL_THROW | 1 << SPQRISIKO_STEP_SEA_THROW | 1 << SPQRISIKO_STEP_LAND_THROW };
    return THROWS >> p->step & 1 || p->phase == SPQRISIKO_PHASE_DRAW ||
           (p->phase == SPQRISIKO_PHASE_SETUP && t->random_setup); /* [SPQ-SETUP-11] */
}

alea_actors spqrisiko_actors(const void *tables, const void *pos) {
    const struct spqrisiko_position *p = pos;
    if (p->phase == SPQRISIKO_PHASE_OVER) return ALEA_ACTORS_OVER;
    return spqrisiko_is_chance(tables, p) ? ALEA_ACTORS_CHANCE : alea_actor(p->active);
}

static int one(alea_move out[], int n, unsigned verb) {
    out[n] = alea_move_make(verb, 0);
    return n + 1;
}

static int each(alea_move out[], int n, unsigned verb, uint64_t set) {
    for (; set; set &= set - 1) out[n++] = alea_move_make(verb, spqrisiko_first(set));
    return n;
}

static int range(alea_move out[], int n, unsigned verb, int first, int last) {
    for (int arg = first; arg <= last; arg++) out[n++] = alea_move_make(verb, (unsigned)arg);
    return n;
}

static int legal_in_phase(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, alea_move out[]) {
    int n = 0;
    switch (p->phase) {
    case SPQRISIKO_PHASE_SETUP: return each(out, 0, SPQRISIKO_VERB_CLAIM, spqrisiko_free(t, p));
    case SPQRISIKO_PHASE_REINFORCE_LAND:
        if (p->sets_played < t->sets_per_turn && p->hand_size[p->active] >= 3)
            for (unsigned set = 0; set < SPQRISIKO_SET_COUNT; set++)
                if (spqrisiko_set_in_hand(t, p, set)) out[n++] = alea_move_make(SPQRISIKO_VERB_SET, set);
        n = each(out, n, SPQRISIKO_VERB_PLACE, spqrisiko_place_in(p));
        n = each(out, n, SPQRISIKO_VERB_CENTRE, spqrisiko_centre_in(t, p));
        n = each(out, n, SPQRISIKO_VERB_REFUND, spqrisiko_refund_of(t, p));
        return spqrisiko_may_finish(p) ? one(out, n, SPQRISIKO_VERB_DONE) : n;
    case SPQRISIKO_PHASE_REINFORCE_NAVAL:
        n = each(out, n, SPQRISIKO_VERB_BUILD_FROM, spqrisiko_build_from(t, p));
        n = each(out, n, SPQRISIKO_VERB_LAUNCH, spqrisiko_launch_in(t, p));
        break;
    case SPQRISIKO_PHASE_NAVAL_MOVE: n = each(out, n, SPQRISIKO_VERB_SAIL_FROM, spqrisiko_sail_from(t, p)); break;
    case SPQRISIKO_PHASE_NAVAL_COMBAT: n = each(out, n, SPQRISIKO_VERB_FIGHT, spqrisiko_fight_in(p)); break;
    case SPQRISIKO_PHASE_SEA_ATTACK: n = each(out, n, SPQRISIKO_VERB_EMBARK, spqrisiko_embark_from(t, p)); break;
    case SPQRISIKO_PHASE_LAND_ATTACK: n = each(out, n, SPQRISIKO_VERB_ATTACK_FROM, spqrisiko_attack_from(t, p)); break;
    case SPQRISIKO_PHASE_STRATEGIC_MOVE: n = each(out, n, SPQRISIKO_VERB_MOVE_FROM, spqrisiko_move_from(t, p)); break;
    default: return 0;
    }
    return one(out, n, SPQRISIKO_VERB_DONE);
}

static int legal_in_step(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, alea_move out[]) {
    int n = 0, spare = spqrisiko_spare(t, p, p->from < SPQRISIKO_PROVINCE_COUNT ? p->from : 0);
    switch (p->step) {
    case SPQRISIKO_STEP_NEUTRAL: return each(out, n, SPQRISIKO_VERB_NEUTRAL, spqrisiko_free(t, p));
    case SPQRISIKO_STEP_REFUND_TO: return each(out, n, SPQRISIKO_VERB_REFUND_TO, spqrisiko_refund_to(t, p, p->from));
    case SPQRISIKO_STEP_BUILD_IN: return each(out, n, SPQRISIKO_VERB_BUILD_IN, spqrisiko_build_in(t, p, p->from));
    case SPQRISIKO_STEP_SAIL_TO: return each(out, n, SPQRISIKO_VERB_SAIL_TO, spqrisiko_sail_to(t, p, p->from));
    case SPQRISIKO_STEP_SAIL: return range(out, n, SPQRISIKO_VERB_SAIL, 1, spqrisiko_sail_most(t, p));
    case SPQRISIKO_STEP_ENEMY: return each(out, n, SPQRISIKO_VERB_ENEMY, spqrisiko_fight_whom(p, p->from));
    case SPQRISIKO_STEP_NAVAL_AGAIN: return one(out, one(out, n, SPQRISIKO_VERB_AGAIN), SPQRISIKO_VERB_STOP);
    case SPQRISIKO_STEP_ASSAULT: return each(out, n, SPQRISIKO_VERB_ASSAULT, spqrisiko_assault_on(t, p, p->from));
    case SPQRISIKO_STEP_COMMIT:
        return range(out, n, SPQRISIKO_VERB_COMMIT, spqrisiko_dice(p->legionaries[p->to]),
                     spare); /* [SPQ-SEA-5, SPQ-SEA-6] */
    case SPQRISIKO_STEP_ATTACK_TO: return each(out, n, SPQRISIKO_VERB_ATTACK_TO, spqrisiko_attack_on(t, p, p->from));
    case SPQRISIKO_STEP_ROLL:
        if (p->thrown) n = one(out, n, SPQRISIKO_VERB_STOP); /* [SPQ-LAND-3] */
        return range(out, n, SPQRISIKO_VERB_ROLL, spqrisiko_dice(p->legionaries[p->to]),
                     spqrisiko_dice(p->legionaries[p->from] - 1));                       /* [SPQ-LAND-2] */
    case SPQRISIKO_STEP_ADVANCE: return range(out, n, SPQRISIKO_VERB_ADVANCE, 0, spare); /* [SPQ-INVADE-3] */
    case SPQRISIKO_STEP_MOVE_TO: return each(out, n, SPQRISIKO_VERB_MOVE_TO, spqrisiko_move_to(t, p, p->from));
    case SPQRISIKO_STEP_MOVE:
        return range(out, n, SPQRISIKO_VERB_MOVE, 1, spqrisiko_min(spare, t->legionary_cap - p->legionaries[p->to]));
    default: return 0;
    }
}

static int legal_for_host(const struct spqrisiko_position *p, alea_move out[]) {
    int n = each(out, 0, SPQRISIKO_VERB_RESIGN, p->alive);
    return one(out, n, SPQRISIKO_VERB_LAST_ROUND);
}

int spqrisiko_legal(const void *tables, const void *pos, int seat, alea_move out[]) {
    const struct spqrisiko_tables *t = tables;
    const struct spqrisiko_position *p = pos;
    if (p->phase == SPQRISIKO_PHASE_OVER) return 0;
    if (seat == ALEA_HOST) return legal_for_host(p, out);
    if (seat != p->active || spqrisiko_is_chance(t, p)) return 0; /* [SPQ-TURN-6] */
    return p->step == SPQRISIKO_STEP_IDLE ? legal_in_phase(t, p, out) : legal_in_step(t, p, out);
}
