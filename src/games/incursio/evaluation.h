/* SPDX-License-Identifier: MIT */
/* evaluation.h - what evaluation.c looks at, for weights.c. */
#ifndef ALEA_INCURSIO_EVALUATION_H
#define ALEA_INCURSIO_EVALUATION_H

#include "incursio_internal.h"

/* What speaks for the Defenders if it is more, or against them. */
enum inc_feature {
    INC_LOOK_ALWAYS,
    INC_LOOK_SMALL,  /* how far from the largest map */
    INC_LOOK_POINTS, /* the lead, as if this were the last dusk */
    INC_LOOK_RUINS,
    INC_LOOK_RUIN_LEVELS,
    INC_LOOK_CALM,  /* dusks without a ruin, as a share of those that end the campaign */
    INC_LOOK_CLEAR, /* 1: no ruin now */
    INC_LOOK_SETTLEMENTS,
    INC_LOOK_LEVELS,
    INC_LOOK_ARMIES, /* soldiers less demons, as a share of both */
    INC_LOOK_SOLDIERS,
    INC_LOOK_DEMONS,
    INC_LOOK_GATES,    /* resources, as a share of those that open the Gates */
    INC_LOOK_HARVESTS, /* the same once the ruins of today were harvested until the end */
    INC_LOOK_INCOME,
    INC_LOOK_TREASURY,
    INC_LOOK_PORTALS, /* demons to come with tomorrow's */
    INC_LOOK_UPGRADES,
    INC_LOOK_CAPITAL, /* 1: it has fallen */
    INC_LOOK_DAYS,    /* left */
    INC_LOOK_LENGTH,  /* of the campaign */
    INC_FEATURES
};

enum { INC_BEGINNING, INC_LATER, INC_WEIGHTS };
extern const float inc_weight[INC_FEATURES][INC_WEIGHTS];

/* Fills at[INC_FEATURES]; it must be zero before. */
void inc_look(const struct inc_tables *t, const struct inc_position *p, double at[]);
/* How far the campaign has come, from 0 to 1. */
double inc_progress(const struct inc_position *p);

#endif
