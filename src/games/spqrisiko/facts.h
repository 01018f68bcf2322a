/* SPDX-License-Identifier: MIT */
/* facts.h - what facts.c makes of a position, as boards are told it. */
#ifndef ALEA_SPQRISIKO_FACTS_H
#define ALEA_SPQRISIKO_FACTS_H

#include "spqrisiko.h"

struct spqrisiko_facts {
    uint64_t begins;        /* provinces where the action that is only begun could as well begin, its own among them */
    uint16_t begins_at_sea; /* so seas */
    uint16_t winners;       /* seats */
    uint64_t neutral;       /* provinces held by nobody's legionaries */
    uint8_t ends_turn;      /* 1: `done` in this phase is the end of the turn */
    uint8_t from, from_sea; /* what the open action has named so far, each by what it is; ALEA_NONE: no such thing */
    uint8_t to, to_sea, enemy;
};

enum { SPQRISIKO_FACTS = 10 };
extern const struct alea_field spqrisiko_fact_fields[SPQRISIKO_FACTS];
void spqrisiko_reckon(const void *tables, const void *view, void *facts);

#endif
