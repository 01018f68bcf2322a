/* SPDX-License-Identifier: MIT */
/* weights.c - what evaluation.c multiplies its looks by: fitted, not thought out. At the beginning of a campaign, and what is added as it
 * goes by. */
#include "evaluation.h"

const float inc_weight[INC_FEATURES][INC_WEIGHTS] = {
    [INC_LOOK_ALWAYS] = {-0.1176f, 0.1698f},      [INC_LOOK_SMALL] = {-0.9946f, 2.3653f},
    [INC_LOOK_POINTS] = {0.0393f, 1.8029f},       [INC_LOOK_RUINS] = {-0.2031f, -0.1237f},
    [INC_LOOK_RUIN_LEVELS] = {0.0134f, -0.2036f}, [INC_LOOK_CALM] = {0.3125f, 0.479f},
    [INC_LOOK_CLEAR] = {0.432f, 0.4358f},         [INC_LOOK_SETTLEMENTS] = {0.0613f, 0.0568f},
    [INC_LOOK_LEVELS] = {0.0011f, 0.0728f},       [INC_LOOK_ARMIES] = {4.0812f, -2.3984f},
    [INC_LOOK_SOLDIERS] = {1.0838f, 0.3004f},     [INC_LOOK_DEMONS] = {-0.0094f, -0.2735f},
    [INC_LOOK_GATES] = {-2.7605f, 7.9409f},       [INC_LOOK_HARVESTS] = {-3.9252f, -0.3071f},
    [INC_LOOK_INCOME] = {0.102f, -0.0634f},       [INC_LOOK_TREASURY] = {-0.2041f, 0.2557f},
    [INC_LOOK_PORTALS] = {-1.9321f, 1.7285f},     [INC_LOOK_UPGRADES] = {-0.2523f, -0.0533f},
    [INC_LOOK_CAPITAL] = {-0.2411f, 0.2355f},     [INC_LOOK_DAYS] = {0.311f, 10.5674f},
    [INC_LOOK_LENGTH] = {0.0899f, -0.6528f},
};
