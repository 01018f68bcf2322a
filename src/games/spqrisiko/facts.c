/* SPDX-License-Identifier: MIT */
/* facts.c - what a board shows beside a position: where else the open action could begin, and whether the phase is the turn's last. */
#include <stddef.h>

#include "facts.h"

#define AT(member) offsetof(struct spqrisiko_facts, member)

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
    {.name = "ends_turn", .offset = AT(ends_turn), .type = ALEA_FIELD_U8, .cols = 1, .value_set = ALEA_SET_NUMBER},
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

void spqrisiko_reckon(const void *tables, const void *view, void *out) {
    const struct spqrisiko_tables *t = tables;
    const struct spqrisiko_position *p = view;
    struct spqrisiko_facts *facts = out;
    facts->begins = provinces(t, p);
    if (p->step == SPQRISIKO_STEP_SAIL_TO) facts->begins_at_sea = (uint16_t)spqrisiko_sail_from(t, p);
    facts->ends_turn = ends_turn(t, p);
}
