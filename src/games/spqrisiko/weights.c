/* SPDX-License-Identifier: MIT */
/* weights.c - what evaluation.c multiplies its looks by, in thousandths: fitted, not thought out. For the game among 2 or 3 seats and what
 * is added to that as the end comes near, the same among more, and for the map as it is dealt among 2, 3, 4 and 5. */
#include "evaluation.h"

const int16_t spqrisiko_weight[SPQRISIKO_FEATURES][SPQRISIKO_WEIGHTS] = {
    [SPQRISIKO_LOOK_POINTS] = {15, 263, 27, 284, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_GAIN] = {5, -174, -8, 25, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_WINS] = {-864, 2814, -783, 3587, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_WINS_FIRST] = {-3814, 4958, -3808, 5566, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_WINS_LATER] = {-414, -177, -445, -54, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_TURNS] = {-192, -286, -103, -213, -500, -280, -500, -500},
    [SPQRISIKO_LOOK_PACE] = {606, 326, 321, 132, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_PROVINCES] = {251, -169, 201, -124, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_EMPIRE] = {150, -205, 114, -202, 40, 77, 40, 40},
    [SPQRISIKO_LOOK_LEGIONARIES] = {1138, 66, 780, 184, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_CENTRES] = {72, -127, 198, -327, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_CENTRES_SAFE] = {632, 628, 570, 296, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_SEAS] = {36, -334, 92, -416, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_TRIREMES] = {34, 920, 51, 694, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_CARDS] = {440, -318, 380, -305, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_SET] = {3, 34, 3, 29, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_SET_CENTRES] = {639, 105, 642, -176, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_ACTIVE] = {129, 580, 150, 480, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_ACTIVE_BEFORE] = {114, -176, 112, -220, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_ACTIVE_POOL] = {127, -56, 112, -58, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_ACTIVE_CARD] = {149, -567, 195, -573, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_EMPIRE_LEAD] = {-39, 133, 8, 88, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_PROVINCES_LEAD] = {69, -41, 18, 15, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_SEAS_LEAD] = {123, 126, 107, 107, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_EXPOSED] = {-313, 191, -254, 107, -94, -320, -94, -94},
    [SPQRISIKO_LOOK_LAST_PROVINCES] = {-976, 556, -657, 314, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_RIVALS] = {-91, 18, -36, -38, -210, -160, -210, -210},
    [SPQRISIKO_LOOK_NEUTRALS] = {-17, -44, -13, 10, -144, -42, -144, -144},
    [SPQRISIKO_LOOK_CENTRES_BY_SEA] = {0, 0, 0, 0, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_EXPOSED_BY_SEA] = {0, 0, 0, 0, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_STRIKES] = {0, 0, 0, 0, 0, 0, 0, 0},
};
