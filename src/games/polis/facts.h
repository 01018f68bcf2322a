/* SPDX-License-Identifier: MIT */
/* facts.h - what facts.c makes of a position, as boards are told it. */
#ifndef ALEA_POLIS_FACTS_H
#define ALEA_POLIS_FACTS_H

#include "polis_internal.h"

enum {
    POLIS_FORTS_TOLD = 10, /* 0 .. 9 */
    POLIS_FACES_TOLD = 7,
    POLIS_PEOPLE_TOLD = 20,
    POLIS_PAYMENTS_TOLD = 10 /* 0 .. 9; of dearer ones nothing is told */
};

struct polis_facts {
    uint32_t winners;              /* sides, once the game is over */
    uint32_t neutral;              /* poleis of neither side */
    uint32_t may_double;           /* sides that may still double the Prestige of a battle */
    uint32_t fights;               /* regions in which there is a battle, or would be if the turn ended now */
    uint32_t control[POLIS_SIDES]; /* regions */
    uint32_t open;                 /* shiploads that a merchant may take, but for its way and price */
    uint32_t reach[POLIS_SIDES];   /* markets to which the way is free */
    uint32_t route[POLIS_SIDES]
                  [POLIS_MARKET_COUNT]; /* seas of a shortest way there; of one that is not free those that bar it */
    uint32_t builders[POLIS_SIDES];     /* own poleis without a project in progress */
    uint16_t score[POLIS_SIDES];        /* if the game ended now */
    uint16_t civil_war[POLIS_SIDES][POLIS_POLEIS_MAX]; /* silver; 0: there can be none */
    uint8_t turn;                                      /* 1: it is somebody's turn */
    uint8_t actions_left;                              /* the one begun included */
    uint8_t battle_threshold;
    uint8_t event_state;                             /* POLIS_EVENT_STATE_* */
    uint8_t room[POLIS_SIDES][POLIS_REGIONS_MAX];    /* units more */
    uint8_t more_merchants[POLIS_SIDES];             /* wherever they are */
    uint8_t growth[POLIS_POLEIS_MAX];                /* points by which an owned one may still grow in this round */
    uint8_t brings[POLIS_PROJECT_COUNT];             /* Prestige, of those shown and in progress */
    uint8_t need[POLIS_SIDES];                       /* wheat of Supply, if it is still to come */
    uint8_t from_projects[POLIS_SIDES];              /* Prestige */
    uint8_t from_megalopolis[POLIS_SIDES];           /* Prestige, if it is still to come */
    uint8_t kept[POLIS_SIDES][POLIS_RESOURCE_COUNT]; /* stocks after Supply and Storage */
    uint8_t reward[POLIS_POLEIS_MAX];                /* Prestige for taking one that can be besieged */
    uint8_t missing[POLIS_FORTS_TOLD]
                   [POLIS_FACES_TOLD];            /* hoplites that a face of the die is short of; 0: it takes the polis */
    uint8_t failure_hoplites, failure_population; /* that a failed roll costs */
    uint8_t force_prestige, force_hoplites, force_population; /* of forcing, where it is asked */
    uint8_t force_wins;                                       /* 1: it takes the polis */
    uint8_t siege_breaks;                                     /* 1: without forcing on, the siege is over */
    uint8_t tribute[POLIS_RESOURCE_COUNT]
                   [POLIS_YIELD_MAX];            /* where rows are asked: what 1, 2, ... hoplites bring; 0: no more room */
    uint8_t tribute_prestige[POLIS_PEOPLE_TOLD]; /* so its row of Prestige [POL-EVENT-29] */
    uint8_t pays[POLIS_PAYMENTS_TOLD][POLIS_RESOURCE_COUNT]; /* a project, with so many of the asked good paid in silver */
};
_Static_assert(sizeof(struct polis_facts) <= ALEA_MAX_FACTS, "more than boards are told");

enum { POLIS_FACTS = 36 };
extern const struct alea_field polis_fact_fields[POLIS_FACTS];
void polis_reckon(const void *tables, const void *view, void *facts);

#endif
