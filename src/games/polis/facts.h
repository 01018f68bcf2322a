/* SPDX-License-Identifier: MIT */
/* facts.h - what facts.c makes of a position, as boards are told it. */
#ifndef ALEA_POLIS_FACTS_H
#define ALEA_POLIS_FACTS_H

#include "polis_internal.h"

struct polis_facts {
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
};
_Static_assert(sizeof(struct polis_facts) <= ALEA_MAX_FACTS, "more than boards are told");

enum { POLIS_FACTS = 22 };
extern const struct alea_field polis_fact_fields[POLIS_FACTS];
void polis_reckon(const void *tables, const void *view, void *facts);

#endif
