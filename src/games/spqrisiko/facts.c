/* SPDX-License-Identifier: MIT */
/* facts.c - what boards and bots are told beside a position: where else the open action could begin, whether the phase is the turn's last,
 * and by its id what the position keeps as a number. */
#include <stddef.h>

#include "facts.h"

#define AT(member) offsetof(struct spqrisiko_facts, member)
#define SCALAR(member, value) \
    { .name = #member, .offset = AT(member), .type = ALEA_FIELD_U8, .cols = 1, .value_set = (value) }

const struct alea_field spqrisiko_fact_fields[SPQRISIKO_FACTS] = {
    {.name = "begins",
     .offset = AT(begins),
     .type = ALEA_FIELD_BITS64,
     .cols = SPQRISIKO_PROVINCE_COUNT,
     .col_set = SPQRISIKO_SET_PROVINCE},
    {.name = "begins_at_sea",
     .offset = AT(begins_at_sea),
     .type = ALEA_FIELD_BITS16,
     .cols = SPQRISIKO_SEA_COUNT,
     .col_set = SPQRISIKO_SET_SEA},
    SCALAR(ends_turn, ALEA_SET_NUMBER),
    SCALAR(from, SPQRISIKO_SET_PROVINCE),
    SCALAR(from_sea, SPQRISIKO_SET_SEA),
    SCALAR(to, SPQRISIKO_SET_PROVINCE),
    SCALAR(to_sea, SPQRISIKO_SET_SEA),
    SCALAR(enemy, ALEA_SET_SEAT),
    {.name = "winners", .offset = AT(winners), .type = ALEA_FIELD_BITS16, .cols = SPQRISIKO_SEATS, .col_set = ALEA_SET_SEAT},
    {.name = "neutral",
     .offset = AT(neutral),
     .type = ALEA_FIELD_BITS64,
     .cols = SPQRISIKO_PROVINCE_COUNT,
     .col_set = SPQRISIKO_SET_PROVINCE},
};

static uint64_t provinces(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    switch (p->step) {
    case SPQRISIKO_STEP_ATTACK_TO: return spqrisiko_attack_from(t, p);
    case SPQRISIKO_STEP_ASSAULT: return spqrisiko_embark_from(t, p);
    case SPQRISIKO_STEP_MOVE_TO: return spqrisiko_move_from(t, p);
    default: return 0;
    }
}

/* Nothing is left to choose in the phases behind this one. [SPQ-TURN-4] */
static bool ends_turn(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    struct spqrisiko_position later = *p;
    if (p->phase < SPQRISIKO_PHASE_REINFORCE_LAND || p->phase >= SPQRISIKO_PHASE_DRAW) return false;
    do later.phase++;
    while (later.phase < SPQRISIKO_PHASE_DRAW && spqrisiko_phase_is_empty(t, &later));
    return later.phase == SPQRISIKO_PHASE_DRAW;
}

static bool begins_at_sea(unsigned step) {
    return step == SPQRISIKO_STEP_REFUND_TO || (step >= SPQRISIKO_STEP_SAIL_TO && step <= SPQRISIKO_STEP_NAVAL_AGAIN);
}

/* Its second place, or the enemy at sea, is named. */
static bool has_aim(unsigned step) {
    switch (step) {
    case SPQRISIKO_STEP_SAIL:
    case SPQRISIKO_STEP_NAVAL_THROW:
    case SPQRISIKO_STEP_NAVAL_AGAIN:
    case SPQRISIKO_STEP_COMMIT:
    case SPQRISIKO_STEP_SEA_THROW:
    case SPQRISIKO_STEP_ROLL:
    case SPQRISIKO_STEP_LAND_THROW:
    case SPQRISIKO_STEP_ADVANCE:
    case SPQRISIKO_STEP_MOVE: return true;
    default: return false;
    }
}

static void name_places(const struct spqrisiko_position *p, struct spqrisiko_facts *facts) {
    const bool sea = begins_at_sea(p->step);
    facts->from = facts->from_sea = facts->to = facts->to_sea = facts->enemy = ALEA_NONE;
    if (p->step > SPQRISIKO_STEP_NEUTRAL) *(sea ? &facts->from_sea : &facts->from) = p->from;
    if (!has_aim(p->step)) return;
    *(!sea ? &facts->to : p->step == SPQRISIKO_STEP_SAIL ? &facts->to_sea : &facts->enemy) = p->to;
}

void spqrisiko_reckon(const void *tables, const void *view, void *out) {
    const struct spqrisiko_tables *t = tables;
    const struct spqrisiko_position *p = view;
    struct spqrisiko_facts *facts = out;
    facts->begins = provinces(t, p);
    if (p->step == SPQRISIKO_STEP_SAIL_TO) facts->begins_at_sea = (uint16_t)spqrisiko_sail_from(t, p);
    facts->ends_turn = ends_turn(t, p);
    facts->winners = p->winners;
    facts->neutral = p->neutral;
    name_places(p, facts);
}
