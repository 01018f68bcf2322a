/* SPDX-License-Identifier: MIT */
/* weights.c - what evaluation.c multiplies its looks by: fitted, not thought out. At the beginning of a campaign, and what is added as it
 * goes by. */
#include "evaluation.h"

const float inc_weight[INC_FEATURES][INC_WEIGHTS] = {
    [INC_LOOK_ALWAYS] = {-4.8112f, 0.9729f},       [INC_LOOK_SMALL] = {5.4716f, 1.2091f},
    [INC_LOOK_POINTS] = {-0.2886f, 1.7918f},       [INC_LOOK_RUINS] = {-0.1568f, -0.1739f},
    [INC_LOOK_RUIN_LEVELS] = {-0.0024f, -0.2232f}, [INC_LOOK_CALM] = {-0.1875f, 1.0517f},
    [INC_LOOK_CLEAR] = {-0.2876f, 1.0068f},        [INC_LOOK_SETTLEMENTS] = {0.1084f, 0.0936f},
    [INC_LOOK_LEVELS] = {-0.0173f, 0.0743f},       [INC_LOOK_ARMIES] = {3.4513f, -2.9527f},
    [INC_LOOK_SOLDIERS] = {1.3804f, 0.1127f},      [INC_LOOK_DEMONS] = {0.1951f, -0.3259f},
    [INC_LOOK_GATES] = {-3.8691f, 6.1002f},        [INC_LOOK_HARVESTS] = {-2.8574f, -0.9832f},
    [INC_LOOK_INCOME] = {0.1369f, -0.5097f},       [INC_LOOK_TREASURY] = {-0.2212f, 0.8049f},
    [INC_LOOK_PORTALS] = {-0.5843f, 0.7088f},      [INC_LOOK_UPGRADES] = {-0.2357f, 0.0972f},
    [INC_LOOK_CAPITAL] = {-0.0949f, 0.1798f},      [INC_LOOK_DAYS] = {-0.0176f, 6.6545f},
    [INC_LOOK_LENGTH] = {0.8985f, 0.0539f},
};
